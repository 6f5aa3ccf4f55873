"""What all procedures share: their models, their weapons, and how a deed is put to play."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta

from adjudge.engine import Table
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.rules import ranged
from adjudge.games.mdrg.small_tables import (
    HERE,
    Fighter,
    away_from,
    hide,
    put,
    rulings_of,
    small_table,
)
from adjudge.games.mdrg.state import Battle, Figure

RED, BLUE = "red-1", "blue-1"


LeaderNear = Annotated[bool, Meta(description="a Leader of its side is within Long and in sight")]


Distance = Annotated[float, Meta(ge=0, le=600, description="between the bases, in millimetres")]


Cover = Annotated[bool, Meta(description="scenery partly hides the target")]


def names_of(ids: list[str]) -> dict[str, str]:
    """Weapons by their names."""
    return {id: ARMS[id].name for id in ids}


SHOT = names_of([id for id, arm in ARMS.items() if not arm.blast])


BLASTS = names_of([id for id, arm in ARMS.items() if arm.blast])


SIDEARMS = names_of([id for id, arm in ARMS.items() if arm.hth is not None])
"""What is fired in hand-to-hand (hth.mod-pistol)."""


REPEATERS = names_of(
    [id for id, arm in ARMS.items() if (arm.cells or arm.projected) and not ranged.is_single(voices(arm.traits))]
)
"""What is fired at several targets (multishot.targets): high tech, with more than one shot in its cell."""


def figure(table: Table[Battle], id: str = RED) -> Figure:
    """A model of the small table."""
    return table.state.figures[id]


Find = Callable[[Battle, Any], Deed]
"""Finds a deed among those that play offers on a small table, or refuses it."""


def put_to_play(situate: Callable[[Any], Battle], find: Find) -> Callable[[Table[Battle], Any], Hashable]:
    """The rule of a procedure: a deed that play offers, resolved as play resolves it.

    Every branch of the odds has the same deed, and it finds its figures by their ids: it is looked for once.
    """

    @lru_cache(maxsize=64)
    def deed(params: Any) -> Deed:
        return find(situate(params), params)

    def run(table: Table[Battle], params: Any) -> Hashable:
        forecast = deed(params).forecast
        assert forecast is not None
        return forecast(table)

    return run


def surround(state: Battle, middle: Figure, models: tuple[Fighter, ...], seat: str, name: str) -> list[Figure]:
    """Models in contact with another, on all sides of it."""
    placed = []
    for number, model in enumerate(models, 1):
        one = put(state, f"{seat}-{number}", model, HERE, f"{name} {number}" if len(models) > 1 else f"the {name}")
        away_from(state, one, middle, 0.0, 90.0 * (number - 1))
        placed.append(one)
    return placed


def facing(params: Any) -> Battle:
    """A shooter or psionic and his target, at a distance."""
    state = small_table(rulings_of(params), params.scale)
    shooter = put(state, RED, params.shooter, (100.0, HERE[1]), "the shooter", holds=getattr(params, "weapon", ""))
    target = put(state, BLUE, params.target, HERE, "the target")
    away_from(state, target, shooter, params.distance)
    if getattr(params, "cover", False):
        hide(state, target, shooter, params.distance)
    return state


def played(situate: Callable[[Any], Battle], find: Find) -> tuple[Callable[[Any], Battle], Any]:
    """How a procedure is set up, and the deed that is put to play on it."""
    return situate, put_to_play(situate, find)
