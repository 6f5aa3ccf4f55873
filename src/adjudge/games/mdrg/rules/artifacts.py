"""Figuring out artifacts: what the first model that picks up something of the old world makes of it."""

from __future__ import annotations

from functools import cache
from typing import Literal

from adjudge.engine import Reading, Table, total
from adjudge.engine.moments import sum_of
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import ARMS, GEAR, TYPES, name_of
from adjudge.games.mdrg.figures import current, named, side_of
from adjudge.games.mdrg.readings import on_a_one, on_or_more
from adjudge.games.mdrg.rules.area import blast
from adjudge.games.mdrg.rules.combat import Clash
from adjudge.games.mdrg.state import Battle, Figure

Insight = Literal["ruined", "not understood", "understood"]

INSIGHTS: dict[Insight, str] = {
    "ruined": "campaign.artifact-failure",
    "not understood": "campaign.artifact-unknown",
    "understood": "campaign.artifact-success",
}
PLAIN = ("missile", "tool")
"""Kinds of things that everybody can use."""
DANGEROUS = ("gun", "grenade")


# Moments at which special rules speak


@sum_of
def puzzles() -> int:
    """A bonus when the model figures out an artifact; several add up (sp-artifact-modifiers-stack)."""


def knows(figure: Figure, item: str) -> bool:
    """campaign.artifact-no-roll: it has one already, or the thing is no artifact."""
    return GEAR[item].kind in PLAIN or item in current(figure).gear


def insight_modifier(figure: Figure) -> int:
    """human.artifacts, animal.artifacts, plant.artifacts, robot.artifacts; and all that special rules add."""
    return TYPES[current(figure).type].artifacts + puzzles(voices(figure.rules))


@cache
def insight(modifier: int) -> Reading[Insight]:
    """campaign.artifact-failure, campaign.artifact-unknown, campaign.artifact-success: up to 4, up to 8, and above."""

    def read(reached: int) -> Insight:
        return "ruined" if reached <= 4 else "not understood" if reached <= 8 else "understood"

    return total(2, 6, modifier).map(read, f"{total(2, 6, modifier).label}, artifact")


def figure_out(table: Table[Battle], figure: Figure, item: str) -> Insight:
    """campaign.artifact-roll: two dice. The same model gets no second try at the same thing (sp-artifact-retry)."""
    if knows(figure, item):
        table.tell("campaign.artifact-no-roll", "{name} knows such a thing", name=named(figure))
        return "understood"
    found = table.roll(insight(insight_modifier(figure)), "campaign.artifact-roll", side_of(table.state, figure))
    table.tell(INSIGHTS[found], "the {item} is {found}", item=name_of(item), found=found)
    return found


def goes_off(table: Table[Battle], figure: Figure, item: str) -> bool:
    """campaign.artifact-goes-off: whether a ruined gun or grenade turns against the one who handles it."""
    if GEAR[item].kind not in DANGEROUS:
        return False
    return table.roll(on_a_one("it goes off"), "campaign.artifact-goes-off", side_of(table.state, figure))


def accident(state: Battle, figure: Figure, item: str) -> Clash:
    """The clash of a weapon that nobody fires: a gun's bonus or a grenade's Combat (ruling.sp-artifact-goes-off)."""
    arm = ARMS[item]
    if arm.blast:
        return blast(state, None, figure, arm, (figure.x, figure.y))
    return Clash(state, "shot", None, figure, arm=arm, base=arm.bonus)


def holds_a_cell(table: Table[Battle], figure: Figure, item: str) -> bool:
    """campaign.artifact-empty-weapon: an even chance for a gun."""
    return table.roll(on_or_more(4, "it holds a cell"), "campaign.artifact-empty-weapon", side_of(table.state, figure))
