"""The ladder: ratings with their uncertainty."""

import pytest

from adjudge.mind.ladder import Score, ladder, page, rated
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
