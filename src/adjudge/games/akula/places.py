"""Where things are: the ground as the battle has changed it, who is how far from whom, who touches and sees whom.

Distances run from base edge to base edge (ruling.measuring); what is within a hundredth of an inch is in contact, since
typed points are rounded. Everything here is a question; moving is done by the rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from math import hypot

import msgspec

from adjudge.field import EDGE, WALKING, Base, Changes, Gait, Ground, Point, Rectangle, Round, Stand
from adjudge.field.bases import footprint
from adjudge.field.ground import remembered
from adjudge.field.measuring import distance_to_piece, gap
from adjudge.field.moving import nearest_free_spot, straight_move
from adjudge.field.paths import Path, advance, shortest_path
from adjudge.field.points import EPS, apart
from adjudge.field.rounded import clearance
from adjudge.field.sight import Sight, cover, is_seen, sight
from adjudge.games.akula.data import KINDS, NUMBERS
from adjudge.games.akula.scenario import BASES, Scenario, stage
from adjudge.games.akula.state import Battle, Survivor, Vehicle, Zed

CLIMBING = Gait(fees=(("low", NUMBERS.obstacle),))
HALTING = Gait(halts=frozenset({"low"}))
TOUCH = NUMBERS.contact
WIDEST = max(base.reach for base in BASES.values())
"""How far the largest zed reaches from where it stands."""


def scenario_of(state: Battle) -> Scenario:
    return stage(state.scenario).scenario


def ground_of(state: Battle) -> Ground:
    """The ground with its doors as they stand now."""
    ground: Ground = stage(state.scenario).ground
    return ground.after(state.changes)


def opened_ground(state: Battle) -> Ground:
    """The ground with every door open: what zeds make for, not knowing better."""
    found = stage(state.scenario)
    ground: Ground = found.ground
    return ground.after(Changes(opened=found.doors))


def gait_of(state: Battle, zed: Zed | None = None) -> Gait:
    """ruling.terrain: low obstacles cost survivors and fast zeds 2 inches and halt the other zeds."""
    if state.rulings.terrain == "none":
        return WALKING
    return CLIMBING if zed is None or KINDS[zed.kind].climbs else HALTING


# ---------------------------------------------------------------------- who is there


def walkers(state: Battle) -> list[Survivor]:
    """The survivors on foot."""
    return [survivor for survivor in state.survivors.values() if not survivor.fate and not survivor.vehicle]


def in_play(state: Battle) -> list[Survivor]:
    """The survivors on the table, in vehicles too."""
    return [survivor for survivor in state.survivors.values() if not survivor.fate]


def stands(state: Battle, *, apart_from: str = "") -> list[Stand]:
    """Everything that stands on the table and is in the way; a carried survivor is not."""
    found = [zed.stand for zed in state.zeds.values() if zed.id != apart_from]
    found += [it.stand for it in walkers(state) if it.id != apart_from and not it.carried_by]
    found += [vehicle.stand for vehicle in state.vehicles.values() if vehicle.id != apart_from]
    return found


def nearby(state: Battle, mover: Stand, far: float) -> list[Stand]:
    """What can be in the way of a move, wide of zeds too."""
    x, y, reach, me = mover.x, mover.y, far + mover.base.reach + MARGIN, mover.id
    found = [
        stand
        for zed in state.zeds.values()
        if abs((stand := zed.stand).x - x) <= reach and abs(stand.y - y) <= reach and zed.id != me
    ]
    for survivor in walkers(state):
        stand = survivor.stand
        if abs(stand.x - x) <= reach and abs(stand.y - y) <= reach and survivor.id != me and not survivor.carried_by:
            found.append(stand)
    for vehicle in state.vehicles.values():
        stand = vehicle.stand
        wide = reach + stand.base.reach
        if vehicle.id != me and abs(stand.x - x) <= wide and abs(stand.y - y) <= wide:
            found.append(stand)
    return found


MARGIN = NUMBERS.horde_base / 2 + NUMBERS.grab + 0.1


def place_of(state: Battle, survivor: Survivor) -> Stand:
    """Where a survivor is: one in a vehicle is wherever the vehicle is."""
    return state.vehicles[survivor.vehicle].stand if survivor.vehicle else survivor.stand


# ---------------------------------------------------------------------- how far


def distance(state: Battle, one: Stand, two: Stand) -> float:
    """From base edge to base edge, or from centre to centre as the house rule has it."""
    if state.rulings.measuring == "centre":
        return hypot(one.x - two.x, one.y - two.y)
    between = gap(one, two)
    return between if between > 0 else 0.0


def distances(state: Battle, one: Stand, others: Iterable[Stand]) -> list[float]:
    """The same from one to each of many."""
    if state.rulings.measuring == "centre" or not isinstance(one.base, Round):
        return [distance(state, one, other) for other in others]
    x, y, mine, found = one.x, one.y, one.base.diameter, []
    for other in others:
        base = other.base
        if isinstance(base, Round):
            between = hypot(other.x - x, other.y - y) - (mine + base.diameter) / 2
        else:
            between = gap(one, other)
        found.append(between if between > 0 else 0.0)
    return found


def distance_to(state: Battle, stand: Stand, point: Point) -> float:
    """From the edge of a base to a point."""
    if isinstance(stand.base, Round):
        away = hypot(stand.x - point[0], stand.y - point[1])
        return away if state.rulings.measuring == "centre" else max(0.0, away - stand.base.diameter / 2)
    return max(0.0, clearance(footprint(stand), *point))


def is_within(state: Battle, one: Stand, two: Stand, limit: float) -> bool:
    """Within includes exactly."""
    if isinstance(one.base, Round) and isinstance(two.base, Round):
        far = limit if state.rulings.measuring == "centre" else limit + (one.base.diameter + two.base.diameter) / 2
        dx, dy, far = one.x - two.x, one.y - two.y, far + EPS
        return dx * dx + dy * dy <= far * far
    return distance(state, one, two) <= limit + EPS


def touch(one: Stand, two: Stand) -> bool:
    """Base-to-base contact, whatever the measuring."""
    if isinstance(one.base, Round) and isinstance(two.base, Round):
        far = (one.base.diameter + two.base.diameter) / 2 + TOUCH
        dx, dy = one.x - two.x, one.y - two.y
        return dx * dx + dy * dy <= far * far
    if hypot(one.x - two.x, one.y - two.y) > one.base.reach + two.base.reach + TOUCH:
        return False
    return gap(one, two) <= TOUCH


def zeds_touching(state: Battle, survivor: Survivor) -> list[Zed]:
    """The zeds in contact with a survivor on foot (ruling.contact-room: as many as fit)."""
    if survivor.vehicle:
        return []
    mine = survivor.stand
    x, y, far = mine.x, mine.y, mine.base.reach + WIDEST + TOUCH  # most are too far away to be measured
    return [
        zed
        for zed in state.zeds.values()
        if abs((stand := zed.stand).x - x) <= far and abs(stand.y - y) <= far and touch(stand, mine)
    ]


def survivors_touching(state: Battle, stand: Stand) -> list[Survivor]:
    return [survivor for survivor in walkers(state) if touch(survivor.stand, stand)]


def zeds_touching_vehicle(state: Battle, vehicle: Vehicle) -> list[Zed]:
    return [zed for zed in state.zeds.values() if touch(zed.stand, vehicle.stand)]


def nearest_survivors(state: Battle, stand: Stand, among: Iterable[Survivor]) -> list[Survivor]:
    """The nearest of them: several if they are equally near."""
    people = list(among)
    if not people:
        return []
    measured = distances(state, stand, [place_of(state, it) for it in people])
    least = min(measured) + EPS
    return [it for away, it in zip(measured, people, strict=True) if away <= least]


def sees(state: Battle, one: Stand, two: Stand) -> bool:
    """ruling.line-of-sight: a line between any parts of the bases, free of walls, buildings and vehicles."""
    return Lookout(state, one, two.id).sees(two)


class Lookout:
    """Where somebody stands and looks round: the same question comes again with every option and every shot.

    `meant`: a vehicle that is looked at, which is not in its own way.
    """

    __slots__ = ("_ground", "_known", "_others", "_spot")

    def __init__(self, state: Battle, stand: Stand, meant: str = "") -> None:
        vehicles = [it.stand for it in state.vehicles.values() if it.id != stand.id and it.id != meant]
        self._ground, self._spot, self._others = ground_of(state), _spot(stand), tuple(map(_spot, vehicles))
        self._known = _seen_from(self._ground, self._spot, self._others)

    def sees(self, stand: Stand) -> bool:
        spot = _spot(stand)
        found = self._known.get(spot)
        if found is None:
            others = [Stand(f"vehicle {i}", *other) for i, other in enumerate(self._others)]
            found = is_seen(self._ground, Stand("one", *self._spot), Stand("two", *spot), others)
            if len(self._known) >= MOST_SEEN:
                self._known.clear()
            self._known[spot] = found
        return found


Spot = tuple[float, float, Base, float]
"""A stand without its name."""

MOST_SEEN = 256
"""How many spots are remembered that were looked at from one."""


def _spot(stand: Stand) -> Spot:
    return (stand.x, stand.y, stand.base, stand.facing)


@remembered(1024)
def _seen_from(ground: Ground, one: Spot, vehicles: tuple[Spot, ...]) -> dict[Spot, bool]:
    """What has been found out about whom one sees from a spot: filled in by those who ask."""
    return {}


def line_of_sight(state: Battle, one: Stand, two: Stand) -> Sight:
    """The line between two, or what blocks it and where."""
    vehicles = [it.stand for it in state.vehicles.values() if it.id not in (one.id, two.id)]
    return sight(ground_of(state), one, two, vehicles)


def is_partly_hidden(state: Battle, one: Stand, two: Stand) -> bool:
    return bool(cover(ground_of(state), one, two))


# ---------------------------------------------------------------------- doors


def is_closed(state: Battle, door: str) -> bool:
    return "closed" in ground_of(state).by_id[door].traits


def doors_touched(state: Battle, stand: Stand) -> list[str]:
    """The doors in contact with a figure: one stands in an open door or before it."""
    ground = ground_of(state)
    return [
        door
        for door in stage(state.scenario).doors
        if _is_near(ground, stand, door) and distance_to_piece(ground, stand, door) <= TOUCH
    ]


def _is_near(ground: Ground, stand: Stand, piece: str) -> bool:
    """A quick look before the exact one."""
    left, low, right, high = next(s for s in ground.solids if s.id == piece)[:4]
    reach = stand.base.reach + TOUCH
    return left - reach <= stand.x <= right + reach and low - reach <= stand.y <= high + reach


def door_name(state: Battle, door: str) -> str:
    """A door as people call it: door 1 of the shed."""
    building, _, name = ground_of(state).by_id[door].title.rpartition(", ")
    return f"{name} of the {building}" if building else name


def thing_name(state: Battle, id_: str) -> str:
    """What stands in the way, as people call it: a piece of scenery, a vehicle, the edge of the table."""
    if id_ == EDGE:
        return "the edge of the table"
    piece = ground_of(state).by_id.get(id_)
    return f"the {piece.title if piece else id_}"


def open_door(state: Battle, door: str) -> None:
    state.changes = _with_door(state.changes, door, is_open=True)


def close_door(state: Battle, door: str) -> None:
    state.changes = _with_door(state.changes, door, is_open=False)


def _with_door(changes: Changes, door: str, *, is_open: bool) -> Changes:
    """Doors are kept in the order of their ids, so that equal grounds are one ground."""
    opened, closed = set(changes.opened) - {door}, set(changes.closed) - {door}
    (opened if is_open else closed).add(door)
    return msgspec.structs.replace(changes, opened=tuple(sorted(opened)), closed=tuple(sorted(closed)))


def stands_in_door(state: Battle, door: str) -> bool:
    """Whether somebody stands in a doorway, so that it cannot be closed."""
    ground = ground_of(state)
    parts = [s.shape for s in ground.solids if s.id == door]
    figures = [stand for stand in stands(state) if _is_near(ground, stand, door)]
    return any(clearance(part, stand.x, stand.y) < stand.base.reach - TOUCH for part in parts for stand in figures)


def keep_away(stand: Stand, distance: float) -> Stand:
    """A stand with a margin round it that nobody may enter."""
    more = 2 * distance + 0.02
    if isinstance(stand.base, Round):
        return Stand(stand.id, stand.x, stand.y, Round(stand.base.diameter + more))
    base = Rectangle(stand.base.length + more, stand.base.breadth + more)
    return Stand(stand.id, stand.x, stand.y, base, stand.facing)


# ---------------------------------------------------------------------- inside vehicles


def may_hide(vehicle: Vehicle, stand: Stand) -> bool:
    """ruling.spawn-inside: a vehicle that nobody has looked into has room for ordinary figures, one for each seat."""
    is_unknown = not vehicle.checked and not vehicle.people and not vehicle.wrecked
    return is_unknown and stand.base.width <= NUMBERS.base and len(vehicle.lurking) < vehicle.seats


def hiding_place(state: Battle, stand: Stand, at: Point) -> Vehicle | None:
    """The vehicle in which a figure would be at a point."""
    vehicles = (it for it in state.vehicles.values() if clearance(footprint(it.stand), *at) <= 0)
    return next((it for it in vehicles if may_hide(it, stand)), None)


# ---------------------------------------------------------------------- ways


def settled(state: Battle, stand: Stand, at: Point, limit: float = TOUCH) -> Point | None:
    """The free spot that a typed point means: itself, or one a hair's breadth away."""
    return nearest_free_spot(
        ground_of(state), stand.moved(at), stands(state, apart_from=stand.id), gait_of(state), limit=limit
    )


def walk(state: Battle, survivor: Survivor, to: Point, allowance: float) -> Path | None:
    """The way of a survivor to a point: wide of the zeds if the allowance lets it, else the shortest.

    A player would lead the figure round what can grab it (grab.trigger), so the umpire does.
    """
    ground, gait, mine = ground_of(state), gait_of(state), survivor.stand
    if to == mine.at:
        return Path((to, to), 0.0, 0.0)
    limit = allowance + TOUCH
    others = nearby(state, mine, limit)
    shortest = shortest_path(ground, mine, to, others, gait, limit=limit)
    if shortest is None or limit - apart(mine.at, to) <= DETOUR:
        return shortest
    wary = [_wide(state, s, mine, to) for s in others]
    if all(a is b for a, b in zip(wary, others, strict=True)):
        return shortest
    return shortest_path(ground, mine, to, wary, gait, limit=limit) or shortest


DETOUR = 0.05
"""What a way round a zed takes at least, in inches: with less to spare none is looked for."""
WIDE = 2 * (NUMBERS.grab + 2 * TOUCH)


def _wide(state: Battle, stand: Stand, mine: Stand, to: Point) -> Stand:
    """A zed as something to keep clear of, unless the move begins or ends too near to it anyway."""
    zed = state.zeds.get(stand.id)
    if zed is None or not isinstance(stand.base, Round):
        return stand
    far = (stand.base.diameter + mine.base.width + WIDE) / 2 + TOUCH
    if apart(stand.at, mine.at) <= far or apart(stand.at, to) <= far:
        return stand
    return Stand(stand.id, stand.x, stand.y, Round(stand.base.diameter + WIDE))


def follow(state: Battle, mover: Stand, path: Path, allowance: float, gait: Gait, others: Iterable[Stand]) -> Path:
    """As much of a way as the allowance pays for and figures, doors and obstacles leave free."""
    ground = ground_of(state)
    paid = advance(ground, mover, path, allowance, gait)
    points, here = [mover.at], mover
    for point in paid.points[1:]:
        move = straight_move(ground, here, point, others, gait)
        if move.length > 0:
            points.append(move.end)
            here = here.moved(move.end)
        if move.stopped_by is not None:
            break
    length = sum(apart(p, q) for p, q in itertools.pairwise(points))
    return Path(tuple(points), length, length)
