"""What lies over a board, as characters on its open ground: zones, lines, and the last of the wide rings.

Each kind has a sign of its own, which the legend explains, so that no colour is needed. Of noises and other wide rings
one is drawn, as in the browser: several would leave nothing of the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from adjudge.engine.scene import Board, Mood, Overlay
from adjudge.field.terminal import Mark

Points = Sequence[tuple[float, float]]

REACH = "within reach"
SIGNS: dict[Mood, str] = {"good": "»", "bad": "*", "hurt": "°"}
PLAIN_SIGN = "·"
RING_SPOTS, SIDE_SPOTS, CIRCLE_SPOTS = 12, 60, 120
WIDE = 1 / 18
"""A circle with a radius of more than this part of the table's width is a wide ring."""


def marks_of(board: Board) -> Iterator[Mark]:
    """The characters of everything that lies over the board, the reach aside."""
    for over in drawn(board):
        for spot in _spots(over, board):
            if 0 <= spot[0] <= board.width and 0 <= spot[1] <= board.height:
                yield Mark(spot, sign_of(over), over.mood or "zone")


def drawn(board: Board) -> list[Overlay]:
    rings = [it for it in board.overlays if _is_wide(it, board)]
    return [it for it in board.overlays if it.label != REACH and (it not in rings or it is rings[-1])]


def sign_of(over: Overlay) -> str:
    return SIGNS.get(over.mood, PLAIN_SIGN)


def explained(board: Board) -> list[tuple[str, str]]:
    """What each sign stands for."""
    found: dict[str, list[str]] = {}
    for over in drawn(board):
        named = found.setdefault(sign_of(over), [])
        if over.label and over.label not in named:
            named.append(over.label)
    return [(sign, ", ".join(names)) for sign, names in found.items() if names]


def along(ring: Points, spots: int = RING_SPOTS, *, closed: bool = True) -> list[tuple[float, float]]:
    """Spots all along a line, so close that it is seen as one."""
    ends = [*ring[1:], ring[0]] if closed else ring[1:]
    return [
        (x + (x2 - x) * part / spots, y + (y2 - y) * part / spots)
        for (x, y), (x2, y2) in zip(ring, ends, strict=False)
        for part in range(spots)
    ]


def _spots(over: Overlay, board: Board) -> list[tuple[float, float]]:
    if not over.points:
        return []
    if over.shape != "circle":
        return along(over.points, SIDE_SPOTS, closed=over.shape == "area")
    if not _is_wide(over, board):
        return [over.points[0]]
    (x, y), steps = over.points[0], range(CIRCLE_SPOTS)
    turns = [2 * pi * step / CIRCLE_SPOTS for step in steps]
    return [(x + over.radius * cos(turn), y + over.radius * sin(turn)) for turn in turns]


def _is_wide(over: Overlay, board: Board) -> bool:
    return over.shape == "circle" and over.radius > WIDE * board.width
