"""Activation, actions, movement, targets, ammunition, morale and orders."""

from __future__ import annotations

from fractions import Fraction
from math import cos, pi, sin

import pytest

from adjudge.engine import Cards
from adjudge.games.mdrg.book import ARMS, FIELD
from adjudge.games.mdrg.figures import quality
from adjudge.games.mdrg.places import apart, base_of
from adjudge.games.mdrg.rules import actions, area, groups, hand_to_hand, morale, ranged
from adjudge.games.mdrg.rules.activation import (
    activate,
    activation_turn,
    begin_play,
    begin_turn,
    candidates,
    dice_question,
    highest_roller,
)
from adjudge.games.mdrg.rules.battlefield import open_table
from adjudge.games.mdrg.rules.combat import Blow, totals
from adjudge.games.mdrg.rules.line_of_sight import is_hidden, look, touches_cover
from adjudge.games.mdrg.rules.movement import carry_out, disengage, move_question
from adjudge.games.mdrg.rules.quality import quality_dice, quality_roll
from adjudge.games.mdrg.rules.results import kill, recoil_spots
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.special import mental
from adjudge.games.mdrg.state import Item, Weapon
from adjudge.games.mdrg.sticks import where_to
from adjudge.games.mdrg.view import scene
from tests.games.mdrg.field import battle, disc, fail_morale, foreseen, script, two, wall


def keys(state, figure, actions_left=3):
    return [deed.key for deed in actions.possible(state, figure, actions_left)]


def do(state, figure, key, faces=(), answers=()):
    table = script(state, faces, answers)
    cost = actions.carry_out(
        table, figure, next(deed for deed in actions.possible(state, figure, 3) if deed.key == key)
    )
    table.finish()
    return cost


# Activation


@pytest.mark.rules(
    "activation.success-per-die",
    "activation.fewer-than-two-failures-continue",
    "activation.two-failures-pass-turn",
    "activation.nominate",
)
@pytest.mark.parametrize(
    ("quality_", "dice", "count", "passes"),
    [
        (3, [4, 2], 1, False),
        (4, [4, 3, 1], 1, True),
        (5, [4], 0, False),
        (4, [3, 2], 0, True),
        (4, [6, 5, 4], 3, False),
    ],
)
def test_each_success_is_an_action_and_two_failures_lose_the_turn(quality_, dice, count, passes):
    """ex.activation-book-human, -book-mutant, -single-failure, -two-dice-two-failures."""
    state = battle({"quality": quality_}, {"blue": True, "at": (800, 800), "gear": ("bow",)})
    figure = state.figures["red-1"]
    seen = []
    table = script(state, dice)

    def note(asked):
        seen.append(asked.question.prompt)
        return "done"

    table.policy = note
    assert activate(table, figure, len(dice)) is passes
    assert seen[0].startswith(f"red 1 has {count or 'no'} action")


@pytest.mark.rules("quality.one-fails-six-succeeds", "profile.quality")
def test_a_natural_one_fails_and_a_natural_six_succeeds():
    """ex.quality-natural-one, ex.quality-natural-six."""
    state = battle({"quality": 3}, {"quality": 5})
    assert quality_roll(script(state, [1]), state.figures["red-1"], 1, "unjam", "malfunction.unjam", 2).successes == 0
    assert quality_roll(script(state, [6]), state.figures["red-2"], 1, "climb", "climb.roll", -2).successes == 1


@pytest.mark.rules(
    "activation.success-per-die", "activation.two-failures-pass-turn", "morale.roll", "wretched.infection-roll"
)
def test_the_odds_of_quality_dice():
    """ex.activation-probability-q4, -q3, ex.morale-probabilities, ex.infection-probability."""

    def chances(needed):
        reading = quality_dice(needed, 3)
        found: dict[int, Fraction] = {}
        for dice, weight in reading.outcomes:
            found[dice.successes] = found.get(dice.successes, Fraction(0)) + Fraction(weight, reading.ways)
        return found

    assert chances(4) == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}
    assert chances(3) == {0: Fraction(1, 27), 1: Fraction(2, 9), 2: Fraction(4, 9), 3: Fraction(8, 27)}


@pytest.mark.rules("activation.playing-safe", "activation.nominate")
def test_the_odds_of_one_two_and_three_dice_are_shown_before_choosing():
    state = battle({})
    question = dice_question(state.figures["red-1"])
    rule = question.forecast(3)
    assert rule is not None
    assert foreseen(rule, state).chances == {
        "0 actions, turn lost": Fraction(1, 8),
        "1 action, turn lost": Fraction(3, 8),
        "2 actions": Fraction(3, 8),
        "3 actions": Fraction(1, 8),
    }
    safe = question.forecast(1)
    assert safe is not None
    assert not any("lost" in outcome for outcome in foreseen(safe, state).chances)


@pytest.mark.rules("faq.one-die-playing-safe", "activation.all-activated-pass-turn", "activation.playing-safe")
def test_five_single_failures_pass_the_turn_only_after_the_fifth():
    """ex.sp-playing-safe."""
    state = battle(*[{"at": (100 + 60 * i, 100)} for i in range(5)], {"blue": True, "at": (800, 800)})
    table = script(
        state,
        [1, 2, 3, 1, 2],
        ["red-1", 1, "red-2", 1, "red-3", 1, "red-4", 1, "red-5", 1],
    )
    for number in range(5):
        assert state.active == "red"
        assert len(candidates(state)) == 5 - number
        activation_turn(table)
    assert state.active == "blue"


@pytest.mark.rules("activation.first-turn-roll")
def test_the_higher_die_takes_the_first_turn_and_equal_dice_are_rolled_again():
    state = battle({}, {"blue": True, "at": (800, 800)})
    begin_play(script(state, [3, 3, 2, 5]))
    assert state.active == "blue"
    assert highest_roller(script(state, [6, 1]), ["red", "blue"], "activation.first-turn-roll") == "red"


@pytest.mark.rules("multiplayer.order-each-turn", "scale.number-of-players")
def test_with_three_players_cards_are_drawn_each_turn():
    state = battle({"at": (100, 100)}, {"blue": True, "at": (800, 800)})
    state.seats = ("red", "blue", "green")
    state.figures["blue-3"] = state.figures["blue-2"]
    begin_play(script(state, [2, 2]))
    assert (state.active, state.waiting) == ("blue", ["green", "red"])


@pytest.mark.rules("activation.nominate")
def test_a_player_may_end_his_turn_unless_the_house_says_otherwise():
    state = battle({"at": (100, 100)}, {"blue": True, "at": (800, 800)})
    activation_turn(script(state, [], ["end-turn"]))
    assert state.active == "blue"


# Actions


@pytest.mark.rules("actions.per-activation", "actions.one-attack-per-turn", "actions.hth-attack", "hth.adjacent")
def test_a_model_attacks_once_in_a_turn_and_keeps_its_other_actions():
    state, one, other = two({}, {})
    assert {"attack:blue-2", "attack:blue-2:powerful", "disengage"} <= set(keys(state, one, 2))
    assert "attack:blue-2:powerful" not in keys(state, one, 1)
    do(state, one, "attack:blue-2", [3, 3])
    assert not any(key.startswith("attack") for key in keys(state, one))
    assert other.gone == ""


@pytest.mark.rules(
    "actions.stand-up", "fallen.stand-up", "fall.stand-up-cost", "actions.go-prone", "prone.hit-the-dirt"
)
def test_going_prone_is_free_and_rising_costs_an_action_or_two():
    state = battle({"at": (100, 100)}, {"blue": True, "at": (800, 800)})
    one = state.figures["red-1"]
    assert do(state, one, "prone") == 0
    assert "move" not in keys(state, one)
    assert do(state, one, "stand-up") == 1
    one.fallen = one.slow_to_rise = True
    assert do(state, one, "stand-up") == 2
    assert (one.fallen, one.slow_to_rise, one.effects) == (False, False, [])


@pytest.mark.rules("actions.go-prone", "actions.drop", "actions.per-activation")
@pytest.mark.parametrize(
    ("others", "asked"),
    [
        ([{"at": (800, 800), "blue": True, "gear": ("bow",)}], True),  # to lie down may be wise
        ([{"at": (800, 800), "blue": True}], False),  # nobody there can shoot
        ([{"at": (420, 400), "blue": True}], False),  # not before an enemy, and nobody wants the gun
        ([{"at": (420, 400), "blue": True}, {"at": (380, 400)}], True),  # a friend may pick it up
        ([{"at": (420, 400), "blue": True}, {"at": (380, 400), "activated": True}], False),
        ([{"at": (420, 400), "blue": True}, {"at": (900, 900)}], False),  # too far to come for it
    ],
)
def test_one_without_actions_is_asked_only_what_may_matter_and_first_whether_it_is_done(others, asked):
    """ruling.zero-cost-actions."""
    state = battle({"at": (400, 400), "gear": ("pistol",)}, *others)
    questions = []
    table = script(state)

    def enter(ask):
        questions.append(list(ask.question.options))
        return ask.question.options[0]

    table.policy = enter
    actions.act(table, state.figures["red-1"], 0)
    assert questions == ([["done", "prone", "drop"]] if asked else [])
    assert state.figures["red-1"].hand == "pistol"


@pytest.mark.rules(
    "actions.ready-weapon", "actions.stow", "actions.drop", "actions.pick-up", "actions.ready-weapon-at-start"
)
def test_weapons_are_readied_put_away_dropped_and_picked_up():
    state = battle({"gear": ("pistol", "bow"), "at": (100, 100)}, {"at": (125, 100)}, {"blue": True, "at": (800, 800)})
    one, friend = list(state.figures.values())[:2]
    assert one.hand == "pistol"
    assert do(state, one, "ready:bow") == 2  # put away, then draw
    assert do(state, one, "drop") == 0
    assert [item.item for item in state.items] == ["bow"]
    assert do(state, one, "ready:pistol") == 1
    friend.x = 118
    assert do(state, friend, "pick-up:0") == 1
    assert friend.hand == "bow"


@pytest.mark.rules("rocks.throw", "weapon-row.thrown-rock", "rocks.strain", "ammo.primitive-one")
def test_one_without_a_gun_may_throw_rocks_until_it_strains_a_shoulder():
    state = battle({"at": (400, 400)}, {"blue": True, "at": (450, 400)})
    one, other = state.figures.values()
    do(state, one, "pick-rock")
    assert totals(ranged.shot(state, one, other, ARMS["rock"])) == (2, 3)
    ranged.shoot(script(state, [1, 6]), one, other, ARMS["rock"])
    assert ("strained" in one.effects, one.hand) == (True, "")
    assert "rock" not in keys(state, one)
    assert "rock" not in keys(
        battle({"type": "animal", "species": "monkey"}, {"blue": True, "at": (800, 800)}),
        battle({"type": "animal", "species": "monkey"}).figures["red-1"],
    )


@pytest.mark.rules(
    "reload.bow",
    "actions.prepare-arrow",
    "actions.reload",
    "reload.cell",
    "ammo.universal-cells",
    "actions.one-attack-per-turn",
)
def test_a_bow_is_loaded_loosed_and_loaded_again():
    """ex.bow-three-actions."""
    state, one, _ = two({"gear": ("bow", "pistol"), "hand": "bow", "cells": 1}, {"combat": 9}, apart=100)
    one.weapons[0].loaded = False
    do(state, one, "load:bow")
    one.attacked = False
    do(state, one, "shoot:bow:blue-2", [3, 3])
    assert not one.weapons[0].loaded
    do(state, one, "load:bow")
    assert (one.weapons[0].loaded, any(key.startswith("shoot") for key in keys(state, one))) == (True, False)
    one.hand, one.weapons[1].loaded = "pistol", False
    do(state, one, "reload:pistol")
    assert (one.weapons[1].loaded, one.cells) == (True, 0)


@pytest.mark.rules(
    "malfunction.die",
    "ammo.depletion",
    "ammo.double-one",
    "malfunction.gunsmith-ignores-first",
    "ability.gunsmith-ignore",
)
@pytest.mark.parametrize(
    ("dice", "state_of_gun"),
    [
        ([3, 3], (True, True, False)),
        ([4, 4], (True, False, True)),
        ([1, 1], (False, True, False)),
        ([1, 5], (False, False, False)),
        ([2, 5], (True, False, False)),
    ],
)
def test_equal_dice_jam_or_break_a_gun_and_a_one_empties_it(dice, state_of_gun):
    """ex.malfunction-jam, ex.malfunction-break."""
    state, one, other = two({"gear": ("needler",)}, {"type": "robot"}, apart=100)
    ranged.shoot(script(state, [*dice, 6]), one, other, ARMS["needler"])
    gun = one.weapons[0]
    assert (gun.loaded, gun.jammed, gun.broken) == state_of_gun
    smith = two({"gear": ("needler",), "traits": ("gunsmith",)}, {"type": "robot"}, apart=100)
    ranged.shoot(script(smith[0], [3, 3, 6]), smith[1], smith[2], ARMS["needler"])
    assert not smith[1].weapons[0].jammed
    ranged.shoot(script(smith[0], [3, 3, 6]), smith[1], smith[2], ARMS["needler"])
    assert smith[1].weapons[0].jammed


@pytest.mark.rules("malfunction.unjam", "ability.gunsmith-repair")
def test_a_jam_is_cleared_by_a_quality_roll_and_easily_by_a_gunsmith():
    state = battle(
        {"gear": ("pistol",)}, {"gear": ("pistol",), "traits": ("gunsmith",)}, {"blue": True, "at": (800, 800)}
    )
    plain, smith, _ = state.figures.values()
    for figure, dice, works in ((plain, [3], False), (plain, [4], True), (smith, [2], True)):
        figure.weapons[0].jammed = True
        assert "unjam:pistol" in keys(state, figure)
        assert ranged.unjam(script(state, dice), figure, "pistol") is works


@pytest.mark.rules("robot.pick-up-weapons", "robot.inbuilt-weapons")
def test_a_robots_own_guns_are_always_ready_and_never_dropped():
    state = battle({"type": "robot", "gear": ("pistol", "web-gun"), "at": (400, 400)}, {"blue": True, "at": (460, 400)})
    robot = state.figures["red-1"]
    assert {"shoot:pistol:blue-2", "shoot:web-gun:blue-2"} <= set(keys(state, robot))
    assert "drop" not in keys(state, robot)


@pytest.mark.rules("robot.pick-up-weapons", "rocks.throw")
def test_a_robot_uses_what_it_picks_up_and_throws_rocks_if_it_has_no_gun():
    state = battle({"type": "robot", "gear": ("pistol",), "at": (400, 400)}, {"blue": True, "at": (460, 400)})
    robot = state.figures["red-1"]
    state.items = [Item("laser-gun", 400, 400), Item("bow", 400, 400)]
    do(state, robot, "pick-up:0")
    assert {"shoot:laser-gun:blue-2", "shoot:pistol:blue-2", "drop"} <= set(keys(state, robot))
    do(state, robot, "pick-up:0")
    assert do(state, robot, "ready:bow") == 2
    assert {"shoot:bow:blue-2", "shoot:pistol:blue-2"} <= set(keys(state, robot))
    assert "shoot:laser-gun:blue-2" not in keys(state, robot)
    bare = battle({"type": "robot"}, {"blue": True, "at": (800, 800)})
    assert "pick-rock" in keys(bare, bare.figures["red-1"])


@pytest.mark.rules("malfunction.repair", "malfunction.unjam", "reload.cell", "ability.telekinetic-disarm")
def test_a_weapon_that_is_dropped_or_flies_away_is_picked_up_as_it_was():
    def broken(**weapon):
        state = battle(
            {"gear": ("laser-gun",), "at": (400, 400)},
            {"blue": True, "traits": ("telekinetic-disarm",), "at": (480, 400)},
        )
        one, psionic = state.figures.values()
        one.weapons = [Weapon("laser-gun", **weapon)]
        return state, one, psionic

    state, one, _ = broken(broken=True)
    do(state, one, "drop")
    do(state, one, "pick-up:0")
    assert one.weapons == [Weapon("laser-gun", broken=True)]
    state, one, psionic = broken(loaded=False, jammed=True)
    mental.disarm(script(state, [], [(400, 400)]), psionic, one)
    assert (one.hand, one.weapons) == ("", [])
    do(state, one, "pick-up:0")
    assert one.weapons == [Weapon("laser-gun", loaded=False, jammed=True)]


@pytest.mark.rules("ammo.depletion", "actions.ready-weapon", "actions.stow")
def test_of_two_weapons_of_a_kind_one_is_ready_and_the_other_has_to_be_drawn():
    """ruling.changing-weapons."""
    state, one, _ = two({"gear": ("pistol", "pistol"), "cells": 1}, {"combat": 9}, apart=100)
    assert "ready:pistol" not in keys(state, one)  # one is as good as the other
    do(state, one, "shoot:pistol:blue-2", [1, 2, 6])
    one.attacked = False
    assert not any(key.startswith("shoot") for key in keys(state, one))
    assert do(state, one, "ready:pistol") == 2
    do(state, one, "shoot:pistol:blue-2", [3, 3, 6])
    assert [(gun.loaded, gun.jammed) for gun in one.weapons] == [(True, True), (False, False)]
    assert "reload:pistol" not in keys(state, one)  # it is the other one that is empty
    assert "pistol (ready, jammed)" in ", ".join(actions.arms_in_words(one)).lower()
    robot, machine, _ = two({"type": "robot", "gear": ("pistol", "pistol"), "cells": 1}, {"combat": 9}, apart=100)
    for _ in range(2):
        machine.attacked, machine.volley = False, []
        do(robot, machine, "shoot:pistol:blue-2", [1, 2, 6])
    assert [gun.loaded for gun in machine.weapons] == [False, False]
    do(robot, machine, "reload:pistol")
    assert sorted(gun.loaded for gun in machine.weapons) == [False, True]


@pytest.mark.rules("actions.stow", "rocks.throw")
def test_a_weapon_is_put_away_for_one_action_and_then_the_hand_is_free_for_a_rock():
    """ruling.rock-throwers: no usable weapon is ready."""
    state = battle({"gear": ("pistol",)}, {"blue": True, "at": (800, 800)})
    one = state.figures["red-1"]
    assert "pick-rock" not in keys(state, one)
    assert do(state, one, "stow") == 1
    assert (one.hand, [gun.id for gun in one.weapons]) == ("", ["pistol"])
    assert {"pick-rock", "ready:pistol"} <= set(keys(state, one))


@pytest.mark.rules("actions.ready-weapon", "ammo.counted-throwables")
def test_a_second_grenade_has_to_be_readied_like_the_first():
    """ruling.changing-weapons."""
    grenade = "fragmentation-grenade"
    state, one, _ = two({"type": "human", "gear": (grenade, grenade), "hand": grenade}, {"combat": 9}, apart=150)
    do(state, one, f"throw:{grenade}", [1, 6], [(550, 400)])
    one.attacked = False
    assert (one.hand, one.gear[grenade], f"throw:{grenade}" in keys(state, one)) == ("", 1, False)
    do(state, one, f"ready:{grenade}")
    assert f"throw:{grenade}" in keys(state, one)


@pytest.mark.rules("weapon-row.javelin-axe", "actions.pick-up")
def test_a_thrown_javelin_lies_where_its_target_stood():
    """ruling.javelin-source."""
    state, one, _ = two({"gear": ("javelin",)}, {"combat": 9}, apart=60)
    do(state, one, "shoot:javelin:blue-2", [2, 6])
    assert (one.hand, one.weapons, [(item.item, item.x) for item in state.items]) == ("", [], [("javelin", 460)])
    one.x = 440.0
    do(state, one, "pick-up:0")
    assert (one.hand, state.items) == ("javelin", [])


# Movement


@pytest.mark.rules("move.base-at-end-of-stick", "move.straight-line", "sticks.three-sticks", "move.less-or-none")
def test_a_base_is_put_down_beyond_the_end_of_the_stick():
    """ex.move-stick-geometry: 140 and 145 mm."""
    for traits, far in (((), 140), (("big",), 145)):
        state = battle({"traits": traits, "at": (400, 400)})
        assert round(where_to(state, state.figures["red-1"], (800, 400)).length, 6) == far
    houses = (Rulings(stick_move_geometry="centre"), 130), (Rulings(stick_move_geometry="edge-to-edge"), 120)
    for rulings, far in houses:
        state = battle({"at": (400, 400)}, rulings=rulings)
        assert round(where_to(state, state.figures["red-1"], (800, 400)).length, 6) == far
    state = battle({"at": (400, 400)})
    assert where_to(state, state.figures["red-1"], (430, 400)).end == (430, 400)


@pytest.mark.rules(
    "move.broken-terrain",
    "actions.short-move-broken-terrain",
    "ability.short-move",
    "ability.long-move",
    "woods.broken",
    "actions.move",
)
def test_difficult_ground_lowers_the_stick_by_one():
    """ex.move-broken-terrain: Medium, Short, none; with two actions a Short move."""
    marsh = [disc(400, 400, 300, "marsh", "marsh")]
    for traits, far, double in ((("long-move",), 140, 140), ((), 95, 95), (("short-move",), 0, 95)):
        state = battle({"traits": traits, "at": (400, 400)}, terrain=marsh)
        figure = state.figures["red-1"]
        assert round(where_to(state, figure, (800, 400)).length) == far
        assert round(where_to(state, figure, (800, 400), double=True).length) == double
        assert ("slog" in keys(state, figure, 2)) is (traits == ("short-move",))


@pytest.mark.rules("move.broken-terrain")
def test_a_model_may_stop_at_the_edge_of_difficult_ground_with_its_full_stick():
    state = battle({"at": (400, 400)}, terrain=[disc(560, 400, 40, "marsh", "marsh")])
    assert round(where_to(state, state.figures["red-1"], (560, 400)).length) == 110


@pytest.mark.rules("move.stop-at-door-or-obstacle")
def test_a_fence_ends_a_move_and_is_crossed_with_the_next():
    state = battle({"at": (400, 400)}, terrain=[wall(450, 300, 5, 200, "fence", "fence")])
    figure = state.figures["red-1"]
    carry_out(script(state), figure, (520, 400))
    assert round(figure.x) == 440
    carry_out(script(state), figure, (520, 400))
    assert figure.x > 455


@pytest.mark.rules("move.friendly-interpenetration")
def test_models_pass_friends_but_end_on_nobody_and_never_pass_enemies():
    state = battle({"at": (400, 400)}, {"at": (450, 400)}, {"blue": True, "at": (400, 460)})
    figure = state.figures["red-1"]
    assert round(where_to(state, figure, (520, 400)).length) == 120
    assert round(where_to(state, figure, (455, 400)).length) == 30
    assert round(where_to(state, figure, (400, 520)).length) == 40


@pytest.mark.rules("ability.flying-movement", "fly.leaps", "fly.not-activated-on-ground", "ability.flying-combat")
def test_a_flyer_passes_over_everything_and_lands_where_it_can_stand():
    state = battle(
        {"traits": ("flying",), "at": (400, 400)},
        {"blue": True, "at": (450, 400)},
        terrain=[wall(470, 300, 5, 200), disc(520, 400, 25, "marsh", "marsh")],
    )
    figure = state.figures["red-1"]
    assert round(where_to(state, figure, (540, 400)).length) == 140
    assert where_to(state, figure, (472, 400)).length < 55  # not into the wall


@pytest.mark.rules("actions.disengage", "disengage.active-opponent", "disengage.free", "disengage.result")
def test_leaving_an_active_enemy_costs_two_actions_and_a_free_hack():
    state, one, other = two({}, {})
    assert "move" not in keys(state, one)
    disengage(script(state, [1, 6], [(300, 400)]), one)
    assert round(one.x) == 300
    one.x = 400.0
    other.fallen = True
    assert "move" in keys(state, one)


@pytest.mark.rules("morale.voluntary-exit", "morale.off-table")
def test_a_model_at_the_edge_may_leave_the_table():
    state = battle({"at": (100, 50)}, {"blue": True, "at": (800, 800)})
    one = state.figures["red-1"]
    do(state, one, "leave")
    assert one.gone == "fled"


@pytest.mark.rules("actions.short-move-broken-terrain", "move.less-or-none", "actions.disengage")
def test_a_short_mover_in_a_marsh_pays_two_actions_and_is_told_so():
    """ruling.short-mover-one-action: one action moves it nowhere, so no such move is offered."""
    marsh = [disc(400, 400, 80, "marsh", "marsh")]
    short = {"type": "plant"}
    state = battle({**short, "at": (400, 400)}, {"blue": True, "at": (800, 800)}, terrain=marsh)
    one = state.figures["red-1"]
    assert [key for key in keys(state, one) if key in ("move", "slog")] == ["slog"]
    assert do(state, one, "slog", answers=[(480, 400)]) == 2
    assert one.x == pytest.approx(480)
    beside = battle({**short, "at": (310, 400)}, {"blue": True, "at": (800, 800)}, terrain=marsh)
    table = script(beside)
    assert carry_out(table, beside.figures["red-1"], (400, 400)) is None
    assert [event.rule for event in table.events] == ["ruling.short-mover-one-action"]
    held = battle({**short, "at": (400, 400)}, {"blue": True, "at": (420, 400)}, terrain=marsh)
    leaving = next(deed for deed in actions.possible(held, held.figures["red-1"], 3) if deed.key == "disengage")
    assert leaving.cost == 3
    assert do(held, held.figures["red-1"], "disengage", [1, 6], [(310, 400)]) == 3
    assert held.figures["red-1"].x < 330
    dry = battle({**short, "at": (400, 400)}, {"blue": True, "at": (420, 400)})
    assert next(deed for deed in actions.possible(dry, dry.figures["red-1"], 3) if deed.key == "disengage").cost == 2


# Whom one may shoot


@pytest.mark.rules("los.required", "los.adjacent-friend")
def test_a_friend_in_contact_is_shot_past_and_nobody_else_is():
    """ex.los-friend."""
    for friend, seen in (((420, 400), True), ((450, 400), False)):
        state = battle({"gear": ("pistol",), "at": (400, 400)}, {"at": friend}, {"blue": True, "at": (500, 400)})
        one, _, foe = state.figures.values()
        assert (foe in ranged.targets(state, one, ARMS["pistol"])) is seen
    why = ranged.why_not(state, one, foe, ARMS["pistol"])
    assert why is not None
    assert (why.rule, why.text) == ("los.required", "red 2 is in the way")


@pytest.mark.rules("los.required", "cover.modifier")
def test_a_refusal_names_the_rule_and_the_piece_in_the_way():
    state = battle(
        {"gear": ("pistol",), "at": (400, 400)}, {"blue": True, "at": (500, 400)}, terrain=[wall(445, 350, 10, 100)]
    )
    ((what, why),) = ranged.refusals(state, state.figures["red-1"])
    assert (what, why.rule, why.text) == ("blue 2", "los.required", "wall at 450,400 is in the way")


@pytest.mark.rules("los.required", "ranged.range-bands")
def test_the_screen_tells_the_one_who_acts_whom_he_cannot_shoot_and_why():
    state = battle(
        {"gear": ("pistol",), "at": (400, 400)},
        {"blue": True, "at": (500, 400)},
        {"blue": True, "at": (400, 890)},
        terrain=[wall(445, 350, 10, 100)],
    )
    assert not told(state, "red")
    state.acting = "red-1"
    assert told(state, "red") == [
        ("blue 2:", ("wall at 450,400 is in the way", "los.required")),
        ("blue 3:", ("470 mm away, the Pistol reaches 360", "ranged.range-bands")),
    ]
    assert not told(state, "blue")


def told(state, seat):
    panels = [it for it in scene(state, seat).panels if isinstance(it, Cards) and "cannot shoot" in it.title]
    return [(card.title, card.tags) for panel in panels for card in panel.cards]


@pytest.mark.rules("target.closest", "target.may-ignore", "target.big-huge-preference")
def test_the_closest_enemy_is_shot_at_unless_it_may_be_ignored():
    """ex.targeting-fallen-ignored."""
    state = battle(
        {"gear": ("pistol",), "at": (400, 400)},
        {"blue": True, "at": (460, 400)},
        {"blue": True, "at": (400, 480)},
        {"blue": True, "traits": ("big",), "at": (400, 300)},
    )
    one, near, far, big = state.figures.values()
    assert ranged.targets(state, one, ARMS["pistol"]) == [near, big]
    why = ranged.why_not(state, one, far, ARMS["pistol"])
    assert why is not None
    assert why.rule == "target.closest"
    near.fallen = True
    assert ranged.targets(state, one, ARMS["pistol"]) == [near, far, big]


@pytest.mark.rules("engaged.shooter", "engaged.target", "engaged.fallen-foe-only")
def test_nobody_shoots_out_of_or_into_hand_to_hand():
    state = battle({"gear": ("pistol",), "at": (400, 400)}, {"at": (500, 400)}, {"blue": True, "at": (520, 400)})
    one, friend, foe = state.figures.values()
    assert ranged.targets(state, one, ARMS["pistol"]) == []
    friend.fallen = True
    assert ranged.targets(state, one, ARMS["pistol"]) == []
    friend.x = 300.0
    assert ranged.targets(state, one, ARMS["pistol"]) == [foe]
    foe.x = 420.0
    assert ranged.targets(state, one, ARMS["pistol"]) == []
    foe.fallen = True
    assert ranged.targets(state, one, ARMS["pistol"]) == [foe]


@pytest.mark.rules("woods.no-shooting-in", "woods.shooting-out", "woods.inside")
def test_woods_hide_those_inside_from_those_outside():
    wood = [disc(500, 400, 60)]
    cases = [
        ((400, 400), (500, 400), "woods.no-shooting-in"),
        ((500, 400), (700, 400), "woods.shooting-out"),
        ((549, 400), (700, 400), None),
        ((480, 400), (530, 400), None),
        ((450, 400), (551, 400), "woods.inside"),
        ((400, 400), (700, 400), "los.required"),
    ]
    for here, there, rule in cases:
        state = battle({"gear": ("laser-gun",), "at": here}, {"blue": True, "at": there}, terrain=wood)
        view = look(state, *state.figures.values())
        assert (view.objection.rule if view.objection else None) == rule
    inside = battle({"at": (480, 400)}, {"blue": True, "at": (530, 400)}, terrain=wood)
    assert look(inside, *inside.figures.values()).cover


@pytest.mark.rules("ambush.definition", "ambush.hth", "ambush.ranged")
def test_one_who_begins_its_turn_unseen_may_ambush():
    state = battle({"at": (400, 400)}, {"blue": True, "at": (600, 400)}, terrain=[wall(500, 300, 10, 200)])
    assert is_hidden(state, state.figures["red-1"])
    begin_turn(script(state), "red")
    assert state.figures["red-1"].hidden
    open_ground = battle({"at": (400, 400)}, {"blue": True, "at": (600, 400)})
    begin_turn(script(open_ground), "red")
    assert not open_ground.figures["red-1"].hidden


@pytest.mark.rules("ambush.definition")
def test_nobody_ambushes_from_behind_a_friend():
    state = battle({"at": (409, 400)}, {"at": (430, 400)}, {"blue": True, "at": (600, 400)})
    begin_turn(script(state), "red")
    assert not state.figures["red-1"].hidden


@pytest.mark.rules("multishot.targets", "multishot.decide-later", "multishot.one-attack", "multishot.penalty")
def test_a_volley_goes_on_to_targets_within_short_of_the_last():
    state = battle(
        {"gear": ("laser-gun",), "at": (400, 400)},
        *[{"blue": True, "combat": 9, "at": at} for at in ((500, 400), (540, 430), (600, 460), (520, 250))],
    )
    one = state.figures["red-1"]
    do(state, one, "shoot:laser-gun:blue-2", [2, 3, 6])
    assert [key for key in keys(state, one, 2) if key.startswith("shoot on")] == ["shoot on:laser-gun:blue-3"]
    do(state, one, "shoot on:laser-gun:blue-3", [2, 3, 6])
    assert [key for key in keys(state, one, 1) if key.startswith("shoot on")] == ["shoot on:laser-gun:blue-4"]
    do(state, one, "prone")
    assert not any(key.startswith("shoot on") for key in keys(state, one, 1))


@pytest.mark.rules("multishot.targets")
def test_the_next_target_of_a_volley_is_measured_from_base_to_base():
    """ruling.distance-measurement."""
    for y, near in ((494, True), (496, False)):  # 74 and 76 mm from base to base
        state = battle(
            {"gear": ("laser-gun",), "at": (200, 400)},
            *[{"blue": True, "combat": 9, "at": at} for at in ((300, 400), (300, y))],
        )
        do(state, state.figures["red-1"], "shoot:laser-gun:blue-2", [2, 3, 6])
        assert ("shoot on:laser-gun:blue-3" in keys(state, state.figures["red-1"])) is near


@pytest.mark.rules("equipment.shotgun-spread", "weapon-row.shotgun", "malfunction.die")
def test_those_beside_the_target_are_hit_at_its_range_and_with_no_second_malfunction_die():
    """ruling.sp-spread-scope: the second is 132 mm away, beyond Medium."""
    state = battle(
        {"gear": ("shotgun",), "at": (400, 400)},
        *[{"blue": True, "combat": 9, "at": at} for at in ((536, 400), (550, 414))],
    )
    table = script(state, [2, 3, 6, 4, 6])
    ranged.shoot(table, state.figures["red-1"], state.figures["blue-2"], ARMS["shotgun"])
    table.finish()
    assert [roll.label for roll in table.rolls] == ["1d6+5 against 1d6+9"] * 2
    assert state.figures["red-1"].weapons[0].works
    lost = battle(
        {"gear": ("shotgun",), "at": (400, 400)},
        *[{"blue": True, "at": at} for at in ((536, 400), (550, 414))],
        rulings=Rulings(malfunction_shot_still_counts="lost"),
    )
    table = script(lost, [6, 6, 1])
    ranged.shoot(table, lost.figures["red-1"], lost.figures["blue-2"], ARMS["shotgun"])
    table.finish()
    assert not any(figure.gone for figure in lost.figures.values())


@pytest.mark.rules(
    "equipment.shotgun-spread", "weapon-row.shotgun", "equipment.flamethrower-spread", "weapon-row.flamethrower"
)
def test_beyond_short_a_shotgun_hits_everybody_who_touches_the_target():
    """ex.sp-shotgun-spread."""
    for distance, others in ((130, 2), (80, 0)):
        state = battle(
            {"at": (400, 400)},
            *[{"blue": True, "at": (400 + distance + dx, 400 + dy)} for dx, dy in ((0, 0), (20, 0), (0, 20))],
        )
        one, target, *_ = state.figures.values()
        assert len(ranged.spread_over(state, one, target, ARMS["shotgun"])) == others
        assert len(ranged.spread_over(state, one, target, ARMS["laser-gun"])) == 0


@pytest.mark.rules(
    "target.grenades-free", "grenade.general", "grenade.range", "grenade.no-aiming", "ammo.counted-throwables"
)
def test_a_grenade_is_thrown_anywhere_in_range_and_used_up():
    state = battle(
        {"gear": ("fragmentation-grenade",), "hand": "fragmentation-grenade", "at": (400, 400)},
        {"blue": True, "at": (500, 400)},
        terrain=[wall(400, 450, 100, 10)],
    )
    one = state.figures["red-1"]
    question = area.throw_question(state, one, ARMS["fragmentation-grenade"])
    assert question.region.admits((580, 400))
    assert not question.region.admits((595, 400))
    assert not question.region.admits((450, 500))
    do(state, one, "throw:fragmentation-grenade", [3, 6], [(520, 400)])
    assert one.gear["fragmentation-grenade"] == 0


# Morale


@pytest.mark.rules(
    "morale.roll", "morale.one-failure", "morale.two-failures", "morale.three-failures", "morale.keep-away"
)
@pytest.mark.parametrize(("dice", "moved"), [([4, 5, 6], 0), ([2, 5, 6], 1), ([2, 5, 3], 2), ([1, 2, 3], 99)])
def test_each_failure_is_a_move_away_and_three_are_the_end(dice, moved):
    """ex.morale-two-failures."""
    state = battle({"at": (450, 400)}, {"blue": True, "at": (450, 700)})
    figure = state.figures["red-1"]
    table = script(state, dice)
    table.policy = lambda asked: (
        "edge" if asked.rule == "morale.one-failure" else min(asked.question.region.samples(), key=lambda p: p[1])
    )
    morale.check(table, figure, "morale.trigger-halved")
    assert figure.gone == ("fled" if moved == 99 else "")
    if moved < 99:
        assert round(figure.y) == 400 - 140 * moved


@pytest.mark.rules("morale.keep-away")
def test_one_that_cannot_keep_away_from_enemies_is_destroyed():
    ring = [{"blue": True, "at": at} for at in ((450, 330), (380, 370), (520, 370), (380, 440), (520, 440), (450, 470))]
    state = battle({"at": (450, 400)}, *ring)
    morale.flee(script(state, [], []), state.figures["red-1"], 1)
    assert state.figures["red-1"].gone == "killed"


@pytest.mark.rules("morale.keep-away", "move.less-or-none", "morale.one-failure")
def test_one_without_a_full_move_past_its_enemies_runs_as_far_as_it_can():
    """ruling.flee-path: a house may destroy it."""
    ring = [(450 + 210 * cos(pi * i / 6), 400 - 210 * sin(pi * i / 6)) for i in range(7)]
    models = ({"at": (450, 400)}, *({"blue": True, "at": at} for at in ring))
    state = battle(*models)
    figure = state.figures["red-1"]
    table = script(state)
    table.policy = lambda asked: min(asked.question.region.samples(), key=lambda p: p[1])
    morale.flee(table, figure, 1)
    short = state.scale.sticks.short
    nearest = min(apart(state, figure, enemy) for enemy in state.figures.values() if enemy is not figure)
    assert (figure.gone, figure.y < 345, short - 1 < nearest < short + 30) == ("", True, True)
    strict = battle(*models, rulings=Rulings(flee_path="full-moves"))
    morale.flee(script(strict), strict.figures["red-1"], 1)
    assert strict.figures["red-1"].gone == "killed"


@pytest.mark.rules(
    "morale.fallen-alone", "morale.helpless-killed", "transfixed.morale", "morale.flee-from-contact", "disengage.morale"
)
def test_the_fallen_rise_first_and_the_helpless_die():
    state = battle({"at": (450, 400), "fallen": True})
    fail_morale(script(state), state.figures["red-1"], 1)
    assert (state.figures["red-1"].fallen, state.figures["red-1"].gone) == (False, "")
    for harm in ({"fallen": True}, {"transfixed": "web-gun"}):
        state, one, _ = two(harm, {})
        fail_morale(script(state), one, 1)
        assert one.gone == "killed"
    state, one, _ = two({}, {})
    fail_morale(script(state, [4, 3]), one, 1)  # the hack beats it by one: killed
    assert one.gone == "killed"
    tough = two({"traits": ("tough",)}, {})
    fail_morale(script(tough[0], [4, 3], ["edge"]), tough[1], 3)
    assert (tough[1].losses, tough[1].gone) == ({"wounds": 1}, "fled")
    alone = battle({"at": (450, 400), "fallen": True})
    fail_morale(script(alone), alone.figures["red-1"], 3)
    assert alone.figures["red-1"].gone == "fled"


@pytest.mark.rules("morale.slow", "ability.slow")
def test_a_slow_model_flees_twice():
    state = battle({"traits": ("slow",), "at": (450, 400)})
    table = script(state)
    table.policy = lambda asked: min(asked.question.region.samples(), key=lambda p: p[1])
    morale.flee(table, state.figures["red-1"], 2)
    assert state.figures["red-1"].y < 200


@pytest.mark.rules("morale.trigger-gruesome", "ability.artificial-morale")
def test_a_gruesome_kill_is_checked_by_friends_within_long():
    state = battle(
        {"at": (100, 100)},
        {"at": (200, 100)},
        {"at": (100, 250), "type": "android"},
        {"at": (800, 100)},
        {"at": (100, 200), "blue": True},
    )
    table = script(state, [6, 6, 6])
    kill(table, state.figures["red-1"], "combat.gruesome-kill", gruesome=True)
    morale.settle(table)
    table.finish()


@pytest.mark.rules("morale.trigger-gruesome")
def test_a_gruesome_kill_moves_allies_too():
    state = battle(
        {"at": (400, 400)},
        {"at": (800, 100)},
        {"at": (800, 200)},
        {"blue": True, "at": (450, 400)},
        {"at": (400, 450), "seat": "green"},
    )
    state.seats, state.teams = ("red", "blue", "green"), {"red": "west", "blue": "west"}
    table = script(state, [6, 6, 6])
    kill(table, state.figures["red-1"], "combat.gruesome-kill", gruesome=True)
    morale.settle(table)
    table.finish()
    assert [roll.by for roll in table.rolls] == [("blue",)]


@pytest.mark.rules("ability.telepathy-mind-control", "morale.trigger-leader", "morale.trigger-halved")
def test_a_controlled_model_checks_with_its_controllers_and_counts_for_nobodys_half():
    """ruling.sp-mind-control-turns."""
    state = battle(
        {"traits": ("telepathy",), "at": (100, 100)},
        {"leader": True, "at": (200, 100)},
        {"at": (300, 100)},
        *[{"blue": True, "at": (800, 700 + 50 * i)} for i in range(4)],
    )
    telepath, leader, _, victim, *_ = state.figures.values()
    mental.take_control(script(state), telepath, victim)
    table = script(state, [6] * 9, ["blue-4", "red-1"])
    kill(table, leader, "combat.kill")
    morale.settle(table)
    table.finish()
    assert morale.left(state, "blue") == 3
    table = script(state, [6] * 6, ["blue-6"])
    kill(table, state.figures["blue-5"], "combat.kill")
    morale.settle(table)
    table.finish()
    assert state.halved == ["blue"]


@pytest.mark.rules("morale.two-failures", "actions.short-move-broken-terrain")
@pytest.mark.parametrize(("moves", "fled"), [(1, 0), (2, 95)])
def test_a_short_mover_flees_through_broken_ground_with_two_moves_for_one(moves, fled):
    """ruling.short-mover-one-action."""
    marsh = disc(450, 400, 150, "marsh", "marsh")
    state = battle({"at": (450, 400), "traits": ("short-move",)}, {"blue": True, "at": (450, 800)}, terrain=[marsh])
    one = state.figures["red-1"]
    table = script(state)
    table.policy = lambda asked: min(asked.question.region.samples(), key=lambda p: p[1])
    morale.flee(table, one, moves)
    assert (round(400 - one.y), one.gone) == (fled, "")
    edge = battle({"at": (450, 60), "traits": ("short-move",)}, terrain=[disc(450, 60, 150, "marsh", "marsh")])
    morale.flee(script(edge), edge.figures["red-1"], moves)
    assert edge.figures["red-1"].gone == ("fled" if moves == 2 else "")


@pytest.mark.rules("morale.trigger-leader", "ability.leader-death")
def test_the_death_of_a_leader_is_checked_by_the_whole_party():
    """ex.sp-leader-dies: wherever they are; and machines too."""
    state = battle(
        {"leader": True, "at": (100, 100)},
        {"at": (800, 100)},
        {"at": (800, 800), "type": "android"},
        {"blue": True, "at": (450, 450)},
    )
    table = script(state, [6] * 6, ["red-3"])
    kill(table, state.figures["red-1"], "combat.kill")
    morale.settle(table)
    table.finish()


@pytest.mark.rules("morale.trigger-halved")
def test_a_party_of_five_checks_when_two_are_left_and_not_again():
    """ex.morale-halving-five."""
    state = battle(*[{"at": (100 + 100 * i, 100)} for i in range(5)], {"blue": True, "at": (800, 800)})
    rolled = []
    for number in range(1, 5):
        table = script(state, [6] * 6, ["red-5"])
        kill(table, state.figures[f"red-{number}"], "combat.kill")
        morale.settle(table)
        rolled.append(len(table.rolls))
    assert rolled == [0, 0, 2, 0]


# Orders


@pytest.mark.rules(
    "group.order", "group.single-roll", "group.leader-first", "group.free-actions", "ability.leader-group-orders"
)
def test_a_leader_orders_those_in_contact_and_they_roll_once_on_the_worst_quality():
    """ex.group-worst-quality: three at 3+ and one at 4+ need 4+ (and have the Leader's +1)."""
    models = [{"type": "human", "quality": 3, "at": (120 + 20 * i, 100)} for i in range(3)]
    state = battle(
        {"leader": True, "at": (100, 150)}, *models, {"quality": 4, "at": (180, 100)}, {"blue": True, "at": (800, 800)}
    )
    leader = state.figures["red-1"]
    assert {"order-group", "order-regroup"} <= set(keys(state, leader))
    table = script(state, [2, 3], ["red-2", "red-4", "red-5", 2, *["done"] * 4])
    assert groups.order_group(table, leader) == groups.ALL_ACTIONS
    assert [figure.activated for figure in state.figures.values()] == [False, True, True, True, True, False]
    assert table.rolls[0].value == "1 success, 1 failure"
    state.turn_lost = True
    assert not any(key.startswith("order") for key in keys(state, leader))


@pytest.mark.rules("regroup.order", "regroup.resolution")
def test_regrouping_models_go_to_one_another_and_do_nothing_else():
    state = battle(
        {"leader": True, "at": (200, 200)}, {"at": (150, 200)}, {"at": (320, 200)}, {"blue": True, "at": (800, 800)}
    )
    table = script(state, [3, 4], [["red-2", "red-3"], 2])
    groups.order_regroup(table, state.figures["red-1"])
    assert round(abs(state.figures["red-2"].x - state.figures["red-3"].x)) == 20


@pytest.mark.rules("regroup.resolution", "fall.stand-up-cost", "fallen.stand-up", "ability.terror-approach")
def test_regrouping_models_rise_and_dare_as_they_otherwise_would():
    def regrouped(dice, count, member, foe):
        state = battle(
            {"traits": ("leader",), "at": (200, 200)},
            {"at": (150, 200), **member},
            {"at": (320, 200)},
            {"blue": True, "at": (800, 800), **foe},
        )
        groups.order_regroup(script(state, dice, [["red-2", "red-3"], count]), state.figures["red-1"])
        return state.figures["red-2"]

    assert not regrouped([6], 1, {"fallen": True}, {}).fallen
    hurt = {"fallen": True, "slow_to_rise": True}
    assert regrouped([6], 1, hurt, {}).fallen
    assert not regrouped([6, 6], 2, hurt, {}).fallen
    suit = {"fallen": True, "type": "human", "gear": ("power-armor",), "effects": ["immobilised"]}
    assert regrouped([6, 6], 2, suit, {}).fallen
    timid = regrouped([6, 2, 2], 1, {}, {"at": (230, 218), "traits": ("terror",)})
    assert (timid.shunned, 150 < timid.x < 225) == (["blue-4"], True)


@pytest.mark.rules(
    "concentrated.order", "concentrated.single-roll", "concentrated.modifiers", "concentrated.no-aimed-shot"
)
def test_concentrated_fire_is_one_shot_with_the_worst_score_and_every_modifier():
    """ex.concentrated-cover: 4 against 2."""
    gunners = [{"gear": ("assault-rifle",), "at": (400, y)} for y in (340, 400, 460)]
    state = battle(
        {"leader": True, "at": (350, 400)},
        *gunners,
        {"blue": True, "combat": 4, "at": (550, 340)},
        terrain=[wall(536, 352, 8, 8)],
    )
    shooters = [(state.figures[f"red-{n}"], ARMS["assault-rifle"]) for n in (2, 3, 4)]
    target = state.figures["blue-5"]
    covered = [look(state, one, target).cover for one, _ in shooters]
    assert any(covered)
    assert not all(covered)
    assert totals(groups.concentrated(state, shooters, target)) == (4, 2)
    leader = state.figures["red-1"]
    assert "order-fire" in keys(state, leader)
    table = script(state, [5, 6, 2, 1], [["red-2", "red-3", "red-4"], 1])
    groups.order_fire(table, leader)
    assert all(state.figures[f"red-{n}"].attacked for n in (2, 3, 4))


def firing(arms, dice, target=None, **fields):
    """Two who concentrate their fire on one, with these weapons; them and their target afterwards."""
    models = [{"gear": (arm,), "at": (400, 400 + 30 * number), **fields} for number, arm in enumerate(arms)]
    state = battle(*models, {"blue": True, "at": (480, 415), "combat": 9, **(target or {})})
    table = script(state, dice)
    shooters = [(state.figures[f"red-{number}"], ARMS[arm]) for number, arm in enumerate(arms, 1)]
    groups.concentrate(table, shooters, state.figures["blue-3"])
    table.finish()
    return [figure.weapons[0] for figure, _ in shooters], state.figures["blue-3"]


@pytest.mark.rules("concentrated.single-roll", "malfunction.die", "ammo.depletion", "ammo.primitive-one")
def test_what_befalls_concentrated_fire_befalls_every_weapon_as_it_can():
    """ruling.concentrated-ammo."""
    lasers, _ = firing(["laser-gun", "laser-gun"], [3, 3, 6])
    assert [gun.jammed for gun in lasers] == [True, True]
    saved, _ = firing(["laser-gun", "laser-gun"], [3, 3, 6], traits=("gunsmith",))
    assert [gun.jammed for gun in saved] == [False, False]
    for arms in (["laser-gun", "bow"], ["bow", "laser-gun"]):  # the bow has the worse score
        guns, _ = firing(arms, [1, 2, 6])
        mixed = {gun.id: gun for gun in guns}
        assert (mixed["laser-gun"].loaded, mixed["laser-gun"].broken, mixed["bow"].broken) == (False, False, True)


@pytest.mark.rules("concentrated.single-roll", "ability.energy-adaptation", "ability.fear-of-fire")
def test_concentrated_fire_is_an_attack_to_adapt_to_and_to_fear():
    adapted = firing(["laser-gun", "laser-gun"], [2, 3, 6], {"traits": ("energy-adaptation",)})[1]
    assert adapted.effects == ["adapted (lasers)"]
    firing(["laser-gun", "flamethrower"], [2, 3, 6, 6, 6, 6], {"traits": ("fear-of-fire",)})


@pytest.mark.rules("concentrated.order", "target.closest")
def test_one_of_those_who_fire_together_may_choose_the_target_by_himself():
    """ruling.concentrated-target: only the first of three is nearest to the target."""
    state = battle(
        {"traits": ("leader",), "at": (100, 400)},
        *[{"gear": ("laser-gun",), "at": (150, y)} for y in (300, 500, 560)],
        *[{"blue": True, "at": at} for at in ((300, 300), (230, 530))],
    )
    table = script(state, [1], ["blue-5", ["red-3"], 1])
    groups.order_fire(table, state.figures["red-1"])
    table.finish()
    assert [figure.activated for figure in state.figures.values()][:4] == [False, True, True, False]


def chance(found, words):
    """Of an outcome that says this among other things."""
    return found.chance(lambda outcome: words in outcome.split("; "))


@pytest.mark.rules("malfunction.die", "ammo.depletion")
def test_the_forecast_of_every_shot_is_the_shot_itself():
    state, one, _ = two({"gear": ("pistol",)}, {}, apart=100)
    deed = next(deed for deed in ranged.shot_deeds(state, one, 2) if deed.key == "shoot:pistol:blue-2")
    assert deed.forecast is not None
    found = foreseen(deed.forecast, state)
    assert sum(found.chances.values()) == 1
    assert chance(found, "kill") == Fraction(4, 36)
    weapon = {word: chance(found, f"weapon {word}") for word in ("jams", "breaks", "is empty")}
    assert weapon == {"jams": Fraction(1, 12), "breaks": Fraction(1, 12), "is empty": Fraction(1, 6)}
    state.rulings = Rulings(malfunction_shot_still_counts="lost")
    deed = next(deed for deed in ranged.shot_deeds(state, one, 2) if deed.key == "shoot:pistol:blue-2")
    assert chance(foreseen(deed.forecast, state), "kill") < Fraction(4, 36)
    melee = two({}, {})
    deed = hand_to_hand.attack_deeds(melee[0], melee[1], 1)[0]
    assert deed.forecast is not None
    assert foreseen(deed.forecast, melee[0])["attacker kill"] == Fraction(2, 36)


def test_a_figure_beside_a_wall_touches_cover():
    state = battle({"at": (400, 400)}, terrain=[wall(411, 350, 10, 100)])
    assert touches_cover(state, state.figures["red-1"])
    assert quality(state.figures["red-1"]) == 4


@pytest.mark.rules(
    "actions.ranged-attack", "actions.use-mutation", "actions.other-uses", "sticks.premeasure", "psi.aimed"
)
def test_the_menu_offers_shots_powers_and_things_with_their_costs():
    state, one, _ = two({"gear": ("pistol", "stimulant"), "traits": ("telepathy", "allure")}, {}, apart=100)
    costs = {deed.key: deed.cost for deed in actions.possible(state, one, 3)}
    assert (costs["shoot:pistol:blue-2"], costs["aim:pistol:blue-2"]) == (1, 2)
    assert (costs["telepathy:blue-2"], costs["telepathy:blue-2:aimed"]) == (1, 2)
    assert (costs["allure"], costs["dose:stimulant:red-1"]) == (1, 1)


@pytest.mark.rules(
    "ability.energy-projection-use", "ability.energy-projection-burnout", "ability.energy-projection-radiation"
)
def test_a_projection_shoots_as_its_weapon_does_and_burns_out_on_a_one():
    state, one, other = two({"traits": ("energy-projection (light)",)}, {}, apart=100)
    assert "shoot:projected-light:blue-2" in keys(state, one)
    assert totals(ranged.shot(state, one, other, ARMS["projected-light"])) == (5, 3)
    ranged.shoot(script(state, [1, 6]), one, other, ARMS["projected-light"])
    one.attacked = False
    assert not any(key.startswith("shoot") for key in keys(state, one))
    ray, glowing, _ = two({"traits": ("energy-projection (radiation)",)}, {}, apart=80)
    assert "irradiate:blue-2" in keys(ray, glowing)


@pytest.mark.rules("ability.energy-projection-use", "ability.energy-projection-burnout", "hth.mod-pistol")
def test_a_projection_is_used_in_hand_to_hand_like_its_weapon():
    """ruling.sp-energy-projection-firearm."""
    state, one, other = two({"traits": ("energy-projection (electricity)",)}, {})
    assert "attack:blue-2:projected-electricity" in keys(state, one)
    assert totals(hand_to_hand.fight(state, one, other, "projected-electricity")) == (2, 3)
    hand_to_hand.attack(script(state, [1, 2]), one, other, "projected-electricity")
    assert not any("projected" in key for key in keys(state, one))
    flames, burning, _ = two({"traits": ("energy-projection (flames)",)}, {})
    assert not any("projected" in key for key in keys(flames, burning))


@pytest.mark.rules("ranged.recoil-into-cover", "recoil.move")
def test_one_that_is_shot_at_may_recoil_sideways_behind_cover():
    def spots(terrain):
        state = battle({"at": (300, 400)}, {"blue": True, "at": (500, 400)}, terrain=terrain)
        one, other = state.figures.values()
        blow = Blow(ranged.shot(state, one, other, ARMS["bow"]), one, other)
        return [(round(x), round(y)) for x, y in recoil_spots(state, other, (300, 400), blow)]

    assert (500, 380) not in spots([])
    assert (500, 380) in spots([wall(470, 340, 10, 49)])


@pytest.mark.rules(
    "basing.free-shape", "basing.defaults-28mm", "basing.defaults-15mm", "setup.bigger-games", "weapon-row.javelin-axe"
)
def test_bases_grow_with_size_and_tables_with_parties():
    state = battle({}, {"traits": ("big",)}, {"traits": ("huge",)})
    assert [base_of(state, figure).diameter for figure in state.figures.values()] == [20, 25, 40]
    assert FIELD.scale["15mm"].bases.normal == 16.25
    assert open_table(FIELD.scale["28mm"], 40).width == 1800
    assert (ARMS["javelin"].range, ARMS["javelin"].bonus, ARMS["javelin"].primitive) == ("short", 0, True)


@pytest.mark.rules("ability.special-rules-general", "setup.components", "setup.game-length")
def test_a_special_rule_speaks_for_its_own_model_alone():
    state, one, other = two({"traits": ("hth-specialist",)}, {})
    assert totals(hand_to_hand.fight(state, one, other)) == (4, 3)


@pytest.mark.rules("fly.leaps")
def test_a_leap_of_two_moves_crosses_what_one_could_not():
    pool = [wall(430, 300, 200, 200, "deep-water", "pool")]
    state = battle({"traits": ("flying",), "at": (400, 400)}, {"blue": True, "at": (100, 100)}, terrain=pool)
    flyer = state.figures["red-1"]
    assert where_to(state, flyer, (540, 400)).length < 25
    do(state, flyer, "leap:2", [], [(530, 400), (660, 400)])
    assert ((flyer.x, flyer.y), flyer.moves) == ((660, 400), 2)
    stranded = battle({"traits": ("flying",), "at": (400, 400)}, {"blue": True, "at": (100, 100)}, terrain=pool)
    bird = stranded.figures["red-1"]
    do(stranded, bird, "leap:2", [], [(480, 400), (530, 400)])
    assert (bird.x, bird.y) == (400, 400)  # no place to land: it is where it was


@pytest.mark.rules("fly.leaps", "ability.terror-approach", "ability.terror-charge", "ability.fear-of-water")
def test_a_leap_is_met_by_fear_like_any_other_move():
    def leaping(flyer, foe, dice, terrain=()):
        state = battle(
            {"traits": ("flying", *flyer), "at": (300, 400)}, {"blue": True, "at": (500, 400), **foe}, terrain=terrain
        )
        table = script(state, dice, [(400, 400), (500, 400)])
        deed = next(deed for deed in actions.possible(state, state.figures["red-1"], 2) if deed.key == "leap:2")
        cost = deed.do(table, state.figures["red-1"])
        table.finish()
        return cost, *state.figures.values()

    _, flyer, foe = leaping((), {"traits": ("terror",)}, [3])
    assert (flyer.shunned, 400 < flyer.x < 479) == ([foe.id], True)
    _, flyer, foe = leaping((), {"traits": ("terror",)}, [4])
    assert (round(flyer.x), flyer.bold) == (480, [foe.id])
    _, flyer, foe = leaping(("terror",), {}, [4, 5, 6])
    assert (round(flyer.x), foe.bold) == (480, [flyer.id])
    pond = [disc(350, 400, 20, "water", "pond")]
    cost, flyer, foe = leaping(("fear-of-water",), {}, [2], pond)
    assert (cost, flyer.x, flyer.moves) == (0, 300, 0)


@pytest.mark.rules("ability.sprint", "ability.slow", "morale.one-failure")
def test_a_sprint_may_be_used_in_flight_even_by_a_slow_model():
    """ruling.sp-slow-sprint."""
    for answer, far, used in (("run faster", 120, ["sprint"]), ("run", 260, [])):
        state = battle({"traits": ("sprint", "slow"), "at": (400, 400)}, {"blue": True, "at": (850, 850)})
        one = state.figures["red-1"]
        table = script(state, [], [answer])
        table.policy = lambda asked: min(asked.question.region.samples())
        morale.flee(table, one, 1)
        assert (round(one.x), one.used) == (far, used)


@pytest.mark.rules("ability.sprint", "disengage.free")
def test_a_fallen_foe_does_not_keep_anybody_from_a_sprint():
    for fallen in (True, False):
        state, one, _ = two({"traits": ("sprint",)}, {"fallen": fallen})
        assert ("sprint" in keys(state, one)) is fallen


@pytest.mark.rules("disengage.active-opponent", "area.blast", "target.grenades-free")
def test_leaving_contact_and_throwing_grenades_are_forecast_too():
    state, one, _ = two({"combat": 2}, {"combat": 4})
    deed = next(deed for deed in actions.possible(state, one, 2) if deed.key == "disengage")
    assert deed.forecast is not None
    found = foreseen(deed.forecast, state)
    assert found["gets away"] == Fraction(10, 36)
    state = battle({"gear": ("fragmentation-grenade",), "at": (300, 400)}, {"blue": True, "at": (450, 400)})
    rule = area.throw_question(state, state.figures["red-1"], ARMS["fragmentation-grenade"]).forecast((450, 400))
    assert rule is not None
    thrown = foreseen(rule, state)
    assert sum(thrown.chances.values()) == 1
    assert thrown["blue 2: kill"] == Fraction(4, 36)


@pytest.mark.rules("game.end", "ability.energy-feeding-shutdown", "ability.telepathy-knockout")
def test_a_side_of_senseless_models_is_beaten_and_a_machine_can_be_restarted():
    state = battle({"at": (400, 400)}, {"blue": True, "unconscious": True, "at": (600, 400)})
    assert actions.sides_left(state) == ["red"]
    pair = battle(
        {"type": "robot", "inert": True, "at": (400, 400)},
        {"cells": 1, "at": (420, 400)},
        {"blue": True, "at": (800, 800)},
    )
    robot, friend, _ = pair.figures.values()
    do(pair, friend, "restart:red-1")
    assert (robot.inert, friend.cells) == (False, 0)


@pytest.mark.rules("ability.telepathy-mind-control", "morale.voluntary-exit")
def test_a_controlled_model_cannot_be_sent_off_the_table():
    state = battle(
        {"traits": ("telepathy",), "at": (400, 400)},
        {"blue": True, "at": (100, 50), "controller": "red-1"},
        {"blue": True, "at": (800, 800)},
    )
    assert "leave" not in keys(state, state.figures["blue-2"])


@pytest.mark.rules("actions.move", "leaving-the-table")
def test_a_move_is_asked_for_on_the_table_alone():
    state = battle({"at": (12, 880)}, {"blue": True, "at": (500, 500)})
    question = move_question(state, state.figures["red-1"])
    spots = question.region.samples()
    assert spots
    for x, y in (*spots, *question.region.outline()["outline"]):
        assert 10 <= x <= 890
        assert 10 <= y <= 890
    assert not question.region.admits((5, 880))
    assert question.region.admits((10, 890))


def test_nobody_is_pushed_and_nothing_thrown_off_the_table():
    state = battle({"at": (30, 30), "gear": ("plasma-grenade",)}, {"blue": True, "at": (500, 500)})
    region = area.throw_question(state, state.figures["red-1"], ARMS["plasma-grenade"]).region
    assert all(x >= 0 and y >= 0 for x, y in region.samples())
    assert not region.admits((-1, 30))
