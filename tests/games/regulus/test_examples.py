"""Every worked example of the reference and of its index, played at the table. The names say which."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudge.games.regulus import game
from adjudge.games.regulus.rules import roll
from adjudge.games.regulus.rules.strings import standing, written
from adjudge.games.regulus.state import Pool
from adjudge.odds.forecasts import of_procedure
from adjudge.story import GM
from tests.games.regulus.evening import OURS, P1, Evening, falls

# ------------------------------------------------------------------ the book's own


@pytest.mark.rules("check.roll", "check.pass", "check.examples")
def test_ex_book_gala_tickets():
    evening = Evening().act(GM, "do/check", "Wealth", "", dice=(4, 4))
    check = evening.session.checks[-1]
    assert (check.target, check.total, check.passed) == (10, 10, True)


@pytest.mark.rules("check.reasons", "check.pass", "check.meaning-by-gm")
def test_ex_book_gala_of_the_year():
    evening = Evening().act(GM, "do/check", "Wealth", "it is the gala of the year", "", dice=(4, 4))
    check = evening.session.checks[-1]
    assert (check.target, check.total, check.passed) == (12, 10, False)
    assert [item.owner for item in evening.owed("meaning")] == [GM]


def asked() -> Evening:
    evening = Evening().act(P1, "do/ask", "Is the drink doctored?").act(GM, "ordinary")
    return evening.act(P1, "name", ["quality/Impressive Extra-Sensory Perception"]).act(GM, "accept")


@pytest.mark.rules("test.gm-offers", "test.means", "test.roll", "test.success", "test.when")
def test_ex_book_iris_drink():
    evening = asked()
    assert evening.offered(P1)[evening.key(P1, "roll")].label.startswith("Roll: 3+")
    evening.act(P1, "roll", dice=(5,))
    assert evening.test.result == "success"
    assert [item.kind for item in evening.owed()] == ["true answer"]


@pytest.mark.rules("test.luck-down-succeeds")
def test_ex_book_iris_luck():
    evening = asked().act(P1, "down")
    assert (evening.test.result, evening.luck, evening.rolled) == ("success", 2, [])


@pytest.mark.rules("contest.outcome-first", "contest.means-from-quality", "roll.lookup", "result.yes")
def test_ex_book_pistol_contest():
    evening = Evening().roll(5, means="quality/Marksman")
    assert (evening.contest.column, evening.contest.decided) == ("Means", "Yes")
    assert evening.contest.wanted == "The droid is incapacitated"
    assert evening.issues() == []


@pytest.mark.rules(
    "challenge.when", "challenge.yes-avoids", "challenge.exclamation-flips", "challenge.blanket-narration-limit"
)
def test_ex_book_droid_challenge():
    evening = Evening().threaten().set_up().cast(6)
    assert evening.contest.decided == "Yes!"
    assert [item.kind for item in evening.owed()] == ["outcome", "blanket narration"]
    item = evening.owed("blanket narration")[0].id
    assert "related to the challenge" in str(evening.offered(P1)[f"now/item/{item}/tell"].note)
    evening.act(P1, f"now/item/{item}/tell", "I slip away and pocket the caplet").act(GM, "grant")
    assert "pocket the caplet" in evening.story.journal[-1].text


@pytest.mark.rules("string.definition", "string.attach", "string.attached-are-affected")
def test_ex_book_string_attached():
    evan = {"name": "Evan", "qualities": list("abcde"), "ratings": {"Wealth": 3, "Security": 3}}
    iris = {"name": "Iris", "qualities": list("vwxyz"), "ratings": {"Wealth": 3, "Security": 3}}
    evening = Evening(players=2, sheets=[iris, evan])
    evening.act(GM, "do/string", "Create a String", "Hunted by Inspector Luther: Iris")
    string = evening.session.strings[-1]
    assert written(string) == "Hunted by Inspector Luther: Iris"
    evening.attempt().act(GM, "approve")
    assert evening.has("p1", f"means/string/{string.id}")
    evening.act("p2", "do/contest", "I get away", "I run", (), ()).act(GM, "approve")
    assert not evening.has("p2", f"means/string/{string.id}")


# ------------------------------------------------------------------ contests


@pytest.mark.rules("contest.no-means-one-die", "roll.lookup")
def test_ex_no_means_six():
    evening = Evening().roll(6, means="")
    assert (evening.contest.column, evening.contest.decided) == ("No Means", "Yes")
    assert evening.owed("and-clause") == []


@pytest.mark.rules("roll.keep-highest", "ones.noted", "ones.create-issues", "result.yes-exclamation")
def test_ex_six_and_one():
    evening = Evening().roll(1, 6, dice=2)
    assert evening.contest.decided == "Yes!"
    assert len(evening.owed("and-clause")) == 1
    assert evening.issues() == ["a die showing 1"]


@pytest.mark.rules("ones.create-issues", "roll.keep-highest")
def test_ex_two_ones_and_a_five():
    evening = Evening().roll(1, 1, 5, dice=3)
    assert evening.contest.decided == "Yes"
    assert len(evening.issues()) == 2


@pytest.mark.rules("result.no-exclamation", "ones.create-issues")
def test_ex_lone_one_with_means():
    evening = Evening().roll(1)
    assert evening.contest.decided == "No!"
    assert evening.issues() == ["No!", "a die showing 1"]


@pytest.mark.rules("result.hell-no", "ones.create-issues")
def test_ex_lone_one_without_means():
    evening = Evening().roll(1, means="")
    assert evening.contest.decided == "Hell No"
    disaster = evening.owed("disaster")[0]
    assert (disaster.owner, disaster.authors) == (GM, (P1,))
    assert evening.issues() == ["a die showing 1"]


@pytest.mark.rules("advantage.favored", "result.no", "ones.create-issues")
def test_ex_lone_one_favored():
    evening = Evening().roll(1, take=("favored",))
    assert (evening.contest.column, evening.contest.decided) == ("Favored", "No")
    assert evening.issues() == ["a die showing 1"]


@pytest.mark.rules("advantage.plus-one", "ones.noted")
def test_ex_plus_one_keeps_the_one():
    evening = Evening().roll(1, take=("+1",))
    assert evening.contest.decided == "No"
    assert evening.issues() == ["a die showing 1"]


@pytest.mark.rules("advantage.discard-one", "possibly.issue-proposed-first")
def test_ex_discard_with_two_dice():
    evening = Evening().roll(1, 4, dice=2, take=("discard",), then=("discard",))
    assert evening.contest.result == "Possibly"
    evening.state_issue().act(P1, "decline")
    assert evening.issues() == []


@pytest.mark.rules("advantage.discard-one", "result.no-exclamation")
def test_ex_discard_lone_one():
    evening = Evening().roll(1, take=("discard",), then=("discard",))
    assert evening.contest.decided == "No!"
    assert evening.issues() == ["No!"]


@pytest.mark.rules("advantage.discard-one", "ones.create-issues", "maybe.accept-or-push")
def test_ex_discard_one_of_two_ones():
    evening = Evening().roll(1, 1, 3, dice=3, take=("discard",), then=("discard",))
    assert evening.contest.result == "Maybe"
    evening.complicate().act(P1, "accept")
    assert evening.contest.decided == "No"
    assert (evening.complications(), evening.issues()) == (1, ["a die showing 1"])


@pytest.mark.rules("advantage.re-roll", "roll.keep-highest")
def test_ex_re_roll_improves():
    evening = Evening().roll(2, 3, 6, dice=2, take=("re-roll",), then=("die-1",))
    assert sorted(evening.contest.faces) == [3, 6]
    assert evening.contest.decided == "Yes!"


@pytest.mark.rules("advantage.re-roll", "ones.create-issues")
def test_ex_re_roll_makes_it_worse():
    evening = Evening().roll(4, 1, take=("re-roll",), then=("die-1",))
    assert evening.contest.decided == "No!"
    assert len(evening.issues()) == 2


@pytest.mark.rules("advantage.re-roll", "advantage.discard-one")
def test_ex_re_roll_then_discard():
    evening = Evening().roll(3, 2, 1, dice=2, take=("re-roll", "discard"), then=("die-1", "discard"))
    assert evening.contest.result == "Maybe"
    evening.complicate().act(P1, "accept")
    assert evening.issues() == []


@pytest.mark.rules("advantage.d8", "roll.seven-plus", "result.yes-double-exclamation")
def test_ex_d8_shows_eight():
    evening = Evening().roll(8, take=("d8",))
    assert evening.contest.decided == "Yes!!"
    assert len(evening.owed("and-clause")) == 2


@pytest.mark.rules("advantage.d8", "ones.noted")
def test_ex_d8_shows_one():
    evening = Evening().roll(1, 5, dice=2, take=("d8",))
    assert evening.contest.sides == (8, 6)
    assert evening.contest.decided == "Yes"
    assert evening.issues() == ["a die showing 1"]


@pytest.mark.rules("advantage.plus-one", "roll.seven-plus")
def test_ex_plus_one_reaches_seven():
    assert Evening().roll(6, take=("+1",)).contest.decided == "Yes!!"


@pytest.mark.rules("advantage.plus-one", "leverage.maximum-three")
def test_ex_three_plus_ones():
    assert Evening().roll(3, take=("+1", "+1", "+1")).contest.decided == "Yes!"


@pytest.mark.rules("advantage.mark-up-luck", "result.no")
def test_ex_luck_advantage():
    evening = Evening().roll(2, take=("Luck",))
    assert (evening.luck, evening.contest.decided) == (4, "No")


@pytest.mark.rules("possibly.accept-for-yes", "possibly.decline-for-no")
def test_ex_possibly_both_ways():
    accepted = Evening().roll(4).state_issue().act(P1, "accept")
    assert (accepted.contest.decided, accepted.issues()) == ("Yes", ["Possibly"])
    declined = Evening().roll(4).state_issue().act(P1, "decline")
    assert (declined.contest.decided, declined.issues()) == ("No", [])


@pytest.mark.rules("possibly.decline-for-no", "ones.create-issues")
def test_ex_possibly_with_a_one():
    evening = Evening().roll(4, 1, dice=2).state_issue("An alarm").act(P1, "decline")
    assert (evening.contest.decided, evening.issues()) == ("No", ["a die showing 1"])
    assert not any(entry.kind == "narration" and "An alarm" in entry.text for entry in evening.story.journal)


# ------------------------------------------------------------------ pushing


@pytest.mark.rules("maybe.accept-or-push", "push.one-more-die", "push.column-moves-right", "maybe.complication")
def test_ex_push_from_means():
    evening = Evening().roll(3)
    assert evening.contest.result == "Maybe"
    evening.push(5, 2)
    assert (evening.contest.dice, evening.contest.column, evening.contest.result) == (2, "No Means", "Possibly")
    assert evening.complications() == 1


@pytest.mark.rules("push.one-more-die", "push.column-moves-right", "ones.noted")
def test_ex_push_forgets_first_one():
    evening = Evening().roll(2, 1, dice=2, take=("favored",))
    assert evening.contest.result == "Maybe"
    evening.push(6, 1, 2)
    assert (evening.contest.dice, evening.contest.column, evening.contest.decided) == (3, "Means", "Yes!")
    assert evening.issues() == ["a die showing 1"]


@pytest.mark.rules("maybe.accept-or-push", "ones.create-issues")
def test_ex_maybe_accepted_with_one():
    evening = Evening().roll(2, 1, dice=2, take=("favored",)).complicate().act(P1, "accept")
    assert (evening.complications(), evening.contest.decided, evening.issues()) == (1, "No", ["a die showing 1"])


@pytest.mark.rules("push.no-means-stays", "push.one-more-die")
def test_ex_push_twice_without_means():
    evening = Evening().roll(4, means="").push(4, 4)
    assert (evening.contest.dice, evening.contest.column, evening.contest.result) == (2, "No Means", "Maybe")
    evening.push(6, 2, 1)
    assert (evening.contest.dice, evening.contest.column, evening.contest.decided) == (3, "No Means", "Yes")
    assert (evening.complications(), evening.issues()) == (2, ["a die showing 1"])


@pytest.mark.rules("push.one-more-die", "advantage.plus-one")
def test_ex_push_keeps_plus_one():
    evening = Evening().roll(2, take=("+1",))
    assert evening.contest.result == "Maybe"
    evening.push(5, 3)
    assert (evening.contest.column, evening.contest.decided) == ("No Means", "Yes")


# ------------------------------------------------------------------ sudden and luck


@pytest.mark.rules("contest.sudden-skips-leverage", "contest.sudden-gm-decides")
def test_ex_sudden_no_leverage():
    evening = Evening().attempt().set_up(dice=2, sudden=True).act(P1, "keep")
    assert evening.contest.step == "cast"
    evening.cast(3, 2)
    assert (evening.contest.column, evening.contest.advantages, evening.contest.result) == ("Means", (), "Maybe")


@pytest.mark.rules("luck.pay-sudden", "luck.pay-sudden-free-favored")
def test_ex_sudden_paid():
    evening = Evening()
    evening.luck = 2
    evening.attempt().set_up(sudden=True).act(P1, "pay").lever("+1", "d8").cast(3)
    assert (evening.luck, evening.contest.sides) == (1, (8,))
    assert (evening.contest.column, evening.contest.decided) == ("Favored", "Yes")


@pytest.mark.rules("luck.pay-means", "contest.means-one-to-three-dice", "luck.pay-means-circumstance")
def test_ex_means_bought():
    evening = Evening()
    evening.luck = 1
    evening.attempt().act(GM, "approve").act(P1, "means/luck", "The droid slips on oil").act(GM, "agree").act(
        P1, "dice/3"
    )
    evening.act(GM, "calm").act(P1, "enough").cast(2, 5, 5)
    assert (evening.luck, evening.contest.column, evening.contest.decided) == (0, "Means", "Yes")
    assert evening.contest.circumstance == "The droid slips on oil"


@pytest.mark.rules("luck.pay-means", "luck.pay-sudden", "luck.pay-sudden-free-favored")
def test_ex_both_payments():
    evening = Evening()
    evening.luck = 2
    evening.attempt().act(GM, "approve").act(P1, "means/luck", "A lucky day").act(GM, "agree").act(P1, "dice/3")
    evening.act(GM, "sudden").act(P1, "pay").act(P1, "enough").cast(3, 2, 2)
    assert (evening.luck, evening.contest.column, evening.contest.result) == (0, "Favored", "Possibly")


@pytest.mark.rules("luck.empty-ours", "luck.pay-sudden")
def test_ex_luck_empty():
    evening = Evening()
    evening.luck = 0
    evening.attempt().set_up(sudden=True)
    assert evening.contest.step == "cast"
    assert not evening.has(P1, "pay")


# ------------------------------------------------------------------ challenges, checks, tests, strings, disputes


@pytest.mark.rules("challenge.no-happens", "result.no-exclamation")
def test_ex_challenge_no_exclamation():
    evening = Evening().threaten().set_up(means="").cast(2)
    assert evening.contest.decided == "No!"
    assert evening.cites("challenge.no-happens")
    assert evening.issues() == ["No!"]


@pytest.mark.rules("challenge.no-happens", "possibly.accept-for-yes")
def test_ex_challenge_possibly_accepted():
    evening = Evening().threaten().set_up().cast(4).state_issue("You drop the pistol").act(P1, "accept")
    assert evening.cites("challenge.yes-avoids")
    assert any("You drop the pistol" in entry.text for entry in evening.story.journal if entry.kind == "narration")


@pytest.mark.rules("check.cap-16", "check.reasons")
def test_ex_check_cap():
    evening = Evening()
    evening.session.sheets[P1].ratings["Security"] = 5
    evening.act(GM, "do/check", "Security", "one", "two", "three", dice=(5, 6))
    check = evening.session.checks[-1]
    assert (check.target, check.total, check.passed) == (16, 16, True)
    assert of_procedure(game, "check", {"level": 5, "reasons": 5}).chances == {
        "failed": Fraction(33, 36),
        "passed": Fraction(3, 36),
    }


@pytest.mark.rules("test.hard", "test.means")
def test_ex_test_hard_with_means():
    evening = Evening().act(P1, "do/ask", "Is it safe?").act(GM, "hard")
    evening.act(P1, "name", ["quality/Soldier"]).act(GM, "accept").act(P1, "roll", dice=(3,))
    assert evening.test.result == "failure"
    assert [item.kind for item in evening.owed()] == ["GM's opinion"]


@pytest.mark.rules("test.means", "test.leverage")
def test_ex_test_means_and_leverage():
    evening = Evening().act(P1, "do/ask", "Is it safe?").act(GM, "ordinary")
    evening.act(P1, "name", ["quality/Soldier", "quality/Marksman"]).act(GM, "accept").act(P1, "roll", dice=(2,))
    assert evening.test.result == "success"


@pytest.mark.rules("test.luck-up-fails", "test.failure")
def test_ex_test_luck_up():
    evening = Evening().act(P1, "do/ask", "Is it safe?").act(GM, "ordinary").act(P1, "nothing").act(P1, "up")
    assert (evening.test.result, evening.luck, evening.rolled) == ("failure", 4, [])


@pytest.mark.rules("dispute.resolved-by-roll", "narrative.not-canon-at-once")
def test_ex_dispute_own_narration():
    evening = Evening().act(P1, "do/narrate", "Iris slips past the guards")
    entry = evening.story.journal[-1].id
    evening.act(GM, "dispute")
    assert evening.contest.kind == "contest"
    evening.set_up(dice=2).cast(2, 5)
    told = {it.id: it for it in evening.story.journal}[entry]
    assert (evening.contest.decided, told.status) == ("Yes", "canon")


@pytest.mark.rules("dispute.resolved-by-roll", "challenge.no-happens", "dispute.any-narration")
def test_ex_dispute_gm_narration():
    evening = Evening().act(GM, "do/narrate", "Her cover is blown", (P1,))
    entry = evening.story.journal[-1].id
    evening.act(P1, "dispute")
    assert evening.contest.kind == "challenge"
    evening.set_up().cast(2)
    told = {it.id: it for it in evening.story.journal}[entry]
    assert (evening.contest.decided, told.status) == ("No", "canon")


@pytest.mark.rules("string.detach-ours", "string.states-ours")
def test_ex_string_last_detached():
    evening = Evening().act(GM, "do/string", "Create a String", "Hunted by Inspector Luther: Iris")
    evening.act(GM, "do/string", "Detach a character")
    string = evening.session.strings[-1]
    assert (written(string), standing(string)) == ("Hunted by Inspector Luther", "loose")


@pytest.mark.rules("string.effects-ours", "check.reasons")
def test_ex_string_in_a_check():
    evening = Evening().act(GM, "do/string", "Create a String", "Hunted by Inspector Luther: Iris")
    evening.session.sheets[P1].ratings["Security"] = 3
    evening.act(GM, "do/check", "Security", [evening.session.strings[-1].id], "", dice=(4, 4))
    check = evening.session.checks[-1]
    assert (check.target, check.total, check.passed) == (12, 11, False)


# ------------------------------------------------------------------ exact odds


def odds(pool: Pool) -> dict[str, Fraction]:
    return falls(pool).map(lambda fall: fall.result).chances


def a_one(pool: Pool) -> Fraction:
    return falls(pool).chance(lambda fall: fall.ones > 0)


def sixths(*counts: int) -> list[Fraction]:
    return [Fraction(count, 6) for count in counts]


@pytest.mark.rules("roll.lookup")
def test_ex_odds_means_one_die():
    pool = Pool(1, "Means")
    assert odds(pool) == dict(
        zip(["No!", "No", "Maybe", "Possibly", "Yes", "Yes!"], sixths(1, 1, 1, 1, 1, 1), strict=True)
    )
    assert a_one(pool) == Fraction(1, 6)


@pytest.mark.rules("roll.lookup", "roll.keep-highest")
def test_ex_odds_means_two_dice():
    pool = Pool(2, "Means")
    wanted = [Fraction(count, 36) for count in (1, 3, 5, 7, 9, 11)]
    assert odds(pool) == dict(zip(["No!", "No", "Maybe", "Possibly", "Yes", "Yes!"], wanted, strict=True))
    assert a_one(pool) == Fraction(11, 36)


@pytest.mark.rules("roll.lookup", "contest.no-means-one-die")
def test_ex_odds_no_means():
    pool = Pool(1, "No Means")
    wanted = ["Hell No", "No!", "No", "Maybe", "Possibly", "Yes"]
    assert odds(pool) == dict(zip(wanted, sixths(1, 1, 1, 1, 1, 1), strict=True))
    assert a_one(pool) == Fraction(1, 6)


@pytest.mark.rules("roll.lookup", "advantage.favored")
def test_ex_odds_favored_one_die():
    pool = Pool(1, "Favored")
    assert odds(pool) == dict(zip(["No", "Maybe", "Possibly", "Yes", "Yes!"], sixths(1, 1, 1, 2, 1), strict=True))
    assert a_one(pool) == Fraction(1, 6)


@pytest.mark.rules("ones.noted", "contest.more-dice-more-risk")
def test_ex_odds_one_shows_three_dice():
    assert a_one(Pool(3, "Means")) == Fraction(91, 216)


@pytest.mark.rules("push.one-more-die", "push.column-moves-right")
def test_ex_odds_pushed_once():
    pushed = roll.pushed(Pool(1, "Means"), OURS)
    assert pushed == Pool(2, "No Means")
    good = falls(pushed).chance(lambda fall: fall.result == "Possibly" or fall.result in roll.GOOD)
    assert good == Fraction(20, 36)


@pytest.mark.rules("check.roll", "check.pass")
@pytest.mark.parametrize(("level", "chance"), [(0, Fraction(6, 36)), (4, Fraction(26, 36))])
def test_ex_odds_check_level_zero_and_ex_odds_check_level_four(level, chance):
    assert of_procedure(game, "check", {"level": level})["passed"] == chance


@pytest.mark.rules("test.roll", "test.means")
def test_ex_odds_test():
    assert of_procedure(game, "test", {})["success"] == Fraction(3, 6)
    assert of_procedure(game, "test", {"entries": 1})["success"] == Fraction(4, 6)
