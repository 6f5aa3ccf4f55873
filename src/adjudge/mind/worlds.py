"""The positions that a seat takes for possible: what it knows, and the rest imagined."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.game import Game
from adjudge.engine.live import identity_of
from adjudge.engine.questions import Question
from adjudge.engine.table import Asked, Hidden, SoFar, one_bot
from adjudge.mind.playouts import Elsewhere, Resumed

MOST_KEPT = 256
"""Worlds that are kept at a time, however many are imagined: the memory of a search is bounded."""
TRIES = 40
"""How many states are imagined before a question counts as one that cannot be thought about."""


class Unthinkable(AdjudgeError):
    """Nothing that could be imagined leads to this question. Cure: give the game an `imagine` that does."""


class _Reached(BaseException):
    """The question is reached: no need to go on."""

    def __init__(self, question: Any) -> None:
        super().__init__()
        self.question = question


class Worlds:
    """States in which the open turn began, each of which leads to the question as the seat sees it."""

    def __init__(self, game: Game[Any], asked: Asked, seed: str) -> None:
        assert asked.so_far is not None
        self.game, self.asked, self._seed = game, asked, seed
        self.record = asked.so_far.record
        self._start = asked.so_far.start
        self._is_open = game.view is None
        self._seen = b"" if self._is_open else encoded(asked.view)
        self._known: dict[int, tuple[Any, str]] = {}

    def world(self, number: int) -> tuple[Any, str]:
        """A state to begin the turn with, and the seed of the dice that what is hidden in it is rolled by: always the
        same for a number, so that options can be compared in the same worlds."""
        if self._is_open:
            return self._start, f"{self._seed}/{number}"
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._imagined(number)
            if len(self._known) > MOST_KEPT:  # all options are past the earliest
                del self._known[next(iter(self._known))]
        return found

    def _imagined(self, number: int) -> tuple[Any, str]:
        """Tries in turn; the seed of the one that fits is kept, since hidden dice of this turn follow from it."""
        if self.game.imagine is None:
            raise Unthinkable(f"{self.game.id} hides something and does not say how to imagine it")
        for attempt in range(TRIES):
            seed = f"{self._seed}/{number}/{attempt}"
            state = self.game.imagine(copy(self._start), self.asked.seat, Random(seed))
            if self._leads_here(state, seed):
                return state, seed
        if self._known:  # rather one of the others than none
            return list(self._known.values())[number % len(self._known)]
        raise Unthinkable(f"nothing that {self.game.id} imagines leads to {self.asked.rule}")

    def _leads_here(self, state: Any, seed: str) -> bool:
        """Whether the turn, run again in that state, puts the seat before what it sees."""
        if not self.record:
            return encoded(self.game.seen(copy(state), self.asked.seat)) == self._seen or self._asks_there(state, seed)
        return self._asks_there(state, seed)

    def _asks_there(self, state: Any, seed: str) -> bool:
        table = _Looking(
            self.game, copy(state), one_bot(self.game.bot(self.game.default_bot)), FastDice(seed), self.record
        )
        try:
            self.game.turn(table)
        except _Reached:
            return encoded(self.game.seen(table.state, self.asked.seat)) == self._seen
        except Exception:
            return False
        return False

    @property
    def is_guessed(self) -> bool:
        """Whether anything is hidden from the seat here."""
        return not self._is_open or any(isinstance(it, Hidden) for it in self.record)


class _Looking(Resumed[Any]):
    """Runs the record and stops at the question after it."""

    __slots__ = ()

    def _choose(self, seat: str, rule: str, question: Any) -> Any:
        raise _Reached(question)

    def _sealed(self, rule: str, question: Any) -> dict[str, Any]:
        if self._at == len(self._record):
            raise _Reached(question)
        return super()._sealed(rule, question)

    def _floor(self, rule: str, question: Any) -> tuple[str, Any]:
        if self._at == len(self._record):
            raise _Reached(question)
        return super()._floor(rule, question)

    def roll(self, reading: Any, rule: str, by: Any = "", *, to: tuple[str, ...] = ()) -> Any:
        if self._at == len(self._record):
            raise Elsewhere(f"{rule} rolled before anybody was asked")
        return super().roll(reading, rule, by, to=to)


def question_in(game: Game[Any], seat: str, so_far: SoFar, identity: Any, seed: str) -> Question[Any]:
    """The question that an open turn leads to, asked again where only what a seat may know of it was handed on."""
    bots = one_bot(game.bot(game.default_bot))
    for attempt in range(TRIES):
        state = copy(so_far.start) if game.view is None else _any_state(game, seat, so_far, f"{seed}/{attempt}")
        table = _Looking(game, state, bots, FastDice(f"{seed}/{attempt}"), so_far.record)
        try:
            game.turn(table)
        except _Reached as reached:
            asked = reached.question
            part = asked.part(seat) if asked.is_shared else asked
            if part is not None and identity_of(part) == identity:
                return part  # type: ignore[no-any-return]
        except Exception:
            continue
    raise Unthinkable(f"nothing that {game.id} imagines leads to this question")


def _any_state(game: Game[Any], seat: str, so_far: SoFar, seed: str) -> Any:
    if game.imagine is None:
        raise Unthinkable(f"{game.id} hides something and does not say how to imagine it")
    return game.imagine(copy(so_far.start), seat, Random(seed))


def encoded(view: Any) -> bytes:
    """A view as plain data, to be compared."""
    return msgspec.json.encode(view, enc_hook=repr, order="deterministic")
