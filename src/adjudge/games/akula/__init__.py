"""AR:SE, Akula's Rules, Skirmish Edition: survivors against zombies on a table in inches, driven by a deck of cards.

The book's rules in `rules/`, its tables and four scenarios in `data/`. The order of the deck is not hidden but
undecided: a card is drawn when it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudge.engine import Game
from adjudge.games.akula.bots import policy, survivor
from adjudge.games.akula.kinds import give_voices
from adjudge.games.akula.outlook import worth
from adjudge.games.akula.papers import PAPERS
from adjudge.games.akula.procedures import PROCEDURES
from adjudge.games.akula.rules.sequence import turn
from adjudge.games.akula.setup import seats, start
from adjudge.games.akula.state import Battle, Options
from adjudge.games.akula.victory import WINS, outcome, score
from adjudge.games.akula.view import goal, heading, scene
from adjudge.games.akula.wording import words

give_voices()


def measures(state: Battle) -> Mapping[str, Any]:
    """What simulations gather at the end of a match."""
    people = state.survivors.values()
    return {
        "survivors win": state.over in WINS,
        "score": score(state),
        "grade": state.over,
        "rounds": state.round,
        "survivors lost": sum(survivor.fate in ("dead", "rising", "turned") for survivor in people),
        "zeds destroyed": state.killed,
    }


game: Game[Battle] = Game(
    id="akula",
    title="AR:SE, Akula's Rules: Skirmish Edition",
    emblem="zombie",
    version="2",
    state=Battle,
    options=Options,
    seats=seats,
    start=start,
    turn=turn,
    outcome=outcome,
    scene=scene,
    goal=goal,
    briefing="adjudge.games.akula",
    guide="adjudge.games.akula",
    heading=heading,
    measures=measures,
    procedures=PROCEDURES,
    papers=PAPERS,
    rules="adjudge.games.akula",
    bots={"survivor": survivor},
    default_bot="survivor",
    policy=policy,
    worth=worth,
    horizon=16,
    words=words,
    players="1-6",
    family="battlefield in inches",
    minutes="45-90",
    blurb="A handful of survivors, a deck of cards, and every zombie within twenty inches of the first shot.",
)
