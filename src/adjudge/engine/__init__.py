"""The engine: a rule is an ordinary Python function that reaches the world through a table, with three calls.

`ask` a seat, `roll` dice, `tell` what happened; everything else is a way of answering those calls. The engine knows no
game, clock, file or network. What belongs to one game lives in `games/`, what belongs to the battlefield in `field/`,
and how things look is the business of screens.
"""

from adjudge.engine.bots import Tunable
from adjudge.engine.dice import (
    Best,
    Reading,
    against,
    at_least,
    d66,
    highest,
    in_order,
    opposed,
    tally,
    total,
)
from adjudge.engine.errors import AdjudgeError, BadInput, Diverged, IllegalAnswer, Refused, Suspended
from adjudge.engine.fights import Fight, Fought, Instead, shared
from adjudge.engine.game import Game, NoOptions, Outcome, Procedure, Seat, find_game, games
from adjudge.engine.live import Pending
from adjudge.engine.match import Match
from adjudge.engine.papers import Finding, Paper
from adjudge.engine.playout import play_on, playout
from adjudge.engine.pools import Pool, added, pool, side_by_side
from adjudge.engine.questions import (
    EVERYONE,
    Allocate,
    Choose,
    ChooseSome,
    Deed,
    Floor,
    Option,
    PickPoint,
    Question,
    Sealed,
    Write,
)
from adjudge.engine.rulebook import Rule, Rulebook, Ruling
from adjudge.engine.scene import (
    Bar,
    Board,
    Card,
    Cards,
    Facts,
    Overlay,
    Piece,
    Prose,
    Scene,
    Sightline,
    Step,
    Terrain,
    Track,
)
from adjudge.engine.steps import alone, over_to, step
from adjudge.engine.table import UMPIRE, Asked, Bot, Event, Playout, Rolled, Script, Table, random_bot

__all__ = [
    "EVERYONE",
    "UMPIRE",
    "AdjudgeError",
    "Allocate",
    "Asked",
    "BadInput",
    "Bar",
    "Best",
    "Board",
    "Bot",
    "Card",
    "Cards",
    "Choose",
    "ChooseSome",
    "Deed",
    "Diverged",
    "Event",
    "Facts",
    "Fight",
    "Finding",
    "Floor",
    "Fought",
    "Game",
    "IllegalAnswer",
    "Instead",
    "Match",
    "NoOptions",
    "Option",
    "Outcome",
    "Overlay",
    "Paper",
    "Pending",
    "PickPoint",
    "Piece",
    "Playout",
    "Pool",
    "Procedure",
    "Prose",
    "Question",
    "Reading",
    "Refused",
    "Rolled",
    "Rule",
    "Rulebook",
    "Ruling",
    "Scene",
    "Script",
    "Sealed",
    "Seat",
    "Sightline",
    "Step",
    "Suspended",
    "Table",
    "Terrain",
    "Track",
    "Tunable",
    "Write",
    "added",
    "against",
    "alone",
    "at_least",
    "d66",
    "find_game",
    "games",
    "highest",
    "in_order",
    "opposed",
    "over_to",
    "play_on",
    "playout",
    "pool",
    "random_bot",
    "shared",
    "side_by_side",
    "step",
    "tally",
    "total",
]
