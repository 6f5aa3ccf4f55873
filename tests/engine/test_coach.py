"""The coach of a guided match: every lesson comes up, strays are welcome, a match taken up again goes on."""

from __future__ import annotations

import pytest

from adjudge.check.guides import problems
from adjudge.engine import find_game
from adjudge.engine.coach import PATIENCE, Advice, Coach, follow, guided
from adjudge.engine.errors import BadInput
from adjudge.engine.match import Match
from tests.check import sound

GAMES = ("akula", "mdrg", "rdz", "regiment", "regulus")


@pytest.mark.parametrize("name", GAMES)
def test_the_guided_match_of_every_game_gives_every_lesson_and_a_farewell(name: str):
    game = find_game(name)
    assert list(problems(game)) == []
    given = [advice for _, advice in follow(game)]
    assert [it.number for it in given if it.kind == "lesson"] == list(range(1, len(game.course.lesson) + 1))  # type: ignore[union-attr]
    assert given[-1].kind == "farewell"


def said(coach: Coach) -> Advice:
    advice = coach.advice()
    assert advice is not None
    return advice


def test_whoever_answers_otherwise_is_not_held_up():
    match = guided(find_game("rdz"))
    coach = Coach(match)
    assert said(coach).answer == "Sniper Rifle"
    match.answer("captain", "Service Pistol")
    assert said(coach).number == 2  # it fits this shot as well
    match.answer("captain", "hold")
    assert said(coach).number in (4, 0)
    while (advice := coach.advice()) is not None and advice.kind == "lesson":
        match.answer("captain", advice.answer)
    assert advice is not None


def test_the_coach_falls_silent_where_it_has_nothing_to_say():
    match = guided(find_game("akula"))
    coach = Coach(match)
    kinds = []
    for _ in range(PATIENCE + 2):
        advice = coach.advice()
        kinds.append(advice.kind if advice else "")
        question = match.pending.question if match.pending else None
        assert question is not None
        keys = [key for key in question.options if key not in ("done", "pass")]  # type: ignore[attr-defined]
        match.answer("player", "shout" if "shout" in keys else keys[-1])
    assert kinds[0] == "lesson"
    assert "astray" in kinds
    assert kinds[-1] == ""
    assert kinds.count("farewell") == 1


def test_what_the_coach_says_follows_from_the_match_alone():
    match = guided(find_game("rdz"))
    coach = Coach(match)
    for _ in range(3):
        match.answer("captain", said(coach).answer)
    taken_up = Match.load(match.save())
    assert taken_up.header.guided
    assert said(Coach(taken_up)) == said(coach)
    match.undo("captain", agreed=["captain"])
    assert said(coach) == said(Coach(match))
    assert said(coach).number == 3


def test_a_game_without_a_guide_says_so():
    with pytest.raises(BadInput, match="has none yet"):
        guided(sound.game)
