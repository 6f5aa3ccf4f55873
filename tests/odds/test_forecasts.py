"""Odds beside an option before it is chosen, and at the desk."""

from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import Struct

from adjudge.engine import Choose, Game, Match, Outcome, PickPoint, Rule, Rulebook, Sightline, at_least
from adjudge.engine.errors import BadInput, OverBudget
from adjudge.engine.questions import ShownPickPoint
from adjudge.odds import forecast, of_procedure, outlook
from tests.engine.duel import Strike
from tests.engine.duel import game as duel


class Wall(Struct):
    height: int = 4
    secret_ladder: bool = False


def climb(table, dice):
    return "over" if table.roll(at_least(dice, table.state.height), "wall.climb", "player") else "down"


def turn(table):
    dice = table.ask(
        "player",
        "wall.effort",
        Choose([1, 2, 3], forecast=lambda dice: (lambda there: climb(there, dice)) if dice < 3 else None),
    )
    table.state.height = 0 if climb(table, dice) == "over" else 6


def seen(state, seat):
    return Wall(state.height)


wall: Game[Wall] = Game(
    id="wall",
    title="Wall",
    version="1",
    state=Wall,
    start=lambda options: Wall(secret_ladder=True),
    turn=turn,
    outcome=lambda state: None if state.height else Outcome("over", "wall.end"),
    view=seen,
    rules=Rulebook("wall", "Wall", tuple(Rule(f"wall.{word}", word) for word in ("climb", "effort", "end"))),
)


@pytest.fixture
def match():
    return Match.new(wall, bytes(32))


def test_an_option_shows_what_it_leads_to(match):
    odds = forecast(match, "player", 2)
    assert odds is not None
    assert odds.chances == {"down": Fraction(1, 4), "over": Fraction(3, 4)}


def test_a_forecast_changes_nothing(match):
    forecast(match, "player", 2)
    assert match.state == Wall(4, secret_ladder=True)
    assert match.position == 0


def test_an_option_without_a_forecast_shows_none(match):
    assert forecast(match, "player", 3) is None
    assert forecast(match, "player", "no option") is None


def test_a_forecast_is_made_from_what_the_seat_may_know(match):
    known = []

    def peek(table):
        known.append(table.state.secret_ladder)
        return "peeked"

    match.pending.question = Choose(["look", "away"], forecast=lambda key: peek)
    forecast(match, "player", "look")
    assert known == [False]


def test_a_procedure_has_odds_for_the_situation_described():
    odds = of_procedure(duel, "strike", {"bonus": 1, "armour": 4})
    hit = Fraction(26, 36)
    assert odds.chances == {"miss": 1 - hit, "stopped": hit / 6, "hit": hit * 5 / 6}
    assert odds.events == {"duel.strike": 1, "duel.hit": hit, "duel.armour": hit}
    assert odds.chances == of_procedure(duel, "strike", Strike(1, 4)).chances


def test_a_procedure_refuses_what_it_does_not_know_and_keeps_to_its_budget():
    with pytest.raises(BadInput, match="bonsu"):
        of_procedure(duel, "strike", {"bonsu": 1})
    with pytest.raises(BadInput, match="use strike"):
        of_procedure(duel, "stroke", {})
    with pytest.raises(OverBudget):
        of_procedure(duel, "strike", {"armour": 4}, budget=2)


class Everywhere:
    def admits(self, point):
        return True

    def samples(self):
        return [(0.0, 0.0)]

    def outline(self):
        return {}


def from_there(point):
    """From the right one sees over the wall and could climb it; on the left the tree stands in the way."""
    if point[0] > 0:
        return [(Sightline("player", "wall", note="4 high"), lambda table: climb(table, 1))]
    return [(Sightline("player", "wall", by="the tree", at=(0.0, 1.0)), None)]


def walk(table):
    table.ask("player", "wall.effort", PickPoint(Everywhere(), outlook=from_there))


def test_a_spot_shows_what_is_seen_from_it_with_the_odds_from_there():
    match = Match.new(replace(wall, turn=walk), bytes(32))
    assert PickPoint(Everywhere(), outlook=from_there).shown() == ShownPickPoint("", {}, has_odds=True)
    ((line, odds),) = outlook(match, "player", (1.0, 0.0))
    assert line.note == "4 high"
    assert odds is not None
    assert odds.chances["over"] == Fraction(1, 2)
    assert outlook(match, "player", (-1.0, 0.0)) == [(Sightline("player", "wall", by="the tree", at=(0.0, 1.0)), None)]


def test_a_question_for_no_spot_has_no_outlook(match):
    assert outlook(match, "player", (0.0, 0.0)) == []
