"""The map in a terminal: characters on a grid, each with the name of a style, for any program to colour.

A character is a round number of units wide (0.5 for a table of 36 inches), two lines are as high as four characters
are wide, so shapes keep their form. Figures are letters on top of the ground. Scales along the edges carry the
coordinates that one types; `point_from_text` reads them. Without any colour the drawing is still legible: every kind of
terrain has its own character.
"""

import re
from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import NamedTuple

import msgspec

from adjudge.field.bases import Stand, footprint
from adjudge.field.errors import FieldError
from adjudge.field.ground import NOTHING_CHANGED, Changes, Ground, near_segment
from adjudge.field.maps import Battlemap, ground_of
from adjudge.field.points import EPS, Point
from adjudge.field.rounded import clearance
from adjudge.field.svg import Figure, grid_step
from adjudge.field.terrain import BRIDGE, CLOSED, Circle, Shape, parts

CELLS = (
    (CLOSED, "+", "door"),
    ("door", "'", "door-open"),
    ("window", "=", "window"),
    (BRIDGE, "#", "bridge"),
    ("wall", "█", "wall"),
    ("wreck", "▒", "wreck"),
    ("woods", "♣", "woods"),
    ("tree", "♠", "woods"),
    ("deep-water", "≈", "water"),
    ("water", "~", "water"),
    ("low", ":", "low"),
    ("fence", ":", "low"),
    ("blocks-movement", "▓", "solid"),
    ("difficult", "░", "ground"),
    ("irradiated", "¤", "other"),
    ("vegetables", '"', "woods"),
)
"""The first mark that a piece bears decides its character and style."""

ZONE_CELLS = {"deployment": "·", "exit": "»", "objective": "?", "spawn": "*"}
OPEN = (" ", "table")
NEARBY = sorted(
    ((down, across) for down in range(-4, 5) for across in range(-9, 10)),
    key=lambda step: (abs(step[0]) * 2 + abs(step[1]), step),
)
"""Where a label may stand instead of in its middle, the nearest first; a line is as high as two columns are wide."""


class Span(msgspec.Struct, frozen=True):
    """A run of characters in one style."""

    text: str
    style: str


class Mark(NamedTuple):
    """A character that lies on the ground at a spot: a zone's edge, a ring. What stands there hides it."""

    at: Point
    char: str
    style: str


Line = list[Span]
Cell = tuple[str, str]


def draw(
    battlemap: Battlemap,
    figures: Iterable[Figure] = (),
    *,
    changes: Changes = NOTHING_CHANGED,
    marked: Iterable[Point] = (),
    sight: Iterable[Point] = (),
    outline: Iterable[Point] = (),
    lying: Iterable[Mark] = (),
    columns: int = 100,
) -> list[Line]:
    """The map as lines of spans, at most so many columns wide. `marked` points (options) show as dots, the outline
    of a reach as a line of plus signs; what is `lying` there shows on open ground."""
    view = _View(battlemap, changes, columns)
    grid = view.ground_cells()
    for mark in lying:
        view.put(grid, mark.at, mark.char, mark.style, only_on=OPEN)
    for point in outline:
        view.put(grid, point, "+", "reach")
    for point in marked:
        view.put(grid, point, "•", "marked")
    for point in sight:
        view.put(grid, point, "·", "sight")
    figures = list(figures)
    ordered = sorted(figures, key=lambda figure: (-figure.stand.base.reach, figure.stand.id))
    for figure in ordered:
        view.put_base(grid, figure)
    taken: set[tuple[int, int]] = set()
    for figure in sorted(figures, key=lambda figure: (figure.stand.base.reach, figure.stand.id)):
        view.put_label(grid, figure, taken)
    rows = [_line(view.row_label(i), cells) for i, cells in enumerate(grid)]
    return [[Span(view.heading(), "scale")], *rows, *([Span(line, "scale")] for line in view.footing())]


def plain(lines: Iterable[Line]) -> str:
    """The drawing as text without styles."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines) + "\n"


class _View:
    """How the table falls on the grid of characters."""

    def __init__(self, battlemap: Battlemap, changes: Changes, columns: int) -> None:
        self.map = battlemap
        self.ground: Ground = ground_of(battlemap).after(changes)
        self.gutter = len(f"{ceil(battlemap.depth)}") + 2
        self.across = _unit_per_column(battlemap, columns - self.gutter - 1)
        self.down = self.across * 2
        self.columns = ceil(battlemap.width / self.across - EPS)
        self.rows = ceil(battlemap.depth / self.down - EPS)
        self.step = grid_step(max(battlemap.width, battlemap.depth))

    def centre(self, row: int, column: int) -> Point:
        return ((column + 0.5) * self.across, (self.rows - row - 0.5) * self.down)

    def cell_of(self, point: Point) -> tuple[int, int]:
        column = min(self.columns - 1, max(0, floor(point[0] / self.across)))
        row = self.rows - 1 - min(self.rows - 1, max(0, floor(point[1] / self.down)))
        return row, column

    def ground_cells(self) -> list[list[Cell]]:
        return [[self._ground_cell(self.centre(row, i)) for i in range(self.columns)] for row in range(self.rows)]

    def _ground_cell(self, at: Point) -> Cell:
        """A cell shows what lies under its middle or one of its ends; of several things a door rather than a wall."""
        ends = [(at[0], at[1] + self.down / 4), (at[0], at[1] - self.down / 4)]
        here = {name for point in (at, *ends) for name in self._pieces_at(point)}
        if not here:
            return self._zone_at(at) or OPEN
        marks = frozenset[str]().union(*(self.ground.marks[name] for name in here))
        return next(((char, style) for mark, char, style in CELLS if mark in marks), ("¤", "other"))

    def _pieces_at(self, at: Point) -> list[str]:
        return [s.id for s in near_segment(self.ground.solids, at, at) if clearance(s.shape, *at) < -EPS]

    def _zone_at(self, at: Point) -> Cell | None:
        for zone in sorted(self.map.zones, key=lambda zone: (ZONES_FIRST[zone.kind], zone.id)):
            if self._is_in(zone.shape, at):
                return (ZONE_CELLS[zone.kind], zone.kind)
        return None

    def _is_in(self, shape: Shape, at: Point) -> bool:
        if isinstance(shape, Circle) and shape.radius == 0:
            return self.cell_of(shape.centre) == self.cell_of(at)
        return any(clearance(part, *at) < -EPS for part in parts(shape))

    def put(self, grid: list[list[Cell]], point: Point, char: str, style: str, only_on: Cell | None = None) -> None:
        row, column = self.cell_of(point)
        if only_on is None or grid[row][column] == only_on:
            grid[row][column] = (char, style)

    def put_base(self, grid: list[list[Cell]], figure: Figure) -> None:
        """A figure fills the cells under its base."""
        under = self._cells_under(figure.stand)
        for row, column in under:
            grid[row][column] = ("▪" if len(under) > 3 else " ", figure.style)

    def put_label(self, grid: list[list[Cell]], figure: Figure, taken: set[tuple[int, int]]) -> None:
        """Its label stands in its middle, or as near to it as there is room: nobody disappears under another."""
        row, column = self.cell_of(figure.stand.at)
        label = (figure.label or "o")[: self.columns]
        middle = column - (len(label) - 1) // 2
        starts = [(row + down, middle + across) for down, across in NEARBY]
        cells = [[(at, start + i) for i in range(len(label))] for at, start in starts]
        free = (it for it in cells if taken.isdisjoint(it) and all(self._is_on(cell) for cell in it))
        for (at, start), char in zip(next(free, ()), label, strict=False):
            grid[at][start] = (char, figure.style)
            taken.add((at, start))

    def _is_on(self, cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def _cells_under(self, stand: Stand) -> list[tuple[int, int]]:
        shape = footprint(stand)
        left, low, right, high = shape.box
        (top, first), (bottom, last) = self.cell_of((left, high)), self.cell_of((right, low))
        cells = [(row, column) for row in range(top, bottom + 1) for column in range(first, last + 1)]
        return [cell for cell in cells if clearance(shape, *self.centre(*cell)) < -EPS]

    def row_label(self, row: int) -> str:
        """The coordinate of a line on the scale that lies in this row."""
        low, high = (self.rows - row - 1) * self.down, (self.rows - row) * self.down
        on_scale = ceil(low / self.step - EPS) * self.step
        label = f"{on_scale:g}" if on_scale < high - EPS else ""
        return f"{label:>{self.gutter - 1}}" + ("┤" if label else "│")

    def heading(self) -> str:
        return " " * (self.gutter - 1) + "┌" + "─" * self.columns + "┐"

    def footing(self) -> list[str]:
        ticks = {round(value / self.across): f"{value:g}" for value in self._ticks()}
        rule = "".join("┬" if i in ticks else "─" for i in range(self.columns))
        labels = [" "] * (self.columns + 4)
        for column, label in ticks.items():
            labels[column : column + len(label)] = label
        indent = " " * (self.gutter - 1)
        unit = f"{indent} type a point as x,y in {self.map.unit}"
        return [f"{indent}└{rule}┘", f"{indent} {''.join(labels).rstrip()}", unit]

    def _ticks(self) -> list[float]:
        """The numbers of the lower scale, so far apart that none runs into the next."""
        step = self.step
        while step / self.across < len(f"{self.map.width:g}") + 1:
            step *= 2
        return [i * step for i in range(int(self.map.width / step + EPS) + 1)]


ZONES_FIRST = {"objective": 0, "spawn": 1, "exit": 2, "deployment": 3}


def _unit_per_column(battlemap: Battlemap, columns: int) -> float:
    """The finest round size of a column at which the table fits."""
    sizes = [mantissa * 10.0**power for power in range(-2, 6) for mantissa in (1, 2, 2.5, 5)]
    return next(size for size in sizes if battlemap.width / size <= columns + EPS)


def _line(label: str, cells: Sequence[Cell]) -> Line:
    spans = [Span(label, "scale")]
    for char, style in cells:
        if spans[-1].style == style:
            spans[-1] = Span(spans[-1].text + char, style)
        else:
            spans.append(Span(char, style))
    return [*spans, Span("│", "scale")]


NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)"


def point_from_text(text: str, battlemap: Battlemap) -> Point:
    """The point that someone typed as "12.5,7" (or with a space, or in brackets), if it is on the table."""
    found = re.fullmatch(rf"\s*\(?\s*({NUMBER})\s*[,; ]\s*({NUMBER})\s*\)?\s*", text)
    if not found:
        raise FieldError(f"not a point: {text!r}; type two numbers as in 12.5,7")
    x, y = float(found.group(1)), float(found.group(2))
    if not (0 <= x <= battlemap.width and 0 <= y <= battlemap.depth):
        size = f"0,0 to {battlemap.width:g},{battlemap.depth:g}"
        raise FieldError(f"{x:g},{y:g} is off the table, which goes from {size}")
    return (x, y)
