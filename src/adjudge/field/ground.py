"""The ground: a map made ready for questions, and what a battle has changed on it.

The map is shared by every battle on it and never changes. A battle keeps `Changes` (doors opened, walls blown away),
which is a small frozen value, and asks `ground.after(changes)`: the same ground with those pieces replaced. Everything
prepared (boxes, edges, pieces swollen by a base, points where paths turn) is computed once for each ground and base and
kept with it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, wraps
from itertools import count
from math import acos, atan2, ceil, cos, hypot, pi, sin, tau
from typing import Any, NamedTuple, TypeVar, cast
from weakref import WeakValueDictionary

import msgspec

from adjudge.field.bases import Base, shape_of
from adjudge.field.compiled import compiled
from adjudge.field.errors import FieldError
from adjudge.field.points import EPS, Box, Point, box_between
from adjudge.field.rounded import FAN, Rounded, clearance, corners, is_inside, swollen, without
from adjudge.field.terrain import BRIDGE, SPANNED, Gait, Piece, closed, marks, opened, parts


class Solid(NamedTuple):
    """One convex part of something on the table, under the id of the piece or stand it belongs to.

    The box comes first and flat: most questions end there. `fee` and `factor` are what the part costs a mover.
    """

    left: float
    low: float
    right: float
    high: float
    id: str
    shape: Rounded
    fee: float = 0.0
    factor: float = 1.0


def solid(name: str, shape: Rounded, fee: float = 0.0, factor: float = 1.0) -> Solid:
    """A part with its box."""
    return Solid(*shape.box, name, shape, fee, factor)


@compiled
def near(solids: Iterable[Solid], box: Box) -> list[Solid]:
    """The parts whose boxes meet this one."""
    left, low, right, high = box
    return [s for s in solids if s[0] <= right and s[2] >= left and s[1] <= high and s[3] >= low]


@compiled
def near_segment(solids: Iterable[Solid], p: Point, q: Point) -> list[Solid]:
    """The parts whose boxes meet the box of a segment."""
    left, low, right, high = box_between(p, q)
    return [s for s in solids if s[0] <= right and s[2] >= left and s[1] <= high and s[3] >= low]


@compiled
def what_is_at(solids: Iterable[Solid], at: Point) -> Solid | None:
    """The first of these, in their own order, that a point is inside of."""
    x, y = at
    for s in solids:
        if s[0] <= x <= s[2] and s[1] <= y <= s[3] and is_inside(s[5], x, y):
            return s
    return None


class Changes(msgspec.Struct, frozen=True, cache_hash=True):
    """What a battle has done to its ground."""

    opened: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    added: tuple[Piece, ...] = ()


NOTHING_CHANGED = Changes()


class Turn(NamedTuple):
    """A point where a path may turn round something, with the steps to the points before and after it on the way round.

    `side` is the square of the longer step.
    """

    at: Point
    before: Point
    after: Point
    side: float


def bare_turn(at: Point) -> Turn:
    """A point with nothing to turn round: where a path begins or ends."""
    return Turn(at, (0.0, 0.0), (0.0, 0.0), 0.0)


def turns(shape: Rounded, towards: float = 0.0) -> list[Turn]:
    """The points where a path may turn round a shape, each with its neighbours."""
    ring = corners(shape, towards)
    return [turn_between(at, ring[i - 1], ring[(i + 1) % len(ring)]) for i, at in enumerate(ring)]


def turn_between(at: Point, before: Point, after: Point) -> Turn:
    """The turning point between two others."""
    (x, y), (bx, by), (cx, cy) = at, before, after
    bx, by, cx, cy = bx - x, by - y, cx - x, cy - y
    return Turn(at, (bx, by), (cx, cy), max(bx * bx + by * by, cx * cx + cy * cy))


def ring_round(shape: Rounded, start: Point) -> list[Point]:
    """The points where a path from a start may turn round a full circle: a ring that begins opposite to the start."""
    (x, y), reach = shape.points[0], shape.radius * RING_REACH
    dx, dy = start[0] - x, start[1] - y
    away = hypot(dx, dy)
    c, s = (reach * dx / away, reach * dy / away) if away else (reach, 0.0)
    return [(x + c * cosine - s * sine, y + s * cosine + c * sine) for cosine, sine in RING]


_STEP = tau / ceil(tau / FAN - 1e-9)
RING_REACH = 1 / cos(_STEP / 2)
RING = tuple((cos(angle), sin(angle)) for angle in (_STEP * (i + 0.5) - pi for i in range(round(tau / _STEP))))


CLOSE = 0.1
"""As a share of its radius: how far from something round one still is close to it. Its turning points are closer."""

RING_NUMBERS = (RING_REACH, _STEP, CLOSE)
"""What the kernel has to know of rings."""


def turns_beside(shape: Rounded, end: Point) -> list[Turn]:
    """Where a path that ends or begins close to an arc of the shape turns next to that end: once on either side, on the
    line from the end that just touches the arc."""
    return [turn for centre in shape.points for turn in _turns_beside_arc(centre, shape.radius, end)]


def _turns_beside_arc(centre: Point, radius: float, end: Point) -> list[Turn]:
    (x, y), reach = centre, radius * RING_REACH
    dx, dy = end[0] - x, end[1] - y
    away = hypot(dx, dy)
    if not 0 < away < radius * (1 + CLOSE):
        return []
    towards, aside = atan2(dy, dx), acos(min(1.0, radius / away)) + _STEP / 2
    found = []
    for middle in (towards - aside, towards + aside):
        before, at, after = ((x + reach * cos(a), y + reach * sin(a)) for a in (middle - _STEP, middle, middle + _STEP))
        found.append(turn_between(at, before, after))
    return found


Turns = list[tuple[Turn, Solid | None]]
"""Points where a path may turn, each with something that it is inside of, where that is known."""


class Layer(NamedTuple):
    """The ground as the centre of one kind of base meets it.

    `turns` has a list for each part of the scenery with corners, filled in by the search for paths; `squares` is what
    `barring_between` keeps, for squares of this `side`.
    """

    bounds: Box
    barring: tuple[Solid, ...]
    halting: tuple[Solid, ...]
    tolls: tuple[Solid, ...]
    turns: dict[int, Turns]
    side: float
    squares: dict[Box, tuple[Solid, ...]]


AT_HAND = 256
"""How many layers are found by the very base and gait that they were asked for with, without comparing."""
SQUARES = 8
"""Into how many squares the longer side of a table is cut."""
FEW = 6
"""So few parts are looked through sooner than squares are found."""


def barring_between(layer: Layer, p: Point, q: Point) -> tuple[Solid, ...]:
    """The scenery that can bar the way from p to q: all that reaches into the squares between theirs."""
    if len(layer.barring) <= FEW:
        return layer.barring
    side = layer.side
    key = (p[0] // side, p[1] // side, q[0] // side, q[1] // side)
    found = layer.squares.get(key)
    if found is None:
        left, low, right, high = box_between((key[0], key[1]), (key[2], key[3]))
        box = (left * side, low * side, (right + 1) * side, (high + 1) * side)
        found = layer.squares[key] = tuple(near(layer.barring, box))
    return found


def _parts_of(piece: Piece) -> list[Rounded]:
    return [part for shape in piece.shapes for part in parts(shape)]


def _beside(bridges: Sequence[Rounded], piece: Piece) -> list[Rounded]:
    """The convex parts of a piece without what lies under bridges, if it is something that they span."""
    found = _parts_of(piece)
    if piece.traits & SPANNED:
        for bridge in bridges:
            found = [rest for part in found for rest in without(part, bridge)]
    return found


MOST_CHANGED = 64
"""How many grounds are kept with one that they came of by changes: the doors of a map can stand in many ways."""
_NUMBERS = count()


class Ground:
    """A table of a size with its pieces, in the order of their ids: no answer depends on the order of a file."""

    def __init__(self, width: float, depth: float, pieces: tuple[Piece, ...] = ()) -> None:
        self.number = next(_NUMBERS)
        _ALIVE[self.number] = self
        self.width = width
        self.depth = depth
        self.pieces = tuple(sorted(pieces, key=lambda piece: piece.id))
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.marks = {piece.id: marks(piece) for piece in self.pieces}
        self._layers: dict[tuple[Base, float, Gait], Layer] = {}
        self._at_hand: dict[tuple[int, float, int], tuple[Layer, Base, Gait]] = {}
        self._marked: dict[frozenset[str], tuple[Solid, ...]] = {}
        self._met: dict[tuple[Base, float, str], tuple[Solid, ...]] = {}
        self._after: dict[Changes, Ground] = {}
        self._latest: tuple[Changes, Ground] | None = None
        self.roads: dict[int, object] = {}
        """Kept by `roads` for each layer; layers are kept as long as their ground."""

    def __repr__(self) -> str:
        return f"Ground(width={self.width:g}, depth={self.depth:g}, pieces=<{len(self.pieces)}>)"

    @cached_property
    def solids(self) -> tuple[Solid, ...]:
        """Every convex part of every piece; of what a bridge leads over, the parts beside it."""
        bridges = [part for piece in self.pieces if BRIDGE in piece.traits for part in _parts_of(piece)]
        return tuple(solid(piece.id, part) for piece in self.pieces for part in _beside(bridges, piece))

    def piece(self, name: str) -> Piece:
        """The piece of this id."""
        try:
            return self.by_id[name]
        except KeyError:
            raise FieldError(f"no piece of terrain is called {name!r}") from None

    def marked(self, wanted: frozenset[str]) -> tuple[Solid, ...]:
        """The parts of the pieces that bear one of these marks."""
        if wanted not in self._marked:
            self._marked[wanted] = tuple(s for s in self.solids if self.marks[s.id] & wanted)
        return self._marked[wanted]

    def met_by(self, base: Base, facing: float, mark: str = "") -> tuple[Solid, ...]:
        """The parts as the centre of a base meets them: all, or those of pieces that bear a mark."""
        key = (base, facing, mark)
        found = self._met.get(key)
        if found is None:
            parts, shape = self.marked(frozenset({mark})) if mark else self.solids, shape_of(base, facing)
            found = self._met[key] = tuple(solid(s.id, swollen(s.shape, shape)) for s in parts)
        return found

    def standing_in(self, at: Point, mark: str) -> list[str]:
        """The pieces with this mark that the point lies in (ruling "wood-sight": a base is where its centre is)."""
        found = (s.id for s in self.marked(frozenset({mark})) if clearance(s.shape, *at) <= EPS)
        return list(dict.fromkeys(found))

    def level_at(self, at: Point) -> float:
        """The level one stands on at a point: that of the highest piece there that has one."""
        return max((self.by_id[s.id].level for s in self.solids if clearance(s.shape, *at) <= EPS), default=0.0)

    def layer(self, base: Base, facing: float, gait: Gait) -> Layer:
        """The ground prepared for one base and gait."""
        at_hand = self._at_hand.get((id(base), facing, id(gait)))
        if at_hand is not None:
            return at_hand[0]
        key = (base, facing, gait)
        found = self._layers.get(key)
        if found is None:
            found = self._layers[key] = self._prepared(shape_of(base, facing), gait)
        if len(self._at_hand) >= AT_HAND:
            self._at_hand.clear()
        self._at_hand[(id(base), facing, id(gait))] = (found, base, gait)  # kept with them, so the ids stay theirs
        return found

    def _prepared(self, base: Rounded, gait: Gait) -> Layer:
        left, low, right, high = base.box
        bounds = (-left, -low, self.width - right, self.depth - high)
        barring, halting = self._swollen(gait.barred, base), self._swollen(gait.halts, base)
        tolls = self._tolls(gait, base)
        turns: dict[int, Turns] = {id(s): [] for s in (*barring, *tolls) if s.shape.edges}
        return Layer(bounds, barring, halting, tolls, turns, max(self.width, self.depth) / SQUARES, {})

    @cached_property
    def traits(self) -> frozenset[str]:
        """Every trait that some piece has."""
        return frozenset(trait for piece in self.pieces for trait in piece.traits)

    def _swollen(self, wanted: frozenset[str], base: Rounded) -> tuple[Solid, ...]:
        return tuple(solid(s.id, swollen(s.shape, base)) for s in self.marked(wanted))

    def _tolls(self, gait: Gait, base: Rounded) -> tuple[Solid, ...]:
        tolls = ((s, self._fee(s.id, gait), self._factor(s.id, gait)) for s in self.solids)
        return tuple(solid(s.id, swollen(s.shape, base), fee, factor) for s, fee, factor in tolls if fee or factor != 1)

    def _fee(self, name: str, gait: Gait) -> float:
        return max((fee for mark, fee in gait.fees if mark in self.marks[name]), default=0.0)

    def _factor(self, name: str, gait: Gait) -> float:
        return max((factor for mark, factor in gait.factors if mark in self.marks[name]), default=1.0)

    def after(self, changes: Changes) -> "Ground":
        """The same ground with these changes; asked again, the same object. A battle asks with the very same changes
        again and again, so those are known without being compared."""
        if changes is NOTHING_CHANGED:
            return self
        latest = self._latest
        if latest is None or latest[0] is not changes:
            if changes == NOTHING_CHANGED:
                return self
            latest = self._latest = (changes, self._found_after(changes))
        return latest[1]

    def _found_after(self, changes: Changes) -> "Ground":
        found = self._after.get(changes)
        if found is None:
            if len(self._after) >= MOST_CHANGED:
                del self._after[next(iter(self._after))]
            found = self._after[changes] = Ground(self.width, self.depth, self._changed(changes))
        return found

    def _changed(self, changes: Changes) -> tuple[Piece, ...]:
        pieces = dict(self.by_id)
        for name in changes.opened:
            pieces[name] = opened(self.piece(name))
        for name in changes.closed:
            pieces[name] = closed(self.piece(name))
        for name in changes.removed:
            self.piece(name)
            pieces.pop(name, None)
        pieces.update((piece.id, piece) for piece in changes.added)
        return tuple(pieces.values())


_ALIVE: WeakValueDictionary[int, Ground] = WeakValueDictionary()
Look = TypeVar("Look", bound=Callable[..., Any])


def remembered(most: int) -> Callable[[Look], Look]:
    """Remembers the last so many looks over any ground. A look knows its ground by number: so what is remembered keeps
    no battlefield in memory that nobody plays on any more."""

    def remembering(look: Look) -> Look:
        @lru_cache(most)
        def by_number(number: int, *given: Any) -> Any:
            return look(_ALIVE[number], *given)

        @wraps(look)
        def found(ground: Ground, *given: Any) -> Any:
            return by_number(ground.number, *given)

        return cast(Look, found)

    return remembering
