"""Odds past the budget: sampled, labelled as such, with an interval."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from math import sqrt
from typing import Any

from msgspec import Struct

from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy_any
from adjudge.engine.table import Bot, Playout, Table, one_bot

CONFIDENCE = 1.959963984540054
"""Standard deviations on either side of a 95 % interval."""


class Estimate(Struct, frozen=True):
    """How often an outcome came, with the 95 % interval for its true chance."""

    outcome: Any
    value: float
    low: float
    high: float


def estimate(
    rule: Callable[[Table[Any]], Hashable], state: Any, bot: Bot, *, samples: int = 2_000, seed: int = 0
) -> list[Estimate]:
    """Runs the rule many times on copies of a state and counts."""
    counts: dict[Hashable, int] = {}
    dice = FastDice(seed)
    for _ in range(samples):
        table = Playout(copy_any(state), one_bot(bot), dice)
        outcome = rule(table)
        counts[outcome] = counts.get(outcome, 0) + 1
    return from_counts(counts)


def from_counts(counts: Mapping[Any, int]) -> list[Estimate]:
    """Rates with their intervals, the most frequent first."""
    total = sum(counts.values())
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    return [Estimate(outcome, count / total, *interval(count, total)) for outcome, count in ranked]


def interval(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a rate: sound also near 0 and 1."""
    if trials == 0:
        return 0.0, 1.0
    z2 = CONFIDENCE * CONFIDENCE
    rate = successes / trials
    centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    half = CONFIDENCE * sqrt(rate * (1 - rate) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, centre - half), min(1.0, centre + half)
