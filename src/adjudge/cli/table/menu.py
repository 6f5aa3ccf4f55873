"""The options of a question as lines: the key, the label, the odds in a column, and a note where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from adjudge.cli.table.frame import Entry

FEW = 4
"""So many options may take two lines each; of more, labels and notes are cut."""
LONG = 7
SHORT_LABEL, TINY_LABEL, LEAST_LABEL, LEAST_NOTE = 30, 10, 16, 10
STEM = 4
GAP = 2


class Widths(NamedTuple):
    """How the room of a line is shared out. A label of 0 keeps its own width, and the rest goes below it."""

    line: int
    label: int
    odds: int


def menu(
    entries: Sequence[Entry], width: int, *, cursor: int | None = None, chosen: Sequence[Any] = ()
) -> RenderableType:
    """The options with their keys; a long list of short ones in columns."""
    if _are_brief(entries):
        return _in_columns(entries, width, cursor, chosen)
    widths = _widths(entries, width)
    return Group(*(_line(entry, widths, index == cursor, chosen) for index, entry in enumerate(entries)))


def scrolled(
    entries: Sequence[Entry], width: int, room: int, around: int, *, cursor: int | None, chosen: Sequence[Any]
) -> RenderableType:
    """The options one to a line, and only those around one of them if there is no room for all."""
    count = len(entries) if len(entries) <= room else max(1, room - 1)
    first = max(0, min(around - count // 2, len(entries) - count))
    shown = list(enumerate(entries))[first : first + count]
    widths = _widths_of_one_line([entry for _, entry in shown], width)
    lines = [_one_line(entry, widths, index == cursor, chosen) for index, entry in shown]
    if len(shown) < len(entries):
        lines.append(Text(f"   ⋮ {len(shown)} of {len(entries)}: the arrow keys move", style="dim"))
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Group(*lines)


def _are_brief(entries: Sequence[Entry]) -> bool:
    widest = max(len(entry.label) for entry in entries)
    if widest > SHORT_LABEL or any(entry.odds or entry.note for entry in entries):
        return False
    return len(entries) > LONG or (len(entries) > FEW and widest <= TINY_LABEL)


def _in_columns(entries: Sequence[Entry], width: int, cursor: int | None, chosen: Sequence[Any]) -> RenderableType:
    widest = max(len(entry.label) for entry in entries) + STEM + GAP
    columns = max(1, width // widest)
    table = Table.grid(padding=(0, GAP, 0, 0))
    cells = [_stem(entry, entry.label, index == cursor, chosen) for index, entry in enumerate(entries)]
    for start in range(0, len(cells), columns):
        table.add_row(*cells[start : start + columns])
    return table


def _widths(entries: Sequence[Entry], width: int) -> Widths:
    full = [entry for entry in entries if entry.odds or entry.note] or entries
    label, odds, note = (max(len(getattr(entry, part)) for entry in full) for part in ("label", "odds", "note"))
    taken = STEM + GAP + odds + (GAP if odds and note else 0)
    wanted = note if len(entries) <= FEW else min(note, LEAST_NOTE)
    if label + taken + wanted <= width or (len(entries) > FEW and label + taken <= width):
        return Widths(width, label, odds)
    cut = width - STEM - GAP - odds
    return Widths(width, cut if len(entries) > FEW and cut >= LEAST_LABEL else 0, odds)


def _widths_of_one_line(entries: Sequence[Entry], width: int) -> Widths:
    label, odds = (max(len(getattr(entry, part)) for entry in entries) for part in ("label", "odds"))
    return Widths(width, max(LEAST_LABEL, min(label, width - STEM - GAP - odds)), odds)


def _line(entry: Entry, widths: Widths, is_here: bool, chosen: Sequence[Any]) -> RenderableType:
    if widths.label:
        return _one_line(entry, widths, is_here, chosen)
    stem = _stem(entry, entry.label, is_here, chosen)
    return Group(stem, *(Padding(part, (0, 0, 0, STEM + GAP)) for part in _below(entry)))


def _one_line(entry: Entry, widths: Widths, is_here: bool, chosen: Sequence[Any]) -> Text:
    if not entry.odds and not entry.note:
        return _stem(entry, entry.label, is_here, chosen)
    text = _stem(entry, _cut(entry.label, widths.label), is_here, chosen)
    text.append(" " * GAP).append(f"{entry.odds:<{widths.odds}}", style="green")
    return _with_note(text, entry.note, widths)


def _below(entry: Entry) -> list[Text]:
    return [Text(text, style=style) for text, style in ((entry.odds, "green"), (entry.note, "dim")) if text]


def _stem(entry: Entry, label: str, is_here: bool, chosen: Sequence[Any]) -> Text:
    return Text.assemble(
        ("▸" if is_here else " ", "bold yellow"),
        (entry.hotkey or "·", "bold cyan"),
        ("✓ " if entry.key in chosen else "  ", "bold green"),
        (label, "bold" if is_here else ""),
    )


def _with_note(text: Text, note: str, widths: Widths) -> Text:
    """The note behind everything else, cut to what is left of the line."""
    gap = GAP if widths.odds else 0
    left = widths.line - len(text) - gap
    if note and left >= min(len(note), LEAST_NOTE):
        text.append(" " * gap).append(note if len(note) <= left else f"{note[: left - 1]}…", style="dim")
    text.rstrip()
    return text


def _cut(label: str, width: int) -> str:
    return f"{label:<{width}}" if len(label) <= width else f"{label[: width - 1]}…"
