"""The odds on screen, found a second and a third way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.games.regulus import game
from adjudge.games.regulus.rules.contests import offers_of
from adjudge.games.regulus.rules.results import in_words
from adjudge.games.regulus.rules.roll import chance, foreseen, look_up
from adjudge.games.regulus.state import COLUMNS, Pool, Rulings
from adjudge.odds.enumerate import distribution
from adjudge.odds.forecasts import of_procedure
from adjudge.story import GM
from tests.games.regulus.evening import P1, Evening

OURS = Rulings()
NAMES = {"plus": "plus", "discard": "discards", "reroll": "rerolls", "d8": "eights"}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("eights", [0, 1])
@pytest.mark.parametrize("plus", [0, 1, 3])
def test_without_changes_the_odds_are_those_of_icepool(column, dice, eights, plus):
    pool = icepool.Pool([icepool.d8] * eights + [icepool.d6] * (dice - eights))
    wanted: dict[str, Fraction] = {}
    for face, weight in pool.highest(1).sum().items():
        result = look_up(column, face + plus)
        wanted[result] = wanted.get(result, Fraction(0)) + Fraction(weight, 6 ** (dice - eights) * 8**eights)
    assert results_of(Pool(dice, column, eights, plus=plus)) == wanted


def results_of(pool: Pool) -> dict[str, Fraction]:
    reading = foreseen(pool, OURS)
    found: dict[str, Fraction] = {}
    for fall, weight in reading.outcomes:
        found[fall.result] = found.get(fall.result, Fraction(0)) + Fraction(weight, reading.ways)
    return found


@given(
    dice=st.integers(1, 3),
    favored=st.booleans(),
    spent=st.lists(st.sampled_from(["plus", "discard", "reroll", "d8"]), max_size=2),
)
@settings(max_examples=40, deadline=None)
def test_one_reading_foresees_what_the_rolls_one_by_one_come_to(dice, favored, spent):
    counts = Counter(spent)
    params = {"dice": dice, "favored": favored, **counts}
    one_by_one = of_procedure(game, "contest", params)
    pool = Pool(dice, "Favored" if favored else "Means", **{NAMES[name]: count for name, count in counts.items()})
    at_once = foreseen(pool, OURS)
    words = Counter({in_words(fall, OURS): 0 for fall, _ in at_once.outcomes})
    for fall, weight in at_once.outcomes:
        words[in_words(fall, OURS)] += weight
    assert one_by_one.map(without_gains).chances == {
        told: Fraction(weight, at_once.ways) for told, weight in words.items()
    }


def without_gains(text: str) -> str:
    return ", ".join(part for part in text.split(", ") if "clause" not in part and "complication" not in part)


@pytest.mark.parametrize(
    ("pool", "rulings"),
    [
        (Pool(1, "Means", eights=1, rerolls=1, discards=1), OURS),
        (Pool(2, "Favored", rerolls=1, plus=1), OURS),
        (Pool(2, "Means", discards=2), Rulings(discard_only_die="roll-again")),
        (Pool(1, "Means", rerolls=1), Rulings(reroll_result_stands="better")),
    ],
)
def test_the_weights_of_a_foreseen_roll_are_those_of_its_faces(pool, rulings):
    reading = foreseen(pool, rulings)
    faces = product(*(range(1, sides + 1) for sides in reading.dice))
    assert Counter(map(reading.read, faces)) == Counter(dict(reading.outcomes))


@pytest.mark.rules("contest.more-dice-more-risk")
def test_more_dice_mean_more_yes_and_more_ones():
    good = [chance(Pool(dice, "Means"), OURS, lambda fall: fall.result.startswith("Yes")) for dice in (1, 2, 3)]
    ones = [chance(Pool(dice, "Means"), OURS, lambda fall: fall.ones > 0) for dice in (1, 2, 3)]
    assert good == sorted(good)
    assert ones == [Fraction(1, 6), Fraction(11, 36), Fraction(91, 216)]


def forecasts(evening: Evening) -> dict[str, Fraction]:
    """The chance of Yes that every offer of the open contest leads to; each distribution sums to 1."""
    found = {}
    for seat, offer in offers_of(evening.session, evening.contest):
        if seat == P1 and offer.forecast is not None:
            odds = distribution(offer.forecast, evening.session)
            assert sum(odds.chances.values()) == 1
            found[offer.key.split("/", 2)[2]] = odds.chance(lambda words: words.startswith("Yes"))
    return found


def test_every_open_choice_of_a_contest_shows_its_odds():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    assert forecasts(evening) == {"dice/1": Fraction(1, 3), "dice/2": Fraction(20, 36), "dice/3": Fraction(152, 216)}
    evening.act(P1, "dice/1").act(GM, "calm").act(P1, "find", ["rating/Wealth", "rating/Security"]).act(GM, "accept")
    assert forecasts(evening) == {
        "advantage/+1": Fraction(1, 2),
        "advantage/discard": Fraction(1, 3),
        "advantage/re-roll": Fraction(5, 9),
        "advantage/d8": Fraction(1, 2),
        "advantage/favored": Fraction(1, 2),
        "advantage/Luck": Fraction(1, 3),
    }
    evening.act(P1, "advantage/re-roll").act(P1, "advantage/+1")
    assert forecasts(evening) == {"cast": Fraction(3, 4)}
    evening.cast(3)
    assert forecasts(evening) == {"re-roll/0": Fraction(1, 2), "enough": Fraction(0)}
    evening.act(P1, "enough").state_issue()
    assert forecasts(evening) == {"accept": Fraction(1), "decline": Fraction(0)}


def test_the_odds_of_a_discard_stand_beside_it():
    evening = Evening().roll(1, 1, 5, dice=3, take=("discard", "discard"))
    assert (certainly(evening, "discard"), certainly(evening, "keep")) == ("Yes", "Yes, 2 issues")
    evening.act(P1, "discard")
    assert (certainly(evening, "discard"), certainly(evening, "keep")) == ("Yes", "Yes, 1 issue")


def certainly(evening: Evening, part: str) -> str:
    """What an offer leads to for sure."""
    forecast = evening.offered(P1)[evening.key(P1, part)].forecast
    assert forecast is not None
    ((words, _),) = distribution(forecast, evening.session).items()
    return str(words)


def test_means_show_what_they_are_worth():
    evening = Evening().attempt().act(GM, "approve")
    note = evening.offered(P1)[evening.key(P1, "means/quality/Soldier")].note
    assert callable(note)
    assert note() == "one to three dice: Yes 33% to 70%"


def test_the_odds_of_a_test_stand_beside_the_roll():
    evening = Evening().act(P1, "do/ask", "Is it safe?").act(GM, "hard").act(P1, "nothing")
    forecast = evening.offered(P1)[evening.key(P1, "roll")].forecast
    assert forecast is not None
    assert distribution(forecast, evening.session)["success"] == Fraction(1, 3)
