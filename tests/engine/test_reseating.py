"""A seat can change hands in mid-match, and the log says so."""

from __future__ import annotations

import msgspec
import pytest

from adjudge.engine import BadInput, Match
from adjudge.engine.audit import audit
from adjudge.engine.log import Reseated, Saved
from tests.engine.duel import Duel, game


def a_match() -> Match[Duel]:
    match = Match.new(game, b"r" * 32)
    match.answer("red", 1)
    match.answer("blue", 2)
    return match


def test_a_bot_takes_over_a_seat_and_plays_on():
    match = a_match()
    match.answer("red", "hello")
    assert match.pending is not None
    assert match.pending.seats == ("blue",)
    match.reseat("blue", "random")
    assert match.pending is None or match.pending.seats == ("red",)
    assert Reseated("blue", "random") in match.log
    assert match.people == ("red",)


def test_a_seat_comes_back_to_a_person():
    match = a_match()
    match.reseat("blue", "random")
    match.reseat("blue")
    assert match.people == ("red", "blue")


def test_a_match_whose_seats_changed_hands_loads_and_passes_the_audit():
    match = a_match()
    match.reseat("blue", "random")
    match.reseat("red", "random")
    assert match.is_over
    again = Match.load(msgspec.json.decode(msgspec.json.encode(match.save()), type=Saved), game)
    assert again.line == match.line
    assert audit(again).is_clean


def test_only_seats_of_the_match_and_known_bots_will_do():
    match = a_match()
    with pytest.raises(BadInput, match="seat"):
        match.reseat("green", "random")
    with pytest.raises(BadInput, match="bot"):
        match.reseat("blue", "genius")
    assert match.people == ("red", "blue")
