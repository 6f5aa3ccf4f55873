import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudge.engine import BadInput, Match
from adjudge.engine.errors import DamagedFile, NothingToUndo
from adjudge.engine.turns import KEPT_EVERY
from adjudge.store import (
    MatchExists,
    Store,
    StoreBusy,
    StoreFailed,
    UnknownMatch,
    WrittenElsewhere,
    migrations,
    open_store,
    sqlite,
)
from adjudge.store.database import ENVIRONMENT
from adjudge.store.schema import HEAD, checkpoints, entries, metadata
from tests.engine.duel import Duel, game
from tests.engine.playing import answer_one, play


def duel(match_id: str = "duel", life: int = 5, bots: dict[str, str] | None = None) -> Match[Duel]:
    return Match.new(game, match_id.encode(), match_id=match_id, options={"life": life}, bots=bots)


def count(store: Store, table: sa.Table) -> int:
    with store._transaction() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def test_a_new_match_is_kept_as_it_stands(store):
    match = duel()
    play(match, 7)
    store.create(match)
    assert store.load("duel", game).save() == match.save()


def test_a_match_is_loaded_as_it_was_at_the_last_sync(store):
    match = duel()
    store.create(match)
    play(match, 9)
    store.sync(match)
    kept = match.save()
    play(match, 3)
    assert store.load("duel", game).save() == kept


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), chances=st.lists(st.floats(0, 1), max_size=60))
def test_whatever_is_answered_and_taken_back_what_is_loaded_is_the_match_itself(store, seed, chances):
    match = duel(f"duel {seed}", life=3, bots={"blue": "random"} if seed % 2 else None)
    forget(store, match.header.id)
    store.create(match)
    random = Random(seed)
    for chance in chances:
        if chance < 0.6 and not match.is_over:
            answer_one(match, random)
        elif chance < 0.8:
            take_back(match, random)
        else:
            store.sync(match)
            assert store.load(match.header.id, game).save() == match.save()
    store.sync(match)
    assert store.load(match.header.id, game).save() == match.save()


def forget(store: Store, match_id: str) -> None:
    if match_id in [summary.id for summary in store.matches()]:
        store.delete(match_id)


def take_back(match: Match[Any], chance: Random) -> None:
    try:
        match.undo(chance.choice(match.people), agreed=match.people)
    except NothingToUndo:
        return


def test_sync_writes_the_tail_alone(store):
    match = duel(life=20)
    play(match, 40)
    while match.pending is not None and match.pending.rule != "duel.taunt":
        answer_one(match, Random(0))
    store.create(match)
    statements: list[Any] = []
    sa.event.listen(store._engine, "before_cursor_execute", lambda *call: statements.append(call[3]))
    answer_one(match, Random(1))
    before = count(store, entries)
    statements.clear()
    store.sync(match)
    written = str(statements)
    assert count(store, entries) > before
    assert '"kind":"answer"' in written
    assert written.count('"kind":"answer"') == 1
    assert '"journal"' not in written, "the state of a turn that goes on is not written again"


def test_a_sync_without_news_does_not_touch_the_database(store):
    match = duel()
    store.create(match)
    statements: list[str] = []
    sa.event.listen(store._engine, "begin", lambda connection: statements.append("begin"))
    store.sync(match)
    assert statements == []


def test_turns_that_were_taken_back_are_dropped(store):
    match = duel(life=20)
    store.create(match)
    play(match, 20)
    store.sync(match)
    turns = count(store, checkpoints)
    match.take_back(0, "red", match.people)
    store.sync(match)
    assert turns > 1
    assert count(store, checkpoints) == 1
    assert store.load("duel", game).save() == match.save()


def test_the_second_writer_is_told_and_nothing_is_lost(tmp_path):
    path = str(tmp_path / "matches.db")
    with open_store(path) as here, open_store(path) as there:
        first = duel()
        here.create(first)
        second = there.load("duel", game)
        play(first, 3, seed=1)
        play(second, 3, seed=2)
        here.sync(first)
        with pytest.raises(WrittenElsewhere, match="match 'duel' went on elsewhere after entry 0: load it again"):
            there.sync(second)
        assert there.load("duel", game).save() == first.save()
        play(first, 1)
        here.sync(first)


def test_many_matches_share_one_transaction(store):
    several = [duel(f"duel {number}") for number in range(5)]
    for match in several:
        store.create(match)
        play(match, 4)
    begun: list[str] = []
    sa.event.listen(store._engine, "begin", lambda connection: begun.append("begin"))
    assert store.sync_many(several) == {}
    assert begun == ["begin"]
    assert all(store.load(match.header.id, game).save() == match.save() for match in several)


def test_a_match_that_went_on_elsewhere_does_not_keep_the_others_from_the_disk(store):
    several = [duel(name) for name in ("one", "two", "three")]
    for match in several:
        store.create(match)
    other = store.load("two", game)
    play(other, 2, seed=7)
    store.sync(other)
    store.delete("three")
    for match in several:
        play(match, 3)
    refused = store.sync_many(several)
    assert [type(refusal) for refusal in refused.values()] == [WrittenElsewhere, UnknownMatch]
    assert store.load("one", game).save() == several[0].save()
    assert store.load("two", game).save() == other.save()


def test_the_list_shows_the_match_played_last_first(store):
    old, new = duel("old"), duel("new", life=1)
    store.create(new)
    store.create(old)
    play(new, 100)
    store.sync(new)
    assert new.outcome is not None
    first, second = store.matches()
    assert (first.id, first.outcome, first.turn, first.position) == ("new", new.outcome.text, new.turn, new.position)
    assert (second.id, second.outcome) == ("old", None)
    assert [seat.id for seat in first.seats] == ["red", "blue"]
    assert first.updated > second.updated == second.created > first.created


def test_a_deleted_match_is_gone_with_all_its_rows(store):
    match = duel()
    store.create(match)
    store.delete("duel")
    assert (store.matches(), count(store, entries), count(store, checkpoints)) == ([], 0, 0)
    for gone in (lambda: store.load("duel"), lambda: store.delete("duel")):
        with pytest.raises(UnknownMatch, match="no match 'duel' is kept"):
            gone()
    play(match, 1)
    with pytest.raises(UnknownMatch):
        store.sync(match)


def test_a_match_is_created_once(store):
    store.create(duel())
    with pytest.raises(MatchExists, match="a match 'duel' is kept already"):
        store.create(duel())


def test_a_match_that_the_store_never_saw_is_not_synced(store):
    with pytest.raises(UnknownMatch, match="neither created in nor loaded from"):
        store.sync(duel())


@pytest.mark.parametrize(
    "damage",
    [
        'UPDATE entries SET entry = \'{"kind":"answer"}\'',
        "UPDATE entries SET entry = 'nonsense' WHERE number = 0",
        "DELETE FROM entries WHERE number = 0",
        "DELETE FROM checkpoints",
        "UPDATE checkpoints SET state = '{}'",
        "UPDATE checkpoints SET rolls = 3",
        "UPDATE checkpoints SET start = 7",
        "UPDATE matches SET header = '[]'",
        "UPDATE matches SET secret = 'not hex'",
    ],
)
def test_damage_in_the_database_is_one_sentence(store, damage):
    match = duel()
    play(match, 4)
    store.create(match)
    with store._transaction(writing=True) as connection:
        connection.execute(sa.text(damage))
    with pytest.raises(DamagedFile):
        store.load("duel", game)


def test_a_damaged_match_does_not_keep_the_others_from_being_listed(store):
    store.create(duel("whole"))
    store.create(duel("torn"))
    with store._transaction(writing=True) as connection:
        connection.execute(sa.text("UPDATE matches SET header = '{' WHERE id = 'torn'"))
    assert {(summary.id, len(summary.seats)) for summary in store.matches()} == {("whole", 2), ("torn", 0)}


def test_a_file_that_is_no_database_is_one_sentence_and_is_left_alone(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, " * 100)
    with pytest.raises(StoreFailed, match="file is not a database"):
        open_store(str(path))
    assert path.read_text().startswith("Dear Sir")


def test_a_database_of_a_later_version_is_left_alone(tmp_path):
    path = str(tmp_path / "matches.db")
    with open_store(path) as store, store._transaction(writing=True) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreFailed, match="not of this version of adjudge or an earlier one"):
        open_store(path)


@pytest.mark.parametrize("url", ["nonsense://somewhere", "sqlite://user:pass@:port/x", "://"])
def test_a_wrong_url_is_a_bad_input(url):
    with pytest.raises(BadInput, match=r"database: .* doesn't fit; use a path or a URL"):
        open_store(url)


def test_a_refused_url_does_not_tell_its_password():
    with pytest.raises(BadInput, match="nonsense://me:") as refused:
        open_store("nonsense://me:pass:w@rd@somewhere/db")
    assert "rd" not in str(refused.value).partition("; use ")[0]


def test_a_named_database_in_a_folder_that_nobody_made_is_refused_and_no_folder_is_made(tmp_path):
    for url in (str(tmp_path / "mistyped" / "matches.db"), f"sqlite:///{tmp_path}/mistyped/matches.db"):
        with pytest.raises(BadInput, match=f"in a folder that exists: there is no {tmp_path}/mistyped"):
            open_store(url)
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_cannot_be_made_is_one_sentence(tmp_path, monkeypatch):
    (tmp_path / "adjudge").write_text("")
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setattr("adjudge.store.database.user_data_path", lambda name: tmp_path / name)
    with pytest.raises(StoreFailed, match="no folder can be made"):
        open_store()


def test_the_environment_names_the_database_and_a_url_goes_before_it(tmp_path, monkeypatch):
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "named.db"))
    open_store().close()
    open_store(f"sqlite:///{tmp_path}/given.db").close()
    assert (tmp_path / "named.db").exists()
    assert (tmp_path / "given.db").exists()


def test_without_a_name_the_database_lies_in_the_users_data_folder(tmp_path, monkeypatch):
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setattr("adjudge.store.database.user_data_path", lambda name: tmp_path / name)
    open_store().close()
    assert (tmp_path / "adjudge" / "matches.db").exists()


def test_a_store_opens_and_reads_while_somebody_else_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0)
    path = str(tmp_path / "matches.db")
    with open_store(path) as writer:
        writer.create(duel())
        with writer._transaction(writing=True), open_store(path) as reader:
            assert reader.load("duel", game).position == 0
            with pytest.raises(StoreFailed, match="database is locked"):
                reader.create(duel("other"))


def test_several_writers_take_their_turns(tmp_path):
    path = str(tmp_path / "matches.db")
    open_store(path).close()

    def play_alone(name: str) -> Match[Any]:
        with open_store(path) as store:
            match = duel(name, life=50)
            store.create(match)
            for number in range(30):
                play(match, 1, seed=number)
                store.sync(match)
            return match

    with ThreadPoolExecutor(3) as pool:
        played = list(pool.map(play_alone, ["one", "two", "three"]))
    with open_store(path) as store:
        assert all(store.load(match.header.id, game).save() == match.save() for match in played)


def test_two_who_open_a_new_database_at_once_both_can(tmp_path):
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [str(tmp_path / "matches.db")] * 4))
    stores[0].create(duel())
    assert [summary.id for store in stores for summary in store.matches()] == ["duel"] * 4
    for store in stores:
        store.close()


def test_a_full_disk_is_one_sentence_and_nothing_is_lost(sqlite_store):
    match = duel(life=500)
    sqlite_store.create(match)
    with sqlite_store._transaction() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    kept = match.save()
    play(match, 300)
    with pytest.raises(StoreFailed, match="database or disk is full"):
        sqlite_store.sync(match)
    assert sqlite_store.load("duel", game).save() == kept
    with sqlite_store._transaction() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    sqlite_store.sync(match)
    assert sqlite_store.load("duel", game).save() == match.save()


def test_a_commit_waits_for_the_disk_and_readers_wait_for_nobody(sqlite_store):
    with sqlite_store._transaction() as connection:
        pragmas = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]


def test_the_migrations_lead_to_the_tables_that_the_code_uses(store):
    with store._transaction() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert ScriptDirectory(migrations.__path__[0]).get_current_head() == HEAD


def states_kept(store: Store) -> int:
    with store._transaction() as connection:
        kept = sa.select(sa.func.count()).select_from(checkpoints).where(checkpoints.c.state != "null")
        return int(connection.execute(kept).scalar_one())


@pytest.mark.parametrize("back", [0, 10, 150])
def test_of_a_long_match_only_some_states_are_kept_and_it_comes_back_whole(store, back):
    match = duel(life=60)
    store.create(match)
    while not match.is_over and match.turn < 4 * KEPT_EVERY:
        answer_one(match, Random(match.position))
        store.sync(match)
    if back:
        match.take_back(match.position - back, "red", match.people)
        store.sync(match)
    assert match.turn > KEPT_EVERY
    assert states_kept(store) == sum(turn.is_kept for turn in match.checkpoints()) < match.turn
    assert store.load(match.header.id, game).save() == match.save()


def test_a_writer_that_does_not_wait_is_told_so_and_writes_when_the_others_are_done(tmp_path):
    path = str(tmp_path / "matches.db")
    with open_store(path) as one, open_store(path) as other:
        match = duel()
        one.create(match)
        play(match, 3)
        due = one.due(match)
        assert due is not None
        with other._transaction(writing=True), pytest.raises(StoreBusy, match="somebody else writes"):
            one.write([due.change], waits=False)
        assert other.load("duel", game).position == 0
        assert one.kept([due], one.write([due.change], waits=False)) == {}
        assert one.due(match) is None
        assert other.load("duel", game).save() == match.save()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_a_new_database_and_its_folder_are_their_owners_alone(tmp_path: Path, monkeypatch):
    path = tmp_path / "adjudge" / "matches.db"
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setattr("adjudge.store.database.user_data_path", lambda name: tmp_path / name)
    with open_store() as store:
        store.create(Match.new(game, bytes(32)))
        beside = [it for it in path.parent.iterdir() if it.is_file()]
        assert len(beside) > 1
        assert {stat.S_IMODE(it.stat().st_mode) for it in beside} == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
