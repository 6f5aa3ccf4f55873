"""The scenery of a table as screens draw it."""

from __future__ import annotations

from adjudge.engine.scene import Terrain
from adjudge.field.ground import Ground, remembered
from adjudge.field.terrain import BRIDGE, Piece, marks, ring


def _order(piece: Piece) -> int:
    """Ground that only has a name lies under everything, a bridge over what it leads over."""
    return 2 if BRIDGE in piece.traits else int(bool(marks(piece) - piece.traits))


@remembered(64)
def scenery(ground: Ground) -> tuple[Terrain, ...]:
    """Each shape of a piece by itself, so that every outline is a simple polygon. It stays while figures move."""
    found = []
    for piece in sorted(ground.pieces, key=_order):
        for number, shape in enumerate(piece.shapes, 1):
            name = piece.id if len(piece.shapes) == 1 else f"{piece.id}#{number}"
            found.append(Terrain(name, ring(shape), piece.title, tuple(sorted(piece.traits))))
    return tuple(found)
