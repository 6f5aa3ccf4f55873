"""How the dice of this game are read: always to the point, so that odds have few branches."""

from __future__ import annotations

from functools import cache

from adjudge.engine import Reading, total

HEADSHOT, KNOCK_BACK, NO_EFFECT = "headshot", "knock-back", "no effect"
WOUND, LAST_WOUND = "wound", "last wound"
"""What a headshot is to those who take wounds."""
REMOVED = "removed"
"""What a point in a fight is to those who take none."""
EATEN, BITTEN, UNHARMED = "eaten", "bitten", "unharmed"
KILLED, HURT = "killed", "hurt"
"""What `EATEN` and `BITTEN` are if no zed did it."""


@cache
def reaches(needed: int, natural: bool = False) -> Reading[bool]:
    """1d6, that number or more. With `natural` a 6 always does and a 1 never (ruling.natural-six)."""
    number = min(max(needed, 2), 6) if natural else needed
    return total(1).map(lambda face: face >= number, f"1d6, {number} or more" if 1 < number < 7 else "1d6")


@cache
def is_odd() -> Reading[bool]:
    """grab.trigger: odd is a grab."""
    return total(1).map(lambda face: face % 2 == 1, "1d6, odd is a grab")


@cache
def damage(bonus: int) -> Reading[str]:
    """table.shooting-results (ruling.injury-die-limits: beyond the ends counts as the end)."""
    return total(1).map(lambda face: shooting_result(face + bonus), f"{total(1, plus=bonus).label} damage")


def shooting_result(score: int) -> str:
    return HEADSHOT if score >= 5 else KNOCK_BACK if score >= 3 else NO_EFFECT


@cache
def injury(modifier: int) -> Reading[str]:
    """table.survivor-injury."""
    return total(1).map(lambda face: injury_result(face + modifier), f"{total(1, plus=modifier).label} injury")


def injury_result(score: int) -> str:
    return EATEN if score >= 5 else BITTEN if score >= 3 else UNHARMED


@cache
def lead(survivor: int, zeds: int) -> Reading[int]:
    """One die each (melee.one-die-per-side): how many points the survivor is ahead; less than 0 is behind."""
    label = f"{total(1, plus=survivor).label} against {total(1, plus=zeds).label}"
    plain: Reading[int] = Reading((6, 6), lambda faces: faces[0] + survivor - faces[1] - zeds, label, hands=(1, 1))
    return plain.saying(lambda ahead: f"ahead by {ahead}" if ahead > 0 else f"behind by {-ahead}" if ahead else "level")


@cache
def one_of(number: int) -> Reading[int]:
    """An even choice by a die: 0 to number - 1."""
    reading = total(1, number).map(lambda face: face - 1, f"1d{number}, who or where")
    return reading.saying(lambda index: f"number {index + 1}")


@cache
def card(left: tuple[tuple[str, int], ...]) -> Reading[str]:
    """The top card of a shuffled deck, when only the composition is known: each card left is equally likely."""
    kinds = tuple(kind for kind, count in left for _ in range(count))
    label = "the top card of " + ", ".join(f"{count} {kind}" for kind, count in left if count)
    return total(1, len(kinds)).map(lambda face: kinds[face - 1], label).as_card()
