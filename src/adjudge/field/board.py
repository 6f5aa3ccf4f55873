"""The scenery of a table as screens draw it."""

from __future__ import annotations

from functools import lru_cache

from adjudge.engine.scene import Terrain
from adjudge.field.ground import Ground
from adjudge.field.terrain import BRIDGE, ring


@lru_cache(64)
def scenery(ground: Ground) -> tuple[Terrain, ...]:
    """Each shape of a piece by itself, so that every outline is a simple polygon. It stays while figures move."""
    found = []
    for piece in sorted(ground.pieces, key=lambda piece: BRIDGE in piece.traits):  # drawn over what they lead over
        for number, shape in enumerate(piece.shapes, 1):
            name = piece.id if len(piece.shapes) == 1 else f"{piece.id}#{number}"
            found.append(Terrain(name, ring(shape), piece.title, tuple(sorted(piece.traits))))
    return tuple(found)
