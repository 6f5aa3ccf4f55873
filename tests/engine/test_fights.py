"""A battle is the answer to a question: played here, told by hand, or by bots at once."""

from dataclasses import replace
from random import Random

import msgspec
import pytest

from adjudge.engine import Fight, Fought, Instead, Match, Outcome, playout, random_bot
from adjudge.engine.audit import audit
from adjudge.engine.errors import BadInput, IllegalAnswer, NeedsConsent, NotYourTurn, Refused
from adjudge.engine.fights import battle_match
from adjudge.engine.game import register
from adjudge.engine.log import Saved
from adjudge.engine.table import one_bot
from tests.engine.feud import Casualties, brawl, feud

SECRET = b"a secret of thirty-two bytes....."
FIGHT = Fight("brawl", {}, {"red": "ann", "blue": "bob"}, name="Yard")


def new(**how):
    return Match.new(feud, SECRET, **how)


def by_hand(*winners, fallen=()):
    return msgspec.to_builtins(FIGHT.by_hand(winners, {"fallen": list(fallen)}))


def test_a_battle_by_bots_is_the_same_for_the_same_seed():
    one, other = FIGHT.by_bots("seven"), FIGHT.by_bots("seven")
    assert one == other
    assert one.by == "bots"
    assert isinstance(one.report, Casualties)
    assert set(one.outcome.winners) <= {"red", "blue"}
    assert any(FIGHT.by_bots(str(seed)) != one for seed in range(9))


def test_every_answer_that_is_drawn_is_legal_and_survives_json():

    for seed in range(20):
        answer = FIGHT.sample(Random(seed))
        again = FIGHT.check(msgspec.json.decode(msgspec.json.encode(answer)), "feud.week")
        assert again == answer


@pytest.mark.parametrize(
    ("answer", "error", "sentence"),
    [
        ("red won", IllegalAnswer, "the result of the battle"),
        ({"by": "hand"}, BadInput, "outcome"),
        ({"by": "luck", "outcome": {"text": "", "rule": ""}}, BadInput, "match, hand, bots|hand"),
        (by_hand("green"), BadInput, "of red, blue"),
        (by_hand("red", "red"), Refused, "once"),
        (by_hand("red", fallen=["Nobody"]), BadInput, "report.fallen.*Nobody.*Rolf"),
        (by_hand("red", fallen=["Rolf", "Rita"]), Refused, "all of them fell"),
        ({**by_hand("red"), "match": "stolen"}, Refused, "by neither"),
        ({**by_hand("red"), "by": "match"}, Refused, "by its id"),
        ({**by_hand("red"), "by": "bots"}, Refused, "by its seed"),
        ({**by_hand("red"), "loot": 3}, BadInput, "loot"),
        ({"by": "hand", "outcome": {"text": "\x1b[2J", "rule": ""}}, Refused, "control"),
        ({"by": "hand", "outcome": {"text": "x" * 501, "rule": ""}}, Refused, "500"),
        ({"by": "hand", "outcome": {"text": "", "rule": "made.up"}}, BadInput, "a rule of Brawl"),
        ({"instead": "later"}, IllegalAnswer, "nothing else is asked"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(answer, error, sentence):
    with pytest.raises(error, match=sentence):
        FIGHT.check(answer, "feud.week")


def test_names_are_understood_in_any_clear_spelling():
    fought = FIGHT.check(by_hand("red", fallen=["bert"]), "feud.week")
    assert isinstance(fought, Fought)
    assert fought.report == Casualties(("Bert",))


def test_the_form_of_a_result_lists_the_names_that_may_stand_in_it():
    form = FIGHT.form()
    assert form["properties"]["winners"]["items"]["enum"] == ["red", "blue"]
    assert form["$defs"]["Casualties"]["properties"]["fallen"]["items"]["enum"] == ["Rolf", "Rita", "Bert", "Bess"]


def test_both_sides_see_the_battle_and_others_do_not_wait():
    match = new()
    assert match.pending.seats == ("ann", "bob", "cat")
    assert match.pending.for_seat("ann") is match.pending.for_seat("bob")
    match.answer("cat", "to Ann")
    assert match.pending.seats == ("ann", "bob")
    with pytest.raises(NotYourTurn):
        match.answer("cat", by_hand("red"))
    match.answer("bob", by_hand("blue", fallen=["Rolf", "Rita"]))
    assert match.state.weeks == 1


def test_something_else_can_be_answered_while_the_battle_waits():
    match = new()
    match.answer("ann", {"instead": "Thursday"})
    assert match.state.when == "Thursday"
    assert match.pending.for_seat("bob").instead is None
    match.undo("ann")
    assert match.state.when == ""


def test_a_result_is_taken_back_only_if_everybody_agrees():
    match = new()
    match.answer("ann", by_hand("red", fallen=["Bert"]))
    with pytest.raises(NeedsConsent):
        match.undo("ann")
    match.undo("ann", ("ann", "bob", "cat"))
    assert not match.state.fought


def test_bots_leave_a_battle_with_a_person_in_it_to_the_person_and_settle_all_else():
    match = new(bots={"bob": "random", "cat": "random"})
    assert match.state.toasted
    assert match.pending.seats == ("ann",)


def test_a_battle_between_bots_is_fought_at_once():
    match = new(bots={"ann": "random", "bob": "random"})
    assert match.state.fought
    assert match.pending.seats == ("cat",)


def test_bots_of_a_battle_think_where_those_of_its_campaign_do():
    for waits in (True, False):
        campaign = new(waits_for_thought=waits)
        assert battle_match(FIGHT, campaign, SECRET, "b").waits_for_thought is waits


def test_bots_play_the_whole_campaign():
    match = new(bots={"ann": "random", "bob": "random", "cat": "random"})
    assert match.outcome
    assert audit(match).is_clean
    assert new(bots={"ann": "random", "bob": "random", "cat": "random"}).log == match.log
    assert playout(feud, feud.configure({}), one_bot(random_bot), 3).weeks == 0


def test_a_campaign_goes_through_json_in_the_middle_and_replays():
    match = new()
    match.answer("ann", {"instead": "Thursday"})
    match.answer("ann", by_hand("red", fallen=["Bert"]))
    kept = msgspec.json.decode(msgspec.json.encode(match.save()), type=Saved)
    again = Match.load(kept)
    assert again.state == match.state
    assert audit(again).is_clean


def test_a_result_of_an_older_version_of_the_battle_is_taken_as_it_is(monkeypatch):
    match = new()
    match.answer("cat", "to Bob")
    match.answer("ann", by_hand("red", fallen=["Bert"]))
    kept = match.save()

    def refuse(*_):
        raise Refused("brawl.end", "no longer possible")

    stricter = replace(brawl, version="2", check_report=refuse)
    register(stricter)
    try:
        assert Match.load(kept).state == match.state
        assert audit(Match.load(kept)).is_clean
        with pytest.raises(Refused, match="no longer"):
            Match.load(kept).answer("ann", by_hand("red"))
    finally:
        register(brawl)


def played(fight, secret=SECRET, options=None):
    seats = {"red": "random", "blue": "random"}
    given = fight.options if options is None else options
    return Match.new(brawl, secret, match_id="yard-1", options=given, bots=seats)


def test_the_result_of_a_match_comes_with_its_id_and_version():
    fought = FIGHT.from_match(played(FIGHT))
    assert (fought.by, fought.match, fought.version) == ("match", "yard-1", "1")
    assert FIGHT.check(msgspec.to_builtins(fought), "feud.week") == fought


def test_a_foreign_or_unfinished_match_is_refused():
    with pytest.raises(BadInput, match="set up differently"):
        FIGHT.from_match(played(FIGHT, options={"red": ["Giant"]}))
    with pytest.raises(BadInput, match="goes on"):
        FIGHT.from_match(Match.new(brawl, SECRET))
    with pytest.raises(BadInput, match="a match of Brawl"):
        FIGHT.from_match(new())


def test_a_game_without_a_report_reports_winners_only():
    race = replace(brawl, id="race", report=None, report_type=None, check_report=None, report_choices=None)
    register(race)
    fight = Fight("race", {}, {"red": "ann"})
    assert fight.by_bots("1").report is None
    with pytest.raises(BadInput, match="winners only"):
        fight.check({"by": "hand", "outcome": {"text": "", "rule": ""}, "report": {"x": 1}}, "r")
    assert "report" not in fight.form()["properties"]


def test_a_battle_is_told_from_another_by_its_options_and_its_name():
    same = Fight("brawl", {}, {"red": "ann", "blue": "bob"}, name="Yard")
    assert same.identity() == FIGHT.identity()
    assert Fight("brawl", {}, {"red": "ann", "blue": "bob"}, name="Barn").key != FIGHT.key
    assert Fight("brawl", {"red": ["Giant"]}, {"red": "ann", "blue": "bob"}, name="Yard").key != FIGHT.key


def test_a_screen_learns_who_fights_and_what_else_is_asked():
    shown = new().pending.for_seat("ann").shown()
    assert [(seat.name, seat.holder) for seat in shown.seats] == [("Red", "ann"), ("Blue", "bob")]
    assert shown.instead.prompt == "Say when"
    assert (shown.game, shown.title) == ("brawl", "Brawl")


def test_winners_and_words_follow_from_a_result_by_hand():
    assert FIGHT.by_hand(["red"]).outcome == Outcome("Red won", "", ("red",))
    assert FIGHT.by_hand([]).outcome.text == "Nobody won"
    assert isinstance(FIGHT.check(by_hand("red"), "r"), Fought)
    assert isinstance(new().pending.for_seat("ann").check({"instead": "Friday"}, "r"), Instead)
