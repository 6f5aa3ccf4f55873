"""The one place that knows what is special about SQLite."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from traceback import clear_frames
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

WRITING = "adjudge_writing"
"""An option of transactions that write: whether they wait for others who do."""
BUSY_SECONDS = 30
PAUSE_SECONDS = 0.001


def settings(url: sa.URL) -> dict[str, Any]:
    """What a database in memory needs: it lives in one connection, which all threads share, one at a time."""
    if url.get_backend_name() != "sqlite" or is_on_disk(url):
        return {}
    return {"poolclass": sa.StaticPool, "connect_args": {"check_same_thread": False}}


def prepare(engine: sa.Engine) -> None:
    """Makes SQLite a database for several processes: readers never wait, writers queue, a commit is on the disk."""
    sa.event.listen(engine, "connect", _on_connect)
    sa.event.listen(engine, "begin", _on_begin)


def missing_folder(url: sa.URL) -> Path | None:
    """SQLite makes its file, but not the folder. A folder that nobody made is more likely a slip of the finger."""
    folder = Path(str(url.database)).absolute().parent
    return folder if is_on_disk(url) and not folder.is_dir() else None


def make_file(url: sa.URL) -> None:
    """A new file is its owner's alone: the dice's secrets are in it. What SQLite puts beside it has the same rights."""
    if is_on_disk(url):
        with suppress(FileExistsError):
            os.close(os.open(str(url.database), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def is_on_disk(url: sa.URL) -> bool:
    return url.database not in (None, "", ":memory:")


def is_busy(error: DBAPIError) -> bool:
    """Whether somebody else holds the database."""
    return getattr(error.orig, "sqlite_errorname", "").startswith("SQLITE_BUSY")


def _on_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver would begin transactions at moments of its own choosing
    for pragma in (_patience(BUSY_SECONDS), "journal_mode = WAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("PRAGMA synchronous = FULL")  # without it WAL may lose the last commits with the power


def _on_begin(connection: sa.Connection) -> None:
    """A writer takes the lock at once: a reader that turned into a writer half-way could only fail."""
    waits = connection.get_execution_options().get(WRITING)
    if waits is None:
        connection.exec_driver_sql(f"PRAGMA {_patience(BUSY_SECONDS)}")
        connection.exec_driver_sql("BEGIN")
    else:
        connection.exec_driver_sql(f"PRAGMA {_patience(0)}")
        _begin_to_write(connection, BUSY_SECONDS if waits else 0)


def _begin_to_write(connection: sa.Connection, seconds: float) -> None:
    """Tries again at short intervals, where SQLite would sleep longer each time while others come and go."""
    until = time.monotonic() + seconds
    while True:
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except DBAPIError as error:
            if not is_busy(error) or time.monotonic() >= until:
                raise
            clear_frames(error.__traceback__)  # they know the error: a circle that only a search would find
            time.sleep(PAUSE_SECONDS)
        else:
            return


def _patience(seconds: float) -> str:
    return f"busy_timeout = {int(seconds * 1000)}"
