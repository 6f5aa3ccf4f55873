"""A position played on: the open turn runs again with its record, one answer is given, then bots go on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy
from adjudge.engine.dice import Reading
from adjudge.engine.errors import AdjudgeError, DeadEnd, Runaway
from adjudge.engine.game import Game
from adjudge.engine.log import Answered, Threw
from adjudge.engine.questions import Floor, Question, Sealed
from adjudge.engine.table import UMPIRE, Bot, By, Drew, Hidden, Playout, rollers
from adjudge.mind.tree import Tree

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T", bound=Hashable)

MOST_TURNS = 5_000
GOLDEN = 0.6180339887498949


def spread(number: int) -> float:
    """Shares from 0 to 1 that lie as far apart as can be, however many of them are taken: each falls into the widest of
    the gaps that are left, where the golden section puts it."""
    return (0.5 + number * GOLDEN) % 1.0


class Elsewhere(AdjudgeError):
    """The record does not lead here in the state that was imagined. Cure: imagine another."""


class Resumed(Playout[S]):
    """First the record of a turn, then one answer to the question after it, then bots and dice as in any playout.

    What a seat may not know of the record (`Hidden`) is rolled and answered again. `choice` is the seat that is asked
    after the record, and its answer; without one bots go on. After the choice a `tree`, if there is one, answers for
    all seats, as far as it has grown.

    Whenever the dice pass from one to another, the next block of them is begun. So two playouts with the same dice that
    differ in one answer stay in step: what the others throw is the same in both, though one of ours may be thrown more.

    The `first` roll, which decides more than any later one, is not thrown: it is the value at this share of all that it
    can come to. Playouts whose shares are spread evenly see it come out as often as it should, and not as luck has it.
    """

    __slots__ = ("_at", "_choice", "_first", "_is_past", "_record", "_roller", "_tree")

    def __init__(
        self,
        game: Game[S],
        state: S,
        bots: Mapping[str, Bot],
        dice: FastDice,
        record: Sequence[Any] = (),
        choice: tuple[str, Any] | None = None,
        tree: Tree | None = None,
        first: float | None = None,
    ) -> None:
        super().__init__(state, bots, dice, game.view)
        self._first = first
        self._record, self._choice, self._tree = record, choice, tree
        self._at = 0
        self._is_past = False
        self._roller: By = choice[0] if choice else UMPIRE

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        if self._is_past:
            return super().ask(seat, rule, question)
        if question.is_empty():
            raise DeadEnd(rule, seat)
        only = question.forced()
        if only is not None:
            return only
        if isinstance(question, Sealed):
            return self._sealed(rule, question)  # type: ignore[return-value]
        if isinstance(question, Floor):
            return self._floor(rule, question)  # type: ignore[return-value]
        if self._at == len(self._record):
            return self._choose(seat, rule, question)  # type: ignore[no-any-return]
        return self._recorded(seat, rule, question)  # type: ignore[no-any-return]

    def _recorded(self, seat: str, rule: str, question: Question[Any]) -> Any:
        entry = self._record[self._at]
        self._at += 1
        if (entry.seat if isinstance(entry, (Answered, Hidden)) else None, entry.rule) != (seat, rule):
            raise Elsewhere(f"{rule} was asked of {seat} instead of {entry.rule}")
        if isinstance(entry, Hidden):
            return self._decide(seat, rule, question)
        return question.again(entry.answer, rule)

    def _choose(self, seat: str, rule: str, question: Question[Any]) -> Any:
        """The question that the record leads to."""
        self._is_past = True
        if self._choice is None:
            return self._decide(seat, rule, question)
        if self._choice[0] != seat:
            raise Elsewhere(f"{rule} was asked of {seat}")
        self._climb()
        return question.check(self._choice[1], rule)

    def _climb(self) -> None:
        if self._tree is not None:
            self._tree.climb(self)

    def _sealed(self, rule: str, question: Sealed) -> dict[str, Any]:
        answers: dict[str, Any] = {
            who: only for who, part in question.parts.items() if (only := part.forced()) is not None
        }
        while self._at < len(self._record) and len(answers) < len(question.parts):
            who = self._record[self._at].seat if hasattr(self._record[self._at], "seat") else ""
            if who not in question.parts or who in answers:
                raise Elsewhere(f"{rule} was sealed otherwise")
            answers[who] = self._recorded(who, rule, question.parts[who])
        for who, part in question.parts.items():
            if who not in answers:
                self._is_past = True
                mine = self._choice is not None and self._choice[0] == who
                answers[who] = (
                    part.check(self._choice[1], rule) if mine and self._choice else self._decide(who, rule, part)
                )
        self._climb()
        return {who: answers[who] for who in question.parts}

    def _floor(self, rule: str, question: Floor) -> tuple[str, Any]:
        if self._at == len(self._record):
            self._is_past = True
            if self._choice is None or self._choice[1] is None:
                return self._decide("", rule, question)  # type: ignore[no-any-return]
            who, answer = self._choice
            self._climb()
            return who, question.parts[who].check(answer, rule)
        who = self._record[self._at].seat
        if who not in question.parts:
            raise Elsewhere(f"{who} has no say in {rule}")
        return who, self._recorded(who, rule, question.parts[who])

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        if self._is_past:
            if by != self._roller:
                self._roller = by
                self.dice.next_block()
            if self._first is not None:
                return self._at_first(reading, rule, by, to)
            return super().roll(reading, rule, by, to=to)
        if reading.is_staged:
            return self._in_stages(reading, rule, by, to)
        if self._at == len(self._record):
            if self._choice is not None:
                raise Elsewhere(f"{rule} rolled before anybody was asked")
            self._is_past = True
            return self.roll(reading, rule, by, to=to)
        faces = b""
        for number, _ in enumerate(rollers(reading, by)):
            faces += self._hand(rule, reading, reading.held[number])
        return reading.read(faces)

    def _at_first(self, reading: Reading[T], rule: str, by: By, to: tuple[str, ...]) -> T:
        """Dice whose odds are not at hand are thrown after all."""
        share, self._first = self._first, None
        if share is None or not reading.is_weighed or reading.is_from_pack:
            return super().roll(reading, rule, by, to=to)
        return reading.at(share)

    def _hand(self, rule: str, reading: Reading[Any], dice: tuple[int, ...]) -> bytes:
        if self._at == len(self._record):  # the record ends between two hands of a roll
            return self.dice.draw(dice)
        entry = self._record[self._at]
        self._at += 1
        if entry.rule != rule:
            raise Elsewhere(f"{rule} rolled instead of {entry.rule}")
        if isinstance(entry, Hidden):
            return self.dice.draw(dice)
        if isinstance(entry, Drew):
            return _card(reading, entry)
        if not isinstance(entry, Threw) or entry.dice != dice:
            raise Elsewhere(f"{rule} rolled otherwise")
        return bytes(entry.faces)


def _card(reading: Reading[Any], drew: Drew) -> bytes:
    """The card that was drawn, where it lies among those that are left in this world."""
    face = dict(reading.draws()).get(drew.card)
    if face is None:
        raise Elsewhere(f"{drew.card} cannot be drawn here")
    return bytes((face,))


def play_from(
    game: Game[S],
    state: S,
    bots: Mapping[str, Bot],
    dice: FastDice,
    record: Sequence[Any] = (),
    choice: tuple[str, Any] | None = None,
    horizon: int = 0,
    tree: Tree | None = None,
    glance: Callable[[S], None] | None = None,
    first: float | None = None,
) -> S:
    """The state in which a playout ends: the match is over, or so many turns have passed. `state` is not changed; a
    `glance` is cast at what each turn has made of it."""
    table = Resumed(game, copy(state), bots, dice, record, choice, tree, first)
    if not record and choice is None:
        table._is_past = True
    turn, outcome = game.turn, game.outcome
    for number in range(MOST_TURNS):
        if (number or table._is_past) and outcome(table.state) is not None:
            return table.state
        if horizon and number >= horizon:
            return table.state
        table.begin_turn()
        turn(table)
        table._is_past = True
        if glance is not None:
            glance(table.state)
    raise Runaway(f"{game.id} did not end within {MOST_TURNS} turns")
