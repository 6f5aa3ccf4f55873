"""Events say as data whom they are about, so that screens play them out without reading a sentence; and the sentences
name them, so that the log can be read by itself."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from adjudge.engine import Board, Cards, Event, Game, Match, Rolled
from adjudge.engine.game import find_game
from adjudge.games.akula import game as akula
from adjudge.games.mdrg import game as mdrg
from adjudge.games.rdz import game as rdz
from adjudge.games.regiment import game as regiment
from adjudge.games.regulus import game as regulus

GAMES = [akula, mdrg, rdz, regiment, regulus]
MARKED = {
    "akula": {"move", "shoot", "miss", "back", "dead"},
    "mdrg": {"move", "shoot", "strike", "back", "down", "dead"},
    "rdz": {"hit", "miss", "dead", "safe"},
    "regiment": {"shoot", "hit", "held", "won", "lost", "appear"},
    "regulus": {"won"},
}
OF_THE_TABLE = {
    "akula": ("deck.", "ruling.scenario-missing"),
    "mdrg": (),
    "rdz": ("patrol.", "combat.rounds", "combat.end", "hq.", "ruling.game-end-and-victory"),
    "regiment": ("story.", "engage.initiative", "gm.", "ruling.exchange", "assess.roll"),
    "regulus": ("story.",),
}
"""What concerns everybody: cards and rounds, the patrol's way, what the GM does with the world, what the dice decide in
the GM's place."""
OF_THE_DICE = ("advantage.", "leverage.one-option-per-advantage", "ruling.d8-timing")
"""What is done with dice that lie on the table; whose they are stands beside them."""


def played(game: Game[Any]) -> Match[Any]:
    """One match by bots, played once for all tests."""
    return _played(game.id)


@cache
def _played(id: str) -> Match[Any]:
    game: Game[Any] = find_game(id)
    seats = [seat.id for seat in game.seats(game.configure({}))]
    return Match.new(game, b"a battle", bots=dict.fromkeys(seats, game.default_bot), names={seats[0]: "Anna"})


def events_of(game: Game[Any]) -> list[Event]:
    return [it for it in played(game).happenings() if isinstance(it, Event)]


def names_in(match: Match[Any]) -> dict[str, str]:
    """What everybody is called who was ever seen on the table, by id."""
    found = {it.id: it.name for it in match.header.seats}
    for number in range(9):
        scene = match.picture(match.look(match.position * number // 8).state, None)
        for panel in scene.panels:
            if isinstance(panel, Board):
                found |= {it.id: it.name or it.label for it in panel.pieces}
            elif isinstance(panel, Cards):
                found |= {it.id: it.title.split()[-1] for it in panel.cards}
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda it: it.id)
def test_what_befalls_figures_is_told_as_data(game):
    events = events_of(game)
    assert {it.mark for it in events} >= MARKED[game.id]
    assert all(it.on for it in events if it.mark), "a mark is on somebody"
    assert all(it.mark == "move" for it in events if it.at), "only who moves is somewhere else"


@pytest.mark.parametrize("game", GAMES, ids=lambda it: it.id)
def test_every_line_of_the_log_names_whom_it_is_about(game):
    names = names_in(played(game))
    for event in events_of(game):
        if event.rule.startswith(OF_THE_TABLE[game.id]) and not event.on:
            continue
        said = event.text.lower()
        about = [names[it].lower() for it in event.on if it in names]
        things = [it.lower() for it in names.values() if it]
        assert event.on or any(it in said for it in things), f"nobody is named: {event}"
        if not event.rule.startswith(OF_THE_DICE) and about:
            assert any(it in said for it in about), f"{about} are not named: {event}"
        assert not any(f" {it} " in f" {said} " for it in names if "-" in it), f"an id is shown: {event}"


def test_who_sits_there_is_called_by_name():
    told = [it.text for it in events_of(mdrg)]
    assert "turn 1: Anna" in told
    assert not any("{" in it or "turn 1: red" in it for it in told)
    match = played(mdrg)
    assert match.outcome is not None
    assert match.outcome.text in ("Anna holds the field", "Blue holds the field")
    assert any(name in match.scene("red").headline for name in ("Anna", "Blue"))


def test_a_drawn_card_is_no_die():
    match = Match.new(akula, b"cards", bots={"player": "survivor"})
    drawn = [it for it in match.happenings() if isinstance(it, Rolled) and it.rule == "deck.card-driven"]
    assert drawn
    assert all(it.is_card and isinstance(it.value, str) for it in drawn)


def test_a_model_moves_so_far_in_a_direction():
    moves = [it for it in events_of(mdrg) if it.rule == "actions.move"]
    assert moves
    assert all(" mm " in it.text and "," not in it.text for it in moves)
