"""Lines of sight for screens: who is seen, what is in the way, what a shot from a spot is worth."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.engine import Board, PickPoint
from adjudge.games.mdrg.rules.actions import menu
from adjudge.games.mdrg.rules.movement import move_deeds, move_question
from adjudge.games.mdrg.rules.ranged import shot_deeds
from adjudge.games.mdrg.sights import outlook, sightlines
from adjudge.games.mdrg.view import scene
from adjudge.odds import distribution
from tests.games.mdrg.field import battle, disc, wall

GUN = {"gear": ("pistol",), "at": (400, 400)}


@pytest.mark.rules("los.required")
def test_a_line_that_is_blocked_names_the_wall_and_the_point():
    state = battle(GUN, {"blue": True, "at": (500, 400)}, terrain=[wall(445, 350, 10, 100)])
    (line,) = sightlines(state, state.figures["red-1"])
    assert (line.by, line.rule) == ("wall", "los.required")
    assert line.at == pytest.approx((445, 400), abs=1e-3)


@pytest.mark.rules("los.required")
def test_a_model_in_the_way_is_named_too():
    state = battle(GUN, {"at": (450, 400)}, {"blue": True, "at": (500, 400)})
    (line,) = sightlines(state, state.figures["red-1"])
    assert line.by == "red 2"


@pytest.mark.rules("woods.no-shooting-in")
def test_a_wood_hides_those_within():
    state = battle(GUN, {"blue": True, "at": (520, 400)}, terrain=[disc(520, 400, 50)])
    (line,) = sightlines(state, state.figures["red-1"])
    assert (line.by, line.rule) == ("wood", "woods.no-shooting-in")
    assert line.at == pytest.approx((470, 400), abs=1)


@pytest.mark.rules("ranged.range-bands", "engaged.target")
def test_a_free_line_tells_what_the_shot_is_worth_or_why_there_is_none():
    state = battle(GUN, {"blue": True, "at": (500, 400)}, {"blue": True, "at": (400, 890)}, {"at": (400, 870)})
    near, far = sightlines(state, state.figures["red-1"])
    assert (near.by, near.note) == ("", "80 mm, Pistol band 1")
    assert far.by == ""
    assert far.note.startswith("470 mm, Pistol out of range: ")
    assert far.rule == "engaged.target"


@pytest.mark.rules("los.required")
def test_from_a_spot_one_sees_and_shoots_as_if_one_stood_there():
    state = battle(GUN, {"blue": True, "at": (500, 400)}, terrain=[wall(445, 350, 10, 100)])
    one = state.figures["red-1"]
    ((behind, nothing),) = outlook(state, one, (410, 400))
    assert (behind.by, nothing) == ("wall", None)
    ((free, shot),) = outlook(state, one, (400, 500))
    assert free.by == ""
    assert shot is not None
    moved = battle({**GUN, "at": (400, 500)}, {"blue": True, "at": (500, 400)}, terrain=[wall(445, 350, 10, 100)])
    ((_, same),) = outlook(moved, moved.figures["red-1"], (400, 500))
    assert same is not None
    assert distribution(shot, state).chances == distribution(same, moved).chances
    assert (one.x, one.y) == (400, 400)


def test_the_lines_are_shown_to_the_one_who_acts_and_a_move_has_an_outlook():
    state = battle(GUN, {"blue": True, "at": (500, 400)})
    state.acting = "red-1"
    boards = {seat: next(it for it in scene(state, seat).panels if isinstance(it, Board)) for seat in ("red", "blue")}
    assert [line.target for line in boards["red"].sights] == ["blue-2"]
    assert boards["blue"].sights == ()
    question = move_question(state, state.figures["red-1"])
    assert [line.target for line, _ in question.outlook((420.0, 420.0))] == ["blue-2"]


def test_spots_are_compared_by_the_very_shots_that_would_be_fired():
    gunner = {"blue": True, "gear": ("pistol",)}
    state = battle(GUN, {**gunner, "at": (500, 400)}, {**gunner, "at": (400, 530)}, terrain=[wall(445, 350, 10, 100)])
    one, spot = state.figures["red-1"], (400.0, 480.0)
    stakes: dict[str, Any] = {it.id: it for it in move_question(state, one).stakes()}
    assert list(stakes) == ["shot", "danger", "goal"]

    own = [rule for _, rule in outlook(state, one, spot) if rule is not None]
    (best,) = stakes["shot"].at(spot)
    assert [distribution(best, state).chances] == [distribution(rule, state).chances for rule in own]

    one.x, one.y = spot
    missed = 1.0
    for id in ("blue-2", "blue-3"):
        deeds = [deed for deed in shot_deeds(state, state.figures[id], 1) if deed.target == one.id]
        for shot in [deed.forecast for deed in deeds[:1] if deed.forecast]:
            missed *= float(distribution(shot, state).map(lambda outcome: outcome.kind == "nothing")[True])
    one.x, one.y = GUN["at"]
    (danger,) = stakes["danger"].at(spot)
    assert float(distribution(danger, state)[True]) == pytest.approx(1 - missed)
    assert stakes["goal"].at(spot) == pytest.approx(50)


@pytest.mark.rules("disengage.active-opponent")
def test_ground_behind_a_free_hack_is_shown_with_the_odds_of_getting_away():
    state = battle({"at": (400, 400)}, {"blue": True, "at": (420, 400)})
    (deed,) = move_deeds(state, state.figures["red-1"], 2)
    assert deed.kind == "disengage"
    assert deed.onward is not None
    rule, question = deed.onward()
    assert isinstance(question, PickPoint)
    assert (rule, question.figure) == ("move.straight-line", "red-1")
    assert deed.forecast is not None
    assert {it.kind for it in distribution(deed.forecast, state).chances} > {"gets away"}
    asked = menu(state.figures["red-1"], {deed.key: deed}, 2)
    assert asked.onward(deed.key) is not None
    assert asked.onward("done") is None


@pytest.mark.rules("ability.terror-approach")
def test_a_move_into_contact_tells_beforehand_what_it_provokes():
    fearsome = {"blue": True, "at": (440, 400), "traits": ("terror",)}
    state = battle({"at": (400, 400)}, fearsome, {"blue": True, "at": (400, 440)})
    question = move_question(state, state.figures["red-1"])
    scared, calm = question.forecast((440.0, 400.0)), question.forecast((400.0, 440.0))
    assert calm is None
    assert scared is not None
    assert {it.kind for it in distribution(scared, state).chances} == {"in contact", "does not dare"}
