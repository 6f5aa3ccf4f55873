"""How dice are read: a hand of a contest as it lies, a check against its target, a test against its number."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from adjudge.engine import Reading, in_order, total
from adjudge.engine.dice import name_dice
from adjudge.games.regulus.state import Hand


@cache
def hand(sides: Hand) -> Reading[Hand]:
    """The faces as they lie, sorted within each size of die."""
    reading = in_order(*sides).map(lambda faces: tidy(sides, faces), name_dice(sides))
    reading.words = listed
    return reading


@cache
def tidy(sides: Hand, faces: Hand) -> Hand:
    """Faces sorted within each size of die: which of two d6 shows what makes no difference."""
    eights = sides.count(8)
    return (*sorted(faces[:eights]), *sorted(faces[eights:]))


@cache
def listed(faces: Hand) -> str:
    return ", ".join(map(str, faces))


class Checked(NamedTuple):
    """What a check comes to. Without a roll there is no total."""

    total: int | None
    passed: bool


@cache
def check_reading(level: int, target: int, certain: str) -> Reading[Checked]:
    """check.roll: 2d6 plus level; check.pass: equal is enough; nothing is automatic (ruling.check-certain-results)."""

    def judge(faces: tuple[int, ...]) -> Checked:
        made = sum(faces) + level
        if certain == "double-six" and faces == (6, 6):
            return Checked(made, True)
        return Checked(made, made >= target and not (certain == "double-one" and faces == (1, 1)))

    reading = in_order(6, 6).map(judge, f"2d6+{level} against {target}")
    reading.words = lambda checked: f"{checked.total}, {'passed' if checked.passed else 'failed'}"
    return reading


@cache
def test_reading(target: int) -> Reading[str]:
    """test.roll: equal or higher is a success. A 1 has no other meaning."""
    return total(1).map(lambda face: "success" if face >= target else "failure", f"1d6, {target}+")
