"""Regs, Dregs & Zombies: a solo patrol game by Errin Famiglia. A squad of seven Regulators walks the Sectors of a city.

The book's rules in `rules/`, its tables and the house's own stat book in `data/`; nothing is ever hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudge.engine import Game
from adjudge.games.rdz.bots import captain, policy
from adjudge.games.rdz.outlook import worth
from adjudge.games.rdz.papers import PAPERS
from adjudge.games.rdz.procedures import procedures
from adjudge.games.rdz.rules import abilities as abilities
from adjudge.games.rdz.rules.combat import turn
from adjudge.games.rdz.rules.patrol import outcome
from adjudge.games.rdz.setup import seats, start
from adjudge.games.rdz.state import Options, Patrol
from adjudge.games.rdz.view import goal, heading, scene
from adjudge.games.rdz.wording import words


def measures(state: Patrol) -> Mapping[str, Any]:
    """What simulations gather at the end of a match."""
    record = state.record
    return {
        "captain alive at the target": record.target_reached,
        "captain alive": state.over != "fallen",
        "sector moves": record.moves,
        "greatest distance": record.greatest_distance,
        "combats won": record.combats_won,
        "enemies defeated": sum(record.killed.values()) - record.innocents + sum(record.justice.values()),
        "brought to justice": sum(record.justice.values()),
        "innocents killed": record.innocents,
        "regulators lost": record.regulators_lost,
    }


game: Game[Patrol] = Game(
    id="rdz",
    title="Regs, Dregs & Zombies",
    emblem="soldier",
    version="1",
    state=Patrol,
    options=Options,
    seats=seats,
    start=start,
    turn=turn,
    outcome=outcome,
    scene=scene,
    goal=goal,
    briefing="adjudge.games.rdz",
    guide="adjudge.games.rdz",
    heading=heading,
    measures=measures,
    rules="adjudge.games.rdz",
    procedures=procedures,
    papers=PAPERS,
    bots={"captain": captain},
    default_bot="captain",
    policy=policy,
    worth=worth,
    horizon=6,
    words=words,
    players="1-7",
    family="solo squad patrol",
    minutes="30-60",
    blurb="Lead seven Regulators through the Sectors of Anakron, and bring the Captain home.",
)
