"""Terrain: shapes with traits, and what a trait means to geometry.

A piece of terrain is one or more shapes with named traits and numbers (a height, a level). Traits are an open set: a
game may invent one and ask for it. Geometry itself knows four meanings, and `MEANING` is the only place that says which
traits carry them:

* `blocks-movement`: no base may stand on it or cross it;
* `blocks-sight`: no line of sight may cross it;
* `cover`: a target partly hidden behind it is in cover;
* `difficult`: ground that slows. How much is the mover's business, see `Gait`.
"""

from collections.abc import Mapping

import msgspec

from adjudge.field.errors import FieldError
from adjudge.field.points import Point, at_angle, rotated
from adjudge.field.rounded import Rounded, convex_parts, disc, rounded, signed_area

BLOCKS_MOVEMENT = "blocks-movement"
BLOCKS_SIGHT = "blocks-sight"
COVER = "cover"
DIFFICULT = "difficult"
OBSTACLE = "obstacle"
CLOSED = "closed"
BRIDGE = "bridge"
SPANNED = frozenset({"water", "deep-water", "marsh", "pit"})
"""What a bridge leads over: where it lies, these are not."""
EDGE = "table edge"
"""What stops a move at the border of the table: it has no piece of its own."""

_SOLID = frozenset({BLOCKS_MOVEMENT, BLOCKS_SIGHT, COVER})

MEANING: Mapping[str, frozenset[str]] = {
    "solid": _SOLID,
    "wall": _SOLID,
    "wreck": _SOLID,
    "cliff": _SOLID,
    "tree": _SOLID,  # a single one
    CLOSED: frozenset({BLOCKS_MOVEMENT, BLOCKS_SIGHT}),  # a closed door; an open one means nothing to geometry
    "window": frozenset({BLOCKS_MOVEMENT, COVER}),  # seen and shot through, not passed
    "pillar": frozenset({BLOCKS_MOVEMENT, COVER}),
    "low": frozenset({OBSTACLE, COVER}),
    "fence": frozenset({OBSTACLE, COVER}),
    "woods": frozenset(
        {DIFFICULT, BLOCKS_SIGHT, COVER}
    ),  # ruling "wood-sight": blocks any line from outside to outside
    "broken": frozenset({DIFFICULT}),
    "marsh": frozenset({DIFFICULT}),
    "rubble": frozenset({DIFFICULT, COVER}),
    "water": frozenset({DIFFICULT}),
    "deep-water": frozenset({BLOCKS_MOVEMENT}),
    "pit": frozenset({BLOCKS_MOVEMENT}),
    "stairs": frozenset({DIFFICULT}),  # going up; a game lets its mover ignore them going down
    "ladder": frozenset({DIFFICULT}),
    "door": frozenset(),
    BRIDGE: frozenset(),  # firm ground, whatever it leads over
    "climbable": frozenset(),
    "hill": frozenset(),
    "irradiated": frozenset(),
    "vegetables": frozenset(),
}


class Circle(msgspec.Struct, frozen=True, tag="circle", tag_field="shape"):
    """A round piece."""

    centre: Point
    radius: float


class Polygon(msgspec.Struct, frozen=True, tag="polygon", tag_field="shape"):
    """A piece with straight sides: its corners in order, without crossing itself."""

    points: tuple[Point, ...]


Shape = Circle | Polygon


def rectangle(x: float, y: float, width: float, depth: float, turn: float = 0.0) -> Polygon:
    """A rectangle by its south-west corner and size, turned about its own centre."""
    middle = (x + width / 2, y + depth / 2)
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return Polygon(tuple(rotated(corner, turn, middle) for corner in corners))


class Piece(msgspec.Struct, frozen=True):
    """A piece of terrain: where it is, what it is called, what it is like.

    `height` is how high it stands above its `level`; without one it is higher than any line of sight.
    """

    id: str
    shapes: tuple[Shape, ...]
    traits: frozenset[str]
    name: str = ""
    height: float | None = None
    level: float = 0.0
    numbers: tuple[tuple[str, float], ...] = ()

    @property
    def title(self) -> str:
        return self.name or self.id

    @property
    def top(self) -> float:
        """How high the piece reaches."""
        return self.level + self.height if self.height is not None else float("inf")

    def number(self, name: str, default: float = 0.0) -> float:
        """A number of the piece by name."""
        return dict(self.numbers).get(name, default)


def marks(piece: Piece) -> frozenset[str]:
    """The traits of a piece together with what they mean."""
    return piece.traits.union(*(MEANING.get(trait, frozenset()) for trait in piece.traits))


def opened(piece: Piece) -> Piece:
    """The door, open."""
    return msgspec.structs.replace(piece, traits=piece.traits - {CLOSED})


def closed(piece: Piece) -> Piece:
    """The door, closed."""
    return msgspec.structs.replace(piece, traits=piece.traits | {CLOSED})


def parts(shape: Shape) -> list[Rounded]:
    """The convex parts of a shape."""
    if isinstance(shape, Circle):
        return [disc(shape.centre[0], shape.centre[1], shape.radius)]
    if len(shape.points) < 3 or signed_area(shape.points) == 0:
        raise FieldError(f"a polygon needs three corners that enclose an area, not {list(shape.points)}")
    return [rounded(part) for part in convex_parts(shape.points)]


def ring(shape: Shape, sides: int = 32) -> tuple[Point, ...]:
    """The corners of a shape, for screens that draw polygons alone; a circle has as many as they like."""
    if isinstance(shape, Polygon):
        return shape.points
    return tuple(at_angle(shape.centre, 360.0 * i / sides, shape.radius) for i in range(sides))


class Gait(msgspec.Struct, frozen=True, cache_hash=True):
    """How something moves: what bars it, what halts it, what costs it extra.

    * `barred`: marks it cannot enter; a flyer has none.
    * `halts`: marks at which a move ends, unless the mover touched the piece when it set out (ruling
      "after-an-obstacle").
    * `fees`: marks and what entering costs, as a low obstacle that takes 2 inches of a move.
    * `factors`: marks and how many times its length a way through it costs, as broken ground.
    """

    barred: frozenset[str] = frozenset({BLOCKS_MOVEMENT})
    halts: frozenset[str] = frozenset()
    fees: tuple[tuple[str, float], ...] = ()
    factors: tuple[tuple[str, float], ...] = ()


WALKING = Gait()
FLYING = Gait(barred=frozenset())
