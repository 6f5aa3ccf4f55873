"""A client that keeps what is not sent again sees every scene whole."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from adjudge.engine import Match
from adjudge.engine.game import find_game
from adjudge.engine.scene import Card, Cards, Facts, Panel, Prose, Scene
from adjudge.server.redrawn import redrawn
from tests.engine.playing import answer_one
from tests.server.conftest import filled


def wire(it: Any) -> Any:
    return json.loads(msgspec.json.encode(it))


def kept(panels: list[Any], before: list[Any]) -> list[Any]:
    """The panels as a client has them then."""
    return [before[at] if it is None else filled(it, before[at : at + 1]) for at, it in enumerate(panels)]


def whole(panel: dict[str, Any]) -> dict[str, Any]:
    """A panel without what is empty: a scene does not mention it."""
    return {name: value for name, value in panel.items() if value not in ([], "")}


@pytest.mark.parametrize("name", ["rdz", "akula", "mdrg", "regulus"])
def test_a_client_that_keeps_what_is_not_sent_sees_the_whole_scene(name: str):
    match, chance = Match.new(find_game(name), b"scenes"), Random(3)
    seen: tuple[Panel, ...] = ()
    shown: list[Any] = []
    sent = full = 0
    for _ in range(40):
        scene = match.scene(match.people[0])
        fresh = wire(redrawn(scene, seen))
        shown, seen = kept(fresh.get("panels", []), shown), scene.panels
        assert [whole(it) for it in shown] == [whole(it) for it in wire(scene.panels)]
        sent += len(json.dumps(fresh))
        full += len(json.dumps(wire(scene)))
        if match.is_over:
            break
        answer_one(match, chance)
    assert sent < full / 2, "most of a table stands as it stood"


def test_a_panel_of_another_kind_in_the_same_place_is_sent_whole():
    card = Card("a", "A")
    before = (Cards("Squad", (card,)),)
    assert wire(redrawn(Scene("x", (Prose("Squad", ("a line",)),)), before))["panels"] == [
        {"type": "prose", "title": "Squad", "lines": ["a line"]}
    ]


def test_a_list_that_grew_or_shrank_keeps_its_beginning():
    rows = tuple((str(number), "same") for number in range(4))
    shorter, longer = Scene("x", (Facts("", rows[:2]),)), Scene("x", (Facts("", rows),))
    assert wire(redrawn(longer, shorter.panels))["panels"][0]["rows"] == [None, None, ["2", "same"], ["3", "same"]]
    assert wire(redrawn(shorter, longer.panels))["panels"][0]["rows"] == [None, None]
