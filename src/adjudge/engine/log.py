"""The log of a match: answers and faces in the order in which they came, and take-backs. Nothing is ever removed.

The log is the truth; the *line* is what of it still counts once the take-backs are applied. A position is a place in
the line. A match as a whole is saved as `Saved`: header, log, and checkpoints of the state at the start of turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine.errors import DamagedFile
from adjudge.engine.table import Event, Rolled

FORMAT = "adjudge match"
FORMAT_VERSION = 2
NOT_KEPT = msgspec.Raw(b"null")
"""In place of the state of a turn that is long past."""


class Weighed(Struct, frozen=True, gc=False, omit_defaults=True):
    """An answer that was considered: the chance of winning with it, and between what limits it lies (95 %)."""

    answer: Any
    label: str
    chance: float
    low: float
    high: float
    playouts: int


class Considered(Struct, frozen=True, gc=False, omit_defaults=True):
    """What was weighed before an answer, the one that was given first, and by how many playouts.

    `is_worth`: the playouts were cut short, and the chances are what the game takes the positions to be worth.
    """

    options: tuple[Weighed, ...]
    playouts: int
    is_worth: bool = False


class Answered(Struct, frozen=True, gc=False, omit_defaults=True, tag="answer", tag_field="kind"):
    """A seat answered a question. `asked` is the question's identity, compared on every replay.

    `why` is what a bot that thinks considered; `hinted` that a person took a hint on this question.
    """

    seat: str
    rule: str
    asked: Any
    answer: Any
    bot: bool = False
    sealed: bool = False
    why: Considered | None = None
    hinted: bool = False

    @property
    def is_result(self) -> bool:
        """Whether it tells how a battle went, which is taken back like a roll: if everybody agrees."""
        return isinstance(self.asked, list) and self.asked[:1] == ["fight"] and "instead" not in self.answer

    @property
    def match(self) -> str:
        """The match that the battle was fought in, if it was one."""
        return str(self.answer.get("match", "")) if self.is_result else ""


class Threw(Struct, frozen=True, gc=False, omit_defaults=True, tag="dice", tag_field="kind"):
    """A hand of dice was thrown. `typed`: a person rolled real dice and typed the faces."""

    by: str
    rule: str
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    label: str
    typed: bool = False


class TookBack(Struct, frozen=True, gc=False, omit_defaults=True, tag="undo", tag_field="kind"):
    """The line was cut back to a position. `anew`: to the very start, which other rules have set up since."""

    by: str
    to: int
    agreed: tuple[str, ...] = ()
    why: str = ""
    anew: bool = False


class Reseated(Struct, frozen=True, gc=False, omit_defaults=True, tag="seat", tag_field="kind"):
    """A seat was given to the bot of that name, or to a person if none is named. It takes no place in the line."""

    seat: str
    bot: str = ""


class Pledged(Struct, frozen=True, gc=False, omit_defaults=True, tag="pledge", tag_field="kind"):
    """A seat bound itself to a number that it will add to the dice (`adjudge.engine.stirring`)."""

    seat: str
    hash: str


class Added(Struct, frozen=True, gc=False, omit_defaults=True, tag="number", tag_field="kind"):
    """A seat told the number that it had pledged."""

    seat: str
    number: str


class Noted(Struct, frozen=True, gc=False, omit_defaults=True, tag="notice", tag_field="kind"):
    """Something that everybody at the table must know and that is no part of the game."""

    position: int
    text: str


Counted = Answered | Threw
Entry = Answered | Threw | TookBack | Reseated | Pledged | Added | Noted
"""Only what is counted takes a place in the line."""


class SeatSetting(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat: a person, or the bot of that name; and whether its dice are real ones."""

    id: str
    name: str
    bot: str = ""
    physical_dice: bool = False


class Origin(Struct, frozen=True):
    """The match that a branch was taken from, and where; earlier rolls are bound by that match's secret."""

    match: str
    position: int
    rolls: int


class Header(Struct, frozen=True, omit_defaults=True):
    """What is settled before the first turn."""

    id: str
    game: str
    version: str
    options: dict[str, Any]
    seats: tuple[SeatSetting, ...]
    commitment: str
    umpire_dice: bool = False
    """Whether the umpire's dice are real ones too."""
    stirred: bool = False
    """Whether the seats add numbers of their own to the dice, the first time before the first roll."""
    branched: Origin | None = None
    guided: bool = False
    """Whether a coach goes along (`adjudge.engine.coach`)."""
    format: str = FORMAT
    format_version: int = FORMAT_VERSION

    def has_real_dice(self, seat: str) -> bool:
        """Whether the faces of a seat's dice are typed; the empty seat is the umpire."""
        if not seat:
            return self.umpire_dice
        for setting in self.seats:
            if setting.id == seat:
                return setting.physical_dice
        return False


class TurnRecord(Struct, frozen=True, omit_defaults=True):
    """A turn: where it starts in the line, the state then, and, once it is over, what happened in it.

    Of turns long past not all states are kept; those without one have a heading, what they are called.
    """

    start: int
    rolls: int
    state: msgspec.Raw = NOT_KEPT
    happenings: msgspec.Raw = msgspec.Raw(b"[]")
    heading: str = ""
    is_delta: bool = False
    """Whether the state is told as what differs from an earlier turn's (`adjudge.engine.turns`)."""

    @property
    def is_kept(self) -> bool:
        """Whether the state is recorded."""
        return bytes(self.state) != b"null"


class Saved(Struct, frozen=True, omit_defaults=True):
    """A whole match as plain data."""

    header: Header
    secret: str
    log: tuple[Entry, ...]
    turns: tuple[TurnRecord, ...]
    battles: tuple[Saved, ...] = ()
    """Of a campaign that goes somewhere as one file: the matches that its results came from."""


def line_of(log: Iterable[Entry]) -> list[Counted]:
    """What of a log still counts."""
    line: list[Counted] = []
    for entry in log:
        if isinstance(entry, TookBack):
            if not 0 <= entry.to <= len(line):
                raise DamagedFile(f"log: an undo goes back to {entry.to}, but only 0 to {len(line)} can be reached")
            del line[entry.to :]
        elif isinstance(entry, Counted):
            line.append(entry)
    return line


Happenings = list[Event | Rolled]
