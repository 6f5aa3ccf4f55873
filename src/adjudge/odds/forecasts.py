"""Odds where people want them: beside an option before it is chosen, and at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from adjudge.engine.copying import copy
from adjudge.engine.game import Game
from adjudge.engine.inputs import convert
from adjudge.engine.match import Match, Moment
from adjudge.engine.questions import Forecast, PickPoint, Point, Question
from adjudge.engine.scene import Sightline
from adjudge.odds.distribution import Distribution
from adjudge.odds.enumerate import BUDGET, distribution
from adjudge.odds.policies import Policy

SCREEN_BUDGET = 5_000
"""Branches for odds that a screen shows unasked: some tens of milliseconds."""


def forecast(
    match: Match[Any], seat: str, answer: Any, *, policy: Policy | None = None, after: Sequence[Any] = ()
) -> Distribution[Any] | None:
    """What an answer to the present question leads to, if the game says how to tell; by default as its policy plays.

    `after`: to the question that these answers would lead to (`Match.suppose`).
    """
    moment = match.suppose(seat, after)
    question = question_of(moment, seat)
    rule = question.forecast(answer) if question else None
    return None if rule is None else foreseen(match, moment, seat, rule, policy)


def outlook(
    match: Match[Any], seat: str, point: Point, *, policy: Policy | None = None, after: Sequence[Any] = ()
) -> list[tuple[Sightline, Distribution[Any] | None]]:
    """What would be seen from a spot that the present question offers, with the odds of attacking it from there."""
    moment = match.suppose(seat, after)
    question = question_of(moment, seat)
    seen = question.outlook(point) if isinstance(question, PickPoint) else ()
    return [(line, None if rule is None else foreseen(match, moment, seat, rule, policy)) for line, rule in seen]


def question_of(moment: Moment[Any], seat: str) -> Question[Any] | None:
    """What a seat is asked at a moment."""
    return moment.pending.for_seat(seat) if moment.pending and seat in moment.pending.seats else None


def foreseen(
    match: Match[Any], moment: Moment[Any], seat: str, rule: Forecast, policy: Policy | None
) -> Distribution[Any]:
    """What may come of a rule, run on a copy of what the seat knows at a moment."""
    known = match.game.seen(copy(moment.state), seat)
    state = known if isinstance(known, match.game.state) else copy(moment.state)
    return distribution(rule, state, policy=policy or match.game.policy, budget=SCREEN_BUDGET)


def by_parts(game: Game[Any], odds: Distribution[Any]) -> list[tuple[Any, Fraction]]:
    """What may come of an option, for a menu: each part of the outcomes with the chance that it is part of them.

    A game whose outcomes have several parts is told here "kill 11 %" and "weapon jams 8 %", whatever goes with what.
    """
    found: dict[Any, Fraction] = {}
    for outcome, p in odds.items():
        for part in game.parts(outcome):
            found[part] = found.get(part, Fraction(0)) + p
    return sorted(found.items(), key=lambda item: -item[1])


def of_procedure(
    game: Game[Any],
    name: str,
    params: Any,
    *,
    policy: Policy | None = None,
    budget: int = BUDGET,
    events: bool = True,
) -> Distribution[Any]:
    """The odds of a procedure for the situation that the parameters describe."""
    procedure = game.procedure(name)
    situation = params if isinstance(params, procedure.params) else convert(procedure.params, params, name)
    state = procedure.situate(situation)
    return distribution(
        lambda table: procedure.run(table, situation),
        state,
        policy=policy or game.policy,
        budget=budget,
        events=events,
    )
