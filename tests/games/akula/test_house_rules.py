"""Every ruling that a table may choose otherwise, played both ways."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudge.games.akula import game
from adjudge.games.akula.data import WEAPONS
from adjudge.games.akula.figures import remove_survivor
from adjudge.games.akula.places import distance, is_closed, is_within, open_door, touch
from adjudge.games.akula.readings import BITTEN
from adjudge.games.akula.rules import (
    actions,
    activation,
    grab,
    melee,
    sequence,
    shooting,
    spawn,
    tanks,
    vehicles,
    zeds,
)
from adjudge.games.akula.rules.infection import fall_ill, resolve_infection, tick
from adjudge.games.akula.rules.spawn import is_recycled
from adjudge.games.akula.setup import fresh_deck, is_infectious, start
from adjudge.games.akula.state import ASKED_OF_AN_UMPIRE, Battle, Go, Options, Rulings, Survivor
from adjudge.games.akula.victory import score
from adjudge.games.akula.view import board, people
from adjudge.games.akula.voices import voices_of
from tests.games.akula.table import (
    GATE,
    HEDGE,
    SHED,
    WALL,
    apply_shot,
    battle,
    car,
    crowd,
    go,
    hurt,
    injure,
    person,
    scenario,
    script,
    shoot,
    zed,
)


def house(**choices: Any) -> Rulings:
    return Rulings(**choices)


def test_every_choice_of_the_rulebook_is_an_option_and_its_first_one_is_the_default():
    offered = {ruling.id.replace("-", "_"): tuple(ruling.choices) for ruling in game.rulebook.switches()}
    fields = {field.name: field for field in msgspec.structs.fields(Rulings)}
    assert set(offered) == set(fields)
    assert {name: field.default for name, field in fields.items()} == {name: keys[0] for name, keys in offered.items()}


def test_ruling_measuring():  # ruling.measuring
    one, two = battle(), battle(house(measuring="centre"))
    for state in (one, two):
        person(state, (30, 30))
        zed(state, "shambler", (30, 41))
    assert distance(one, one.survivors["Ana"].stand, one.zeds["shambler-1"].stand) == 10
    assert not is_within(two, two.survivors["Ana"].stand, two.zeds["shambler-1"].stand, 10)


def test_ruling_survivors_against_survivors():  # ruling.survivors-against-survivors
    for rulings, expected in ((house(), []), (house(survivors_against_survivors="injury"), ["Bob"])):
        state = battle(rulings)
        ana = person(state, (30, 30), weapons=("Handgun",))
        person(state, (30, 33), "Bob")
        assert shooting.targets(state, ana, WEAPONS["Handgun"]) == expected
    shooting.shoot(script(state, [6, 6]), ana, WEAPONS["Handgun"], "Bob", aimed=False)
    assert state.survivors["Bob"].fate == "dead"


def test_ruling_deck():  # ruling.deck-all-black-alike
    small = scenario().deck.__class__(1, 1, 1, 1)
    assert sum(fresh_deck(battle(deck=small)).values()) == 5
    assert sum(fresh_deck(battle(house(deck_all_black_alike="book"), deck=small)).values()) == 15


def test_ruling_joker_first():  # ruling.joker-first
    state = battle(house(joker_first="redraw"))
    person(state, (30, 30))
    table = script(state, [14])
    sequence.draw(table)
    assert table.rolls[0].hands == ((14,),)
    assert state.card == "ace"


def test_ruling_survivor_order_mixed():  # ruling.survivor-order
    state = battle(house(survivor_order="mixed"))
    person(state, (10, 10))
    person(state, (20, 10), "Bob")
    state.card, state.waiting = "red", {"Ana": 2, "Bob": 2}
    sequence.turn(script(state, answers=["Ana", "shout"]))
    assert state.waiting == {"Ana": 1, "Bob": 2}
    sequence.turn(script(state, answers=["Bob", "pass"]))
    assert state.waiting == {"Ana": 1}


def test_aim_is_kept_while_others_act_in_between():  # ruling.survivor-order, ruling.aim-details
    state = battle(house(survivor_order="mixed"))
    ana = person(state, (30, 30), weapons=("Handgun",))
    person(state, (40, 30), "Bob")
    target = zed(state, "shambler", (30, 33))
    state.card, state.waiting = "red", {"Ana": 2, "Bob": 2}
    table = script(state, [3, 3], ["Ana", "aim", "Bob", "pass", "fire:Handgun", target.id])
    for _ in range(3):
        sequence.turn(table)
    assert target.down
    ana.aimed = True
    sequence.turn(script(state, [1], ["done"]))
    assert not ana.aimed


def test_ruling_survivor_order_in_turns():  # ruling.survivor-order
    state = battle(house(survivor_order="turns"))
    for name, seat in (("Ana", "player1"), ("Bob", "player2"), ("Cy", "player1")):
        person(state, (10, 10), name).seat = seat
    state.waiting, state.last_seat = {"Ana": 2, "Bob": 2, "Cy": 2}, "player1"
    assert sequence.by_seat(state) == {"player2": ["Bob"]}


def test_ruling_further_actions():  # ruling.further-actions
    for rulings, offered in ((house(), True), (house(further_actions="listed"), False)):
        state = battle(rulings)
        ana = person(state, (30, 30))
        assert ("shout" in actions.options(state, ana, go(state, ana))) is offered


@pytest.mark.parametrize(("choice", "dice", "held"), [("roll", [1], False), ("free", [], False), ("held", [], True)])
def test_ruling_leaving_contact(choice, dice, held):  # ruling.leaving-contact
    state = battle(house(leaving_contact=choice))
    ana = person(state, (30, 30))
    crowd(state, ana, "shambler")
    assert grab.is_held(state, ana) is held
    if held:
        return
    table = script(state, dice, [(25.5, 30)])
    actions.move(table, ana, "")
    table.finish()
    assert ana.grabbed is (choice == "roll")


def test_ruling_grab_several_zeds():  # ruling.grab-several-zeds
    for rulings, dice in ((house(), [2, 2]), (house(grab_several_zeds="once"), [2])):
        state = battle(rulings)
        ana = person(state, (30, 30))
        crowd(state, ana, "shambler", "shambler")
        table = script(state, dice, [(26, 28)])
        actions.move(table, ana, "")
        table.finish()


def test_ruling_grab_knocked_back():  # ruling.grab-knocked-back
    for rulings, dice in ((house(), []), (house(grab_knocked_back="can"), [2])):
        state = battle(rulings)
        ana = person(state, (30, 30))
        crowd(state, ana, "shambler")[0].down = True
        table = script(state, dice, [(26, 30)])
        actions.move(table, ana, "")
        table.finish()


@pytest.mark.parametrize(
    ("choice", "bonus", "result"), [("harmless", 1, "standoff"), ("normal", 1, "lost"), ("uncounted", 0, "lost")]
)
def test_ruling_melee_knocked_back(choice, bonus, result):  # ruling.melee-knocked-back
    state = battle(house(melee_knocked_back=choice))
    ana = person(state, (30, 30), weapons=("bat",))
    both = crowd(state, ana, "shambler", "shambler")
    for each in both:
        each.down = True
    assert melee.zeds_bonus(state, both) == bonus
    assert melee.fight(script(state, [1, 6, 1][: 2 if result == "standoff" else 3]), ana, both).result == result


def test_ruling_wrestle_modifiers():  # ruling.wrestle-modifiers
    for rulings, hold in ((house(), 0), (house(wrestle_modifiers="tank"), 3)):
        state = battle(rulings)
        ana = person(state, (30, 30))
        assert grab.zed_hold(state, crowd(state, ana, "tank")) == hold


def test_ruling_wrestle_move_grabs():  # ruling.wrestle-move-grabs
    for rulings, dice in ((house(), [5, 1, 2]), (house(wrestle_move_grabs="none"), [5, 1])):
        state = battle(rulings)
        ana = person(state, (30, 30), grabbed=True)
        crowd(state, ana, "shambler")
        zed(state, "shambler", (27, 31.5))
        table = script(state, dice, [(27, 30)])
        actions.wrestle(table, ana, "")
        table.finish()


def test_ruling_zed_movement():  # ruling.zed-movement
    state = battle(house(zed_movement="human"))
    person(state, (30, 30))
    shambler = zed(state, "shambler", (30, 36))
    state.card = "number"
    zeds.zed_card(script(state, answers=[(32, 36)]))
    assert shambler.stand.at == (32, 36)


def test_a_zed_that_the_umpire_leads_away_lets_go():  # ruling.grabbed-survivor
    state = battle(house(zed_movement="human"))
    ana = person(state, (30, 30), grabbed=True)
    zed(state, "shambler", (30, 31))
    state.card = "number"
    zeds.zed_card(script(state, answers=[(30, 34)]))
    assert not ana.grabbed


def test_ruling_zeds_in_the_way():  # ruling.zeds-in-the-way
    """Two zeds wedged before an open door: they jostle in one after the other, or keep each other out for good."""
    for rulings, inside in ((house(), 2), (house(zeds_in_the_way="block"), 0)):
        state = battle(rulings, terrain=(SHED,))
        person(state, (23, 23.5))
        open_door(state, "shed/door-1")
        wedged = [zed(state, "shambler", (22.0, 19.0)), zed(state, "shambler", (23.0, 19.0))]
        state.card = "number"
        for _ in range(3):
            for shambler in zeds.by_nearness(state, wedged):
                zeds.move(script(state), shambler, activation.SURVIVOR)
        assert sum(shambler.stand.y > 20.5 for shambler in wedged) == inside


def test_a_zed_that_jostles_past_another_does_not_end_on_it():  # ruling.zeds-in-the-way
    state = battle()
    person(state, (30, 30))
    zed(state, "shambler", (20.5, 30), down=True)
    behind = zed(state, "shambler", (18, 30))
    zeds.move(script(state), behind, activation.SURVIVOR)
    assert behind.stand.at == pytest.approx((19.5, 30))  # 3 inches would end on the one that lies there
    zed(state, "fast", (17, 30))
    zeds.move(script(state), state.zeds["fast-3"], activation.SURVIVOR)
    assert state.zeds["fast-3"].stand.at == pytest.approx((23, 30))


def test_ruling_activation_timing():  # ruling.activation-timing
    for rulings, moves in ((house(), True), (house(activation_timing="each"), False)):
        state = battle(rulings)
        ana = person(state, (30, 30))
        person(state, (30, 55), "Bob")
        zed(state, "tank", (30, 24))
        fast = zed(state, "fast", (39, 30))
        state.card = "royal"
        zeds.zed_card(script(state, [5, 4, 6]))  # the tank's debris kills Ana before the fast zed's turn comes
        assert ana.fate == "dead"
        assert (fast.stand.at != (39, 30)) is moves


def test_ruling_smell_through_walls():  # ruling.smell-through-walls
    for rulings, noticed in ((house(), True), (house(smell_through_walls="sight"), False)):
        state = battle(rulings, terrain=(WALL,))
        ana = person(state, (16, 20))
        assert activation.is_noticed(state, zed(state, "shambler", (25, 20)), ana) is noticed


def test_ruling_which_shots_are_loud():  # ruling.which-shots-are-loud
    for rulings, count in ((house(), 0), (house(which_shots_are_loud="bites"), 1)):
        state = battle(rulings)
        injure(script(state, [3]), person(state, (30, 30)), "melee.zeds-win", how=BITTEN)
        assert len(state.noises) == count


@pytest.mark.parametrize(("die", "words"), [(3, "Ana is hurt: injury marker 1."), (6, "Ana is killed.")])
def test_only_zeds_bite_and_make_one_scream(die, words):  # ruling.which-shots-are-loud
    state = battle(house(which_shots_are_loud="bites"))
    person(state, (30, 30))
    table = script(state, [6, 6, die])
    assert tanks.hurl_if_it_does(table, zed(state, "tank", (30, 36)))
    assert table.events[-1].text == words
    assert state.noises == []


def test_who_has_passed_out_does_not_rev_up_a_chainsaw():  # ruling.which-shots-are-loud
    state = battle()
    ana = person(state, (30, 30), weapons=("chainsaw",), infection="out", countdown=5)
    melee.fight(script(state, [1]), ana, crowd(state, ana, "shambler"))
    assert state.noises == []


def test_ruling_tank_debris_choice():  # ruling.tank-debris-choice
    state = battle(house(tank_debris_choice="human"))
    person(state, (30, 30))
    tank = zed(state, "tank", (30, 38))
    assert tanks.hurl_if_it_does(script(state, [1], ["throw"]), tank)
    assert not tanks.hurl_if_it_does(script(state, answers=["charge"]), tank)


def test_ruling_tank_debris_details():  # ruling.tank-debris-details
    for rulings, count in ((house(), 0), (house(tank_debris_details="blind"), 1)):
        state = battle(rulings, terrain=(WALL,))
        person(state, (18, 20))
        assert len(tanks.debris_targets(state, zed(state, "tank", (23, 20)))) == count


def test_ruling_tank_in_melee():  # ruling.tank-in-melee
    for rulings, left in ((house(), 1), (house(tank_in_melee="removed"), 0)):
        state = battle(rulings)
        ana = person(state, (30, 30), weapons=("chainsaw",), skills=("melee",))
        melee.fight(script(state, [6, 5]), ana, crowd(state, ana, "tank"))
        assert len(state.zeds) == left


def test_a_wounded_tank_is_removed_for_one_point_too_by_the_house_rule():  # ruling.tank-in-melee
    for wounds in (1, 2):
        state = battle(house(tank_in_melee="removed"))
        ana = person(state, (30, 30), weapons=("sword",))
        (tank,) = crowd(state, ana, "tank")
        tank.wounds = wounds
        melee.fight(script(state, [6, 1]), ana, [tank])
        assert not state.zeds


def test_ruling_tank_counts_as_additional():  # ruling.tank-counts-as-additional
    for rulings, bonus in ((house(), 7), (house(tank_counts_as_additional="bonus"), 6)):
        state = battle(rulings)
        ana = person(state, (30, 30))
        assert melee.zeds_bonus(state, crowd(state, ana, "tank", "tank")) == bonus


def test_ruling_horde_timing():  # ruling.horde-timing
    for rulings, fate in ((house(), ""), (house(horde_timing="at-once"), "dead")):
        state = battle(rulings)
        ana = person(state, (30, 30))
        zed(state, "horde", (30, 32))
        state.card = "number"
        zeds.zed_card(script(state))
        assert ana.fate == fate


def test_a_horde_that_grabs_takes_its_victim_at_once_by_the_house_rule():  # ruling.horde-timing
    for rulings, fate in ((house(), ""), (house(horde_timing="at-once"), "dead")):
        state = battle(rulings)
        ana = person(state, (30, 30))
        zed(state, "horde", (30, 35))
        state.card, state.waiting = "red", {"Ana": 1}
        sequence.turn(script(state, [1], ["move", (30, 33)]))
        assert ana.fate == fate


@pytest.mark.parametrize(
    ("choice", "left", "wounds"), [("one", 0, 0), ("wounds", 1, 1), ("blast", 1, 0), ("never", 1, 0)]
)
def test_ruling_horde_destruction(choice, left, wounds):  # ruling.horde-destruction
    state = battle(house(horde_destruction=choice))
    horde = zed(state, "horde", (30, 30))
    apply_shot(script(state), horde, "headshot")
    assert (len(state.zeds), horde.wounds) == (left, wounds)
    if choice == "blast":
        apply_shot(script(state), horde, "headshot", blast=True)
        assert not state.zeds


def test_ruling_zed_combat_per_card():  # ruling.zed-combat-per-card
    for rulings, count in ((house(), 2), (house(zed_combat_per_card="kind"), 1)):
        state = battle(rulings)
        ana = person(state, (30, 30))
        slow, _ = crowd(state, ana, "shambler", "fast")
        assert len(zeds.assign(script(state), [slow.id])["Ana"]) == count


def test_ruling_zed_touching_two_survivors():  # ruling.zed-touching-two-survivors
    for rulings, dice, counts in ((house(), [2], [0, 1]), (house(zed_touching_two_survivors="both"), [], [1, 1])):
        state = battle(rulings)
        person(state, (30, 30))
        person(state, (32, 30), "Bob")
        between = zed(state, "shambler", (31, 30))
        sides = zeds.assign(script(state, dice), [between.id])
        assert [len(sides[name]) for name in ("Ana", "Bob")] == counts


@pytest.mark.parametrize(("fighting", "counts"), [(["Ana"], [2, 0]), (["Bob"], [0, 2]), (["Ana", "Bob"], [2, 1])])
def test_no_die_is_rolled_for_a_zed_that_does_not_act(fighting, counts):  # ruling.zed-touching-two-survivors
    state = battle()
    person(state, (30, 30))
    person(state, (32, 30), "Bob")
    zed(state, "shambler", (31, 30))
    attackers = [zed(state, "fast", (29, 30) if name == "Ana" else (33, 30)).id for name in fighting]
    sides = zeds.assign(script(state), attackers)
    assert [len(sides[name]) for name in ("Ana", "Bob")] == counts
    assert zeds.assign(script(state), []) == {"Ana": [], "Bob": []}


def test_a_zed_between_somebody_dragged_out_and_another_attacks_the_other():  # ruling.drag-details
    state = battle()
    person(state, (30, 30))
    person(state, (32, 30), "Bob", grabbed=True, spared=state.cards)
    between, beyond = zed(state, "shambler", (31, 30)), zed(state, "shambler", (33, 30))
    assert zeds.assign(script(state), [between.id, beyond.id]) == {"Ana": [between.id]}


def test_ruling_survivors_together():  # ruling.survivors-together
    for rulings, bonus in ((house(), -1), (house(survivors_together="help"), 0)):
        state = battle(rulings)
        ana = person(state, (30, 30))
        person(state, (32, 30), "Bob")
        assert melee.survivor_bonus(state, ana, [zed(state, "shambler", (31, 30))]) == bonus


def test_ruling_natural_six():  # ruling.natural-six
    for rulings, result in ((house(), "miss"), (house(natural_six="natural"), "headshot")):
        state = battle(rulings)
        ana = person(state, (30, 30), weapons=("Handgun",), injuries=3)
        target = zed(state, "shambler", (30, 32))
        dice = [6] if result == "miss" else [6, 6]
        assert shoot(script(state, dice), ana, "Handgun", target.id) == result


def test_ruling_extra_shot_details():  # ruling.extra-shot-details
    state = battle(house(extra_shot_details="declared"))
    ana = person(state, (30, 30), weapons=("SMG",))
    target = zed(state, "shambler", (30, 33))
    table = script(state, [6, 6], [target.id, target.id])
    shooting.fire(table, ana, "SMG", aimed=False)
    table.finish()
    assert not state.zeds


def test_ruling_skill_with_explosives():  # ruling.skill-with-explosives
    for rulings, skilled in ((house(), True), (house(skill_with_explosives="not-pipebombs"), False)):
        state = battle(rulings)
        ana = person(state, (30, 30), skills=("firearms",))
        assert shooting.is_skilled(state, ana, WEAPONS["Pipebomb"]) is skilled
        assert shooting.is_skilled(state, ana, WEAPONS["RPG"])


def test_ruling_line_of_sight():  # ruling.line-of-sight
    state = battle(house(line_of_sight="no-melee"))
    ana = person(state, (30, 30), weapons=("Handgun",))
    bob = person(state, (30, 36), "Bob")
    crowd(state, bob, "shambler")
    assert shooting.targets(state, ana, WEAPONS["Handgun"]) == []
    state = battle(house(line_of_sight="partly"), terrain=(HEDGE,))
    ana = person(state, (18, 20), weapons=("Handgun",))
    target = zed(state, "shambler", (23, 20))
    assert shooting.needed(state, ana, WEAPONS["Handgun"], target.stand, aimed=False) == 6


def test_ruling_blast_details():  # ruling.blast-details
    state = battle(house(blast_details="spared"))
    ana = person(state, (30, 30), weapons=("Pipebomb",))
    target = zed(state, "shambler", (30, 31.5))
    table = script(state, [6, 6])
    shooting.shoot(table, ana, WEAPONS["Pipebomb"], target.id, aimed=False)
    table.finish()
    assert ana.injuries == 0


def test_ruling_scatter_direction():  # ruling.scatter-direction
    for rulings, dice, answers, end in (
        (house(), [1, 2], [], (42, 30)),
        (house(scatter_direction="north"), [1, 2], [], (40, 32)),
        (house(scatter_direction="human"), [1, 2], [4], (38, 30)),
    ):
        state = battle(rulings)
        ana = person(state, (30, 30))
        target = zed(state, "shambler", (40, 30))
        assert shooting.stray(script(state, dice, answers), ana.stand, target.stand) == pytest.approx(end)


def test_an_umpire_gets_the_scatter_die_to_read():  # ruling.scatter-direction
    state = battle(house(scatter_direction="human"))
    ana, target = person(state, (30, 30)), zed(state, "shambler", (40, 30))
    table = script(state, [3, 2], [3])
    shooting.stray(table, ana.stand, target.stand)
    table.finish()
    assert [it.rule for it in table.happenings[:2]] == ["shooting.scatter", "shooting.scatter"]
    assert shooting.describe_direction(3).label == "back and to the right"


def test_ruling_vehicle_start():  # ruling.vehicle-start
    for rulings, dice, answers, runs in (
        (house(), [4], [], False),
        (house(vehicle_start="four"), [4], [], True),
        (house(vehicle_start="human"), [], ["no"], False),
    ):
        state = battle(rulings)
        ana = person(state, (30, 30))
        van = car(state, (30, 30), start=5, people=["Ana"], driver="Ana")
        vehicles.start_engine(script(state, dice, answers), ana, van)
        assert van.running is runs


def test_ruling_vehicle_speed_details():  # ruling.vehicle-speed-details
    for rulings, x in ((house(), 20), (house(vehicle_speed_details="stands"), 10)):
        state = battle(rulings)
        van = car(state, (10, 30), speed=10.0, running=True)
        vehicles.roll_on(script(state), van)
        assert van.stand.x == x
    state = battle(house(vehicle_speed_details="up-to"))
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", speed=10.0, running=True)
    vehicles.drive(script(state, answers=[10, 3, "straight"]), ana, van)
    assert (van.stand.x, van.speed) == (13, 10)


def test_ruling_loss_of_control():  # ruling.loss-of-control
    state = battle(house(loss_of_control="human"))
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", speed=10.0, running=True)
    vehicles.brake(script(state, [1, 2], ["stall"]), ana, van)
    assert not van.running


@pytest.mark.parametrize(
    ("choice", "dice", "answers", "x"),
    [("table", [1], [], 20), ("stops", [], [], 13.5), ("human", [], ["stops"], 13.5), ("human", [], ["drives on"], 20)],
)
def test_ruling_vehicle_hits_figures(choice, dice, answers, x):  # ruling.vehicle-hits-figures
    state = battle(house(vehicle_hits_figures=choice))
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", speed=10.0, running=True)
    zed(state, "shambler", (16, 30))
    vehicles.drive(script(state, dice, [10, "straight", *answers]), ana, van)
    assert van.stand.x == pytest.approx(x)


@pytest.mark.parametrize(("choice", "dice"), [("kind", [1]), ("all", [1, 1]), ("arrived", [])])
def test_ruling_drag_details(choice, dice):  # ruling.drag-details
    state = battle(house(drag_details=choice))
    person(state, (30, 30))
    car(state, (30, 30), people=["Ana"], driver="Ana")
    slow, _ = zed(state, "shambler", (30, 31.5)), zed(state, "fast", (31, 31.5))
    table = script(state, dice)
    vehicles.drag_out(table, [slow.id])
    table.finish()


def test_ruling_spawn_automatic():  # ruling.spawn-automatic
    state = battle(house(spawn_automatic="human"), spawn=(GATE,))
    state.casualties = ["shambler"]
    spawn.recycle(script(state, answers=[(50, 50)]))
    assert state.zeds["shambler-1"].stand.at == (50, 50)
    state = battle(house(spawn_automatic="edge"), spawn=(GATE,))
    assert spawn.resolve_place(script(state, [3, 7]), "shambler") == (6.5, 0.5)
    state = battle(house(spawn_automatic="far"), spawn=(GATE,))
    ana = person(state, (0.5, 30.5))
    state.casualties = ["shambler"]
    spawn.recycle(script(state))
    assert distance(state, ana.stand, state.zeds["shambler-1"].stand) > 6


def test_nobody_comes_back_within_an_inch_of_a_vehicle_with_somebody_in_it():  # ruling.spawn-automatic
    for aboard in ([], ["Ana"]):
        state = battle(spawn=(GATE,))
        person(state, (40, 40))
        van = car(state, (3, 30.5), people=aboard)
        state.casualties = ["shambler"]
        spawn.recycle(script(state))
        (back,) = state.zeds.values()
        assert is_within(state, back.stand, van.stand, 1) is (not aboard)


def test_ruling_spawn_which_kinds():  # ruling.spawn-which-kinds
    for rulings, back in ((house(), True), (house(spawn_which_kinds="lesser"), False)):
        state = battle(rulings)
        assert is_recycled(state, zed(state, "tank", (30, 30))) is back
        assert is_recycled(state, zed(state, "fast", (30, 30)))


def test_ruling_spawn_infected():  # ruling.spawn-infected
    for rulings, back in ((house(), True), (house(spawn_infected="gone"), False)):
        state = battle(rulings)
        assert is_recycled(state, zed(state, "shambler", (30, 30), was="Ana")) is back


def test_ruling_infection_turns():  # ruling.infection-turns
    for choice in ("rounds", "red", "cards"):
        state = battle(house(infection_turns=choice))
        ana = person(state, (30, 30), infection="infected", countdown=5)
        for when in ("rounds", "red", "cards"):
            tick(script(state), when)
        assert ana.countdown == 4


def test_ruling_infection_stages():  # ruling.infection-stages
    for rulings, dice, left in ((house(), [], 9), (house(infection_stages="halved"), [6], 4)):
        state = battle(rulings)
        state.infectious = True
        ana = person(state, (30, 30), infection="infected", countdown=9)
        fall_ill(ana, resolve_infection(script(state, dice), ana))
        assert ana.countdown == left


def test_who_has_passed_out_is_carried_and_loses_without_dice():  # ruling.infection-stages
    state = battle()
    ana = person(state, (30, 30))
    bob = person(state, (31, 30), "Bob", infection="out", countdown=3)
    go(state, ana)
    table = script(state, answers=["lift:Bob", "move", (30, 33)])
    actions.act(table, ana)
    assert actions.allowance(state, ana) == 3
    actions.act(table, ana)
    assert bob.stand.at == ana.stand.at == (30, 33)
    actions.lower(table, ana, "")
    assert touch(bob.stand, ana.stand)
    assert melee.fight(script(state, [1]), bob, crowd(state, bob, "shambler")).result == melee.LOST


def rising(state: Battle, survivor: Survivor) -> Survivor:
    """Dead of the infection."""
    survivor.infection, survivor.countdown = "out", 1
    tick(script(state), state.rulings.infection_turns)
    return survivor


def test_who_died_of_the_infection_is_only_a_marker():  # ruling.infection-stages
    state = battle(rounds=1)
    ana = rising(state, person(state, (30, 30), supplies=["food"]))
    bob = person(state, (30, 39), "Bob")
    near, tank = zed(state, "shambler", (30, 33)), zed(state, "tank", (38, 30))
    assert activation.why_active(state, tank) == ""
    assert zeds.choose_prey(script(state), near, activation.SURVIVOR) is bob
    assert tanks.debris_targets(state, tank) == []
    assert "food" in state.markers
    assert "lift:Ana" not in actions.options(state, person(state, (31, 30), "Cy"), Go("Cy"))
    del state.survivors["Cy"]
    assert score(state) == 1
    remove_survivor(state, bob)
    sequence.turn(script(state, [15]))
    assert (state.over, ana.fate) == ("defeat", "rising")


def test_the_marker_of_the_dead_is_drawn_as_such():  # ruling.infection-stages
    state = battle()
    rising(state, person(state, (30, 30)))
    (piece,) = board(state).pieces
    assert (piece.id, piece.mood, piece.tags) == ("Ana", "down", ("dead",))
    (card,) = people(state).cards
    assert card.tags == ("dead",)


def test_who_dies_in_a_vehicle_leaves_the_wheel_and_rises_where_the_vehicle_is():  # ruling.infection-stages
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana")
    rising(state, ana)
    assert (van.people, van.driver) == ([], "")
    van.stand = van.stand.moved((20, 30))
    tick(script(state), "rounds")
    (risen,) = state.zeds.values()
    assert touch(risen.stand, van.stand)
    assert ana.fate == "turned"


def test_whoever_is_carried_and_dies_is_dropped():  # ruling.infection-stages
    state = battle(type="escape", edge="east")
    ana = person(state, (57, 30))
    bob = person(state, (57, 30), "Bob", carried_by="Ana")
    rising(state, bob)
    actions.move(script(state, answers=[(59.4, 30)]), ana, "")
    assert (ana.fate, bob.fate, score(state)) == ("left", "rising", 1)


def test_a_carrier_who_passes_out_drops_whom_it_carries():  # ruling.infection-stages
    state = battle()
    ana = person(state, (30, 30), infection="infected", countdown=1)
    bob = person(state, (30, 30), "Bob", infection="out", countdown=5, carried_by="Ana")
    tick(script(state, [6]), "rounds")
    assert (ana.infection, bob.carried_by) == ("out", "")
    assert touch(ana.stand, bob.stand)


def test_the_card_of_the_infected_says_what_the_log_says():  # ruling.infection-turns
    state = battle()
    state.infectious = True
    ana = person(state, (30, 30))
    table = script(state, [4, 1, 2, 1])
    fall_ill(ana, resolve_infection(table, ana))
    assert "passes out in 4 turns" in table.events[-1].text
    for left in (4, 4, 3):  # the end of this Round does not count
        (card,) = people(state).cards
        assert card.tags == (f"passes out in {left}",)
        tick(table, "rounds")


def test_who_breaks_free_takes_along_whom_it_carries():  # ruling.infection-stages
    state = battle()
    ana = person(state, (30, 30), grabbed=True)
    bob = person(state, (30, 30), "Bob", infection="out", countdown=5, carried_by="Ana")
    zed(state, "shambler", (31, 30))
    actions.wrestle(script(state, [6, 1], [(27.5, 30)]), ana, "")
    assert bob.stand.at == ana.stand.at == (27.5, 30)


def test_nobody_is_lifted_out_of_the_grip_of_a_zed():  # ruling.grabbed-survivor
    state = battle()
    ana = person(state, (30, 30))
    person(state, (31, 30), "Bob", infection="out", countdown=4, grabbed=True)
    holder = zed(state, "shambler", (32, 30))
    assert "lift:Bob" not in actions.options(state, ana, go(state, ana))
    apply_shot(script(state), holder, "knock-back")
    assert "lift:Bob" in actions.options(state, ana, go(state, ana))


def test_ruling_infection_default():  # ruling.infection-default
    assert not is_infectious(house(), scenario())
    assert is_infectious(house(infection_default="on"), scenario())


def test_ruling_injury_markers_limit():  # ruling.injury-markers-limit
    for rulings, fate in ((house(), ""), (house(injury_markers_limit="three"), "dead")):
        state = battle(rulings)
        ana = person(state, (30, 30), injuries=2)
        hurt(script(state), ana)
        assert ana.fate == fate


def test_ruling_liche_call_details():  # ruling.liche-call-details
    for rulings, why in ((house(), activation.CALL), (house(liche_call_details="reached"), "")):
        state = battle(rulings)
        person(state, (30, 10))
        zed(state, "liche", (30, 20))
        state.card = "number"
        zeds.zed_card(script(state))
        late = zed(state, "shambler", (30, 45))
        assert activation.why_active(state, late) == why


def test_ruling_liche_calls():  # ruling.liche-calls
    for rulings, answers, calls in (
        (house(), [], 1),
        (house(liche_calls="human"), ["call"], 1),
        (house(liche_calls="human"), ["silent", "call"], 1),
        (house(liche_calls="human"), ["silent", "silent"], 0),
    ):
        state = battle(rulings)
        person(state, (30, 10))
        zed(state, "liche", (30, 20))
        state.card = "number"
        table = script(state, answers=answers)
        zeds.zed_card(table)
        table.finish()
        assert sum(noise.call for noise in state.noises) == calls


def test_a_call_is_said_to_reach_those_it_stirs():  # ruling.liche-call-details
    state = battle()
    person(state, (5, 5))
    liche, far = zed(state, "liche", (5, 14)), zed(state, "fast", (5, 45.2))
    table = script(state)
    assert zeds.calls(voices_of(liche), table, liche)
    assert "no other zed hears it" in table.events[-1].text
    assert activation.why_active(state, far) == ""
    far.stand = far.stand.moved((5, 45))
    assert activation.why_active(state, far) == activation.CALL


def test_ruling_liche_kills():  # ruling.liche-kills
    for rulings, left in ((house(), 0), (house(liche_kills="wounds"), 1)):
        state = battle(rulings)
        apply_shot(script(state), zed(state, "witch", (30, 30)), "headshot")
        assert len(state.zeds) == left


def test_ruling_doors():  # ruling.doors
    for rulings, dice, closed in ((house(), [], True), (house(doors="six"), [6], False)):
        state = battle(rulings, terrain=(SHED,))
        breaker = zed(state, "shambler", (22.5, 19.5))
        zeds.break_doors(script(state, dice), [breaker.id])
        assert is_closed(state, "shed/door-1") is closed


def test_by_the_house_rule_a_tank_breaks_a_door_on_a_six_like_any_zed():  # ruling.doors
    for die, closed in ((5, True), (6, False)):
        state = battle(house(doors="six"), terrain=(SHED,))
        zeds.break_doors(script(state, [die]), [zed(state, "tank", (22.5, 19.5)).id])
        assert is_closed(state, "shed/door-1") is closed


def test_a_broken_door_is_barred_with_both_actions():  # ruling.doors
    state = battle(terrain=(SHED,), door_break=6)
    zeds.break_doors(script(state, [4]), [zed(state, "tank", (22.5, 19.5)).id])
    assert state.broken == ["shed/door-1"]
    state.zeds = {}
    ana = person(state, (22.5, 21.5))
    goes = go(state, ana)
    actions.act(script(state, answers=["bar:shed/door-1"]), ana)
    assert (is_closed(state, "shed/door-1"), state.broken, goes.actions) == (True, [], 0)


def test_ruling_terrain():  # ruling.terrain
    for rulings, reaches in ((house(), False), (house(terrain="none"), True)):
        state = battle(rulings, terrain=(HEDGE,))
        ana = person(state, (18, 20))
        assert actions.walking_region(state, ana).admits((22.5, 20)) is reaches


def test_a_human_umpire_is_asked_whatever_is_marked_for_one():  # ruling.automatic-umpire
    state: Battle = start(Options(umpire="human"))
    assert all(getattr(state.rulings, name) == "human" for name in ASKED_OF_AN_UMPIRE)
    assert [seat.id for seat in game.seats(Options(umpire="human", players=2))] == ["player1", "player2", "umpire"]
    assert [seat.id for seat in game.seats(Options())] == ["player"]
