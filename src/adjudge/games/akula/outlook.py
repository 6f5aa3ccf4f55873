"""What a position is worth to the survivors: for minds that look a few cards ahead and not to the end."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, hypot

from adjudge.games.akula.places import in_play, scenario_of
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor
from adjudge.games.akula.victory import score, way_out

AT_HAND, NEAR, ABOUT = 2.0, 4.5, 9.0
"""Zeds within so many inches threaten a survivor; more than `CROWD` of them make it no worse."""
CROWD = 4
FOUND = 0.5
"""The chance that supplies which still lie there are brought home, if all are well."""


def worth(state: Battle, seat: str) -> float:
    """The chance that the survivors still reach what the scenario needs, each with its own chance to make it."""
    scenario = scenario_of(state)
    chances = [survival(state, it) for it in in_play(state)]
    if scenario.type == "supply-run":
        carried = [chance for it, chance in zip(in_play(state), chances, strict=True) for _ in it.supplies]
        lying = [FOUND * sum(chances) / len(state.survivors)] * len(state.markers)
        won = at_least(scenario.need - score(state), carried + lying)
    else:
        done = score(state) if scenario.type == "escape" else 0
        won = at_least(scenario.need - done, chances)
    return 1 - won if seat == UMPIRE_SEAT else won


def survival(state: Battle, it: Survivor) -> float:
    """The chance that one of them makes it: gets away, or lives to the end where nobody has to leave. Fitted to how the
    game's own bot fares in the house's scenarios."""
    scenario = scenario_of(state)
    edge = 2.25 - 0.61 * it.injuries - 0.24 * (scenario.rounds - state.round) - _menace(state, it)
    if scenario.type != "escape":
        edge += 1.37
    if it.vehicle:
        edge += 2.43
    if scenario.edge:
        edge -= _haste(state, it)
    return 1 / (1 + exp(-edge))


def _menace(state: Battle, it: Survivor) -> float:
    """What the zeds about it add to its danger."""
    x, y = it.stand.x, it.stand.y
    away = [hypot(zed.stand.x - x, zed.stand.y - y) for zed in state.zeds.values() if not zed.down]
    at_hand, near, about = (sum(far < limit for far in away) for limit in (AT_HAND, NEAR, ABOUT))
    return 0.40 * at_hand + 0.25 * min(near, CROWD) + 0.12 * min(about - near, CROWD)


def _haste(state: Battle, it: Survivor) -> float:
    """What the inches that it has to make in each Round that is left add to its danger: most if it goes on foot, least
    if a vehicle may still take it along."""
    left = scenario_of(state).rounds - state.round + 1
    pace = way_out(state, (it.stand.x, it.stand.y)) / max(1, left)
    if it.vehicle:
        return 0.15 * pace
    rides = any(not vehicle.wrecked for vehicle in state.vehicles.values())
    return 0.055 * pace if rides else 0.48 * pace


def at_least(wanted: int, chances: Iterable[float]) -> float:
    """The chance that so many of several things happen, each by itself."""
    if wanted <= 0:
        return 1.0
    counts = [1.0] + [0.0] * (wanted - 1)
    enough = 0.0
    for chance in chances:
        enough += counts[-1] * chance
        for number in range(wanted - 1, 0, -1):
            counts[number] += chance * (counts[number - 1] - counts[number])
        counts[0] *= 1 - chance
    return enough
