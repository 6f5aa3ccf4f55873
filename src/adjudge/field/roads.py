"""Roads: the shortest ways round the scenery for those who ask often.

A crowd that makes for the same few places asks for hundreds of ways over ground that does not change. So the corners at
which a way can turn are joined into a network once for each ground and base, and the distances between all of them
worked out; a way then costs a few clear legs to look at. Figures are no obstacles here: a mover goes as far along its
road as they let it, or looks for a way round them with `paths`.

Plain floats for single legs, numpy for what is asked of all corners at once.
"""

from collections import OrderedDict
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from adjudge.field.bases import Base
from adjudge.field.ground import Ground, Layer, Turn, barring_between, turns, what_is_at
from adjudge.field.moving import is_on_table
from adjudge.field.paths import TAUT, is_open
from adjudge.field.points import Point, apart, length_of
from adjudge.field.terrain import WALKING, Gait

GOALS_KEPT = 512
SAME = 1e-12
"""Ways that differ by less are equally long."""
WAYS_KEPT = 20_000


def roads(ground: Ground, base: Base, gait: Gait = WALKING) -> "Roads":
    """The roads of a ground for a round base; asked again, the same object."""
    layer = ground.layer(base, 0.0, gait)
    found = ground.roads.get(id(layer))
    if not isinstance(found, Roads):
        found = ground.roads[id(layer)] = Roads(layer)
    return found


class Roads:
    """The network of one ground and base."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.nodes = _nodes(layer)
        self._ways: dict[tuple[Point, Point], tuple[Point, ...] | None] = {}
        self._goals: OrderedDict[Point, tuple[Any, list[int]]] = OrderedDict()

    def is_free(self, at: Point) -> bool:
        """May a centre be here, as far as the scenery goes?"""
        return is_on_table(self.layer.bounds, at) and what_is_at(barring_between(self.layer, at, at), at) is None

    def way(self, start: Point, goal: Point) -> tuple[Point, ...] | None:
        """The points of the shortest way, both ends included; None if there is none.

        A crowd that is held up asks the same again and again, so the answers are kept.
        """
        key = (start, goal)
        if key not in self._ways:
            if len(self._ways) >= WAYS_KEPT:
                self._ways.clear()
            self._ways[key] = self._found(start, goal)
        return self._ways[key]

    def _found(self, start: Point, goal: Point) -> tuple[Point, ...] | None:
        if is_open(self.layer, start, goal):
            return (start, goal)
        if not self.nodes:
            return None
        costs, lasts = self._from_goal(goal)
        away, taut = self._seen_from(start)
        totals = np.where(taut, costs + away, inf)
        while totals[first := int(totals.argmin())] < inf:
            if is_open(self.layer, start, self.nodes[first].at):
                return (start, *self._between(first, lasts[first]), goal)
            totals[first] = inf
        return None

    def length(self, start: Point, goal: Point) -> float:
        """How long the shortest way is; infinite if there is none."""
        way = self.way(start, goal)
        return inf if way is None else length_of(way)

    def _between(self, first: int, last: int) -> list[Point]:
        points = [self.nodes[first].at]
        after = self._network[1]
        while first != last:
            first = after[first][last]
            points.append(self.nodes[first].at)
        return points

    def _from_goal(self, goal: Point) -> tuple[Any, list[int]]:
        """How far the goal is from each corner, and for each the last corner on the way."""
        found = self._goals.get(goal)
        if found is None:
            found = self._goals[goal] = self._spread(goal)
            if len(self._goals) > GOALS_KEPT:
                self._goals.popitem(last=False)
        return found

    def _spread(self, goal: Point) -> tuple[Any, list[int]]:
        nodes = self.nodes
        away, taut = self._seen_from(goal)
        lasts = [i for i in np.flatnonzero(taut).tolist() if is_open(self.layer, nodes[i].at, goal)]
        if not lasts:
            return np.full(len(nodes), inf), []
        sums = self._network[0][lasts] + away[lasts][:, None]
        return sums.min(axis=0), [lasts[row] for row in sums.argmin(axis=0).tolist()]

    def _seen_from(self, at: Point) -> tuple[Any, Any]:
        """How far all corners are from a point, and against which of them a string from there could lie on its way on.

        That is `taut_legs` for all at once: the corners before and after it on the way round lie on one side.
        """
        x, y, before_x, before_y, after_x, after_y, side = self._corners
        dx, dy = x - at[0], y - at[1]
        square = dx * dx + dy * dy
        parted = (dx * before_y - dy * before_x) * (dx * after_y - dy * after_x)
        return np.sqrt(square), (parted >= -TAUT) | (square <= side)

    @cached_property
    def _corners(self) -> tuple[Any, ...]:
        """The corners as columns of numbers."""
        rows = [(*turn.at, *turn.before, *turn.after, turn.side) for turn in self.nodes]
        return tuple(np.array(rows).reshape(len(rows), 7).T.copy())

    @cached_property
    def _network(self) -> tuple[Any, list[list[int]]]:
        """How far all corners are from each other, and for each two the next corner on the way (Floyd and Warshall)."""
        costs = self._legs()
        count = len(self.nodes)
        after = np.where(costs < inf, np.arange(count), -1)
        for middle in range(count):
            through = costs[:, middle, None] + costs[middle]
            better = through + SAME < costs
            np.copyto(costs, through, where=better)
            np.copyto(after, after[:, middle, None], where=better)
        return costs, after.tolist()

    def _legs(self) -> Any:
        """The lengths of the straight legs between corners that a string could lie along."""
        nodes = self.nodes
        taut = np.array([self._seen_from(node.at)[1] for node in nodes]).reshape(len(nodes), len(nodes))
        legs = np.full(taut.shape, inf)
        np.fill_diagonal(legs, 0.0)
        for i, j in np.argwhere(np.triu(taut & taut.T, 1)).tolist():
            if is_open(self.layer, nodes[i].at, nodes[j].at):
                legs[i, j] = legs[j, i] = apart(nodes[i].at, nodes[j].at)
        return legs


def _nodes(layer: Layer) -> list[Turn]:
    found = [turn for s in layer.barring for turn in turns(s.shape)]
    return sorted(
        {turn for turn in found if is_on_table(layer.bounds, turn.at) and what_is_at(layer.barring, turn.at) is None}
    )
