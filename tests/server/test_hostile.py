"""Hostile clients: what they send is refused with a sentence, and everybody else is served."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from adjudge.engine import BadInput
from adjudge.engine.errors import Diverged
from adjudge.engine.log import TookBack
from adjudge.engine.match import Match
from adjudge.mind.pool import Minds
from adjudge.server import lines
from adjudge.server import room as rooms
from adjudge.server.guard import address_of
from adjudge.server.hub import Full, Hub, NotYours
from adjudge.server.limits import MOST_BODY, MOST_FRAME, Limits
from adjudge.server.names import pretends
from adjudge.server.protocol import Answer, Created, NewMatch
from adjudge.server.room import OUT, Guest, Room
from adjudge.server.workers import TookTooLong, Workers
from adjudge.store import open_store
from tests.engine.duel import game
from tests.engine.playing import play as answer_some
from tests.server.conftest import GENEROUS, WAIT, Club, opened
from tests.server.conftest import Guest as Visitor

SCRIPT = "<script>alert(1)</script>"


def _closed_with(connection: Any) -> int:
    try:
        while True:
            connection.recv(timeout=WAIT)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


# ------------------------------------------------------------------ pages of others


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", ""])
def test_a_page_of_another_address_can_neither_open_a_table_nor_change_anything(club: Club, origin: str):
    made = club.create()
    headers = {"Origin": origin}
    assert club.http.post("/api/matches", json={"game": "duel"}, headers=headers).status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        club.raw(made["id"], additional_headers=headers)
    assert refused.value.response.status_code == 403


def test_our_own_page_can(club: Club):
    headers = {"Origin": f"http://{club.address}"}
    answer = club.http.post("/api/matches", json={"game": "duel"}, headers=headers)
    assert answer.status_code == 201
    with club.raw(answer.json()["id"], additional_headers=headers) as connection:
        connection.send('{"kind":"hello"}')
        assert "present" in connection.recv(timeout=WAIT)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "[", ""])
def test_a_foreign_name_that_points_at_loopback_gets_nothing(club: Club, monkeypatch: pytest.MonkeyPatch, host: str):
    monkeypatch.setattr(club.guard, "_hosts", frozenset({"127.0.0.1", "localhost"}))
    assert club.http.get("/api/games", headers={"Host": host}).status_code in (400, 421)
    assert club.http.get("/api/games").status_code == 200


def test_answers_tell_the_browser_to_trust_nothing_else(club: Club):
    for path in ("/api/games", "/health", "/nowhere"):
        headers = club.http.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers
    assert club.http.get("/api/games").headers["cache-control"] == "no-store"


# ------------------------------------------------------------------ tokens and seats


def test_a_revoked_seat_is_shown_out(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        club.host("POST", made, "/seats/red/invitation")
        assert _closed_with(red.connection) == 4001


async def _keep(room: Room) -> None:
    pass


def test_a_guest_that_was_shown_out_is_not_heard_any_more_even_if_it_never_reads():
    room = Room(Match.new(game, bytes(32)), _keep, Workers("play", 1, 1, 5.0), Minds(1))
    guest = Guest("red", False, 0)

    async def play() -> None:
        await room.enter(guest, bool)
        room.show_out([guest], OUT)
        await room.hear(guest, Answer(0, 1))

    asyncio.run(play())
    assert room.match.position == 0


def test_what_is_interrupted_at_its_very_end_is_not_done_twice(monkeypatch: pytest.MonkeyPatch):
    room = Room(Match.new(game, bytes(32)), _keep, Workers("play", 2, 2, 5.0), Minds(1))

    def interrupted(work: Callable[[], object]) -> None:
        work()
        raise TookTooLong("just when it was done")

    answer_some(room.match, 12)
    monkeypatch.setattr(room._workers, "at_once", interrupted)
    asyncio.run(room.work(room.match.undo, "red", ("red", "blue")))
    taken_back = [entry for entry in room.match.log if isinstance(entry, TookBack)]
    assert len(taken_back) == 1


def test_a_table_that_was_slow_once_is_quick_again_when_its_rules_are():
    room = Room(Match.new(game, bytes(32)), _keep, Workers("play", 2, 2, 5.0), Minds(1))
    room._takes = 1.0

    async def play() -> None:
        for seat in ("red", "blue"):
            await room.work(room.match.answer, seat, 1)

    asyncio.run(play())
    assert room._takes < 1.0


async def _at_once(*several: Any) -> list[Any]:
    """What comes of things that begin at the same moment: their results, or the kinds of their refusals."""
    found = await asyncio.gather(*several, return_exceptions=True)
    return [type(it) if isinstance(it, BaseException) else it for it in found]


def _with_a_hub(play: Callable[[Hub, Created], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        hub = Hub(open_store(":memory:"))
        hub.start()
        await play(hub, await hub.create(NewMatch("duel")))
        await hub.stop()

    asyncio.run(run())


def test_whoever_knocks_while_his_place_is_given_away_stays_out():
    async def play(hub: Hub, made: Created) -> None:
        room, old = await hub.room(made.id), made.seat_tokens["red"]
        guest = Guest("red", False, 0)
        check = partial(hub.welcome, room, old)
        _, came_in = await _at_once(hub.invite(made.id, made.host_token, "red"), room.enter(guest, check))
        assert came_in is NotYours
        assert room.guests == []

    _with_a_hub(play)


def test_a_host_who_hands_over_has_no_power_left_even_at_the_same_moment():
    async def play(hub: Hub, made: Created) -> None:
        token = made.host_token
        fresh, *others = await _at_once(
            hub.hand_over(made.id, token),
            hub.hand_over(made.id, token),
            hub.end(made.id, token),
            hub.invite(made.id, token, "red"),
        )
        assert others == [NotYours, NotYours, NotYours]
        await hub.pause(made.id, fresh, True)

    _with_a_hub(play)


def test_a_seat_that_goes_to_a_bot_gets_no_link_at_the_same_moment():
    async def play(hub: Hub, made: Created) -> None:
        token = made.host_token
        found = await _at_once(hub.replace(made.id, token, "blue", "random"), hub.invite(made.id, token, "blue"))
        assert found == [None, BadInput]
        assert list(hub.keys[made.id].seats) == ["red"]

    _with_a_hub(play)


def test_a_seat_that_no_bot_can_take_keeps_its_link():
    async def play(hub: Hub, made: Created) -> None:
        assert await _at_once(hub.replace(made.id, made.host_token, "blue", "nobody")) == [BadInput]
        assert hub.opens(made.id, made.seat_tokens["blue"]).seat == "blue"

    _with_a_hub(play)


def test_a_crowd_that_comes_at_once_fills_a_table_and_no_more():
    async def play(hub: Hub, made: Created) -> None:
        room = await hub.room(made.id)
        crowd = [room.enter(Guest(None, False, 0), partial(hub.welcome, room, "")) for _ in range(80)]
        found = await _at_once(*crowd)
        assert (found.count(None), found.count(Full)) == (64, 16)

    _with_a_hub(play)


def _ask_to_take_back(red: Visitor, blue: Visitor) -> None:
    """Both have bid, and blue asks for its bid back."""
    red.answer(1)
    blue.hear_until(1)
    blue.answer(2)
    red.hear_until(2)
    blue.send("undo")
    assert blue.verdict()["kind"] == "accepted"


def test_a_take_back_lapses_when_a_bot_takes_a_seat(club: Club):
    made = club.create()
    tokens = made["seat_tokens"]
    with club.visit(made["id"], tokens["red"]) as red, club.visit(made["id"], tokens["blue"]) as blue:
        _ask_to_take_back(red, blue)
        assert club.host("PUT", made, "/seats/red", json={"bot": "random"}).status_code == 200
        assert blue.hear("present")["undo"] is None


def test_a_log_that_was_cut_and_played_on_by_a_bot_is_told_anew(club: Club):
    made = club.create(seats={"blue": {"bot": "random"}})
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        told: dict[int, list[Any]] = {}

        def see() -> None:
            for position in [it for it in told if it >= red.present["since"]]:
                del told[position]
            for it in red.present["happenings"]:
                told.setdefault(it["position"], []).append(it)

        see()
        answers = {"duel.bid": 0, "duel.taunt": "", "duel.stance": "steady"}
        for turn in range(60):
            if red.present["ending"]:
                break
            if turn % 3 == 2:
                red.send("undo")
            else:
                rule = red.present["asks"]["rule"]
                red.send("answer", position=red.present["position"], answer=answers[rule])
            while (message := red.hear_any())["kind"] not in ("accepted", "refused"):
                if message["kind"] == "present":
                    see()
        with club.visit(made["id"]) as fresh:
            assert [it for at in sorted(told) for it in told[at]] == fresh.present["happenings"]


def test_a_token_of_one_table_opens_no_other(club: Club):
    made, other = club.create(), club.create()
    with club.raw(other["id"]) as connection:
        connection.send(json.dumps({"kind": "hello", "token": made["seat_tokens"]["red"]}))
        assert "opens no seat" in connection.recv(timeout=WAIT)
    answer = club.http.delete(f"/api/matches/{other['id']}", headers={"Adjudge-Token": made["host_token"]})
    assert answer.status_code == 403


def test_what_is_kept_of_a_token_is_its_hash_alone(club: Club):
    made = club.create()
    kept = str(club.hub.keys[made["id"]])
    for token in (made["host_token"], *made["seat_tokens"].values()):
        assert token not in kept


def test_two_connections_on_one_seat_see_and_say_the_same(club: Club):
    made = club.create()
    token = made["seat_tokens"]["red"]
    with club.visit(made["id"], token) as one, club.visit(made["id"], token) as two:
        assert one.answer(2)["kind"] == "accepted"
        two.hear_until(1)
        assert two.answer(2, position=0)["kind"] == "accepted"
        assert two.answer(3, position=0)["kind"] == "refused"
        assert two.present["position"] == 1


def test_nobody_takes_back_once_the_dice_lie_open(club: Club):
    made = club.create(options={"life": 1})
    tokens = made["seat_tokens"]
    with club.visit(made["id"], tokens["red"]) as red, club.visit(made["id"], tokens["blue"]) as blue:
        for _ in range(400):
            position = red.hear_until(blue.present["position"])["position"]
            blue.hear_until(position)
            if red.present["ending"]:
                break
            guest = red if red.present["asks"] else blue
            question = guest.present["asks"]["question"]
            options = question.get("options")
            assert guest.answer(options[-1]["key"] if options else "ha")["kind"] == "accepted"
        assert red.present["ending"]["secret"]
        red.send("undo")
        assert "dice lie open" in red.verdict()["why"]


def test_a_take_back_that_was_asked_for_lapses_when_the_table_plays_on(club: Club):
    made = club.create()
    tokens = made["seat_tokens"]
    with club.visit(made["id"], tokens["red"]) as red, club.visit(made["id"], tokens["blue"]) as blue:
        _ask_to_take_back(red, blue)
        assert red.answer("well then")["kind"] == "accepted"
        assert red.present["undo"] is None
        red.send("consent", agree=True)
        assert "no take-back waits" in red.verdict()["why"]


def test_the_table_is_told_when_the_host_takes_a_copy_of_what_is_hidden(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert club.http.get(f"/api/matches/{made['id']}/save").status_code == 403
        assert club.host("GET", made, "/save").status_code == 200
        (notice,) = red.hear("present")["notices"]
        assert "took a copy" in notice["text"]
        for _ in range(rooms.MOST_CHAT_KEPT + 1):
            red.send("say", text="look over there")
        red.hear("said")
    with club.visit(made["id"], made["seat_tokens"]["blue"]) as blue:
        assert blue.present["notices"] == [notice]


def test_the_secret_of_running_dice_is_in_no_file_of_the_host(club: Club):
    made = club.create()
    match = club.hub.rooms[made["id"]].match
    text = club.host("GET", made, "/save").text
    assert match.secret.hex() not in text
    assert match.header.commitment not in text


@pytest.mark.parametrize(
    "name", ["Umpire", "The  umpire", "Umplre", "Ump\u0456re", "\uff35mp\uff49re", "Urnpire", "host", "The H0st"]
)
def test_no_seat_can_pretend_to_be_the_umpire_or_the_host(club: Club, name: str):
    answer = club.http.post("/api/matches", json={"game": "duel", "seats": {"red": {"name": name}}})
    assert answer.status_code == 400
    assert "takes for the umpire" in answer.json()["why"]


UMPIRES = ("U m p i r e", "ump\u200bire", "\u054dmpire", "Umpir\u0259", "\ua4f4\ua4df\ua4d1\ua4f2\ua4e3\ua4f0")
HOSTS = ("\u0397\u03bfst", "Ho\u00a7t", "H o s t", "host:", "\u041d\u043est")
OTHERS = ("Ghost", "Hostess", "\u0410\u043d\u0434\u0440\u0435\u0439", "Jos\u00e9", "\u5bae\u5d0e", "Ann Host-Smith")


def test_letters_that_look_like_others_pretend_and_names_of_people_do_not():
    assert [name for name in (*UMPIRES, *HOSTS, *OTHERS) if pretends(name)] == [*UMPIRES, *HOSTS]


# ------------------------------------------------------------------ nonsense and floods


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        '{"kind":"answer"}',
        '{"kind":"nonsense"}',
        '{"kind":"answer","position":-1,"answer":1}',
        '{"kind":"answer","position":0,"answer":1,"seat":"blue"}',
        '{"kind":"answer","position":0,"answer":' + "[" * 5000 + "]" * 5000 + "}",
        '{"kind":"answer","position":0,"answer":' + "[" * 100 + "]" * 100 + "}",
        '{"kind":"answer","position":0,"answer":{"a":[1e308,-1e308]}}',
        '{"kind":"answer","position":0,"answer":"' + "x" * MOST_FRAME + '"}',
        '{"kind":"throw","position":0,"faces":[7]}',
        '{"kind":"say","text":"\\u0000\\u202e"}',
        '{"kind":"look","position":99999999999}',
        '{"kind":"hello"}',
        b"\x00\xff\xfe",
        b'{"kind":"undo"}',
    ],
)
def test_a_broken_frame_is_refused_and_the_table_goes_on(club: Club, frame: Any):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        red.connection.send(frame)
        assert red.verdict()["kind"] == "refused"
        assert red.answer(1)["kind"] == "accepted"


@pytest.mark.parametrize("answer", [None, True, -1, 1.5, "1", [], [1], {"red": 1}, {}, 2**70, [[[]]], "x" * 9000])
def test_no_answer_of_the_wrong_shape_is_taken_or_breaks_anything(club: Club, answer: Any):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.answer(answer)["kind"] == "refused"
        red.send("foresee", position=0, answer=answer, id="f")
        assert red.hear_any()["kind"] in ("foreseen", "refused")
        assert red.answer(1)["kind"] == "accepted"


@pytest.mark.parametrize("frame", ["x", b"\x00", '{"kind":"say","text":"hi"}', "[" * 9000, "x" * MOST_FRAME * 2])
def test_who_does_not_say_hello_first_is_sent_away(club: Club, frame: Any):
    with club.raw(club.create()["id"]) as connection:
        connection.send(frame)
        assert _closed_with(connection) == 4000


def test_an_enormous_frame_closes_the_connection_that_sent_it(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        red.connection.send("x" * (8 * MOST_FRAME))
        assert _closed_with(red.connection) == 1009


def test_enormous_and_deep_bodies_are_refused(club: Club):
    huge = club.http.post("/api/matches", content=b"x" * (MOST_BODY + 1), headers={"Content-Type": "application/json"})
    assert huge.status_code == 413
    for depth in (30, 200, 100_000):
        deep = b'{"game":"duel","options":{"life":' + b"[" * depth + b"]" * depth + b"}}"
        answer = club.http.post("/api/matches", content=deep, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["why"]


def _send_until_closed(line: socket.socket, data: bytes, times: int) -> bool:
    try:
        for _ in range(times):
            line.sendall(data)
    except ConnectionError:
        return True
    return False


def test_whoever_asks_for_signs_of_life_and_reads_none_is_let_go(club: Club):
    path, (host, port) = f"/api/matches/{club.create()['id']}/live", club.address.split(":")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(WAIT)
        line.connect((host, int(port)))
        wish = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {club.address}\r\n{wish}{key}\r\n".encode())
        assert b" 101 " in line.recv(20)
        ping = b"\x89\xfd" + bytes(4) + bytes(125)
        assert _send_until_closed(line, ping * 100, 4_000)


@pytest.mark.parametrize("words", [b"", b"GET /health HT", b"POST /api/matches HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"])
def test_a_request_that_never_comes_to_its_end_is_given_up(open_club, monkeypatch, words: bytes):
    monkeypatch.setattr(lines, "REQUEST_SECONDS", 0.3)
    club: Club = open_club(GENEROUS)
    with socket.create_connection(tuple(club.address.split(":")), timeout=WAIT) as visitor:  # type: ignore[arg-type]
        visitor.sendall(words)
        with suppress(ConnectionResetError):
            assert visitor.recv(1) == b""


def test_a_connection_that_stays_open_is_not_given_up_between_requests(open_club, monkeypatch):
    monkeypatch.setattr(lines, "REQUEST_SECONDS", 0.3)
    club: Club = open_club(GENEROUS)
    with socket.create_connection(tuple(club.address.split(":")), timeout=WAIT) as visitor:  # type: ignore[arg-type]
        for _ in range(2):
            visitor.sendall(f"GET /health HTTP/1.1\r\nHost: {club.address}\r\n\r\n".encode())
            assert visitor.recv(4096).startswith(b"HTTP/1.1 200")
            time.sleep(0.6)


def test_an_address_has_only_so_many_connections_open(open_club, monkeypatch):
    monkeypatch.setattr(lines, "MOST_OPEN", 3)
    monkeypatch.setattr(lines, "speaks_for_many", lambda address: False)
    club: Club = open_club(GENEROUS)
    peer = tuple(club.address.split(":"))
    with ExitStack() as stack:
        several = [stack.enter_context(socket.create_connection(peer, timeout=WAIT)) for _ in range(4)]  # type: ignore[arg-type]
        with suppress(ConnectionResetError):
            assert several[-1].recv(1) == b""
    assert club.http.get("/health").status_code == 200


def test_a_match_does_not_grow_for_ever(club: Club, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_ENTRIES", 4)
    made = club.create(seats={"blue": {"bot": "random"}})
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        verdicts = []
        for _ in range(4):
            verdicts += [red.answer(0)]
            red.send("undo")
            verdicts += [red.verdict()]
    assert "cannot go on" in verdicts[-1]["why"]


def test_what_a_replay_trips_over_is_nobodys_to_read_and_no_trouble_of_the_table(club: Club, monkeypatch):
    made = club.create()

    def trip(*_: Any) -> None:
        raise Diverged(3, "another question", "the butler did it")

    monkeypatch.setattr(Match, "look", trip)
    with club.visit(made["id"]) as watcher, club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        watcher.send("look", position=0)
        why = watcher.verdict()["why"]
        assert "rules have changed since position 3" in why
        assert "butler" not in why
        red.answer(1)
        assert red.present["trouble"] is None


def test_a_flood_of_frames_slows_its_sender_and_nobody_else(open_club):
    club: Club = open_club(Limits(message_burst=20, messages_per_second=5))
    made = club.create()
    tokens = made["seat_tokens"]
    with club.visit(made["id"], tokens["red"]) as red, club.visit(made["id"], tokens["blue"]) as blue:
        for _ in range(200):
            red.send("say", text="spam")
        assert blue.answer(1)["kind"] == "accepted"
        assert "slow down" in red.verdict()["why"]
        assert sum(it["kind"] == "said" for it in blue.heard) < 40


def test_odds_and_looks_back_wait_in_line_and_are_all_answered(open_club):
    club: Club = open_club(Limits(message_burst=5, question_burst=3, questions_per_second=30))
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        before = time.perf_counter()
        for number in range(13):
            red.send("look", position=0, id=str(number))
        assert [red.hear("looked")["id"] for _ in range(13)] == [str(number) for number in range(13)]
        assert time.perf_counter() - before > 10 / 30 - 0.05  # three at once, the others at their pace
        assert all(it["kind"] != "refused" for it in red.heard)


def test_an_answer_goes_past_the_questions_that_wait(open_club):
    club: Club = open_club(Limits(message_burst=5, question_burst=1, questions_per_second=0.2))
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        for _ in range(100):
            red.send("foresee", position=0, answer=1)
        assert red.answer(1)["kind"] == "accepted"  # the hundred would take longer than anybody waits


def test_odds_that_the_table_has_moved_away_from_leave_the_line_at_once(open_club):
    club: Club = open_club(Limits(question_burst=1, questions_per_second=0.1))
    made = club.create()
    tokens = made["seat_tokens"]
    with club.visit(made["id"], tokens["red"]) as red, club.visit(made["id"], tokens["blue"]) as blue:
        for _ in range(20):
            red.send("foresee", position=0, answer=1)
        assert red.answer(1)["kind"] == blue.answer(1)["kind"] == "accepted"
        told = [red.hear("foreseen") for _ in range(19)]  # each that waited its turn would take ten seconds
        assert [it["is_stale"] for it in told[-18:]] == [True] * 18
        red.send("foresee", position=0, answer=1)
        assert red.hear("foreseen")["is_stale"]


def test_only_so_many_questions_wait_and_none_that_is_long(open_club):
    club: Club = open_club(Limits(question_burst=1, questions_per_second=0.1, questions_waiting=5))
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        for _ in range(10):
            red.send("look", position=0)
        assert "slow down" in red.verdict()["why"]
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        red.send("foresee", position=0, answer="x" * 2000)
        assert "too long" in red.verdict()["why"]


@pytest.mark.parametrize("position", [0, 9])
def test_a_flood_of_questions_slows_its_sender_whether_they_are_stale_or_not(open_club, position: int):
    club: Club = open_club(
        Limits(message_burst=10, messages_per_second=5, question_burst=1, questions_per_second=0.1, questions_waiting=5)
    )
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        for _ in range(200):
            red.send("foresee", position=position, answer=1)
        while "too many messages" not in red.verdict()["why"]:
            pass
        assert sum(it["kind"] in ("foreseen", "refused") for it in red.heard) < 30


def test_a_flood_of_requests_is_refused(open_club):
    club: Club = open_club(Limits(request_burst=10, requests_per_second=0.1))
    statuses = [club.http.get("/health").status_code for _ in range(20)]
    assert statuses == [200] * 10 + [429] * 10


def test_an_address_sets_up_only_so_many_tables_and_holds_only_so_many_connections(open_club):
    club: Club = open_club(Limits(matches_per_address=2, connections_per_address=2))
    made = club.create()
    assert club.host("POST", made, "/branches", json={"position": 0}).status_code == 201
    assert club.host("POST", made, "/branches", json={"position": 0}).status_code == 429
    assert club.http.post("/api/matches", json={"game": "duel"}).status_code == 429
    with club.visit(made["id"]), club.visit(made["id"]), club.raw(made["id"]) as third:
        assert "too many connections" in third.recv(timeout=WAIT)
        assert _closed_with(third) == 1013  # it may come back
    with club.visit(made["id"]):
        pass  # the first two have gone


def test_a_home_in_ipv6_counts_as_one_address():
    first, second = ({"client": (it, 1)} for it in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"))
    assert address_of(first) == address_of(second) != address_of({"client": ("2001:db8:1:3::1", 1)})
    assert address_of({"client": ("::ffff:192.0.2.7", 1)}) == "192.0.2.7"


def test_a_slow_reader_is_dropped_and_comes_back_to_the_present(open_club, monkeypatch: pytest.MonkeyPatch):
    club: Club = open_club()
    monkeypatch.setattr("adjudge.server.room.MOST_WAITING", 128)
    made = club.create()
    tokens = made["seat_tokens"]
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", int(club.address.rpartition(":")[2])))
    with club.raw(made["id"], max_queue=1, sock=line) as sleeper, club.visit(made["id"], tokens["red"]) as red:
        sleeper.send('{"kind":"hello"}')
        while len(club.hub.rooms[made["id"]].guests) < 2:
            time.sleep(0.01)
        for _ in range(2_000):
            if len(club.hub.rooms[made["id"]].guests) < 2:
                break
            red.send("say", text="word " * 99)
            red.hear("said")
        assert red.answer(1)["kind"] == "accepted"
        assert _closed_with(sleeper) == 4002
    with club.visit(made["id"]) as again:
        assert again.present["position"] == 1


# ------------------------------------------------------------------ words


def test_script_in_names_and_chat_comes_back_as_text(club: Club):
    made = club.create(seats={"red": {"name": SCRIPT}})
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.present["seats"][0]["name"] == SCRIPT
        red.send("say", text=SCRIPT)
        said = red.hear("said")
        assert (said["who"], said["text"]) == (SCRIPT, SCRIPT)
    assert club.http.get("/api/games").headers["content-type"].startswith("application/json")


def test_signs_that_command_a_screen_are_left_out(club: Club):
    made = club.create(seats={"red": {"name": "Ev\x1b[31mil\u202e\n Eve"}})
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.present["seats"][0]["name"] == "Ev[31mil Eve"
        red.send("say", text="one\ntwo\x07\u2066")
        assert red.hear("said")["text"] == "one two"
    assert (
        club.http.post("/api/matches", json={"game": "duel", "seats": {"red": {"name": "\u202e"}}}).status_code == 400
    )


def test_the_schema_is_data_and_no_page_that_loads_scripts_of_others(club: Club):
    assert club.http.get("/api/schema/openapi.json").json()["info"]["title"] == "Adjudge"
    for page in ("", "/swagger", "/redoc", "/elements", "/rapidoc"):
        assert "<script" not in club.http.get(f"/api/schema{page}").text


# ------------------------------------------------------------------ many at once


def test_while_some_flood_others_are_served(tmp_path: Any):
    with opened(str(tmp_path / "club.db"), GENEROUS) as club:
        made = club.create()
        stop = threading.Event()

        def flood() -> None:
            with httpx.Client(base_url=f"http://{club.address}", timeout=WAIT) as client:
                while not stop.is_set():
                    client.post("/api/games/duel/procedures/strike/odds", json={"params": {"bonus": 1, "armour": 6}})

        floods = [threading.Thread(target=flood) for _ in range(3)]
        for thread in floods:
            thread.start()
        try:
            with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
                assert red.answer(1)["kind"] == "accepted"
        finally:
            stop.set()
            for thread in floods:
                thread.join()
