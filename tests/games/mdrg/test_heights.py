"""Doors, stairs, ladders, climbing, falling, and plants that lurk."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from adjudge.engine import Script, random_bot
from adjudge.engine.chance import FastDice
from adjudge.field import Piece, rectangle
from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.bots import warlord
from adjudge.games.mdrg.figures import is_helpless, refresh
from adjudge.games.mdrg.places import are_adjacent, ground
from adjudge.games.mdrg.rules import actions, area, buildings, groups, heights, lurkers, ranged
from adjudge.games.mdrg.rules.activation import activation_turn, begin_turn
from adjudge.games.mdrg.rules.battlefield import zone
from adjudge.games.mdrg.rules.combat import Clash, totals
from adjudge.games.mdrg.rules.hand_to_hand import attack, fight
from adjudge.games.mdrg.rules.line_of_sight import sees
from adjudge.games.mdrg.rules.movement import carry_out
from adjudge.games.mdrg.rules.results import drop, falling_dice, is_at_edge, knock_down
from adjudge.games.mdrg.special import mental
from adjudge.games.mdrg.sticks import where_to
from adjudge.games.mdrg.view import board, view
from tests.games.mdrg.field import add, battle, disc, fail_morale, foreseen, script


def piece(name, x, y, width, depth, *traits, height=None):
    return Piece(name, (rectangle(x, y, width, depth),), frozenset(traits), name, height)


def keys(state, figure, actions_left=3):
    return [deed.key for deed in actions.possible(state, figure, actions_left)]


def at_wall(model, height=100.0, *traits, x=390.0, **fields):
    """A model that touches a climbable block from the west."""
    block = piece("block", 400, 300, 200, 200, "climbable", *(traits or ("wall",)), height=height)
    state = battle({"at": (x, 400), **model}, terrain=[block], **fields)
    return state, state.figures["red-1"], ground(state).by_id["block"]


def door(*traits):
    return piece("door", 450, 380, 5, 40, "door", "closed", *traits)


# Doors


@pytest.mark.rules("door.bash", "door.bash-modifiers", "door.bash-cooperate", "door.bash-ram")
@pytest.mark.parametrize(
    ("models", "traits", "ram", "modifier"),
    [
        ([{"traits": ("big",)}], ("heavy-door",), False, 0),
        ([{}], ("steel-door",), False, -2),
        ([{"traits": ("huge",)}], (), False, 2),
        ([{"type": "human", "gear": ("power-armor",)}], (), False, 2),
        ([{}, {"traits": ("big",)}], (), False, 2),
        ([{}, {}], (), True, 2),
    ],
)
def test_size_armor_company_and_the_door_change_a_bash(models, traits, ram, modifier):
    """ex.door-bash-big-heavy: 5 + 1 - 1; ex.door-bash-steel-alone: 6 - 2 holds."""
    state = battle(*({**model, "gear": (*model.get("gear", ()), *(["battering-ram"] * ram))} for model in models))
    assert buildings.bash_modifier(list(state.figures.values()), door(*traits)) == modifier
    assert [value for value, _ in buildings.bash_reading(-2).outcomes] == [False]
    assert buildings.bash_reading(0).chance(True).denominator == 3


@pytest.mark.rules("door.bash", "move.stop-at-door-or-obstacle")
def test_an_unlocked_door_opens_at_a_stop_and_a_locked_one_is_bashed():
    state = battle({"at": (400, 400)}, {"blue": True, "at": (800, 800)}, terrain=[door()])
    carry_out(script(state), state.figures["red-1"], (500, 400))
    assert state.changes.opened == ("door",)
    locked = battle({"at": (440, 400)}, {"blue": True, "at": (800, 800)}, terrain=[door("locked")])
    one = locked.figures["red-1"]
    carry_out(script(locked), one, (500, 400))
    assert locked.changes.opened == ()
    assert "bash:door" in keys(locked, one)
    assert not buildings.bash(script(locked, [4]), [one], ground(locked).by_id["door"])
    assert buildings.bash(script(locked, [5]), [one], ground(locked).by_id["door"])
    assert "door" not in ground(locked).by_id


@pytest.mark.rules("door.blocked-by-enemy", "door.blocked-result")
def test_an_enemy_behind_the_door_pushes_back():
    for dice, answers, opens, fallen in (
        ([5, 4, 2], ["opens"], True, True),
        ([5, 3, 3], [], False, False),
        ([5, 5, 2], ["opens", (485, 400)], True, False),
        ([5, 2, 4], ["stays shut"], False, False),
    ):
        state = battle({"at": (440, 400)}, {"blue": True, "at": (465, 400)}, terrain=[door("locked")])
        pusher, holder = state.figures.values()
        assert buildings.bash(script(state, dice, answers), [pusher], ground(state).by_id["door"]) is opens
        assert (holder.fallen, holder.gone) == (fallen, "")


@pytest.mark.rules("door.blocked-by-enemy")
@pytest.mark.parametrize(("at", "dice"), [((440, 412), [5]), ((428, 405), [5]), ((465, 415), [5, 3, 3])])
@pytest.mark.parametrize("turned", [False, True])
def test_an_enemy_on_the_bashers_own_side_does_not_hold_the_door(at, dice, turned):
    """Only the one on the opposite side pushes back, however the door hangs."""
    across = lambda point: (point[1] + 50, point[0] - 50) if turned else point  # noqa: E731
    hung = piece("door", 430, 400, 40, 5, "door", "closed", "locked") if turned else door("locked")
    state = battle({"at": across((440, 385))}, {"blue": True, "at": across(at)}, terrain=[hung])
    table = script(state, dice)
    assert buildings.bash(table, [state.figures["red-1"]], hung) is (len(dice) == 1)
    table.finish()


@pytest.mark.rules("door.bash-cooperate")
def test_two_at_a_door_are_activated_together_without_a_leader():
    state = battle(
        {"at": (440, 390), "quality": 3},
        {"at": (440, 412), "quality": 5},
        {"blue": True, "at": (800, 800)},
        terrain=[door("locked")],
    )
    table = script(state, [5, 4, 4], ["together:door:red-1:red-2", 2])
    activation_turn(table)
    table.finish()
    assert ("door" in ground(state).by_id, state.active) == (False, "blue")


@pytest.mark.rules("door.bash-cooperate", "equipment.power-armor-shutdown")
def test_two_ones_of_a_pair_at_a_door_shut_power_armor_down():
    """ruling.sp-power-armor-group-roll."""
    state = battle(
        {"at": (440, 390), "type": "human", "gear": ("power-armor",)},
        {"at": (440, 412)},
        {"blue": True, "at": (800, 800)},
        terrain=[door("locked")],
    )
    activation_turn(script(state, [1, 1], ["together:door:red-1:red-2", 2]))
    assert (state.figures["red-1"].effects, state.active) == (["immobilised"], "blue")


@pytest.mark.rules("door.shoot")
def test_a_door_is_shot_down_with_the_weapons_bonus():
    state = battle(
        {"at": (300, 400), "gear": ("shotgun",), "traits": ("huge",)},
        {"blue": True, "at": (800, 800)},
        terrain=[door("locked", "heavy-door")],
    )
    one = state.figures["red-1"]
    assert "shoot-door:door:shotgun" in keys(state, one)
    heavy = ground(state).by_id["door"]
    assert not buildings.shoot_door(script(state, [4, 2]), one, heavy, ARMS["shotgun"])  # 4 + 2 - 1 - 1 for the range
    assert buildings.shoot_door(script(state, [5, 5]), one, heavy, ARMS["shotgun"])
    assert one.weapons[0].jammed


@pytest.mark.rules("door.shoot", "equipment.death-ray-cell", "equipment.bow", "ability.stealth-firing", "ambush.ranged")
def test_a_shot_at_a_door_wears_the_weapon_and_gives_the_shooter_away():
    def shot_with(arm, dice):
        state = battle(
            {"at": (400, 400), "gear": (arm,), "traits": ("stealth",)},
            {"blue": True, "at": (800, 800)},
            terrain=[door("locked")],
        )
        one = state.figures["red-1"]
        buildings.shoot_door(script(state, dice), one, ground(state).by_id["door"], ARMS[arm])
        return one, one.weapons[0]

    one, ray = shot_with("death-ray-gun", [3, 2])
    assert (ray.loaded, one.exposed, one.revealed) == (False, True, True)
    assert not shot_with("bow", [3])[1].loaded
    assert shot_with("bow", [1])[1].broken
    assert not shot_with("needler", [3, 2])[0].revealed


@pytest.mark.rules("door.shoot", "robot.feature-targeting", "engaged.shooter")
def test_every_ready_gun_can_be_fired_at_a_door_at_the_shooters_own_range_penalty():
    robot = {"at": (250, 400), "type": "robot", "gear": ("pistol", "laser-gun"), "traits": ("advanced-targeting",)}
    state = battle(robot, {"blue": True, "at": (800, 800)}, terrain=[door("locked")])
    one = state.figures["red-1"]
    assert {"shoot-door:door:pistol", "shoot-door:door:laser-gun"} <= set(keys(state, one))
    assert buildings.at_door(state, one, ground(state).by_id["door"], ARMS["pistol"]).label == "d6+1 at a door"
    state.figures["blue-2"].x, state.figures["blue-2"].y = 230, 400
    assert not any(key.startswith("shoot-door") for key in keys(state, one))


@pytest.mark.rules("door.grenade-in-room", "ladder.destroyed", "stairs.collapse-chance")
def test_a_blast_bursts_doors_breaks_ladders_and_shakes_stairs():
    house = Piece("house", (rectangle(300, 300, 200, 5), rectangle(300, 495, 200, 5)), frozenset({"wall"}), "house")
    gate = piece("house/door-1", 495, 380, 5, 40, "door", "closed", "locked")
    ladder = piece("ladder", 600, 400, 10, 10, "ladder")
    tower = piece("tower", 610, 380, 80, 80, "wall", "climbable", height=150)
    state = battle(
        {"at": (605, 395), "climbing": "ladder", "level": 60.0, "quality": 2},
        {"blue": True, "at": (800, 800)},
        terrain=[house, gate, ladder, tower],
    )
    area.go_off(script(state, [2]), None, ARMS["plasma-grenade"], (400, 400))
    assert "house/door-1" not in ground(state).by_id
    area.go_off(script(state, [1, 6, 5]), None, ARMS["plasma-grenade"], (605, 460))
    assert "ladder" not in ground(state).by_id
    assert (state.figures["red-1"].level, state.figures["red-1"].slow_to_rise) == (0.0, True)


@pytest.mark.rules("door.shoot", "fallen.stand-up")
@pytest.mark.parametrize("where", [{"fallen": True}, {"on": "roof", "level": 60.0}])
def test_the_fallen_and_those_higher_up_shoot_at_doors_and_do_not_bash_them(where):
    """ruling.fallen-cannot-move, ruling.shooting-doors-details: sight and range are all that a shot needs."""
    roof = piece("roof", 300, 300, 140, 200, "climbable", height=60.0)
    state = battle(
        {"at": (440, 400), "gear": ("assault-rifle",), **where},
        {"blue": True, "at": (800, 800)},
        terrain=[door("locked"), *([roof] if "on" in where else [])],
    )
    offered = keys(state, state.figures["red-1"])
    assert "shoot-door:door:assault-rifle" in offered
    assert "bash:door" not in offered


# Stairs and ladders


def at_stairs(model, kind="stairs", **fields):
    way = piece(kind, 380, 390, 20, 20, kind)
    tower = piece("tower", 400, 300, 200, 200, "wall", "climbable", height=150)
    state = battle({"at": (370, 400), **model}, {"blue": True, "at": (800, 800)}, terrain=[way, tower], **fields)
    return state, state.figures["red-1"], ground(state).by_id[kind]


@pytest.mark.rules("stairs.terrain", "ladder.terrain")
def test_stairs_are_broken_ground_going_up_and_ladders_both_ways():
    state, one, stairs = at_stairs({})
    assert "up:stairs" in keys(state, one)
    heights.walk(script(state), one, stairs, 1)
    assert (one.level, one.climbing) == (75, "stairs")
    one.used = []
    heights.walk(script(state), one, stairs, 1)
    assert (one.on, one.level) == ("tower", 150)
    one.used = []
    heights.walk(script(state), one, stairs, -1)
    assert one.level == 30
    for traits, level in (((), 75), (("clinging",), 120)):
        state, one, ladder = at_stairs({"traits": traits}, "ladder")
        heights.walk(script(state), one, ladder, 1)
        assert one.level == level


@pytest.mark.rules("stairs.haste", "ladder.haste")
def test_a_second_move_in_a_turn_may_end_in_a_fall():
    state, one, stairs = at_stairs({"quality": 4, "traits": ("short-move",)})
    heights.walk(script(state), one, stairs, 1)
    heights.walk(script(state, [3]), one, stairs, 1)
    assert (one.fallen, one.gone) == (True, "")
    state, one, ladder = at_stairs({"quality": 4, "traits": ("long-move",)}, "ladder")
    heights.walk(script(state), one, ladder, 1)
    one.level = 20.0
    heights.walk(script(state, [3, 2, 2, 2]), one, ladder, 1)
    assert one.gone == "killed"
    begin_turn(script(state), "red")


@pytest.mark.rules("stairs.haste", "fallen.stand-up", "actions.per-activation")
def test_one_who_stumbled_on_stairs_stands_up_and_goes_on():
    state, one, _ = at_stairs({"gear": ("pistol",)})
    one.level, one.climbing, one.fallen = 75.0, "stairs", True
    one.weapons[0].jammed = True
    assert {"stand-up", "unjam:pistol"} <= set(keys(state, one))
    actions.stand_up(script(state), one)
    assert {"up:stairs", "down:stairs", "unjam:pistol"} <= set(keys(state, one))
    assert not {"move", "prone", "let-go"} & set(keys(state, one))


@pytest.mark.rules("stairs.terrain", "ability.slow", "disengage.active-opponent", "ability.stealth-firing")
def test_a_way_up_is_a_move_that_a_slow_model_makes_once_and_an_engaged_one_pays_for():
    """ruling.shifting-in-contact."""
    state, slow, stairs = at_stairs({"traits": ("slow", "stealth"), "exposed": True})
    heights.walk(script(state), slow, stairs, 1)
    assert not slow.exposed
    assert not {"up:stairs", "down:stairs"} & set(keys(state, slow))
    state, one, stairs = at_stairs({"combat": 9})
    add(state, 3, {"blue": True, "at": (350, 400)})
    deed = next(deed for deed in actions.possible(state, one, 2) if deed.key == "up:stairs")
    assert (deed.cost, deed.label) == (2, "break away and go up stairs")
    assert deed.forecast is not None
    assert "gets away" in foreseen(deed.forecast, state).chances
    deed.do(script(state, [1, 6]), one)
    assert one.level == 75
    state, one, _ = at_wall({"combat": 1}, 300.0)
    add(state, 2, {"blue": True, "combat": 3, "at": (370, 400)})
    deed = next(deed for deed in actions.possible(state, one, 2) if deed.key == "climb:block")
    deed.do(script(state, [4, 3]), one)
    assert (deed.cost, one.fallen, one.level) == (2, True, 0)


@pytest.mark.rules("stairs.terrain", "wretched.infection-roll", "ability.terror-approach")
def test_whoever_comes_up_the_stairs_meets_whom_it_finds_there():
    """ruling.order-of-contact-events: Terror before the move, infection after it."""
    up_there = {"blue": True, "at": (411, 400), "on": "tower", "level": 150.0}
    state, one, stairs = at_stairs({"type": "human", "quality": 3, "level": 100.0, "climbing": "stairs"})
    add(state, 3, {**up_there, "type": "wretched"})
    assert heights.walk(script(state, [6, 6, 6]), one, stairs, 1) is None
    assert (one.on, one.infection_rolled) == ("tower", True)
    state, one, stairs = at_stairs({"level": 100.0, "climbing": "stairs"})
    add(state, 3, {**up_there, "traits": ("terror",)})
    assert heights.walk(script(state, [3]), one, stairs, 1) == 0
    assert (one.on, one.level, one.shunned) == ("", 100, ["blue-3"])


@pytest.mark.rules("stairs.terrain", "ladder.terrain", "equipment.power-armor-terrain", "robot.feature-all-terrain")
def test_whom_no_ground_slows_is_not_slowed_on_stairs_and_ladders():
    for model in ({"type": "human", "gear": ("power-armor",)}, {"type": "robot", "traits": ("all-terrain",)}):
        for kind in ("stairs", "ladder"):
            _, one, way = at_stairs(model, kind)
            assert not heights.slows(one, way, 1)
    _, forester, stairs = at_stairs({"traits": ("forester",)})
    assert heights.slows(forester, stairs, 1)


@pytest.mark.rules("stairs.collapse-chance", "stairs.collapse-effect")
def test_stairs_may_collapse_under_a_robot_and_bury_it():
    state, robot, stairs = at_stairs({"type": "robot", "combat": 4, "quality": 2})
    heights.walk(script(state, [2]), robot, stairs, 1)
    robot.used = []
    robot.level = 20.0
    heights.walk(script(state, [1, 2, 1, 6, 6]), robot, stairs, 1)
    assert (robot.gone, robot.fallen, "stairs" in ground(state).by_id) == ("", True, False)
    human = at_stairs({"type": "human"})[1]
    assert not heights.shakes(human)


@pytest.mark.rules("stairs.collapse-effect", "wretched.infection-effects", "equipment.power-armor-combat")
@pytest.mark.parametrize(
    ("model", "defence"),
    [
        ({}, 3),
        ({"type": "human", "gear": ("power-armor",)}, 5),
        ({"effects": ["infected"]}, 2),
        ({"traits": ("huge",), "gear": ("flak-jacket",)}, 3),
    ],
)
def test_rubble_is_met_with_armor_and_weakness_but_not_with_size(model, defence):
    """ruling.stairs-collapse-details."""
    one = battle(model).figures["red-1"]
    assert totals(Clash(battle(model), "rubble", None, one, base=heights.RUBBLE_COMBAT)) == (3, defence)


# Climbing


@pytest.mark.rules("climb.roll", "climb.modifiers", "quality.one-fails-six-succeeds")
def test_armor_on_a_vertical_wall_leaves_only_sixes():
    """ex.climb-modifiers, ex.sp-heavy-armor-stealth: one success climbs a Short."""
    state, one, wall = at_wall({"type": "human", "quality": 4, "gear": ("heavy-armor",)})
    assert heights.climbing_modifier(one, wall) == -3
    assert heights.climb(script(state, [5, 6, 4]), one, wall, 1) == 1
    assert (one.level, one.climbing, is_helpless(one)) == (75, "block", True)
    quick = at_wall({"type": "human", "quality": 3, "gear": ("heavy-armor",)})
    assert heights.climb(script(quick[0], [6, 5, 4]), quick[1], quick[2], 1) == 1


@pytest.mark.rules("climb.modifiers", "animal.monkey")
@pytest.mark.parametrize(
    ("model", "modifier"),
    [
        ({}, -1),
        ({"type": "plant"}, 0),
        ({"type": "robot"}, -3),
        ({"type": "animal", "species": "monkey"}, 1),
        ({"type": "human", "gear": ("power-armor",)}, -3),
    ],
)
def test_nature_and_armor_tell_in_climbing(model, modifier):
    _, one, wall = at_wall(model)
    assert heights.climbing_modifier(one, wall) == modifier


@pytest.mark.rules("climb.roll", "climb.uses-all-actions")
def test_two_successes_climb_a_full_move_and_three_failures_fall():
    state, one, wall = at_wall({})
    heights.climb(script(state, [5, 6, 1]), one, wall, 1)
    assert (one.on, one.level, one.climbing) == ("block", 100, "")
    state, one, wall = at_wall({})
    deed = next(deed for deed in heights.climb_deeds(state, one, 1) if deed.key == "climb:block")
    assert deed.do(script(state, [5, 6, 1]), one) == heights.ALL_ACTIONS
    state, one, wall = at_wall({})
    heights.climb(script(state, [1, 2, 3, 4, 5]), one, wall, 1)
    assert (one.level, one.fallen, one.slow_to_rise) == (0, True, True)


@pytest.mark.rules("climb.roll")
def test_a_short_mover_with_one_success_climbs_a_short_if_it_had_two_actions():
    """ruling.climb-short-mover."""
    for left, level in ((2, 75), (1, 0)):
        state, one, _ = at_wall({"traits": ("short-move",)}, 300.0)
        deed = next(deed for deed in actions.possible(state, one, left) if deed.key == "climb:block")
        deed.do(script(state, [5, 1, 1]), one)
        assert one.level == level


@pytest.mark.rules("climb.let-go", "los.required", "hth.adjacent")
def test_one_that_lets_go_is_attacked_only_where_it_can_still_be_reached():
    """ruling.climbing-target."""
    screen = piece("screen", 350, 300, 10, 200, "wall", height=90)
    block = piece("block", 400, 300, 200, 200, "climbable", "wall", height=200)
    climber = {"at": (390, 400), "level": 95.0, "climbing": "block", "effects": ["hanging"], "quality": 2}
    state = battle({"at": (200, 400), "gear": ("laser-gun",)}, {"blue": True, **climber}, terrain=[block, screen])
    one, other = state.figures.values()
    table = script(state, [6, 6], ["let go"])
    assert ranged.shoot(table, one, other, ARMS["laser-gun"]).grade == "none"
    table.finish()
    assert (other.fallen, other.gone) == (True, "")
    state = battle({"at": (410, 400), "on": "block", "level": 200.0}, {"blue": True, **climber}, terrain=[block])
    one, other = state.figures.values()
    table = script(state, [6, 6], ["let go"])
    assert attack(table, one, other).grade == "none"
    table.finish()
    gunners = [{"at": (x, 400), "gear": ("laser-gun",)} for x in (200, 375)]
    state = battle(*gunners, {"blue": True, **climber, "combat": 9}, terrain=[block, screen])
    *shooters, other = state.figures.values()
    shooters[1].y = 360.0
    table = script(state, [6, 6, 1, 3, 6], ["let go"])
    groups.concentrate(table, [(one, ARMS["laser-gun"]) for one in shooters], other)
    table.finish()
    assert [(one.attacked, one.weapons[0].loaded) for one in shooters] == [(True, True), (True, False)]


@pytest.mark.rules("climb.cannot-fight", "climb.let-go", "climb.psionics", "transfixed.effects")
def test_a_climber_is_helpless_but_may_let_go_or_use_its_mind():
    state, one, wall = at_wall({"traits": ("telepathy",)}, 300.0)
    heights.climb(script(state, [5, 1, 1]), one, wall, 1)
    add(state, 2, {"blue": True, "at": (370, 400)})
    foe = state.figures["blue-2"]
    assert totals(fight(state, foe, one)) == (5, 4)  # +2, and the climber is higher
    assert set(keys(state, one)) == {
        "climb:block",
        "climb down:block",
        "let-go",
        "telepathy:blue-2",
        "telepathy:blue-2:aimed",
    }
    attack(script(state, [1, 6], ["hold on"]), foe, one)
    foe.x = 300.0
    heights.let_go(script(state, [4]), one)
    assert (one.level, one.fallen) == (0, True)


@pytest.mark.rules(
    "climb.clinging",
    "ability.clinging-movement",
    "ability.clinging-falls",
    "ability.clinging-elevation",
    "hth.mod-obstacle-or-elevation",
)
def test_one_who_clings_needs_no_roll_fights_on_and_is_higher():
    """ex.sp-clinging-elevation: 7 against 6."""
    state, spider, wall = at_wall({"type": "animal", "species": "spider"}, 300.0)
    heights.climb(script(state), spider, wall, 1)
    assert (spider.level, is_helpless(spider)) == (120, False)
    add(state, 2, {"blue": True, "at": (370, 400)})
    foe = state.figures["blue-2"]
    assert totals(fight(state, spider, foe)) == (4, 3)
    assert "attack:blue-2" in keys(state, spider)
    foe.x = 200.0
    drop(script(state), spider)
    assert (spider.fallen, spider.slow_to_rise) == (True, False)


@pytest.mark.rules("climb.clinging")
def test_one_who_clings_has_free_choice_of_actions_on_the_wall():
    model = {"traits": ("clinging", "allure"), "gear": ("laser-gun",), "cells": 1, "climbing": "block", "level": 50.0}
    state, one, _ = at_wall(model, 300.0)
    add(state, 2, {"blue": True, "at": (100, 400)})
    one.weapons[0].loaded = False
    assert {"allure", "reload:laser-gun", "climb:block", "climb down:block", "let-go", "drop"} <= set(keys(state, one))
    assert set(keys(state, one, 0)) == {"let-go", "drop"}


@pytest.mark.rules("climb.hooves", "climb.claws", "climb.coilers")
def test_hoofs_claws_and_coils_climb_what_suits_them():
    cases = [
        ({"type": "animal", "species": "horse"}, ("wall",), False),
        ({"type": "animal", "species": "horse"}, ("slope",), True),
        ({"type": "animal", "species": "feline"}, ("tree",), True),
        ({"type": "animal", "species": "feline"}, ("wall",), False),
        ({"traits": ("coiling",)}, ("pillar",), True),
        ({"traits": ("coiling",)}, ("wall",), False),
        ({"type": "animal", "species": "horse", "traits": ("humanoid",)}, ("wall",), True),
    ]
    for model, traits, able in cases:
        _, one, block = at_wall(model, 100.0, *traits)
        assert heights.can_climb(one, block) is able


@pytest.mark.rules("climb.morale-failure")
def test_a_climber_that_breaks_falls_and_runs():
    state, one, wall = at_wall({}, 300.0)
    heights.climb(script(state, [5, 1, 1]), one, wall, 1)
    table = script(state, [6])
    table.policy = lambda asked: asked.question.sample(Random(1))
    fail_morale(table, one, 1)
    assert (one.level, one.fallen) == (0, False)


# Falling


@pytest.mark.rules("fall.damage-roll", "fall.stand-up-cost", "fall.at-edge")
def test_the_drop_decides_the_dice():
    """ex.fall-two-dice: survives, two actions to rise."""
    state = battle({"at": (400, 400), "level": 100.0, "climbing": "x"})
    one = state.figures["red-1"]
    drop(script(state, [4, 5]), one)
    assert (one.gone, one.fallen, one.slow_to_rise) == ("", True, True)
    assert [falling_dice(state, height) for height in (75, 76, 120, 121, 900)] == [1, 2, 2, 3, 3]
    dead = battle({"at": (400, 400), "level": 50.0, "climbing": "x"})
    drop(script(dead, [3]), dead.figures["red-1"])
    assert dead.figures["red-1"].gone == "killed"
    step = battle({"at": (400, 400), "level": 15.0, "climbing": "x"})
    drop(script(step), step.figures["red-1"])
    assert not step.figures["red-1"].fallen


@pytest.mark.rules("fall.onto-enemies", "fall.at-edge")
def test_falling_among_enemies_is_the_end_also_for_one_who_clings():
    state = battle(
        {"at": (400, 400), "level": 100.0, "climbing": "x", "traits": ("clinging",)}, {"blue": True, "at": (415, 400)}
    )
    drop(script(state), state.figures["red-1"])
    assert state.figures["red-1"].gone == "killed"


@pytest.mark.rules("fall.onto-enemies", "climb.clinging")
def test_one_who_falls_past_an_enemy_on_the_wall_does_not_fall_among_enemies():
    """ruling.fall-onto-enemies: it is the foot that counts, and nobody is there."""
    up = {"climbing": "block", "level": 60.0, "traits": ("clinging",)}
    state, loser, _ = at_wall(up)
    add(state, 2, {"blue": True, "at": (390, 420), **up})
    attack(script(state, [4, 3]), state.figures["blue-2"], loser)
    assert (loser.gone, loser.fallen, loser.level, (loser.x, loser.y)) == ("", True, 0, (390, 400))


@pytest.mark.rules("wretched.infection-roll", "fall.damage-roll")
def test_one_who_lands_beside_a_wretched_is_exposed_like_anybody_who_touches_one():
    """ruling.infection-timing, ruling.fall-onto-friends: friend or foe, the moment the bases touch."""
    for height, dice in ((75.0, [4, 4, 4, 4]), (15.0, [4, 4, 4])):
        state, mutant, _ = at_wall({"on": "block", "level": height}, height, x=410.0)
        add(state, 2, {"type": "wretched", "at": (390, 402)})
        mutant.x = 399.0
        table = script(state, dice)
        drop(table, mutant)
        table.finish()
        assert (mutant.infection_rolled, mutant.immune, mutant.gone) == (True, True, "")


@pytest.mark.rules("ability.flying-movement", "climb.clinging", "fall.damage-roll")
@pytest.mark.parametrize(
    ("trait", "held", "safe"),
    [
        ("flying", {}, True),
        ("flying", {"transfixed": "web-gun"}, False),
        ("flying", {"unconscious": True}, False),
        ("clinging", {"unconscious": True}, True),
        ("clinging", {"transfixed": "web-gun"}, True),
        ("absorption (kinetic)", {"unconscious": True}, True),
        ("absorption (heat)", {}, False),
    ],
)
def test_wings_break_a_fall_only_for_one_who_can_beat_them(trait, held, safe):
    """ruling.sp-flying-terrain, ruling.sp-terrain-fall-tough."""
    state = battle({"level": 60.0, "climbing": "x", "traits": (trait,), "quality": 2, **held})
    one = state.figures["red-1"]
    table = script(state, [] if safe else [1])
    drop(table, one)
    table.finish()
    assert one.gone == ("" if safe else "killed")


@pytest.mark.rules("fall.at-edge", "move.straight-line", "hth.adjacent")
def test_on_a_roof_one_moves_to_the_rim_and_no_farther_and_falls_from_there():
    state, one, _ = at_wall({"quality": 2}, x=500.0)
    one.on, one.level = "block", 100.0
    assert round(where_to(state, one, (800, 400)).length) == 100
    assert not is_at_edge(state, one)
    carry_out(script(state), one, (800, 400))
    assert is_at_edge(state, one)
    knock_down(script(state, [6, 6]), one, "combat.beaten-recoil-or-fall")
    assert (one.level, one.gone) == (0, "")
    below = battle({"at": (500, 400), "on": "block", "level": 100.0}, {"blue": True, "at": (520, 400)})
    assert not are_adjacent(below, *below.figures.values())


@pytest.mark.rules("grenade.knockback", "grenade.knockback-standing-or-fallen")
@pytest.mark.parametrize(("dice", "fallen"), [([5, 4], False), ([4, 3], True)])
@pytest.mark.parametrize(("spot", "on", "level"), [((345, 410), "", 0.0), ((430, 495), "block", 100.0)])
def test_one_thrown_off_a_roof_lands_on_the_ground_and_is_not_hurt_by_the_fall(dice, fallen, spot, on, level):
    """ruling.knockback-who: falling damage never results."""
    state, one, _ = at_wall({}, x=430.0)
    one.on, one.level = "block", 100.0
    table = script(state, dice, [spot])
    area.go_off(table, None, ARMS["fragmentation-grenade"], (430, 410))
    table.finish()
    assert ((one.x, one.y), one.on, one.level, one.fallen, one.gone) == (spot, on, level, fallen, "")


@pytest.mark.rules("ability.telekinetic-push", "fall.damage-roll")
def test_one_pushed_over_an_edge_falls_and_one_pushed_along_a_roof_does_not():
    """ruling.sp-push-direction."""
    for spot, dice, level in (((375, 400), [6, 6], 0.0), ((505, 400), [3], 100.0)):
        state, one, _ = at_wall({"quality": 2}, x=430.0)
        one.on, one.level = "block", 100.0
        table = script(state, dice, [spot])
        mental.push(table, one, one)
        table.finish()
        assert ((one.x, one.y), one.level, one.fallen, one.gone) == (spot, level, not level, "")


@pytest.mark.rules("los.required")
def test_from_a_roof_one_sees_over_lower_models():
    state, one, _ = at_wall({}, 100.0, x=590.0)
    one.on, one.level = "block", 100.0
    add(state, 2, {"blue": True, "at": (640, 400)})
    add(state, 3, {"blue": True, "at": (700, 400)})
    assert sees(state, one, state.figures["blue-3"])
    assert ranged.why_not(state, one, state.figures["blue-2"], ARMS["bow"]) is None


# Lurkers


def lurking_plants():
    state = battle(
        {"type": "plant", "at": (100, 30)},
        {"type": "plant", "at": (300, 30)},
        {"blue": True, "at": (400, 200)},
        terrain=[disc(150, 40, 40), disc(450, 40, 40, "woods", "grove")],
    )
    state.sides = {"red": "south", "blue": "north"}
    for figure in list(state.figures.values())[:2]:
        figure.placed = False
    return state


@pytest.mark.rules("plant.lurkers-eligibility", "plant.lurkers-counters")
def test_plants_alone_may_lie_in_wait_in_vegetation_with_a_dummy_each():
    state = lurking_plants()
    oak, fir, foe = state.figures.values()
    table = script(state, [], ["lurk", (150, 40), (450, 40), "deploy"])
    assert lurkers.lies_in_wait(table, oak, zone(state, oak))
    assert not lurkers.lies_in_wait(table, fir, zone(state, fir))
    assert [(one.figure, one.x) for one in state.counters] == [(oak.id, 150), ("", 450)]
    seen = view(state, "blue")
    assert [one.figure for one in seen.counters] == ["", ""]
    assert [one.figure for one in view(state, "red").counters] == [oak.id, ""]
    mixed = lurking_plants()
    mixed.figures["red-2"].profile = replace(mixed.figures["red-2"].profile, type="human")
    assert not lurkers.lies_in_wait(script(mixed), mixed.figures["red-1"], zone(mixed, mixed.figures["red-1"]))
    assert foe.seat == "blue"


@pytest.mark.rules("plant.lurkers-reveal", "plant.lurkers-dummies")
def test_a_lurker_shows_itself_when_it_acts_is_touched_or_is_caught_in_a_blast():
    def waiting():
        state = lurking_plants()
        oak = state.figures["red-1"]
        lurkers.lies_in_wait(script(state, [], ["lurk", (150, 40), (450, 40)]), oak, zone(state, oak))
        return state, oak

    state, oak = waiting()
    activation_turn(script(state, [2], ["red-1", 1, "done"]))
    assert (oak.placed, oak.hidden or oak.activated, state.counters) == (True, True, [])
    state, oak = waiting()
    foe = state.figures["blue-3"]
    foe.x, foe.y = 450.0, 150.0
    carry_out(script(state), foe, (450, 40))
    assert [one.figure for one in state.counters] == [oak.id]
    foe.x, foe.y = 150.0, 150.0
    carry_out(script(state), foe, (150, 40))
    assert (oak.placed, state.counters) == (True, [])
    state, oak = waiting()
    area.go_off(script(state, [1]), None, ARMS["herbicide"], (150, 60))
    assert oak.gone == "killed"


@pytest.mark.rules("plant.lurkers-counters", "plant.lurkers-reveal")
@pytest.mark.parametrize(("traits", "radius"), [((), 10), (("huge",), 20)])
def test_a_counter_and_its_dummy_are_as_wide_as_the_plant(traits, radius):
    def waiting():
        state = lurking_plants()
        oak, _, foe = state.figures.values()
        oak.profile = replace(oak.profile, traits=traits)
        refresh(oak)
        lurkers.lies_in_wait(script(state, [], ["lurk", (150, 40), (450, 40)]), oak, zone(state, oak))
        return state, foe

    state, foe = waiting()
    assert [piece.radius for piece in board(state).pieces if piece.id.startswith("counter")] == [radius, radius]
    for away, found in ((10 + radius + 2, 2), (10 + radius, 1)):
        foe.x, foe.y = 450.0, 40.0 + away
        lurkers.disturb(script(state), foe)
        assert len(state.counters) == found
    for away, found in ((75 + radius + 1, 2), (75 + radius - 1, 1)):
        state, foe = waiting()
        lurkers.flush(script(state), (450, 40 + away))
        assert len(state.counters) == found


@pytest.mark.rules("plant.lurkers-counters")
@pytest.mark.parametrize("bot", [random_bot, warlord], ids=["at random", "the warlord"])
def test_neither_order_nor_name_nor_place_of_counters_tells_which_is_the_plant(bot):
    setups = 300
    lead = dict.fromkeys(["order", "id", "east", "north"], 0)
    for number in range(setups):
        state = lurking_plants()
        oak = state.figures["red-1"]
        lurkers.put_down_counters(Script(state, dice=FastDice(number), policy=bot), oak, zone(state, oak))
        plant, dummy = sorted(state.counters, key=lambda one: not one.figure)
        before, after = state.counters
        for what, one, other in (
            ("order", before is plant, after is plant),
            ("id", dummy.id, plant.id),
            ("east", plant.x, dummy.x),
            ("north", plant.y, dummy.y),
        ):
            lead[what] += (one > other) - (one < other)
    assert all(abs(count) < 4 * setups**0.5 for count in lead.values()), lead


@pytest.mark.rules("plant.lurkers-counters")
def test_no_counter_lies_on_the_table_before_both_have_their_place():
    state = lurking_plants()
    oak = state.figures["red-1"]
    seen = []

    def watch(asked):
        seen.append(len(asked.view.counters))
        return random_bot(asked)

    lurkers.put_down_counters(Script(state, dice=FastDice(0), policy=watch), oak, zone(state, oak))
    assert (seen, len(state.counters)) == ([0, 0], 2)


@pytest.mark.rules("plant.lurkers-eligibility", "plant.lurkers-counters")
def test_a_counter_leaves_room_for_its_dummy():
    state = lurking_plants()
    oak = state.figures["red-1"]
    state.map = replace(state.map, pieces=(disc(150, 23, 10),))
    box = zone(state, oak)
    middle, beside = (150.0, 23.0), (133.0, 23.0)
    assert lurkers.in_vegetation(state, oak, middle)
    assert not lurkers.undergrowth(state, oak, box, [middle]).samples()
    first = lurkers.room_for_both(state, oak, box)
    assert not first.admits(middle)
    assert first.admits(beside)
    assert lurkers.undergrowth(state, oak, box, [beside]).samples()
