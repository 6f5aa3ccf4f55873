"""Reference cards: what one wants beside the miniatures, on a page or two. Orders of play in our words, and tables.

They stand in `reference.toml` beside a game's rulebook. A card holds steps in their order, each with the rule that says
more, or one of the rulebook's tables, or those of its columns that are wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

import msgspec
from msgspec import Struct

from adjudge.engine.rulebook import Rulebook, RuleTable


class Step(Struct, frozen=True, array_like=True):
    """One step of an order of play, and the rule that says more."""

    text: str
    rule: str = ""


class ReferenceCard(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One block on a page: steps, or a table of the rulebook."""

    title: str
    steps: tuple[Step, ...] = ()
    table: str = ""
    columns: tuple[str, ...] = ()
    """Of a table the columns that are wanted; all if none is named."""


class Reference(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The cards of one game."""

    card: tuple[ReferenceCard, ...] = ()

    @classmethod
    def load(cls, package: str) -> Reference:
        """The cards shipped in a package; none if it has no such file."""
        file = resources.files(package).joinpath("reference.toml")
        return msgspec.toml.decode(file.read_text("utf-8"), type=cls) if file.is_file() else cls()

    def problems(self, book: Rulebook) -> Iterator[str]:
        """What these cards say that the rulebook does not hold."""
        tables = {table.id: table for table in book.table}
        for card in self.card:
            if card.table and card.table not in tables:
                yield f"the card {card.title!r} shows {card.table}, which is no table of the rulebook"
            elif missing := [name for name in card.columns if name not in tables[card.table].columns]:
                yield f"the card {card.title!r} shows the column {missing[0]!r}, which {card.table} does not have"
            for step in card.steps:
                if step.rule and step.rule not in book.ids:
                    yield f"the card {card.title!r} cites {step.rule!r}, which is not in the rulebook"


def table_of(card: ReferenceCard, book: Rulebook) -> RuleTable | None:
    """The table of a card, with the columns that are wanted."""
    found = next((table for table in book.table if table.id == card.table), None)
    if found is None or not card.columns:
        return found
    places = [found.columns.index(name) for name in card.columns]
    rows = tuple(tuple(row[place] for place in places) for row in found.rows)
    return msgspec.structs.replace(found, columns=card.columns, rows=rows)
