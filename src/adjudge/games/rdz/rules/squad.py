"""Running a Regulator Squad: who is in it, who decides for whom, and what a lost Captain means."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.state import CAPTAIN, OFFICER, Patrol


def captain_falls(table: Table[Patrol]) -> None:
    """death.captain: the game ends, at once (ruling.captain-death-timing)."""
    state = table.state
    officer = state.squad[OFFICER]
    if state.rulings.captain_death_timing == "officer" and state.commander == CAPTAIN and officer.life_points > 0:
        state.commander = OFFICER
        table.tell(
            "ruling.captain-death-timing",
            "{officer} takes command of the squad.",
            on=(officer.id,),
            officer=officer.name,
        )
        return
    state.over = "fallen"
    table.tell("death.captain", "With the Captain dead, the Patrol is over.")


def restore(table: Table[Patrol]) -> None:
    """Headquarters: everything and everyone back to the starting numbers; the dead are replaced, save a Captain."""
    state = table.state
    for kind in rosters[state.books].regulators:
        figure = state.squad[kind.id]
        if figure.life_points <= 0:
            if kind.id == CAPTAIN:  # hq.replace-dead: never, even where the Officer took over
                continue
            table.tell(
                "hq.replace-dead", "A new {name} reports for duty.", on=(figure.id,), mark="appear", name=figure.name
            )
        figure.initiative, figure.combat_skill = kind.initiative, kind.combat_skill  # hq.restore-statistics
        figure.life_points, figure.armor = kind.life_points, kind.armor
        figure.uses = dict(kind.limits)  # hq.restore-weaponry, ruling.patrol-period
    state.blame = 0
