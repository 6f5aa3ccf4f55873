"""Radiation: what a Radiation Check does to a model in a battle."""

from __future__ import annotations

from adjudge.engine import Table, step
from adjudge.games.mdrg.figures import is_artificial, is_type, named, side_of
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.readings import on_or_more
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
    table.tell("campaign.radiation-check", "{name} {words}", on=(figure.id,), name=named(figure), words=WORDS[failures])
    return failures


MUTATING = ("mutant", "animal", "plant")
"""Whom radiation may change (ruling.sp-radiation-mutants)."""


@step
def resolve_change(table: Table[Battle], figure: Figure, failures: int) -> bool:
    """campaign.radiation-mutation: whether one that is unharmed will have a new Mutation, on 4+."""
    if failures or not is_type(figure, *MUTATING):
        return False
    changes = table.roll(on_or_more(4, "it mutates"), "campaign.radiation-mutation", side_of(table.state, figure))
    if changes:
        table.tell(
            "campaign.radiation-mutation", "{name} will change until the next game", on=(figure.id,), name=named(figure)
        )
    return changes


def radiated(table: Table[Battle], figure: Figure, rule: str) -> Outcome:
    """What a Radiation Check comes to, for those who only want to know."""
    failures = resolve_radiation(table, figure, rule)
    return Outcome(RADIATED[failures], also=("mutates",) if resolve_change(table, figure, failures) else ())


def irradiate(table: Table[Battle], figure: Figure, rule: str) -> int:
    """campaign.radiation-check: three failures kill, two worsen Quality for good, one for a game. How many failed."""
    failures = resolve_radiation(table, figure, rule)
    figure.changing += resolve_change(table, figure, failures)  # it appears in the next game
    if failures == RADIATION_DICE:
        kill(table, figure, rule)
    elif failures:
        lose_quality(table, figure, "radiation for good" if failures == 2 else "radiation")
    return failures
