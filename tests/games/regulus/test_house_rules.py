"""Every reading that a table may choose instead of ours changes just what it says."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from adjudge.games.regulus import game
from adjudge.games.regulus.rules.roll import Fall
from adjudge.games.regulus.state import Pool, Rulings
from adjudge.odds.forecasts import of_procedure
from adjudge.story import GM
from tests.games.regulus.evening import FURTHER, P1, Evening, falls, pool_now


def house(**rulings: str) -> Evening:
    return Evening(rulings=rulings)


def test_every_switch_of_the_rulebook_is_a_field_and_every_field_a_switch():
    fields = {name.replace("_", "-"): get_args(hint) for name, hint in get_type_hints(Rulings).items()}
    assert all(get_origin(hint) is Literal for hint in get_type_hints(Rulings).values())
    assert fields == {ruling.id: tuple(ruling.choices) for ruling in game.rulebook.switches()}
    ours = Rulings()
    assert all(getattr(ours, name.replace("-", "_")) == choices[0] for name, choices in fields.items())


@pytest.mark.parametrize(("ruling", "count"), [("per-die", 2), ("once", 1), ("colour", 0)])
def test_ones_count_per_die(ruling, count):
    assert len(house(ones_count_per_die=ruling).roll(1, 1, 5, dice=3).issues()) == count


@pytest.mark.parametrize(("ruling", "count"), [("add", 2), ("not-the-kept", 1), ("one-at-most", 1)])
def test_ones_add_to_result(ruling, count):
    assert len(house(ones_add_to_result=ruling).roll(1).issues()) == count


def test_not_the_kept_spares_only_the_die_that_gave_the_no():
    assert house(ones_add_to_result="not-the-kept").roll(1, 5, dice=2).issues() == ["a die showing 1"]


@pytest.mark.parametrize(("ruling", "count"), [("kept", 1), ("avoided", 0)])
def test_ones_not_declinable(ruling, count):
    evening = house(ones_not_declinable=ruling).roll(4, 1, dice=2).state_issue().act(P1, "decline")
    assert len(evening.issues()) == count


@pytest.mark.parametrize(("ruling", "count"), [("last-roll", 1), ("every-roll", 2)])
def test_ones_after_push(ruling, count):
    evening = house(ones_after_push=ruling).roll(2, 1, dice=2, take=("favored",)).push(6, 1, 2)
    assert len(evening.issues()) == count


def test_advantages_held_back_are_chosen_when_the_dice_lie():
    evening = house(advantage_chosen_before_roll="held")
    evening.attempt().act(GM, "approve").act(P1, "means/quality/Soldier").act(GM, "accept").act(P1, "dice/2")
    evening.act(GM, "calm").act(P1, "find", FURTHER[:3]).act(GM, "accept")
    assert evening.contest.step == "cast"
    evening.cast(1, 4, then=("+1", "discard", "favored", "discard"))
    assert (evening.contest.column, evening.contest.decided, evening.issues()) == ("Favored", "Yes", [])


@pytest.mark.parametrize(("ruling", "is_offered"), [("repeat", True), ("once-each", False)])
def test_advantage_repeats(ruling, is_offered):
    evening = house(advantage_repeats=ruling).attempt().act(GM, "approve").act(P1, "means/quality/Soldier")
    evening.act(GM, "accept").act(P1, "dice/1").act(GM, "calm").act(P1, "find", FURTHER[:2]).act(GM, "accept")
    assert evening.act(P1, "advantage/+1").has(P1, "advantage/+1") is is_offered


@pytest.mark.parametrize(("ruling", "column"), [("as-it-stands", "Favored"), ("one-left", "Means")])
def test_favored_without_means(ruling, column):
    evening = house(favored_without_means=ruling).attempt().set_up(means="", sudden=True).act(P1, "pay")
    assert pool_now(evening).column == column


@pytest.mark.rules("advantage.favored", "ruling.favored-without-means")
def test_favored_that_was_held_back_moves_the_column_as_favored_chosen_before():
    evening = house(
        advantage_chosen_before_roll="held", favored_without_means="one-left", leverage_without_means="allowed"
    )
    evening.attempt().act(GM, "approve").act(P1, "means/none").act(GM, "calm").act(P1, "find", FURTHER[:1])
    evening.act(GM, "accept").cast(5, then=("favored",))
    assert (evening.contest.column, evening.contest.decided) == ("Means", "Yes")


@pytest.mark.parametrize(("ruling", "step"), [("none", "cast"), ("allowed", "leverage")])
def test_leverage_without_means(ruling, step):
    evening = house(leverage_without_means=ruling).attempt().act(GM, "approve").act(P1, "means/none")
    assert evening.act(GM, "calm").contest.step == step


def levered_without_means(luck: int, *take: str) -> Evening:
    evening = house(leverage_without_means="allowed")
    evening.luck = luck
    return evening.attempt().set_up(means="", take=take)


@pytest.mark.rules("leverage.maximum-three", "luck.pay-means")
def test_means_bought_after_three_advantages_lead_from_the_dice_to_the_roll():
    evening = (
        levered_without_means(1, "+1", "+1", "+1")
        .act(P1, "buy", "A door stands open")
        .act(GM, "agree")
        .act(P1, "dice/3")
    )
    assert (evening.contest.step, pool_now(evening)) == ("cast", Pool(3, "Means", plus=3))


@pytest.mark.rules("leverage.maximum-three", "luck.pay-means")
def test_means_bought_after_fewer_advantages_leave_room_for_the_rest():
    evening = levered_without_means(1, "+1").act(P1, "buy", "A door stands open").act(GM, "agree").act(P1, "dice/1")
    assert evening.offered(P1)[evening.key(P1, "find")].label == "Name up to 2 entries"
    assert evening.act(P1, "enough").contest.step == "cast"


@pytest.mark.rules("advantage.mark-up-luck", "luck.pay-means", "ruling.luck-option-timing")
@pytest.mark.parametrize(("luck", "is_offered"), [(0, False), (1, True)])
def test_luck_won_by_an_advantage_buys_no_means_in_the_same_contest(luck, is_offered):
    evening = levered_without_means(luck, "Luck")
    assert (evening.luck, evening.has(P1, "buy")) == (luck + 1, is_offered)


def test_discard_only_die():
    count = house(discard_only_die="count-only").roll(1, take=("discard",), then=("discard",))
    assert (count.contest.decided, count.issues()) == ("No!", ["No!"])
    kept = house(discard_only_die="not-the-last").roll(1, take=("discard",))
    assert (kept.contest.decided, len(kept.issues())) == ("No!", 2)
    plain = house(discard_only_die="plain-no").roll(1, take=("discard",), then=("discard",))
    assert (plain.contest.decided, plain.issues()) == ("No", [])
    again = house(discard_only_die="roll-again").roll(1, 5, take=("discard",), then=("discard",))
    assert (again.contest.decided, again.issues()) == ("Yes", [])


@pytest.mark.parametrize(("ruling", "decided"), [("stands", "No!"), ("better", "Yes")])
def test_reroll_result_stands(ruling, decided):
    evening = house(reroll_result_stands=ruling).roll(5, 1, take=("re-roll",), then=("die-1",))
    assert evening.contest.decided == decided


def test_a_d8_after_the_roll_is_cast_for_a_die_that_lies():
    evening = house(d8_timing="after").roll(2, 3, 8, dice=2, take=("d8",), then=("die-1",))
    assert evening.rolled == [(2, 3), (8,)]
    assert (sorted(evening.contest.sides), evening.contest.decided) == ([6, 8], "Yes!!")


@pytest.mark.parametrize(("ruling", "step"), [("gm", "means-approval"), ("player", "dice")])
def test_means_approval(ruling, step):
    evening = house(means_approval=ruling).attempt().act(GM, "approve").act(P1, "means/quality/Soldier")
    assert evening.contest.step == step


def test_a_helper_is_one_of_three_advantages_and_shares_the_issues():
    evening = Evening(players=2, sheets=[], rulings={"helping": "helper"})
    evening.attempt().act(GM, "approve").act(P1, "means/quality/Lightning Reflexes").act(GM, "accept").act(P1, "dice/1")
    evening.act(GM, "calm").act(P1, "find", (), "help/p2").act(GM, "accept").act(P1, "advantage/favored").cast(1)
    assert evening.owed("issue")[0].authors == ("p1", "p2")


@pytest.mark.rules("ruling.helping", "leverage.maximum-three")
def test_only_one_character_helps():
    evening = Evening(players=3, sheets=[], rulings={"helping": "helper"})
    evening.attempt().act(GM, "approve").act(P1, "means/quality/Lightning Reflexes").act(GM, "accept").act(P1, "dice/1")
    evening.act(GM, "calm").act(P1, "find", ["quality/Card Sharp"], "help/p2").act(GM, "accept")
    assert evening.contest.leverage == ("quality/Card Sharp", "help/p2")


@pytest.mark.rules("ruling.helping", "ruling.means-approval")
def test_a_refused_helper_may_be_replaced_by_another():
    evening = Evening(players=3, sheets=[], rulings={"helping": "helper"})
    evening.attempt().act(GM, "approve").act(P1, "means/quality/Lightning Reflexes").act(GM, "accept").act(P1, "dice/1")
    evening.act(GM, "calm").act(P1, "find", (), "help/p2").act(GM, "refuse/help/p2").act(P1, "find", (), "help/p3")
    assert evening.contest.leverage == ("help/p3",)


def test_without_the_house_rule_nobody_helps():
    evening = Evening(players=2, sheets=[])
    evening.attempt().act(GM, "approve").act(P1, "means/quality/Lightning Reflexes").act(GM, "accept").act(P1, "dice/1")
    with pytest.raises(Exception, match="help/p2"):
        evening.act(GM, "calm").act(P1, "find", ["help/p2"])


def test_dice_may_be_chosen_last():
    evening = house(dice_before_sudden="last").attempt().act(GM, "approve").act(P1, "means/quality/Soldier")
    evening.act(GM, "accept")
    assert evening.contest.step == "sudden"
    evening.act(GM, "calm").act(P1, "enough")
    assert evening.contest.step == "dice"


@pytest.mark.parametrize(("ruling", "rerolls", "plus"), [("afresh", 1, 1), ("spent", 0, 1), ("none", 0, 0)])
def test_push_advantages(ruling, rerolls, plus):
    evening = house(push_advantages=ruling).roll(1, 2, take=("re-roll", "+1"), then=("die-1",))
    assert evening.contest.result == "Maybe"
    evening.push(4, 4, then=("keep",) * rerolls)
    assert evening.contest.result == {1: "Possibly", 0: "Maybe"}[plus]


def test_what_was_left_unused_is_not_spent():
    evening = house(push_advantages="spent").roll(3, take=("re-roll",), then=("keep",))
    assert evening.push(4, 4, 6, then=("die-1",)).contest.decided == "Yes"
    kept = house(push_advantages="spent").roll(3, 1, dice=2, take=("discard",), then=("keep",))
    assert kept.push(1, 4, 6, then=("discard",)).issues() == []


@pytest.mark.parametrize(("ruling", "pushes"), [("once", 1), ("twice", 2)])
def test_push_again(ruling, pushes):
    evening = house(push_again=ruling).roll(4, means="")
    for dice in ((4, 4), (4, 4, 4))[:pushes]:
        assert evening.contest.result == "Maybe"
        evening.push(*dice)
    assert evening.contest.decided == "No"
    assert evening.complications() == pushes + 1


def test_luck_may_keep_a_push_in_its_column():
    evening = house(push_no_new_resources="luck").roll(3).complicate().act(P1, "push-for-luck", dice=(5, 2))
    assert (evening.luck, evening.contest.column, evening.contest.decided) == (2, "Means", "Yes")


@pytest.mark.rules("advantage.mark-up-luck", "ruling.luck-option-timing")
@pytest.mark.parametrize(("luck", "is_offered"), [(0, False), (1, True)])
def test_luck_won_by_an_advantage_keeps_no_push_in_its_column(luck, is_offered):
    evening = house(push_no_new_resources="luck")
    evening.luck = luck
    assert evening.roll(3, take=("Luck",)).complicate().has(P1, "push-for-luck") is is_offered


@pytest.mark.parametrize(("ruling", "clauses"), [("two", 2), ("one-great", 1)])
def test_yes_double_exclamation(ruling, clauses):
    assert len(house(yes_double_exclamation=ruling).roll(8, take=("d8",)).owed("and-clause")) == clauses


@pytest.mark.rules("luck.level-ours")
@pytest.mark.parametrize(
    ("ruling", "start", "most"), [("three-of-six", 3, 6), ("no-maximum", 3, 9), ("five", 3, 5), ("start-one", 1, 6)]
)
def test_luck_range(ruling, start, most):
    evening = house(luck_range=ruling)
    assert evening.luck == start
    for _ in range(8):
        evening.act(P1, "do/ask", "Is it?").act(GM, "ordinary").act(P1, "nothing").act(P1, "up").act(
            GM, "tell", "Maybe"
        )
    assert evening.luck == min(start + 8, most if ruling != "no-maximum" else 11)


@pytest.mark.parametrize(("ruling", "step"), [("both", "luck"), ("one", "cast")])
def test_luck_both_payments(ruling, step):
    evening = (
        house(luck_both_payments=ruling).attempt().act(GM, "approve").act(P1, "means/luck", "Luck").act(GM, "agree")
    )
    assert evening.act(P1, "dice/1").act(GM, "sudden").contest.step == step


def test_luck_may_remove_a_reason_of_a_check():
    evening = house(luck_in_checks="removes-a-reason").act(GM, "do/check", "Wealth", "dear", "", "pay", dice=(4, 4))
    assert (evening.luck, evening.session.checks[-1].passed) == (2, True)


@pytest.mark.parametrize(("ruling", "kind"), [("as-it-befalls", "challenge"), ("disputer", "contest")])
def test_dispute_which_roll(ruling, kind):
    evening = house(dispute_which_roll=ruling).act(GM, "do/narrate", "Her cover is blown", [P1])
    entry = evening.story.journal[-1].id
    evening.act(P1, "dispute").set_up().cast(5)
    told = next(it for it in evening.story.journal if it.id == entry)
    assert (evening.contest.kind, evening.contest.decided, told.status) == (kind, "Yes", "struck")


@pytest.mark.rules("contest.outcome-first", "dispute.resolved-by-roll", "ruling.dispute-which-roll")
@pytest.mark.parametrize(
    ("face", "told", "status"), [(5, "Yes: {}", "struck"), (2, "No. It does not happen: {}", "canon")]
)
def test_who_disputes_by_a_contest_wants_the_narration_struck(face, told, status):
    evening = house(dispute_which_roll="disputer").act(GM, "do/narrate", "The cover is blown", [P1])
    evening.act(P1, "dispute").set_up().cast(face)
    wanted = "'The cover is blown' is struck"
    assert evening.contest.wanted == wanted
    assert evening.story.journal[-1].text == told.format(wanted)
    assert evening.story.journal[0].status == status
    assert evening.owed("outcome")[0].text == (wanted if status == "struck" else "It comes to nothing.")


@pytest.mark.parametrize(("ruling", "status"), [("canon", "canon"), ("and-clauses", "pending")])
def test_dispute_earned_narration(ruling, status):
    evening = house(dispute_earned_narration=ruling).roll(6)
    item = evening.owed("and-clause")[0].id
    evening.act(P1, f"now/item/{item}/tell", "And its gun is mine").act(GM, "grant")
    assert evening.story.journal[-1].status == status


@pytest.mark.parametrize(("ruling", "kind", "roller"), [("contest", "contest", "p1"), ("challenge", "challenge", "p2")])
def test_player_against_player(ruling, kind, roller):
    evening = Evening(players=2, sheets=[], rulings={"player_against_player": ruling})
    evening.act(P1, "do/contest", "He falls", "I trip him", (), ["p2"])
    assert (evening.contest.kind, evening.contest.seat) == (kind, roller)


def test_check_missing_rating():
    assert Evening().act(GM, "do/check", "another Rating", "Standing", "", dice=(5, 5)).session.checks[-1].passed
    fails = house(check_missing_rating="fails").act(GM, "do/check", "another Rating", "Standing", "")
    assert not fails.session.checks[-1].passed
    given = house(check_missing_rating="situation-first")
    given.act(GM, "do/check", "another Rating", "Standing", 4, "", dice=(3, 3))
    assert (given.session.checks[-1].level, given.session.checks[-1].passed) == (4, True)


@pytest.mark.parametrize(("ruling", "passed"), [("none", 0), ("double-six", 1), ("double-one", 0)])
def test_check_certain_results(ruling, passed):
    odds = of_procedure(game, "check", {"level": 0, "reasons": 3, "rulings": {"check_certain_results": ruling}})
    assert odds["passed"] * 36 == passed
    sure = of_procedure(
        game, "check", {"level": 8, "rulings": {"check_certain_results": ruling, "sheet_missing": "free-form"}}
    )
    assert sure["passed"] * 36 == (35 if ruling == "double-one" else 36)


@pytest.mark.parametrize(("ruling", "target"), [("hinder", 14), ("both-ways", 12)])
def test_check_only_hindering_reasons(ruling, target):
    helps = [1] if ruling == "both-ways" else []
    evening = house(check_only_hindering_reasons=ruling).act(
        GM, "do/check", "Wealth", "one", "two", "", *helps, dice=(6, 5)
    )
    assert evening.session.checks[-1].target == target


@pytest.mark.parametrize(("ruling", "success"), [("once", 5), ("each", 6)])
def test_test_floor(ruling, success):
    odds = of_procedure(game, "test", {"entries": 3, "rulings": {"test_floor": ruling}})
    assert odds["success"] * 6 == success


def test_luck_after_a_failed_test():
    evening = house(test_luck_before_roll="after").act(P1, "do/ask", "Is it?").act(GM, "ordinary").act(P1, "nothing")
    evening.act(P1, "roll", "down", dice=(1,))
    assert (evening.test.result, evening.luck) == ("success", 2)


@pytest.mark.parametrize(("ruling", "is_offered"), [("gm-watches", True), ("once-a-scene", False)])
def test_test_luck_farming(ruling, is_offered):
    evening = house(test_luck_farming=ruling).act(P1, "do/ask", "Is it?").act(GM, "ordinary").act(P1, "nothing")
    evening.act(P1, "up").act(P1, "do/ask", "And now?")
    assert "1 time in" in str(evening.offered(GM)[evening.key(GM, "ordinary")].note)
    evening.act(GM, "ordinary").act(P1, "nothing")
    assert evening.has(P1, "up") is is_offered


def test_a_free_form_sheet_has_any_number_of_qualities_and_any_levels():
    odd: dict[str, Any] = {"name": "Odd", "qualities": ["One"], "ratings": {"Wealth": 6, "Security": 6}}
    assert Evening(sheets=[odd], rulings={"sheet_missing": "free-form"}).session.sheets[P1].qualities == ["One"]
    with pytest.raises(Exception, match=r"sheets\[0\] \(Odd\).qualities"):
        Evening(sheets=[odd])


@pytest.mark.parametrize(("ruling", "is_entry"), [("ours", True), ("notes", False)])
def test_string_life_cycle_missing(ruling, is_entry):
    evening = house(string_life_cycle_missing=ruling).act(GM, "do/string", "Create a String", "Lucky charm: Iris")
    evening.attempt().act(GM, "approve")
    assert evening.has(P1, f"means/string/{evening.session.strings[0].id}") is is_entry


@pytest.mark.parametrize(("ruling", "contests"), [("one-roll", 1), ("one-each", 2)])
def test_group_action(ruling, contests):
    evening = Evening(players=2, sheets=[], rulings={"group_action": ruling})
    evening.act(P1, "do/contest", "We are on the roof", "We climb", ["p2"])
    assert len(evening.session.contests) == contests
    assert evening.session.contests[0].along == (("p2",) if contests == 1 else ())


@pytest.mark.parametrize("ruling", ["count-only", "not-the-last", "plain-no", "roll-again"])
def test_odds_follow_the_house_rule_on_the_last_die(ruling):
    rulings = Rulings(discard_only_die=ruling)
    pool = Pool(2, "Means", discards=2, rerolls=1)
    from_table = of_procedure(
        game, "contest", {"dice": 2, "discard": 2, "reroll": 1, "rulings": {"discard_only_die": ruling}}
    )
    assert from_table.map(lambda decided: decided.result).chances == falls(pool, rulings).map(_result).chances


def _result(fall: Fall) -> str:
    return fall.result
