"""Spawn points: zeds that were destroyed come back at the end of the Round."""

from __future__ import annotations

from adjudge.engine import PickPoint, Table
from adjudge.engine.moments import any_of
from adjudge.engine.steps import step
from adjudge.field import Point
from adjudge.field.moving import nearest_free_spot
from adjudge.field.points import compass_word
from adjudge.games.akula.data import KINDS, called
from adjudge.games.akula.places import ground_of, hiding_place, in_play, keep_away, place_of, scenario_of, stands
from adjudge.games.akula.readings import one_of
from adjudge.games.akula.regions import Anywhere
from adjudge.games.akula.scenario import centre, stage, zed_stand
from adjudge.games.akula.setup import add_zed
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Zed
from adjudge.games.akula.voices import voices_of

NEAR, FAR = 1.0, 6.0


@any_of
def is_spawn_point() -> bool:
    """Whether others come back where a zed stands."""
    raise NotImplementedError


@any_of
def is_lesser() -> bool:
    """Whether it is of a kind that always comes back."""
    raise NotImplementedError


def is_recycled(state: Battle, zed: Zed) -> bool:
    """spawn.recycle, unless the scenario or a house rule says otherwise (ruling.spawn-which-kinds)."""
    if zed.kind in scenario_of(state).no_recycle:
        return False
    if zed.was and state.rulings.spawn_infected == "gone":  # ruling.spawn-infected
        return False
    return state.rulings.spawn_which_kinds == "all" or is_lesser(voices_of(zed))


def recycle(table: Table[Battle]) -> None:
    """spawn.recycle: every zed destroyed since the last time, one after the other (deck.joker-recycle)."""
    state = table.state
    fallen, state.casualties = state.casualties, []
    for kind in fallen:
        at = resolve_place(table, kind)
        vehicle = hiding_place(state, zed_stand("new", kind, at), at)
        if vehicle is not None and state.rulings.spawn_automatic == "human":
            vehicle.lurking.append(kind)  # spawn.other-places
            words = "A {kind} hides in the {vehicle}."
            table.tell("ruling.spawn-inside", words, kind=KINDS[kind].name.lower(), vehicle=vehicle.name)
            continue
        zed = place_zed(state, kind, at, distance=FAR if state.rulings.spawn_automatic == "far" else NEAR)
        if zed is None:  # no room anywhere: it waits for the next Round
            state.casualties.append(kind)
        else:
            where = place_name(state, at)
            table.tell(
                "spawn.recycle",
                "{zed} comes back {where}.",
                on=(zed.id,),
                mark="appear",
                zed=called(zed.id),
                where=where,
            )


@step
def resolve_place(table: Table[Battle], kind: str) -> Point:
    """spawn.placement: by the umpire, else diced for (ruling.spawn-automatic)."""
    state = table.state
    if state.rulings.spawn_automatic == "human":
        region = Anywhere(state, zed_stand("new", kind, (0.0, 0.0)), (*points(state), *edges(state)), NEAR)
        if region.samples():
            prompt = f"Where does the {KINDS[kind].name.lower()} come back?"
            return table.ask(UMPIRE_SEAT, "spawn.other-places", PickPoint(region, prompt=prompt))
    places = points(state)
    if not places or state.rulings.spawn_automatic == "edge":
        return random_edge(table)
    return places[0] if len(places) == 1 else places[table.roll(one_of(len(places)), "spawn.placement")]


def place_name(state: Battle, at: Point) -> str:
    """Where a zed comes back, in words: at a spawn point, beside a horde, else by the compass."""
    scenario = scenario_of(state)
    for name, place in zip((spawn.id for spawn in scenario.spawn), stage(state.scenario).spawns, strict=True):
        if at == place:
            return f"at the spawn point {name}"
    horde = next((zed for zed in state.zeds.values() if zed.stand.at == at), None)
    if horde is not None:
        return f"beside {called(horde.id)}"
    middle = (scenario.table.width / 2, scenario.table.depth / 2)
    return f"in the {compass_word(middle, at)}"


def points(state: Battle) -> list[Point]:
    """The fixed points, and every horde on the table (spawn.horde-is-spawn-point)."""
    hordes = [zed.stand.at for zed in state.zeds.values() if is_spawn_point(voices_of(zed))]
    return [*stage(state.scenario).spawns, *hordes]


def edges(state: Battle) -> list[Point]:
    """The middles of the table's edges, half an inch in."""
    size = scenario_of(state).table
    west, east, south, north = 0.5, size.width - 0.5, 0.5, size.depth - 0.5
    return [(west, size.depth / 2), (east, size.depth / 2), (size.width / 2, south), (size.width / 2, north)]


def random_edge(table: Table[Battle]) -> Point:
    """A random edge at a random inch of it."""
    size = scenario_of(table.state).table
    edge = table.roll(one_of(4), "spawn.placement")
    length = size.depth if edge < 2 else size.width
    along = table.roll(one_of(min(255, int(length))), "spawn.placement") + 0.5
    return ((0.5, along), (size.width - 0.5, along), (along, 0.5), (along, size.depth - 0.5))[edge]


def place_zed(state: Battle, kind: str, at: Point, *, was: str = "", distance: float = 0.0) -> Zed | None:
    """In contact with the point or as near as possible, not within 1 inch of a survivor."""
    shunned = [keep_away(place_of(state, survivor), distance) for survivor in in_play(state)] if distance else []
    others = [*stands(state), *shunned]
    spot = nearest_free_spot(ground_of(state), zed_stand("new", kind, at), others)
    return None if spot is None else add_zed(state, kind, spot, was)


def arrive(table: Table[Battle]) -> None:
    """The zeds that the scenario sends at the end of this Round, besides recycling."""
    state = table.state
    for coming in scenario_of(state).arrival:
        if coming.round == state.round:
            for square in coming.at:
                zed = place_zed(state, coming.kind, centre(square), distance=NEAR)
                if zed is not None:
                    table.tell(
                        "spawn.recycle", "{zed} comes onto the table.", on=(zed.id,), mark="appear", zed=called(zed.id)
                    )
