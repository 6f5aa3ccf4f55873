"""What a position is worth to the survivors: for minds that look a few cards ahead and not to the end."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, hypot

from adjudge.games.akula.places import in_play, scenario_of
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor
from adjudge.games.akula.victory import score, way_out

NEAR = 4.5
"""Zeds within so many inches threaten a survivor; more than `CROWD` of them make it no worse."""
CROWD = 4
FOUND = 0.5
"""The chance that supplies which still lie there are brought home, if all are well."""
STRIDE = 8.0
"""Inches that a survivor makes in a Round."""


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
    """The chance that one of them makes it, fitted to how the game's own bot fares in the house's scenarios."""
    scenario, (x, y) = scenario_of(state), (it.stand.x, it.stand.y)
    zeds = sum(not zed.down and hypot(zed.stand.x - x, zed.stand.y - y) < NEAR for zed in state.zeds.values())
    rounds = scenario.rounds - state.round
    far = way_out(state, (x, y)) if scenario.edge else 0.0
    edge = 3.3 - 0.026 * far - 1.05 * it.injuries - 0.3 * it.grabbed - 0.31 * min(zeds, CROWD) - 0.24 * rounds
    rides = any(not vehicle.wrecked for vehicle in state.vehicles.values())
    late = 0.0 if rides else max(0.0, far - STRIDE * (rounds + 1))
    return 1 / (1 + exp(0.25 * late - edge))


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
