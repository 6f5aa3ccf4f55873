"""Outcomes in words, for people; everything else goes by the data."""

from __future__ import annotations

from typing import Any

from adjudge.engine.game import plain_words
from adjudge.games.regiment.procedures import (
    Commanded,
    Covered,
    Crossed,
    Ducked,
    Engaged,
    Found,
    Helped,
    Pushed,
    Rallied,
    Sent,
    Sheet,
    Struck,
    Treated,
    Wrecked,
)
from adjudge.games.regiment.prospects import Breach, Exchange, Others
from adjudge.games.regiment.readings import Harm, in_words
from adjudge.games.regiment.rules.attack import Verdict
from adjudge.games.regiment.rules.core import TIER_WORDS


def words(outcome: Any) -> str:
    """`Game.words`."""
    match outcome:
        case Verdict():
            return of_verdict(outcome)
        case Harm():
            return in_words(outcome)
        case Exchange():
            return of_exchange(outcome)
        case Breach():
            return f"{_tier(outcome.tier)}: {outcome.major} major, {outcome.minor} minor"
        case Others():
            return ", ".join(f"{count} {text}" for text, count in outcome.counts)
        case str() if outcome in TIER_WORDS:
            return _tier(outcome)
    return of_ruling(outcome)


def of_ruling(outcome: Any) -> str:
    """What the desk says."""
    match outcome:
        case Struck():
            return f"{_done(outcome)}: {outcome.fate}"
        case Wrecked():
            return f"{_tier(outcome.tier)}: {outcome.major} major, {outcome.minor} minor; {outcome.state}"
        case Sheet():
            return f"wounds {_boxes(outcome.wounds)}, stress {_boxes(outcome.stress)}: {outcome.fate}"
        case Treated():
            return f"{_tier(outcome.tier)}: {of_ruling(outcome.sheet)}; {outcome.gear} gear left"
        case Found():
            return f"{_tier(outcome.tier)}: {outcome.number} {'gear' if outcome.kind == 'ammo' else outcome.kind}"
        case Rallied():
            return f"hold {outcome.points}"
        case Helped():
            return f"{_tier(outcome.tier)}: {of_ruling(outcome.sheet)}; {outcome.state}; {_left(outcome)}"
    return of_move(outcome)


def _left(helped: Helped) -> str:
    return f"{helped.gear} gear left" + (", exposed" if helped.is_exposed else "")


def of_move(outcome: Any) -> str:
    """What becomes of a move at the desk."""
    match outcome:
        case Ducked():
            where = f"cover {outcome.cover}{', concealed' * outcome.concealed}"
            return f"{_tier(outcome.tier)}: {where}, {_state(outcome.state, outcome.steps)}"
        case Covered():
            return f"{_tier(outcome.tier)}: {outcome.damage} damage, {_state(outcome.state, outcome.steps)}"
        case Crossed():
            taken = in_words(Harm(outcome.stress, outcome.wounds))
            return f"{_tier(outcome.tier)}: {'there' if outcome.is_there else 'not there'}, {taken}"
        case Engaged():
            return f"{_tier(outcome.tier)}: {', '.join(outcome.gains) or 'no gain'}"
        case Sent():
            return f"{_tier(outcome.tier)}: {outcome.state}{', morale or materiel lost' * bool(outcome.costs)}"
        case Pushed():
            return f"{_tier(outcome.tier)}{f': {outcome.stress} stress' * bool(outcome.stress)}"
        case Commanded():
            marks = f"{outcome.damage} damage" if outcome.damage else f"{outcome.stress} stress"
            return f"{_tier(outcome.tier)}{f': {marks}' * bool(outcome.damage or outcome.stress)}"
        case (tier, Sheet() as sheet, int(bond)):
            return f"{_tier(tier)}: {of_ruling(sheet)}; bond {bond:+d}"
    return plain_words(outcome)


def _state(state: str, steps: int) -> str:
    return f"{state} ({steps} steps)" if steps > 1 else state


def _done(struck: Struck) -> str:
    return f"{struck.damage} damage" if struck.damage else in_words(Harm(struck.stress, struck.wounds))


def _boxes(marked: tuple[bool, ...]) -> str:
    """A track as it is drawn: `xx....`."""
    return "".join("x" if it else "." for it in marked)


def _tier(tier: str) -> str:
    return next(text for name, text in TIER_WORDS.items() if name == tier).removeprefix("a ")


def of_verdict(verdict: Verdict) -> str:
    """What one attack does to one target."""
    if not verdict.volume:
        return "no effect"
    if verdict.damage:
        return f"{verdict.damage} damage"
    return in_words(Harm(verdict.stress, verdict.wounds))


def of_exchange(exchange: Exchange) -> str:
    if exchange.tier == "miss":
        return "miss"
    taken = in_words(Harm(exchange.stress, exchange.wounds))
    return f"{_tier(exchange.tier)}: {exchange.damage} damage, {taken} taken"
