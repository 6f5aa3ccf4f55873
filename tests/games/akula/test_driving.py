"""Ways out for vehicles, and the bot that drives them: what the search finds is driven by the real rules."""

from __future__ import annotations

import msgspec
import pytest

from adjudge.engine import Playout, playout
from adjudge.engine.chance import FastDice
from adjudge.games.akula import game, routes
from adjudge.games.akula.bots import survivor
from adjudge.games.akula.rules import sequence, vehicles
from adjudge.games.akula.scenario import carried_text, house_scenarios, vehicle_stand
from adjudge.games.akula.setup import start
from adjudge.games.akula.state import Battle, Options
from tests.games.akula.table import WALL, battle, car, person

DRIVEN = [(name, it.name) for name, scenario in house_scenarios().items() for it in scenario.vehicle]


def at_the_wheel(name: str, vehicle: str) -> Battle:
    """A scenario without zeds, with one survivor at the wheel of a running vehicle."""
    state = start(Options(scenario=name))
    driver = next(iter(state.survivors.values()))
    state.survivors, state.zeds = {driver.id: driver}, {}
    van = state.vehicles[vehicle]
    driver.vehicle, van.driver, van.people, van.running = van.id, driver.id, [driver.id], True
    driver.stand = driver.stand.moved(van.stand.at)
    return state


@pytest.mark.rules("vehicle.speed-change", "vehicle.turns", "vehicle.first-action")
@pytest.mark.parametrize(("name", "vehicle"), DRIVEN)
def test_every_vehicle_of_the_house_scenarios_can_be_driven_off_the_table(name, vehicle):
    state = at_the_wheel(name, vehicle)
    (driver,) = state.survivors.values()
    table = Playout(state, {"player": survivor}, FastDice(1))
    for _ in range(8):
        state.card, state.waiting = "red", {driver.id: 2}
        vehicles.begin_survivor_go(state)
        sequence.turn(table)
        if driver.fate:
            break
    assert driver.fate == "left"


def test_a_vehicle_that_is_too_wide_for_every_gap_has_no_way_out():
    """Mill Road's van as it was at first, five inches long and three wide."""
    scenario = house_scenarios()["mill-road"]
    (van,) = scenario.vehicle
    wide = msgspec.structs.replace(scenario, vehicle=(msgspec.structs.replace(van, rect=(15.0, 4.0, 5.0, 3.0)),))
    state = start(Options(scenario="mill-road"))
    assert routes.way_out(state, state.vehicles["delivery van"]) is not None
    state.scenario = carried_text(wide)
    state.vehicles["delivery van"].stand = vehicle_stand(wide.vehicle[0])
    assert routes.way_out(state, state.vehicles["delivery van"]) is None


@pytest.mark.rules("vehicle.turns")
def test_a_way_out_goes_round_a_wall_and_another_vehicle():
    state = battle(type="escape", edge="east", terrain=(WALL,))
    person(state, (10, 20))
    van = car(state, (10, 20), people=["Ana"], driver="Ana", running=True)
    way = routes.way_out(state, van)
    assert way is not None
    assert (way.count("L") + way.count("R"), way.strip("F")[0]) in ((2, "L"), (2, "R"))
    state.vehicles["parked"] = msgspec.structs.replace(van, id="parked", stand=van.stand.moved((20.5, 31.5)))
    assert routes.way_out(state, van) != way or way.strip("F")[0] == "R"


@pytest.mark.rules("vehicle.speed-change", "vehicle.turns")
def test_a_plan_never_needs_the_brakes_nor_a_third_turn():
    way, speed = "FFFRFFFLFFFFFFLFFRFFFFFFFFFF", 0.0
    while way:
        drive = routes.first_action(way, speed, 15.0)
        assert drive is not None
        assert abs(drive.speed - speed) <= 5
        left = routes.after(way, drive.speed)
        assert left is not None
        driven = way[: len(way) - len(left)]
        assert driven.count("L") + driven.count("R") <= 2
        way, speed = left, float(drive.speed)


def test_a_way_that_turns_too_often_for_the_speed_cannot_be_kept_to():
    assert routes.first_action("FLFRFLFRFFFFFFFF", 20.0, 20.0) is None


def test_the_survivor_drives_out_of_the_dead_town_and_would_not_walk_it():
    options = game.configure({"scenario": "causeway"})
    ends = [playout(game, options, {"player": survivor}, f"causeway {seed}") for seed in range(12)]
    assert sum(bool(game.measures(end)["survivors win"]) for end in ends) >= 6
    assert all(end.vehicles["pickup"].checked for end in ends)
