"""Outcomes in words: what a forecast or the desk found, as a person reads it beside its chance."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from adjudge.games.mdrg.outcomes import Fate, Outcome, Several, Toll

KINDS = {
    "climbs": "climbs its full move",
    "climbs less": "climbs one category less",
    "fall": "falls",
    "artifact": "an artifact",
    "artifact and termites": "an artifact, and termites",
    "cache": "a weapon cache",
    "cache and surveillance": "a weapon cache, watched by a gun",
    "fallen": "fallen, two actions to rise",
    "gruesome": "gruesome kill",
    "mental": "a mental Mutation",
    "physical": "a physical Mutation",
    "quality": "Quality worse this game",
    "quality for good": "Quality worse for good",
    "recoil": "recoils",
    "surveillance": "a gun that watches",
    "unhurt": "fallen, unhurt",
}
"""Where an outcome is not called by its own name."""

WEAR = {
    "jam": "weapon jams",
    "break": "weapon breaks",
    "empty": "weapon is empty",
    "strain": "strains the arm",
    "burnt out": "power is burnt out",
}
SIDES = {"target": "", "attacker": "attacker ", "friend": "own ", "mover": ""}
COUNTED = {"actions": "action", "flees": "fleeing move"}


@cache
def words(outcome: Any) -> str:
    """Any outcome of this game in words."""
    if isinstance(outcome, Outcome):
        return "; ".join([_happens(outcome), *map(WEAR.__getitem__, outcome.wear), *map(_beside, outcome.beside)])
    if isinstance(outcome, Toll):
        return ", ".join(map(_fate, outcome.fates)) or "nothing"
    if isinstance(outcome, Several):
        return " / ".join(map(words, outcome.outcomes))
    return WEAR.get(outcome, str(outcome))


def parts(outcome: Any) -> tuple[Any, ...]:
    """What a menu tells apart: what becomes of the target and those beside it, and what befalls the weapon."""
    if not isinstance(outcome, Outcome) or not outcome.wear:
        return (outcome,)
    return (replace(outcome, wear=()), *outcome.wear)


def actions(outcome: Outcome) -> str:
    """What activation dice give."""
    return _happens(outcome)


def _happens(outcome: Outcome) -> str:
    said = [_counted(outcome) if outcome.kind in COUNTED else _kind(outcome), *outcome.also]
    return ", ".join(said)


def _counted(outcome: Outcome) -> str:
    return f"{outcome.count} {COUNTED[outcome.kind]}{'s' * (outcome.count != 1)}"


def _kind(outcome: Outcome) -> str:
    if outcome.kind == "cured":
        return f"{outcome.count} cured"
    kind = KINDS.get(outcome.kind, outcome.kind)
    return kind if outcome.kind in UNSIDED else SIDES[outcome.to] + kind


UNSIDED = ("nothing", "gets away", "stays")
"""What happens to nobody."""


def _beside(outcome: Outcome) -> str:
    return f"beside it: {_happens(outcome)}"


def _fate(fate: Fate) -> str:
    if fate.name:
        return f"{fate.name}: {KINDS.get(fate.kind, fate.kind)}"
    return f"{fate.count} {SIDES[fate.to]}{fate.kind}"
