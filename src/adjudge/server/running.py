"""Starting and stopping the server."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from adjudge import __version__
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.game import games
from adjudge.server.app import built_client, make_app
from adjudge.server.guard import LOOPBACK_HOSTS
from adjudge.server.journal import note, write_json_lines
from adjudge.server.limits import MOST_FRAME, Limits
from adjudge.store import open_store

LOOPBACK = "127.0.0.1"
ENVIRONMENT = "ADJUDGE_HOSTS"
GRACE_SECONDS = 3


class _Server(uvicorn.Server):
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


def serve(
    *,
    host: str = LOOPBACK,
    port: int = 0,
    database: str | None = None,
    browser: bool = False,
    journal: bool = True,
    limits: Limits | None = None,
) -> None:
    """Runs until it is told to stop; port 0 takes any free one. Without a journal only trouble is written down."""
    write_json_lines(logging.INFO if journal else logging.WARNING)
    listener = listen(host, port)
    with listener, open_store(database) as store:
        address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
        app = make_app(store, limits, built_client(), allowed_hosts(host))
        config = configure(app)
        settle_down()
        print(f"Adjudge is at {address} (Ctrl+C stops it)", flush=True)
        note("start", address=address, version=__version__, games=list(games()))
        if browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        _Server(config).run([listener])
        note("stop")


def settle_down() -> None:
    """Makes the process one that answers many soon, rather than one that ends soon.

    Live tables are many objects that stay, and going on with them leaves no garbage that only a search would find: it
    is looked for seldom, since a search holds everybody up.
    And the thread that stores must not keep the one that answers waiting for long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1_000)
    sys.setswitchinterval(0.001)


def configure(app: object) -> uvicorn.Config:
    """The settings that the application counts on: bounded frames, dead connections found out, nothing logged twice."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
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


def allowed_hosts(host: str) -> tuple[str, ...]:
    """The names that the server answers to: what ADJUDGE_HOSTS lists and, on loopback, this machine's own."""
    named = tuple(filter(None, map(str.strip, os.environ.get(ENVIRONMENT, "").split(","))))
    if host in LOOPBACK_HOSTS:
        return (*LOOPBACK_HOSTS, *named)
    return (*LOOPBACK_HOSTS, host, *named) if named else ()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens already: whoever follows the printed address at once waits until he is answered."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or str(error)
        raise AdjudgeError(f"the server cannot listen at {host}:{port}: {why.lower()}") from None
    return listener
