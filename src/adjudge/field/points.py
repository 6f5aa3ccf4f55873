"""Points, directions and the one tolerance.

A point is a pair of floats in the unit of its map: x to the east, y to the north, the origin in the south-west corner.
Angles are degrees, anticlockwise from the east: 0 is east, 90 is north.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, dist, radians, sin

Point = tuple[float, float]
Box = tuple[float, float, float, float]

EPS = 1e-6
"""The tolerance of every answer, in the unit of the map.

Distances are inclusive (ruling "measuring": within X includes exactly X), so "within" forgives EPS. Two things that
touch do not overlap: an overlap is deeper than EPS. A line of sight needs a gap wider than EPS, so that walls standing
flush leave no crack. Rounding errors of the arithmetic are a million times smaller, real gaps a thousand times larger.
"""

COMPASS = {
    "east": 0.0, "north-east": 45.0, "north": 90.0, "north-west": 135.0,
    "west": 180.0, "south-west": 225.0, "south": 270.0, "south-east": 315.0,
}  # fmt: skip


_WORDS = tuple(COMPASS)

apart: Callable[[Point, Point], float] = dist
"""The distance between two points: asked so often that a function of our own would cost more than the answer."""


def within(distance: float, limit: float) -> bool:
    """Is this distance within the limit? Exactly the limit is."""
    return distance <= limit + EPS


def towards(a: Point, b: Point, distance: float) -> Point:
    """The point reached from a by going this far towards b; a itself if the two are one."""
    length = apart(a, b)
    if length == 0:
        return a
    return (a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length)


def part_way(a: Point, b: Point, share: float) -> Point:
    """The point that divides the segment from a to b: 0 is a, 1 is b."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def at_angle(origin: Point, angle: float, distance: float) -> Point:
    """The point that lies this far from the origin in this direction."""
    turn = radians(angle)
    return (origin[0] + distance * cos(turn), origin[1] + distance * sin(turn))


def bearing(a: Point, b: Point) -> float:
    """The direction from a to b in degrees, from 0 up to 360."""
    return degrees(atan2(b[1] - a[1], b[0] - a[0])) % 360.0


def compass_word(a: Point, b: Point) -> str:
    """The way from one point to another, as the nearest of eight directions."""
    return _WORDS[round(bearing(a, b) / 45.0) % 8]


class Way:
    """How far and in which direction from one point to another, put into words only when somebody reads them."""

    __slots__ = ("end", "start", "unit")

    def __init__(self, start: Point, end: Point, unit: str) -> None:
        self.start, self.end, self.unit = start, end, unit

    def __str__(self) -> str:
        return f"{apart(self.start, self.end):.0f} {self.unit} {compass_word(self.start, self.end)}"


def rotated(point: Point, angle: float, about: Point = (0.0, 0.0)) -> Point:
    """The point turned anticlockwise about a centre. Quarter turns are exact: maps are full of them."""
    c, s = _cosine_and_sine(angle)
    x, y = point[0] - about[0], point[1] - about[1]
    return (about[0] + x * c - y * s, about[1] + x * s + y * c)


def _cosine_and_sine(angle: float) -> tuple[float, float]:
    quarter, rest = divmod(angle % 360.0, 90.0)
    if rest == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    return cos(radians(angle)), sin(radians(angle))


def length_of(points: Sequence[Point]) -> float:
    """The length of a path through these points."""
    return sum(apart(a, b) for a, b in pairwise(points))


def box_of(points: Iterable[Point], margin: float = 0.0) -> Box:
    """The smallest upright box round the points, widened by a margin."""
    xs, ys = zip(*points, strict=True)
    return (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)


def box_between(p: Point, q: Point) -> Box:
    """The smallest upright box round two points."""
    left, right = (p[0], q[0]) if p[0] <= q[0] else (q[0], p[0])
    low, high = (p[1], q[1]) if p[1] <= q[1] else (q[1], p[1])
    return (left, low, right, high)
