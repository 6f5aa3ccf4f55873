"""A note beside a kept match: small plain data of whoever keeps it, such as a server's seat keys."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from adjudge.store.database import Store
from adjudge.store.schema import notes


def put_note(store: Store, match_id: str, note: Any) -> None:
    """Keeps the note of a match in place of the one before; on the disk when it returns."""
    text = msgspec.json.encode(note).decode()
    with store._transaction(writing=True) as connection:
        changed = connection.execute(sa.update(notes).where(notes.c.match_id == match_id).values(note=text))
        if not changed.rowcount:
            connection.execute(sa.insert(notes), {"match_id": match_id, "note": text})


def note_of(store: Store, match_id: str) -> Any:
    """The note of a match, None if it has none."""
    with store._transaction() as connection:
        text = connection.execute(sa.select(notes.c.note).where(notes.c.match_id == match_id)).scalar()
    return None if text is None else msgspec.json.decode(text)
