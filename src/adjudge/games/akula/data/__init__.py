"""The numbers of the book: cards, kinds of zed, weapons, distances."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct, structs


class Numbers(Struct, frozen=True):
    """Distances in inches, and a few counts."""

    actions: int
    move: float
    carried_move: float
    wrestle_move: float
    grab: float
    contact: float
    """What still counts as touching: typed points are rounded to thousandths."""
    survivor_near: float
    loud_noise: float
    call_made: float
    call_heard: float
    debris_range: float
    extra_target: float
    blast: float
    speed_step: float
    reverse: float
    tank_wounds: int
    tank_bonus: int
    obstacle: float
    base: float
    horde_base: float


class Kind(Struct, frozen=True):
    """A kind of zed: the card it acts on, how far it moves, whether it gets over low obstacles."""

    id: str
    name: str
    letter: str
    card: str
    move: float
    climbs: bool


class Weapon(Struct, frozen=True):
    """A line of table.weapons: its dice (ruling.weapon-lines-stars) and the upper limits of its bands."""

    name: str
    dice: int
    bands: tuple[float, ...]
    damage: int = 0
    damage_rule: str = ""
    blast: bool = False
    thrown: bool = False

    @property
    def reach(self) -> float:
        return self.bands[-1]

    def band(self, distance: float) -> int | None:
        """0 short, 1 medium, 2 long; None out of range (ruling.range-gaps: a band ends at its limit, inclusive)."""
        for number, limit in enumerate(self.bands):
            if distance <= limit + 1e-6:
                return number
        return None


class Blade(Struct, frozen=True):
    """A melee weapon."""

    name: str
    bonus: int = 1
    loud: bool = False


class Mishap(Struct, frozen=True):
    """A line of table.house-loss-of-control: up to which roll, and the share of its speed the vehicle still moves."""

    to: int
    id: str
    share: float


class Tables(Struct, frozen=True):
    """Everything in tables.toml."""

    numbers: Numbers
    deck: dict[str, int]
    kind: tuple[Kind, ...]
    weapon: tuple[Weapon, ...]
    blade: tuple[Blade, ...]
    mishap: tuple[Mishap, ...]


@cache
def text(name: str) -> str:
    """A file of this package."""
    return resources.files(__name__).joinpath(name).read_text("utf-8")


TABLES = msgspec.toml.decode(text("tables.toml"), type=Tables)
NUMBERS = TABLES.numbers
KINDS = {kind.id: kind for kind in TABLES.kind}


@cache
def called(zed: str) -> str:
    """A zed as people say it: Shambler 3, not shambler-3."""
    kind, _, number = zed.rpartition("-")
    return f"{KINDS[kind].name} {number}" if kind in KINDS else zed


WEAPONS = {weapon.name: weapon for weapon in TABLES.weapon}
BLADES = {blade.name: blade for blade in TABLES.blade}


def blade_of(weapon: str) -> Blade | None:
    """A melee weapon by its class, or by any name with its class behind it: `Grandpa's cleaver (knife)`."""
    name, bracket, kind = weapon.partition(" (")
    known = BLADES.get(kind.removesuffix(")") if bracket else name)
    return structs.replace(known, name=name) if known else None


BANDS = ("short", "medium", "long")
NEEDED = (4, 5, 6)
"""shooting.range-bands: what hits at short, medium and long range."""
