"""Carrying out: what becomes of figures once a rule has decided and said so. Nothing here rolls, asks or tells.

Zeds are removed, wounded or knocked back, survivors removed, seats left, supplies dropped, grabs loosened.
"""

from __future__ import annotations

from adjudge.field import Stand
from adjudge.field.moving import nearest_free_spot
from adjudge.games.akula.data import NUMBERS
from adjudge.games.akula.places import gait_of, ground_of, stands, zeds_touching
from adjudge.games.akula.rules.spawn import is_recycled
from adjudge.games.akula.state import Battle, Marker, Survivor, Zed

# ---------------------------------------------------------------------- zeds


def knock_back(state: Battle, zed: Zed) -> None:
    """shooting.knock-back: it neither moves nor attacks until the next Round, and whom it held is free."""
    zed.down = True
    loosen_grabs(state)


def wound(state: Battle, zed: Zed) -> None:
    """tank.wounds: -1 inch of move and -1 in fighting each (ruling.tank-wound-minimum)."""
    zed.wounds += 1
    if zed.wounds >= NUMBERS.tank_wounds:
        remove_zed(state, zed)


def remove_zed(state: Battle, zed: Zed) -> None:
    """Off the table, to come back or not."""
    del state.zeds[zed.id]
    state.killed += 1
    if is_recycled(state, zed):
        state.casualties.append(zed.kind)
    loosen_grabs(state)


def loosen_grabs(state: Battle) -> None:
    """ruling.grabbed-survivor: a grab ends when no zed that is able to act is left in contact."""
    for survivor in state.survivors.values():
        if survivor.grabbed and not any(is_able(state, zed) for zed in zeds_touching(state, survivor)):
            survivor.grabbed = False


def is_able(state: Battle, zed: Zed) -> bool:
    """Whether a zed can hold somebody (ruling.grab-knocked-back)."""
    return not zed.down or state.rulings.grab_knocked_back == "can"


# ---------------------------------------------------------------------- survivors


def remove_survivor(state: Battle, survivor: Survivor) -> None:
    """Off the table for good; supplies stay where it fell, and whoever it carried."""
    leave_seat(state, survivor)
    survivor.fate = "dead"
    survivor.grabbed = False
    drop_supplies(state, survivor)
    put_down(state, survivor)
    state.waiting.pop(survivor.id, None)


def leave_seat(state: Battle, survivor: Survivor) -> None:
    """Out of its vehicle, which has no driver then if it was the driver."""
    if not survivor.vehicle:
        return
    vehicle = state.vehicles[survivor.vehicle]
    vehicle.people.remove(survivor.id)
    if vehicle.driver == survivor.id:
        vehicle.driver = ""
    survivor.stand = survivor.stand.moved(vehicle.stand.at)
    survivor.vehicle = ""


def drop_supplies(state: Battle, survivor: Survivor) -> None:
    """Supplies of a removed survivor lie there as markers that need no search."""
    for name in survivor.supplies:
        state.markers[name] = Marker(name, name, *survivor.stand.at, hidden=False)
    survivor.supplies = []


def put_down(state: Battle, carrier: Survivor) -> None:
    """Whoever the carrier carried lies beside it (ruling.infection-stages)."""
    for other in state.survivors.values():
        if other.carried_by == carrier.id:
            other.carried_by = ""
            make_room(state, other)


def make_room(state: Battle, survivor: Survivor, keep_off: tuple[Stand, ...] = ()) -> None:
    """Moves a figure to the nearest spot where it fits."""
    others = [*stands(state, apart_from=survivor.id), *keep_off]
    spot = nearest_free_spot(ground_of(state), survivor.stand, others, gait_of(state))
    if spot is not None:
        survivor.stand = survivor.stand.moved(spot)
