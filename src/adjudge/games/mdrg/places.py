"""Places: distances between models, contact, sight and cover, as this game measures them.

distance-measurement: from the nearest point of one base to the nearest of the other; sticks.premeasure: at any time.
adjacent-means-contact: bases touch with a gap of at most one millimetre. There is no facing (no-facing).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import hypot
from weakref import finalize, ref

from adjudge.field import Ground, Point, Round, Stand
from adjudge.field.ground import NOTHING_CHANGED, remembered
from adjudge.field.maps import Battlemap, ground_of
from adjudge.field.measuring import distance_to_piece, distance_to_point
from adjudge.field.points import Box
from adjudge.field.sight import on_the_line
from adjudge.games.mdrg.book import Stick
from adjudge.games.mdrg.figures import are_enemies, is_active, size_by
from adjudge.games.mdrg.state import Battle, Figure

MM = "mm"
"""What sticks and tables are measured in."""

TOUCH = 1.0
"""The gap that still counts as contact, in millimetres."""

LOOKS = 2048
"""How many lines of sight are remembered; four times as many made battles by bots no faster."""

_GROUNDS: dict[int, tuple[ref[Battlemap], Ground]] = {}


def ground(state: Battle) -> Ground:
    """The ground as the battle has left it. Copies of a state share the map, so it is known by identity, and kept as
    long as there is a state with this map."""
    known = _GROUNDS.get(id(state.map))
    if known is None or known[0]() is not state.map:
        key = id(state.map)
        known = _GROUNDS[key] = (ref(state.map), ground_of(state.map))
        finalize(state.map, _GROUNDS.pop, key, None)
    return known[1] if state.changes is NOTHING_CHANGED else known[1].after(state.changes)


def length(state: Battle, stick: Stick) -> float:
    """The length of a stick (sticks.three-sticks)."""
    return float(getattr(state.scale.sticks, stick))


def base_of(state: Battle, figure: Figure) -> Round:
    """Round bases for everybody (basing.free-shape), as wide as basing.defaults-28mm and basing.defaults-15mm say."""
    return _round(width_of(state, figure))


def width_of(state: Battle, figure: Figure) -> float:
    """The diameter of its base."""
    bases, larger = state.scale.bases, size_by(figure.rules)
    return bases.normal if not larger else bases.big if larger == 1 else bases.huge


@cache
def _round(diameter: float) -> Round:
    return Round(diameter)


def stand(state: Battle, figure: Figure) -> Stand:
    """The figure as the battlefield sees it."""
    return Stand(figure.id, figure.x, figure.y, base_of(state, figure), 0.0, figure.level)


def gap_between(state: Battle, one: Figure, two: Figure) -> float:
    """How far two bases are apart; negative: how deep they overlap. Every base is round, so no stand is needed."""
    away = hypot(two.x - one.x, two.y - one.y)
    if not size_by(one.rules) and not size_by(two.rules):
        return away - state.scale.bases.normal
    return away - (width_of(state, one) + width_of(state, two)) / 2


def stands(state: Battle, figures: Iterable[Figure]) -> list[Stand]:
    """Several of them."""
    return [stand(state, figure) for figure in figures]


def apart(state: Battle, one: Figure, two: Figure) -> float:
    """The distance between two models."""
    return max(0.0, gap_between(state, one, two))


def is_within(state: Battle, one: Figure, two: Figure, stick: Stick) -> bool:
    """Whether two models are within a stick of each other; exactly counts."""
    return apart(state, one, two) <= length(state, stick) + 1e-6


def from_point(state: Battle, figure: Figure, point: Point) -> float:
    """The distance of a model from a spot."""
    return distance_to_point(stand(state, figure), point)


def are_adjacent(state: Battle, one: Figure, two: Figure) -> bool:
    """hth.adjacent: base to base, or across a low obstacle that both touch (contact-across-obstacle)."""
    if not are_joined(one, two):
        return False
    between = gap_between(state, one, two)
    return between <= TOUCH or (between <= state.scale.bases.normal and is_across_obstacle(state, one, two))


def are_joined(one: Figure, two: Figure) -> bool:
    """adjacent-means-contact: on the same level, or on levels that are joined where a wall or stairs are climbed."""
    return one.on == two.on or bool(one.climbing) or bool(two.climbing)


def adjacent(state: Battle, figure: Figure) -> list[Figure]:
    """Everybody in contact with a model; most are too far away to be measured."""
    far = state.scale.bases.huge + state.scale.bases.normal + TOUCH
    left, low, right, high = figure.x - far, figure.y - far, figure.x + far, figure.y + far
    return [
        other
        for other in state.figures.values()
        if left <= other.x <= right
        and low <= other.y <= high
        and other is not figure
        and other.placed
        and not other.gone
        and are_adjacent(state, figure, other)
    ]


def is_across_obstacle(state: Battle, one: Figure, two: Figure) -> bool:
    """Whether a fence or the like stands between two models that touch it from either side."""
    return _across(ground(state), spot_of(state, one), spot_of(state, two))


@remembered(LOOKS)
def _across(field: Ground, one: Spot, two: Spot) -> bool:
    """The dice of an attack are many, and nobody moves while they are counted."""
    between = on_the_line(field, one[1:3], two[1:3], "obstacle")
    here, there = standing(one), standing(two)
    return any(
        distance_to_piece(field, here, piece) <= TOUCH and distance_to_piece(field, there, piece) <= TOUCH
        for piece in between
    )


def adjacent_enemies(state: Battle, figure: Figure) -> list[Figure]:
    """The enemies in contact with a model."""
    return [other for other in adjacent(state, figure) if are_enemies(state, figure, other)]


def active_opponents(state: Battle, figure: Figure) -> list[Figure]:
    """The enemies in contact that can strike."""
    return [other for other in adjacent_enemies(state, figure) if is_active(other)]


def on_table(state: Battle, margin: float = 0.0) -> Box:
    """The table from edge to edge, or what is so far from every edge."""
    field = ground(state)
    return (margin, margin, field.width - margin, field.depth - margin)


def room_for(state: Battle, figure: Figure) -> Box:
    """Where the centre of its base can be so that the whole base is on the table, or as near as it is now."""
    left, low, right, high = on_table(state, base_of(state, figure).diameter / 2)
    return (min(left, figure.x), min(low, figure.y), max(right, figure.x), max(high, figure.y))


Spot = tuple[str, float, float, float, float]
"""A base as lines of sight meet it: whose it is, where, how wide, and on which level. It can be remembered."""


def spot_of(state: Battle, figure: Figure) -> Spot:
    """The base of a figure, to be remembered."""
    return (figure.id, figure.x, figure.y, width_of(state, figure), figure.level)


def standing(spot: Spot) -> Stand:
    """The base again."""
    return Stand(spot[0], spot[1], spot[2], _round(spot[3]), 0.0, spot[4])


def nearest_edge(state: Battle, figure: Figure) -> Point:
    """The spot of the table's edge nearest to a model."""
    field = ground(state)
    feet = [(0.0, figure.y), (field.width, figure.y), (figure.x, 0.0), (figure.x, field.depth)]
    return min(feet, key=lambda foot: (abs(foot[0] - figure.x) + abs(foot[1] - figure.y), foot))
