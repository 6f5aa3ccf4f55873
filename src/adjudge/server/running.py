"""Starting and stopping the server."""

from __future__ import annotations

import logging
import os
import socket
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from adjudge import __version__
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.game import offered
from adjudge.server.cluster import LEASE_SECONDS, Cluster, host_and_port
from adjudge.server.gate import PAGE, Gate
from adjudge.server.guard import LOOPBACK_HOSTS
from adjudge.server.journal import note, write_json_lines
from adjudge.server.limits import Limits
from adjudge.server.processes import run
from adjudge.store import open_store
from adjudge.store.database import Shared
from adjudge.store.leases import Leases

if TYPE_CHECKING:
    from adjudge.check.drafts import Draft

LOOPBACK = "127.0.0.1"
ANYWHERE = ("0.0.0.0", "::")
ENVIRONMENT = "ADJUDGE_HOSTS"


class Membership(Struct, frozen=True):
    """That a server is one of several on one database: where the others reach it, if not where it listens, and how long
    it may be silent before they take over from it."""

    at: str = ""
    seconds: float = LEASE_SECONDS


def serve(
    *,
    host: str = LOOPBACK,
    port: int = 0,
    database: str | None = None,
    browser: bool = False,
    journal: bool = True,
    limits: Limits | None = None,
    processes: int = 1,
    cluster: Membership | None = None,
    drafts: Sequence[Draft] = (),
    admin: int | None = None,
) -> None:
    """Runs until it is told to stop; port 0 takes any free one. Without a journal only trouble is written down. Drafts
    are read again whenever they are saved, by a server of one process. `admin`: the port of the keeper's page, on
    loopback whatever the host is."""
    write_json_lines(logging.INFO if journal else logging.WARNING)
    _take_descriptors()
    shared = Shared(None, cluster.seconds) if cluster else None
    with ExitStack() as open_now:
        listener = open_now.enter_context(listen(host, port))
        listeners, gate = [listener], None
        if admin is not None:
            listeners.append(open_now.enter_context(listen(LOOPBACK, admin)))
            gate = _open_gate(listeners[-1])
        store = open_now.enter_context(open_store(database, shared))
        here = f"{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
        address = f"http://{here}/"
        joined = Cluster(Leases(store, _reached_at(cluster, here), cluster.seconds)) if cluster else None
        if not store.is_shared or not hasattr(socket, "send_fds"):
            processes = 1
        print(f"Adjudge is at {address} (Ctrl+C stops it)", flush=True)
        note("start", address=address, version=__version__, games=offered(), processes=processes)
        if browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        hosts = allowed_hosts(host)
        if processes > 1 or joined:
            given = store.url.render_as_string(hide_password=False)
            bounds = limits or Limits()
            run(
                listeners,
                processes,
                database=given,
                hosts=hosts,
                limits=bounds,
                journal=journal,
                cluster=joined,
                gate=gate,
            )
        else:
            from adjudge.server.hosting import run_alone  # takes a while to import, and a door has no use for it

            run_alone(listeners, store, hosts, limits, drafts, gate)
        note("stop")


def _open_gate(listener: socket.socket) -> Gate:
    """The keeper's gate; the token that opens it is told this once."""
    gate, token = Gate.new(listener.getsockname()[1])
    print(f"The keeper's page is at http://{LOOPBACK}:{gate.port}{PAGE}#{token}", flush=True)
    return gate


def _reached_at(cluster: Membership, here: str) -> str:
    address = cluster.at or here
    if host_and_port(address)[0] in ANYWHERE:
        raise AdjudgeError(f"others cannot reach this server at {address}: say where they can, with --at HOST:PORT")
    return address


def _take_descriptors() -> None:
    """As many open connections as the system allows: the usual bound is for programs that serve one person."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such bound
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


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
