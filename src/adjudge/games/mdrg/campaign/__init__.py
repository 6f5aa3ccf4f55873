"""A campaign of Mutants and Death Ray Guns: parties over several weeks, from one battle to the next.

It shares the rulebook and the numbers of the battle game, and asks for each battle as a question; between battles it is
a game of its own: who lives, who is fed, who learns what.
"""

from adjudge.engine import Game
from adjudge.games.mdrg.campaign.bots import quartermaster
from adjudge.games.mdrg.campaign.papers import PAPERS
from adjudge.games.mdrg.campaign.procedures import PROCEDURES
from adjudge.games.mdrg.campaign.rules.week import outcome, turn
from adjudge.games.mdrg.campaign.setup import Options, seats, start
from adjudge.games.mdrg.campaign.state import Campaign
from adjudge.games.mdrg.campaign.view import heading, measures, scene
from adjudge.games.mdrg.policy import policy
from adjudge.games.mdrg.wording import words

game: Game[Campaign] = Game(
    id="mdrg-campaign",
    title="Mutants and Death Ray Guns: a campaign",
    emblem="robot",
    version="1",
    kind="campaign",
    state=Campaign,
    options=Options,
    seats=seats,
    start=start,
    turn=turn,
    outcome=outcome,
    scene=scene,
    heading=heading,
    measures=measures,
    procedures=PROCEDURES,
    papers=PAPERS,
    bots={"quartermaster": quartermaster},
    default_bot="quartermaster",
    policy=policy,
    words=words,
    rules="adjudge.games.mdrg",
    players="2-4",
    family="campaign on the battlefield",
    minutes="100-225",
    blurb="Three to five linked battles: feed your party, bury your dead, learn from victories, find out what guns do.",
)
