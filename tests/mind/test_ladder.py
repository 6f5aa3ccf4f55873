"""The ladder: ratings with their uncertainty."""

import pytest

from adjudge.mind.ladder import Ladder, Score, gathered, ladder, page, rated, strayed
from tests.mind.examples import hoard, pig


def test_who_wins_more_stands_higher_and_more_matches_narrow_the_interval():
    few = rated(["a", "b"], [Score("a", "b", 15, 20)])
    many = rated(["a", "b"], [Score("a", "b", 750, 1000)])
    assert [it.bot for it in few] == [it.bot for it in many] == ["a", "b"]
    assert many[0].high - many[0].low < (few[0].high - few[0].low) / 4
    assert many[0].rating - many[1].rating == pytest.approx(191, abs=4)  # 75 in 100


def test_a_clean_sheet_is_not_infinitely_good():
    assert rated(["a", "b"], [Score("a", "b", 4, 4)])[0].rating < 1000


def test_a_ladder_is_the_same_again_for_a_seed_and_becomes_a_page():
    first = ladder(hoard, ["bold", "random", "think:8"], games=4, seed="1")
    assert first == ladder(hoard, ["bold", "random", "think:8"], games=4, seed="1")
    told = page([first, ladder(pig, ["hold", "random"], games=2)], "adjudge ladder")
    assert "## The Hoard" in told
    assert told.count("| `think:8` |") >= 1


def rated_as(won, games, game="pig"):
    return Ladder(game, game.title(), (), (Score("hold", "optimal", won, games),))


def test_a_pair_that_fares_otherwise_than_before_is_named():
    assert not strayed([rated_as(50, 100)], [rated_as(40, 100)])
    (told,) = strayed([rated_as(50, 100)], [rated_as(20, 100)])
    assert told == "Pig: hold against optimal won 20 % of 100, 50 % of 100 before"
    assert not strayed([rated_as(50, 100, "other")], [rated_as(20, 100)])


def test_ladders_of_games_that_were_not_played_are_kept():
    found = gathered([rated_as(1, 2, "b"), rated_as(1, 2, "c")], [rated_as(2, 2, "c"), rated_as(0, 2, "a")])
    assert [(it.game, it.scores[0].won) for it in found] == [("a", 0), ("b", 1), ("c", 2)]
