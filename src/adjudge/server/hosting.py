"""How the application is run: the web server's settings, and a process that runs it, alone or as one of several."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import msgspec
import uvicorn

from adjudge.check.drafts import Draft
from adjudge.server.app import built_client, make_app
from adjudge.server.gate import Gate
from adjudge.server.home import Tally
from adjudge.server.journal import write_json_lines
from adjudge.server.limits import MOST_FRAME, Limits
from adjudge.server.lines import Line, Request
from adjudge.server.processes import GRACE_SECONDS, Settings
from adjudge.store import Store, open_store


class Stoppable(uvicorn.Server):
    """Stops at the first SIGTERM or SIGINT, and then as if it had come to its end by itself."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        stops = (signal.SIGINT, signal.SIGTERM)
        before = {it: signal.signal(it, self.handle_exit) for it in stops}
        try:
            yield
        finally:
            for it, handler in before.items():
                signal.signal(it, handler)


def configure(app: object) -> uvicorn.Config:
    """The settings that the application counts on: bounded frames, dead connections found out, nothing logged twice."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=Request,
        ws=Line,
        log_config=None,
        log_level="warning",
        access_log=False,
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        ws_max_size=4 * MOST_FRAME,
        ws_max_queue=16,
        ws_per_message_deflate=False,  # it costs more time and memory than it saves
    )


def settle_down() -> None:
    """Makes the process one that answers many soon, rather than one that ends soon.

    Live tables are many objects that stay, and going on with them leaves no garbage that only a search would find. So
    what is new is searched a little at a time, and what is old hardly ever, since a search holds everybody up.
    And the thread that stores must not keep the one that answers waiting for long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 20, 1_000)
    sys.setswitchinterval(0.001)


def run_alone(
    listeners: list[socket.socket],
    store: Store,
    hosts: tuple[str, ...],
    limits: Limits | None,
    drafts: Sequence[Draft] = (),
    gate: Gate | None = None,
) -> None:
    """The one process of a server."""
    config = configure(make_app(store, limits, built_client(), hosts, drafts=drafts, gate=gate))
    settle_down()
    Stoppable(config).run(listeners)


# ------------------------------------------------------------------ one of several


class _Server(Stoppable):
    """Takes in the connections that the door hands over; ends when the door is gone."""

    def __init__(self, config: uvicorn.Config, channel: socket.socket) -> None:
        super().__init__(config)
        self._channel = channel
        self._coming: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets or [])
        asyncio.get_running_loop().add_reader(self._channel, self._take_in)

    def _take_in(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            said, descriptors, _, _ = socket.recv_fds(self._channel, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            said, descriptors = b"", []
        if not said:
            loop.remove_reader(self._channel)
            self.should_exit = True
        for descriptor in descriptors:
            task = loop.create_task(self._attend(socket.socket(fileno=descriptor)))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    async def _attend(self, visitor: socket.socket) -> None:
        config = self.config
        visitor.setblocking(False)
        protocol = config.http_protocol_class(  # type: ignore[call-arg]
            config=config, server_state=self.server_state, app_state=self.lifespan.state
        )
        with suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, visitor)


def live_in() -> None:
    """One process that tables live in: told its settings on the first line of its input."""
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings)
    write_json_lines(logging.INFO if settings.journal else logging.WARNING)
    channel = socket.socket(fileno=settings.channel)
    channel.setblocking(False)
    with channel, open_store(settings.database, settings.lease) as store:
        tally = Tally(settings.home, settings.shared)
        app = make_app(store, settings.limits, built_client(), settings.hosts, settings.home, tally, gate=settings.gate)
        config = configure(app)
        settle_down()
        _Server(config, channel).run([])


if __name__ == "__main__":
    live_in()
