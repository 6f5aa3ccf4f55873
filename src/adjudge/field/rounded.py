"""Rounded convex shapes: the one kind of shape that every question comes down to.

A rounded shape is a convex core (a point, a segment or a polygon) and everything within a radius of it. A round base is
a point with a radius, a wall is a polygon with radius 0. A base that moves past a shape is a point that moves past the
shape swollen by the base (the Minkowski sum), and that is a rounded shape again. So there are two questions: how far is
a point from a shape, and between which shares of a segment does it run inside. Both are plain floats; nothing here
knows of tables, pieces or figures.
"""

from collections.abc import Iterable, Sequence
from math import atan2, cos, hypot, inf, pi, sin, sqrt, tau
from typing import NamedTuple

from adjudge.field.compiled import compiled
from adjudge.field.points import EPS, Box, Point, box_of

FAN = pi / 8
"""The widest turn of a path at one point: 22.5 degrees. A path goes round a corner in short straight legs outside the
true arc; the arc becomes at most 1.3 % longer and is never cut."""


class Edge(NamedTuple):
    """A side of a core: its start, its direction, its length and its outward normal."""

    x: float
    y: float
    ux: float
    uy: float
    length: float
    nx: float
    ny: float


class Rounded(NamedTuple):
    """All points within a radius of a convex core; `box` bounds it, `edges` are the sides of the core."""

    points: tuple[Point, ...]
    radius: float
    box: Box
    edges: tuple[Edge, ...]


def rounded(points: Sequence[Point], radius: float = 0.0) -> Rounded:
    """The rounded shape of the hull of these points."""
    core = hull(points)
    return Rounded(core, radius, box_of(core, radius), _edges(core))


def disc(x: float, y: float, radius: float) -> Rounded:
    """A full circle."""
    return Rounded(((x, y),), radius, (x - radius, y - radius, x + radius, y + radius), ())


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The convex hull, anticlockwise, without points that lie on a side."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    return tuple(_half_hull(ordered)[:-1] + _half_hull(ordered[::-1])[:-1])


def _half_hull(ordered: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) > 1 and cross(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def cross(a: Point, b: Point, c: Point) -> float:
    """Twice the area of the triangle: positive if a, b, c turn anticlockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _edges(core: Sequence[Point]) -> tuple[Edge, ...]:
    if len(core) < 2:
        return ()
    return tuple(_edge(a, b) for a, b in zip(core, [*core[1:], core[0]], strict=True))


def _edge(a: Point, b: Point) -> Edge:
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    return Edge(a[0], a[1], ux, uy, length, uy, -ux)


def swollen(shape: Rounded, base: Rounded) -> Rounded:
    """Where the centre of a base must not be: the shape swollen by the base, which is given around the origin."""
    if len(base.points) == 1:
        return _swollen_by_disc(shape, base.radius)
    sums = [(x - bx, y - by) for x, y in shape.points for bx, by in base.points]
    return rounded(sums, shape.radius + base.radius)


def _swollen_by_disc(shape: Rounded, radius: float) -> Rounded:
    left, low, right, high = shape.box
    box = (left - radius, low - radius, right + radius, high + radius)
    return Rounded(shape.points, shape.radius + radius, box, shape.edges)


@compiled
def clearance(shape: Rounded, x: float, y: float) -> float:
    """How far the point is outside the shape; negative: how deep it is inside."""
    core, radius, _, edges = shape
    if not edges:
        return hypot(x - core[0][0], y - core[0][1]) - radius
    deepest = -inf
    for ex, ey, _, _, _, nx, ny in edges:
        off = (x - ex) * nx + (y - ey) * ny
        if off > deepest:
            deepest = off
    if deepest <= 0:
        return deepest - radius
    return min([_from_edge(e, x, y) for e in edges]) - radius


@compiled
def is_inside(shape: Rounded, x: float, y: float) -> bool:
    """Is the point deeper than EPS inside the shape? The same as a clearance below -EPS, found out sooner."""
    core, radius, _, edges = shape
    deep = radius - EPS
    if not edges:
        dx, dy = x - core[0][0], y - core[0][1]
        return deep > 0 and dx * dx + dy * dy < deep * deep
    is_in_core = True
    for ex, ey, _, _, _, nx, ny in edges:
        off = (x - ex) * nx + (y - ey) * ny
        if off >= deep:
            return False
        if off > 0:
            is_in_core = False
    return is_in_core or min([_from_edge(e, x, y) for e in edges]) < deep


def _from_edge(e: Edge, x: float, y: float) -> float:
    ex, ey, ux, uy, length, _, _ = e
    along = (x - ex) * ux + (y - ey) * uy
    along = 0.0 if along < 0 else length if along > length else along
    return hypot(x - ex - along * ux, y - ey - along * uy)


def nearest_on(shape: Rounded, x: float, y: float) -> Point:
    """The point of the outline that is nearest to this point."""
    candidates = [p for p in feet(shape, x, y) if abs(clearance(shape, *p)) < EPS]
    return min(candidates, key=lambda p: (hypot(p[0] - x, p[1] - y), p))


def feet(shape: Rounded, x: float, y: float) -> list[Point]:
    """The nearest point on each line of the outline. Some lie inside: not every part of the lines is outline."""
    return [foot(line, x, y) for line in outline(shape)]


Span = tuple[float, float]


@compiled
def span_inside(shape: Rounded, p: Point, q: Point, grow: float = 0.0) -> Span | None:
    """The shares of the segment from p to q between which it runs inside the shape grown by `grow`, or None."""
    left, low, right, high = shape.box
    (x, y), (x2, y2) = p, q
    if (x < left - grow and x2 < left - grow) or (x > right + grow and x2 > right + grow):
        return None
    if (y < low - grow and y2 < low - grow) or (y > high + grow and y2 > high + grow):
        return None
    dx, dy = x2 - x, y2 - y
    if not shape.edges:
        return _span_in_circle(shape.points[0], shape.radius + grow, x, y, dx, dy)
    return _span_in_core(shape, shape.radius + grow, x, y, dx, dy)


def _span_in_core(shape: Rounded, radius: float, x: float, y: float, dx: float, dy: float) -> Span | None:
    """The offset sides bound the span, and where it begins and ends on one of them they are all there is to it."""
    core, _, _, edges = shape
    bound = _span_in_halves(edges, radius, x, y, dx, dy)
    if bound is None or radius <= EPS:
        return bound
    start, end = bound
    limit = radius + ON_THE_SIDE
    if _from_core(edges, x + start * dx, y + start * dy) <= limit >= _from_core(edges, x + end * dx, y + end * dy):
        return bound
    # A convex shape meets a line in one span, so the spans in its parts only need joining end to end.
    spans = [_span_in_circle(corner, radius, x, y, dx, dy) for corner in core]
    spans += [_span_beside(edge, radius, x, y, dx, dy) for edge in edges]
    spans.append(_span_in_halves(edges, 0.0, x, y, dx, dy) if len(core) > 2 else None)
    found = [span for span in spans if span is not None]
    return (min([s[0] for s in found]), max([s[1] for s in found])) if found else None


ON_THE_SIDE = 1e-12
"""How far off a point that was computed to lie on a side may seem."""


def _from_core(edges: Sequence[Edge], x: float, y: float) -> float:
    """How far a point is from a core; nothing if it is inside."""
    deepest = max([(x - ex) * nx + (y - ey) * ny for ex, ey, _, _, _, nx, ny in edges])
    return min([_from_edge(e, x, y) for e in edges]) if deepest > 0 else 0.0


def _span_in_circle(centre: Point, radius: float, x: float, y: float, dx: float, dy: float) -> Span | None:
    if radius < 0:
        return None
    fx, fy = x - centre[0], y - centre[1]
    a = dx * dx + dy * dy
    c = fx * fx + fy * fy - radius * radius
    if a == 0:
        return (0.0, 1.0) if c <= 0 else None
    half = fx * dx + fy * dy
    root = half * half - a * c
    if root < 0:
        return None
    root = sqrt(root)
    start, end = (-half - root) / a, (-half + root) / a
    return None if end < 0 or start > 1 else (max(start, 0.0), min(end, 1.0))


def _span_in_halves(
    edges: Sequence[Edge], offset: float, x: float, y: float, dx: float, dy: float, start: float = 0.0, end: float = 1.0
) -> Span | None:
    for ex, ey, _, _, _, nx, ny in edges:
        away = (x - ex) * nx + (y - ey) * ny - offset
        rate = dx * nx + dy * ny
        if rate == 0:
            if away > 0:
                return None
            continue
        share = -away / rate
        if rate > 0:
            if share < end:
                end = share
        elif share > start:
            start = share
        if start > end:
            return None
    return (start, end)


def _span_beside(e: Edge, radius: float, x: float, y: float, dx: float, dy: float) -> Span | None:
    """The span inside the strip of the given width that lies along the outer face of one side."""
    ex, ey, ux, uy, length, nx, ny = e
    x, y, start, end = x - ex, y - ey, 0.0, 1.0
    along, off = x * ux + y * uy, x * nx + y * ny
    for value, rate, limit in ((along, dx * ux + dy * uy, length), (off, dx * nx + dy * ny, radius)):
        if rate == 0:
            if not 0 <= value <= limit:
                return None
            continue
        first, last = -value / rate, (limit - value) / rate
        if first > last:
            first, last = last, first
        start, end = first if first > start else start, last if last < end else end
        if start > end:
            return None
    return (start, end)


def stops_at(shape: Rounded, p: Point, q: Point) -> float | None:
    """The share of the segment at which a point must stop before the shape; None if it may go all the way.

    Sliding along the shape and leaving it are free: only going deeper than EPS is barred, and then the stop is where
    the true outline is touched, so that the stopped point can move again.
    """
    inner = span_inside(shape, p, q, -EPS)
    if inner is None or inner[1] - inner[0] <= 0:
        return None
    outer = span_inside(shape, p, q)
    return outer[0] if outer else inner[0]


@compiled
def pierces(shape: Rounded, p: Point, q: Point) -> bool:
    """Does the segment run deeper than EPS inside the shape? The same as a stop on the way, without saying where.

    A segment whose whole line keeps clear of the core on one side does not; else it does just if it comes near to a
    corner of the core, or crosses the core, or one of its ends lies inside. That is asked in the order in which it is
    cheap.
    """
    core, radius, _, edges = shape
    (x, y), (x2, y2) = p, q
    dx, dy = x2 - x, y2 - y
    square = dx * dx + dy * dy
    if square == 0:
        return False
    near = radius - EPS
    if not edges:
        return near > 0 and _comes_near(core, near * near, x, y, x2, y2)
    if _keeps_clear(core, near * abs(near) * square, x, y, dx, dy):
        return False
    if near > 0 and _comes_near(core, near * near, x, y, x2, y2):
        return True
    around = _span_in_halves(edges, near, x, y, dx, dy)
    if around is None or near <= 0:
        return _deep(around)
    if _deep(_span_in_halves(edges, 0.0, x, y, dx, dy)):
        return True
    return is_inside(shape, x, y) or is_inside(shape, x2, y2)


def _keeps_clear(points: Iterable[Point], limit: float, x: float, y: float, dx: float, dy: float) -> bool:
    """Does a line have all points on one side and none too near? The limit is a distance squared times its square."""
    nearest, side = inf, 0.0
    for cx, cy in points:
        side, before = (cx - x) * dy - (cy - y) * dx, side
        if side * before < 0 or side == 0:
            return False
        if side * side < nearest:
            nearest = side * side
    return nearest >= limit


def _comes_near(points: Iterable[Point], limit: float, x: float, y: float, x2: float, y2: float) -> bool:
    """Does a segment come nearer to one of the points than the root of the limit?"""
    dx, dy = x2 - x, y2 - y
    square = dx * dx + dy * dy
    for cx, cy in points:
        ax, ay = cx - x, cy - y
        along = ax * dx + ay * dy
        if along <= 0:
            away = ax * ax + ay * ay
        elif along >= square:
            away = (cx - x2) * (cx - x2) + (cy - y2) * (cy - y2)
        else:
            turn = ax * dy - ay * dx
            away = turn * turn / square
        if away < limit:
            return True
    return False


def _deep(span: Span | None) -> bool:
    return span is not None and span[1] > span[0]


def corners(shape: Rounded, towards: float = 0.0) -> list[Point]:
    """The points at which a path round the shape may turn.

    They stand just outside the rounded corners, where short straight legs touch the arc. A full circle has no corner to
    begin at, so its points are counted from the direction `towards` (radians): the answer then turns with the table.
    """
    if not shape.edges:
        return _fan(shape.points[0], shape.radius, towards - pi, tau)
    if shape.radius <= 0:
        return list(shape.points)
    turns = zip(shape.edges[-1:] + shape.edges[:-1], shape.edges, strict=True)
    return [point for before, after in turns for point in _corner_fan(before, after, shape.radius)]


def _corner_fan(before: Edge, after: Edge, radius: float) -> list[Point]:
    start = atan2(before.ny, before.nx)
    width = (atan2(after.ny, after.nx) - start) % tau
    return _fan((after.x, after.y), radius, start, width)


def _fan(centre: Point, radius: float, start: float, width: float) -> list[Point]:
    count = max(1, -int(-(width - 1e-9) // FAN))
    step = width / count
    reach = radius / cos(step / 2)
    angles = [start + step * (i + 0.5) for i in range(count)]
    return [(centre[0] + reach * cos(a), centre[1] + reach * sin(a)) for a in angles]


class Line(NamedTuple):
    """A stretch of an outline: a straight one from a to b, or a full circle of a radius round a (then b is a)."""

    a: Point
    b: Point
    radius: float


def outline(shape: Rounded) -> list[Line]:
    """The lines on which the outline lies: offset sides and corner circles. Parts of the circles lie inside."""
    r = shape.radius
    circles = [Line(p, p, r) for p in shape.points] if r > 0 or not shape.edges else []
    return circles + [_offset_side(e, r) for e in shape.edges]


def _offset_side(e: Edge, r: float) -> Line:
    x, y = e.x + e.nx * r, e.y + e.ny * r
    return Line((x, y), (x + e.ux * e.length, y + e.uy * e.length), 0.0)


def foot(line: Line, x: float, y: float) -> Point:
    """The point of a line that is nearest to a point."""
    (ax, ay), (bx, by) = line.a, line.b
    if line.radius or line.a == line.b:
        away = hypot(x - ax, y - ay)
        return (
            (ax + (x - ax) * line.radius / away, ay + (y - ay) * line.radius / away) if away else (ax + line.radius, ay)
        )
    dx, dy = bx - ax, by - ay
    share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return (ax + dx * share, ay + dy * share)


def crossings(one: Line, two: Line) -> list[Point]:
    """The points that two outline lines share."""
    if one.radius and two.radius:
        return _circles_cross(one, two)
    if one.radius:
        return _circle_crosses(one, two)
    if two.radius:
        return _circle_crosses(two, one)
    return _segments_cross(one, two)


def _circles_cross(one: Line, two: Line) -> list[Point]:
    dx, dy = two.a[0] - one.a[0], two.a[1] - one.a[1]
    away = hypot(dx, dy)
    if away == 0 or away > one.radius + two.radius or away < abs(one.radius - two.radius):
        return []
    along = (one.radius**2 - two.radius**2 + away**2) / (2 * away)
    off = sqrt(max(0.0, one.radius**2 - along**2))
    x, y, ux, uy = one.a[0] + along * dx / away, one.a[1] + along * dy / away, dx / away, dy / away
    return [(x - off * uy, y + off * ux), (x + off * uy, y - off * ux)]


def _circle_crosses(circle: Line, straight: Line) -> list[Point]:
    (x, y), (x2, y2) = straight.a, straight.b
    dx, dy = x2 - x, y2 - y
    fx, fy = x - circle.a[0], y - circle.a[1]
    a, half = dx * dx + dy * dy, fx * dx + fy * dy
    root = half * half - a * (fx * fx + fy * fy - circle.radius**2)
    if a == 0 or root < 0:
        return []
    shares = ((-half - sqrt(root)) / a, (-half + sqrt(root)) / a)
    return [(x + dx * t, y + dy * t) for t in shares if -EPS <= t <= 1 + EPS]


def _segments_cross(one: Line, two: Line) -> list[Point]:
    dx, dy = one.b[0] - one.a[0], one.b[1] - one.a[1]
    ex, ey = two.b[0] - two.a[0], two.b[1] - two.a[1]
    slant = dx * ey - dy * ex
    if abs(slant) < 1e-12:
        return []
    fx, fy = two.a[0] - one.a[0], two.a[1] - one.a[1]
    t, s = (fx * ey - fy * ex) / slant, (fx * dy - fy * dx) / slant
    inside = -EPS <= t <= 1 + EPS and -EPS <= s <= 1 + EPS
    return [(one.a[0] + dx * t, one.a[1] + dy * t)] if inside else []


def convex_parts(polygon: Sequence[Point]) -> list[tuple[Point, ...]]:
    """The polygon cut into convex parts: itself if it is convex, else triangles."""
    ring = list(polygon) if signed_area(polygon) > 0 else list(polygon)[::-1]
    if _is_convex(ring):
        return [tuple(ring)]
    return _triangles(ring)


def without(shape: Rounded, hole: Rounded) -> list[Rounded]:
    """What is left of a shape where another is cut out of it, in convex parts: the shape itself if they do not overlap.

    Only straight sides are cut: a circle of either kind is taken for a polygon of 32 sides.
    """
    rest, found = _straight(shape), []
    for e in _edges(_straight(hole)):
        outside, rest = _half(rest, e.x, e.y, e.nx, e.ny), _half(rest, e.x, e.y, -e.nx, -e.ny)
        found += [rounded(outside)] if len(outside) > 2 and signed_area(outside) > EPS else []
    return found if len(rest) > 2 and signed_area(rest) > EPS else [shape]


def _straight(shape: Rounded) -> Sequence[Point]:
    """The corners of a shape without roundness, anticlockwise; those of a disc are on its rim."""
    if shape.edges:
        return shape.points
    x, y = shape.points[0]
    return [(x + shape.radius * cos(tau * i / 32), y + shape.radius * sin(tau * i / 32)) for i in range(32)]


def _half(ring: Sequence[Point], x: float, y: float, nx: float, ny: float) -> list[Point]:
    """The part of a convex ring on that side of a line to which its normal points."""
    kept: list[Point] = []
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        a, b = (ax - x) * nx + (ay - y) * ny, (bx - x) * nx + (by - y) * ny
        if a >= 0:
            kept.append((ax, ay))
        if (a > 0 > b) or (a < 0 < b):
            share = a / (a - b)
            kept.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return kept


def signed_area(ring: Sequence[Point]) -> float:
    """The area of the polygon, positive if its points run anticlockwise."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def _is_convex(ring: Sequence[Point]) -> bool:
    count = len(ring)
    return all(cross(ring[i - 1], ring[i], ring[(i + 1) % count]) >= 0 for i in range(count))


def _triangles(ring: list[Point]) -> list[tuple[Point, ...]]:
    triangles: list[tuple[Point, ...]] = []
    while len(ring) > 3:
        at = next((i for i in range(len(ring)) if _is_ear(ring, i)), 0)
        triangles.append((ring[at - 1], ring[at], ring[(at + 1) % len(ring)]))
        del ring[at]
    return [*triangles, tuple(ring)]


def _is_ear(ring: Sequence[Point], at: int) -> bool:
    a, b, c = ring[at - 1], ring[at], ring[(at + 1) % len(ring)]
    if cross(a, b, c) <= 0:
        return False
    others = [p for p in ring if p not in (a, b, c)]
    return not any(cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0 for p in others)
