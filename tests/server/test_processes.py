"""A server in several processes: who comes in where, and what becomes of the tables when one of them ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from adjudge.server.home import Home, Tally, place_of
from tests.server.conftest import WAIT
from tests.server.test_running import Process, beginning_at

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="the children of a process are found in /proc")

TWO = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    for begin in beginning_at(tmp_path_factory.mktemp("club") / "club.db", TWO):
        yield begin()


def insiders(server: Process) -> list[int]:
    """The processes that the door has started and that run."""
    found = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    return sorted(pid for pid in found if status_of(pid)[1:2] == [str(server.process.pid)])


def status_of(pid: int) -> list[str]:
    """What the system says of a process that runs, its parent second; nothing of one that has ended."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return [] if status[0] == "Z" else status


def until(holds: Any) -> None:
    deadline = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def tables_in_both(server: Process) -> list[dict[str, Any]]:
    """One table in each process."""
    made = [server.create() for _ in range(TWO)]
    assert sorted(place_of(it["id"], TWO) for it in made) == [0, 1]
    return made


def first_option(guest: Any) -> Any:
    return guest.present["asks"]["question"]["options"][0]["key"]


def counted(server: Process) -> list[int]:
    """Tables awake, guests, changes stored."""
    text = httpx.get(f"http://{server.address}/metrics", timeout=WAIT).text
    return [int(number) for number in re.findall(r"^adjudge_\w+ (\d+)$", text, re.MULTILINE)]


def test_tables_live_in_all_processes_and_the_server_speaks_of_them_as_one(server: Process):
    tables, guests, changes = counted(server)
    for made in tables_in_both(server):
        guest = server.sit_down(made)
        assert guest.answer(first_option(guest))["kind"] == "accepted"
    until(lambda: counted(server) == [tables + TWO, guests + TWO, changes + TWO])
    assert httpx.get(f"http://{server.address}/health", timeout=WAIT).json()["tables"] == tables + TWO


def test_a_connection_ends_with_its_request_since_the_next_may_be_for_another_process(server: Process):
    made = tables_in_both(server)
    with httpx.Client(base_url=f"http://{server.address}", timeout=WAIT) as client:
        for table in (*made, *made):
            answer = client.get(f"/api/matches/{table['id']}/rules")
            assert (answer.status_code, answer.headers["connection"]) == (200, "close")


def test_a_process_that_is_killed_is_started_again_and_its_tables_come_back(server: Process):
    made = tables_in_both(server)
    positions = []
    for table in made:
        guest = server.sit_down(table)
        positions.append(guest.answer(first_option(guest))["position"])
    old = insiders(server)
    os.kill(old[0], signal.SIGKILL)
    until(lambda: len(new := insiders(server)) == TWO and new != old)
    assert [server.sit_down(table).present["position"] for table in made] == positions


def test_when_the_door_is_killed_the_others_end_by_themselves(tmp_path: Path):
    for begin in beginning_at(tmp_path / "club.db", TWO):
        server = begin()
        until(lambda: len(insiders(server)) == TWO)  # noqa: B023
        inside = insiders(server)
        server.process.kill()
        server.process.wait()
        until(lambda: not any(map(status_of, inside)))  # noqa: B023


def test_visitors_who_say_nothing_or_nonsense_hold_up_nobody(server: Process):
    host, _, port = server.address.rpartition(":")
    with socket.create_connection((host, int(port))) as silent, socket.create_connection((host, int(port))) as rude:
        rude.sendall(b"\x16\x03\x01 no such thing\r\n\r\n")
        slow = socket.create_connection((host, int(port)), WAIT)
        slow.sendall(b"GET /hea")
        assert httpx.get(f"http://{server.address}/health", timeout=WAIT).status_code == 200
        assert rude.recv(100).startswith(b"HTTP/1.1 400")
        slow.sendall(b"lth HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.recv(100).startswith(b"HTTP/1.1 200")
        slow.close()
        silent.close()


def test_an_id_in_other_letters_finds_its_table(server: Process):
    for made in tables_in_both(server):
        written = "".join(f"%{ord(sign):02x}" for sign in made["id"])
        answer = httpx.get(f"http://{server.address}/api/matches/{written}/rules", timeout=WAIT)
        assert answer.status_code == 200


@pytest.mark.skipif(sys.platform == "win32", reason="memory is shared another way there")
def test_what_all_processes_count_is_added_up(tmp_path: Path):
    with (tmp_path / "shared").open("w+b") as shared:
        shared.truncate(Tally.size(3))
        tallies = [Tally(Home(place, 3), shared.fileno()) for place in range(3)]
        for number, tally in enumerate(tallies, 1):
            tally.put(number, 10 * number, 100 * number)
        assert [tally.total() for tally in tallies] == [(6, 60, 600)] * 3
