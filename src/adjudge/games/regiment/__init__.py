"""The Regiment: soldiers in a war, told with a GM, every shot worked out on the volume of fire table."""

from __future__ import annotations

from adjudge.engine import Game
from adjudge.games.regiment import bots, papers, procedures, retelling, setup, view, wording
from adjudge.games.regiment.policy import policy
from adjudge.games.regiment.rules import sessions, table
from adjudge.games.regiment.state import Options, Session

game: Game[Session] = Game(
    id="regiment",
    title="The Regiment, Alpha 2.0",
    emblem="leader",
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
    bots={"veteran": bots.veteran, "commander": bots.commander},
    default_bot="veteran",
    policy=policy,
    imagine=view.imagine,
    words=wording.words,
    players="1-6",
    family="story table with a GM",
    minutes="60-240",
    blurb="A squad in a war: say what you do, roll for it, help each other, and live under fire.",
)
