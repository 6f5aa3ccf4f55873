"""The worked examples of the rules index, with their dice in rolling order."""

import pytest

from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.rules.attack import attack, carry_out, clash_of, judge
from adjudge.games.rdz.rules.combat import combat_round, end_combat, turn
from adjudge.games.rdz.rules.order import ids, order_of_attacks, roll_for_places
from adjudge.games.rdz.rules.patrol import directions, move
from adjudge.games.rdz.rules.turns import enemy_turn, regulator_turn, weapon_options
from tests.games.rdz.situations import combat, enemies, numbers, patrol, quiet, script, weapon


@pytest.mark.rules("patrol.roll", "patrol.result-7", "patrol.moving-on")
def test_a_seven_brings_no_enemies_and_no_further_dice():
    state = patrol()
    state.distance = 1
    table = script(state, [3, 4])
    move(table, 1)
    table.finish()
    assert (state.distance, state.fighting) == (2, False)
    assert "outward" in directions(state)


@pytest.mark.rules("hq.restore-statistics", "hq.restore-weaponry", "hq.replace-dead", "hq.no-patrol-roll")
def test_coming_home_restores_everything_without_dice():
    state = patrol()
    fresh = patrol().squad
    state.distance = 1
    state.squad["medic"].life_points = 0
    numbers(state.squad["officer"], life_points=3, armor=0, initiative=2, combat_skill=4)
    state.squad["assault-unit"].uses["Frag Grenade"] = 0
    table = script(state)
    move(table, -1)
    assert state.distance == 0
    assert state.squad == fresh
    assert "hq.replace-dead" in [event.rule for event in table.events]


@pytest.mark.rules(
    "patrol.result-5-6-8-9",
    "encounter.number",
    "encounter.type-roll",
    "encounter.rarity-roll",
    "encounter.rarity-failure",
    "encounter.repeat-until-complete",
)
def test_on_a_six_every_type_needs_its_rarity_roll():
    state = patrol()
    table = script(state, [2, 4, 1, 1, 6, 6, 5, 5, 2, 5, 2, 3, 3, 5, 1, 1])
    move(table, 1)
    table.finish()
    assert [enemy.kind for enemy in enemies(state)] == ["dreg-thug", "zombie-senior"]


@pytest.mark.rules("patrol.result-4", "encounter.rarity-roll", "encounter.rarity-failure")
def test_on_a_four_only_dregs_need_a_rarity_roll():
    state = patrol()
    table = script(state, [2, 2, 1, 1, 6, 3, 1, 6, 4, 3, 5, 4])
    move(table, 1)
    table.finish()
    assert [enemy.kind for enemy in enemies(state)] == ["skeletal-general", "zombie-reg"]


@pytest.mark.rules("patrol.result-11-12", "encounter.wrong-class-reroll")
def test_on_an_eleven_zombies_are_rolled_again():
    state = patrol()
    # the two Enforcers are equal in all numbers: two dice more for their order
    table = script(state, [5, 6, 1, 2, 2, 6, 2, 4, 4, 4, 1, 1, 2, 4, 3, 5])
    move(table, 1)
    table.finish()
    assert [enemy.kind for enemy in enemies(state)] == ["dreg-enforcer", "dreg-innocent", "dreg-enforcer"]


@pytest.mark.rules(
    "combat.initiative-order",
    "combat.tie-regulator-before-enemy",
    "combat.tie-enemies-combat-skill",
    "combat.tie-enemies-rarity",
)
def test_the_order_is_by_initiative_then_side_then_skill_then_rarity():
    # Rarity Factors: Nurse 5, Looter 4, Veteran 8, Reg 8
    state = combat("zombie-nurse", "dreg-looter", "dreg-veteran", "zombie-reg")
    a, b, c, d = enemies(state)
    numbers(a, initiative=6, combat_skill=9)
    numbers(b, initiative=6, combat_skill=7)
    numbers(c, initiative=6, combat_skill=7)
    numbers(d, initiative=7, combat_skill=1)
    for figure in state.squad.values():
        figure.life_points = figure.life_points if figure.id == "medic" else 0
    assert ids(order_of_attacks(state)) == [d.id, "medic", a.id, c.id, b.id]


@pytest.mark.rules("combat.tie-enemies-dice")
def test_equal_enemies_roll_once_for_the_whole_combat():
    state = combat("zombie-boy", "zombie-boy", "zombie-boy")
    x, y, z = enemies(state)
    table = script(state, [4, 2, 4, 1, 5])
    roll_for_places(table)
    table.finish()
    for _ in range(3):
        order = [id_ for id_ in ids(order_of_attacks(state)) if id_ in state.combat.enemies]
        assert order == [z.id, x.id, y.id]


@pytest.mark.rules("attack.opposed-roll", "attack.hit")
def test_equal_totals_hit():
    state = quiet(combat("zombie-senior"))
    regulator, enemy = numbers(state.squad["captain"], combat_skill=6), enemies(state)[0]
    numbers(enemy, combat_skill=8, life_points=7)
    table = script(state, [5, 5, 4, 4])
    attack(table, regulator, weapon(damage=3), enemy)
    table.finish()
    assert enemy.life_points == 4


@pytest.mark.rules("attack.miss")
def test_a_lower_total_misses_without_damage_dice():
    state = quiet(combat("zombie-senior"))
    regulator, enemy = numbers(state.squad["captain"], combat_skill=6), enemies(state)[0]
    numbers(enemy, combat_skill=8, life_points=7)
    table = script(state, [5, 5, 4, 5])
    attack(table, regulator, weapon(damage="2d6"), enemy)
    table.finish()
    assert enemy.life_points == 7


def roll_armor(dice, armor, life_points, damage, times=1):
    state = combat("zombie-senior")
    captain, enemy = state.squad["captain"], numbers(enemies(state)[0], armor=armor, life_points=life_points)
    stick = weapon(damage=damage)
    clash = clash_of(stick, rosters[""].kinds["captain"], rosters[""].kinds["zombie-senior"])
    table = script(state, dice)
    for _ in range(times):
        carry_out(table, captain, stick, enemy, judge(table, clash, captain, stick, enemy, 0))
    table.finish()
    return enemy.armor, enemy.life_points


@pytest.mark.rules("armor.roll", "armor.stopped")
def test_armor_stops_a_roll_of_its_number_and_loses_one():
    assert roll_armor([3, 4], armor=7, life_points=5, damage=9) == (6, 5)


@pytest.mark.rules("armor.roll", "armor.not-stopped")
def test_a_higher_roll_costs_life_points_and_no_armor():
    assert roll_armor([4, 4], armor=7, life_points=5, damage=3) == (7, 2)


@pytest.mark.rules("armor.collapse", "armor.when")
def test_armor_reduced_to_three_is_gone_and_no_more_rolled_for():
    assert roll_armor([1, 3], armor=4, life_points=5, damage=2, times=2) == (0, 3)


@pytest.mark.rules("attack.shots", "attack.target-choice", "death.removal")
def test_three_shots_go_to_two_enemies_one_after_the_other():
    state = quiet(combat("zombie-senior", "zombie-senior"))
    p, q = (numbers(enemy, combat_skill=6, life_points=2) for enemy in enemies(state))
    table = script(state, [3, 4, 3, 3, 2, 2, 6, 2, 6, 1, 4, 3], ["Assault Rifle", p.id, q.id, q.id])
    state.squad["assault-unit"].life_points = 16
    regulator_turn(table, state.squad["assault-unit"])
    table.finish()
    assert state.combat.enemies == {}
    assert [event.text.split()[-1] for event in table.events if event.rule == "death.removal"] == ["dead.", "dead."]


@pytest.mark.rules("attack.area-targets", "attack.area-rolls", "attack.damage-dice")
def test_a_grenade_rolls_once_for_attack_and_damage():
    state = combat("zombie-senior", "zombie-lunchlady", "zombie-executive")
    p, q, r = (numbers(e, combat_skill=skill) for e, skill in zip(enemies(state), (5, 9, 7), strict=True))
    thrower = state.squad["assault-unit"]
    before = [enemy.life_points for enemy in (p, q, r)]
    table = script(state, [4, 3, 5, 5, 3, 1, 4, 3, 4], ["Frag Grenade"])
    regulator_turn(table, thrower)
    table.finish()
    assert [was - enemy.life_points for was, enemy in zip(before, (p, q, r), strict=True)] == [0, 4, 4]
    assert thrower.uses["Frag Grenade"] == 2


@pytest.mark.rules("enemy.target-roll", "enemy.target-captain", "enemy.hit", "enemy.opposed-roll")
def test_an_attack_on_a_dead_regulator_passes_to_the_captain():
    state = combat("zombie-senior")
    state.squad["shotgunner"].life_points = state.squad["officer"].life_points = 0  # nobody to take the bullet
    captain, enemy = numbers(state.squad["captain"], armor=0, life_points=9), enemies(state)[0]
    table = script(state, [3, 4, 4, 3, 4])
    enemy_turn(table, numbers(enemy, combat_skill=7))
    table.finish()
    assert captain.life_points == 6


@pytest.mark.rules("enemy.shots", "enemy.target-roll", "enemy.target-captain", "death.removal")
def test_each_shot_of_an_enemy_finds_its_own_target():
    state = combat("zombie-harvester")
    officer = numbers(state.squad["officer"], armor=0, life_points=2)
    enemy = numbers(enemies(state)[0], combat_skill=9)
    table = script(state, [1, 4, 4, 3, 3, 1, 2, 1, 4, 4])
    enemy_turn(table, enemy)
    table.finish()
    assert officer.life_points == 0
    assert state.squad["captain"].life_points == 18


@pytest.mark.rules("death.removal", "combat.initiative-order")
def test_an_enemy_killed_before_its_turn_makes_no_attacks():
    state = quiet(combat("zombie-businessman"))
    numbers(enemies(state)[0], life_points=2, combat_skill=1)
    table = script(state, [6, 6, 1, 1, 1, 1], ["Sniper Rifle", "zombie-businessman-1"])
    combat_round(table)
    table.finish()
    assert not state.fighting
    assert not [roll for roll in table.rolls if roll.rule == "enemy.target-roll"]


@pytest.mark.rules("death.captain")
def test_the_game_ends_at_once_when_the_captain_dies():
    state = combat("radiation-wizard", "zombie-senior")
    state.squad["captain"].life_points = 2
    for figure in state.squad.values():
        figure.initiative = 1 if figure.id != "captain" else 2
    wizard = numbers(enemies(state)[0], combat_skill=30)
    wizard.initiative = 9
    state.squad["captain"].armor = 0
    for figure in state.squad.values():
        figure.armor = 0
    table = script(state, [6, 6, *[1, 1] * 7])
    turn(table)
    table.finish()
    assert state.over == "fallen"


@pytest.mark.rules("attack.limited-uses", "hq.restore-weaponry")
def test_a_limited_weapon_lasts_until_headquarters():
    state = combat("dreg-thug")
    figure, kind = state.squad["riot-control"], rosters[""].kinds["riot-control"]
    for _ in range(3):
        regulator_turn(script(state, [1, 1, 6, 6], ["Gas Cannister"]), figure)
    end_combat(script(state))
    assert "Gas Cannister" not in weapon_options(state, figure, kind)
    move(script(state), -1)
    assert "Gas Cannister" in weapon_options(state, figure, kind)
    assert figure.uses["Gas Cannister"] == 3


@pytest.mark.rules("patrol.first-move", "patrol.later-moves")
def test_from_headquarters_the_only_move_is_outward():
    state = patrol()
    state.record.visits = 1
    assert directions(state) == ["outward"]
    turn(table := script(state, [3, 4], ["patrol"]))
    assert state.distance == 1
    assert [roll.rule for roll in table.rolls] == ["patrol.roll"]
