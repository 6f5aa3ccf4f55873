"""Odds: exact numbers, each by a second method."""

from fractions import Fraction
from itertools import product

import pytest

from adjudge.engine import Match
from adjudge.games.rdz import game, prospects
from adjudge.games.rdz.books import Weapon, WeaponEntry, rosters
from adjudge.games.rdz.outcomes import Toll
from adjudge.games.rdz.readings import (
    attack_again,
    attack_roll,
    attack_roll_noting_defence,
    damage_roll,
    defence_roll,
    places_roll,
)
from adjudge.games.rdz.rules.attack import area_attack
from adjudge.odds import distribution, forecast, of_procedure
from tests.games.rdz.situations import combat, enemies, numbers

TWO = [a + b for a, b in product(range(1, 7), repeat=2)]


def chance(events):
    events = list(events)
    return Fraction(sum(events), len(events))


def by_hand(attack, defence, damage, armor, life):
    """The odds of one attack from the chances of its steps."""
    hit = chance(a + attack >= d + defence for a in TWO for d in TWO)
    stops = chance(roll <= armor for roll in TWO) if armor else Fraction(0)
    kills = chance(dealt >= life for dealt in damage)
    return {
        "missed": 1 - hit,
        "stopped": hit * stops,
        "killed": hit * (1 - stops) * kills,
        "wounded": hit * (1 - stops) * (1 - kills),
    }


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({}, by_hand(8, 6, [3], 0, 10)),
        ({"attacker": "shotgunner", "target": "zombie-reg"}, by_hand(7, 7, TWO, 7, 13)),
        (
            {"attacker": "shotgunner", "weapon": "Slug Load", "target": "zombie-reg", "target_state": {"armor": 5}},
            by_hand(7, 7, [a + b for a in TWO for b in range(1, 7)], 5, 13),
        ),
        ({"attacker": "dreg-thug", "target": "officer"}, by_hand(7, 7, range(1, 7), 7, 15)),
        ({"attacker": "dreg-bruiser", "target": "officer"}, by_hand(7, 7, range(1, 7), 5, 15)),
        (
            {
                "attacker": "dreg-thug",
                "target": "medic",
                "target_state": {"life_points": 4},
                "others": ["dreg-enforcer"],
            },
            by_hand(8, 7, range(1, 7), 6, 4),
        ),
    ],
)
@pytest.mark.rules("attack.opposed-roll", "enemy.opposed-roll", "armor.roll", "attack.damage-dice")
def test_the_odds_of_an_attack_are_those_worked_out_by_hand(params, expected):
    found = of_procedure(game, "attack", params)
    assert found.chances == {outcome: p for outcome, p in expected.items() if p}
    assert sum(found.chances.values()) == 1
    assert found.leaves <= 40


def test_the_odds_of_attack_damage_and_armor_agree_with_icepool():
    import icepool

    two = icepool.d(6) + icepool.d(6)
    hit = (two + 7) >= (two + 7)
    stops = two <= 7
    kills = two >= 5
    expected = hit.probability(True) * stops.probability(False) * kills.probability(True)
    found = of_procedure(
        game, "attack", {"attacker": "shotgunner", "target": "zombie-reg", "target_state": {"life_points": 5}}
    )
    assert found["killed"] == expected


@pytest.mark.rules("ability.called-shot", "ability.reap")
def test_margins_have_their_own_odds():
    beats = chance(a + 9 - d - 7 >= 4 for a in TWO for d in TWO)
    hits = chance(a + 9 >= d + 7 for a in TWO for d in TWO)
    found = of_procedure(game, "attack", {"attacker": "sharpshooter", "target": "zombie-reg"})
    assert found["stopped"] == (hits - beats) * chance(roll <= 7 for roll in TWO)


@pytest.mark.parametrize(
    "reading",
    [
        attack_roll(7, 9),
        attack_roll(9, 7, (4,)),
        attack_roll(9, 7, (2, 5)),
        attack_roll_noting_defence(7, 9),
        attack_roll_noting_defence(7, 13, (4,)),
        attack_again(8, (4,)),
        defence_roll(15, 7, (5,)),
        damage_roll(2, 7),
        places_roll(3),
    ],
)
def test_a_reading_weighs_its_values_as_its_faces_do(reading):
    counted: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=len(reading.dice)):
        value = reading.read(bytes(faces))
        counted[value] = counted.get(value, 0) + 1
    assert dict(reading.outcomes) == counted


@pytest.mark.rules("attack.area-rolls")
def test_the_prospect_of_a_grenade_is_what_the_rule_itself_gives():
    state = combat("dreg-thug", "zombie-firefighter")
    for enemy, life in zip(enemies(state), (3, 2), strict=True):
        numbers(enemy, life_points=life)
    grenade = Weapon(WeaponEntry("Frag Grenade", "grenade", 1, "1d6", 3))

    def rule(table):
        area_attack(table, table.state.squad["assault-unit"], grenade, enemies(table.state))
        return Toll(len(table.state.combat.fallen))

    prospect = prospects.of_weapon(state, "assault-unit", "Frag Grenade")
    assert prospect is not None
    assert distribution(prospect, state).chances == distribution(rule, state).chances


def test_every_option_of_a_crowded_round_has_its_odds_within_a_screens_budget():
    match = Match.new(game, b"x" * 32)
    seen = 0
    for _ in range(40):
        if match.pending is None or match.pending.question is None:
            break
        options = match.pending.question.options  # type: ignore[attr-defined]
        found = [forecast(match, "captain", key) for key in options]
        assert all(sum(each.chances.values()) == 1 for each in found if each)
        seen += sum(each is not None for each in found)
        match.answer("captain", options[0])
    assert seen > 50


def test_a_dozen_enemies_of_all_sorts_do_not_make_the_prospect_of_a_grenade_long():
    types = [kind.id for kind in rosters[""].kinds.values() if kind.faction != "regulator"]
    state = combat(*types[::3])
    assert len(enemies(state)) == 12
    prospect = prospects.of_weapon(state, "assault-unit", "Frag Grenade")
    assert prospect is not None
    assert distribution(prospect, state).leaves <= 2_000
