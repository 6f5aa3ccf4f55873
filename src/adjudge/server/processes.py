"""A server in several processes, so that a club's tables can use every processor.

A table lives in one of them, by its id. The first process is the door: it listens, looks at the first line of what a
visitor says without taking it, and hands the connection itself to the process where the table is; what concerns no
table goes to each in turn. From then on the door has no part in it. All processes keep their tables in one database.

A process that ends is started again, and its tables are woken when they are next visited. When the door ends, however
that comes about, the others notice, store what they have, and end too.

Where several servers share a database, the door also knows where else tables live, and passes visitors on to there (see
`adjudge.server.cluster`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from urllib.parse import unquote

import msgspec
from msgspec import Struct

from adjudge.server.cluster import Cluster
from adjudge.server.gate import Gate
from adjudge.server.guard import address_of, speaks_for_many
from adjudge.server.home import Home, Tally, place_of
from adjudge.server.journal import note
from adjudge.server.limits import Limits
from adjudge.store import StoreFailed
from adjudge.store.database import Shared

MOST_LINE = 8 * 1024
MOST_AT_THE_DOOR = 1024
MOST_OF_ONE = 128
"""Visitors at the door, in all and from one address."""
DOOR_SECONDS = 5.0
"""The longest that a visitor may take over the first line, or a process over taking him in."""
PAUSE_SECONDS = 0.02
WATCH_SECONDS = 0.5
AGAIN_SECONDS = 3.0
GRACE_SECONDS = 3
"""How long a server that stops waits for those who are still being answered."""
COMMAND = (sys.executable, "-m", "adjudge.server.hosting")

_TABLE = re.compile(r"(?:https?://[^/]*)?/(?:api/(?:matches|studies)|admin/api/tables)/([^/]+)", re.IGNORECASE)
_PLACE = re.compile(rb"[A-Z]+ /admin/api/awake/(\d{1,3}) ")
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Settings(Struct, frozen=True):
    """What a process is told when it starts. `channel` and `shared` are file descriptors that it was born with."""

    home: Home
    channel: int
    shared: int
    database: str | None
    hosts: tuple[str, ...]
    limits: Limits
    journal: bool = True
    lease: Shared | None = None
    """The name under which it writes, if other servers share the database."""
    gate: Gate | None = None


# ------------------------------------------------------------------ the door


class _Inside:
    """A process that tables live in, as the door sees it."""

    def __init__(self, command: Sequence[str], settings: Settings) -> None:
        self._command, self._settings = command, settings
        self._start()

    def _start(self) -> None:
        self._started = time.monotonic()
        self._channel, theirs = socket.socketpair()
        self._channel.setblocking(False)
        told = msgspec.structs.replace(self._settings, channel=theirs.fileno())
        with theirs:
            # in a session of its own: what a terminal sends to stop the server is for the door alone
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                pass_fds=(told.channel, told.shared),
                start_new_session=True,
            )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError), self._process.stdin as line:  # the address of the database is no word for argv
            line.write(msgspec.json.encode(told) + b"\n")

    def look_after(self) -> None:
        """Starts the process again if it has ended; one that cannot run is not tried over and over."""
        if self._process.poll() is not None and time.monotonic() - self._started > AGAIN_SECONDS:
            note("process ended", logging.ERROR, place=self._settings.home.place, status=self._process.returncode)
            self._channel.close()
            with suppress(OSError):  # no descriptor or memory is left: tried again at the next look
                self._start()

    def start_over(self, lease: Shared) -> None:
        """Begins again under another lease. What was under the old one is lost to others, so it is not waited for."""
        self._settings = msgspec.structs.replace(self._settings, lease=lease)
        self.stop()
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._start()

    def take_in(self, visitor: socket.socket) -> bool:
        """Hands a connection over; False if the process is not ready for it."""
        try:
            socket.send_fds(self._channel, [b"."], [visitor.fileno()])
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """It stores what it has and ends, because nobody will come any more."""
        self._channel.close()

    def wait(self, seconds: float) -> None:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Door:
    """Shows visitors in until it is told to stop."""

    def __init__(
        self, listeners: Sequence[socket.socket], inside: Sequence[_Inside], cluster: Cluster | None = None
    ) -> None:
        """The last listener may be the keeper's gate: whoever comes in by it stays in this server."""
        self._listeners, self._inside, self._cluster = listeners, inside, cluster
        self._turns = count()
        self._visitors: dict[asyncio.Task[None], str] = {}
        self._stops = asyncio.Event()

    async def serve(self) -> None:
        loop = asyncio.get_running_loop()
        for it in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(it, self._stops.set)
        for listener in self._listeners:
            listener.setblocking(False)
            loop.add_reader(listener, self._answer, listener)
        keeping = loop.create_task(self._cluster.keep(self._start_over)) if self._cluster else None
        while not self._stops.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stops.wait(), WATCH_SECONDS)
            if not self._stops.is_set():
                for process in self._inside:
                    process.look_after()
        for listener in self._listeners:
            loop.remove_reader(listener)
            listener.close()  # whoever is refused knocks at another server
        if keeping:
            keeping.cancel()

    def _start_over(self, lease: Shared) -> None:
        for process in self._inside:
            process.start_over(lease)

    def _answer(self, listener: socket.socket) -> None:
        try:
            visitor, peer = listener.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError as error:  # no descriptor is left: whoever is inside has to go first
            note("door closed", logging.ERROR, why=error.strerror)
            loop = asyncio.get_running_loop()
            loop.remove_reader(listener)
            loop.call_later(1.0, loop.add_reader, listener, self._answer, listener)
            return
        address = address_of({"client": peer})
        if len(self._visitors) >= MOST_AT_THE_DOOR or self._is_crowded_by(address):
            visitor.close()
            return
        task = asyncio.create_task(self._show_in(visitor))
        self._visitors[task] = address
        task.add_done_callback(self._visitors.pop)

    def _is_crowded_by(self, address: str) -> bool:
        """Whether one address keeps the door from all others."""
        return not speaks_for_many(address) and list(self._visitors.values()).count(address) >= MOST_OF_ONE

    async def _show_in(self, visitor: socket.socket) -> None:
        with visitor, suppress(OSError, TimeoutError):
            visitor.setblocking(False)
            async with asyncio.timeout(DOOR_SECONDS):
                line = await _first_line(visitor)
            async with asyncio.timeout(DOOR_SECONDS + (self._cluster.patience if self._cluster else 0)):
                while line and not await self._lead(visitor, line):
                    await asyncio.sleep(PAUSE_SECONDS)

    async def _lead(self, visitor: socket.socket, line: bytes) -> bool:
        """To the process that a table lives in, here or elsewhere; what concerns no table goes to each in turn."""
        table = table_of(line)
        if self._cluster is not None and _ID.fullmatch(table) and b" /admin/" not in line:
            try:
                peer = await self._cluster.peer_of(table)
            except StoreFailed:
                await asyncio.sleep(WATCH_SECONDS)
                return False
            if peer is not None:
                return await self._cluster.carry(visitor, peer)
        count, named = len(self._inside), _PLACE.match(line)
        if named:
            return self._inside[int(named[1]) % count].take_in(visitor)
        return self._inside[place_of(table, count) if table else next(self._turns) % count].take_in(visitor)


def table_of(line: bytes) -> str:
    """The table that a request is about: `GET /api/matches/<id>/live HTTP/1.1`. The path may name the server first."""
    target = line.split(b" ")[1] if line.count(b" ") > 1 else b""
    table = _TABLE.match(unquote(target.partition(b"?")[0]))
    return table[1] if table else ""


async def _first_line(visitor: socket.socket) -> bytes:
    """What a visitor says first, left where it is; nothing if he goes."""
    while True:
        await _readable(visitor)
        said = visitor.recv(MOST_LINE, socket.MSG_PEEK)
        line, end, _ = said.lstrip(b"\r\n").partition(b"\n")
        if end or not said or len(said) >= MOST_LINE:
            return line
        await asyncio.sleep(PAUSE_SECONDS)


async def _readable(visitor: socket.socket) -> None:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(visitor, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(visitor)


def run(
    listeners: Sequence[socket.socket],
    processes: int,
    *,
    database: str | None,
    hosts: Sequence[str],
    limits: Limits,
    journal: bool = True,
    command: Sequence[str] = COMMAND,
    cluster: Cluster | None = None,
    gate: Gate | None = None,
) -> None:
    """Serves with so many processes, until it is told to stop; among other servers if there is a cluster."""
    with tempfile.TemporaryFile() as shared:
        os.truncate(shared.fileno(), Tally.size(processes))
        bounds = msgspec.structs.replace(limits, live_tables=-(-limits.live_tables // processes))
        settings = Settings(Home(0, processes), 0, shared.fileno(), database, tuple(hosts), bounds, journal, gate=gate)
        if cluster is not None:
            settings = msgspec.structs.replace(settings, lease=cluster.begin())
        inside = [
            _Inside(command, msgspec.structs.replace(settings, home=Home(place, processes)))
            for place in range(processes)
        ]
        try:
            asyncio.run(Door(listeners, inside, cluster).serve())
        finally:
            for process in inside:
                process.stop()
            for process in inside:
                process.wait(2 * GRACE_SECONDS)
            if cluster is not None:
                cluster.end()
