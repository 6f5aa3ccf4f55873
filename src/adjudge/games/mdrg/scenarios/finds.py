"""What lies buried: rolls for finds, and how they come to light."""

from __future__ import annotations

from typing import NamedTuple

from adjudge.engine import Table
from adjudge.games.mdrg.book import CELLS, GEAR, name_of
from adjudge.games.mdrg.figures import can_hold, is_type, named, side_of, uses_hands
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules.artifacts import hold_find
from adjudge.games.mdrg.rules.battle import gain_food
from adjudge.games.mdrg.rules.creation import one_equipment_roll
from adjudge.games.mdrg.state import Battle, Figure, Item, Muster

ANYBODY = Profile(name="a finder", type="human", quality=4, combat=2)
"""For whom the Equipment table is rolled: what a find is does not depend on who finds it."""


class Find(NamedTuple):
    """Something that comes to light: things, and Cells and Food beside them."""

    items: tuple[str, ...] = ()
    cells: int = 0
    food: int = 0


def equipment(table: Table[Battle], seat: str) -> Find:
    """A random artifact: one roll on the Equipment table; where a row leaves a choice, the finder's owner chooses."""
    muster = Muster(seat)
    one_equipment_roll(table, muster, ANYBODY)
    return Find(tuple(muster.pool), muster.cells, muster.food)


def note_find(state: Battle, seat: str) -> None:
    """Something has come to light, thanks to this seat."""
    state.site.found[seat] = state.site.found.get(seat, 0) + 1


def unearth(table: Table[Battle], figure: Figure, find: Find) -> None:
    """sp-dig-in-hand: the finder has it in its hands, with the Cells and the Food that come with it; one that cannot
    hold a thing leaves it where it is."""
    state, rule = table.state, "scenario.artifact-hunt-digging"
    for item in find.items:
        table.tell(rule, "{name} unearths a {item}", name=named(figure), item=name_of(item))
        if grips(figure, item):
            hold_find(table, figure, item)
        else:
            state.items.append(Item(item, figure.x, figure.y, found=True))
    if find.cells:
        table.tell(rule, "{name} unearths {count} Energy Cells", name=named(figure), count=find.cells)
        keep_cells(state, figure, find.cells)
    if find.food:
        table.tell(rule, "{name} unearths {count} Food Points", name=named(figure), count=find.food)
        gain_food(state, side_of(state, figure), find.food)


def grips(figure: Figure, item: str) -> bool:
    """Whether a model can take a thing of the old world in its hands."""
    return (uses_hands(figure) or is_type(figure, "robot")) and item in GEAR and can_hold(figure, item)


def keep_cells(state: Battle, figure: Figure, count: int) -> None:
    """Energy Cells, carried along or left in a heap by those without hands."""
    if uses_hands(figure) or is_type(figure, "robot"):
        figure.cells += count
    else:
        state.items.append(Item(CELLS, figure.x, figure.y, count=count, found=True))
