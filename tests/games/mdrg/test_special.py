"""Special rules at the moments at which they speak, and what they do to one another."""

from __future__ import annotations

import pytest

from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.figures import hampers, models_of, quality, refresh, side_of, size, stick_of
from adjudge.games.mdrg.places import ground
from adjudge.games.mdrg.rules import actions, area, morale, ranged
from adjudge.games.mdrg.rules.activation import activate, begin_turn, pass_turn
from adjudge.games.mdrg.rules.combat import Clash, foils_ambush, totals
from adjudge.games.mdrg.rules.hand_to_hand import attack, fight
from adjudge.games.mdrg.rules.movement import carry_out
from adjudge.games.mdrg.rules.quality import needed_by, quality_roll
from adjudge.games.mdrg.rules.radiation import irradiate
from adjudge.games.mdrg.rules.results import free_hacks, kill, knock_down
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.special import drugs, mental, mutations
from adjudge.games.mdrg.special.disease import expose
from adjudge.games.mdrg.state import Weapon
from adjudge.games.mdrg.sticks import where_to
from tests.games.mdrg.field import battle, disc, flee_from_contact, foreseen, hth, script, shoot, two, wall

C2, C3, C4, C5 = ({"combat": n} for n in (2, 3, 4, 5))


def by_key(state, figure, actions_left=3):
    return {deed.key: deed for deed in actions.possible(state, figure, actions_left)}


def keys(state, figure, actions_left=3):
    return list(by_key(state, figure, actions_left))


# A lost combat


@pytest.mark.rules("ability.absorption-effect", "ability.lethal")
def test_a_mutant_that_absorbs_blows_suffers_nothing():
    """ex.sp-absorption-kinetic-hth: 10 against 4."""
    verdict, _, other = hth(C4, {**C3, "traits": ("absorption (kinetic)",)}, [6, 1])
    assert (verdict.grade, verdict.immune, other.gone) == ("none", True, "")
    assert shoot("laser-gun", C4, {**C3, "traits": ("absorption (kinetic)",)}, [6, 2, 1])[0].grade == "gruesome"


@pytest.mark.rules("ability.energy-adaptation", "ability.energy-adaptation-reset")
def test_the_first_energy_of_a_game_is_the_one_a_model_adapts_to():
    """ex.sp-adaptation-book: flames first, then lasers work; the other way round in the next game."""
    for first, then in (("flamethrower", "laser-gun"), ("laser-gun", "flamethrower")):
        state, one, other = two({**C5, "gear": (first, then)}, {**C2, "traits": ("energy-adaptation",)}, apart=80)
        assert ranged.shoot(script(state, [6, 2, 1]), one, other, ARMS[first]).immune
        assert ranged.shoot(script(state, [6, 2, 1]), one, other, ARMS[first]).immune
        assert ranged.shoot(script(state, [6, 2, 1]), one, other, ARMS[then]).grade == "gruesome"
    resolved = Rulings(sp_energy_adaptation_first_attack="resolved")
    state, one, other = two(
        {**C2, "gear": ("laser-gun",)}, {**C5, "traits": ("energy-adaptation",)}, apart=80, rulings=resolved
    )
    assert ranged.shoot(script(state, [6, 2, 2]), one, other, ARMS["laser-gun"]).grade == "fall"
    assert ranged.shoot(script(state, [6, 2, 2]), one, other, ARMS["laser-gun"]).immune


@pytest.mark.rules(
    "equipment.death-ray-gun", "equipment.death-ray-cell", "ability.lethal", "combat.lethal", "weapon-row.death-ray-gun"
)
def test_a_death_ray_kills_whatever_organic_it_beats_and_is_spent():
    """ex.sp-death-ray-lethal: 8 against 6; ex.sp-death-ray-android: nothing, and the cell is gone all the same."""
    state, one, other = two({**C3, "gear": ("death-ray-gun",)}, {**C2, "type": "human"}, apart=100)
    verdict = ranged.shoot(script(state, [3, 5, 4]), one, other, ARMS["death-ray-gun"])
    assert (verdict.grade, other.gone, one.weapons[0].loaded) == ("kill", "killed", False)


@pytest.mark.rules("equipment.death-ray-immunity", "equipment.death-ray-cell")
def test_machines_and_force_fields_are_immune_to_death_rays():
    for target in ({**C3, "type": "android"}, {**C3, "type": "human", "gear": ("force-field",)}):
        state, one, other = two({**C3, "gear": ("death-ray-gun",)}, target, apart=100)
        verdict = ranged.shoot(script(state, [6, 2, 1]), one, other, ARMS["death-ray-gun"])
        assert (verdict.immune, one.weapons[0].loaded) == (True, False)


@pytest.mark.rules("equipment.electric-gun-hth", "equipment.electric-gun", "weapon-row.electric-gun")
def test_an_electric_gun_is_lethal_to_machines_even_in_hand_to_hand():
    """ex.sp-electric-gun-hth: 8 against 7."""
    verdict = hth({**C3, "gear": ("electric-gun",)}, {**C4, "type": "robot"}, [6, 2, 3], arm="electric-gun")[0]
    assert verdict.grade == "kill"


@pytest.mark.rules("equipment.flak-jacket", "equipment.shotgun", "weapon-row.shotgun")
def test_a_flak_jacket_helps_against_bullets():
    """ex.sp-flak: 7 against 7."""
    vest = {**C2, "type": "human", "gear": ("flak-jacket",)}
    assert shoot("shotgun", C3, vest, [2, 5, 3])[0].grade == "none"
    state, one, other = two(C3, vest, apart=100)
    assert totals(ranged.shot(state, one, other, ARMS["laser-gun"])) == (5, 2)


@pytest.mark.rules("equipment.force-field-save", "equipment.laser-gun")
def test_a_force_field_stops_even_a_kill():
    """ex.sp-force-field-negates-kill: 9 against 4, field 5."""
    wearer = {**C2, "type": "human", "gear": ("force-field",)}
    verdict, _, other = shoot("laser-gun", C3, wearer, [4, 1, 2, 5])
    assert (verdict.grade, other.gone) == ("draw", "")


@pytest.mark.rules("equipment.force-field-burnout")
def test_a_force_field_that_burns_out_needs_a_new_cell():
    """ex.sp-force-field-burnout: 8 against 7, recoil; the field is off until it is recharged."""
    wearer = {**C2, "type": "human", "gear": ("force-field",), "cells": 1}
    _, _, other = shoot("laser-gun", C3, wearer, [3, 1, 5, 1], [(520, 400)])
    assert "force-field" not in other.rules
    state = two(C3, wearer, apart=300)[0]
    me = state.figures["blue-2"]
    me.effects.append("force-field off")
    refresh(me)
    assert "recharge" in keys(state, me)
    actions.carry_out(script(state), me, next(d for d in actions.possible(state, me, 1) if d.key == "recharge"))
    assert ("force-field" in me.rules, me.cells) == (True, 0)


@pytest.mark.rules("equipment.heavy-armor", "animal.turtle", "robot.feature-steel-plating")
def test_heavy_armor_makes_a_margin_of_one_a_draw():
    """ex.sp-heavy-armor: 6 against 5, for a shell as for plating, Fallen or not."""
    turtle = {**C3, "type": "animal", "species": "turtle"}
    assert hth(C4, turtle, [2, 2])[0].grade == "draw"
    assert hth(C4, {**C3, "type": "robot", "traits": ("steel-plating",)}, [2, 2])[0].grade == "draw"
    assert hth(C4, {**turtle, "fallen": True}, [1, 3])[0].grade == "draw"  # 7 against 6
    strict = Rulings(sp_heavy_armor_fallen="kills-stand")
    assert hth(C4, {**turtle, "fallen": True}, [1, 3], rulings=strict)[0].grade == "kill"
    assert hth(C4, turtle, [4, 2])[0].grade == "fall"


@pytest.mark.rules("equipment.power-armor-one-point", "equipment.power-armor-combat", "hth.mod-power-armor")
def test_power_armor_adds_two_and_ignores_a_margin_of_one():
    """ex.sp-power-armor-margin-two: 9 against 7, even: he falls."""
    suit = {**C2, "type": "human", "gear": ("power-armor",)}
    assert hth(C5, suit, [4, 3])[0].grade == "fall"
    assert hth(C5, suit, [3, 3])[0].grade == "draw"
    assert hth(C5, {**suit, "fallen": True}, [1, 3])[0].grade == "draw"  # 5 + 1 + 2 against 7
    house = Rulings(sp_power_armor_fallen="killed-when-down")
    assert hth(C5, {**suit, "fallen": True}, [1, 3], rulings=house)[0].grade == "kill"


@pytest.mark.rules("grenade.photon", "equipment.power-armor-combat")
def test_photons_kill_whom_they_beat_unless_armor_or_field_protect():
    """ex.sp-photon-power-armor: the human falls, the robot dies."""
    state = battle(
        {"type": "human", "combat": 2, "gear": ("power-armor",)}, {"type": "robot", "combat": 4, "blue": True}
    )
    table = script(state, [6, 3, 5, 3])
    area.go_off(table, None, ARMS["photon-grenade"], (430, 400))
    human, robot = state.figures.values()
    assert (human.fallen, human.gone, robot.gone) == (True, "", "killed")


@pytest.mark.rules("grenade.photon", "equipment.force-field-burnout")
def test_a_field_that_burns_out_still_takes_the_lethality_out_of_photons():
    """ruling.sp-force-field-scope: 9 against 6 is no more than a fall, with the field off from then on."""
    state = battle({"type": "human", "combat": 3, "gear": ("force-field",)}, {"blue": True, "at": (800, 800)})
    table = script(state, [6, 3, 1], [(495, 400)])
    area.go_off(table, None, ARMS["photon-grenade"], (420, 410))
    human = state.figures["red-1"]
    assert (human.gone, "force-field" in human.rules) == ("", False)


@pytest.mark.rules("equipment.power-armor-immunities")
def test_arrows_do_nothing_to_power_armor():
    """ex.sp-power-armor-bow."""
    assert shoot("bow", C3, {**C2, "type": "human", "gear": ("power-armor",)}, [6, 1])[0].immune


@pytest.mark.rules("equipment.power-armor-shutdown")
def test_two_ones_shut_power_armor_down():
    """ex.sp-power-armor-shutdown: one success to shoot with, none to move; then the turn passes."""
    state = two({"type": "android", "gear": ("power-armor", "pistol")}, {}, apart=300)[0]
    helmut = state.figures["red-1"]
    helmut.hand = "pistol"
    seen = []

    def look_and_stop(asked):
        seen.extend(asked.question.options)
        return "done"

    table = script(state, [1, 1, 5])
    table.policy = look_and_stop
    assert activate(table, helmut, 3)
    assert "immobilised" in helmut.effects
    assert not any(key.startswith(("move", "disengage")) for key in seen)
    assert any(key.startswith("shoot:pistol") for key in seen)


@pytest.mark.rules("equipment.laser-reflective-armor", "equipment.laser-gun")
def test_a_mirror_takes_a_lasers_bonus_away():
    """ex.sp-laser-reflective: 8 against 7; without the armor 10."""
    mirror = {**C3, "type": "human", "gear": ("laser-reflective-armor",)}
    assert shoot("laser-gun", C3, mirror, [5, 2, 4], [(520, 400)])[0].grade == "recoil"
    for armor, total in (("laser-reflective-armor", 3), ("power-armor", 3), ("flak-jacket", 5)):
        state, one, other = two(C3, {"type": "human", "gear": (armor,)}, apart=100)
        assert totals(ranged.shot(state, one, other, ARMS["laser-gun"]))[0] == total


@pytest.mark.rules("equipment.needler", "robot.needler-immunity", "weapon-row.needler")
def test_needles_do_nothing_to_robots_and_power_armor():
    """ex.sp-needler-robot."""
    assert shoot("needler", C3, {**C3, "type": "robot", "traits": ("civilian-robot",)}, [6, 2, 1])[0].immune
    assert shoot("needler", C3, {**C3, "type": "human", "gear": ("power-armor",)}, [6, 2, 1])[0].immune


@pytest.mark.rules("equipment.needler-poison")
@pytest.mark.parametrize(
    ("dice", "lost", "out", "gone"),
    [
        ([3], 0, False, ""),
        ([4, 4, 5, 6], 0, False, ""),
        ([4, 3, 5, 6], 1, False, ""),
        ([4, 3, 2, 6], 0, True, ""),
        ([6, 1, 2, 3], 0, False, "killed"),
    ],
)
def test_a_needles_poison_works_on_four_and_more(dice, lost, out, gone):
    """ex.sp-needler-poison: two failures, it passes out."""
    _, _, other = shoot("needler", C3, {**C3, "quality": 4}, [5, 1, 4, *dice], [(520, 400)])
    assert (other.losses.get("needle", 0), other.unconscious, other.gone) == (lost, out, gone)


def test_needles_poison_neither_plants_nor_androids():
    for type in ("plant", "android"):
        shoot("needler", C3, {**C3, "type": type}, [5, 1, 4], [(520, 400)])


@pytest.mark.rules("ability.poison", "plant.poison-immunity", "ability.artificial-poison", "android.immunities")
def test_poison_worsens_quality_on_a_six_and_kills_at_seven():
    """ex.sp-poison: Q5+ becomes 6+, besides the recoil or fall."""
    spider = {**C3, "type": "animal", "species": "spider"}
    _, _, other = hth(spider, {**C3, "quality": 5}, [4, 2, 6])
    assert (quality(other), other.fallen) == (6, True)
    assert hth(spider, {**C3, "quality": 6}, [4, 2, 6])[2].gone == "killed"
    for type in ("plant", "robot"):
        hth(spider, {**C3, "type": type}, [4, 2])
    assert (
        quality(hth(spider, {**C3, "traits": ("tough",), "quality": 5}, [6, 1, 6])[2]) == 7
    )  # wound and poison add up


@pytest.mark.rules("ability.poison", "ability.tough-wound", "disengage.morale")
def test_a_tough_runaway_that_is_hacked_may_be_poisoned_too():
    """ruling.sp-free-hack-abilities."""
    state, runaway, _ = two({"traits": ("tough",)}, {"traits": ("poison",), "combat": 4})
    table = script(state, [3, 1, 6])
    assert flee_from_contact(table, runaway)
    table.finish()
    assert runaway.losses == {"wounds": 1, "poison": 1}


@pytest.mark.rules("ability.savage", "ability.tough-gruesome", "ability.tough-wound")
def test_a_savage_blow_kills_the_tough_without_frightening_anybody():
    """ex.sp-savage-tough: 9 against 4."""
    verdict, _, other = hth({**C3, "traits": ("savage",)}, {**C3, "traits": ("tough",)}, [6, 1])
    assert (verdict.grade, other.gone) == ("death", "killed")


@pytest.mark.rules("ability.tough-wound")
def test_a_kill_only_wounds_the_tough():
    """ex.sp-tough-wound: 10 against 5: Q5+."""
    verdict, _, other = shoot("pistol", C3, {**C3, "quality": 4, "traits": ("tough",)}, [6, 2, 2])
    assert (verdict.grade, quality(other), other.fallen) == ("wound", 5, False)
    fell = shoot(
        "pistol", C3, {**C3, "traits": ("tough",)}, [6, 2, 2], rulings=Rulings(sp_tough_wound_position="falls")
    )
    assert fell[2].fallen
    assert shoot("pistol", C3, {**C3, "quality": 6, "traits": ("tough",)}, [6, 2, 2])[2].gone == "killed"


@pytest.mark.rules("ability.tough-wound", "ability.lethal", "ability.savage", "fallen.doubled-gruesome")
def test_lethal_and_fallen_kills_wound_the_tough_but_gruesome_ones_kill():
    tough = {**C3, "traits": ("tough",)}
    assert shoot("death-ray-gun", C3, tough, [3, 5, 4])[0].grade == "wound"
    assert hth(C3, {**tough, "fallen": True}, [2, 3])[0].grade == "wound"
    assert hth(C3, {**tough, "fallen": True}, [3, 1])[0].grade == "death"
    assert shoot("death-ray-gun", {**C3, "traits": ("savage",)}, tough, [3, 5, 4])[0].grade == "death"
    house = Rulings(sp_savage_lethal_fallen="doubling-only")
    assert shoot("death-ray-gun", {**C3, "traits": ("savage",)}, tough, [3, 5, 4], rulings=house)[0].grade == "wound"


@pytest.mark.rules("ability.artificial-no-gruesome", "ability.savage")
def test_a_machine_is_killed_but_never_gruesomely():
    assert hth({**C4, "traits": ("savage",)}, {**C2, "type": "android"}, [5, 1])[0].grade == "kill"


@pytest.mark.rules("equipment.sonic-stunner", "weapon-row.sonic-stunner")
def test_a_stunner_transfixes_whom_it_beats():
    """ex.sp-stunner: 8 against 6, no fall."""
    verdict, _, other = shoot("sonic-stunner", {**C3, "traits": ("sharpshooter",)}, C3, [4, 1, 3])
    assert (verdict.grade, other.transfixed, other.fallen) == ("transfix", "sonic-stunner", False)
    for target in (
        {"type": "android"},
        {"type": "plant"},
        {"type": "human", "gear": ("nbc-suit",)},
        {"type": "human", "gear": ("power-armor",)},
    ):
        assert shoot("sonic-stunner", C3, {**C2, **target}, [6, 1, 1])[0].immune
    assert shoot("sonic-stunner", C5, C2, [6, 1, 2])[0].grade == "kill"
    gentle = Rulings(sp_transfix_weapons_kill="never-kill")
    assert shoot("sonic-stunner", C5, C2, [6, 1, 2], rulings=gentle)[0].grade == "transfix"


@pytest.mark.rules(
    "equipment.web-gun", "equipment.web-gun-mental", "transfixed.break", "actions.break-transfix", "weapon-row.web-gun"
)
def test_a_web_holds_until_two_actions_break_it_but_not_the_mind():
    """ex.sp-web-gun: 9 against 7."""
    verdict, _, robot = shoot("web-gun", C3, {**C4, "type": "robot"}, [5, 1, 3], apart=80)
    assert (verdict.grade, robot.transfixed) == ("transfix", "web-gun")
    state = two({"traits": ("telepathy",), "transfixed": "web-gun"}, {}, apart=100)[0]
    webbed = state.figures["red-1"]
    assert keys(state, webbed, 1) == ["telepathy:blue-2"]
    assert "break-free" in keys(state, webbed, 2)
    webbed.transfixed = "entangled"
    assert keys(state, webbed, 2) == ["break-free"]
    actions.break_free(script(state), webbed)
    assert not webbed.transfixed


@pytest.mark.rules("equipment.nanite-gun-machines", "equipment.nanite-gun", "weapon-row.nanite-gun")
def test_nanites_hold_machines_on_four_and_more_even_through_armor_at_a_margin_of_one():
    _, _, robot = shoot("nanite-gun", C3, {**C4, "type": "robot"}, [4, 1, 2, 4])
    assert (robot.fallen, robot.transfixed) == (True, "nanites")
    suit = {**C2, "type": "human", "gear": ("power-armor",)}
    verdict, _, wearer = shoot("nanite-gun", C3, suit, [4, 1, 3, 4])  # 8 against 7
    assert (verdict.grade, wearer.fallen, wearer.transfixed) == ("none", False, "nanites")
    plated = {**C4, "type": "robot", "traits": ("steel-plating",)}
    assert shoot("nanite-gun", C3, plated, [4, 1, 3])[0].grade == "draw"
    shoot("nanite-gun", C3, C3, [4, 1, 2])  # a mutant: no roll


@pytest.mark.rules("ability.tailslap")
def test_a_tail_turns_a_recoil_into_a_fall_on_a_one():
    """ex.sp-tailslap: 8 against 5."""
    grak = {**C4, "traits": ("tailslap", "sharpshooter")}
    assert hth(grak, C3, [5, 2, 1])[0].grade == "fall"
    assert hth(grak, C3, [5, 2, 2], [(440, 400)])[0].grade == "recoil"
    assert hth(grak, {**C3, "traits": ("huge",)}, [5, 3], [(470, 400)], apart=30)[0].grade == "recoil"  # no roll


# Scores


@pytest.mark.rules("equipment.powered-weapon", "ability.hth-specialist", "hth.mod-specialist", "ranged.mod-specialist")
def test_a_powered_weapon_adds_two_unless_a_field_stops_it():
    """ex.sp-powered-weapon: 10 against 5."""
    smasher = {**C2, "traits": ("hth-specialist",), "gear": ("powered-weapon",)}
    assert hth(smasher, {**C3, "type": "android"}, [5, 2])[0].grade == "kill"
    state, one, other = two(smasher, {**C3, "type": "human", "gear": ("force-field",)})
    assert totals(fight(state, one, other)) == (3, 3)
    one.hand = ""
    refresh(one)
    assert totals(fight(state, one, other)) == (3, 3)
    assert totals(ranged.shot(state, one, other, ARMS["rock"])) == (0, 3)


@pytest.mark.rules("ability.sharpshooter", "ranged.mod-sharpshooter", "hth.mod-sharpshooter", "profile.fields")
def test_a_sharpshooter_shoots_better_and_fights_worse():
    """ex.profile-sandy: 4 with the stunner, 2 hand-to-hand."""
    state, sandy, other = two({"traits": ("sharpshooter",)}, {}, apart=90)
    assert totals(ranged.shot(state, sandy, other, ARMS["sonic-stunner"]))[0] == 4
    assert totals(fight(state, sandy, other))[0] == 2


@pytest.mark.rules("ability.mounted-combat", "hth.mod-mounted")
def test_a_rider_has_one_more_against_those_on_foot_of_its_size():
    rider = {"type": "human", "combat": 2, "traits": ("mounted",)}
    assert totals(fight(*two(rider, {}))) == (3, 3)
    assert totals(fight(*two(rider, {"traits": ("big",)}))) == (2, 4)
    assert totals(fight(*two(rider, rider))) == (2, 2)
    assert totals(fight(*two(rider, {"traits": ("big",)}, rulings=Rulings(mounted_versus_larger="anyone")))) == (3, 4)


@pytest.mark.rules("ability.mounted-disengage", "ability.free-disengage", "freehack.immunity")
def test_only_flyers_riders_and_fast_robots_hack_at_a_rider():
    """ex.sp-mounted: only the bird makes a Free Hack."""
    state = battle(
        {"type": "human", "traits": ("mounted",), "at": (400, 400)},
        {"type": "animal", "species": "bird", "blue": True, "at": (420, 400)},
        {"type": "wretched", "blue": True, "at": (380, 400)},
        {"type": "robot", "traits": ("long-move",), "blue": True, "at": (400, 420)},
    )
    table = script(state, [1, 6, 1, 6])
    assert free_hacks(table, state.figures["red-1"], "disengage.active-opponent")
    table.finish()
    slippery = battle({"traits": ("free-disengage",), "at": (400, 400)}, {"blue": True, "at": (420, 400)})
    assert free_hacks(script(slippery), slippery.figures["red-1"], "disengage.active-opponent")


@pytest.mark.rules("ability.danger-sense", "ambush.ranged", "ambush.needler", "woods.shooting-out")
def test_an_ambushers_first_shot_has_one_more_and_a_needlers_every_shot():
    """ex.sp-danger-sense: 8 against 8."""
    assert shoot("pistol", {**C3, "hidden": True}, {**C3, "traits": ("danger-sense",)}, [4, 1, 5])[0].grade == "none"
    for gun, later in (("pistol", 4), ("needler", 6)):
        state, one, other = two({**C3, "hidden": True, "gear": (gun,)}, {**C5, "type": "robot"}, apart=100)
        before = totals(ranged.shot(state, one, other, ARMS[gun]))[0]
        ranged.shoot(script(state, [2, 1, 6]), one, other, ARMS[gun])
        assert totals(ranged.shot(state, one, other, ARMS[gun]))[0] == later
        assert before == 3 + ARMS[gun].bonus + 1


@pytest.mark.rules("equipment.nbc-suit", "weapon-row.flamethrower", "equipment.flamethrower")
def test_an_nbc_suit_helps_against_all_fire():
    state, one, other = two({}, {"type": "human", "gear": ("nbc-suit",)}, apart=80)
    assert totals(ranged.shot(state, one, other, ARMS["flamethrower"])) == (5, 4)
    assert totals(area.blast(state, None, other, ARMS["plasma-grenade"], (450, 400)))[1] == 4
    assert totals(area.blast(state, None, other, ARMS["fragmentation-grenade"], (450, 400)))[1] == 3


@pytest.mark.rules(
    "wretched.infection-effects", "drug.frenzy", "drug.psionicilline", "ability.mental-shield", "ability.two-headed"
)
def test_disease_and_drugs_change_every_score_they_should():
    state, one, other = two(
        {"effects": ["infected", "frenzy-drug", "psionicilline"]}, {"traits": ("two-headed", "mental-shield")}
    )
    assert totals(fight(state, one, other)) == (3, 3)
    assert totals(mental.mind_clash(state, one, other)) == (3, 6)
    assert totals(mental.mind_clash(state, other, one)) == (4, 3)
    one.effects.remove("frenzy-drug")
    refresh(one)
    assert totals(Clash(state, "prick", other, one, base=1)) == (1, 2)  # ability.quills-contact: a Free Hack


# Quality


@pytest.mark.rules("ability.hero-automatic-success")
def test_a_heros_die_is_always_a_success():
    """ex.sp-hero-activation, ex.sp-hero-book."""
    state = battle({"traits": ("hero",), "used": ["hero"]})
    hero = state.figures["red-1"]
    assert tuple(quality_roll(script(state, [2, 3]), hero, 3, "activation", "activation.success-per-die")[:2]) == (1, 2)
    assert tuple(quality_roll(script(state, [1]), hero, 2, "activation", "activation.success-per-die")[:2]) == (1, 1)
    assert quality_roll(script(state), hero, 1, "stun", "grenade.sonic").successes == 1
    state.rulings = Rulings(sp_hero_scope="two-dice-or-more")
    assert quality_roll(script(state, [2]), hero, 1, "stun", "grenade.sonic").successes == 0


@pytest.mark.rules("ability.hero-reroll")
def test_a_hero_rolls_one_die_again_once_in_a_game():
    state = battle({"traits": ("hero",)})
    hero = state.figures["red-1"]
    dice = quality_roll(script(state, [2, 3, 6], ["re-roll"]), hero, 3, "morale", "morale.roll")
    assert (dice.successes, dice.failures) == (2, 1)
    assert quality_roll(script(state, [2, 3]), hero, 3, "morale", "morale.roll").failures == 2
    verdict, _, other = hth({**C3, "traits": ("hero",)}, C3, [1, 4, 6], ["re-roll"])
    assert (verdict.grade, other.fallen) == ("fall", True)
    assert hth({**C3, "traits": ("hero",)}, C3, [1, 4], ["keep"])[1].fallen


@pytest.mark.rules("ability.hero-reroll", "ability.healing-backlash", "equipment.power-armor-shutdown")
def test_of_his_failed_dice_a_hero_rolls_a_one_again():
    """A 1 is the worst of them: it hurts a healer and shuts armor down."""
    state, healer, friend = two({"traits": ("hero", "healing")}, {"losses": {"poison": 1, "wounds": 1}})
    friend.seat = "red"
    table = script(state, [1, 2, 6], ["re-roll", "poison"])
    mental.heal(table, healer, friend, 3)
    assert (quality(healer), friend.losses) == (4, {})
    state = battle({"type": "human", "quality": 4, "traits": ("hero",), "gear": ("power-armor",)})
    dice = quality_roll(script(state, [1, 1, 2], ["re-roll"]), state.figures["red-1"], 3, "activation", "morale.roll")
    assert (dice.successes, dice.failures, dice.ones) == (1, 2, 1)


@pytest.mark.rules(
    "ability.leader-bonus", "faq.leader-bonus-not-leaders", "ability.leader-bonus-conditions", "faq.leader-bonus-when"
)
def test_a_leader_heartens_friends_who_see_him_but_never_leaders():
    """ex.sp-leader-two, ex.sp-leader-not-other-leader."""
    state = battle({"leader": True, "at": (100, 100)}, {"at": (200, 100)}, {"traits": ("leader",), "at": (100, 160)})
    leader, friend, other = state.figures.values()
    assert needed_by(state, friend, "activation") == 3
    assert needed_by(state, leader, "activation") == needed_by(state, other, "activation") == 4
    for harm in ({"fallen": True}, {"transfixed": "web-gun"}, {"unconscious": True}):
        for name, value in harm.items():
            setattr(leader, name, value)
            setattr(other, name, value)
        assert needed_by(state, friend, "activation") == 4
        for name in harm:
            setattr(leader, name, False if name != "transfixed" else "")
            setattr(other, name, False if name != "transfixed" else "")


@pytest.mark.rules(
    "ability.leader-bonus-conditions",
    "ability.leader-bonus",
    "faq.leader-bonus-not-resisting",
    "faq.leader-bonus-mutations",
    "morale.modifiers",
    "ability.steadfast",
)
def test_the_leaders_bonus_counts_for_doing_and_not_for_withstanding():
    """ex.sp-leader-not-radiation."""
    state = battle(
        {"leader": True, "at": (100, 100)},
        {"traits": ("steadfast",), "at": (200, 100)},
        {"blue": True, "at": (150, 100)},
    )
    friend = state.figures["red-2"]
    assert [needed_by(state, friend, purpose) for purpose in ("activation", "mutation", "unjam", "climb")] == [3] * 4
    assert needed_by(state, friend, "morale") == 2
    assert [
        needed_by(state, friend, purpose) for purpose in ("radiation", "poison", "stun", "entangle", "disease")
    ] == [4] * 5
    state.map = battle(terrain=[wall(140, 50, 10, 100)]).map
    assert needed_by(state, friend, "activation") == 4


@pytest.mark.rules("ability.strong-constitution", "ability.weak-constitution")
def test_a_constitution_counts_against_poison_gas_radiation_and_disease():
    state = battle({"traits": ("strong-constitution",)}, {"traits": ("weak-constitution",)})
    strong, weak = state.figures.values()
    for purpose in ("poison", "gas", "radiation", "disease", "herbicide"):
        assert (needed_by(state, strong, purpose), needed_by(state, weak, purpose)) == (3, 5)
    assert needed_by(state, strong, "entangle") == 4


@pytest.mark.rules(
    "faq.hero-radiation", "ability.energy-projection-radiation", "drug.radiation-antidote", "equipment.nbc-suit"
)
def test_radiation_checks_the_whole_body():
    """ex.sp-hero-radiation, ex.sp-radiation-suit, ex.sp-leader-not-radiation."""
    state = battle({"type": "human", "quality": 3, "traits": ("hero",), "used": ["hero"]})
    hero = state.figures["red-1"]
    irradiate(script(state, [1, 2]), hero, "ability.energy-projection-radiation")
    assert (hero.losses, quality(hero)) == ({"radiation for good": 1}, 4)
    state = battle({"type": "human", "quality": 5, "gear": ("nbc-suit",), "effects": ["radiation-antidote"]})
    suited = state.figures["red-1"]
    irradiate(script(state, [1, 2, 2]), suited, "ability.energy-projection-radiation")
    assert (suited.losses, quality(suited)) == ({"radiation": 1}, 6)
    state = battle({})
    irradiate(script(state, [3, 3, 3]), state.figures["red-1"], "ability.energy-projection-radiation")
    assert state.figures["red-1"].gone == "killed"
    assert (
        irradiate(
            script(battle({"type": "android"})), battle({"type": "android"}).figures["red-1"], "android.immunities"
        )
        == 0
    )


# The disease


@pytest.mark.rules("wretched.infection-roll", "wretched.infection-effects")
def test_a_human_that_touches_a_wretched_may_be_infected():
    """ex.infection-one-failure: Q4+, Short move, -1 on every Combat roll."""
    state = battle(
        {"type": "human", "quality": 3, "combat": 2, "at": (400, 400)},
        {"type": "wretched", "at": (500, 400), "blue": True},
    )
    human = state.figures["red-1"]
    carry_out(script(state, [3, 6, 2]), human, (500, 400))
    assert ("infected" in human.rules, quality(human), stick_of(human)) == (True, 4, "short")
    assert totals(fight(state, human, state.figures["blue-2"]))[0] == 1


@pytest.mark.rules("wretched.infection-roll", "equipment.nbc-suit")
def test_the_disease_is_rolled_for_once_and_not_by_everybody():
    state = battle(
        {"type": "human"},
        {"type": "robot"},
        {"type": "plant"},
        {"type": "wretched"},
        {"type": "human", "gear": ("nbc-suit",)},
    )
    human, *safe = state.figures.values()
    expose(script(state, [6, 6, 6]), human, "wretched.infection-roll")
    assert human.immune
    for figure in (human, *safe):
        expose(script(state), figure, "wretched.infection-roll")


@pytest.mark.rules("equipment.power-armor-immunities", "wretched.infection-roll")
def test_power_armor_keeps_gases_out_but_not_the_disease():
    state = battle({"type": "human", "gear": ("power-armor",)}, {"type": "human", "gear": ("power-armor", "nbc-suit")})
    armored, suited = state.figures.values()
    expose(script(state, [1, 4, 4]), armored, "wretched.infection-roll")
    expose(script(state), suited, "wretched.infection-roll")
    assert ("infected" in armored.rules, "infected" in suited.rules) == (True, False)


@pytest.mark.rules("wretched.corpse-contagion")
def test_ending_a_move_on_the_body_of_a_wretched_is_contact():
    state = battle(
        {"type": "wretched", "blue": True, "at": (460, 400)},
        {"type": "human", "at": (400, 400)},
        {"blue": True, "at": (800, 800)},
    )
    table = script(state, [6, 6, 6])
    kill(table, state.figures["blue-1"], "combat.kill")
    human = state.figures["red-2"]
    carry_out(table, human, (460, 400))
    assert human.infection_rolled


# Mutations in use


@pytest.mark.rules("ability.allure")
def test_allure_weakens_everybody_near_until_the_end_of_the_turn():
    """ex.sp-allure: the test fails, then 6 5 6 is one failure."""
    state = battle(
        {"traits": ("allure",), "at": (400, 400)},
        {"blue": True, "at": (440, 400)},
        {"blue": True, "type": "robot", "at": (400, 440)},
        {"blue": True, "at": (700, 700)},
    )
    mutant = state.figures["blue-2"]
    mutations.allure(script(state, [2]), state.figures["red-1"])
    assert needed_by(state, mutant, "morale") == 6
    assert quality_roll(script(state, [6, 5, 6]), mutant, 3, "morale", "morale.roll").failures == 1
    pass_turn(script(state))
    assert needed_by(state, mutant, "morale") == 4


@pytest.mark.rules("ability.entangle", "ability.entangle-persists")
def test_entangle_holds_on_a_single_failure():
    """ex.sp-entangle-two-actions: 5 and 2 against Q3+."""
    state, spider, human = two({"type": "animal", "species": "spider"}, {"type": "human", "quality": 3}, apart=130)
    assert [key for key in keys(state, spider) if key.startswith("entangle")] == [
        "entangle:blue-2:2",
        "entangle:blue-2:3",
    ]
    mutations.entangle(script(state, [5, 2]), human, 2)
    assert human.transfixed == "entangled"
    kill(script(state), spider, "combat.kill")
    assert human.transfixed == "entangled"


@pytest.mark.rules("ability.slow", "ability.sprint")
def test_a_slow_model_moves_once_and_sprint_gives_it_nothing():
    """ex.sp-slow, ex.sp-sprint."""
    state = battle({"traits": ("slow", "long-move", "sprint"), "at": (100, 100)}, {"blue": True, "at": (800, 800)})
    slow = state.figures["red-1"]
    assert "move" in keys(state, slow)
    assert "sprint" not in keys(state, slow)
    carry_out(script(state), slow, (250, 100))
    assert "move" not in keys(state, slow)
    fast = battle({"traits": ("sprint",), "at": (100, 100)}, {"blue": True, "at": (800, 800)})
    runner = fast.figures["red-1"]
    mutations.sprint(script(fast, [], [(240, 100), (240, 240)]), runner)
    assert ((runner.x, runner.y), runner.used) == ((240, 240), ["sprint"])
    assert "sprint" not in keys(fast, runner)


@pytest.mark.rules("ability.energy-feeding-drain", "ability.energy-feeding-shutdown")
def test_draining_takes_spares_first_and_shuts_a_robot_down():
    """ex.sp-energy-feeding."""
    state, leech, robot = two(
        {"traits": ("energy-feeding",)}, {"type": "robot", "cells": 1, "power": 1, "gear": ("pistol",)}
    )
    assert {"drain:blue-2:cell", "drain:blue-2:pistol"} <= set(keys(state, leech))
    mutations.drain(script(state), robot, "cell")
    assert not robot.inert
    mutations.drain(script(state), robot, "cell")
    assert robot.inert
    mutations.drain(script(state), robot, "pistol")
    assert not robot.weapons[0].loaded
    robot.weapons.append(Weapon("pistol"))
    mutations.drain(script(state), robot, "pistol")
    assert not robot.weapons[1].loaded
    suit = two({}, {"type": "human", "gear": ("power-armor",), "power": 1})[2]
    mutations.drain(script(battle()), suit, "cell")
    assert "immobilised" in suit.effects
    state, leech, shielded = two({"traits": ("energy-feeding",)}, {"type": "human", "gear": ("force-field",)})
    by_key(state, leech)["drain:blue-2:force-field"].do(script(state), leech)
    assert "force-field" not in shielded.rules
    assert not any(key.startswith("drain") for key in keys(state, leech))


@pytest.mark.rules("ability.explosive-fruits", "ability.explosive-fruits-sharing")
def test_fruits_are_counted_at_the_start_and_shared_with_friends():
    """ex.sp-explosive-fruits: a 4 is 2 fruits."""
    state, plant, friend = two({"type": "plant", "traits": ("explosive-fruits",)}, {})
    friend.seat = "red"
    mutations.ExplosiveFruits("explosive-fruits").enters(script(state, [4]), plant)
    assert plant.gear["explosive-fruit"] == 2
    assert "throw:explosive-fruit" in keys(state, plant)
    assert "fruit:red-1" in keys(state, friend)
    friend.seat = "blue"
    assert "fruit:red-1" not in keys(state, friend)
    plant.transfixed = "web-gun"
    assert "fruit:red-1" in keys(state, friend)


@pytest.mark.rules("ability.explosive-fruits-sharing")
def test_anybody_may_take_the_fruits_of_a_dead_plant():
    state, plant, foe = two({"type": "plant", "traits": ("explosive-fruits",)}, {"type": "human"})
    plant.gear["explosive-fruit"] = 2
    kill(script(state), plant, "combat.kill")
    for _ in range(2):
        deed = by_key(state, foe)["pick-up:0"]
        assert deed.cost == 1
        deed.do(script(state), foe)
    assert (foe.gear, "throw:explosive-fruit" in keys(state, foe)) == ({"explosive-fruit": 2}, True)
    assert not any(key.startswith("pick-up") for key in keys(state, foe))


@pytest.mark.rules("ability.quills-contact", "ability.quills-shoot", "weapon-row.quills")
def test_quills_hack_at_everyone_who_comes_near_and_can_be_shot():
    """ex.sp-quills-friend: 6 against 5: the friend recoils."""
    state = battle(
        {"type": "plant", "traits": ("quills",), "at": (400, 400)}, {"at": (500, 400)}, {"blue": True, "at": (400, 470)}
    )
    cactus, friend, foe = state.figures.values()
    carry_out(script(state, [5, 2], [(440, 400)]), friend, (420, 400))
    assert (round(friend.x), friend.gone) == (440, "")
    assert totals(ranged.shot(state, cactus, foe, ARMS["quills"])) == (1, 3)
    assert "shoot:quills:blue-3" in keys(state, cactus)


@pytest.mark.rules("ability.doppelganger-copy", "ability.doppelganger-duration", "ability.doppelganger-variable")
def test_a_doppelganger_takes_numbers_and_nature_but_no_skills_or_gear():
    """ex.sp-doppelganger, ex.sp-doppelganger-variable."""
    bear = {"type": "animal", "species": "bear", "combat": 4, "traits": ("poison",), "champion": True}
    state, copy, _ = two({"traits": ("doppelganger",), "gear": ("pistol",)}, bear, apart=22.5)
    mutations.take_form(script(state), copy, state.figures["blue-2"])
    assert (quality(copy), size(copy), "poison" in copy.rules) == (4, 1, True)
    assert totals(fight(state, copy, state.figures["blue-2"]))[0] == 4
    assert not any(key.startswith("shoot") for key in keys(state, copy))
    knock_down(script(state), copy, "combat.beaten-recoil-or-fall")
    assert (copy.form, size(copy)) == (None, 0)
    drugged = {"traits": ("absorption (lasers)", "savage"), "effects": ["stimulant"], "leader": True}
    state, copy, other = two({"traits": ("doppelganger",)}, drugged)
    mutations.take_form(script(state), copy, other)
    assert needed_by(state, copy, "stun") == 3
    assert ("absorption (lasers)" in copy.rules, "savage" in copy.rules, "leader" in copy.rules) == (True, False, False)


@pytest.mark.rules("ability.doppelganger-copy", "ability.danger-sense")
@pytest.mark.parametrize(
    ("other", "copied"),
    [
        ({"type": "plant", "traits": ("danger-sense",)}, True),
        ({"type": "animal", "species": "bear", "traits": ("danger-sense",)}, True),
        ({"traits": ("danger-sense (mental)",)}, True),
        ({"traits": ("danger-sense",)}, False),  # a Mutant has learned it
    ],
)
def test_a_doppelganger_copies_danger_sense_where_it_is_a_mutation(other, copied):
    """ruling.sp-doppelganger-inborn."""
    state, copy, model = two({"traits": ("doppelganger",)}, other)
    mutations.take_form(script(state), copy, model)
    assert foils_ambush(voices(copy.rules)) is copied


@pytest.mark.rules("ability.doppelganger-copy", "ability.leader-bonus")
def test_a_doppelganger_gives_up_its_own_mutations_but_not_what_it_has_learned():
    """ruling.sp-doppelganger-inborn: neither copies it a Leader, though leading is on the table of Plants."""
    own = ("doppelganger", "danger-sense (mental)", "savage")
    state, copy, model = two({"traits": own}, {"type": "plant", "traits": ("leader",)})
    mutations.take_form(script(state), copy, model)
    assert [rule for rule in copy.rules if rule in (*own, "leader")] == ["doppelganger", "savage"]


@pytest.mark.rules("ability.doppelganger-duration")
def test_a_doppelganger_takes_its_own_form_without_an_action():
    state, copy, other = two({"traits": ("doppelganger",)}, {})
    mutations.take_form(script(state), copy, other)
    assert "revert" in keys(state, copy, 0)
    actions.act(script(state, [], ["revert"]), copy, 0)
    assert copy.form is None


@pytest.mark.rules("ability.doppelganger-duration", "ability.tough-wound")
def test_a_doppelganger_dies_of_what_its_own_form_cannot_bear():
    """ruling.sp-doppelganger-inborn, ruling.sp-quality-seven: losses of the copied form are kept."""
    for end in (mutations.revert, lambda table, copy: knock_down(table, copy, "combat.beaten-recoil-or-fall")):
        state, copy, other = two({"traits": ("doppelganger",), "quality": 5}, {"traits": ("tough",), "quality": 3})
        mutations.take_form(script(state), copy, other)
        copy.losses["wounds"] = 2
        assert quality(copy) == 5
        end(script(state), copy)
        assert (quality(copy), copy.gone) == (7, "killed")


@pytest.mark.rules("ability.doppelganger-wretched")
def test_a_doppelganger_of_a_wretched_carries_the_disease():
    state, copy, other = two({"traits": ("doppelganger",), "infection_rolled": True}, {"type": "wretched"})
    mutations.take_form(script(state), copy, other)
    assert "disease" in copy.rules
    mutations.revert(script(state), copy)  # the roll was made on contact
    assert "disease" not in copy.rules
    fresh = two({"traits": ("doppelganger",)}, {"type": "wretched"})
    mutations.take_form(script(fresh[0]), fresh[1], fresh[2])
    mutations.revert(script(fresh[0], [2, 2, 2]), fresh[1])
    assert "infected" in fresh[1].rules


@pytest.mark.rules("ability.doppelganger-wretched", "wretched.infection-effects")
def test_a_doppelganger_feels_the_disease_only_in_its_own_form_and_does_not_carry_it_if_immune():
    """ruling.sp-doppelganger-wretched."""
    for sick in ({"infected": True}, {"effects": ["infected"], "losses": {"disease": 1}}):
        state, copy, other = two({"traits": ("doppelganger",), **sick}, {"type": "wretched", **C4})
        assert (totals(fight(state, copy, other))[0], stick_of(copy), quality(copy)) == (2, "short", 5)
        mutations.take_form(script(state), copy, other)
        assert "disease" in copy.rules
        assert (totals(fight(state, copy, other))[0], stick_of(copy), quality(copy)) == (4, "short", 4)
        assert not hampers(voices(copy.rules))
        mutations.revert(script(state), copy)
        assert (totals(fight(state, copy, other))[0], stick_of(copy), quality(copy)) == (2, "short", 5)
    state, copy, other = two({"traits": ("doppelganger",), "immune": True}, {"type": "wretched"})
    mutations.take_form(script(state), copy, other)
    assert "disease" not in copy.rules
    mutations.revert(script(state), copy)
    assert copy.effects == []


@pytest.mark.rules(
    "equipment.power-armor-terrain",
    "ability.forester",
    "move.forester-woods",
    "move.broken-terrain",
    "ability.amphibious",
    "robot.feature-all-terrain",
    "animal.aquatic",
)
def test_woods_slow_the_human_but_not_the_suit_or_the_plant():
    """ex.sp-power-armor-woods: Medium, Short, Short."""
    wood = [disc(400, 400, 250)]
    for model, far in (
        ({"type": "human", "gear": ("power-armor",)}, 140),
        ({"type": "plant"}, 95),
        ({"type": "human"}, 95),
        ({"type": "robot", "traits": ("all-terrain",)}, 140),
    ):
        state = battle({**model, "at": (400, 400)}, terrain=wood)
        assert round(where_to(state, state.figures["red-1"], (800, 400)).length) == far
    pond = [disc(400, 400, 250, "water", "pond")]
    for swimmer, far in (({"traits": ("amphibious",)}, 140), ({"type": "animal", "species": "aquatic"}, 200), ({}, 95)):
        state = battle({**swimmer, "at": (400, 400)}, terrain=pond)
        assert round(where_to(state, state.figures["red-1"], (800, 400)).length) == far


# Stealth


@pytest.mark.rules(
    "ability.stealth-untargetable",
    "ability.superior-senses",
    "equipment.heavy-armor-drawbacks",
    "ability.stealth-firing",
    "equipment.needler-silent",
    "robot.feature-intrusion",
)
def test_a_stealthy_model_in_touch_with_cover_is_no_target():
    """ex.sp-stealth-needler, ex.sp-heavy-armor-stealth."""
    near = [wall(590, 410, 40, 10)]
    for hidden, shooter, seen in (
        ({"traits": ("stealth",)}, {}, False),
        ({"type": "robot", "traits": ("intrusion-module",)}, {}, False),
        ({"traits": ("stealth",)}, {"traits": ("superior-senses",)}, True),
        ({"type": "human", "traits": ("stealth",), "gear": ("heavy-armor",)}, {}, True),
        ({"traits": ("stealth",), "exposed": True}, {}, True),
        ({}, {}, True),
    ):
        state, one, other = two({**shooter, "gear": ("pistol",)}, hidden, apart=210, terrain=near)
        assert (other in ranged.targets(state, one, ARMS["pistol"])) is seen
    state, one, other = two({"traits": ("stealth",), "gear": ("needler", "pistol")}, {"type": "robot"}, apart=100)
    ranged.shoot(script(state, [1, 2, 1]), one, other, ARMS["needler"])
    assert not one.exposed
    ranged.shoot(script(state, [1, 2, 6]), one, other, ARMS["pistol"])
    assert one.exposed
    carry_out(script(state), one, (350, 400))
    assert not one.exposed


@pytest.mark.rules("ability.stealth-firing", "ability.energy-projection-radiation")
def test_projected_radiation_gives_a_stealthy_model_away():
    """ruling.sp-stealth-firearms: Energy Projection of every kind does."""
    near = [wall(390, 410, 60, 10)]
    sneak = {"traits": ("energy-projection (radiation)", "stealth"), "hidden": True}
    state, one, other = two(sneak, {"gear": ("pistol",)}, apart=60, terrain=near)
    assert one not in ranged.targets(state, other, ARMS["pistol"])
    actions.carry_out(script(state, [6, 6, 6, 3]), one, by_key(state, one)["irradiate:blue-2"])
    assert one in ranged.targets(state, other, ARMS["pistol"])
    assert not ranged.ambushes(one, other)


# The mind


@pytest.mark.rules(
    "ability.telepathy-attack",
    "ability.telepathy-confused",
    "ability.telepathy-knockout",
    "ability.telepathy-mind-control",
    "weapon-row.telepathy",
)
@pytest.mark.parametrize(
    ("dice", "effect"), [([4, 3], "confused"), ([6, 2], "out"), ([6, 1], "controlled"), ([2, 4], "")]
)
def test_telepathy_confuses_knocks_out_or_controls(dice, effect):
    """ex.sp-telepathy-double: 9 against 4, passes out."""
    state, telepath, human = two({**C3, "traits": ("telepathy",)}, {**C2, "type": "human"}, apart=150)
    mental.attack_mind(script(state, dice), telepath, human)
    assert ("confused" in human.effects) is (effect == "confused")
    assert human.unconscious is (effect == "out")
    assert side_of(state, human) == ("red" if effect == "controlled" else "blue")


@pytest.mark.rules("ability.mental-shield", "ability.telepathy-confused")
def test_a_mental_shield_adds_two_and_confusion_costs_an_action():
    """ex.sp-telepathy-shield: 9 against 6."""
    state, telepath, other = two({**C3, "traits": ("telepathy",)}, {**C3, "traits": ("mental-shield",)}, apart=150)
    mental.attack_mind(script(state, [6, 1]), telepath, other)
    assert needed_by(state, other, "morale") == 5
    mental.recover(script(state), other)
    assert needed_by(state, other, "morale") == 4


@pytest.mark.rules(
    "psi.immune-types",
    "robot.telepathy-immunity",
    "ability.mind-block",
    "psi.no-target-restrictions",
    "ability.telepathy-duel",
    "ability.stealth-psionics",
)
def test_telepathy_reaches_minds_only_but_any_of_them_in_sight():
    state = battle(
        {"traits": ("telepathy",), "at": (400, 400)},
        {"blue": True, "type": "robot", "at": (420, 400)},
        {"blue": True, "type": "plant", "at": (400, 450)},
        {"blue": True, "traits": ("mind-block",), "at": (450, 450)},
        {"blue": True, "at": (340, 480)},
        {"blue": True, "traits": ("stealth",), "at": (330, 400)},
    )
    found = {key for key in keys(state, state.figures["red-1"]) if key.startswith("telepathy") and "aimed" not in key}
    assert found == {"telepathy:blue-5", "telepathy:blue-6"}  # engaged, past nearer ones, Stealthy or not
    duel = battle({**C3, "traits": ("telepathy",)}, {**C3, "traits": ("telepathy",), "blue": True})
    one, other = duel.figures.values()
    mental.attack_mind(script(duel, [1, 6]), one, other)
    assert one.unconscious  # 4 against 9


@pytest.mark.rules(
    "ability.telepathy-mind-control", "ability.telepathy-concentration", "transfixed.psionic-source-killed"
)
def test_a_controlled_model_acts_for_its_controller_until_released():
    state = battle(
        {"traits": ("telepathy",), "at": (400, 400)}, {"blue": True, "at": (450, 400)}, {"blue": True, "at": (400, 500)}
    )
    telepath, victim, other = state.figures.values()
    mental.take_control(script(state), telepath, victim)
    assert victim in models_of(state, "red")
    assert (needed_by(state, victim, "activation"), totals(fight(state, victim, other))[0]) == (5, 2)
    mental.attack_mind(script(state, [1, 6]), telepath, other)
    assert side_of(state, victim) == "blue"
    mental.take_control(script(state), telepath, victim)
    kill(script(state), telepath, "combat.kill")
    assert victim in models_of(state, "blue")


@pytest.mark.rules("ability.telepathy-mind-control")
def test_one_whom_a_second_telepath_takes_over_is_no_weaker_for_it():
    state = battle(
        {"traits": ("telepathy",), "at": (400, 400)},
        {"blue": True, "at": (450, 400)},
        {"blue": True, "traits": ("telepathy",), "at": (450, 500)},
    )
    first, victim, second = state.figures.values()
    mental.take_control(script(state), first, victim)
    mental.take_control(script(state), second, victim)
    assert (victim.effects, side_of(state, victim)) == (["controlled"], "blue")
    assert totals(fight(state, victim, first))[0] == 2


@pytest.mark.rules("ability.telepathy-mind-control", "transfixed.psionic-source-killed")
def test_one_whom_a_controlled_telepath_controls_acts_for_his_controller():
    """ruling.sp-mind-control-turns; both come to when the first telepath is gone."""
    state = battle(
        {"traits": ("telepathy",), "at": (400, 400)},
        {"blue": True, "traits": ("telepathy",), "at": (450, 400)},
        {"blue": True, "at": (500, 400)},
        {"blue": True, "at": (800, 800)},
    )
    first, second, third, _ = state.figures.values()
    mental.take_control(script(state), first, second)
    mental.attack_mind(script(state, [6, 1], []), second, third)
    assert third.controller == ""  # 8 against 4 knocks it out
    third.unconscious = False
    mental.take_control(script(state), second, third)
    assert (third in models_of(state, "red"), side_of(state, third)) == (True, "red")
    kill(script(state), first, "combat.kill")
    assert [(one.controller, side_of(state, one), one.effects) for one in (second, third)] == [("", "blue", [])] * 2


@pytest.mark.rules("ability.telepathic-scream", "area.psi")
def test_a_scream_never_controls_and_spares_nobody_with_a_mind():
    """ex.sp-scream-treble: 9 against 3, passes out."""
    state = battle(
        {"traits": ("telepathic-scream",), "at": (400, 400)},
        {"type": "human", "combat": 2, "at": (450, 400)},
        {"type": "robot", "blue": True, "at": (400, 450)},
    )
    mental.scream(script(state, [6, 1]), state.figures["red-1"])
    assert state.figures["red-2"].unconscious
    state.rulings = Rulings(sp_scream_friends="enemies-only")
    assert mental.screamed_at(state, state.figures["red-1"]) == []


@pytest.mark.rules("ability.telekinetic-test", "weapon-row.telekinetic-disarm")
def test_weight_helps_against_telekinesis():
    """ex.sp-telekinetic-disarm-huge: 2 + 2 keeps the weapon."""
    state = battle({"traits": ("huge",)}, {"traits": ("big",)}, {"type": "human", "gear": ("power-armor",)}, {})
    huge, big, suit, plain = state.figures.values()
    assert [mental.resolve_telekinesis(script(state, [2]), figure, False) for figure in (huge, big, suit, plain)] == [
        False,
        True,
        False,
        True,
    ]
    assert mental.resolve_telekinesis(script(state, [2]), huge, True)  # aimed


@pytest.mark.rules(
    "ability.telekinetic-push",
    "ability.telekinetic-test",
    "ability.telekinetic-push-melee",
    "weapon-row.telekinetic-push",
)
def test_a_push_moves_the_target_and_may_throw_it_down():
    """ex.sp-telekinetic-push."""
    state, psionic, android = two({"traits": ("telekinetic-push",)}, {"type": "android"}, apart=100)
    mental.push(script(state, [4], [(560, 400)]), psionic, android)
    assert ((android.x, android.y), android.fallen) == ((560, 400), True)
    state, psionic, foe = two({"traits": ("telekinetic-push",)}, {})
    mental.push(script(state, [2, 6, 3], [(480, 400)]), psionic, foe)  # the psionic's own Free Hack first
    assert (round(foe.x), foe.fallen) == (480, False)


@pytest.mark.rules("ability.telekinetic-disarm", "ability.telekinetic-disarm-mishaps", "robot.inbuilt-weapons")
def test_a_disarmed_weapon_flies_and_a_grenade_may_go_off():
    state, psionic, foe = two({"traits": ("telekinetic-disarm",)}, {"gear": ("pistol",)}, apart=100)
    mental.disarm(script(state, [], [(500, 500)]), psionic, foe)
    assert (foe.weapons, foe.hand, [item.item for item in state.items]) == ([], "", ["pistol"])
    state, psionic, foe = two(
        {"traits": ("telekinetic-disarm",)},
        {"gear": ("fragmentation-grenade",), "hand": "fragmentation-grenade"},
        apart=100,
    )
    mental.disarm(script(state, [1, 1, 6], [(500, 480)]), psionic, foe)
    assert not state.items
    robot = two({"traits": ("telekinetic-disarm",)}, {"type": "robot", "gear": ("pistol",)}, apart=100)
    assert not any(key.startswith("telekinetic-disarm") for key in keys(robot[0], robot[1]))
    wet = two(
        {"traits": ("telekinetic-disarm",)},
        {"gear": ("pistol",)},
        apart=100,
        terrain=[disc(500, 500, 30, "water", "pond")],
    )
    mental.disarm(script(wet[0], [4], [(500, 500)]), wet[1], wet[2])
    assert [item.weapon.broken for item in wet[0].items] == [True]


@pytest.mark.rules("ability.telekinetic-shield", "ability.telekinetic-shield-collapse")
def test_a_shield_stops_everything_material_until_its_bearer_stirs():
    bearer = {**C2, "traits": ("telekinetic-shield",), "effects": ["shielded"]}
    for arm, stopped in (
        ("bow", True),
        ("assault-rifle", True),
        ("flamethrower", True),
        ("laser-gun", False),
        ("sonic-stunner", False),
    ):
        dice = [6, 1] if arm == "bow" else [6, 2, 1]
        assert shoot(arm, C5, bearer, dice)[0].immune is stopped
    for disturb in ("move", "attack"):
        state, one, other = two({}, bearer)
        if disturb == "attack":
            attack(script(state, [1, 2]), one, other)
        else:
            carry_out(script(state), other, (600, 400))
        assert "shielded" not in other.effects


@pytest.mark.rules("ability.telekinetic-shield", "equipment.herbicide", "grenade.defoliant")
@pytest.mark.parametrize(("arm", "dice"), [("herbicide", []), ("defoliant-grenade", [6, 1])])
def test_a_shield_stops_what_kills_plants(arm, dice):
    """table.special-telekinetic-shield: Herbicide and Defoliant are material."""
    state = battle({"type": "plant", "traits": ("telekinetic-shield",), "effects": ["shielded"], "at": (400, 400)})
    table = script(state, dice)
    area.go_off(table, None, ARMS[arm], (410, 410))
    table.finish()
    assert not state.figures["red-1"].gone


@pytest.mark.rules("ability.healing-use", "ability.healing-backlash", "ability.healing-targets", "wretched.incurable")
def test_each_success_heals_an_ailment_and_a_one_costs_the_healer():
    """ex.sp-healing: one cured; the healer becomes 6+."""
    state, healer, friend = two(
        {"quality": 5, "traits": ("healing",)}, {"transfixed": "web-gun", "losses": {"poison": 1}}
    )
    friend.seat = "red"
    mental.heal(script(state, [5, 1], ["poison"]), healer, friend, 2)
    assert (friend.losses, friend.transfixed, quality(healer)) == ({}, "web-gun", 6)
    mental.heal(script(state, [1]), healer, friend, 1)
    assert healer.gone == "killed"
    for patient in ({"type": "android", "transfixed": "x"}, {"type": "wretched", "transfixed": "x"}):
        state, healer, other = two({"traits": ("healing",)}, patient)
        other.seat = "red"
        assert not mental.can_be_healed(state, healer, other)


@pytest.mark.rules("ability.healing-use", "campaign.radiation-check")
def test_all_quality_lost_to_radiation_is_one_ailment():
    """ruling.sp-healing-ailment: for this game or for good."""
    state, healer, friend = two(
        {"traits": ("healing",)}, {"losses": {"radiation": 1, "radiation for good": 1, "wounds": 1}}
    )
    friend.seat = "red"
    assert mental.ailments(friend) == ["radiation", "wounds"]
    mental.heal(script(state, [5], ["radiation"]), healer, friend, 1)
    assert friend.losses == {"wounds": 1}


@pytest.mark.rules("ability.terror-approach", "ability.phobia", "ability.terror-immunity", "ability.artificial-morale")
def test_a_terrible_foe_cannot_be_approached_without_courage():
    """ex.sp-phobia: failed, and the action is free for something else."""
    for target, mover, dice in (
        ({"traits": ("terror",)}, {}, [3]),
        ({"type": "robot"}, {"traits": ("phobia (artificial)",)}, [3]),
    ):
        state, one, other = two(mover, target, apart=80)
        cost = carry_out(script(state, dice), one, (480, 400))
        assert other.id in one.shunned
        assert (cost, one.x < 459) == (None, True)
    state, one, other = two({}, {"traits": ("terror",)}, apart=80)
    carry_out(script(state, [4]), one, (480, 400))
    assert (round(one.x), other.id in one.bold) == (460, True)
    machine = two({"type": "android"}, {"traits": ("terror",)}, apart=80)
    carry_out(script(machine[0]), machine[1], (480, 400))
    assert round(machine[1].x) == 460


@pytest.mark.rules("ability.terror-charge", "ability.terror-immunity", "morale.trigger-terror")
def test_a_charge_by_terror_is_met_with_a_morale_check():
    """ex.sp-terror-charge."""
    state, one, other = two({"traits": ("terror",)}, {}, apart=80)
    carry_out(script(state, [4, 6, 5]), one, (480, 400))
    assert (round(one.x), other.bold) == (460, [one.id])


@pytest.mark.rules("ability.fear-of-fire", "morale.trigger-phobia-fire")
def test_flames_frighten_those_who_fear_fire_hit_or_not():
    state, one, other = two({"gear": ("flamethrower",)}, {**C5, "traits": ("fear-of-fire",)}, apart=80)
    table = script(state, [1, 2, 6, 6, 6, 6])
    ranged.shoot(table, one, other, ARMS["flamethrower"])
    table.finish()


@pytest.mark.rules("ability.fear-of-water")
def test_those_who_fear_water_need_courage_to_enter_it():
    pond = [disc(500, 400, 60, "water", "pond")]
    state = battle({"traits": ("fear-of-water",), "at": (400, 400)}, terrain=pond)
    figure = state.figures["red-1"]
    assert carry_out(script(state, [2]), figure, (500, 400)) == 0
    assert carry_out(script(state), figure, (500, 400)) == 0  # no second try in the turn
    brave = battle({"traits": ("fear-of-water",), "at": (400, 400)}, terrain=pond)
    carry_out(script(brave, [4]), brave.figures["red-1"], (500, 400))
    assert brave.figures["red-1"].x > 440


@pytest.mark.rules("ability.fear-of-water", "move.broken-terrain")
@pytest.mark.parametrize(("traits", "wide", "dice"), [((), 40, []), ((), 16, [4]), (("huge",), 36, [4])])
def test_a_bridge_is_crossed_without_courage_by_one_who_fits_on_it(traits, wide, dice):
    river = [wall(0, 450, 900, 60, "water", "river"), wall(400 - wide / 2, 440, wide, 80, "bridge", "bridge")]
    state = battle({"traits": ("fear-of-water", *traits), "at": (400, 425.5)}, terrain=river)
    one = state.figures["red-1"]
    table = script(state, dice)
    carry_out(table, one, (400, 560))
    table.finish()
    assert (one.y == 560) is (not dice)  # and it is as good a way as any


# Drugs and grenades


@pytest.mark.rules("drug.effectiveness", "drug.stimulant-quality", "drug.use", "drug.no-stacking", "drug.duration")
def test_drugs_work_on_humans_often_on_mutants_and_seldom_on_animals():
    """ex.sp-drug-animal: a 4 is not enough."""
    state = battle(
        {"type": "human"},
        {"type": "mutant"},
        {"type": "animal", "species": "rat"},
        {"type": "plant"},
        {"type": "robot"},
        {"type": "wretched"},
    )
    human, mutant, animal, plant, robot, wretched = state.figures.values()
    assert drugs.dose(script(state), human, "stimulant")
    assert needed_by(state, human, "stun") == 3
    drugs.dose(script(state), human, "stimulant")
    assert needed_by(state, human, "stun") == 3
    assert [drugs.dose(script(state, [n]), mutant, "frenzy-drug") for n in (2, 3)] == [False, True]
    assert [drugs.dose(script(state, [n]), animal, "stimulant") for n in (4, 5)] == [False, True]
    assert not drugs.dose(script(state), plant, "stimulant")
    assert not drugs.dose(script(state), robot, "stimulant")
    assert drugs.dose(script(state, [3]), wretched, "stimulant")


@pytest.mark.rules(
    "drug.stimulant-heal-tough", "drug.stimulant-revive", "transfixed.stimulant", "drug.poison-antidote", "rocks.strain"
)
def test_stimulant_revives_and_antidote_cures():
    state = battle(
        {
            "type": "human",
            "transfixed": "web-gun",
            "unconscious": True,
            "losses": {"wounds": 2, "needle": 1, "poison": 1},
            "effects": ["strained"],
        }
    )
    human = state.figures["red-1"]
    drugs.dose(script(state), human, "stimulant")
    assert (human.transfixed, human.unconscious, human.losses, "strained" in human.effects) == (
        "",
        False,
        {"poison": 1},
        False,
    )
    drugs.dose(script(state), human, "poison-antidote")
    assert human.losses == {}


@pytest.mark.rules(
    "drug.genetic-booster", "drug.genetic-booster-transfix", "drug.effectiveness", "animal.later-mutations"
)
def test_a_genetic_booster_mutates_and_holds_for_a_turn():
    """ex.sp-genetic-booster: works, mutates, mental table."""
    state = battle({"at": (100, 100)}, {"blue": True, "at": (800, 800)})
    mutant = state.figures["red-1"]
    drugs.dose(script(state, [3, 4, 5, 3, 4]), mutant, "genetic-booster")
    assert (mutant.profile.traits, mutant.transfixed) == (("telepathy",), "booster")
    assert keys(state, mutant) == []
    begin_turn(script(state), "red")
    assert not mutant.transfixed
    state, human, _ = two({"type": "human", "gear": ("genetic-booster",)}, {}, apart=100)
    take = by_key(state, human)["dose:genetic-booster:red-1"]
    assert foreseen(take.forecast, state).chances == {"nothing": 1}
    table = script(state)
    take.do(table, human)
    table.finish()
    assert (human.profile.traits, table.events[-1].text) == ((), "it does nothing for red 1")


@pytest.mark.rules(
    "grenade.own-combat",
    "grenade.knockback",
    "grenade.knockback-standing-or-fallen",
    "grenade.fragmentation",
    "area.blast",
    "area.separate-rolls",
    "weapon-row.grenades",
)
@pytest.mark.parametrize(("dice", "fallen"), [([5, 3], False), ([4, 2], True)])
def test_a_fragmentation_grenade_throws_the_beaten_clear(dice, fallen):
    """ex.grenade-frag-knockback, ex.sp-frag-even."""
    state = battle({"combat": 2, "at": (300, 400)}, {"at": (500, 400), "blue": True})
    area.go_off(script(state, dice, [(585, 400)]), state.figures["red-1"], ARMS["fragmentation-grenade"], (500, 400))
    mutant = state.figures["blue-2"]
    assert ((mutant.x, mutant.y), mutant.fallen) == ((585, 400), fallen)


@pytest.mark.rules("grenade.sonic", "grenade.quality-resisted")
def test_a_sonic_grenade_stuns_the_living_only():
    """ex.sp-sonic-grenade: only the mutant rolls."""
    state = battle(
        {"at": (400, 400)},
        {"type": "android", "at": (430, 400)},
        {"type": "plant", "at": (400, 430)},
        {"type": "human", "gear": ("power-armor",), "at": (430, 430)},
    )
    table = script(state, [3])
    area.go_off(table, None, ARMS["sonic-grenade"], (415, 415))
    table.finish()
    assert [figure.transfixed for figure in state.figures.values()] == ["sonic", "", "", ""]


@pytest.mark.rules("ability.energy-adaptation", "grenade.sonic")
def test_a_sonic_grenade_is_an_energy_to_adapt_to():
    """sp-energy-adaptation-first-attack: the first attack is harmless, or rolled for if the table plays it so."""
    for rulings, dice, held in (
        (Rulings(), [], ""),
        (Rulings(sp_energy_adaptation_first_attack="resolved"), [3], "sonic"),
    ):
        state = battle({"traits": ("energy-adaptation",), "at": (400, 400)}, rulings=rulings)
        table = script(state, dice)
        area.go_off(table, None, ARMS["sonic-grenade"], (410, 410))
        table.finish()
        mutant = state.figures["red-1"]
        assert (mutant.transfixed, mutant.effects) == (held, ["adapted (sonic)"])


@pytest.mark.rules("grenade.psi-neg")
def test_a_psi_neg_grenade_silences_minds_for_the_game():
    state = battle(
        {"traits": ("telepathy", "phobia (humans)", "danger-sense (mental)"), "at": (400, 400)},
        {"blue": True, "at": (440, 400)},
    )
    psyker = state.figures["red-1"]
    mental.take_control(script(state), psyker, state.figures["blue-2"])
    area.go_off(script(state, [2]), None, ARMS["psi-neg-grenade"], (400, 400))
    assert psyker.rules == ("phobia (humans)", "silenced")
    assert not state.figures["blue-2"].controller


@pytest.mark.rules(
    "grenade.defoliant",
    "equipment.herbicide",
    "plant.herbicide-vulnerability",
    "ability.photosynthesis",
    "equipment.herbicide-woods",
    "grenade.plasma",
)
def test_herbicide_kills_plants_and_bares_woods():
    state = battle(
        {"type": "plant", "quality": 5, "at": (400, 400)},
        {"traits": ("photosynthesis",), "at": (440, 400)},
        {"at": (400, 440)},
        terrain=[disc(400, 520, 60)],
    )
    area.go_off(script(state, [4, 3]), None, ARMS["herbicide"], (410, 410))
    assert [figure.gone for figure in state.figures.values()] == ["killed", "killed", ""]
    assert ground(state).by_id["wood"].traits == {"broken"}
    defoliated = battle({"type": "plant", "quality": 5, "combat": 3, "at": (400, 400)})
    area.go_off(script(defoliated, [5, 1, 5]), None, ARMS["defoliant-grenade"], (410, 410))
    assert defoliated.figures["red-1"].gone == ""


@pytest.mark.rules("grenade.cover", "grenade.size-applies", "grenade.armor", "size.ranged", "ranged.mod-transfixed")
def test_a_blast_counts_size_and_what_stands_between():
    state = battle(
        {"traits": ("huge",), "at": (400, 400)}, {"transfixed": "x", "at": (500, 400)}, terrain=[wall(470, 380, 10, 40)]
    )
    huge, held = state.figures.values()
    assert totals(area.blast(state, None, huge, ARMS["plasma-grenade"], (450, 400)))[0] == 6
    assert totals(area.blast(state, None, held, ARMS["plasma-grenade"], (450, 400)))[0] == 6  # +2 and cover -1
    assert {figure.id for figure in area.in_blast(state, (450, 400))} == {"red-1", "red-2"}
    state.rulings = Rulings(blast_walls="sheltered")
    assert {figure.id for figure in area.in_blast(state, (450, 400))} == {"red-1"}


@pytest.mark.rules("ability.animal-rout", "ability.animal-restrictions")
def test_trained_animals_leave_when_their_masters_are_gone():
    state = battle({"at": (400, 400)}, {"type": "trained-animal", "at": (500, 500)}, {"blue": True, "at": (800, 800)})
    table = script(state)
    kill(table, state.figures["red-1"], "combat.kill")
    state.halved.append("red")
    morale.settle(table)
    assert state.figures["red-2"].gone == "fled"
