"""Operations: objectives come true by what happens on the field, and the debriefing reads them out."""

from __future__ import annotations

import pytest
from msgspec import convert
from msgspec.structs import replace

from adjudge.engine import BadInput
from adjudge.games.regiment import game
from adjudge.games.regiment.data import Operation, demand_sound_operation, operations
from adjudge.games.regiment.rules.engagement import end_exchange
from adjudge.games.regiment.rules.operations import debrief, is_accomplished, is_decided, look_at_objectives
from adjudge.games.regiment.state import Clock, Objective
from adjudge.lab import simulate
from adjudge.lab.report import Mean, Results
from adjudge.story import GM, Speaker
from tests.games.regiment.field import HERE, P1, THERE, Field

UMPIRE = Speaker(GM, GM)


def field(*objectives: Objective, players: int = 1) -> Field:
    found = Field(players)
    found.session.objectives = [*objectives]
    return found


def is_done(found: Field) -> bool:
    found.run(look_at_objectives)
    return found.session.objectives[0].done


@pytest.mark.rules("story.objectives")
def test_a_place_is_cleared_by_a_soldier_there_and_no_enemy_who_can_fight():
    found = field(Objective("Take it", "clear", THERE))
    assert not is_done(found)
    found.soldier.place = THERE
    assert not is_done(found)
    found.foe.hidden = True
    assert not is_done(found)
    found.foe.marks = [2] * 5
    assert is_done(found)


@pytest.mark.rules("story.objectives")
def test_a_place_is_held_at_the_end_of_so_many_exchanges():
    found = field(Objective("Hold it", "hold", HERE, exchanges=2))
    found.run(end_exchange, UMPIRE)
    assert not is_done(found)
    found.foe.place = HERE
    found.run(end_exchange, UMPIRE)
    assert not is_done(found)
    found.foe.place = THERE
    found.run(end_exchange, UMPIRE)
    assert is_done(found)


@pytest.mark.rules("story.objectives")
def test_a_place_is_reached_by_everybody_who_can_still_act():
    found = field(Objective("Get out", "reach", THERE), players=2)
    found.foe.gone = "fled"
    found.soldier.place = THERE
    assert not is_done(found)
    found.other.status = "broken"
    assert is_done(found)


@pytest.mark.rules("story.objectives")
def test_a_unit_is_found_when_it_is_seen_and_destroyed_when_it_can_do_nothing():
    found = field(Objective("Find them", "find", unit="foe"), Objective("Stop them", "destroy", unit="foe"))
    found.foe.hidden = True
    assert not is_done(found)
    found.foe.hidden = False
    assert is_done(found)
    assert not found.session.objectives[1].done
    found.foe.gone = "surrendered"
    assert is_done(found)
    assert is_accomplished(found.session)


@pytest.mark.rules("story.objectives")
def test_what_was_done_once_stays_done_and_nothing_is_done_once_the_clock_has_run_out():
    found = field(Objective("Find them", "find", unit="foe"), Objective("Take it", "clear", THERE))
    assert is_done(found)
    found.foe.hidden = True
    assert is_done(found)
    found.session.clocks = [Clock(1, "Dawn", "They see you", 6, marked=6, fails=True)]
    found.foe.gone, found.soldier.place = "fled", THERE
    found.run(look_at_objectives)
    assert not found.session.objectives[1].done
    assert is_decided(found.session)


@pytest.mark.rules("story.debriefing")
def test_the_debriefing_reads_out_what_was_done_and_who_comes_back():
    found = field(Objective("Take it", "clear", THERE), players=2)
    found.other.status = "dead"
    found.run(debrief)
    for words in ("the operation is failed", "Take it: not done", f"{found.other.name} is dead", "comes back unhurt"):
        assert found.says(words)
    found.session.objectives = [replace(found.session.objectives[0], done=True)]
    found.run(debrief)
    assert found.says("the operation is accomplished")


def test_every_operation_says_what_is_to_be_done_before_the_clock_runs_out():
    for operation in operations().values():
        if operation.id != "free":
            assert len(operation.objective) >= 3
            assert any(clock.fails for clock in operation.clock)


@pytest.mark.parametrize(
    ("objective", "what"),
    [({"kind": "clear", "place": "moon"}, "place"), ({"kind": "find", "unit": "ghosts"}, "unit")],
)
def test_an_objective_that_names_what_is_not_there_is_refused(objective, what):
    data = {"id": "x", "title": "X", "briefing": "x", "goal": "x", "place": [{"id": "a", "name": "a"}], "start": "a"}
    operation = convert({**data, "objective": [{"title": "Do it", **objective}]}, Operation)
    with pytest.raises(BadInput, match=rf"x\.objective\[0\]\.{what}"):
        demand_sound_operation(operation, "x")


def mean(found: Results, measure: str) -> float:
    summed = found.measures[measure]
    assert isinstance(summed, Mean)
    return summed.mean


@pytest.mark.parametrize("operation", ["culvert", "night-crossing"])
def test_veterans_accomplish_an_operation_and_bring_people_home(operation):
    found = simulate(game, games=12, seed=4, workers=1, options={"operation": operation}).results
    assert found.winners[P1].count >= 4
    assert mean(found, "home") > 1.2


def test_veterans_do_better_than_those_who_do_anything():
    bots = {P1: "random", "p2": "random", GM: "commander"}
    anything = simulate(game, games=16, seed=4, workers=1, bots=bots).results
    veterans = simulate(game, games=16, seed=4, workers=1).results
    assert mean(veterans, "objectives") > mean(anything, "objectives")
    assert mean(veterans, "dead") < mean(anything, "dead")
