"""A scene's board as characters: handed over to the battlefield's own drawing, and coloured."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from adjudge.engine.scene import Board, Mood, Piece
from adjudge.field import terminal
from adjudge.field.bases import Base, Rectangle, Round, Stand
from adjudge.field.maps import Battlemap
from adjudge.field.svg import Figure
from adjudge.field.terrain import Piece as Scenery
from adjudge.field.terrain import Polygon

Points = Sequence[tuple[float, float]]

STYLES = {
    "scale": "dim",
    "wall": "white",
    "solid": "white",
    "wreck": "bright_black",
    "woods": "green",
    "water": "blue",
    "bridge": "yellow",
    "low": "yellow",
    "door": "bold yellow",
    "door-open": "yellow",
    "window": "cyan",
    "ground": "bright_black",
    "marked": "bold green",
    "objective": "bold magenta",
    "exit": "magenta",
    "spawn": "red",
    "deployment": "dim",
}
SEAT_STYLES = ("bold bright_cyan", "bold bright_red", "bold bright_yellow", "bold bright_magenta", "bold bright_green")
MOOD_STYLES: dict[Mood, str] = {"active": "reverse", "down": "dim strike", "done": "not bold"}
SMALLEST_BASE = 0.5
MOST_COLUMNS, LEAST_COLUMNS = 110, 16
GUTTER = 6
"""The columns of the scale and the frame."""


def charted(board: Board, width: int, marked: Points = ()) -> list[Text]:
    """The board to scale, under its title; how to type a point stands below where one is asked for."""
    field = Battlemap("board", board.title, board.unit, board.width, board.height, SMALLEST_BASE, _scenery(board))
    styles = _styles(board)
    figures = [Figure(_stand(piece), piece.label[:2], piece.id, piece.label) for piece in board.pieces]
    lines = terminal.draw(field, figures, marked=marked, columns=min(width, MOST_COLUMNS))
    shown = [
        Text.assemble(*((span.text, styles.get(span.style, STYLES.get(span.style, ""))) for span in line))
        for line in (lines if marked else lines[:-1])
    ]
    return [*([Text(board.title, style="bold bright_blue")] if board.title else []), *shown]


def columns_within(board: Board, rows: int) -> int:
    """How wide a board may be drawn that is to be no higher than so many lines, with its title and its scale."""
    return max(LEAST_COLUMNS, round(2 * (rows - 4) * board.width / board.height) + GUTTER)


def _scenery(board: Board) -> tuple[Scenery, ...]:
    return tuple(
        Scenery(piece.id, (Polygon(piece.outline),), frozenset(piece.traits or ("solid",)), piece.label)
        for piece in board.terrain
    )


def _stand(piece: Piece) -> Stand:
    base: Base = Rectangle(*piece.size) if piece.size else Round(2 * piece.radius or SMALLEST_BASE)
    return Stand(piece.id, piece.x, piece.y, base, piece.facing)


def _styles(board: Board) -> dict[str, str]:
    """How each piece looks: every seat has its colour."""
    seats = list(dict.fromkeys(piece.seat for piece in board.pieces))
    return {piece.id: _style(piece, seats) for piece in board.pieces}


def _style(piece: Piece, seats: list[str]) -> str:
    return f"{SEAT_STYLES[seats.index(piece.seat) % len(SEAT_STYLES)]} {MOOD_STYLES.get(piece.mood, '')}".strip()


def legend(board: Board) -> list[Text]:
    """Pieces whose label had to be cut, with all of it."""
    styles = _styles(board)
    named = [(piece, styles[piece.id]) for piece in board.pieces if len(piece.label) > 2]
    cut = [Text.assemble((it.label[:2], style), f" {it.label} {it.x:g},{it.y:g}") for it, style in named]
    return [Text("  ").join(cut)] if cut else []
