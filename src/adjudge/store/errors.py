"""Every error of the store. Damaged content is the engine's `DamagedFile`, wherever it was kept."""

from __future__ import annotations

from adjudge.engine.errors import AdjudgeError


class StoreFailed(AdjudgeError):
    """The disk or the database refused. Cure: the sentence says what it said; nothing that was kept is lost."""


class PerhapsStored(StoreFailed):
    """The database broke off while it was writing and does not answer. Cure: look at the table again: the answer is
    there, or it was never given."""


class StoreBusy(StoreFailed):
    """Somebody else writes to the database, and waiting for that was not allowed. Cure: write again, and wait."""


class LeaseLost(StoreFailed):
    """Other servers took this one for dead and have its matches now. Cure: begin again, under a lease of your own."""


class LivesElsewhere(AdjudgeError):
    """Another server of the cluster has the match. Cure: knock again; the door sends you to where it lives."""


class UnknownMatch(AdjudgeError):
    """No match of that id is kept, or not any more. Cure: list the matches; `create` a new one before `sync`."""


class MatchExists(AdjudgeError):
    """A match of that id is kept already. Cure: load that one, or give the new one another id."""


class WrittenElsewhere(AdjudgeError):
    """Another process went on with the match since it was loaded. Cure: load it again and answer from there."""

    def __init__(self, match_id: str, known: int) -> None:
        super().__init__(f"match {match_id!r} went on elsewhere after entry {known}: load it again")
        self.match_id, self.known = match_id, known
