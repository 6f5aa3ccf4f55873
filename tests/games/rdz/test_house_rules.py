"""The rulings that a table may choose otherwise."""

import msgspec
import pytest

from adjudge.games.rdz import game
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.rules.attack import area_attack, attack
from adjudge.games.rdz.rules.combat import begin_round, end_round, turn
from adjudge.games.rdz.rules.order import choose_among_tied, ids, order_of_attacks
from adjudge.games.rdz.rules.patrol import directions, move, outcome
from adjudge.games.rdz.rules.turns import enemy_turn, is_fought, regulator_attacked, regulator_turn, weapon_options
from adjudge.games.rdz.state import Rulings
from tests.games.rdz.situations import book, combat, enemies, numbers, patrol, quiet, script, weapon

HIT, MISS = [6, 6, 1, 1], [1, 1, 6, 6]
SLUGS = book("shotgunner", 'name = "Slug Load"\nshots = 1', 'name = "Slug Load"\nshots = 3')


def test_every_switch_of_the_rulebook_is_a_field_with_its_default_first():
    fields = {field.name: field for field in msgspec.structs.fields(Rulings)}
    switches = {ruling.id.replace("-", "_"): tuple(ruling.choices) for ruling in game.rulebook.switches()}
    assert {name: msgspec.json.schema(Rulings)["$defs"]["Rulings"]["properties"][name]["enum"] for name in fields} == {
        name: sorted(choices) for name, choices in switches.items()
    }
    assert {name: field.default for name, field in fields.items()} == {name: c[0] for name, c in switches.items()}


@pytest.mark.rules("patrol.later-moves")
def test_two_out_forbids_turning_home_before_distance_two():
    state = patrol(rulings={"shuttling": "two-out"})
    move(script(state, [3, 4]), 1)
    assert directions(state) == ["outward"]
    move(script(state, [3, 4]), 1)
    assert "homeward" in directions(state)
    move(script(state, [3, 4]), -1)
    assert "homeward" in directions(state)


def test_four_moves_keeps_visits_to_headquarters_apart():
    state = patrol(rulings={"shuttling": "four-moves"})
    move(script(state, [3, 4]), 1)
    assert directions(state) == ["outward"]
    move(script(state, [3, 4]), 1)
    move(script(state, [3, 4]), -1)
    assert "homeward" in directions(state)


def test_breaking_off_costs_a_last_set_of_attacks_and_a_sector():
    """ruling.retreat"""
    state = combat("zombie-senior", rulings={"retreat": "break-off"})
    state.distance = 2
    state.combat.order = ["zombie-senior-1"]
    end_round(table := script(state, [1, *MISS, 3, 4], ["break-off"]))
    table.finish()
    assert (state.fighting, state.distance, state.record.moves, state.record.combats_won) == (False, 1, 2, 0)
    state = combat("zombie-senior", rulings={"retreat": "break-off"})
    end_round(script(state, [], ["fight-on"]))
    assert state.fighting


@pytest.mark.rules("ability.stagger")
def test_who_staggered_in_the_round_still_attacks_a_squad_that_breaks_off():
    """ruling.retreat"""
    state = combat("zombie-lunchlady", rulings={"retreat": "break-off"})
    state.combat.order = ["zombie-lunchlady-1"]
    attack(script(state, [*HIT, 1, 1]), state.squad["shotgunner"], weapon(damage="2d6"), enemies(state)[0])
    assert enemies(state)[0].halted
    end_round(table := script(state, [1, *MISS], ["break-off"]))
    table.finish()


def test_fists_are_for_those_who_have_nothing_else():
    """ruling.no-usable-weapon"""
    state = combat("zombie-senior", rulings={"no_usable_weapon": "fists"})
    riot = state.squad["riot-control"]
    kind = rosters[""].kinds["riot-control"]
    assert "Fists" not in weapon_options(state, riot, kind)
    unarmed = rosters[""].kinds["dreg-innocent"]
    assert weapon_options(state, riot, unarmed) == ["Fists", "hold"]
    assert weapon_options(combat("zombie-senior"), riot, unarmed) == ["hold"]


def test_each_shot_may_spend_a_use():
    """ruling.use-versus-shot"""
    state = quiet(combat("zombie-reg", rulings={"use_versus_shot": "shots"}))
    shotgunner = state.squad["shotgunner"]
    regulator_turn(script(state, MISS, ["Slug Load", "zombie-reg-1"]), shotgunner)
    assert shotgunner.uses["Slug Load"] == 1


@pytest.mark.rules("attack.limited-uses")
def test_a_shot_that_is_held_spends_nothing_where_each_shot_spends_a_use():
    """ruling.use-versus-shot, ruling.declining-attacks"""
    state = quiet(combat("zombie-reg", rulings={"use_versus_shot": "shots"}))
    shotgunner = state.squad["shotgunner"]
    regulator_turn(script(state, [], ["Slug Load", "hold"]), shotgunner)
    assert shotgunner.uses["Slug Load"] == 2


@pytest.mark.rules("attack.limited-uses", "attack.shots")
def test_no_weapon_has_more_shots_than_uses_where_each_shot_spends_one():
    """ruling.use-versus-shot"""
    state = quiet(combat("zombie-lunchlady", books=SLUGS, rulings={"use_versus_shot": "shots"}))
    shotgunner = state.squad["shotgunner"]
    table = script(state, MISS * 2, ["Slug Load", "zombie-lunchlady-1", "zombie-lunchlady-1"])
    regulator_turn(table, shotgunner)
    table.finish()
    assert shotgunner.uses["Slug Load"] == 0


@pytest.mark.rules("attack.limited-uses")
def test_an_enemy_and_an_area_weapon_spend_a_use_for_each_shot_too():
    """ruling.use-versus-shot"""
    state = combat("dreg-veteran", rulings={"use_versus_shot": "shots"})
    veteran, captain = enemies(state)[0], state.squad["captain"]
    enemy_turn(script(state, [1, 1, *[6, 6] * 7]), veteran)
    regulator_turn(script(state, MISS, ["Frag Grenade"]), captain)
    assert (veteran.uses, captain.uses) == ({"Hand Grenade": 0}, {"Frag Grenade": 0})


def test_declared_shots_at_the_fallen_are_lost():
    """ruling.one-at-a-time-shots"""
    state = quiet(combat("zombie-senior", "zombie-reg", rulings={"one_at_a_time_shots": "declared"}))
    numbers(enemies(state)[0], life_points=1)
    table = script(state, HIT, ["Magnum Pistol", "zombie-senior-1", "zombie-senior-1"])
    regulator_turn(table, state.squad["captain"])
    table.finish()


@pytest.mark.rules("attack.shots")
def test_who_holds_the_remaining_shots_declares_no_more():
    """ruling.one-at-a-time-shots, ruling.declining-attacks"""
    state = quiet(combat("zombie-senior", rulings={"one_at_a_time_shots": "declared"}))
    for answers, dice in ((["hold"], []), (["zombie-senior-1", "hold"], MISS)):
        table = script(state, dice, ["Magnum Pistol", *answers])
        regulator_turn(table, state.squad["captain"])
        table.finish()


@pytest.mark.rules("attack.limited-uses")
def test_a_declared_shot_is_paid_for_and_a_held_one_not():
    """ruling.one-at-a-time-shots, ruling.use-versus-shot"""
    rulings = {"one_at_a_time_shots": "declared", "use_versus_shot": "shots"}
    state = quiet(combat("zombie-lunchlady", books=SLUGS, rulings=rulings))
    shotgunner = state.squad["shotgunner"]
    regulator_turn(table := script(state, MISS, ["Slug Load", "zombie-lunchlady-1", "hold"]), shotgunner)
    table.finish()
    assert shotgunner.uses["Slug Load"] == 1


def test_area_damage_may_be_rolled_for_each():
    """ruling.area-damage-once"""
    state = combat("zombie-lunchlady", "zombie-executive", rulings={"area_damage_once": "each"})
    table = script(state, [6, 6, 1, 1, 1, 1, 2, 5])
    area_attack(table, state.squad["captain"], weapon(damage="1d6", class_="grenade"), enemies(state))
    table.finish()
    assert [enemy.life_points for enemy in enemies(state)] == [11, 6]


def test_the_attack_die_may_be_rolled_once_a_round():
    """ruling.enemy-target-per-shot"""
    state = combat("zombie-harvester", rulings={"enemy_target_per_shot": "once"})
    enemy_turn(table := script(state, [2, *MISS, *MISS]), enemies(state)[0])
    table.finish()


def test_area_weapons_may_spare_the_captain():
    """ruling.enemy-area-weapons"""
    state = combat("radiation-wizard", rulings={"enemy_area_weapons": "not-the-captain"})
    enemy_turn(table := script(state, [1, 1, *[6, 6] * 6]), enemies(state)[0])
    table.finish()


@pytest.mark.rules("death.captain", "hq.replace-dead")
def test_the_officer_may_take_over():
    """ruling.captain-death-timing"""
    state = combat("zombie-senior", rulings={"captain_death_timing": "officer"})
    captain = numbers(state.squad["captain"], armor=0, life_points=1)
    attack(script(state, HIT), enemies(state)[0], weapon(), captain)
    assert (state.over, state.commander) == ("", "officer")
    assert regulator_attacked(script(state), 1).id == "officer"
    state.combat.enemies.clear()
    end_round(script(state))
    move(script(state), -1)
    assert captain.life_points == 0
    state.combat = combat("zombie-senior").combat
    attack(script(state, HIT), enemies(state)[0], weapon(damage=99), numbers(state.squad["officer"], armor=0))
    assert state.over == "fallen"


def test_innocents_may_be_enemies_by_the_rulebook_alone():
    """ruling.innocents"""
    state = quiet(combat("dreg-innocent", rulings={"innocents": "enemies"}))
    assert is_fought(state)
    attack(script(state, HIT), state.squad["captain"], weapon(damage=9), enemies(state)[0])
    assert (state.record.innocents, state.record.killed) == (0, {"dreg-innocent": 1})


def test_innocents_killed_may_cost_the_captain_the_command():
    """ruling.innocents-killed"""
    state = quiet(combat("dreg-innocent", "zombie-senior", rulings={"innocents_killed": "command"}))
    attack(script(state, HIT), state.squad["captain"], weapon(damage=9), enemies(state)[0])
    begin_round(state)
    assert state.combat.rerolls == {}
    state.combat.enemies.clear()
    end_round(script(state))
    move(script(state), -1)
    assert state.blame == 0


@pytest.mark.rules("ability.command")
def test_an_innocent_killed_costs_the_command_of_the_same_round():
    """ruling.innocents-killed"""
    state = combat("dreg-innocent", "zombie-senior", rulings={"innocents_killed": "command"})
    innocent, senior = enemies(state)
    attack(script(state, HIT), state.squad["captain"], weapon(damage=9), innocent)
    attack(table := script(state, MISS), state.squad["medic"], weapon(), senior)
    table.finish()
    assert state.combat.rerolls == {}


def noting(table):
    """The table with somebody who takes the first of everything, and the list of who was asked by which rule."""
    asked: list[tuple[str, str]] = []

    def take_the_first(it):
        asked.append((it.seat, it.rule))
        return it.question.options[0]

    table.policy = take_the_first
    return table, asked


@pytest.mark.rules("setup.guest-players", "attack.one-weapon", "attack.target-choice")
def test_a_guest_chooses_for_its_regulator_and_rolls_its_dice():
    """ruling.guest-decisions"""
    state = combat("zombie-reg", guests={"assault-unit": "anna"})
    table, asked = noting(script(quiet(state), MISS * 3))
    regulator_turn(table, state.squad["assault-unit"])
    assert asked == [("anna", "attack.one-weapon"), *[("anna", "attack.target-choice")] * 3]
    assert table.rolls[0].by == ("anna", "")


@pytest.mark.rules("attack.one-weapon", "attack.target-choice")
def test_one_who_has_a_single_weapon_is_asked_for_targets_at_once():
    """ruling.declining-attacks: whoever wants to hold fire does so there."""
    state = combat("zombie-reg")
    table, asked = noting(script(quiet(state), MISS * 2))
    regulator_turn(table, state.squad["medic"])
    assert {rule for _, rule in asked} == {"attack.target-choice"}


def test_the_captain_may_decide_everything():
    """ruling.guest-decisions"""
    state = combat("zombie-reg", guests={"medic": "anna"}, rulings={"guest_decisions": "captain"})
    assert (state.squad["medic"].chooser, state.squad["medic"].seat) == ("captain", "anna")


@pytest.mark.rules("setup.guest-players", "setup.solo")
def test_a_guest_may_hold_several_regulators_and_never_the_captain():
    options = game.configure({"guests": {"medic": "anna", "officer": "anna", "shotgunner": "bo"}})
    assert [seat.id for seat in game.seats(options)] == ["captain", "anna", "bo"]
    with pytest.raises(Exception, match="guests"):
        game.configure({"guests": {"captain": "anna"}})


@pytest.mark.rules("combat.tie-regulators", "patrol.direction")
def test_ties_and_directions_stay_with_the_captain():
    state = combat("zombie-reg", guests={"medic": "anna", "assault-unit": "bo"})
    table, asked = noting(script(state))
    order = order_of_attacks(state)
    choose_among_tied(table, order, ids(order).index("medic"))
    assert asked == [("captain", "combat.tie-regulators")]


def test_without_a_target_coming_home_wins():
    """ruling.game-end-and-victory"""
    state = patrol(rulings={"game_end_and_victory": "open"}, target=1)
    state.record.visits = 1
    move(script(state, [3, 4]), 1)
    assert not state.record.target_reached
    move(script(state), -1)
    turn(script(state, [], ["stop"]))
    result = outcome(state)
    assert result is not None
    assert result.winners == ("captain",)


def test_the_target_may_be_a_distance_to_come_home_from():
    """ruling.game-end-and-victory"""
    state = patrol(rulings={"game_end_and_victory": "distance"}, target=2, finish=True)
    for step in (1, 1, -1):
        move(script(state, [3, 4]), step)
    assert outcome(state) is None
    move(script(state), -1)
    assert state.over == "target"
