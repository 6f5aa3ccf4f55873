"""Whole sessions by bots, live and simulated, and how they end."""

from __future__ import annotations

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from adjudge.engine import BadInput, Match, Script, playout
from adjudge.engine.audit import audit
from adjudge.engine.papers import examine
from adjudge.games.regulus import game
from adjudge.games.regulus.papers import CHRONICLE
from adjudge.games.regulus.rules.sessions import next_session
from adjudge.games.regulus.rules.table import turn
from adjudge.games.regulus.state import SituationRating, String
from adjudge.sheets import plain
from adjudge.story.sheets import write_text

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
    match.answer("p1", "The droid is down")
    again = Match.load(match.save(), game)
    assert again.pending is not None
    again.answer("p1", "I shoot")
    assert again.state.contests[-1].wanted == "The droid is down"


def test_a_scene_is_drawn_for_every_seat():
    match = Match.new(game, b"5" * 32, options={"players": 2})
    match.answer("p1", "do/contest")
    match.answer("p1", "The droid is down")
    match.answer("p1", "I shoot")
    match.answer("p1", ())
    match.answer("p1", ())
    for seat in ("p1", "p2", "gm", None):
        drawn = match.scene(seat)
        assert drawn.headline == "Scene 1 of 3"
        assert len(drawn.panels) >= 4


def test_a_session_begins_with_a_premise_and_the_players_have_the_first_word():
    match = Match.new(game, b"6" * 32, bots={"gm": "oracle"})
    assert match.position == 0
    assert match.scene("p1").panels[0].lines[0].startswith("Night in the harbour quarter.")  # type: ignore[union-attr]
    own = Match.new(game, b"6" * 32, options={"premise": "A desert at noon."}, bots={"gm": "oracle"})
    assert own.scene("p1").panels[0].lines == ("A desert at noon.",)  # type: ignore[union-attr]


def test_what_the_dice_tell_reads_as_a_sentence():
    final = playout(game, game.configure({"scenes": 2}), {seat: game.bot("storyteller") for seat in ("p1", "gm")}, 3)
    drawn = [entry.text for entry in final.story.journal if entry.kind == "narration" and entry.by == "gm"]
    assert drawn
    assert all(text[0].isupper() and text.endswith(".") for text in drawn)


# ------------------------------------------------------------------ a story that goes on


def after_a_session(seed=5, **options):
    agreed = game.configure({"players": 2, "scenes": 2, **options})
    final = playout(game, agreed, {seat.id: game.bot("storyteller") for seat in game.seats(agreed)}, seed)
    final.strings = [String(900, "Wanted by the law", ("Iris", "Inspector Luther")), String(901, "Over", (), "told")]
    final.situation, final.situation_ratings = "The sweep", [SituationRating("p2", "Cover", 3)]
    final.sheets["p1"].qualities.append("Owes the Syndicate")
    final.sheets["p1"].luck = 1
    return agreed, final


@pytest.mark.rules("story.next-session")
def test_a_story_goes_on_with_characters_strings_people_and_what_happened():
    agreed, final = after_a_session()
    following = next_session(agreed, final)
    again = game.start(following)
    for seat in ("p1", "p2"):
        old, new = final.sheets[seat], again.sheets[seat]
        assert (new.name, new.qualities, new.ratings, new.luck) == (old.name, old.qualities, old.ratings, old.luck)
    assert [(it.phrase, it.names) for it in again.strings] == [("Wanted by the law", ("Iris", "Inspector Luther"))]
    assert again.people == final.people
    assert (again.situation, again.situation_ratings) == (final.situation, final.situation_ratings)
    assert again.story.session == 2
    assert again.story.previously
    assert again.story.premise == final.story.premise
    assert following.scenes == 2


@pytest.mark.rules("story.next-session")
def test_players_join_and_leave_between_sessions_and_characters_wait_in_the_background():
    agreed, final = after_a_session()
    alone = next_session(agreed, final, leaving=["p1"])
    session = game.start(alone)
    assert [sheet.name for sheet in session.sheets.values()] == ["Marek"]
    assert "Iris" in session.people
    assert session.strings[0].names == ("Iris", "Inspector Luther")
    joined = replace(next_session(alone, session, joining=1), cast="make")
    table = Script(game.start(joined), answers=[("p2", "now/make"), "Iris"])
    turn(table)
    table.finish()
    assert table.state.sheets["p2"].qualities[-1] == "Owes the Syndicate"
    assert "Iris" not in table.state.people
    with pytest.raises(BadInput, match="1 to 6 players"):
        next_session(agreed, final, leaving=["p1", "p2"])


def test_a_chronicle_is_read_back_printed_and_judged():
    agreed, final = after_a_session()
    chronicle = next_session(agreed, final).chronicle
    assert chronicle is not None
    examined = examine(CHRONICLE, write_text(chronicle))
    assert (examined.findings, examined.thing) == ((), chronicle)
    printed = plain.as_text(CHRONICLE.show(chronicle))
    for words in ("Iris  (player 1)", "Owes the Syndicate", "Wanted by the law", "The sweep", "Previously"):
        assert words in printed, words
    too_lucky = replace(chronicle, sheets=(replace(chronicle.sheets[0], luck=99),))
    assert [it.where for it in examine(CHRONICLE, write_text(too_lucky)).findings] == [
        "sheets[0].luck",
        "situation_ratings[0].who",
    ]
    with pytest.raises(BadInput, match=r"luck"):
        game.start(game.configure({"chronicle": to_builtins(too_lucky)}))
    assert examine(CHRONICLE, CHRONICLE.sample("beginning")).is_legal


@pytest.mark.parametrize("bot", ["storyteller", "random"])
def test_a_story_is_told_on_from_session_to_session(bot):
    options = game.configure({"players": 2, "scenes": 1})
    for number in range(4):
        final = playout(game, options, {seat.id: game.bot(bot) for seat in game.seats(options)}, number)
        options = next_session(options, final)
        assert options == game.configure(to_builtins(options))
        assert options.chronicle is not None
        assert options.chronicle.story.sessions == number + 1
