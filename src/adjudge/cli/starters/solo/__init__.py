"""Starter: a walk through a ruin, alone, with three torches and never enough light."""

from adjudge.engine import Game

from .rules import Options, State, outcome, start, turn
from .view import goal, scene

game = Game(
    id="starter",
    title="Starter",
    version="1",
    players="1",
    family="solo",
    minutes="5",
    blurb="Creep or hurry through the dark, and be out before the last torch.",
    rules=__name__,
    state=State,
    options=Options,
    start=start,
    turn=turn,
    outcome=outcome,
    scene=scene,
    goal=goal,
    briefing=__name__,
    measures=lambda state: {"rooms": state.room, "torches left": state.torches},
)
