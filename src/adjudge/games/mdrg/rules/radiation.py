"""Radiation: what a Radiation Check does to a model in a battle."""

from __future__ import annotations

from adjudge.engine import Table, step
from adjudge.games.mdrg.figures import is_artificial, named
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import kill, lose_quality
from adjudge.games.mdrg.state import Battle, Figure

RADIATION_DICE = 3


RADIATED = ("unharmed", "quality", "quality for good", "kill")
"""What so many failures come to."""
WORDS = ("is unharmed", "has worse Quality for this game", "has worse Quality for good", "dies")


@step
def resolve_radiation(table: Table[Battle], figure: Figure, rule: str) -> int:
    """Three Quality dice. How many fail; machines do not roll (android.immunities)."""
    failures = 0 if is_artificial(figure) else quality_roll(table, figure, RADIATION_DICE, "radiation", rule).failures
    table.tell("campaign.radiation-check", "{name} {words}", name=named(figure), words=WORDS[failures])
    return failures


def irradiate(table: Table[Battle], figure: Figure, rule: str) -> int:
    """campaign.radiation-check: three failures kill, two worsen Quality for good, one for a game. How many failed."""
    failures = resolve_radiation(table, figure, rule)
    if failures == RADIATION_DICE:
        kill(table, figure, rule)
    elif failures:
        lose_quality(table, figure, "radiation for good" if failures == 2 else "radiation")
    return failures
