"""Undo: free as far as the last roll or reveal, beyond by consent of every person, and always an entry in the log."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engine import EVERYONE, BadInput, Choose, Match, Sealed, Table, total
from adjudge.engine.errors import NeedsConsent, NothingToUndo, RuleCrashed
from adjudge.engine.log import Threw, TookBack, line_of
from tests.engine.duel import Duel, game
from tests.engine.playing import answer_one
from tests.engine.small import Notes, small_match

ONE_OR_TWO = Choose([1, 2])
BOTH = ("red", "blue")


def two_choices(table: Table[Notes]) -> None:
    for rule in ("r.ask", "r.again"):
        table.state.noted.append(table.ask("red", rule, ONE_OR_TWO))
    table.ask("blue", "r.ask", ONE_OR_TWO)


def test_an_answer_is_taken_back_freely_and_the_log_keeps_it():
    match = small_match(two_choices)
    match.answer("red", 1)
    match.answer("red", 2)
    assert match.undo("red") == TookBack("red", 1)
    assert match.state.noted == [1]
    assert [type(entry).__name__ for entry in match.log] == ["Answered", "Answered", "TookBack"]
    match.answer("red", 1)
    assert match.state.noted == [1, 1]


def test_undo_takes_back_the_seats_own_last_word_and_what_followed():
    match = small_match(two_choices, turns=2)
    match.answer("red", 1)
    match.answer("red", 1)
    match.answer("blue", 2)
    match.answer("red", 2)
    assert match.undo("blue").to == 2
    assert (match.turn, match.position) == (1, 2)


def test_who_has_said_nothing_has_nothing_to_take_back():
    match = small_match(two_choices)
    match.answer("red", 1)
    for seat in ("blue", "green", ""):
        with pytest.raises(NothingToUndo):
            match.undo(seat)


def then_rolls(table: Table[Notes]) -> None:
    table.state.noted.append(table.ask("red", "r.ask", ONE_OR_TWO))
    table.state.noted.append(table.roll(total(3), "r.roll"))
    table.state.noted.append(table.ask("red", "r.again", ONE_OR_TWO))
    table.ask("blue", "r.ask", ONE_OR_TWO)


def test_behind_a_roll_every_person_must_agree():
    match = small_match(then_rolls)
    match.answer("red", 1)
    before = match.save()
    for agreed, missing in (((), "red, blue"), (("red",), "blue"), (("blue", "green"), "red")):
        with pytest.raises(NeedsConsent, match=f"goes behind a roll or a reveal: {missing} must agree"):
            match.undo("red", agreed)
    assert match.save() == before
    assert match.undo("red", BOTH) == TookBack("red", 0, BOTH)


def test_bots_need_not_agree():
    match = small_match(then_rolls, bots={"blue": lambda asked: 1})
    match.answer("red", 1)
    assert match.undo("red", ("red",)).to == 0


def test_as_far_as_the_roll_it_is_free():
    match = small_match(then_rolls)
    match.answer("red", 1)
    match.answer("red", 2)
    assert match.undo("red").to == 2
    with pytest.raises(NeedsConsent):
        match.undo("red")


def test_after_an_undo_the_same_dice_come_again():
    match = small_match(then_rolls)
    match.answer("red", 1)
    rolled = match.state.noted[1]
    for answer in (2, 1, 2):
        match.undo("red", BOTH)
        match.answer("red", answer)
        assert match.state.noted == [answer, rolled]


def then_reveals(to: tuple[str, ...]) -> Any:
    def rule(table: Table[Notes]) -> None:
        table.ask("red", "r.ask", ONE_OR_TWO)
        table.tell("r.tell", "there it is", reveal=True, to=to)
        table.ask("red", "r.again", ONE_OR_TWO)

    return rule


@pytest.mark.parametrize("to", [(), ("red",), ("blue",)])
def test_behind_a_reveal_every_person_must_agree_whoever_saw_it(to):
    match = small_match(then_reveals(to))
    match.answer("red", 1)
    with pytest.raises(NeedsConsent):
        match.undo("red")


def test_a_reveal_before_the_answer_does_not_bind_it():
    match = small_match(then_reveals(()))
    match.answer("red", 1)
    match.answer("red", 1)
    assert match.is_over
    assert match.undo("red").to == 1


def bids_twice(table: Table[Notes]) -> None:
    for _ in range(2):
        table.state.noted.append(table.ask(EVERYONE, "r.ask", Sealed(dict.fromkeys(BOTH, ONE_OR_TWO))))


def test_a_sealed_answer_is_taken_back_freely_while_it_is_sealed():
    match = small_match(bids_twice)
    match.answer("red", 1)
    assert match.undo("red").to == 0
    match.answer("red", 2)
    match.answer("blue", 1)
    assert match.state.noted == [{"red": 2, "blue": 1}]


def test_once_all_sealed_answers_lie_open_neither_the_first_nor_the_last_is_free():
    match = small_match(bids_twice)
    match.answer("red", 1)
    match.answer("blue", 1)
    for seat in BOTH:
        with pytest.raises(NeedsConsent):
            match.undo(seat)
    match.answer("blue", 2)
    assert match.undo("blue").to == 2
    with pytest.raises(NeedsConsent):
        match.undo("red")


def test_typed_dice_are_taken_back_by_consent_and_typed_anew():
    match = Match.new(small_match(then_rolls).game, b"x", physical=("",))
    match.answer("red", 1)
    match.throw("red", [1, 1, 1])
    with pytest.raises(NeedsConsent):
        match.undo("red")
    match.undo("red", BOTH)
    assert match.pending is not None
    assert (match.pending.dice, match.pending.by) == ((6, 6, 6), "")
    match.throw("red", [6, 6, 6])
    assert match.state.noted == [1, 18]
    assert [entry.faces for entry in match.log if isinstance(entry, Threw)] == [(1, 1, 1), (6, 6, 6)]


def test_the_end_of_a_match_can_be_taken_back():
    match = small_match(two_choices)
    for seat in ("red", "red", "blue"):
        match.answer(seat, 1)
    assert match.is_over
    match.undo("blue")
    assert (match.is_over, match.position) == (False, 2)


@pytest.mark.parametrize("to", [-1, 3])
def test_there_is_no_going_back_to_where_nobody_was(to):
    match = small_match(two_choices)
    match.answer("red", 1)
    with pytest.raises(BadInput, match=r"position: .* doesn't fit; use 0 to 1"):
        match.take_back(to, "red")


def test_an_undo_that_fails_changes_nothing():
    broken = False

    def rule(table: Table[Notes]) -> None:
        if broken:
            raise ZeroDivisionError
        table.tell("r.tell", "so far")
        table.ask("red", "r.ask", ONE_OR_TWO)

    match = small_match(rule, turns=5)
    match.answer("red", 1)
    match.answer("red", 1)
    before, told = match.save(), match.happenings()
    broken = True
    with pytest.raises(RuleCrashed):
        match.undo("red")
    broken = False
    assert (match.save(), match.happenings()) == (before, told)
    assert match.undo("red").to == 1


def take_back_or_not(match: Match[Any], chance: Random) -> None:
    try:
        match.undo(chance.choice(BOTH), BOTH if chance.random() < 0.5 else ())
    except (NeedsConsent, NothingToUndo):
        return


@given(seed=st.integers(0, 10_000), chances=st.lists(st.floats(0, 1), max_size=50))
def test_a_match_with_take_backs_stands_where_its_line_leads(seed, chances):
    match = Match.new(game, b"secret", bots={"blue": "random"} if seed % 3 == 0 else None)
    chance = Random(seed)
    for number in chances:
        if number < 0.7 and not match.is_over:
            answer_one(match, chance)
        else:
            take_back_or_not(match, chance)
    assert match.line == line_of(match.log)
    assert replayed(match).state == match.state
    assert replayed(match).happenings() == match.happenings()


def replayed(match: Match[Duel]) -> Match[Duel]:
    """The same match played straight, without the detours."""
    straight = Match.new(game, b"secret", bots={seat.id: seat.bot for seat in match.header.seats if seat.bot})
    for entry in match.line[len(straight.line) :]:
        if not isinstance(entry, Threw) and not entry.bot:
            straight.answer(entry.seat, entry.answer)
    assert straight.line == match.line
    return straight
