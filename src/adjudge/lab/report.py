"""What many matches come to: rates by Wilson's interval, means by the normal one, both at 95 %."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, fsum, sqrt
from typing import Any

from msgspec import Struct

from adjudge.odds.estimate import CONFIDENCE, interval

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_OUTCOMES = 20
"""With more ways to end than these, those that differ in numbers alone are counted together."""


class Rate(Struct, frozen=True):
    """How often something was so, and the interval for how often it is."""

    count: int
    of: int
    rate: float
    low: float
    high: float


class Mean(Struct, frozen=True, omit_defaults=True):
    """A number over many matches. One match alone has no interval."""

    of: int
    mean: float
    least: float
    most: float
    quantiles: dict[str, float]
    low: float | None = None
    high: float | None = None


Measure = Rate | Mean | dict[str, Rate]


class Results(Struct, frozen=True):
    """How the matches ended, who won them, and what the game measures."""

    outcomes: dict[str, Rate]
    winners: dict[str, Rate]
    measures: dict[str, Measure]


class Report(Struct, frozen=True):
    """A simulation, with all that is needed to run it again."""

    game: str
    version: str
    seed: int | str
    options: dict[str, Any]
    bots: dict[str, str]
    games: int
    workers: int
    seconds: float
    games_per_second: float
    results: Results


class Ending(Struct, frozen=True, array_like=True):
    """How one match ended."""

    outcome: str
    winners: tuple[str, ...]
    measures: dict[str, Any]


def sum_up(endings: Sequence[Ending], seats: Iterable[str]) -> Results:
    """All endings together, in their order."""
    columns: dict[str, list[Any]] = {}
    for ending in endings:
        for name, value in ending.measures.items():
            columns.setdefault(name, []).append(value)
    return Results(
        _outcomes([ending.outcome for ending in endings]),
        {seat: rate(sum(seat in ending.winners for ending in endings), len(endings)) for seat in seats},
        {name: measure for name, values in columns.items() if (measure := measured(values)) is not None},
    )


def _outcomes(texts: Sequence[str]) -> dict[str, Rate]:
    return rates(texts if len(set(texts)) <= MOST_OUTCOMES else [re.sub(r"\d+", "…", text) for text in texts])


def measured(values: Sequence[Any]) -> Measure | None:
    """Truths and words become rates, numbers a mean. A match in which there was nothing to measure says None."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    if all(isinstance(value, bool) for value in known):
        return rate(sum(known), len(known))
    if all(isinstance(value, (int, float)) for value in known):
        return mean(known)
    return rates(known)


def rate(count: int, of: int) -> Rate:
    return Rate(count, of, count / of if of else 0.0, *interval(count, of))


def rates(values: Sequence[Any]) -> dict[str, Rate]:
    """The share of each value, the most frequent first; equals by name."""
    counts = Counter(map(str, values))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return {value: rate(count, len(values)) for value, count in ranked}


def mean(values: Sequence[float]) -> Mean:
    number = len(values)
    middle = fsum(values) / number
    ranked = sorted(values)
    quantiles = {f"{share:.0%}": ranked[ceil(share * number) - 1] for share in QUANTILES}
    if number == 1:
        return Mean(1, middle, ranked[0], ranked[0], quantiles)
    deviation = sqrt(fsum((value - middle) ** 2 for value in values) / (number - 1))
    half = CONFIDENCE * deviation / sqrt(number)
    return Mean(number, middle, ranked[0], ranked[-1], quantiles, middle - half, middle + half)
