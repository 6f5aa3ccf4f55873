"""Grids: boards of squares or hexes, with cells called as one says them, from A1 in the south-west corner.

A `Grid` is made once and kept beside the rules; a state holds the names of cells. It knows neighbours, distances, lines
and what can be reached, asks for a cell, and gives screens the board: browser, terminal and screen readers all speak of
"B3".

>>> board = Grid(6, 4, "hex")
>>> board.neighbours("B2")
('C2', 'C3', 'B3', 'A2', 'B1', 'C1')
>>> board.distance("A1", "F4"), board.line("A1", "D1")
(7, ('A1', 'B1', 'C1', 'D1'))
>>> sorted(board.reach("A1", 2, lambda here, there: None if there == "B1" else 1))
['A1', 'A2', 'A3', 'B2', 'B3']
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from heapq import heappop, heappush
from math import inf, sqrt
from typing import Any, Literal

from adjudge.engine.questions import NO_FACTS, Choose, Deed, Forecast, Option, Point
from adjudge.engine.scene import Board, Cell, Overlay, Piece

Kind = Literal["square", "hex"]
Cost = Callable[[str, str], float | None]
"""What a step from one cell to the next costs; None if it cannot be taken."""

PITCH = sqrt(3) / 2
"""How far rows of hexes lie apart, which are as wide as 1."""
SQUARE_WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL_WAYS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
HEX_WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""By columns and rows of slanted coordinates: east, north-east, north-west, west, south-west, south-east."""


@cache
def column_name(number: int) -> str:
    """A, B, … Z, AA, AB and so on, from 0."""
    name = ""
    while number >= 0:
        name, number = chr(ord("A") + number % 26) + name, number // 26 - 1
    return name


class Grid:
    """So many columns and rows of squares or hexes, without some cells if you like.

    Hexes stand on a corner, and every second row is shifted half a cell to the east. `diagonal` lets squares touch at
    their corners too.
    """

    def __init__(
        self, columns: int, rows: int, kind: Kind = "square", *, diagonal: bool = False, without: Collection[str] = ()
    ) -> None:
        self.columns, self.rows, self.kind = columns, rows, kind
        places = {f"{column_name(x)}{y + 1}": (x, y) for y in range(rows) for x in range(columns)}
        self._places = {cell: place for cell, place in places.items() if cell not in without}
        self._cells = {place: cell for cell, place in self._places.items()}
        self._ways = HEX_WAYS if kind == "hex" else (*SQUARE_WAYS, *(DIAGONAL_WAYS if diagonal else ()))
        self._diagonal = diagonal
        self._neighbours = {cell: self._around(cell) for cell in self._places}

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells, row by row from A1."""
        return tuple(self._places)

    def __contains__(self, cell: object) -> bool:
        return cell in self._places

    # ------------------------------------------------------------------ where things are

    def _slanted(self, cell: str) -> tuple[int, int]:
        """Coordinates in which every way of the grid is a straight step."""
        x, y = self._places[cell]
        return (x, y) if self.kind == "square" else (x - (y - (y & 1)) // 2, y)

    def _cell(self, slanted: tuple[int, int]) -> str | None:
        x, y = slanted
        return self._cells.get((x, y) if self.kind == "square" else (x + (y - (y & 1)) // 2, y))

    def _around(self, cell: str) -> tuple[str, ...]:
        return tuple(it for it in (self.step(cell, way) for way in range(len(self._ways))) if it is not None)

    def step(self, cell: str, way: int) -> str | None:
        """The next cell in one of the grid's ways, by its number; None beyond the edge."""
        x, y = self._slanted(cell)
        dx, dy = self._ways[way]
        return self._cell((x + dx, y + dy))

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """The cells that touch this one, anticlockwise from the east (diagonal ones after the others)."""
        return self._neighbours[cell]

    def rays(self, cell: str) -> tuple[tuple[str, ...], ...]:
        """For each way of the grid the cells straight on to the edge: for pieces that slide."""
        found = []
        for way in range(len(self._ways)):
            ray, here = [], self.step(cell, way)
            while here is not None:
                ray.append(here)
                here = self.step(here, way)
            found.append(tuple(ray))
        return tuple(found)

    def distance(self, one: str, two: str) -> int:
        """How many steps it is, over cells that are missing too."""
        (x, y), (x2, y2) = self._slanted(one), self._slanted(two)
        dx, dy = x2 - x, y2 - y
        if self.kind == "hex":
            return max(abs(dx), abs(dy), abs(dx + dy))
        return max(abs(dx), abs(dy)) if self._diagonal else abs(dx) + abs(dy)

    # ------------------------------------------------------------------ lines and ways

    def line(self, one: str, two: str) -> tuple[str, ...]:
        """The cells that the straight line between two middles runs through, both included.

        Where it runs along a border or through a corner it takes the cell to its right, if there is one.
        """
        (x, y), (x2, y2) = self._middle(one), self._middle(two)
        steps = 4 * max(1, self.distance(one, two))
        spots = [(x + (x2 - x) * i / steps, y + (y2 - y) * i / steps) for i in range(steps + 1)]
        across, up = 1e-6 * (y2 - y), 1e-6 * (x - x2)
        cells = (self.at((a + across, b + up)) or self.at((a - across, b - up)) for a, b in spots)
        return tuple(dict.fromkeys(cell for cell in cells if cell is not None))

    def blocker(self, one: str, two: str, blocks: Collection[str] | Callable[[str], bool]) -> str | None:
        """The first cell between two that blocks the line of sight; None if it is free."""
        is_blocked = blocks if callable(blocks) else blocks.__contains__
        return next((cell for cell in self.line(one, two)[1:-1] if is_blocked(cell)), None)

    def sees(self, one: str, two: str, blocks: Collection[str] | Callable[[str], bool]) -> bool:
        """Whether no cell between two blocks the line of sight."""
        return self.blocker(one, two, blocks) is None

    def reach(self, start: str, allowance: float, cost: Cost = lambda here, there: 1) -> dict[str, float]:
        """The cells that can be reached and what the way costs, cheapest first; the start is one of them."""
        costs, _ = self._search(start, allowance, cost)
        return costs

    def path(self, start: str, goal: str, cost: Cost = lambda here, there: 1) -> tuple[str, ...]:
        """The cheapest way, both ends included; empty if there is none."""
        costs, before = self._search(start, inf, cost)
        if goal not in costs:
            return ()
        way = [goal]
        while way[-1] != start:
            way.append(before[way[-1]])
        return tuple(reversed(way))

    def _search(self, start: str, allowance: float, cost: Cost) -> tuple[dict[str, float], dict[str, str]]:
        costs: dict[str, float] = {}
        before: dict[str, str] = {}
        queue: list[tuple[float, int, str, str]] = [(0.0, 0, start, start)]
        pushed = 0
        while queue:
            spent, _, here, origin = heappop(queue)
            if here in costs:
                continue
            costs[here], before[here] = spent, origin
            for there in self._neighbours[here]:
                step = None if there in costs else cost(here, there)
                if step is not None and spent + step <= allowance:
                    pushed += 1
                    heappush(queue, (spent + step, pushed, there, here))
        return costs, before

    # ------------------------------------------------------------------ on the table

    @property
    def width(self) -> float:
        return self.columns + (0.5 if self.kind == "hex" and self.rows > 1 else 0.0)

    @property
    def height(self) -> float:
        return float(self.rows) if self.kind == "square" else round((self.rows - 1) * PITCH + 2 / sqrt(3), 3)

    def centre(self, cell: str) -> Point:
        """The middle of a cell, in cells from the south-west corner, to thousandths."""
        x, y = self._middle(cell)
        return (x, round(y, 3))

    def _middle(self, cell: str) -> Point:
        x, y = self._places[cell]
        if self.kind == "square":
            return (x + 0.5, y + 0.5)
        return (x + 0.5 + 0.5 * (y & 1), y * PITCH + 1 / sqrt(3))

    def at(self, point: Point) -> str | None:
        """The cell under a point."""
        if self.kind == "square":
            return self._cells.get((int(point[0] // 1), int(point[1] // 1)))
        rows = {int((point[1] - 1 / sqrt(3)) // PITCH) + more for more in (0, 1)}
        near = [self._cells.get((int((point[0] - 0.5 * (row & 1)) // 1), row)) for row in sorted(rows)]
        found = [(self._apart(cell, point), cell) for cell in near if cell]
        return min(found)[1] if found and min(found)[0] <= 1 / sqrt(3) + 1e-3 else None

    def _apart(self, cell: str, point: Point) -> float:
        x, y = self._middle(cell)
        return sqrt((x - point[0]) ** 2 + (y - point[1]) ** 2)

    # ------------------------------------------------------------------ for questions and screens

    def pick(
        self,
        cells: Iterable[str],
        *,
        prompt: str = "Which cell?",
        words: Callable[[str], str] = str,
        figure: str = "",
        others: Mapping[str, str] | None = None,
        facts: Mapping[str, Any] = NO_FACTS,
        forecast: Callable[[str], Forecast | None] | None = None,
    ) -> Choose[str]:
        """Asks for one of these cells: clicked on the board, gone to with the arrow keys, or typed. `figure` is who
        goes there; `others` are answers that are no cells, such as {"pass": "Pass"}."""
        extra = dict(others or {})

        def described(key: str) -> Option:
            if key in extra:
                return Option(key, extra[key], caution="apart")
            return Option(
                key, words(key), point=self.centre(key), deed=Deed("cell", figure, key, point=self.centre(key))
            )

        return Choose([*cells, *extra], described, prompt=prompt, facts=facts, forecast=forecast)

    def piece(self, id: str, cell: str, label: str, **looks: Any) -> Piece:
        """A piece on a cell as screens draw it; `looks` are the other fields of `Piece`."""
        x, y = self.centre(cell)
        return Piece(id, x, y, label, radius=looks.pop("radius", 0.3), **looks)

    def board(
        self,
        pieces: Iterable[Piece] = (),
        *,
        title: str = "",
        looks: Mapping[str, tuple[str, ...]] | None = None,
        names: Mapping[str, str] | None = None,
        overlays: Iterable[Overlay] = (),
        without: Collection[str] = (),
    ) -> Board:
        """The grid with its pieces as screens draw it. `looks` gives cells traits of terrain (woods, water, wall, …),
        `names` what they are called; cells in `without` are gone."""
        kinds, called = looks or {}, names or {}
        cells = [
            Cell(cell, *self.centre(cell), tuple(kinds.get(cell, ())), called.get(cell, ""))
            for cell in self._places
            if cell not in without
        ]
        return Board(
            title, self.width, self.height, "cells", (), tuple(pieces), tuple(overlays), (), self.kind, tuple(cells)
        )
