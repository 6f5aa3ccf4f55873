"""Figures abreast, one by one: what may become of each is worked out alone, and the results are put together.

That is exact because nobody among them touches anybody else; what is rolled once for all is taken value by value.
Every value here is a pair: what came out, and the rules that came up on the way to it (none if nobody notes them).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from adjudge.engine.abreast import Each, Phase
from adjudge.engine.table import Table
from adjudge.odds.sums import Sums

Noted = frozenset[str]
Weights = dict[tuple[Any, Noted], int]
Branches = tuple[Weights, int]
"""Results with the rules that came up, their weights, and what the weights add up to."""

NOTHING: Noted = frozenset()


class SideBySide:
    """One group of figures before the same phases."""

    def __init__(
        self,
        work_out: Callable[[Callable[[Table[Any]], Any]], Branches],
        figures: Sequence[Any],
        phases: Sequence[Phase],
        spared: Any,
        alike: Callable[[Any], str] | None,
    ) -> None:
        self._work_out, self._figures, self._phases = work_out, figures, phases
        self._spared, self._alike = spared, alike
        self._known: dict[Any, Branches] = {}
        self._samples: dict[str, Any] = {}

    def outcomes(self) -> Branches:
        """What may become of them all: a tuple in their order, or, where only the sorts count, in no order."""
        sums = Sums()
        for shared, weight, ways in self._rolled_for_all():
            together: Weights = {((), NOTHING): 1}
            for at in range(len(self._figures)):
                alone, denominator = self._sorted(self._from(at, 0, None, shared))
                together, ways = self._joined(together, alone), ways * denominator
            for (results, noted), share in together.items():
                sums.add((self._unsorted(results), noted), weight * share, ways)
        return sums.weights, sums.denominator

    def _rolled_for_all(self) -> Iterable[tuple[tuple[tuple[Any, Noted], ...], int, int]]:
        """The values of the phases that are taken once, with their weight and what it is a part of."""
        found: list[tuple[tuple[tuple[Any, Noted], ...], int, int]] = [((), 1, 1)]
        for phase in self._phases:
            if not isinstance(phase, Each):
                weights, ways = self._work_out(phase.rule)
                found = [
                    ((*shared, pair), weight * share, denominator * ways)
                    for shared, weight, denominator in found
                    for pair, share in weights.items()
                ]
        return found

    # ------------------------------------------------------------------ one of them

    def _from(self, at: int, number: int, so_far: Any, shared: tuple[tuple[Any, Noted], ...]) -> Branches:
        """What may become of one figure from a phase on."""
        if number == len(self._phases):
            return {(so_far, NOTHING): 1}, 1
        phase = self._phases[number]
        if not isinstance(phase, Each):
            value, noted = shared[0]
            found, ways = self._from(at, number + 1, (so_far, value), shared[1:])
            return ({(it, noted | more): weight for (it, more), weight in found.items()} if noted else found), ways
        key = (at, number, so_far, shared)
        if key not in self._known:
            self._known[key] = self._through(at, number, so_far, shared)
        return self._known[key]

    def _through(self, at: int, number: int, so_far: Any, shared: tuple[tuple[Any, Noted], ...]) -> Branches:
        weights, ways = self._taken(at, number, so_far)
        sums = Sums()
        for (value, noted), weight in weights.items():
            if value is None:
                sums.add((self._spared, noted), weight, ways)
                continue
            after, denominator = self._from(at, number + 1, value, shared)
            for (result, more), share in after.items():
                sums.add((result, noted | more), weight * share, ways * denominator)
        return sums.weights, sums.denominator

    def _taken(self, at: int, number: int, so_far: Any) -> Branches:
        """One phase of one figure: once, whatever is still to be rolled for all."""
        key = (at, number, so_far)
        if key not in self._known:
            rule, figure = self._phases[number].rule, self._figures[at]
            self._known[key] = self._work_out(lambda table: rule(table, figure, so_far))  # type: ignore[call-arg]
        return self._known[key]

    # ------------------------------------------------------------------ all of them

    def _sorted(self, alone: Branches) -> Branches:
        """The same by sorts, where only these count; a sample of each sort is kept."""
        if self._alike is None:
            return alone
        sorts: Weights = {}
        for (result, noted), weight in alone[0].items():
            sort = self._alike(result)
            self._samples.setdefault(sort, result)
            sorts[sort, noted] = sorts.get((sort, noted), 0) + weight
        return sorts, alone[1]

    def _joined(self, together: Weights, alone: Weights) -> Weights:
        longer: Weights = {}
        for (results, noted), weight in together.items():
            for (result, more), share in alone.items():
                at = len(results) if self._alike is None else bisect(results, result)
                key = ((*results[:at], result, *results[at:]), noted | more)
                longer[key] = longer.get(key, 0) + weight * share
        return longer

    def _unsorted(self, results: tuple[Any, ...]) -> tuple[Any, ...]:
        return results if self._alike is None else tuple(self._samples[sort] for sort in results)
