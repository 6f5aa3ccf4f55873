"""Starter: two bands of three, a ruined farm, and one shot each."""

from adjudge.engine import Game, Seat

from .bots import BOTS
from .rules import PROCEDURES, Battle, Options, outcome, start, turn
from .view import goal, scene

game = Game(
    id="starter",
    title="Starter",
    version="1",
    players="2",
    family="battlefield",
    minutes="15",
    blurb="Walk, find cover, shoot: the last band standing holds the farm.",
    rules=__name__,
    state=Battle,
    options=Options,
    seats=lambda options: [Seat("red", "Red"), Seat("blue", "Blue")],
    start=start,
    turn=turn,
    outcome=outcome,
    scene=scene,
    goal=goal,
    briefing=__name__,
    procedures=PROCEDURES,
    measures=lambda battle: {"rounds": battle.round},
    bots=BOTS,
    default_bot="hunter",
)
