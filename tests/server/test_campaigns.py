"""A campaign at the server: tables that open from a question, and results that come back exactly once."""

import asyncio
import re
import time
from hashlib import sha256

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from adjudge.engine import game as registry
from adjudge.engine.audit import audit, audit_battles
from adjudge.engine.fights import is_taken
from adjudge.store.files import read_with_battles
from tests.engine.feud import brawl, feud

LONG = 60.0


@pytest.fixture(autouse=True, scope="module")
def feud_is_installed():
    registry.register(brawl)
    registry.register(feud)


def create(club, **wish):
    return club.create(game="feud", **wish)


def battles(club, made):
    return club.http.get(f"/api/matches/{made['id']}/battles").json()


def ask(club, made, what, seat="ann", method="POST", key=None):
    key = key or battles(club, made)[0]["key"]
    headers = {"Adjudge-Token": made["host_token"] if seat == "host" else made["seat_tokens"].get(seat, seat)}
    return club.http.request(method, f"/api/matches/{made['id']}/battles/{key}/{what}", headers=headers)


def play_out(club, table, made):
    """Ann plays red in the battle until it is over."""
    with club.visit(table, made["seat_tokens"]["ann"]) as red:
        while not red.present["ending"]:
            before = red.present["position"]
            assert red.answer("red")["kind"] == "accepted"
            red.hear_until(before + 1)
        return red.present


def wait_for(what, club, made):
    """The campaign as a spectator sees it once something holds."""
    end = time.monotonic() + LONG
    with club.visit(made["id"]) as guest:
        while not what(guest.present):
            assert time.monotonic() < end
            guest.hear("present")
        return guest.present


def has_fought(present):
    return any(it["rule"] == "feud.week" for it in present["happenings"])


def test_a_table_opens_from_the_question_and_both_sides_enter_it_with_their_own_tokens(club):
    made = create(club)
    opened = ask(club, made, "table").json()
    assert opened["seat"] == "red"
    assert ask(club, made, "table", "bob").json() == {"match": opened["match"], "seat": "blue"}
    with club.visit(opened["match"], made["seat_tokens"]["bob"]) as blue:
        assert blue.present["seat"] == "blue"
        assert blue.present["campaign"] == made["id"]
        assert [seat["name"] for seat in blue.present["seats"]] == ["Ann", "Bob"]
    with club.visit(opened["match"], made["host_token"]) as host:
        assert host.present["is_host"]


def test_the_result_of_the_table_comes_back_once(club):
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    present = play_out(club, table, made)
    wait_for(has_fought, club, made)
    match = club.hub.rooms[made["id"]].match
    (taken,) = [entry for entry in match.log if getattr(entry, "match", "") == table]
    assert taken.answer["outcome"]["winners"] == present["ending"]["winners"]
    assert taken.answer["version"] == "1"
    (fought,) = [it for it in battles(club, made) if it["state"] == "fought"]
    assert (fought["by"], fought["match"]) == ("match", table)


def test_a_campaign_is_saved_with_its_battles_and_the_file_is_verified(club, tmp_path):
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    play_out(club, table, made)
    wait_for(has_fought, club, made)
    file = tmp_path / "feud.json"
    file.write_bytes(club.host("GET", made, "/save").content)
    campaign, (battle,) = read_with_battles(file)
    assert battle.header.id == table
    assert audit(campaign).is_clean
    report = audit_battles(campaign, {table: battle})
    assert (report.matches, report.problems, report.unchecked) == (1, (), ())


def test_a_saved_campaign_is_brought_to_another_server_and_goes_on_there(club, open_club):
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    play_out(club, table, made)
    wait_for(has_fought, club, made)
    content = club.host("GET", made, "/save").content
    other = open_club(database="other.db")
    brought = other.http.post("/api/imports", content=content).json()
    assert brought["id"] != made["id"]
    assert [it["match"] for it in battles(other, brought) if it["state"] == "fought"] == [table]
    with other.visit(table) as watching:
        assert watching.present["ending"]
    with other.visit(brought["id"], brought["seat_tokens"]["cat"]) as cat:
        assert cat.answer("to Ann")["kind"] == "accepted"
    assert [it["state"] for it in battles(other, brought)] == ["open", "fought"]


def test_a_file_that_does_not_replay_is_refused(club):
    made = create(club)
    with club.visit(made["id"], made["seat_tokens"]["bob"]) as bob:
        told = {"by": "hand", "outcome": {"winners": ["blue"]}, "report": {"fallen": ["Rolf"]}}
        assert bob.answer(told)["kind"] == "accepted"
    content = club.host("GET", made, "/save").content
    assert club.http.post("/api/imports", content=content[:-40]).status_code == 400
    head, _, body = content.partition(b"\n")
    forged = body.replace(b'"weeks":2', b'"weeks":1')
    assert forged != body
    digest = sha256(forged).hexdigest().encode()
    head = re.sub(rb'"digest": "[0-9a-f]+"', b'"digest": "' + digest + b'"', head)
    answer = club.http.post("/api/imports", content=head + b"\n" + forged)
    assert answer.status_code == 400
    assert "replays" in answer.json()["why"]


def test_a_battle_that_is_over_is_not_taken_back(club):
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    with club.visit(table, made["seat_tokens"]["ann"]) as red:
        while not red.present["ending"]:
            before = red.present["position"]
            red.answer("red")
            red.hear_until(before + 1)
        red.send("undo", id="u")
        assert red.verdict()["kind"] == "refused"


def test_strangers_and_those_who_do_not_fight_in_it_open_nothing(club):
    made = create(club)
    assert ask(club, made, "table", "cat").status_code == 403
    assert ask(club, made, "table", "nobody").status_code == 403
    assert ask(club, made, "bots", "host").status_code == 403
    assert ask(club, made, "form", "cat", "GET").status_code == 403
    assert ask(club, made, "table", key="0" * 24).status_code == 404
    assert ask(club, made, "table", "host").status_code == 200


def test_a_result_is_told_by_hand_and_refused_if_it_cannot_be(club):
    made = create(club)
    assert ask(club, made, "form", method="GET").json()["properties"]["winners"]["items"]["enum"] == ["red", "blue"]
    with club.visit(made["id"], made["seat_tokens"]["bob"]) as bob:
        told = {"by": "hand", "outcome": {"winners": ["blue"]}, "report": {"fallen": ["Nobody"]}}
        assert "Nobody" in bob.answer(told)["why"]
        told["report"] = {"fallen": ["Bert", "Bess"]}
        assert "all of them fell" in bob.answer(told)["why"]
        told["report"] = {"fallen": ["Rolf", "Rita"]}
        assert bob.answer(told)["kind"] == "accepted"
    assert battles(club, made)[0]["text"] == "Bob won"


@pytest.mark.parametrize(
    "forged",
    [
        {"by": "match", "match": "stolen", "outcome": {"text": "", "rule": "", "winners": ["red"]}},
        {"by": "bots", "seed": "1", "outcome": {"text": "", "rule": "", "winners": ["red"]}},
        {"by": "hand", "outcome": "red"},
        {"by": "hand", "outcome": {"winners": "red"}},
        {"by": "hand", "outcome": {"winners": [["red"]]}},
        {"by": ["hand"]},
        {"by": "hand", "outcome": {"winners": ["red"], "text": 7}},
    ],
)
def test_a_forged_result_is_refused(club, forged):
    made = create(club)
    with club.visit(made["id"], made["seat_tokens"]["ann"]) as ann:
        verdict = ann.answer(forged)
        assert verdict["kind"] == "refused"
        assert "failed" not in verdict["why"]
        assert ann.answer({"instead": "Friday"})["kind"] == "accepted"


def test_a_table_of_another_battle_gives_no_result(club):
    """Even if the campaign's keys were made to name it."""
    made, other = create(club), create(club)
    foreign = ask(club, other, "table").json()["match"]
    play_out(club, foreign, other)
    key = battles(club, made)[0]["key"]
    hub, campaign = club.hub, made["id"]
    hub.keys[campaign] = replace(hub.keys[campaign], battles={key: foreign})
    loop = next(task.get_loop() for task in hub._tasks)
    asyncio.run_coroutine_threadsafe(hub.battles.collect(campaign), loop).result(LONG)
    assert not is_taken(hub.rooms[campaign].match, foreign)


def test_bots_fight_it_once_both_sides_agree(club):
    made = create(club)
    assert ask(club, made, "bots").json() == {"waits_for": "Bob"}
    assert not [it for it in battles(club, made) if it["state"] == "fought"]
    assert ask(club, made, "bots", "bob").json() == {"waits_for": ""}
    (fought,) = [it for it in battles(club, made) if it["state"] == "fought"]
    assert fought["by"] == "bots"


def test_against_a_bot_nobody_else_is_asked(club):
    made = create(club, seats={"bob": {"bot": "random"}, "cat": {"bot": "random"}})
    assert ask(club, made, "bots").json() == {"waits_for": ""}
    table = ask(club, made, "table").json()["match"]
    with club.visit(table, made["seat_tokens"]["ann"]) as red:
        assert [seat["bot"] for seat in red.present["seats"]] == ["", "random"]


def test_a_paused_campaign_opens_no_table_and_takes_no_result(club):
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    club.host("PUT", made, "/paused", json=True)
    assert ask(club, made, "table").status_code == 400
    play_out(club, table, made)
    assert battles(club, made)[0]["state"] == "open"
    club.host("PUT", made, "/paused", json=False)
    wait_for(has_fought, club, made)


def test_a_result_that_was_taken_back_is_not_taken_again_by_itself(club):
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    play_out(club, table, made)
    wait_for(has_fought, club, made)
    tokens = made["seat_tokens"]
    by = next(e.seat for e in club.hub.rooms[made["id"]].match.line if getattr(e, "match", "") == table)
    others = [seat for seat in tokens if seat != by]
    with club.visit(made["id"], tokens[by]) as asking:
        asking.send("undo", id="u")
        assert asking.verdict()["kind"] == "accepted"
        for seat in others:
            with club.visit(made["id"], tokens[seat]) as guest:
                guest.send("consent", agree=True, id="c")
                assert guest.verdict()["kind"] == "accepted"
    assert battles(club, made)[0]["state"] == "open"
    again = ask(club, made, "table").json()["match"]
    assert again != table


def test_a_campaign_that_slept_through_the_end_of_a_battle_takes_it_when_it_wakes(open_club):
    club = open_club()
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    club.http.close()
    again = open_club()
    with again.visit(table, made["seat_tokens"]["ann"]) as red:
        while not red.present["ending"]:
            before = red.present["position"]
            red.answer("red")
            red.hear_until(before + 1)
    assert made["id"] not in again.hub.rooms
    wait_for(has_fought, again, made)
    assert battles(again, made)[0]["match"] == "" or battles(again, made)[-1]["match"] == table


def test_a_fresh_invitation_to_the_campaign_counts_at_an_open_battle_at_once(club):
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    with club.visit(table, made["seat_tokens"]["bob"]) as old, club.visit(table, made["seat_tokens"]["ann"]) as red:
        fresh = club.host("POST", made, "/seats/bob/invitation").json()["token"]
        with pytest.raises(ConnectionClosed, match="somebody else"):
            old.hear("accepted")
        with club.visit(table, fresh) as blue:
            assert blue.present["seat"] == "blue"
        assert red.answer("red")["kind"] == "accepted"
    with pytest.raises(ConnectionClosed, match="opens no seat"), club.visit(table, made["seat_tokens"]["bob"]) as old:
        old.hear("present")


def test_an_invitation_to_the_battle_alone_stands_until_the_campaign_changes(club):
    made = create(club)
    table = ask(club, made, "table").json()["match"]
    guest = club.host("POST", {**made, "id": table}, "/seats/blue/invitation").json()["token"]
    host = club.host("POST", made, "/host").json()["token"]
    with club.visit(table, guest) as blue, club.visit(table, host) as hosting:
        assert (blue.present["seat"], hosting.present["is_host"]) == ("blue", True)
    club.host("PUT", {**made, "host_token": host}, "/seats/bob", json={"bot": "random"})
    with pytest.raises(ConnectionClosed, match="opens no seat"), club.visit(table, guest) as blue:
        blue.hear("present")
