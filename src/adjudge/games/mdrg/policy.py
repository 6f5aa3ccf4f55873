"""How odds take seats to choose on the way to an outcome: as the warlord does, and never by drawing lots.

Whether a Hero rolls a die again, whether one who hangs on a wall lets go, whether a door that was won opens: these are
questions like any other, and the odds of what follows depend on them.
"""

from __future__ import annotations

from typing import Any

from adjudge.engine import Asked, PickPoint
from adjudge.games.mdrg.bots import warlord

ANYWHERE = ("ability.telekinetic-disarm", "grenade.knockback")
"""Where something comes to lie, which changes nothing of the outcome: the warlord draws lots there."""


def policy(asked: Asked) -> Any:
    """The warlord's answer; where he would draw lots over a spot, the first."""
    if asked.rule in ANYWHERE and isinstance(asked.question, PickPoint):
        return asked.question.region.samples()[0]
    return warlord(asked)
