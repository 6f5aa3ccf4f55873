"""Steps: a rule resolves, then carries out.

A step is a sub-rule whose result is all that matters to what follows: it asks, rolls and tells, and returns a verdict.
Live play, a forecast, the desk and a bot call the same step; the caller carries the verdict out, or only looks at it.
In play a step is a plain call. A table that works out odds, or compares a forecast with the rule, sees where it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import Parameter, signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from adjudge.engine.table import Table

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=Callable[..., Any])

RULE, DEFAULTS = "__rule__", "__defaults__"
"""What a step is called inside the function that takes it: no parameter of a rule has such a name."""


def alone(rule: C) -> C:
    """Says of a step that it goes by its arguments alone, and so does whoever answers what it asks: dice that lie there
    are the same in any state. Odds work such a step out once and for all. It stands below `@step`."""
    rule.alone = True  # type: ignore[attr-defined]
    return rule


def is_alone(rule: Callable[..., Any]) -> bool:
    return getattr(rule, "alone", False)


def over_to(
    table: Table[Any], taken: Callable[Concatenate[Table[Any], P], R], /, *args: P.args, **kwargs: P.kwargs
) -> R:
    """Leaves the rest of a step that goes `alone` to another one: what that comes to is what this one comes to.

    `return over_to(table, settle, dice)` is a plain call in play, and always the last thing that a step does. Odds need
    not run through the first step again for each result of the second.
    """
    return table.over_to(taken.__wrapped__, *args, **kwargs)  # type: ignore[attr-defined, no-any-return]


def step(
    rule: Callable[Concatenate[Table[Any], P], R],
) -> Callable[Concatenate[Table[Any], P], R]:
    """Marks a sub-rule as a step."""
    table, *others = signature(rule).parameters.values()
    names: dict[str, Any] = {RULE: rule, DEFAULTS: {it.name: it.default for it in others}}
    exec(_written(table.name, others), names)  # our own text, made from the names of the parameters alone
    taken: Callable[Concatenate[Table[Any], P], R] = names["taken"]
    return update_wrapper(taken, rule)


def _written(table: str, others: list[Parameter]) -> str:
    """The function that takes the step, with the rule's own parameters.

    A simulation takes steps by the million, and `*args, **kwargs` would cost it several times the call.
    """
    parameters = ", ".join(["", *_taken(others)])
    passed = ", ".join(["", *(_passed(it) for it in others)])
    choice = f"{table}.step({RULE}{passed}) if {table}.sees_steps else {RULE}({table}{passed})"
    return f"def taken({table}{parameters}):\n    return {choice}"


def _taken(parameters: list[Parameter]) -> list[str]:
    found: list[str] = []
    for it in parameters:
        if it.kind is Parameter.KEYWORD_ONLY and "*" not in found:
            found.append("*")
        found.append(it.name if it.default is Parameter.empty else f"{it.name}={DEFAULTS}[{it.name!r}]")
    return found


def _passed(parameter: Parameter) -> str:
    name = parameter.name
    return f"{name}={name}" if parameter.kind is Parameter.KEYWORD_ONLY else name
