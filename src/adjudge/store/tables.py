"""What a keeper wants to know of all tables: how large they are, how old, and which nobody has touched for long."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from adjudge.store.database import Store, _in_utc, _seats
from adjudge.store.schema import checkpoints, entries, matches, notes


class Kept(Struct, frozen=True):
    """A match that is kept, with the note beside it."""

    id: str
    game: str
    seats: tuple[str, ...]
    created: datetime
    updated: datetime
    entries: int
    position: int
    outcome: str | None
    owner: str | None
    note: Any
    bytes: int = 0


def untouched(store: Store, since: datetime) -> list[Kept]:
    """All matches that nothing has happened in since then, the oldest first."""
    chosen = sa.select(matches, notes.c.note).outerjoin(notes).where(matches.c.updated < since)
    with store._transaction() as connection:
        rows = connection.execute(chosen.order_by(matches.c.updated)).all()
    return [_kept(row, 0) for row in rows]


def last_touched(store: Store, ids: Sequence[str]) -> datetime | None:
    """When something last happened in any of some matches."""
    with store._transaction() as connection:
        last = connection.execute(sa.select(sa.func.max(matches.c.updated)).where(matches.c.id.in_(ids))).scalar()
    return _in_utc(last) if last is not None else None


def all_kept(store: Store) -> list[Kept]:
    """All matches with their sizes, the one that was touched last first."""
    with store._transaction() as connection:
        chosen = sa.select(matches, notes.c.note).outerjoin(notes).order_by(matches.c.updated.desc(), matches.c.id)
        rows = connection.execute(chosen).all()
        sizes = dict.fromkeys((row.id for row in rows), 0)
        for table, texts in (
            (entries, (entries.c.entry,)),
            (checkpoints, (checkpoints.c.state, checkpoints.c.happenings)),
        ):
            taken = sum((sa.func.length(text) for text in texts), sa.literal(0))
            for match_id, size in connection.execute(
                sa.select(table.c.match_id, sa.func.sum(taken)).group_by(table.c.match_id)
            ):
                sizes[match_id] = sizes.get(match_id, 0) + int(size or 0)
    return [_kept(row, sizes[row.id]) for row in rows]


def _kept(row: sa.Row[Any], size: int) -> Kept:
    return Kept(
        row.id,
        row.game,
        tuple(it.name for it in _seats(row.header)),
        _in_utc(row.created),
        _in_utc(row.updated),
        row.entries,
        row.position,
        row.outcome,
        row.owner,
        None if row.note is None else msgspec.json.decode(row.note),
        size,
    )
