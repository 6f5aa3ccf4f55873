"""A rule that goes on where it stopped comes to the same as one that runs again from its checkpoint, at every step."""

from __future__ import annotations

import gc
import threading
from random import Random
from typing import Any
from weakref import ref

import pytest

from adjudge.engine import Choose, Game, Match, Table, total
from adjudge.engine.errors import RuleCrashed
from adjudge.engine.game import find_game
from tests.engine import duel
from tests.engine.playing import play
from tests.engine.small import Notes, small_match

MOST_STEPS = 60


def _position(match: Match[Any]) -> Any:
    """All that tells one position from another."""
    pending = match.pending
    return (
        match.line,
        match.state,
        match.turn,
        match.outcome,
        [match.happenings(seat.id) for seat in match.header.seats],
        pending and (pending.position, pending.since, pending.seats, pending.rule, pending.dice, pending.label),
        pending and pending.question and pending.question.identity(),
    )


def _answer(match: Match[Any], rng: Random) -> None:
    assert match.pending is not None
    seat = rng.choice(match.pending.seats)
    question = match.pending.for_seat(seat)
    if question is None:
        match.throw(seat, [rng.randint(1, sides) for sides in match.pending.dice])
    else:
        match.answer(seat, question.sample(rng))


def _new(game: Game[Any], rng: Random) -> Match[Any]:
    seats = [seat.id for seat in game.seats(game.configure({}))]
    bots = {seats[-1]: "random"} if len(seats) > 1 and rng.random() < 0.5 else {}
    physical = seats[:1] if rng.random() < 0.3 else []
    return Match.new(game, rng.randbytes(32), bots=bots, physical=physical)


@pytest.mark.parametrize("which", ["duel", "rdz", "regulus"])
def test_going_on_and_running_again_agree_at_every_position(which: str):
    game: Game[Any] = duel.game if which == "duel" else find_game(which)
    times = 0
    for seed in range(10):
        rng = Random(seed)
        match = _new(game, rng)
        for _ in range(MOST_STEPS):
            if match.pending is None:
                break
            times += match._stopped is not None and match._stopped.can_go_on()
            _answer(match, rng)
            assert _position(match) == _position(Match.load(match.save(), game))
            if rng.random() < 0.05:
                match.take_back(rng.randint(match._turns[-1].start, match.position), "")
    assert times > 20, "rules hardly ever went on where they had stopped"


def test_a_rule_that_fails_after_it_went_on_leaves_the_match_where_it_was():
    def rule(table: Table[Notes]) -> None:
        for _ in range(3):
            table.state.noted.append(table.ask("red", "r.ask", Choose([1, 2])))
        table.roll(total(2), "r.roll")
        table.state.noted.append("spoilt")
        if table.ask("red", "r.again", Choose([1, 2])) == 2:
            raise ZeroDivisionError

    match = small_match(rule)
    for answer in (1, 2, 1):
        match.answer("red", answer)
    assert match._stopped is not None
    before = _position(match)
    with pytest.raises(RuleCrashed):
        match.answer("red", 2)
    assert _position(match) == before
    match.answer("red", 1)
    assert match.turn == 2


def test_a_match_can_be_gone_on_with_in_another_thread():
    def rule(table: Table[Notes]) -> None:
        for _ in range(4):
            table.state.noted.append(table.ask("red", "r.ask", Choose([1, 2])))

    match = small_match(rule)
    match.answer("red", 1)
    match.answer("red", 2)
    thread = threading.Thread(target=match.answer, args=("red", 1))
    thread.start()
    thread.join()
    match.answer("red", 2)
    assert match.first_state.noted == []
    assert [entry.answer for entry in match.line] == [1, 2, 1, 2]  # type: ignore[union-attr]
    assert match.turn == 2


def test_a_state_that_was_looked_at_does_not_change_under_ones_eyes():
    def rule(table: Table[Notes]) -> None:
        for _ in range(4):
            table.state.noted.append(table.ask("red", "r.ask", Choose([1, 2])))

    match = small_match(rule)
    match.answer("red", 1)
    seen = match.state
    match.answer("red", 2)
    assert seen.noted == [1]


def test_a_match_that_nobody_needs_any_more_is_gone_with_the_rule_it_kept():
    def rule(table: Table[Notes]) -> None:
        for _ in range(4):
            table.ask("red", "r.ask", Choose([1, 2]))

    match = small_match(rule)
    match.answer("red", 1)
    assert match._stopped is not None
    known = ref(match)
    del match
    gc.collect()
    assert known() is None


def test_a_rule_that_handles_errors_around_a_question_is_always_left():
    def rule(table: Table[Notes]) -> None:
        table.ask("red", "r.ask", Choose([1, 2]))
        try:
            table.ask("red", "r.again", Choose([1, 2]))
        except LookupError:
            table.state.noted.append("never")
        table.ask("red", "r.ask", Choose([1, 2]))

    match = small_match(rule)
    match.answer("red", 1)
    assert match._stopped is not None
    assert not match._stopped.can_go_on()
    match.answer("red", 1)
    assert match._stopped.can_go_on()
    match.answer("red", 1)
    assert match.turn == 2


def garbage_of_a_match(bots):
    """How many objects a search finds; it counts what other threads of the process leave as well."""
    gc.collect()
    gc.disable()
    try:
        match = Match.new(duel.game, b"secret", bots=bots)
        play(match, 20)
        match.undo("red", match.people)
        match.save()
        return gc.collect()
    finally:
        gc.enable()


@pytest.mark.parametrize("bots", [{}, {"blue": "random"}])
def test_going_on_leaves_no_garbage_that_must_be_searched_for(bots):
    assert 0 in (garbage_of_a_match(bots) for _ in range(10))
