"""The session as a story: what belongs to it, how it reads, and what stays in the log."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from adjudge.engine import Prose, playout
from adjudge.games import regiment
from adjudge.games.regiment import game, naming
from adjudge.games.regiment.data import gm_moves, operations, sentences
from adjudge.games.regiment.retelling import SPECIAL, latest, retell
from adjudge.games.regiment.rules import battle, engagement, gm, peripheral, sniper
from adjudge.games.regiment.state import Session
from adjudge.games.regiment.view import scene
from adjudge.story import GM, Speaker
from adjudge.story.export import to_markdown
from adjudge.story.retelling import PAUSE, Passage
from tests.games.regiment.field import P1, P2, THERE, Field

CODE = Path(regiment.__file__).parent


def whole(session: Session) -> str:
    return "\n".join(it.text for it in retell(session))


def played(operation: str, seed: int, players: int = 2) -> Session:
    options = game.configure({"operation": operation, "players": players})
    return playout(game, options, {seat.id: game.bot("veteran") for seat in game.seats(options)}, seed)


@pytest.mark.parametrize(
    ("operation", "seed", "players"), [("culvert", 1, 3), ("night-crossing", 2, 2), ("free", 3, 2)]
)
def test_an_operation_reads_as_a_story(operation, seed, players):
    session = played(operation, seed, players)
    story = whole(session)
    assert not re.search(r"[\[\]{}`]|\bp\d\b|team-\d|\d of \d|\+\d| xp|hold \d", story)
    assert not re.findall(r"(?<!Scene )\d", story)
    assert all(it.name in story for it in session.soldiers.values())
    told = [it.text for it in retell(session) if it.kind == "told"]
    assert all(text[0].isupper() and text[-1] in ".!?…”" for text in told)
    assert all(one != other for one, other in pairwise(told))


@pytest.mark.rules("story.journal")
def test_bookkeeping_stays_in_the_log():
    field = Field(1)
    field.act(P1, "push", "I go on", "", dice=(1, 2))
    assert field.says("marks 1 xp")
    assert "xp" not in whole(field.session)
    assert "I go on" in whole(field.session)


def test_comrades_who_fire_at_the_same_people_do_so_in_one_sentence():
    field = Field(2)
    for seat in (P1, P2):
        field.act(seat, "do/attack", dice=(6, 6, 6))
    names = [it.name for it in field.session.soldiers.values()]
    fired = [it.text for it in retell(field.session) if it.kind == "told"][-1]
    assert f"{names[0]}'s battle rifle and {names[1]}'s battle rifle" in fired or " and ".join(names) in fired
    assert fired.count("Foe") == 1


def test_what_was_set_aside_is_no_part_of_the_story_until_it_is_put_back():
    field = Field(1)
    field.act(P1, "push", "I go on", "", dice=(1, 2))
    before = whole(field.session)
    field.act(GM, "do/ruling", "Set a result aside", "a strong hit", "it was brave", "I go on", "")
    assert not any(text in whole(field.session) for text in _worded("push-miss", field))
    assert any(text in whole(field.session) for text in _worded("carries-on", field))
    field.act(GM, "do/ruling", "Put the result back")
    assert whole(field.session).startswith(before)


def _worded(kind: str, field: Field) -> list[str]:
    return [text.format(who=field.soldier.name) for text in sentences().say[kind]]


def test_every_beat_of_the_rules_has_its_sentences():
    named = {kind for file in CODE.rglob("*.py") for kind in re.findall(r'beat="([a-z-]+)"', file.read_text("utf-8"))}
    named |= {
        kind for file in CODE.rglob("*.py") for kind in re.findall(r'Beat\(\s*"([a-z-]+)"', file.read_text("utf-8"))
    }
    named |= {f"compromise-{it}" for it in peripheral.COMPROMISES} | {f"reports-{it}" for it in sniper.REPORTS}
    named |= {f"costs-{it}" for it in peripheral.COSTS if it != "stress"} | set(engagement.GAINS)
    named |= {"surrendered", "withdrawn", "fled", "better-wounds", "better-stress", "closer", "dark", "light", "works"}
    assert len(named) > 80
    assert named - {PAUSE, *SPECIAL} <= set(sentences().say)


def test_every_move_of_the_gm_sounds_like_something_or_is_silent_on_purpose():
    assert set(sentences().gm) == {id for id, move in gm_moves().items() if move.told}


@pytest.mark.parametrize("operation", list(operations().values()), ids=lambda it: it.id)
def test_a_clock_of_an_operation_has_a_sentence_for_each_step(operation):
    assert all(len(operation.told[clock.title]) == clock.steps for clock in operation.clock)
    assert all(objective.title in operation.told for objective in operation.objective)


def test_a_clock_that_a_table_made_up_is_told_by_its_title():
    field = Field(1)
    field.run(gm.new_clock, Speaker(GM, GM), answers=["The tide comes in", "No way back"])
    field.run(gm.tick, field.session.clocks[-1])
    assert "the tide comes in" in whole(field.session)


def test_the_screen_shows_the_end_of_the_same_story():
    session = played("night-crossing", 4)
    panel = next(it for it in scene(session, P1).panels if isinstance(it, Prose) and it.title == "Journal")
    assert retell(session)[-len(latest(session)) + 2 :] == latest(session)[2:]
    assert panel.lines[-1] == retell(session)[-1].text


def test_a_story_in_markdown_has_scenes_and_no_rules():
    session = played("culvert", 1)
    text = to_markdown(session.story, "The Regiment", retell(session))
    assert "\n## Scene 1\n" in text
    assert "\n## The debriefing\n" in text
    assert "`" not in text


def test_what_a_person_said_is_kept_in_their_words_and_marked_until_it_holds():
    field = Field(1)
    field.act(P1, "do/narrate", "I check my rifle")
    assert retell(field.session)[-1] == Passage("said", "I check my rifle", P1, "pending", field.soldier.name)
    before, field.session.story.names[P1] = field.soldier.name, "Somebody else"  # who plays now, not who spoke
    assert f"{before}: “I check my rifle.” *(pending)*" in to_markdown(field.session.story, "", retell(field.session))


@pytest.mark.rules("gm.enemy")
def test_what_an_unseen_unit_does_is_between_the_gm_and_the_umpire():
    field = Field(1)
    field.foe.hidden = True
    field.run(battle.go, field.foe, THERE, "gm.enemy")
    field.run(gm.fortify, Speaker(GM, GM), "")
    assert [event.to for event in field.told if "Foe" in event.text] == [(GM,), (GM,)]
    assert not field.session.story.journal


@pytest.mark.parametrize(
    ("name", "full", "short", "many"),
    [
        ("Riflemen in the mill", "the riflemen in the mill", "the riflemen", True),
        ("Machine gun at the culvert", "the machine gun at the culvert", "the machine gun", False),
        ("The listening post", "the listening post", "the listening post", False),
        ("Reinforcements 1", "the reinforcements", "the reinforcements", True),
        ("Partisans 2", "the second lot of partisans", "the second lot", True),
        ("Team 2", "Team 2", "Team 2", False),
        ("Baker Company", "Baker Company", "Baker Company", False),
        ("Foe", "Foe", "Foe", False),
    ],
)
def test_a_unit_has_a_name_that_a_sentence_can_carry(name, full, short, many):
    assert (naming.in_full(name), naming.in_short(name), naming.is_many(name)) == (full, short, many)


@pytest.mark.parametrize(("verb", "one"), [("fire", "fires"), ("catch", "catches"), ("carry", "carries"), ("be", "is")])
def test_a_verb_agrees_with_one_or_many(verb, one):
    assert naming.agrees(verb, many=False) == one
    assert naming.agrees(verb, many=True) == ("are" if verb == "be" else verb)
