"""Deeds: what a model can do with its actions. Core rules and special rules offer them; the owner chooses.

A deed is made afresh from the state whenever it is offered, and finds its figures by id when it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudge import engine
from adjudge.engine import Table
from adjudge.engine.questions import Forecast, Onward, Point
from adjudge.games.mdrg.state import Battle, Figure

Do = Callable[[Table[Battle], Figure], int | None]
"""Does the deed. What it returns is what it cost, if not what was said; nothing: as said."""


class Deed(NamedTuple):
    """Something that a model can do. `attack`: it is the attack of its turn (actions.one-attack-per-turn).

    The first word of the key is its kind. `target` is the model that it is done to, `thing` a piece of the scenery,
    `item` what it is done with, or what is handled, `at` where that lies.
    """

    key: str
    label: str
    cost: int
    rule: str
    do: Do
    attack: bool = False
    note: str = ""
    target: str = ""
    forecast: Forecast | None = None
    thing: str = ""
    item: str = ""
    at: Point | None = None
    onward: Callable[[], Onward] | None = None
    """What is asked next if the dice before it allow that."""

    @property
    def kind(self) -> str:
        return self.key.partition(":")[0]

    def about(self, figure: str) -> engine.Deed:
        """The deed of a model as data. What costs more than another of its kind is aimed, powerful, with more dice."""
        facts = {"cost": self.cost, "attack": self.attack}
        return engine.Deed(self.kind, figure, self.target or self.thing, self.item, self.at, facts)


def by_id(state: Battle, id: str) -> Figure:
    """The figure of an id, in this copy of the state."""
    return state.figures[id]
