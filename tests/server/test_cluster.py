"""Several servers on one PostgreSQL database behind nginx, as real processes: whatever ends, pauses or is replaced,
every acknowledged answer is there, and whoever lost its lease writes nothing."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from adjudge.engine import game as registry
from adjudge.engine.log import Answered
from adjudge.engine.match import Match
from adjudge.store import open_store
from adjudge.store.schema import matches, servers
from tests.engine.feud import brawl, feud
from tests.postgresql import PROGRAMS, PostgreSQL
from tests.server.conftest import Guest

CADDY = shutil.which("caddy")
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
LACKING = not (PROGRAMS and NGINX and Path("/proc").is_dir()) and not os.environ.get("ADJUDGE_CI")
pytestmark = [
    pytest.mark.skipif(LACKING, reason="no PostgreSQL or no nginx on this machine"),
    pytest.mark.xdist_group("cluster"),
]

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
CADDY_SITE = SITE.with_name("Caddyfile")
LEASE = 2.0
PATIENCE = 180.0
TABLES = 3
ANSWERS = 3
"""How many answers each table gets before something happens, and again before it counts as come through."""
BROKEN = (OSError, EOFError, TimeoutError, WebSocketException, httpx.HTTPError)


def until(holds: Callable[[], Any], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def is_open(address: str) -> bool:
    try:
        return httpx.get(f"http://{address}/health", timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


class Server:
    """One server of the cluster: a door and a process that tables live in."""

    def __init__(self, database: str, folder: Path, number: int) -> None:
        self.port, self._database, self.journal = free_port(), database, folder / f"journal-{number}"
        self._path = os.pathsep.join([str(folder), str(Path(__file__).parents[2])])
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        words = f"serve --cluster --lease {LEASE} --processes 1 --port {self.port} --database".split()
        command = [sys.executable, "-m", "adjudge", *words, self._database]
        with self.journal.open("a") as journal:
            known = {**os.environ, "PYTHONPATH": self._path}
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=journal, env=known)

    def is_well(self) -> bool:
        return is_open(self.address)

    def has_come_up(self) -> bool:
        """Begins again at another port if somebody was quicker to take this one."""
        if self.process.poll() is not None:
            self.port = free_port()
            self.start()
        return self.is_well()

    def insiders(self) -> list[int]:
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in found.split()]

    def send(self, by: signal.Signals, *pids: int) -> None:
        for pid in pids or (self.process.pid, *self.insiders()):
            os.kill(pid, by)

    def end(self, by: signal.Signals) -> int:
        """Its exit code, once it has ended."""
        self.process.send_signal(by)
        return self.process.wait(PATIENCE)


class Player:
    """Somebody who plays, by way of nginx, comes back whenever the line breaks, and begins again after an end."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.acknowledged = 0
        self.positions: dict[str, int] = {}
        """The last position of each table that was acknowledged."""
        self.faults: list[str] = []
        self._stops = threading.Event()
        self.made = self._persist(self._create)
        self.thread = threading.Thread(target=self._play)
        self.thread.start()

    def _create(self) -> dict[str, Any]:
        answer = httpx.post(f"http://{self._address}/api/matches", json={"game": "rdz"}, timeout=10)
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made

    def _persist(self, work: Callable[[], Any]) -> Any:
        while True:
            with contextlib.suppress(*BROKEN):
                return work()
            if self._stops.wait(0.05):
                return None

    def _play(self) -> None:
        while not self._stops.is_set():
            self._persist(self._visit)

    def _visit(self) -> None:
        with sit_down(self._address, self.made) as guest:
            known = self.positions.get(self.made["id"], 0)
            if guest.present["position"] < known:
                self.faults.append(f"{guest.present['position']} after {known} was acknowledged")
            while not self._stops.wait(0.05):
                if not guest.present["asks"]:
                    self.made = self._create()
                    return
                self._answer(guest)

    def _answer(self, guest: Guest) -> None:
        question = guest.present["asks"]["question"]
        answer: Any = question["options"][0]["key"] if question["kind"] == "Choose" else None
        if question.get("most", 1) > 1:
            answer = [it["key"] for it in question["options"][: question["least"]]]
        verdict = guest.answer(answer)
        if verdict["kind"] == "accepted":
            self.positions[self.made["id"]] = verdict["position"]
            self.acknowledged += 1

    def stop(self) -> None:
        self._stops.set()
        self.thread.join(PATIENCE)


@contextlib.contextmanager
def sit_down(address: str, made: dict[str, Any]) -> Iterator[Guest]:
    """At a table; whoever is told to come back does."""
    with contextlib.ExitStack() as lines:
        arrived: list[Guest] = []

        def arrive() -> bool:
            with contextlib.suppress(*BROKEN):
                arrived.append(_arrive(lines, address, made))
            return bool(arrived)

        until(arrive, "somebody sits down")
        yield arrived[0]


def _arrive(lines: contextlib.ExitStack, address: str, made: dict[str, Any]) -> Guest:
    line = connect(f"ws://{address}/api/matches/{made['id']}/live", open_timeout=10, close_timeout=0.1)
    guest = Guest(lines.enter_context(line), patience=4 * LEASE)
    guest.send("hello", token=next(iter(made["seat_tokens"].values())))
    guest.hear("present")
    return guest


def install_feud(folder: Path) -> None:
    """A little campaign, found as any author's would be."""
    package = folder / "feud-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: feud\nVersion: 1\n")
    games = "feud = tests.engine.feud:feud\nbrawl = tests.engine.feud:brawl\n"
    (package / "entry_points.txt").write_text(f"[adjudge.games]\n{games}")


class Club:
    """Three servers, nginx and PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        self.database = PostgreSQL()
        install_feud(folder)
        self.servers = [Server(self.database.address, folder, it) for it in range(3)]
        until(lambda: all(it.has_come_up() for it in self.servers), "the servers start")
        self.port = free_port()
        self._nginx = self._start_nginx(folder)
        until(lambda: is_open(self.address), "nginx starts")

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def _start_nginx(self, folder: Path) -> subprocess.Popen[bytes]:
        """With the site that the documents offer, but for its addresses and its certificate."""
        site = re.sub(r"^ *ssl_certificate.*$", "", SITE.read_text(), flags=re.MULTILINE)
        site = site.replace("listen 443 ssl;", f"listen {self.address};")
        for number, server in enumerate(self.servers, 11):
            site = site.replace(f"10.0.0.{number}:8765", server.address)
        assert "10.0.0." not in site
        (folder / "site.conf").write_text(site)
        temporary = "".join(
            f"{it}_temp_path {folder}/{it};" for it in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        whole = f"{user} worker_processes 1; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
        (folder / "nginx.conf").write_text(
            f"{whole} http {{ access_log off; {temporary} include {folder}/site.conf; }}"
        )
        words = ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
        assert NGINX
        return subprocess.Popen([NGINX, *words], stderr=subprocess.DEVNULL)

    def owner(self, match_id: str) -> str | None:
        """The address of the server that a table lives in."""
        joined = matches.join(servers, servers.c.id == matches.c.owner)
        query = sa.select(servers.c.address).select_from(joined).where(matches.c.id == match_id)
        with open_store(self.database.address) as store, store._transaction() as connection:
            return connection.execute(query).scalar()

    def load(self, match_id: str) -> Match[Any]:
        """A table as the database has it."""
        with open_store(self.database.address) as store:
            return store.load(match_id)

    def home(self, match_id: str) -> Server:
        return next(it for it in self.servers if it.address == self.owner(match_id))

    def close(self) -> None:
        for server in self.servers:
            if server.process.poll() is None:
                server.send(signal.SIGCONT)
                server.end(signal.SIGTERM)
        self._nginx.terminate()
        self._nginx.wait(PATIENCE)
        self.database.remove()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    opened = Club(tmp_path_factory.mktemp("nginx"))
    yield opened
    opened.close()


@pytest.fixture
def players(club: Club) -> Iterator[list[Player]]:
    """People who play throughout a test; at its end, all that was acknowledged must be in the database."""
    seated = [Player(club.address) for _ in range(TABLES)]
    more_answers(seated)
    yield seated
    for player in seated:
        player.stop()
    for player in seated:
        assert player.faults == []
        kept = {table: club.load(table) for table in player.positions}
        assert all(kept[table].position >= position for table, position in player.positions.items())
        assert sum(isinstance(it, Answered) for match in kept.values() for it in match.log) >= player.acknowledged


def more_answers(players: list[Player]) -> None:
    """Waits until each of them was answered some more."""
    wanted = [player.acknowledged + ANSWERS for player in players]
    until(lambda: all(it.acknowledged >= most for it, most in zip(players, wanted, strict=True)), "all play on")


def test_a_table_is_played_at_every_server_wherever_it_lives(club: Club):
    made = httpx.post(f"http://{club.address}/api/matches", json={"game": "rdz"}, timeout=10).json()
    home = club.owner(made["id"])
    for server in club.servers:
        with sit_down(server.address, made) as guest:
            key = guest.present["asks"]["question"]["options"][0]["key"]
            assert guest.answer(key)["kind"] == "accepted"
        answer = httpx.get(f"http://{server.address}/api/matches/{made['id']}/rules", timeout=10)
        assert answer.status_code == 200
    assert club.owner(made["id"]) == home
    assert httpx.get(f"http://{club.address}/api/matches/nothing/rules", timeout=10).status_code == 404


@pytest.mark.skipif(CADDY is None and not os.environ.get("ADJUDGE_CI"), reason="no Caddy on this machine")
def test_the_site_for_caddy_carries_visitors_past_a_server_that_is_down(club: Club, tmp_path: Path):
    port = free_port()
    addresses = [club.servers[0].address, f"127.0.0.1:{free_port()}", club.servers[2].address]
    site = CADDY_SITE.read_text().replace("club.example.org", f"http://127.0.0.1:{port}")
    for number, address in enumerate(addresses, 11):
        site = site.replace(f"10.0.0.{number}:8765", address)
    assert "10.0.0." not in site
    (tmp_path / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{site}")
    words = ["run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"]
    caddy = subprocess.Popen([str(CADDY), *words], stderr=subprocess.DEVNULL, env={**os.environ, "HOME": str(tmp_path)})
    try:
        until(lambda: is_open(f"127.0.0.1:{port}"), "Caddy starts")
        player = Player(f"127.0.0.1:{port}")
        more_answers([player])
        player.stop()
        assert player.faults == []
    finally:
        caddy.terminate()
        caddy.wait(PATIENCE)


def test_a_battle_and_its_campaign_live_on_different_servers_and_the_result_is_taken_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
):
    for game in (brawl, feud):
        monkeypatch.setitem(registry._known, game.id, game)
    made = httpx.post(f"http://{club.address}/api/matches", json={"game": "feud"}, timeout=PATIENCE).json()
    campaign = f"http://{club.address}/api/matches/{made['id']}"
    ann, bob = ({"Adjudge-Token": made["seat_tokens"][it]} for it in ("ann", "bob"))
    (key,) = [it["key"] for it in httpx.get(f"{campaign}/battles", timeout=PATIENCE).json()]
    table = httpx.post(f"{campaign}/battles/{key}/table", headers=ann, timeout=PATIENCE).json()["match"]
    first = club.home(made["id"])
    first.end(signal.SIGKILL)
    until(lambda: club.owner(table) is None and club.owner(made["id"]) is None, "both tables are free")
    one, two = (it for it in club.servers if it is not first and it.process.poll() is None)
    seated = [{"id": table, "seat_tokens": {it: made["seat_tokens"][it]}} for it in ("ann", "bob")]
    with sit_down(one.address, made), sit_down(two.address, seated[0]) as red, sit_down(two.address, seated[1]) as old:
        red._patience = old._patience = PATIENCE
        assert (club.owner(made["id"]), club.owner(table)) == (one.address, two.address)
        hosting = {"Adjudge-Token": made["host_token"]}
        invited = httpx.post(f"{campaign}/seats/bob/invitation", headers=hosting, timeout=PATIENCE).json()["token"]
        with sit_down(club.address, {"id": table, "seat_tokens": {"bob": invited}}) as blue:
            assert blue.present["seat"] == "blue"
        with pytest.raises(WebSocketException, match="somebody else"):
            old.hear("accepted")
        while not red.present["ending"]:
            assert red.answer("red")["kind"] == "accepted"
    until(lambda: any(isinstance(it, Answered) and it.is_result for it in club.load(made["id"]).log), "it is taken")
    assert httpx.post(f"{campaign}/battles/{key}/table", headers=bob, timeout=PATIENCE).status_code == 403
    results = [it for it in club.load(made["id"]).log if isinstance(it, Answered) and it.is_result]
    assert [it.match for it in results] == [table]
    first.start()
    until(first.is_well, "the server that was killed is back")


def test_tables_of_a_server_that_is_killed_wake_elsewhere_with_every_acknowledged_answer(club: Club, players):
    victim = club.home(players[0].made["id"])
    victim.end(signal.SIGKILL)
    until(lambda: club.owner(players[0].made["id"]) not in (None, victim.address), "its table lives elsewhere")
    more_answers(players)


def test_when_the_database_is_killed_all_play_on_once_it_is_back(club: Club, players):
    club.database.kill()
    club.database.start()
    more_answers(players)


def test_a_server_that_was_paused_for_longer_than_its_lease_writes_nothing_when_it_wakes(club: Club):
    made = httpx.post(f"http://{club.address}/api/matches", json={"game": "rdz"}, timeout=10).json()
    paused = club.home(made["id"])
    asleep = paused.insiders()
    with sit_down(paused.address, made) as guest:
        before = len(club.load(made["id"]).log)
        key = guest.present["asks"]["question"]["options"][0]["key"]
        paused.send(signal.SIGSTOP)
        guest.send("answer", position=guest.present["position"], answer=key, id="late")
        until(lambda: club.owner(made["id"]) is None, "its lease has run out")
        paused.send(signal.SIGCONT, *asleep)  # not the door, which would end them
        refused = guest.verdict()
        assert refused["kind"] == "refused"
        assert len(club.load(made["id"]).log) == before
    other = next(it for it in club.servers if it is not paused and it.process.poll() is None)
    with sit_down(other.address, made) as guest:
        assert guest.answer(key)["kind"] == "accepted"
    assert club.owner(made["id"]) == other.address
    paused.send(signal.SIGCONT)
    until(lambda: paused.insiders() not in ([], asleep) and paused.is_well(), "it begins again under another lease")
    with sit_down(paused.address, made) as guest:
        assert guest.present["position"] > 0
    assert club.owner(made["id"]) == other.address


def test_servers_are_replaced_one_by_one_while_all_play_on(club: Club, players):
    for server in sorted(club.servers, key=lambda it: it.process.poll() is None):  # one was killed before
        if server.process.poll() is None:
            assert server.end(signal.SIGTERM) == 0
        server.start()
        until(server.is_well, "the new server answers")
        more_answers(players)
