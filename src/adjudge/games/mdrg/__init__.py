"""Mutants and Death Ray Guns: parties of survivors on a battlefield measured with three sticks.

House law of this game:

* `rules/` follows the book, chapter by chapter; `data/` holds its numbers; `rulebook.toml` its rules in our words.
* A special rule (skill, Mutation, feature, piece of equipment) is one small object under `special/` that answers
  the moments it cares about. A procedure asks who has something to say; it knows no ability by name.
* A scenario is one small object under `scenarios/` in the same way: it answers for the place.
* A profile outlives a battle: it is frozen, and what a battle does to a model is kept beside it.
"""

from adjudge.engine import Game, Tunable
from adjudge.games.mdrg.bots import Temper, warlord_of
from adjudge.games.mdrg.imagining import SECRETS, imagine
from adjudge.games.mdrg.outlook import worth
from adjudge.games.mdrg.papers import PAPERS
from adjudge.games.mdrg.policy import policy
from adjudge.games.mdrg.procedures import PROCEDURES
from adjudge.games.mdrg.report import Report, check_report, report, report_choices
from adjudge.games.mdrg.rules.battle import outcome, turn
from adjudge.games.mdrg.scenarios import orchard as _scenarios  # noqa: F401
from adjudge.games.mdrg.setup import Options, seats, start
from adjudge.games.mdrg.sides import traits
from adjudge.games.mdrg.state import Battle
from adjudge.games.mdrg.view import goal, measures, scene, view
from adjudge.games.mdrg.wording import parts, words

game: Game[Battle] = Game(
    id="mdrg",
    title="Mutants and Death Ray Guns",
    emblem="mutant",
    version="1",
    state=Battle,
    options=Options,
    seats=seats,
    start=start,
    turn=turn,
    outcome=outcome,
    view=view,
    scene=scene,
    goal=goal,
    briefing="adjudge.games.mdrg",
    guide="adjudge.games.mdrg",
    measures=measures,
    traits=traits,
    procedures=PROCEDURES,
    report=report,
    report_type=Report,
    check_report=check_report,
    report_choices=report_choices,
    papers=PAPERS,
    bots={"warlord": Tunable(Temper, warlord_of, "attacks by exact odds, closes in from cover to cover")},
    default_bot="warlord",
    policy=policy,
    imagine=imagine,
    worth=worth,
    horizon=8,
    secrets=SECRETS,
    words=words,
    parts=parts,
    rules="adjudge.games.mdrg",
    players="2-4",
    family="battlefield",
    minutes="30-45",  # setup.game-length
    blurb="Post-holocaust skirmishes: parties of humans, mutants, animals, plants, androids, robots and the Wretched.",
)
