"""Laying scenery piece by piece from a seed, and measuring what lies there.

For scenarios that ask for distances between things: a `Sketch` tries spots until one fits, and the measures tell
whether any table fits, drawn or laid by hand. All distances are between the nearest points.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from random import Random

import shapely

from adjudge.field.maps import Battlemap, area_of, bounds_of
from adjudge.field.points import Box, Point, apart
from adjudge.field.terrain import Circle, Piece, Shape, rectangle

TRIES = 120
"""How many spots are tried for one piece."""
SLACK = 0.5
"""By how much a distance may fall short: outlines of circles have corners here, and people lay tables by hand."""


@lru_cache(maxsize=1024)
def area(shapes: tuple[Shape, ...]) -> shapely.Geometry:
    """The shapes of a piece as one area."""
    return area_of(shapes)


def joined(pieces: Iterable[Piece]) -> shapely.Geometry:
    """Several pieces as one area."""
    return shapely.union_all([area(piece.shapes) for piece in pieces])


def gap(one: Piece, two: Piece) -> float:
    """How far two pieces are apart."""
    return float(area(one.shapes).distance(area(two.shapes)))


def edge_gap(battlemap: Battlemap, piece: Piece) -> float:
    """How far a piece is from the nearest edge of the table."""
    boxes = [bounds_of(shape) for shape in piece.shapes]
    return min(min(left, low, battlemap.width - right, battlemap.depth - high) for left, low, right, high in boxes)


def width_of(piece: Piece) -> float:
    """The smallest width of a piece."""
    frame = shapely.minimum_rotated_rectangle(area(piece.shapes))
    corners = list(frame.exterior.coords)
    return min(apart(corners[0], corners[1]), apart(corners[1], corners[2]))


def share_of(battlemap: Battlemap, pieces: Iterable[Piece]) -> float:
    """How much of a table some pieces cover, as a share."""
    return float(joined(pieces).area) / (battlemap.width * battlemap.depth)


def is_wider_than(pieces: Iterable[Piece], width: float) -> bool:
    """Whether an area is anywhere wider than this, however it winds."""
    return not joined(pieces).buffer(-(width + SLACK) / 2).is_empty


def middle_of(piece: Piece) -> Point:
    """The middle of a piece's box."""
    boxes = [bounds_of(shape) for shape in piece.shapes]
    left, low = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, high = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return (round((left + right) / 2, 1), round((low + high) / 2, 1))


class Sketch:
    """A table that is being drawn. The same seed draws the same table."""

    def __init__(self, seed: str, width: float, depth: float) -> None:
        self.random, self.width, self.depth = Random(seed), width, depth
        self.pieces: list[Piece] = []

    @property
    def middle(self) -> Point:
        return (self.width / 2, self.depth / 2)

    def between(self, low: float, high: float) -> float:
        """A number in a range."""
        return low + self.random.random() * (high - low)

    def one_of(self, count: int) -> int:
        """A number from 0 to below the count."""
        return int(self.random.random() * count)

    def block(
        self, id: str, at: Point, size: tuple[float, float], *traits: str, name: str = "", turn: float = 15.0
    ) -> Piece:
        """A rectangle around a point, turned by chance by a multiple of so many degrees."""
        angle = turn * self.one_of(int(180 / turn))
        shape = rectangle(at[0] - size[0] / 2, at[1] - size[1] / 2, *size, angle)
        return Piece(id, (shape,), frozenset(traits), name)

    def disc(self, id: str, at: Point, radius: float, *traits: str, name: str = "") -> Piece:
        """A round piece around a point."""
        return Piece(id, (Circle(at, radius),), frozenset(traits), name)

    def lay(self, piece: Piece) -> None:
        """A piece that lies where it has to."""
        self.pieces.append(piece)

    def put(self, draw: Callable[[Point], Piece], box: Box, fits: Callable[[Piece], bool]) -> bool:
        """A piece somewhere in a box where it fits; whether there was such a spot."""
        left, low, right, high = box
        for _ in range(TRIES):
            piece = draw((self.between(left, right), self.between(low, high)))
            if self._is_on_table(piece) and fits(piece):
                self.pieces.append(piece)
                return True
        return False

    def strew(
        self,
        prefix: str,
        kinds: Sequence[tuple[str, str]],
        count: int,
        *,
        long: tuple[float, float],
        deep: tuple[float, float],
        margin: float,
        fits: Callable[[Piece], bool],
        turn: float = 15.0,
    ) -> None:
        """Blocks of several kinds, each a trait and a name, in turn; between two lengths and two depths, so far from
        the edges, turned by a multiple of `turn` degrees. Those for which there is no room are left out."""
        box = (margin, margin, self.width - margin, self.depth - margin)
        for number in range(count):
            size, (kind, name) = (self.between(*long), self.between(*deep)), kinds[number % len(kinds)]
            draw = partial(self._block_at, f"{prefix}-{number + 1}", size, kind, name, turn)
            self.put(draw, box, fits)

    def _block_at(self, id: str, size: tuple[float, float], kind: str, name: str, turn: float, at: Point) -> Piece:
        return self.block(id, at, size, kind, name=name, turn=turn)

    def _is_on_table(self, piece: Piece) -> bool:
        boxes = [bounds_of(shape) for shape in piece.shapes]
        return all(b[0] >= 0 and b[1] >= 0 and b[2] <= self.width and b[3] <= self.depth for b in boxes)

    def map(self, id: str, title: str, base: float) -> Battlemap:
        """The table as it is, in millimetres."""
        return Battlemap(id, title, "mm", self.width, self.depth, base, tuple(self.pieces))
