"""The databases that matches are kept in: SQLite, and a PostgreSQL server of the tests' own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from adjudge.store import Store, open_store
from adjudge.store.schema import matches
from tests.postgresql import PROGRAMS, PostgreSQL


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker starts PostgreSQL and does all its tests. Where there is none they are skipped, except in continuous
    integration, where that is a failure."""
    for item in items:
        needs = "postgresql" in item.name or "postgresql" in getattr(item, "fixturenames", ())
        if needs and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("postgresql"))
            if not PROGRAMS and not os.environ.get("ADJUDGE_CI"):
                item.add_marker(pytest.mark.skip(reason="no PostgreSQL on this machine"))


@pytest.fixture(scope="package")
def postgresql() -> Iterator[str]:
    """The address of a new and empty PostgreSQL database."""
    server = PostgreSQL()
    yield server.address
    server.remove()


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
