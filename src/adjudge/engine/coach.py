"""The coach of a guided first match: which lesson fits the question, what it suggests, and where to look.

A lesson fits a question by its rule to which what it suggests can be answered. Lessons come in their order, each once:
the first that has not been passed and fits is given. Whoever answers otherwise is not held up: the coach waits for a
question that it has something to say to.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

from msgspec import Struct

from adjudge.engine.chance import secret_from
from adjudge.engine.errors import BadInput, IllegalAnswer
from adjudge.engine.game import Game
from adjudge.engine.guides import Lesson, Spot, found
from adjudge.engine.live import Pending
from adjudge.engine.log import Answered
from adjudge.engine.match import Match
from adjudge.engine.questions import Choose, Deed, Question

PATIENCE = 8
"""After so many answers to which no lesson fitted the coach takes its leave."""


class Advice(Struct, frozen=True, omit_defaults=True):
    """What the coach says to a question. `answer` is what it would answer; others are as good."""

    text: str
    kind: Literal["lesson", "astray", "farewell"]
    spots: tuple[Spot, ...] = ()
    answer: Any = None
    number: int = 0
    of: int = 0


def guided(game: Game[Any], match_id: str = "match") -> Match[Any]:
    """The guided first match of a game, at its first question."""
    guide = game.course
    if guide is None:
        raise BadInput("guided", game.id, "a game with a guide: this one has none yet")
    seats = [seat.id for seat in game.seats(game.configure(guide.options))]
    mine = guide.seat or seats[0]
    bots = {seat: guide.bots.get(seat, game.default_bot) for seat in seats if seat != mine}
    secret = secret_from(guide.seed)
    return Match.new(game, secret, match_id=match_id, options=guide.options, bots=bots, guided=True)


def suggested(lesson: Lesson, question: Question[Any], rule: str) -> Any:
    """What a lesson would answer to a question; nothing if it does not fit."""
    if rule != lesson.rule:
        return None
    if lesson.deed:
        fitting = (key for key, deed in _deeds(question) if _is_all(deed, lesson.deed))
        return next(fitting, None)
    try:
        question.check(lesson.answer, rule)
    except IllegalAnswer:
        return None
    return lesson.answer


def _deeds(question: Question[Any]) -> Iterator[tuple[Any, Deed]]:
    if isinstance(question, Choose):
        for key in question.options:
            deed = question.describe(key).deed
            if deed is not None:
                yield key, deed


def _is_all(deed: Deed, wanted: dict[str, Any]) -> bool:
    """Whether a deed is all that is asked of it; of its facts only those that are named count."""
    plain = {name: value for name, value in wanted.items() if name != "facts"}
    facts = wanted.get("facts", {})
    return all(getattr(deed, name, None) == value for name, value in plain.items()) and all(
        deed.facts.get(name) == value for name, value in facts.items()
    )


class Coach:
    """Goes along with a guided match. What it remembers follows from the match alone and is only a short cut."""

    def __init__(self, match: Match[Any]) -> None:
        guide = match.game.course
        assert guide is not None
        self.match, self.guide = match, guide
        self.seat = guide.seat or match.header.seats[0].id
        self._past: list[tuple[Answered, int | None]] = []
        self._open: tuple[tuple[int, Any], int | None] | None = None

    def advice(self) -> Advice | None:
        """What to say to the present question, if it is put to the newcomer."""
        pending = self.match.pending
        if pending is None or pending.question is None or self.seat not in pending.seats:
            return None
        heard = self._heard()
        at = self._lesson(pending, _passed(heard))
        self._open = (self._place(len(self.match.line)), at)
        if at is not None:
            return self._speak(pending, at)
        silent = next((number for number, it in enumerate(reversed(heard)) if it is not None), len(heard))
        return self._aside(_passed(heard), silent)

    def _speak(self, pending: Pending, at: int) -> Advice:
        lesson, scene = self.guide.lesson[at], self.match.scene(self.seat)
        question = pending.for_seat(self.seat)
        assert question is not None
        spots = tuple(spot for it in lesson.at for spot in found(scene, it))
        answer = suggested(lesson, question, pending.rule)
        return Advice(lesson.text, "lesson", spots, answer, at + 1, len(self.guide.lesson))

    def _aside(self, passed: int, silent: int) -> Advice | None:
        if passed == len(self.guide.lesson) or silent == PATIENCE:
            return Advice(self.guide.farewell, "farewell") if silent in (0, PATIENCE) else None
        return Advice(self.guide.astray, "astray") if silent < PATIENCE else None

    def _lesson(self, pending: Pending, passed: int) -> int | None:
        question = pending.for_seat(self.seat)
        if question is None:
            return None
        lessons = enumerate(self.guide.lesson[passed:], passed)
        return next((at for at, it in lessons if suggested(it, question, pending.rule) is not None), None)

    def _heard(self) -> list[int | None]:
        """The lesson that went with each of the newcomer's answers."""
        answers = [(at, it) for at, it in enumerate(self.match.line) if isinstance(it, Answered) and self._is_mine(it)]
        for number, (at, entry) in enumerate(answers):
            if number < len(self._past) and self._past[number][0] is entry:
                continue
            del self._past[number:]
            self._past.append((entry, self._went_with(at)))
        del self._past[len(answers) :]
        return [lesson for _, lesson in self._past]

    def _went_with(self, at: int) -> int | None:
        if self._open is not None and self._open[0] == self._place(at):
            return self._open[1]
        pending = self.match.look(at).pending
        return self._lesson(pending, _passed([lesson for _, lesson in self._past])) if pending else None

    def _place(self, at: int) -> tuple[int, Any]:
        """A position, and what came before it: one that is reached again another way is another place."""
        return at, id(self.match.line[at - 1]) if at else None

    def _is_mine(self, entry: Answered) -> bool:
        return entry.seat == self.seat and not entry.bot


def _passed(heard: list[int | None]) -> int:
    """How many lessons lie behind."""
    return max((lesson + 1 for lesson in heard if lesson is not None), default=0)


def follow(game: Game[Any], most: int = 400) -> Iterator[tuple[Match[Any], Advice]]:
    """Plays the guided match as the coach suggests, and anyhow where it suggests nothing, up to the farewell: the match
    and each advice on the way."""
    match = guided(game)
    coach, rng = Coach(match), Random(0)
    for _ in range(most):
        advice = coach.advice()
        if advice is None or match.pending is None:
            return
        yield match, advice
        if advice.kind == "farewell":
            return
        match.answer(coach.seat, advice.answer if advice.kind == "lesson" else _anyhow(match.pending, coach.seat, rng))


def _anyhow(pending: Pending, seat: str, rng: Random) -> Any:
    question = pending.for_seat(seat)
    assert question is not None
    return question.options[0] if isinstance(question, Choose) else question.sample(rng)
