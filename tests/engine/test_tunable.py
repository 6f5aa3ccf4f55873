"""Bots with parameters: declared with a type and a range, given after the name, refused with a sentence."""

from dataclasses import replace
from random import Random
from typing import Annotated

import pytest
from msgspec import Meta, Struct

from adjudge.engine import Asked, BadInput, Choose, Tunable, find_game
from adjudge.engine.table import random_bot
from tests.engine.duel import game as duel


class Patience(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[int, Meta(ge=2, le=100)] = 20
    mood: str = "calm"


def holding(patience):
    return lambda asked: (patience.at, patience.mood)


game = replace(duel, bots={"hold": Tunable(Patience, holding, "stops at a total")})


def says(name):
    return game.bot(name)(Asked("red", "any.rule", Choose([1, 2]), None, Random(1)))


def test_parameters_are_given_by_name_or_in_their_order():
    assert says("hold") == (20, "calm")
    assert says("hold:25") == (25, "calm")
    assert says("hold:mood=wild") == (20, "wild")
    assert says("hold:25,mood=wild") == says("Hold:at=25,wild") == (25, "wild")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("hold:1", "at: '1' doesn't fit; use a whole number, at least 2"),
        ("hold:soon", "at: 'soon' doesn't fit; use a whole number"),
        ("hold:att=3", "bot hold: 'att=3' doesn't fit; use a value for one of at, mood (did you mean at?)"),
        ("hold:3,at=4", "bot hold: 'at=4' doesn't fit; use at only once"),
        ("hold:3,calm,4", "bot hold: '4' doesn't fit; use a value for one of at, mood"),
        ("random:3", "bot: 'random:3' doesn't fit; use random alone: it has no parameters"),
        ("hodl:3", "did you mean hold"),
    ],
)
def test_what_is_wrong_is_refused_with_a_sentence(name, sentence):
    with pytest.raises(BadInput) as refused:
        game.bot(name)
    assert sentence in str(refused.value)


def test_a_bot_with_parameters_plays_as_it_comes_wherever_a_bot_is_wanted():
    assert game.bots["hold"](Asked("red", "any.rule", Choose([1, 2]), None, Random(1))) == (20, "calm")
    assert game.tunable("hold") is game.bots["hold"]
    assert game.tunable("random") is None
    assert game.bot("random") is random_bot


def test_a_bold_warlord_takes_more_dice_than_a_timid_one():
    from adjudge.games.mdrg.bots import _pays

    def dice(bold):
        late = 2 * 0.35 * (1 - bold) * 4
        return max((1, 2, 3), key=lambda count: _pays(4, count, late, False))

    assert dice(0.0) < dice(1.0) == 3
    assert find_game("mdrg").bot("warlord:bold=0.3") is not None
