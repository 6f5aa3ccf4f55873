"""What a request may look like: its head is bounded before anything is made of it."""

from __future__ import annotations

import gc
import socket
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.server import ServerProtocol

from adjudge.server import guard, lines
from tests.server.conftest import WAIT, Club

CHUNK = b"x" * 65_536


@contextmanager
def visitor(club: Club) -> Iterator[socket.socket]:
    host, port = club.address.split(":")
    with socket.create_connection((host, int(port)), timeout=WAIT) as line:
        yield line


def sent_until_refused(line: socket.socket, most: int) -> int:
    """How much an endless head gets across before the server has enough of it."""
    sent = 0
    try:
        while sent < most:
            line.sendall(CHUNK)
            sent += len(CHUNK)
    except OSError:
        pass
    return sent


@pytest.mark.parametrize("begun", [b"GET /health HTTP/1.1\r\nX-Long: ", b"GET /", b"GET /health HTTP/1.1\r\n"])
def test_an_endless_head_is_cut_off_soon(club: Club, begun: bytes):
    with visitor(club) as line:
        line.sendall(begun)
        assert sent_until_refused(line, 64 * 1024 * 1024) < 16 * 1024 * 1024
    assert club.http.get("/health").status_code == 200


@pytest.mark.parametrize(
    "head",
    [
        b"X-Many: a\r\n" * (lines.MOST_HEADERS + 1),
        b"X-Long: " + b"x" * lines.MOST_HEAD + b"\r\n",
        b"".join(b"X-%d: %s\r\n" % (number, b"x" * 1000) for number in range(60)),
    ],
)
def test_a_head_that_is_too_large_is_refused_with_a_sentence(club: Club, head: bytes):
    with visitor(club) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: " + club.address.encode() + b"\r\n" + head + b"\r\n")
        said = line.makefile("rb").read()
    assert said.startswith(b"HTTP/1.1 431 ")
    assert said.endswith(b'headers are too large"}')


def test_headers_after_a_body_count_too(club: Club):
    with visitor(club) as line:
        line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        line.sendall(b"X-Many: a\r\n" * 1_000)
        assert b" 431 " in line.makefile("rb").read()


def test_a_large_body_behind_a_small_head_is_no_large_head(club: Club):
    answer = club.http.post("/api/matches", json={"game": "duel", "options": {"x": "y" * 60_000}})
    assert answer.status_code == 400
    assert "large" not in answer.json()["why"]


def test_one_connection_may_carry_many_requests(club: Club):
    for _ in range(200):
        assert club.http.get("/health", headers={"X-Some": "y" * 500}).status_code == 200


@pytest.mark.parametrize("path", ["/%00", "/a%0Ab", "/" + "a" * 7_000, "/api/games/" + "b/" * 2_000, "/%FF%FE"])
def test_an_address_that_nobody_would_type_is_not_found_and_no_fault_of_ours(club: Club, path: str, caplog):
    answer = club.http.get(path)
    assert answer.status_code == 404
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_name_that_no_file_system_would_take_is_not_looked_for():
    assert not guard._can_be_found("/assets/" + "a" * 300)
    assert not guard._can_be_found("/" + "\u5bae" * 90)
    assert guard._can_be_found("/api/matches/abc/seats/" + "a" * 80)


def test_a_line_that_is_over_is_gone_without_a_search_for_garbage(club: Club, monkeypatch: pytest.MonkeyPatch):
    """The server hardly ever searches: what only a search finds would pile up with every visit."""
    made = club.create()
    known: list[weakref.ref[Any]] = []

    def remember(kind: type) -> None:
        begun = kind.__init__  # type: ignore[misc]

        def begin(self: Any, *given: Any, **named: Any) -> None:
            begun(self, *given, **named)
            known.append(weakref.ref(self))

        monkeypatch.setattr(kind, "__init__", begin)

    for kind in (lines.Request, lines.Line, ServerProtocol):
        remember(kind)
    gc.disable()
    try:
        with club.visit(made["id"], made["seat_tokens"]["red"]) as guest:
            guest.send("look", position=0, id="l")
            guest.hear("looked")
            assert len(known) == 3
        with visitor(club) as line:
            line.sendall(b"GET /api/matches/x/live HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
            assert line.recv(16).startswith(b"HTTP/1.1 4")
        until = time.monotonic() + WAIT
        while any(it() is not None for it in known) and time.monotonic() < until:
            time.sleep(0.01)
        assert [type(it()) for it in known if it() is not None] == []
    finally:
        gc.enable()
