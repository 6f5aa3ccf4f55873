from fractions import Fraction

from adjudge.engine import total
from adjudge.odds import distribution


def two_dice():
    return distribution(lambda table: table.roll(total(2), "dice.roll"))


def test_outcomes_come_by_falling_probability_and_equals_by_first_appearance():
    assert [outcome for outcome, _ in two_dice().items()] == [7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12]


def test_an_outcome_that_cannot_be_has_no_chance():
    assert two_dice()[13] == 0
    assert two_dice()[12] == Fraction(1, 36)


def test_the_chance_of_a_test_and_the_mean_are_exact():
    assert two_dice().chance(lambda pips: pips >= 9) == Fraction(10, 36)
    assert two_dice().mean(lambda pips: pips) == 7
    assert two_dice().mean(lambda pips: Fraction(pips, 3)) == Fraction(7, 3)


def test_reading_outcomes_one_step_further_merges_equal_ones():
    parity = two_dice().map(lambda pips: "odd" if pips % 2 else "even")
    assert parity.chances == {"even": Fraction(1, 2), "odd": Fraction(1, 2)}
    assert list(parity) == ["even", "odd"]
    assert len(parity) == 2


def test_it_shows_its_fractions():
    odds = distribution(lambda table: table.roll(total(1, 2), "coin.toss"))
    assert repr(odds) == "<Distribution 1: 1/2, 2: 1/2>"
