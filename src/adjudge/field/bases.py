"""Bases and the stands on them.

A stand is a figure as the battlefield sees it: an id, a base and a place. Whose it is and what it can do is a game's
business. Stands are the moving half of a battle; the ground is the other half and is shared.
"""

from functools import lru_cache
from math import hypot

import msgspec

from adjudge.field.points import Point, rotated
from adjudge.field.rounded import Rounded, disc, rounded


class Round(msgspec.Struct, frozen=True, cache_hash=True, tag="round", tag_field="base"):
    """A round base of a diameter."""

    diameter: float

    @property
    def width(self) -> float:
        return self.diameter

    @property
    def reach(self) -> float:
        """How far the base reaches from its centre."""
        return self.diameter / 2


class Rectangle(msgspec.Struct, frozen=True, cache_hash=True, tag="rectangle", tag_field="base"):
    """A rectangular base: `length` along its facing, `breadth` across it."""

    length: float
    breadth: float

    @property
    def width(self) -> float:
        """The base width: the shorter side of a rectangle (ruling "recoil-distance")."""
        return min(self.length, self.breadth)

    @property
    def reach(self) -> float:
        """How far the base reaches from its centre."""
        return hypot(self.length, self.breadth) / 2


Base = Round | Rectangle


class Stand(msgspec.Struct):
    """A base in its place: the centre at (x, y), turned to `facing` degrees, standing on a level above the table."""

    id: str
    x: float
    y: float
    base: Base
    facing: float = 0.0
    level: float = 0.0

    @property
    def at(self) -> Point:
        return (self.x, self.y)

    def moved(self, to: Point, facing: float | None = None) -> "Stand":
        """The same stand in another place."""
        return Stand(self.id, to[0], to[1], self.base, self.facing if facing is None else facing, self.level)


def footprint(stand: Stand) -> Rounded:
    """The ground that the stand covers."""
    if isinstance(stand.base, Round):
        return disc(stand.x, stand.y, stand.base.diameter / 2)
    return _rectangle(stand.base, stand.facing, stand.x, stand.y)


@lru_cache(maxsize=1024)
def _rectangle(base: Rectangle, facing: float, x: float, y: float) -> Rounded:
    return rounded([(x + dx, y + dy) for dx, dy in shape_of(base, facing).points])


@lru_cache(maxsize=1024)
def shape_of(base: Base, facing: float = 0.0) -> Rounded:
    """The base around the origin."""
    if isinstance(base, Round):
        return disc(0.0, 0.0, base.diameter / 2)
    x, y = base.length / 2, base.breadth / 2
    return rounded([rotated(corner, facing) for corner in ((x, y), (-x, y), (-x, -y), (x, -y))])


def depth_along(stand: Stand, angle: float) -> float:
    """How deep the base is in a direction: what a stick put before it and the base beyond it add to a move.

    Ruling "stick-move-geometry": a base travels the length of the stick and its own depth.
    """
    if isinstance(stand.base, Round):
        return stand.base.diameter
    turned = [rotated(corner, -angle)[0] for corner in shape_of(stand.base, stand.facing).points]
    return max(turned) - min(turned)
