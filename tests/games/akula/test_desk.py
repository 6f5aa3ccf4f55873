"""The desk and the odds: exact numbers, each counted a second time by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from adjudge.engine import Match, Script
from adjudge.games.akula import game, prospects
from adjudge.games.akula.rules import grab
from adjudge.games.akula.state import Battle
from adjudge.games.akula.verdicts import Held
from adjudge.odds import distribution, of_procedure
from adjudge.odds.policies import uniform
from tests.games.akula.table import battle, crowd, person

SIX = range(1, 7)


def odds(name, **params):
    found = of_procedure(game, name, params, policy=uniform)
    assert sum(p for _, p in found.items()) == 1
    return {game.words(outcome): p for outcome, p in found.items()}


def counted(dice, read):
    """The share of each outcome among all faces of so many dice."""
    faces = list(product(SIX, repeat=dice))
    outcomes = [read(*each) for each in faces]
    return {outcome: Fraction(outcomes.count(outcome), len(faces)) for outcome in set(outcomes)}


@pytest.mark.parametrize(
    ("params", "number", "bonus"),
    [
        ({}, 5, 0),
        ({"weapon": "Shotgun", "distance": 5, "skill": True}, 3, 2),
        ({"weapon": "Bolt Action Rifle", "distance": 15, "aimed": True, "skill": True}, 4, 2),
        ({"weapon": "Machinegun", "distance": 30, "injuries": 2}, 8, 1),
        ({"weapon": "SMG", "distance": 2, "in_moving_vehicle": True}, 5, 0),
    ],
)
def test_the_odds_of_a_shot(params, number, bonus):
    def read(hit, damage):
        score = damage + bonus
        if hit < number:
            return "miss"
        return "headshot" if score >= 5 else "knock-back" if score >= 3 else "no effect"

    assert odds("shot", **params) == counted(2, read)


@pytest.mark.parametrize(
    ("params", "mine", "theirs"),
    [
        ({}, -1, 0),
        ({"weapon": "sword", "skill": True, "zeds": 3}, 3, 2),
        ({"weapon": "firearm", "zeds": 2, "tanks": 1}, 0, 4),
    ],
)
def test_the_odds_of_a_fight(params, mine, theirs):
    def verdict(me, them):
        ahead = me + mine - them - theirs
        return "won" if ahead > 0 else "standoff" if ahead == 0 else "lost"

    found: dict[str, Fraction] = {}
    for outcome, p in odds("hand-to-hand", **params).items():
        word = outcome.partition(",")[0]
        found[word] = found.get(word, Fraction(0)) + p
    assert found == counted(2, verdict)


def test_the_odds_of_wrestling_free():
    assert odds("wrestle-free", zeds=2)["free"] == Fraction(10, 36)
    assert odds("wrestle-free")["free"] == Fraction(15, 36)


def test_the_odds_of_getting_past_three_zeds():
    assert odds("grab", zeds=3) == {"held": Fraction(7, 8), "free": Fraction(1, 8)}


def test_the_odds_of_an_injury():
    assert odds("injury") == {"eaten": Fraction(1, 3), "bitten": Fraction(1, 3), "unharmed": Fraction(1, 3)}
    assert odds("injury", armour=True)["eaten"] == Fraction(1, 6)
    assert odds("injury", infection=True)["bitten, infected"] == Fraction(1, 6)


def test_the_odds_of_damage():
    assert odds("damage", target="tank", wounds=2) == {"last wound": Fraction(1, 3), "no effect": Fraction(2, 3)}
    assert odds("damage", weapon="RPG", aimed=True)["knock-back"] == Fraction(1, 3)


def test_the_odds_of_a_blast_count_everyone_it_may_reach():
    found = odds("blast", distance=4, others=[[1.0, 0.0]])
    assert found["2 removed"] >= Fraction(1, 2) * Fraction(1, 9)


def test_infection_and_brakes():
    assert odds("infection")["not infected"] == Fraction(1, 2)
    assert odds("vehicle-brake", speed=5, to=0) == {"under control": Fraction(1)}
    assert odds("vehicle-brake", speed=15, to=0)["under control"] == Fraction(2, 3)


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({}, "idle"),
        ({"survivor": 10}, "active: a survivor is near"),
        ({"survivor": 10.1}, "idle"),
        ({"noise": 20}, "active: a loud noise"),
        ({"call": 30}, "active: a call"),
        ({"call": 30.5}, "idle"),
        ({"kind": "witch"}, "active: it never rests"),
        ({"survivor": 2, "knocked_back": True}, "not active: knocked back"),
    ],
)
def test_is_it_active_and_why(params, expected):
    assert list(odds("activation", **params)) == [expected]


def test_the_desk_uses_the_dice_in_rolling_order():
    procedure = game.procedure("shot")
    params = procedure.params(weapon="Shotgun", distance=5.0)
    table: Script[Battle] = Script(procedure.situate(params), faces=[4, 4])
    assert game.words(procedure.run(table, params)) == "headshot"
    table.finish()


def test_a_forecast_leaves_the_state_alone():
    state = battle()
    ana = person(state, (30, 30), weapons=("bat",), grabbed=True)
    crowd(state, ana, "shambler")
    found = distribution(prospects.of_wrestling(grab.resolve_wrestling, "Ana"), state)
    assert dict(found.items())[Held(False)] == Fraction(15, 36)
    assert ana.grabbed
    assert len(state.zeds) == 1


def test_the_first_question_of_a_match_can_be_shown_with_its_options():
    match = Match.new(game, b"shown", options={"scenario": "harts-garage"})
    assert match.pending is not None
    question = match.pending.for_seat("player")
    assert question is not None
    assert question.shown().prompt
