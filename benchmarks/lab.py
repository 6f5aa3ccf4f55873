"""Simulations of Regs, Dregs & Zombies: what a second processor gives, the start of its process included; and what a
Ray cluster makes of the same processors, beside a pool of processes."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

from adjudge.crews import Pool, cores, crew_at
from adjudge.lab import Report, simulate
from benchmarks import Result

T = TypeVar("T")

GAME = "adjudge.games.rdz:game"
ENOUGH = 30.0
"""Seconds of work for one processor: a fifth of what a simulation of 20,000 games takes."""
ROUNDS = 2
RAY_ROUNDS = 5
RAY_GAMES = 600
BUSY = 1.2
"""A machine on which processes take so much longer than they work has other work, and cannot show what two can do."""


def results() -> list[Result]:
    """One process and two in turns; the faster of each counts."""
    _, worked_for_100 = _with_its_work(lambda: simulate(GAME, games=100, seed=0, workers=1))
    games = max(100, int(100 * ENOUGH / worked_for_100))
    crews = (1, 2) if cores() > 1 else (1,)
    rounds = [[_simulated(games, crew) for crew in crews] for _ in range(ROUNDS)]
    (alone, worked_alone), *two = [min(crew, key=lambda it: it[0].seconds) for crew in zip(*rounds, strict=True)]
    lines = [Result(f"{games:,} patrols by one process", f"{games / worked_alone:.0f} games a second")]
    return [*lines, *(_gain(alone, report, worked_alone, worked) for report, worked in two), *on_ray()]


def on_ray() -> list[Result]:
    """The rate of a cluster started here beside that of a pool, in turns, both warm; the middle ratio counts."""
    what, wish = "patrols on a Ray cluster, beside a pool on the same cores", "at least 0.9x, with the same results"
    try:
        import ray  # noqa: F401
    except ImportError:
        return [Result(what, "Ray is not installed", wish)]
    ratios, same = [], True
    with Pool(cores()) as pool, crew_at("ray", cores()) as cluster:
        for crew in (pool, cluster):
            simulate(GAME, games=200, seed=0, crew=crew)
        for number in range(RAY_ROUNDS):
            by_pool = simulate(GAME, games=RAY_GAMES, seed=number, crew=pool)
            by_ray = simulate(GAME, games=RAY_GAMES, seed=number, crew=cluster)
            same &= by_pool.results == by_ray.results
            ratios.append(by_pool.seconds / by_ray.seconds)
    middle = sorted(ratios)[len(ratios) // 2]
    told = f"{middle:.2f}x ({min(ratios):.2f} to {max(ratios):.2f})" if same else "OTHER RESULTS"
    return [Result(what, told, wish, same and middle >= 0.9)]


def _simulated(games: int, workers: int) -> tuple[Report, float]:
    return _with_its_work(lambda: simulate(GAME, games=games, seed=1, workers=workers))


def _gain(alone: Report, two: Report, worked_alone: float, worked: float) -> Result:
    what, wish = "the same by two, with the same results", "at least 1.8x"
    if two.results != alone.results:
        return Result(what, "OTHER RESULTS", wish, False)
    if alone.seconds > BUSY * worked_alone or two.seconds > BUSY * worked / 2:
        guess = 2 * worked_alone / worked
        return Result(what, f"perhaps {guess:.2f}x as fast, from the work done: the machine was too busy to tell", wish)
    gain = alone.seconds / two.seconds
    return Result(what, f"{gain:.2f}x as fast", wish, gain >= 1.8)


def _with_its_work(task: Callable[[], T]) -> tuple[T, float]:
    """What a task gives, and the seconds that this process and its children worked for it."""
    before = os.times()
    done = task()
    after = os.times()
    return done, sum(after[:4]) - sum(before[:4])
