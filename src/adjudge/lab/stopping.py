"""When the answer is clear: a confidence sequence, which may be looked at after every match without losing its level.

An ordinary 95 % interval is right once, at a number of matches fixed in advance; whoever looks again and again and
stops when it pleases is wrong far more often. A confidence sequence is a chain of intervals that hold all together with
95 %, however often one looks and whenever one stops. This one is by betting (Waudby-Smith and Ramdas, "Estimating means
of bounded random variables by betting", 2024): for each value that the mean might have, two gamblers bet that it is
more and that it is less. If it is right, their game is fair and nobody gets rich: a value at which one of them has made
his stake twentyfold (for 95 %) is ruled out. It needs no more of the values than that they lie between 0 and 1, and it
is narrow where they vary little, as differences of matches with the same dice do.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log, sqrt

import numpy as np

GRID = 1001
"""Values of the mean that are tried: every thousandth."""
BOLD = 0.5
"""The share of a gambler's money that may be lost in one bet."""


class Sequence:
    """The confidence sequence of the mean of values between 0 and 1, taken in one by one."""

    def __init__(self, alpha: float = 0.05) -> None:
        self._alpha = alpha
        self._means = np.linspace(0.0, 1.0, GRID)
        with np.errstate(divide="ignore"):
            self._most_up = BOLD / self._means
            self._most_down = BOLD / (1 - self._means)
        self._up = np.zeros(GRID)
        self._down = np.zeros(GRID)
        self._possible = np.ones(GRID, dtype=bool)
        self.count = 0
        self._sum, self._spread = 0.5, 0.25
        self.low, self.high = 0.0, 1.0

    def take(self, value: float) -> None:
        """One more value. How much is bet on it was settled by those before."""
        if not -1e-9 <= value <= 1 + 1e-9:
            raise ValueError(f"{value} does not lie between 0 and 1")
        self.count += 1
        variance = self._spread / self.count
        bet = sqrt(2 * log(2 / self._alpha) / (variance * self.count * log(1 + self.count)))
        gain = value - self._means
        self._up += np.log1p(np.minimum(bet, self._most_up) * gain)
        self._down += np.log1p(-np.minimum(bet, self._most_down) * gain)
        self._sum += value
        self._spread += (value - self._sum / (self.count + 1)) ** 2
        self._rule_out()

    def take_all(self, values: Iterable[float]) -> Sequence:
        for value in values:
            self.take(value)
        return self

    def _rule_out(self) -> None:
        """Each gambler began with half of the stake."""
        rich = np.maximum(self._up, self._down) + log(0.5) >= log(1 / self._alpha)
        self._possible &= ~rich
        left = np.flatnonzero(self._possible)
        if len(left):  # with a step to either side, since only every thousandth was tried
            self.low = max(0.0, float(self._means[left[0]]) - 1 / (GRID - 1))
            self.high = min(1.0, float(self._means[left[-1]]) + 1 / (GRID - 1))
