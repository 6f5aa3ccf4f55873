"""Whole matches: one for each way a scenario can end, replayed and audited; secrets, scenes, bots, coverage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudge.engine import Choose, Event, Match, Question, playout
from adjudge.engine.audit import audit
from adjudge.engine.chance import FastDice
from adjudge.engine.log import Saved
from adjudge.engine.rulebook import citations
from adjudge.engine.scene import Board, Cards, Facts, Track
from adjudge.engine.table import Bot, Playout, one_bot, random_bot
from adjudge.field.moving import room
from adjudge.games.akula import game
from adjudge.games.akula.bots import survivor
from adjudge.games.akula.places import gait_of, ground_of, stands
from adjudge.games.akula.setup import fresh_deck, start
from adjudge.games.akula.state import Battle, Options
from adjudge.odds.estimate import interval

ROOT = Path(__file__).parents[3]


def finished(number: int, bot: str = "survivor", **options: object) -> Match[Battle]:
    seats = [seat.id for seat in game.seats(game.configure(options))]
    match = Match.new(game, f"match {number}".encode(), options=options, bots=dict.fromkeys(seats, bot))
    assert match.is_over
    return match


def ends(over: str, scenario: str) -> Match[Battle]:
    """The first match that ends that way."""
    for number in range(60):
        match = finished(number, scenario=scenario)
        if match.state.over == over:
            return match
    raise AssertionError(f"no match of {scenario} ended with {over}")


@pytest.mark.parametrize(
    ("scenario", "over", "won"),
    [
        ("mill-road", "clear", True),
        ("mill-road", "defeat", False),
        ("corner-shop", "win", True),
        ("harts-garage", "brilliant", True),
        ("lone house", "draw", False),
    ],
)
def test_a_match_for_each_way_to_end_replays_and_passes_the_audit(scenario, over, won):
    match = ends(over, DRAWN if scenario == "lone house" else scenario)
    assert match.outcome is not None
    assert bool(match.outcome.winners) is won
    assert audit(match).is_clean
    again = Match.load(msgspec.json.decode(msgspec.json.encode(match.save()), type=Saved), game)
    assert again.outcome == match.outcome
    assert msgspec.json.encode(again.state) == msgspec.json.encode(match.state)


DRAWN = """
id = "lone-house"
title = "The lone house"
type = "hold-out"
rounds = 1
need = 2
draw = 1
table = { width = 20, depth = 20 }
[[survivor]]
name = "Ana"
at = [6, 6]
"""


# ---------------------------------------------------------------------- what nobody knows


@pytest.mark.rules("deck.card-driven", "deck.joker-shuffle")
def test_the_next_card_stands_nowhere_in_the_state():
    """The same state leads to every card that is left, by nothing but the dice that are still to fall."""
    seen = set()
    for number in range(60):
        state = start(Options())
        game.turn(Playout(state, {"player": survivor}, FastDice(number)))
        seen.add(state.drawn[0] if state.drawn else "joker")
    assert seen == {"red", "number", "royal", "ace", "joker"}


@pytest.mark.rules("deck.card-driven", "deck.composition")
def test_what_is_left_of_the_deck_and_what_was_drawn_is_the_whole_deck():
    state = start(Options())
    table = Playout(state, {"player": survivor}, FastDice("deck"))
    for _ in range(60):
        game.turn(table)
        counted = {kind: left + state.drawn.count(kind) for kind, left in state.deck.items()}
        assert counted == fresh_deck(state)
        if state.over:
            break


def test_a_card_is_a_public_roll_that_undo_cannot_reach_behind():
    match = Match.new(game, b"undo", options={"scenario": "corner-shop"})
    rolls = [it for it in match.happenings() if it.rule == "deck.card-driven"]
    assert rolls
    assert all(not it.to for it in rolls)


# ---------------------------------------------------------------------- seats


def test_two_players_and_an_umpire_by_bots_come_to_an_end():
    match = finished(2, scenario="mill-road", players=2, umpire="human")
    assert audit(match).is_clean
    assert {entry.seat for entry in match.line if hasattr(entry, "seat")} == {"player1", "player2", "umpire"}


def test_a_human_umpire_moves_the_zeds():
    match = Match.new(game, b"umpire", options={"umpire": "human"}, bots={"player": "survivor"})
    assert match.pending is not None
    assert match.pending.seats == ("umpire",)
    assert match.pending.rule == "ruling.zed-movement"
    question = match.pending.for_seat("umpire")
    assert question is not None
    shown = msgspec.to_builtins(question.shown())
    assert {"outline", "outlines", "samples"} <= set(shown["region"])
    match.answer("umpire", shown["region"]["samples"][0])
    assert match.turn >= 1


# ---------------------------------------------------------------------- random play


@pytest.mark.parametrize("seed", range(24))
def test_random_play_under_random_house_rules_comes_to_an_end(seed):
    rulings = {
        ruling.id.replace("-", "_"): list(ruling.choices)[(seed + index) % len(ruling.choices)]
        for index, ruling in enumerate(game.rulebook.switches())
    }
    name = ("mill-road", "corner-shop", "causeway", "harts-garage")[seed % 4]
    state = playout(game, game.configure({"rulings": rulings, "scenario": name}), one_bot(random_bot), seed)
    assert state.over


def test_figures_never_overlap_however_they_walk_and_drive():
    for seed, (name, bot) in enumerate([("mill-road", random_bot)] * 3 + [("causeway", survivor)] * 2):
        state = start(Options(scenario=name))
        table = Playout(state, {"player": bot}, FastDice(seed))
        while game.outcome(state) is None:
            game.turn(table)
            everybody = stands(state)
            for stand in everybody:
                found = room(ground_of(state), stand, everybody, gait_of(state))
                assert found.free, (stand, found)


# ---------------------------------------------------------------------- screens


def test_every_position_of_a_match_has_a_scene():
    match = finished(1, scenario="mill-road")
    for position in range(0, match.position, 15):
        scene = game.picture(match.look(position).state, None)
        assert {type(panel) for panel in scene.panels} == {Board, Track, Cards, Facts}
        assert msgspec.json.decode(msgspec.json.encode(scene), type=type(scene)) == scene


def test_the_board_shows_everybody_and_the_noise():
    match = Match.new(game, b"board", bots={"player": "survivor"})
    board = game.picture(match.look(0).state, "player").panels[0]
    assert isinstance(board, Board)
    assert {"Marta", "shambler-1", "delivery van"} <= {piece.id for piece in board.pieces}
    assert any(overlay.label == "the way out" for overlay in board.overlays)


# ---------------------------------------------------------------------- bots


@pytest.mark.parametrize("name", ["mill-road", "corner-shop"])
def test_the_survivor_wins_clearly_more_often_than_chance(name):
    """The intervals at 95 % of so few games are wide, and still lie apart."""
    options = game.configure({"scenario": name})

    def wins(bot: Bot, games: int) -> tuple[float, float]:
        ends = [game.measures(playout(game, options, one_bot(bot), seed)) for seed in range(games)]
        return interval(sum(bool(end["survivors win"]) for end in ends), games)

    assert wins(survivor, 40)[0] > wins(random_bot, 30)[1]


def test_every_rule_is_implemented_and_tested():
    code = citations([path.read_text("utf-8") for path in (ROOT / "src/adjudge/games/akula").rglob("*.py")])
    tests = citations([path.read_text("utf-8") for path in (ROOT / "tests/games/akula").rglob("*.py")])
    assert game.rulebook.uncovered(code, tests) == []
    assert [it.id for it in game.rulebook.ruling if f"ruling.{it.id}" not in code] == []
    assert [it.id for it in game.rulebook.switches() if f"ruling.{it.id}" not in tests] == []


def test_the_log_is_grouped_by_rounds_each_of_which_a_joker_ends() -> None:
    match = finished(1)
    jokers = 0
    for number, told in match.happenings_by_turn():
        assert match.heading(number) == f"Round {jokers + 1}"
        jokers += sum(it.rule == "deck.card-driven" and getattr(it, "value", "") == "joker" for it in told)


# ---------------------------------------------------------------------- what is said


RAW = re.compile(
    r"\b(?:shambler|fast|tank|horde|liche|witch)-\d|/door-|_"
    r"|(?<![\d.])1 (?:dice|wounds|inches|zeds|turns|points|markers)\b"
)


@pytest.mark.parametrize("name", ["mill-road", "corner-shop", "harts-garage", "causeway"])
def test_nobody_reads_an_id_or_a_wrong_plural(name):
    match = Match.new(game, b"said", options={"scenario": name, "rulings": {"infection_default": "on"}}, bots=BOTS)
    told = [it.text for it in match.happenings() if isinstance(it, Event)]
    asked = [question.shown() for question in _questions(match)]
    shown = [text for it in asked for text in (it.prompt, *(option.label for option in getattr(it, "options", ())))]
    assert [text for text in (*told, *shown) if RAW.search(text)] == []
    assert len(told) > 50


BOTS = {"player": "survivor"}


def _questions(match: Match[Battle]) -> Iterator[Question[Any]]:
    """Some of the questions that were put in a match."""
    for position in range(0, match.position, 9):
        pending = match.look(position).pending
        question = pending.for_seat("player") if pending is not None else None
        if isinstance(question, Choose):
            yield question
