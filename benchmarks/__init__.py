"""Benchmarks: how fast things are beside a yardstick that is measured in the same run.

Every module of this folder that has a function `results() -> list[Result]` takes part in `python -m benchmarks`, which
prints what each requires, what was measured and whether that is enough, and writes it all to `README.md`. Ratios carry
from one machine to another; where the requirement is a time, the time is given.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter, process_time

from msgspec import Struct

Clock = Callable[[], float]

WAITING: Clock = perf_counter
"""The time that passes, for what waits on disks or on other processes."""
WORKING: Clock = process_time
"""The time that this process works, whatever else the machine is busy with."""


class Result(Struct, frozen=True):
    """One line of the table. `met` is None where nothing is required, or where it could not be decided."""

    what: str
    measured: str
    required: str = ""
    met: bool | None = None


def seconds(task: Callable[[], object], *, least: float = 0.2, clock: Clock = WAITING) -> float:
    """The time of one call: the best of several batches, since whatever disturbs a machine only ever slows it."""
    return fastest(task, least=least, clock=clock)[0]


def fastest(*tasks: Callable[[], object], least: float = 0.2, batches: int = 7, clock: Clock = WAITING) -> list[float]:
    """The time of one call of each task. They take turns batch by batch, so that a slow moment strikes them all."""
    counts = [_how_many(task, least / batches, clock) for task in tasks]
    best = [float("inf")] * len(tasks)
    for _ in range(batches):
        for index, (task, count) in enumerate(zip(tasks, counts, strict=True)):
            best[index] = min(best[index], _batch(task, count, clock) / count)
    return best


def _how_many(task: Callable[[], object], enough: float, clock: Clock) -> int:
    count = 1
    while (taken := _batch(task, count, clock)) < enough:
        count = max(count + 1, int(count * min(10.0, 1.1 * enough / max(taken, 1e-7))))
    return count


def _batch(task: Callable[[], object], count: int, clock: Clock) -> float:
    gc.collect()
    start = clock()
    for _ in range(count):
        task()
    return clock() - start


def at_most(what: str, ratio: float, limit: float, of: str) -> Result:
    """A ratio of times that must not be exceeded: `0.4x of icepool, at most 1x`."""
    return Result(what, f"{ratio:.3g}x {of}", f"at most {limit:g}x", ratio <= limit)


def at_least_as(what: str, ratio: float, limit: float, of: str) -> Result:
    """A ratio of speeds that must be reached: `8x as fast as icepool, at least 6x`."""
    return Result(what, f"{ratio:.3g}x {of}", f"at least {limit:g}x", ratio >= limit)


def within(what: str, taken: float, limit: float) -> Result:
    """A time that must not be exceeded."""
    return Result(what, f"{1000 * taken:.3g} ms", f"at most {1000 * limit:g} ms", taken <= limit)
