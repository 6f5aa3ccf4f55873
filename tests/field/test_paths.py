from heapq import heappop, heappush
from math import atan2, inf, pi

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudge.field import Changes, Circle, Gait, Ground, Round, Stand, rectangle
from adjudge.field.ground import turns, turns_beside
from adjudge.field.measuring import in_contact
from adjudge.field.moving import Crowd, has_room, nearest_free_spot, room, spots_at, straight_move, swollen_stands
from adjudge.field.paths import advance, is_clear, path_to_contact, shortest_path
from adjudge.field.points import apart, length_of
from adjudge.field.terrain import WALKING
from tests.field.scenes import (
    MIDDLE,
    angles,
    bases,
    crowds,
    grounds,
    man,
    man_at,
    piece,
    places,
    stand_at,
    table,
    the_map,
    turned,
    turned_point,
    turned_stand,
)

WALL = piece("wall", "wall", rectangle(10, 0, 1, 10))
HEDGE = piece("hedge", "low", rectangle(10, 0, 1, 10))
CLIMBER = Gait(fees=(("low", 2.0),))


def test_a_free_way_is_straight():
    path = shortest_path(table(WALL), man(5, 5), (9, 20))
    assert path is not None
    assert path.points == ((5, 5), (9, 20))


def test_a_way_round_a_corner_is_as_long_as_a_string_round_it():
    path = shortest_path(table(WALL), man(5, 10.5), (11.5, 5))
    assert path is not None
    string = 6 + pi / 4 + 5
    assert string <= path.length <= string + 0.0131 * pi / 4


def test_a_path_longer_than_the_limit_is_no_path():
    assert shortest_path(table(WALL), man(5, 5), (15, 5), limit=14) is None
    assert shortest_path(table(WALL), man(5, 5), (15, 5), limit=15.5) is not None


def test_exactly_the_limit_is_enough():
    assert shortest_path(table(), man(5, 5), (10, 5), limit=5) is not None


def test_a_goal_without_room_cannot_be_reached():
    assert shortest_path(table(WALL), man(5, 5), (9.8, 5)) is None
    assert shortest_path(table(), man(5, 5), (0.2, 5)) is None


def test_there_is_no_way_into_a_closed_house_until_the_door_is_opened():
    battlemap = the_map("harts-garage")
    ground = Ground(battlemap.width, battlemap.depth, battlemap.pieces)
    assert shortest_path(ground, man(2.5, 4.5), (14.5, 13.5)) is None
    opened = ground.after(Changes(opened=("garage/door-1",)))
    path = shortest_path(opened, man(2.5, 4.5), (14.5, 13.5))
    assert path is not None
    assert any(x == pytest.approx(14.5) and 9.5 < y < 11.5 for x, y in path.points)


def test_a_base_too_wide_for_the_door_stays_outside():
    shop = Ground(36, 36, the_map("corner-shop").pieces)
    assert shortest_path(shop, Stand("horde", 10, 5, Round(3.0)), (10.5, 18)) is None
    assert shortest_path(shop, man(10, 5), (10.5, 18)) is not None


def test_of_several_goals_the_nearest_is_taken():
    path = shortest_path(table(WALL), man(9, 5), [(12, 5), (9, 12)])
    assert path is not None
    assert path.end == (9, 12)


def test_the_way_into_contact_ends_in_contact():
    ground, target = table(WALL), man(15, 5, "b")
    path = path_to_contact(ground, man(5, 5), target)
    assert path is not None
    assert in_contact(man_at(path.end), target)
    assert room(ground, man_at(path.end), [target]).free


def test_the_way_into_contact_goes_round_those_already_there():
    target = man(15, 5, "b")
    first = man(14, 5, "first")
    path = path_to_contact(table(), man(5, 5), target, [first])
    assert path is not None
    assert in_contact(man_at(path.end), target)
    assert room(table(), man_at(path.end), [target, first]).free


@settings(max_examples=30, deadline=None)
@given(grounds(4), places, places, crowds(3))
def test_the_way_into_contact_is_the_shortest_to_any_spot_beside_the_target(ground, start, goal, crowd):
    mover, target = man_at(start), man_at(goal, "target")
    spots = spots_at(ground, mover, target, crowd)
    path, any_way = path_to_contact(ground, mover, target, crowd), None
    if spots:
        any_way = shortest_path(ground, mover, spots, [*crowd, target])
    assert (path and path.points) == (any_way and any_way.points)
    assert (path and path.length) == (any_way and any_way.length)


def test_nobody_more_comes_into_contact_with_one_who_is_surrounded():
    target = man(20, 20, "b")
    ring: list[Stand] = []
    while path := path_to_contact(table(), man(10, 20, f"z{len(ring)}"), target, ring):
        ring.append(man_at(path.end, f"z{len(ring)}"))
    assert 5 <= len(ring) <= 6  # six if they pack closely; each takes the nearest spot, so one may find no room


def test_a_fee_is_paid_once_and_avoided_if_the_way_round_is_cheaper():
    across = shortest_path(table(HEDGE), man(8, 5), (13, 5), gait=CLIMBER)
    assert across is not None
    assert (across.length, across.cost) == (5.0, 7.0)
    around = shortest_path(table(HEDGE), man(8, 9.9), (13, 9.9), gait=CLIMBER)
    assert around is not None
    assert around.cost == around.length < 6


def test_an_allowance_that_cannot_pay_the_fee_stops_at_the_obstacle():
    ground = table(HEDGE)
    path = shortest_path(ground, man(8, 5), (13, 5), gait=CLIMBER)
    assert path is not None
    assert advance(ground, man(8, 5), path, 3.0, CLIMBER).end == (9.5, 5.0)
    assert advance(ground, man(8, 5), path, 5.0, CLIMBER).end == pytest.approx((11.0, 5.0))
    assert advance(ground, man(8, 5), path, 9.0, CLIMBER).end == (13.0, 5.0)


def test_broken_ground_costs_its_factor():
    ground = table(piece("marsh", "marsh", rectangle(10, 0, 4, 40)))
    slow = Gait(factors=(("difficult", 2.0),))
    path = shortest_path(ground, man(5, 5), (20, 5), gait=slow)
    assert path is not None
    assert path.cost == pytest.approx(15 + 5, abs=1e-4)
    assert advance(ground, man(5, 5), path, 6.5, slow).end == pytest.approx((10.5, 5.0))


def test_an_advance_is_as_long_as_was_allowed():
    path = shortest_path(table(WALL), man(5, 5), (15, 5))
    assert path is not None
    assert advance(table(WALL), man(5, 5), path, 7.0).length == pytest.approx(7.0)


# ---------------------------------------------------------------- properties


def by_trying_every_corner(ground, stand, goal, others):
    """The second method: Dijkstra over all corners of everything, without any pruning."""
    layer = ground.layer(stand.base, stand.facing, WALKING)
    solids = [*layer.barring, *swollen_stands(stand, others)]
    corners = [stand.at, goal]
    for s in solids:
        x, y = s.shape.points[0]
        corners += [turn.at for turn in turns(s.shape, atan2(stand.y - y, stand.x - x))]
        corners += [turn.at for end in corners[:2] for turn in turns_beside(s.shape, end)]
    best, queue = {}, [(0.0, 0)]
    while queue:
        cost, here = heappop(queue)
        if here in best:
            continue
        best[here] = cost
        for there, corner in enumerate(corners):
            if there not in best and is_clear(solids, corners[here], corner):
                heappush(queue, (cost + apart(corners[here], corner), there))
    return best.get(1, inf)


@settings(max_examples=40, deadline=None)
@given(grounds(4), places, places, crowds(2))
def test_the_quick_search_finds_what_a_thorough_one_finds(ground, start, goal, crowd):
    stand = man_at(start)
    assume(room(ground, stand, crowd).free)
    assume(room(ground, stand.moved(goal), crowd).free)
    path = shortest_path(ground, stand, goal, crowd)
    thorough = by_trying_every_corner(ground, stand, goal, crowd)
    assert (path.length if path else inf) == pytest.approx(thorough, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(grounds(4), places, places, crowds(3), st.floats(1.0, 1.6))
def test_a_limit_leaves_out_the_longer_ways_and_no_other(ground, start, goal, crowd, slack):
    stand, limit = man_at(start), slack * apart(start, goal)
    assume(room(ground, stand, crowd).free)
    path = shortest_path(ground, stand, goal, crowd)
    assume(path is None or abs(path.length - limit) > 1e-3)
    within = shortest_path(ground, stand, goal, crowd, limit=limit)
    assert (within and within.length) == (path.length if path and path.length <= limit else None)


def test_a_spot_wedged_between_a_corner_and_a_figure_is_reached_along_the_corner():
    """The points at which one turns round the corner are inside the figure, those round the figure inside the wall."""
    wall, figure = piece("bus", "wall", rectangle(15, 10, 5, 2)), man(15.89, 9.5, "marta")
    path = shortest_path(table(wall), man(14.047, 10.047), (14.884, 9.507), [figure])
    assert path is not None
    assert apart((14.047, 10.047), (14.884, 9.507)) < path.length < 1.02


def test_a_gap_that_is_shut_by_figures_is_no_way_and_one_wide_enough_is():
    shut = [man(10, 10 + 1.5 * i, f"z{i}") for i in range(-3, 4)]
    assert shortest_path(table(), man(8, 10), (12, 10), shut, limit=6) is None
    assert shortest_path(table(), man(8, 10), (12, 10), shut) is not None
    ajar = [other for other in shut if other.id != "z1"]
    path = shortest_path(table(), man(8, 10), (12, 10), ajar, limit=6)
    assert path is not None
    assert path.length < 6


@settings(max_examples=30, deadline=None)
@given(grounds(4), places, places, crowds(3))
def test_a_crowd_made_ready_gives_the_same_answers(ground, start, goal, crowd):
    stand = man_at(start)
    ready = Crowd(stand, crowd)
    assert shortest_path(ground, stand, goal, ready) == shortest_path(ground, stand, goal, crowd)
    assert straight_move(ground, stand, goal, ready) == straight_move(ground, stand, goal, crowd)
    friends = frozenset(other.id for other in crowd[:2])
    passing = straight_move(ground, stand, goal, ready, through=friends)
    assert passing == straight_move(ground, stand, goal, crowd, through=friends)
    assert nearest_free_spot(ground, stand, ready) == nearest_free_spot(ground, stand, crowd)


@settings(max_examples=60, deadline=None)
@given(grounds(), places, bases, crowds(4))
def test_whether_there_is_room_is_the_same_without_the_reason(ground, at, base, crowd):
    stand = stand_at(at, base)
    assert has_room(ground, stand, crowd) == room(ground, stand, crowd).free


@settings(max_examples=40, deadline=None)
@given(grounds(), places, places, bases, crowds(3))
def test_nothing_overlaps_anywhere_on_a_path(ground, start, goal, base, crowd):
    stand = stand_at(start, base)
    assume(room(ground, stand, crowd).free)
    path = shortest_path(ground, stand, goal, crowd)
    if path is None:
        return
    layer = ground.layer(base, 0.0, WALKING)
    solids = [*layer.barring, *swollen_stands(stand, crowd)]
    assert all(is_clear(solids, p, q) for p, q in zip(path.points, path.points[1:], strict=False))
    assert path.length == pytest.approx(length_of(path.points))
    assert path.length >= apart(start, goal) - 1e-9


@settings(max_examples=30, deadline=None)
@given(grounds(4), places, places, angles)
def test_turning_the_table_turns_the_path(ground, start, goal, angle):
    stand = man_at(start)
    there = turned_stand(stand, angle, MIDDLE)
    elsewhere = turned(ground, angle, MIDDLE)
    assume(room(ground, stand).free and room(elsewhere, there).free)
    path = shortest_path(ground, stand, goal)
    other = shortest_path(elsewhere, there, turned_point(goal, angle, MIDDLE))
    if path is None or other is None:
        return
    assert path.length == pytest.approx(other.length, rel=1e-5)


@settings(max_examples=30, deadline=None)
@given(grounds(4), places, places, places)
def test_a_detour_over_a_third_place_is_never_shorter(ground, a, b, c):
    legs = [shortest_path(ground, man_at(p), q) for p, q in ((a, c), (a, b), (b, c))]
    if None in legs:
        return
    whole, first, second = (leg.length for leg in legs if leg)
    assert whole <= (first + second) * 1.013 + 1e-6


@settings(max_examples=30, deadline=None)
@given(grounds(), places, places)
def test_the_order_of_the_pieces_changes_no_length(ground, start, goal):
    mixed = Ground(ground.width, ground.depth, ground.pieces[::-1])
    assert shortest_path(ground, man_at(start), goal) == shortest_path(mixed, man_at(start), goal)


def test_a_round_tower_is_walked_round():
    tower = table(piece("tower", "solid", Circle((10, 10), 2.0)))
    path = shortest_path(tower, man(5, 10), (15, 10))
    assert path is not None
    half_way = (25 - 2.5**2) ** 0.5
    string = 2 * half_way + 2.5 * (pi - 2 * (pi / 2 - 0.5235987755982989))
    assert string <= path.length <= string * 1.013
