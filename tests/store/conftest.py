"""The databases that matches are kept in: SQLite, and a PostgreSQL server of the tests' own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from adjudge.store import Store, open_store
from adjudge.store.schema import matches

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
OWNER = "postgres"
"""Who runs the server where root runs the tests: it refuses to run as root."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker starts PostgreSQL and does all its tests. Where there is none they are skipped, except in continuous
    integration, where that is a failure."""
    for item in items:
        if "postgresql" in item.name and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("postgresql"))
            if not PROGRAMS and not os.environ.get("ADJUDGE_CI"):
                item.add_marker(pytest.mark.skip(reason="no PostgreSQL on this machine"))


@pytest.fixture(scope="package")
def postgresql() -> Iterator[str]:
    """The address of a new and empty PostgreSQL database, reached through a socket in its own folder."""
    assert PROGRAMS, "no PostgreSQL on this machine"
    folder = Path(tempfile.mkdtemp(prefix="adjudge"))  # the path of a socket must be short
    if os.geteuid() == 0:
        shutil.chown(folder, OWNER)
    programs = PROGRAMS[-1].parent
    data = folder / "data"
    _run(programs / "initdb", "--auth=trust", f"--username={OWNER}", "--no-sync", "-D", data)
    _run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", f"-k {folder} -h ''", "start")
    try:
        yield f"postgresql+psycopg://{OWNER}@/postgres?host={folder}"
    finally:
        _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder)


def _run(program: Path, *words: str | Path) -> None:
    become = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
    subprocess.run([*become, program, *words], check=True, stdout=subprocess.DEVNULL, cwd="/")


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "matches.db")) as store:
        yield store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store without matches."""
    address = request.getfixturevalue("postgresql") if request.param == "postgresql" else str(tmp_path / "matches.db")
    with open_store(address) as opened:
        with opened._transaction(writing=True) as connection:
            connection.execute(sa.delete(matches))
        yield opened
