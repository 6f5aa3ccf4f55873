"""Odds and the desk: exact numbers, each by a second method."""

from fractions import Fraction
from itertools import product

import pytest

from adjudge.engine import BadInput, Match, Script
from adjudge.engine.chance import FastDice
from adjudge.games.rdz import game
from adjudge.games.rdz.books import Weapon, WeaponEntry
from adjudge.games.rdz.readings import attack_again, attack_roll, attack_roll_noting_defence, damage_roll, defence_roll
from adjudge.games.rdz.rules import prospects
from adjudge.games.rdz.rules.attack import area_attack
from adjudge.games.rdz.state import Rulings
from adjudge.odds import distribution, estimate, forecast, of_procedure
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
        "miss": 1 - hit,
        "stopped by Armor": hit * stops,
        "kills": hit * (1 - stops) * kills,
        "wounds": hit * (1 - stops) * (1 - kills),
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
    assert found["kills"] == expected


@pytest.mark.rules("ability.called-shot", "ability.reap")
def test_margins_have_their_own_odds():
    beats = chance(a + 9 - d - 7 >= 4 for a in TWO for d in TWO)
    hits = chance(a + 9 >= d + 7 for a in TWO for d in TWO)
    found = of_procedure(game, "attack", {"attacker": "sharpshooter", "target": "zombie-reg"})
    assert found["stopped by Armor"] == (hits - beats) * chance(roll <= 7 for roll in TWO)


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
        prospects.kills_of_area_attack(7, 1, 0, (prospects.Caught(6, 5, 3),)),
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
        return f"kills {len(table.state.combat.fallen)}"

    prospect = prospects.of_weapon(state, "assault-unit", "Frag Grenade")
    assert prospect is not None
    foreseen = distribution(prospect, state)
    assert foreseen.chances == distribution(rule, state).chances
    assert foreseen.leaves <= 3


def test_every_option_of_a_crowded_round_has_its_odds_within_a_screens_budget():
    match = Match.new(game, b"x" * 32)
    seen = 0
    for _ in range(40):
        if match.pending is None or match.pending.question is None:
            break
        options = match.pending.question.options  # type: ignore[attr-defined]
        found = [forecast(match, "captain", key) for key in options]
        assert all(sum(each.chances.values()) == 1 and each.leaves <= 200 for each in found if each)
        seen += sum(each is not None for each in found)
        match.answer("captain", options[0])
    assert seen > 50


def test_a_dozen_enemies_do_not_make_the_prospect_of_a_grenade_long():
    state = combat(*["zombie-boy"] * 12)
    prospect = prospects.of_weapon(state, "assault-unit", "Frag Grenade")
    assert prospect is not None
    assert distribution(prospect, state).leaves <= 13


@pytest.mark.rules("patrol.roll")
def test_the_desk_rolls_patrols():
    found = of_procedure(game, "patrol-roll", {})
    assert found["no trouble"] == Fraction(1, 6)
    assert sum(found.chances.values()) == 1


@pytest.mark.rules("encounter.type-roll", "encounter.rarity-roll")
def test_the_desk_meets_an_enemy():
    found = of_procedure(game, "encounter", {"patrol_roll": 6})
    assert found["Radiation Reaper"] == Fraction(1, 36) * chance(roll >= 11 for roll in TWO)
    assert of_procedure(game, "encounter", {"patrol_roll": 12})["roll again"] == Fraction(25, 36)
    with pytest.raises(BadInput, match="patrol_roll"):
        of_procedure(game, "encounter", {"patrol_roll": 7})


@pytest.mark.parametrize(
    ("patrol_roll", "dice", "rule"),
    [
        (2, [1, 1], "encounter.wrong-class-reroll"),
        (12, [6, 6], "encounter.wrong-class-reroll"),
        (6, [6, 6, 5, 5], "encounter.rarity-failure"),
        (6, [6, 6, 5, 6], "encounter.type-roll"),
    ],
)
def test_the_desk_names_the_rule_by_which_a_type_is_rolled_again(patrol_roll, dice, rule):
    procedure = game.procedure("encounter")
    situation = procedure.params(patrol_roll=patrol_roll)
    procedure.run(table := Script(procedure.situate(situation), faces=dice), situation)
    table.finish()
    assert [event.rule for event in table.events] == [rule]


@pytest.mark.rules("combat.initiative-order", "ability.pounce")
def test_the_desk_puts_figures_in_order():
    procedure = game.procedure("initiative-order")
    situation = procedure.params(enemies=("dreg-dog", "zombie-reg"), numbers={})
    table = Script(procedure.situate(situation), faces=[])
    assert str(procedure.run(table, situation)).startswith("Dreg Dog 1, Regulator Sharpshooter")
    with pytest.raises(BadInput, match="enemy"):
        of_procedure(game, "initiative-order", {"enemies": ["dreg-cat"]})


@pytest.mark.rules("armor.roll", "armor.collapse")
def test_the_desk_rolls_armor():
    assert of_procedure(game, "armor-roll", {"armor": 4}).chances == {
        "stopped, Armor 0": Fraction(6, 36),
        "not stopped, Armor 4": Fraction(30, 36),
    }


@pytest.mark.rules("enemy.target-roll")
def test_the_desk_lets_the_attack_die_choose():
    found = of_procedure(game, "attack", {"attacker": "dreg-dolly", "absent": ["medic", "officer"]})
    hit = {outcome.split(":")[0] for outcome in found if outcome != "miss"}
    assert hit == {
        f"Regulator {name}" for name in ("Captain", "Shotgunner", "Sharpshooter", "Riot Control", "Assault Unit")
    }


@pytest.mark.rules("attack.area-targets")
def test_at_the_desk_too_an_enemys_area_weapon_may_spare_the_captain():
    """ruling.enemy-area-weapons"""
    procedure = game.procedure("attack")
    situation = procedure.params(attacker="radiation-wizard", rulings=Rulings(enemy_area_weapons="not-the-captain"))
    table = Script(procedure.situate(situation), faces=[6, 6, *[1, 1] * 6, *[6, 6] * 6])
    outcome = str(procedure.run(table, situation))
    table.finish()
    assert "Officer: wounds" in outcome
    assert "Captain" not in outcome


def test_the_desk_throws_grenades_and_refuses_what_makes_no_sense():
    found = of_procedure(game, "attack", {"weapon": "Frag Grenade", "others": ["zombie-boy", "zombie-girl"]})
    assert sum(found.chances.values()) == 1
    for params, field in (
        ({"target": "medic"}, "target"),
        ({"weapon": "Slug Load"}, "weapon"),
        ({"attacker": "medic", "weapon": "Medkit"}, "weapon"),
        ({"absent": ["dreg-dog"]}, "absent"),
        ({"target": "dreg-cat"}, "enemy"),
    ):
        with pytest.raises(BadInput, match=field):
            of_procedure(game, "attack", params)


@pytest.mark.rules("combat.start")
def test_the_desk_fights_a_combat_out():
    procedure = game.procedure("combat")
    situation = procedure.params(enemies=("radiation-reaper",) * 4)
    found = estimate(
        lambda table: procedure.run(table, situation), procedure.situate(situation), game.bot("captain"), samples=60
    )
    lost = {each.outcome: each for each in found}["the Captain dies"]
    assert lost.low > 0.5  # ruling.tuning: 83 %
    table = Script(procedure.situate(situation), dice=FastDice(1), policy=game.bot("captain"))
    assert procedure.run(table, situation)
    with pytest.raises(BadInput, match="absent"):
        procedure.situate(procedure.params(absent=("captain",)))
