"""The server as a process: what it prints and logs, how it stops, and that a crash loses no acknowledged answer."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from adjudge.engine.errors import AdjudgeError
from adjudge.server.running import allowed_hosts, listen, serve
from adjudge.server.typescript import typescript
from adjudge.store import open_store
from tests.server.conftest import WAIT, Guest

START = """
import sys
from adjudge.server.running import serve
serve(database=sys.argv[1], processes=int(sys.argv[2]))
"""


class Process:
    """A server in a process of its own, or in several."""

    def __init__(self, database: Path, processes: int = 1) -> None:
        command = [sys.executable, "-c", START, str(database), str(processes)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://([^/]+)/", line)
        assert found, f"{line}{self.process.stderr.read() if self.process.stderr else ''}"
        self.address = found[1]
        self.lines = contextlib.ExitStack()

    def create(self) -> dict[str, Any]:
        answer = httpx.post(f"http://{self.address}/api/matches", json={"game": "rdz"}, timeout=WAIT)
        made: dict[str, Any] = answer.json()
        return made

    def sit_down(self, made: dict[str, Any]) -> Guest:
        address = f"ws://{self.address}/api/matches/{made['id']}/live"
        guest = Guest(self.lines.enter_context(connect(address, open_timeout=5 * WAIT, close_timeout=1)))
        guest.send("hello", token=next(iter(made["seat_tokens"].values())))
        guest.hear("present")
        return guest

    def stop(self, by: signal.Signals) -> tuple[int, list[dict[str, Any]]]:
        """The exit code and the lines of the journal."""
        self.process.send_signal(by)
        _, journal = self.process.communicate(timeout=WAIT)
        return self.process.returncode, [json.loads(line) for line in journal.splitlines()]


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
def begin(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    yield from beginning_at(tmp_path / "club.db", request.param)


def beginning_at(database: Path, processes: int) -> Iterator[Any]:
    begun: list[Process] = []

    def beginning() -> Process:
        begun.append(Process(database, processes))
        for _ in range(processes):  # each in turn: whoever comes early waits
            httpx.get(f"http://{begun[-1].address}/health", timeout=5 * WAIT)
        return begun[-1]

    yield beginning
    for it in begun:
        it.process.kill()
        it.process.communicate()
        with contextlib.suppress(ConnectionClosed):
            it.lines.close()


def _play(guest: Guest, acknowledged: list[int]) -> None:
    """Takes first options until the line breaks, and notes the position of each acknowledgement."""
    with contextlib.suppress(ConnectionClosed, OSError):
        while guest.present["asks"]:
            question = guest.present["asks"]["question"]
            verdict = guest.answer(question["options"][0]["key"] if question["kind"] == "Choose" else None)
            if verdict["kind"] == "accepted":
                acknowledged.append(verdict["position"])
            elif question["kind"] == "Choose" and question.get("most", 1) > 1:
                guest.answer([it["key"] for it in question["options"][: question["least"]]])
            else:
                return


def _playing(server: Process, made: dict[str, Any], answers: int) -> tuple[threading.Thread, list[int]]:
    acknowledged: list[int] = []
    thread = threading.Thread(target=_play, args=(server.sit_down(made), acknowledged))
    thread.start()
    deadline = time.monotonic() + WAIT
    while len(acknowledged) < answers and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.005)
    assert len(acknowledged) >= answers
    return thread, acknowledged


def _goodbye(guest: Guest) -> int:
    try:
        while True:
            guest.hear_any()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def test_a_server_killed_in_the_middle_of_play_has_every_acknowledged_answer_when_it_comes_back(begin, tmp_path):
    server = begin()
    tables = [server.create() for _ in range(3)]
    playing = [_playing(server, made, 5) for made in tables]
    server.process.kill()
    server.process.wait()
    for thread, _ in playing:
        thread.join(WAIT)
    again = begin()
    for made, (_, acknowledged) in zip(tables, playing, strict=True):
        assert again.sit_down(made).present["position"] >= acknowledged[-1]


def test_sigterm_in_the_middle_of_play_stores_says_goodbye_and_exits_with_0(begin, tmp_path):
    server = begin()
    made = server.create()
    thread, acknowledged = _playing(server, made, 3)
    watcher = server.sit_down(made)
    code, journal = server.stop(signal.SIGTERM)
    thread.join(WAIT)
    assert code == 0
    assert _goodbye(watcher) == 1012
    events = [line["event"] for line in journal]
    assert (events[0], events[-1]) == ("start", "stop")
    assert "table created" in events
    assert not [line for line in journal if line["level"] == "error"]
    with open_store(str(tmp_path / "club.db")) as store:
        match = store.load(made["id"])
    assert match.position >= acknowledged[-1]
    written = json.dumps(journal)
    for secret in (made["host_token"], *made["seat_tokens"].values(), match.secret.hex()):
        assert secret not in written


def test_ctrl_c_is_an_orderly_stop_too(begin):
    server = begin()
    assert httpx.get(f"http://{server.address}/health", timeout=WAIT).json()["status"] == "ok"
    strange = httpx.get(f"http://{server.address}/health", headers={"Host": "evil.example"}, timeout=WAIT)
    assert strange.status_code == 421
    code, journal = server.stop(signal.SIGINT)
    assert code == 0
    assert not [line for line in journal if "traceback" in line]


def test_a_port_that_is_taken_is_one_sentence():
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AdjudgeError, match=f"cannot listen at 127.0.0.1:{port}: address already in use"):
            serve(port=port)
    with pytest.raises(AdjudgeError, match="cannot listen"):
        serve(host="999.1.1.1")
    with pytest.raises(AdjudgeError, match="cannot listen"):
        serve(port=99_999)


def test_on_loopback_only_this_machines_names_and_those_given_are_answered_to(monkeypatch: pytest.MonkeyPatch):
    assert set(allowed_hosts("127.0.0.1")) == {"localhost", "127.0.0.1", "::1"}
    assert allowed_hosts("0.0.0.0") == ()
    monkeypatch.setenv("ADJUDGE_HOSTS", "club.example.org, other.example.org")
    assert {"club.example.org", "other.example.org"} <= set(allowed_hosts("127.0.0.1"))
    assert "club.example.org" in allowed_hosts("192.0.2.1")


def test_the_browsers_types_are_those_of_the_protocol():
    written = Path(__file__).parents[2] / "web/src/lib/protocol.ts"
    assert written.read_text() == typescript(), "make them again: python -m adjudge.server.typescript"


def test_the_client_shows_words_of_others_as_text_alone():
    sources = [*(Path(__file__).parents[2] / "web/src").rglob("*.svelte")]
    assert sources
    assert [it.name for it in sources if "{@html" in it.read_text()] == []
