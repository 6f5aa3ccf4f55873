"""Where a point may be picked: what a figure can reach, and anywhere a figure fits.

A region is asked for its samples only by those who cannot look at a map, and for its outline only by screens: a bot
that knows where it wants to go asks neither. Standing still is always allowed, so no reach is ever empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from adjudge.field import Gait, Point, Stand
from adjudge.field.moving import nearest_free_spot
from adjudge.field.paths import Path
from adjudge.field.points import at_angle, rotated
from adjudge.field.regions import Reachable
from adjudge.games.akula.data import NUMBERS
from adjudge.games.akula.places import ground_of, hiding_place, in_play, keep_away, may_hide, place_of, stands
from adjudge.games.akula.state import Battle


def reachable(
    state: Battle,
    stand: Stand,
    allowance: float,
    way: Callable[[Point], Path | None],
    gait: Gait,
    *,
    first: Point | None = None,
    meets: Sequence[Stand] = (),
    test: Callable[[Point], bool] = lambda spot: True,
) -> Reachable:
    """The spots that a figure reaches with a move, as this battle stands."""
    others = partial(stands, state, apart_from=stand.id)
    return Reachable(
        ground_of(state),
        stand,
        allowance,
        way,
        others,
        gait,
        touch=NUMBERS.contact,
        unit="inches",
        first=first,
        meets=meets,
        test=test,
    )


class Lane:
    """The stretch of road that a vehicle is about to drive straight on: a point of it is where it turns."""

    def __init__(self, stand: Stand, length: float) -> None:
        self.stand, self.length = stand, length

    def along(self, point: Point) -> float:
        """How far ahead a point is, as near as typed points go."""
        ahead, _ = rotated((point[0] - self.stand.x, point[1] - self.stand.y), -self.stand.facing)
        return min(self.length, max(0.0, round(ahead, 3)))

    def admits(self, point: Point) -> bool:
        """Anywhere on the lane, which is as wide as the vehicle: only how far ahead it is counts."""
        ahead, aside = rotated((point[0] - self.stand.x, point[1] - self.stand.y), -self.stand.facing)
        return -NUMBERS.contact <= ahead <= self.length + NUMBERS.contact and abs(aside) <= self.stand.base.width / 2

    def samples(self) -> Sequence[Point]:
        """Every inch of it, and its end."""
        marks = [*map(float, range(int(self.length) + 1)), self.length]
        return list(dict.fromkeys(self.point(mark) for mark in marks))

    def point(self, along: float) -> Point:
        x, y = at_angle(self.stand.at, self.stand.facing, along)
        return (round(x, 3), round(y, 3))

    def key(self) -> Any:
        return [self.stand.id, round(self.stand.x, 3), round(self.stand.y, 3), self.stand.facing, self.length]

    def outline(self) -> Any:
        half = self.stand.base.width / 2
        corners = ((0.0, half), (0.0, -half), (self.length, -half), (self.length, half))
        turned = [rotated(corner, self.stand.facing) for corner in corners]
        ring = [[round(self.stand.x + x, 3), round(self.stand.y + y, 3)] for x, y in turned]
        return {"outline": ring, "samples": [list(point) for point in self.samples()]}


class Anywhere:
    """Any spot of the table where a figure fits, not too near to a survivor; the samples are the usual places.

    A vehicle that nobody has looked into is such a spot, too: the figure is inside then (ruling.spawn-inside).
    """

    def __init__(self, state: Battle, stand: Stand, usual: Sequence[Point], distance: float) -> None:
        self._state, self._stand, self._usual, self._distance = state, stand, usual, distance

    def admits(self, point: Point) -> bool:
        ground = ground_of(self._state)
        if hiding_place(self._state, self._stand, point) is not None:
            return True
        if not (0 <= point[0] <= ground.width and 0 <= point[1] <= ground.depth):
            return False
        return self._spot(point) is not None

    def _spot(self, point: Point) -> Point | None:
        shunned = [keep_away(place_of(self._state, it), self._distance) for it in in_play(self._state)]
        others = [*stands(self._state), *shunned]
        return nearest_free_spot(ground_of(self._state), self._stand.moved(point), others, limit=6.0)

    def samples(self) -> Sequence[Point]:
        spots = [self._spot(point) for point in self._usual]
        spots += [it.stand.at for it in self._state.vehicles.values() if may_hide(it, self._stand)]
        return list(dict.fromkeys((round(spot[0], 3), round(spot[1], 3)) for spot in spots if spot is not None))

    def key(self) -> Any:
        return [self._stand.id, self._distance]

    def outline(self) -> Any:
        ground = ground_of(self._state)
        corners = [[0.0, 0.0], [ground.width, 0.0], [ground.width, ground.depth], [0.0, ground.depth]]
        return {"outline": corners, "samples": [list(point) for point in self.samples()]}
