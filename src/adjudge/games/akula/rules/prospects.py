"""What an option leads to: the rules that odds are worked out from, run on a copy of the present state."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.engine.questions import Forecast
from adjudge.games.akula.data import WEAPONS
from adjudge.games.akula.places import zeds_touching
from adjudge.games.akula.state import Battle

HOLD = "hold"


def of_shot(survivor: str, weapon: str, target: str, *, aimed: bool) -> Forecast | None:
    """Miss, nothing, knock-back or headshot; a wound to those who take wounds."""
    if target == HOLD:
        return None

    def forecast(table: Table[Battle]) -> str:
        from adjudge.games.akula.rules import shooting

        return shooting.shoot(table, table.state.survivors[survivor], WEAPONS[weapon], target, aimed=aimed)

    return forecast


def of_fight(survivor: str) -> Forecast:
    """Win, standoff or loss, and what follows from it."""

    def forecast(table: Table[Battle]) -> str:
        return fought(table, survivor)

    return forecast


def fought(table: Table[Battle], survivor: str) -> str:
    """A combat with all zeds in contact, in words."""
    from adjudge.games.akula.rules import melee

    figure = table.state.survivors[survivor]
    zeds = zeds_touching(table.state, figure)
    before, killed = figure.injuries, table.state.killed
    result = melee.combat(table, figure, zeds)
    if result == melee.WON:
        return f"won, {table.state.killed - killed} removed"
    if result == melee.STANDOFF:
        return "standoff"
    return "lost, removed" if figure.fate else "lost, bitten" if figure.injuries > before else "lost, unharmed"


def of_wrestling(survivor: str) -> Forecast:
    def forecast(table: Table[Battle]) -> str:
        from adjudge.games.akula.rules import grab

        return grab.wrestle(table, table.state.survivors[survivor])

    return forecast
