"""A ruling on a situation: the rule runs once, on the dice and choices that were given, and stops where more is needed.

To go on, the rule simply runs again with one answer or one roll more, as a live match does.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from adjudge.desk.choices import Choices
from adjudge.engine.chance import FastDice
from adjudge.engine.dice import Reading
from adjudge.engine.errors import DeadEnd, NoPolicy, Suspended
from adjudge.engine.game import Game, Procedure
from adjudge.engine.questions import Question
from adjudge.engine.table import UMPIRE, Bot, By, Happening, Rolled, Script, consult, one_bot, rolled, rollers

A = TypeVar("A")
T = TypeVar("T", bound=Hashable)

REHEARSALS = 24


class Throw(Struct, frozen=True):
    """Dice that are to be thrown: by which rule, what is read off them, by whom, and with how many sides."""

    rule: str
    label: str
    by: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    draws: tuple[tuple[str, int], ...] = ()
    """If it is no die that anybody owns, but one card out of many: the kinds that may come, each with a face."""
    names: tuple[str, ...] = ()
    """What each die is for, in rolling order, where that is not plain."""

    @property
    def dice(self) -> tuple[int, ...]:
        return tuple(sides for hand in self.hands for sides in hand)


class Wants(Struct, frozen=True):
    """The desk cannot go on: a choice is wanted of a seat, or dice are to be thrown; and what has happened so far."""

    rule: str
    seat: str
    question: Question[Any] | None
    throw: Throw | None
    happenings: list[Happening]


class Ruling(Struct, frozen=True):
    """What came of a situation: the outcome as data and in words, and all that happened on the way."""

    outcome: Any
    words: str
    happenings: list[Happening]

    @property
    def dice(self) -> list[int]:
        """All faces, in rolling order."""
        rolls = (it for it in self.happenings if isinstance(it, Rolled))
        return [face for roll in rolls for hand in roll.faces for face in hand]


def rule_on(
    game: Game[Any],
    procedure: Procedure,
    params: Any,
    *,
    dice: Sequence[int] | FastDice,
    answers: Sequence[Any] = (),
    choices: Choices | None = None,
) -> Ruling | Wants:
    """Runs a procedure on the faces that fell, or on dice of ours; answers are used up in order, then `choices`.

    Dice and answers that nobody asked for are refused.
    """
    table = _SmallTable(procedure.situate(params), dice, answers, (choices or Choices()).chooser(game))
    try:
        outcome = procedure.run(table, params)
    except Suspended as stop:
        wants: Wants = stop.pending
        return wants
    table.finish()
    return Ruling(outcome, game.words(outcome), table.happenings)


class Attendant(Protocol):
    """Whoever sits at the desk and says what it wants to know."""

    def faces(self, wants: Wants, throw: Throw) -> Sequence[int]:
        """What the dice show, one face for each."""

    def answer(self, wants: Wants, question: Question[Any]) -> Any:
        """One of the answers that the question allows."""


def attended(
    game: Game[Any],
    procedure: Procedure,
    params: Any,
    attendant: Attendant,
    *,
    dice: Sequence[int] = (),
    choices: Choices | None = None,
) -> Ruling:
    """A ruling with somebody at hand, who is asked for each roll and each choice when it comes."""
    faces, answers = list(dice), list[Any]()
    while True:
        reply = rule_on(game, procedure, params, dice=faces, answers=answers, choices=choices)
        if isinstance(reply, Ruling):
            return reply
        if reply.throw is not None:
            faces += attendant.faces(reply, reply.throw)
        elif reply.question is not None:
            answers.append(attendant.answer(reply, reply.question))


class _SmallTable(Script[Any]):
    """The table that a procedure sets up. Where it was told nothing more, it stops."""

    __slots__ = ()

    def __init__(self, state: Any, dice: Sequence[int] | FastDice, answers: Sequence[Any], policy: Bot) -> None:
        own = dice if isinstance(dice, FastDice) else None
        faces = None if isinstance(dice, FastDice) else dice
        super().__init__(state, faces=faces, answers=answers, dice=own, policy=policy)

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        if question.is_empty():
            raise DeadEnd(rule, seat)
        only = question.forced()
        if only is not None:
            return only
        if self._answers:
            return question.check(self._answers.pop(0), rule)
        try:
            return question.check(self._chosen(seat, rule, question), rule)
        except NoPolicy:
            raise Suspended(Wants(rule, seat, question, None, self.happenings)) from None

    def _chosen(self, seat: str, rule: str, question: Question[Any]) -> Any:
        assert self.policy is not None
        rng = self.dice.rng if self.dice else Random(0)
        return consult(one_bot(self.policy), seat, rule, question, self.state, None, rng)

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        if reading.is_staged:
            return self._in_stages(reading, rule, by, to)
        seats = rollers(reading, by)
        faces = self._thrown(reading, rule, seats)
        value = reading.read(faces)
        self.happenings.append(rolled(reading, rule, seats, faces, value, to, len(self.happenings)))
        return value

    def _thrown(self, reading: Reading[Any], rule: str, seats: tuple[str, ...]) -> bytes:
        if self._faces is None:
            return self._next_faces(reading, rule)
        if not self._faces:
            raise Suspended(Wants(rule, seats[0], None, _throw(reading, rule, seats), self.happenings))
        return self._next_faces(reading, rule)


# ------------------------------------------------------------------ which dice a table needs


def _throw(reading: Reading[Any], rule: str, seats: tuple[str, ...]) -> Throw:
    return Throw(rule, reading.label, seats, reading.held, reading.draws(), reading.names)


def throws(
    game: Game[Any], procedure: Procedure, params: Any, choices: Choices | None = None
) -> tuple[list[Throw], list[Throw]]:
    """The rolls that a ruling makes in any case, in their order; and those that may follow.

    Found by rehearsing it with dice of ours, always the same ones. What is rare may be missing among the second.
    """
    bot = (choices or Choices()).policy(game, lots=True)
    made = [_rehearsed(procedure, params, bot, seed) for seed in range(REHEARSALS)]
    sure = list(_common(made))
    known = {_key(throw) for throw in sure}
    others: dict[Any, Throw] = {}
    for run in made:
        for throw in run[len(sure) :]:
            others.setdefault(throw.rule, throw)
    return sure, [throw for throw in others.values() if _key(throw) not in known]


def _rehearsed(procedure: Procedure, params: Any, bot: Bot, seed: int) -> list[Throw]:
    def sample(asked: Any) -> Any:
        try:
            return bot(asked)
        except NoPolicy:
            return asked.question.sample(asked.rng)

    table = _Rehearsal(procedure.situate(params), dice=FastDice(seed), policy=sample)
    procedure.run(table, params)
    return table.throws


class _Rehearsal(Script[Any]):
    """Notes which dice are thrown."""

    __slots__ = ("throws",)

    def __init__(self, state: Any, **ways: Any) -> None:
        super().__init__(state, **ways)
        self.throws: list[Throw] = []

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        if not reading.is_staged:  # else each stage is noted
            self.throws.append(_throw(reading, rule, rollers(reading, by)))
        return super().roll(reading, rule, by, to=to)


def _key(throw: Throw) -> tuple[Any, ...]:
    return throw.rule, throw.by, throw.hands


def _common(runs: Sequence[Sequence[Throw]]) -> Sequence[Throw]:
    """The rolls that all runs begin with."""
    first = runs[0]
    for number, throw in enumerate(first):
        if any(len(run) <= number or _key(run[number]) != _key(throw) for run in runs):
            return first[:number]
    return first
