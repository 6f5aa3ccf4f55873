"""How strong players are, and how sure that is: the Glicko system (Mark Glickman, 1999), written out.

A rating comes with its deviation: nineteen times out of twenty the true strength lies within 1.96 deviations. All
battles of one round count as fought at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log, pi, sqrt
from typing import NamedTuple

Q = log(10) / 400
WIDE = 1.96


class Rating(NamedTuple):
    """A strength and its deviation."""

    value: float = 1500.0
    deviation: float = 350.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true strength lies in nineteen of twenty cases."""
        return self.value - WIDE * self.deviation, self.value + WIDE * self.deviation


class Bout(NamedTuple):
    """One battle of two players: 1 if the first won, 0.5 for a draw, 0 if the other won."""

    one: str
    other: str
    score: float


def weight(deviation: float) -> float:
    """How much a result against somebody of that deviation says.

    >>> round(weight(30), 4), round(weight(100), 4), round(weight(300), 4)
    (0.9955, 0.9531, 0.7242)
    """
    return float(1 / sqrt(1 + 3 * Q**2 * deviation**2 / pi**2))


def expected(one: Rating, other: Rating) -> float:
    """The score that is to be expected of the first."""
    return float(1 / (1 + 10 ** (-weight(other.deviation) * (one.value - other.value) / 400)))


def after(rating: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after the results of one round: opponents as they were before it, and the scores.

    >>> new = after(Rating(1500, 200), [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)])
    >>> round(new.value), round(new.deviation, 1)
    (1464, 151.4)
    """
    if not results:
        return rating
    known = sum(weight(it.deviation) ** 2 * _doubt(expected(rating, it)) for it, _ in results) * Q**2
    surprise = sum(weight(it.deviation) * (score - expected(rating, it)) for it, score in results)
    precision = 1 / rating.deviation**2 + known
    return Rating(rating.value + Q / precision * surprise, sqrt(1 / precision))


def _doubt(expectation: float) -> float:
    return expectation * (1 - expectation)


def rated(players: Iterable[str], rounds: Iterable[Sequence[Bout]]) -> Mapping[str, Rating]:
    """Everybody's rating after some rounds."""
    ratings = {player: Rating() for player in players}
    for bouts in rounds:
        before = dict(ratings)
        for player in ratings:
            results = [(before[it.other], it.score) for it in bouts if it.one == player]
            results += [(before[it.one], 1 - it.score) for it in bouts if it.other == player]
            ratings[player] = after(before[player], results)
    return ratings
