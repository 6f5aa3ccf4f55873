"""What the two story games share, tried on a small game of neither kind."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from adjudge.check import check
from adjudge.engine import Asked, BadInput, Choose, ChooseSome, Deed, Match, Script, Write
from adjudge.story import (
    GM,
    Offer,
    Speaker,
    Story,
    bots,
    floor,
    journal,
    ledger,
    narrate,
    overrides,
    owe,
    people,
    powers,
    sessions,
    tellings,
)
from adjudge.story.export import to_json, to_markdown
from adjudge.story.ledger import Due, owe_just
from adjudge.story.oracle import _spark, kinds, spark, spark_reading, yes_on
from adjudge.story.panels import journal_panel, ledger_panel
from adjudge.story.scenes import close_scene, go_on_or_end, may_end, owed, suggestion
from adjudge.story.sheets import Fault, demand, read
from adjudge.story.state import Entry
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


def test_a_matter_owes_just_what_its_result_brings_and_nothing_twice():
    table = Script(start(None))
    story = table.state.story
    first = [Due("issue", "a die", "story.ledger", GM), Due("outcome", "No", "story.ledger", GM)]
    issue, outcome = owe_just(story, 9, first)
    ledger.settle(table, issue.id, GM, "An alarm")
    second = [first[0], Due("outcome", "Yes", "story.ledger", "ann")]
    assert [it.source for it in owe_just(story, 9, second)] == ["Yes"]
    assert ledger.find(story, outcome.id).status == "void"
    assert owe_just(story, 9, first) == []
    assert [(it.kind, it.source) for it in ledger.open_items(story, 9)] == [("outcome", "No")]


def test_of_kinds_that_are_alike_any_is_as_good_as_another():
    story = start(None).story
    owe_just(story, 9, [Due("gain", "one", "story.ledger", "ann")])
    more = [Due("gain", "first of two", "story.ledger", "ann"), Due("gain", "second of two", "story.ledger", "ann")]
    assert len(owe_just(story, 9, more, alike=frozenset({"gain"}))) == 1


@pytest.mark.parametrize("typed", ["ann lee", " Ann  Lee", "ANN LEE"])
def test_a_person_has_one_name_however_it_is_typed(typed):
    assert people.spelled(typed, ["Bo", "Ann Lee"]) == "Ann Lee"
    assert people.is_among(typed, ["Ann Lee"])


def test_accents_put_together_or_apart_make_no_difference_and_a_new_name_stays_as_typed():
    assert people.is_same("Zoe\u0308", "Zo\u00eb")
    assert people.spelled(" Eve  Moneypenny ", ["Ann"]) == "Eve Moneypenny"


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
    assert len(spark_reading().outcomes) == 6 * 6 * 12
    assert yes_on(5).chance(True) * 6 == 2
    table = Script(start(None), faces=[6, 6, 6, 6])
    assert spark(table, Speaker(GM, GM)) == f"{kinds()[5].who[5]} {kinds()[5].does[11]}"
    assert table.rolls[0].rule == "story.oracle"


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    guts: int


def test_a_sheet_is_refused_with_its_name_and_the_field():
    assert read(Card, {"name": "Ann", "guts": 2}, "ann") == Card("Ann", 2)
    with pytest.raises(BadInput, match=r"ann\.guts: 'many' doesn't fit"):
        read(Card, {"name": "Ann", "guts": "many"}, "ann")
    with pytest.raises(BadInput, match=r"ann\.guts: 9 doesn't fit; use -1 to 3"):
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


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("we wait (and see)!", "we wait (and see)!"),
        ("<img src=x>", "\\<img src=x>"),
        ("[click](http://x)", "\\[click\\](http://x)"),
        ("# a heading", "\\# a heading"),
        ("1. first", "1\\. first"),
        ("- so\n> they say", "\\- so  \n\\> they say"),
        ("*loud* and `code` & _more_", "\\*loud\\* and \\`code\\` \\& \\_more\\_"),
    ],
)
def test_what_somebody_says_stays_plain_words_in_markdown(said, written):
    story = Story(names={"ann": "Ann"}, journal=[Entry(1, 1, "narration", "ann", said, "story.journal")])
    assert to_markdown(story, "Patrol").splitlines()[4:] == f"**Ann.** {written}".splitlines()


# ------------------------------------------------------------------ what every GM may do, and every bot


def dig(table: Any, speaker: Speaker) -> None:
    narrate(table, speaker.seat, "They dig", "story.floor")


def test_a_menu_within_the_menu_can_be_left_as_one_came():
    patrol = start(None)
    menu: powers.Menu = {"Dig": dig}
    powers.choose_from("story.floor", lambda state: menu, Script(patrol, answers=["Never mind"]), Speaker(GM, GM))
    assert patrol.story.journal == []
    powers.choose_from("story.floor", lambda state: menu, Script(patrol, answers=["Dig"]), Speaker(GM, GM))
    assert patrol.story.journal[0].text == "They dig"


def test_what_lies_behind_the_screen_can_be_written_rolled_and_shown():
    patrol = start(None)
    menu = powers.screen_menu(patrol)
    menu["Write a private note"](Script(patrol, answers=["A trap"]), Speaker(GM, GM))
    menu["Roll 2d6 in secret"](Script(patrol, faces=[3, 4]), Speaker(GM, GM))
    assert [paper.text for paper in patrol.story.papers] == ["A trap", "2d6 in secret: 7"]
    table = Script(patrol)
    powers.screen_menu(patrol)[f"Show {patrol.story.papers[0].id}: A trap"](table, Speaker(GM, GM))
    assert table.events[0].text == "the GM shows: A trap"


def test_players_are_marked_as_away_and_back():
    patrol = start(None)
    assert list(powers.presence_menu(patrol.story)) == ["Ann is away", "Bo is away"]
    powers.presence_menu(patrol.story)["Ann is away"](Script(patrol), Speaker(GM, GM))
    assert list(powers.presence_menu(patrol.story)) == ["Ann is back", "Bo is away"]


def test_a_result_is_set_aside_with_a_reason_and_put_back():
    patrol = start(None)
    results = {9: powers.Result("push of Ann", "weak", ("strong", "weak", "miss"))}
    table = Script(patrol, answers=["strong", "she is tough"])
    done = powers.set_aside(table, Speaker(GM, GM), results)
    assert (done.matter, done.was, done.now, done.reason) == (9, "weak", "strong", "she is tough")
    assert powers.may_put_back(patrol.story)
    assert powers.put_back(Script(patrol), Speaker(GM, GM)).was == "weak"
    assert not powers.may_put_back(patrol.story)


def test_something_owed_is_waived_with_a_reason():
    patrol = start(None)
    owe(patrol.story, "issue", "a die", "story.ledger", GM)
    owe(patrol.story, "issue", "another die", "story.ledger", GM)
    waived = powers.waive_something(Script(patrol, answers=[2, "too much"]), Speaker(GM, GM))
    assert (waived.source, waived.status, waived.text) == ("another die", "waived", "too much")


@pytest.mark.parametrize(("most", "ends"), [(0, False), (1, True), (2, False)])
def test_after_the_agreed_scenes_the_session_is_over(most, ends):
    patrol = start(None)
    owe(patrol.story, "issue", "a die", "story.ledger", GM)
    table = Script(patrol, answers=["carry", *([] if ends else ["At dawn"])])
    assert may_end(table, Speaker(GM, GM), (), "scene")
    close_scene(table, Speaker(GM, GM))
    go_on_or_end(table, Speaker(GM, GM), most, ())
    assert patrol.story.ended == ("The session ends after 1 scene, with 1 thing open" if ends else "")


def test_a_player_suggests_the_end_of_a_scene_once():
    patrol = start(None)
    (offer,) = suggestion(patrol.story)
    offer.do(Script(patrol), Speaker("ann", "ann"))
    assert suggestion(patrol.story) == []
    assert patrol.story.proposals[0].text == "close scene 1"


def test_what_others_told_may_be_let_stand_in_one_go():
    told = Told().act("ann", "do/narrate", "I dig")
    assert tellings.standing(told.story, "ann") == []
    (offer,) = tellings.standing(told.story, "bo")
    assert offer.label == "Let it stand: I dig"
    offer.do(Script(told.patrol), Speaker("bo", "bo"))
    assert told.story.journal[0].passed == ("bo",)


def asked(told: Told, seat: str) -> Asked:
    match = Match.new(game, b"7" * 32)
    for answer in (("bo", "do/push"),):
        match.answer(*answer)
    assert match.pending is not None
    return Asked(seat, "story.floor", match.pending.for_seat(seat), told.patrol, Random(1))  # type: ignore[arg-type]


def test_bots_go_by_what_an_offer_is():
    menu = bots.menu_of(asked(Told(), "ann"))
    assert menu["do/push"] == Deed("push", facts={"nature": "do"})
    assert bots.initiative(menu, ("sleep", "push")) == "do/push"
    assert bots.due(menu, ("tell",)) is None
    item = Deed("tell", target="3", item="GM move", facts={"nature": "now"})
    other = Deed("by-dice", target="3", item="GM move", facts={"nature": "now"})
    waiting = {"a": item, "b": other, "stand": Deed("stand", facts={"nature": ""})}
    assert bots.due(waiting, ("by-dice",)) == "b"
    assert bots.due(waiting, ("tell/GM",)) == "a"
    assert bots.due(waiting, ("else",)) == "a"
    assert bots.remark(waiting, "stand") == "stand"


def test_a_bot_answers_plainly():
    def plain(question: Any) -> Any:
        return bots.plain_answer(Asked(GM, "story.floor", question, None, Random(1)))

    assert plain(Write("?", suggestion="They march on")) == "They march on"
    assert plain(Write("?", optional=True, suggestion="x")) == ""
    assert plain(Choose(["stay", "carry", "waive"])) == "carry"
    assert plain(ChooseSome(["a", "b", "c"])) == ("a", "b")


# ------------------------------------------------------------------ headings


def menu(told: Told, seat: str) -> Any:
    class Peek(Script[Patrol]):
        def ask(self, asked_seat: str, rule: str, question: Any) -> Any:
            raise Seen(question.parts[seat].shown())

    with pytest.raises(Seen) as seen:
        turn(Peek(told.patrol))
    return seen.value.args[0]


class Seen(Exception):
    pass


def test_a_menu_is_headed_by_what_others_wait_for():
    told = Told()
    assert menu(told, GM).prompt == "What do you do?"
    told.act("bo", "do/push", dice=(1, 1))
    assert menu(told, GM).prompt == "The GM move from the miss of bo. How does it go?"
    assert [option.label for option in menu(told, GM).options[:2]] == [
        "Tell it in your own words",
        "Let the dice find the words",
    ]
    told.act("ann", "do/wish")
    shown = menu(told, GM)
    assert shown.prompt == "What do you see to first?"
    due = [option for option in shown.options if option.key.startswith("now/")]
    assert [(option.label, option.note.split(" · ")[0]) for option in due] == [
        ("Tell it in your own words", "The GM move from the miss of bo"),
        ("Let the dice find the words", "The GM move from the miss of bo"),
        ("Grant it", "Ann asks: I take aim"),
        ("Refuse it, or name a condition", "Ann asks: I take aim"),
        ("Let the dice decide", "Ann asks: I take aim"),
    ]


# ------------------------------------------------------------------ too much is owed, and the next session


def test_when_too_much_is_owed_it_comes_first():
    story = Story(names={"ann": "Ann"})
    free = {"ann": [Offer("do/push", "Push", "x", _nothing), Offer("stand", "Let it stand", "x", _nothing)]}
    free[GM] = [Offer("do/move", "Move", "x", _nothing), Offer("do/end", "End", "x", _nothing, starts=False)]
    for number in range(floor.MOST_OWED):
        assert [it.key for it in floor.debts_first(story, free)["ann"]] == ["do/push", "stand"]
        owe(story, "cost", f"deed {number}", "x", GM)
    left = floor.debts_first(story, free)
    assert {seat: [it.key for it in mine] for seat, mine in left.items()} == {"ann": ["stand"], GM: ["do/end"]}
    ledger.mark(story, ledger.open_items(story)[0].id, "settled")
    assert not floor.is_overdue(story)


def _nothing(table: Any, speaker: Speaker) -> None: ...


def told_session() -> Story:
    story = Story(names={"ann": "Ann", "bo": "Bo"}, session=2)
    for text in ("We march.", "We rest.", "We rest."):
        narrate(Script(Patrol(story, {})), "ann", text, "story.journal")
    journal.strike(Script(Patrol(story, {})), story.journal[0].id)
    journal.enter(story, "patrol.push", "bo pushes on: a hit")
    journal.enter(story, "patrol.end", "the bridge is lost")
    return story


def test_previously_is_what_weighs_most_and_what_was_told_last():
    story = told_session()
    assert sessions.previously(story, {"patrol.end"}) == ("Ann: We rest.", "The bridge is lost.")
    assert sessions.previously(story, {"patrol.end"}, most=1) == ("The bridge is lost.",)


def test_the_next_session_knows_what_happened_and_what_is_owed_by_whom():
    before = told_session()
    owe(before, "cost", "the march", "x", "bo", advice="time")
    owe(before, "answer", "a question", "x", "ann")
    after = Story(names={"p1": "Bo", "p2": "Cy"})
    sessions.resume(after, sessions.so_far(before, {"patrol.end"}))
    assert (after.session, after.previously[-1]) == (3, "The bridge is lost.")
    assert [(it.kind, it.owner) for it in ledger.open_items(after)] == [("cost", "p1"), ("answer", GM)]
    assert "Previously:" in journal_panel(after).lines
    assert "## Previously" in to_markdown(after, "Patrol")
    assert to_json(after)["session"] == 3


def test_what_the_oracle_draws_together_is_of_one_kind():
    drawn = {_spark(faces) for faces in product(range(1, 7), repeat=4)}
    assert len(drawn) == 6 * 6 * 12
    for kind in kinds():
        assert len(set(kind.who)) == 6
        assert len(set(kind.does)) == 12
        assert all(f"{who} {does}" in drawn for who in kind.who for does in kind.does)
