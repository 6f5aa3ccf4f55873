"""What each trait of a side is worth: a fitted model, with how sure it is.

The chance that one side beats another is taken to depend on the difference of what they bring: a logistic regression,
like a rating in which every trait has its points. A draw is half a win. Traits that nobody can tell apart in these
matches, since they always come together, are told as one. A weak prior (no trait is likely to be worth everything)
keeps small samples sane. The intervals allow for what sides have beside their traits: matches of the same two sides
count as one witness, not as many.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from adjudge.lab.playing import share_of
from adjudge.lab.study import Study
from adjudge.odds.estimate import CONFIDENCE

Matrix = NDArray[np.float64]

PRIOR = 1.0
"""The standard deviation, in logits, of what a typical difference in a trait is worth before anything is played."""
FEWEST = 3
"""A trait is judged if it differs between the sides in so many match-ups."""
ENOUGH = 3
"""So many match-ups for each trait, and what they explain is worth telling."""
STEPS = 50


class Worth(Struct, frozen=True):
    """What one more of a trait is worth, in points of winning chances between equals, with the 95 % interval."""

    trait: str
    points: float
    low: float
    high: float
    matchups: int
    """In how many match-ups the sides differ in it."""

    @property
    def is_clear(self) -> bool:
        return self.low > 0 or self.high < 0


class Model(Struct, frozen=True):
    """The fitted model. `first` is what sitting in the first seat is worth."""

    worths: tuple[Worth, ...]
    first: Worth | None
    matches: int
    matchups: int
    explained: float | None
    """The share of the spread of results between match-ups that the traits explain, from 0 to 1; None if there are so
    few match-ups for so many traits that they would explain anything."""


def fitted(study: Study) -> Model | None:
    """What traits are worth, from all matches of two seats that bring any; None if there is nothing to learn from."""
    design = study.design
    if len(design.seats) != 2 or not any(arm.traits for arm in design.arms):
        return None
    one, other = design.seats
    differences = [_difference(arm.traits, one, other) for arm in design.arms]
    names = _that_vary(differences, [row.arm for row in study.rows])
    if not names or not study.rows:
        return None
    groups = _groups(differences, names)
    columns = np.array([[it.get(group[0], 0.0) for group in groups] for it in differences])
    arms = np.array([row.arm for row in study.rows])
    won = np.array([share_of(one, row.winners, design.seats, True) for row in study.rows])
    return _model(columns[arms], won, _clusters(columns)[arms], groups)


def _difference(traits: dict[str, dict[str, float]], one: str, other: str) -> dict[str, float]:
    mine, theirs = traits.get(one, {}), traits.get(other, {})
    return {name: mine.get(name, 0.0) - theirs.get(name, 0.0) for name in {*mine, *theirs}}


def _that_vary(differences: Sequence[dict[str, float]], played: Sequence[int]) -> list[str]:
    """Traits in which the sides differ often enough; match-ups that are each other's mirror count once."""
    seen: dict[str, set[tuple[tuple[str, float], ...]]] = {}
    for arm in set(played):
        key = _either_way(differences[arm])
        for name, value in differences[arm].items():
            if value:
                seen.setdefault(name, set()).add(key)
    return sorted(name for name, keys in seen.items() if len(keys) >= FEWEST)


def _either_way(difference: dict[str, float]) -> tuple[tuple[str, float], ...]:
    one = tuple(sorted(difference.items()))
    return max(one, tuple((name, -value) for name, value in one))


def _groups(differences: Sequence[dict[str, float]], names: Sequence[str]) -> list[list[str]]:
    """Traits that always come together, as one."""
    found: dict[tuple[float, ...], list[str]] = {}
    for name in names:
        found.setdefault(tuple(it.get(name, 0.0) for it in differences), []).append(name)
    return [*found.values()]


def _clusters(columns: Matrix) -> NDArray[np.int64]:
    """A number for each match-up, the same for its mirror image."""
    numbers: dict[tuple[float, ...], int] = {}
    keys = [max(tuple(row), tuple(-row)) for row in columns]
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys])


def _model(given: Matrix, won: Matrix, clusters: NDArray[np.int64], groups: list[list[str]]) -> Model:
    scale = np.sqrt((given**2).mean(axis=0))
    scale[scale == 0] = 1.0
    matrix = np.column_stack([np.ones(len(given)), given / scale])
    weights, curve = _fit(matrix, won)
    spread = _spread(matrix, won, weights, curve, clusters)
    numbers = [len(set(clusters[given[:, at] != 0])) for at in range(len(groups))]
    worths = [
        _worth(" + ".join(group), weights[at + 1] / scale[at], spread[at + 1] / scale[at], numbers[at])
        for at, group in enumerate(groups)
    ]
    worths.sort(key=lambda it: (not it.is_clear, -abs(it.points)))
    many = len(set(clusters))
    first = _worth("first seat", weights[0], spread[0], many)
    explained = _explained(matrix, won, weights, clusters) if many >= ENOUGH * len(groups) else None
    return Model(tuple(worths), first, len(given), many, explained)


def _fit(matrix: Matrix, won: Matrix) -> tuple[Matrix, Matrix]:
    """The weights that explain the results best, by Newton's method, and how sharply they do."""
    weights = np.zeros(matrix.shape[1])
    penalty = np.eye(matrix.shape[1]) / PRIOR**2
    curve = penalty
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-matrix @ weights))
        slope = matrix.T @ (won - chance) - penalty @ weights
        curve = (matrix * (chance * (1 - chance))[:, None]).T @ matrix + penalty
        step = np.linalg.solve(curve, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-9:
            break
    return weights, curve


def _spread(matrix: Matrix, won: Matrix, weights: Matrix, curve: Matrix, clusters: NDArray[np.int64]) -> Matrix:
    """Standard errors: those of the model, or those that match-ups as witnesses suggest, whichever is larger."""
    inverse = np.linalg.inv(curve)
    chance = 1 / (1 + np.exp(-matrix @ weights))
    pull = matrix * (won - chance)[:, None]
    many = int(clusters.max()) + 1
    sums = np.zeros((many, matrix.shape[1]))
    np.add.at(sums, clusters, pull)
    meat = sums.T @ sums * many / max(1, many - 1)
    robust = np.diag(inverse @ meat @ inverse)
    spread: Matrix = np.sqrt(np.maximum(np.diag(inverse), robust))
    return spread


def _explained(matrix: Matrix, won: Matrix, weights: Matrix, clusters: NDArray[np.int64]) -> float:
    """How much of what differs between match-ups follows from their traits."""
    chance = 1 / (1 + np.exp(-matrix @ weights))
    many = np.bincount(clusters)
    # both ways round, a match-up is about its stronger side: mirrored rows are turned
    sign = np.where([tuple(row[1:]) >= tuple(-row[1:]) for row in matrix], 1.0, -1.0)
    seen = np.bincount(clusters, sign * (won - 0.5)) / many
    told = np.bincount(clusters, sign * (chance - 0.5)) / many
    whole = float((many * seen**2).sum())
    return max(0.0, 1 - float((many * (seen - told) ** 2).sum()) / whole) if whole else 0.0


def _worth(name: str, weight: float, error: float, matchups: int) -> Worth:
    """Between equals one logit is 25 points."""
    half = CONFIDENCE * error
    low, middle, high = (100 * (1 / (1 + np.exp(-it)) - 0.5) for it in (weight - half, weight, weight + half))
    return Worth(name, round(float(middle), 2), round(float(low), 2), round(float(high), 2), matchups)


def matrix_of(study: Study) -> tuple[list[str], dict[tuple[str, str], tuple[float, int]]]:
    """Who beats whom: sides by name, and for each pair the share of wins of the first and the number of matches."""
    design = study.design
    found: dict[tuple[str, str], list[float]] = {}
    for row in study.rows:
        arm = design.arms[row.arm]
        one, other = (arm.varied.get(seat, "") for seat in design.seats)
        share = share_of(design.seats[0], row.winners, design.seats, True)
        found.setdefault((one, other), []).append(share)
        found.setdefault((other, one), []).append(1 - share)
    names = list(dict.fromkeys(one for one, _ in found))
    return names, {pair: (sum(shares) / len(shares), len(shares)) for pair, shares in found.items()}
