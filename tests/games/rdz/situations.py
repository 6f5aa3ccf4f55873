"""Situations to try the rules in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge.engine import Script
from adjudge.games.rdz import game
from adjudge.games.rdz.books import Weapon, WeaponEntry, rosters
from adjudge.games.rdz.data import text
from adjudge.games.rdz.rules.combat import begin_round
from adjudge.games.rdz.rules.encounter import meet
from adjudge.games.rdz.state import Figure, Patrol


def patrol(**options: Any) -> Patrol:
    """A fresh squad at Headquarters."""
    return game.start(game.configure(options))


def combat(*types: str, **options: Any) -> Patrol:
    """A fresh squad in Sector 1, in the first Round of a Combat with enemies of these types."""
    state = patrol(**options)
    state.distance = state.depth = state.moves_out = state.record.moves = 1
    meet(state, [rosters[state.books].kinds[type_] for type_ in types])
    begin_round(state)
    state.combat.round = 0
    return state


def quiet(state: Patrol) -> Patrol:
    """The same without a Command to give."""
    state.combat.rerolls = {}
    return state


def enemies(state: Patrol) -> list[Figure]:
    return list(state.combat.enemies.values())


def script(state: Patrol, dice: Sequence[int] = (), answers: Sequence[Any] = ()) -> Script[Patrol]:
    return Script(state, faces=dice, answers=answers)


def weapon(shots: int = 1, damage: str | int = 3, class_: str = "ordinary", name: str = "Stick") -> Weapon:
    return Weapon(WeaponEntry(name, class_, shots, damage))  # type: ignore[arg-type]


def book(id_: str, old: str, new: str) -> str:
    """The house book with another page for one kind: the first `old` on it becomes `new`."""
    house = text("bestiary.toml")
    at = house.index(old, house.index(f'id = "{id_}"\n'))
    return house[:at] + new + house[at + len(old) :]


def numbers(figure: Figure, **values: int) -> Figure:
    """The figure with other current numbers."""
    for field, value in values.items():
        setattr(figure, field, value)
    return figure


def texts(table: Script[Patrol]) -> list[str]:
    return [event.text for event in table.events]


def cited(table: Script[Patrol]) -> list[str]:
    """The rules by which something happened, in order."""
    return [event.rule for event in table.events]
