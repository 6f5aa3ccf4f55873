"""A league for any game of two sides: who meets whom, when, and what comes of it.

The law: the league knows no game. It pairs players, asks for their battles, and counts. What is fought, and how, is the
battle's own affair (`adjudge.engine.fights`). `rules` is the league itself, `pairings` says who meets whom, `standings`
counts points, `ratings` estimates strength with its uncertainty, `view` draws.
"""

from adjudge.engine import Asked, Fight, Game
from adjudge.league.rules import outcome, play
from adjudge.league.state import League, Options, seats, start
from adjudge.league.view import draw, heading, measures


def player(asked: Asked) -> object:
    """Fights every battle at once and agrees to any date."""
    if isinstance(asked.question, Fight):
        return asked.question.by_bots(f"{asked.rng.getrandbits(64):016x}")
    return asked.question.sample(asked.rng)


player.blind = True  # type: ignore[attr-defined]

game = Game(
    id="league",
    title="League",
    version="1.0.0",
    kind="campaign",
    state=League,
    options=Options,
    start=start,
    seats=seats,
    turn=play,
    outcome=outcome,
    rules="adjudge.league",
    scene=draw,
    heading=heading,
    measures=measures,
    bots={"player": player},
    default_bot="player",
    players="2 to 16",
    family="campaign for any game of two sides",
    blurb="Everybody meets everybody, or the Swiss system. Fight each round at a table here, with miniatures at home, "
    "or let bots play; the league keeps dates, points, tie-breaks and ratings.",
)
