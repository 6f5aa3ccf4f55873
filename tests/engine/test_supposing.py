"""What would be asked after some answers, as far as that is certain."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.engine import Match, PickPoint
from adjudge.engine.errors import AdjudgeError, IllegalAnswer
from adjudge.games.akula import game
from adjudge.odds import forecast

SECRET = b"what if"


@pytest.fixture
def match() -> Match[Any]:
    return Match.new(game, SECRET)


def first_action(match: Match[Any]) -> None:
    assert match.pending is not None
    match.answer("player", "Marta")


def test_an_answer_that_leads_to_a_question_shows_it_and_changes_nothing(match):
    first_action(match)
    before = match.save()
    moment = match.suppose("player", ["move"])
    assert isinstance(moment.pending.question, PickPoint)
    assert match.save() == before
    match.answer("player", "move")
    assert match.pending.rule == moment.pending.rule
    assert match.pending.question.shown() == moment.pending.question.shown()


def test_dice_are_never_rolled_for_it(match):
    first_action(match)
    fired = match.suppose("player", ["fire:Handgun"])
    target = fired.pending.question.options[0]
    beyond = match.suppose("player", ["fire:Handgun", target])
    assert beyond.pending is None or not beyond.pending.question, "what comes next is for the dice to say"
    assert forecast(match, "player", target, after=["fire:Handgun"]) is not None
    match.answer("player", "fire:Handgun")
    assert forecast(match, "player", target) is not None


def test_supposed_answers_must_be_legal(match):
    first_action(match)
    with pytest.raises(IllegalAnswer):
        match.suppose("player", ["fly"])
    with pytest.raises(AdjudgeError):
        match.suppose("nobody", ["move"])
