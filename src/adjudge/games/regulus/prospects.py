"""What an option leads to: which step answers for which option. No rule stands here.

A forecast runs on a copy of what a seat knows, so it looks the contest up there by its number.
"""

from __future__ import annotations

from typing import Any

from adjudge.engine import Table
from adjudge.engine.questions import Forecast
from adjudge.games.regulus.outcomes import Foretold
from adjudge.games.regulus.rules.leverage import pool_of
from adjudge.games.regulus.rules.roll import foretold, pool_to_push, sources, throw
from adjudge.games.regulus.state import Session


def of_roll(number: int, **setting: Any) -> Forecast:
    """The roll of a contest as it stands, or with one more thing settled: so many dice, an option, the free column."""

    def foresee(table: Table[Any]) -> Foretold:
        session: Session = table.state
        contest = session.contest(number)
        return throw(table, pool_of(session, contest, **setting), session.rulings, contest.seat, foretold)

    return foresee


def of_push(number: int, *, stays: bool = False) -> Forecast:
    """The pushed roll; `stays`: in its column, by house rule."""

    def foresee(table: Table[Any]) -> Foretold:
        session: Session = table.state
        contest = session.contest(number)
        pool = pool_to_push(session, contest, stays=stays)
        return throw(table, pool, session.rulings, contest.seat, foretold, "push.one-more-die")

    return foresee


def of_decision(number: int, result: str, possibly: str = "") -> Forecast:
    """A decision that needs no more dice: the result, and the issues that the dice on the table bring."""

    def foresee(table: Table[Any]) -> Foretold:
        session: Session = table.state
        return Foretold(result, len(sources(session, session.contest(number), result, possibly)))

    return foresee
