"""Each special ability of the house book, and how abilities meet."""

import pytest

from adjudge.games.rdz import game
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.bots import captain
from adjudge.games.rdz.prospects import ChooseTarget, nearest_to_its_end
from adjudge.games.rdz.rules.attack import area_attack, attack
from adjudge.games.rdz.rules.combat import begin_round, combat_round, end_round, leave_combat
from adjudge.games.rdz.rules.order import ids, order_of_attacks
from adjudge.games.rdz.rules.patrol import before_moving
from adjudge.games.rdz.rules.turns import (
    abilities_instead,
    enemy_attack,
    enemy_turn,
    is_fought,
    regulator_attacked,
    regulator_turn,
)
from tests.games.rdz.situations import cited, combat, enemies, numbers, quiet, script, weapon

KINDS = rosters[""].kinds
HIT, MISS = [6, 6, 1, 1], [1, 1, 6, 6]


def attack_with(state, attacker, target, dice, name=None, answers=()):
    """One attack with a weapon of the attacker, and the table afterwards."""
    kind = KINDS[attacker.kind]
    table = script(state, dice, answers)
    attack(table, attacker, kind.weapon(name) if name else kind.weapons[0], target)
    table.finish()
    return table


# ---------------------------------------------------------------------- Regulators


@pytest.mark.rules("ability.command")
def test_command_rolls_the_attackers_dice_again_once_a_round():
    state = combat("zombie-senior")
    captain, enemy = state.squad["captain"], enemies(state)[0]
    attack_with(state, captain, enemy, [1, 1, 6, 6, 6, 6], answers=["reroll"])  # 14 and 20 against 17
    assert enemy.life_points == 6
    attack_with(state, captain, enemy, MISS)
    assert enemy.life_points == 6


@pytest.mark.rules("ability.command")
def test_command_may_be_kept_for_later():
    state = combat("zombie-senior")
    attack_with(state, state.squad["captain"], enemies(state)[0], MISS, answers=["accept"])
    assert state.combat.rerolls == {"captain": 1}


@pytest.mark.rules("ability.command")
def test_command_needs_the_captain_and_not_a_miracle():
    state = combat("zombie-senior")
    numbers(enemies(state)[0], combat_skill=30)
    attack_with(state, state.squad["medic"], enemies(state)[0], MISS)  # no dice could hit: not asked
    state.squad["captain"].life_points = 0
    numbers(enemies(state)[0], combat_skill=7)
    attack_with(state, state.squad["medic"], enemies(state)[0], MISS)


@pytest.mark.rules("ability.command")
def test_command_is_not_for_area_weapons_nor_for_enemies():
    state = combat("zombie-senior")
    area_attack(table := script(state, MISS), state.squad["captain"], weapon(class_="grenade"), enemies(state))
    table.finish()
    enemy_attack(table := script(state, [1, *MISS]), enemies(state)[0], weapon())
    table.finish()


@pytest.mark.rules("ability.command")
def test_command_is_there_again_in_the_next_round():
    state = combat("zombie-senior")
    state.combat.rerolls = {}
    begin_round(state)
    assert state.combat.rerolls == {"captain": 1}


@pytest.mark.rules("ability.take-the-bullet")
def test_the_officer_takes_the_first_attack_that_passes_to_the_captain():
    state = combat("zombie-senior")
    state.squad["medic"].life_points = 0
    table = script(state)
    assert [regulator_attacked(table, 2).id for _ in range(2)] == ["officer", "captain"]
    begin_round(state)
    assert regulator_attacked(table, 2).id == "officer"
    state.squad["officer"].life_points = 0
    begin_round(state)
    assert regulator_attacked(table, 2).id == "captain"


@pytest.mark.rules("ability.field-dressing")
def test_in_a_combat_dressing_a_wound_replaces_the_medics_attacks():
    state = combat("zombie-senior")
    state.squad["officer"].life_points, state.squad["captain"].life_points = 13, 5
    table = script(state, [5], ["field-dressing", "officer"])
    regulator_turn(table, state.squad["medic"])
    table.finish()
    assert state.squad["officer"].life_points == 15  # never above the starting number
    assert state.squad["medic"].uses["Medkit"] == 5


@pytest.mark.rules("ability.field-dressing")
def test_between_combats_any_number_of_wounds_is_dressed():
    state = combat("zombie-senior")
    leave_combat(state)
    state.squad["officer"].life_points, state.squad["medic"].life_points = 3, 1
    state.squad["captain"].life_points = 0
    before_moving(table := script(state, [4, 6], ["officer", "medic", "done"]))
    table.finish()
    assert (state.squad["officer"].life_points, state.squad["medic"].life_points) == (7, 7)
    assert state.squad["captain"].life_points == 0  # the dead are not raised
    state.squad["medic"].life_points = 0
    before_moving(script(state))


@pytest.mark.rules("ability.stagger")
def test_who_staggers_makes_no_attacks_for_the_rest_of_the_round():
    state = quiet(combat("zombie-lunchlady"))
    enemy = enemies(state)[0]
    attack_with(state, state.squad["shotgunner"], enemy, [*HIT, 1, 1])
    enemy_turn(script(state), enemy)
    begin_round(state)
    enemy_turn(table := script(state, [1, *MISS]), enemy)
    table.finish()


@pytest.mark.rules("ability.stagger")
def test_who_is_killed_or_saved_by_armor_does_not_stagger():
    state = quiet(combat("zombie-reg"))
    attack_with(state, state.squad["shotgunner"], enemies(state)[0], [*HIT, 1, 1, 1, 1])
    assert not enemies(state)[0].halted


@pytest.mark.rules("ability.stagger")
def test_who_has_attacked_in_the_round_does_not_stagger():
    state = quiet(combat("zombie-lunchlady", "zombie-executive"))
    early, late = enemies(state)
    state.combat.order, state.combat.acting = [early.id, "shotgunner", late.id], "shotgunner"
    for enemy in (early, late):
        attack_with(state, state.squad["shotgunner"], enemy, [*HIT, 1, 1])
    assert (early.halted, late.halted) == (False, True)


@pytest.mark.rules("ability.called-shot")
def test_a_called_shot_leaves_no_armor_roll_from_a_margin_of_four():
    state = quiet(combat("zombie-reg"))
    enemy, sharpshooter = enemies(state)[0], state.squad["sharpshooter"]
    attack_with(state, sharpshooter, enemy, [4, 4, 3, 3, 1, 1])  # 17 against 13
    assert enemy.life_points == 11
    attack_with(state, sharpshooter, enemy, [4, 3, 3, 3, 1, 1, 1, 1])  # 16 against 13
    assert (enemy.life_points, enemy.armor) == (11, 6)
    attack_with(state, sharpshooter, enemy, [*HIT, 1, 1], "Service Pistol")
    assert (enemy.life_points, enemy.armor) == (11, 5)


@pytest.mark.rules("ability.called-shot", "ability.command")
def test_after_a_command_the_margin_of_the_final_roll_counts():
    """ruling.called-shot-with-command"""
    state = combat("zombie-reg")
    attack_with(state, state.squad["sharpshooter"], enemies(state)[0], [1, 1, 3, 4, 6, 3, 1, 1], answers=["reroll"])
    assert (enemies(state)[0].life_points, enemies(state)[0].armor) == (11, 7)  # 18 against 14


@pytest.mark.rules("ability.riot-shield")
def test_the_riot_shield_helps_against_every_attack():
    state = combat("zombie-senior")
    riot = numbers(state.squad["riot-control"], armor=0)
    senior = enemies(state)[0]
    attack_with(state, senior, riot, [5, 4, 3, 4])  # 14 against 6 + 2 + 7
    assert riot.life_points == 18
    area_attack(script(state, [5, 4, 3, 4]), senior, weapon(class_="grenade"), [riot])
    assert riot.life_points == 18
    attack_with(state, senior, riot, [5, 5, 3, 4])
    assert riot.life_points == 15


@pytest.mark.rules("ability.suppressing-fire")
def test_suppressing_fire_keeps_dregs_down_and_zombies_not():
    state = combat("dreg-thug", "zombie-senior")
    regulator_turn(script(state, [], ["suppressing-fire"]), state.squad["assault-unit"])
    thug, senior = enemies(state)
    medic = numbers(state.squad["medic"], armor=0)
    attack_with(state, thug, medic, [3, 4, 3, 3])  # 7 - 2 + 7 against 7 + 6
    attack_with(state, senior, medic, [5, 4, 3, 4])  # 5 + 9 against 7 + 7
    assert medic.life_points == 14 - 3
    begin_round(state)
    attack_with(state, thug, medic, [3, 4, 3, 3, 1])
    assert medic.life_points == 10


@pytest.mark.rules("ability.suppressing-fire")
def test_suppressing_fire_is_not_offered_against_zombies_alone():
    state = combat("zombie-senior")
    assert abilities_instead(state, state.squad["assault-unit"], KINDS["assault-unit"]) == []


# ---------------------------------------------------------------------- Dregs


@pytest.mark.rules("ability.bystander")
def test_a_combat_ends_when_only_bystanders_are_left():
    state = quiet(combat("dreg-innocent", "zombie-senior"))
    innocent, senior = enemies(state)
    enemy_turn(script(state), innocent)
    numbers(senior, life_points=1)
    combat_round(table := script(state, [*HIT, 1, 1], ["Sniper Rifle", senior.id]))
    table.finish()
    assert not state.fighting
    assert state.record.killed == {"zombie-senior": 1}


@pytest.mark.rules("ability.bystander", "squad.orders")
def test_a_bystander_caught_by_a_grenade_is_counted_separately():
    state = combat("dreg-innocent", "zombie-senior")
    innocent = numbers(enemies(state)[0], life_points=1)
    table = script(state, [6, 6, 1, 1, 6, 6])
    area_attack(table, state.squad["captain"], weapon(damage=1, class_="grenade"), enemies(state))
    assert innocent.id not in state.combat.enemies
    assert state.record.innocents == 1
    assert "ruling.innocents-killed" in cited(table)


@pytest.mark.rules("ability.bystander", "ability.last-blast", "death.captain")
def test_a_bystander_is_counted_even_if_the_same_grenade_ends_the_game():
    """ruling.innocents-killed"""
    state = combat("zombie-demolisher", "dreg-innocent")
    for enemy in enemies(state):
        numbers(enemy, life_points=1, armor=0)
    numbers(state.squad["captain"], life_points=1, armor=0)
    state.squad["officer"].life_points = 0
    grenade = weapon(class_="grenade")
    area_attack(
        table := script(state, [6, 6, 1, 1, 1, 1, 1, *HIT, 1, 1]), state.squad["medic"], grenade, enemies(state)
    )
    table.finish()
    assert (state.over, state.record.innocents) == ("fallen", 1)
    assert game.measures(state)["enemies defeated"] == 1


@pytest.mark.rules("ability.distraction")
def test_the_first_shot_at_a_dolly_misses_without_dice():
    state = quiet(combat("dreg-dolly"))
    dolly = enemies(state)[0]
    assert cited(attack_with(state, state.squad["captain"], dolly, [])) == ["ability.distraction"]
    attack_with(state, state.squad["captain"], dolly, HIT)
    assert dolly.life_points == 4


@pytest.mark.rules("ability.distraction")
def test_a_screen_says_that_the_next_shot_at_a_dolly_is_wasted_and_shows_a_weapon_at_another():
    state = combat("dreg-dolly", "dreg-thug")
    dolly, thug = enemies(state)
    question = ChooseTarget([dolly.id, thug.id, "hold"], state, state.squad["captain"], weapon(), 1)
    assert nearest_to_its_end(state) is thug
    assert question.describe(dolly.id).note.endswith("the next Shot at it is wasted")
    assert "wasted" not in question.describe(thug.id).note
    dolly.marks.append("distraction")
    assert nearest_to_its_end(state) is dolly
    assert "wasted" not in question.describe(dolly.id).note


@pytest.mark.rules("ability.distraction")
def test_grenades_are_not_distracted():
    state = combat("dreg-dolly")
    area_attack(script(state, HIT), state.squad["captain"], weapon(class_="grenade"), enemies(state))
    assert enemies(state)[0].life_points == 4


@pytest.mark.rules("ability.pounce")
def test_dogs_come_first_in_the_first_round_only():
    state = combat("zombie-athlete", "dreg-dog")
    state.combat.round = 1
    assert ids(order_of_attacks(state))[:2] == ["dreg-dog-1", "sharpshooter"]
    state.combat.round = 2
    assert ids(order_of_attacks(state))[:4] == ["sharpshooter", "zombie-athlete-1", "captain", "dreg-dog-1"]


@pytest.mark.rules("ability.surrender")
def test_a_youth_at_half_its_life_points_gives_up():
    state = quiet(combat("dreg-youth", "zombie-senior"))
    youth = enemies(state)[0]
    attack_with(state, state.squad["captain"], youth, HIT)
    assert youth.id in state.combat.enemies  # 5 of 8
    attack_with(state, state.squad["captain"], youth, HIT)
    assert youth.id in state.combat.fallen
    assert (state.record.justice, state.record.killed) == ({"dreg-youth": 1}, {})


@pytest.mark.rules("ability.snatch")
def test_a_looter_takes_a_use_of_what_there_is_most_of():
    state = combat("dreg-looter")
    medic = numbers(state.squad["medic"], armor=0)
    attack_with(state, enemies(state)[0], medic, HIT)
    assert medic.uses["Medkit"] == 5


@pytest.mark.rules("ability.snatch")
def test_between_equals_the_captain_chooses_what_is_snatched():
    state = combat("dreg-looter")
    medic = numbers(state.squad["medic"], armor=0)
    medic.uses = {"Medkit": 2, "Flare": 2, "Rope": 1}
    attack_with(state, enemies(state)[0], medic, HIT, answers=["Flare"])
    assert medic.uses == {"Medkit": 2, "Flare": 1, "Rope": 1}
    medic.uses = {"Medkit": 0}
    attack_with(state, enemies(state)[0], medic, HIT)
    assert medic.uses == {"Medkit": 0}


@pytest.mark.rules("ability.frenzy")
def test_a_wounded_brawler_has_one_shot_more_and_no_more_than_one():
    state = quiet(combat("dreg-brawler"))
    brawler = enemies(state)[0]
    for _ in range(2):
        attack_with(state, state.squad["captain"], brawler, HIT)
    enemy_turn(table := script(state, [1, *MISS, 1, *MISS]), brawler)
    table.finish()


@pytest.mark.rules("ability.ringleader")
def test_ringleaders_help_other_dregs_and_each_other_by_one():
    state = combat("dreg-enforcer", "dreg-enforcer", "dreg-thug", "zombie-senior")
    first, _, thug, senior = enemies(state)
    medic = numbers(state.squad["medic"], armor=0)
    attack_with(state, thug, medic, [3, 3, 4, 4])  # 7 + 1 + 6 against 7 + 8
    assert medic.life_points == 14
    attack_with(state, thug, medic, [3, 4, 4, 4, 1])
    assert medic.life_points == 13
    attack_with(state, first, medic, [3, 3, 4, 4])  # 8 + 1 + 6: hit
    assert medic.life_points == 11
    attack_with(state, senior, medic, [5, 4, 4, 4])  # 5 + 9 against 15
    assert medic.life_points == 11


@pytest.mark.rules("ability.ringleader")
def test_a_ringleader_has_no_bonus_of_its_own_and_none_to_give_once_it_is_gone():
    state = combat("dreg-enforcer", "dreg-thug")
    enforcer, thug = enemies(state)
    medic = numbers(state.squad["medic"], armor=0)
    attack_with(state, enforcer, medic, [3, 3, 4, 4])  # 8 + 6 against 15
    assert medic.life_points == 14
    attack_with(quiet(state), state.squad["captain"], numbers(enforcer, life_points=1, armor=0), HIT)
    attack_with(state, thug, medic, [3, 4, 4, 4])  # 7 + 7 against 15
    assert medic.life_points == 14


@pytest.mark.rules("ability.armor-breaker")
def test_an_armor_breaker_rolls_against_armor_two_lower():
    state = combat("dreg-bruiser")
    officer = state.squad["officer"]
    attack_with(state, enemies(state)[0], officer, [*HIT, 1, 3, 3])  # 6 against 7 - 2
    assert (officer.life_points, officer.armor) == (14, 7)
    attack_with(state, enemies(state)[0], officer, [*HIT, 1, 3, 2])
    assert (officer.life_points, officer.armor) == (14, 6)


@pytest.mark.rules("ability.armor-breaker", "armor.collapse")
def test_against_armor_four_only_a_two_stops_an_armor_breaker():
    """ruling.armor-breaker-low"""
    state = combat("dreg-bruiser")
    officer = numbers(state.squad["officer"], armor=4)
    attack_with(state, enemies(state)[0], officer, [*HIT, 1, 1, 2])
    assert (officer.life_points, officer.armor) == (14, 4)
    attack_with(state, enemies(state)[0], officer, [*HIT, 1, 1, 1])
    assert (officer.life_points, officer.armor) == (14, 0)
    attack_with(state, enemies(state)[0], officer, [*HIT, 1])
    assert officer.life_points == 13


# ---------------------------------------------------------------------- Zombies


@pytest.mark.rules("ability.undead")
def test_gas_does_not_attack_the_undead():
    state = combat("zombie-senior", "dreg-thug")
    area_attack(
        table := script(state, MISS), state.squad["riot-control"], weapon(class_="gas-cannister"), enemies(state)
    )
    table.finish()
    state = combat("zombie-senior")
    area_attack(table := script(state), state.squad["riot-control"], weapon(class_="gas-cannister"), enemies(state))
    assert cited(table) == ["attack.area-targets"]


@pytest.mark.rules("ability.clinging")
def test_clinging_slows_once_a_combat_and_never_below_one():
    """ruling.clinging-infectious-minimum"""
    state = combat("zombie-girl", "zombie-boy")
    medic = numbers(state.squad["medic"], armor=0)
    for enemy in enemies(state):
        attack_with(state, enemy, medic, HIT)
    assert (medic.initiative, medic.life_points) == (5, 8)
    officer = numbers(state.squad["officer"], armor=0, initiative=1)
    attack_with(state, enemies(state)[0], officer, HIT)
    assert (officer.initiative, officer.life_points) == (1, 12)
    leave_combat(state)
    assert (medic.initiative, medic.marks) == (5, [])  # until Headquarters, and it may happen again


@pytest.mark.rules("ability.infectious")
def test_an_infected_wound_costs_combat_skill_once_a_combat():
    state = combat("zombie-nurse")
    medic = numbers(state.squad["medic"], armor=0)
    for _ in range(2):
        attack_with(state, enemies(state)[0], medic, HIT)
    assert (medic.combat_skill, medic.life_points) == (6, 8)
    officer = numbers(state.squad["officer"], armor=0, combat_skill=1)
    attack_with(state, enemies(state)[0], officer, HIT)
    assert officer.combat_skill == 1


@pytest.mark.rules("ability.infectious", "armor.stopped")
def test_nothing_festers_where_armor_stopped_the_hit():
    """ruling.stopped-by-armor"""
    state = combat("zombie-nurse")
    attack_with(state, enemies(state)[0], state.squad["medic"], [*HIT, 1, 1])
    assert state.squad["medic"].combat_skill == 7


@pytest.mark.rules("ability.devour")
def test_a_cannibal_regains_what_it_takes_and_not_more():
    state = combat("zombie-cannibal")
    cannibal, medic = numbers(enemies(state)[0], life_points=5), numbers(state.squad["medic"], armor=0, life_points=9)
    attack_with(state, cannibal, medic, [*HIT, 6])
    assert cannibal.life_points == 11
    cannibal.life_points = 2
    attack_with(state, cannibal, medic, [*HIT, 6])  # 3 Life Points were left to take
    assert (cannibal.life_points, medic.life_points) == (5, 0)
    officer = numbers(state.squad["officer"], armor=0)
    cannibal.life_points = 11
    attack_with(state, cannibal, officer, [*HIT, 6])
    assert cannibal.life_points == 12


@pytest.mark.rules("ability.fire-coat")
def test_a_fire_coat_halves_grenades_and_only_those():
    state = combat("zombie-firefighter")
    firefighter = numbers(enemies(state)[0], armor=0)
    area_attack(
        script(state, [*HIT, 5]), state.squad["captain"], weapon(damage="1d6", class_="grenade"), enemies(state)
    )
    assert firefighter.life_points == 13 - 2
    area_attack(
        table := script(state, [*HIT, 1]),
        state.squad["captain"],
        weapon(damage="1d6", class_="grenade"),
        enemies(state),
    )
    table.finish()  # ruling.zero-damage-hit
    assert firefighter.life_points == 11
    attack_with(quiet(state), state.squad["captain"], firefighter, HIT)
    assert firefighter.life_points == 11 - 3


@pytest.mark.rules("ability.fire-coat", "armor.when")
def test_a_hit_without_damage_needs_no_armor_roll():
    """ruling.zero-damage-hit"""
    state = combat("zombie-firefighter")
    table = script(state, [*HIT, 1])
    area_attack(table, state.squad["captain"], weapon(damage="1d6", class_="grenade"), enemies(state))
    table.finish()
    assert enemies(state)[0].armor == 6


@pytest.mark.rules("ability.last-blast")
def test_a_demolisher_goes_off_when_it_dies():
    state = quiet(combat("zombie-demolisher", "zombie-senior"))
    demolisher = numbers(enemies(state)[0], life_points=1, armor=0)
    medic = numbers(state.squad["medic"], armor=0)
    attack_with(state, state.squad["captain"], demolisher, [*HIT, 2, *HIT, 3, 4])
    assert medic.life_points == 7


@pytest.mark.rules("ability.last-blast", "death.captain")
def test_last_blasts_follow_the_whole_grenade_and_may_kill_the_captain():
    """ruling.last-blast-chain"""
    state = combat("zombie-demolisher", "zombie-demolisher")
    for demolisher in enemies(state):
        numbers(demolisher, life_points=1, armor=0)
    for figure in state.squad.values():
        figure.life_points = 3 if figure.id == "captain" else 0
    state.squad["captain"].armor = 0
    table = script(state, [6, 6, 1, 1, 1, 1, 2, *HIT, 2, 3])
    area_attack(table, state.squad["captain"], weapon(class_="grenade"), enemies(state))
    table.finish()
    assert state.over == "fallen"
    assert state.combat.enemies == {}


@pytest.mark.rules("ability.rise-again")
def test_a_gravedigger_rises_once_on_five_or_six():
    state = combat("zombie-gravedigger")
    digger = numbers(enemies(state)[0], life_points=1)
    attack_with(quiet(state), state.squad["captain"], digger, HIT)
    assert not is_fought(state)
    end_round(table := script(state, [5]))
    table.finish()
    assert (digger.life_points, digger.armor, state.fighting) == (6, 0, True)
    assert state.record.killed == {"zombie-gravedigger": 0}
    attack_with(state, state.squad["captain"], numbers(digger, life_points=1), HIT)
    end_round(table := script(state))
    assert not state.fighting
    assert state.record.killed == {"zombie-gravedigger": 1}


@pytest.mark.rules("ability.rise-again", "combat.end")
def test_a_harvester_that_stays_dead_ends_the_combat():
    """ruling.last-enemy-dies-mid-round, ruling.combat-end-with-abilities"""
    state = quiet(combat("zombie-harvester"))
    attack_with(state, state.squad["captain"], numbers(enemies(state)[0], life_points=1), HIT)
    end_round(table := script(state, [4]))
    table.finish()
    assert not state.fighting


def last_shot_at(type_, *others):
    """A Combat in which the Sharpshooter, who comes first, kills the last enemy that fights; the Officer is wounded."""
    state = quiet(combat(type_, *others))
    numbers(enemies(state)[0], life_points=1, armor=0)
    state.squad["officer"].life_points = 1
    return state, [*HIT, 1, 1], ["Sniper Rifle", enemies(state)[0].id]


@pytest.mark.rules("ability.rise-again", "ability.field-dressing", "combat.rounds")
def test_while_the_dead_may_rise_the_medic_has_its_turn():
    """ruling.combat-end-with-abilities"""
    state, dice, answers = last_shot_at("zombie-gravedigger", "dreg-innocent")
    answers += ["field-dressing", "hold"]  # the Assault Unit could keep the Innocent down
    combat_round(table := script(state, [*dice, 4, 5], answers))
    table.finish()
    assert (state.squad["officer"].life_points, state.squad["medic"].uses["Medkit"], state.fighting) == (5, 5, True)
    assert cited(table)[-2:] == ["ability.field-dressing", "ability.rise-again"]


@pytest.mark.rules("ability.paralysing-touch", "ability.field-dressing")
def test_a_numb_medic_cannot_use_the_time_until_the_dead_rise():
    state, dice, answers = last_shot_at("zombie-gravedigger")
    state.squad["medic"].numb = True
    combat_round(table := script(state, [*dice, 5], answers))
    table.finish()
    assert (state.squad["medic"].numb, state.fighting) == (False, True)


@pytest.mark.rules("combat.end")
def test_where_none_of_the_dead_may_rise_the_round_is_not_played_out():
    """ruling.last-enemy-dies-mid-round"""
    state, dice, answers = last_shot_at("zombie-senior")
    combat_round(table := script(state, dice, answers))
    table.finish()
    assert not state.fighting


@pytest.mark.parametrize(("life", "answer"), [(1, "field-dressing"), (9, "hold")])
def test_the_captain_has_dire_wounds_dressed_before_the_dead_rise(life, answer):
    """ruling.combat-end-with-abilities"""
    state, dice, answers = last_shot_at("zombie-gravedigger")
    state.squad["officer"].life_points = life
    asked = []

    def policy(it):
        asked.append((it.rule, given := answers.pop(0) if answers else captain(it)))
        return given

    table = script(state, [*dice, *([4] if life == 1 else []), 1])
    table.policy = policy
    combat_round(table)
    table.finish()
    assert ("ruling.combat-end-with-abilities", answer) in asked


@pytest.mark.rules("ability.drill", "ability.dirge")
def test_drill_and_dirge_add_up_for_a_zombie_reg():
    """ruling.bonuses-add"""
    state = combat("zombie-reg", "zombie-reg-captain", "zombie-reg-captain", "skeletal-skald")
    reg = enemies(state)[0]
    medic = numbers(state.squad["medic"], armor=0)
    attack_with(state, reg, medic, [3, 3, 4, 4])  # 7 + 2 + 6 against 15
    assert medic.life_points == 12
    reg.armor = 0
    attack_with(quiet(state), state.squad["medic"], reg, [4, 4, 4, 4])  # 15 against 7 + 1 + 8
    assert reg.life_points == 13


@pytest.mark.rules("ability.dirge")
def test_two_skalds_sing_for_each_other():
    state = combat("skeletal-skald", "skeletal-skald")
    medic = numbers(state.squad["medic"], armor=0)
    attack_with(state, enemies(state)[0], medic, [3, 4, 4, 4, 1])  # 7 + 1 + 7 against 15
    assert medic.life_points == 13


@pytest.mark.rules("ability.regenerate")
def test_a_green_ghoul_regains_two_a_round():
    state = combat("green-ghoul")
    ghoul = numbers(enemies(state)[0], life_points=13)
    state.combat.order = [ghoul.id]
    end_round(script(state))
    assert ghoul.life_points == 15
    end_round(script(state))
    assert ghoul.life_points == 16


@pytest.mark.rules("ability.paralysing-touch")
def test_a_numb_regulator_misses_its_next_attacks_only():
    state = combat("grey-ghoul")
    medic = numbers(state.squad["medic"], armor=0)
    attack_with(state, enemies(state)[0], medic, HIT)
    regulator_turn(script(state), medic)
    regulator_turn(table := script(state, [], ["hold"]), medic)
    table.finish()
    attack_with(state, enemies(state)[0], medic, HIT)
    leave_combat(state)
    assert not medic.numb


@pytest.mark.rules("ability.dark-command")
def test_a_general_drives_the_first_other_zombie_on():
    state = combat("dreg-thug", "skeletal-general", "zombie-harvester", "zombie-senior")
    state.combat.order = ["skeletal-general-1", "dreg-thug-1", "zombie-harvester-1", "zombie-senior-1"]
    enemies(state)[2].halted = True  # extra attacks are not prevented
    end_round(table := script(state, [1, *MISS]))
    table.finish()
    assert "Zombie Harvester" in table.events[0].text


@pytest.mark.rules("ability.dark-command")
def test_every_general_gives_one_extra_attack_and_none_to_itself():
    state = combat("skeletal-general", "skeletal-general")
    state.combat.order = ["skeletal-general-1", "skeletal-general-2"]
    end_round(table := script(state, [1, *MISS, 1, *MISS]))
    table.finish()
    assert [event.facts["servant"] for event in table.events if event.rule == "ability.dark-command"] == [
        "Skeletal General 2",
        "Skeletal General 1",
    ]


@pytest.mark.rules("ability.irradiated")
def test_no_armor_helps_against_the_irradiated():
    state = combat("radiation-warrior")
    attack_with(state, enemies(state)[0], state.squad["medic"], HIT)
    assert (state.squad["medic"].life_points, state.squad["medic"].armor) == (11, 6)


@pytest.mark.rules("ability.radiation-aura")
def test_radiation_burns_everyone_once_a_round_without_armor():
    """ruling.loss-not-from-attack"""
    state = combat("radiation-wizard", "radiation-reaper")
    state.combat.order = ["radiation-reaper-1", "radiation-wizard-1"]
    before = {id_: figure.life_points for id_, figure in state.squad.items()}
    end_round(table := script(state))
    table.finish()
    assert all(figure.life_points == before[id_] - 1 for id_, figure in state.squad.items())


@pytest.mark.rules("ability.radiation-aura", "death.captain")
def test_radiation_may_end_the_game():
    """ruling.end-of-round-order"""
    state = combat("radiation-wizard")
    state.combat.order = ["radiation-wizard-1"]
    state.squad["captain"].life_points = 1
    end_round(script(state))
    assert state.over == "fallen"


@pytest.mark.rules("ability.regenerate", "ability.dark-command", "ability.radiation-aura", "ability.rise-again")
def test_the_end_of_a_round_has_its_order():
    """ruling.end-of-round-order"""
    state = quiet(combat("radiation-wizard", "skeletal-general", "green-ghoul", "zombie-gravedigger"))
    ghoul, digger = enemies(state)[2:]
    ghoul.life_points = 1
    attack_with(state, state.squad["captain"], numbers(digger, life_points=1), HIT)
    state.combat.order = [*state.combat.enemies, digger.id]
    end_round(table := script(state, [6, *MISS, *[6, 6] * 6]))
    rules = [rule for rule in cited(table) if rule.startswith("ability") and rule != "ability.riot-shield"]
    assert rules == ["ability.rise-again", "ability.regenerate", "ability.dark-command", "ability.radiation-aura"]


@pytest.mark.rules("ability.reap")
def test_a_margin_of_five_reaps_unless_armor_stops_it():
    state = combat("radiation-reaper")
    reaper, medic = enemies(state)[0], state.squad["medic"]
    attack_with(state, reaper, medic, [4, 4, 3, 3, 1, 6, 6])  # 17 against 13: a margin of 4
    assert medic.life_points == 13
    attack_with(state, reaper, medic, [4, 4, 3, 2, 1, 1, 1])
    assert (medic.life_points, medic.armor) == (13, 5)
    attack_with(state, reaper, medic, [4, 4, 3, 2, 1, 6, 6])
    assert medic.life_points == 0
