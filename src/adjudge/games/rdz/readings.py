"""How the dice of this game are read: always to the point, so that odds have few branches.

All dice are six-sided, and but for Damage a hand is one or two of them (setup.components).

An attack is read as a margin: negative for a miss, else the highest margin reached of those that matter to somebody's
ability, 0 if none does (attack.hit: equal totals hit).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import TypeVar

from adjudge.engine import Reading, total
from adjudge.engine.dice import Faces, Outcomes, against, merge

MISS = -1

T = TypeVar("T", bound=Hashable)


def _margin_of(margins: tuple[int, ...]) -> Callable[[int], int]:
    """Reads a lead (one total less the other) as a margin."""
    if not margins:
        return lambda lead: 0 if lead >= 0 else MISS
    if len(margins) == 1:
        (only,) = margins
        return lambda lead: MISS if lead < 0 else only if lead >= only else 0
    return lambda lead: MISS if lead < 0 else max((m for m in margins if lead >= m), default=0)


def _verdict(margin: int) -> str:
    if margin < 0:
        return "miss"
    return f"hit by {margin} or more" if margin else "hit"


def _label(attack: int, defence: int) -> str:
    return f"{total(2, plus=attack).label} against {total(2, plus=defence).label}"


def type_roll(names: Mapping[int, str]) -> Reading[int]:
    """d66: the code of a type, told by its name."""
    return Reading((6, 6), lambda faces: faces[0] * 10 + faces[1], "d66").saying(lambda code: names[code])


def target_roll(names: Mapping[int, str]) -> Reading[int]:
    """One die: which Regulator an enemy means, told by name."""
    return Reading((6,), lambda faces: faces[0], "1d6").saying(lambda die: names[die])


@cache
def places_roll(number: int) -> Reading[tuple[int, ...]]:
    """A die each, read as the places that they give: 0 for the highest die, equal dice on equal places."""

    def read(faces: Faces) -> tuple[int, ...]:
        highest_first = sorted(set(faces), reverse=True)
        return tuple(highest_first.index(face) for face in faces)

    reading = Reading((6,) * number, read, f"{number}d6, a die each, the highest first")
    return reading.saying(lambda places: "places " + ", ".join(str(place + 1) for place in places))


@cache
def attack_roll(attack: int, defence: int, margins: tuple[int, ...] = ()) -> Reading[int]:
    """2d6 and a Combat Skill on either side, read as a margin."""
    edge, margin = attack - defence, _margin_of(margins)
    read: Callable[[Faces], int]
    if margins:
        read = lambda faces: margin(faces[0] + faces[1] - faces[2] - faces[3] + edge)  # noqa: E731
    else:
        read = lambda faces: 0 if faces[0] + faces[1] - faces[2] - faces[3] + edge >= 0 else MISS  # noqa: E731
    label = _label(attack, defence)
    reading = Reading((6,) * 4, read, label, weigh=lambda: _weigh(edge, margin, MISS), hands=(2, 2))
    return reading.saying(_verdict)


@cache
def attack_roll_noting_defence(attack: int, defence: int, margins: tuple[int, ...] = ()) -> Reading[int]:
    """The same where a miss may be rolled again: it reads as minus the number that the attacker's dice need to hit."""
    edge, margin = attack - defence, _margin_of(margins)

    def read(faces: Faces) -> int:
        needed = faces[2] + faces[3] - edge
        lead = faces[0] + faces[1] - needed
        return margin(lead) if lead >= 0 else -needed if needed < 13 else -13

    label = _label(attack, defence)
    reading = Reading((6,) * 4, read, label, weigh=lambda: _weigh(edge, margin, None), hands=(2, 2))
    return reading.saying(_verdict)


def _weigh(edge: int, margin: Callable[[int], int], miss: int | None) -> Outcomes[int]:
    pairs = against(total(2), total(2)).outcomes
    return merge((_value(first, second - edge, margin, miss), weight) for (first, second), weight in pairs)


def _value(thrown: int, needed: int, margin: Callable[[int], int], miss: int | None) -> int:
    if thrown >= needed:
        return margin(thrown - needed)
    return -min(needed, 13) if miss is None else miss


@cache
def attack_again(needed: int, margins: tuple[int, ...] = ()) -> Reading[int]:
    """The attacker's 2d6 once more, against a defence that stands."""
    margin = _margin_of(margins)
    return _sum_of_two(lambda thrown: margin(thrown - needed), f"2d6, {needed} or more hits").saying(_verdict)


@cache
def defence_roll(attack_total: int, defence: int, margins: tuple[int, ...] = ()) -> Reading[int]:
    """One target's 2d6 against the one total of an area attack, read as the attack's margin."""
    lead, margin = attack_total - defence, _margin_of(margins)
    label = f"{total(2, plus=defence).label} against {attack_total}"
    return _sum_of_two(lambda thrown: margin(lead - thrown), label).saying(_verdict)


@cache
def damage_roll(dice: int, enough: int) -> Reading[int]:
    """Damage dice; beyond what is enough to kill, the number does not matter."""
    reading = total(dice).map(lambda thrown: thrown if thrown < enough else enough, f"{dice}d6 Damage")
    reading.read = lambda faces: min(sum(faces), enough)
    return reading.saying(lambda lost: f"{lost}, which is enough" if lost == enough else str(lost))


@cache
def armor_roll(armor: int) -> Reading[bool]:
    """Whether 2d6 are at most the Armor (armor.roll)."""
    return _sum_of_two(lambda thrown: thrown <= armor, f"2d6, {armor} or less stops the hit").saying(
        lambda stopped: "stopped" if stopped else "not stopped"
    )


@cache
def rarity_roll(factor: int) -> Reading[bool]:
    """Whether 2d6 reach the Rarity Factor (encounter.rarity-roll)."""
    return _sum_of_two(lambda thrown: thrown >= factor, f"2d6, {factor} or more is met").saying(
        lambda met: "met" if met else "not met"
    )


def _sum_of_two(meaning: Callable[[int], T], label: str) -> Reading[T]:
    """2d6 read one step further, from a table of all faces made beforehand."""
    reading = total(2).map(meaning, label)
    pairs = ((first, second) for first in range(1, 7) for second in range(1, 7))
    reading.read = _Faces({bytes(pair): meaning(sum(pair)) for pair in pairs}).__getitem__
    return reading


class _Faces(dict[Faces, T]):
    """What faces are read as. Looking up is the quickest way to read; a simulation hands in bytes, others a tuple."""

    def __missing__(self, faces: Faces) -> T:
        return self[bytes(faces)]
