"""Heat-maps: one question asked of thousands of points at once. Here shapely pays, vectorised over all lines."""

from collections.abc import Sequence

import shapely

from adjudge.field.ground import Ground, remembered
from adjudge.field.points import EPS, Point
from adjudge.field.rounded import Rounded
from adjudge.field.sight import BLOCKERS

NO_SHAPE = shapely.Polygon()


def lattice(ground: Ground, spacing: float) -> list[Point]:
    """The middles of the squares of a grid over the table, row by row from the south-west."""
    columns, rows = int(ground.width / spacing + EPS), int(ground.depth / spacing + EPS)
    return [((i + 0.5) * spacing, (j + 0.5) * spacing) for j in range(rows) for i in range(columns)]


def visible(ground: Ground, eye: Point, points: Sequence[Point]) -> list[bool]:
    """Which of the points can be seen from a point. About a microsecond for each."""
    if not points:
        return []
    blockers = _union(ground)
    lines = shapely.linestrings([(eye, point) for point in points])
    seen: list[bool] = (~shapely.intersects(blockers, lines)).tolist()
    return seen


@remembered(64)
def _union(ground: Ground) -> shapely.Geometry:
    union = shapely.union_all([_geometry(s.shape) for s in ground.marked(BLOCKERS)] or [NO_SHAPE])
    shapely.prepare(union)
    return union


def _geometry(shape: Rounded) -> shapely.Geometry:
    if not shape.edges:
        return shapely.Point(shape.points[0]).buffer(shape.radius, quad_segs=32)
    return shapely.Polygon(shape.points)
