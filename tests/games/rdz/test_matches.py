"""Whole matches: one recorded for each way a game can end, replayed and audited; scenes, bots, coverage."""

from pathlib import Path

import msgspec
import pytest

from adjudge.engine import Event, Match, playout
from adjudge.engine.audit import audit, luck
from adjudge.engine.rulebook import citations
from adjudge.engine.scene import Card, Cards, Facts, Track
from adjudge.engine.table import one_bot, random_bot
from adjudge.games.rdz import game
from adjudge.games.rdz.bots import captain
from adjudge.games.rdz.state import Patrol
from adjudge.odds.estimate import interval

ROOT = Path(__file__).parents[3]


def finished(secret: bytes, bot: str, **options: object) -> Match[Patrol]:
    match = Match.new(game, secret, options=options, bots={"captain": bot})
    assert match.is_over
    return match


def ends(over: str, bot: str = "captain", **options: object) -> Match[Patrol]:
    """The first match that ends that way."""
    for number in range(200):
        match = finished(f"match {number}".encode(), bot, **options)
        if match.state.over == over:
            return match
    raise AssertionError(f"no match ended with {over}")


@pytest.mark.parametrize(
    ("over", "rule", "won", "options"),
    [
        ("fallen", "death.captain", False, {"target": 200}),
        ("stopped", "ruling.game-end-and-victory", True, {"target": 3}),
        ("target", "ruling.game-end-and-victory", True, {"target": 4, "finish": True}),
    ],
)
@pytest.mark.rules("death.captain", "combat.end", "patrol.moving-on")
def test_a_match_for_each_way_to_end_replays_and_passes_the_audit(over, rule, won, options):
    match = ends(over, **options)
    assert match.outcome is not None
    assert (match.outcome.rule, bool(match.outcome.winners)) == (rule, won)
    assert audit(match).is_clean
    again = Match.load(msgspec.json.decode(msgspec.json.encode(match.save()), type=type(match.save())), game)
    assert again.outcome == match.outcome
    assert audit(again).is_clean


def test_a_captain_who_stops_before_the_target_has_not_won():
    match = ends("stopped", "random", target=500)
    assert match.outcome is not None
    assert match.outcome.winners == ()


def test_a_match_with_guests_asks_each_for_its_own():
    options = {"guests": {"medic": "anna", "shotgunner": "bo"}, "target": 3, "finish": True}
    match = Match.new(game, b"guests", options=options, bots=dict.fromkeys(("captain", "anna", "bo"), "captain"))
    assert match.is_over
    assert audit(match).is_clean
    assert {roller.seat for roller in luck(match)} == {"", "captain", "anna", "bo"}


@pytest.mark.parametrize("seed", range(40))
def test_random_play_under_random_house_rules_comes_to_an_end(seed):
    switches = game.rulebook.switches()
    rulings = {
        ruling.id.replace("-", "_"): list(ruling.choices)[(seed + index) % len(ruling.choices)]
        for index, ruling in enumerate(switches)
    }
    state = playout(game, game.configure({"rulings": rulings}), one_bot(random_bot), seed)
    assert state.over


def test_every_position_of_a_match_has_a_scene():
    match = ends("fallen", target=200)
    kinds = set()
    for position in range(0, match.position, 5):
        scene = game.picture(match.look(position).state, "captain")
        kinds |= {type(panel) for panel in scene.panels}
        squad = next(panel for panel in scene.panels if isinstance(panel, Cards))
        assert len(squad.cards) == 7
    assert kinds == {Cards, Track, Facts}


def test_the_scene_shows_who_is_acting_and_what_is_left_to_fire():
    match = Match.new(game, b"x" * 32)
    scene = match.scene("captain")
    (order,) = [panel for panel in scene.panels if isinstance(panel, Track) and panel.title == "Order of attacks"]
    assert [step.label for step in order.steps if step.here] == ["Sharpshooter"]
    (squad,) = [panel for panel in scene.panels if isinstance(panel, Cards) and panel.title == "Squad"]
    assault = squad.cards[-1]
    assert isinstance(assault, Card)
    assert "Frag Grenade (3): 1 x 1d6" in assault.lines
    assert [bar.label for bar in assault.bars] == ["Life", "Armor"]


def test_the_captain_survives_ten_moves_as_often_as_a_careful_one():
    """ruling.tuning says 63 %; some hundred games must not speak against it."""
    options = game.configure({"finish": True})
    games = 400
    alive = sum(playout(game, options, one_bot(captain), seed).record.target_reached for seed in range(games))
    assert interval(alive, games)[1] >= 0.63
    assert alive / games >= 0.63


def test_the_measures_of_a_simulation_are_those_of_the_record():
    state = playout(game, game.configure({"finish": True}), one_bot(captain), 1)
    measures = game.measures(state)
    assert measures["sector moves"] == state.record.moves
    assert measures["captain alive at the target"] == state.record.target_reached
    assert measures["enemies defeated"] >= measures["brought to justice"]


@pytest.mark.rules("squad.orders")
def test_every_rule_is_cited_by_code_and_by_a_test_or_left_out_with_a_reason():
    def cited(folder: str) -> set[str]:
        return citations([path.read_text("utf-8") for path in (ROOT / folder).rglob("*.py")])

    book = game.rulebook
    assert book.uncovered(cited("src/adjudge/games/rdz"), cited("tests/games/rdz")) == []
    rulings = {f"ruling.{ruling.id}" for ruling in book.ruling}
    assert {entry for entry in cited("src/adjudge/games/rdz") if entry.startswith("ruling.")} <= rulings


def test_the_log_names_each_turn_by_the_round_that_is_told_in_it():
    match = finished(b"headings", "captain")
    told = [(number, it) for number, told in match.happenings_by_turn() for it in told if isinstance(it, Event)]
    rounds = [(number, it.facts["round"]) for number, it in told if it.rule == "combat.rounds" and "round" in it.facts]
    assert rounds
    for number, round_ in rounds:
        assert match.heading(number).endswith(f"Combat Round {round_}")
