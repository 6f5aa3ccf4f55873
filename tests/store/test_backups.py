"""A back-up holds one whole moment of a database, and is put back into an empty one of whichever kind."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from adjudge.engine import game as registry
from adjudge.engine.errors import BadInput
from adjudge.engine.log import Saved
from adjudge.engine.match import Match
from adjudge.store import Store, open_store
from adjudge.store.backups import Copied, back_up, restore
from adjudge.store.notes import note_of, put_note
from adjudge.store.schema import entries, matches
from tests.engine.duel import game
from tests.engine.playing import play


@pytest.fixture(autouse=True)
def duel_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._known, "duel", game)


def fill(store: Store, several: int = 3) -> dict[str, Saved]:
    kept: dict[str, Saved] = {}
    for number in range(several):
        match = Match.new(game, bytes(32), match_id=f"duel{number}")
        store.create(match)
        play(match, 5 + number)
        store.sync(match)
        put_note(store, match.header.id, {"host": "hash"})
        kept[match.header.id] = match.save()
    return kept


def test_every_match_comes_back_as_it_was(store: Store, tmp_path: Path):
    kept = fill(store)
    copied = back_up(store, tmp_path / "copy.db")
    assert (copied.matches, copied.broken) == (3, ())
    with open_store(str(tmp_path / "new.db")) as fresh:
        assert restore(tmp_path / "copy.db", fresh) == copied
        assert {it: fresh.load(it).save() for it in kept} == kept
        assert note_of(fresh, "duel0") == {"host": "hash"}
        play(match := fresh.load("duel0"), 1)
        fresh.sync(match)


def test_sqlite_moves_to_postgresql(sqlite_store: Store, postgresql: str, tmp_path: Path):
    kept = fill(sqlite_store)
    back_up(sqlite_store, tmp_path / "copy.db")
    with open_store(postgresql) as fresh:
        with fresh._transaction(writing=True) as connection:
            connection.execute(sa.delete(matches))
        restore(tmp_path / "copy.db", fresh)
        assert {it: fresh.load(it).save() for it in kept} == kept


def test_a_match_that_does_not_open_is_told_and_copied_all_the_same(sqlite_store: Store, tmp_path: Path):
    fill(sqlite_store)
    with sqlite_store._transaction(writing=True) as connection:
        connection.execute(sa.update(entries).where(entries.c.match_id == "duel1").values(entry="?"))
    copied = back_up(sqlite_store, tmp_path / "copy.db")
    assert copied.matches == 3
    assert [it.partition(":")[0] for it in copied.broken] == ["duel1"]


def test_nothing_is_replaced(sqlite_store: Store, tmp_path: Path):
    fill(sqlite_store)
    assert isinstance(back_up(sqlite_store, tmp_path / "copy.db"), Copied)
    with pytest.raises(BadInput, match="does not exist yet"):
        back_up(sqlite_store, tmp_path / "copy.db")
    with pytest.raises(BadInput, match="one without matches"):
        restore(tmp_path / "copy.db", sqlite_store)
    with pytest.raises(BadInput, match="a back-up"):
        restore(tmp_path / "nothing.db", sqlite_store)
