"""A scene's board as characters: handed over to the battlefield's own drawing, and coloured."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
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
MOST_COLUMNS = 110


def drawn(board: Board, width: int, marked: Points = ()) -> RenderableType:
    """The board to scale, with its pieces explained below."""
    field = Battlemap("board", board.title, board.unit, board.width, board.height, SMALLEST_BASE, _scenery(board))
    seats = list(dict.fromkeys(piece.seat for piece in board.pieces))
    styles = {piece.id: _style(piece, seats) for piece in board.pieces}
    figures = [Figure(_stand(piece), piece.label[:2], piece.id, piece.label) for piece in board.pieces]
    lines = terminal.draw(field, figures, marked=marked, columns=min(width, MOST_COLUMNS))
    shown = [
        Text.assemble(*((span.text, styles.get(span.style, STYLES.get(span.style, ""))) for span in line))
        for line in lines
    ]
    return Group(
        *([Text(board.title, style="bold bright_blue")] if board.title else []), *shown, *_legend(board, styles)
    )


def _scenery(board: Board) -> tuple[Scenery, ...]:
    return tuple(
        Scenery(piece.id, (Polygon(piece.outline),), frozenset(piece.traits or ("solid",)), piece.label)
        for piece in board.terrain
    )


def _stand(piece: Piece) -> Stand:
    base: Base = Rectangle(*piece.size) if piece.size else Round(2 * piece.radius or SMALLEST_BASE)
    return Stand(piece.id, piece.x, piece.y, base, piece.facing)


def _style(piece: Piece, seats: list[str]) -> str:
    return f"{SEAT_STYLES[seats.index(piece.seat) % len(SEAT_STYLES)]} {MOOD_STYLES.get(piece.mood, '')}".strip()


def _legend(board: Board, styles: dict[str, str]) -> list[Text]:
    """Pieces whose label had to be cut, with all of it."""
    named = [(piece, styles[piece.id]) for piece in board.pieces if len(piece.label) > 2]
    cut = [Text.assemble((it.label[:2], style), f" {it.label} {it.x:g},{it.y:g}") for it, style in named]
    return [Text("  ").join(cut)] if cut else []
