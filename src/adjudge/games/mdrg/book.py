"""The numbers and names of the book: every file of `data/` as frozen values, read once."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from adjudge.engine import Reading, d66, total
from adjudge.engine.errors import AdjudgeError

T = TypeVar("T")

Stick = Literal["short", "medium", "long"]
CELLS = "cells"
"""Energy Cells that lie about in a heap."""

STICKS: tuple[Stick, ...] = ("short", "medium", "long")

Kind = Literal["type", "species", "skill", "physical", "mental", "feature"]
GearKind = Literal["gun", "missile", "hand-weapon", "canister", "grenade", "armor", "generator", "drug", "tool"]


class BadData(AdjudgeError):
    """A file of the game's data cannot be read. Cure: mend the entry and field that the message names."""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table: the results it stands for, and what it gives, lets choose, or leaves to a die."""

    on: tuple[int, int]
    gives: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    die: tuple[str, ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        return self.gives or self.choose or self.die

    @property
    def text(self) -> str:
        return " or ".join(self.entries)


class RandomTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is rolled on."""

    dice: Literal["d6", "2d6", "d66"]
    rule: str
    rows: tuple[Row, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        """Everything the table can give, each once."""
        return tuple(dict.fromkeys(entry for row in self.rows for entry in row.entries))


class Grant(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of equipment, a roll on another table, or a number of something: dice plus a number."""

    item: str = ""
    table: str = ""
    stock: Literal["", "food", "cells"] = ""
    dice: int = 0
    plus: int = 0


class EquipmentRow(Struct, frozen=True, forbid_unknown_fields=True, rename={"instead": "or"}):
    """A row of the Equipment Table; `instead` is what the owner may take in place of the first."""

    on: tuple[int, int]
    grants: tuple[Grant, ...]
    instead: tuple[Grant, ...] = ()


class EquipmentTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The Equipment Table."""

    dice: Literal["2d6"]
    rule: str
    rows: tuple[EquipmentRow, ...]


class Food(Struct, frozen=True, forbid_unknown_fields=True):
    """What a model uses up in a week."""

    food: int = 0
    cells: int = 0


class CharacterType(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One of the character types. A type without a Quality is not made by the tables."""

    name: str
    rule: str
    quality: Annotated[int, Meta(ge=2, le=6)] | None = None
    combat: int | None = None
    traits: tuple[str, ...] = ()
    skills: int = 0
    skill_rolls: int = 0
    equipment: int = 0
    features: int = 0
    physical: str = ""
    slots: int = 1
    artifacts: int = 0
    handless: str = ""
    gift: str = ""
    sacrifice: int = 0
    eats: Food = Food()


class Species(Struct, frozen=True, forbid_unknown_fields=True):
    """A species package of Mutated Animals. `climbs`: the only things it climbs, if not everything."""

    name: str
    rule: str
    mutations: int
    traits: tuple[str, ...] = ()
    climbs: tuple[str, ...] = ()


class SpecialEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a special rule, where it comes from, and the table that fills in its detail."""

    name: str
    kind: Kind
    rule: str
    detail: str = ""


class Gear(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that can be carried. `body`: only one of these is worn; `apart`: what it is never worn with."""

    name: str
    kind: GearKind
    rule: str
    body: bool = False
    apart: tuple[str, ...] = ()


class Arm(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon as it is shot or thrown: a row of the Ranged Weapons Table with the names of its traits.

    ranged.high-tech-definition: those with `cells` are high tech. `litter` lies about wherever one stands.
    """

    name: str
    range: Stick
    bonus: int = 0
    combat: int | None = None
    hth: int | None = None
    hands: int = 1
    energy: str = ""
    cells: bool = False
    primitive: bool = False
    thrown: bool = False
    blast: bool = False
    natural: bool = False
    projected: bool = False
    material: bool = False
    litter: bool = False
    traits: tuple[str, ...] = ()
    id: str = ""


class Bases(Struct, frozen=True, forbid_unknown_fields=True):
    """Diameters by size."""

    normal: float
    big: float
    huge: float


class Sticks(Struct, frozen=True, forbid_unknown_fields=True):
    """The lengths of the three sticks."""

    short: float
    medium: float
    long: float


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that depends on the size of the miniatures."""

    sticks: Sticks
    board: float
    bases: Bases


class TerrainWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces that a generated table holds; sizes are shares of the Short stick."""

    kind: str
    count: int
    smallest: float
    largest: float
    round: bool = False


class FieldNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `field.toml`."""

    scale: dict[str, Scale]
    terrain: tuple[TerrainWish, ...]


class ScenarioEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Scenarios table: its roll, what it is about, the rule of its rewards, and the Food among them."""

    name: str
    roll: int
    goal: str
    rule: str
    food: Grant = Grant()


def _load(file: str, kind: Any) -> Any:
    text = resources.files(__package__).joinpath("data", file).read_text("utf-8")
    try:
        return msgspec.toml.decode(text, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise BadData(f"data/{file} cannot be read: {error}") from None


# human.profile, mutant.profile, animal.profile, plant.profile, android.profile, robot.profile, wretched.profile:
# Quality (profile.quality) and Combat (profile.combat) of each type, and what it rolls for
TYPES: dict[str, CharacterType] = _load("types.toml", dict[str, CharacterType])
CREATED_TYPES = tuple(name for name, kind in TYPES.items() if kind.quality is not None)
# animal.horse, animal.canine, animal.feline, animal.monkey, animal.aquatic, animal.turtle, animal.insect-wingless,
# animal.insect-winged, animal.spider, animal.bird, animal.flightless-bird, animal.swine-sheep, animal.bear, animal.rat
SPECIES: dict[str, Species] = _load("species.toml", dict[str, Species])
SPECIALS: dict[str, SpecialEntry] = _load("specials.toml", dict[str, SpecialEntry])
GEAR: dict[str, Gear] = _load("gear.toml", dict[str, Gear])
TABLES: dict[str, RandomTable] = _load("tables.toml", dict[str, RandomTable])
EQUIPMENT: EquipmentTable = _load("equipment-table.toml", EquipmentTable)
FIELD: FieldNumbers = _load("field.toml", FieldNumbers)
# scenario.smoke-victory, scenario.orchard-rewards, scenario.rustlers-victory, scenario.artifact-hunt-rewards,
# scenario.military-rewards, scenario.wasteland-rewards: each winner has one Advance and the loot besides
SCENARIOS: dict[str, ScenarioEntry] = _load("scenarios.toml", dict[str, ScenarioEntry])
# weapon-row.thrown-rock, weapon-row.javelin-axe, weapon-row.sonic-stunner, weapon-row.flamethrower,
# weapon-row.death-ray-gun, weapon-row.bow-crossbow, weapon-row.pistol, weapon-row.shotgun, weapon-row.assault-rifle,
# weapon-row.web-gun, weapon-row.quills, weapon-row.laser-gun, weapon-row.nanite-gun, weapon-row.needler,
# weapon-row.electric-gun, weapon-row.grenades; equipment.assault-rifle, equipment.flamethrower, equipment.nanite-gun,
# equipment.pistol, equipment.shotgun
ARMS: dict[str, Arm] = {
    id: msgspec.structs.replace(arm, id=id) for id, arm in _load("arms.toml", dict[str, Arm]).items()
}


@cache
def roll_on(name: str) -> Reading[str]:
    """The dice of a table, read as the text of the row they hit."""
    table = TABLES[name]
    texts = {face: row.text for row in table.rows for face in range(row.on[0], row.on[1] + 1)}
    return _dice(table.dice).map(lambda face: texts[face], f"{table.dice} on {name}")


@cache
def row_of(name: str, text: str) -> Row:
    """The row of that text."""
    return next(row for row in TABLES[name].rows if row.text == text)


@cache
def roll_scenario() -> Reading[str]:
    """The Scenarios table's die, read as the id of the scenario."""
    ids = {entry.roll: id for id, entry in SCENARIOS.items()}
    return total(1).map(lambda face: ids[face], "d6 on scenarios").saying(lambda id: SCENARIOS[id].name)


@cache
def roll_equipment() -> Reading[int]:
    """The Equipment Table's dice, read as the number of the row they hit."""
    rows = {face: i for i, row in enumerate(EQUIPMENT.rows) for face in range(row.on[0], row.on[1] + 1)}
    return total(2).map(lambda face: rows[face], "2d6 on equipment")


def _dice(dice: str) -> Reading[int]:
    """Six-sided dice only (dice.d6): one, the sum of two, or tens and units (dice.d66)."""
    return d66() if dice == "d66" else total(2 if dice == "2d6" else 1)


def name_of(rule: str) -> str:
    """The name of a special rule or item with its detail, as a sheet prints it."""
    plain, detail = split(rule)
    entry = SPECIALS.get(plain) or GEAR.get(plain) or ARMS.get(plain)
    return f"{entry.name if entry else plain} ({detail})" if detail else entry.name if entry else plain


@cache
def split(trait: str) -> tuple[str, str]:
    """`absorption (heat)` as its id and its detail."""
    plain, bracket, rest = trait.partition(" (")
    return plain, rest.removesuffix(")") if bracket else ""


def is_litter(item: str) -> bool:
    """Whether a thing lies about everywhere, so that nobody counts it."""
    return item in ARMS and ARMS[item].litter


def with_detail(trait: str, detail: str) -> str:
    """The id with its detail in brackets."""
    return f"{trait} ({detail})" if detail else trait


@cache
def title_of(rule: str) -> str:
    """What the rule of a special rule or an item is called: by its name, where it has one."""
    names = {entry.rule: entry.name for entry in SPECIALS.values()} | {item.rule: item.name for item in GEAR.values()}
    return names.get(rule) or rule.partition(".")[2].replace("-", " ")
