"""A table beside the table: rules of a battle that are wanted between battles are run on a small battle of their own.

Whoever sits at the campaign answers and rolls; nobody can tell the difference.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from adjudge.engine import Question, Reading, Table
from adjudge.engine.table import UMPIRE, By
from adjudge.games.mdrg.book import FIELD
from adjudge.games.mdrg.figures import muster_figure, refresh
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules.battlefield import open_table
from adjudge.games.mdrg.rules.quality import spend_reroll
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.state import Battle, Figure

A = TypeVar("A")
T = TypeVar("T")


class Aside(Table[Battle]):
    """Asks, rolls and tells at another table, with a battle for its state."""

    __slots__ = ("_host",)

    def __init__(self, host: Table[Any], state: Battle) -> None:
        self._host, self.state = host, state

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        return self._host.ask(seat, rule, question)

    def roll(self, reading: Reading[Any], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> Any:
        return self._host.roll(reading, rule, by, to=to)

    def tell(
        self, rule: str, text: str = "", /, *, to: tuple[str, ...] = (), reveal: bool = False, **facts: Any
    ) -> None:
        self._host.tell(rule, text, to=to, reveal=reveal, **facts)


def alone(table: Table[Any], seat: str, profile: Profile, rulings: Rulings) -> tuple[Aside, Figure]:
    """A model by itself in camp, with what it is for good: neither this game's wounds nor hunger count
    (ruling.sp-survival-roll-details), and a Hero has no second die between games."""
    calm = replace(profile, health="fit", hungry=0)
    scale = FIELD.scale["28mm"]
    figure = muster_figure(f"{seat}-1", seat, calm)
    figure.x = figure.y = scale.board / 2
    figure.placed = True
    spend_reroll(figure)
    refresh(figure)
    state = Battle((seat,), scale, rulings, open_table(scale), phase="play", active=seat, figures={figure.id: figure})
    return Aside(table, state), figure
