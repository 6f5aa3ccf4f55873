"""The desk asks for the choices it needs, and a table tells which rules it plays by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import Struct

from adjudge.engine import Choose, Procedure, Table, at_least
from adjudge.server import desk
from adjudge.server.protocol import OddsGiven, Ruled, Situation, Wanted
from tests.engine import duel
from tests.server.conftest import Club


class Bout(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 3


def fight(table: Table[duel.Duel], bout: Bout) -> int:
    """Wild strokes hit on a 6, steady ones on a 4; once wild, blue may not be wild again."""
    stances = ["steady", "wild", "feint"]
    hits = 0
    for _ in range(bout.rounds):
        stance = table.ask("red", "duel.stance", Choose(stances))
        stances = [it for it in stances if it != "wild"] if stance == "wild" else stances
        hits += table.roll(at_least(1, 6 if stance == "wild" else 4), "duel.strike", "red")
    return hits


bout = Procedure(
    name="bout",
    title="A bout",
    rule="duel.strike",
    params=Bout,
    situate=lambda params: duel.Duel(duel.Duelist(), duel.Duelist()),
    run=fight,
)
game = replace(duel.game, procedures=(bout,), bots={"calm": lambda asked: "steady"}, default_bot="calm")


def resolve(ours: str = "our own", **situation: Any) -> Any:
    return desk.resolve(game, "bout", Situation(**situation), ours)


def offered(reply: Any) -> list[Any]:
    return [it.key for it in reply.question.options]


def faces(reply: Any) -> list[Any]:
    return [it.faces for it in reply.happenings if hasattr(it, "faces")]


def test_a_ruling_asks_choice_by_choice_and_its_dice_lie_as_they_fell():
    first = resolve()
    assert isinstance(first, Wanted)
    assert (first.rule, first.seat, faces(first)) == ("duel.stance", "red", [])
    assert offered(first) == ["steady", "wild", "feint"]
    second = resolve("another", answers=["wild"], seed=first.seed)
    third = resolve("a third", answers=["wild", "steady"], seed=second.seed)
    assert offered(second) == ["steady", "feint"]
    assert faces(third)[:1] == faces(second)
    end = resolve(answers=["wild", "steady", "steady"], seed=third.seed)
    assert isinstance(end, Ruled)
    assert faces(end)[:2] == faces(third)


def test_what_is_chosen_for_a_rule_holds_where_it_is_allowed_and_is_asked_for_where_not():
    reply = resolve(policy={"duel.stance": "wild"})
    assert isinstance(reply, Wanted)
    assert offered(reply) == ["steady", "feint"]
    assert len(faces(reply)) == 1


def test_a_bot_that_is_named_makes_the_choices_that_are_left():
    reply = resolve(answers=["wild"], bot="calm", dice=[6, 4, 3])
    assert isinstance(reply, Ruled)
    assert (reply.outcome, reply.data) == ("2", 2)


def test_exact_odds_want_every_choice_and_a_bot_that_draws_lots_gives_an_estimate():
    wanted = desk.odds(game, "bout", Situation(params={"rounds": 1}))
    assert isinstance(wanted, Wanted)
    exact = desk.odds(game, "bout", Situation(params={"rounds": 1}, policy={"duel.stance": "wild"}))
    assert isinstance(exact, OddsGiven)
    assert {it.data: it.p for it in exact.outcomes} == {False: "5/6", True: "1/6"}
    calm = desk.odds(game, "bout", Situation(params={"rounds": 1}, bot="calm"))
    assert isinstance(calm, OddsGiven)
    assert (calm.exact, calm.asked) == (True, ("duel.stance",))
    sampled = desk.odds(game, "bout", Situation(params={"rounds": 1}, bot="random"))
    assert isinstance(sampled, OddsGiven)
    assert not sampled.exact


def test_a_bot_that_nobody_knows_is_refused(club: Club):
    answer = club.http.post("/api/games/duel/procedures/strike/resolve", json={"bot": "hal"})
    assert answer.status_code == 400
    assert "hal" in answer.json()["why"]


@pytest.mark.parametrize(("path", "kind"), [("odds", "odds"), ("resolve", "ruled")])
def test_a_reply_of_the_desk_says_what_it_is(club: Club, path: str, kind: str):
    assert club.http.post(f"/api/games/duel/procedures/strike/{path}", json={}).json()["kind"] == kind


def test_a_table_tells_its_house_rules_and_options_and_what_is_unusual_first(club: Club):
    options = {"finish": True, "rulings": {"retreat": "break-off"}, "books": ""}
    made = club.create(game="rdz", options=options)
    agreed = club.http.get(f"/api/matches/{made['id']}/rules").json()
    assert [(it["id"], it["choice"]) for it in agreed["rulings"] if not it["is_default"]] == [("retreat", "break-off")]
    assert agreed["rulings"][0]["id"] == "retreat"
    assert agreed["rulings"][0]["meaning"]
    first, *others = agreed["options"]
    assert (first["name"], first["value"], first["is_default"]) == ("finish", True, False)
    assert all(it["is_default"] for it in others)
    assert "rulings" not in [it["name"] for it in agreed["options"]]


def test_a_file_that_was_handed_in_is_not_told():
    options = game.configure({"life": 5})
    agreed = desk.in_force(game, options)
    assert [(it.name, it.value, it.is_default) for it in agreed.options] == [("life", 5, False)]
    assert desk._brief({"party": ["x" * 200, "human"]}) == {"party": ["a file", "human"]}


def test_what_happened_comes_with_its_turns(club: Club):
    made = club.create(seats={"red": {"bot": "random"}, "blue": {"bot": "random"}})
    with club.visit(made["id"]) as watcher:
        turns, told = watcher.present["turns"], watcher.present["happenings"]
    assert [it["number"] for it in turns] == list(range(1, len(turns) + 1))
    assert all(it["heading"] == "Duel" for it in turns)
    assert [told[it["first"]]["rule"] for it in turns] == ["duel.bids"] * len(turns)


def test_somebody_with_real_dice_is_asked_for_each_roll_when_it_comes():
    first = resolve(dice=[], answers=["steady"] * 3)
    assert isinstance(first, Wanted)
    assert (first.question, first.dice, first.label, first.by) == (None, (6,), "1d6, how many 4+", "red")
    second = resolve(dice=[5], answers=["steady"] * 3)
    assert isinstance(second, Wanted)
    assert faces(second) == [((5,),)]
    end = resolve(dice=[5, 1, 6], answers=["steady"] * 3)
    assert isinstance(end, Ruled)
    assert (end.outcome, end.data) == ("2", 2)


def test_a_policy_for_a_rule_that_never_asks_is_refused_with_a_sentence(club: Club):
    answer = club.http.post("/api/games/duel/procedures/strike/odds", json={"policy": {"duel.stance": "wild"}})
    assert answer.status_code == 400
    assert "nobody is asked" in answer.json()["why"]


def test_what_the_rules_refuse_comes_with_the_rule(club: Club):
    answer = club.http.post(
        "/api/games/mdrg/procedures/shot/resolve", json={"params": {"weapon": "Laser Gun", "distance": 541}}
    )
    assert answer.status_code == 422
    assert answer.json()["rule"].startswith("ranged.")
    assert answer.json()["why"]


def test_a_figure_comes_from_a_paper_that_is_sent_along_or_from_an_example(club: Club):
    url = "/api/games/mdrg/procedures/hand-to-hand/odds"
    by_example = club.http.post(url, json={"params": {"attacker": "human:Karl"}}).json()
    text = club.http.get("/api/games/mdrg/papers/party/examples/human").json()["text"]
    sent = {"params": {"attacker": "mine.toml:karl"}, "papers": {"mine.toml": text}}
    assert club.http.post(url, json=sent).json() == by_example
    assert club.http.post(url, json={"params": {"attacker": "/etc/passwd:root"}}).status_code == 400
