from hypothesis import assume, given, settings

from adjudge.field import Circle, Ground, Round, Stand, rectangle
from adjudge.field.heat import lattice, visible
from adjudge.field.rounded import clearance, span_inside
from adjudge.field.sight import cover, cover_from_point, is_seen, on_the_line, sight, sight_between, sight_to_point
from tests.field.scenes import (
    MIDDLE,
    angles,
    car,
    crowds,
    grounds,
    man,
    man_at,
    piece,
    places,
    stands,
    table,
    turned,
    turned_stand,
)

WALL = piece("wall", "wall", rectangle(10, 0, 1, 10))


def test_a_wall_blocks_sight_and_is_named_with_the_place():
    answer = sight(table(WALL), man(5, 5), man(15, 5, "b"))
    assert (answer.seen, answer.by, answer.at) == (False, "wall", (10.0, 5.0))


def test_one_part_of_a_base_seen_from_one_part_of_the_other_is_enough():
    assert sight(table(WALL), man(5, 9.9), man(15, 9.9, "b")).seen
    assert not sight(table(WALL), man(5, 9.4), man(15, 9.4, "b")).seen


def test_a_base_that_only_just_touches_the_line_of_the_wall_is_not_seen():
    assert not sight(table(WALL), man(5, 9.5), man(15, 9.5, "b")).seen
    assert sight(table(WALL), man(5, 9.501), man(15, 9.501, "b")).seen


def test_the_free_line_that_is_given_is_free_and_joins_the_bases():
    a, b = man(5, 9.7), man(15, 9.7, "b")
    answer = sight(table(WALL), a, b)
    assert span_inside(table(WALL).solids[0].shape, *answer.line) is None
    assert all(abs(p[1] - 9.7) <= 0.5 for p in answer.line)


def test_walls_that_stand_flush_leave_no_crack():
    seam = table(piece("left", "wall", rectangle(0, 10, 10, 1)), piece("right", "wall", rectangle(10, 10, 10, 1)))
    assert not sight(seam, man(10, 5), man(10, 15, "b")).seen
    assert not sight_between(seam, (10, 5), (10, 15)).seen


def test_a_narrow_gap_is_seen_through():
    gap = table(piece("left", "wall", rectangle(0, 10, 9.99, 1)), piece("right", "wall", rectangle(10.01, 10, 10, 1)))
    assert sight(gap, man(10.3, 5), man(9.8, 15, "b")).seen
    assert not sight(gap, man(13, 5), man(13, 15, "b")).seen


def test_two_blocks_side_by_side_hide_together_what_neither_hides_alone():
    left, right = piece("l", "solid", rectangle(4, 10, 6.05, 1)), piece("r", "solid", rectangle(9.95, 12, 6, 1))
    a, b = man(10, 5), man(10, 18, "b")
    assert sight(table(left), a, b).seen
    assert sight(table(right), a, b).seen
    assert not sight(table(left, right), a, b).seen


def test_figures_block_only_if_the_game_says_so():
    between = Stand("big", 10, 5, Round(3.0))
    assert sight(table(), man(5, 5), man(15, 5, "b")).seen
    assert sight(table(), man(5, 5), man(15, 5, "b"), [between]).by == "big"


def test_a_friend_beside_the_shooter_does_not_block():
    friend = Stand("friend", 7, 5, Round(3.0))
    assert sight(table(), man(5, 5), man(15, 5, "b"), [friend], past=frozenset({"friend"})).seen


def test_a_figure_smaller_than_the_view_does_not_hide_what_is_behind():
    assert sight(table(), man(5, 5), man(15, 5, "b"), [Stand("rat", 10, 5, Round(0.5))]).seen


def test_low_pieces_and_windows_are_seen_over_and_give_cover():
    hedge = piece("hedge", "low", rectangle(10, 0, 1, 10))
    a, b = man(5, 5), man(15, 5, "b")
    assert sight(table(hedge), a, b).seen
    assert cover(table(hedge), a, b) == ("hedge",)


def test_cover_is_given_only_if_no_point_of_the_shooter_sees_all_of_the_target():
    a = man(5, 9.9)
    assert cover(table(WALL), a, man(11.6, 9.9, "b")) == ("wall",)
    assert cover(table(WALL), a, man(15, 10.5, "c")) == ()
    assert cover(table(WALL), man(5, 10.6), man(15, 10.6, "d")) == ()


def test_a_corner_at_the_targets_side_hides_half_of_it():
    corner = table(piece("corner", "wall", rectangle(14, 0, 4, 10)))
    assert cover(corner, man(5, 10.5), man(15, 10.5, "b")) == ()
    assert cover(corner, man(5, 5), man(15, 10.5, "b")) == ("corner",)


def test_from_a_higher_level_one_sees_over_what_ends_below():
    low_wall = table(piece("wall", "wall", rectangle(10, 0, 1, 10), height=2.0))
    assert not sight(low_wall, man(5, 5, level=1), man(15, 5, "b")).seen
    assert sight(low_wall, man(5, 5, level=3), man(15, 5, "b")).seen


def test_a_piece_may_be_looked_past_as_one_looks_out_of_a_wood():
    wood = table(piece("wood", "woods", Circle((10, 10), 3.0)))
    a, b = man(12, 10), man(20, 10, "b")
    assert not sight(wood, a, b).seen
    assert sight(wood, a, b, past=frozenset({"wood"})).seen
    assert wood.standing_in(a.at, "woods") == ["wood"]


def test_a_point_on_the_face_of_a_wall_is_seen_from_the_front_only():
    assert sight_to_point(table(WALL), man(5, 5), (10, 5)).seen
    assert not sight_to_point(table(WALL), man(15, 5), (10, 5)).seen


def test_cover_from_a_blast_counts_from_its_centre():
    assert cover_from_point(table(WALL), (9, 5), man(12, 5)) == ("wall",)
    assert cover_from_point(table(WALL), (13, 5), man(12, 5)) == ()


def test_a_car_is_seen_by_its_corner():
    peeking = table(piece("wall", "wall", rectangle(10, 0, 1, 9.95)))
    assert not sight(peeking, man(5, 8), man(14, 10, "b")).seen
    assert sight(peeking, man(5, 8), car(14, 10, 20.0)).seen
    assert not sight(table(piece("wall", "wall", rectangle(10, 0, 1, 10.1))), man(5, 8), car(14, 10, 20.0)).seen


def test_pieces_on_a_line_are_in_the_order_in_which_it_meets_them():
    woods = [piece(name, "woods", Circle((x, 5), 1.0)) for name, x in (("far", 20), ("near", 8))]
    assert on_the_line(table(*woods), (0, 5), (30, 5), "woods") == ["near", "far"]


def test_a_round_piece_hides_as_the_circle_it_is():
    tower = table(piece("tower", "solid", Circle((10, 10), 2.0)))
    assert not sight(tower, man(5, 8.501), man(15, 8.501, "b")).seen
    assert sight(tower, man(5, 8.499), man(15, 8.499, "b")).seen


@settings(max_examples=80)
@given(grounds(), stands("a"), stands("b"), crowds(3))
def test_who_sees_is_seen(ground, a, b, crowd):
    assert sight(ground, a, b, crowd).seen == sight(ground, b, a, crowd[::-1]).seen


@settings(max_examples=60)
@given(grounds(), places, places, angles)
def test_turning_the_table_changes_no_sight(ground, a, b, angle):
    one, two = man_at(a), man_at(b, "b")
    there = turned(ground, angle, MIDDLE)
    assert (
        sight(ground, one, two).seen
        == sight(there, turned_stand(one, angle, MIDDLE), turned_stand(two, angle, MIDDLE)).seen
    )


@settings(max_examples=60)
@given(grounds(), places, places)
def test_what_a_fan_of_lines_finds_is_found(ground, a, b):
    """The second method: a free line among many tried means seen."""
    one, two = man_at(a), man_at(b, "b")
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    if length < 2:
        return
    across = (-dy / length / 2, dx / length / 2)
    shares = [i / 8 for i in range(-7, 8)]
    lines = [
        ((a[0] + u * across[0], a[1] + u * across[1]), (b[0] + v * across[0], b[1] + v * across[1]))
        for u in shares
        for v in shares
    ]
    free = any(not any(span_inside(s.shape, p, q, 1e-5) for s in ground.marked(frozenset({"blocks-sight"})))
               for p, q in lines)  # fmt: skip
    if free:
        assert sight(ground, one, two).seen


@settings(max_examples=40)
@given(grounds(), places, places)
def test_a_free_line_is_free_and_a_block_is_where_it_is_said_to_be(ground, a, b):
    answer = sight(ground, man_at(a), man_at(b, "b"))
    blockers = ground.marked(frozenset({"blocks-sight"}))
    if answer.seen:
        assert not any(span_inside(s.shape, *answer.line, -1e-3) for s in blockers)
    else:
        assert answer.at is not None
        assert answer.by in {s.id for s in blockers if span_inside(s.shape, answer.at, answer.at, 1e-5)}


@settings(max_examples=40)
@given(grounds(), places, places)
def test_the_order_of_the_pieces_changes_no_sight(ground, a, b):
    mixed = Ground(ground.width, ground.depth, ground.pieces[::-1])
    one, two = man_at(a), man_at(b, "b")
    assert sight(ground, one, two) == sight(mixed, one, two)
    assert cover(ground, one, two) == cover(mixed, one, two)


@settings(max_examples=20)
@given(grounds(), places)
def test_the_heat_map_agrees_with_single_questions(ground, eye):
    assume(all(abs(clearance(s.shape, *eye)) > 0.01 for s in ground.solids))
    points = [p for p in lattice(ground, 10.0) if all(abs(clearance(s.shape, *p)) > 0.01 for s in ground.solids)]
    one_by_one = [sight_between(ground, eye, point).seen for point in points]
    different = [p for p, x, y in zip(points, visible(ground, eye, points), one_by_one, strict=True) if x != y]
    assert len(different) <= (2 if any(not s.shape.edges for s in ground.solids) else 0)


def test_a_heat_map_of_nothing_is_empty():
    assert visible(table(), (1, 1), []) == []
    assert visible(table(), (1, 1), [(2, 2)]) == [True]


@settings(max_examples=150, deadline=None)
@given(grounds(), places, places, crowds(2))
def test_whether_one_is_seen_is_the_same_without_the_reason(ground, p, q, crowd):
    a, b = man_at(p, "a"), man_at(q, "b")
    assert is_seen(ground, a, b, crowd) == sight(ground, a, b, crowd).seen
