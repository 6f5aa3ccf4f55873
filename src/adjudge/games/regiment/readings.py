"""How the dice of this game are read: 2d6 as a total, fire as stress and wounds added up, never face by face."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from adjudge.engine import Reading, tally, total
from adjudge.games.regiment.data import Volume, numbers


class Harm(NamedTuple):
    """What an attack inflicts."""

    stress: int
    wounds: int

    @property
    def all(self) -> int:
        return self.stress + self.wounds


NOTHING = Harm(0, 0)


def in_words(harm: Harm) -> str:
    """Harm in a table's words: `1 stress, 2 wounds`."""
    parts = [f"{harm.stress} stress"] if harm.stress else []
    if harm.wounds:
        parts.append(f"{harm.wounds} wound{'s' * (harm.wounds != 1)}")
    return ", ".join(parts) or "nothing"


@cache
def fire(volume: Volume, dice: int) -> Reading[Harm]:
    """vof.table: each die on the row of its volume, all added up."""
    row = tuple(Harm(*cell) for cell in numbers().volume[volume])
    kinds = tuple(dict.fromkeys(row))
    names = tuple(str(kinds.index(cell)) for cell in row)

    def added_up(counts: tuple[int, ...]) -> Harm:
        pairs = list(zip(counts, kinds, strict=True))
        return Harm(sum(n * kind.stress for n, kind in pairs), sum(n * kind.wounds for n, kind in pairs))

    return tally(dice, names).map(added_up, f"{dice}d {volume}").saying(in_words)


@cache
def damage(volume: Volume, dice: int) -> Reading[int]:
    """npc.strength: stress and wounds count alike."""
    return fire(volume, dice).map(lambda harm: harm.all, f"{dice}d {volume}, as damage").saying(lambda n: f"{n} damage")


@cache
def move_roll(plus: int) -> Reading[int]:
    """core.move-roll: the total of 2d6 and all modifiers."""
    return total(2, plus=plus)


@cache
def half_a_die() -> Reading[int]:
    """Half of 1d6, rounded up (ruling.scrounge-amount)."""
    return total(1).map(lambda face: (face + 1) // 2, "half of 1d6")
