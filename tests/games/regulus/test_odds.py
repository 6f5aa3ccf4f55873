"""The odds on screen, found a second and a third way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.engine import Match
from adjudge.games.regulus import game
from adjudge.games.regulus.outcomes import Foretold
from adjudge.games.regulus.rules.contests import offers_of
from adjudge.games.regulus.rules.roll import foretold, look_up, throw
from adjudge.games.regulus.state import COLUMNS, RESULTS, Column, Pool, Rulings
from adjudge.odds import fixed, forecast
from adjudge.odds.enumerate import distribution
from adjudge.odds.forecasts import by_parts, of_procedure
from adjudge.story import GM
from tests.games.regulus.evening import OURS, P1, Evening, falls

GOOD = ("Yes", "Yes!", "Yes!!")
ONE = Fraction(1)


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
    assert falls(Pool(dice, column, eights, plus=plus)).map(lambda fall: fall.result).chances == wanted


def by_hand(pool: Pool, discards: str = "count-only") -> dict[Foretold, Fraction]:
    """ruling.odds-policy, once more and face by face: every die that may be cast is thrown beforehand."""
    spare = pool.rerolls
    sides = (8,) * pool.eights + (6,) * (pool.dice - pool.eights)
    found: dict[Foretold, Fraction] = {}
    for faces in product(*(range(1, size + 1) for size in sides), *[range(1, 25)] * spare):
        told = Foretold(*_outcome(pool, list(zip(sides, faces, strict=False)), list(faces[pool.dice :])))
        weight = Fraction(1, 24**spare)
        for size in sides:
            weight /= size
        found[told] = found.get(told, Fraction(0)) + weight
    return found


def _outcome(pool: Pool, dice: list[tuple[int, int]], spare: list[int]) -> tuple[str, int]:
    for reserve in spare:
        kept = max(face for _, face in dice)
        lowest = min(dice, key=lambda die: (die[1], -die[0]))
        if look_up(pool.column, kept + pool.plus) in GOOD and (lowest[1] != 1 or kept == 1):
            continue
        dice.remove(lowest)
        dice.append((lowest[0], (reserve - 1) % lowest[0] + 1))
    ones = sum(face == 1 for _, face in dice)
    result = look_up(pool.column, max(face for _, face in dice) + pool.plus)
    return result, max(ones - pool.discards, 0) + (result == "No!")


NAMES = {"plus": "plus", "discard": "discards", "reroll": "rerolls", "d8": "eights"}


@given(
    dice=st.integers(1, 3),
    favored=st.booleans(),
    spent=st.lists(st.sampled_from(["plus", "discard", "reroll", "d8"]), max_size=2),
)
@settings(max_examples=25, deadline=None)
def test_the_step_comes_to_what_the_faces_come_to_one_by_one(dice, favored, spent):
    counts: dict[str, Any] = dict(Counter(spent))
    counts["d8"] = min(counts.get("d8", 0), dice)
    column: Column = "Favored" if favored else "Means"
    pool = Pool(dice, column, **{NAMES[name]: count for name, count in counts.items()})
    odds = distribution(lambda table: throw(table, pool, OURS, P1, foretold), policy=game.policy)
    assert odds.chances == by_hand(pool)


@pytest.mark.rules("contest.more-dice-more-risk")
def test_more_dice_mean_more_yes_and_more_ones():
    good = [falls(Pool(dice, "Means")).chance(lambda fall: fall.result in GOOD) for dice in (1, 2, 3)]
    ones = [falls(Pool(dice, "Means")).chance(lambda fall: fall.ones > 0) for dice in (1, 2, 3)]
    assert good == sorted(good)
    assert ones == [Fraction(1, 6), Fraction(11, 36), Fraction(91, 216)]


@pytest.mark.rules("contest.more-dice-more-risk")
def test_both_chances_stand_beside_the_number_of_dice():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    shown = []
    for dice in (1, 2, 3):
        rule = evening.offered(P1)[evening.key(P1, f"dice/{dice}")].forecast
        assert rule is not None
        told = dict(by_parts(game, distribution(rule, evening.session, policy=game.policy)))
        yes = sum(p for part, p in told.items() if isinstance(part, Foretold) and part.result in GOOD)
        shown.append((f"{float(yes):.0%}", told["with an issue"]))
    assert shown == [("33%", Fraction(1, 6)), ("56%", Fraction(11, 36)), ("70%", Fraction(91, 216))]


def forecasts(evening: Evening) -> dict[str, Fraction]:
    """The chance of Yes that every offer of the open contest leads to; each distribution sums to 1."""
    found = {}
    for seat, offer in offers_of(evening.session, evening.contest):
        if seat == P1 and offer.forecast is not None:
            odds = distribution(offer.forecast, evening.session, policy=game.policy)
            assert sum(odds.chances.values()) == 1
            found[offer.key.split("/", 2)[2]] = odds.chance(lambda told: told.result in GOOD)
    return found


def test_every_open_choice_of_a_contest_shows_its_odds():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    by_count = {1: Fraction(1, 3), 2: Fraction(20, 36), 3: Fraction(152, 216)}
    ways = ("dice", "at-once")  # a roll at once has the same odds as one with leverage still to come
    assert forecasts(evening) == {f"{way}/{count}": chance for way in ways for count, chance in by_count.items()}
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
    evening.cast(3, then=("keep",)).state_issue()
    assert forecasts(evening) == {"accept": Fraction(1), "decline": Fraction(0)}


def lying(faces: list[int], *take: str, dice: int = 1) -> Match[Any]:
    """A live match whose player is asked about dice that lie."""
    match = Match.new(game, b"0" * 32, options={"approvals": "automatic"}, physical=[P1])
    means, *further = (f"quality/{it}" for it in match.state.sheets[P1].qualities)
    for seat, answer in [
        (P1, "do/contest"),
        (P1, "The droid is down"),
        (P1, "I shoot"),
        (P1, f"now/1/means/{means}"),
        (P1, f"now/1/dice/{dice}"),
        (GM, "now/1/calm"),
        (P1, "now/1/find"),
        (P1, further[: len(take)]),
        *((P1, f"now/1/advantage/{option}") for option in take),
        (P1, "now/1/cast"),
    ]:
        match.answer(seat, answer)
    match.throw(P1, faces)
    return match


def told(match: Match[Any], answer: str) -> dict[str, Fraction]:
    odds = forecast(match, P1, answer)
    assert odds is not None
    return odds.map(game.words).chances


@pytest.mark.rules("advantage.re-roll")
def test_the_odds_of_a_re_roll_stand_beside_each_die():
    match = lying([3, 4], "re-roll", dice=2)
    assert match.pending is not None
    assert match.pending.rule == "advantage.re-roll"
    assert told(match, "keep") == {"Possibly": Fraction(1)}
    assert told(match, "die-1") == {
        "Possibly": Fraction(3, 6),
        "Possibly, 1 issue": Fraction(1, 6),
        "Yes": Fraction(1, 6),
        "Yes!": Fraction(1, 6),
    }


@pytest.mark.rules("advantage.discard-one")
def test_the_odds_of_a_discard_stand_beside_it():
    match = lying([1, 1, 5], "discard", "discard", dice=3)
    assert (told(match, "discard"), told(match, "keep")) == ({"Yes": ONE}, {"Yes, 2 issues": ONE})
    match.answer(P1, "discard")
    assert (told(match, "discard"), told(match, "keep")) == ({"Yes": ONE}, {"Yes, 1 issue": ONE})


def test_the_odds_of_a_test_stand_beside_the_roll():
    evening = Evening().act(P1, "do/ask", "Is it safe?").act(GM, "hard").act(P1, "nothing")
    foreseen = evening.offered(P1)[evening.key(P1, "roll")].forecast
    assert foreseen is not None
    assert distribution(foreseen, evening.session)["success"] == Fraction(1, 3)


# ------------------------------------------------------------------ other policies


@pytest.mark.rules("advantage.re-roll", "ruling.odds-policy")
def test_another_policy_can_be_passed_in():
    params = {"reroll": 1}
    never = of_procedure(game, "contest", params, policy=fixed({"advantage.re-roll": "keep"}, game.policy))
    always = of_procedure(game, "contest", params, policy=fixed({"advantage.re-roll": "die-1"}, game.policy))
    ours = of_procedure(game, "contest", params)
    good = [odds.chance(lambda decided: decided.result in GOOD) for odds in (never, always, ours)]
    assert good == [Fraction(1, 3), Fraction(1, 3), Fraction(5, 9)]


@pytest.mark.rules("advantage.discard-one")
def test_ones_may_be_kept():
    kept = of_procedure(game, "contest", {"discard": 1}, policy=fixed({"advantage.discard-one": "keep"}))
    assert kept.chance(lambda decided: decided.issues == 2) == Fraction(1, 6)
    assert of_procedure(game, "contest", {"discard": 1}).chance(lambda decided: decided.issues == 2) == 0


HELD = Rulings(advantage_chosen_before_roll="held")


@pytest.mark.rules("ruling.advantage-chosen-before-roll")
def test_an_advantage_held_back_is_worth_at_least_any_that_is_spent_before():
    before = [
        of_procedure(game, "contest", {option: 1}).chance(lambda decided: decided.result in GOOD)
        for option in ("plus", "reroll", "d8", "favored")
    ]
    held = of_procedure(game, "contest", {"held": 1, "rulings": HELD}, policy=game.policy)
    assert held.chance(lambda decided: decided.result in GOOD) >= max(before)
    assert {decided.result for decided in held} <= set(RESULTS)
