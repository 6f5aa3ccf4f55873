"""The door: what is refused before anything else sees it, and the headers that every answer goes out with.

A web page of somebody else must not use a person's own server: a browser's request that changes something, or opens a
table, has to come from a page of this very address. On loopback the address itself has to be one of ours too, or a
foreign name that was made to point here would pass for it.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlsplit

import msgspec

from adjudge.server.gate import PAGE, Gate, is_keepers
from adjudge.server.gone import is_for_one, serve_while_there
from adjudge.server.journal import note
from adjudge.server.limits import Bucket, Buckets
from adjudge.server.workers import WHOSE

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "::1")
BELIEVED = "FORWARDED_ALLOW_IPS"
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
READING = ("GET", "HEAD")
MOST_PATH = 1_000
MOST_OF_A_NAME = 200
"""No address here is longer, nor has a longer name in it; a file system would fail at some that are."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # an invitation's token is in the address of the page
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """An ASGI application in front of another. `hosts`: the names this server answers to; none means any. `is_alone`:
    there is no other process that the next request might be for, so the connection may stay open for it. `gate`: where
    the keeper comes in."""

    def __init__(
        self, app: Any, hosts: Iterable[str], visitors: Buckets, *, is_alone: bool = True, gate: Gate | None = None
    ) -> None:
        self._app, self._visitors, self._gate = app, visitors, gate
        self._headers = HEADERS if is_alone else (*HEADERS, (b"connection", b"close"))
        self._hosts = frozenset(host.lower() for host in hosts)
        self._noted = Bucket(1.0, 20, visitors.clock)  # a flood of refusals is no flood of lines

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        WHOSE.set(address_of(scope))
        refusal = self._refusal(scope)
        if refusal is None:
            if scope["path"] == PAGE:
                scope = {**scope, "path": f"{PAGE}.html", "raw_path": f"{PAGE}.html".encode()}
            serving = partial(serve_while_there, self._app) if is_for_one(scope) else self._app
            await serving(scope, receive, self._with_headers(scope, send))
            return
        if self._noted.take():
            note("refused", status=refusal[0], why=refusal[1], path=scope["path"], address=address_of(scope))
        await _refuse(scope, receive, self._with_headers(scope, send), *refusal)

    def _with_headers(self, scope: Any, send: Any) -> Any:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                secret = ((b"cache-control", b"no-store"),) if scope["path"].startswith(("/api/", PAGE)) else ()
                message = {**message, "headers": [*message.get("headers", ()), *self._headers, *secret]}
            await send(message)

        return sending if scope["type"] == "http" else send

    def _refusal(self, scope: Any) -> tuple[int, str] | None:
        if not _can_be_found(scope["path"]):
            return 404, "nothing is here"
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"host", b"origin")}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        is_keeper = self._gate is not None and self._gate.is_here(scope)
        if is_keeper and _name(host) not in LOOPBACK_HOSTS:
            return 421, "the keeper's page is for this machine alone"
        if self._hosts and _name(host) not in self._hosts:
            return 421, "this server does not answer to that name"
        is_reading = scope["type"] == "http" and scope["method"] in READING
        if origin is not None and not is_reading and not _is_same(origin, host):
            return 403, "a page of another address may not use this server"
        if is_keeper and self._gate is not None:
            return self._gate.refusal(scope)
        if is_keepers(scope["path"]):
            return 404, "nothing is here"
        if not self._visitors.take(address_of(scope)):
            return 429, "too many requests: slow down"
        return None


def _can_be_found(path: str) -> bool:
    """Whether there could be something: no name is so long, or holds signs that cannot be shown."""
    names = path.split("/")
    return len(path) <= MOST_PATH and path.isprintable() and all(len(it.encode()) <= MOST_OF_A_NAME for it in names)


def address_of(scope: Any) -> str:
    """Whom to count a connection for: an address, or the network of 64 bits that one home has in IPv6."""
    client = scope.get("client")
    try:
        address = ipaddress.ip_address(client[0] if client else "")
    except ValueError:
        return "unknown"
    if address.version == 4:
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


def is_loopback(address: str) -> bool:
    """Whether that is this machine, as a reverse proxy on it is."""
    return address == "unknown" or ipaddress.ip_network(address).is_loopback


def on_whose_account(match_id: str) -> str:
    """Whose work it is that is done for a table: the address that is being served. On this machine itself each table
    counts for itself."""
    address = WHOSE.get()
    return match_id if not address or is_loopback(address) else address


def speaks_for_many(address: str) -> bool:
    """Whether that is a reverse proxy, or another server of the cluster: this machine, or one whose word for whom it
    speaks is believed."""
    return is_loopback(address) or any(
        _covers(network, ipaddress.ip_network(address)) for network in _believed(os.environ.get(BELIEVED, ""))
    )


def _covers(network: Network, other: Network) -> bool:
    return network.version == other.version and network.overlaps(other)


@lru_cache(maxsize=8)
def _believed(given: str) -> tuple[Network, ...]:
    """The same list that the web server goes by; a star is everybody."""
    named = filter(None, map(str.strip, given.replace("*", "0.0.0.0/0,::/0").split(",")))
    return tuple(ipaddress.ip_network(it, strict=False) for it in named if it[0].isdigit() or ":" in it)


def _name(host: str) -> str:
    """The name in a Host header, without the port; empty for nonsense."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_same(origin: str, host: str) -> bool:
    """Whether a page's origin is this very address; the scheme may be the reverse proxy's."""
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


async def _refuse(scope: Any, receive: Any, send: Any, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    body = msgspec.json.encode({"why": why})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
