import pytest
from hypothesis import assume, given, settings

from adjudge.field import Gait, rectangle
from adjudge.field.moving import room
from adjudge.field.paths import shortest_path
from adjudge.field.reach import reach
from adjudge.field.rounded import signed_area
from tests.field.scenes import grounds, man, man_at, piece, places, table

WALL = piece("wall", "wall", rectangle(22, 10, 1, 12))


def spots(answer):
    return {spot.at: spot for spot in answer.spots}


def test_in_the_open_the_reach_is_a_circle():
    (ring,) = reach(table(), man(20, 20), 5).outlines[0]
    assert signed_area(ring) == pytest.approx(25 * 3.14159, rel=0.01)


def test_exactly_the_length_of_a_move_is_within_reach():
    found = spots(reach(table(), man(20, 20), 5))
    assert found[(25.0, 20.0)].cost == 5.0
    assert (25.0, 21.0) not in found


def test_a_spot_says_how_many_moves_it_takes():
    found = spots(reach(table(), man(20, 20), 5, moves=3))
    assert [found[x, 20.0].moves for x in (25.0, 26.0, 31.0)] == [1, 2, 3]


def test_behind_a_wall_the_way_round_counts():
    found = spots(reach(table(WALL), man(20, 20), 5, moves=2))
    assert found[24.0, 20.0].cost > 5
    assert (22.0, 20.0) not in found


def test_a_straight_move_does_not_bend():
    bent = spots(reach(table(WALL), man(21, 21), 5))
    straight = spots(reach(table(WALL), man(21, 21), 5, straight=True))
    assert (24.0, 21.0) in bent
    assert (24.0, 21.0) not in straight


def test_two_straight_moves_turn_once():
    found = spots(reach(table(WALL), man(21, 21), 5, straight=True, moves=2, spacing=0.5))
    assert found[24.0, 21.0].moves == 2


def test_in_the_open_two_straight_moves_reach_as_far_as_one_of_twice_the_length():
    (ring,) = reach(table(), man(20, 20), 3.3, straight=True, moves=2).outlines[1]
    assert signed_area(ring) == pytest.approx(6.6**2 * 3.14159, rel=0.01)


def test_broken_ground_halves_the_reach():
    ground = table(piece("marsh", "marsh", rectangle(0, 0, 40, 40)))
    slow = Gait(factors=(("difficult", 2.0),))
    answer = reach(ground, man(20, 20), 6, gait=slow)
    assert max(spot.at[0] for spot in answer.spots) == 23.0
    assert signed_area(answer.outlines[0][0]) == pytest.approx(9 * 3.14159, rel=0.02)


def test_other_figures_are_in_the_way():
    found = spots(reach(table(), man(20, 20), 5, [man(22, 20, "b")]))
    assert (22.0, 20.0) not in found
    assert found[24.0, 20.0].cost > 4


def test_a_bot_can_do_without_the_outlines():
    assert reach(table(), man(20, 20), 5, outlines=False).outlines == ()


def test_the_spacing_of_the_spots_can_be_chosen():
    found = spots(reach(table(), man(20, 20), 2, spacing=0.5))
    assert (20.5, 20.0) in found


@settings(max_examples=12, deadline=None)
@given(grounds(4), places)
def test_every_spot_has_room_and_costs_what_the_shortest_path_costs(ground, at):
    stand = man_at(at)
    assume(room(ground, stand).free)
    answer = reach(ground, stand, 4, spacing=2.0, outlines=False)
    for spot in answer.spots:
        path = shortest_path(ground, stand, spot.at)
        assert path is not None
        assert spot.cost == pytest.approx(path.cost, rel=1e-3)
        assert room(ground, stand.moved(spot.at)).free
    assert list(answer.spots) == sorted(answer.spots, key=lambda s: (s.moves, s.cost, s.at))
