"""Several figures side by side: what a blast does to each of those in it.

At the table everybody takes a phase before anybody takes the next, and a phase may be rolled once for all of them. But
nobody touches anybody else: what one of them rolls changes nothing for the others. A rule that says so with
`table.abreast` is two plain loops in play, and in odds a dozen figures cost a dozen times one, not one to the twelfth.

>>> from adjudge.engine import Script, at_least, total
>>> dodges = Each(lambda table, name, _: True if table.roll(at_least(1, 4), "blast.dodge") else None)
>>> damage = Once(lambda table: table.roll(total(1), "blast.damage"))
>>> survives = Each(lambda table, name, so_far: f"{name} loses {so_far[1]}")
>>> Script(None, faces=[1, 6, 5, 3]).abreast(["Ann", "Bo", "Cy"], [dodges, damage, survives], "unhurt")
['unhurt', 'Bo loses 3', 'Cy loses 3']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from adjudge.engine.table import Table

I = TypeVar("I")  # noqa: E741 - an item
R = TypeVar("R")


class Each(NamedTuple):
    """A phase that every figure still in takes by itself.

    `rule` gets the table, the figure and what the phases before made of it (None at first), and returns what this one
    makes of it; None: nothing more happens to that figure.
    """

    rule: Callable[[Table[Any], Any, Any], Any]


class Once(NamedTuple):
    """A phase that is taken once for all, if there is anybody still in: each then has a pair, what it had and this."""

    rule: Callable[[Table[Any]], Any]


Phase = Each | Once


def in_phases(table: Table[Any], figures: Sequence[I], phases: Sequence[Phase], spared: R) -> list[R]:
    """Phase by phase, figure by figure, as people do it: what becomes of each."""
    so_far: list[Any] = [None] * len(figures)
    still_in: Sequence[int] = range(len(figures))
    for phase in phases:
        if isinstance(phase, Each):
            rule = phase.rule
            for at in still_in:
                so_far[at] = rule(table, figures[at], so_far[at])
            still_in = [at for at in still_in if so_far[at] is not None]
        elif still_in:
            shared = phase.rule(table)
            for at in still_in:
                so_far[at] = (so_far[at], shared)
    return [spared if it is None else it for it in so_far]
