"""How a vehicle gets off the table: a search through what driving allows, inches straight on and turns of 90 degrees.

Geometry only: zeds and people are run into or pushed aside, so they are no part of it. A way is a word of steps: `F` an
inch ahead, `L` and `R` a turn. `first_action` cuts off it what a driver does with one action at the present speed.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from adjudge.field import Base, Ground, Point, Stand
from adjudge.field.bases import shape_of
from adjudge.field.moving import room
from adjudge.field.points import apart, rotated
from adjudge.games.akula.data import NUMBERS
from adjudge.games.akula.places import ground_of, scenario_of
from adjudge.games.akula.scenario import stage
from adjudge.games.akula.state import Battle, Vehicle
from adjudge.games.akula.victory import STRIP

AHEAD, LEFT, RIGHT = "F", "L", "R"
TURN_COST = 1.5
"""In inches: a turn costs no way, but a driver has only two of them in an action."""
FARTHEST = 4_000
"""How many places are looked at before a vehicle counts as shut in."""
MOST_TURNS = 2


Place = tuple[int, int, int]
"""A place on the lattice of inches that begins where the vehicle stands: steps ahead and aside, quarter turns."""
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Where an inch ahead leads, by quarter turns to the left."""


def way_out(state: Battle, vehicle: Vehicle) -> str | None:
    """The shortest way by which a vehicle reaches the edge that survivors leave by; None if there is none.

    Other vehicles are in the way while they stand.
    """
    if vehicle.wrecked or not scenario_of(state).edge:
        return None
    parked = [it.stand for it in state.vehicles.values() if it.id != vehicle.id and it.speed == 0]
    return _search(state.scenario, ground_of(state), _spot(vehicle.stand), tuple(map(_spot, parked)))


Spot = tuple[float, float, Base, float]


def _spot(stand: Stand) -> Spot:
    return (stand.x, stand.y, stand.base, stand.facing)


@lru_cache(maxsize=4096)
def _search(scenario: str, ground: Ground, spot: Spot, others: tuple[Spot, ...]) -> str | None:
    start, parked = Stand("vehicle", *spot), [Stand(f"parked {i}", *other) for i, other in enumerate(others)]
    exits = _Exits(scenario, start)
    queue: list[tuple[float, float, Place, str]] = [(0.0, 0.0, (0, 0, 0), "")]
    seen: set[Place] = set()
    free: dict[Place, bool] = {}
    while queue and len(seen) < FARTHEST:
        _, cost, place, way = heappop(queue)
        if place in seen:
            continue
        seen.add(place)
        if exits.left(place) <= 0:
            return way
        for step, following, more in _onwards(place):
            if following in seen:
                continue
            if following not in free:
                free[following] = _has_room(ground, exits.stand_at(following), parked)
            if free[following]:
                heappush(queue, (cost + more + exits.left(following), cost + more, following, way + step))
    return None


def _has_room(ground: Ground, there: Stand, parked: list[Stand]) -> bool:
    near = [it for it in parked if apart(it.at, there.at) <= it.base.reach + there.base.reach]
    return room(ground, there, near).free


def _onwards(place: Place) -> list[tuple[str, Place, float]]:
    ahead, aside, quarter = place
    dx, dy = STEPS[quarter]
    return [
        (AHEAD, (ahead + dx, aside + dy, quarter), 1.0),
        (LEFT, (ahead, aside, (quarter + 1) % 4), TURN_COST),
        (RIGHT, (ahead, aside, (quarter - 1) % 4), TURN_COST),
    ]


class _Exits:
    """The lattice of a search as places on the table, and how far each is from the strip by which one leaves."""

    def __init__(self, scenario: str, start: Stand) -> None:
        size, edge = stage(scenario).scenario.table, stage(scenario).scenario.edge
        self.start = start
        self.unit = rotated((1.0, 0.0), start.facing)
        facings = [(start.facing + 90.0 * quarter) % 360.0 for quarter in range(4)]
        self.facings = facings
        corners = [shape_of(start.base, facing).points for facing in facings]
        self.axis = 0 if edge in ("east", "west") else 1
        self.reach = [max(corner[self.axis] for corner in four) for four in corners]
        self.is_far = edge in ("east", "north")
        self.line = (size.width, size.depth)[self.axis] - STRIP if self.is_far else STRIP

    def at(self, place: Place) -> Point:
        ahead, aside, _ = place
        ux, uy = self.unit
        return (self.start.x + ahead * ux - aside * uy, self.start.y + ahead * uy + aside * ux)

    def stand_at(self, place: Place) -> Stand:
        return self.start.moved(self.at(place), self.facings[place[2]])

    def left(self, place: Place) -> float:
        """How many inches there are at least to the strip; 0 or less in it."""
        here, reach = self.at(place)[self.axis], self.reach[place[2]]
        return round((self.line - here if self.is_far else here - self.line) - reach, 6)


class Drive(NamedTuple):
    """One driving action: how fast."""

    speed: int
    actions: int
    """How many actions there are to the end, this one included."""


@lru_cache(maxsize=16_384)
def first_action(way: str, speed: float, top: float) -> Drive | None:
    """The speed with which a way is finished soonest without the brakes; None if it cannot be kept to."""
    if not way:
        return Drive(0, 0)
    best: Drive | None = None
    slowest, fastest = max(1, int(-(-(speed - NUMBERS.speed_step) // 1))), int(min(top, speed + NUMBERS.speed_step))
    for chosen in range(fastest, slowest - 1, -1):
        left = after(way, chosen)
        onwards = None if left is None else first_action(left, float(chosen), top)
        if onwards is not None and (best is None or onwards.actions + 1 < best.actions):
            best = Drive(chosen, onwards.actions + 1)
    return best


def after(way: str, inches: int) -> str | None:
    """What is left of a way after so many inches of it; None if it takes more turns than an action has."""
    turns = 0
    for number, step in enumerate(way):
        if step == AHEAD:
            if inches == 0:
                return way[number:]
            inches -= 1
        elif inches == 0:
            return way[number:]
        else:
            turns += 1
            if turns > MOST_TURNS:
                return None
    return ""


def next_turn(way: str, left: float) -> tuple[str, int] | None:
    """The first turn of a way within the inches that are left of an action: which, and after how many of them."""
    for number, step in enumerate(way):
        if number >= left:
            return None
        if step != AHEAD:
            return step, number
    return None
