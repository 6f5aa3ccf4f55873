"""Everything that a seat sees of a match, as bytes to compare: view, scene, heading, words, luck, question, odds.

Whatever a screen or a terminal shows belongs here, lest it give something away that nobody compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudge.check.chances import some_answers
from adjudge.check.plays import plain
from adjudge.engine.audit import luck
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.match import Match
from adjudge.engine.questions import PickPoint, Question, Together
from adjudge.odds import Distribution, forecast, outlook, uniform
from adjudge.odds.heat import heat, question_for

ODDS_TRIED = 6
"""Options of a question whose odds are compared, from its first to its last."""
SPOTS_TRIED = 2
"""Spots of a question whose outlook and stakes are compared."""

Sight = tuple[str, bytes]


def sights(match: Match[Any], seat: str | None, since: int, *, fully: bool = True) -> Iterator[Sight]:
    """What a seat sees now, and has been told since a position; only what passes by, if not `fully`."""
    if fully:
        yield "its view", plain(match.view(seat))
        yield "its scene", plain(match.scene(seat))
        yield "the heading of the turn", plain(match.heading(match.turn))
        if not match.is_over:  # then all dice lie open
            yield "its luck", plain([(it.seat, it.dice, it.rolled) for it in luck(match, seat)])
    yield "what is told", plain(match.happenings(seat, since))
    yield from asked_of(match, seat, fully=fully)


def asked_of(match: Match[Any], seat: str | None, *, fully: bool = True) -> Iterator[Sight]:
    """What a seat is asked, with the odds beside it; which dice are to be thrown, everybody sees."""
    pending = match.pending
    if pending is not None and pending.dice and not pending.draws:
        yield "the dice that are thrown", plain((pending.dice, pending.label, pending.by))
    question = pending.for_seat(seat) if pending and seat in pending.seats else None
    if question is None or seat is None:
        return
    yield "its question", plain(question.shown())
    if fully:
        yield "its odds", plain([_odds(match, seat, answer) for answer in _spread(question)])
        yield "its outlook", plain(_outlooks(match, seat, question))
        yield "its heat-map", plain(_heat(match, seat))


def _spread(question: Question[Any]) -> list[Any]:
    """Some answers of a question, its last among them."""
    if isinstance(question, Together):
        return []
    answers = list(getattr(question, "options", ())) or some_answers(question)
    if len(answers) <= ODDS_TRIED:
        return answers
    return [answers[number * (len(answers) - 1) // (ODDS_TRIED - 1)] for number in range(ODDS_TRIED)]


def _odds(match: Match[Any], seat: str, answer: Any) -> Any:
    try:
        return _chances(forecast(match, seat, answer, policy=match.game.policy or uniform))
    except AdjudgeError as error:
        return type(error).__name__


def _chances(odds: Distribution[Any] | None) -> Any:
    return sorted((str(outcome), str(chance)) for outcome, chance in odds.items()) if odds is not None else None


def _outlooks(match: Match[Any], seat: str, question: Question[Any]) -> Any:
    if not isinstance(question, PickPoint):
        return None
    try:
        policy = match.game.policy or uniform
        return [
            [(line, _chances(odds)) for line, odds in outlook(match, seat, spot, policy=policy)]
            for spot in question.region.samples()[:SPOTS_TRIED]
        ]
    except AdjudgeError as error:
        return type(error).__name__


def _heat(match: Match[Any], seat: str) -> Any:
    """What the spots are compared by, at some of them."""
    try:
        moment, question = question_for(match, seat)
        if question is None:
            return None
        spots, policy = question.region.samples()[:SPOTS_TRIED], match.game.policy or uniform
        return [(it.id, list(heat(match, moment, seat, it, spots, policy))) for it in question.stakes()]
    except AdjudgeError as error:
        return type(error).__name__
