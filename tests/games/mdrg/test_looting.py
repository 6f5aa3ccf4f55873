"""What the dead leave behind, what is made of it, and what a model brings from the weeks before."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudge.engine import Script
from adjudge.games.mdrg.bots import warlord
from adjudge.games.mdrg.figures import quality
from adjudge.games.mdrg.rules import actions
from adjudge.games.mdrg.rules.artifacts import hold_find
from adjudge.games.mdrg.rules.quality import needed_by
from adjudge.games.mdrg.rules.radiation import irradiate
from adjudge.games.mdrg.rules.results import kill
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.special import mental
from adjudge.games.mdrg.state import Item, Weapon
from tests.games.mdrg.field import battle, foreseen, hth, script


def deeds(state, figure, actions_left=2):
    return {deed.key: deed for deed in actions.possible(state, figure, actions_left)}


def do(state, figure, key, faces=()):
    table = script(state, faces)
    actions.carry_out(table, figure, deeds(state, figure)[key])
    table.finish()


def looted(**victim):
    """Red stands beside a dead blue model that carried a Laser Gun and two Energy Cells."""
    state = battle(
        {"at": (400, 400)},
        {"blue": True, "at": (420, 400), "gear": ("laser-gun",), "cells": 2, **victim},
        {"blue": True, "at": (800, 800)},
    )
    kill(script(state), state.figures["blue-2"], "combat.kill")
    state.deaths.clear()  # Morale is another matter
    state.halved.append("blue")
    return state, state.figures["red-1"]


@pytest.mark.rules("robot.pick-up-weapons", "actions.pick-up", "campaign.artifact-roll")
def test_the_equipment_of_the_dead_lies_where_they_died_and_has_to_be_figured_out():
    """looting-in-play."""
    state, red = looted()
    assert [(item.item, item.owner, item.count) for item in state.items] == [
        ("laser-gun", "blue-2", 1),
        ("cells", "blue-2", 2),
    ]
    do(state, red, "pick-up:1")
    assert red.cells == 2
    do(state, red, "pick-up:0")
    assert not red.weapons
    assert set(deeds(state, red)) == {"figure-out", "prone"}, "the next action is the try (sp-artifact-carry)"
    do(state, red, "figure-out", [6, 3])
    assert [(gun.id, gun.loaded) for gun in red.weapons] == [("laser-gun", True)], "as the foe left it"


@pytest.mark.rules("campaign.artifact-unknown", "campaign.artifact-empty-weapon")
def test_what_one_cannot_make_out_another_may_try():
    """ex.sp-artifact-two-tries: 8 is not understood; a Human has 7+2 = 9, and the gun is empty."""
    state = battle(
        {"at": (400, 400)}, {"at": (420, 400), "type": "human", "quality": 3}, {"blue": True, "at": (800, 800)}
    )
    mutant, human = state.figures["red-1"], state.figures["red-2"]
    hold_find(script(state), mutant, "laser-gun")
    do(state, mutant, "figure-out", [5, 3])
    do(state, mutant, "lay-down:0")
    do(state, human, "pick-up:0")
    do(state, human, "figure-out", [3, 4, 2])
    assert [(gun.id, gun.loaded) for gun in human.weapons] == [("laser-gun", False)]


@pytest.mark.rules("campaign.artifact-unknown")
def test_nobody_tries_the_same_thing_twice():
    """sp-artifact-retry."""
    state, red = looted()
    do(state, red, "pick-up:0")
    do(state, red, "figure-out", [5, 3])
    do(state, red, "lay-down:0")
    do(state, red, "pick-up:1")
    assert red.puzzle is None
    assert [item.item for item in red.bundle] == ["laser-gun"]


@pytest.mark.rules("campaign.artifact-failure", "campaign.artifact-goes-off")
def test_a_gun_may_go_off_against_its_finder():
    """ex.sp-artifact-goes-off: 7 against 6, odd: the mutant recoils."""
    state, red = looted()
    do(state, red, "pick-up:0")
    table = Script(state, faces=[2, 2, 1, 5, 3], policy=warlord)
    actions.carry_out(table, red, deeds(state, red)["figure-out"])
    table.finish()
    assert any(event.rule.startswith("recoil.") or "recoils" in event.text for event in table.events)
    assert (red.weapons, red.bundle, [item.item for item in state.items]) == ([], [], ["cells"])


@pytest.mark.rules("campaign.artifact-roll")
def test_the_odds_of_a_try_stand_beside_it():
    state, red = looted()
    do(state, red, "pick-up:0")
    forecast = deeds(state, red)["figure-out"].forecast
    assert forecast is not None
    assert foreseen(forecast, state)["understood, ready for use"] == Fraction(10, 36)


@pytest.mark.rules("campaign.artifact-success")
def test_armor_is_worn_from_the_next_game_on():
    state = battle({"at": (400, 400)}, {"blue": True, "at": (800, 800)})
    red = state.figures["red-1"]
    hold_find(script(state), red, "flak-jacket")
    do(state, red, "figure-out", [6, 6])
    assert "flak-jacket" not in red.rules
    assert [(item.item, item.solved) for item in red.bundle] == [("flak-jacket", True)]


@pytest.mark.rules("campaign.artifact-no-roll")
def test_a_friends_gun_and_a_bow_need_no_try():
    state = battle(
        {"at": (400, 400)},
        {"at": (420, 400), "gear": ("pistol",)},
        {"blue": True, "at": (410, 420), "gear": ("bow",)},
        {"blue": True, "at": (800, 800)},
    )
    for id in ("red-2", "blue-3"):
        kill(script(state), state.figures[id], "combat.kill")
    state.deaths.clear()
    state.halved += ["red", "blue"]
    red = state.figures["red-1"]
    do(state, red, "pick-up:0")
    do(state, red, "pick-up:0")
    assert {gun.id for gun in red.weapons} == {"pistol", "bow"}


@pytest.mark.rules("wretched.corpse-contagion")
def test_only_those_the_disease_cannot_touch_take_what_a_wretched_carried():
    """sp-tainted-loot."""
    state, red = looted(type="wretched")
    assert not any(key == "pick-up:1" for key in deeds(state, red))
    assert "pick-up:2" in deeds(state, red), "Energy Cells are never marked"
    red.immune = True
    assert "pick-up:1" in deeds(state, red)


@pytest.mark.rules("robot.inbuilt-weapons")
def test_what_is_built_into_a_robot_cannot_be_taken():
    state, _ = looted(type="robot")
    assert [item.item for item in state.items] == ["cells"]


def test_by_house_rule_the_dead_are_left_alone_until_the_battle_is_over():
    models = ({"at": (400, 400)}, {"blue": True, "gear": ("pistol",)}, {"blue": True})
    state = battle(*models, rulings=Rulings(looting_in_play="after-battle"))
    kill(script(state), state.figures["blue-2"], "combat.kill")
    assert state.items == []


@pytest.mark.rules("ability.telekinetic-disarm-mishaps")
def test_a_weapon_that_is_thrown_into_water_breaks_and_lies_there():
    from tests.games.mdrg.field import disc

    state = battle({"at": (400, 400)}, {"blue": True}, terrain=[disc(400, 300, 60, "water", "pond")])
    thing = Item("laser-gun", 400, 400, Weapon("laser-gun"))
    mental._land(script(state, [4]), thing, (400, 300))
    assert [(item.item, item.weapon and item.weapon.broken) for item in state.items] == [("laser-gun", True)]


# What earlier weeks have left


@pytest.mark.rules("campaign.underfed-combat")
def test_the_underfed_fight_with_one_less():
    hungry, _, _ = hth({"hungry": 1}, {}, [4, 3])
    fed, _, _ = hth({}, {}, [4, 3])
    assert (hungry.grade, fed.grade) == ("none", "fall")


@pytest.mark.rules("campaign.underpowered-robot", "campaign.survival-winner")
@pytest.mark.parametrize(
    "model",
    [
        {"type": "robot", "hungry": 2},
        {"type": "android", "lives_on": "cells", "hungry": 1},
        {"health": "wounded"},
    ],
)
def test_underpowered_machines_and_the_wounded_need_one_more_on_each_die(model):
    """sp-underfed-androids, sp-wound-next-game: a penalty on rolls; the Quality number stays."""
    state = battle(model, {"blue": True})
    figure = state.figures["red-1"]
    assert (quality(figure), needed_by(state, figure, "activation")) == (4, 5)


@pytest.mark.rules("campaign.leader-underfed")
def test_an_underfed_leader_fights_as_ever_but_heartens_nobody():
    """ex.sp-underfed-choice."""
    verdict, _, _ = hth({"leader": True, "hungry": 1}, {}, [4, 3])
    assert verdict.grade == "fall"
    for hungry, needed in ((0, 3), (1, 4)):
        state = battle({"leader": True, "hungry": hungry}, {}, {"blue": True, "at": (800, 800)})
        assert needed_by(state, state.figures["red-2"], "activation") == needed


@pytest.mark.rules("campaign.radiation-check")
def test_radiation_of_earlier_games_is_still_felt():
    """sp-radiation-recovery."""
    state = battle({"sickness": 1, "scars": 1}, {"blue": True})
    assert quality(state.figures["red-1"]) == 6


@pytest.mark.rules("campaign.radiation-mutation", "campaign.radiation-check")
@pytest.mark.parametrize(("type", "faces", "changing"), [("plant", [6, 6, 6, 4], 1), ("mutant", [6, 6, 6, 3], 0)])
def test_three_successes_against_radiation_may_bring_a_mutation_for_the_next_game(type, faces, changing):
    state = battle({"type": type}, {"blue": True})
    table = script(state, faces)
    irradiate(table, state.figures["red-1"], "campaign.radiation-check")
    table.finish()
    assert state.figures["red-1"].changing == changing


@pytest.mark.rules("campaign.radiation-mutation")
def test_humans_do_not_mutate():
    state = battle({"type": "human", "quality": 3}, {"blue": True})
    irradiate(script(state, [6, 6, 6]), state.figures["red-1"], "campaign.radiation-check")
    assert not state.figures["red-1"].changing


@pytest.mark.rules("ammo.depletion", "equipment.force-field-burnout")
def test_empty_and_broken_things_start_the_game_as_the_sheet_says():
    """sp-cells-between-games."""
    gear = ("laser-gun", "laser-gun", "pistol", "force-field")
    state = battle({"gear": gear, "empty": ("laser-gun", "force-field"), "broken": ("pistol",)}, {"blue": True})
    red = state.figures["red-1"]
    assert [(gun.id, gun.works) for gun in red.weapons] == [
        ("laser-gun", False),
        ("laser-gun", True),
        ("pistol", False),
    ]
    assert "force-field" not in red.rules
