"""Who speaks for a zed at the moments of the rules: the abilities of its kind.

The chapters declare the moments and ask here; which kind has which abilities is said in `kinds`. So no chapter knows a
kind of zed by name.
"""

from __future__ import annotations

from adjudge.engine.moments import Voices
from adjudge.games.akula.state import Zed

VOICES: dict[str, Voices] = {}


class Ability:
    """What is peculiar to a kind of zed. `rule` is where the book says what it does on its card."""

    rule: str = "zed.shambler"


def voices_of(zed: Zed) -> Voices:
    return VOICES[zed.kind]


def rule_of(zed: Zed) -> str:
    """Where the book says what a zed of this kind does on its card."""
    ability: Ability = VOICES[zed.kind].abilities[0]
    return ability.rule
