"""Whole sessions by bots, live and simulated, and how they end."""

from __future__ import annotations

import pytest

from adjudge.check import check
from adjudge.engine import Match, Script, playout
from adjudge.engine.audit import audit
from adjudge.games.regulus import game
from adjudge.games.regulus.state import Rulings

FILLED = ["storyteller", "oracle", "player", "random"]


@pytest.mark.parametrize("bot", FILLED)
@pytest.mark.parametrize("options", [{"players": 1, "scenes": 2}, {"players": 3, "scenes": 1, "cast": "make"}])
def test_bots_carry_a_session_to_its_end(bot, options):
    for seed in range(4):
        configured = game.configure(options)
        final = playout(game, configured, {seat.id: game.bot(bot) for seat in game.seats(configured)}, seed)
        assert game.outcome(final) is not None


def test_a_session_of_the_default_bots_holds_contests_that_are_told_to_the_end():
    configured = game.configure({"players": 2, "scenes": 3})
    final = playout(game, configured, {seat.id: game.bot(game.default_bot) for seat in game.seats(configured)}, 5)
    assert sum(contest.is_over for contest in final.contests) >= 3
    assert not any(item.status == "open" for item in final.story.ledger if item.scene == 1)


def test_alone_with_the_oracle_every_decision_of_the_gm_is_a_roll_that_is_told():
    match = Match.new(game, b"1" * 32, options={"scenes": 1}, bots={"p1": "player", "gm": "oracle"})
    assert match.is_over
    assert audit(match).is_clean
    told = [it for it in match.happenings() if it.rule == "story.oracle"]
    assert len(told) >= 3


def test_the_oracle_waits_for_a_person():
    match = Match.new(game, b"2" * 32, bots={"gm": "oracle"})
    assert match.pending is not None
    before = match.position
    match.answer("p1", "do/narrate")
    match.answer("p1", "I look around")
    assert match.pending.seats == ("p1",)
    assert match.position > before + 2  # the oracle has answered by dice


def test_players_who_are_bots_wait_for_a_gm_who_is_a_person():
    match = Match.new(game, b"3" * 32, options={"players": 2}, bots={"p1": "player", "p2": "player"})
    assert match.pending is not None
    assert match.pending.seats == ("gm",)


def test_a_saved_session_goes_on_where_it_stopped():
    match = Match.new(game, b"4" * 32, bots={"gm": "oracle"})
    match.answer("p1", "do/contest")
    match.answer("p1", "I shoot")
    again = Match.load(match.save(), game)
    assert again.pending is not None
    again.answer("p1", "The droid is down")
    assert again.state.contests[-1].wanted == "The droid is down"


def test_the_conformance_kit_finds_nothing():
    report = check(game, matches=12, seed=3, seconds=4)
    assert report.findings == ()


def test_a_scene_is_drawn_for_every_seat():
    match = Match.new(game, b"5" * 32, options={"players": 2}, bots={"gm": "oracle"})
    match.answer("p1", "do/contest")
    match.answer("p1", "I shoot")
    match.answer("p1", "The droid is down")
    match.answer("p1", ())
    for seat in ("p1", "p2", "gm", None):
        drawn = match.scene(seat)
        assert drawn.headline == "Scene 1 of 3"
        assert len(drawn.panels) >= 4


@pytest.mark.parametrize(
    ("name", "params", "dice", "outcome"),
    [
        ("contest", {"dice": 2}, [1, 6], "Yes!, 1 and-clause, 1 issue"),
        ("contest", {"dice": 2, "reroll": 1}, [2, 3, 6], "Yes!, 1 and-clause"),
        ("contest", {"maybe": "push"}, [3, 5, 2], "Possibly, 1 complication"),
        (
            "contest",
            {"maybe": "push", "pushes": 2, "means": False},
            [4, 4, 4, 6, 2, 1],
            "Yes, 1 issue, 2 complications",
        ),
        ("contest", {"maybe": "accept"}, [3], "No, 1 complication"),
        ("contest", {"possibly": "accept"}, [4], "Yes, 1 issue"),
        ("contest", {"favored": True, "free_favored": True, "plus": 1, "d8": 1}, [3], "Yes"),
        ("challenge", {"means": False}, [2], "No!, 1 issue: it happens"),
        ("challenge", {"possibly": "accept"}, [4], "Yes, 1 issue: avoided"),
        ("push", {"dice": 1}, [5, 2], "Possibly"),
        ("push", {"dice": 2, "column": "Favored"}, [6, 1, 2], "Yes!, 1 issue"),
        ("check", {"level": 2, "reasons": 1}, [4, 4], "failed"),
        ("check", {"level": 5, "reasons": 5}, [5, 6], "passed"),
        ("test", {"entries": 1, "hard": True}, [3], "failure"),
        ("test", {"luck": "down"}, [], "success"),
    ],
)
def test_the_desk_rules_on_real_dice(name, params, dice, outcome):
    procedure = game.procedure(name)
    table = Script(None, faces=dice)
    assert procedure.run(table, procedure.params(**params)) == outcome
    table.finish()


@pytest.mark.rules("roll.column", "ruling.favored-without-means")
@pytest.mark.parametrize(("ruling", "outcome"), [("as-it-stands", "Yes"), ("one-left", "Possibly")])
def test_the_desk_knows_what_the_favored_column_is_without_means(ruling, outcome):
    procedure = game.procedure("contest")
    params = procedure.params(means=False, free_favored=True, rulings=Rulings(favored_without_means=ruling))
    assert procedure.run(Script(None, faces=[4]), params) == outcome


@pytest.mark.rules("contest.no-means-one-die", "ruling.leverage-without-means")
@pytest.mark.parametrize("advantage", [{"plus": 1}, {"favored": True}])
def test_the_desk_gives_no_advantages_without_means_unless_the_table_does(advantage):
    procedure = game.procedure("contest")
    with pytest.raises(Exception, match="none without Means"):
        procedure.run(Script(None), procedure.params(means=False, **advantage))
    allowed = procedure.params(means=False, rulings=Rulings(leverage_without_means="allowed"), **advantage)
    assert procedure.run(Script(None, faces=[5]), allowed) == "Yes"


@pytest.mark.rules("leverage.one-option-per-advantage", "ruling.advantage-repeats")
def test_the_desk_gives_no_option_twice_where_the_table_does_not():
    procedure = game.procedure("contest")
    assert procedure.run(Script(None, faces=[3]), procedure.params(plus=2)) == "Yes"
    with pytest.raises(Exception, match="each option once"):
        procedure.run(Script(None), procedure.params(plus=2, rulings=Rulings(advantage_repeats="once-each")))


def test_the_desk_refuses_a_fourth_advantage():
    procedure = game.procedure("contest")
    with pytest.raises(Exception, match="at most 3 in all"):
        procedure.run(Script(None, faces=[1, 1]), procedure.params(dice=2, plus=3, reroll=1))
