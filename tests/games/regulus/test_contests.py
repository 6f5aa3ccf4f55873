"""Contests from the desired outcome to the dice."""

from __future__ import annotations

import pytest

from adjudge.engine import Match
from adjudge.engine.chance import secret_from
from adjudge.games.regulus import game
from adjudge.games.regulus.state import Pool
from adjudge.story import GM
from tests.games.regulus.evening import P1, Evening, pool_now


@pytest.mark.rules("contest.order-of-steps", "contest.action-type", "contest.when", "narrative.trigger-contest")
def test_the_steps_come_in_the_order_of_the_book():
    evening = Evening().attempt()
    steps = [evening.contest.step]
    for seat, part, answers in [
        (GM, "approve", []),
        (P1, "means/quality/Soldier", []),
        (GM, "accept", []),
        (P1, "dice/2", []),
        (GM, "calm", []),
        (P1, "find", [["quality/Marksman"]]),
        (GM, "accept", []),
        (P1, "advantage/+1", []),
    ]:
        evening.act(seat, part, *answers)
        steps.append(evening.contest.step)
    assert steps == [
        *("approval", "means", "means-approval", "dice", "sudden", "leverage", "leverage-approval", "advantages"),
        "cast",
    ]


@pytest.mark.rules("contest.one-roll-may-cover-a-sequence")
def test_a_sequence_of_actions_is_one_contest_with_one_roll():
    evening = Evening().act(P1, "do/contest", "I have the plans and am gone", "I climb in, open the safe and run")
    evening.set_up().cast(5)
    assert len(evening.session.contests) == 1
    assert evening.rolled == [(5,)]


@pytest.mark.rules("contest.roll-decides-outcome-and-issues")
def test_outcome_and_issues_are_two_separate_things():
    evening = Evening().roll(1, 1, 6, dice=3)
    assert evening.contest.decided == "Yes!"
    assert len(evening.issues()) == 2


def test_the_gm_may_ask_for_a_narrower_outcome():
    evening = Evening().attempt("I rule the city").act(GM, "narrow", "too much")
    assert evening.contest.step == "approval"
    assert not evening.has(GM, "approve")
    evening.act(P1, "restate", "I have the mayor's ear")
    assert evening.has(GM, "approve")
    assert evening.contest.wanted == "I have the mayor's ear"


@pytest.mark.rules("narrative.everyday-is-skipped")
def test_everyday_matters_get_no_dice():
    evening = Evening().attempt("My hands are clean").act(GM, "no-dice")
    assert evening.contest.is_over
    assert evening.rolled == []


def test_the_gm_is_told_when_something_that_failed_is_tried_again():
    evening = Evening().roll(2)
    evening.act(GM, "tell", "It stands").attempt()
    assert "tried" in str(evening.offered(GM)[evening.key(GM, "approve")].note)


@pytest.mark.rules("contest.means")
def test_means_is_one_entry_that_the_gm_may_refuse_and_the_player_replace():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Card Sharp").act(GM, "refuse")
    assert evening.contest.step == "means"
    assert not evening.has(P1, "means/quality/Card Sharp")
    evening.act(P1, "means/rating/Wealth").act(GM, "accept")
    assert evening.contest.means == "rating/Wealth"


def test_a_rating_of_level_zero_is_no_entry():
    evening = Evening()
    evening.session.sheets[P1].ratings["Wealth"] = 0
    evening.attempt().act(GM, "approve")
    assert not evening.has(P1, "means/rating/Wealth")
    assert evening.has(P1, "means/rating/Security")


def test_without_means_there_is_one_die_and_no_leverage():
    evening = Evening().attempt().set_up(means="")
    assert evening.contest.step == "cast"
    assert pool_now(evening) == Pool(1, "No Means")


@pytest.mark.rules("contest.means-one-to-three-dice", "contest.more-dice-more-risk")
def test_with_means_the_player_takes_one_to_three_dice():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    labels = [evening.offered(P1)[evening.key(P1, f"dice/{count}")].label for count in (1, 2, 3)]
    assert labels == ["1 die", "2 dice", "3 dice"]


@pytest.mark.rules("leverage.one-advantage-per-entry", "leverage.maximum-three", "leverage.one-option-per-advantage")
def test_each_further_entry_gives_one_advantage_and_three_are_the_most():
    evening = Evening().attempt().set_up(take=("+1", "d8", "re-roll"))
    assert evening.contest.step == "cast"
    assert pool_now(evening) == Pool(1, "Means", eights=1, rerolls=1, plus=1)


def test_the_entry_of_the_means_is_no_leverage():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    evening.act(P1, "dice/1").act(GM, "calm")
    with pytest.raises(Exception, match="quality/Soldier"):
        evening.act(P1, "find", ["quality/Soldier"])


def test_a_refused_entry_of_leverage_may_be_replaced():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    evening.act(P1, "dice/1").act(GM, "calm").act(P1, "find", ["quality/Marksman", "quality/Card Sharp"])
    evening.act(GM, "refuse/quality/Card Sharp")
    assert (evening.contest.leverage, evening.contest.step) == (("quality/Marksman",), "leverage")
    evening.act(P1, "find", ["rating/Wealth"]).act(GM, "accept")
    assert evening.contest.leverage == ("quality/Marksman", "rating/Wealth")


def test_an_entry_that_is_gone_before_it_is_found_leaves_no_leverage():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    evening.act(P1, "dice/1").act(GM, "calm")
    evening.session.sheets[P1].qualities, evening.session.sheets[P1].ratings = ["Soldier"], {}
    assert not evening.has(P1, "find")
    assert evening.act(P1, "enough").contest.step == "cast"


def test_the_dice_judge_each_entry_once():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    evening.act(P1, "dice/1").act(GM, "calm").act(P1, "find", ["quality/Marksman", "quality/Card Sharp"])
    evening.act(GM, "1/by-dice", dice=(6, 1))
    assert (evening.contest.leverage, evening.contest.step) == (("quality/Marksman",), "leverage")
    evening.act(P1, "enough")
    assert evening.contest.step == "advantages"


def test_the_player_may_take_fewer_advantages_than_found():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    evening.act(P1, "dice/1").act(GM, "calm").act(P1, "find", ["quality/Marksman"]).act(GM, "accept")
    evening.act(P1, "advantage/stop")
    assert evening.contest.step == "cast"


def advantages_left(evening: Evening) -> set[str]:
    return {key.rpartition("/")[2] for key in evening.offered(P1) if "/advantage/" in key} - {"stop"}


@pytest.mark.rules("luck.full-ours", "advantage.favored")
def test_options_that_would_do_nothing_are_not_offered():
    evening = Evening()
    evening.luck = 6
    evening.attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept").act(P1, "dice/1")
    evening.act(GM, "calm").act(P1, "find", ["quality/Marksman", "rating/Wealth", "rating/Security"]).act(GM, "accept")
    assert advantages_left(evening) == {"+1", "discard", "re-roll", "d8", "favored"}  # Luck is full
    evening.act(P1, "advantage/favored")
    assert "favored" not in advantages_left(evening)
    evening.act(P1, "advantage/d8")
    assert "d8" not in advantages_left(evening)  # there is only one die


@pytest.mark.rules("roll.cast-after-setup")
def test_nothing_of_the_set_up_is_changed_once_the_dice_are_cast():
    evening = Evening().roll(3, take=("re-roll",), then=("keep",))
    assert not any(key.startswith("now/") for key in evening.offered(P1))  # the GM complicates it first
    evening.complicate()
    assert {key.rpartition("/")[2] for key in evening.offered(P1) if key.startswith("now/")} == {"accept", "push"}


@pytest.mark.rules("roll.column")
@pytest.mark.parametrize(
    ("means", "paid", "take", "column"),
    [
        ("", False, (), "No Means"),
        ("quality/Soldier", False, (), "Means"),
        ("quality/Soldier", False, ("favored",), "Favored"),
        ("quality/Soldier", True, (), "Favored"),
        ("", True, (), "Favored"),
    ],
)
def test_the_column_is_favored_else_means_else_no_means(means, paid, take, column):
    evening = Evening().attempt().set_up(means=means, sudden=paid, take=() if paid else take)
    if paid:
        evening.act(P1, "pay")
        evening.lever()
    assert pool_now(evening).column == column


@pytest.mark.rules("luck.pay-sudden-only-if-sudden")
def test_in_a_calm_contest_no_luck_buys_the_favored_column():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept")
    evening.act(P1, "dice/1").act(GM, "calm")
    assert not evening.has(P1, "pay")


def test_means_may_be_bought_after_the_gm_has_said_sudden():
    evening = (
        Evening()
        .attempt()
        .set_up(means="", sudden=True)
        .act(P1, "keep")
        .act(P1, "buy", "A door stands open")
        .act(GM, "agree")
    )
    assert evening.contest.step == "dice"
    evening.act(P1, "dice/3").cast(5, 2, 2)
    assert (evening.luck, evening.contest.column, evening.contest.decided) == (2, "Means", "Yes")


@pytest.mark.rules("luck.no-refund-ours")
def test_luck_that_was_paid_stays_paid_after_a_bad_roll():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/luck", "Luck").act(GM, "agree").act(P1, "dice/1")
    evening.act(GM, "calm").act(P1, "enough").cast(1)
    assert (evening.contest.decided, evening.luck) == ("No!", 2)
    spent = next(item for item in evening.story.ledger if item.kind == "luck")
    assert (spent.status, spent.source) == ("settled", "Means")


def test_luck_won_by_an_advantage_can_win_back_what_sudden_cost():
    evening = Evening()
    evening.luck = 1
    evening.attempt().set_up(sudden=True).act(P1, "pay").lever("Luck")
    assert evening.luck == 1


@pytest.mark.rules("contest.npc-ours", "challenge.same-rules")
def test_the_gm_never_rolls_a_contest_for_the_world():
    evening = Evening()
    assert not evening.has(GM, "do/contest")
    evening.threaten()
    assert (evening.contest.kind, evening.contest.seat) == ("challenge", P1)
    evening.act(P1, "react", "I duck").act(P1, "means/quality/Soldier").act(GM, "accept").act(P1, "dice/2")
    evening.act(GM, "calm").act(P1, "find", ["quality/Marksman"]).act(GM, "accept").act(P1, "advantage/+1")
    evening.cast(3, 2)
    assert evening.contest.result == "Possibly"


@pytest.mark.rules("narrative.trigger-challenge")
def test_a_threat_to_several_characters_is_one_challenge_for_each():
    evening = Evening(players=2, sheets=[])
    evening.act(GM, "do/challenge", "The roof comes down", ["p1", "p2"])
    assert [(it.kind, it.seat) for it in evening.session.contests] == [("challenge", "p1"), ("challenge", "p2")]


def test_with_automatic_approval_only_sudden_is_asked_of_the_gm():
    evening = Evening(approvals="automatic").attempt()
    assert evening.contest.step == "means"
    evening.act(P1, "means/quality/Soldier").act(P1, "dice/1").act(GM, "calm").act(P1, "enough").cast(6)
    item = evening.owed("and-clause")[0].id
    evening.act(P1, f"now/item/{item}/tell", "And its master runs")
    assert evening.owed("and-clause") == []


@pytest.mark.rules("luck.pay-means-circumstance")
def test_the_gm_has_a_say_in_the_lucky_circumstance():
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/luck", "A tank breaks through the wall")
    assert evening.contest.step == "circumstance"
    assert not evening.has(P1, "dice/1")
    evening.act(GM, "reword", "A cart blocks the droid's view")
    assert (evening.contest.circumstance, evening.luck) == ("A cart blocks the droid's view", 2)
    assert evening.story.journal[-1].text == "Iris, by luck: A cart blocks the droid's view"
    assert evening.has(P1, "dice/3")


@pytest.mark.rules("luck.pay-means-circumstance", "story.oracle")
@pytest.mark.parametrize(("dice", "words"), [((2,), "Fog"), ((1, 1, 1, 1, 1), "an old friend turns up too early")])
def test_the_dice_may_judge_the_lucky_circumstance(dice, words):
    evening = Evening().attempt().act(GM, "approve").act(P1, "means/luck", "Fog").act(GM, "1/by-dice", dice=dice)
    assert evening.contest.circumstance == words


@pytest.mark.rules("luck.pay-means-circumstance", "story.approval")
def test_where_everything_is_approved_the_player_names_the_luck():
    evening = Evening(approvals="automatic").attempt().act(P1, "means/luck", "Fog")
    assert (evening.contest.step, evening.story.journal[-1].text) == ("dice", "Iris, by luck: Fog")


@pytest.mark.rules("contest.order-of-steps", "contest.outcome-first", "contest.action-type")
def test_the_desired_outcome_is_asked_before_the_action():
    match = Match.new(game, b"0" * 32)
    asked = []
    for answer in ("do/contest", "The droid is down", "I shoot"):
        match.answer(P1, answer)
        asked += [match.pending.rule] if match.pending else []
    assert asked == ["contest.outcome-first", "contest.action-type", "story.floor"]
    assert (match.state.contests[0].wanted, match.state.contests[0].action) == ("The droid is down", "I shoot")


@pytest.mark.rules("contest.means-one-to-three-dice")
def test_whoever_knows_what_they_want_is_through_in_five_answers():
    match = Match.new(game, secret_from(11), bots={"gm": "storyteller"})
    answers = ["do/contest", "I get the case", "I palm it", "now/1/means/quality/Lightning Reflexes", "now/1/at-once/2"]
    for answer in answers:
        match.answer("p1", answer)
    (contest,) = match.state.contests
    assert contest.faces
    assert contest.result
