"""Regions of the battlefield in which a point is picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from adjudge.engine.questions import Point

NEAR = 2.0
"""How far from a listed spot a click may be, in millimetres."""


class Among:
    """One of a few listed spots."""

    def __init__(self, spots: tuple[Point, ...]) -> None:
        self.spots = tuple((round(x, 3), round(y, 3)) for x, y in spots)

    def admits(self, point: Point) -> bool:
        return any(hypot(point[0] - x, point[1] - y) <= NEAR for x, y in self.spots)

    def samples(self) -> Sequence[Point]:
        return self.spots

    def outline(self) -> Any:
        return {"samples": [list(spot) for spot in self.spots]}

    def nearest(self, point: Point) -> Point:
        """The listed spot that was meant."""
        return min(self.spots, key=lambda spot: (hypot(point[0] - spot[0], point[1] - spot[1]), spot))


Box = tuple[float, float, float, float]
"""From the west and the south to the east and the north."""


def clamped(point: Point, box: Box) -> Point:
    """The nearest point of a box."""
    left, low, right, high = box
    return (min(max(point[0], left), right), min(max(point[1], low), high))


class Disc:
    """All points of a box within a radius of a centre that pass a test; samples lie on a few rings and listed points.

    The box is the table, or where on it the centre of a base can be; the centre of the disc lies in it.
    """

    def __init__(
        self,
        centre: Point,
        radius: float,
        box: Box,
        test: Callable[[Point], bool] = lambda point: True,
        extra: Sequence[Point] = (),
        rings: Sequence[float] = (1.0, 0.5),
        rays: int = 16,
    ) -> None:
        self.centre, self.radius, self.box, self._test, self._extra = centre, radius, box, test, extra
        self._rings, self._rays = rings, rays
        self._samples: Sequence[Point] | None = None

    def admits(self, point: Point) -> bool:
        away = hypot(point[0] - self.centre[0], point[1] - self.centre[1])
        nearest = clamped(point, self.box)
        off = abs(point[0] - nearest[0]) + abs(point[1] - nearest[1])
        return away <= self.radius + 0.002 and off <= 0.002 and self._test(point)

    def samples(self) -> Sequence[Point]:
        if self._samples is None:
            self._samples = self._sampled()
        return self._samples

    def _sampled(self) -> Sequence[Point]:
        x, y = self.centre
        around = [
            (
                x + self.radius * ring * cos(2 * pi * i / self._rays),
                y + self.radius * ring * sin(2 * pi * i / self._rays),
            )
            for ring in self._rings
            for i in range(self._rays)
        ]
        inside = [clamped(point, self.box) for point in (*self._extra, *around)]
        found = dict.fromkeys((round(a, 3), round(b, 3)) for a, b in inside)
        return [point for point in found if self.admits(point)]

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
        return (
            left - 0.002 <= point[0] <= right + 0.002 and low - 0.002 <= point[1] <= high + 0.002 and self._test(point)
        )

    def samples(self) -> Sequence[Point]:
        if self._samples is None:
            self._samples = self._sampled()
        return self._samples

    def _sampled(self) -> Sequence[Point]:
        left, low, right, high = self.box
        across, up = max(1, int((right - left) / self._step)), max(1, int((high - low) / self._step))
        points = [
            (round(left + (right - left) * (i + 0.5) / across, 3), round(low + (high - low) * (j + 0.5) / up, 3))
            for i in range(across)
            for j in range(up)
        ]
        return [point for point in points if self._test(point)]

    def outline(self) -> Any:
        left, low, right, high = self.box
        corners = [(left, low), (right, low), (right, high), (left, high)]
        return {"outline": [list(corner) for corner in corners], "samples": [list(point) for point in self.samples()]}
