"""The table: scenes, overrides, what the GM hides, absent players, and the oracle."""

from __future__ import annotations

import pytest

from adjudge.engine import Match
from adjudge.games.regulus import game
from adjudge.games.regulus.view import scene, view
from adjudge.story import GM
from adjudge.story.export import to_json, to_markdown
from adjudge.story.journal import find
from tests.games.regulus.evening import P1, Evening


@pytest.mark.rules("story.scene", "story.session-end")
def test_a_scene_does_not_end_quietly_while_something_is_owed():
    evening = Evening(scenes=2).roll(1)
    evening.act(GM, "do/close", "stay")
    assert evening.story.scene == 1
    evening.act(GM, "do/close", "carry", "The next morning")
    assert evening.story.scene == 2
    assert any("issue from No!" in event.text for event in evening.told if event.rule == "story.scene")
    assert len(evening.owed("issue")) == 2
    evening.act(GM, "do/close", "waive")
    assert evening.owed() == []
    assert game.outcome(evening.session) is not None


def test_a_player_suggests_the_end_of_a_scene():
    evening = Evening().act(P1, "do/close").act(GM, "grant", "")
    assert evening.story.scene == 2


@pytest.mark.rules("story.session-end")
def test_the_gm_ends_the_session_and_what_is_open_is_named():
    evening = Evening().attempt().act(GM, "do/end", "carry")
    outcome = game.outcome(evening.session)
    assert outcome is not None
    assert outcome.text == "The session ends after 1 scene, with 1 thing open"


@pytest.mark.rules("story.override")
def test_an_override_is_marked_and_reversible():
    evening = Evening().roll(2)
    evening.act(GM, "do/ruling", "Set a result aside", "Yes!", "the light was good")
    assert evening.contest.decided == "Yes!"
    assert [(it.kind, it.owner) for it in evening.owed()] == [("outcome", P1), ("and-clause", P1)]
    assert "the light was good" in evening.story.journal[-1].text
    evening.act(GM, "do/ruling", "Put a result back")
    assert evening.contest.decided == "No"
    assert [(it.kind, it.owner) for it in evening.owed()] == [("outcome", GM)]
    assert [it.taken_back for it in evening.story.overrides] == [True]


def test_checks_and_tests_can_be_overridden_too():
    evening = Evening().act(GM, "do/check", "Wealth", "", dice=(1, 1))
    evening.act(GM, "do/ruling", "Set a result aside", "a kind clerk")
    assert evening.session.checks[0].passed
    evening.act(P1, "do/ask", "Is it?").act(GM, "ordinary").act(P1, "nothing").act(P1, "roll", dice=(1,))
    evening.act(GM, "do/ruling", "Set a result aside", evening.test.id, "she knows it")
    assert (evening.test.result, [it.kind for it in evening.owed()]) == ("success", ["meaning", "true answer"])


def test_an_override_turns_a_dispute_round():
    evening = Evening().act(P1, "do/narrate", "I slip past").act(GM, "dispute").set_up().cast(2)
    slipping = evening.story.journal[0].id
    assert status(evening, slipping) == "struck"
    evening.act(GM, "do/ruling", "Set a result aside", "Yes", "they were asleep")
    assert status(evening, slipping) == "canon"


def status(evening: Evening, number: int) -> str:
    return find(evening.story, number).status


@pytest.mark.rules("story.notes", "story.secret-roll")
def test_what_lies_behind_the_screen_is_for_the_gm_alone():
    evening = Evening().act(GM, "do/screen", "Write a private note", "The barman is the killer")
    evening.act(GM, "do/screen", "Roll 2d6 in secret", dice=(6, 6))
    assert len(view(evening.session, GM).story.papers) == 2
    assert view(evening.session, P1).story.papers == []
    assert view(evening.session, None).story.papers == []
    assert "killer" not in str(scene(view(evening.session, P1), P1))
    assert "killer" in str(scene(view(evening.session, GM), GM))
    paper = evening.story.papers[0]
    evening.act(GM, "do/screen", f"Show {paper.id}: {paper.text}")
    assert evening.told[-1].reveal
    assert evening.told[-1].to == ()


@pytest.mark.rules("story.absent")
def test_the_gm_acts_for_a_player_who_is_away():
    evening = Evening().attempt().act(GM, "do/ruling", "Iris is away").act(GM, "approve")
    evening.act("gm for p1", "means/quality/Soldier").act(GM, "accept").act("gm for p1", "dice/1").act(GM, "calm")
    evening.act("gm for p1", "enough").act("gm for p1", "cast", dice=(5,))
    assert (evening.contest.seat, evening.contest.decided) == (P1, "Yes")
    evening.act(GM, "do/ruling", "Iris is back")
    assert evening.story.away == []


@pytest.mark.rules("story.approval")
def test_the_gm_switches_approvals():
    evening = Evening().act(GM, "do/ruling", "Approve everything").attempt()
    assert evening.contest.step == "means"
    evening.act(GM, "do/ruling", "Ask about outcomes and entries").act(P1, "means/quality/Soldier")
    assert evening.contest.step == "means-approval"


@pytest.mark.rules("story.oracle")
def test_any_decision_of_the_gm_may_be_left_to_the_dice_which_say_so():
    evening = Evening().attempt().act(GM, "1/by-dice", dice=(2,)).act(P1, "means/quality/Soldier")
    evening.act(GM, "1/by-dice", dice=(1,))
    assert evening.contest.step == "means"
    evening.act(P1, "means/quality/Marksman").act(GM, "1/by-dice", dice=(6,)).act(P1, "dice/1")
    evening.act(GM, "1/by-dice", dice=(5,))
    assert evening.contest.sudden == "sudden"
    evening.act(P1, "keep").cast(4).act(GM, "1/by-dice", dice=(1, 1, 1, 1))
    assert evening.contest.issue == "An old friend turns up too early."
    said = [event.text for event in evening.told if event.rule == "story.oracle"]
    assert said[0] == "by the dice: Can one roll decide it: The droid is incapacitated? Yes"


@pytest.mark.rules("story.oracle")
@pytest.mark.parametrize(("dice", "what"), [((1,), ""), ((3, 1, 1, 1, 1), "narration"), ((6, 1, 1, 1, 1), "challenge")])
def test_the_dice_move_the_world(dice, what):
    evening = Evening().act(P1, "do/narrate", "I look around").act(GM, "do/world/by-dice", dice=dice)
    assert evening.story.journal[0].status == "canon"
    assert bool(evening.session.contests) is (what == "challenge")
    assert (evening.story.journal[-1].by == GM) is (what == "narration")


@pytest.mark.rules("story.journal")
def test_the_journal_is_a_story_and_data():
    evening = Evening().act(P1, "do/narrate", "I open the door").roll(2)
    evening.act(GM, "do/screen", "Write a private note", "It is a trap").act(GM, "do/close", "carry", "At night")
    story = to_markdown(evening.story, "An evening")
    assert story.startswith("# An evening\n\n*Night in the harbour quarter.")
    assert "## Scene 1\n\n**Iris.** I open the door" in story
    assert "> No. It does not happen: The droid is incapacitated `result.no`" in story
    assert "in Means" not in story  # the dice are in the log
    assert "*At night*" in story
    data = to_json(evening.story)
    assert data["ledger"][0]["source"] == "No"
    assert "trap" not in str(data)


def test_a_session_is_undone_step_by_step_with_all_its_effects():
    match = Match.new(game, b"0" * 32, options={"approvals": "automatic"})
    match.answer("p1", "do/contest")
    match.answer("p1", "The droid is down")
    match.answer("p1", "I shoot")
    match.answer("p1", "now/1/means/luck")
    match.answer("p1", "A lucky shot")
    assert match.state.sheets["p1"].luck == 2
    match.answer("p1", "now/1/dice/3")
    match.undo("p1")
    assert match.state.contests[0].step == "dice"
    match.undo("p1")
    match.undo("p1")
    assert (match.state.sheets["p1"].luck, match.state.contests[0].step) == (3, "means")


def test_real_dice_are_entered_at_the_step_that_casts_them():
    match = Match.new(game, b"0" * 32, options={"approvals": "automatic"}, physical=["p1"])
    for seat, answer in [
        ("p1", "do/contest"),
        ("p1", "The droid is down"),
        ("p1", "I shoot"),
        ("p1", "now/1/means/none"),
        ("gm", "now/1/calm"),
        ("p1", "now/1/cast"),
    ]:
        match.answer(seat, answer)
    assert match.pending is not None
    assert match.pending.dice == (6,)
    match.throw("p1", [6])
    assert match.state.contests[0].decided == "Yes"


def test_a_scene_says_whom_the_table_waits_for():
    evening = Evening().attempt()
    assert scene(view(evening.session, P1), P1).note == "Waiting for the GM"
    evening.act(GM, "approve")
    assert scene(view(evening.session, P1), P1).note == "Waiting for you"
    assert scene(view(evening.session, GM), GM).note == "Waiting for Iris"
    evening.act(GM, "do/ruling", "On a Job from here")
    assert "on a Job" in scene(view(evening.session, P1), P1).note


def test_the_dice_see_to_all_that_waits_for_the_gm_in_one_go():
    evening = Evening().roll(1).act(GM, "now/by-dice", dice=(2, 2, 2, 2, 3, 3, 3, 3))
    assert evening.owed() == []
    assert evening.contest.is_over
    assert len({entry.text for entry in evening.story.journal if entry.by == GM}) == 3  # one of them lay ready


def test_one_may_wait_for_the_others():
    evening = Evening()
    assert not evening.has(P1, "listen")
    evening.attempt().act(P1, "listen")
    assert evening.contest.step == "approval"


def test_a_character_has_two_things_open_at_most():
    evening = Evening().attempt().threaten()
    assert not evening.has(P1, "do/contest")
    assert not evening.has(P1, "do/ask")
    assert not evening.has(GM, "do/challenge")
    evening.act(GM, "no-dice")
    assert evening.has(P1, "do/contest")


@pytest.mark.rules("story.override", "issue.record-ours")
def test_an_overridden_result_does_not_owe_again_what_was_told():
    evening = Evening().roll(1, 5, dice=2)
    issue = evening.owed("issue")[0]
    evening.act(GM, f"now/item/{issue.id}/tell", "An alarm")
    evening.act(GM, "do/ruling", "Set a result aside", "No", "too easy")
    assert [(it.kind, it.source) for it in evening.owed()] == [("outcome", "No")]
    evening.act(GM, "do/ruling", "Put a result back")
    assert [(it.kind, it.source) for it in evening.owed()] == [("outcome", "Yes")]


@pytest.mark.rules("story.override", "issue.record-ours")
def test_what_was_told_under_an_override_is_not_owed_again_either():
    evening = Evening().roll(1)
    evening.act(GM, "do/ruling", "Set a result aside", "No", "mercy")
    issue = evening.owed("issue")[0]
    evening.act(GM, f"now/item/{issue.id}/tell", "An alarm").act(GM, "do/ruling", "Put a result back")
    assert {(it.kind, it.source) for it in evening.owed()} == {("outcome", "No!"), ("issue", "No!")}


@pytest.mark.rules("story.override", "result.yes-double-exclamation")
def test_a_better_yes_owes_only_the_and_clause_that_is_new():
    evening = Evening().roll(6)
    clause = evening.owed("and-clause")[0].id
    evening.act(P1, f"now/item/{clause}/tell", "And its gun is mine").act(GM, "grant")
    evening.act(GM, "do/ruling", "Set a result aside", "Yes!!", "what a shot")
    assert len(evening.owed("and-clause")) == 1


@pytest.mark.rules("story.override", "possibly.accept-for-yes")
def test_an_issue_that_was_accepted_does_not_happen_twice():
    evening = Evening().roll(4).state_issue("An alarm").act(P1, "accept")
    evening.act(GM, "do/ruling", "Set a result aside", "Yes!", "bold")
    assert sum(entry.text == "An alarm" for entry in evening.story.journal) == 1


@pytest.mark.rules("story.override", "ruling.push-complication-stands")
def test_a_complication_stays_owed_whatever_the_gm_overrides():
    evening = Evening(rulings={"push_again": "once"}).roll(3).push(4, 2)
    evening.act(GM, "do/ruling", "Set a result aside", "Yes", "enough")
    assert [it.kind for it in evening.owed()] == ["complication", "outcome"]
