"""Odds: exact, from the resolver, computed a second way, and quick enough to be redrawn at each key."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool  # type: ignore[import-untyped,unused-ignore]
import pytest

from adjudge.engine import Script
from adjudge.games.regiment import game, prospects
from adjudge.games.regiment.data import VOLUMES, numbers
from adjudge.games.regiment.policy import policy
from adjudge.games.regiment.readings import Harm, fire
from adjudge.games.regiment.rules import battle
from adjudge.games.regiment.rules.core import Attempt
from adjudge.games.regiment.rules.table import offers
from adjudge.games.regiment.state import Fire
from adjudge.odds.enumerate import distribution
from tests.games.regiment.field import P1, P2, Field, marks

EVEN = {"parity_measure": "gm"}


@pytest.mark.parametrize("volume", VOLUMES)
@pytest.mark.parametrize("dice", [1, 2, 4, 9])
def test_fire_is_weighed_as_icepool_does(volume, dice):
    cells = [tuple(cell) for cell in numbers().volume[volume]]
    one = icepool.Die([icepool.Vector(cell) for cell in cells])
    expected = {Harm(*outcome): weight for outcome, weight in (dice @ one).items()}
    assert dict(fire(volume, dice).outcomes) == expected


@pytest.mark.parametrize("volume", VOLUMES)
def test_fire_is_weighed_as_counting_every_face_does(volume):
    reading = fire(volume, 3)
    counted = Counter(reading.read(faces) for faces in product(range(1, 7), repeat=3))
    assert dict(reading.outcomes) == dict(counted)


def test_the_forecast_of_an_attack_is_the_attack_itself():
    field = Field(2, rulings=EVEN)
    field.other.tough, field.other.grit = 1, 1
    order = Fire("battle-rifle", P2, "foe", parity=0)
    foreseen = distribution(prospects.of_attack(order), field.session, policy=policy)
    counted: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=3):
        table = Script(field.session, faces=faces)
        verdict = prospects.of_attack(order)(table)
        counted[verdict.stress, verdict.wounds] += 1  # type: ignore[attr-defined]
    joint: dict[tuple[int, int], Fraction] = {}
    for verdict, chance in foreseen.items():
        key = verdict.stress, verdict.wounds
        joint[key] = joint.get(key, Fraction()) + chance * 216
    assert joint == counted


def test_the_forecast_of_an_assault_is_the_whole_exchange_both_ways():
    field = Field(men=1, rulings=EVEN)
    field.soldier.stats["battle"] = 1
    order = field.order("battle-rifle", occasion="assault")
    odds = distribution(prospects.of_assault(order), field.session, policy=policy)
    assert odds.chance(lambda it: it.tier == "miss") == Fraction(5, 18)
    hits = 1 - Fraction(5, 18)
    assert odds.chance(lambda it: it.damage == 3) == hits
    assert odds.chance(lambda it: it.wounds == 3) == hits * Fraction(1, 8)


def test_a_quick_weapon_takes_the_answer_out_of_the_odds():
    field = Field(men=1, band="close", rulings=EVEN).arm("carbine")
    field.foe.marks = [1]
    order = field.order("carbine", occasion="assault")
    odds = distribution(prospects.of_assault(order), field.session, policy=policy)
    assert odds.chance(lambda it: bool(it.stress or it.wounds)) == 0


def test_the_chance_of_becoming_critical_counts_what_is_there_already():
    field = Field(rulings=EVEN)
    field.soldier.wounds = marks(2)
    order = Fire("battle-rifle", P1, "foe", parity=0)
    odds = distribution(prospects.of_attack(order), field.session, policy=policy)
    assert odds.chance(lambda it: it.wounds >= 1) == Fraction(7, 8)


def test_the_tiers_of_a_move_count_forward_and_playbook_moves():
    field = Field(fight=False).teach("operator.airborne-ranger")
    odds = distribution(prospects.of_roll(P1, Attempt("engage", "engage.roll", "ambush"), None), field.session)
    assert odds["strong"] == Fraction(5, 18)


def test_six_targets_in_an_area_are_told_apart():
    field = Field(6, band="far", rulings=EVEN)
    for soldier in field.session.soldiers.values():
        soldier.place = "there"
    field.foe.place = "here"
    order = Fire("saw", P1, "foe", parity=0)
    odds = distribution(prospects.of_area(field.session, order), field.session, policy=policy)
    assert sum(chance for _, chance in odds.items()) == 1
    assert all(sum(count for _, count in outcome.counts) == 6 for outcome in odds)


def test_every_option_of_a_menu_has_its_odds():
    field = Field(2, rulings=EVEN).arm("automatic-rifle", "frag-grenade", "bayonet")
    orders = battle.affordable(field.session, field.soldier, battle.shots(field.session, field.soldier, [field.foe]))
    assert len(orders) == 4  # plain, for volume, for the whole group; and the grenade, which reaches near
    for order in orders:
        odds = distribution(prospects.of_area(field.session, order), field.session, policy=policy)
        assert sum(chance for _, chance in odds.items()) == 1


def test_offers_that_roll_have_a_forecast():
    field = Field(2, rulings=EVEN)
    with_odds = {offer.key for offer in offers(field.session)[P1] if offer.forecast}
    assert {"do/assault", "do/covering-fire", "do/maneuver", "do/assess", "do/push", "do/crazy"} <= with_odds
    for offer in offers(field.session)[P1]:
        if offer.forecast:
            odds = distribution(offer.forecast, field.session, policy=policy)
            assert set(odds) == {"strong", "weak", "miss"}


def test_outcomes_are_worded_at_the_edge():
    assert game.words("strong") == "strong hit"
    assert game.words(Harm(1, 2)) == "1 stress, 2 wounds"
    assert game.words(prospects.Exchange("weak", 3, 0, 1)) == "weak hit: 3 damage, 1 wound taken"
    assert game.words(prospects.Breach("strong", 1, 2)) == "strong hit: 1 major, 2 minor"
