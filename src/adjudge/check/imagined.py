"""Whether what a game imagines could be: it shows the seat the very view that it was imagined from."""

from __future__ import annotations

from random import Random
from typing import Any

from adjudge.check.plays import plain
from adjudge.check.report import Ledger, Setting
from adjudge.check.shows import everybody
from adjudge.engine.copying import copy
from adjudge.engine.match import Match, Moment


def try_imagining(match: Match[Any], moment: Moment[Any], setting: Setting, ledger: Ledger, rng: Random) -> None:
    """Has every seat imagine the state it cannot see, and looks at it with its eyes."""
    game = match.game
    if game.imagine is None or (moment.pending is None and moment.position < match.position):
        return
    for seat in everybody(match):
        seen = game.seen(copy(moment.state), seat)
        before = plain(seen)
        with ledger.watching("imagining", "imagine", setting, moment.position):
            imagined = game.imagine(seen, seat, rng)
            if type(imagined) is not type(moment.state):
                text = f"imagine gives a {type(imagined).__name__}, not the game's state"
                ledger.note("imagining", text, setting, moment.position, same="imagined type")
            elif plain(game.seen(copy(imagined), seat)) != before:
                text = f"what {seat or 'a spectator'} imagines does not show the view that it was imagined from"
                ledger.note("imagining", text, setting, moment.position, same="imagined view")
