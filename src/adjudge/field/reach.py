"""What a stand can reach with one, two, three moves: outlines for screens to draw, points for bots to choose from.

The points are a lattice in the map's own coordinates (so they can be typed), each with its exact cost. The outlines are
drawn from rays, one every few degrees, joined by shapely: they are for the eye; the points and `shortest_path` decide.
A whole reach takes some milliseconds.
"""

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import atan2, ceil, floor, inf

import msgspec
import shapely
from shapely.geometry.polygon import orient

from adjudge.field.bases import Stand
from adjudge.field.ground import Ground, Layer, Solid, Turn, bare_turn, near, near_segment, turns
from adjudge.field.moving import NOBODY, edge_share, is_on_table, swollen_stands
from adjudge.field.paths import affordable_share, is_clear, leg_cost, taut_legs
from adjudge.field.points import EPS, Point, apart, at_angle, bearing, box_of, part_way
from adjudge.field.rounded import clearance, stops_at
from adjudge.field.terrain import WALKING, Gait

RAYS = 60


class Spot(msgspec.Struct, frozen=True):
    """A place within reach: where, what the way costs, and with how many moves."""

    at: Point
    cost: float
    moves: int


class Reach(msgspec.Struct, frozen=True):
    """The outlines for one move, two and so on, each a list of rings with its holes; the spots, cheapest first."""

    outlines: tuple[tuple[tuple[Point, ...], ...], ...]
    spots: tuple[Spot, ...]


def reach(
    ground: Ground,
    stand: Stand,
    length: float,
    others: Iterable[Stand] = (),
    gait: Gait = WALKING,
    *,
    moves: int = 1,
    straight: bool = False,
    spacing: float = 1.0,
    outlines: bool = True,
    through: frozenset[str] = NOBODY,
) -> Reach:
    """What the stand can reach with moves of a length.

    Free moves may bend; `straight` ones may turn only where one move ends and the next begins, and then the turning
    points tried are the corners and the lattice. Difficult ground costs what the gait says. A bot that only wants
    the spots says so and saves most of the time.
    """
    view = _View(ground, stand, list(others), gait, through, length * moves)
    stars = _straight_stars(view, length, moves, spacing) if straight else _bent_stars(view)
    spots = [spot for point in view.lattice(spacing) if (spot := _spot(view, stars, point, length))]
    drawn = [_outline(view, stars, length * count) for count in range(1, moves + 1)] if outlines else []
    return Reach(tuple(drawn), tuple(sorted(spots, key=lambda spot: (spot.moves, spot.cost, spot.at))))


class _Star(msgspec.Struct, frozen=True):
    """A point from which one can go straight on: what it cost to get there, and how far one may go at most."""

    at: Point
    cost: float
    furthest: float = inf


class _View:
    """What lies around the stand, as its centre meets it."""

    def __init__(
        self, ground: Ground, stand: Stand, others: Sequence[Stand], gait: Gait, through: frozenset[str], far: float
    ) -> None:
        self.layer: Layer = ground.layer(stand.base, stand.facing, gait)
        self.start, self.far = stand.at, far
        box = box_of([stand.at], far)
        self.passable = swollen_stands(stand, [other for other in others if other.id in through], box=box)
        solids = [*self.layer.barring, *swollen_stands(stand, others, through, box)]
        self.solids: list[Solid] = near(solids, box)

    def has_room(self, at: Point) -> bool:
        around = near_segment([*self.solids, *self.passable], at, at)
        return is_on_table(self.layer.bounds, at) and not any(clearance(s.shape, *at) < -EPS for s in around)

    def turns(self) -> list[Turn]:
        x, y = self.start
        tolls = near(self.layer.tolls, box_of([self.start], self.far))
        shapes = [s.shape for s in (*self.solids, *tolls)]
        found = [turn for s in shapes for turn in turns(s, atan2(y - s.points[0][1], x - s.points[0][0]))]
        return [turn for turn in found if apart(self.start, turn.at) <= self.far and self.has_room(turn.at)]

    def lattice(self, spacing: float) -> list[Point]:
        (x, y), far = self.start, self.far
        columns = range(ceil((x - far) / spacing), floor((x + far) / spacing) + 1)
        rows = range(ceil((y - far) / spacing), floor((y + far) / spacing) + 1)
        points = [(column * spacing, row * spacing) for column in columns for row in rows]
        return [p for p in points if apart(self.start, p) <= far + EPS and self.has_room(p)]


def _bent_stars(view: _View) -> list[_Star]:
    """The corners that can be reached and what they cost, by Dijkstra's search."""
    corners = [bare_turn(view.start), *view.turns()]
    costs: dict[int, float] = {}
    queue: list[tuple[float, int, int]] = [(0.0, 0, 0)]
    while queue:
        cost, here, origin = heappop(queue)
        if here in costs or not is_clear(view.solids, corners[origin].at, corners[here].at):
            continue
        costs[here] = cost
        for there, _ in taut_legs(corners, here, 0):
            p, q = corners[here].at, corners[there].at
            if there in costs or cost + apart(p, q) > view.far:
                continue
            total = cost + leg_cost(view.layer.tolls, p, q)
            if total <= view.far + EPS:
                heappush(queue, (total, there, here))
    return [_Star(corners[i].at, cost) for i, cost in costs.items()]


def _straight_stars(view: _View, length: float, moves: int, spacing: float) -> list[_Star]:
    """The points where a straight move may end, each reached with the fewest moves."""
    latest = [_Star(view.start, 0.0, length)]
    stars = list(latest)
    waiting = [*(turn.at for turn in view.turns()), *view.lattice(spacing), *_full_moves(view, length, moves)]
    for count in range(1, moves):
        reached = {p for p in waiting if any(_goes(view, star.at, p, length) for star in latest)}
        latest = [_Star(p, count * length, length) for p in waiting if p in reached]
        waiting = [p for p in waiting if p not in reached]
        stars += latest
    return stars


def _full_moves(view: _View, length: float, moves: int) -> list[Point]:
    """Where full moves straight on would end, all round: else the lattice would cut the reach short."""
    angles = [(10.0 * i, length * count) for count in range(1, moves) for i in range(36)]
    return [p for angle, far in angles if view.has_room(p := at_angle(view.start, angle, far))]


def _goes(view: _View, p: Point, q: Point, length: float) -> bool:
    near_enough = apart(p, q) <= length + EPS
    return near_enough and leg_cost(view.layer.tolls, p, q) <= length + EPS and is_clear(view.solids, p, q)


def _spot(view: _View, stars: Sequence[_Star], point: Point, length: float) -> Spot | None:
    """The cheapest way to a point: by the most promising star from which it can be seen."""
    best = inf
    for least, i in sorted((star.cost + apart(star.at, point), i) for i, star in enumerate(stars)):
        if least >= min(best, view.far + EPS):
            break
        star, cost = stars[i], leg_cost(view.layer.tolls, stars[i].at, point)
        affordable = cost <= min(star.furthest, view.far - star.cost) + EPS
        if affordable and star.cost + cost < best and is_clear(view.solids, star.at, point):
            best = star.cost + cost
    return None if best == inf else Spot(point, best, max(1, ceil((best - EPS) / length)))


def _outline(view: _View, stars: Sequence[_Star], budget: float) -> tuple[tuple[Point, ...], ...]:
    """The rings round all that can be reached for a budget: anticlockwise, holes clockwise."""
    purses = [(star, min(star.furthest, budget - star.cost)) for star in stars]
    around = [shapely.Polygon(_rays(view, star.at, purse)) for star, purse in purses if purse > SMALL]
    region = shapely.union_all([shape for shape in around if shape.is_valid and shape.area > 0])
    polygons = [orient(shape) for shape in shapely.get_parts(region).tolist() if shape.geom_type == "Polygon"]
    rings = [ring for shape in polygons for ring in (shape.exterior, *shape.interiors)]
    return tuple(_ring(ring) for ring in rings if shapely.Polygon(ring).area > SMALL)


SMALL = 0.01
"""What is smaller than this cannot be seen in a drawing."""


def _ring(ring: shapely.LinearRing) -> tuple[Point, ...]:
    return tuple((round(x, 4), round(y, 4)) for x, y in shapely.get_coordinates(ring.simplify(SMALL)).tolist()[:-1])


def _rays(view: _View, at: Point, purse: float) -> list[Point]:
    solids = near(view.solids, box_of([at], purse))
    count = min(RAYS, 8 + int(8 * purse))
    angles = [360.0 * i / count for i in range(count)]
    if at == view.start:  # elsewhere the stars at the corners fill in what the rays miss
        corners = [corner for s in solids for corner in s.shape.points]
        angles += [(bearing(at, corner) + nudge) % 360.0 for corner in corners for nudge in (-0.1, 0.1)]
    return [_ray(view.layer, solids, at, at_angle(at, angle, purse), purse) for angle in sorted(angles)]


def _ray(layer: Layer, solids: Sequence[Solid], p: Point, q: Point, purse: float) -> Point:
    stops = [share for s in near_segment(solids, p, q) if (share := stops_at(s.shape, p, q)) is not None]
    edge = edge_share(layer.bounds, p, q)
    share = min([1.0, *stops] if edge is None else [1.0, edge, *stops])
    return part_way(p, q, min(share, affordable_share(layer, p, q, purse)))
