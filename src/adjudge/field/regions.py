"""Regions of the battlefield in which a point is picked: what a figure can reach, a few listed spots, discs, zones.

A region is asked for its samples only by those who cannot look at a map, and for its outline only by screens: a bot
that knows where it wants to go asks neither. What counts is `admits`; outlines are for the eye.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import cos, hypot, pi, sin
from typing import Any, overload

from adjudge.field.bases import Stand
from adjudge.field.ground import Ground
from adjudge.field.moving import nearest_free_spot, spots_at
from adjudge.field.paths import Path
from adjudge.field.points import EPS, Box, Point, Way, apart
from adjudge.field.reach import Spot, reach
from adjudge.field.terrain import WALKING, Gait

NEAR = 2.0
"""How far from a listed spot a click may be."""
TYPED = 0.002
"""By how much a point may miss a border, since coordinates are rounded to thousandths."""


class Lazily(Sequence[Point]):
    """Points that are worked out when somebody looks; that there are some is known before."""

    def __init__(self, make: Callable[[], Sequence[Point]]) -> None:
        self._make = make
        self._points: Sequence[Point] | None = None

    def _all(self) -> Sequence[Point]:
        if self._points is None:
            self._points = self._make()
        return self._points

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Point: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Point]: ...
    def __getitem__(self, index: int | slice) -> Point | Sequence[Point]:
        return self._all()[index]


class Reachable:
    """The spots that a figure reaches with a move. Standing still is always allowed, so no reach is ever empty.

    `way` finds the way to a free spot, or None if the move does not get there. A point within `touch` of a free spot
    means that spot, since typed points are rounded. `first` is offered before all others, then spots beside those that
    it `meets`, then a lattice of the reach; `test` refuses spots for another reason.
    """

    def __init__(
        self,
        ground: Ground,
        stand: Stand,
        allowance: float,
        way: Callable[[Point], Path | None],
        others: Callable[[], Sequence[Stand]],
        gait: Gait = WALKING,
        *,
        touch: float,
        unit: str,
        spacing: float = 1.0,
        first: Point | None = None,
        meets: Sequence[Stand] = (),
        test: Callable[[Point], bool] = lambda spot: True,
    ) -> None:
        self.ground, self.stand, self.allowance, self.gait = ground, stand, allowance, gait
        self._others, self._way, self._touch, self._spacing = others, way, touch, spacing
        self._first, self._meets, self._test = first, meets, test
        self._unit = unit
        self._ways: dict[Point, Path | None] = {}
        self._sampled: Sequence[Point] | None = None

    @cached_property
    def others(self) -> Sequence[Stand]:
        """Who may be in the way; a bot that knows where it goes need not know."""
        return self._others()

    def path_to(self, point: Point) -> Path | None:
        """The way to the spot that a typed point means; a point a hair's breadth off means the spot beside it."""
        if point not in self._ways:
            spot = self.meant(point)
            self._ways[point] = self._way(spot) if spot is not None and self._test(spot) else None
        return self._ways[point]

    def meant(self, point: Point) -> Point | None:
        """The free spot at a point or a hair's breadth from it; the figure's own spot if that is meant."""
        if apart(point, self.stand.at) <= self._touch:
            return self.stand.at
        return nearest_free_spot(self.ground, self.stand.moved(point), self.others, self.gait, limit=self._touch)

    def words(self, point: Point) -> str:
        """How far off a spot is, and in which direction."""
        return told_from(self.stand.at, point, self._unit)

    def admits(self, point: Point) -> bool:
        return apart(point, self.stand.at) <= self.allowance + self._touch and self.path_to(point) is not None

    def samples(self) -> Sequence[Point]:
        """The list knows the region and not the other way round, so that both go when nobody needs them."""
        return Lazily(self._listed)

    def _listed(self) -> Sequence[Point]:
        if self._sampled is None:
            self._sampled = self._spots()
        return self._sampled

    def _spots(self) -> Sequence[Point]:
        """Where it stands, where it would touch somebody, and the lattice of the reach."""
        mine = self.stand
        around = reach(self.ground, mine, self.allowance, self.others, self.gait, outlines=False, spacing=self._spacing)
        near = [*([self._first] if self._first else []), mine.at, *self._contacts()]
        points = [(round(x, 3), round(y, 3)) for x, y in near]
        spots = [it.at for it in around.spots if (self._test(it.at) if self._is_straight(it) else self.admits(it.at))]
        return list(dict.fromkeys([*(point for point in points if self.admits(point)), *spots]))

    def _is_straight(self, spot: Spot) -> bool:
        return spot.cost <= apart(self.stand.at, spot.at) + EPS

    def _contacts(self) -> list[Point]:
        """The nearest spot in contact with each thing that it may want to touch."""
        far = self.allowance + self.stand.base.reach
        found = []
        for target in self._meets:
            if apart(self.stand.at, target.at) <= far + target.base.reach:
                found += spots_at(self.ground, self.stand, target, self.others, self.gait, most=2)
        return found

    def key(self) -> Any:
        """What tells this reach from another of the same match."""
        return [self.stand.id, round(self.stand.x, 3), round(self.stand.y, 3), self.allowance]

    def outline(self) -> Any:
        """The rings of the reach for the eye, and the samples."""
        drawn = reach(self.ground, self.stand, self.allowance, self.others, self.gait, spacing=self.allowance)
        rings = [[list(point) for point in ring] for ring in drawn.outlines[0]]
        return {
            "outline": max(rings, key=len, default=[]),
            "outlines": rings,
            "samples": [list(point) for point in self.samples()],
        }


class Among:
    """One of a few listed spots; a point near one of them means that one."""

    def __init__(self, spots: tuple[Point, ...], near: float = NEAR) -> None:
        self.spots = tuple((round(x, 3), round(y, 3)) for x, y in spots)
        self._near = near

    def admits(self, point: Point) -> bool:
        return any(hypot(point[0] - x, point[1] - y) <= self._near for x, y in self.spots)

    def samples(self) -> Sequence[Point]:
        return self.spots

    def outline(self) -> Any:
        return {"samples": [list(spot) for spot in self.spots]}

    def nearest(self, point: Point) -> Point:
        """The listed spot that was meant."""
        return min(self.spots, key=lambda spot: (hypot(point[0] - spot[0], point[1] - spot[1]), spot))


def told_from(here: Point, spot: Point, unit: str) -> str:
    """Where a spot is, as one says it who stands here."""
    return str(Way(here, spot, unit)) if apart(here, spot) > EPS else "stay"


def clamped(point: Point, box: Box) -> Point:
    """The nearest point of a box."""
    left, low, right, high = box
    return (min(max(point[0], left), right), min(max(point[1], low), high))


@lru_cache(maxsize=256)
def _on_rings(radius: float, rings: Sequence[float], rays: int) -> tuple[tuple[float, float, float], ...]:
    """Points on rings round a centre: how far from it each is, and in which direction."""
    angles = [2 * pi * i / rays for i in range(rays)]
    return tuple((radius * ring, cos(angle), sin(angle)) for ring in rings for angle in angles)


class Disc:
    """All points of a box within a radius of a centre that pass a test; samples lie on a few rings and listed points.

    The box is the table, or where on it the centre of a base can be; the centre of the disc lies in it.
    """

    def __init__(
        self,
        centre: Point,
        radius: float,
        box: Box,
        unit: str,
        test: Callable[[Point], bool] = lambda point: True,
        extra: Sequence[Point] = (),
        rings: Sequence[float] = (1.0, 0.5),
        rays: int = 16,
    ) -> None:
        self.centre, self.radius, self.box, self._test, self._extra = centre, radius, box, test, extra
        self._rings, self._rays, self._unit = rings, rays, unit
        self._samples: Sequence[Point] | None = None

    def words(self, point: Point) -> str:
        """How far from the centre a point is, and in which direction."""
        return told_from(self.centre, point, self._unit)

    def admits(self, point: Point) -> bool:
        away = hypot(point[0] - self.centre[0], point[1] - self.centre[1])
        nearest = clamped(point, self.box)
        off = abs(point[0] - nearest[0]) + abs(point[1] - nearest[1])
        return away <= self.radius + TYPED and off <= TYPED and self._test(point)

    def samples(self) -> Sequence[Point]:
        if self._samples is None:
            self._samples = self._sampled()
        return self._samples

    def is_empty(self) -> bool:
        """Whether there is no sample: the first that is admitted settles it."""
        return not (any(map(self.admits, self._candidates())) if self._samples is None else self._samples)

    def _sampled(self) -> Sequence[Point]:
        return [point for point in dict.fromkeys(self._candidates()) if self.admits(point)]

    def _candidates(self) -> Iterator[Point]:
        (x, y), (left, low, right, high) = self.centre, self.box
        around = ((x + far * c, y + far * s) for far, c, s in _on_rings(self.radius, tuple(self._rings), self._rays))
        for a, b in chain(self._extra, around):
            yield round(min(max(a, left), right), 3), round(min(max(b, low), high), 3)

    def outline(self) -> Any:
        x, y = self.centre
        around = [(x + self.radius * cos(pi * i / 18), y + self.radius * sin(pi * i / 18)) for i in range(36)]
        ring = [clamped(point, self.box) for point in around]
        return {
            "centre": [round(x, 3), round(y, 3)],
            "radius": round(self.radius, 3),
            "outline": [[round(a, 3), round(b, 3)] for a, b in ring],
            "samples": [list(point) for point in self.samples()],
        }


class Strip:
    """A rectangle in which a base must have room: a deployment zone."""

    def __init__(self, box: Box, test: Callable[[Point], bool], step: float) -> None:
        self.box, self._test, self._step = box, test, step
        self._samples: Sequence[Point] | None = None

    def admits(self, point: Point) -> bool:
        left, low, right, high = self.box
        is_inside = left - TYPED <= point[0] <= right + TYPED and low - TYPED <= point[1] <= high + TYPED
        return is_inside and self._test(point)

    def samples(self) -> Sequence[Point]:
        if self._samples is None:
            self._samples = [point for point in self.lattice() if self._test(point)]
        return self._samples

    def lattice(self) -> Sequence[Point]:
        """Points in rows and columns about a step apart, none on the border."""
        left, low, right, high = self.box
        across, up = max(1, int((right - left) / self._step)), max(1, int((high - low) / self._step))
        return [
            (round(left + (right - left) * (i + 0.5) / across, 3), round(low + (high - low) * (j + 0.5) / up, 3))
            for i in range(across)
            for j in range(up)
        ]

    def outline(self) -> Any:
        left, low, right, high = self.box
        corners = [(left, low), (right, low), (right, high), (left, high)]
        return {"outline": [list(corner) for corner in corners], "samples": [list(point) for point in self.samples()]}
