"""What a newcomer is told: the briefing finds its tokens in the scene, and the goal line comes from the view."""

from __future__ import annotations

import pytest

from adjudge.engine import Board, Card, Cards, Piece, Scene, find_game
from adjudge.engine.chance import secret_from
from adjudge.engine.errors import BadInput
from adjudge.engine.guides import At, Briefing, Spot, found
from adjudge.engine.match import Match

GAMES = ("akula", "mdrg", "rdz", "regiment", "regulus")

SCENE = Scene(
    "A yard",
    (
        Board(
            "The yard", 9, 9, "m", pieces=(Piece("a", 1, 1, "Ann", seat="red"), Piece("b", 2, 2, "b", tags=("dog",)))
        ),
        Cards("People", (Card("a", "Ann", seat="red"), Card("c", "Carl", seat="blue"))),
    ),
)


@pytest.mark.parametrize(
    ("at", "ids"),
    [
        (At(figure="b"), ["b"]),
        (At(seat="red"), ["a"]),
        (At(tag="dog"), ["b"]),
        (At(panel="People"), ["People"]),
        (At(panel="People", seat="blue"), ["c"]),
        (At(tag="cat"), []),
        (At(seat="red", tag="dog"), []),
    ],
)
def test_what_is_pointed_at_fits_all_that_is_said_of_it(at: At, ids: list[str]):
    assert [spot.id for spot in found(SCENE, at)] == ids


def test_parts_of_the_screen_are_always_there():
    assert found(Scene("nothing"), At(part="goal")) == (Spot("part", "goal"),)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_tells_who_you_are_and_keeps_its_goal_in_view(name: str):
    game = find_game(name)
    match = Match.new(game, secret_from(1), bots={})
    assert game.brief is not None
    assert all(match.scene(seat.id).goal for seat in match.header.seats)
    assert match.scene(None).goal


def test_the_goal_follows_the_match():
    match = Match.new(find_game("rdz"), secret_from(5), bots={"captain": "captain"})
    goals = [match.game.picture(match.look(at).state, None).goal for at in (0, match.position)]
    assert goals[0].startswith("Sector move 1 of 10")
    assert goals[0] != goals[1]


def test_a_briefing_that_cannot_be_read_says_which_file():
    with pytest.raises(BadInput, match=r"adjudge\.engine/briefing\.toml"):
        Briefing.load("adjudge.engine")
