"""A scene as the wire carries it: only what is not as before.

After one answer most of a table stands as it stood. So in place of a panel, a list or an item of a list that is as
before goes null, and the client keeps what stands in that place.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any, Literal, TypeVar

from msgspec import Struct

from adjudge.engine.scene import (
    Board,
    Card,
    Cards,
    Cell,
    Facts,
    Heap,
    Overlay,
    Panel,
    Piece,
    Prose,
    Scene,
    Sightline,
    Spread,
    Step,
    Terrain,
    Track,
)

T = TypeVar("T")

Items = tuple[T | None, ...] | None


class CardsRedrawn(Struct, frozen=True, gc=False, tag="cards"):
    """`Cards`, with null in place of what is as before."""

    title: str
    cards: Items[Card]


class SpreadRedrawn(Struct, frozen=True, gc=False, tag="spread"):
    """`Spread`, with null in place of what is as before."""

    title: str
    heaps: Items[Heap]


class TrackRedrawn(Struct, frozen=True, gc=False, tag="track"):
    """`Track`, with null in place of what is as before."""

    title: str
    steps: Items[Step]


class FactsRedrawn(Struct, frozen=True, gc=False, tag="facts"):
    """`Facts`, with null in place of what is as before."""

    title: str
    rows: Items[tuple[str, str]]


class ProseRedrawn(Struct, frozen=True, gc=False, tag="prose"):
    """`Prose`, with null in place of what is as before."""

    title: str
    lines: Items[str]


class BoardRedrawn(Struct, frozen=True, gc=False, tag="board"):
    """`Board`, with null in place of what is as before."""

    title: str
    width: float
    height: float
    unit: str
    terrain: Items[Terrain]
    pieces: Items[Piece]
    overlays: Items[Overlay]
    sights: Items[Sightline]
    grid: Literal["", "square", "hex"]
    cells: Items[Cell]


PanelRedrawn = CardsRedrawn | SpreadRedrawn | TrackRedrawn | FactsRedrawn | ProseRedrawn | BoardRedrawn


class Redrawn(Struct, frozen=True, omit_defaults=True):
    """A scene as far as it changed: in place of null stands what stood in that place of the scene before."""

    headline: str
    panels: tuple[PanelRedrawn | None, ...] = ()
    note: str = ""
    goal: str = ""


def redrawn(scene: Scene, before: tuple[Panel, ...]) -> Redrawn:
    """What of a scene is not as before."""
    pairs = zip_longest(scene.panels, before)
    panels = [None if new is old or new == old else _again(old, new) for new, old in pairs if new is not None]
    return Redrawn(scene.headline, tuple(panels), scene.note, scene.goal)


def _again(old: Panel | None, new: Panel) -> PanelRedrawn:
    kind = type(new)
    return _AGAIN[kind](old if type(old) is kind else _NOTHING[kind], new)


def _fresh(old: tuple[T, ...], new: tuple[T, ...]) -> Items[T]:
    if old == new and new:
        return None
    fresh = [None if it is was or it == was else it for it, was in zip(new, old, strict=False)]
    return (*fresh, *new[len(old) :])


_AGAIN: dict[type, Callable[[Any, Any], PanelRedrawn]] = {
    Cards: lambda old, new: CardsRedrawn(new.title, _fresh(old.cards, new.cards)),
    Spread: lambda old, new: SpreadRedrawn(new.title, _fresh(old.heaps, new.heaps)),
    Track: lambda old, new: TrackRedrawn(new.title, _fresh(old.steps, new.steps)),
    Facts: lambda old, new: FactsRedrawn(new.title, _fresh(old.rows, new.rows)),
    Prose: lambda old, new: ProseRedrawn(new.title, _fresh(old.lines, new.lines)),
    Board: lambda old, new: BoardRedrawn(
        new.title,
        new.width,
        new.height,
        new.unit,
        _fresh(old.terrain, new.terrain),
        _fresh(old.pieces, new.pieces),
        _fresh(old.overlays, new.overlays),
        _fresh(old.sights, new.sights),
        new.grid,
        _fresh(old.cells, new.cells),
    ),
}
_NOTHING: dict[type, Panel] = {
    Cards: Cards("", ()),
    Spread: Spread("", ()),
    Track: Track("", ()),
    Facts: Facts("", ()),
    Prose: Prose("", ()),
    Board: Board("", 0.0, 0.0, ""),
}
