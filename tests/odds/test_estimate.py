"""Past the budget: sampled, labelled with an interval."""

from fractions import Fraction

import pytest

from adjudge.engine import at_least
from adjudge.engine.table import random_bot
from adjudge.odds import distribution, estimate
from adjudge.odds.estimate import from_counts, interval


def hits(table):
    return table.roll(at_least(3, 5), "attack.roll")


def test_the_interval_covers_the_exact_chance_nearly_always():
    exact = distribution(hits)
    inside = [
        found.low <= exact[found.outcome] <= found.high
        for seed in range(50)
        for found in estimate(hits, None, random_bot, samples=400, seed=seed)
    ]
    assert len(inside) == 200
    assert 0.9 <= sum(inside) / len(inside) <= 0.99


def test_the_same_seed_gives_the_same_estimate():
    assert estimate(hits, None, random_bot, seed=7) == estimate(hits, None, random_bot, seed=7)
    assert estimate(hits, None, random_bot, seed=7) != estimate(hits, None, random_bot, seed=8)


def test_rates_come_with_the_most_frequent_first():
    found = from_counts({"miss": 30, "hit": 70})
    assert [(each.outcome, each.value) for each in found] == [("hit", 0.7), ("miss", 0.3)]
    assert all(each.low < each.value < each.high for each in found)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # Wilson's score interval, from the textbook tables
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_the_interval_is_wilsons(successes, trials, low, high):
    assert interval(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_no_trials_tell_nothing():
    assert interval(0, 0) == (0.0, 1.0)


def test_an_estimate_works_on_copies():
    def count(table):
        table.state.append(1)
        return len(table.state)

    state: list[int] = []
    assert [each.outcome for each in estimate(count, state, random_bot, samples=5)] == [1]
    assert state == []


def test_exact_odds_stay_fractions():
    assert distribution(hits)[3] == Fraction(1, 27)
