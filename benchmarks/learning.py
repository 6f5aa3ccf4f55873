"""Steps a second of the environments to learn in, beside those of OpenSpiel and PettingZoo, in one run.

Random play in all of them. PettingZoo has no dice game of its own; Tic-tac-toe, its smallest game of two, stands for
its environments where pygame is installed, which it draws with.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel

from adjudge.check import open_game
from adjudge.rl import env, openspiel
from adjudge.rl.tables import Tables
from benchmarks import Result

SECONDS = 2.0
ROUNDS = 3
FACES = range(1, 7)
BIDS = ["liar", *(f"{count}x{face}" for count in range(1, 11) for face in FACES)]

Steps = Callable[[Random], int]
"""Plays one match and tells how many decisions it took."""


def results() -> list[Result]:
    pig, liars = open_game("docs/examples/pig.py"), open_game("docs/examples/liars_dice.py")
    rates = measured(
        {
            "Pig for PettingZoo": agents(env(pig, actions=["roll", "hold"]).unwrapped),
            "Pig, decisions alone": bare(Tables(pig, actions=["roll", "hold"])),
            "Pig of OpenSpiel (C++, stepped from Python)": spiel(pyspiel.load_game("pig")),
            "Pig for OpenSpiel": spiel(openspiel.open_game(pig, actions=["roll", "hold"], most_outcomes=6)),
            "Liar's dice for PettingZoo": agents(env(liars, actions=BIDS).unwrapped),
            "Liar's dice, decisions alone": bare(Tables(liars, actions=BIDS)),
            "Liar's dice of OpenSpiel (C++, stepped from Python)": spiel(pyspiel.load_game("liars_dice(numdice=5)")),
            **tictactoe(),
        }
    )
    return [Result(what, f"{rate:,.0f} decisions a second") for what, rate in rates.items()]


def tictactoe() -> dict[str, Steps]:
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        return {}
    return {"Tic-tac-toe of PettingZoo": agents(tictactoe_v3.env().unwrapped)}


def measured(players: dict[str, Steps]) -> dict[str, float]:
    """The best of some rounds, taken in turn, by processor time."""
    best = dict.fromkeys(players, 0.0)
    for number in range(ROUNDS):
        for what, play in players.items():
            rng, steps, began = Random(number), 0, time.process_time()
            while time.process_time() - began < SECONDS / ROUNDS:
                steps += play(rng)
            best[what] = max(best[what], steps / (time.process_time() - began))
    return best


def agents(table: Any) -> Steps:
    def play(rng: Random) -> int:
        table.reset(seed=rng.getrandbits(31))
        steps = 0
        for _ in table.agent_iter():
            seen, _, is_over, is_cut, _ = table.last()
            if is_over or is_cut:
                return steps
            legal = np.flatnonzero(seen["action_mask"])
            table.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    return play


def bare(tables: Tables) -> Steps:
    """Without observations: what a learner that reads the view itself gets."""

    def play(rng: Random) -> int:
        match, steps = tables.begin(rng.getrandbits(31)), 0
        while match.outcome is None:
            match.act(rng.choice(list(match.legal)))
            steps += 1
        return steps

    return play


def spiel(game: Any) -> Steps:
    def play(rng: Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return play
