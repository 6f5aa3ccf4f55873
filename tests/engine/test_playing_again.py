"""A match that is played again by other rules: what an author sees when the rules change under a running match."""

import pytest

from adjudge.engine import Choose, Match, total
from adjudge.engine.audit import audit
from adjudge.engine.errors import AdjudgeError, RuleCrashed
from adjudge.engine.match import PlayedAgain
from tests.engine.small import small_game


def asking(options, rule="r.ask"):
    def ask(table):
        answer = table.ask("red", rule, Choose(options))
        table.state.noted += [answer, table.roll(total(2), "r.roll", "red")]

    return ask


def played(*answers, turns=5):
    match = Match.new(small_game(asking(["a", "b"]), turns=turns), b"small secret")
    for answer in answers:
        match.answer("red", answer)
    return match


def test_every_answer_that_still_fits_is_given_again_and_the_same_dice_fall():
    match = played("a", "b")
    before = match.state.noted
    told = match.play_again_by(small_game(asking(["a", "b", "c"]), turns=5, version="2"))
    assert told == PlayedAgain(2, 2)
    assert str(told) == "the match goes on with 2 answers as before"
    assert match.state.noted == before
    assert match.header.version == "2"
    match.answer("red", "c")
    assert audit(match).is_clean
    assert Match.load(match.save(), match.game).state == match.state


def test_it_stops_at_the_first_answer_that_no_longer_fits():
    match = played("a", "b", "a")
    told = match.play_again_by(small_game(asking(["a", "c"]), turns=5))
    assert (told.given, told.of) == (1, 3)
    assert "illegal answer 'b' to r.ask" in told.why
    assert match.position == 2
    assert match.pending.question.options == ["a", "c"]
    assert audit(match).is_clean


def test_another_question_in_its_place_ends_it_too():
    told = played("a").play_again_by(small_game(asking(["a", "b"], "r.again"), turns=5))
    assert str(told) == "the match goes on after 0 of 1 answer: then comes r.again instead of r.ask"


def test_a_match_that_ends_sooner_by_the_new_rules_is_over():
    match = played("a", "b", "a")
    told = match.play_again_by(small_game(asking(["a", "b"]), turns=1))
    assert (told.given, told.why) == (1, "the match is over by then")
    assert match.is_over
    assert audit(match).is_clean


def test_a_rule_that_fails_later_leaves_the_match_where_it_can_go_on():
    def fail_at_b(table):
        if table.ask("red", "r.ask", Choose(["a", "b"])) == "b":
            raise ZeroDivisionError("of all things")

    match = played("a", "b")
    told = match.play_again_by(small_game(fail_at_b, turns=5))
    line = fail_at_b.__code__.co_firstlineno + 2
    assert told.given == 1
    assert told.why.startswith(f"test_playing_again.py:{line}: a rule of small failed at position 2: ZeroDivisionError")
    match.answer("red", "a")


def test_rules_that_cannot_begin_leave_the_match_as_it_is():
    def fail(table):
        raise ZeroDivisionError("at once")

    match = played("a", "b")
    before = match.save()
    with pytest.raises(RuleCrashed, match="at once"):
        match.play_again_by(small_game(fail, turns=5))
    with pytest.raises(AdjudgeError, match="nobody"):
        match.play_again_by(small_game(asking(["a"]), seats=["nobody"]))
    assert match.save() == before
    match.answer("red", "a")
    assert audit(match).is_clean
