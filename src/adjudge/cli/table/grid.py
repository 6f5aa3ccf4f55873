"""A board of squares or hexes as characters: cells in rows, each with its piece or its look, called as one says them.

Cells that can be chosen stand in brackets, the one that is pointed at in angles, so that no colour is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.text import Text

from adjudge.engine.scene import Board, Cell, Piece

WIDE = 4
LOOKS = {"woods": "♣", "water": "~", "deep-water": "≈", "wall": "█", "solid": "▓", "marsh": "░", "hill": "^",
         "pit": "○", "thin": "-", "rubble": ":"}  # fmt: skip
LOOK_STYLES = {"woods": "green", "water": "blue", "deep-water": "blue", "ice": "bright_cyan", "thin": "cyan"}
OFFERED, POINTED_AT = "bold green", "bold black on yellow"


def gridded(
    board: Board, labels: Mapping[str, str], styles: Mapping[str, str], offered: Collection[str], target: str
) -> list[Text]:
    """The rows of the board, the northern one first, between two lines with the letters of the columns."""
    rows: dict[int, list[Cell]] = {}
    for cell in board.cells:
        rows.setdefault(_row(cell), []).append(cell)
    pieces = {_cell_under(board, piece): piece for piece in board.pieces}
    first, last = min(map(_column, board.cells)), max(map(_column, board.cells))
    heading = Text("    " + "".join(f"{_letters(number):^{WIDE}}" for number in range(first, last + 1)), style="dim")
    shown = [heading]
    for number in sorted(rows, reverse=True):
        by_column = {_column(cell): cell for cell in rows[number]}
        shift = " " * (WIDE // 2) if board.grid == "hex" and number % 2 == 0 else ""
        line = Text(f"{number:>3} {shift}", style="")
        for column in range(first, last + 1):
            here = by_column.get(column)
            line.append_text(_drawn(here, pieces, labels, styles, offered, target) if here else Text(" " * WIDE))
        shown.append(line)
    return shown


def _drawn(
    cell: Cell,
    pieces: Mapping[str, Piece],
    labels: Mapping[str, str],
    styles: Mapping[str, str],
    offered: Collection[str],
    target: str,
) -> Text:
    piece = pieces.get(cell.id)
    look = next((it for it in cell.traits if it in LOOKS or it in LOOK_STYLES), "")
    inside, style = (
        (labels[piece.id], styles[piece.id]) if piece else (LOOKS.get(look, "·"), LOOK_STYLES.get(look, "dim"))
    )
    if target and target in (cell.id, piece.id if piece else ""):
        return Text.assemble((f"<{inside:^{WIDE - 2}}>", POINTED_AT))
    if cell.id in offered:
        return Text.assemble(("[", OFFERED), (f"{inside:^{WIDE - 2}}", style), ("]", OFFERED))
    return Text.assemble(" ", (f"{inside:^{WIDE - 2}}", style), " ")


def _cell_under(board: Board, piece: Piece) -> str:
    return min(board.cells, key=lambda cell: (cell.x - piece.x) ** 2 + (cell.y - piece.y) ** 2).id


def _letters(column: int) -> str:
    name = ""
    while column >= 0:
        name, column = chr(ord("A") + column % 26) + name, column // 26 - 1
    return name


def _column(cell: Cell) -> int:
    letters = cell.id.rstrip("0123456789")
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _row(cell: Cell) -> int:
    return int(cell.id.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
