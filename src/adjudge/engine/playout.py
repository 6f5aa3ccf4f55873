"""A whole match by bots, for simulations: nothing is recorded and nobody is waited for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from adjudge.engine.chance import FastDice
from adjudge.engine.errors import Runaway
from adjudge.engine.game import Game
from adjudge.engine.table import Bot, Playout

S = TypeVar("S")

MOST_TURNS = 100_000


def playout(
    game: Game[S], options: Any, bots: Mapping[str, Bot], seed: int | str, *, most_turns: int = MOST_TURNS
) -> S:
    """Plays from the start to the end and returns the final state."""
    return play_on(game, game.start(options), bots, FastDice(seed), most_turns=most_turns)


def play_on(game: Game[S], state: S, bots: Mapping[str, Bot], dice: FastDice, *, most_turns: int = MOST_TURNS) -> S:
    """Plays a state to its end; the state given is changed."""
    table = Playout(state, bots, dice, game.view)
    turn, outcome = game.turn, game.outcome
    for _ in range(most_turns):
        if outcome(table.state) is not None:
            return table.state
        table.begin_turn()
        turn(table)
    raise Runaway(f"{game.id} did not end within {most_turns} turns")
