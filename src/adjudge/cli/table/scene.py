"""Draws a scene in characters: its panels in their order, as richly as the space allows.

There are four sizes: cards in boxes; cards one to a line with bars; cards in a few words side by side; and the same
without what can wait, each track on one line. Which of them fits is for the screen to find out. A board stands at the
left and the other panels beside it, where the width allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import structs
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel as Frame
from rich.segment import SegmentLines
from rich.table import Table
from rich.text import Text

from adjudge.cli.output import in_a_row
from adjudge.engine.scene import Bar, Board, Card, Cards, Facts, Heap, Mood, Panel, Prose, Scene, Spread, Step, Track
from adjudge.engine.wording import several

Points = Sequence[tuple[float, float]]

BOXES, LINES, WORDS, BARE = range(4)
SIZES = (BOXES, LINES, WORDS, BARE)

STYLES: dict[Mood, str] = {
    "": "",
    "ready": "cyan",
    "active": "bold yellow",
    "done": "dim",
    "hurt": "yellow",
    "down": "dim red",
    "good": "green",
    "bad": "red",
}
MARKS: dict[Mood, str] = {"active": "▶", "down": "✗", "hurt": "!", "done": "·", "good": "+", "bad": "-"}
BOARD_SHARE = (1.0, 0.65, 0.5, 0.5)
"""How much of the width a board takes in each size; it keeps its shape, so it gets lower too."""
LEAST_BESIDE = 36
"""How many columns have to be left beside a board for other panels."""
GAP = 2
BOX_WIDTH, WORDS_WIDTH = 26, 38
BAR_WIDTH = 8


def drawn(
    scene: Scene,
    width: int,
    size: int = BOXES,
    marked: Points = (),
    rows: int | None = None,
    target: str = "",
) -> RenderableType:
    """The scene in one of the sizes, on so many lines at most; `marked` are points of the board that can be chosen, and
    `target` is the figure that is pointed at."""
    urgent = [panel for panel in scene.panels if not isinstance(panel, (Facts, Prose))]
    shown = urgent if size == BARE and urgent else scene.panels
    head = [_headline(scene.headline, len(shown) < len(scene.panels))] if scene.headline else []
    note = [Text(scene.note, style="italic")] if scene.note else []
    board = next((panel for panel in shown if isinstance(panel, Board)), None)
    if board is None:
        return Clipped([*head, *(_panel(panel, width, size) for panel in shown), *note], rows)
    left = None if rows is None else rows - len(head) - len(note)
    others = [panel for panel in shown if panel is not board]
    return Group(*head, _with_board(board, others, width, size, marked, left, target), *note)


@lru_cache(16)
def with_first(scene: Scene, wanted: frozenset[str]) -> Scene:
    """The scene with the panels first that hold figures that are wanted."""
    if not wanted:
        return scene
    holds = [any(id in wanted for id in _figures(panel)) for panel in scene.panels]
    ordered = sorted(zip(holds, scene.panels, strict=True), key=lambda pair: not pair[0])
    return structs.replace(scene, panels=tuple(panel for _, panel in ordered))


def strangers(scene: Scene) -> frozenset[str]:
    """Those on cards whom nobody at the table plays: enemies, mostly."""
    return frozenset(
        card.id for panel in scene.panels if isinstance(panel, Cards) for card in panel.cards if not card.seat
    )


def _figures(panel: Panel) -> list[str]:
    if isinstance(panel, Spread):
        return [face.id for heap in panel.heaps for face in heap.faces]
    return [card.id for card in panel.cards] if isinstance(panel, Cards) else []


def _headline(headline: str, is_part: bool) -> Text:
    line = Text.assemble((headline, "bold"), ("  ⋮ V shows more" if is_part else "", "dim"))
    line.no_wrap, line.overflow = is_part, "ellipsis"
    return line


def _with_board(
    board: Board,
    others: Sequence[Panel],
    width: int,
    size: int,
    marked: Points,
    rows: int | None,
    target: str = "",
) -> RenderableType:
    """A board and the other panels, beside it if they have room there, else below."""
    from adjudge.cli.table import board as boards  # the battlefield takes its time to load, and most games have none

    columns = round(width * BOARD_SHARE[size])
    room = columns if rows is None else min(columns, boards.columns_within(board, rows))
    chart = boards.charted(board, room, marked, target)
    taken = max(line.cell_len for line in chart) + GAP
    if width - taken < LEAST_BESIDE:
        below = (_panel(panel, width, size) for panel in others)
        return Clipped([Group(*chart), *boards.legend(board), *below], rows)
    beside = [*(_panel(panel, width - taken, size) for panel in others), *boards.legend(board)]
    table = Table.grid()
    table.add_column(width=taken)
    table.add_column(width=width - taken)
    table.add_row(Clipped([Group(*chart)], rows), Clipped(beside, rows))
    return table


class Clipped:
    """Parts one below the other, on so many lines at most; the last one then tells of those that had no room.

    No heading is left without what it heads: a part of which one line of several would be seen is not begun.
    """

    def __init__(self, parts: Sequence[RenderableType], rows: int | None) -> None:
        self._parts, self._rows = parts, rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._rows is None:
            yield Group(*self._parts)
            return
        drawn = [console.render_lines(part, options.update(height=None), pad=False) for part in self._parts]
        count = sum(map(len, drawn))
        room = self._rows if count <= self._rows else max(0, self._rows - 1)
        kept: list[Any] = []
        for lines in drawn:
            left = room - len(kept)
            kept += lines[:left] if left > 1 or len(lines) <= left else ()
        yield SegmentLines(kept, new_lines=True)
        if len(kept) < count and self._rows > 0:
            more = f"⋮ {several(count - len(kept), 'more line')}: V shows all"
            yield Text(more, style="dim", no_wrap=True, overflow="ellipsis")


def _panel(panel: Panel, width: int, size: int) -> RenderableType:
    match panel:
        case Cards():
            return _cards(panel, width, size)
        case Spread():
            return _spread(panel)
        case Track():
            return _track(panel, width if size == BARE else None)
        case Facts():
            return _facts(panel, size)
        case Prose():
            return _prose(panel, size)
        case Board():
            return _with_board(panel, (), width, size, (), None)


def _titled(title: str, *body: RenderableType) -> RenderableType:
    return Group(Text(title, style="bold bright_blue"), *body) if title else Group(*body)


# ---------------------------------------------------------------------- cards


def _cards(panel: Cards, width: int, size: int) -> RenderableType:
    if size == BOXES:
        return _titled(panel.title, _side_by_side([_box(card) for card in panel.cards], width, BOX_WIDTH))
    if size == LINES:
        return _titled(panel.title, _lines(panel.cards))
    told = [_in_words(card) for card in panel.cards]
    widest = max((text.cell_len for text in told), default=0) + GAP
    return _titled(panel.title, _side_by_side(told, width, min(widest, WORDS_WIDTH)))


def _spread(panel: Spread) -> RenderableType:
    """Playing cards, a pile to a line: those that one sees by name, the others by number."""
    table = Table.grid(padding=(0, GAP, 0, 0))
    for heap in panel.heaps:
        table.add_row(Text(heap.title, style="bold"), _heap(heap))
    return _titled(panel.title, table)


def _heap(heap: Heap) -> Text:
    if not heap.faces:
        return Text(several(heap.count, "card") if heap.count else "empty", style="dim")
    faces = heap.faces[-1:] if heap.is_open else heap.faces
    shown = Text(" ").join(Text(f"[{face.title}]", style=STYLES[face.mood]) for face in faces)
    unseen = heap.count - len(faces)
    return Text.assemble(shown, (f" and {several(unseen, 'more card')}", "dim")) if unseen else shown


def _side_by_side(cells: Sequence[RenderableType], width: int, least: int) -> RenderableType:
    """Cells in as many equal columns as have room."""
    columns = max(1, min(width // least, len(cells)))
    table = Table.grid(expand=len(cells) >= columns and width // columns < 2 * least, padding=(0, 1, 0, 0))
    for _ in range(columns):
        table.add_column(ratio=1, min_width=least - 2, vertical="top")
    for start in range(0, len(cells), columns):
        row = list(cells[start : start + columns])
        table.add_row(*row, *[""] * (columns - len(row)))
    return table


def _box(card: Card) -> RenderableType:
    style = STYLES[card.mood]
    body: list[RenderableType] = [Text(card.note, style="dim")] if card.note else []
    body += [_bar_line(bar, max(len(each.label) for each in card.bars)) for bar in card.bars]
    body += [Text(line) for line in card.lines]
    tags = Text(" · ".join(card.tags), style="italic") if card.tags else None
    return Frame(Group(*body), title=_name(card), title_align="left", subtitle=tags, border_style=style or "dim")


def _name(card: Card) -> Text:
    mark = MARKS.get(card.mood, "")
    return Text(f"{mark} {card.title}" if mark else card.title, style=f"{STYLES[card.mood]} bold".strip())


def _lines(cards: Iterable[Card]) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    for _ in range(4):
        table.add_column(no_wrap=True)
    for card in cards:
        bars = [_bar_line(bar, 0) for bar in card.bars]
        table.add_row(_name(card), *bars[:3], *[""] * (3 - len(bars)), _rest(card))
    return table


def _rest(card: Card) -> Text:
    parts = [part for part in (*card.tags, *card.lines, card.note) if part]
    return Text(" · ".join(parts), style="dim", overflow="ellipsis", no_wrap=True)


def _in_words(card: Card) -> Text:
    text = Text.assemble(_name(card))
    for bar in card.bars:
        number = f"{bar.now}" if bar.now == bar.start else f"{bar.now}/{bar.start}"
        text.append(f" {bar.label} ", style="dim").append(number, style=_bar_style(bar))
    text.append(f" {' '.join(card.tags)}" if card.tags else "", style="italic")
    text.no_wrap, text.overflow = True, "ellipsis"
    return text


def _bar_line(bar: Bar, label_width: int) -> Text:
    """A number that runs down, as blocks and in figures."""
    cells = min(max(bar.start, 1), BAR_WIDTH)
    full = _full_cells(bar, cells)
    text = Text.assemble((f"{bar.label:<{label_width}} ", "dim"))
    text.append("█" * full, style=_bar_style(bar)).append("░" * (cells - full), style="dim")
    text.append(" " * (BAR_WIDTH - cells) if label_width else "")
    return text.append(f" {bar.now}/{bar.start}")


def _full_cells(bar: Bar, cells: int) -> int:
    if bar.now <= 0 or bar.start <= 0:
        return 0
    return min(cells, max(1, round(cells * bar.now / bar.start)))


def _bar_style(bar: Bar) -> str:
    share = bar.now / bar.start if bar.start > 0 else 0
    return "green" if share > 2 / 3 else "yellow" if share > 1 / 3 else "red"


# ---------------------------------------------------------------------- the others


def _track(track: Track, width: int | None) -> RenderableType:
    """The steps in a row; those before the present one are left out as far as a width demands it."""
    title = Text(f"{track.title}  " if track.title else "", style="bold bright_blue")
    steps = list(track.steps)
    here = next((index for index, step in enumerate(steps) if step.here), 0)
    behind = 0
    while width and behind < here and _length(steps[behind:]) + len(title) > width:
        behind += 1
    row = in_a_row((_step(step) for step in steps[behind:]), " → ")
    line = Text.assemble(title, ("… " if behind else "", "dim"), row)
    if width:
        line.no_wrap, line.overflow = True, "ellipsis"
    return line


def _length(steps: Sequence[Step]) -> int:
    return sum(len(step.label) + 3 for step in steps) + 2


def _step(step: Step) -> Text:
    return Text(
        f" {step.label} " if step.here else step.label, style="bold black on yellow" if step.here else STYLES[step.mood]
    )


def _facts(facts: Facts, size: int) -> RenderableType:
    if size == BOXES:
        table = Table.grid(padding=(0, 2))
        for name, value in facts.rows:
            table.add_row(Text(name, style="dim"), Text(value))
        return _titled(facts.title, table)
    row = in_a_row((Text.assemble((f"{name} ", "dim"), value) for name, value in facts.rows), " · ")
    return Text.assemble((f"{facts.title}  " if facts.title else "", "bold bright_blue"), row)


def _prose(prose: Prose, size: int) -> RenderableType:
    if not prose.lines:
        return Group()
    lines = prose.lines if size == BOXES else prose.lines[-3 if size == LINES else -1 :]
    return _titled(prose.title, *(Padding(Text(line), (0, 0, 0, 2)) for line in lines))
