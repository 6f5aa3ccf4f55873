"""The book's rules, chapter by chapter."""

from __future__ import annotations

import pytest

from adjudge.engine import Event, IllegalAnswer, PickPoint
from adjudge.field import Changes
from adjudge.field.points import at_angle
from adjudge.games.akula import places, regions
from adjudge.games.akula.data import WEAPONS, blade_of
from adjudge.games.akula.places import ground_of, is_closed, touch
from adjudge.games.akula.readings import BITTEN
from adjudge.games.akula.rules import (
    actions,
    activation,
    grab,
    melee,
    sequence,
    shooting,
    spawn,
    vehicles,
    zeds,
)
from adjudge.games.akula.scenario import Arrival, MarkerEntry, stage, zed_stand
from adjudge.games.akula.setup import fresh_deck
from adjudge.games.akula.state import Marker, Rulings
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
    fought,
    go,
    injure,
    person,
    script,
    shoot,
    zed,
)

# ---------------------------------------------------------------------- Turn Sequence


@pytest.mark.rules("deck.composition")
def test_the_suggested_deck_has_fifteen_cards():
    assert fresh_deck(battle()) == {"red": 5, "number": 4, "royal": 3, "ace": 2, "joker": 1}


@pytest.mark.rules("deck.black-royal", "zed.tank", "zed.fast")
def test_a_royal_card_moves_fast_zeds_and_tanks_six_inches():
    state = battle()
    person(state, (30, 30))
    fast, tank = zed(state, "fast", (30, 40)), zed(state, "tank", (41.4, 30))
    state.card = "royal"
    zeds.zed_card(script(state))
    assert fast.stand.y == pytest.approx(34)
    assert tank.stand.at == (41.4, 30)  # 10.4 inches away: nothing stirs it
    state.card = "royal"
    zeds.zed_card(script(state, [4, 3]))
    assert touch(fast.stand, state.survivors["Ana"].stand)


@pytest.mark.rules("zed.shambler", "deck.black-number", "active.survivor-near")
def test_a_shambler_moves_three_inches_and_then_attacks():
    state = battle()
    ana = person(state, (30, 30))
    shambler = zed(state, "shambler", (30, 33.5))
    state.card = "number"
    table = script(state, [1, 6, 4])
    zeds.zed_card(table)
    table.finish()
    assert touch(shambler.stand, ana.stand)
    assert ana.injuries == 1


@pytest.mark.rules("active.survivor-near")
def test_within_ten_inches_includes_exactly_ten():
    state = battle()
    person(state, (30, 30))
    assert activation.why_active(state, zed(state, "shambler", (30, 41))) == activation.SURVIVOR
    assert activation.why_active(state, zed(state, "shambler", (30, 41.01))) == ""


@pytest.mark.rules("deck.joker-shuffle", "deck.joker-knock-backs", "deck.joker-recycle", "spawn.recycle")
def test_the_joker_shuffles_lifts_knock_backs_and_brings_the_dead_back():
    state = battle(spawn=(GATE,))
    person(state, (30, 30))
    down, shot = zed(state, "shambler", (30, 50), down=True), zed(state, "fast", (30, 55))
    apply_shot(script(state), shot, "headshot")
    state.card, state.drawn, state.deck["red"] = "joker", ["red", "joker"], 4
    table = script(state)
    sequence.turn(table)
    table.finish()
    assert (state.deck["red"], state.drawn, down.down) == (5, [], False)
    assert [it.kind for it in state.zeds.values()] == ["shambler", "fast"]
    assert state.zeds["fast-3"].stand.at == (0.5, 30.5)


@pytest.mark.rules("action.two-free-choice")
def test_a_go_has_two_actions_the_same_twice_if_one_likes():
    state = battle()
    ana = person(state, (10, 10))
    state.card, state.waiting = "red", {"Ana": 2}
    sequence.turn(script(state, answers=["move", (15, 10), "move", (20, 10)]))
    assert ana.stand.at == (20, 10)
    assert (state.card, state.waiting) == ("", {})


@pytest.mark.rules("action.two-free-choice")
def test_nobody_has_to_act():
    state = battle()
    person(state, (10, 10))
    person(state, (20, 10), "Bob")
    state.card, state.waiting = "red", {"Ana": 2, "Bob": 2}
    sequence.turn(script(state, answers=["done"]))
    assert state.card == ""


@pytest.mark.rules("action.move")
def test_five_inches_and_no_more():
    state = battle()
    ana = person(state, (10, 10))
    region = actions.walking_region(state, ana)
    assert region.admits((15, 10))
    assert region.admits((10, 10))
    assert not region.admits((15.02, 10))
    with pytest.raises(IllegalAnswer):
        script(state, answers=[(16, 10)]).ask("player", "action.move", PickPoint(region))


@pytest.mark.rules("action.move", "grab.trigger")
def test_a_move_is_told_and_whom_one_passes_by_name():
    state = battle()
    ana = person(state, (10, 10))
    zed(state, "shambler", (13, 12.5))
    go(state, ana)
    table = script(state, [4], answers=["move", (13.5, 10.6)])
    actions.act(table, ana)
    told = [it.text for it in table.happenings if isinstance(it, Event)]
    assert told == ["Ana moves 3.6 inches east.", "Ana slips past Shambler 1."]


@pytest.mark.rules("action.move")
def test_a_region_is_plain_data_for_a_screen():
    state = battle(terrain=(WALL,))
    ana = person(state, (18, 20))
    outline = actions.walking_region(state, ana).outline()
    assert len(outline["outline"]) > 10
    assert [18, 20] in outline["samples"]
    assert all(x <= 19.51 for x, _ in outline["outline"])


@pytest.mark.rules("action.open-door")
def test_a_door_is_opened_from_outside_and_closed_again():
    state = battle(terrain=(SHED,))
    ana = person(state, (22.5, 19.5))
    go(state, ana)
    table = script(state, answers=["open:shed/door-1", "close:shed/door-1"])
    actions.act(table, ana)
    assert not is_closed(state, "shed/door-1")
    actions.act(table, ana)
    assert is_closed(state, "shed/door-1")


@pytest.mark.rules("action.open-door")
def test_a_door_in_which_somebody_stands_cannot_be_closed():
    state = battle(terrain=(SHED,))
    ana = person(state, (22.5, 19.5))
    state.changes = Changes(opened=("shed/door-1",))
    person(state, (22.5, 20.5), "Bob")
    assert "close:shed/door-1" not in actions.options(state, ana, go(state, ana))


@pytest.mark.rules("active.loud-noise", "ruling.measuring", "ruling.noise-position")
def test_a_noise_is_heard_twenty_inches_from_the_base_of_what_made_it():
    state = battle()
    ana = person(state, (10, 30), weapons=("Handgun",))
    hears, deaf = zed(state, "shambler", (31, 30)), zed(state, "shambler", (10, 51.02))
    shooting.report(script(state), ana, WEAPONS["Handgun"])
    assert activation.why_active(state, hears) == activation.NOISE  # 21 inches from middle to middle
    assert activation.why_active(state, deaf) == ""


@pytest.mark.rules("active.loud-noise", "ruling.noise-position")
def test_an_engine_is_heard_twenty_inches_from_the_bumper():
    state = battle()
    car(state, (10, 30), running=True)
    ahead, aside = zed(state, "shambler", (32.5, 30)), zed(state, "shambler", (10, 52.5))
    assert activation.why_active(state, ahead) == activation.NOISE
    assert activation.why_active(state, aside) == ""  # the car is narrower than it is long


@pytest.mark.rules("active.loud-noise", "shooting.blast", "ruling.noise-position")
def test_an_explosion_is_heard_from_the_point_where_it_went_off():
    state = battle()
    ana = person(state, (30, 25))
    near, far = zed(state, "shambler", (50.5, 30)), zed(state, "shambler", (30, 51))
    target = zed(state, "horde", (30, 30))
    shoot(script(state, [6, 1]), ana, "Pipebomb", target.id)
    assert activation.why_active(state, near) == activation.NOISE
    assert activation.why_active(state, far) == ""


@pytest.mark.rules("active.call", "liche.call")
def test_a_call_reaches_thirty_inches_from_base_to_base():
    state = battle()
    person(state, (5, 5))
    liche, hears = zed(state, "liche", (5, 14)), zed(state, "fast", (5, 45))
    table = script(state)
    assert zeds.calls(voices_of(liche), table, liche)
    assert table.events[-1].text == "Liche 1 moans: 1 zed hears it."
    assert activation.why_active(state, hears) == activation.CALL


@pytest.mark.rules("liche.call", "shooting.knock-back", "ruling.liche-calls")
def test_a_liche_that_was_knocked_back_calls_but_neither_moves_nor_attacks():
    state = battle()
    ana = person(state, (30, 30))
    liche, idle = zed(state, "liche", (30, 31), down=True), zed(state, "shambler", (30, 50))
    state.card = "number"
    table = script(state)
    zeds.zed_card(table)
    table.finish()
    assert liche.stand.at == (30, 31)
    assert (ana.injuries, ana.fate) == (0, "")
    assert idle.stand.y == pytest.approx(47)


# ---------------------------------------------------------------------- the zombie grab


@pytest.mark.rules("grab.trigger")
def test_a_move_goes_wide_of_zeds_if_it_can():
    state = battle()
    ana = person(state, (10, 10))
    zed(state, "shambler", (12, 11.5))
    path = actions.walking_region(state, ana).path_to((14.5, 10))
    assert path is not None
    assert grab.risks(state, ana, path) == []


@pytest.mark.rules("grab.shoot", "grab.fight")
def test_a_grabbed_survivor_shoots_fights_or_wrestles_but_does_not_move():
    state = battle()
    ana = person(state, (30, 30), weapons=("Handgun",), grabbed=True)
    (held_by,) = crowd(state, ana, "shambler")
    keys = actions.options(state, ana, go(state, ana))
    assert {"fire:Handgun", "fight", "wrestle"} <= set(keys)
    assert "move" not in keys
    actions.act(script(state, [4, 5], ["fire:Handgun", held_by.id]), ana)
    assert not ana.grabbed


@pytest.mark.rules("wrestle.success-move", "wrestle.needs-more")
def test_who_breaks_free_moves_three_inches_out_of_contact():
    state = battle()
    ana = person(state, (30, 30), grabbed=True)
    (held_by,) = crowd(state, ana, "shambler")
    table = script(state, [4, 3], [(27, 30)])
    actions.wrestle(table, ana, "")
    assert ana.stand.at == (27, 30)
    assert not ana.grabbed
    region = grab.escape_region(state, person(state, (30, 30)), [held_by])
    assert not region.admits((30, 30))
    assert not region.admits((26.9, 30))


@pytest.mark.rules("grab.effect")
def test_a_grab_ends_when_the_last_zed_in_contact_is_knocked_back():
    state = battle()
    ana = person(state, (30, 30), grabbed=True)
    one, two = crowd(state, ana, "shambler", "shambler")
    apply_shot(script(state), one, "knock-back")
    assert ana.grabbed
    apply_shot(script(state), two, "knock-back")
    assert not ana.grabbed


@pytest.mark.rules("grab.trigger", "ruling.grab-through-walls")
@pytest.mark.parametrize(("zed_x", "to_x"), [(24.5, 24.5), (22.5, 22.5), (20.5, 21.5)], ids=["wall", "door", "corner"])
def test_no_zed_grabs_through_a_wall_or_a_closed_door(zed_x, to_x):
    state = battle(terrain=(SHED,))
    ana = person(state, (23.5, 21.5))
    zed(state, "shambler", (zed_x, 19.5))
    actions.move(script(state, answers=[(to_x, 21.5)]), ana, "")
    assert ana.stand.at == (to_x, 21.5)


@pytest.mark.rules("grab.trigger", "grab.effect", "ruling.grab-through-walls")
def test_who_comes_out_from_behind_a_wall_is_grabbed_there():
    state = battle(terrain=(WALL,))
    ana = person(state, (19.5, 29.5))
    behind = zed(state, "shambler", (21.5, 29.5))
    path = actions.walking_region(state, ana).path_to((20.5, 31))
    assert path is not None
    ((along, _),) = grab.risks(state, ana, path)
    assert 0 < along < path.length  # the wall is between them at first
    actions.move(script(state, [1], [(20.5, 31)]), ana, "")
    assert ana.grabbed
    assert touch(ana.stand, behind.stand)


@pytest.mark.rules("grab.effect", "ruling.grab-through-walls")
def test_a_zed_that_has_no_room_beside_it_grabs_nobody():
    state = battle()
    ana = person(state, (30, 34))
    middle = zed(state, "shambler", (30, 30))
    for angle in range(0, 360, 60):
        zed(state, "shambler", at_angle((30, 30), angle, 1))
    path = actions.walking_region(state, ana).path_to((30, 31.74))
    assert path is not None
    assert middle in [near for _, near in grab.risks(state, ana, path)]
    table = script(state, [2, 2], [(30, 31.74)])
    actions.move(table, ana, "")
    table.finish()


# ---------------------------------------------------------------------- vehicles


@pytest.mark.rules("vehicle.turns")
def test_two_turns_at_one_point_make_a_half_turn():
    state = battle()
    ana = person(state, (30, 30))
    van = car(state, (30, 30), people=["Ana"], driver="Ana", running=True, speed=5.0)
    vehicles.drive(script(state, answers=[10, "left", (34, 30), "left", (34, 30)]), ana, van)
    assert (van.stand.at, van.stand.facing) == ((28, 30), 180)
    assert ana.stand.at == (28, 30)


@pytest.mark.rules("vehicle.speed-carries-over")
def test_a_moving_vehicle_rolls_on_while_its_driver_does_something_else():
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=10.0)
    go(state, ana)
    actions.act(script(state, answers=["shout"]), ana)
    assert van.stand.x == 20


@pytest.mark.rules("vehicle.speed-carries-over", "ruling.vehicle-speed-details")
@pytest.mark.parametrize(
    "answers", [["wheel", "drive", 10, "straight"], ["shout", "shout"], ["shout", "wheel"], ["pass"]]
)
def test_a_vehicle_without_a_driver_moves_twice_on_a_red_card_whoever_takes_the_wheel(answers):
    state = battle()
    person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], running=True, speed=10.0)
    sequence.turn(script(state, [1], answers))
    assert (van.stand.x, state.card) == (30, "")


@pytest.mark.rules("vehicle.speed-carries-over", "ruling.vehicle-speed-details")
def test_a_vehicle_whose_driver_dies_on_the_card_rolls_on_all_the_same():
    state = battle()
    ana = person(state, (10, 30), weapons=("RPG",))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=10.0)
    near = zed(state, "shambler", (10, 32))
    state.card, state.waiting = "red", {"Ana": 2}
    sequence.turn(script(state, [6, 1, 6], ["fire:RPG", near.id]))
    assert (ana.fate, van.stand.x) == ("dead", 30)


@pytest.mark.rules("vehicle.first-action", "ruling.vehicle-speed-details")
def test_a_vehicle_that_somebody_started_on_the_card_moves_only_as_it_is_driven():
    state = battle()
    person(state, (5, 28.5))
    van = car(state, (5, 30))
    sequence.turn(script(state, [1], ["enter:car", "drive", 5, "straight"]))
    assert (van.stand.x, van.speed) == (10, 5)


@pytest.mark.rules("action.enter-vehicle", "ruling.vehicle-entering")
def test_the_first_in_may_leave_the_wheel_to_others():
    state = battle()
    ana = person(state, (10, 28.5))
    van = car(state, (10, 30))
    assert {"enter:car", "ride:car"} <= set(actions.options(state, ana, go(state, ana)))
    actions.act(script(state, answers=["ride:car"]), ana)
    assert (van.people, van.driver, van.running) == (["Ana"], "", False)
    bob = person(state, (10, 28.5), "Bob")
    go(state, bob)
    actions.act(script(state, answers=["enter:car"]), bob)
    assert (van.driver, van.running) == ("Bob", True)
    assert "ride:car" not in actions.options(state, person(state, (10, 28.5), "Cy"), go(state, bob))


@pytest.mark.rules("ruling.vehicle-entering")
def test_the_wheel_is_taken_from_a_driver_who_passed_out():
    state = battle()
    ana, bob = person(state, (10, 30)), person(state, (10, 30), "Bob")
    van = car(state, (10, 30), people=["Ana", "Bob"], driver="Ana", running=True, speed=5.0)
    assert "wheel" not in actions.options(state, bob, go(state, bob))
    ana.infection = "out"
    actions.act(script(state, answers=["wheel"]), bob)
    assert (van.driver, van.stand.x) == ("Bob", 15)


@pytest.mark.rules("vehicle.drag-exception")
def test_nobody_is_dragged_out_of_an_apc():
    state = battle()
    person(state, (30, 30))
    car(state, (30, 30), people=["Ana"], driver="Ana", armoured=True)
    shambler = zed(state, "shambler", (30, 31.5))
    vehicles.drag_out(script(state), [shambler.id])
    assert state.survivors["Ana"].vehicle == "car"


@pytest.mark.rules("vehicle.speed-change")
def test_a_vehicle_knocks_zeds_about_and_drives_on():
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=10.0)
    hit, missed = zed(state, "shambler", (16, 30)), zed(state, "shambler", (16, 34))
    vehicles.drive(script(state, [4], [10, "straight"]), ana, van)
    assert (van.stand.x, hit.down, missed.down) == (20, True, False)


@pytest.mark.rules("vehicle.speed-change", "ruling.vehicle-hits-figures")
@pytest.mark.parametrize("at", [(7.5, 30), (10, 31.5), (12, 28.5)], ids=["behind", "beside", "at the corner"])
def test_a_vehicle_does_not_run_into_those_it_drives_along_or_away_from(at):
    for kind in ("shambler", "tank"):
        state = battle()
        ana = person(state, (10, 30))
        van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=10.0)
        assert touch(zed(state, kind, at).stand, van.stand)
        vehicles.drive(script(state, answers=[10, "straight"]), ana, van)
        assert van.stand.x == 20


@pytest.mark.rules("vehicle.speed-change", "ruling.vehicle-hits-figures")
def test_a_vehicle_runs_into_what_stands_at_its_bumper():
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=10.0)
    shambler, tank = zed(state, "shambler", (12.5, 29)), zed(state, "tank", (12.5, 31))
    table = script(state, [4, 6], [10, "straight"])
    vehicles.drive(table, ana, van)
    table.finish()
    assert (van.stand.x, shambler.down, tank.wounds) == (10, True, 1)


@pytest.mark.rules("vehicle.turns", "ruling.vehicle-hits-figures")
def test_nobody_is_run_into_twice_in_one_driving_action():
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=10.0)
    zed(state, "shambler", (21, 30.8))
    table = script(state, [1], [15, "left", (21, 30), "straight"])
    vehicles.drive(table, ana, van)
    table.finish()
    assert van.stand.at == pytest.approx((21, 34))


@pytest.mark.rules("vehicle.first-action", "ruling.vehicle-hits-figures")
@pytest.mark.parametrize(("kind", "x"), [("tank", 13.5), ("horde", 12.5)])
def test_a_tank_zed_and_a_horde_are_rolled_for_at_any_speed(kind, x):
    for die, end in ((2, x), (6, x if kind == "tank" else 15)):
        state = battle()
        ana = person(state, (10, 30))
        van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True)
        struck = zed(state, kind, (16, 30))
        table = script(state, [die], [5, "straight"])
        vehicles.drive(table, ana, van)
        table.finish()
        assert van.stand.x == pytest.approx(end)
        assert struck.wounds == int(kind == "tank" and die == 6)


@pytest.mark.rules("vehicle.speed-change", "ruling.grabbed-survivor")
def test_a_vehicle_that_pushes_a_zed_away_ends_its_grab():
    state = battle()
    bob = person(state, (14.9, 30), "Bob")
    ana = person(state, (22.6, 30.6), grabbed=True)
    zed(state, "shambler", (21.6835, 31))
    van = car(state, (14.9, 30), people=["Bob"], driver="Bob", running=True)
    assert touch(ana.stand, state.zeds["shambler-1"].stand)
    vehicles.drive(script(state, answers=[5, "straight"]), bob, van)
    assert not touch(ana.stand, state.zeds["shambler-1"].stand)
    assert not ana.grabbed


@pytest.mark.rules("vehicle.speed-change")
def test_a_wall_stops_a_vehicle_and_hurts_those_aboard():
    state = battle(terrain=(WALL,))
    ana = person(state, (5, 20))
    van = car(state, (5, 20), people=["Ana"], driver="Ana", running=True, speed=15.0)
    vehicles.drive(script(state, [3], [15, "straight"]), ana, van)
    assert (van.stand.x, van.speed, ana.injuries) == (18, 0, 1)


@pytest.mark.rules("vehicle.lose-control")
@pytest.mark.parametrize(
    ("dice", "speed", "at", "facing"),
    [
        ([1, 1, 3], 12.0, (16, 30), 90),  # skid, to the left
        ([2, 3, 2], 12.0, (22, 30), 240),  # spin by 120 degrees clockwise
        ([1, 5, 2], 12.0, (22, 30), 0),  # stall, nobody hurt
    ],
)
def test_losing_control(dice, speed, at, facing):
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=speed)
    table = script(state, dice)
    assert vehicles.brake(table, ana, van)
    table.finish()
    assert van.stand.at == pytest.approx(at)
    assert van.stand.facing == pytest.approx(facing)
    assert van.speed == 0


@pytest.mark.rules("vehicle.lose-control")
def test_at_twenty_inches_a_vehicle_may_flip():
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=20.0)
    vehicles.brake(script(state, [1, 5, 1]), ana, van)
    assert van.wrecked
    assert not ana.vehicle
    assert touch(ana.stand, van.stand)


@pytest.mark.rules("vehicle.speed-carries-over", "ruling.vehicle-entering", "ruling.vehicle-speed-details")
def test_who_takes_the_wheel_does_not_drive_a_vehicle_that_has_moved_twice_on_this_card():
    state = battle()
    ana, bob = person(state, (10, 30)), person(state, (10, 30), "Bob")
    van = car(state, (10, 30), people=["Ana", "Bob"], driver="Ana", running=True, speed=5.0)
    go(state, ana)
    for speed in (5, 0):
        actions.act(script(state, answers=["drive", speed, "straight"][: 3 if speed else 2]), ana)
    ana.infection = "out"
    goes = go(state, bob)
    actions.act(script(state, answers=["wheel"]), bob)
    assert van.driver == "Bob"
    assert "drive" not in actions.options(state, bob, goes)
    vehicles.begin_survivor_go(state)
    assert "drive" in actions.options(state, bob, goes)


@pytest.mark.rules("vehicle.speed-change", "vehicle.brake")
def test_speeds_are_chosen_to_the_tenth_of_an_inch():
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, due=3)
    vehicles.drive(script(state, answers=["between", 3, 4, "straight"]), ana, van)
    assert (van.speed, van.stand.x) == pytest.approx((3.4, 13.4))
    assert [key for key in map(vehicles.inch_key, vehicles.speed_marks(van)) if isinstance(key, str)] == ["3.4", "8.4"]
    vehicles.drive(script(state, answers=["8.4", "straight"]), ana, van)
    assert van.stand.x == pytest.approx(21.8)
    with pytest.raises(IllegalAnswer):
        vehicles.drive(script(state, answers=["between", 13, 5]), ana, van)  # 13.4 is the most


@pytest.mark.rules("vehicle.turns")
def test_a_turn_is_made_at_any_point_of_the_way():
    state = battle()
    ana = person(state, (10, 30))
    van = car(state, (10, 30), people=["Ana"], driver="Ana", running=True, speed=5.0)
    table = script(state, answers=[10, "left", (13.25, 30.4), "right", (13.25, 32.125)])
    vehicles.drive(table, ana, van)
    assert van.stand.at == pytest.approx((10 + 3.25 + (10 - 3.25 - 2.125), 32.125))
    lane = regions.Lane(van.stand, 4.0)
    assert lane.admits((van.stand.x + 4, van.stand.y))
    assert not lane.admits((van.stand.x + 4.02, van.stand.y))
    assert not lane.admits((van.stand.x - 1, van.stand.y))
    assert lane.outline()["samples"][0] == [round(van.stand.x, 3), 32.125]


# ---------------------------------------------------------------------- spawn points


@pytest.mark.rules("spawn.other-places", "ruling.spawn-inside")
def test_an_umpire_puts_a_zed_inside_a_vehicle_that_nobody_has_looked_into():
    state = battle(Rulings(spawn_automatic="human"), spawn=(GATE,))
    ana = person(state, (30, 28.5))
    van = car(state, (30, 30))
    state.casualties = ["shambler"]
    spawn.recycle(script(state, answers=[(30, 30)]))
    assert (van.lurking, state.zeds) == (["shambler"], {})
    go(state, ana)
    table = script(state, [3], ["enter:car"])
    actions.act(table, ana)
    table.finish()
    (out,) = state.zeds.values()
    assert touch(out.stand, ana.stand)
    assert (ana.grabbed, ana.vehicle, van.people, van.lurking) == (True, "", [], [])
    state.casualties = ["shambler"]
    spawn.recycle(script(state, answers=[(30, 30)]))  # it has been looked into: beside it now
    assert (van.lurking, len(state.zeds)) == ([], 2)


@pytest.mark.rules("spawn.other-places", "ruling.spawn-inside")
@pytest.mark.parametrize("changes", [{"people": ["Ana"]}, {"checked": True}, {"wrecked": True}, {"seats": 0}])
def test_a_zed_has_no_place_in_a_vehicle_that_is_known_taken_or_full(changes):
    state = battle(Rulings(spawn_automatic="human"))
    person(state, (50, 50))
    van = car(state, (30, 30), **changes)
    assert places.hiding_place(state, zed_stand("new", "shambler", (30, 30)), (30, 30)) is None
    van.people, van.checked, van.wrecked, van.seats = [], False, False, 1
    assert places.hiding_place(state, zed_stand("new", "shambler", (30, 30)), (30, 30)) is van
    assert places.hiding_place(state, zed_stand("new", "horde", (30, 30)), (30, 30)) is None


@pytest.mark.rules("spawn.placement", "spawn.horde-is-spawn-point")
def test_a_horde_is_a_spawn_point_too():
    state = battle(spawn=(GATE,))
    horde = zed(state, "horde", (40, 40))
    state.casualties = ["shambler"]
    spawn.recycle(script(state, [2]))
    (new,) = [it for it in state.zeds.values() if it.kind == "shambler"]
    assert touch(new.stand, horde.stand)


@pytest.mark.rules("spawn.placement")
def test_nobody_comes_back_within_an_inch_of_a_survivor():
    state = battle(spawn=(GATE,))
    ana = person(state, (0.5, 30.5))
    state.casualties = ["shambler"]
    spawn.recycle(script(state))
    (new,) = state.zeds.values()
    assert abs(new.stand.x - ana.stand.x) + abs(new.stand.y - ana.stand.y) > 2


@pytest.mark.rules("spawn.placement", "spawn.other-places")
def test_without_a_spawn_point_a_random_edge():
    state = battle()
    state.casualties = ["shambler"]
    spawn.recycle(script(state, [2, 10]))
    (new,) = state.zeds.values()
    assert new.stand.at == (59.5, 9.5)


@pytest.mark.rules("spawn.recycle")
def test_a_scenario_sends_zeds_at_the_end_of_a_round():
    state = battle(arrival=(Arrival(1, "tank", ((15.0, 0.0),)),))
    person(state, (30, 30))
    state.card = "joker"
    sequence.turn(script(state))
    assert [it.kind for it in state.zeds.values()] == ["tank"]


# ---------------------------------------------------------------------- shooting


@pytest.mark.rules("shooting.range-bands")
def test_a_band_ends_at_its_limit_inclusive():
    bands = [WEAPONS["Handgun"].band(distance) for distance in (3, 3.1, 6, 6.1, 10, 10.1)]
    assert bands == [0, 1, 1, 2, 2, None]
    assert WEAPONS["Sniper Rifle"].band(55) == 2
    assert WEAPONS["Pipebomb"].band(10.1) is None


@pytest.mark.rules("shooting.extra-targets", "shooting.dice")
def test_further_shots_go_to_targets_within_an_inch_of_the_first():
    state = battle()
    ana = person(state, (30, 30), weapons=("M-pistol",))
    first, beside, far = (zed(state, "shambler", at) for at in ((30, 33), (32, 33), (26, 33)))
    table = script(state, [4, 6, 4, 6], [first.id, beside.id])
    shooting.fire(table, ana, "M-pistol", aimed=False)
    table.finish()
    assert list(state.zeds) == [far.id]


@pytest.mark.rules("shooting.hit-vehicle")
def test_a_shooter_in_a_moving_vehicle_hits_less():
    state = battle()
    ana = person(state, (30, 30), weapons=("Shotgun",))
    van = car(state, (30, 30), people=["Ana"], driver="Ana", running=True, speed=5.0)
    target = zed(state, "shambler", (30, 34))
    assert shooting.needed(state, ana, WEAPONS["Shotgun"], target.stand, aimed=False) == 5
    van.speed = 0.0
    assert shooting.needed(state, ana, WEAPONS["Shotgun"], target.stand, aimed=False) == 4


@pytest.mark.rules("shooting.damage-machinegun", "shooting.damage-rpg", "shooting.damage-shotgun")
def test_three_weapons_do_one_more_damage():
    assert {name for name, weapon in WEAPONS.items() if weapon.damage == 1} == {"Shotgun", "Machinegun", "RPG"}
    state = battle()
    ana = person(state, (30, 30), skills=("firearms",))
    assert shooting.damage_bonus(state, ana, WEAPONS["RPG"], aimed=True) == 3


@pytest.mark.rules("shooting.no-effect")
def test_damage_of_one_or_two_does_nothing():
    state = battle()
    ana = person(state, (30, 30), weapons=("Handgun",))
    target = zed(state, "shambler", (30, 32))
    assert shoot(script(state, [6, 2]), ana, "Handgun", target.id) == "no effect"
    assert not target.down


@pytest.mark.rules("shooting.blast")
def test_a_blast_hits_everyone_near_but_not_behind_a_wall():
    state = battle(terrain=(WALL,))
    ana = person(state, (15, 22), weapons=("Pipebomb",))
    bob = person(state, (17, 20), "Bob")
    target = zed(state, "shambler", (18.5, 20))
    hidden = zed(state, "shambler", (21.5, 20))
    table = script(state, [6, 6, 5])
    shooting.shoot(table, ana, WEAPONS["Pipebomb"], target.id, aimed=False)
    table.finish()
    assert list(state.zeds) == [hidden.id]
    assert bob.fate == "dead"


@pytest.mark.rules("shooting.dice", "shooting.blast")
@pytest.mark.parametrize("details", ["one-by-one", "declared"])
def test_who_dies_of_the_own_first_shot_fires_no_second(details):
    state = battle(Rulings(extra_shot_details=details))
    ana = person(state, (30, 30), weapons=("Automatic Grenade Launcher",))
    tank = zed(state, "tank", (30, 31.2))
    answers = [tank.id] if details == "one-by-one" else [tank.id, tank.id]
    table = script(state, [6, 1, 6], answers)
    shooting.fire(table, ana, "Automatic Grenade Launcher", aimed=False)
    table.finish()
    assert ana.fate == "dead"


@pytest.mark.rules("tank.wounds", "tank.ignores-knock-back", "tank.third-wound")
def test_a_shot_at_a_tank_is_called_what_it_is():
    state = battle()
    ana = person(state, (30, 30), weapons=("Handgun",))
    tank = zed(state, "tank", (30, 33))
    results = [shoot(script(state, [6, damage]), ana, "Handgun", tank.id) for damage in (4, 6, 6, 6)]
    assert results == ["no effect", "wound", "wound", "last wound"]


@pytest.mark.rules("shooting.range-bands", "action.fire")
def test_walls_block_and_windows_do_not():
    state = battle(terrain=(SHED,))
    ana = person(state, (22.5, 22.5), weapons=("Bolt Action Rifle",))
    behind_window, behind_wall = zed(state, "shambler", (16, 22.5)), zed(state, "shambler", (23.5, 30))
    assert shooting.targets(state, ana, WEAPONS["Bolt Action Rifle"]) == [behind_window.id]
    assert behind_wall.id in state.zeds


@pytest.mark.rules("shooting.blast")
def test_a_limited_weapon_runs_out():
    state = battle()
    ana = person(state, (30, 30), weapons=("Pipebomb",), rounds={"Pipebomb": 1})
    target = zed(state, "shambler", (30, 36))
    shooting.fire(script(state, [6, 6], [target.id]), ana, "Pipebomb", aimed=False)
    assert shooting.firearms(ana) == []


# ---------------------------------------------------------------------- hand-to-hand


@pytest.mark.rules("melee.injury", "melee.firearm", "melee.barehanded", "melee.weapon", "melee.skill")
@pytest.mark.parametrize(
    ("weapons", "skills", "injuries", "bonus"),
    [
        ((), (), 0, -1),
        (("Shotgun",), (), 0, 0),
        (("bat", "sword"), ("melee",), 0, 3),
        (("Handgun", "knife"), (), 2, -1),
    ],
)
def test_what_a_survivor_brings_to_a_fight(weapons, skills, injuries, bonus):
    state = battle()
    ana = person(state, (30, 30), weapons=weapons, skills=skills, injuries=injuries)
    assert melee.survivor_bonus(state, ana, []) == bonus


@pytest.mark.rules("melee.tank", "melee.extra-zeds")
def test_a_tank_and_a_shambler_have_four_and_a_wound_takes_one():
    state = battle()
    ana = person(state, (30, 30))
    both = crowd(state, ana, "tank", "shambler")
    assert melee.zeds_bonus(state, both) == 4
    both[0].wounds = 2
    assert melee.zeds_bonus(state, both) == 2


@pytest.mark.rules("injury.unharmed", "melee.armour")
def test_armour_saves_on_a_three():
    state = battle()
    assert injure(script(state, [3]), person(state, (30, 30), armour=True), "melee.zeds-win", how=BITTEN) == "unharmed"
    assert injure(script(state, [3]), person(state, (30, 30)), "melee.zeds-win", how=BITTEN) == "bitten"


@pytest.mark.rules("melee.survivor-wins", "melee.zeds-win")
def test_a_forecast_tells_what_follows():
    state = battle()
    ana = person(state, (30, 30), weapons=("bat",))
    crowd(state, ana, "shambler")
    assert fought(script(state, [6, 1]), ana) == "won, 1 removed"
    crowd(state, ana, "shambler")
    assert fought(script(state, [1, 6, 3]), ana) == "lost, bitten"


@pytest.mark.rules("active.noise-list")
def test_a_chainsaw_is_heard_in_combat():
    state = battle()
    ana = person(state, (30, 30), weapons=("chainsaw",))
    table = script(state, [6, 1])
    melee.fight(table, ana, crowd(state, ana, "shambler"))
    assert [noise.what for noise in state.noises] == ["a chainsaw"]


# ---------------------------------------------------------------------- the ground


@pytest.mark.rules("zed.shambler", "zed.fast", "action.move")
def test_a_hedge_halts_shamblers_and_costs_others_two_inches():
    state = battle(terrain=(HEDGE,))
    ana = person(state, (25, 20))
    slow, fast = zed(state, "shambler", (18.5, 20)), zed(state, "fast", (18, 22))
    state.card = "number"
    zeds.zed_card(script(state))
    assert slow.stand.x == pytest.approx(19.5)
    zeds.zed_card(script(state))
    assert slow.stand.x == pytest.approx(22.5)
    state.card = "royal"
    zeds.zed_card(script(state))
    assert fast.stand.x == pytest.approx(22, abs=0.2)
    assert not actions.walking_region(state, ana).admits((20.4, 25.5))


@pytest.mark.rules("active.survivor-near")
def test_zeds_make_for_a_closed_door_when_there_is_no_other_way():
    state = battle(terrain=(SHED,))
    person(state, (23, 23))
    shambler = zed(state, "shambler", (22.5, 15))
    for _ in range(3):
        state.card = "number"
        zeds.zed_card(script(state))
    assert shambler.stand.at == pytest.approx((22.5, 19.5), abs=0.1)


@pytest.mark.rules("zed.shambler")
def test_six_zeds_find_room_round_one_survivor():
    state = battle()
    ana = person(state, (30, 30))
    for angle in range(0, 360, 60):
        zed(state, "shambler", at_angle((30, 30), angle, 3))
    state.card = "number"
    zeds.zed_card(script(state, [3, 3, 1]))
    assert sum(touch(it.stand, ana.stand) for it in state.zeds.values()) == 6


@pytest.mark.rules("action.two-free-choice")
def test_supplies_are_searched_for_carried_and_dropped():
    state = battle(type="supply-run", edge="south", marker=(MarkerEntry("supply", "food", (30.0, 30.0)),))
    ana = person(state, (30, 30))
    state.markers["food"] = Marker("food", "food", 30.5, 30.5)
    go(state, ana)
    actions.act(script(state, [2], ["search:food"]), ana)
    assert ana.supplies == []
    actions.act(script(state, [3], ["search:food"]), ana)
    assert (ana.supplies, state.markers) == (["food"], {})
    injure(script(state, [6]), ana, "melee.zeds-win", how=BITTEN)
    assert not state.markers["food"].hidden


def test_equal_scenarios_share_one_ground():
    state = battle(terrain=(WALL,))
    assert ground_of(state) is stage(state.scenario).ground


@pytest.mark.rules("melee.weapon")
def test_a_melee_weapon_has_any_name_with_its_class_behind_it():
    state = battle()
    ana = person(state, (30, 30), weapons=("Grandpa's sabre (sword)",))
    found = melee.weapon_modifier(ana)
    assert found == ("melee.weapon", 2, "Grandpa's sabre")
    assert blade_of("Grandpa's sabre (spoon)") is None
