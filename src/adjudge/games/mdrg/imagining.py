"""What a seat may take for true where it cannot see, and what a position is worth: for minds that look ahead."""

from __future__ import annotations

from random import Random

from adjudge.engine.copying import copy
from adjudge.games.mdrg.figures import current, is_down, is_helpless, quality, side_of
from adjudge.games.mdrg.places import base_of
from adjudge.games.mdrg.rules.lurkers import lurking
from adjudge.games.mdrg.state import Battle, Counter, Figure

SECRETS = frozenset({"plant.lurkers-counters"})
"""Where a plant lies and where its dummy is answered in secret."""

STEEP = 2.25
"""How fast an edge in strength becomes a won battle. This and what a model counts for were fitted to 600 battles of
warlords, with parties of the book and random ones, and held against 300 others."""


def imagine(seen: Battle, seat: str | None, rng: Random) -> Battle:
    """Each plant that lurks lies under any counter of its side that is as wide as it is."""
    state = copy(seen)
    for owner in state.seats:
        blank = [one for one in state.counters if one.seat == owner and not one.figure]
        shown = {one.figure for one in state.counters}
        for figure in lurking(state, owner):
            if figure.id not in shown:
                _hide(figure, base_of(state, figure).diameter, blank, rng)
    return state


def _hide(figure: Figure, wide: float, blank: list[Counter], rng: Random) -> None:
    """Under one of its size that is still free."""
    fitting = [one for one in blank if one.width == wide] or blank
    if fitting:
        chosen = rng.choice(fitting)
        blank.remove(chosen)
        chosen.figure = figure.id


def worth(state: Battle, seat: str) -> float:
    """The chance that a seat wins, from the strength of its side against that of all others, also of those to come."""
    team = state.teams.get(seat, seat)
    ours = theirs = 0.0
    for figure in state.figures.values():
        if figure.gone or not figure.seat:  # a thing of the place is on nobody's side
            continue
        if state.teams.get(side_of(state, figure), side_of(state, figure)) == team:
            ours += strength(figure)
        else:
            theirs += strength(figure)
    if not ours or not theirs:
        return 0.5 if ours == theirs else float(ours > 0)
    return float(ours**STEEP / (ours**STEEP + theirs**STEEP))


def strength(figure: Figure) -> float:
    """How much a model counts: twice as much for each point of Combat, four times as much if it acts twice as often,
    less while it is down or out."""
    able = 2.0 ** current(figure).combat * (7 - quality(figure)) ** 2
    return able * (0.2 if is_helpless(figure) else 0.8 if is_down(figure) else 1.0)
