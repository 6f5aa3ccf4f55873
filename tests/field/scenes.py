"""Tables and figures that the tests of the battlefield share."""

from pathlib import Path

from hypothesis import strategies as st

from adjudge.field import Base, Circle, Ground, Piece, Polygon, Rectangle, Round, Stand, rectangle
from adjudge.field.maps import Battlemap, load_map
from adjudge.field.points import Point, rotated
from adjudge.field.terrain import Shape

MAPS = Path(__file__).parent / "maps"
MAN = Round(1.0)


def the_map(name: str) -> Battlemap:
    return load_map(MAPS / f"{name}.toml")


def man(x: float, y: float, name: str = "man", level: float = 0.0) -> Stand:
    return Stand(name, x, y, MAN, level=level)


def man_at(place: Point, name: str = "man") -> Stand:
    return man(place[0], place[1], name)


def stand_at(place: Point, base: Base, name: str = "mover") -> Stand:
    return Stand(name, place[0], place[1], base)


def car(x: float, y: float, facing: float = 0.0, name: str = "car") -> Stand:
    return Stand(name, x, y, Rectangle(4.0, 2.0), facing)


def piece(name: str, kind: str, *shapes: Shape, height: float | None = None, level: float = 0.0) -> Piece:
    return Piece(name, shapes, frozenset({kind}), height=height, level=level)


def table(*pieces: Piece, size: float = 40.0) -> Ground:
    return Ground(size, size, pieces)


def turned(ground: Ground, angle: float, about: Point, shift: Point = (0.0, 0.0)) -> Ground:
    """The same pieces turned about a point and shifted, on a table far too large for its edge to matter."""
    pieces = [
        Piece(p.id, tuple(_turned_shape(s, angle, about, shift) for s in p.shapes), p.traits) for p in ground.pieces
    ]
    return Ground(ground.width, ground.depth, tuple(pieces))


def turned_point(point: Point, angle: float, about: Point, shift: Point = (0.0, 0.0)) -> Point:
    x, y = rotated(point, angle, about)
    return (x + shift[0], y + shift[1])


def turned_stand(stand: Stand, angle: float, about: Point, shift: Point = (0.0, 0.0)) -> Stand:
    return stand.moved(turned_point(stand.at, angle, about, shift), stand.facing + angle)


def _turned_shape(shape: Shape, angle: float, about: Point, shift: Point) -> Shape:
    if isinstance(shape, Circle):
        return Circle(turned_point(shape.centre, angle, about, shift), shape.radius)
    return Polygon(tuple(turned_point(point, angle, about, shift) for point in shape.points))


# ---------------------------------------------------------------- what hypothesis draws

MIDDLE = (50.0, 50.0)
places = st.tuples(st.integers(330, 670), st.integers(330, 670)).map(lambda p: (p[0] / 10, p[1] / 10))
angles = st.integers(0, 359).map(float)


@st.composite
def blocks(draw: st.DrawFn) -> Shape:
    x, y = draw(places)
    if draw(st.booleans()):
        return Circle((x, y), draw(st.integers(5, 30)) / 10)
    width, depth = (draw(st.integers(5, 60)) / 10 for _ in range(2))
    return rectangle(x, y, width, depth, draw(angles))


@st.composite
def grounds(draw: st.DrawFn, largest: int = 6) -> Ground:
    shapes = draw(st.lists(blocks(), max_size=largest))
    kinds = draw(st.lists(st.sampled_from(["solid", "low", "woods"]), min_size=len(shapes), max_size=len(shapes)))
    return Ground(100.0, 100.0, tuple(piece(f"p{i}", k, s) for i, (k, s) in enumerate(zip(kinds, shapes, strict=True))))


bases: st.SearchStrategy[Base] = st.sampled_from([Round(1.0), Round(3.0), Rectangle(2.0, 1.0)])


@st.composite
def crowds(draw: st.DrawFn, largest: int = 4) -> list[Stand]:
    return [man_at(place, f"m{i}") for i, place in enumerate(draw(st.lists(places, max_size=largest)))]


@st.composite
def stands(draw: st.DrawFn, name: str = "a") -> Stand:
    x, y = draw(places)
    return Stand(name, x, y, draw(bases), draw(angles))
