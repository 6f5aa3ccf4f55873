"""Whole-number weights over one common denominator, which grows when a branch needs a finer one."""

from __future__ import annotations

from math import lcm
from typing import Any


class Sums:
    """The weights of outcomes, added up branch by branch."""

    __slots__ = ("denominator", "noted", "weights")

    def __init__(self, denominator: int = 1) -> None:
        self.denominator = denominator
        self.weights: dict[Any, int] = {}
        self.noted: dict[str, int] = {}

    def add(self, outcome: Any, weight: int, denominator: int) -> None:
        """A branch of weight/denominator that comes to this outcome."""
        share = weight * self.unit(denominator)
        self.weights[outcome] = self.weights.get(outcome, 0) + share

    def unit(self, denominator: int) -> int:
        """What a weight of 1 over another denominator counts here."""
        if self.denominator % denominator:
            self._refine(lcm(self.denominator, denominator) // self.denominator)
        return self.denominator // denominator

    def _refine(self, times: int) -> None:
        self.denominator *= times
        for sums in (self.weights, self.noted):
            for key in sums:
                sums[key] *= times
