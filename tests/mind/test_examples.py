"""Pig, Liar's dice and The Hoard: known territory for minds."""

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from adjudge.check import check
from adjudge.engine import Match
from adjudge.lab import simulate
from adjudge.odds import forecast
from tests.mind.examples import FOLDER, contraband, hoard, holdfast, liars_dice, liars_rules, pig, pig_rules, thin_ice

MATCHES = {"liars-dice": 10, "hoard": 10, "pig": 4, "holdfast": 1}
"""As many as take about a second or two."""
PAGE = Path(__file__).parents[2] / "docs" / "write-your-own-game.md"


def test_the_hoard_stands_in_the_examples_as_the_page_has_it():
    (block, *_) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert block in (FOLDER / "hoard.py").read_text("utf-8")


@pytest.mark.parametrize("game", [pig, liars_dice, hoard, contraband, holdfast, thin_ice], ids=lambda game: game.id)
def test_the_kit_finds_no_fault_in(game):
    report = check(game, matches=MATCHES.get(game.id, 2), seconds=20)
    assert report.is_clean, str(report)


def test_the_first_player_of_optimal_pig_wins_as_often_as_is_known():
    """Known to four places since 2004: 53.06 % for whoever begins."""
    assert round(pig_rules.solved(100)[0][0], 4) == 0.5306


def test_optimal_pig_beats_every_hold_at():
    for at in (10, 20, 25):
        bots = {"red": f"hold:{at}", "blue": "optimal"}
        report = simulate(pig, games=600, seed=1, bots=bots, options={"target": 40}, workers=1)
        assert report.results.winners["blue"].rate > 0.44, at


@pytest.mark.parametrize("game", [contraband, holdfast, thin_ice], ids=lambda game: game.id)
def test_an_example_is_seen_at_one_look_and_can_be_thought_about(game):
    assert len((FOLDER / f"{game.id}.py").read_text("utf-8").splitlines()) < 120
    match = Match.new(game, bytes(32), bots={"blue": game.default_bot})
    asked = match.question_to("red")
    assert asked is not None
    argued = game.bot("think:12,options=4,horizon=2")(asked)
    assert argued.why.playouts > 0
    match.answer("red", argued.answer)


def test_a_patrol_is_as_likely_as_those_left_in_the_deck():
    """Thirty-two cards; each has two goods. A patrol is always shown, so all six are among the twenty-eight left."""
    match = Match.new(contraband, bytes(32))
    drawn = forecast(match, "red", "draw")
    assert drawn is not None
    assert drawn["patrol"] == Fraction(6, 28)
    seen = match.view("red").pack
    kind = seen.hand("red").cards[0]
    others = len(seen.unseen) - seen.unseen.count(kind)
    pressed = forecast(match, "red", f"press {kind}")
    assert pressed is not None
    assert pressed["nothing"] == Fraction(comb(others, 2), comb(len(seen.unseen), 2))


def test_dice_under_the_cups_have_six_sides():
    faces = set()
    for seed in range(8):
        cups = Match.new(liars_dice, bytes([seed]) * 32).state.cups
        assert {len(cup.faces) for cup in cups.values()} == {5}
        faces |= {face for cup in cups.values() for face in cup.faces}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_the_chance_of_a_bid_counts_the_dice_one_cannot_see():
    assert liars_rules.holds(0, 3) == 1
    assert liars_rules.holds(1, 1) == pytest.approx(1 / 6)
    assert liars_rules.holds(2, 2) == pytest.approx(1 / 36)
    assert liars_rules.holds(3, 2) == 0
