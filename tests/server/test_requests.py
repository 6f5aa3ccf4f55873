"""What a request may look like: its head is bounded before anything is made of it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from adjudge.server import lines
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
