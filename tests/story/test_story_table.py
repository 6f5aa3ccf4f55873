"""What the two story games share, tried on a small game of neither kind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from adjudge.check import check
from adjudge.engine import BadInput, Match, Script
from adjudge.story import GM, Speaker, Story, journal, ledger, narrate, overrides, owe
from adjudge.story.export import to_json, to_markdown
from adjudge.story.oracle import spark, spark_reading, sparks, yes_on
from adjudge.story.panels import journal_panel, ledger_panel
from adjudge.story.scenes import close_scene, may_end, owed
from adjudge.story.sheets import Fault, demand, read
from tests.story.patrol import Patrol, game, offers, start, turn


class Told:
    """A patrol that is told what everybody does."""

    def __init__(self) -> None:
        self.patrol = start(None)
        self.table: Script[Patrol] = Script(self.patrol)

    @property
    def story(self) -> Story:
        return self.patrol.story

    def act(self, seat: str, key: str, *answers: Any, dice: tuple[int, ...] = ()) -> Told:
        self.table = Script(self.patrol, answers=[(seat, key), *answers], faces=dice)
        turn(self.table)
        self.table.finish()
        return self

    def keys(self, seat: str) -> list[str]:
        return [offer.key for offer in offers(self.patrol)[seat]]


def test_a_move_with_hold_and_forward_is_just_an_offer():
    told = Told().act("ann", "do/push", dice=(5, 4))
    assert told.patrol.soldiers["ann"].hold == 2
    told.act("ann", "spend", "forward").act("ann", "do/push", dice=(3, 2))
    assert (told.patrol.soldiers["ann"].hold, told.patrol.soldiers["ann"].forward) == (2, 0)


def test_a_miss_owes_the_story_a_move_of_the_gms():
    told = Told().act("bo", "do/push", dice=(1, 2))
    item = ledger.open_items(told.story)[0]
    assert (item.kind, item.source, item.owner) == ("GM move", "the miss of bo", GM)
    told.act(GM, f"now/item/{item.id}/tell", "A mortar finds them")
    assert ledger.open_items(told.story) == []
    entry = told.story.journal[-1]
    assert (entry.status, entry.source) == ("canon", "GM move, from the miss of bo")


def test_what_others_wait_for_comes_first_on_the_menu():
    match = Match.new(game, b"7" * 32)
    match.answer("ann", "do/wish")
    assert match.pending is not None
    menu = match.pending.for_seat(GM).options  # type: ignore[union-attr]
    assert [key.split("/")[0] for key in menu[:3]] == ["now", "now", "now"]
    match.answer(GM, menu[0])
    assert match.state.soldiers["ann"].forward == 1


def test_a_refused_wish_changes_nothing():
    told = Told().act("ann", "do/wish")
    number = told.story.proposals[0].id
    told.act(GM, f"now/proposal/{number}/refuse", "no time")
    assert (told.patrol.soldiers["ann"].forward, told.story.proposals) == (0, [])


@pytest.mark.parametrize(("face", "forward"), [(1, 0), (2, 1)])
def test_a_wish_may_be_left_to_the_dice(face, forward):
    told = Told().act("ann", "do/wish")
    number = told.story.proposals[0].id
    told.act(GM, f"now/proposal/{number}/by-dice", dice=(face,))
    assert told.patrol.soldiers["ann"].forward == forward


def test_the_gm_carries_out_the_acts_of_an_absent_player_in_that_players_name():
    told = Told().act(GM, "do/away/ann").act(GM, "for/ann/do/narrate", "I sleep")
    assert told.story.journal[-1].by == "ann"
    with pytest.raises(Exception, match="a seat of bo, gm"):
        told.act("ann", "do/narrate", "I am here")
    told.act(GM, "do/away/ann").act("ann", "do/narrate", "I am back")
    assert told.story.journal[-1].text == "I am back"


def test_dice_of_an_absent_player_are_thrown_by_the_gm():
    told = Told().act(GM, "do/away/ann").act(GM, "for/ann/do/push", dice=(6, 6))
    assert told.table.rolls[0].by == (GM,)
    assert told.patrol.soldiers["ann"].hold == 2


def test_initiatives_are_counted_by_seat_and_due_acts_are_not():
    told = Told().act("ann", "do/push", dice=(1, 1)).act("bo", "do/narrate", "I run")
    item = ledger.open_items(told.story)[0].id
    told.act(GM, f"now/item/{item}/tell", "A shell")
    assert (told.story.last_word, told.story.words) == ("bo", {"ann": 1, "bo": 1})


def test_two_offers_with_one_key_are_a_mistake_that_is_named():
    from adjudge.story.floor import Offer, take_the_floor

    twice = Offer("same", "Same", "story.floor", lambda table, speaker: None)
    with pytest.raises(ValueError, match="share a key"):
        take_the_floor(Script(start(None)), "story.floor", {GM: [twice, twice]})


# ------------------------------------------------------------------ journal


def test_a_disputed_narration_is_struck_or_canon():
    table = Script(start(None))
    first = narrate(table, "ann", "I fly", "story.floor")
    journal.dispute(table, GM, first.id)
    assert journal.pending(table.state.story) == []
    journal.strike(table, first.id)
    assert journal.find(table.state.story, first.id).status == "struck"


def test_absent_players_need_not_let_anything_stand():
    told = Told().act("ann", "do/narrate", "I dig").act(GM, "do/away/bo")
    table = Script(told.patrol)
    journal.let_stand(table, GM, told.story.journal[0].id)
    assert told.story.journal[0].status == "canon"


# ------------------------------------------------------------------ ledger, overrides, scenes


def test_an_override_voids_what_is_open_and_brings_it_back():
    table = Script(start(None))
    story = table.state.story
    told_already = owe(story, "issue", "a die", "story.ledger", GM, matter=9)
    ledger.settle(table, told_already.id, GM, "An alarm")
    still_open = owe(story, "outcome", "No", "story.ledger", GM, matter=9)
    done = overrides.override(table, 9, "No", "Yes", "mercy")
    other = owe(story, "outcome", "Yes", "story.ledger", "ann", matter=9)
    status = lambda item: ledger.find(story, item.id).status  # noqa: E731
    assert [status(it) for it in (told_already, still_open, other)] == ["settled", "void", "open"]
    overrides.take_back(table, done.id)
    assert [status(it) for it in (told_already, still_open, other)] == ["settled", "open", "void"]
    assert [it.taken_back for it in story.overrides] == [True]


def test_a_scene_ends_at_once_when_nothing_is_owed():
    table = Script(start(None))
    narrate(table, "ann", "I rest", "story.floor")
    assert may_end(table, Speaker(GM, GM), (), "scene")
    close_scene(table, Speaker(GM, GM))
    assert (table.state.story.scene, table.state.story.journal[0].status) == (2, "canon")


@pytest.mark.parametrize(("answer", "ends", "left"), [("stay", False, 1), ("carry", True, 1), ("waive", True, 0)])
def test_what_is_owed_is_named_before_a_scene_ends(answer, ends, left):
    table = Script(start(None), answers=[answer])
    owe(table.state.story, "issue", "a die", "story.ledger", GM)
    assert owed(table.state.story, ["a contest"]) == ["a contest", "issue from a die, owed by the GM"]
    assert may_end(table, Speaker(GM, GM), (), "scene") is ends
    assert len(ledger.open_items(table.state.story)) == left
    assert any("issue from a die" in event.text for event in table.events) is ends


# ------------------------------------------------------------------ oracle, sheets, export


def test_the_oracle_draws_every_spark_and_weighs_its_yes():
    assert (len(sparks().who), len(sparks().does)) == (36, 36)
    assert len(spark_reading().outcomes) == 36 * 36
    assert yes_on(5).chance(True) * 6 == 2
    table = Script(start(None), faces=[6, 6, 6, 6])
    assert spark(table, Speaker(GM, GM)) == f"{sparks().who[35]} {sparks().does[35]}"
    assert table.rolls[0].rule == "story.oracle"


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    guts: int


def test_a_sheet_is_refused_with_its_name_and_the_field():
    assert read(Card, {"name": "Ann", "guts": 2}, "ann") == Card("Ann", 2)
    with pytest.raises(BadInput, match=r"ann\.guts: 'many' was given"):
        read(Card, {"name": "Ann", "guts": "many"}, "ann")
    with pytest.raises(BadInput, match=r"ann\.guts: 9 was given, allowed is -1 to 3"):
        demand([Fault("guts", 9, "-1 to 3")], "ann")


def test_the_story_is_exported_without_the_gms_papers():
    told = (
        Told().act(GM, "do/note", "They all die").act("ann", "do/narrate", "I dig").act("ann", "do/push", dice=(6, 6))
    )
    journal.strike(Script(told.patrol), told.story.journal[0].id)
    text = to_markdown(told.story, "Patrol")
    assert "~~I dig~~" in text
    assert "> Ann pushes on: strong `patrol.push`" in text
    assert "They all die" not in text + str(to_json(told.story))


def test_panels_show_the_journal_and_what_is_owed():
    told = Told().act("ann", "do/narrate", "I dig").act("bo", "do/push", dice=(1, 1))
    assert journal_panel(told.story).lines == ("(not yet canon) Ann: I dig", "  · Bo pushes on: miss")
    assert ledger_panel(told.story).cards[0].note == "from the miss of bo"


def test_the_conformance_kit_finds_nothing_in_a_game_on_the_story_table():
    report = check(game, matches=10, seed=1, seconds=4)
    assert report.findings == ()
