"""How an operation reads: the briefing first, who fires from where, how the GM's moves sound, who opens a fight."""

from __future__ import annotations

from itertools import pairwise

import pytest

from adjudge.engine import Facts, Prose, Script, playout
from adjudge.games.regiment import game
from adjudge.games.regiment.data import gm_moves, operations
from adjudge.games.regiment.rules import gm
from adjudge.games.regiment.rules.table import turn
from adjudge.games.regiment.state import Session
from adjudge.games.regiment.view import scene
from adjudge.story import GM, Speaker
from adjudge.story.panels import line
from tests.games.regiment.field import P1, P2, Field


def journal(session: Session) -> list[str]:
    return [entry.text for entry in session.story.journal]


@pytest.mark.parametrize("operation", list(operations()))
def test_the_journal_begins_with_the_briefing(operation):
    session = game.start(game.configure({"operation": operation}))
    told = next(it for it in scene(session, P1).panels if isinstance(it, Prose) and it.title == "Journal")
    assert told.lines[0].endswith(f"Goal: {operations()[operation].goal}.")
    assert "\n" not in told.lines[0]


def test_the_journal_says_who_fires_from_where_and_what_comes_of_it():
    field = Field()
    field.act(P1, "do/attack", dice=(6, 6, 6))
    assert journal(field.session)[0] == f"{field.soldier.name} fires at Foe from here: battle rifle"
    assert journal(field.session)[1].startswith("Foe: ")
    assert field.says(f"{field.soldier.name}, Battle rifle at Foe: ")


def test_a_team_opens_fire_from_where_its_name_says():
    field = Field()
    field.foe.name = "Riflemen over there"
    field.strike(field.order("battle-rifle", P1, by="foe"), 1, 1, 1)
    assert journal(field.session)[0] == f"Riflemen over there open fire on {field.soldier.name}: battle rifle"


@pytest.mark.rules("gm.what-do-you-do")
def test_a_gm_move_is_a_sentence_in_the_journal_and_ends_in_the_question():
    field = Field()
    field.run(gm.carry, Speaker(GM, GM), "enemy/suppress", P1, answers=["pinned"])
    assert journal(field.session)[0] == gm_moves()["enemy/suppress"].told
    assert field.told[1].text == gm_moves()["enemy/suppress"].told
    assert field.told[-1].text == "What do you do?"


@pytest.mark.parametrize("seed", range(4))
def test_the_leader_of_the_squad_opens_the_fight(seed):
    """Bots leave that to whoever leads, so that a person in the leader's seat has the first word."""
    options = game.configure({"players": 3})
    leader = game.start(options).squad.leader
    session = playout(game, options, {seat.id: game.bot("veteran") for seat in game.seats(options)}, seed)
    first = next(text for text in journal(session) if ", engage: " in text)
    assert first.startswith(session.soldiers[leader].name)


def test_a_new_scene_says_where_the_squad_is():
    options = game.configure({"players": 2})
    session = playout(game, options, {seat.id: game.bot("veteran") for seat in game.seats(options)}, 1)
    scenes = [line(session.story, entry) for entry in session.story.journal if entry.kind == "scene"]
    assert scenes
    assert all(": At " in text for text in scenes)


@pytest.mark.rules("story.briefing")
def test_the_briefing_is_read_out_once_and_keeps_what_is_hidden():
    session: Session = game.start(game.configure({"operation": "culvert"}))
    told: list[str] = []
    for _ in range(2):
        table = Script(session, answers=[(P1, "do/narrate"), "I check my rifle"])
        turn(table)
        told += [event.text for event in table.events if event.rule == "story.briefing"]
    assert told[0] == session.story.premise
    assert sum(text.startswith("To do: ") for text in told) == len(session.objectives)
    assert any("Riflemen in the mill" in text for text in told)
    assert not any(team.name in text for text in told for team in session.teams.values() if team.hidden)


def test_a_player_sees_that_they_have_had_their_chance_in_this_exchange():
    field = Field()
    assert "acted in this exchange" not in scene(field.session, P1).note
    field.act(P1, "do/attack", dice=(6, 6, 6))
    assert "you have acted in this exchange" in scene(field.session, P1).note
    field.act(GM, "now/exchange")
    assert "acted in this exchange" not in scene(field.session, P1).note


def test_the_ground_says_what_is_how_far_from_each_place():
    session = game.start(game.configure({"operation": "culvert"}))
    ground = next(it for it in scene(session, P1).panels if isinstance(it, Facts) and it.title == "The ground")
    assert dict(ground.rows)["the treeline"].endswith("near: the drainage ditch; far: the mill, the culvert")


def test_whoever_has_acted_in_an_exchange_may_wait_for_the_others_before_anything_else():
    field = Field(2)
    assert not field.has(P1, "listen")
    field.act(P1, "do/attack", dice=(6, 6, 6))
    assert field.keys(P1)[0] == "listen"
    assert not field.has(P2, "listen")


@pytest.mark.parametrize("seed", range(3))
def test_the_commander_does_not_let_time_run_on_twice_in_one_breath(seed):
    options = game.configure({"players": 2})
    session = playout(game, options, {seat.id: game.bot("veteran") for seat in game.seats(options)}, seed)
    told = journal(session)
    ticks = [at for at, text in enumerate(told) if text == gm_moves()["general/clock"].told]
    assert ticks
    assert all(later - earlier > 3 for earlier, later in pairwise(ticks))
