"""Exact odds by running a rule through every branch.

The table hands out the values of its path while there are any, and at the first roll beyond takes the first value of
the reading and keeps the others for later: depth first, one run of the rule for each leaf. So the cost is the number of
leaves — of readings, not of faces — times one run of the rule. Weights are whole numbers to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import gcd, lcm
from typing import Any, TypeVar

import msgspec

from adjudge.engine.copying import copier, copy_any
from adjudge.engine.dice import Reading
from adjudge.engine.errors import DeadEnd, OverBudget
from adjudge.engine.questions import Choose, Counts, Question, Together
from adjudge.engine.table import UMPIRE, By, Table
from adjudge.odds.distribution import Distribution
from adjudge.odds.keys import Keyer, key_any, keyer
from adjudge.odds.policies import EVENLY, Policy, decide, no_policy

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T", bound=Hashable)

BUDGET = 200_000
"""How many branches are worked out before giving up: a few seconds."""

MOST_STEPS = 500
"""How many rolls and choices one branch may have. A fight "until somebody falls" has a branch that never ends."""

Rule = Callable[[Table[Any]], Hashable]


class _OddsTable(Table[S]):
    """Takes values from the path; at its end, the first value, and the others are put aside for later.

    A choice by the policy is a step of the path too, with one branch: it is made once, however often it is passed.
    """

    __slots__ = ("_ahead", "_forks", "_path", "_policy", "denominator", "noted", "weight")

    def __init__(self, policy: Policy | None) -> None:
        self._policy = policy
        self._path: list[Any] = []
        self._forks: list[tuple[Iterator[tuple[Any, int]], int, int]] = []
        self._ahead = iter(self._path)
        self.noted: set[str] = set()
        self.weight, self.denominator = 1, 1

    def begin(self, weight: int, denominator: int) -> None:
        """Back to the trunk, which has this weight."""
        self._ahead = iter(self._path)
        self.weight, self.denominator = weight, denominator

    def advance(self) -> bool:
        """Takes the next value at the deepest fork that has one left. False: every leaf has been visited."""
        forks, path = self._forks, self._path
        while forks:
            branches, weight, self.denominator = forks[-1]
            for path[-1], share in branches:
                self._ahead = iter(path)
                self.weight = weight * share
                return True
            forks.pop()
            path.pop()
        return False

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        for value in self._ahead:
            return value  # type: ignore[no-any-return]
        return self._fork(reading.outcomes, reading.ways)  # type: ignore[no-any-return]

    def _fork(self, outcomes: Iterable[tuple[Any, int]], ways: int) -> Any:
        if len(self._path) >= MOST_STEPS:
            raise OverBudget(f"a branch of more than {MOST_STEPS} rolls, which may never end: ask for an estimate")
        branches = iter(outcomes)
        value, share = next(branches)
        self.denominator *= ways
        self._forks.append((branches, self.weight, self.denominator))
        self._path.append(value)
        self.weight *= share
        return value

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        if isinstance(question, Choose):
            for value in self._ahead:
                return value  # type: ignore[no-any-return]
            return self._fork(*self._choose(seat, rule, question))  # type: ignore[no-any-return]
        if question.is_empty():
            raise DeadEnd(rule, seat)
        only = question.forced()
        return self._decide(seat, rule, question) if only is None else only

    def _choose(self, seat: str, rule: str, question: Choose[Any]) -> tuple[Iterable[tuple[Any, int]], int]:
        options = question.options
        if len(options) == 1:
            return ((options[0], 1),), 1
        if not options:
            raise DeadEnd(rule, seat)
        answer = decide(self._policy, seat, rule, question, self.state)
        if answer is EVENLY:
            return [(option, 1) for option in options], len(options)
        return ((question.check(answer, rule), 1),), 1

    def _decide(self, seat: str, rule: str, question: Question[A]) -> A:
        answer = decide(self._policy, seat, rule, question, self.state)
        if answer is EVENLY:
            raise no_policy(seat, rule, question)
        return question.check(answer, rule)

    def tell(
        self, rule: str, text: str = "", /, *, to: tuple[str, ...] = (), reveal: bool = False, **facts: Any
    ) -> None:
        """Nobody listens."""


class _NotingTable(_OddsTable[S]):
    """Notes besides which rules come up on the way to a leaf: those that roll, ask or tell."""

    __slots__ = ()

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        self.noted.add(rule)
        return super().roll(reading, rule, by, to=to)

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        self.noted.add(rule)
        return super().ask(seat, rule, question)

    def tell(
        self, rule: str, text: str = "", /, *, to: tuple[str, ...] = (), reveal: bool = False, **facts: Any
    ) -> None:
        self.noted.add(rule)


class _Sums:
    """Whole-number weights over one common denominator, which grows when a branch needs a finer one."""

    __slots__ = ("budget", "denominator", "leaves", "noted", "states", "weights")

    def __init__(self, budget: int, denominator: int = 1, leaves: int = 0) -> None:
        self.budget, self.denominator, self.leaves = budget, denominator, leaves
        self.weights: dict[Any, int] = {}
        self.states: dict[Any, Any] = {}
        self.noted: dict[str, int] = {}

    def visit(self, table: _OddsTable[Any], rule: Rule, state: Any, key_of: Keyer | None = None) -> None:
        """Runs the rule to every leaf and adds up the weights of what it returns, or of the states it ends in."""
        copy = _copier_of(state)
        weights, noted = self.weights, table.noted
        denominator, unit = 0, 0
        going_on = True
        while going_on:
            self.leaves += 1
            if self.leaves > self.budget:
                raise OverBudget(f"more than {self.budget} branches: raise the budget or ask for an estimate")
            table.state = copy(state) if copy else state
            outcome = rule(table)
            if key_of:
                outcome = key_of(table.state)
            if table.denominator != denominator:
                denominator = table.denominator
                unit = self._unit(denominator)
            weight = table.weight * unit
            if outcome in weights:
                weights[outcome] += weight
            else:
                weights[outcome] = weight
                if key_of:
                    self.states[outcome] = table.state
            if noted:
                self._note(noted, weight)
            going_on = table.advance()

    def _unit(self, denominator: int) -> int:
        """What a weight of 1 over another denominator counts here."""
        if self.denominator % denominator:
            self._refine(lcm(self.denominator, denominator) // self.denominator)
        return self.denominator // denominator

    def _refine(self, times: int) -> None:
        self.denominator *= times
        for sums in (self.weights, self.noted):
            for key in sums:
                sums[key] *= times

    def _note(self, noted: set[str], weight: int) -> None:
        for rule in noted:
            self.noted[rule] = self.noted.get(rule, 0) + weight
        noted.clear()

    def reduce(self) -> None:
        """The same ratios in the smallest numbers."""
        common = gcd(self.denominator, *self.weights.values())
        self.denominator //= common
        self.weights = {key: weight // common for key, weight in self.weights.items()}


def _copier_of(state: Any) -> Callable[[Any], Any] | None:
    if state is None:
        return None
    return copier(type(state)) if isinstance(state, msgspec.Struct) else copy_any


def distribution(
    rule: Rule,
    state: Any = None,
    *,
    policy: Policy | None = None,
    budget: int = BUDGET,
    events: bool = False,
) -> Distribution[Any]:
    """The exact distribution of what a rule returns, run on copies of a state."""
    if isinstance(rule, Together):
        return _together(rule, state, policy, budget)
    sums = _Sums(budget)
    sums.visit(_NotingTable(policy) if events else _OddsTable(policy), rule, state)
    return Distribution(sums.weights, sums.denominator, sums.noted, sums.leaves)


def _together(rule: Together, state: Any, policy: Policy | None, budget: int) -> Distribution[Any]:
    """Parts that do not touch one another: each by itself, then the counts of their outcomes added up."""
    weights: dict[Counts, int] = {(): 1}
    denominator, leaves = 1, 0
    for part in rule.parts:
        one = distribution(part, state, policy=policy, budget=budget - leaves)
        denominator, leaves = denominator * one.denominator, leaves + one.leaves
        longer: dict[Counts, int] = {}
        for counts, weight in weights.items():
            for outcome, share in one.weights.items():
                more = _one_more(counts, outcome)
                longer[more] = longer.get(more, 0) + weight * share
        weights = longer
        if len(weights) > budget:
            raise OverBudget(f"more than {budget} outcomes together: let the parts say less")
    return Distribution(weights, denominator, {}, leaves).map(rule.told)


def _one_more(counts: Counts, outcome: str) -> Counts:
    known = dict(counts)
    known[outcome] = known.get(outcome, 0) + 1
    return tuple(sorted(known.items()))


def chain(
    rules: Sequence[Callable[[Table[Any]], Any]],
    state: S,
    outcome: Callable[[S], Hashable],
    *,
    policy: Policy | None = None,
    budget: int = BUDGET,
) -> Distribution[Any]:
    """Several rules one after the other on the same state; equal states are merged between them.

    Two attacks of thirty leaves each with five different states between them cost 30 + 5 x 30 runs, not 900.
    """
    key_of = keyer(type(state)) if isinstance(state, msgspec.Struct) else key_any
    table: _OddsTable[S] = _OddsTable(policy)
    sums = _Sums(budget)
    sums.weights, sums.states = {None: 1}, {None: state}
    for rule in rules:
        sums = _next_layer(sums, table, rule, key_of)
    merged: dict[Hashable, int] = {}
    for key, weight in sums.weights.items():
        result = outcome(sums.states[key])
        merged[result] = merged.get(result, 0) + weight
    return Distribution(merged, sums.denominator, {}, sums.leaves)


def _next_layer(before: _Sums, table: _OddsTable[Any], rule: Rule, key_of: Keyer) -> _Sums:
    """The states that a rule leads to from those before, with their weights."""
    after = _Sums(before.budget, before.denominator, before.leaves)
    for key, weight in before.weights.items():
        table.begin(weight, before.denominator)
        after.visit(table, rule, before.states[key], key_of)
    after.reduce()
    return after
