"""Line of sight from base to base: is there one, what blocks it and where, what gives cover.

Rulings "line-of-sight" and "line-of-sight-geometry": one sees the other if some straight line from a part of one base
to a part of the other is free. The lines run between the facing widths of the two bases, that is their widths across
the line that joins their centres; a rectangular base also has its corners. A line is then a pair of numbers, where it
leaves and where it arrives, and the lines that pass a convex piece on one side are a convex region of such pairs. What
all pieces leave of that region is computed exactly, by clipping, so any gap wider than EPS is found, and a crack
between two walls that stand flush is not. Round pieces count as polygons within a two-thousandth of the circle.

The line from centre to centre is tried first, in plain floats (the box, then the edges): most questions end there. For
thousands of lines at once see `heat`, which is shapely's work.
"""

from collections.abc import Iterable, Sequence
from math import atan, cos, hypot, sin, sqrt

import msgspec

from adjudge.field.bases import Round, Stand, footprint, shape_of
from adjudge.field.compiled import compiled
from adjudge.field.ground import Ground, Solid, near, near_segment, solid
from adjudge.field.moving import NOBODY
from adjudge.field.points import EPS, Point, box_of, part_way
from adjudge.field.rounded import Rounded, pierces, span_inside
from adjudge.field.terrain import BLOCKS_SIGHT, COVER

BLOCKERS = frozenset({BLOCKS_SIGHT})
HIDING = frozenset({BLOCKS_SIGHT, COVER})
POINT_WIDTH = 1e-5
"""A point is seen as something this wide, so that a point on the face of a wall is seen from the front."""


class Sight(msgspec.Struct, frozen=True):
    """Whether there is a line, and which; if not, what stands first on the line between the centres, and where."""

    seen: bool
    line: tuple[Point, Point]
    by: str | None = None
    at: Point | None = None


def sight(ground: Ground, a: Stand, b: Stand, others: Iterable[Stand] = (), *, past: frozenset[str] = NOBODY) -> Sight:
    """Can the two see each other? The stands in `others` block; the stands and pieces in `past` do not.

    A piece that ends at or below the level of either of the two does not block (ruling "line-of-sight-elevation").
    """
    solids = _blockers(ground, BLOCKERS, max(a.level, b.level), past, _stands(others, a, b, past))
    return _sight(solids, a.at, b.at, a, b)


def is_seen(ground: Ground, a: Stand, b: Stand, others: Iterable[Stand] = ()) -> bool:
    """The same as `sight(...).seen` for those who ask often and need no reason: what hides wholly is tried first."""
    solids = _blockers(ground, BLOCKERS, max(a.level, b.level), NOBODY, _stands(others, a, b, NOBODY))
    if isinstance(a.base, Round) and isinstance(b.base, Round):
        view = _View((a.at, a.base.diameter / 2), (b.at, b.base.diameter / 2))
        if _is_hidden(solids, view):
            return False
    return _sight(solids, a.at, b.at, a, b).seen


def sight_to_point(ground: Ground, a: Stand, point: Point, *, past: frozenset[str] = NOBODY) -> Sight:
    """Can the stand see this point? Other stands do not block, as they do not block a lobbed grenade."""
    solids = _blockers(ground, BLOCKERS, a.level, past, [])
    return _sight(solids, a.at, point, a, None)


def sight_between(ground: Ground, p: Point, q: Point, *, level: float = 0.0, past: frozenset[str] = NOBODY) -> Sight:
    """Can one point be seen from another?"""
    return _sight(_blockers(ground, BLOCKERS, level, past, []), p, q, None, None)


def cover(ground: Ground, a: Stand, b: Stand, *, past: frozenset[str] = NOBODY) -> tuple[str, ...]:
    """The pieces that partly hide b from a, wherever a looks from; none if a sees the whole of b from some point.

    Scenery gives cover, stands never do (ruling "line-of-sight-geometry").
    """
    solids = _blockers(ground, HIDING, max(a.level, b.level), past, [])
    return _covering(solids, _places(a, b.at)[0], _places(b, a.at)[0])


def cover_from_point(ground: Ground, point: Point, b: Stand, *, past: frozenset[str] = NOBODY) -> tuple[str, ...]:
    """The pieces between a point of impact and a stand (rule grenade.cover)."""
    return _covering(_blockers(ground, HIDING, b.level, past, []), (point, 0.0), _places(b, point)[0])


def on_the_line(ground: Ground, p: Point, q: Point, mark: str) -> list[str]:
    """The pieces with a mark that a line crosses, in the order in which it does."""
    solids = near_segment(ground.marked(frozenset({mark})), p, q)
    met = sorted((span[0], s.id) for s in solids if (span := span_inside(s.shape, p, q, -EPS)) and span[1] > span[0])
    return list(dict.fromkeys(name for _, name in met))


Place = tuple[Point, float]
"""Where lines may leave or arrive: a centre and half a width across the line of sight."""


def _places(stand: Stand, other: Point) -> list[Place]:
    """The facing width of a base; a rectangle adds its corners, which may see past what its middle does not."""
    if isinstance(stand.base, Round):
        return [(stand.at, stand.base.diameter / 2)]
    shape = footprint(stand)
    corners = [(part_way(stand.at, corner, 1 - EPS), 0.0) for corner in shape.points]
    return [(stand.at, _half_chord(shape_of(stand.base, stand.facing), stand.at, other)), *corners]


def _half_chord(shape: Rounded, at: Point, other: Point) -> float:
    dx, dy = other[0] - at[0], other[1] - at[1]
    far = hypot(*shape.points[0]) * 2 / (hypot(dx, dy) or 1.0)
    span = span_inside(shape, (0.0, 0.0), (-dy * far, dx * far))
    return span[1] * far * hypot(dx, dy) if span else 0.0


def _stands(others: Iterable[Stand], a: Stand, b: Stand, past: frozenset[str]) -> list[Solid]:
    return [solid(s.id, footprint(s)) for s in others if s.id not in (a.id, b.id) and s.id not in past]


def _blockers(
    ground: Ground, marks: frozenset[str], level: float, past: frozenset[str], stands: list[Solid]
) -> Sequence[Solid]:
    solids: Sequence[Solid] = ground.marked(marks)
    if level > 0:
        solids = [s for s in solids if ground.by_id[s.id].top > level]
    if past:
        solids = [s for s in solids if s.id not in past]
    return [*solids, *stands] if stands else solids


def _sight(solids: Sequence[Solid], p: Point, q: Point, a: Stand | None, b: Stand | None) -> Sight:
    block = _first_block(near_segment(solids, p, q), p, q)
    if block is None:
        return Sight(True, (p, q))
    share, name = block
    if a is None and b is None:
        return Sight(False, (p, q), name, part_way(p, q, share))
    froms, tos = _places(a, q) if a else [(p, 0.0)], _places(b, p) if b else [(q, 0.0)]
    lines = (_free_line(solids, one, two) for one in froms for two in tos)
    free = next((line for line in lines if line is not None), None)
    return Sight(True, free) if free else Sight(False, (p, q), name, part_way(p, q, share))


def _first_block(solids: Iterable[Solid], p: Point, q: Point) -> tuple[float, str] | None:
    """The first part that the line touches; touching at its very ends does not count."""
    margin = POINT_WIDTH / (hypot(q[0] - p[0], q[1] - p[1]) or 1.0)
    spans = [(span, s) for s in solids if (span := span_inside(s.shape, p, q, EPS))]
    blocking = [s for span, s in spans if span[1] > margin and span[0] < 1 - margin]
    return min(((_entry(s.shape, p, q), s.id) for s in blocking), default=None)


def _entry(shape: Rounded, p: Point, q: Point) -> float:
    span = span_inside(shape, p, q) or span_inside(shape, p, q, EPS)
    return span[0] if span else 0.0


Region = list[Point]
"""A convex region of lines: each point of it is a line, where it leaves (u) and where it arrives (v)."""


class _View:
    """The view from one place to another, with x running from 0 at the one to 1 at the other and y across."""

    def __init__(self, one: Place, two: Place) -> None:
        (self.origin, half_u), (end, half_v) = one, two
        self.half_u, self.half_v = max(half_u, POINT_WIDTH), max(half_v, POINT_WIDTH)
        dx, dy = end[0] - self.origin[0], end[1] - self.origin[1]
        self.length = hypot(dx, dy) or EPS
        self.ux, self.uy = dx / self.length, dy / self.length

    def whole(self) -> Region:
        u, v = self.half_u, self.half_v
        return [(-u, -v), (u, -v), (u, v), (-u, v)]

    def corridor(self) -> list[Point]:
        (x, y), length = self.origin, self.length
        x2, y2 = x + length * self.ux, y + length * self.uy
        u, v = (self.half_u * self.uy, self.half_u * self.ux), (self.half_v * self.uy, self.half_v * self.ux)
        return [(x - u[0], y + u[1]), (x + u[0], y - u[1]), (x2 - v[0], y2 + v[1]), (x2 + v[0], y2 - v[1])]

    def back(self, x: float, y: float) -> Point:
        along = x * self.length
        return (self.origin[0] + along * self.ux - y * self.uy, self.origin[1] + along * self.uy + y * self.ux)

    def seen(self, point: Point) -> Point:
        dx, dy = point[0] - self.origin[0], point[1] - self.origin[1]
        return ((dx * self.ux + dy * self.uy) / self.length, dy * self.ux - dx * self.uy)

    def outline(self, shape: Rounded) -> list[Point]:
        """The corners of what lies between the two places; round ones as the polygon that matters to these lines."""
        if shape.edges:
            return _between([self.seen(point) for point in shape.points])
        rim = [self.seen(point) for point in _rim(shape, self)]
        return [point for point in rim if 0 <= point[0] <= 1] + _chords(shape, self)


def _rim(shape: Rounded, view: _View) -> list[Point]:
    """Points round a circle, close together where lines of this view could touch it."""
    x, y = shape.points[0]
    steepest = atan((view.half_u + view.half_v) / view.length)
    tilts = [steepest * i / 8 for i in range(-8, 9)]
    across = [(sin(t) * side, cos(t) * side) for t in tilts for side in (1, -1)]
    r = shape.radius
    return [(x + r * (a * view.ux - c * view.uy), y + r * (a * view.uy + c * view.ux)) for a, c in across]


def _chords(shape: Rounded, view: _View) -> list[Point]:
    """Where a circle crosses the borders of the view: those who stand in a wood look out of it."""
    x, y = view.seen(shape.points[0])
    halves = [(border, shape.radius**2 - ((x - border) * view.length) ** 2) for border in (0.0, 1.0)]
    return [(border, y + side * sqrt(square)) for border, square in halves if square > 0 for side in (1, -1)]


def _between(points: Sequence[Point]) -> list[Point]:
    """A convex polygon cut down to 0 <= x <= 1. Only its corners matter, so they may come in any order."""
    kept = [p for p in points if 0 <= p[0] <= 1]
    for i, (x, y) in enumerate(points):
        for x2, y2 in points[i + 1 :]:
            for border in (0.0, 1.0):
                if (x - border) * (x2 - border) < 0:
                    kept.append((border, y + (y2 - y) * (border - x) / (x2 - x)))
    return kept


def _free_line(solids: Sequence[Solid], one: Place, two: Place) -> tuple[Point, Point] | None:
    view = _View(one, two)
    if _is_hidden(solids, view):
        return None
    regions = [view.whole()]
    for s in _gravest_first(near(solids, box_of(view.corridor(), EPS)), one[0], two[0]):
        corners = view.outline(s.shape)
        if corners:
            regions = [part for region in regions for part in _passing(region, corners, view)]
        if not regions:
            return None
    u, v = _middle(max(regions, key=_area))
    return view.back(0.0, u), view.back(1.0, v)


def _is_hidden(solids: Sequence[Solid], view: _View) -> bool:
    """Does one piece block the outermost line on either side? It is convex, so it blocks all that lie between them.

    Whatever hides at all mostly does it alone, so this is tried before all lines are worked out.
    """
    left, right, left_end, right_end = view.corridor()
    for s in near_segment(solids, left, left_end):
        if pierces(s.shape, left, left_end) and pierces(s.shape, right, right_end):
            return True
    return False


def _gravest_first(solids: Sequence[Solid], p: Point, q: Point) -> list[Solid]:
    """Those on the middle line first: they leave the least to do for the others."""
    return sorted(solids, key=lambda s: span_inside(s.shape, p, q) is None)


def _passing(region: Region, corners: Sequence[Point], view: _View) -> list[Region]:
    """The lines of a region that pass a convex piece on its left, and those that pass it on its right."""
    sides = (_clipped_all(region, corners, 1.0), _clipped_all(region, corners, -1.0))
    least = EPS * (view.half_u + view.half_v)
    return [side for side in sides if len(side) > 2 and _area(side) > least]


@compiled
def _clipped_all(region: Region, corners: Sequence[Point], side: float) -> Region:
    for x, y in corners:
        region = _clipped(region, side * (1 - x), side * x, side * y)
        if not region:
            break
    return region


def _clipped(region: Region, a: float, b: float, c: float) -> Region:
    """The part of a convex region where a*u + b*v >= c."""
    values = [a * u + b * v - c for u, v in region]
    if min(values) >= 0:
        return region
    kept: Region = []
    for i, (point, value) in enumerate(zip(region, values, strict=True)):
        last, before = region[i - 1], values[i - 1]
        if (value < 0) != (before < 0):
            kept.append(part_way(last, point, before / (before - value)))
        if value >= 0:
            kept.append(point)
    return kept


def _area(region: Region) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(region, region[1:] + region[:1], strict=True))) / 2


def _middle(region: Region) -> Point:
    return (sum(u for u, _ in region) / len(region), sum(v for _, v in region) / len(region))


def _covering(solids: Sequence[Solid], one: Place, two: Place) -> tuple[str, ...]:
    """The pieces that together leave no point from which the whole width is seen."""
    view = _View(one, two)
    around = near(solids, box_of(view.corridor(), EPS))
    spoiled = [(*span, s.id) for s in around if (span := _spoiled(view, view.outline(s.shape)))]
    if not _covers(spoiled, -view.half_u, view.half_u):
        return ()
    return tuple(sorted({name for _, _, name in spoiled}))


def _spoiled(view: _View, corners: Sequence[Point]) -> tuple[float, float] | None:
    """The part of the near width from which a piece hides some of the far width."""
    if not corners:
        return None
    if any(x >= 1 - EPS for x, _ in corners):
        return _at_the_target(view, corners)
    low = min((y - view.half_v * x) / (1 - x) for x, y in corners)
    high = max((y + view.half_v * x) / (1 - x) for x, y in corners)
    return (low, high)


def _at_the_target(view: _View, corners: Sequence[Point]) -> tuple[float, float] | None:
    """A piece beside the target: it hides something unless all of it lies beyond one end of the target's width."""
    if all(y >= view.half_v - EPS for x, y in corners if x >= 1 - EPS):
        rest = [((y - view.half_v * x) / (1 - x)) for x, y in corners if x < 1 - EPS]
        return (min(rest), view.half_u) if rest and min(rest) < view.half_u - EPS else None
    if all(y <= EPS - view.half_v for x, y in corners if x >= 1 - EPS):
        rest = [((y + view.half_v * x) / (1 - x)) for x, y in corners if x < 1 - EPS]
        return (-view.half_u, max(rest)) if rest and max(rest) > EPS - view.half_u else None
    return (-view.half_u, view.half_u)


def _covers(spans: Sequence[tuple[float, float, str]], start: float, end: float) -> bool:
    for low, high, _ in sorted(spans):
        if low > start + EPS:
            break
        start = max(start, high)
    return start >= end - EPS
