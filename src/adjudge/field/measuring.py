"""Measuring: from base edge to base edge, exactly; "within" includes exactly (rulings "measuring" and
"distance-measurement"). Plain floats throughout."""

from collections.abc import Iterable
from math import hypot

from adjudge.field.bases import Rectangle, Round, Stand, footprint, shape_of
from adjudge.field.ground import Ground
from adjudge.field.points import EPS, Point, rotated, within
from adjudge.field.rounded import clearance, nearest_on, swollen
from adjudge.field.terrain import EDGE


def gap(a: Stand, b: Stand) -> float:
    """How far two bases are apart; negative: how deep they overlap."""
    if isinstance(a.base, Round):
        if isinstance(b.base, Round):
            return hypot(b.x - a.x, b.y - a.y) - (a.base.diameter + b.base.diameter) / 2
        return _gap_beside(a.x - b.x, a.y - b.y, b.base, b.facing) - a.base.diameter / 2
    if isinstance(b.base, Round):
        return _gap_beside(b.x - a.x, b.y - a.y, a.base, a.facing) - b.base.diameter / 2
    return clearance(swollen(footprint(b), shape_of(a.base, a.facing)), a.x, a.y)


def _gap_beside(dx: float, dy: float, base: Rectangle, facing: float) -> float:
    """How far a point is from a rectangle that stands at the origin; negative: how deep inside."""
    x, y = rotated((dx, dy), -facing)
    ahead, aside = abs(x) - base.length / 2, abs(y) - base.breadth / 2
    return hypot(ahead, aside) if ahead > 0 and aside > 0 else max(ahead, aside)


def distance(a: Stand, b: Stand) -> float:
    """The distance from base edge to base edge; 0 in contact."""
    return max(0.0, gap(a, b))


def distance_to_point(a: Stand, point: Point) -> float:
    """The distance from the edge of a base to a point; 0 if the point is under the base."""
    return max(0.0, clearance(footprint(a), *point))


def distance_to_piece(ground: Ground, a: Stand, piece: str) -> float:
    """The distance from the edge of a base to a piece of terrain; 0 if they touch."""
    ground.piece(piece)
    base = shape_of(a.base, a.facing)
    parts = (swollen(s.shape, base) for s in ground.solids if s.id == piece)
    return max(0.0, min(clearance(part, a.x, a.y) for part in parts))


def distance_to_edge(ground: Ground, a: Stand) -> float:
    """The distance from the base to the nearest edge of the table."""
    left, low, right, high = footprint(a).box
    return min(left, low, ground.width - right, ground.depth - high)


def in_contact(a: Stand, b: Stand, tolerance: float = EPS) -> bool:
    """Do the bases touch? A game may forgive a gap, as one millimetre (ruling "adjacent-means-contact")."""
    return gap(a, b) <= tolerance


def contacts(a: Stand, others: Iterable[Stand], tolerance: float = EPS) -> list[str]:
    """The ids of the stands in contact with this one."""
    return sorted(other.id for other in others if other.id != a.id and in_contact(a, other, tolerance))


def touches_piece(ground: Ground, a: Stand, piece: str, tolerance: float = EPS) -> bool:
    """Does the base touch this piece of terrain, or stand on it?"""
    return distance_to_piece(ground, a, piece) <= tolerance


def nearest(a: Stand, others: Iterable[Stand]) -> list[tuple[float, str]]:
    """The others with their distances, nearest first, equal ones by id."""
    return sorted((distance(a, other), other.id) for other in others if other.id != a.id)


def who_is_within(a: Stand, others: Iterable[Stand], limit: float) -> list[str]:
    """The ids of the stands within a distance, nearest first."""
    return [name for away, name in nearest(a, others) if within(away, limit)]


def where_they_meet(ground: Ground, a: Stand, other: Stand | str) -> Point:
    """The point of another stand, a piece or the edge of the table that is nearest to this stand's centre."""
    if isinstance(other, Stand):
        return nearest_on(footprint(other), a.x, a.y)
    if other == EDGE:
        return _nearest_edge(ground, a.at)
    points = [nearest_on(s.shape, a.x, a.y) for s in ground.solids if s.id == other]
    return min(points, key=lambda p: (hypot(p[0] - a.x, p[1] - a.y), p))


def _nearest_edge(ground: Ground, at: Point) -> Point:
    x, y = at
    feet = [(0.0, y), (ground.width, y), (x, 0.0), (x, ground.depth)]
    return min(feet, key=lambda p: (hypot(p[0] - x, p[1] - y), p))
