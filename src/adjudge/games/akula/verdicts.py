"""What rules decide and odds count: plain data. `wording.words` says it.

A verdict names every figure it concerns, so that it can be carried out; an outcome is what is left of it when only the
numbers matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from msgspec import Struct

from adjudge.engine.questions import Counts, counted
from adjudge.field import Point


class Modifier(NamedTuple):
    """What is added to a die, by which rule and why."""

    rule: str
    amount: int
    why: str


def total_of(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.amount for modifier in modifiers)


# ---------------------------------------------------------------------- verdicts


class Harm(Struct, frozen=True):
    """What becomes of one figure, in the words of the book's tables; an injury may bring the infection."""

    target: str
    result: str
    infected: bool = False
    countdown: int = 0
    """In how many turns the infection makes it pass out."""
    fatal: bool = False
    """The marker is one too many (ruling.injury-markers-limit)."""


class Shot(Struct, frozen=True):
    """A shot: whether it hit, whom it harms, and where a blast goes off; nowhere if it left the table."""

    hit: bool
    harms: tuple[Harm, ...] = ()
    burst: Point | None = None


class Combat(Struct, frozen=True):
    """A combat: who won, which zeds are struck (in the order of the points spent), and the survivor's injury."""

    result: Literal["won", "standoff", "lost"]
    struck: tuple[Harm, ...] = ()
    injury: Harm | None = None


class Seized(Struct, frozen=True):
    """A grab: by whom, and where the survivor is put."""

    zed: str
    at: Point


class Debris(Struct, frozen=True):
    """What a tank does with its turn: whether it throws, at whom, and what comes of it; no harm: it missed."""

    thrown: bool
    target: str = ""
    harm: Harm | None = None


# ---------------------------------------------------------------------- outcomes


class Toll(Struct, frozen=True):
    """How many figures met with which result, of a shot, a blast, debris or an injury roll."""

    of: Literal["shot", "blast", "debris", "injury", "dragging"]
    results: Counts = ()


class Fought(Struct, frozen=True):
    """A combat in numbers: zeds removed, wounds given, and what became of the survivor."""

    result: Literal["won", "standoff", "lost"]
    removed: int = 0
    wounds: int = 0
    injury: str = ""


class Ill(Struct, frozen=True):
    """The infection roll: whether it took, and in how many turns the survivor passes out."""

    infected: bool
    countdown: int = 0


class Held(Struct, frozen=True):
    """Whether somebody is in the grip of a zed after a move or an attempt to break free."""

    held: bool


class Stirred(Struct, frozen=True):
    """Whether a zed acts on its card, and why, or why not."""

    active: bool
    why: str


class Braked(Struct, frozen=True):
    """Slamming on the brakes: the mishap, if any, and what became of those aboard."""

    mishap: str = ""
    results: Counts = ()


class Succeeded(Struct, frozen=True):
    """Whether a try came off: an engine that starts, a search that finds."""

    what: Literal["start", "search"]
    done: bool


class Back(Struct, frozen=True):
    """Where a zed comes back, or that it does not."""

    where: str


def toll_of(shot: Shot, *, blast: bool) -> Toll:
    """A shot in numbers."""
    if blast and shot.burst is None:
        return Toll("blast", counted(["off the table"]))
    if not shot.hit and not blast:
        return Toll("shot", counted(["miss"]))
    return Toll("blast" if blast else "shot", counted([result_of(harm) for harm in shot.harms]))


def result_of(harm: Harm) -> str:
    return f"{harm.result}, {'infected' if harm.infected else 'dying'}" if harm.infected or harm.fatal else harm.result


def fought_of(combat: Combat) -> Fought:
    """A combat in numbers."""
    removed = sum(harm.result != "wound" for harm in combat.struck)
    injury = combat.injury
    return Fought(
        combat.result,
        removed,
        len(combat.struck) - removed,
        result_of(injury) if injury else "",
    )
