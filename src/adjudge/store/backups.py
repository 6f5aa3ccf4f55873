"""Back-ups: a whole database in one SQLite file, taken while servers go on, and put back into an empty one.

The file holds one moment of the database, whichever kind that is, so a club can also move with it from SQLite to
PostgreSQL. A copy counts only once it was read again: as many rows as there were, and every match opens.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct

from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.store.database import Store, open_store
from adjudge.store.errors import StoreFailed
from adjudge.store.schema import checkpoints, entries, matches, notes

TABLES = (matches, entries, checkpoints, notes)
"""In the order in which they can be filled. Leases are of their moment alone."""
AT_ONCE = 500


class Copied(Struct, frozen=True):
    """What was copied, and which matches do not open: that is told, and they are copied all the same."""

    matches: int
    rows: int
    broken: tuple[str, ...] = ()


def back_up(store: Store, path: Path) -> Copied:
    """Writes all that a store holds into a new file, and reads it again."""
    if path.exists():
        raise BadInput("file", str(path), "a file that does not exist yet: a back-up replaces nothing")
    with open_store(str(path)) as copy:
        return _copied(store, copy)


def restore(path: Path, store: Store) -> Copied:
    """Puts a back-up into a store that holds nothing."""
    if not path.is_file():
        raise BadInput("file", str(path), "a back-up")
    if _count(store, matches):
        raise BadInput("database", store.url.render_as_string(hide_password=True), "one without matches")
    with open_store(str(path)) as backup:
        return _copied(backup, store)


def _copied(source: Store, target: Store) -> Copied:
    with source._transaction() as reading, target._transaction(writing=True) as writing:
        rows = sum(_fill(reading, writing, table) for table in TABLES)
    kept = sum(_count(target, table) for table in TABLES)
    if kept != rows:
        raise StoreFailed(f"the copy has {kept} rows instead of {rows}: do not trust it")
    return Copied(_count(target, matches), rows, tuple(_broken(target)))


def _fill(reading: sa.Connection, writing: sa.Connection, table: sa.Table) -> int:
    """Copies a table piece by piece; nobody owns a match in the copy."""
    copied = 0
    for rows in reading.execution_options(yield_per=AT_ONCE).execute(sa.select(table)).mappings().partitions(AT_ONCE):
        fresh = [{**row, "owner": None} if "owner" in row else dict(row) for row in rows]
        writing.execute(sa.insert(table), fresh)
        copied += len(fresh)
    return copied


def _count(store: Store, table: sa.Table) -> int:
    with store._transaction() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _broken(store: Store) -> Iterator[str]:
    for summary in store.matches():
        try:
            store.load(summary.id)
        except AdjudgeError as error:
            yield f"{summary.id}: {error}"
