"""Several servers on one PostgreSQL database: who may write, and which of them a match lives in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from adjudge.engine import game as registry
from adjudge.engine.errors import BadInput
from adjudge.engine.match import Match
from adjudge.server.hub import Hub
from adjudge.server.keys import Keys
from adjudge.store import LeaseLost, LivesElsewhere, Store, WrittenElsewhere, open_store
from adjudge.store.database import Shared
from adjudge.store.leases import Leases, Peer, claim, release, take
from adjudge.store.notes import put_note
from adjudge.store.schema import matches, servers
from tests.engine.duel import game
from tests.engine.playing import play

SECONDS = 60.0
"""Longer than any test takes: a lease runs out when a test says so."""


class Server(NamedTuple):
    store: Store
    leases: Leases


Join = Callable[[], Server]


@pytest.fixture
def join(postgresql: str) -> Iterator[Join]:
    """Adds one more server to an empty cluster."""
    numbers = count(1)
    with ExitStack() as stack:

        def joining() -> Server:
            store = stack.enter_context(open_store(postgresql, Shared("-", SECONDS)))
            leases = Leases(store, f"server-{next(numbers)}:1", SECONDS)
            leases.begin()
            return Server(store, leases)

        with open_store(postgresql) as store, store._transaction(writing=True) as connection:
            for table in (matches, servers):
                connection.execute(sa.delete(table))
        yield joining


def run_out(server: Server) -> None:
    """Makes a lease a thing of the past, as if its server had been silent for so long."""
    past = sa.func.clock_timestamp() - sa.func.make_interval(0, 0, 0, 0, 0, 0, 1)
    with server.store._transaction(writing=True, is_fenced=False) as connection:
        connection.execute(sa.update(servers).where(servers.c.id == server.leases.server).values(expires=past))


def new_match(server: Server) -> Match[Any]:
    match = Match.new(game, bytes(32), match_id="duel")
    server.store.create(match)
    return match


def answer(match: Match[Any]) -> None:
    play(match, 1)


def home(server: Server) -> Peer:
    return Peer(server.leases.server, server.leases.address)


def test_a_match_lives_where_it_was_made_and_all_know(join: Join):
    one, two = join(), join()
    new_match(one)
    assert one.leases.home_of("duel") == two.leases.home_of("duel") == home(one)
    assert two.leases.home_of("another") is None
    assert not claim(two.store, "duel")
    with pytest.raises(LivesElsewhere):
        take(two.store, "duel")


def test_a_match_that_sleeps_wakes_wherever_it_is_asked_for_first(join: Join):
    one, two = join(), join()
    match = new_match(one)
    release(one.store, "duel")
    assert two.leases.home_of("duel") == one.leases.home_of("duel") == home(two)
    answer(match)
    with pytest.raises(WrittenElsewhere):
        one.store.sync(match)
    there = two.store.load("duel", game)
    answer(there)
    two.store.sync(there)


def test_a_campaign_reads_the_result_of_a_battle_that_lives_elsewhere(join: Join, monkeypatch: pytest.MonkeyPatch):
    one, two = join(), join()
    match = new_match(one)
    put_note(one.store, "duel", Keys("host"))
    with monkeypatch.context() as patched:
        patched.setitem(registry._known, "duel", game)
        elsewhere, keys = asyncio.run(Hub(two.store).load("duel"))
    assert (elsewhere.save(), keys) == (match.save(), Keys("host"))
    assert two.leases.home_of("duel") == home(one)


def test_whoever_lost_its_lease_writes_nothing_at_all(join: Join):
    one, two = join(), join()
    match = new_match(one)
    run_out(one)
    assert two.leases.renew().alive == {two.leases.server}
    answer(match)
    for write in (
        lambda: one.store.sync(match),
        lambda: put_note(one.store, "duel", {}),
        lambda: one.store.delete("duel"),
        lambda: one.store.create(Match.new(game, bytes(32), match_id="other")),
        lambda: claim(one.store, "duel"),
        one.store.probe,
    ):
        with pytest.raises(LeaseLost):
            write()
    assert one.leases.renew().is_lost
    assert two.leases.home_of("duel") == home(two)
    assert len(two.store.load("duel", game).log) == len(match.log) - 1
    one.leases.begin()
    assert one.leases.home_of("duel") == home(two)


def test_nobody_ends_a_lease_while_something_is_written_under_it(join: Join):
    one, two = join(), join()
    run_out(one)
    with one.store._transaction(writing=True):
        assert one.leases.server in two.leases.renew().alive
    assert one.leases.server not in two.leases.renew().alive


def test_when_the_database_was_away_for_all_nobody_is_taken_for_dead(join: Join):
    one, two = join(), join()
    run_out(one)
    run_out(two)
    assert two.leases.renew().alive == {one.leases.server, two.leases.server}
    assert not one.leases.renew().is_lost


def test_a_server_that_leaves_gives_everything_back_at_once(join: Join):
    one, two = join(), join()
    new_match(one)
    one.leases.end()
    assert two.leases.renew().alive == {two.leases.server}
    assert two.leases.home_of("duel") == home(two)


def test_a_session_that_stands_still_in_the_middle_of_writing_is_given_up(postgresql: str):
    with open_store(postgresql, Shared(None, 1.5)) as store, store._transaction() as connection:
        shown = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar()
    assert shown == "1500ms"


def test_a_cluster_needs_postgresql(tmp_path):
    with pytest.raises(BadInput, match="a PostgreSQL database for a cluster"):
        open_store(str(tmp_path / "club.db"), Shared(None, 1.0))
