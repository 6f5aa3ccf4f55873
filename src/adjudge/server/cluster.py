"""A server among several that share one PostgreSQL database, as its door sees them.

A table lives in one server, by a lease in the database (see `adjudge.store.leases`). Whoever knocks for a table that
lives elsewhere is carried there: the door connects to that server's door and passes on what either side says, without
reading it. A server that cannot be reached is asked for again until it answers or its lease has run out, and by then
the table can be woken here.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.server.journal import note
from adjudge.store import StoreFailed
from adjudge.store.database import Shared
from adjudge.store.leases import Leases, Peer

LEASE_SECONDS = 5.0
BEATS = 4
"""How often a lease is renewed within the time that it lasts."""
CONNECT_SECONDS = 2.0
LOOKING_THREADS = 4
MOST_CARRIED = 4_096
"""Connections that are passed on at once."""
PIECE = 64 * 1024


class Cluster:
    """The other servers, and this one's place among them."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._beating = ThreadPoolExecutor(1, "lease")
        self._looking = ThreadPoolExecutor(LOOKING_THREADS, "whereabouts")
        self._carried: dict[asyncio.Task[None], str] = {}

    @property
    def patience(self) -> float:
        """How long somebody may have to wait until the table of a dead server can be woken here."""
        return 3 * self._leases.seconds

    def begin(self) -> Shared:
        """Joins under a new lease: the name that all processes of this server write under."""
        return Shared(self._leases.begin(), self._leases.seconds)

    def end(self) -> None:
        """Leaves, when nothing is written here any more."""
        with suppress(StoreFailed):  # the lease will run out by itself
            self._leases.end()
        for threads in (self._beating, self._looking):
            threads.shutdown(wait=False, cancel_futures=True)

    async def keep(self, start_over: Callable[[Shared], None]) -> None:
        """Renews the lease for as long as the server runs. One that was lost is gone with all that lived under it."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._leases.seconds / BEATS)
            try:
                renewal = await loop.run_in_executor(self._beating, self._leases.renew)
                if renewal.is_lost:
                    note("lease lost", logging.ERROR, server=self._leases.server)
                    start_over(await loop.run_in_executor(self._beating, self.begin))
                else:
                    self._drop_lines(renewal.alive)
            except AdjudgeError as error:
                note("lease not renewed", logging.ERROR, why=str(error))

    def _drop_lines(self, alive: frozenset[str]) -> None:
        """Whoever is connected to a server that is gone, though the line itself stands, has to knock again."""
        for line, server in self._carried.items():
            if server not in alive:
                line.cancel()

    async def peer_of(self, table: str) -> Peer | None:
        """The other server that a table lives in; None if it lives here or nowhere."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._looking, self._leases.home_of, table)
        return None if found is None or found.id == self._leases.server else found

    async def carry(self, visitor: socket.socket, peer: Peer) -> bool:
        """Connects a visitor with another server; False if that cannot be reached."""
        if len(self._carried) >= MOST_CARRIED:
            return False
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                there = await asyncio.open_connection(*host_and_port(peer.address))
        except (OSError, TimeoutError):
            return False
        here = await asyncio.open_connection(sock=visitor.dup())
        task = asyncio.create_task(_join(here, there))
        self._carried[task] = peer.id
        task.add_done_callback(self._carried.pop)
        return True


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _join(here: Ends, there: Ends) -> None:
    """Passes on what either side says until both have said all."""
    try:
        await asyncio.gather(_pass_on(here[0], there[1]), _pass_on(there[0], here[1]))
    finally:
        for _, writer in (here, there):
            writer.transport.abort()


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await source.read(PIECE):
            target.write(piece)
            await target.drain()
        target.write_eof()


def host_and_port(address: str) -> tuple[str, int]:
    """`10.0.0.5:8765` or `[fd00::5]:8765` in its parts."""
    host, _, port = address.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 2**16:
        raise BadInput("address", address, "a host and a port, such as 10.0.0.5:8765")
    return host.removeprefix("[").removesuffix("]"), int(port)
