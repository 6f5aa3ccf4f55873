"""Simulations are reproducible: the same seed is the same game, on any machine and under any hash seed."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from adjudge.engine import Match, playout
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import Runaway
from adjudge.engine.playout import play_on
from adjudge.engine.table import one_bot, random_bot
from tests.engine.duel import Duel, Options, game
from tests.engine.small import small_game

ROOT = Path(__file__).parents[2]
BOTS = one_bot(random_bot)


def played(seed: int) -> Duel:
    return playout(game, Options(life=5), BOTS, seed)


def test_the_same_seed_is_the_same_game_and_another_is_another():
    assert [played(seed) for seed in range(20)] == [played(seed) for seed in range(20)]
    assert len({msgspec.json.encode(played(seed)) for seed in range(20)}) > 15


def test_a_playout_ends_where_the_game_does():
    assert all(game.outcome(played(seed)) is not None for seed in range(20))


def test_a_state_is_played_on_from_where_it_stands():
    state = game.start(Options(life=9))
    state.red.life = 0
    assert play_on(game, state, BOTS, FastDice(1)) is state


def test_a_game_that_does_not_end_is_stopped():
    endless = small_game(lambda table: None, turns=-1)
    with pytest.raises(Runaway, match="small did not end within 500 turns"):
        playout(endless, None, BOTS, 1, most_turns=500)


PROGRAM = """
import sys, msgspec
from adjudge.engine import Match, playout
from tests.engine.duel import game, Options
from tests.engine.test_playout import BOTS
out = [playout(game, Options(life=5), BOTS, seed) for seed in range(30)]
match = Match.new(game, b"secret", bots={"red": "random", "blue": "random"})
sys.stdout.buffer.write(msgspec.json.encode([out, match.save(), match.happenings(), match.scene(None)]))
"""


def under_hash_seed(seed: str) -> bytes:
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, capture_output=True, check=True)
    return run.stdout


def test_play_does_not_depend_on_the_hash_seed():
    first, second = under_hash_seed("1"), under_hash_seed("2")
    assert first == second
    match = Match.new(game, b"secret", bots={"red": "random", "blue": "random"})
    assert msgspec.json.encode(match.save()) in first
