"""Tables that nobody touches are warned, put away as files, and come back; the keeper has a gate of his own."""

import asyncio
import gc
import json
import weakref
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest
from typer.testing import CliRunner, Result

from adjudge.cli.app import app
from adjudge.server.app import make_app
from adjudge.server.gate import Gate
from adjudge.server.guard import Guard
from adjudge.server.hub import Hub
from adjudge.server.keys import keys_in
from adjudge.server.limits import Buckets
from adjudge.server.protocol import Answer, NewMatch, SeatWish
from adjudge.server.room import Guest
from adjudge.store import open_store
from adjudge.store.notes import note_of
from tests.server.conftest import GENEROUS, Club

DAYS = 30
LIMITS = msgspec.structs.replace(GENEROUS, expire_days=DAYS)


class Calendar:
    """The server's own hub, looked at on a later day."""

    def __init__(self, club: Club) -> None:
        self._hub, self._now = club.hub, datetime.now(UTC)
        self._hub.expiry.now = lambda: self._now
        self._loop = club.hub._tasks[0].get_loop()

    def after(self, days: float) -> None:
        self._now += timedelta(days=days)
        asyncio.run_coroutine_threadsafe(self._hub.expiry.look(), self._loop).result(60)


@pytest.fixture
def club(open_club) -> Club:
    return open_club(LIMITS)  # type: ignore[no-any-return]


def notices(club: Club, made: dict[str, Any]) -> list[str]:
    with club.visit(made["id"]) as guest:
        return [it["text"] for it in guest.present["notices"]]


def tables(database: Path, *words: str) -> Result:
    return CliRunner().invoke(app, ["tables", "--database", str(database), *words])


def is_there(club: Club, made: dict[str, Any]) -> bool:
    return club.http.get(f"/api/matches/{made['id']}/rules").status_code == 200


def test_an_untouched_table_is_warned_then_put_away_and_comes_back_with_its_links(club: Club, tmp_path):
    made, kept = club.create(), club.create()
    days = Calendar(club)
    days.after(DAYS - 8)
    assert notices(club, made) == []
    days.after(2)
    (warning,) = notices(club, made)
    assert "is put away on" in warning
    assert "Nobody has played here since" in warning
    goes = club.http.get(f"/api/matches/{made['id']}/expiry").json()
    assert goes["server_days"] == DAYS
    assert goes["goes"]
    assert "2 tables" in tables(tmp_path / "club.db").stdout
    listed = {it["id"]: it["goes"] for it in json.loads(tables(tmp_path / "club.db", "--json").stdout)}
    assert listed[made["id"]][:10] == goes["goes"][:10]
    assert club.host("PUT", kept, "/expiry", json={"days": 0}).json()["goes"] is None
    with club.visit(made["id"]) as guest:
        days.after(8)
        assert guest.present["notices"]  # a table is not taken from under anybody
    days.after(1)
    assert not is_there(club, made)
    assert is_there(club, kept)
    assert "put away" in club.http.get(f"/api/matches/{made['id']}/rules").json()["why"]
    (file,) = (tmp_path / "put-away").glob("*.json")
    assert file.stat().st_mode & 0o077 == 0
    assert file.parent.stat().st_mode & 0o077 == 0
    assert tables(tmp_path / "club.db", "--bring-back", str(file)).exit_code == 0
    with club.visit(made["id"], made["seat_tokens"]["red"]) as guest:
        assert guest.present["asks"]
        assert notices(club, made) == [warning]
    assert club.http.post("/api/imports", content=file.read_bytes()).status_code == 201


def test_playing_on_lifts_a_warning_and_the_shorter_time_of_host_and_server_counts(club: Club):
    played, hasty, forever = club.create(), club.create(), club.create()
    assert club.host("PUT", hasty, "/expiry", json={"days": 2}).status_code == 200
    assert club.host("PUT", hasty, "/expiry", json={"days": -1}).status_code == 400
    assert club.http.put(f"/api/matches/{hasty['id']}/expiry", json={"days": 2}).status_code == 400
    with open_store(str(club.hub.store.url.database)) as store:
        assert keys_in(note_of(store, hasty["id"]), hasty["id"]).days == 2
    days = Calendar(club)
    days.after(1.5)
    assert len(notices(club, hasty)) == 1
    assert notices(club, played) == []
    days.after(1.5)
    assert not is_there(club, hasty)
    days.after(DAYS - 8)
    room = club.hub.rooms[forever["id"]]
    asyncio.run_coroutine_threadsafe(club.hub.expiry.keep(room, True), days._loop).result(60)
    with club.visit(played["id"], played["seat_tokens"]["red"]) as guest:
        assert guest.answer(1)["kind"] == "accepted"
    days.after(8)
    assert is_there(club, played)
    assert is_there(club, forever)
    days.after(10 * DAYS)
    assert is_there(club, forever)
    assert notices(club, forever)[1:] == []


# ------------------------------------------------------------------ the gate


def asked(gate: Gate, path: str, port: int, token: str = "", method: str = "GET", **headers: str) -> int:
    """What the guard says to a request that came in by a port."""
    statuses: list[int] = []

    async def send(message: Any) -> None:
        statuses.extend([message["status"]] if message["type"] == "http.response.start" else [])

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    given = {"host": f"127.0.0.1:{port}", "adjudge-token": token} | {k.replace("_", "-"): v for k, v in headers.items()}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", port),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    guard = Guard(inner, (), Buckets(1e6, 10**6, lambda: 0.0), gate=gate)
    asyncio.run(guard(scope, None, send))
    return statuses[0]


def test_the_keepers_gate_opens_on_its_own_port_with_its_token_and_never_through_a_proxy():
    gate, token = Gate.new(9000)
    listed = "/admin/api/tables"
    assert asked(gate, listed, 9000, token) == 200
    assert asked(gate, "/admin", 9000) == 200
    assert asked(gate, listed, 9000) == asked(gate, listed, 9000, token + "x") == 403
    assert asked(gate, listed, 8000, token) == asked(gate, "/admin", 8000) == asked(gate, "/admin.html", 8000) == 404
    assert asked(gate, listed, 9000, token, x_forwarded_for="10.0.0.1") == 403
    assert asked(gate, listed, 9000, token, via="1.1 caddy") == 403
    assert asked(gate, listed, 9000, token, host="club.example.org") == 421
    assert asked(gate, "/api/games", 9000, token) == asked(gate, "/metrics", 9000, token) == 404
    table = f"{listed}/abc"
    assert asked(gate, table, 9000, token, method="DELETE", origin="http://127.0.0.1:9000") == 200
    assert asked(gate, table, 9000, token, method="DELETE", origin="http://127.0.0.1:8000") == 403


# ------------------------------------------------------------------ sleeping


def test_a_table_that_sleeps_is_gone_without_a_search_for_garbage(tmp_path):
    """The server hardly ever searches: what only a search finds would pile up with every table that falls asleep."""

    async def sleep_one() -> bool:
        hub = Hub(open_store(str(tmp_path / "club.db")))
        hub.start()
        made = await hub.create(NewMatch("duel", seats={"blue": SeatWish(bot="random")}))
        room = hub.rooms[made.id]
        guest = Guest("red", False, 0)
        await room.enter(guest, lambda: None)
        await room.hear(guest, Answer(room.match.position, 1))
        await room.leave(guest)
        gone = weakref.ref(room), weakref.ref(room.match)
        del room
        hub._put_to_sleep(made.id)
        await hub.stop()
        return all(it() is None for it in gone)

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(sleep_one())
    finally:
        gc.enable()


def test_the_keeper_lists_keeps_exports_puts_away_and_ends_tables(tmp_path):
    gate, token = Gate.new(9000)

    async def keep_house() -> None:
        app = make_app(open_store(str(tmp_path / "club.db")), gate=gate)
        app.state.hub.start()
        address, headers = "http://127.0.0.1:9000", {"Adjudge-Token": token}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(cast(Any, app)), base_url=address, headers=headers
        ) as http:
            one, two = [(await app.state.hub.create(NewMatch("duel"))).id for _ in range(2)]
            listed = (await http.get("/admin/api/tables")).json()
            assert {it["id"] for it in listed["tables"]} == {one, two}
            assert all(it["bytes"] > 0 and it["seats"] == ["Red", "Blue"] for it in listed["tables"])
            assert (await http.get("/admin/api/awake/0")).json()["guests"] == {one: 0, two: 0}
            assert (await http.put(f"/admin/api/tables/{one}/kept", json=True)).json() == {"is_kept": True}
            assert b'"format"' in (await http.get(f"/admin/api/tables/{one}/save")).content
            file = (await http.post(f"/admin/api/tables/{one}/put-away")).json()["file"]
            assert Path(file).is_file()
            assert (await http.delete(f"/admin/api/tables/{two}")).status_code == 204
            assert (await http.get("/admin/api/tables")).json()["tables"] == []
        await app.state.hub.stop()

    asyncio.run(keep_house())
