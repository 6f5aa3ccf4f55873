"""What a told session consists of, whatever the game: journal, ledger, proposals, scene, and the GM's own papers.

Records are frozen and replaced, never changed in place: a copy of the state shares them.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeVar

from msgspec import Struct

GM = "gm"
"""The seat of the game master."""


class Beat(Struct, frozen=True, omit_defaults=True):
    """What a story may make of an effect, as data. How a kind of beat sounds is the game's own matter (`retelling`)."""

    kind: str
    who: str = ""
    whom: str = ""
    what: str = ""
    where: str = ""
    how: str = ""
    number: int = 0


class Entry(Struct, frozen=True, omit_defaults=True):
    """A line of the journal: what was told by whom, or what the rules made of it."""

    id: int
    scene: int
    kind: Literal["narration", "effect", "scene"]
    by: str
    text: str
    rule: str
    status: Literal["pending", "disputed", "canon", "struck"] = "canon"
    about: tuple[str, ...] = ()
    """The seats whose characters it befalls."""
    passed: tuple[str, ...] = ()
    """The seats that let it stand."""
    source: str = ""
    """What brought it about, if it was earned by a roll."""
    disputed_once: bool = False
    link: str = ""
    """What falls with it if it is struck."""
    beat: Beat | None = None
    """What a retelling makes of an effect; none: it is bookkeeping, which stays in the log. Of a narration, who said
    it: a seat may play somebody else later."""


class Item(Struct, frozen=True, omit_defaults=True):
    """Something owed to the story."""

    id: int
    kind: str
    source: str
    rule: str
    owner: str
    """The seat that must settle it."""
    scene: int
    matter: int = 0
    """The resolution it comes from."""
    authors: tuple[str, ...] = ()
    """Other seats that may put it into words, if the GM agrees."""
    status: Literal["open", "settled", "waived", "lapsed", "void"] = "open"
    text: str = ""
    """How it was told; while it is open, words to begin with."""
    advice: str = ""


class Proposal(Struct, frozen=True, omit_defaults=True):
    """What a seat asks for; the GM grants or refuses it."""

    id: int
    by: str
    kind: str
    text: str
    rule: str
    about: str = ""


class Note(Struct, frozen=True, omit_defaults=True):
    """A paper behind the GM's screen."""

    id: int
    text: str
    roll: bool = False


class Override(Struct, frozen=True, omit_defaults=True):
    """A result that the GM set aside, and why."""

    id: int
    matter: int
    was: str
    now: str
    reason: str
    taken_back: bool = False


class Story(Struct, omit_defaults=True):
    """The session as it stands."""

    names: dict[str, str]
    """Every seat but the GM's with the name of who or what it plays."""
    journal: list[Entry] = []
    ledger: list[Item] = []
    proposals: list[Proposal] = []
    overrides: list[Override] = []
    papers: list[Note] = []
    away: list[str] = []
    scene: int = 1
    scenes_closed: int = 0
    numbered: int = 0
    last_word: str = ""
    """The seat that last did something of its own accord."""
    words: dict[str, int] = {}
    """How often each seat has."""
    ended: str = ""
    premise: str = ""
    """How it begins, for everybody to know before the first word."""
    session: int = 1
    """Which session of the story this is."""
    previously: tuple[str, ...] = ()
    """What happened in the one before."""

    def number(self) -> int:
        """A number that nothing else in this session has."""
        self.numbered += 1
        return self.numbered

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.names)

    def name(self, seat: str) -> str:
        """Who a seat is, in the table's words."""
        return self.names.get(seat) or ("the GM" if seat == GM else seat)


class Told(Protocol):
    """A state that has a story in it."""

    @property
    def story(self) -> Story: ...


S = TypeVar("S", bound=Told)
