"""The odds beside each option, worked out from the rules themselves before anybody commits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from time import monotonic
from typing import Any

from adjudge.cli.output import percent
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.match import Match
from adjudge.engine.questions import Option
from adjudge.odds import Distribution, by_parts, forecast

SECONDS = 0.8
"""How long a screen may think before it shows itself; the odds page takes the time it needs."""
MOST_OUTCOMES = 4

Foreseen = Distribution[Any] | str | None
"""Odds, the sentence that says why there are none, or nothing if the game does not tell."""


def foresee(match: Match[Any], seat: str, key: Any) -> Foreseen:
    """What an option leads to, in words."""
    try:
        found = forecast(match, seat, key)
        return None if found is None else found.map(match.game.words)
    except AdjudgeError as error:
        return str(error)


Parts = Mapping[str, Fraction]
"""What may be part of the outcome, in words, each with its chance."""


def foresee_parts(match: Match[Any], seat: str, key: Any) -> Parts | None:
    """What an option leads to, part by part; nothing where there are no odds."""
    try:
        found = forecast(match, seat, key)
    except AdjudgeError:
        return None
    return None if found is None else {match.game.words(part): p for part, p in by_parts(match.game, found)}


def briefly(match: Match[Any], seat: str, options: Sequence[Option]) -> dict[Any, str]:
    """A few words of odds for each option, as far as the time reaches; outcomes in the same order for all."""
    until = monotonic() + SECONDS
    found: dict[Any, Parts] = {}
    for option in options:
        odds = foresee_parts(match, seat, option.key) if monotonic() < until else None
        if odds is not None:
            found[option.key] = odds
    order = _order(found.values())
    return {key: brief(odds, order) for key, odds in found.items()}


def _order(several: Iterable[Parts]) -> list[str]:
    """All outcomes, those that are likely on the whole first."""
    weights: dict[str, float] = {}
    for odds in several:
        for outcome, p in odds.items():
            weights[outcome] = weights.get(outcome, 0.0) + float(p)
    return sorted(weights, key=lambda outcome: -weights[outcome])


def brief(odds: Parts, order: Sequence[str]) -> str:
    """`hit 58% · stopped 12% · kill 31%`."""
    possible = [outcome for outcome in order if odds.get(outcome)]
    shown = [f"{outcome} {percent(odds[outcome])}" for outcome in possible[:MOST_OUTCOMES]]
    return " · ".join([*shown, "…"] if len(possible) > MOST_OUTCOMES else shown)
