"""What the kit found: each fault with the seed and the position at which it shows, so that it can be seen again."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from adjudge.check.watchdog import Hung
from adjudge.engine.errors import (
    DeadEnd,
    Diverged,
    IllegalAnswer,
    RuleCrashed,
    Runaway,
    SwallowedSuspension,
    UnknownRule,
)
from adjudge.engine.wording import several

FAULTS = {
    "lint": "code that breaks the table's contract, as can be read in it",
    "crash": "a rule, a view or a bot raises an error of its own",
    "dead-end": "a question without an option, or anything addressed to a seat that nobody holds",
    "runaway": "a turn or a match that does not end",
    "leak": "a seat learns what is hidden from it",
    "imagining": "what a seat imagines is not what it sees",
    "mutation": "looking at a match changes it",
    "determinism": "the same answers and faces lead to another course",
    "replay": "a match that is replayed, saved or taken back differs from the one that was played",
    "suspension": "a rule catches the table's suspension and goes on",
    "odds": "the exact odds differ from what the dice give",
    "forecast": "an option whose forecast fails",
    "composition": "a forecast that composes a rule otherwise than play does",
    "rulebook": "a citation, a ruling or a table of the rulebook that does not fit",
    "guide": "a briefing or a lesson that speaks of what is not there",
    "paper": "a paper that its own game refuses, or that cannot be shown or made again",
    "question": "a question that no screen can show",
    "scene": "a scene that no screen can draw",
    "answer": "a legal answer that is not the same after a text file",
    "bot": "a bot that gives an illegal answer",
}
"""Every kind of fault that the kit looks for."""


class Setting(Struct, frozen=True, omit_defaults=True):
    """What makes a match of the kit come out the same again."""

    seed: int
    options: dict[str, Any] = {}
    bots: dict[str, str] = {}


class Finding(Struct, frozen=True, omit_defaults=True):
    """One fault. `position` is the place in the match's line; `times` how often it was met."""

    fault: str
    text: str
    setting: Setting | None = None
    position: int | None = None
    rule: str = ""
    detail: str = ""
    times: int = 1

    def __str__(self) -> str:
        lines = [f"{self.fault}: {self.text}", *self._where()]
        return "\n    ".join([*lines, *self.detail.splitlines()])

    def _where(self) -> Iterator[str]:
        if self.setting is not None:
            at = "" if self.position is None else f", position {self.position}"
            yield f"met {self.times}x, first at seed {self.setting.seed}{at} (to see it again: that seed, one match)"
            yield f"options {self.setting.options or 'as they come'}, bots {self.setting.bots}"


class Report(Struct, frozen=True):
    """All that was found in a game, what was tried, and what could not be."""

    game: str
    version: str
    matches: int
    turns: int
    answers: int
    rolls: int
    seconds: float
    findings: tuple[Finding, ...]
    untried: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        return not self.findings

    def of(self, fault: str) -> tuple[Finding, ...]:
        """The findings of one kind."""
        return tuple(finding for finding in self.findings if finding.fault == fault)

    def __str__(self) -> str:
        counts = (
            (self.matches, "match", "matches"),
            (self.turns, "turn"),
            (self.answers, "answer"),
            (self.rolls, "roll"),
        )
        played = ", ".join(several(*it) for it in counts)
        verdict = "no fault found" if self.is_clean else f"{several(len(self.findings), 'fault')} found"
        head = f"{self.game} {self.version}: {verdict} in {played} ({self.seconds:.1f} s)"
        return "\n".join([head, *map(str, self.findings), *(f"not tried: {what}" for what in self.untried)])


class Ledger:
    """Gathers findings; the same fault met again is counted, not repeated. `alive` is told whenever the kit begins or
    ends something (`check.watchdog`)."""

    def __init__(self, alive: Callable[[], None] = lambda: None) -> None:
        self.alive = alive
        self.is_hung = False
        self._found: dict[tuple[str, str], Finding] = {}
        self.untried: dict[str, None] = {}

    def note(
        self,
        fault: str,
        text: str,
        setting: Setting | None = None,
        position: int | None = None,
        *,
        rule: str = "",
        same: str = "",
        detail: str = "",
    ) -> None:
        """Notes a fault. `same` tells one fault from another of its kind if the text differs from time to time."""
        key = fault, same or rule or text
        before = self._found.get(key)
        times = before.times + 1 if before else 1
        first = before or Finding(fault, text, setting, position, rule, detail)
        self._found[key] = Finding(fault, first.text, first.setting, first.position, first.rule, first.detail, times)

    def skip(self, what: str) -> None:
        """Notes something that could not be tried."""
        self.untried[what] = None

    @contextmanager
    def watching(self, fault: str, doing: str, setting: Setting | None = None, position: int | None = None) -> Any:
        """Turns an error of what runs inside into a finding: of its own kind if it has one, else of the one given."""
        self.alive()
        try:
            yield
        except Hung as hang:
            self.note_hang(hang, doing, setting, position)
            raise
        except Exception as error:
            self.note_error(error, fault, doing, setting, position)
        self.alive()

    def note_hang(self, hang: Hung, doing: str, setting: Setting | None = None, position: int | None = None) -> None:
        """Notes what a rule loops in."""
        if self.is_hung:
            return  # noted further in, where more is known of it
        self.is_hung = True
        place = traceback.extract_tb(hang.__traceback__)[-1]
        text = f"{doing}: a rule loops without asking or rolling, at {place.filename}:{place.lineno} in {place.name}"
        self.note("runaway", text, setting, position, same="hang")

    def note_error(
        self, error: Exception, fault: str, doing: str, setting: Setting | None = None, position: int | None = None
    ) -> None:
        cause = error.__cause__ if isinstance(error, RuleCrashed) and error.__cause__ else error
        place = innermost(cause)
        self.note(
            fault_of(error, fault),
            f"{doing}: {error}",
            setting,
            getattr(error, "position", position),
            same=f"{doing} {type(cause).__name__} {place}",
            detail="".join(traceback.format_exception(cause)),
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        order = list(FAULTS)
        return tuple(sorted(self._found.values(), key=lambda finding: order.index(finding.fault)))


_FAULT_OF: tuple[tuple[type[Exception], str], ...] = (
    (DeadEnd, "dead-end"),
    (Runaway, "runaway"),
    (UnknownRule, "rulebook"),
    (Diverged, "replay"),
    (SwallowedSuspension, "suspension"),
    (RuleCrashed, "crash"),
    (IllegalAnswer, "bot"),
)


def fault_of(error: Exception, otherwise: str = "crash") -> str:
    """The kind of fault that an error shows."""
    return next((fault for kind, fault in _FAULT_OF if isinstance(error, kind)), otherwise)


def innermost(error: BaseException) -> str:
    """File and line where an error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
