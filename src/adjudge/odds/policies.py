"""How seats are taken to choose, where odds depend on it. There is no hidden default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from adjudge.engine.errors import DrawsLots, NoPolicy
from adjudge.engine.questions import Question
from adjudge.engine.table import Asked

Policy = Callable[[Asked], Any]
"""How a seat would choose. `uniform` takes every option as equally likely."""


class _Evenly:
    """The mark of a choice that is made evenly among all options."""


EVENLY = _Evenly()


def uniform(asked: Asked) -> Any:
    """The policy that takes every option of a `Choose` as equally likely."""
    return EVENLY


def fixed(choices: Mapping[str, Any], otherwise: Policy | None = None) -> Policy:
    """The policy that answers by rule id."""

    def choose(asked: Asked) -> Any:
        if asked.rule in choices:
            return choices[asked.rule]
        if otherwise is None:
            raise no_policy(asked.seat, asked.rule, asked.question)
        return otherwise(asked)

    return choose


def decide(policy: Policy | None, seat: str, rule: str, question: Question[Any], state: Any) -> Any:
    """What a policy answers; a missing one, or one that draws lots, is refused."""
    if policy is None:
        raise no_policy(seat, rule, question)
    try:
        return policy(Asked(seat, rule, question, state, _NO_CHANCE))
    except _DrewLots:
        raise DrawsLots(rule, seat, "a policy that draws nothing at random, or `uniform`") from None


def no_policy(seat: str, rule: str, question: Question[Any]) -> NoPolicy:
    options = getattr(question, "options", ())
    return NoPolicy(rule, seat or "several seats", ", ".join(map(str, options)) or "an answer to it", question)


class _DrewLots(Exception):
    """A policy asked the generator for a number."""


class _NoChance(Random):
    """A generator that gives nothing: odds that rest on drawn lots would not be exact."""

    def random(self) -> float:
        raise _DrewLots

    def getrandbits(self, k: int, /) -> int:
        raise _DrewLots


_NO_CHANCE = _NoChance(0)
