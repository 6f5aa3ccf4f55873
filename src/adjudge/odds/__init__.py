"""Odds: the same rule functions, run once for every way their readings can come out, with exact integer weights.

Nothing here knows a formula. `distribution` runs a rule to its end, notes the reading it took at each roll, goes back
and takes the next one; equal outcomes are merged and one fraction is made at the end. Choices are made by an explicit
policy: a rule that asks where none was given is refused. Past a stated number of branches the answer is refused too, or
sampled if the caller asks for that, and then it says so and gives its interval.
"""

from adjudge.odds.distribution import Chance, Distribution
from adjudge.odds.enumerate import BUDGET, chain, distribution
from adjudge.odds.estimate import Estimate, estimate
from adjudge.odds.forecasts import by_parts, forecast, of_procedure, outlook
from adjudge.odds.heat import MOST_SPOTS, Grid, grid_of, heat, question_for, stake_of
from adjudge.odds.policies import Policy, fixed, uniform

__all__ = [
    "BUDGET",
    "MOST_SPOTS",
    "Chance",
    "Distribution",
    "Estimate",
    "Grid",
    "Policy",
    "by_parts",
    "chain",
    "distribution",
    "estimate",
    "fixed",
    "forecast",
    "grid_of",
    "heat",
    "of_procedure",
    "outlook",
    "question_for",
    "stake_of",
    "uniform",
]
