"""A budget spent where it matters: all options are tried a little, the better half a little more, and so on.

Sequential halving, with common random numbers: playout number k of every option has the same world and the same dice,
so that what is compared is the options and not their luck.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf, log2, sqrt
from time import thread_time
from typing import Any

from msgspec import Struct

Play = Callable[[Any, int], float]
"""What playout number k comes to with an answer: from 0 to 1."""

Z = 1.96
CLEAR = 2.0
"""By how many standard errors an answer must be worse to be given up."""
AT_STAKE = 0.001
"""What an answer must still promise above the own one to be tried any further: a tenth of a point of a hundred."""
LOOK_UP = 8
"""Playouts of each answer after which those that promise nothing any more are given up; then again after each eighth
more."""
CERTAIN = 16
"""Playouts after which options that always came to the same are taken to be equal."""


class Budget(Struct, frozen=True):
    """What may be spent: seconds of a processor, or a number of playouts, which is the same again for a seed."""

    seconds: float = 0.0
    playouts: int = 0


class Tried:
    """An answer with what its playouts came to."""

    __slots__ = ("answer", "results")

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.results: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results) if self.results else 0.0

    def interval(self) -> tuple[float, float]:
        return interval(self.results)


def interval(results: list[float]) -> tuple[float, float]:
    """Between what the mean lies with 95 %. Where results are won or lost and nothing between, half a pseudo-result of
    each kind keeps it honest if all are the same."""
    many = len(results)
    if not many:
        return 0.0, 1.0
    mean = sum(results) / many
    spread = sum((it - mean) ** 2 for it in results)
    if _is_won_or_lost(results):
        spread += (1 - mean) ** 2 / 2 + mean**2 / 2
    half = Z * sqrt(spread / many) / sqrt(many)
    return max(0.0, mean - half), min(1.0, mean + half)


def _is_won_or_lost(results: list[float]) -> bool:
    return all(it in (0.0, 1.0) for it in results)


def weigh(answers: list[Any], play: Play, budget: Budget, caution: float = 0.0) -> list[Tried]:
    """The answers, the best first. The first one given stays ahead unless another is better by `caution` standard
    errors of their difference."""
    tried = [Tried(answer) for answer in answers]
    if len(tried) == 1:
        return tried
    rounds = max(1, ceil(log2(len(tried))))
    alive, begun = list(tried), thread_time()
    for number in range(rounds):
        times = max(1, budget.playouts // (rounds * len(alive)))
        deadline = begun + budget.seconds * (number + 1) / rounds
        alive = _play(alive, play, tried[0], times if budget.playouts else inf, deadline)
        if len(alive) == 1 or _is_settled(alive):
            break
        alive = _better_half(alive, tried[0])
    best = _best(alive, tried[0], caution)
    return [best, *sorted((it for it in tried if it is not best), key=lambda it: (-len(it.results), -it.mean))]


def _play(alive: list[Tried], play: Play, own: Tried, times: float, deadline: float) -> list[Tried]:
    """A round, of so many playouts or until its time is up. Every answer has its chance, and those that are still worth
    trying afterwards are returned."""
    played, look_up = 0, LOOK_UP
    while not played or (played < times if times < inf else thread_time() < deadline):
        for it in alive:
            it.results.append(play(it.answer, len(it.results)))
        played += 1
        many = len(own.results)
        if many >= look_up:
            look_up = many + many // LOOK_UP
            alive = _in_the_running(alive, own)
            if len(alive) == 1 or _is_settled(alive):
                break
    return alive


def _is_settled(alive: list[Tried]) -> bool:
    """Whether it makes no difference: everything came to the same however often it was tried."""
    return len(alive[0].results) >= CERTAIN and len({result for it in alive for result in it.results}) == 1


def _better_half(alive: list[Tried], own: Tried) -> list[Tried]:
    """The better half, and the answer that is given if nothing is better: it is what others are measured by."""
    ranked = sorted(alive, key=lambda it: (-it.mean, it is not own))
    kept = ranked[: max(2, ceil(len(ranked) / 2))]
    return kept if own in kept else [*kept[:-1], own]


def _in_the_running(alive: list[Tried], own: Tried) -> list[Tried]:
    """The own answer and those that may still prove better. Where none is left, no more time is spent."""
    return [it for it in alive if it is own or _may_be_better(it, own)]


def _may_be_better(it: Tried, own: Tried) -> bool:
    """Where playouts end in won or lost, a few that came to the same say little: only what is clearly worse goes."""
    hope = it.mean - own.mean + CLEAR * _error_of_difference(it, own)
    if hope > AT_STAKE:
        return True
    return hope >= 0 and (len(own.results) < CERTAIN or _is_won_or_lost(own.results))


def _best(alive: list[Tried], own: Tried, caution: float) -> Tried:
    ranked = sorted(alive, key=lambda it: (-it.mean, it is not own))
    best = ranked[0]
    if best is own or best.mean - own.mean > caution * _error_of_difference(best, own):
        return best
    return own


def _error_of_difference(one: Tried, other: Tried) -> float:
    """The standard error of the difference of two means, playout by playout, as they share their luck. The largest of
    the differences the other way round is thrown in: a few that all say the same are no proof."""
    pairs = [a - b for a, b in zip(one.results, other.results, strict=False)]
    if len(pairs) < 2:
        return 1.0
    pairs.append(-max(pairs, key=abs))
    mean = sum(pairs) / len(pairs)
    return sqrt(sum((it - mean) ** 2 for it in pairs) / (len(pairs) - 1) / len(pairs))
