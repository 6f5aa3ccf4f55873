"""The odds beside each option, worked out from the rules themselves before anybody commits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any

from adjudge.cli.output import percent, words
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.match import Match
from adjudge.engine.questions import Option
from adjudge.odds import Distribution, forecast

SECONDS = 0.8
"""How long a screen may think before it shows itself; the odds page takes the time it needs."""
MOST_OUTCOMES = 4

Foreseen = Distribution[Any] | str | None
"""Odds, the sentence that says why there are none, or nothing if the game does not tell."""


def foresee(match: Match[Any], seat: str, key: Any) -> Foreseen:
    """What an option leads to."""
    try:
        return forecast(match, seat, key)
    except AdjudgeError as error:
        return str(error)


def briefly(match: Match[Any], seat: str, options: Sequence[Option]) -> dict[Any, str]:
    """A few words of odds for each option, as far as the time reaches; outcomes in the same order for all."""
    until = monotonic() + SECONDS
    found: dict[Any, Distribution[Any]] = {}
    for option in options:
        odds = foresee(match, seat, option.key) if monotonic() < until else None
        if isinstance(odds, Distribution):
            found[option.key] = odds
    order = _order(found.values())
    return {key: brief(odds, order) for key, odds in found.items()}


def _order(several: Iterable[Distribution[Any]]) -> list[Any]:
    """All outcomes, those that are likely on the whole first."""
    weights: dict[Any, float] = {}
    for odds in several:
        for outcome, p in odds.items():
            weights[outcome] = weights.get(outcome, 0.0) + float(p)
    return sorted(weights, key=lambda outcome: -weights[outcome])


def brief(odds: Distribution[Any], order: Sequence[Any]) -> str:
    """`hit 58% · stopped 12% · kill 31%`."""
    possible = [outcome for outcome in order if odds[outcome]]
    shown = [f"{words(outcome)} {percent(odds[outcome])}" for outcome in possible[:MOST_OUTCOMES]]
    return " · ".join([*shown, "…"] if len(possible) > MOST_OUTCOMES else shown)
