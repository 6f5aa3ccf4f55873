"""What an option leads to: the step that answers for it, run on a copy of the present state. No rule stands here.

A chapter hands over the very step that play takes; here its figures are looked up in the copy by their ids, and what it
decides is counted as an outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol

from adjudge.engine import Table
from adjudge.engine.questions import Forecast
from adjudge.field.paths import Path
from adjudge.games.akula.data import Weapon
from adjudge.games.akula.places import zeds_touching
from adjudge.games.akula.state import Battle, Survivor, Vehicle, Zed
from adjudge.games.akula.verdicts import Braked, Combat, Held, Seized, Shot, Succeeded, fought_of, toll_of


class ResolveShot(Protocol):
    def __call__(
        self, table: Table[Battle], survivor: Survivor, weapon: Weapon, target: str, /, *, aimed: bool
    ) -> Shot: ...


def of_shot(resolve: ResolveShot, survivor: str, weapon: Weapon, target: str, *, aimed: bool) -> Forecast:
    """Miss, nothing, knock-back or headshot; a wound to those who take wounds; of a blast, how many of each."""

    def forecast(table: Table[Battle]) -> Hashable:
        shot = resolve(table, table.state.survivors[survivor], weapon, target, aimed=aimed)
        return toll_of(shot, blast=weapon.blast)

    return forecast


def of_fight(resolve: Callable[[Table[Battle], Survivor, list[Zed]], Combat], survivor: str) -> Forecast:
    """Win, standoff or loss, and what follows from it."""

    def forecast(table: Table[Battle]) -> Hashable:
        figure = table.state.survivors[survivor]
        return fought_of(resolve(table, figure, zeds_touching(table.state, figure)))

    return forecast


def of_passing(
    resolve: Callable[[Table[Battle], Survivor, Path], Seized | None], survivor: str, path: Path | None
) -> Forecast | None:
    """Whether a move ends in the grip of a zed."""
    if path is None:
        return None

    def forecast(table: Table[Battle]) -> Hashable:
        return Held(resolve(table, table.state.survivors[survivor], path) is not None)

    return forecast


def of_wrestling(resolve: Callable[[Table[Battle], Survivor], bool], survivor: str) -> Forecast:
    def forecast(table: Table[Battle]) -> Hashable:
        return Held(not resolve(table, table.state.survivors[survivor]))

    return forecast


def of_search(resolve: Callable[[Table[Battle], Survivor], bool], survivor: str) -> Forecast:
    def forecast(table: Table[Battle]) -> Hashable:
        return Succeeded("search", resolve(table, table.state.survivors[survivor]))

    return forecast


def of_starting(resolve: Callable[[Table[Battle], Survivor, Vehicle], bool], survivor: str, vehicle: str) -> Forecast:
    def forecast(table: Table[Battle]) -> Hashable:
        state = table.state
        return Succeeded("start", resolve(table, state.survivors[survivor], state.vehicles[vehicle]))

    return forecast


def of_braking(resolve: Callable[[Table[Battle], Survivor, Vehicle], str], survivor: str, vehicle: str) -> Forecast:
    """Under control, or which mishap."""

    def forecast(table: Table[Battle]) -> Hashable:
        state = table.state
        return Braked(resolve(table, state.survivors[survivor], state.vehicles[vehicle]))

    return forecast
