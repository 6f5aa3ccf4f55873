"""Scenarios and rosters: files become a table to fight on, or an error that names the entry and the field.

A scenario is data (ruling.scenario-missing). The form of a file is described in `data/scenarios.toml` and in
docs/games/akula.md. Squares of 1 inch are only the way a file names places: figures stand in their centres.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from adjudge.engine import MISSING, BadInput
from adjudge.engine.inputs import convert, one_of, parse_toml
from adjudge.field import Circle, FieldError, Ground, Rectangle, Round, Stand
from adjudge.field.maps import Battlemap, Zone, ground_of, map_from_document
from adjudge.field.moving import room
from adjudge.field.points import COMPASS, Point
from adjudge.games.akula.data import BLADES, KINDS, NUMBERS, TABLES, WEAPONS, blade_of, text

Square = tuple[float, float]
Count = Annotated[int, Meta(ge=0, le=60)]
Die = Annotated[int, Meta(ge=0, le=6)]
KindId = Literal["shambler", "fast", "tank", "horde", "liche", "witch"]


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    width: Annotated[float, Meta(gt=4, le=240)]
    depth: Annotated[float, Meta(gt=4, le=240)]


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """deck.composition: how many cards of each kind; the one Joker goes without saying."""

    red: Count = TABLES.deck["red"]
    number: Count = TABLES.deck["number"]
    royal: Count = TABLES.deck["royal"]
    ace: Count = TABLES.deck["ace"]


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    infection: bool = False


class Opening(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: Literal["door", "window"]
    at: Square
    closed: bool = False


class Scenery(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    kind: Literal["solid", "building", "vehicle", "low"]
    rect: tuple[float, float, float, float]
    openings: tuple[Opening, ...] = ()


class VehicleEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    rect: tuple[float, float, float, float]
    facing: Literal["east", "north", "west", "south"]
    seats: Annotated[int, Meta(ge=1, le=12)]
    top_speed: Annotated[float, Meta(ge=0, le=60)]
    start: Die = 0
    apc: bool = False


class SurvivorEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    at: Square | None = None
    weapons: tuple[str, ...] = ()
    skills: tuple[Literal["firearms", "melee"], ...] = ()
    armour: bool = False
    pipebombs: Count | None = None
    rpg_rounds: Count | None = None


class ZedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    kind: KindId
    at: tuple[Square, ...]


class Arrival(Struct, frozen=True, forbid_unknown_fields=True):
    round: Annotated[int, Meta(ge=1)]
    kind: KindId
    at: tuple[Square, ...]


class MarkerEntry(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["supply"]
    name: str
    at: Square


class Spawn(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    at: Square


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario as its file gives it."""

    id: str
    title: str
    type: Literal["escape", "supply-run", "hold-out"]
    rounds: Annotated[int, Meta(ge=1, le=40)]
    need: Annotated[int, Meta(ge=1, le=60)]
    table: Size
    survivor: Annotated[tuple[SurvivorEntry, ...], Meta(min_length=1, max_length=24)]
    summary: str = ""
    players: str = ""
    victory: str = ""
    measured: str = ""
    special: tuple[str, ...] = ()
    clear: int = 0
    brilliant: int = 0
    draw: int = 0
    edge: Literal["", "north", "east", "south", "west"] = ""
    search: Die = 3
    carry: Annotated[int, Meta(ge=1)] = 2
    door_break: Die = 0
    all_active_from: int = 0
    deck: Deck = Deck()
    options: Switches = Switches()
    no_recycle: tuple[KindId, ...] = ()
    terrain: tuple[Scenery, ...] = ()
    vehicle: tuple[VehicleEntry, ...] = ()
    zed: tuple[ZedEntry, ...] = ()
    arrival: tuple[Arrival, ...] = ()
    marker: tuple[MarkerEntry, ...] = ()
    spawn: tuple[Spawn, ...] = ()


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """Survivors of the players' own (ruling.survivor-statistics)."""

    survivor: Annotated[tuple[SurvivorEntry, ...], Meta(min_length=1, max_length=24)]


class Stage(Struct, frozen=True):
    """A scenario made ready: its map, its ground, where people leave, where zeds come in."""

    scenario: Scenario
    battlemap: Battlemap
    ground: Any
    spawns: tuple[Point, ...]
    doors: tuple[str, ...]


def centre(square: Square) -> Point:
    """Where a figure stands that a file puts on a square."""
    return (square[0] + 0.5, square[1] + 0.5)


# ---------------------------------------------------------------------- looking one up


@cache
def house_scenarios() -> dict[str, Scenario]:
    """The scenarios that come with the game."""
    entries = tomllib.loads(text("scenarios.toml"))["scenario"]
    return {entry["id"]: convert(Scenario, entry, entry["id"]) for entry in entries}


@lru_cache(maxsize=64)
def stage(scenario: str) -> Stage:
    """The stage of a scenario by the word or text that the state carries."""
    known = house_scenarios().get(scenario)
    return staged(known or msgspec.json.decode(scenario, type=Scenario))


def staged(scenario: Scenario) -> Stage:
    battlemap = battlemap_of(scenario)
    ground: Ground = ground_of(battlemap)
    doors = tuple(piece.id for piece in ground.pieces if "door" in piece.traits)
    return Stage(scenario, battlemap, ground, tuple(centre(spawn.at) for spawn in scenario.spawn), doors)


def carried(options_scenario: str, options_roster: str) -> str:
    """What the state carries: the id of a house scenario as it is, or the whole scenario as text."""
    scenario = read_scenario(options_scenario)
    if options_roster:
        scenario = with_roster(scenario, read_roster(options_roster))
    elif options_scenario in house_scenarios():
        return options_scenario
    return carried_text(scenario)


def carried_text(scenario: Scenario) -> str:
    """A scenario as the text that a state carries."""
    return msgspec.json.encode(scenario).decode()


@lru_cache(maxsize=32)
def read_scenario(given: str) -> Scenario:
    """A house scenario by its id, else the scenario in a file, checked."""
    known = house_scenarios().get(given)
    if known is not None:
        return known
    scenario = parse_scenario(given)
    check(scenario)
    return scenario


def parse_scenario(given: str) -> Scenario:
    """The scenario in a file, as it is."""
    return convert(Scenario, _document(given, "scenario"), "scenario")


@lru_cache(maxsize=32)
def read_roster(given: str) -> Roster:
    """The survivors in a file, checked."""
    roster = parse_roster(given)
    for fault in roster_faults(roster):
        raise fault
    return roster


def parse_roster(given: str) -> Roster:
    """The survivors in a file, as they are."""
    return convert(Roster, _document(given, "roster"), "roster")


def with_roster(scenario: Scenario, roster: Roster) -> Scenario:
    """The scenario with these survivors; those without a place take the places of the scenario's own, in order."""
    places = [entry.at for entry in scenario.survivor]
    entries = []
    for number, entry in enumerate(roster.survivor):
        if entry.at is None and number >= len(places):
            raise BadInput(
                f"survivor {entry.name}: at", MISSING, f"a place: {scenario.id} has {len(places)} of its own"
            )
        entries.append(entry if entry.at is not None else msgspec.structs.replace(entry, at=places[number]))
    found = msgspec.structs.replace(scenario, survivor=tuple(entries))
    check(found)
    return found


def _document(given: str, what: str) -> Mapping[str, Any]:
    """The text of a file as TOML. One line is not a file, but the name of something that is not here."""
    if "\n" not in given:
        known = f"{', '.join(house_scenarios())}, or a file" if what == "scenario" else "a file"
        raise BadInput(what, given, f"{known} that can be read")
    try:
        document = parse_toml(given)
    except msgspec.DecodeError as error:
        raise BadInput(what, given.partition("\n")[0], f"valid TOML ({error})") from None
    inner = document.get("scenario")
    return inner[0] if what == "scenario" and isinstance(inner, list) and len(inner) == 1 else document


# ---------------------------------------------------------------------- checking


def check(scenario: Scenario) -> None:
    """Refuses what cannot be played, naming the entry and the field."""
    for fault in scenario_faults(scenario):
        raise fault


def scenario_faults(scenario: Scenario) -> Iterator[BadInput]:
    """All that keeps a scenario from being played, by entry and field."""
    if scenario.type != "hold-out" and not scenario.edge:
        yield BadInput("edge", MISSING, f"the edge by which survivors leave: {scenario.type} needs one")
    if sum(msgspec.structs.astuple(scenario.deck)) == 0:
        yield BadInput("deck", "no cards", "at least one card besides the Joker")
    yield from _shared_names("survivor", scenario.survivor)
    yield from _shared_names("vehicle", scenario.vehicle)
    yield from _shared_names("marker", scenario.marker)
    for entry in scenario.survivor:
        yield from _unknown_weapons(entry)
        if entry.at is None:
            yield BadInput(f"survivor {entry.name}: at", MISSING, "a square [x, y]")
    try:
        yield from _taken_places(scenario, laid_out(scenario))
    except BadInput as fault:
        yield fault


def laid_out(scenario: Scenario) -> Ground:
    """The ground of a scenario, or what is wrong with its terrain."""
    try:
        return ground_of(battlemap_of(scenario))
    except FieldError as error:
        raise BadInput("terrain", str(error), "a table that can be fought on") from None


def roster_faults(roster: Roster) -> Iterator[BadInput]:
    """All that is wrong with survivors wherever they are played."""
    yield from _shared_names("survivor", roster.survivor)
    for entry in roster.survivor:
        yield from _unknown_weapons(entry)


def _shared_names(what: str, entries: Sequence[SurvivorEntry | VehicleEntry | MarkerEntry]) -> Iterator[BadInput]:
    for name, number in Counter(entry.name for entry in entries).items():
        if number > 1:
            yield BadInput(f"{what} {name}: name", name, f"a name that no other {what} has")


def _unknown_weapons(entry: SurvivorEntry) -> Iterator[BadInput]:
    for weapon in entry.weapons:
        if weapon not in WEAPONS and blade_of(weapon) is None:
            known = f"{one_of(weapon, [*WEAPONS, *BLADES])}, or any name with its class behind it, as cleaver (knife)"
            yield BadInput(f"survivor {entry.name}: weapons", weapon, known)


def _taken_places(scenario: Scenario, ground: Ground) -> Iterator[BadInput]:
    """Everybody has room where the file puts them, and nobody stands on another."""
    placed: list[Stand] = [vehicle_stand(entry) for entry in scenario.vehicle]
    for what, stand in _stands(scenario):
        found = room(ground, stand, placed)
        if not found.free:
            at = [stand.x - 0.5, stand.y - 0.5]
            yield BadInput(f"{what}: at", at, f"a free square: {', '.join(found.by)} is in the way")
        if not what.startswith("arrival"):
            placed.append(stand)


def _stands(scenario: Scenario) -> list[tuple[str, Stand]]:
    base = Round(NUMBERS.base)
    found = [(f"survivor {e.name}", Stand(e.name, *centre(e.at), base)) for e in scenario.survivor if e.at is not None]
    for entry in scenario.zed:
        found += [
            (f"zed {entry.kind} {i}", zed_stand(f"{entry.kind} {i}", entry.kind, centre(at)))
            for i, at in enumerate(entry.at, 1)
        ]
    for coming in scenario.arrival:
        found += [(f"arrival {coming.kind}", zed_stand(coming.kind, coming.kind, centre(at))) for at in coming.at]
    return found


def zed_stand(name: str, kind: str, at: Point) -> Stand:
    """ruling.measuring: round bases of 1 inch, hordes of 3."""
    return Stand(name, at[0], at[1], BASES[kind])


BASES = {kind: Round(NUMBERS.horde_base if kind == "horde" else NUMBERS.base) for kind in KINDS}


def vehicle_stand(entry: VehicleEntry) -> Stand:
    x, y, width, depth = entry.rect
    along = (width, depth) if entry.facing in ("east", "west") else (depth, width)
    return Stand(entry.name, x + width / 2, y + depth / 2, Rectangle(*along), COMPASS[entry.facing])


# ---------------------------------------------------------------------- the map


def battlemap_of(scenario: Scenario) -> Battlemap:
    """The battlefield of a scenario. Ways are not checked: a scenario may mean a place to be shut off."""
    document = {
        "id": scenario.id,
        "title": scenario.title,
        "table": {"width": scenario.table.width, "depth": scenario.table.depth},
        "base": NUMBERS.base,
        "terrain": [_terrain(entry) for entry in scenario.terrain],
    }
    return msgspec.structs.replace(map_from_document(document, scenario.id), zones=tuple(_zones(scenario)))


def _terrain(entry: Scenery) -> dict[str, Any]:
    kinds = {"solid": "solid", "vehicle": "wreck", "low": "low", "building": "building"}
    found: dict[str, Any] = {"name": entry.name, "kind": kinds[entry.kind], "rect": list(entry.rect)}
    if entry.kind == "low":
        found["height"] = 1.0
    if entry.openings:
        found["openings"] = [
            {"kind": each.kind, "rect": [*each.at, 1, 1], "closed": each.closed} for each in entry.openings
        ]
    return found


def _zones(scenario: Scenario) -> list[Zone]:
    spots = [Zone(spawn.id, "spawn", Circle(centre(spawn.at), 0.0), spawn.id) for spawn in scenario.spawn]
    return [*spots, *(Zone(f"{m.name}", "objective", Circle(centre(m.at), 0.5), m.name) for m in scenario.marker)]
