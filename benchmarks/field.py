"""The battlefield on a table of 36 pieces: sight, straight moves, paths and reach beside plain and shapely yardsticks.

Run alone with `python -m benchmarks.field`. The yardsticks answer the same questions: `naive` walks over every edge of
every piece without looking at boxes first; shapely asks a prepared union of all pieces.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import shapely

from adjudge.field import Ground, Piece, Point, Round, Stand, rectangle
from adjudge.field.heat import lattice, visible
from adjudge.field.moving import room, straight_move
from adjudge.field.paths import shortest_path
from adjudge.field.reach import reach
from adjudge.field.sight import sight, sight_between
from benchmarks import Result, at_most, fastest, within

SIZE = 48.0
QUESTIONS = 200


def table() -> Ground:
    """Six rows of six solid blocks, each a little askew, none touching another."""
    random = Random(36)
    pieces = []
    for i in range(36):
        x, y = 8.0 * (i % 6) + 2 + random.random(), 8.0 * (i // 6) + 2 + random.random()
        shape = rectangle(x, y, 2 + random.random(), 2 + random.random(), 90 * random.random())
        pieces.append(Piece(f"block-{i:02}", (shape,), frozenset({"solid"})))
    return Ground(SIZE, SIZE, tuple(pieces))


def figures(ground: Ground, count: int) -> list[Stand]:
    """Figures where there is room for them."""
    random, stands = Random(7), list[Stand]()
    while len(stands) < count:
        stand = Stand(f"figure-{len(stands):03}", SIZE * random.random(), SIZE * random.random(), Round(1.0))
        if room(ground, stand, stands).free:
            stands.append(stand)
    return stands


Edges = list[list[tuple[Point, Point]]]


def edges_of(ground: Ground) -> Edges:
    rings = [[*s.shape.points, s.shape.points[0]] for s in ground.solids]
    return [list(pairwise(ring)) for ring in rings]


def naive_sight(edges: Edges, p: Point, q: Point) -> bool:
    return not any(_cross(p, q, a, b) for sides in edges for a, b in sides)


def _cross(p: Point, q: Point, a: Point, b: Point) -> bool:
    return _side(p, q, a) * _side(p, q, b) < 0 and _side(a, b, p) * _side(a, b, q) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def results() -> list[Result]:
    ground = table()
    stands = figures(ground, 30)
    pairs = [(a, b) for a in stands for b in stands if a is not b][:QUESTIONS]
    return [*_sight(ground, pairs), *_moves(ground, stands, pairs), *_many(ground, stands)]


def _sight(ground: Ground, pairs: list[tuple[Stand, Stand]]) -> list[Result]:
    edges, union = edges_of(ground), _union(ground)
    ours, bases, naive, theirs = fastest(
        lambda: [sight_between(ground, a.at, b.at) for a, b in pairs],
        lambda: [sight(ground, a, b) for a, b in pairs],
        lambda: [naive_sight(edges, a.at, b.at) for a, b in pairs],
        lambda: [not union.intersects(shapely.LineString([a.at, b.at])) for a, b in pairs],
    )
    return [
        at_most("sight from point to point, with the blocker named", ours / naive, 1.0, "of naive edges"),
        at_most("sight from point to point, with the blocker named", ours / theirs, 4.0, "of shapely's yes or no"),
        within("sight from base to base, each", bases / len(pairs), 0.001),
    ]


def _union(ground: Ground) -> shapely.Geometry:
    union = shapely.union_all([shapely.Polygon(s.shape.points) for s in ground.solids])
    shapely.prepare(union)
    return union


def _moves(ground: Ground, stands: list[Stand], pairs: list[tuple[Stand, Stand]]) -> list[Result]:
    swollen = _union(ground).buffer(0.5)
    shapely.prepare(swollen)
    ways = [(a, _short_of(a, b)) for a, b in pairs]
    ours, theirs, paths = fastest(
        lambda: [straight_move(ground, a, to, stands) for a, to in ways],
        lambda: [shapely.LineString([a.at, to]).intersection(swollen) for a, to in ways],
        lambda: [shortest_path(ground, a, b.at, [c for c in stands if c is not b]) for a, b in pairs[:20]],
    )
    return [
        at_most("a straight move of 5 past 30 figures", ours / theirs, 2.0, "of shapely, terrain alone"),
        within("a straight move of 5 past 30 figures, each", ours / len(ways), 0.0005),
        within("a shortest path across the table, each", paths / 20, 0.02),
    ]


def _short_of(a: Stand, b: Stand) -> Point:
    length = max(1e-9, ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5)
    return (a.x + 5 * (b.x - a.x) / length, a.y + 5 * (b.y - a.y) / length)


def _many(ground: Ground, stands: list[Stand]) -> list[Result]:
    points, eye = lattice(ground, 1.0), stands[0].at
    heat, single, spots, drawn = fastest(
        lambda: visible(ground, eye, points),
        lambda: [sight_between(ground, eye, point) for point in points],
        lambda: reach(ground, stands[0], 5, stands, outlines=False),
        lambda: reach(ground, stands[0], 5, stands, moves=2),
    )
    return [
        at_most(f"a heat-map of {len(points)} points", heat / single, 1.0, "of asking one by one"),
        within("the spots within one move", spots, 0.03),
        within("the reach of two moves, with outlines", drawn, 0.5),
    ]


if __name__ == "__main__":
    for result in results():
        print(f"{result.what}: {result.measured} ({result.required}: {'yes' if result.met else 'NO'})")
