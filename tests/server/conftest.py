"""A real server on loopback with the small duel game, and clients that speak its protocol."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from adjudge.check.drafts import Draft
from adjudge.engine import game as registry
from adjudge.server import app as application
from adjudge.server.hosting import configure
from adjudge.server.limits import Limits
from adjudge.server.running import listen
from adjudge.store import open_store
from tests.engine.duel import game

WAIT = 60.0


def filled(panel: dict[str, Any], before: list[dict[str, Any]]) -> dict[str, Any]:
    """A panel, with what stands in the one before in place of null."""
    (was,) = before or [{}]
    return {name: _filled_in(value, was.get(name)) for name, value in panel.items()}


def _filled_in(value: Any, was: Any) -> Any:
    if value is None:
        return was
    if isinstance(value, list):
        return [was[place] if it is None else it for place, it in enumerate(value)]
    return value


class Guest:
    """One connection to a table."""

    def __init__(self, connection: ClientConnection, patience: float = WAIT) -> None:
        self.connection, self._patience = connection, patience
        self.present: dict[str, Any] = {}
        self._panels: list[Any] = []
        self._waiting: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []

    def send(self, kind: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"kind": kind, **fields}))

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; what comes before it is kept."""
        while True:
            message = self.hear_any()
            if message["kind"] == kind:
                return message

    def hear_until(self, position: int) -> dict[str, Any]:
        while self.present.get("position", -1) < position:
            self.hear("present")
        return self.present

    def answer(self, answer: Any, **fields: Any) -> dict[str, Any]:
        """Answers the present question and returns what the server says to that."""
        self.send("answer", **{"position": self.present["position"], "answer": answer, "id": "a", **fields})
        return self.verdict()

    def verdict(self) -> dict[str, Any]:
        while True:
            message = self.hear_any()
            if message["kind"] in ("accepted", "refused"):
                return message

    def hear_any(self) -> dict[str, Any]:
        if not self._waiting:
            self._waiting = json.loads(self.connection.recv(timeout=self._patience))
        message = self._waiting.pop(0)
        self.heard.append(message)
        if message["kind"] == "present":
            self._see(message["scene"])
            self.present = message
        return message

    def _see(self, scene: dict[str, Any]) -> None:
        """Puts what stayed as it was back in its place."""
        panels = scene.get("panels", [])
        self._panels = scene["panels"] = [
            self._panels[place] if panel is None else filled(panel, self._panels[place : place + 1])
            for place, panel in enumerate(panels)
        ]


class Club:
    """A server and what one does with it."""

    def __init__(self, port: int, app: Any) -> None:
        self.hub, self.guard = app.state.hub, app.asgi_handler
        self.address = f"127.0.0.1:{port}"
        self.http = httpx.Client(base_url=f"http://{self.address}", timeout=WAIT)

    def create(self, **wish: Any) -> dict[str, Any]:
        answer = self.http.post("/api/matches", json={"game": "duel", **wish})
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created

    @contextmanager
    def visit(self, match_id: str, token: str = "", since: int = 0, **arrival: bool) -> Iterator[Guest]:
        with self.raw(match_id) as connection:
            guest = Guest(connection)
            guest.send("hello", token=token, since=since, **arrival)
            guest.hear("present")
            yield guest

    def raw(self, match_id: str, **settings: Any) -> ClientConnection:
        address = f"ws://{self.address}/api/matches/{match_id}/live"
        line: ClientConnection = connect(address, open_timeout=WAIT, close_timeout=1, **settings)
        return line

    def host(self, method: str, made: dict[str, Any], path: str, **settings: Any) -> httpx.Response:
        """A request with the host's token."""
        headers = {"Adjudge-Token": made["host_token"]}
        return self.http.request(method, f"/api/matches/{made['id']}{path}", headers=headers, **settings)


def start(
    database: str, limits: Limits | None = None, drafts: Sequence[Draft] = ()
) -> tuple[uvicorn.Server, threading.Thread, Club]:
    listener = listen("127.0.0.1", 0)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)  # who does not read falls behind soon
    app = application.make_app(open_store(database), limits, drafts=drafts)
    server = uvicorn.Server(configure(app))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    return server, thread, Club(listener.getsockname()[1], app)


GENEROUS = Limits(
    matches_per_address=10_000,
    connections_per_address=1_000,
    requests_per_second=1e6,
    request_burst=10**6,
    messages_per_second=1e6,
)


@pytest.fixture(autouse=True, scope="session")
def duel_is_installed() -> Iterator[None]:
    registry.register(game)
    yield
    del registry._known["duel"]


@contextmanager
def opened(database: str, limits: Limits | None = None, drafts: Sequence[Draft] = ()) -> Iterator[Club]:
    server, thread, club = start(database, limits, drafts)
    try:
        yield club
    finally:
        club.http.close()
        server.should_exit = True
        thread.join(WAIT)


@pytest.fixture
def open_club(tmp_path: Any) -> Iterator[Any]:
    """Opens a server of its own, with other limits or on another database."""
    with ExitStack() as stack:
        yield lambda limits=GENEROUS, database="club.db": stack.enter_context(opened(str(tmp_path / database), limits))


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """One server for all tests of a module: each sets up its own table."""
    with opened(str(tmp_path_factory.mktemp("club") / "club.db"), GENEROUS) as shared:
        yield shared
