"""Dice that nobody can choose: numbers of the seats' own, pledged by all before any is told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudge.engine.audit import audit, check_faces_against_secret
from adjudge.engine.chance import FairDice
from adjudge.engine.errors import BadInput, NotYourTurn
from adjudge.engine.log import Added, Pledged, Threw
from adjudge.engine.match import Match
from adjudge.engine.stirring import pledge_of
from tests.engine.duel import game
from tests.engine.playing import play

SECRET = bytes(range(32))
RED, BLUE = "0" * 31 + "1", "f" * 32


def new(**settings: Any) -> Match[Any]:
    return Match.new(game, SECRET, stirred=True, **settings)


def stir(match: Match[Any], **numbers: str) -> None:
    for seat, number in numbers.items():
        match.pledge(seat, pledge_of(seat, number))
    for seat, number in numbers.items():
        match.add_number(seat, number)


def thrown(match: Match[Any]) -> list[tuple[int, ...]]:
    return [entry.faces for entry in match.line if isinstance(entry, Threw)]


def test_a_match_begins_when_its_people_have_added_their_numbers():
    match = new()
    assert (match.is_held, match.pending, match.is_over) == (True, None, False)
    with pytest.raises(NotYourTurn, match="the dice wait"):
        match.answer("red", "anything")
    stir(match, red=RED, blue=BLUE)
    assert not match.is_held
    assert match.pending is not None
    play(match, 30)
    assert audit(match).problems == ()
    assert audit(match).rounds == 1


def test_the_first_round_needs_everybody():
    match = new()
    match.pledge("red", pledge_of("red", RED))
    with pytest.raises(NotYourTurn, match="not all have pledged"):
        match.add_number("red", RED)


def test_each_number_changes_the_dice_and_the_same_numbers_give_the_same():
    rolls = []
    for red, blue in ((RED, BLUE), (RED, BLUE), (BLUE, RED), (RED, RED)):
        match = new()
        stir(match, red=red, blue=blue)
        play(match, 30)
        rolls.append(thrown(match))
    assert rolls[0] == rolls[1]
    assert len({tuple(it) for it in rolls}) == 3


def test_nobody_tells_a_number_before_all_have_pledged_nor_another_than_the_pledged_one():
    match = new()
    stir(match, red=RED, blue=BLUE)
    match.pledge("red", pledge_of("red", RED))
    with pytest.raises(NotYourTurn, match="not all have pledged"):
        match.add_number("red", RED)
    match.pledge("blue", pledge_of("blue", BLUE))
    with pytest.raises(NotYourTurn, match="not the number"):
        match.add_number("red", BLUE)
    match.add_number("red", RED)
    with pytest.raises(NotYourTurn, match="already"):
        match.pledge("blue", pledge_of("blue", RED))
    match.add_number("blue", BLUE)
    assert match.stirred.closed == 2


def test_until_a_round_closes_the_dice_stay_as_they_were():
    match, other = new(), new()
    for it in (match, other):
        stir(it, red=RED, blue=BLUE)
    match.pledge("red", pledge_of("red", BLUE))
    play(match, 10)
    play(other, 10)
    assert thrown(match) == thrown(other)
    match.pledge("blue", pledge_of("blue", RED))
    match.add_number("red", BLUE)
    match.add_number("blue", RED)
    play(match, 30)
    play(other, 30)
    assert thrown(match) != thrown(other)
    assert audit(match).problems == ()
    assert Match.load(match.save(), game).save() == match.save()
    assert Match.load(match.save(), game).dice.secret == match.dice.secret


def test_a_seat_that_becomes_a_bots_holds_up_nobody():
    match = new()
    match.pledge("red", pledge_of("red", RED))
    match.pledge("blue", pledge_of("blue", BLUE))
    match.add_number("red", RED)
    match.reseat("blue", "random")
    stir(match, red=BLUE)
    assert not match.is_held
    assert new(bots={"red": "random", "blue": "random"}).is_over


def test_the_audit_finds_dice_without_the_numbers_and_numbers_without_a_pledge():
    match = new()
    stir(match, red=RED, blue=BLUE)
    play(match, 20)
    dice = FairDice(SECRET)
    entries = [
        msgspec.structs.replace(it, faces=tuple(dice.faces(0, it.dice))) if isinstance(it, Threw) else it
        for it in match.log
    ]
    assert any(
        "which the secret does not give" in it for it in check_faces_against_secret(match.header, SECRET, entries)
    )
    unpledged = [it for it in match.log if not isinstance(it, Pledged)]
    assert any("pledged" in it for it in check_faces_against_secret(match.header, SECRET, unpledged))
    late = sorted(match.log, key=lambda it: isinstance(it, (Pledged, Added)))
    assert any("before any seat" in it for it in check_faces_against_secret(match.header, SECRET, late))


@pytest.mark.parametrize("number", ["", "1", "G" * 32, "1" * 33])
def test_a_number_has_32_digits(number: str):
    match = new()
    match.pledge("red", pledge_of("red", number))
    with pytest.raises(BadInput):
        match.add_number("red", number)
    with pytest.raises(BadInput):
        match.pledge("red", number)


def test_a_match_whose_dice_take_no_numbers_says_so():
    with pytest.raises(NotYourTurn, match="take no numbers"):
        Match.new(game, SECRET).pledge("red", pledge_of("red", RED))
