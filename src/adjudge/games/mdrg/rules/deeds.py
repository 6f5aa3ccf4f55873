"""Deeds: what a model can do with its actions. Core rules and special rules offer them; the owner chooses.

A deed is made afresh from the state whenever it is offered, and finds its figures by id when it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudge.engine import Table
from adjudge.engine.questions import Forecast
from adjudge.games.mdrg.state import Battle, Figure

Do = Callable[[Table[Battle], Figure], int | None]
"""Does the deed. What it returns is what it cost, if not what was said; nothing: as said."""


class Deed(NamedTuple):
    """Something that a model can do. `attack`: it is the attack of its turn (actions.one-attack-per-turn)."""

    key: str
    label: str
    cost: int
    rule: str
    do: Do
    attack: bool = False
    note: str = ""
    target: str = ""
    forecast: Forecast | None = None


def by_id(state: Battle, id: str) -> Figure:
    """The figure of an id, in this copy of the state."""
    return state.figures[id]
