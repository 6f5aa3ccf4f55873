"""How zeds find their way: round the scenery by the shortest road, past each other, into contact with their prey.

Geometry only (ruling.zed-movement): who goes where, and why, is the business of the rules.
"""

from __future__ import annotations

import itertools
from math import inf
from typing import NamedTuple

from adjudge.field import EPS, Gait, Point, Stand
from adjudge.field.moving import Crowd, has_room, nearest_free_spot, spots_at, straight_move
from adjudge.field.paths import Path, shortest_path
from adjudge.field.points import apart, length_of, towards
from adjudge.field.roads import roads
from adjudge.games.akula.data import KINDS
from adjudge.games.akula.places import follow, gait_of, ground_of, nearby, opened_ground, touch
from adjudge.games.akula.state import Battle, Zed

SPOTS_TRIED = 4
"""How many of the nearest free spots round a survivor a zed tries to reach."""
BESIDE = 0.25
"""How much nearer than the way to the prey itself a spot beside it may be, besides the bases: round a corner."""
AHEAD = (1.0, 0.75, 0.5)
"""Which shares of its move along the road a zed would like to end at, past others that stand in it."""
DETOUR = 1.0
"""How much longer than its move the way round others may be: enough to get past one of them."""
ENOUGH = 0.5
"""A zed that gets this share of its move before others hold it up looks for no way round them."""


def allowance(zed: Zed) -> float:
    """tank.wounds: an inch less for each wound (ruling.tank-wound-minimum)."""
    return KINDS[zed.kind].move - zed.wounds


def approach(state: Battle, zed: Zed, prey: Stand) -> Point:
    """By the shortest free path into contact, or as near as the move and the crowd allow."""
    gait, mine, far = gait_of(state, zed), zed.stand, allowance(zed)
    way = road(state, mine, prey.at)
    if way is None:
        return mine.at
    crowd = crowd_round(state, zed, far, prey)
    went = follow(state, mine, Path(way, inf, inf), far, gait, crowd.firm)
    is_there = went.length >= far - EPS or touch(mine.moved(went.end), prey)
    if is_there and has_room(ground_of(state), mine.moved(went.end), crowd.all, gait):
        return went.end
    if length_of(way) <= far + mine.base.reach + prey.base.reach + BESIDE:
        path = path_into_contact(state, mine, prey, far, gait, crowd)
        if path is not None:
            return follow(state, mine, path, far, gait, crowd.firm).end
    return past_others(state, zed, way, went, crowd)


class Others(NamedTuple):
    """The figures near a zed that moves: all, on none of which it may end, and those that it cannot pass."""

    all: list[Stand]
    firm: Crowd


def crowd_round(state: Battle, zed: Zed, far: float, prey: Stand | None = None) -> Others:
    """ruling.zeds-in-the-way: zeds jostle past each other, or are as firm as survivors and vehicles."""
    near = nearby(state, zed.stand, far + DETOUR)
    if prey is not None and all(stand is not prey for stand in near):
        near.append(prey)
    passed = state.zeds if state.rulings.zeds_in_the_way == "jostle" else ()
    return Others(near, Crowd(zed.stand, [stand for stand in near if stand.id not in passed]))


def path_into_contact(state: Battle, mine: Stand, prey: Stand, far: float, gait: Gait, crowd: Others) -> Path | None:
    """The shortest way to one of the nearest free spots beside the prey, if the move is long enough for it."""
    ground = ground_of(state)
    spots = spots_at(ground, mine, prey, crowd.all, gait, most=SPOTS_TRIED)
    return shortest_path(ground, mine, spots, crowd.firm, gait, limit=far) if spots else None


def go_towards(state: Battle, zed: Zed, goal: Point) -> Point:
    """Along the road to a point, up to closed doors."""
    way = road(state, zed.stand, goal)
    if way is None:
        return zed.stand.at
    crowd = crowd_round(state, zed, allowance(zed))
    went = follow(state, zed.stand, Path(way, inf, inf), allowance(zed), gait_of(state, zed), crowd.firm)
    return past_others(state, zed, way, went, crowd)


def past_others(state: Battle, zed: Zed, way: tuple[Point, ...], went: Path, crowd: Others) -> Point:
    """Where a zed ends that went along a road as far as it could: there, or where there is room among the others."""
    mine, far, gait = zed.stand, allowance(zed), gait_of(state, zed)
    if state.rulings.zeds_in_the_way == "jostle":
        return last_room(state, mine, went, gait, crowd)
    if went.length >= far * ENOUGH:
        return went.end
    round_it = way_round(state, mine, way, far, gait, crowd.firm)
    return closest([went.end, *([round_it] if round_it else [])], way, far)


def last_room(state: Battle, mine: Stand, went: Path, gait: Gait, crowd: Others) -> Point:
    """The last spot of a way past other zeds where there is room to stand."""
    ground, passed = ground_of(state), frozenset(state.zeds)
    for p, q in reversed(list(itertools.pairwise(went.points))):
        end = straight_move(ground, mine.moved(p), q, crowd.all, gait, passed).end
        if has_room(ground, mine.moved(end), crowd.all, gait):
            return end
    return mine.at


def road(state: Battle, mine: Stand, goal: Point) -> tuple[Point, ...] | None:
    """The shortest way round the scenery, through open doors if there is one.

    Zeds do not open doors (ruling.doors): if every way is barred they make for a door as if it were open.
    """
    for ground_as in (ground_of, opened_ground):
        ground = ground_as(state)
        network = roads(ground, mine.base)
        end = goal if network.is_free(goal) else nearest_free_spot(ground, mine.moved(goal))
        way = network.way(mine.at, end) if end is not None else None
        if way is not None:
            return way
    return None


def way_round(state: Battle, mine: Stand, way: tuple[Point, ...], far: float, gait: Gait, crowd: Crowd) -> Point | None:
    """Where a way round the figures leads: to the farthest point of the road within the move that has room."""
    ground = ground_of(state)
    ahead = (point_on(way, far * share) for share in AHEAD)
    aim = next((point for point in ahead if has_room(ground, mine.moved(point), crowd, gait)), None)
    if aim is None:
        return None
    path = shortest_path(ground, mine, aim, crowd, gait, limit=far + DETOUR)
    return None if path is None else follow(state, mine, path, far, gait, crowd).end


def stretch(way: tuple[Point, ...], far: float) -> list[Point]:
    """The first part of a way, so long."""
    points = [way[0]]
    for p, q in itertools.pairwise(way):
        length = apart(p, q)
        if length >= far:
            return [*points, towards(p, q, far)]
        points.append(q)
        far -= length
    return points


def point_on(way: tuple[Point, ...], far: float) -> Point:
    return stretch(way, far)[-1]


def closest(ends: list[Point], way: tuple[Point, ...], far: float) -> Point:
    """Of several ends the one nearest to where the road would have led."""
    aim = point_on(way, far)
    return min(ends, key=lambda end: (round(apart(end, aim), 6), end))
