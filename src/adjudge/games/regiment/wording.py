"""Outcomes in words, for people; everything else goes by the data."""

from __future__ import annotations

from typing import Any

from adjudge.engine.game import plain_words
from adjudge.games.regiment.procedures import Found, Rallied, Sheet, Struck, Treated, Wrecked
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
        case (tier, Sheet() as sheet, int(bond)):
            return f"{_tier(tier)}: {of_ruling(sheet)}; bond {bond:+d}"
    return plain_words(outcome)


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
