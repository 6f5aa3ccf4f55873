"""A match that stops at each decision of an agent and goes on with its answer.

The rules run in a greenlet of their own, on the table that simulations use: nothing is recorded, no turn is run twice,
so a step costs little more than the rule itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from greenlet import getcurrent, greenlet

from adjudge.engine.chance import FastDice
from adjudge.engine.errors import Runaway
from adjudge.engine.game import Game, Outcome
from adjudge.engine.playout import MOST_TURNS
from adjudge.engine.questions import Floor, Question
from adjudge.engine.table import Asked, Bot, Playout
from adjudge.rl.menus import PASS, Menu, Slots, menu_of

_WAITING = object()
"""Instead of an answer: somebody has to decide first."""


class _Table(Playout[Any]):
    """Knows whether the question at hand is one that a seat may leave to others."""

    __slots__ = ("is_floor",)

    def _decide(self, seat: str, rule: str, question: Question[Any]) -> Any:
        self.is_floor = isinstance(question, Floor)
        try:
            return super()._decide(seat, rule, question)
        finally:
            self.is_floor = False


class Play:
    """One match. `seat` is who is to act, with `legal` (slot by slot, which entry of `menu` it is); nobody is when the
    match is over."""

    def __init__(
        self, game: Game[Any], options: Any, bots: Mapping[str, Bot], agents: tuple[str, ...], slots: Slots, seed: str
    ) -> None:
        self.game, self.slots = game, slots
        self.seat = self.rule = ""
        self.asked: Asked | None = None
        self.menu: Menu | None = None
        self.legal: Mapping[int, int] = {}
        self.outcome: Outcome | None = None
        seated = {**bots, **dict.fromkeys(agents, self._wait)}
        self._table = _Table(game.start(options), seated, FastDice(seed), game.view)
        self._table.is_floor = False
        self._rules = greenlet(self._run)
        self._go_on(None)

    @property
    def state(self) -> Any:
        return self._table.state

    def view(self, seat: str) -> Any:
        """What a seat may know now."""
        return self.game.seen(self.state, seat)

    def act(self, slot: int) -> None:
        """Takes an action of whoever is to act, and goes on to the next decision."""
        assert self.menu is not None
        entry = self.legal[slot]
        passes = self._table.is_floor and entry == len(self.menu.names)
        answer = None if passes else self._offer(self.menu.take(entry))
        if answer is not _WAITING:
            self._go_on(answer)

    def close(self) -> None:
        """Lets go of the rules where they stand."""
        self.seat, self.asked, self.menu, self.legal = "", None, None, {}
        self._rules = greenlet(lambda: None)

    def _go_on(self, answer: Any) -> None:
        """Runs the rules until somebody has something to decide, or the match is over."""
        while answer is not _WAITING:
            self._rules.parent = getcurrent()
            asked = self._rules.switch(answer)
            if self._rules.dead:
                self.close()
                return
            self.asked, self.seat, self.rule = asked, asked.seat, asked.rule
            answer = self._offer(menu_of(asked.question, asked.rng))

    def _offer(self, taken: Menu | Any) -> Any:
        """Puts a menu to the agent, or gives the answer that there is. A menu with one entry is no decision."""
        while isinstance(taken, Menu):
            names = (*taken.names, PASS) if self._table.is_floor else taken.names
            if len(names) > 1:
                self.menu, self.legal = taken, self.slots.place(self.rule, names)
                return _WAITING
            taken = taken.take(0)
        return taken

    def _wait(self, asked: Asked) -> Any:
        parent = self._rules.parent
        assert parent is not None
        return parent.switch(asked)

    def _run(self, _: None) -> None:
        table, turn, outcome = self._table, self.game.turn, self.game.outcome
        for _number in range(MOST_TURNS):
            self.outcome = outcome(table.state)
            if self.outcome is not None:
                return
            table.begin_turn()
            turn(table)
        raise Runaway(f"{self.game.id} did not end within {MOST_TURNS} turns")


def rewards(seats: tuple[str, ...], outcome: Outcome) -> dict[str, float]:
    """What the end is worth to each seat: 1 to winners; -1 to those who lost, to others or alone; 0 if nobody won."""
    alone = len(seats) == 1
    lost = -1.0 if outcome.winners or alone else 0.0
    return {seat: 1.0 if seat in outcome.winners else lost for seat in seats}
