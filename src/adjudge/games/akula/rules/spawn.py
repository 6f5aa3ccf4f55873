"""Spawn points: zeds that were destroyed come back at the end of the Round."""

from __future__ import annotations

from adjudge.engine import PickPoint, Table
from adjudge.field import Point
from adjudge.field.moving import nearest_free_spot
from adjudge.games.akula.data import KINDS
from adjudge.games.akula.places import ground_of, in_play, place_of, scenario_of, stands
from adjudge.games.akula.readings import one_of
from adjudge.games.akula.regions import Anywhere
from adjudge.games.akula.scenario import centre, stage, zed_stand
from adjudge.games.akula.setup import add_zed
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Zed

NEAR, FAR = 1.0, 6.0


def recycle(table: Table[Battle]) -> None:
    """spawn.recycle: every zed destroyed since the last time, one after the other (deck.joker-recycle)."""
    state = table.state
    fallen, state.casualties = state.casualties, []
    for kind in fallen:
        at = choose_place(table, kind)
        zed = place_zed(state, kind, at, distance=FAR if state.rulings.spawn_automatic == "far" else NEAR)
        if zed is None:  # no room anywhere: it waits for the next Round
            state.casualties.append(kind)
        else:
            table.tell(
                "spawn.recycle", "A {kind} comes back at {x:.1f},{y:.1f}.", kind=kind, x=zed.stand.x, y=zed.stand.y
            )


def choose_place(table: Table[Battle], kind: str) -> Point:
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


def points(state: Battle) -> list[Point]:
    """The fixed points, and every horde on the table (spawn.horde-is-spawn-point)."""
    hordes = [zed.stand.at for zed in state.zeds.values() if zed.kind == "horde"]
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
    from adjudge.games.akula.rules.harm import keep_away

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
                    table.tell("spawn.recycle", "A {kind} comes onto the table.", kind=coming.kind)
