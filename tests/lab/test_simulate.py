"""Simulations are the same for a seed however they are run, and say what went wrong where."""

import dataclasses
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import msgspec
import pytest

from adjudge.crews import cores
from adjudge.engine.errors import BadInput
from adjudge.engine.playout import playout
from adjudge.lab import GameFailed, Mean, Rate, simulate
from tests.lab.race import Race, game

GAME = "tests.lab.race:game"
INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""A shell may have told us to ignore interruptions, and a child inherits that."""


def test_the_same_seed_gives_the_same_results_whatever_the_number_of_workers():
    alone = simulate(GAME, games=150, seed=5, workers=1)
    three = simulate(game, games=150, seed=5, workers=3)
    assert alone.results == three.results
    assert (alone.workers, three.workers) == (1, 3)


def test_another_seed_gives_other_results():
    assert simulate(game, games=60, seed=1).results != simulate(game, games=60, seed=2).results


def test_each_game_can_be_played_again_by_its_own_seed():
    report = simulate(game, games=3, seed="again")
    bots = {seat: game.bot("random") for seat in ("hare", "tortoise")}
    finals: list[Race] = [playout(game, game.configure({}), bots, f"again/{number}") for number in range(3)]
    fast = report.results.measures["fast moves"]
    assert isinstance(fast, Mean)
    assert fast.mean * 3 == pytest.approx(sum(race.fast for race in finals))


def test_every_game_is_counted_once_and_has_one_winner():
    results = simulate(game, games=200, seed=1).results
    assert sum(rate.count for rate in results.outcomes.values()) == 200
    assert sum(rate.count for rate in results.winners.values()) == 200
    assert results.winners["hare"].count == results.outcomes["hare wins"].count


def test_truths_and_words_become_rates_and_numbers_means():
    measures = simulate(game, games=200, seed=1).results.measures
    fumbles, where, margin = measures["a fumble"], measures["fumbled at"], measures["margin"]
    assert isinstance(fumbles, Rate)
    assert isinstance(where, Mean)
    assert isinstance(margin, dict)
    assert fumbles.of == 200
    assert where.of == fumbles.count, "a match without a fumble has no place of it"
    assert sum(rate.count for rate in margin.values()) == 200


def test_options_and_bots_are_those_asked_for():
    report = simulate(game, games=50, seed=1, options={"length": 30}, bots={"hare": "runner"})
    assert report.bots == {"hare": "runner", "tortoise": "random"}
    assert report.options == {"length": 30}
    assert report.results.winners["hare"].rate > 0.7
    short = simulate(game, games=50, seed=1).results.measures["fast moves"]
    long = report.results.measures["fast moves"]
    assert isinstance(long, Mean)
    assert isinstance(short, Mean)
    assert long.mean > 1.5 * short.mean


def test_a_report_is_json_with_the_promised_keys():
    report = simulate(game, games=10, seed=1)
    data = msgspec.json.decode(msgspec.json.encode(report))
    assert {"games", "seconds", "games_per_second", "results"} <= data.keys()
    assert data["games"] == 10
    assert data["results"]["winners"]["hare"].keys() == {"count", "of", "rate", "low", "high"}


def test_progress_rises_to_the_number_of_games():
    seen: list[tuple[int, int]] = []
    simulate(game, games=300, seed=1, progress=lambda done, games: seen.append((done, games)))
    assert seen[-1] == (300, 300)
    assert seen == sorted(set(seen))
    assert len(seen) > 20


def test_the_first_game_that_fails_is_named_with_its_seed_whoever_played_it():
    with pytest.raises(GameFailed, match=r"game \d+ of race failed: ZeroDivisionError.*its seed is '1/\d+'") as alone:
        simulate(game, games=100, seed=1, options={"crash_on": 12})
    with pytest.raises(GameFailed) as together:
        simulate(game, games=100, seed=1, options={"crash_on": 12}, workers=2)
    assert str(alone.value) == str(together.value)


def test_an_interruption_leaves_no_process_behind():
    def interrupt(done, games):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(GAME, games=5_000, seed=1, workers=2, progress=interrupt)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"games": 0}, "games: 0 doesn't fit; use 1 or more"),
        ({"workers": 0}, "workers: 0 doesn't fit; use 1 or more"),
        ({"bots": {"snail": "random"}}, "seat: 'snail' doesn't fit; use one of hare, tortoise"),
        ({"bots": {"hare": "genius"}}, "bot: 'genius' doesn't fit; use one of random, runner"),
        ({"options": {"lenght": 3}}, "lenght"),
    ],
    ids=lambda value: str(value),
)
def test_what_does_not_fit_is_refused_before_anything_is_played(wish, message):
    with pytest.raises(BadInput, match=message):
        simulate(game, **{"games": 5, "seed": 1, **wish})


def test_a_game_made_on_the_spot_is_played_by_this_process_alone():
    made = [dataclasses.replace(game, id="made")]
    assert simulate(made[0], games=5, seed=1).workers == 1
    with pytest.raises(BadInput, match="workers: 2 doesn't fit; use 1"):
        simulate(made[0], games=5, seed=1, workers=2)


def test_what_is_soon_done_starts_no_processes():
    assert simulate(GAME, games=3, seed=1).workers == 1
    assert cores() >= 1


def test_an_interruption_of_all_processes_at_once_is_quiet():
    """As from a terminal: everybody in the group gets the signal, at the worst moment too."""
    program = f"from adjudge.lab import simulate\nsimulate({GAME!r}, games=10**6, seed=1, workers=2, progress=print)"
    running = subprocess.Popen(
        [sys.executable, "-c", f"{INTERRUPTIBLE}\n{program}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    assert running.stdout is not None
    running.stdout.readline()  # two games are done, and the other processes are about to start
    time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)
    try:
        _, complaints = running.communicate(timeout=60)
    finally:
        running.kill()
    assert complaints.count("Traceback") == 1, complaints
    assert "KeyboardInterrupt" in complaints.splitlines()[-1]
