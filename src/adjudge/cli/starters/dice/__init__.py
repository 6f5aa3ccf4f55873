"""Starter: two players, one die, and the question when to stop."""

from adjudge.engine import Game, Seat

from .bots import BOTS
from .rules import Options, State, outcome, turn
from .view import goal, scene

game = Game(
    id="starter",
    title="Starter",
    version="1",
    players="2",
    family="dice",
    minutes="5",
    blurb="Roll on or stop: a 1 loses everything on the table.",
    rules=__name__,
    state=State,
    options=Options,
    seats=lambda options: [Seat("red", "Red"), Seat("blue", "Blue")],
    start=lambda options: State({"red": 0, "blue": 0}, options.target),
    turn=turn,
    outcome=outcome,
    scene=scene,
    goal=goal,
    briefing=__name__,
    measures=lambda state: {f"{seat}'s score": score for seat, score in state.scores.items()},
    bots=BOTS,
    default_bot="careful",
)
