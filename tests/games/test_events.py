"""Events say as data whom they are about, so that screens play them out without reading a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.engine import Event, Game, Match, Rolled
from adjudge.games.akula import game as akula
from adjudge.games.mdrg import game as mdrg
from adjudge.games.rdz import game as rdz

MARKED = {
    "akula": {"move", "shoot", "miss", "dead"},
    "mdrg": {"move", "shoot", "strike", "back", "down", "dead"},
    "rdz": {"hit", "miss", "dead", "safe"},
}


def events_of(game: Game[Any]) -> list[Event]:
    seats = [seat.id for seat in game.seats(game.configure({}))]
    match = Match.new(game, b"a battle", bots=dict.fromkeys(seats, game.default_bot))
    return [it for it in match.happenings() if isinstance(it, Event)]


@pytest.mark.parametrize("game", [akula, mdrg, rdz], ids=lambda it: it.id)
def test_what_befalls_figures_is_told_as_data(game):
    events = events_of(game)
    assert {it.mark for it in events} >= MARKED[game.id]
    assert all(it.on for it in events if it.mark), "a mark is on somebody"
    assert all(it.mark == "move" for it in events if it.at), "only who moves is somewhere else"


def test_a_drawn_card_is_no_die():
    match = Match.new(akula, b"cards", bots={"player": "survivor"})
    drawn = [it for it in match.happenings() if isinstance(it, Rolled) and it.rule == "deck.card-driven"]
    assert drawn
    assert all(it.is_card and isinstance(it.value, str) for it in drawn)


def test_a_model_moves_so_far_in_a_direction():
    moves = [it for it in events_of(mdrg) if it.rule == "actions.move"]
    assert moves
    assert all(" mm " in it.text and "," not in it.text for it in moves)
