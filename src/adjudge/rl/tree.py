"""A match as a tree with explicit chance: positions that never change, and what each action leads to.

A position is the state that the open turn began with and what was decided and rolled in it since. To go on, the turn
runs again from there, one decision or roll further; so a position costs nothing to keep, and nothing to copy.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, TypeVar

import msgspec

from adjudge.engine.copying import copy
from adjudge.engine.dice import Reading
from adjudge.engine.errors import DeadEnd
from adjudge.engine.game import Game, Outcome
from adjudge.engine.questions import Floor, Question, Sealed
from adjudge.engine.table import UMPIRE, By, Table, told
from adjudge.rl.menus import PASS, Menu, Slots, menu_of
from adjudge.rl.stepping import rewards

A = TypeVar("A")
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Decision:
    """A seat has to choose: which entry of its menu each legal action is."""

    seat: str
    names: tuple[str, ...]
    legal: Mapping[int, int]


@dataclass(frozen=True)
class Chance:
    """Dice fall: what they may be read as, and how likely each is."""

    words: tuple[str, ...]
    chances: tuple[float, ...]


class _Reached(BaseException):
    """The rule has come as far as the position knows."""

    def __init__(self, what: Decision | Chance) -> None:
        super().__init__()
        self.what = what


class _Table(Table[Any]):
    """Answers from the line, and stops where it ends."""

    __slots__ = ("_at", "_line", "_slots", "heard")

    def __init__(self, state: Any, line: tuple[int, ...], slots: Slots) -> None:
        self.state, self._line, self._slots, self._at = state, line, slots, 0
        self.heard: list[tuple[tuple[str, ...], str]] = []

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        if question.is_empty():
            raise DeadEnd(rule, seat)
        only = question.forced()
        if only is not None:
            return only
        if isinstance(question, Sealed):
            parts = question.parts.items()
            return {who: self._answer(who, rule, part) for who, part in parts}  # type: ignore[return-value]
        if isinstance(question, Floor):
            return self._floor(rule, question)  # type: ignore[return-value]
        return self._answer(seat, rule, question)  # type: ignore[no-any-return]

    def _floor(self, rule: str, question: Floor) -> tuple[str, Any]:
        """In the order of the seats; the last one has to speak."""
        *others, last = [seat for seat, part in question.parts.items() if not part.is_empty()]
        for seat in others:
            answer = self._answer(seat, rule, question.parts[seat], may_pass=True)
            if answer is not _PASSED:
                return seat, answer
        return last, self._answer(last, rule, question.parts[last])

    def _answer(self, seat: str, rule: str, question: Question[Any], may_pass: bool = False) -> Any:
        only = question.forced()
        taken: Menu | Any = menu_of(question, Random(0)) if only is None else only
        while isinstance(taken, Menu):
            names = (*taken.names, PASS) if may_pass else taken.names
            entry = self._decide(seat, rule, names) if len(names) > 1 else 0
            if entry == len(taken.names):
                return _PASSED
            taken = taken.take(entry)
        return taken

    def _decide(self, seat: str, rule: str, names: tuple[str, ...]) -> int:
        legal = self._slots.place(rule, names)
        if self._at == len(self._line):
            raise _Reached(Decision(seat, names, legal))
        entry = legal[self._line[self._at]]
        self._at += 1
        self.heard.append(((seat,), f"{rule}: {names[entry]}"))
        return entry

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        if reading.is_staged:
            return self._in_stages(reading, rule, by, to)
        outcomes = reading.outcomes
        number = 0
        if len(outcomes) > 1:
            if self._at == len(self._line):
                raise _Reached(_chance(reading))
            number = self._line[self._at]
            self._at += 1
        value = outcomes[number][0]
        self.heard.append((to, f"{rule} = {value}"))
        return value

    def tell(
        self, rule: str, text: str = "", /, *, to: tuple[str, ...] = (), reveal: bool = False, **facts: Any
    ) -> None:
        for name in ("on", "mark", "at"):
            facts.pop(name, None)
        self.heard.append((to, told(rule, text, facts, to, 0, reveal).text or rule))


_PASSED = object()


def _chance(reading: Reading[Any]) -> Chance:
    words = reading.words or str
    return Chance(
        tuple(str(words(value)) for value, _ in reading.outcomes),
        tuple(weight / reading.ways for _, weight in reading.outcomes),
    )


@dataclass(frozen=True)
class Tree:
    """The tree of a game with its options."""

    game: Game[Any]
    options: Any
    slots: Slots

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.game.seats(self.options))

    @cached_property
    def root(self) -> Position:
        return self._from(self.game.start(self.options), (), dict.fromkeys(self.seats, ()))

    def follow(self, position: Position, action: int) -> Position:
        """The position that an action, or a reading of the dice by its number, leads to."""
        return self._from(position.start, (*position.line, action), position.before)

    def _from(self, start: Any, line: tuple[int, ...], before: Mapping[str, tuple[str, ...]]) -> Position:
        """Runs turns until something has to be decided or rolled, or the match is over."""
        while True:
            outcome = None if line else self.game.outcome(start)
            if outcome is not None:
                return Position(self, start, line, before, start, None, outcome)
            table = _Table(copy(start), line, self.slots)
            try:
                self.game.turn(table)
            except _Reached as reached:
                heard = _heard(self.seats, before, table.heard)
                return Position(self, start, line, before, table.state, reached.what, None, heard)
            start, line, before = table.state, (), _heard(self.seats, before, table.heard)


def _heard(
    seats: tuple[str, ...], before: Mapping[str, tuple[str, ...]], heard: list[tuple[tuple[str, ...], str]]
) -> dict[str, tuple[str, ...]]:
    return {seat: (*before[seat], *(text for to, text in heard if not to or seat in to)) for seat in seats}


@dataclass(frozen=True, eq=False)
class Position:
    """A place in the tree: `pending` is a decision or a roll, None at the end."""

    tree: Tree
    start: Any
    line: tuple[int, ...]
    before: Mapping[str, tuple[str, ...]]
    state: Any
    pending: Decision | Chance | None
    outcome: Outcome | None
    heard: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def worth(self) -> list[float]:
        """What the end is worth to each seat."""
        if self.outcome is None:
            return [0.0] * len(self.tree.seats)
        return list(rewards(self.tree.seats, self.outcome).values())

    def view(self, seat: str) -> str:
        """What a seat sees now, as text."""
        seen = self.tree.game.seen(self.state, seat)
        return msgspec.json.encode(seen, enc_hook=str, order="deterministic").decode()

    def known(self, seat: str) -> str:
        """All that a seat has heard, rolled and decided, and what it sees: nothing is forgotten."""
        return "; ".join((*(self.heard or self.before)[seat], self.view(seat)))
