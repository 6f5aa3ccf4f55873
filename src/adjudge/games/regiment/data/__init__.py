"""The numbers and names of The Regiment, read once from the files beside this one.

A mistake in a file is refused with the file, the entry and the field. Nothing here decides anything: what a tag or a
move does is in `rules/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from adjudge.engine.errors import BadInput
from adjudge.engine.rulebook import rulebook_of
from adjudge.story.sessions import SoFar
from adjudge.story.sheets import read

K = TypeVar("K", bound=Struct)

Stat = Literal["battle", "guts", "leadership", "lucky", "tactics"]
STATS: tuple[Stat, ...] = ("battle", "guts", "leadership", "lucky", "tactics")

Band = Literal["tight", "close", "near", "far", "extreme"]
BANDS: tuple[Band, ...] = ("tight", "close", "near", "far", "extreme")

Volume = Literal["incidental", "direct", "concentrated"]
VOLUMES: tuple[Volume, ...] = ("incidental", "direct", "concentrated")

Facing = Literal["front", "side", "rear", "top"]
FACINGS: tuple[Facing, ...] = ("front", "side", "rear", "top")

Tag = Literal[
    "ap", "area", "autofire", "breach", "burn", "expend", "heat", "indirect", "loud", "messy", "ordnance", "quick",
    "quiet", "reload", "setup", "spray", "suppress", "terror",
]  # fmt: skip

Count = Annotated[int, Meta(ge=0, le=20)]


class TrackLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A track of boxes, and after which of them the line stands."""

    boxes: int
    line: int


class Improvement(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to take for a full track of xp."""

    id: str
    title: str
    times: int
    after: int
    """How many others must be taken before."""
    rule: str


class VehicleConditions(Struct, frozen=True, forbid_unknown_fields=True):
    major: tuple[str, ...]
    minor: tuple[str, ...]
    systems: tuple[str, ...]


class RallyHold(Struct, frozen=True, forbid_unknown_fields=True):
    strong: int
    weak: int


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Every number of the book that is not in a table of its own."""

    strong_hit: int
    weak_hit: int
    highest_stat: int
    lowest_bond: int
    highest_bond: int
    gear: int
    three_gear: int
    explosives_kit: int
    gear_of_supply: int
    supply: int
    chosen_moves: int
    bonds: tuple[int, ...]
    xp: int
    advanced_after: int
    final_after: int
    most_smokes_for_steam: int
    most_smokes_for_petition: int
    rally_hold: RallyHold
    jackpot: int
    usual_find: int
    major_intel: int
    heat: int
    strength: int
    down_at: int
    team: int
    teams_on_the_sheet: int
    small_group: int
    unit_dice: int
    destroyed_at: int
    disabled_at: int
    clock: int
    burning_exchanges: int
    breach: int
    passenger_cover: int
    hatch_cover: int
    lowest_op: int
    highest_op: int
    time_scale: tuple[str, ...]
    tracks: dict[Literal["wounds", "stress"], TrackLine]
    volume: dict[Volume, tuple[tuple[int, int], ...]]
    bands: dict[Band, int]
    cover: dict[str, str]
    """defence.cover-ratings: what gives how much."""
    conditions: VehicleConditions
    improvement: tuple[Improvement, ...]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon: its dice, where it shoots best, and what else is to be known of it."""

    title: str
    dice: Count
    bands: tuple[Band, ...]
    rule: str
    tags: tuple[Tag, ...] = ()
    crew: Annotated[int, Meta(ge=0, le=6)] = 0
    fixed: Count = 0
    """Dice of a bayonet that is fixed to a rifle."""
    kind: Literal["", "rifle", "hand", "thrown", "mine", "heavy", "vehicle"] = ""


class VehicleKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle as the book lists it."""

    title: str
    crew: int
    weapons: tuple[str, ...]
    rule: str
    armor: dict[Facing, int] | None = None
    advantages: tuple[str, ...] = ()


class StatSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A set of stats, taken whole."""

    battle: int
    guts: int
    leadership: int
    lucky: int
    tactics: int

    def as_stats(self) -> dict[Stat, int]:
        return {stat: getattr(self, stat) for stat in STATS}


class Loadout(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice of weapons."""

    id: str
    title: str
    weapons: tuple[str, ...]
    rule: str = "creation.loadout"
    either: tuple[str, ...] = ()
    """One of these besides."""
    items: tuple[str, ...] = ()


class Playbook(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of soldier is made from."""

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{1,29}$")]
    title: str
    ranks: Annotated[tuple[str, ...], Meta(min_length=1)]
    smokes: Annotated[int, Meta(ge=0, le=12)]
    signature: str
    moves: Annotated[tuple[str, ...], Meta(min_length=2)]
    loadout: Annotated[tuple[Loadout, ...], Meta(min_length=1)]
    stat_set: tuple[StatSet, ...] = ()
    stat_array: tuple[int, ...] = ()
    armor: Annotated[int, Meta(ge=0, le=3)] = 0
    also_weapons: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """Lists to choose from."""

    profiles: tuple[str, ...]
    backgrounds: tuple[str, ...]
    ranks: tuple[Rank, ...]
    names: tuple[str, ...]
    keepsakes: tuple[str, ...]


class BasicMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that everybody has, in a few words."""

    id: str
    title: str
    group: str
    roll: str
    rule: str
    cost: str = ""
    strong: str = ""
    weak: str = ""
    miss: str = ""


class PlaybookMove(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a playbook's move; its rule is its id."""

    rule: str
    title: str
    playbook: str


class GmMove(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    told: str = ""
    """How it sounds in the journal; a move that leads to another says nothing of its own."""

    @property
    def kind(self) -> str:
        return self.id.partition("/")[0]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle plan."""

    id: str
    title: str
    goal: str
    methods: tuple[str, ...]
    considerations: tuple[str, ...]
    rule: str


Pips = Annotated[int, Meta(ge=0, le=99)]
BothSides = tuple[Annotated[int, Meta(ge=0, le=6)], Annotated[int, Meta(ge=0, le=6)]]
"""Marks left and right of the line of a track."""


class ForwardData(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A forward that has not been used yet."""

    amount: Annotated[int, Meta(ge=-3, le=3)]
    source: Annotated[str, Meta(max_length=80)]
    rule: Annotated[str, Meta(max_length=80)]
    scope: Annotated[str, Meta(max_length=80)] = ""


class Service(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the war has made of a soldier since the first day: what a session leaves on the sheet."""

    player: Annotated[int, Meta(description="whose soldier it is; 0: nobody plays them now", ge=0, le=6)] = 0
    gear: Pips = 6
    kit: Pips = 0
    """Gear of an explosives kit."""
    smokes: Pips = 0
    xp: Pips = 0
    improvements: Annotated[tuple[str, ...], Meta(max_length=30)] = ()
    """In the order in which they were taken."""
    wounds: BothSides = (0, 0)
    stress: BothSides = (0, 0)
    critical: bool = False
    broken: bool = False
    weapons: Annotated[tuple[str, ...], Meta(max_length=30)] = ()
    tough: Annotated[int, Meta(description="tough that the GM has given or taken by hand", ge=-9, le=9)] = 0
    grit: Annotated[int, Meta(description="grit that the GM has given or taken by hand", ge=-9, le=9)] = 0
    forward: Annotated[tuple[ForwardData, ...], Meta(max_length=20)] = ()


class SoldierData(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A soldier as a file gives one: what was chosen, in the order of the sheet, and what has come of it since."""

    playbook: str
    rank: str
    name: str
    profile: str
    background: str
    stats: dict[Stat, int]
    moves: tuple[str, ...]
    loadout: str
    either: str = ""
    """Which of the grenades, if the loadout leaves a choice."""
    personal_item: str = ""
    deployment: str = ""
    bonds: dict[str, int] = {}
    """By the names of the people."""
    service: Service | None = None
    """Sessions behind them; none: a new soldier."""
    book: Playbook | None = None
    """The playbook itself, if it is one that a table wrote (story.playbook-file)."""


class Fallen(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A soldier who is no longer in the war."""

    name: Annotated[str, Meta(max_length=100)]
    fate: Literal["dead", "home"]
    session: Annotated[int, Meta(ge=1, le=1000)] = 1


class Behind(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An operation that is over."""

    operation: str
    accomplished: bool = False


class ClockData(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    title: Annotated[str, Meta(max_length=100)]
    end: Annotated[str, Meta(max_length=300)]
    steps: Annotated[int, Meta(ge=2, le=12)] = 6
    fails: bool = False
    """Whether its end is the end of the operation."""
    marked: Annotated[int, Meta(ge=0, le=12)] = 0


class SquadData(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The squad between two sessions (story.next-session): everybody, what they have in common, and what goes on."""

    soldiers: Annotated[tuple[SoldierData, ...], Meta(max_length=24)]
    name: Annotated[str, Meta(max_length=80)] = "1st Squad"
    leader: Annotated[str, Meta(max_length=100)] = ""
    op: Annotated[int, Meta(ge=-9, le=9)] = 0
    supply: Pips = 0
    intel: Pips = 0
    forward: Annotated[tuple[ForwardData, ...], Meta(max_length=20)] = ()
    to_make: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=12)] = ()
    """Players who have one more soldier to make (improve.new-character)."""
    fallen: Annotated[tuple[Fallen, ...], Meta(max_length=200)] = ()
    operations: Annotated[tuple[Behind, ...], Meta(max_length=200)] = ()
    clocks: Annotated[tuple[ClockData, ...], Meta(max_length=20)] = ()
    playbooks: Annotated[tuple[Playbook, ...], Meta(max_length=8)] = ()
    """Those that the table wrote itself."""
    story: SoFar = SoFar()


class PlaceData(Struct, frozen=True, forbid_unknown_fields=True):
    """A spot of an operation's map."""

    id: str
    name: str
    bands: dict[str, Band] = {}
    inside: Band = "close"
    cover: Annotated[int, Meta(ge=0, le=3)] = 0
    concealment: bool = False
    unseen: tuple[str, ...] = ()
    """Places that cannot be seen from here, nor see in."""
    growth: bool = False
    """Whether there is greenery in which a ghillie suit vanishes."""
    note: str = ""


class TeamData(Struct, frozen=True, forbid_unknown_fields=True):
    """NPCs of an operation."""

    id: str
    name: str
    side: Literal["friend", "enemy"]
    place: str
    weapons: tuple[str, ...]
    soldiers: Annotated[int, Meta(ge=1, le=20)] = 5
    cover: Annotated[int, Meta(ge=0, le=3)] = 0
    concealed: bool = False
    hidden: bool = False
    high_value: bool = False
    notes: str = ""


class VehicleData(Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle of an operation."""

    id: str
    name: str
    kind: str
    side: Literal["friend", "enemy"]
    place: str
    hidden: bool = False


ObjectiveKind = Literal["clear", "hold", "find", "destroy", "reach"]


class ObjectiveData(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is to be done: a place cleared, held or reached, a unit found or put out of action."""

    title: str
    kind: ObjectiveKind
    place: str = ""
    unit: str = ""
    exchanges: Annotated[int, Meta(ge=0, le=10)] = 0


class Operation(Struct, frozen=True, forbid_unknown_fields=True):
    """An operation: the ground in range bands, who is on it, what is to be done."""

    id: str
    title: str
    briefing: str
    goal: str
    place: Annotated[tuple[PlaceData, ...], Meta(min_length=1)]
    start: str
    dark: bool = False
    """Whether it is night."""
    supply: int = 3
    plan: str = ""
    team: tuple[TeamData, ...] = ()
    vehicle: tuple[VehicleData, ...] = ()
    clock: tuple[ClockData, ...] = ()
    objective: tuple[ObjectiveData, ...] = ()
    told: dict[str, tuple[str, ...]] = {}
    """How clocks and objectives sound in the story, by their titles: a clock step by step."""


class Sentences(Struct, frozen=True, forbid_unknown_fields=True):
    """How the journal sounds when it is told again: sentences for each kind of beat, and for the GM's moves."""

    say: dict[str, tuple[str, ...]]
    gm: dict[str, tuple[str, ...]]


class _Weapons(Struct, frozen=True, forbid_unknown_fields=True):
    weapon: dict[str, Weapon]


class _Vehicles(Struct, frozen=True, forbid_unknown_fields=True):
    vehicle: dict[str, VehicleKind]


class _Moves(Struct, frozen=True, forbid_unknown_fields=True):
    basic: tuple[BasicMove, ...]
    playbook: tuple[PlaybookMove, ...]


class _GmMoves(Struct, frozen=True, forbid_unknown_fields=True):
    move: tuple[GmMove, ...]


class _Soldiers(Struct, frozen=True, forbid_unknown_fields=True):
    soldier: tuple[SoldierData, ...]


class _Plans(Struct, frozen=True, forbid_unknown_fields=True):
    plan: tuple[Plan, ...]


@cache
def numbers() -> Numbers:
    return _read(Numbers, "numbers.toml")


@cache
def weapons() -> dict[str, Weapon]:
    """Every weapon of the book, by its id.

    Small arms: weapon.sidearm, weapon.battle-rifle, weapon.carbine, weapon.automatic-rifle, weapon.smg,
    weapon.precision-rifle, weapon.lmg, weapon.shotgun; by hand: weapon.entrenching-tool, weapon.combat-knife,
    weapon.bayonet; grenades and rockets: weapon.frag-grenade, weapon.smoke-grenade, weapon.rifle-grenade,
    weapon.at-rocket; heavy: weapon.hmg, weapon.bazooka, weapon.flamethrower, weapon.mortar-light, weapon.mortar-heavy;
    unusual: weapon.molotov, weapon.satchel-charge, weapon.ap-mine, weapon.av-mine; of the operator:
    weapon.assault-rifle, weapon.saw, weapon.smg-suppressor, weapon.sidearm-suppressor. AP means nothing to people
    (ruling.vehicle-ap-vs-people); what the scan garbled is repaired (ruling.ocr-repairs).
    """
    return _read(_Weapons, "weapons.toml").weapon


@cache
def vehicles() -> dict[str, VehicleKind]:
    """vehicle.tank-heavy, vehicle.tank-medium, vehicle.assault-gun, vehicle.armored-car, vehicle.car-recon; the recon
    car's machine gun has 3 dice (ruling.vehicle-3-harm)."""
    found = _read(_Vehicles, "vehicles.toml").vehicle
    for id, kind in found.items():
        demand_known(kind.weapons, weapons(), f"data/vehicles.toml.vehicle.{id}.weapons")
    return found


@cache
def playbooks() -> dict[str, Playbook]:
    """The four of the book."""
    found = [_read(Playbook, f"playbooks/{name}.toml") for name in ("soldier", "medic", "sniper", "operator")]
    for book in found:
        demand_sound(book, f"data/playbooks/{book.id}.toml")
    return {book.id: book for book in found}


@cache
def words() -> Words:
    return _read(Words, "words.toml")


@cache
def basic_moves() -> dict[str, BasicMove]:
    return {move.id: move for move in _read(_Moves, "moves.toml").basic}


@cache
def playbook_moves() -> dict[str, PlaybookMove]:
    return {move.rule: move for move in _read(_Moves, "moves.toml").playbook}


@cache
def move_text(rule: str) -> str:
    """What a playbook's move does, in the rulebook's words."""
    return rulebook_of("adjudge.games.regiment").find(rule).text.removeprefix("Signature move. ")


@cache
def gm_moves() -> dict[str, GmMove]:
    return {move.id: move for move in _read(_GmMoves, "gm-moves.toml").move}


@cache
def sentences() -> Sentences:
    return _read(Sentences, "retelling.toml")


@cache
def plans() -> dict[str, Plan]:
    return {plan.id: plan for plan in _read(_Plans, "plans.toml").plan}


@cache
def ready_soldiers() -> tuple[SoldierData, ...]:
    """Soldiers that come with the game."""
    return _read(_Soldiers, "soldiers.toml").soldier


OPERATIONS = ("culvert", "night-crossing", "free")


@cache
def operations() -> dict[str, Operation]:
    found = [_read(Operation, f"operations/{name}.toml") for name in OPERATIONS]
    for operation in found:
        demand_sound_operation(operation, f"data/operations/{operation.id}.toml")
    return {operation.id: operation for operation in found}


def demand_sound_operation(operation: Operation, what: str) -> None:
    """Refuses an operation that names a place, a weapon, a vehicle or a plan that does not exist."""
    ids = [place.id for place in operation.place]
    demand_known((operation.start,), ids, f"{what}.start")
    for number, place in enumerate(operation.place):
        demand_known(tuple(place.bands), ids, f"{what}.place[{number}].bands")
        demand_known(place.unseen, ids, f"{what}.place[{number}].unseen")
    titles = [it.title for it in operation.clock] + [it.title for it in operation.objective]
    demand_known(tuple(operation.told), titles, f"{what}.told")
    for number, team in enumerate(operation.team):
        demand_known((team.place,), ids, f"{what}.team[{number}].place")
        demand_known(team.weapons, weapons(), f"{what}.team[{number}].weapons")
    for number, vehicle in enumerate(operation.vehicle):
        demand_known((vehicle.place,), ids, f"{what}.vehicle[{number}].place")
        demand_known((vehicle.kind,), vehicles(), f"{what}.vehicle[{number}].kind")
    units = [*(team.id for team in operation.team), *(vehicle.id for vehicle in operation.vehicle)]
    for number, objective in enumerate(operation.objective):
        at = f"{what}.objective[{number}]"
        if objective.kind in ("find", "destroy"):
            demand_known((objective.unit,), units, f"{at}.unit")
        else:
            demand_known((objective.place,), ids, f"{at}.place")
    if operation.plan:
        demand_known((operation.plan,), plans(), f"{what}.plan")


def demand_sound(book: Playbook, what: str) -> None:
    """Refuses a playbook that names what does not exist, or whose stats cannot be chosen."""
    demand_known(book.ranks, [rank.id for rank in words().ranks], f"{what}.ranks")
    demand_known((book.signature,), playbook_moves(), f"{what}.signature")
    demand_known(book.moves, playbook_moves(), f"{what}.moves")
    demand_known(book.also_weapons, weapons(), f"{what}.also_weapons")
    for number, loadout in enumerate(book.loadout):
        demand_known((*loadout.weapons, *loadout.either), weapons(), f"{what}.loadout[{number}].weapons")
    if len({*book.moves, book.signature}) != len(book.moves) + 1:
        raise BadInput(f"{what}.moves", book.moves, "each move once, the signature move not among them")
    _demand_stats(book, what)


def _demand_stats(book: Playbook, what: str) -> None:
    if bool(book.stat_set) == bool(book.stat_array):
        raise BadInput(what, "stat_set and stat_array", "just one of the two")
    if book.stat_array and len(book.stat_array) != len(STATS):
        raise BadInput(f"{what}.stat_array", book.stat_array, f"{len(STATS)} numbers")
    for number, stats in enumerate(book.stat_set):
        for stat, value in stats.as_stats().items():
            _demand_stat(value, f"{what}.stat_set[{number}].{stat}")
    for number, value in enumerate(book.stat_array):
        _demand_stat(value, f"{what}.stat_array[{number}]")


def _demand_stat(value: int, what: str) -> None:
    if not -1 <= value <= numbers().highest_stat - 1:
        raise BadInput(what, value, f"a number from -1 to {numbers().highest_stat - 1}")  # core.stats


def demand_known(names: tuple[str, ...], known: Mapping[str, object] | list[str], what: str) -> None:
    """Refuses a name that stands for nothing."""
    for name in names:
        if name not in known:
            raise BadInput(what, name, f"one of {', '.join(known)}")


def _read(kind: type[K], name: str) -> K:
    return read(kind, _toml(name), f"data/{name}")


def _toml(name: str) -> dict[str, object]:
    found: dict[str, object] = msgspec.toml.decode(resources.files(__name__).joinpath(name).read_text("utf-8"))
    return found
