"""Roads: the same ways as the search for paths finds, for those who ask often."""

from itertools import pairwise
from random import Random

import pytest

from adjudge.field import Changes, Ground, Piece, Round, Stand, rectangle
from adjudge.field.moving import room
from adjudge.field.paths import shortest_path
from adjudge.field.points import length_of
from adjudge.field.roads import roads

BASE = Round(1.0)
TOWN = Ground(
    30,
    20,
    tuple(
        Piece(f"house {i}", (rectangle(x, y, 4, 3),), frozenset({"solid"}))
        for i, (x, y) in enumerate([(3, 3), (10, 2), (4, 10), (12, 9), (20, 4), (21, 12)])
    ),
)


def spots(seed, count):
    rng = Random(seed)
    stands = [Stand("x", rng.uniform(0.5, 29.5), rng.uniform(0.5, 19.5), BASE) for _ in range(count)]
    return [stand for stand in stands if room(TOWN, stand).free]


@pytest.mark.parametrize("seed", range(4))
def test_a_road_is_as_long_as_the_shortest_path(seed):
    network = roads(TOWN, BASE)
    stands = spots(seed, 30)
    for start, goal in pairwise(stands):
        path = shortest_path(TOWN, start, goal.at)
        way = network.way(start.at, goal.at)
        assert path is not None
        assert way is not None
        assert way[0] == start.at
        assert way[-1] == goal.at
        assert length_of(way) <= path.length + 1e-6


def test_a_road_is_the_same_object_for_the_same_ground():
    assert roads(TOWN, BASE) is roads(TOWN, BASE)
    assert roads(TOWN, Round(3.0)) is not roads(TOWN, BASE)


def test_there_is_no_road_through_a_closed_door_and_one_once_it_is_open():
    walls = [rectangle(0, 9, 14.5, 1), rectangle(15.5, 9, 14.5, 1)]
    door = Piece("door", (rectangle(14.5, 9, 1, 1),), frozenset({"door", "closed"}))
    ground = Ground(30, 20, (Piece("wall", tuple(walls), frozenset({"wall"})), door))
    assert roads(ground, BASE).way((5, 5), (5, 15)) is None
    assert roads(ground, BASE).length((5, 5), (5, 15)) == float("inf")
    opened = ground.after(Changes(opened=("door",)))
    assert roads(opened, BASE).length((5, 5), (5, 15)) == pytest.approx(2 * (10**2 + 3.5**2) ** 0.5 + 2, rel=0.01)


def test_what_is_free_for_the_scenery_is_free():
    network = roads(TOWN, BASE)
    assert not network.is_free((5, 4))
    assert not network.is_free((0.2, 10))
    assert network.is_free((2.5, 4))
