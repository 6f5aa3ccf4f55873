"""Radiation: what a Radiation Check does to a model in a battle."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.games.mdrg.rules.figures import is_artificial, named
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import kill, lose_quality
from adjudge.games.mdrg.state import Battle, Figure

RADIATION_DICE = 3


WORDS = ("unharmed", "Quality worse this game", "Quality worse for good", "dies")
"""What so many failures come to."""


def exposure(table: Table[Battle], figure: Figure, rule: str, *, quiet: bool = False) -> int:
    """How many of the dice fail; machines do not roll (android.immunities)."""
    if is_artificial(figure):
        return 0
    return quality_roll(table, figure, RADIATION_DICE, "radiation", rule, quiet=quiet).failures


def irradiate(table: Table[Battle], figure: Figure, rule: str) -> int:
    """Three Quality dice. Three failures kill, two worsen Quality for good, one for this game. How many failed."""
    failures = exposure(table, figure, rule)
    table.tell(rule, "{name}: {words}", name=named(figure), words=WORDS[failures])
    if failures == RADIATION_DICE:
        kill(table, figure, rule)
    elif failures:
        lose_quality(table, figure, "radiation for good" if failures == 2 else "radiation")
    return failures
