"""Moving: straight moves, room for a base, the nearest free spot, recoils.

A base moves as its centre does (ruling "measuring": a move is measured along the path of the centre). Touching is
allowed, overlapping is not. Plain floats: the box first, then the edges.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, pairwise
from math import inf

import msgspec

from adjudge.field.bases import Round, Stand, footprint, shape_of
from adjudge.field.ground import Ground, Layer, Solid, barring_between, near, near_segment, solid, what_is_at
from adjudge.field.points import EPS, Box, Point, apart, at_angle, bearing, box_between, box_of, part_way
from adjudge.field.rounded import (
    Line,
    Rounded,
    clearance,
    crossings,
    disc,
    foot,
    is_inside,
    nearest_on,
    outline,
    pierces,
    span_inside,
    stops_at,
    swollen,
)
from adjudge.field.terrain import EDGE, WALKING, Gait

NOBODY: frozenset[str] = frozenset()
EVERYWHERE: Box = (-inf, -inf, inf, inf)


class Move(msgspec.Struct, frozen=True):
    """A straight move as far as it went; `stopped_by` is the id of what stopped it, or the table edge, or None."""

    start: Point
    end: Point
    length: float
    stopped_by: str | None = None


class Room(msgspec.Struct, frozen=True):
    """Whether a base fits, and if not, what it would overlap."""

    free: bool
    by: tuple[str, ...] = ()


class Touch(msgspec.Struct, frozen=True):
    """Something met on the way: what, and after how much of the way."""

    along: float
    id: str


class Recoil(msgspec.Struct, frozen=True):
    """A way to recoil: the turn from straight away (degrees, anticlockwise), the end, and what denies the room."""

    turn: float
    end: Point
    by: str | None = None


class Crowd:
    """Other stands made ready for one mover: whoever asks much about one move has them swollen by its base once."""

    __slots__ = ("solids", "stands")

    def __init__(self, mover: Stand, others: Iterable[Stand]) -> None:
        self.stands = list(others)
        self.solids = swollen_stands(mover, self.stands)

    def __iter__(self) -> Iterator[Stand]:
        return iter(self.stands)


def crowd_of(mover: Stand, others: Iterable[Stand]) -> Crowd:
    """The others as a crowd; one that is ready is taken as it is."""
    return others if isinstance(others, Crowd) else Crowd(mover, others)


def swollen_stands(
    stand: Stand, others: Iterable[Stand], apart_from: frozenset[str] = NOBODY, box: Box = EVERYWHERE
) -> list[Solid]:
    """The other stands as the centre of this one meets them, as far as they can reach into a box."""
    if isinstance(others, Crowd):
        solids = near(others.solids, box)
        return [s for s in solids if s.id not in apart_from] if apart_from else solids
    left, low, right, high = box
    mine, me, found = stand.base.reach, stand.id, []
    is_round = isinstance(stand.base, Round)
    for other in others:
        base, x, y = other.base, other.x, other.y
        is_disc = isinstance(base, Round)
        margin = mine + (base.diameter / 2 if is_disc else base.reach)  # type: ignore[union-attr]
        if x < left - margin or x > right + margin or y < low - margin or y > high + margin:
            continue
        if other.id == me or other.id in apart_from:
            continue
        if is_round and is_disc:
            found.append(_disc(other.id, x, y, margin))
        else:
            found.append(solid(other.id, swollen(footprint(other), shape_of(stand.base, stand.facing))))
    return found


@lru_cache(maxsize=4096)
def _disc(name: str, x: float, y: float, radius: float) -> Solid:
    """Most of those who stand about stood there when the last one moved."""
    return solid(name, disc(x, y, radius))


def straight_move(
    ground: Ground,
    stand: Stand,
    to: Point,
    others: Iterable[Stand] = (),
    gait: Gait = WALKING,
    through: frozenset[str] = NOBODY,
) -> Move:
    """How far a stand gets on the straight way to a point, and what stops it.

    It may pass the stands in `through` but not end on one: then it stops before it (ruling "ending-on-a-friend").
    """
    at, layer = (stand.x, stand.y), ground.layer(stand.base, stand.facing, gait)
    solids = swollen_stands(stand, others, box=box_between(at, to))
    stops = _stops(layer, at, to, [s for s in solids if s.id not in through] if through else solids)
    share, name = min(stops) if stops else (1.0, None)
    if through:
        share, name = _clear_of([s for s in solids if s.id in through], at, to, share, name)
    return Move(at, part_way(at, to, share), share * apart(at, to), name)


def _stops(layer: Layer, p: Point, q: Point, others: Iterable[Solid]) -> list[tuple[float, str]]:
    left, low, right, high = box_between(p, q)
    stops = []
    for solids in (barring_between(layer, p, q), others):
        for s in solids:
            if s[0] <= right and s[2] >= left and s[1] <= high and s[3] >= low and pierces(s[5], p, q):
                stops.append((stops_at(s[5], p, q) or 0.0, s[4]))
    if layer.halting:
        stops += _halts(layer.halting, p, q)
    edge = edge_share(layer.bounds, p, q)
    return stops if edge is None else [*stops, (edge, EDGE)]


def _halts(halting: Iterable[Solid], p: Point, q: Point) -> list[tuple[float, str]]:
    fresh = [s for s in near_segment(halting, p, q) if clearance(s.shape, *p) > EPS]
    return [(t, s.id) for s in fresh if (t := stops_at(s.shape, p, q)) is not None]


def edge_share(bounds: Box, p: Point, q: Point) -> float | None:
    """The share of the way at which the base reaches the table's edge, if it would cross it."""
    if is_on_table(bounds, q):
        return None
    shares = []
    for axis in (0, 1):
        low, high, start, end = bounds[axis], bounds[axis + 2], p[axis], q[axis]
        if end > high + EPS and end > start:
            shares.append((high - start) / (end - start))
        if end < low - EPS and end < start:
            shares.append((low - start) / (end - start))
    return max(0.0, min(shares)) if shares else None


def _clear_of(friends: Sequence[Solid], p: Point, q: Point, share: float, name: str | None) -> tuple[float, str | None]:
    while True:
        end = part_way(p, q, share)
        blocked = [(s.id, span_inside(s.shape, p, q)) for s in friends if is_inside(s.shape, *end)]
        starts = [(span[0], friend) for friend, span in blocked if span is not None]
        if not starts or share == 0:
            return share, name
        share, name = min(starts)


def room(ground: Ground, stand: Stand, others: Iterable[Stand] = (), gait: Gait = WALKING) -> Room:
    """Is there room for the stand where it stands? Touching is room, overlapping is not."""
    layer = ground.layer(stand.base, stand.facing, gait)
    here = (*stand.at, *stand.at)
    solids = near([*layer.barring, *swollen_stands(stand, others, box=here)], here)
    by = {s.id for s in solids if clearance(s.shape, stand.x, stand.y) < -EPS}
    if not is_on_table(layer.bounds, stand.at):
        by.add(EDGE)
    return Room(not by, tuple(sorted(by)))


def has_room(ground: Ground, stand: Stand, others: Iterable[Stand] = (), gait: Gait = WALKING) -> bool:
    """The same as `room(...).free` for those who ask often and need no reason."""
    x, y = at = stand.at
    layer = ground.layer(stand.base, stand.facing, gait)
    if not is_on_table(layer.bounds, at) or what_is_at(barring_between(layer, at, at), at):
        return False
    return what_is_at(swollen_stands(stand, others, box=(x, y, x, y)), at) is None


def is_on_table(bounds: Box, at: Point) -> bool:
    """Does a base with its centre here lie wholly on the table?"""
    left, low, right, high = bounds
    return left - EPS <= at[0] <= right + EPS and low - EPS <= at[1] <= high + EPS


def crossed(ground: Ground, stand: Stand, path: Sequence[Point], mark: str = "") -> list[str]:
    """The pieces that the base overlaps on a path, start and end included (ruling "broken-terrain-partial").

    `mark`: only those that bear it.
    """
    parts = ground.met_by(stand.base, stand.facing, mark)
    near_by = near(parts, box_of(path)) if parts else ()
    if not near_by:
        return []
    legs = list(pairwise(path)) or [(path[0], path[0])]
    return sorted({s.id for s in near_by if any(_overlaps(s.shape, p, q) for p, q in legs)})


def _overlaps(shape: Rounded, p: Point, q: Point) -> bool:
    span = span_inside(shape, p, q, -EPS)
    return span is not None and (span[1] > span[0] or p == q)


def meetings(stand: Stand, path: Sequence[Point], others: Iterable[Stand], distance: float = 0.0) -> list[Touch]:
    """The stands that come within a distance of the base on its way, in the order in which they do.

    Equal ones are in the order of their ids. Those within the distance at the start come first, at 0.
    """
    met = ((_first_within(other, path, distance), other.id) for other in swollen_stands(stand, others))
    return [Touch(along, name) for along, name in sorted((a, n) for a, n in met if a is not None)]


def _first_within(other: Solid, path: Sequence[Point], distance: float) -> float | None:
    if clearance(other.shape, *path[0]) <= distance + EPS:
        return 0.0
    gone = 0.0
    for p, q in pairwise(path):
        span = span_inside(other.shape, p, q, distance + EPS)
        if span is not None:
            return gone + span[0] * apart(p, q)
        gone += apart(p, q)
    return None


def nearest_free_spot(
    ground: Ground, stand: Stand, others: Iterable[Stand] = (), gait: Gait = WALKING, limit: float = inf
) -> Point | None:
    """The spot nearest to where the stand is at which there is room for it; None if there is none within the limit.

    The nearest spot outside several outlines lies on one of them or where two of them cross, so those are all the
    candidates there are. Equal ones: the western, then the southern.
    """
    layer = ground.layer(stand.base, stand.facing, gait)
    if has_room(ground, stand, others, gait):
        return stand.at
    crowd = crowd_of(stand, others)
    size = max(ground.width, ground.depth) * 2
    reach = max(stand.base.width, EPS)
    while reach < size:
        reach = min(reach * 2, size)
        spot = _free_spot_within(layer, stand, crowd, min(reach, limit))
        if spot is not None or reach >= limit:
            return spot
    return None


def _free_spot_within(layer: Layer, stand: Stand, crowd: Crowd, reach: float) -> Point | None:
    """The nearest free foot of a line bounds the search: only lines nearer than that can cross at a nearer spot."""
    at, box = stand.at, box_of([stand.at], reach)
    solids = [*near(layer.barring, box), *near(crowd.solids, box)]
    outlines = [(line, s.id) for s in solids for line in outline(s.shape)]
    outlines += [(line, EDGE) for line in _borders(layer.bounds)]
    lines = [(apart(at, point), point, line, name) for line, name in outlines for point in (foot(line, *at),)]
    feet = [(away, point) for away, point, _, _ in lines] + _border_feet(layer.bounds, at)
    best = _nearest_free(layer, solids, feet, reach + EPS)
    far = reach + EPS if best is None else best[0]
    lines.sort(key=lambda it: it[:2])  # where two lines cross depends, in the last digit, on which comes first
    pairs = combinations([(line, name) for away, _, line, name in lines if away <= far], 2)
    crossed = [point for (a, one), (b, two) in pairs if one is not two for point in crossings(a, b)]
    better = _nearest_free(layer, solids, [(apart(at, point), point) for point in crossed], far + EPS)
    found = min((spot for spot in (best, better) if spot is not None), default=None, key=_by_distance)
    return None if found is None else found[1]


def _nearest_free(
    layer: Layer, solids: Sequence[Solid], spots: Iterable[tuple[float, Point]], far: float
) -> tuple[float, Point] | None:
    """The first of some spots, by their distance and then from west to east, where a base fits."""
    for away, point in sorted((spot for spot in spots if spot[0] <= far), key=_by_distance):
        if _fits(layer, solids, point):
            return away, point
    return None


def _by_distance(spot: tuple[float, Point]) -> tuple[float, float, float]:
    """Rounded, so that what is equal is not told apart by the last digit, which depends on the order of things."""
    away, (x, y) = spot
    return round(away, 9), round(x, 9), round(y, 9)


def _border_feet(bounds: Box, at: Point) -> list[tuple[float, Point]]:
    """The point of the table that is nearest to one beside it."""
    left, low, right, high = bounds
    point = (min(max(at[0], left), right), min(max(at[1], low), high))
    return [(apart(at, point), point)]


def _borders(bounds: Box) -> list[Line]:
    left, low, right, high = bounds
    corners = [(left, low), (right, low), (right, high), (left, high)]
    return [Line(a, b, 0.0) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]


def spots_at(
    ground: Ground,
    stand: Stand,
    target: Stand,
    others: Iterable[Stand] = (),
    gait: Gait = WALKING,
    distance: float = 0.0,
    steps: int = 24,
    most: int | None = None,
) -> list[Point]:
    """The free spots at exactly this distance from another stand, nearest first: in contact if the distance is 0.

    They are the nearest one, those that also touch a neighbour, a wall or the edge, and an even round of the others. So
    as many stands find a place as fit round the target (ruling "contact-room"). `most`: so many are enough.
    """
    return list(islice(nearest_spots_at(ground, stand, target, others, gait, distance, steps), most))


def nearest_spots_at(
    ground: Ground,
    stand: Stand,
    target: Stand,
    others: Iterable[Stand] = (),
    gait: Gait = WALKING,
    distance: float = 0.0,
    steps: int = 24,
) -> Iterator[Point]:
    """The same one after the other, for those who may need only the first."""
    ring = _ring(stand, target, distance)
    layer = ground.layer(stand.base, stand.facing, gait)
    box, third = _box_round(ring), frozenset({target.id})
    solids = [*near(layer.barring, box), *near(swollen_stands(stand, others, third, box), box)]
    lines = [line for s in solids for line in outline(s.shape)] + _borders(layer.bounds)
    candidates = _round_about(ring, stand.at, steps)
    candidates += [p for mine in outline(ring.shape) for line in lines for p in crossings(mine, line)]
    ordered = sorted({(round(apart(stand.at, p), 6), p) for p in candidates})
    return (p for _, p in ordered if abs(clearance(ring.shape, *p)) < EPS and _fits(layer, solids, p))


def _fits(layer: Layer, solids: Sequence[Solid], at: Point) -> bool:
    return is_on_table(layer.bounds, at) and what_is_at(solids, at) is None


def _ring(stand: Stand, target: Stand, distance: float) -> Solid:
    shape = swollen_stands(stand, [target])[0].shape
    left, low, right, high = shape.box
    box = (left - distance, low - distance, right + distance, high + distance)
    return solid(target.id, shape._replace(radius=shape.radius + distance, box=box))


def _box_round(ring: Solid) -> Box:
    return (ring.left, ring.low, ring.right, ring.high)


def _round_about(ring: Solid, at: Point, steps: int) -> list[Point]:
    """The nearest point of the ring and an even round of others."""
    middle = ((ring.left + ring.right) / 2, (ring.low + ring.high) / 2)
    first = bearing(middle, at)
    if not ring.shape.edges:
        return [at_angle(middle, first + 360.0 * i / steps, ring.shape.radius) for i in range(steps)]
    far = ring.right - ring.left + ring.high - ring.low
    outside = [at_angle(middle, first + 360.0 * i / steps, far) for i in range(1, steps)]
    return [nearest_on(ring.shape, *point) for point in (at, *outside)]


def recoils(
    ground: Ground,
    stand: Stand,
    away_from: Point,
    others: Iterable[Stand] = (),
    gait: Gait = WALKING,
    *,
    through: frozenset[str] = NOBODY,
    arc: float = 45.0,
    step: float = 5.0,
    distance: float | None = None,
) -> list[Recoil]:
    """The directions of a recoil, straight away first, then by the size of the turn, with what denies each of them.

    A recoil goes one base width (the stand's own, ruling "recoil-distance"), in any direction within the arc from the
    line away (ruling "recoil-direction"). Besides every `step` degrees the list holds the directions in which the base
    comes to touch something, so that if any direction has room, one in the list has.
    """
    others = list(others)
    width = stand.base.width if distance is None else distance
    straight = bearing(away_from, stand.at)
    turns = [0.0] + [sign * step * i for i in range(1, int(arc / step + EPS) + 1) for sign in (1, -1)]
    turns += _touching_turns(ground, stand, straight, width, swollen_stands(stand, others), gait)
    kept = sorted({round(turn, 9) for turn in turns if abs(turn) <= arc + EPS}, key=lambda turn: (abs(turn), -turn))
    return [_recoil(ground, stand, straight, turn, width, others, gait, through) for turn in kept]


def _recoil(
    ground: Ground,
    stand: Stand,
    straight: float,
    turn: float,
    width: float,
    others: Sequence[Stand],
    gait: Gait,
    through: frozenset[str],
) -> Recoil:
    end = at_angle(stand.at, straight + turn, width)
    move = straight_move(ground, stand, end, others, gait, through)
    full = move.length >= width - EPS
    return Recoil(turn, end, None if full else move.stopped_by)


def _touching_turns(
    ground: Ground, stand: Stand, straight: float, width: float, others: Sequence[Solid], gait: Gait
) -> list[float]:
    layer = ground.layer(stand.base, stand.facing, gait)
    solids = near([*layer.barring, *others], box_of([stand.at], width))
    lines = [line for s in solids for line in outline(s.shape)] + _borders(layer.bounds)
    circle = Line(stand.at, stand.at, width)
    ends = [point for line in lines for point in crossings(circle, line)]
    return [(bearing(stand.at, end) - straight + 180.0) % 360.0 - 180.0 for end in ends]
