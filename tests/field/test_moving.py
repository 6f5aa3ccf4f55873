import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudge.field import EDGE, EPS, FLYING, Changes, Gait, Rectangle, Stand, rectangle
from adjudge.field.measuring import gap, in_contact
from adjudge.field.moving import crossed, meetings, nearest_free_spot, recoils, room, spots_at, straight_move
from adjudge.field.points import apart, at_angle
from adjudge.field.regions import Disc
from tests.field.scenes import (
    MIDDLE,
    angles,
    bases,
    car,
    crowds,
    grounds,
    man,
    man_at,
    piece,
    places,
    stand_at,
    table,
    turned,
    turned_point,
    turned_stand,
)

WALL = piece("wall", "wall", rectangle(10, 0, 1, 20))
HEDGE = piece("hedge", "low", rectangle(10, 0, 1, 20))


def test_a_move_stops_where_the_base_touches_and_says_what_stopped_it():
    move = straight_move(table(WALL), man(5, 5), (15, 5))
    assert (move.end, move.length, move.stopped_by) == ((9.5, 5.0), 4.5, "wall")


def test_a_move_that_meets_nothing_goes_all_the_way():
    assert straight_move(table(WALL), man(5, 5), (9.5, 8)).stopped_by is None


def test_a_base_may_slide_along_a_wall_and_leave_it():
    assert straight_move(table(WALL), man(9.5, 5), (9.5, 15)).end == (9.5, 15)
    assert straight_move(table(WALL), man(9.5, 5), (5, 9)).end == (5, 9)


def test_a_base_passes_a_gap_exactly_as_wide_as_itself():
    door = table(piece("left", "wall", rectangle(0, 10, 10, 1)), piece("right", "wall", rectangle(11, 10, 9, 1)))
    assert straight_move(door, man(10.5, 5), (10.5, 15)).stopped_by is None
    assert straight_move(door, man(10.51, 5), (10.51, 15)).stopped_by == "right"


def test_a_move_ends_at_the_edge_of_the_table():
    move = straight_move(table(), man(5, 5), (5, -5))
    assert (move.end, move.stopped_by) == ((5, 0.5), EDGE)


def test_a_figure_stops_a_move_in_contact():
    move = straight_move(table(), man(5, 5), (15, 5), [man(10, 5.5, "b")])
    assert move.stopped_by == "b"
    assert in_contact(man_at(move.end), man(10, 5.5, "b"))


def test_friends_are_passed_but_not_ended_on():
    friend = man(10, 5, "friend")
    assert straight_move(table(), man(5, 5), (15, 5), [friend], through=frozenset({"friend"})).end == (15, 5)
    short = straight_move(table(), man(5, 5), (10.5, 5), [friend], through=frozenset({"friend"}))
    assert (short.end, short.stopped_by) == ((9.0, 5.0), "friend")


def test_a_row_of_friends_pushes_the_end_back_to_the_first_free_spot():
    row = [man(10, 5, "f1"), man(9.5, 6, "f2"), man(9.2, 4.2, "f3")]
    ids = frozenset({"f1", "f2", "f3"})
    end = straight_move(table(), man(5, 5), (10.5, 5), row, through=ids).end
    assert room(table(), man_at(end), row).free


def test_an_obstacle_halts_a_move_unless_it_was_touched_at_the_start():
    gait = Gait(halts=frozenset({"obstacle"}))
    assert straight_move(table(HEDGE), man(5, 5), (15, 5), gait=gait).stopped_by == "hedge"
    assert straight_move(table(HEDGE), man(9.5, 5), (15, 5), gait=gait).end == (15, 5)


def test_a_low_obstacle_does_not_stop_a_walker_and_stops_who_is_barred_by_it():
    assert straight_move(table(HEDGE), man(5, 5), (15, 5)).stopped_by is None
    shambler = Gait(barred=frozenset({"blocks-movement", "obstacle"}))
    assert straight_move(table(HEDGE), man(5, 5), (15, 5), gait=shambler).stopped_by == "hedge"


def test_a_flyer_passes_over_walls():
    assert straight_move(table(WALL), man(5, 5), (15, 5), gait=FLYING).stopped_by is None


def test_a_car_stops_with_its_bumper_at_the_wall():
    assert straight_move(table(WALL), car(5, 5), (15, 5)).end == (8.0, 5.0)
    assert straight_move(table(WALL), car(5, 5, facing=90), (15, 5)).end == (9.0, 5.0)


def test_the_whole_way_counts_for_difficult_ground_start_and_end_included():
    ground = table(piece("marsh", "marsh", rectangle(10, 0, 5, 20)))
    assert crossed(ground, man(5, 5), [(5, 5), (9.5, 5)]) == []
    assert crossed(ground, man(5, 5), [(5, 5), (9.6, 5)]) == ["marsh"]
    assert crossed(ground, man(12, 5), [(12, 5)]) == ["marsh"]


def test_only_pieces_with_a_mark_are_looked_for_if_one_is_named():
    ground = table(piece("marsh", "difficult", rectangle(10, 0, 5, 20)), WALL)
    way = [(5.0, 5.0), (12.0, 5.0)]
    assert crossed(ground, man(5, 5), way) == ["marsh", "wall"]
    assert crossed(ground, man(5, 5), way, "difficult") == ["marsh"]
    assert crossed(ground, man(5, 5), way, "water") == []
    drained = ground.after(Changes(removed=("marsh",)))
    assert crossed(drained, man(5, 5), way, "difficult") == []
    assert "difficult" in ground.traits
    assert "difficult" not in drained.traits


@pytest.mark.parametrize("box", [(0.0, 0.0, 20.0, 20.0), (5.0, 5.0, 6.0, 6.0)])
@pytest.mark.parametrize("test", [lambda point: True, lambda point: point[0] > 5.5, lambda point: False])
def test_a_disc_is_empty_just_if_it_has_no_sample(box, test):
    one, two = (Disc((5.5, 5.5), 3.0, box, "inches", test) for _ in range(2))
    assert one.is_empty() == (not two.samples()) == two.is_empty()


def test_a_path_meets_those_within_a_distance_in_order():
    zeds = [man(7, 6.9, "late"), man(3, 6.5, "early"), man(1, 6, "at start"), man(5, 9, "never")]
    met = meetings(man(1, 5), [(1, 5), (9, 5)], zeds, 1.0)
    assert [touch.id for touch in met] == ["at start", "early", "late"]
    assert met[0].along == 0.0
    assert met[2].along == pytest.approx(6 - (4 - 1.9**2) ** 0.5, abs=1e-5)


def test_exactly_the_distance_is_met():
    assert [t.id for t in meetings(man(1, 5), [(1, 5), (9, 5)], [man(5, 7, "zed")], 1.0)] == ["zed"]


def test_room_names_what_would_be_overlapped():
    assert room(table(WALL), man(10.2, 5), [man(10.2, 6, "touching")]).by == ("wall",)
    assert room(table(WALL), man(9.5, 5)).free
    assert room(table(), man(0.4, 5), [man(1.2, 5, "b")]).by == ("b", EDGE)


def test_the_nearest_free_spot_is_beside_what_is_in_the_way():
    assert nearest_free_spot(table(WALL), man(10.2, 5)) == (9.5, 5.0)
    assert nearest_free_spot(table(WALL), man(5, 5)) == (5, 5)


def test_the_nearest_free_spot_may_lie_between_two_figures():
    crowd = [man(9.3, 5, "a"), man(10.7, 5, "b")]
    spot = nearest_free_spot(table(), man(10, 5.1), crowd)
    assert spot is not None
    assert all(in_contact(man_at(spot), other) for other in crowd)
    assert spot[1] > 5


def test_there_may_be_no_free_spot_within_a_limit():
    assert nearest_free_spot(table(WALL), man(10.5, 5), limit=0.5) is None
    assert nearest_free_spot(table(size=0.8), man(0.4, 0.4)) is None


def test_no_more_than_six_find_a_place_round_one():
    target = man(10, 10, "target")
    placed: list[Stand] = []
    for i in range(9):
        newcomer = man(2, 10, f"z{i}")
        spots = spots_at(table(), newcomer, target, placed)
        if spots:
            placed.append(newcomer.moved(spots[0]))
    assert len(placed) == 6
    assert all(in_contact(one, target) for one in placed)


def test_fewer_find_a_place_at_a_wall():
    target = man(9.5, 10, "target")
    placed: list[Stand] = []
    for i in range(9):
        spots = spots_at(table(WALL), man(2, 10, f"z{i}"), target, placed)
        placed += [man_at(spots[0], f"z{i}")] if spots else []
    assert 3 <= len(placed) < 6


def test_a_recoil_is_one_base_width_straight_away_first():
    first = recoils(table(), man(10, 10), (8, 10))[0]
    assert (first.turn, first.end, first.by) == (0.0, (11.0, 10.0), None)


def test_a_recoil_stays_within_45_degrees():
    turns = [r.turn for r in recoils(table(), man(10, 10), (8, 10))]
    assert (max(turns), min(turns)) == (45.0, -45.0)


def test_a_recoil_against_a_wall_has_no_room_and_says_why():
    answers = recoils(table(WALL), man(9.5, 5), (8, 5))
    assert {r.by for r in answers} == {"wall"}


def test_a_recoil_never_leaves_the_table():
    assert {r.by for r in recoils(table(), man(0.5, 5), (2, 5))} == {EDGE}


def test_the_one_direction_that_fits_exactly_is_found():
    tight = [man(10.93, 11.45, "a"), man(11.17, 8.75, "b")]
    free = [r for r in recoils(table(), man(10, 10), (8, 10), tight, step=45) if r.by is None]
    assert any(min(gap(man_at(r.end), other) for other in tight) < 1e-6 for r in free)


def test_a_recoil_may_pass_a_friend_if_there_is_room_behind():
    friend = Stand("friend", 10.8, 10, Rectangle(0.4, 0.4))
    blocked = recoils(table(), man(10, 10), (8, 10), [friend.moved((11.5, 10))], through=frozenset({"friend"}))[0]
    assert blocked.by == "friend"


@settings(max_examples=60)
@given(grounds(), places, places, bases, crowds(4))
def test_nothing_overlaps_after_any_legal_move(ground, start, goal, base, crowd):
    stand = stand_at(start, base)
    assume(room(ground, stand, crowd).free)
    end = stand.moved(straight_move(ground, stand, goal, crowd).end)
    assert room(ground, end, crowd).free
    again = straight_move(ground, end, start, crowd)
    assert again.length >= apart(end.at, start) - 1e-4 or again.stopped_by


@settings(max_examples=60)
@given(grounds(), places, places, angles)
def test_turning_the_table_turns_the_move(ground, start, goal, angle):
    stand = man_at(start)
    assume(room(ground, stand).free)
    move = straight_move(ground, stand, goal)
    other = straight_move(
        turned(ground, angle, MIDDLE), turned_stand(stand, angle, MIDDLE), turned_point(goal, angle, MIDDLE)
    )
    assume(abs(move.length - other.length) < 1e-3 or move.stopped_by == other.stopped_by)
    assert other.length == pytest.approx(move.length, abs=1e-3)


@settings(max_examples=40)
@given(grounds(), places, bases, crowds(4))
def test_a_free_spot_is_free_and_the_order_of_things_does_not_matter(ground, at, base, crowd):
    stand = stand_at(at, base)
    spot = nearest_free_spot(ground, stand, crowd)
    assert spot is not None
    assert room(ground, stand.moved(spot), crowd).free
    mixed = type(ground)(ground.width, ground.depth, ground.pieces[::-1])
    assert nearest_free_spot(mixed, stand, crowd[::-1]) == spot
    assert room(mixed, stand, crowd[::-1]) == room(ground, stand, crowd)


@settings(max_examples=30)
@given(grounds(), places, st.floats(0, 360))
def test_no_spot_nearer_than_the_nearest_free_spot_is_free(ground, at, angle):
    stand = man_at(at)
    spot = nearest_free_spot(ground, stand)
    assert spot is not None
    reach = apart(at, spot) * 0.98
    for i in range(12):
        near = at_angle(at, angle + 30 * i, reach)
        assert reach < EPS or not room(ground, stand.moved(near)).free
