"""A scene's board as characters: handed over to the battlefield's own drawing, and coloured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs
from rich.text import Text

from adjudge.cli.table.grid import gridded
from adjudge.cli.table.labels import labels_of
from adjudge.cli.table.overlays import REACH, along, explained, marks_of
from adjudge.engine.scene import Board, Mood, Overlay, Piece, Scene
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
    "reach": "green",
    "sight": "bold yellow",
    "objective": "bold magenta",
    "exit": "magenta",
    "spawn": "red",
    "deployment": "dim",
    "zone": "dim",
    "good": "magenta",
    "bad": "red",
    "hurt": "yellow",
}
SEAT_STYLES = ("bold bright_cyan", "bold bright_red", "bold bright_yellow", "bold bright_magenta", "bold bright_green")
MOOD_STYLES: dict[Mood, str] = {"active": "reverse", "down": "dim strike", "done": "not bold"}
TARGET_STYLE = "bold black on yellow"
SIGHT_SPOTS = 60
SMALLEST_BASE = 0.5
MOST_COLUMNS, LEAST_COLUMNS = 110, 16
GUTTER = 6
"""The columns of the scale and the frame."""


def charted(board: Board, width: int, marked: Points = (), target: str = "") -> list[Text]:
    """The board to scale, under its title; how to type a point stands below where one is asked for.

    The target that is pointed at stands out, with the line along which whoever acts sees it, or how far it is free.
    """
    if board.grid:
        return _gridded(board, marked, target)
    field = Battlemap("board", board.title, board.unit, board.width, board.height, SMALLEST_BASE, _scenery(board))
    styles = _styles(board)
    if target in styles:
        styles[target] = TARGET_STYLE
    labels = labels_of(board.pieces)
    figures = [Figure(_stand(piece), labels[piece.id], piece.id, piece.label) for piece in board.pieces]
    sight = _sight(board, target)
    outline = [spot for over in board.overlays if over.label == REACH for spot in along(over.points)]
    lines = terminal.draw(
        field,
        figures,
        marked=marked,
        sight=sight,
        outline=outline,
        lying=marks_of(board),
        columns=min(width, MOST_COLUMNS),
    )
    shown = [
        Text.assemble(*((span.text, styles.get(span.style, STYLES.get(span.style, ""))) for span in line))
        for line in (lines if marked else lines[:-1])
    ]
    return [*([Text(board.title, style="bold bright_blue")] if board.title else []), *shown]


def _gridded(board: Board, marked: Points, target: str) -> list[Text]:
    """A board of squares or hexes; the cells at the marked points are on offer."""
    offered = {cell.id for cell in board.cells if (cell.x, cell.y) in marked}
    title = [Text(board.title, style="bold bright_blue")] if board.title else []
    return [*title, *gridded(board, labels_of(board.pieces), _styles(board), offered, target)]


def with_reach(scene: Scene, region: Any) -> Scene:
    """The scene with the outline of a region on its board."""
    outline = region.outline()
    rings = [ring for ring in outline.get("outlines") or [outline.get("outline") or []] if len(ring) > 2]
    overlays = tuple(Overlay("area", tuple((x, y) for x, y in ring), label=REACH) for ring in rings)
    panels = (
        structs.replace(it, overlays=(*it.overlays, *overlays)) if isinstance(it, Board) else it for it in scene.panels
    )
    return structs.replace(scene, panels=tuple(panels))


def _sight(board: Board, target: str) -> Points:
    """Spots along the line of sight to a target, up to what blocks it."""
    line = next((it for it in board.sights if it.target == target), None)
    places = {piece.id: (piece.x, piece.y) for piece in board.pieces}
    if line is None or line.viewer not in places or target not in places:
        return ()
    start, end = line.line or (places[line.viewer], places[target])
    end = line.at or end
    return [
        (start[0] + (end[0] - start[0]) * part / SIGHT_SPOTS, start[1] + (end[1] - start[1]) * part / SIGHT_SPOTS)
        for part in range(1, SIGHT_SPOTS)
    ]


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
    """Who the labels stand for: whoever has a name, and what lies on the ground. What has only a letter and a number is
    called so in every list."""
    styles, labels = _styles(board), labels_of(board.pieces)
    named = [(labels[it.id], it.label, styles[it.id]) for it in board.pieces if len(it.label) > 2]
    told = [Text.assemble((label, style), f" {name}") for label, name, style in named]
    told += [Text.assemble((sign, "bold"), f" {name}") for sign, name in ([] if board.grid else explained(board))]
    return [Text("  ").join(told)] if told else []
