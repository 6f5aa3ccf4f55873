"""The odds of a situation: exact fractions that sum to 1, or an estimate that says so and gives its interval."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from adjudge.desk.choices import Choices
from adjudge.engine.errors import DrawsLots, OverBudget
from adjudge.engine.game import Game, Procedure
from adjudge.odds import BUDGET, Distribution, estimate, of_procedure

SAMPLES = 2_000


class Odd(Struct, frozen=True):
    """An outcome in words and as data, with its chance: exact, or between `low` and `high` in 95 of 100 cases."""

    words: str
    data: Any
    value: float
    p: Fraction | None = None
    low: float | None = None
    high: float | None = None


class Odds(Struct, frozen=True):
    """Every outcome of a situation with its chance, the likeliest first."""

    outcomes: tuple[Odd, ...]
    exact: bool
    events: Mapping[str, Fraction] = {}
    """For each rule that comes up, the chance that it does; nothing is known of that for an estimate."""
    branches: int = 0
    samples: int = 0
    asked: tuple[str, ...] = ()
    """The rules by which somebody chose on the way, which the policy decided."""


def odds(
    game: Game[Any],
    procedure: Procedure,
    params: Any,
    choices: Choices | None = None,
    *,
    budget: int = BUDGET,
    samples: int = SAMPLES,
    past_budget: bool = False,
) -> Odds:
    """Exact odds; an estimate for what is marked as too long for that, or where the bot that was named draws lots.

    `past_budget`: also where exact odds take too many branches, which else is refused.
    """
    if procedure.estimate:
        return estimated(game, procedure, params, choices, samples=samples)
    try:
        return exact(game, procedure, params, choices, budget=budget)
    except DrawsLots:
        return estimated(game, procedure, params, choices, samples=samples)
    except OverBudget:
        if not past_budget:
            raise
        return estimated(game, procedure, params, choices, samples=samples)


def exact(
    game: Game[Any], procedure: Procedure, params: Any, choices: Choices | None = None, *, budget: int = BUDGET
) -> Odds:
    """Exact odds, or `OverBudget`."""
    policy = (choices or Choices()).policy(game)
    found = of_procedure(game, procedure.name, params, policy=policy, budget=budget)
    policy.demand_use()
    return Odds(_worded(game, found), True, found.events, found.leaves, 0, tuple(sorted(policy.asked)))


def _worded(game: Game[Any], found: Distribution[Any]) -> tuple[Odd, ...]:
    return tuple(Odd(game.words(outcome), outcome, float(p), p) for outcome, p in found.items())


def estimated(
    game: Game[Any],
    procedure: Procedure,
    params: Any,
    choices: Choices | None = None,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Odds:
    """Odds from samples, with 95 % intervals."""
    chosen = choices or Choices()
    policy = chosen.policy(game, lots=True)
    state = procedure.situate(params)
    found = estimate(lambda table: procedure.run(table, params), state, policy, samples=samples, seed=seed)
    policy.demand_use()
    outcomes = tuple(Odd(game.words(it.outcome), it.outcome, it.value, None, it.low, it.high) for it in found)
    return Odds(outcomes, False, samples=samples, asked=tuple(sorted(policy.asked)))
