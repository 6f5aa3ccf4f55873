"""What follows from a roll: Maybe and the push, Possibly, exclamation marks, Hell No, and what is owed."""

from __future__ import annotations

import pytest

from adjudge.games.regulus import game
from adjudge.games.regulus.outcomes import Foretold
from adjudge.odds.enumerate import distribution
from adjudge.story import GM
from tests.games.regulus.evening import P1, Evening


@pytest.mark.rules("issue.record-ours", "result.exclamation-means-and", "story.ledger")
def test_a_contest_is_closed_when_everything_it_brought_is_told_or_waived():
    evening = Evening().roll(6, 1, dice=2)
    assert [(it.kind, it.source, it.owner) for it in evening.owed()] == [
        ("outcome", "Yes!", P1),
        ("and-clause", "Yes!", P1),
        ("issue", "a die showing 1", GM),
    ]
    outcome, clause, issue = (item.id for item in evening.owed())
    evening.act(P1, f"now/item/{outcome}/tell", "It falls")
    evening.act(P1, f"now/item/{clause}/tell", "And its gun is mine").act(GM, "grant")
    assert evening.contest.step == "narrate"
    evening.act(GM, "do/ruling", "Waive something owed", "enough happened")
    assert evening.contest.is_over
    assert next(it for it in evening.story.ledger if it.id == issue).status == "waived"


def test_an_and_clause_may_be_left_unused():
    evening = Evening().roll(6)
    evening.act(P1, "leave")
    assert [it.status for it in evening.story.ledger if it.kind == "and-clause"] == ["lapsed"]


def test_the_player_may_word_an_issue_if_the_gm_agrees():
    evening = Evening().roll(1, 5, dice=2)
    issue = evening.owed("issue")[0].id
    evening.act(P1, f"item/{issue}/suggest", "I lose my hat").act(GM, "refuse", "that is nothing")
    assert evening.owed("issue") != []
    evening.act(P1, f"item/{issue}/suggest", "I lose my pistol").act(GM, "grant")
    assert evening.owed("issue") == []
    assert evening.story.journal[-1].text == "I lose my pistol"


@pytest.mark.rules("result.hell-no")
def test_everybody_proposes_the_disaster_and_the_gm_picks():
    evening = Evening(players=2, sheets=[])
    evening.attempt().act(GM, "approve").act(P1, "means/none").act(GM, "calm").cast(1)
    disaster = evening.owed("disaster")[0].id
    evening.act(P1, f"item/{disaster}/suggest", "The whole bar is on fire")
    evening.act("p2", f"item/{disaster}/suggest", "It explodes")
    second = evening.story.proposals[1].id
    evening.act(GM, f"now/proposal/{second}/grant")
    assert evening.story.proposals == []
    assert (evening.story.journal[-1].text, evening.story.journal[-1].by) == ("It explodes", "p2")


@pytest.mark.rules("maybe.complication", "maybe.accept-or-push")
def test_the_complication_comes_before_the_choice_and_stands():
    evening = Evening().roll(3)
    assert not evening.has(P1, "push")
    evening.complicate()
    assert evening.has(P1, "push")
    assert [it.kind for it in evening.owed()] == ["push"]
    evening.act(P1, "push", dice=(6, 5))
    assert evening.contest.decided == "Yes"
    complication = next(it for it in evening.story.ledger if it.kind == "complication")
    assert (complication.status, evening.issues()) == ("settled", [])


def test_the_odds_of_a_push_stand_beside_the_certain_no():
    evening = Evening().roll(3).complicate()
    offer = evening.offered(P1)[evening.key(P1, "push")]
    assert offer.forecast is not None
    odds = distribution(offer.forecast, evening.session, policy=game.policy)
    assert sum(odds.chances.values()) == 1
    assert odds.chance(lambda told: told.result == "Possibly") * 36 == 9
    no = evening.offered(P1)[evening.key(P1, "accept")].forecast
    assert no is not None
    assert distribution(no, evening.session).chances == {Foretold("No", 0): 1}


def test_three_dice_in_the_last_column_are_pushed_as_they_are():
    evening = Evening().roll(4, means="").push(4, 4).push(4, 4, 4)
    assert (evening.contest.dice, evening.contest.column, evening.contest.result) == (3, "No Means", "Maybe")
    evening.push(5, 4, 4)
    assert evening.contest.result == "Possibly"
    assert evening.complications() == 3


def test_advantages_apply_afresh_to_a_pushed_roll_and_the_added_die_is_a_d6():
    evening = Evening().roll(3, 3, take=("d8", "re-roll"), then=("die-1",))
    assert evening.contest.result == "Maybe"
    evening.push(2, 4, 7, then=("die-1",))
    assert evening.contest.sides == (8, 6)
    assert evening.contest.decided == "Yes!"


def test_a_push_brings_in_neither_luck_nor_new_entries():
    evening = Evening().roll(3).complicate()
    choices = {key.rpartition("/")[2] for key in evening.offered(P1) if key.startswith("now/")}
    assert choices == {"accept", "push"}


def test_a_sudden_contest_can_be_pushed():
    evening = Evening().attempt().set_up(sudden=True).act(P1, "keep").cast(3).push(6, 6)
    assert evening.contest.decided == "Yes"


def test_favored_without_means_becomes_means_by_a_push():
    evening = Evening().attempt().set_up(means="", sudden=True).act(P1, "pay").cast(2).push(5, 1)
    assert (evening.contest.column, evening.contest.decided) == ("Means", "Yes")


@pytest.mark.rules("possibly.issue-proposed-first")
def test_the_issue_of_a_possibly_is_stated_before_anything_is_chosen():
    evening = Evening().roll(4)
    assert not evening.has(P1, "accept")
    evening.act(P1, "propose", "The lights go on").act(GM, "grant")
    assert evening.contest.issue == "The lights go on"
    evening.act(P1, "accept")
    assert evening.contest.decided == "Yes"
    assert any(entry.text == "The lights go on" for entry in evening.story.journal if entry.kind == "narration")


@pytest.mark.rules("challenge.no-happens", "challenge.leave-the-threat-in-play")
@pytest.mark.parametrize(("face", "rule"), [(2, "challenge.no-happens"), (5, "challenge.yes-avoids")])
def test_in_a_challenge_no_happens_and_yes_avoids(face, rule):
    evening = Evening().threaten().set_up().cast(face)
    assert evening.cites(rule)


@pytest.mark.rules("challenge.leave-the-threat-in-play", "challenge.exclamation-flips")
def test_the_advice_for_a_blanket_narration_is_shown_where_it_is_worded():
    evening = Evening().threaten().set_up().cast(6)
    notes = [str(offer.note) for offer in evening.offered(P1).values() if offer.rule == "challenge.exclamation-flips"]
    assert any("the threat stays in play" in note for note in notes)


def test_a_resolution_can_be_left_and_resumed_while_others_act():
    evening = Evening(players=2, sheets=[])
    evening.attempt().act(GM, "approve")
    evening.act("p2", "do/narrate", "I wait outside", ()).act(GM, "do/narrate", "It rains", ())
    evening.act("p2", "do/ask", "Is anybody there?").act(GM, "ordinary").act("p2", "nothing")
    evening.act(P1, "means/none").act("p2", "roll", dice=(6,)).act(GM, "calm").act(P1, "cast", dice=(6,))
    assert (evening.contest.decided, evening.test.result) == ("Yes", "success")
