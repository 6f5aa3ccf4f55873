"""The same mechanic three ways: a rule through the engine, icepool, integers by hand. They agree to the digit."""

from fractions import Fraction

import pytest

from adjudge.odds import distribution
from benchmarks.odds import (
    BY_DYCE,
    YARDSTICKS,
    Target,
    attack_by_icepool,
    attack_if_alive,
    forty_dice,
    fractions,
    two_attacks,
)

each_yardstick = pytest.mark.parametrize("yardstick", YARDSTICKS, ids=lambda yardstick: yardstick.name)


@each_yardstick
def test_the_engine_agrees_with_icepool(yardstick):
    die = yardstick.by_icepool()
    assert yardstick.by_engine().chances == fractions(die.items(), die.denominator())


@pytest.mark.filterwarnings("ignore::dyce.lifecycle.ExperimentalWarning")
@pytest.mark.parametrize("name", BY_DYCE)
def test_the_engine_agrees_with_dyce(name):
    (yardstick,) = (it for it in YARDSTICKS if it.name == name)
    found = BY_DYCE[name]()
    assert yardstick.by_engine().chances == fractions(found.items(), found.total)


@each_yardstick
def test_the_engine_agrees_with_integers_by_hand(yardstick):
    weights, denominator = yardstick.by_hand()
    assert yardstick.by_engine().chances == fractions(weights.items(), denominator)


@each_yardstick
def test_the_chances_sum_to_exactly_one(yardstick):
    odds = yardstick.by_engine()
    assert sum(odds.chances.values()) == 1
    assert sum(odds.weights.values()) == odds.denominator


@pytest.mark.parametrize("target", [Target(8, 0, 15), Target(8, 4, 2), Target(20, 7, 15), Target(1, 12, 12)])
def test_an_attack_agrees_with_icepool_at_the_edges(target):
    die = attack_by_icepool(target)
    odds = distribution(attack_if_alive_and_look, target)
    assert odds.chances == fractions(die.items(), die.denominator())


def attack_if_alive_and_look(table):
    attack_if_alive(table)
    return table.state.armour, table.state.life


def test_two_attacks_chained_are_one_rule_that_attacks_twice():
    def twice(table):
        attack_if_alive(table)
        return attack_if_alive_and_look(table)

    assert two_attacks().chances == distribution(twice, Target()).chances


def test_forty_dice_are_forty_one_branches():
    odds = forty_dice()
    assert odds.leaves == 41
    assert odds[20] == Fraction(137846528820, 2**40)
