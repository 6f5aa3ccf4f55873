import pytest
from hypothesis import given

from adjudge.field import Rectangle, Round, Stand, rectangle
from adjudge.field.bases import depth_along
from adjudge.field.measuring import (
    contacts,
    distance,
    distance_to_edge,
    distance_to_piece,
    distance_to_point,
    gap,
    in_contact,
    nearest,
    touches_piece,
    where_they_meet,
    who_is_within,
)
from adjudge.field.points import apart, compass_word, within
from tests.field.scenes import angles, car, man, man_at, piece, places, stands, table, turned_stand


def test_distance_runs_from_base_edge_to_base_edge():
    assert distance(man(0, 0), man(5, 0, "b")) == 4.0
    assert distance(man(0, 0), Stand("horde", 5, 0, Round(3.0))) == 3.0


def test_within_includes_exactly_the_limit():
    assert who_is_within(man(1, 1), [man(12, 1, "ten"), man(12.001, 1, "more")], 10.0) == ["ten"]


def test_touching_bases_are_at_distance_0_and_in_contact():
    assert distance(man(2, 2), man(3, 2, "b")) == 0.0
    assert in_contact(man(2, 2), man(3, 2, "b"))
    assert not in_contact(man(2, 2), man(3.01, 2, "b"))


def test_a_game_may_forgive_a_gap():
    assert in_contact(man(2, 2), man(3.01, 2, "b"), tolerance=0.01)


def test_a_rectangle_is_measured_from_its_nearest_side_or_corner():
    assert distance(man(0, 0), car(5, 0)) == 2.5
    assert distance(man(0, 0), car(5, 0, facing=90)) == 3.5
    assert distance(man(0, 0), car(5, 4)) == apart((0, 0), (3, 3)) - 0.5


def test_two_rectangles_touch_at_a_corner():
    assert in_contact(car(2, 2), car(6, 4, name="b"))
    assert distance(car(2, 2), car(9, 2, name="b")) == 3.0


def test_a_gap_below_0_is_an_overlap():
    assert gap(man(2, 2), man(2.5, 2, "b")) == -0.5


def test_six_equal_bases_fit_round_one():
    ring = [man(10 + x, 10 + y, f"b{i}") for i, (x, y) in enumerate([(1, 0), (-1, 0), (0.5, 0.75**0.5)])]
    assert contacts(man(10, 10), ring) == ["b0", "b1", "b2"]
    assert in_contact(ring[0], ring[2])


def test_equal_distances_are_in_the_order_of_the_ids():
    assert nearest(man(5, 5), [man(9, 5, "z"), man(1, 5, "a")]) == [(3.0, "a"), (3.0, "z")]


def test_a_point_under_a_base_is_at_distance_0():
    assert distance_to_point(man(5, 5), (5.2, 5)) == 0.0
    assert distance_to_point(man(5, 5), (7, 5)) == 1.5


def test_terrain_is_measured_to_its_nearest_side():
    ground = table(piece("wall", "wall", rectangle(10, 0, 1, 10)))
    assert distance_to_piece(ground, man(5, 5), "wall") == 4.5
    assert touches_piece(ground, man(9.5, 5), "wall")
    assert where_they_meet(ground, man(9.5, 5), "wall") == (10.0, 5.0)


def test_the_edge_of_the_table_is_measured_from_the_edge_of_the_base():
    assert distance_to_edge(table(), man(3, 20)) == 2.5


@given(stands("a"), stands("b"))
def test_distance_is_the_same_both_ways(a, b):
    assert abs(gap(a, b) - gap(b, a)) < 1e-9


@given(places, places, places)
def test_a_detour_is_never_shorter_between_round_bases(a, b, c):
    one, two, three = man_at(a, "a"), man_at(b, "b"), man_at(c, "c")
    assert gap(one, three) <= gap(one, two) + gap(two, three) + 2.0 + 1e-9
    assert apart(a, c) <= apart(a, b) + apart(b, c) + 1e-9


@given(stands("a"), stands("b"), angles, places)
def test_turning_and_shifting_the_table_changes_no_distance(a, b, angle, shift):
    one, two = (turned_stand(s, angle, (50.0, 50.0), shift) for s in (a, b))
    assert abs(gap(a, b) - gap(one, two)) < 1e-8


def test_the_width_of_a_rectangle_is_its_shorter_side():
    assert Rectangle(4.0, 2.0).width == 2.0
    assert within(2.0 + 1e-9, 2.0)


def test_the_depth_of_a_base_depends_on_where_it_goes():
    assert depth_along(man(5, 5), 33) == 1.0
    assert depth_along(car(5, 5), 0) == 4.0
    assert depth_along(car(5, 5), 90) == 2.0
    assert depth_along(car(5, 5, facing=90), 90) == 4.0


@pytest.mark.parametrize(
    ("to", "word"),
    [
        ((9, 0), "east"),
        ((9, 3), "east"),
        ((9, 5), "north-east"),
        ((0, 9), "north"),
        ((-9, 1), "west"),
        ((9, -1), "east"),
    ],
)
def test_a_way_is_called_by_the_nearest_of_eight_directions(to, word):
    assert compass_word((0, 0), to) == word
