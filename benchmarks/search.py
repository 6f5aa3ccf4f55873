"""The search of `think` beside OpenSpiel's MCTS in Python and in C++: decisions of playouts a second, in one run.

All of them play at random in their playouts, from the first decision of Pig and of Liar's dice with five dice each, and
the time of the whole search counts. OpenSpiel's search knows all dice of Liar's dice; ours imagines those it cannot see
and runs the turn again to see whether they lead to the question. How many decisions a playout takes is counted in a run
of its own; of the search in C++ it is taken to be as in the one in Python, which is the same algorithm.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from adjudge.check import open_game
from adjudge.engine.game import Game
from adjudge.engine.match import Match
from adjudge.engine.table import Asked, random_bot
from adjudge.mind.think import Level, ponder
from benchmarks import WORKING, Result, at_least_as, fastest

PLAYOUTS = 60
FEW, MANY = 200, 4_000
SPIELS = {"pig": "pig", "liars-dice": "liars_dice(numdice=5)"}


def results() -> list[Result]:
    found = []
    for file in ("pig", "liars_dice"):
        found += beside_openspiel(open_game(f"docs/examples/{file}.py"))
    return [*found, memory(open_game("docs/examples/liars_dice.py"))]


def beside_openspiel(game: Game[Any]) -> list[Result]:
    spiel = pyspiel.load_game(SPIELS[game.id])
    ours, theirs = decisions_of_ours(game), decisions_of_theirs(spiel)
    mine, python, compiled = fastest(
        lambda: thought(game), lambda: by_python(spiel), lambda: by_compiled(spiel), least=0.3, batches=3, clock=WORKING
    )
    rates = [ours / mine, theirs / python, theirs / compiled]
    told = ", ".join(f"{rate:,.0f}" for rate in rates)
    what = f"decisions of playouts a second at {game.title}: think, OpenSpiel's MCTS in Python, in C++"
    return [
        Result(what, told),
        at_least_as(f"{game.title}, beside MCTS in Python", rates[0] / rates[1], 1, "as fast"),
        at_least_as(f"{game.title}, beside MCTS in C++", rates[0] / rates[2], 0.3, "as fast"),
    ]


def at_random(game: Game[Any], bot: Callable[[Asked], Any] = random_bot) -> Game[Any]:
    return replace(game, bots={"any": bot}, default_bot="any")


def thought(game: Game[Any], playouts: int = PLAYOUTS) -> None:
    game = game if game.default_bot == "any" else at_random(game)
    match = Match.new(game, bytes(32))
    assert match.pending is not None
    asked = match.question_to(match.pending.seats[0])
    assert asked is not None
    ponder(game, Level(str(playouts)), replace_rng(asked), asked.question.sample(Random(1)))


def replace_rng(asked: Asked) -> Asked:
    return Asked(asked.seat, asked.rule, asked.question, asked.view, Random(1), asked.so_far)


def decisions_of_ours(game: Game[Any]) -> int:
    counter = count()

    def counting(asked: Asked) -> Any:
        next(counter)
        return random_bot(asked)

    thought(at_random(game, counting))
    return next(counter)


class Counting(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """The same playouts, with their decisions counted."""

    decisions = 0

    def evaluate(self, state: Any) -> Any:
        working = state.clone()
        while not working.is_terminal():
            if working.is_chance_node():
                actions, chances = zip(*working.chance_outcomes(), strict=True)
                working.apply_action(self._random_state.choice(actions, p=chances))
            else:
                self.decisions += 1
                working.apply_action(self._random_state.choice(working.legal_actions()))
        return np.array(working.returns())


def root(spiel: Any) -> Any:
    """The first decision, as the same dice lead to it."""
    state, rng = spiel.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(rng.choice([it for it, _ in state.chance_outcomes()]))
    return state


def by_python(spiel: Any, evaluator: Any = None) -> None:
    evaluator = evaluator or mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    mcts.MCTSBot(spiel, 2.0, PLAYOUTS, evaluator, random_state=np.random.RandomState(2)).mcts_search(root(spiel))


def by_compiled(spiel: Any) -> None:
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    pyspiel.MCTSBot(spiel, evaluator, 2.0, PLAYOUTS, 100, False, 1, False).mcts_search(root(spiel))


def decisions_of_theirs(spiel: Any) -> int:
    counting = Counting(1, np.random.RandomState(1))
    by_python(spiel, counting)
    return counting.decisions


def memory(game: Game[Any]) -> Result:
    """What a search takes at most, with twenty times the playouts: their results are kept, and a few worlds."""
    peaks = []
    for playouts in FEW, MANY:
        tracemalloc.start()
        thought(game, playouts)
        peaks.append(tracemalloc.get_traced_memory()[1] / 1024)
        tracemalloc.stop()
    return Result(
        "memory of a search at Liar's dice at its peak",
        f"{peaks[0]:,.0f} KB with {FEW} playouts, {peaks[1]:,.0f} KB with {MANY:,}",
    )
