"""Regulus: contests of a few dice, kept highest, in a conversation between a GM and players.

Built on the rules-lite reference; what it leaves out is filled in by rules of ours, whose ids end in `-ours`.
"""

from __future__ import annotations

from adjudge.engine import Game
from adjudge.games.regulus import bots, papers, policy, procedures, retelling, setup, view, wording
from adjudge.games.regulus.rules import sessions, table
from adjudge.games.regulus.state import Options, Session

game: Game[Session] = Game(
    id="regulus",
    title="Regulus: 3R, Rules-lite Reference",
    emblem="psyker",
    version="1",
    state=Session,
    options=Options,
    seats=setup.seats,
    start=setup.start,
    turn=table.turn,
    outcome=table.outcome,
    view=view.view,
    scene=view.scene,
    goal=view.goal,
    briefing=__name__,
    guide=__name__,
    measures=view.measures,
    sequel=sessions.next_session,
    retell=retelling.retell,
    rules=__name__,
    procedures=procedures.PROCEDURES,
    papers=papers.PAPERS,
    bots=dict.fromkeys(("storyteller", "oracle", "player"), bots.storyteller),  # one bot, at home in either chair
    default_bot="storyteller",
    policy=policy.policy,
    imagine=view.imagine,
    words=wording.words,
    parts=wording.parts,
    players="1-6",
    family="story table with a GM",
    minutes="60-240",
    blurb="A story told around a table: say what you want, name what helps, take one, two or three dice, and live"
    " with the ones.",
)
