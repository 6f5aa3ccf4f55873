from adjudge.field import EDGE, rectangle
from adjudge.field.blasts import in_blast, knocked_to_the_rim, scatter
from adjudge.field.measuring import distance_to_point
from tests.field.scenes import man, piece, table

WALL = piece("wall", "wall", rectangle(10, 0, 1, 10))


def test_any_part_of_the_base_within_the_radius_is_in_the_blast_nearest_first():
    crowd = [man(12, 20, "rim"), man(10.5, 20, "near"), man(12.01, 20, "out")]
    assert [caught.id for caught in in_blast(table(), (10, 20), 1.5, crowd)] == ["near", "rim"]


def test_equal_distances_are_in_the_order_of_the_ids():
    assert [c.id for c in in_blast(table(), (10, 20), 2, [man(11, 20, "b"), man(9, 20, "a")])] == ["a", "b"]


def test_a_wall_between_is_named():
    (caught,) = in_blast(table(WALL), (9, 5), 3, [man(12, 5, "b")])
    assert caught.sheltered_by == "wall"
    assert caught.cover == ("wall",)


def test_who_stands_in_the_open_has_no_shelter():
    (caught,) = in_blast(table(WALL), (13, 5), 3, [man(12, 5, "b")])
    assert (caught.sheltered_by, caught.cover) == (None, ())


def test_scatter_counts_clockwise_from_straight_on():
    x, y = scatter(table(), (20, 10), (20, 18), 60, 3).end
    assert (round(x, 6), round(y, 6)) == (round(20 + 3 * 0.8660254, 6), 19.5)


def test_scatter_ends_at_a_wall():
    stray = scatter(table(WALL), (2, 5), (8, 5), 0, 6)
    assert (stray.end, stray.by) == ((10.0, 5.0), "wall")


def test_scatter_off_the_table_is_gone():
    assert scatter(table(), (20, 36), (20, 38), 0, 6).by == EDGE


def test_who_is_thrown_touches_the_blast_from_outside():
    stand = man(11, 10)
    assert distance_to_point(stand.moved(knocked_to_the_rim((10, 10), 3.0, stand)), (10, 10)) == 3.0
