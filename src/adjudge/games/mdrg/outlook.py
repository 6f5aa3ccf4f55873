"""What a position is worth: for minds that look a few activations ahead and not to the end.

The numbers were fitted to 1,500 battles of warlords with parties of the book and random ones: to who won, and to what
positions had become sixteen activations later, which tells small things from luck.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, hypot, log

from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.figures import current, is_down, is_helpless, quality, side_of
from adjudge.games.mdrg.places import length
from adjudge.games.mdrg.rules.ranged import usable
from adjudge.games.mdrg.state import Battle, Figure

STEEP = 1.85
"""How fast an edge in strength becomes a won battle."""
SHOT_TO_COME, SHOT_NEXT_TURN, BLOW_TO_COME = 0.4, 0.2, 0.27
"""What it is worth if all of a side have an enemy to shoot at in this turn, or in their next, or to strike in this."""
AT_MERCY = 0.5
"""What it costs if all of a side lie on the ground, or can do nothing, before their enemies."""
NEAR, BEFORE_THEM = 1.5, 2.0
"""Short sticks to an enemy whom one can reach, and to one who can finish off those who lie there."""


def worth(state: Battle, seat: str) -> float:
    """The chance that a seat wins, by the strength of its side against all others and by what is about to happen."""
    team = state.teams.get(seat, seat)
    ours: list[Figure] = []
    theirs: list[Figure] = []
    for figure in state.figures.values():
        if not figure.gone and figure.seat:  # a thing of the place is on nobody's side
            (ours if _team(state, side_of(state, figure)) == team else theirs).append(figure)
    if not ours or not theirs:
        return 0.5 if len(ours) == len(theirs) else float(bool(ours))
    mine, yours = ([(figure, strength(figure)) for figure in side] for side in (ours, theirs))
    edge = STEEP * log(sum(it for _, it in mine) / sum(it for _, it in yours))
    if state.phase == "play":
        is_ours = _team(state, state.active) == team
        edge += promise(state, mine, theirs, is_ours) - promise(state, yours, ours, not is_ours)
    return 1 / (1 + exp(-edge))


def _team(state: Battle, seat: str) -> str:
    return state.teams.get(seat, seat)


def strength(figure: Figure) -> float:
    """How much a model counts: twice as much for each point of Combat, four times as much if it acts twice as often,
    less while it is down or out."""
    able = 2.0 ** current(figure).combat * (7 - quality(figure)) ** 2
    return able * (0.2 if is_helpless(figure) else 0.8 if is_down(figure) else 1.0)


def promise(state: Battle, side: Iterable[tuple[Figure, float]], foes: Iterable[Figure], is_active: bool) -> float:
    """What is about to happen to a side and by it, each model counting for its share of the strength."""
    short, total, found = length(state, "short"), 0.0, 0.0
    for figure, counts in side:
        total += counts
        away = min([hypot(foe.x - figure.x, foe.y - figure.y) for foe in foes])
        if away < BEFORE_THEM * short and (is_down(figure) or is_helpless(figure)):
            found -= AT_MERCY * counts
        found += _about_to(state, figure, away, is_active) * counts
    return found / total


def _about_to(state: Battle, figure: Figure, away: float, is_active: bool) -> float:
    """What a model can do to an enemy at that distance before long."""
    if is_helpless(figure) or (is_active and figure.activated):
        return 0.0
    if any(away <= 2 * length(state, ARMS[arm].range) for arm in usable(figure)):
        return SHOT_TO_COME if is_active else SHOT_NEXT_TURN
    return BLOW_TO_COME if is_active and away < NEAR * length(state, "short") else 0.0
