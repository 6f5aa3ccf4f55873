"""Lines of sight for screens: who is seen, what is in the way, what a shot from a spot is worth."""

from __future__ import annotations

import pytest

from adjudge.engine import Board
from adjudge.games.akula.sights import outlook, sightlines
from adjudge.games.akula.verdicts import Toll
from adjudge.games.akula.view import scene
from adjudge.odds import distribution
from tests.games.akula.table import WALL, battle, car, go, person, zed


@pytest.mark.rules("ruling.line-of-sight")
def test_a_line_that_is_blocked_names_the_wall_and_the_point():
    state = battle(terrain=(WALL,))
    ana = person(state, (16, 20), weapons=("Handgun",))
    zed(state, "shambler", (25, 20))
    (line,) = sightlines(state, ana)
    assert (line.by, line.at, line.rule) == ("wall", (20.0, 20.0), "ruling.line-of-sight")


def test_a_vehicle_in_the_way_is_named_too():
    state = battle()
    ana = person(state, (10, 10))
    car(state, (16, 10))
    zed(state, "shambler", (24, 10))
    (line,) = sightlines(state, ana)
    assert line.by == "car"
    assert line.at == pytest.approx((14, 10), abs=1e-4)


def test_a_free_line_tells_the_distance_and_the_band_of_each_weapon():
    state = battle()
    ana = person(state, (10, 10), weapons=("Handgun", "bat"))
    zed(state, "shambler", (16, 10))
    zed(state, "shambler", (50, 50))
    near, far = sightlines(state, ana)
    assert near.by == ""
    assert near.note.startswith("5.0 inches, Handgun ")
    assert far.note.endswith("Handgun out of range")


def test_from_a_spot_beyond_the_wall_a_shot_has_odds_and_the_battle_stays_as_it_is():
    state = battle(terrain=(WALL,))
    ana = person(state, (19, 31), weapons=("Handgun",))
    target = zed(state, "shambler", (25, 29))
    ((hidden, nothing),) = outlook(state, ana, (19.4, 28))
    assert hidden.by == "wall"
    assert nothing is None
    ((line, shot),) = outlook(state, ana, (22, 31))
    assert line.by == ""
    assert shot is not None
    outcomes = distribution(shot, state).weights
    assert Toll("shot", (("headshot", 1),)) in outcomes
    assert ana.stand.at == (19, 31)
    assert target.id in state.zeds


def test_the_board_of_a_go_carries_the_lines_of_the_one_who_acts():
    state = battle()
    ana = person(state, (10, 10))
    zed(state, "shambler", (16, 10))
    board = scene(state, "player").panels[0]
    assert isinstance(board, Board)
    assert board.sights == ()
    go(state, ana)
    board = scene(state, "player").panels[0]
    assert isinstance(board, Board)
    assert [(line.viewer, line.target) for line in board.sights] == [("Ana", "shambler-1")]
