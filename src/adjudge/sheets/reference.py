"""A game's reference cards in print: plain text, or a PDF of small type in two columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from adjudge.engine.errors import UnknownName
from adjudge.engine.game import Game
from adjudge.engine.reference import ReferenceCard, table_of
from adjudge.engine.rulebook import Rulebook, RuleTable
from adjudge.sheets import compiled
from adjudge.sheets.plain import WIDTH
from adjudge.sheets.typeset import quoted

GAP = 2
ROOM = 68
"""How many characters stand side by side in a column of the page."""

FORM = """#set page(paper: "a4", flipped: true, margin: 1cm, columns: 3, numbering: "1 / 1")
#set columns(gutter: 12pt)
#set text(size: 7.5pt, lang: "en")
#set par(leading: 0.45em)
#set table(stroke: (x, y) => if y > 0 { (top: 0.3pt + luma(170)) }, inset: (x: 2.5pt, y: 2.2pt))
#show heading.where(level: 1): it => block(below: 0.8em, text(size: 13pt, it.body))
#show heading.where(level: 2): it => block(above: 1.1em, below: 0.45em, sticky: true, text(size: 9pt, it.body))
"""


def cards_of(game: Game[Any]) -> Sequence[ReferenceCard]:
    """The cards of a game, or a refusal if it has none."""
    if not game.cards.card:
        raise UnknownName("reference", game.id, f"a game with reference cards, which {game.title} does not have")
    return game.cards.card


def reference_text(game: Game[Any]) -> str:
    """The cards as plain text."""
    title = f"{game.title}: reference"
    parts = [[title, "=" * len(title)], *(list(_plain(card, game.rulebook)) for card in cards_of(game))]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _plain(card: ReferenceCard, book: Rulebook) -> Iterator[str]:
    table = table_of(card, book)
    title = _titled(card, table)
    yield from (title, "-" * len(title))
    for number, step in enumerate(card.steps, 1):
        yield from wrap(f"{number}. {step.text}", WIDTH, subsequent_indent="   ")
    if table is not None:
        yield from _rows(table)


def _titled(card: ReferenceCard, table: RuleTable | None) -> str:
    return f"{card.title} ({table.dice})" if table is not None and table.dice else card.title


def _rows(table: RuleTable) -> Iterator[str]:
    """The rows under one another; the last column takes the room there is."""
    widths = _widths([table.columns, *table.rows])
    for row in (table.columns, *table.rows):
        cells = [wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for line in range(max(map(len, cells))):
            parts = (cell[line] if line < len(cell) else "" for cell in cells)
            yield "  ".join(f"{part:<{width}}" for part, width in zip(parts, widths, strict=True)).rstrip()


def _widths(rows: Sequence[Sequence[str]], room: int = WIDTH) -> list[int]:
    """As wide as what stands there, and no more than fits: the widest column gives way, down to its longest word."""
    columns = list(zip(*rows, strict=True))
    widths = [max(len(cell) for cell in column) for column in columns]
    words = [max((len(word) for cell in column for word in cell.split()), default=1) for column in columns]
    room -= GAP * (len(widths) - 1)
    while sum(widths) > room:
        spare = [width if width > word else 0 for width, word in zip(widths, words, strict=True)]
        if not any(spare):
            break
        widths[spare.index(max(spare))] -= 1
    return widths


def reference_typst(game: Game[Any]) -> str:
    """The cards as a typst document."""
    title = f"{game.title}: reference"
    cards = "\n\n".join(_set(card, game.rulebook) for card in cards_of(game))
    return f"{FORM}\n#set document(title: {quoted(title)})\n= #{quoted(title)}\n\n{cards}\n"


def _set(card: ReferenceCard, book: Rulebook) -> str:
    table = table_of(card, book)
    head = f"== #{quoted(_titled(card, table))}\n"
    return head + _steps(card) + (_table(table) if table is not None else "")


def _steps(card: ReferenceCard) -> str:
    """What comes one after the other, with its number before it."""
    cells = "".join(f"[{number}.], {quoted(it.text)}, " for number, it in enumerate(card.steps, 1))
    return f"#grid(columns: (1.4em, 1fr), row-gutter: 0.45em, {cells})\n" if cells else ""


def _table(table: RuleTable) -> str:
    cells = ", ".join(quoted(cell) for row in table.rows for cell in row)
    heads = ", ".join(f"strong({quoted(name)})" for name in table.columns)
    widths = ", ".join(_set_widths([table.columns, *table.rows]))
    return f"#table(columns: ({widths},), table.header({heads}), {cells})\n"


def _set_widths(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as what stands there; if that is too much, they share the column of the page."""
    widths = _widths(rows, ROOM)
    natural = _widths(rows, 10 * ROOM)
    if widths == natural:
        return ["auto"] * (len(widths) - 1) + ["1fr"]
    return [f"{width + 1}fr" for width in widths]


def reference_pdf(game: Game[Any]) -> bytes:
    """The cards as a PDF."""
    return compiled(reference_typst(game))
