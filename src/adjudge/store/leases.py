"""Several servers on one database: which of them lives, and which of them a match lives in. PostgreSQL decides.

A server has a lease, a row that it renews. Every transaction that writes holds that row first, so whoever has no row
writes nothing. A lease that has run out is ended by the others: they delete the row, which waits for what is being
written and is for good. A server that comes back after that needs a lease of another name. From then on its matches
belong to nobody, and the first server that is asked for one takes it.
"""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from adjudge.store.database import Store
from adjudge.store.errors import LivesElsewhere
from adjudge.store.schema import matches, servers

_NOW = sa.func.clock_timestamp()


class Peer(NamedTuple):
    """A server of the cluster, and where the others reach it."""

    id: str
    address: str


class Renewal(Struct, frozen=True):
    """What a server learns when it renews its lease."""

    is_lost: bool
    alive: frozenset[str] = frozenset()


class Leases:
    """The cluster, as one of its servers sees it."""

    def __init__(self, store: Store, address: str, seconds: float) -> None:
        self._store, self.address, self.seconds = store, address, seconds
        self.server = ""

    def begin(self) -> str:
        """A new lease; from now on this store writes under it."""
        self._store.server = None
        self.server = secrets.token_hex(8)
        with self._store._transaction(writing=True) as connection:
            row = {"id": self.server, "address": self.address, "expires": self._later()}
            connection.execute(sa.insert(servers).values(row))
        self._store.server = self.server
        return self.server

    def renew(self) -> Renewal:
        """Lives on, unless others have ended the lease; ends those that ran out. Whoever was late itself, as all are
        when the database was away, ends nobody's this time."""
        mine = servers.c.id == self.server
        with self._fenced_by_none() as connection:
            held = connection.execute(sa.select(servers.c.expires < _NOW).where(mine).with_for_update()).scalar()
            if held is None:
                return Renewal(is_lost=True)
            connection.execute(sa.update(servers).where(mine).values(expires=self._later()))
            if not held:
                connection.execute(sa.delete(servers).where(servers.c.id.in_(_RUN_OUT)))
            return Renewal(False, frozenset(connection.execute(sa.select(servers.c.id)).scalars()))

    def home_of(self, match_id: str) -> Peer | None:
        """Where a match lives, which is here if it lived nowhere; None if there is no such match."""
        with self._store._transaction() as connection:
            found = connection.execute(_HOME, {"match": match_id}).one_or_none()
        if found is None:
            return None
        if found.id is not None:
            return Peer(found.id, found.address)
        return Peer(self.server, self.address) if claim(self._store, match_id) else self.home_of(match_id)

    def end(self) -> None:
        """Gives everything back, so that others need not wait for the lease to run out."""
        with self._fenced_by_none() as connection:
            connection.execute(sa.update(matches).where(matches.c.owner == self.server).values(owner=None))
            connection.execute(sa.delete(servers).where(servers.c.id == self.server))

    def _later(self) -> sa.ColumnElement[Any]:
        return _NOW + sa.func.make_interval(0, 0, 0, 0, 0, 0, self.seconds)

    def _fenced_by_none(self) -> Any:
        return self._store._transaction(writing=True, is_fenced=False)


_RUN_OUT = sa.select(servers.c.id).where(servers.c.expires < _NOW).with_for_update(skip_locked=True)
"""Leases that may be ended now: not those under which something is just being written."""
_HOME = (
    sa.select(servers.c.id, servers.c.address)
    .select_from(matches.outerjoin(servers, servers.c.id == matches.c.owner))
    .where(matches.c.id == sa.bindparam("match"))
)


def claim(store: Store, match_id: str) -> bool:
    """Takes a match that lives nowhere; whether it lives here now. Without a cluster every match does."""
    if store.server is None:
        return True
    this = matches.c.id == match_id
    with store._transaction(writing=True) as connection:
        owner = connection.execute(sa.select(matches.c.owner).where(this).with_for_update()).scalar()
        if owner == store.server:
            return True
        # looked at only now, when nobody else can take the match any more
        if connection.execute(sa.select(servers.c.id).where(servers.c.id == owner)).scalar() is not None:
            return False
        return bool(connection.execute(sa.update(matches).where(this).values(owner=store.server)).rowcount)


def take(store: Store, match_id: str) -> None:
    """Makes sure that a match lives here."""
    if not claim(store, match_id):
        raise LivesElsewhere("this table has moved to another server: come back")


def release(store: Store, match_id: str) -> None:
    """Lets any server take a match that sleeps."""
    if store.server is not None:
        mine = (matches.c.id == match_id) & (matches.c.owner == store.server)
        with store._transaction(writing=True) as connection:
            connection.execute(sa.update(matches).where(mine).values(owner=None))
