"""The one place that knows what is special about SQLite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

WRITING = "adjudge_writing"
BUSY_SECONDS = 30


def prepare(engine: sa.Engine) -> None:
    """Makes SQLite a database for several processes: readers never wait, writers queue, a commit is on the disk."""
    sa.event.listen(engine, "connect", _on_connect)
    sa.event.listen(engine, "begin", _on_begin)


def make_folder(url: sa.URL) -> None:
    """SQLite makes its file, but not the folder."""
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)


def _on_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver would begin transactions at moments of its own choosing
    for pragma in (f"busy_timeout = {BUSY_SECONDS * 1000}", "journal_mode = WAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("PRAGMA synchronous = FULL")  # without it WAL may lose the last commits with the power


def _on_begin(connection: sa.Connection) -> None:
    """A writer queues for the lock at once: a reader that turned into a writer half-way could only fail."""
    writing = connection.get_execution_options().get(WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
