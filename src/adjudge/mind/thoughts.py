"""What bots considered before their answers, for whoever asks why. It is told only where nothing is hidden."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudge.engine.log import Answered, Considered
from adjudge.engine.match import Match
from adjudge.engine.table import Argued, Asked
from adjudge.mind.worlds import encoded

MOST_THOUGHTS = 400


class Thought(Struct, frozen=True):
    """What a bot considered before its answer at a position."""

    position: int
    seat: str
    rule: str
    considered: Considered


def thoughts(match: Match[Any], since: int = 0) -> list[Thought]:
    """What bots considered, the latest of them. What it rests on is nobody's business while something is hidden."""
    if not match.is_over and hides_something(match):
        return []
    line = match.line
    found = [
        Thought(at, it.seat, it.rule, it.why)
        for at, it in enumerate(line[since:], since)
        if isinstance(it, Answered) and it.why is not None
    ]
    return found[-MOST_THOUGHTS:]


def hides_something(match: Match[Any]) -> bool:
    """Whether a spectator does not see all there is."""
    if match.game.view is None:
        return False
    state, seen = match.state, match.view(None)
    return type(seen) is not type(state) or encoded(seen) != encoded(state)


HINT = "think:1s"
"""How long a hint is thought about."""


def hint(match: Match[Any], asked: Asked) -> Considered | None:
    """What a mind in the seat that is asked would consider; None if there is nothing to weigh."""
    argued = match.game.bot(HINT)(asked)
    return argued.why if isinstance(argued, Argued) else None
