"""Heat-maps: what matters at every spot that a figure can reach, worked out by the rules themselves, spot by spot.

A spot costs some milliseconds, so whoever wants a map asks for a few spots at a time and stops when nobody looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

from adjudge.engine.errors import UnknownName
from adjudge.engine.match import Match, Moment
from adjudge.engine.questions import Forecast, PickPoint, Point, Region, Stake
from adjudge.odds.forecasts import foreseen, question_of
from adjudge.odds.policies import Policy

MOST_SPOTS = 160
"""How many spots a map has: enough to see where it is better, few enough for a second or two."""


class Grid(NamedTuple):
    """The spots of a map, and how far they lie apart."""

    spots: tuple[Point, ...]
    spacing: float


def question_for(match: Match[Any], seat: str, after: Sequence[Any] = ()) -> tuple[Moment[Any], PickPoint | None]:
    """The spot that a seat is asked for, or would be after these answers."""
    moment = match.suppose(seat, after)
    question = question_of(moment, seat)
    return moment, question if isinstance(question, PickPoint) else None


def grid_of(region: Region, most: int = MOST_SPOTS) -> Grid:
    """An even grid over a region; a region that has no rings is known by its samples alone."""
    outline = region.outline()
    rings = [ring for ring in outline.get("outlines") or [outline.get("outline") or []] if len(ring) > 2]
    if not rings:
        return Grid(tuple(region.samples()[:most]), 0.0)
    corners = [corner for ring in rings for corner in ring]
    left, low = (min(corner[axis] for corner in corners) for axis in (0, 1))
    right, high = (max(corner[axis] for corner in corners) for axis in (0, 1))
    spacing = max(sqrt((right - left) * (high - low) / most), (right - left) / most, (high - low) / most)
    if not spacing:
        return Grid(tuple(region.samples()[:most]), 0.0)
    columns, rows = (max(1, int(side / spacing)) for side in (right - left, high - low))
    spacing = max((right - left) / columns, (high - low) / rows)
    spots = [
        (round(left + (right - left) * (i + 0.5) / columns, 3), round(low + (high - low) * (j + 0.5) / rows, 3))
        for j in range(rows)
        for i in range(columns)
    ]
    return Grid(tuple(spot for spot in spots if region.admits(spot)), spacing)


def stake_of(question: PickPoint, id: str) -> Stake:
    """What goes by that name at this question."""
    known = {it.id: it for it in question.stakes()}
    if id not in known:
        raise UnknownName("stake", id, ", ".join(known) or "nothing here")
    return known[id]


def heat(
    match: Match[Any], moment: Moment[Any], seat: str, stake: Stake, spots: Iterable[Point], policy: Policy | None
) -> Iterator[tuple[Point, float | None]]:
    """What a stake comes to at each of these spots, one after the other."""
    for spot in spots:
        found = stake.at(spot)
        if isinstance(found, (int, float)) or found is None:
            yield spot, None if found is None else float(found)
        else:
            yield spot, max((_chance(match, moment, seat, rule, stake, policy) for rule in found), default=0.0)


def _chance(
    match: Match[Any], moment: Moment[Any], seat: str, rule: Forecast, stake: Stake, policy: Policy | None
) -> float:
    odds = foreseen(match, moment, seat, rule, policy)
    return float(sum(p for outcome, p in odds.items() if stake.counts(outcome)))
