"""The lab behind the browser: one study at a time, in processes of its own, that anybody can end."""

import time

import pytest

from adjudge.engine import game as registry
from adjudge.server import studies
from tests.mind.examples import pig
from tests.server.test_minding import until

DUEL = {"game": "pig", "a": {"bot": "hold"}, "b": {"bot": "random"}, "options": {"target": 20}}


@pytest.fixture(autouse=True)
def small_game(monkeypatch):
    monkeypatch.setitem(registry._known, "pig", pig)


def begin(club, **wish):
    return club.http.post("/api/studies", json=DUEL | wish)


def asked(club, made):
    return club.http.get(f"/api/studies/{made['id']}").json()


def test_a_study_is_played_told_drawn_and_kept(club):
    made = begin(club, games=40).json()
    assert (made["is_over"], made["of"]) == (False, 40)
    assert begin(club).status_code == 503
    over = until(lambda: asked(club, made), lambda it: it["is_over"])
    assert over["failed"] == ""
    (answer,) = over["answers"]
    assert answer["finding"] == "more"
    assert "bot=hold is stronger" in answer["sentence"]
    assert [it["title"] for it in over["drawings"]] == ["Who wins", "Who is stronger?"]
    assert all(it["svg"].startswith("<svg") for it in over["drawings"])
    page = club.http.get(f"/api/studies/{made['id']}/page").json()["html"]
    assert "<h2>Who wins</h2>" in page


def test_a_study_that_is_ended_tells_what_is_known_and_one_that_nobody_asks_after_is_given_up(club, monkeypatch):
    slow = {"b": {"bot": "think:400"}, "a": {"bot": "think:300"}, "options": {"target": 100}, "games": 400}
    made = begin(club, **slow).json()
    assert club.http.delete(f"/api/studies/{made['id']}").status_code == 200
    over = until(lambda: asked(club, made), lambda it: it["is_over"])
    assert (over["failed"], over["done"] < 400) == ("", True)
    monkeypatch.setattr(studies, "FORGOTTEN_SECONDS", 0.0)
    forgotten = begin(club, **slow)
    assert forgotten.status_code == 201
    deadline = time.monotonic() + 60
    while begin(club, game="nothing").status_code == 503 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert asked(club, forgotten.json())["is_over"]


def test_what_does_not_fit_is_refused_before_anything_is_played(club):
    for wish, told in (
        ({"game": "chess"}, "chess"),
        ({"a": {"bot": "genius"}}, "genius"),
        ({"a": {"target": 5}, "b": {"target": [[1]]}}, "target"),
        ({"games": 100000}, "games"),
        ({"field": "bot", "entries": ["hold"]}, "two different ones"),
        ({"a": {}, "b": {}}, "the same on both sides"),
    ):
        refused = begin(club, **wish)
        assert refused.status_code in (400, 404), (wish, refused.text)
        assert told in refused.text, (wish, refused.text)
    assert club.http.get("/api/studies/nothing").status_code == 404
