"""Every game passes the tests that PettingZoo and Gymnasium have for environments, and an agent sees no more than its
seat."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from adjudge.check import open_game
from adjudge.engine import game as engine_game
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import BadInput
from adjudge.engine.game import Outcome, installed
from adjudge.engine.playout import play_on
from adjudge.rl import env, parallel_env, solo_env
from adjudge.rl.stepping import rewards
from adjudge.rl.tables import Tables

PIG, LIARS_DICE, HOARD = (f"docs/examples/{name}.py" for name in ("pig", "liars_dice", "hoard"))
GAMES = [*sorted(installed()), PIG, LIARS_DICE, HOARD]
CYCLES = 10


@pytest.fixture(autouse=True)
def _their_own_warnings():
    """The tests of both libraries warn of taste (a dictionary is no array); what they assert is what counts."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"pettingzoo|gymnasium")
        yield


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_an_environment(game, monkeypatch):
    settings: dict[str, Any] = {"most_steps": 200, "render_mode": "ansi"}
    if game == "league":  # of a game that is over in no time
        monkeypatch.setitem(engine_game._known, "pig", open_game(PIG))
        settings["options"] = {"game": "pig", "settings": {"target": 5}}
    api_test(env(game, **settings), num_cycles=CYCLES)
    seed_test(lambda: env(game, **settings), num_cycles=CYCLES)
    parallel_api_test(parallel_env(game, **settings), num_cycles=CYCLES)
    check_env(solo_env(game, **settings), skip_render_check=True)


def test_a_match_is_the_one_that_bots_would_play():
    pig = open_game(PIG)
    tables = Tables(pig, {"target": 30}, actions=["roll", "hold"])
    play = tables.begin(7)
    while play.outcome is None:
        play.act(1 if play.view(play.seat).points >= 20 else 0)
    bots = {seat: pig.bot("hold:20") for seat in tables.seats}
    assert play.state == play_on(pig, pig.start(tables.options), bots, FastDice("rl/7"))


def test_what_another_holds_makes_no_difference_to_what_an_agent_sees():
    table = env(LIARS_DICE).unwrapped
    table.reset(seed=1)
    before = table.observe("red")["observation"], table.observe("blue")["observation"]
    table.play.state.cups["blue"].faces = [face % 6 + 1 for face in table.play.state.cups["blue"].faces]
    assert np.array_equal(table.observe("red")["observation"], before[0])
    assert not np.array_equal(table.observe("blue")["observation"], before[1])


def test_actions_keep_their_meaning_and_those_who_wait_have_none():
    table = env(LIARS_DICE).unwrapped
    meant: dict[int, str] = {}
    moves: list[bool] = []
    for seed in range(3):
        table.reset(seed=seed)
        for agent in table.agent_iter(40):
            seen, _, is_over, is_cut, _ = table.last()
            if is_over or is_cut:
                break
            legal = table.meanings()
            assert set(np.flatnonzero(seen["action_mask"])) == set(legal)
            assert not table.observe("blue" if agent == "red" else "red")["action_mask"].any()
            meant = {**legal, **meant}
            moves += [meant[slot] != name for slot, name in legal.items()]
            table.step(min(legal))
    assert sum(moves) < len(moves) / 4, "few entries give way to others"


def test_whoever_does_what_is_not_legal_has_lost():
    table = solo_env(PIG)
    seen, _ = table.reset(seed=3)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, is_over, _, info = table.step(wrong)
    assert (reward, is_over, info) == (-1.0, True, {"illegal": True})


def test_a_match_that_takes_too_long_is_broken_off():
    table = env(HOARD, most_steps=2).unwrapped
    table.reset(seed=1)
    for _ in range(2):
        table.step(min(table.meanings()))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_the_end_is_worth_the_same_in_all_environments():
    assert rewards(("red", "blue"), Outcome("", "", ("red",))) == {"red": 1.0, "blue": -1.0}
    assert rewards(("red", "blue"), Outcome("", "")) == {"red": 0.0, "blue": 0.0}
    assert rewards(("player",), Outcome("", "")) == {"player": -1.0}


def test_what_cannot_be_is_refused():
    with pytest.raises(BadInput, match="green"):
        env(PIG, bots={"green": "hold"})
    with pytest.raises(BadInput, match="green"):
        solo_env(PIG, seat="green")
    with pytest.raises(ValueError, match="'hold' is not in the list"):
        env(PIG, actions=["roll", "stay"]).reset(seed=1)
