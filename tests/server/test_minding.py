"""Thinking at a table: in other processes, let go of when its question is gone, told only to those it may concern."""

import time
from threading import Event
from typing import Any

import httpx
import pytest

from adjudge.engine import game as registry
from tests.mind.examples import liars_dice, pig
from tests.server.conftest import Club, Guest

PATIENCE = 120.0


@pytest.fixture(autouse=True)
def small_games(monkeypatch):
    monkeypatch.setitem(registry._known, "pig", pig)
    monkeypatch.setitem(registry._known, "liars-dice", liars_dice)


def until(look, wanted):
    """What a look gives, as soon as it is as wanted."""
    end = time.monotonic() + PATIENCE
    while not wanted(found := look()):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def create(club: Club, game: str, options: dict[str, Any], **bots: str) -> dict[str, Any]:
    """A table; a seat without a bot is a person's."""
    return club.create(game=game, options=options, seats={seat: {"bot": bot} for seat, bot in bots.items()})


def get(club: Club, made: dict[str, Any], path: str, token: str = "") -> httpx.Response:
    headers = {"Adjudge-Token": token} if token else {}
    return club.http.get(f"/api/matches/{made['id']}/{path}", headers=headers)


def hear(guest: Guest, wanted: str) -> None:
    """Listens until the guest is asked, or the match is over."""
    while not guest.present.get(wanted) and not guest.present.get("ending"):
        guest.hear("present")


def test_a_bot_that_thinks_is_waited_for_and_says_why(club: Club):
    made = create(club, "pig", {"target": 10}, red="", blue="think:12")
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        hear(red, "asks")
        while not red.present.get("ending"):
            red.answer("hold")
            hear(red, "asks")
    told = get(club, made, "thoughts").json()
    assert all(it["seat"] == "blue" and len(it["considered"]["options"]) == 2 for it in told)


def test_bots_that_think_play_on_by_themselves_while_others_watch(club: Club):
    made = create(club, "pig", {"target": 12}, red="think:8", blue="think:8")
    with club.visit(made["id"]) as watcher:
        hear(watcher, "ending")
    assert get(club, made, "thoughts").json()


def test_a_thought_is_let_go_of_when_the_seat_is_given_away(club: Club):
    made = create(club, "pig", {"target": 100}, red="think:60s", blue="")
    assert club.host("PUT", made, "/seats/red", json={"bot": "hold"}).status_code == 200
    with club.visit(made["id"], made["seat_tokens"]["blue"]) as blue:
        hear(blue, "asks")  # a minute has not passed, and nobody waits for it


def test_hints_are_off_until_the_host_allows_them_and_are_marked(club: Club):
    made = create(club, "pig", {"target": 100}, red="", blue="hold")
    token = {"Adjudge-Token": made["seat_tokens"]["red"]}
    path = f"/api/matches/{made['id']}/hint"
    refused = club.http.post(path, headers=token)
    assert (refused.status_code, "the host can allow them" in refused.text) == (400, True)
    assert club.http.put(f"{path}s", json=True, headers=token).status_code == 403
    assert club.host("PUT", made, "/hints", json=True).json() == {"hints": True}
    with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
        hear(red, "asks")
        hint = club.http.post(path, headers=token)
        assert hint.status_code == 200, hint.text
        assert {it["answer"] for it in hint.json()["options"]} == {"roll", "hold"}
        red.answer("hold")
    log = club.host("GET", made, "/save").json()["log"]
    assert next(it for it in log if it.get("seat") == "red" and it["kind"] == "answer")["hinted"]


def test_a_finished_match_is_analysed(club: Club):
    made = create(club, "pig", {"target": 8}, red="hold", blue="hold")
    shown = until(lambda: get(club, made, "analysis").json(), lambda it: it.get("analysis"))
    for it in shown["analysis"]["accounts"]:
        assert round(1e5 * (it["initial"] + it["luck"] + it["own"] + it["others"] - it["final"])) == 0


def test_an_analysis_that_failed_and_was_left_keeps_nobody_from_another(club: Club, monkeypatch):
    monkeypatch.setattr("adjudge.server.minding.MOST_ANALYSES_AT_ONCE", 1)
    one, other = (create(club, "pig", {"target": 8}, red="hold", blue="hold") for _ in range(2))
    begun, left = Event(), Event()

    def fails(*_: object, **__: object) -> None:
        begun.set()
        left.wait(60)
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr("adjudge.server.minding.analyse_with", fails)
        get(club, one, "analysis")
        assert begun.wait(60)
        assert get(club, other, "analysis").status_code == 503
    monkeypatch.setattr("adjudge.server.minding.FORGOTTEN_SECONDS", 0.0)
    left.set()
    until(lambda: get(club, other, "analysis"), lambda it: it.status_code == 200)


def test_a_running_match_is_not_analysed_for_its_players_nor_where_something_is_hidden(club: Club):
    open_match = create(club, "pig", {}, red="", blue="")
    assert get(club, open_match, "analysis", open_match["seat_tokens"]["red"]).status_code == 400
    hidden = create(club, "liars-dice", {}, red="", blue="")
    assert agree(club, hidden, "red") == agree(club, hidden, "red")
    agree(club, hidden, "blue")  # what is hidden stays hidden all the same
    refused = get(club, hidden, "analysis")
    assert (refused.status_code, "when the match is over" in refused.text) == (400, True)
    assert get(club, hidden, "thoughts").json() == []


def agree(club: Club, made: dict[str, Any], seat: str, agreed: bool = True) -> dict[str, Any]:
    headers = {"Adjudge-Token": made["seat_tokens"][seat]}
    said = club.http.put(f"/api/matches/{made['id']}/analysis/agreed", json=agreed, headers=headers)
    assert said.status_code == 200, said.text
    return said.json()  # type: ignore[no-any-return]


def test_a_running_match_is_analysed_for_its_players_if_all_of_them_agree(club: Club):
    made = create(club, "pig", {"target": 8}, red="", blue="")
    red = made["seat_tokens"]["red"]
    assert agree(club, made, "red") == {"agreed": ["red"], "missing": ["blue"]}
    assert get(club, made, "analysis", red).status_code == 400
    assert agree(club, made, "blue")["missing"] == []
    until(lambda: get(club, made, "analysis", red).json(), lambda it: it.get("analysis"))
    agree(club, made, "blue", agreed=False)
    assert get(club, made, "analysis", red).status_code == 400
    assert club.http.put(f"/api/matches/{made['id']}/analysis/agreed", json=True).status_code in (400, 403)
