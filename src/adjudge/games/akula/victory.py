"""How a scenario ends: who has left, what was brought home, who is still alive (ruling.scenario-missing)."""

from __future__ import annotations

from adjudge.engine import Outcome, Table
from adjudge.field import Point, Stand
from adjudge.field.bases import footprint
from adjudge.games.akula.places import in_play, scenario_of
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor

TITLES = {
    "brilliant": "a brilliant win",
    "clear": "a clear win",
    "win": "a win",
    "draw": "a draw",
    "defeat": "a defeat",
}
COUNTED = {"escape": "got away", "supply-run": "supplies home", "hold-out": "alive"}
"""What each type of scenario counts."""
WINS = ("brilliant", "clear", "win")
STRIP = 1.0
"""How deep the strip along an edge is in which a figure has left."""


def outcome(state: Battle) -> Outcome | None:
    if not state.over:
        return None
    seats = dict.fromkeys(survivor.seat for survivor in state.survivors.values())
    winners = tuple(seats) if state.over in WINS else (UMPIRE_SEAT,) if state.over == "defeat" and state.umpired else ()
    return Outcome(TITLES[state.over].capitalize(), "ruling.scenario-missing", winners)


def score(state: Battle) -> int:
    """What the scenario counts: those who left, supplies brought home, or those alive."""
    match scenario_of(state).type:
        case "escape":
            return sum(survivor.fate == "left" for survivor in state.survivors.values())
        case "supply-run":
            return state.home
        case _:
            return len(in_play(state))


def grade(state: Battle) -> str:
    """The best grade that the score reaches."""
    scenario, scored = scenario_of(state), score(state)
    grades = (
        ("brilliant", scenario.brilliant),
        ("clear", scenario.clear),
        ("win", scenario.need),
        ("draw", scenario.draw),
    )
    return next((name for name, needed in grades if needed and scored >= needed), "defeat")


def end_if_over(table: Table[Battle], *, last_joker: bool = False) -> None:
    """The match ends with the Joker of the last Round, or when no survivor is left on the table."""
    state = table.state
    if state.over or not (last_joker or not in_play(state)):
        return
    state.over = grade(state)
    counts = f"{score(state)} {COUNTED[scenario_of(state).type]}"
    table.tell("ruling.scenario-missing", "It is {title}: {counts}.", title=TITLES[state.over], counts=counts)


def is_out(state: Battle, stand: Stand) -> bool:
    """Whether a figure stands in the strip along the edge by which survivors leave."""
    scenario = scenario_of(state)
    match scenario.edge:
        case "east":
            return stand.x >= scenario.table.width - STRIP
        case "west":
            return stand.x <= STRIP
        case "north":
            return stand.y >= scenario.table.depth - STRIP
        case "south":
            return stand.y <= STRIP
        case _:
            return False


def way_out(state: Battle, at: Point) -> float:
    """How far a spot is from the strip by which survivors leave, as the crow flies."""
    scenario, (x, y) = scenario_of(state), at
    width, depth = scenario.table.width, scenario.table.depth
    ways = {"east": width - x, "west": x, "north": depth - y, "south": y}
    return max(0.0, ways[scenario.edge] - STRIP)


def vehicle_is_out(state: Battle, stand: Stand) -> bool:
    """A vehicle is out when any part of it reaches that strip."""
    left, low, right, high = footprint(stand).box
    ends = [(left, stand.y), (right, stand.y), (stand.x, low), (stand.x, high)]
    return any(is_out(state, Stand("end", x, y, stand.base)) for x, y in ends)


def leave_if_out(table: Table[Battle], survivor: Survivor) -> None:
    """A survivor who has moved into the strip without being grabbed has left, with what it carries."""
    if survivor.fate or survivor.grabbed or not is_out(table.state, survivor.stand):
        return
    depart(table, survivor)


def depart(table: Table[Battle], survivor: Survivor) -> None:
    state = table.state
    carried = [other for other in state.survivors.values() if other.carried_by == survivor.id]
    for one in (survivor, *carried):
        one.fate, one.carried_by = "left", ""
        state.home += len(one.supplies)
        one.supplies = []
        state.waiting.pop(one.id, None)
        table.tell("ruling.scenario-missing", "{name} has left the table.", on=(one.id,), mark="free", name=one.name)
