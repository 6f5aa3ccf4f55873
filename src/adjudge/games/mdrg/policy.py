"""How odds take seats to choose on the way to an outcome: as the warlord does, and never by drawing lots.

Whether a Hero rolls a die again, whether one who hangs on a wall lets go, whether a door that was won opens: these are
questions like any other, and the odds of what follows depend on them.
"""

from __future__ import annotations

from typing import Any

from adjudge.engine import Asked, Choose, PickPoint
from adjudge.games.mdrg.bots import warlord

ANYWHERE = ("ability.telekinetic-disarm", "grenade.knockback")
"""Where something comes to lie, which changes nothing of the outcome: the warlord draws lots there."""


EITHER = "creation.choose-entries"
"""Which of two things a row of a table gives, where the owner chooses: both are as good."""


def policy(asked: Asked) -> Any:
    """The warlord's answer; where he would draw lots, the first."""
    if asked.rule == EITHER and isinstance(asked.question, Choose):
        return asked.question.options[0]
    if asked.rule in ANYWHERE and isinstance(asked.question, PickPoint):
        return asked.question.region.samples()[0]
    return warlord(asked)
