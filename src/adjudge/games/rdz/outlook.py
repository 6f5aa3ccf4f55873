"""What a Patrol's position is worth: for minds that look a few Rounds ahead and not to the end."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from adjudge.games.rdz.state import Figure, Patrol

FAR_OFF = 10
"""Sector moves that are looked ahead at most: as many as the Patrols had that this was fitted to."""
HOPELESS = 10.0
"""So many times what the squad can bear: more makes it no worse."""


def worth(state: Patrol, seat: str) -> float:
    """The chance that the squad wins, whoever asks; fitted to how 2,000 Patrols of the game's own bot went on."""
    if state.record.target_reached:
        return 1.0
    captain = state.squad.get(state.commander)
    if captain is None or captain.life_points <= 0:
        return 0.0
    squad = _standing(state.squad.values())
    far, left, danger = state.distance, _moves_left(state), _danger(state, squad)
    edge = 1.31 - 0.318 * left - 0.39 * far + 0.008 * _health(squad) + 0.073 * _health([captain])
    return 1 / (1 + exp((1.909 - 0.156 * left) * danger - edge))


def _moves_left(state: Patrol) -> int:
    """The Sector moves that are still to be survived."""
    match state.rulings.game_end_and_victory:
        case "target":
            left = state.target - state.record.moves
        case "distance":
            left = state.target - state.distance
        case "open":
            left = state.distance
    return max(0, min(left, FAR_OFF))


def _danger(state: Patrol, squad: list[Figure]) -> float:
    """What the enemies will have done to the squad by the time they are beaten, as a share of what it can bear."""
    if not state.fighting or not squad:
        return 0.0
    enemies = _standing(state.combat.enemies.values())
    return min(HOPELESS, _skill(enemies) * _health(enemies) / max(1, _skill(squad)) / (_health(squad) + 10))


def _standing(figures: Iterable[Figure]) -> list[Figure]:
    return [it for it in figures if it.life_points > 0]


def _health(figures: Iterable[Figure]) -> int:
    return sum(it.life_points + it.armor for it in figures)


def _skill(figures: Iterable[Figure]) -> int:
    return sum(it.combat_skill for it in figures)
