"""Rounds, turns, attacks, Armor and death."""

import pytest

from adjudge.engine import Choose
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.rules.attack import area_attack, attack
from adjudge.games.rdz.rules.combat import combat_round, end_round
from adjudge.games.rdz.rules.order import choose_among_tied, ids, order_of_attacks
from adjudge.games.rdz.rules.turns import enemy_turn, enemy_weapon, regulator_turn, weapon_options
from tests.games.rdz.situations import cited, combat, enemies, numbers, quiet, script, weapon

HIT, MISS = [6, 6, 1, 1], [1, 1, 6, 6]


@pytest.mark.rules("combat.rounds", "combat.round-end")
def test_in_a_round_everyone_attacks_once_and_another_round_follows():
    state = combat("zombie-senior")
    answers = ["hold", "hold", "hold", "medic", "hold", "hold", "shotgunner", "hold", "hold"]
    combat_round(table := script(state, [2, *MISS], answers))
    table.finish()
    assert state.fighting
    assert state.combat.round == 1


@pytest.mark.rules("combat.tie-regulators")
def test_among_tied_regulators_the_captain_chooses_each_round():
    """ruling.captain-tie-choice-frequency"""
    state = combat("zombie-senior")
    order = order_of_attacks(state)
    turn = ids(order).index("medic")
    choose_among_tied(script(state, [], ["assault-unit"]), order, turn)
    assert ids(order)[turn : turn + 2] == ["assault-unit", "medic"]
    assert state.combat.order == ids(order)
    assert ids(order_of_attacks(state))[turn] == "medic"


@pytest.mark.rules("combat.tie-regulators")
def test_a_dead_regulator_is_not_asked_about():
    state = combat("zombie-senior")
    order = order_of_attacks(state)
    state.squad["medic"].life_points = 0
    choose_among_tied(script(state), order, ids(order).index("medic"))


@pytest.mark.rules("combat.initiative-order")
def test_a_changed_initiative_counts_from_the_next_round():
    """ruling.order-recomputed"""
    state = quiet(combat("zombie-girl"))
    before = ids(order_of_attacks(state))
    state.squad["sharpshooter"].initiative = 1
    assert ids(order_of_attacks(state)) != before


@pytest.mark.rules("attack.one-weapon", "stat.weapon-entry")
def test_all_attacks_of_a_turn_are_made_with_the_one_weapon():
    state = quiet(combat("zombie-reg"))
    table = script(state, [*MISS, *MISS], ["Magnum Pistol", "zombie-reg-1", "zombie-reg-1"])
    regulator_turn(table, state.squad["captain"])
    table.finish()
    assert {event.facts["weapon"] for event in table.events if "weapon" in event.facts} == {"Magnum Pistol"}


@pytest.mark.rules("attack.one-weapon", "attack.shots")
def test_a_regulator_may_pass_or_leave_shots_unused():
    """ruling.declining-attacks"""
    state = quiet(combat("zombie-reg"))
    regulator_turn(table := script(state, MISS, ["Magnum Pistol", "zombie-reg-1", "hold"]), state.squad["captain"])
    table.finish()
    regulator_turn(table := script(state, [], ["hold"]), state.squad["captain"])
    table.finish()


@pytest.mark.rules("attack.limited-uses")
def test_a_use_is_spent_even_if_every_shot_misses():
    """ruling.use-versus-shot"""
    state = quiet(combat("zombie-reg"))
    regulator_turn(script(state, MISS, ["Slug Load", "zombie-reg-1"]), state.squad["shotgunner"])
    assert state.squad["shotgunner"].uses["Slug Load"] == 1


@pytest.mark.rules("attack.damage-dice")
def test_damage_dice_are_rolled_anew_for_each_shot():
    state = quiet(combat("zombie-lunchlady"))
    enemy = enemies(state)[0]
    for dice, left in (([2, 3], 8), ([1, 1], 6)):
        attack(script(state, [*HIT, *dice]), state.squad["captain"], weapon(damage="2d6"), enemy)
        assert enemy.life_points == left


@pytest.mark.rules("attack.area-targets", "attack.shots")
def test_an_area_weapon_with_two_shots_attacks_all_twice():
    """ruling.area-several-shots"""
    state = combat("zombie-lunchlady", "zombie-reg")
    enemies(state)[1].armor = 0
    for _ in range(2):
        area_attack(
            script(state, [6, 6, 1, 1, 1, 1]),
            state.squad["captain"],
            weapon(damage=2, class_="grenade"),
            enemies(state),
        )
    assert [enemy.life_points for enemy in enemies(state)] == [9, 9]


@pytest.mark.rules("attack.area-targets")
def test_a_grenade_hurts_no_regulator():
    """ruling.area-friends"""
    state = combat("dreg-innocent")
    before = [figure.life_points for figure in state.squad.values()]
    regulator_turn(script(state, [6, 6, 1, 1, 2], ["Frag Grenade"]), state.squad["captain"])
    assert [figure.life_points for figure in state.squad.values()] == before


@pytest.mark.rules("attack.area-rolls", "armor.roll")
def test_the_armor_rolls_of_an_area_attack_come_after_all_else_in_order_of_the_list():
    """ruling.area-damage-once"""
    state = combat("zombie-reg", "dreg-thug")
    table = script(state, [6, 6, 1, 1, 1, 1, 4, 1, 1, 6, 6])
    area_attack(table, state.squad["captain"], weapon(damage="1d6", class_="grenade"), enemies(state))
    table.finish()
    assert [roll.rule for roll in table.rolls][-3:] == ["attack.damage-dice", "armor.roll", "armor.roll"]
    reg, thug = enemies(state)
    assert (reg.armor, reg.life_points, thug.armor, thug.life_points) == (6, 13, 5, 7)


@pytest.mark.rules("enemy.weapon", "attack.limited-uses")
def test_an_enemy_uses_its_limited_weapon_first():
    """ruling.enemy-several-weapons, ruling.enemy-uses"""
    state = combat("dreg-veteran")
    veteran, kind = enemies(state)[0], rosters[""].kinds["dreg-veteran"]
    enemy_turn(table := script(state, [1, 1, *[6, 6] * 7]), veteran)
    table.finish()
    weapon_ = enemy_weapon(veteran, kind)
    assert weapon_ is not None
    assert weapon_.name == "Old Carbine"


@pytest.mark.rules("enemy.target-captain")
def test_an_enemys_grenade_attacks_every_regulator_without_an_attack_die():
    """ruling.enemy-area-weapons"""
    state = combat("radiation-wizard")
    enemy_turn(table := script(state, [1, 1, *[6, 6] * 7]), enemies(state)[0])
    table.finish()
    assert "enemy.target-roll" not in [roll.rule for roll in table.rolls]


@pytest.mark.rules("enemy.weapon")
def test_an_enemy_without_a_weapon_makes_no_attacks():
    state = combat("dreg-innocent", rulings={"innocents": "enemies"})
    enemy_turn(script(state), enemies(state)[0])


@pytest.mark.rules("enemy.target-captain")
def test_with_all_others_in_the_combat_no_attack_die_finds_the_captain():
    by_die = rosters[""].by_die
    assert [by_die[die] for die in range(1, 7)] == [
        "officer",
        "medic",
        "shotgunner",
        "sharpshooter",
        "riot-control",
        "assault-unit",
    ]


@pytest.mark.rules("armor.roll")
def test_armor_twelve_stops_every_first_hit():
    """ruling.armor-12"""
    state = combat("zombie-senior")
    medic = numbers(state.squad["medic"], armor=12)
    attack(script(state, [*HIT, 6, 6]), enemies(state)[0], weapon(), medic)
    assert (medic.armor, medic.life_points) == (11, 14)


@pytest.mark.rules("death.removal")
def test_a_dead_regulator_is_counted_and_makes_no_more_attacks():
    state = combat("zombie-senior")
    medic = numbers(state.squad["medic"], armor=0, life_points=1)
    table = script(state, HIT)
    attack(table, enemies(state)[0], weapon(), medic)
    assert state.record.regulators_lost == 1
    assert "death.removal" in cited(table)
    assert "medic" not in ids(order_of_attacks(state))


@pytest.mark.rules("combat.end")
def test_a_won_combat_leaves_the_squad_as_it_is():
    state = combat("zombie-senior")
    state.squad["medic"].armor = 0
    state.combat.fallen, state.combat.enemies = state.combat.enemies, {}
    end_round(table := script(state))
    assert (state.fighting, state.record.combats_won, state.squad["medic"].armor) == (False, 1, 0)
    assert cited(table) == ["combat.end"]


@pytest.mark.rules("stat.special-abilities")
def test_what_an_ability_offers_stands_among_the_weapons():
    state = combat("dreg-thug")
    options = weapon_options(state, state.squad["assault-unit"], rosters[""].kinds["assault-unit"])
    assert options == ["Assault Rifle", "Frag Grenade", "suppressing-fire", "hold"]
    assert not Choose(options).is_empty()


@pytest.mark.rules("attack.opposed-roll")
def test_natural_twos_and_twelves_mean_nothing():
    """ruling.natural-rolls"""
    state = quiet(combat("zombie-senior"))
    enemy = numbers(enemies(state)[0], combat_skill=30)
    attack(script(state, [6, 6, 1, 1]), state.squad["captain"], weapon(), enemy)
    assert enemy.life_points == 9
