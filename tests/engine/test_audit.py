"""An audit finds whatever was changed in a record, and the luck report counts what the dice showed."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.engine import UMPIRE, Choose, Match, Table, total
from adjudge.engine.audit import audit, luck
from adjudge.engine.chance import FairDice
from adjudge.engine.errors import NothingToUndo
from adjudge.engine.log import Answered, Saved, Threw
from tests.engine.duel import game
from tests.engine.playing import answer_one, play
from tests.engine.small import Notes, small_game, small_match


def finished(seed: int = 1, **how: Any) -> Match[Any]:
    """A match with take-backs, played to its end."""
    match = Match.new(game, f"secret {seed}".encode(), **how)
    chance = Random(seed)
    while not match.is_over:
        answer_one(match, chance)
        if chance.random() < 0.15:
            take_back(match, chance.choice(match.people))
    return match


def take_back(match: Match[Any], seat: str) -> None:
    try:
        match.undo(seat, match.people)
    except NothingToUndo:
        return


@settings(max_examples=25)
@given(seed=st.integers(0, 1000))
def test_an_honest_match_is_clean(seed):
    match = finished(seed, physical=("red",) if seed % 2 else ())
    found = audit(Match.load(match.save(), game))
    assert found.problems == ()
    assert found.is_clean
    assert (found.answers, found.rolls) == tuple(
        sum(isinstance(entry, kind) for entry in match.line) for kind in (Answered, Threw)
    )


def test_every_face_of_a_match_can_be_worked_out_from_its_secret():
    match = finished()
    thrown = [entry for entry in match.line if isinstance(entry, Threw)]
    dice = FairDice(match.secret)
    assert [entry.faces for entry in thrown] == [tuple(dice.faces(n, it.dice)) for n, it in enumerate(thrown)]
    assert match.header.commitment == dice.commitment


def test_the_secret_is_not_among_what_seats_see():
    match = Match.new(game, b"a very secret secret")
    play(match, 5)
    for seat in ("red", "blue", None):
        seen = msgspec.json.encode([match.view(seat), match.scene(seat), match.happenings(seat), match.header])
        assert b"a very secret secret" not in seen
        assert match.secret.hex().encode() not in seen


# Tampering. The record is loaded as it is; where it does not even load, that is an answer too.


def problems(saved: Saved) -> str:
    return " ".join(audit(Match.load(saved, game)).problems)


def with_entry(saved: Saved, number: int, **fields: Any) -> Saved:
    entries = list(saved.log)
    entries[number] = msgspec.structs.replace(entries[number], **fields)
    return msgspec.structs.replace(saved, log=tuple(entries))


def first(saved: Saved, kind: type, rule: str) -> int:
    return next(n for n, it in enumerate(saved.log) if isinstance(it, kind) and getattr(it, "rule", "") == rule)


def test_a_changed_face_is_found():
    saved = finished().save()
    number = first(saved, Threw, "duel.strike")
    face = saved.log[number].faces[0]  # type: ignore[union-attr]
    assert "which the secret does not give" in problems(with_entry(saved, number, faces=(face % 6 + 1,)))


def test_a_changed_face_of_a_roll_that_was_taken_back_is_found():
    def rule(table: Table[Notes]) -> None:
        table.ask("red", "r.ask", Choose([1, 2]))
        table.roll(total(1), "r.roll")
        table.ask("red", "r.again", Choose([1, 2]))

    match = small_match(rule)
    match.answer("red", 1)
    match.undo("red", ("red", "blue"))
    saved = match.save()
    face = saved.log[1].faces[0]  # type: ignore[union-attr]
    loaded = Match.load(with_entry(saved, 1, faces=(face % 6 + 1,)), match.game)
    assert "roll 1 (r.roll) shows" in audit(loaded).problems[0]


def test_a_face_that_claims_to_be_typed_is_found_where_no_dice_are_real():
    saved = finished().save()
    number = first(saved, Threw, "duel.strike")
    face = saved.log[number].faces[0]  # type: ignore[union-attr]
    forged = with_entry(saved, number, faces=(face % 6 + 1,), typed=True)
    assert "was typed, though" in problems(forged)


def test_another_secret_is_found():
    saved = finished().save()
    forged = msgspec.structs.replace(saved, secret=b"another".hex())
    assert "the secret does not fit the hash that was published at the start" in problems(forged)


def test_a_changed_answer_is_found():
    saved = finished().save()
    assert "turn 1" in problems(with_entry(saved, 0, answer=saved.log[0].answer ^ 1))  # type: ignore[union-attr]


def test_an_answer_that_was_never_legal_is_found():
    assert "illegal answer 77" in problems(with_entry(finished().save(), 0, answer=77))


def with_turn(saved: Saved, number: int, **fields: Any) -> Saved:
    turns = list(saved.turns)
    turns[number] = msgspec.structs.replace(turns[number], **fields)
    return msgspec.structs.replace(saved, turns=tuple(turns))


def richer(raw: msgspec.Raw) -> msgspec.Raw:
    return msgspec.Raw(bytes(raw).replace(b'"coins":4', b'"coins":5'))


def test_a_changed_checkpoint_is_found_even_the_first():
    saved = Match.new(game, b"s").save()
    assert "begins in another state" in problems(with_turn(saved, 0, state=richer(saved.turns[0].state)))
    saved = finished().save()
    worse = msgspec.Raw(bytes(saved.turns[1].state).replace(b'"round":1', b'"round":7'))
    assert "ends in another state than the recorded one" in problems(with_turn(saved, 1, state=worse))


def test_a_changed_story_is_found():
    saved = finished().save()
    story = msgspec.Raw(bytes(saved.turns[0].happenings).replace(b"bids", b"bade"))
    assert "tells something else than was recorded" in problems(with_turn(saved, 0, happenings=story))


def test_the_rolls_before_a_branch_belong_to_the_match_it_came_from():
    match = Match.new(game, b"secret", options={"life": 20})
    play(match, 30)
    branch = match.branch(match.position, b"another", "what if")
    play(branch, 20)
    found = audit(branch)
    assert found.problems == ()
    assert found.inherited == sum(isinstance(entry, Threw) for entry in match.line) > 0


# Luck.


def test_the_luck_report_counts_each_seats_dice():
    def rule(table: Table[Notes]) -> None:
        table.roll(total(2), "r.roll", "red")
        table.roll(total(1, 10), "r.roll", "red")
        table.roll(total(1), "r.roll")

    match = Match.new(small_match(rule).game, b"x", physical=("red", "blue", UMPIRE))
    match.throw("red", [6, 5])
    match.throw("red", [10])
    match.throw("red", [1])
    red, umpire = luck(match)
    assert (red.seat, red.dice, red.expected, red.rolled) == ("red", 3, Fraction(25, 2), 21)
    assert red.faces == {5: 1, 6: 1, 10: 1}
    assert red.spread == pytest.approx(8.5 / (2 * 35 / 12 + 99 / 12) ** 0.5)
    assert (umpire.seat, umpire.rolled, umpire.expected) == (UMPIRE, 1, Fraction(7, 2))


def test_a_match_without_dice_has_no_luck():
    assert luck(Match.new(game, b"x")) == []


def test_a_die_of_one_side_is_neither_lucky_nor_unlucky():
    def rule(table: Table[Notes]) -> None:
        table.roll(total(3, 1), "r.roll", "red")

    (red,) = luck(small_match(rule))
    assert (red.expected, red.rolled, red.spread) == (Fraction(3), 3, 0.0)


def test_what_was_taken_back_is_not_counted():
    match = finished(3)
    assert sum(report.dice for report in luck(match)) == sum(
        len(entry.dice) for entry in match.line if isinstance(entry, Threw)
    )


def test_the_luck_of_a_running_match_leaves_out_what_a_seat_may_not_see():
    def rule(table: Table[Notes]) -> None:
        table.roll(total(3), "r.roll", "red", to=("red",))
        table.roll(total(1), "r.roll", "red")
        table.ask("red", "r.ask", Choose([1, 2]))

    match = small_match(rule)
    assert [(it.seat, it.dice) for it in luck(match, "red")] == [("red", 4)]
    assert [(it.seat, it.dice) for it in luck(match, "blue")] == [("red", 1)]
    assert [(it.seat, it.dice) for it in luck(match)] == [("red", 1)]
    match.answer("red", 1)
    assert match.is_over
    assert [(it.seat, it.dice) for it in luck(match)] == [("red", 4)]


def test_a_turn_is_called_by_what_everybody_may_know():
    def view(notes: Notes, seat: str | None) -> Notes:
        return notes if seat == "red" else Notes(notes.turns)

    game = replace(small_game(lambda table: None, view=view), heading=lambda seen: f"with {len(seen.noted)} secrets")
    assert game.call_turn(Notes(1, noted=["one", "two"])) == "with 0 secrets"
