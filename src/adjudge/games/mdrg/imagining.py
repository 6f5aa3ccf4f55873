"""What a seat may take for true where it cannot see: for minds that look ahead."""

from __future__ import annotations

from random import Random

from adjudge.engine.copying import copy
from adjudge.games.mdrg.places import base_of
from adjudge.games.mdrg.rules.lurkers import lurking
from adjudge.games.mdrg.state import Battle, Counter, Figure

SECRETS = frozenset({"plant.lurkers-counters"})
"""Where a plant lies and where its dummy is answered in secret."""


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
