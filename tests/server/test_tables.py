"""Tables: seats by token, answers by position, each seat its own view, take-backs by consent."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from adjudge.engine.audit import audit
from adjudge.engine.log import Answered
from adjudge.engine.stirring import pledge_of
from adjudge.server.limits import Limits
from tests.server.conftest import Club


def test_the_first_question_reaches_the_seat_that_is_asked(club: Club):
    made = club.create(seats={"blue": {"bot": "random"}})
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.present["seat"] == "red"
        assert red.present["asks"]["rule"] == "duel.bid"
        assert [option["key"] for option in red.present["asks"]["question"]["options"]] == [0, 1, 2, 3, 4]


def test_an_answer_is_acknowledged_and_the_table_goes_on(club: Club):
    made = club.create(seats={"blue": {"bot": "random"}})
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.answer(2)["kind"] == "accepted"
        assert red.present["position"] >= 2


def test_what_happened_is_sent_once(club: Club):
    made = club.create(seats={"blue": {"bot": "random"}})
    answers = {"duel.bid": 0, "duel.taunt": "", "duel.stance": "steady"}
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        told = [*red.present["happenings"]]
        for _ in range(8):
            if red.present["asks"] is None:
                break
            red.answer(answers[red.present["asks"]["rule"]])
            told += red.present["happenings"]
        match = club.hub.rooms[made["id"]].match
        assert told == msgspec.json.decode(msgspec.json.encode(match.happenings("red")))


def test_an_illegal_answer_is_refused_with_a_sentence_and_changes_nothing(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        verdict = red.answer(99)
        assert verdict["kind"] == "refused"
        assert "illegal answer 99" in verdict["why"]
        assert verdict["position"] == 0


def test_a_seat_cannot_answer_for_another(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red, club.visit(made["id"]) as watcher:
        assert red.answer(1)["kind"] == "accepted"
        verdict = red.answer(1)
        assert verdict["kind"] == "refused"
        assert "blue is asked" in verdict["why"]
        assert "spectators watch" in watcher.answer(1)["why"]


def test_a_stale_answer_is_refused_and_a_repeated_one_counts_once(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.answer(1)["kind"] == "accepted"
        assert red.answer(1, position=0)["kind"] == "accepted"
        assert red.present["position"] == 1
        assert red.answer(3, position=0)["kind"] == "refused"


@pytest.mark.parametrize("token", ["guess", "x" * 32, "'; drop table matches; --"])
def test_a_guessed_token_opens_nothing(club: Club, token: str):
    made = club.create()
    with club.raw(made["id"]) as connection:
        connection.send(f'{{"kind":"hello","token":"{token}"}}')
        assert "opens no seat" in connection.recv(timeout=10)


def test_nobody_sees_a_sealed_answer_or_anothers_secret(club: Club):
    made = club.create()
    with (
        club.visit(made["id"], made["seat_tokens"]["red"]) as red,
        club.visit(made["id"], made["seat_tokens"]["blue"]) as blue,
        club.visit(made["id"]) as watcher,
    ):
        assert red.answer(3)["kind"] == "accepted"
        for guest in (blue, watcher):
            guest.hear_until(1)
            said = str(guest.heard)
            assert "red's" not in said
            assert "'answer': 3" not in said
            assert guest.present["happenings"] == []


def test_coming_back_gets_the_exact_present(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        red.answer(1)
    with club.visit(made["id"], made["seat_tokens"]["blue"]) as blue:
        blue.answer(2)
        now = blue.present
    with club.visit(made["id"], made["seat_tokens"]["blue"]) as again:
        assert again.present["position"] == now["position"]
        assert again.present["asks"] == now["asks"]
        assert again.present["happenings"] == [it for it in now["happenings"] if it["position"] >= 0]


def test_a_take_back_behind_a_reveal_waits_for_the_others(club: Club):
    made = club.create()
    with (
        club.visit(made["id"], made["seat_tokens"]["red"]) as red,
        club.visit(made["id"], made["seat_tokens"]["blue"]) as blue,
    ):
        red.answer(1)
        blue.hear_until(1)
        blue.answer(2)
        red.hear_until(2)
        blue.send("undo", id="u")
        assert blue.verdict()["kind"] == "accepted"
        while not red.present.get("undo"):
            red.hear("present")
        undo = red.present["undo"]
        assert (undo["waiting"], undo["to"], undo["rule"]) == (["red"], 1, "duel.bid")
        assert undo["rolls"] == sum(it["kind"] == "rolled" for it in red.present["happenings"] if it["position"] > 1)
        red.send("consent", agree=True, id="c")
        assert red.verdict()["kind"] == "accepted"
        while red.present["position"] != 1:
            red.hear("present")


def test_a_refused_take_back_may_not_be_asked_again_at_once(club: Club):
    made = club.create()
    with (
        club.visit(made["id"], made["seat_tokens"]["red"]) as red,
        club.visit(made["id"], made["seat_tokens"]["blue"]) as blue,
    ):
        red.answer(1)
        blue.hear_until(1)
        blue.answer(2)
        red.hear_until(2)
        blue.send("undo", id="u")
        assert blue.verdict()["kind"] == "accepted"
        red.send("consent", agree=False, id="c")
        assert red.verdict()["kind"] == "accepted"
        assert "Red would rather not" in blue.verdict()["why"]
        blue.send("undo", id="u2")
        assert "was refused" in blue.verdict()["why"]


def test_a_refused_take_back_leaves_those_free_that_need_nobody(club: Club):
    made = club.create()
    with (
        club.visit(made["id"], made["seat_tokens"]["red"]) as red,
        club.visit(made["id"], made["seat_tokens"]["blue"]) as blue,
    ):
        red.answer(1)
        blue.hear_until(1)
        blue.answer(2)
        red.hear_until(2)
        blue.send("undo", id="u")
        assert blue.verdict()["kind"] == "accepted"
        red.send("consent", agree=False, id="c")
        assert "Red would rather not" in blue.verdict()["why"]
        at = blue.present["position"]
        assert blue.answer("en garde")["kind"] == "accepted"
        blue.send("undo", id="u2")
        assert blue.verdict()["kind"] == "accepted"
        while blue.present["position"] != at:
            blue.hear("present")


def test_a_screen_that_keeps_a_seat_for_a_guest_makes_way_when_the_guest_comes(club: Club):
    made = club.create()
    token = made["seat_tokens"]["blue"]
    with club.visit(made["id"], token, spare=True) as keeper, club.visit(made["id"], token, takes=True) as guest:
        assert guest.present["seat"] == "blue"
        with pytest.raises(ConnectionClosed, match="4005"):
            keeper.hear("never")


def test_who_sits_in_a_seat_for_good_keeps_it_when_its_link_is_opened_again(club: Club):
    made = club.create()
    token = made["seat_tokens"]["blue"]
    with club.visit(made["id"], token) as first, club.visit(made["id"], token, takes=True):
        assert first.answer(1)["kind"] == "accepted"


def test_the_host_can_hand_a_seat_to_a_bot_and_void_its_token(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        red.answer(1)
        headers = {"Adjudge-Token": made["host_token"]}
        answer = club.http.put(f"/api/matches/{made['id']}/seats/blue", json={"bot": "random"}, headers=headers)
        assert answer.status_code == 200
        red.hear_until(2)
    with club.raw(made["id"]) as connection:
        connection.send(f'{{"kind":"hello","token":"{made["seat_tokens"]["blue"]}"}}')
        assert "opens no seat" in connection.recv(timeout=10)


def test_only_the_host_has_the_hosts_powers(club: Club):
    made = club.create()
    for token in ("", "wrong", made["seat_tokens"]["red"]):
        headers = {"Adjudge-Token": token} if token else {}
        path = f"/api/matches/{made['id']}"
        assert club.http.delete(path, headers=headers).status_code in (400, 403)
        assert club.http.put(f"{path}/paused", json=True, headers=headers).status_code in (400, 403)
    assert club.http.delete(path, headers={"Adjudge-Token": made["host_token"]}).status_code == 204
    assert club.http.get(f"{path}/save").status_code == 404


def test_a_fresh_invitation_voids_the_old_one(club: Club):
    made = club.create()
    path = f"/api/matches/{made['id']}/seats/blue/invitation"
    fresh = club.http.post(path, headers={"Adjudge-Token": made["host_token"]}).json()["token"]
    with club.visit(made["id"], fresh) as blue:
        assert blue.present["seat"] == "blue"
    with club.raw(made["id"]) as connection:
        connection.send(f'{{"kind":"hello","token":"{made["seat_tokens"]["blue"]}"}}')
        assert "opens no seat" in connection.recv(timeout=10)


def test_the_host_hands_over_and_has_no_power_left(club: Club):
    made = club.create()
    with club.visit(made["id"], made["host_token"]) as host:
        assert host.present["is_host"]
        fresh = club.host("POST", made, "/host").json()["token"]
        with pytest.raises(ConnectionClosed, match="4001"):
            host.hear("never")
    assert club.host("PUT", made, "/paused", content="true").status_code == 403
    assert club.host("PUT", {**made, "host_token": fresh}, "/paused", content="true").status_code == 200
    assert club.host("POST", {**made, "host_token": made["seat_tokens"]["red"]}, "/host").status_code == 403


def test_a_paused_table_takes_no_answers(club: Club):
    made = club.create()
    headers = {"Adjudge-Token": made["host_token"]}
    club.http.put(f"/api/matches/{made['id']}/paused", json=True, headers=headers)
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert red.present["is_paused"]
        assert "paused" in red.answer(1)["why"]


def test_an_idle_table_sleeps_and_wakes_where_it_was(open_club):
    club: Club = open_club(Limits(idle_seconds=-1.0, play_threads=1))
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        red.answer(1)
    while club.hub.rooms:
        club.hub.sleep_idle()
    with club.visit(made["id"], made["seat_tokens"]["blue"]) as blue:
        assert blue.present["position"] == 1
        assert blue.present["asks"]["rule"] == "duel.bid"


def test_a_branch_is_a_table_of_its_own_with_the_same_past(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        red.answer(1)
    headers = {"Adjudge-Token": made["host_token"]}
    other = club.http.post(f"/api/matches/{made['id']}/branches", json={"position": 1}, headers=headers).json()
    with club.visit(other["id"], other["seat_tokens"]["blue"]) as blue:
        assert blue.present["position"] == 1
        assert blue.present["match"] != made["id"]


def test_a_branch_at_a_bots_decision_hands_that_decision_over(club: Club):
    made = club.create(seats={"blue": {"bot": "random"}})
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        line = club.hub.rooms[made["id"]].match.line
        answers = {"duel.bid": 0, "duel.taunt": "", "duel.stance": "steady"}
        while not any(isinstance(it, Answered) and it.bot and it.rule == "duel.stance" for it in line):
            assert red.answer(answers[red.present["asks"]["rule"]])["kind"] == "accepted"
    for position, entry in enumerate(line):
        branch = club.host("POST", made, "/branches", json={"position": position}).json()
        decides = isinstance(entry, Answered) and (entry.seat, entry.rule) == ("blue", "duel.stance")
        assert list(branch["seat_tokens"]) == (["red", "blue"] if decides else ["red"])
        if decides:
            with club.visit(branch["id"], branch["seat_tokens"]["blue"]) as blue:
                assert (blue.present["position"], blue.present["asks"]["rule"]) == (position, "duel.stance")


def test_whoever_sits_at_a_table_that_is_removed_is_told_so(club: Club):
    made = club.create()
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        assert club.host("DELETE", made, "").status_code == 204
        with pytest.raises(ConnectionClosed, match=r"4004.*removed"):
            red.hear("never")


def test_a_crowd_of_watchers_is_shown_one_picture_and_is_no_news_to_the_players(club: Club, monkeypatch):
    made = club.create()
    match = type(club.hub.rooms[made["id"]].match)
    scene = match.scene
    drawn: list[str | None] = []

    def draw(self: Any, seat: str | None) -> Any:
        drawn.append(seat)
        return scene(self, seat)

    monkeypatch.setattr(match, "scene", draw)
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red, ExitStack() as stack:
        drawn.clear()
        watchers = [stack.enter_context(club.visit(made["id"])) for _ in range(12)]
        assert drawn == [None]
        assert red.answer(1)["kind"] == "accepted"
        assert [message["kind"] for message in red.heard].count("present") == 2
        assert {watcher.hear_until(1)["position"] for watcher in watchers} == {1}
        assert sorted(drawn, key=str) == [None, None, "red"]


def test_people_add_numbers_to_the_dice_and_the_match_begins_with_the_last_one(club: Club):
    made = club.create(stirred=True)
    numbers = {"red": "1" * 32, "blue": "2" * 32}
    with (
        club.visit(made["id"], made["seat_tokens"]["red"]) as red,
        club.visit(made["id"], made["seat_tokens"]["blue"]) as blue,
    ):
        guests = {"red": red, "blue": blue}
        assert red.present["asks"] is None
        for seat, guest in guests.items():
            guest.send("pledge", hash=pledge_of(seat, numbers[seat]), id="p")
            assert guest.verdict()["kind"] == "accepted"
        for seat, guest in guests.items():
            while not guest.present["numbers"]["is_pledged"]:
                guest.hear("present")
            guest.send("add", number=numbers[seat], id="n")
            assert guest.verdict()["kind"] == "accepted"
        while not red.present["asks"]:
            red.hear("present")
        assert red.present["numbers"]["last"] == numbers
        red.send("add", number=numbers["red"], id="again")
        assert red.verdict()["kind"] == "refused"
    assert audit(club.hub.rooms[made["id"]].match).rounds == 1


def test_a_heat_map_comes_in_parts_and_ends_when_the_table_moves_on(club: Club):
    made = club.create(game="akula")
    with club.visit(made["id"], made["seat_tokens"]["player"]) as player:
        at = player.present["position"]
        wanted = {"position": at, "stake": "shot", "after": ["Marta", "move"]}
        player.send("shade", id="map", **wanted)
        part = player.hear("shaded")
        spots = part["spots"]
        while len(spots) < part["of"]:
            part = player.hear("shaded")
            spots += part["spots"]
        assert len({(x, y) for x, y, _ in spots}) == part["of"] > 40
        assert all(0 <= value <= 1 for _, _, value in spots)

        player.send("shade", id="odd", **{**wanted, "stake": "glory"})
        assert "shot, danger, goal" in player.hear("refused")["why"]
        player.send("shade", id="late", **wanted)
        assert player.answer("Marta")["kind"] == "accepted"
        heard = len(player.heard)
        player.send("shade", id="stale", **wanted)
        player.send("foresee", position=player.present["position"], answer="move", id="after")
        while player.hear_any().get("id") != "after":
            pass
        assert "stale" not in [it.get("id") for it in player.heard[heard:]], "nobody asks there any more"


def test_the_next_session_of_a_story_goes_on_where_the_last_one_ended(club: Club):
    made = club.create(game="regulus", seats={"p1": {"bot": "player", "name": "Anna"}, "gm": {"bot": "storyteller"}})
    with club.visit(made["id"]) as watcher:
        assert watcher.present["ending"]["has_sequel"]
    answer = club.host("POST", made, "/sequel")
    assert answer.status_code == 201, answer.text
    with club.visit(answer.json()["id"]) as watcher:
        assert watcher.present["match"] != made["id"]
        assert watcher.present["seats"][0]["name"] == "Anna"
    going = club.create()
    assert "no session follows" in club.host("POST", going, "/sequel").text
