"""The exact distribution of what a rule comes to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct

T = TypeVar("T", bound=Hashable)


class Chance(Struct, frozen=True):
    """One outcome with its exact probability."""

    outcome: Any
    p: Fraction

    @property
    def value(self) -> float:
        return float(self.p)


class Distribution(Generic[T]):
    """Every outcome of a rule with its exact probability; they sum to exactly 1.

    Kept as whole numbers over one denominator, `weights[outcome] / denominator`; fractions are made when somebody
    looks. `leaves` is how many branches it took.
    """

    __slots__ = ("_chances", "_noted", "denominator", "leaves", "weights")

    def __init__(self, weights: Mapping[T, int], denominator: int, noted: Mapping[str, int], leaves: int) -> None:
        self.weights, self.denominator, self.leaves = weights, denominator, leaves
        self._noted = noted
        self._chances: dict[T, Fraction] | None = None

    @property
    def chances(self) -> dict[T, Fraction]:
        """The probability of each outcome, in the order of their first appearance."""
        if self._chances is None:
            self._chances = {outcome: Fraction(weight, self.denominator) for outcome, weight in self.weights.items()}
        return self._chances

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self.weights.get(outcome, 0), self.denominator)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __repr__(self) -> str:
        return f"<Distribution {', '.join(f'{outcome!r}: {p}' for outcome, p in self.items())}>"

    def items(self) -> list[tuple[T, Fraction]]:
        """Outcomes by falling probability; equals in the order of their first appearance."""
        return sorted(self.chances.items(), key=lambda item: -item[1])

    @property
    def events(self) -> dict[str, Fraction]:
        """For each rule that comes up, by a roll, a question or a word of what happened: the chance that it does."""
        ranked = sorted(self._noted.items(), key=lambda item: (-item[1], item[0]))
        return {rule: Fraction(weight, self.denominator) for rule, weight in ranked}

    def chance(self, test: Callable[[T], bool]) -> Fraction:
        """The chance that an outcome passes the test."""
        return Fraction(sum(weight for outcome, weight in self.weights.items() if test(outcome)), self.denominator)

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The expected value of a number that each outcome stands for."""
        return Fraction(sum(weight * value(outcome) for outcome, weight in self.weights.items())) / self.denominator

    def map(self, meaning: Callable[[T], Any]) -> Distribution[Any]:
        """The same chances for outcomes read one step further; equal ones are merged."""
        merged: dict[Any, int] = {}
        for outcome, weight in self.weights.items():
            key = meaning(outcome)
            merged[key] = merged.get(key, 0) + weight
        return Distribution(merged, self.denominator, self._noted, self.leaves)
