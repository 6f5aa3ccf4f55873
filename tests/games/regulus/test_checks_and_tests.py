"""The GM's two quick rolls."""

from __future__ import annotations

import pytest

from adjudge.story import GM
from tests.games.regulus.evening import P1, Evening


@pytest.mark.rules("check.when", "narrative.checks-and-tests-are-gm-tools")
def test_a_check_is_called_by_the_gm_and_the_player_has_no_choice_in_it():
    evening = Evening()
    assert not evening.has(P1, "do/check")
    evening.act(GM, "do/check", "Security", "", dice=(3, 3))
    assert evening.session.checks[-1].passed
    assert not any(key.startswith("now/") for key in evening.offered(P1))


@pytest.mark.rules("check.rating-source", "sheet.situation-rating-ours")
def test_a_situation_gives_a_rating_that_goes_with_it():
    evening = Evening().act(GM, "do/ruling", "Open a Situation", "The sweep")
    evening.act(GM, "do/ruling", "Give a Situation Rating", "Cover", 5)
    evening.act(GM, "do/check", "Cover", "", dice=(2, 3))
    assert (evening.session.checks[-1].total, evening.session.checks[-1].passed) == (10, True)
    evening.attempt().act(GM, "approve")
    assert evening.has(P1, "means/situation/Cover")
    evening.act(GM, "do/ruling", "Close the Situation")
    assert evening.session.situation_ratings == []
    assert not evening.has(P1, "means/situation/Cover")


@pytest.mark.rules("check.cap-16", "check.pass", "ruling.check-certain-results")
@pytest.mark.parametrize(("level", "reasons", "result"), [(3, ("one", "two", "three"), "failed"), (8, ("",), "passed")])
def test_a_roll_that_cannot_change_anything_may_be_skipped_and_has_no_total(level, reasons, result):
    evening = Evening()
    evening.session.sheets[P1].ratings["Wealth"] = level
    evening.act(GM, "do/check", "Wealth", *reasons, "skip")
    check = evening.session.checks[-1]
    assert (check.total, check.passed, evening.rolled) == (None, result == "passed", [])
    assert evening.told[-1].text == f"Iris, Wealth against {check.target}: {result} without a roll"


@pytest.mark.rules("check.meaning-by-gm")
def test_what_a_check_means_is_owed_by_the_gm():
    evening = Evening().act(GM, "do/check", "Wealth", "", dice=(1, 1)).act(GM, "tell", "The box office laughs")
    assert evening.owed() == []
    assert evening.story.journal[-1].status == "canon"


@pytest.mark.rules("narrative.everyday-is-skipped", "test.when")
def test_a_question_may_be_answered_without_a_test():
    evening = Evening().act(P1, "do/ask", "What time is it?").act(GM, "answer")
    assert [it.kind for it in evening.owed()] == ["answer"]
    evening.act(GM, "tell", "Noon")
    assert evening.test.is_over


def named(*entries: str) -> Evening:
    return Evening().act(P1, "do/ask", "Is it safe?").act(GM, "ordinary").act(P1, "name", entries)


def target_shown(evening: Evening) -> str:
    return evening.offered(P1)[evening.key(P1, "roll")].label.partition(" (")[0]


@pytest.mark.rules("test.gm-offers", "ruling.means-approval")
def test_the_gm_may_refuse_any_entry_of_a_test_and_the_player_replace_it():
    evening = named("quality/Soldier", "quality/Card Sharp").act(GM, "refuse/quality/Soldier")
    with pytest.raises(Exception, match="quality/Soldier"):
        evening.act(P1, "name", ["quality/Soldier"])
    evening.act(P1, "name", ["rating/Wealth"]).act(GM, "accept")
    assert (evening.test.entries, target_shown(evening)) == (("quality/Card Sharp", "rating/Wealth"), "Roll: 2+")


@pytest.mark.rules("test.gm-offers", "ruling.means-approval")
def test_what_is_refused_in_a_test_need_not_be_replaced():
    evening = named("quality/Soldier", "quality/Card Sharp").act(GM, "refuse/quality/Card Sharp").act(P1, "nothing")
    evening.act(GM, "accept")
    assert (evening.test.entries, target_shown(evening)) == (("quality/Soldier",), "Roll: 3+")
    evening = named("quality/Soldier").act(GM, "refuse/quality/Soldier").act(P1, "nothing")
    assert target_shown(evening) == "Roll: 4+"


@pytest.mark.rules("ruling.means-approval")
def test_when_every_entry_is_refused_the_die_decides():
    evening = Evening()
    evening.session.sheets[P1].qualities, evening.session.sheets[P1].ratings = ["Soldier"], {}
    evening.act(P1, "do/ask", "Is it safe?").act(GM, "ordinary").act(P1, "name").act(GM, "refuse/quality/Soldier")
    assert target_shown(evening) == "Roll: 4+"


def test_an_entry_that_is_gone_before_it_is_named_leaves_nothing_to_name():
    evening = Evening().act(P1, "do/ask", "Is it safe?").act(GM, "ordinary")
    evening.session.sheets[P1].qualities, evening.session.sheets[P1].ratings = [], {}
    assert not evening.has(P1, "name")
    assert target_shown(evening.act(P1, "nothing")) == "Roll: 4+"


@pytest.mark.rules("story.oracle", "ruling.means-approval")
def test_the_dice_judge_each_entry_of_a_test_once():
    evening = named("quality/Soldier", "quality/Card Sharp").act(GM, "1/by-dice", dice=(1, 6))
    assert (evening.test.entries, evening.test.step) == (("quality/Card Sharp",), "entries")
    evening.act(P1, "nothing")
    assert evening.test.step == "decide"


def test_the_gm_may_offer_a_test():
    evening = Evening().act(GM, "do/test", "Does she notice the shadow?", "hard").act(P1, "nothing")
    assert evening.offered(P1)[evening.key(P1, "roll")].label.startswith("Roll: 5+")


@pytest.mark.rules("luck.full-ours", "test.luck-up-fails")
def test_failing_with_full_luck_is_offered_with_a_warning():
    evening = Evening()
    evening.luck = 6
    evening.act(P1, "do/ask", "Is it?").act(GM, "ordinary").act(P1, "nothing")
    assert "gains nothing" in str(evening.offered(P1)[evening.key(P1, "up")].note)
    evening.act(P1, "up")
    assert (evening.luck, evening.test.result) == (6, "failure")
    told = [event.text for event in evening.told]
    assert told[-2:] == ["Iris marks up Luck in vain: 6 is full", "Iris, failure: Is it?"]


@pytest.mark.rules("luck.empty-ours", "test.luck-down-succeeds")
def test_without_luck_no_test_succeeds_by_itself():
    evening = Evening()
    evening.luck = 0
    evening.act(P1, "do/ask", "Is it?").act(GM, "ordinary").act(P1, "nothing")
    assert not evening.has(P1, "down")


def test_a_one_in_a_check_or_test_makes_no_issue():
    evening = Evening().act(GM, "do/check", "Wealth", "", dice=(1, 1))
    evening.act(P1, "do/ask", "Is it?").act(GM, "ordinary").act(P1, "nothing").act(P1, "roll", dice=(1,))
    assert evening.issues() == []
