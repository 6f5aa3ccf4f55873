from random import Random

import pytest

from adjudge.lab.report import Ending, Mean, Rate, mean, measured, rates, sum_up
from adjudge.odds.estimate import interval


def test_a_mean_comes_with_its_interval_and_quantiles():
    found = mean(list(range(1, 101)))
    assert found.mean == 50.5
    assert (found.least, found.most) == (1, 100)
    assert found.quantiles == {"5%": 5, "25%": 25, "50%": 50, "75%": 75, "95%": 95}
    assert (found.low, found.high) == pytest.approx((50.5 - 5.6863, 50.5 + 5.6863), abs=1e-3)


def test_one_value_has_no_interval():
    assert mean([7]) == Mean(1, 7.0, 7, 7, dict.fromkeys(("5%", "25%", "50%", "75%", "95%"), 7))


def test_the_interval_of_a_mean_covers_the_truth_nearly_always():
    rng = Random(3)
    samples = [mean([rng.gauss(10, 4) for _ in range(50)]) for _ in range(400)]
    inside = [found for found in samples if found.low and found.high and found.low <= 10 <= found.high]
    assert 0.92 <= len(inside) / 400 <= 0.98


def test_shares_come_with_the_most_frequent_first_and_equals_by_name():
    found = rates(["b", "a", "c", "c"])
    assert list(found) == ["c", "a", "b"]
    assert found["c"] == Rate(2, 4, 0.5, *interval(2, 4))


def test_what_was_never_measured_is_left_out():
    assert measured([None, None]) is None
    assert sum_up([Ending("end", (), {"never": None})], ["red"]).measures == {}


def test_truths_among_numbers_are_numbers():
    assert measured([True, False]) == Rate(1, 2, 0.5, *interval(1, 2))
    assert isinstance(measured([True, 2]), Mean)
    assert isinstance(measured(["x", 2]), dict)


def test_a_seat_that_never_won_is_listed():
    results = sum_up([Ending("nobody wins", (), {})] * 3, ["red", "blue"])
    assert [rate.count for rate in results.winners.values()] == [0, 0]
    assert results.outcomes["nobody wins"].count == 3


def test_where_endings_are_many_those_that_differ_in_numbers_alone_are_counted_together():
    few = [Ending(f"home after {moves} moves", (), {}) for moves in range(3)]
    many = [Ending(f"home after {moves} moves", (), {}) for moves in range(30)] + [Ending("lost", (), {})]
    assert len(sum_up(few, []).outcomes) == 3
    assert {text: rate.count for text, rate in sum_up(many, []).outcomes.items()} == {
        "home after … moves": 30,
        "lost": 1,
    }
