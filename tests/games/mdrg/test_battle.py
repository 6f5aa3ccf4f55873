"""Whole battles: from the first roll to the last model, saved, resumed, taken back and replayed."""

from __future__ import annotations

from random import Random
from typing import Any, get_args, get_type_hints
from weakref import ref

import pytest
from msgspec.structs import replace

from adjudge.engine import BadInput, Match, playout, random_bot
from adjudge.engine.audit import audit
from adjudge.engine.chance import FastDice
from adjudge.engine.table import Playout, one_bot
from adjudge.field.maps import ground_of
from adjudge.field.moving import room
from adjudge.games.mdrg import game
from adjudge.games.mdrg.bots import warlord
from adjudge.games.mdrg.party import PREROLLED, prerolled, to_toml
from adjudge.games.mdrg.places import ground, stands
from adjudge.games.mdrg.rules.battlefield import (
    choose_roles,
    choose_sides,
    deploy,
    deployment_question,
    generated,
    lay_terrain,
)
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.setup import Options, start
from adjudge.games.mdrg.view import scene
from tests.games.mdrg import field
from tests.games.mdrg.field import script

SECRET = bytes(range(32))


def battle(*parties, **options):
    return game.configure({"parties": parties, **options})


@pytest.mark.rules("game.end", "setup.game-length", "game.scenario-governs")
@pytest.mark.parametrize("number", range(6))
def test_a_battle_of_random_parties_comes_to_an_end(number):
    options = battle("random", "random", seed=number, terrain=("generated", "open", "laid")[number % 3])
    state = playout(game, options, one_bot(random_bot), number)
    ended = game.outcome(state)
    assert ended is not None
    assert ended.rule in ("game.end", "game.scenario-governs")


def test_the_book_s_parties_fight_each_other_also_four_at_a_time():
    for number, first in enumerate(PREROLLED):
        state = playout(game, battle(first, PREROLLED[number - 1], most_turns=20), one_bot(random_bot), number)
        assert game.outcome(state) is not None
    state = playout(game, battle("human", "robot", "plant", "animal", most_turns=16), one_bot(random_bot), 3)
    assert game.outcome(state) is not None


@pytest.mark.parametrize("creation", ["rolled", "picked", "auction"])
def test_parties_may_be_made_in_the_match(creation):
    options = battle("create", "create", creation=creation, size=3, most_turns=6, terrain="open")
    state = playout(game, options, one_bot(random_bot), creation)
    assert len(state.parties) == 2
    assert game.outcome(state) is not None


HOUSE = """
id = "house"
title = "A house, a tower and a wood"
unit = "mm"
base = 20.0
table = { width = 900.0, depth = 900.0 }

[[terrain]]
kind = "building"
id = "house"
rect = [350.0, 350.0, 200.0, 200.0]
wall = 10.0
openings = [
    { kind = "door", rect = [350.0, 430.0, 10.0, 40.0], closed = true, traits = ["locked"] },
    { kind = "door", rect = [540.0, 430.0, 10.0, 40.0], closed = true },
]

[[terrain]]
kind = "wall"
id = "tower"
traits = ["climbable"]
rect = [600.0, 150.0, 120.0, 120.0]
height = 100.0

[[terrain]]
kind = "stairs"
id = "steps"
rect = [570.0, 190.0, 30.0, 30.0]

[[terrain]]
kind = "woods"
id = "wood"
circle = [150.0, 60.0, 60.0]
"""


@pytest.mark.parametrize("number", range(6))
def test_battles_come_to_an_end_among_doors_stairs_and_lurkers_whatever_the_house_rules(number):
    rng = Random(number)
    rulings = {name: rng.choice(get_args(kind)) for name, kind in get_type_hints(Rulings).items()}
    options = battle("plant", "random", seed=number, terrain=HOUSE, rulings=rulings, most_turns=30)
    state = playout(game, options, one_bot(warlord if number % 2 else random_bot), number)
    assert game.outcome(state) is not None


@pytest.mark.rules("game.deploy-order")
@pytest.mark.parametrize("scale", ["28mm", "15mm"])
@pytest.mark.parametrize("size", [1, 15, 20])
@pytest.mark.parametrize("bot", [random_bot, warlord], ids=["at random", "the warlord"])
def test_parties_of_every_size_deploy(bot, size, scale):
    options = battle("random", "random", "random", "random", size=size, seed=size, scale=scale)
    state = deployed(options, bot, seed=size)
    figures = list(state.figures.values())
    assert all(figure.placed or figure.lurking for figure in figures)
    placed = stands(state, [figure for figure in figures if figure.placed])
    assert all(room(ground(state), one, [other for other in placed if other is not one]).free for one in placed)


@pytest.mark.rules("game.deploy-order")
def test_a_model_without_room_near_its_edge_stands_as_near_as_it_can():
    state = start(battle("human", "robot", terrain="open"))
    state.map = replace(state.map, pieces=(field.wall(0, 0, 900, 160, "blocks-movement"),))
    state.order, state.defender = ["red", "blue"], "red"
    state.sides = {"red": "south", "blue": "north"}
    region = deployment_question(state, state.figures["red-1"]).region
    assert region.samples()
    assert all(160 < y <= 225 for _, y in region.samples())
    assert not region.admits((450, 230))


def deployed(options, bot, seed):
    """A battle that has been played up to its first turn, by bots."""
    state = start(options)
    table = Playout(state, {seat.id: bot for seat in game.seats(options)}, FastDice(seed), game.view)
    while state.phase != "play":
        game.turn(table)
    return state


def asked(match: Match[Any]) -> tuple[str, Any]:
    """The seat that is asked, and its question."""
    assert match.pending is not None
    seat = match.pending.seats[0]
    return seat, match.pending.for_seat(seat)


def bellicose(question: Any, rng: Random) -> Any:
    """Attacks, or goes to the middle of the table."""
    if hasattr(question, "region"):
        return min(question.region.samples(), key=lambda point: (point[0] - 450) ** 2 + (point[1] - 450) ** 2)
    options = list(getattr(question, "options", ()))
    wanted = [key for key in options if str(key).startswith(("attack", "shoot"))] or [
        key for key in options if key == "move"
    ]
    return wanted[0] if wanted else question.sample(rng)


def play_until(match, rule):
    """Bellicose answers for everybody until a rule asks."""
    rng = Random(4)
    while match.pending is not None and match.pending.rule != rule:
        seat, question = asked(match)
        match.answer(seat, bellicose(question, rng))
    return match


def test_a_battle_can_be_saved_within_an_attack_resumed_taken_back_and_replayed():
    """Saved while a beaten model has still to choose where it recoils."""
    options = {"parties": ["android", "robot"], "terrain": "open"}
    tried = (play_until(Match.new(game, bytes([n]) * 32, options=options), "recoil.move") for n in range(20))
    match = next(match for match in tried if match.pending is not None)
    resumed = Match.load(match.save(), game)
    assert resumed.pending is not None
    assert (resumed.pending.rule, resumed.pending.position) == ("recoil.move", match.pending.position)
    position = resumed.pending.position
    seat, question = asked(resumed)
    resumed.answer(seat, question.region.samples()[0])
    resumed.take_back(position, seat, agreed=("red", "blue"))
    assert (resumed.pending.rule, resumed.pending.position) == ("recoil.move", position)
    resumed.answer(seat, question.region.samples()[-1])
    assert audit(resumed).is_clean


def test_a_match_played_by_bots_replays_without_divergence():
    match = Match.new(
        game, SECRET, options={"parties": ["robot", "plant"], "most_turns": 8}, bots={"red": "random", "blue": "random"}
    )
    assert match.outcome is not None
    assert audit(match).is_clean


@pytest.mark.rules(
    "game.attacker-defender-roll", "game.terrain-by-defender", "game.attacker-picks-side", "game.deploy-order"
)
def test_the_higher_roller_chooses_the_defender_lays_the_attacker_picks_a_side():
    state = start(battle("human", "robot", terrain="laid"))
    choose_roles(script(state, [3, 3, 2, 5], ["attacker"]))
    assert (state.defender, state.order) == ("red", ["red", "blue"])
    table = script(state, [], ["wood", (450, 450), "enough"])
    lay_terrain(table)
    lay_terrain(table)
    assert [piece.id for piece in state.map.pieces] == ["wood-1"]
    choose_sides(script(state, [], ["east"]))
    assert state.sides == {"blue": "east", "red": "west"}
    zone = deployment_question(state, state.figures["red-1"]).region
    assert zone.admits((65, 450))
    assert not zone.admits((66, 450))  # the whole base within Short


@pytest.mark.rules("multiplayer.defender-card", "game.attacker-picks-side")
def test_with_more_players_a_card_names_the_defender_and_attackers_take_free_sides():
    state = start(battle("human", "robot", "plant", terrain="open"))
    choose_roles(script(state, [2, 2]))
    assert state.order == ["blue", "green", "red"]  # multiplayer-details: the attackers' cards are drawn too
    choose_sides(script(state, [], ["south", "north"]))
    assert state.sides == {"green": "south", "red": "north", "blue": "west"}


@pytest.mark.rules("wretched.infection-roll", "game.deploy-order")
def test_those_set_up_beside_a_wretched_roll_for_infection_before_the_first_turn():
    """ruling.infection-timing: friend or foe."""
    state = field.battle(
        {"type": "human", "quality": 3, "at": (400, 20)}, {"type": "wretched", "placed": False}, {"blue": True}
    )
    human, wretched, _ = state.figures.values()
    state.phase, state.order, state.sides = "deploy", ["red", "blue"], {"red": "south", "blue": "north"}
    table = script(state, [3, 3, 2, 6, 1], [(420, 20)])
    deploy(table)
    assert [roll.rule for roll in table.rolls] == ["wretched.infection-roll"] + ["activation.first-turn-roll"] * 2
    assert ("infected" in human.rules, wretched.placed, state.phase) == (True, True, "play")


def test_a_battlefield_goes_with_the_last_battle_on_it():
    state = playout(game, battle("random", "random", seed=4711, most_turns=2), one_bot(random_bot), 1)
    left = ref(state.map), ref(ground(state))
    del state
    generated.cache_clear()
    ground_of.cache_clear()
    assert [it() for it in left] == [None, None]


@pytest.mark.rules("game.terrain-by-defender", "setup.board-minimum", "sticks.three-sticks", "setup.components")
def test_a_generated_table_is_fair_and_fits_the_scale():
    for scale, side in (("28mm", 900), ("15mm", 600)):
        state = start(battle("human", "robot", scale=scale))
        choose_roles(script(state, [6, 1], ["defender"]))
        lay_terrain(script(state, [1, 2, 3, 4]))
        assert (state.map.width, len(state.map.pieces)) == (side, 12)
    assert (state.scale.sticks.short, state.scale.sticks.medium, state.scale.sticks.long) == (50, 80, 120)


@pytest.mark.rules("purity.alliances")
def test_a_purity_squad_allies_with_machines_only():
    start(battle("human", "robot", "plant", teams={"red": "A", "blue": "A"}))
    with pytest.raises(BadInput, match="purity"):
        start(battle("human", "plant", "robot", teams={"red": "A", "blue": "A"}))


def test_a_party_file_that_is_illegal_is_refused_with_the_rule():
    text = to_toml(prerolled("human")).replace("quality = 3", "quality = 2", 1)
    with pytest.raises(BadInput, match=r"human\.profile"):
        start(battle(text, "robot"))
    assert start(battle(text, "robot", strict=False)).figures
    assert start(battle(to_toml(prerolled("human")), "robot")).figures


def test_a_match_is_drawn_at_every_step():
    match = Match.new(game, SECRET, options={"parties": ["human", "wretched"]})
    headlines = set()
    for _ in range(60):
        headlines.add(scene(match.state, None).headline.split(":")[0].split(" ")[0])
        seat, question = asked(match)
        match.answer(seat, question.sample(Random(1)))
    assert {"Before", "Deployment", "Turn"} <= headlines
    shown = scene(match.state, "red")
    assert any(getattr(panel, "title", "") == "The table" for panel in shown.panels)


def test_the_headline_of_a_battle_that_is_over_says_how_it_ended():
    state = start(battle("human", "robot"))
    state.phase, state.turn = "play", 12
    for figure in state.figures.values():
        figure.placed = True
    assert scene(state, None).headline.startswith("Turn 12")
    for figure in state.figures.values():
        figure.gone = figure.gone or ("killed" if figure.seat == "blue" else "")
    assert "holds the field" in scene(state, None).headline


def test_options_are_described_and_checked():
    assert game.configure({}) == Options()
    with pytest.raises(BadInput):
        game.configure({"parties": ["human"]})
    with pytest.raises(BadInput):
        game.configure({"rulings": {"leader_upkeep": "triple"}})
