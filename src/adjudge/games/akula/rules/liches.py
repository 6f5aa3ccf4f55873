""" "Liches & Witches": zeds that need no stimulation and call the others."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.field import EPS
from adjudge.games.akula.data import NUMBERS, called
from adjudge.games.akula.places import distance_to, in_play, is_within, place_of
from adjudge.games.akula.rules.noise import make_call
from adjudge.games.akula.state import Battle, Zed


def call_if_near(table: Table[Battle], zed: Zed) -> bool:
    """liche.call: with a survivor within 10 inches at any point of its turn; the umpire always calls when it can.

    It costs nothing (ruling.liche-call-details) and counts for the rest of the Round (liche.call-duration).
    """
    state = table.state
    if not any(is_within(state, zed.stand, place_of(state, it), NUMBERS.call_made) for it in in_play(state)):
        return False
    heard = tuple(
        other.id
        for other in state.zeds.values()
        if other.id != zed.id and distance_to(state, other.stand, zed.stand.at) <= NUMBERS.call_heard + EPS
    )
    make_call(table, zed.stand.at, heard)
    sound = "wails" if zed.kind == "witch" else "moans"
    table.tell("liche.call", "{zed} {sound}: {count} zeds hear it.", zed=called(zed.id), sound=sound, count=len(heard))
    return True
