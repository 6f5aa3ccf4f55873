"""Exact odds by running a rule through every branch.

The table hands out the values of its path while there are any, and at the first roll beyond takes the first value of
the reading and keeps the others for later: depth first, one run of the rule for each leaf. So the cost is the number of
leaves — of readings, not of faces — times one run of the rule. Weights are whole numbers to the end.

A step is worked out by itself, once for equal arguments in equal states, and the rule branches on its results: ways
that come to the same are one branch. One that goes by its arguments alone is kept for the next time. Figures that go
abreast are worked out one by one and put together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import gcd
from typing import Any, NamedTuple, TypeVar

import msgspec

from adjudge.engine.abreast import Phase
from adjudge.engine.copying import copier, copy_any
from adjudge.engine.dice import Reading
from adjudge.engine.errors import DeadEnd, OverBudget
from adjudge.engine.questions import Choose, Counts, Question, Together
from adjudge.engine.steps import is_alone
from adjudge.engine.table import UMPIRE, By, Table, told_to_nobody
from adjudge.engine.wording import several
from adjudge.odds.distribution import Distribution
from adjudge.odds.keys import Keyer, key_any, keyer
from adjudge.odds.policies import EVENLY, Policy, decide, no_policy
from adjudge.odds.side_by_side import NOTHING, Branches, Noted, SideBySide
from adjudge.odds.sums import Sums

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")
T = TypeVar("T", bound=Hashable)

BUDGET = 200_000
"""How many branches are worked out before giving up: a few seconds."""

MOST_STEPS = 500
"""How many rolls and choices one branch may have. A fight "until somebody falls" has a branch that never ends."""

MOST_KEPT = 20_000
"""How many results of steps that go by their arguments are kept for the next time."""

Rule = Callable[[Table[Any]], Hashable]


_alone: dict[Hashable, Branches] = {}


def forget() -> None:
    """Lets go of all that is kept from earlier odds: to measure what the first time costs."""
    _alone.clear()


class _Work:
    """What an answer has cost so far and what is known already: one for a rule and all the steps within it."""

    __slots__ = ("budget", "by_steps", "known", "leaves", "plain")

    def __init__(self, budget: int, by_steps: bool = True) -> None:
        self.budget, self.by_steps, self.leaves = budget, by_steps, 0
        self.known: dict[Hashable, Branches] = {}
        self.plain: set[Any] = set()
        """The steps that are plain calls in odds too, since more than their result is left of them."""

    def count(self) -> None:
        self.leaves += 1
        if self.leaves > self.budget:
            raise OverBudget(
                f"more than {several(self.budget, 'branch', 'branches')}: raise the budget or ask for an estimate"
            )


class _LeavesMore(Exception):
    """More than a result is left of a step: it changed the state, or its results cannot be told apart."""

    def __init__(self, step: Any) -> None:
        super().__init__(step)
        self.step = step


class _Rest(NamedTuple):
    """What a step returns that leaves the rest to another: which, and with what."""

    rule: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class _OddsTable(Table[S]):
    """Takes values from the path; at its end, the first value, and the others are put aside for later.

    A choice by the policy is a step of the path too, with one branch: it is made once, however often it is passed.
    """

    __slots__ = (
        "_ahead", "_forks", "_found", "_is_alone", "_known", "_path", "_policy", "_work",
        "denominator", "noted", "weight",
    )  # fmt: skip

    def __init__(self, policy: Policy | None, work: _Work, *, is_alone: bool = False) -> None:
        self._policy, self._work, self._is_alone = policy, work, is_alone
        self._path: list[Any] = []
        self._forks: list[tuple[Iterator[tuple[Any, int]], int, int]] = []
        self._ahead = iter(self._path)
        self._found: list[Any] = []
        """What the rule has looked up before its first fork, in its order: the same on every branch."""
        self._known: Iterator[Any] = iter(())
        self.noted: set[str] = set()
        self.weight, self.denominator = 1, 1

    def begin(self, weight: int, denominator: int) -> None:
        """Back to the trunk, which has this weight."""
        self._ahead, self._found, self._known = iter(self._path), [], iter(())
        self.weight, self.denominator = weight, denominator

    def advance(self) -> bool:
        """Takes the next value at the deepest fork that has one left. False: every leaf has been visited."""
        forks, path = self._forks, self._path
        while forks:
            branches, weight, self.denominator = forks[-1]
            for path[-1], share in branches:
                self._ahead, self._known = iter(path), iter(self._found)
                self.weight = weight * share
                return True
            forks.pop()
            path.pop()
        return False

    def once(self, find: Callable[[], R]) -> R:
        for found in self._known:
            return found  # type: ignore[no-any-return]
        if self._path:
            return find()
        self._found.append(find())
        return self._found[-1]  # type: ignore[no-any-return]

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

    tell = told_to_nobody

    # ------------------------------------------------------------------ steps, and figures abreast

    def step(self, rule: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        """Branches on the results of a step, which are worked out beside the path."""
        if rule in self._work.plain or not (self._work.by_steps or is_alone(rule)):
            return rule(self, *args, **kwargs)
        for pair in self._ahead:
            return self._taken(pair)  # type: ignore[no-any-return]
        weights, ways = self._results(rule, args, kwargs)
        return self._taken(self._fork(weights.items(), ways))  # type: ignore[no-any-return]

    def over_to(self, rule: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        """Where a step is worked out that goes by its arguments, its results are those of the other one."""
        if self._is_alone and is_alone(rule):
            return _Rest(rule, args, kwargs)  # type: ignore[return-value]
        return self.step(rule, *args, **kwargs)

    def abreast(
        self, figures: Sequence[Any], phases: Sequence[Phase], spared: R, alike: Callable[[R], str] | None = None
    ) -> list[R]:
        for pair in self._ahead:
            return list(self._taken(pair))
        before = _key_of(self.state)
        weights, ways = SideBySide(self._work_out, figures, phases, spared, alike).outcomes()
        if _key_of(self.state) != before:
            raise ValueError(
                "figures abreast changed the state: let the phases tell what happens, and do it afterwards"
            )
        return list(self._taken(self._fork(weights.items(), ways)))

    def _results(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Branches:
        """The results of a step, known from an equal one or worked out."""
        if is_alone(rule):
            return self._results_alone(rule, args, kwargs)
        before = _key_of(self.state)
        key = (rule, type(self), key_any(args), key_any(kwargs), before)
        try:
            if key not in self._work.known:
                self._work.known[key] = self._work_out(lambda table: rule(table, *args, **kwargs))
        except Exception as error:  # a step that finds its state changed by the branch before may fail in any way
            if _key_of(self.state) != before or (isinstance(error, TypeError) and "unhashable" in str(error)):
                raise _LeavesMore(rule) from None
            raise
        if _key_of(self.state) != before:
            raise _LeavesMore(rule)
        return self._work.known[key]

    def _results_alone(self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Branches:
        """The results of a step that goes by its arguments: they are kept, and there is no state it could look at."""
        key = (rule, type(self), self._policy, args, tuple(kwargs.items()) if kwargs else ())
        found = _alone.get(key)
        if found is None:
            if len(_alone) >= MOST_KEPT:
                _alone.clear()
            found = _alone[key] = self._work_out_alone(lambda table: rule(table, *args, **kwargs))
        return found

    def _work_out_alone(self, rule: Rule) -> Branches:
        """Runs a step that goes by its arguments to each of its leaves, or to where it leaves the rest to another."""
        table, sums = type(self)(self._policy, self._work, is_alone=True), Sums()
        table.state = None  # type: ignore[assignment]
        going_on, count = True, self._work.count
        while going_on:
            count()
            found = rule(table)
            noted = table._noted_so_far()
            if type(found) is _Rest:
                weights, ways = table._results_alone(*found)
                denominator = table.denominator * ways
                for (result, more), share in weights.items():
                    sums.add((result, noted | more if noted else more), table.weight * share, denominator)
            else:
                sums.add((found, noted), table.weight, table.denominator)
            going_on = table.advance()
        return sums.weights, sums.denominator

    def _work_out(self, rule: Rule) -> Branches:
        """Runs a sub-rule to each of its leaves from where this table is."""
        table, sums = type(self)(self._policy, self._work), Sums()
        table.state = self.state
        going_on = True
        while going_on:
            self._work.count()
            result = rule(table)
            sums.add((result, table._noted_so_far()), table.weight, table.denominator)
            going_on = table.advance()
        return sums.weights, sums.denominator

    def _noted_so_far(self) -> Noted:
        return NOTHING

    def _taken(self, pair: tuple[Any, Noted]) -> Any:
        """The result of the branch that is taken."""
        return pair[0]


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

    def _noted_so_far(self) -> Noted:
        noted = frozenset(self.noted)
        self.noted.clear()
        return noted

    def _taken(self, pair: tuple[Any, Noted]) -> Any:
        self.noted |= pair[1]
        return pair[0]


class _Leaves(Sums):
    """What the leaves of a rule come to."""

    __slots__ = ("states", "work")

    def __init__(self, work: _Work, denominator: int = 1) -> None:
        super().__init__(denominator)
        self.work = work
        self.states: dict[Any, Any] = {}

    def visit(self, table: _OddsTable[Any], rule: Rule, state: Any, key_of: Keyer | None = None) -> None:
        """Runs the rule to every leaf and adds up the weights of what it returns, or of the states it ends in."""
        copy = _copier_of(state)
        weights, noted, count = self.weights, table.noted, self.work.count
        denominator, unit = 0, 0
        going_on = True
        while going_on:
            count()
            table.state = copy(state) if copy else state
            outcome = rule(table)
            if key_of:
                outcome = key_of(table.state)
            if table.denominator != denominator:
                denominator = table.denominator
                unit = self.unit(denominator)
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


def _key_of(state: Any) -> Hashable:
    return keyer(type(state))(state) if isinstance(state, msgspec.Struct) else key_any(state)


def _with_steps(find: Callable[[_Work], Distribution[Any]], budget: int, by_steps: bool = True) -> Distribution[Any]:
    """Works an answer out; again from the start if a step proves to leave more behind than its result."""
    work = _Work(budget, by_steps)
    while True:
        try:
            return find(work)
        except _LeavesMore as more:
            work.plain.add(more.step)
            work.known.clear()


def distribution(
    rule: Rule,
    state: Any = None,
    *,
    policy: Policy | None = None,
    budget: int = BUDGET,
    events: bool = False,
    by_steps: bool = True,
) -> Distribution[Any]:
    """The exact distribution of what a rule returns, run on copies of a state.

    `by_steps`: each step is worked out by itself and branched on by its results. Where a rule is a single step, nothing
    is gained by that, and without it the same odds come a little sooner.
    """
    if isinstance(rule, Together):
        return _together(rule, state, policy, budget)
    return _with_steps(lambda work: _visited(rule, state, policy, work, events), budget, by_steps)


def _visited(rule: Rule, state: Any, policy: Policy | None, work: _Work, events: bool) -> Distribution[Any]:
    leaves = _Leaves(work)
    leaves.visit(_NotingTable(policy, work) if events else _OddsTable(policy, work), rule, state)
    return Distribution(leaves.weights, leaves.denominator, leaves.noted, work.leaves)


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


def _one_more(counts: Counts, outcome: Any) -> Counts:
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
    return _with_steps(lambda work: _chained(rules, state, outcome, policy, work), budget)


def _chained(
    rules: Sequence[Callable[[Table[Any]], Any]],
    state: S,
    outcome: Callable[[S], Hashable],
    policy: Policy | None,
    work: _Work,
) -> Distribution[Any]:
    key_of = keyer(type(state)) if isinstance(state, msgspec.Struct) else key_any
    table: _OddsTable[S] = _OddsTable(policy, work)
    layer = _Leaves(work)
    layer.weights, layer.states = {None: 1}, {None: state}
    for rule in rules:
        layer = _next_layer(layer, table, rule, key_of)
    merged: dict[Hashable, int] = {}
    for key, weight in layer.weights.items():
        result = outcome(layer.states[key])
        merged[result] = merged.get(result, 0) + weight
    return Distribution(merged, layer.denominator, {}, work.leaves)


def _next_layer(before: _Leaves, table: _OddsTable[Any], rule: Rule, key_of: Keyer) -> _Leaves:
    """The states that a rule leads to from those before, with their weights."""
    after = _Leaves(before.work, before.denominator)
    for key, weight in before.weights.items():
        table.begin(weight, before.denominator)
        after.visit(table, rule, before.states[key], key_of)
    after.reduce()
    return after
