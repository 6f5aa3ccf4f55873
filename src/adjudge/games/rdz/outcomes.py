"""What attacks, rolls and whole Combats come to, as data. `wording.py` puts it into words."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Fate = Literal["missed", "evaded", "unharmed", "stopped", "wounded", "gave up", "killed"]

MISSED: Literal["missed"] = "missed"
EVADED: Literal["evaded"] = "evaded"
UNHARMED: Literal["unharmed"] = "unharmed"
STOPPED: Literal["stopped"] = "stopped"
WOUNDED: Literal["wounded"] = "wounded"
GAVE_UP: Literal["gave up"] = "gave up"
KILLED: Literal["killed"] = "killed"

FATES: tuple[Fate, ...] = (MISSED, EVADED, UNHARMED, STOPPED, WOUNDED, GAVE_UP, KILLED)
"""What may become of a target, the worst last."""
OUT = (GAVE_UP, KILLED)
"""Of whom nothing is left to attack."""


class Verdict(Struct, frozen=True, gc=False):
    """What one attack does to one figure, before it is done."""

    fate: Fate
    lost: int = 0
    """Life Points."""
    spent: str = ""
    """The Regulator whose reroll it took."""


class Toll(Struct, frozen=True):
    """What an area attack does to all: how many it kills."""

    killed: int


class Struck(Struct, frozen=True):
    """What became of one of several that were attacked."""

    name: str
    fate: Fate


class ArmorLeft(Struct, frozen=True):
    """Whether a hit was stopped, and the Armor after it."""

    is_stopped: bool
    armor: int


class Trouble(Struct, frozen=True):
    """What a Sector holds: what Dregs and Zombies need to be met; nothing if it is quiet."""

    dregs: Literal["", "met", "rarity", "rerolled"] = ""
    zombies: Literal["", "met", "rarity", "rerolled"] = ""


class Met(Struct, frozen=True):
    """How many enemies a Sector holds."""

    enemies: int


class Order(Struct, frozen=True):
    """In which order figures attack; those who are tied stand together."""

    places: tuple[tuple[str, ...], ...]


class Fought(Struct, frozen=True):
    """How a Combat ended, and how many Regulators it cost."""

    end: Literal["won", "broke off", "lost"]
    regulators_lost: int = 0


class Healed(Struct, frozen=True):
    """Life Points that a figure gets back."""

    life_points: int


def worst(fates: list[Fate]) -> Fate:
    """What several attacks on one figure come to."""
    return max(fates, key=FATES.index, default=MISSED)
