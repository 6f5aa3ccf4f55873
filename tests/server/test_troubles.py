"""When something fails: a rule, a view, a bot that never stops thinking, the store. The last good position stays."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from weakref import ref

import pytest

from adjudge.engine import Choose, Sealed
from adjudge.engine import game as registry
from adjudge.engine.scene import Scene, plain_scene
from adjudge.engine.table import Asked
from adjudge.server.journal import JsonLines, note
from adjudge.server.limits import Limits
from adjudge.server.room import SLOW_DRAWING_SECONDS
from adjudge.server.workers import Busy, Sentry, TookTooLong, Workers, _Account
from adjudge.store import StoreFailed, open_store
from tests.engine import duel
from tests.server.conftest import Club


def _crash(*_: Any) -> Any:
    raise ZeroDivisionError("seven by nought")


def _think(asked: Asked) -> Any:
    while True:
        time.sleep(0.001)


def _turn_that_fails_at_the_taunt(table: Any) -> None:
    table.ask("", "duel.bid", Sealed({"red": Choose([0, 1]), "blue": Choose([0, 1])}))
    _crash()


@pytest.fixture
def install() -> Iterator[Any]:
    """Makes a duel known that is changed in some way."""
    names: list[str] = []

    def installed(**changes: Any) -> str:
        changed = replace(duel.game, id=f"duel-{len(names)}", **changes)
        registry.register(changed)
        names.append(changed.id)
        return changed.id

    yield installed
    for name in names:
        del registry._known[name]


def test_a_rule_that_raises_is_shown_and_the_table_stays_at_its_last_good_position(club: Club, install, caplog):
    made = club.create(game=install(turn=_turn_that_fails_at_the_taunt))
    tokens = made["seat_tokens"]
    with club.visit(made["id"], tokens["red"]) as red, club.visit(made["id"], tokens["blue"]) as blue:
        assert red.answer(1)["kind"] == "accepted"
        blue.hear_until(1)
        verdict = blue.answer(1)
        assert verdict["kind"] == "refused"
        assert verdict["position"] == 1
        while not red.present["trouble"]:
            red.hear("present")
        assert "seven by nought" in red.present["trouble"]["text"]
        assert (red.present["position"], blue.present["asks"]["rule"]) == (1, "duel.bid")
    assert club.create()["id"]
    record = next(it for it in caplog.records if it.message == "rule failed")
    assert "ZeroDivisionError" in JsonLines().format(record)


def test_a_view_that_raises_is_shown_and_takes_nobody_down(club: Club, install):
    made = club.create(game=install(scene=_crash))
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert "cannot show this table: ZeroDivisionError" in red.present["trouble"]["text"]
        assert red.answer(1)["kind"] == "accepted"
        with club.visit(made["id"], made["seat_tokens"]["blue"]) as blue:
            assert blue.answer(1)["kind"] == "accepted"
            assert blue.answer("ha")["kind"] == "accepted"
    position = club.hub.rooms[made["id"]].match.position
    while club.hub.rooms[made["id"]].guests:
        time.sleep(0.01)
    assert club.hub.store.load(made["id"]).position == position == 3


def test_a_game_that_draws_slowly_is_drawn_in_a_thread_and_given_up_if_it_never_ends(open_club, install):
    club: Club = open_club(Limits(play_seconds=1.5))
    threads: list[str] = []
    ends = [True]

    def draw(view: Any, seat: str | None) -> Scene:
        threads.append(threading.current_thread().name)
        until = time.thread_time() + 2 * SLOW_DRAWING_SECONDS
        while time.thread_time() < until or not ends[0]:
            pass
        return plain_scene(view, "slow")

    made = club.create(game=install(scene=draw))
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        with club.visit(made["id"], made["seat_tokens"]["blue"]) as blue:
            assert blue.present["scene"]["headline"] == "slow"
            assert red.answer(1)["kind"] == "accepted"
            assert threads[-1].startswith("play")
            blue.hear_until(1)
            ends[0] = False
            assert blue.answer(1)["kind"] == "accepted"
            assert "cannot show this table: drawing it takes too long" in blue.present["trouble"]["text"]
        assert club.hub.store.load(made["id"]).position == red.hear_until(2)["position"] == 2


def test_a_rule_that_loops_is_stopped_though_it_was_quick_before_and_the_server_answers_meanwhile(open_club, install):
    club: Club = open_club(Limits(play_seconds=0.5))

    def loop_at_a_two(table: Any) -> None:
        if table.ask("red", "duel.strike", Choose([1, 2])) == 2:
            while True:
                pass

    made = club.create(game=install(turn=loop_at_a_two))
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.answer(1)["kind"] == "accepted"
        red.send("answer", position=red.hear_until(1)["position"], answer=2)
        assert club.http.get("/health").status_code == 200
        assert "took too long" in red.verdict()["why"]
        assert "took too long" in red.present["trouble"]["text"]
        assert red.answer(1)["kind"] == "accepted"


def test_a_table_whose_rules_loop_when_it_wakes_holds_up_no_other(open_club, install):
    club: Club = open_club(Limits(play_seconds=3600.0))
    is_well, looping = [True], threading.Event()

    def turn(table: Any) -> None:
        while not is_well[0]:
            looping.set()
        table.ask("red", "duel.strike", Choose([1, 2]))

    made, other = club.create(game=install(turn=turn)), club.create()
    club.hub._put_to_sleep(made["id"])
    is_well[0] = False
    with club.raw(made["id"]) as line, club.visit(other["id"], other["seat_tokens"]["red"]) as red:
        line.send(json.dumps({"kind": "hello", "token": made["seat_tokens"]["red"]}))
        assert looping.wait(60)
        assert red.answer(1)["kind"] == "accepted"
        assert club.create()["id"]
        is_well[0] = True
        assert json.loads(line.recv(60))[0]["asks"]["rule"] == "duel.strike"


def test_what_somebody_asked_who_hung_up_is_not_worked_out_any_further(open_club, install):
    club: Club = open_club(Limits(desk_seconds=3600.0))
    begun, left = threading.Event(), threading.Event()

    def seats(options: Any) -> Any:
        try:
            while True:
                begun.set()
        finally:
            left.set()

    name = install(seats=seats)
    request = f"POST /api/games/{name}/seats HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{{}}"
    host, port = club.address.split(":")
    with socket.create_connection((host, int(port))) as line:
        line.sendall(request.encode())
        assert begun.wait(60)
    assert left.wait(60)


def test_a_view_that_loops_from_the_first_look_on_is_given_up(open_club, install):
    club: Club = open_club(Limits(play_seconds=0.5))
    is_well = [True]

    def draw(view: Any, seat: str | None) -> Scene:
        while not is_well[0]:
            pass
        return plain_scene(view, "well")

    made = club.create(game=install(scene=draw))
    is_well[0] = False
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert "drawing it takes too long" in red.present["trouble"]["text"]
        assert club.host("PUT", made, "/paused", json=True).status_code == 200
        assert club.http.get("/health").status_code == 200


def test_a_match_that_cannot_begin_is_refused(club: Club, install):
    answer = club.http.post("/api/matches", json={"game": install(turn=_crash)})
    assert answer.status_code == 400
    assert "ZeroDivisionError" in answer.json()["why"]


def test_a_bot_that_never_stops_thinking_is_stopped_and_holds_up_nobody_else(open_club, install):
    club: Club = open_club(Limits(play_seconds=0.4, setup_seconds=0.4))
    thinkers = install(bots={"thinker": _think})
    made = club.create(game=thinkers)
    other = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        handed = club.host("PUT", made, "/seats/blue", json={"bot": "thinker"})
        assert handed.status_code == 503
        assert "took too long" in handed.json()["why"]
        assert red.answer(1)["kind"] == "accepted"
    with club.visit(other["id"], other["seat_tokens"]["red"]) as red:
        assert red.answer(1)["kind"] == "accepted"
    everyone = {seat: {"bot": "thinker"} for seat in ("red", "blue")}
    assert club.http.post("/api/matches", json={"game": thinkers, "seats": everyone}).status_code == 503


def test_work_beyond_the_places_is_refused_at_once_and_the_rest_is_done():
    async def crowd() -> list[Any]:
        workers = Workers("test", threads=1, waiting=1, seconds=5.0)
        jobs = [workers.run(time.sleep, 0.05) for _ in range(4)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    done = asyncio.run(crowd())
    assert [type(it) for it in done] == [type(None), type(None), Busy, Busy]


def test_a_crowd_of_one_leaves_a_thread_to_others_from_the_first_moment():
    async def crowd() -> list[bool]:
        workers, held = Workers("test", threads=2, waiting=40, seconds=60.0), threading.Event()
        greedy = [asyncio.ensure_future(workers.run(held.wait, 30, whose="greedy")) for _ in range(6)]
        await asyncio.sleep(0)
        await asyncio.gather(workers.run(bool, whose="a"), workers.run(bool, whose="b"))
        before = [it.done() for it in greedy]
        held.set()
        await asyncio.gather(*greedy)
        return before

    assert not any(asyncio.run(crowd()))


def test_whoever_worked_long_makes_way_for_others_who_wait(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("adjudge.server.workers.PATIENT_SECONDS", 0.05)
    monkeypatch.setattr("adjudge.server.workers.HAD_SECONDS", 0.1)

    def dig() -> None:
        while True:
            pass

    async def crowd() -> list[Any]:
        workers = Workers("test", threads=2, waiting=40, seconds=3600.0)
        for whose in ("one", "other", "modest"):
            workers._accounts.setdefault(whose, _Account()).charge(30.0, time.monotonic())  # all took a lot lately
        greedy = [asyncio.ensure_future(workers.run(dig, whose=whose)) for whose in ("one", "other")]
        await asyncio.sleep(0)
        served = await workers.run(lambda: "served", whose="modest")
        workers.stop()
        return [served, *await asyncio.gather(*greedy, return_exceptions=True)]

    served, *greedy = asyncio.run(crowd())
    assert served == "served"
    assert TookTooLong in map(type, greedy)


def test_work_that_is_not_as_quick_as_others_goes_on_in_another_thread_and_is_not_given_up(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("adjudge.server.workers.PATIENT_SECONDS", 0.05)
    monkeypatch.setattr("adjudge.server.workers.HAD_SECONDS", 3600.0)
    opened, begun = threading.Event(), []

    def dig(whose: str) -> str:
        begun.append(whose)
        while not opened.is_set():
            pass
        return whose

    async def crowd() -> list[str]:
        workers = Workers("test", threads=2, waiting=40, seconds=3600.0)
        slow = [asyncio.ensure_future(workers.run(dig, whose, whose=whose)) for whose in ("one", "other")]
        await asyncio.sleep(0)
        await workers.run(bool, whose="modest")
        opened.set()
        return [*await asyncio.gather(*slow)]

    assert asyncio.run(crowd()) == ["one", "other"]
    assert begun.count("other") > 1


def test_work_that_nobody_waits_for_any_more_is_given_up_and_leaves_its_place():
    begun = threading.Event()

    def dig() -> None:
        while True:
            begun.set()

    async def crowd() -> str:
        workers = Workers("test", threads=1, waiting=2, seconds=3600.0)
        digging, waiting = (asyncio.ensure_future(workers.run(dig)) for _ in range(2))
        await asyncio.to_thread(begun.wait)
        for it in (waiting, digging):
            it.cancel()
            await asyncio.wait([it])
        return await workers.run(lambda: "served")

    assert asyncio.run(crowd()) == "served"


def test_an_error_in_a_thread_leaves_nothing_in_memory():
    class Large:
        """What the work has in hand."""

    known: list[ref[Large]] = []

    def fail() -> None:
        large = Large()
        known.append(ref(large))
        _crash()

    async def work() -> None:
        workers = Workers("test", threads=1, waiting=4, seconds=60.0)
        with pytest.raises(ZeroDivisionError):
            await workers.run(fail)
        while known[0]() is not None:  # the thread lets go of it in its own time
            await asyncio.sleep(0.001)

    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(work(), 60))
    finally:
        gc.enable()


def test_work_that_waits_for_a_processor_is_not_taken_for_slow(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("adjudge.server.workers.WAITING_FACTOR", 10**6)
    sentry = Sentry(0.02)
    sentry.run(time.sleep, 0.1)
    with pytest.raises(TookTooLong):
        sentry.run(lambda: [None for _ in iter(int, 1)])
    sentry.stop()


def test_nobody_takes_all_the_places_to_wait_in():
    async def crowd() -> tuple[list[Any], Any]:
        workers = Workers("test", threads=1, waiting=4, seconds=5.0)
        greedy = asyncio.gather(
            *(workers.run(time.sleep, 0.1, whose="greedy") for _ in range(9)), return_exceptions=True
        )
        await asyncio.sleep(0)
        modest = await workers.run(lambda: "served", whose="modest")
        return await greedy, modest

    greedy, modest = asyncio.run(crowd())
    assert modest == "served"
    assert [type(it) for it in greedy].count(Busy) == 6


def test_work_that_takes_too_long_is_interrupted_and_the_thread_goes_on_to_the_next():
    def dig() -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue

    async def work() -> Any:
        workers = Workers("test", threads=1, waiting=4, seconds=0.1)
        late, queued = await asyncio.gather(workers.run(dig), workers.run(dig), return_exceptions=True)
        assert isinstance(late, TookTooLong)
        assert isinstance(queued, TookTooLong)
        return await workers.run(lambda: "next")

    assert asyncio.run(work()) == "next"


def test_an_interruption_that_is_lost_is_tried_again():
    """Python drops an exception that is raised in a finaliser; here the work itself swallows the first."""
    lost: list[BaseException] = []

    def dig() -> None:
        while True:
            try:
                while True:
                    sum(range(1000))
            except BaseException as error:
                lost.append(error)
                if len(lost) > 1:
                    raise

    async def work() -> Any:
        workers = Workers("test", threads=1, waiting=4, seconds=0.1)
        (late,) = await asyncio.gather(workers.run(dig), return_exceptions=True)
        assert isinstance(late, TookTooLong)
        return await workers.run(lambda: "next")

    assert asyncio.run(work()) == "next"
    assert len(lost) == 2


def test_an_answer_that_cannot_be_stored_is_refused_and_was_never_played(open_club, tmp_path):
    club: Club = open_club(database="full.db")
    made = club.create()
    tokens = made["seat_tokens"]
    with club.visit(made["id"], tokens["red"]) as red, club.visit(made["id"], tokens["blue"]) as blue:
        assert red.answer(1)["kind"] == "accepted"
        blue.hear_until(1)
        with sqlite3.connect(tmp_path / "full.db") as base:
            base.execute("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        verdict = blue.answer(2)
        assert verdict["kind"] == "refused"
        assert "the store cannot be reached" in verdict["why"]
    with club.visit(made["id"], tokens["blue"]) as blue:
        assert blue.present["position"] == 1
        with sqlite3.connect(tmp_path / "full.db") as base:
            base.execute("DROP TRIGGER full")
        assert blue.answer(2)["kind"] == "accepted"
    base.close()


def breaks_off(club: Club, monkeypatch: pytest.MonkeyPatch, *, is_written: bool, answers: bool) -> None:
    """The database's connection breaks in a commit: before it took, or after, when nobody hears so."""
    store = type(club.hub.store)
    write = store.write

    def writing(self: Any, changes: Any, *, waits: bool = True) -> Any:
        if is_written:
            write(self, changes)
        raise StoreFailed("the connection broke off")

    def silent(self: Any, changes: Any) -> Any:
        raise StoreFailed("nobody answers")

    monkeypatch.setattr(store, "write", writing)
    monkeypatch.setattr("adjudge.server.hub.ASK_AGAIN_SECONDS", (0.0, 0.0))
    if not answers:
        monkeypatch.setattr(store, "landed", silent)


@pytest.mark.parametrize(("is_written", "verdict"), [(True, "accepted"), (False, "refused")])
def test_an_answer_whose_commit_broke_off_is_refused_only_if_it_is_not_on_the_disk(
    open_club, monkeypatch, is_written, verdict
):
    club: Club = open_club()
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red, monkeypatch.context() as broken:
        breaks_off(club, broken, is_written=is_written, answers=True)
        assert red.answer(1)["kind"] == verdict
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.present["position"] == int(is_written)


def test_where_the_store_does_not_say_whether_an_answer_is_kept_nobody_claims_to_know(open_club, monkeypatch):
    club: Club = open_club()
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red, monkeypatch.context() as broken:
        breaks_off(club, broken, is_written=True, answers=False)
        assert "may be stored or not" in red.answer(1)["why"]
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.present["position"] == 1


def test_a_server_that_cannot_write_is_not_healthy(open_club, tmp_path):
    club: Club = open_club(database="full.db")
    assert club.http.get("/health").json()["status"] == "ok"
    with sqlite3.connect(tmp_path / "full.db") as base:
        base.execute("CREATE TRIGGER full BEFORE INSERT ON matches BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    base.close()
    club.hub._probed = (-100.0, "")
    answer = club.http.get("/health")
    assert answer.status_code == 503
    assert answer.json()["why"] == "the store cannot be reached now: try again in a moment"


def test_a_table_that_cannot_be_created_in_the_store_is_refused_as_our_fault(open_club, tmp_path, caplog):
    club: Club = open_club(database="broken.db")
    with sqlite3.connect(tmp_path / "broken.db") as base:
        base.execute("ALTER TABLE matches RENAME TO elsewhere")
    base.close()
    answer = club.http.post("/api/matches", json={"game": "duel"})
    assert answer.status_code == 503
    assert answer.json()["why"] == "the store cannot be reached now: try again in a moment"
    (line,) = [json.loads(JsonLines().format(it)) for it in caplog.records if it.message == "failed"]
    assert "no such table" in line["why"]
    assert "traceback" not in line


def test_a_line_of_the_journal_is_one_line_of_json(caplog):
    with caplog.at_level(logging.INFO, "adjudge.server"):
        note("table created", match="abc", text="two\nlines")
    line = JsonLines().format(caplog.records[-1])
    assert "\n" not in line
    assert json.loads(line) | {"time": ""} == {
        "time": "",
        "level": "info",
        "event": "table created",
        "match": "abc",
        "text": "two\nlines",
    }


def test_while_others_write_to_the_database_an_answer_waits_and_the_server_does_not(open_club, tmp_path):
    club = open_club()
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red, open_store(str(tmp_path / "club.db")) as other:
        with other._transaction(writing=True):
            red.send("answer", position=red.present["position"], answer=1, id="a")
            with pytest.raises(TimeoutError):  # nothing is shown before it is stored
                red.connection.recv(timeout=0.3)
            assert club.http.get("/health").status_code == 200
        assert red.verdict()["kind"] == "accepted"
