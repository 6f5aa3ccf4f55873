"""The six scenarios, each rule of them on a small battlefield; the examples of the index by their names."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import shapely
from msgspec.structs import replace

from adjudge.engine import Asked, BadInput, Board, Match, playout, random_bot
from adjudge.engine.inputs import convert
from adjudge.engine.table import one_bot
from adjudge.field import Circle, Piece
from adjudge.field.layout import share_of
from adjudge.games.mdrg import game
from adjudge.games.mdrg.ability import one_voice
from adjudge.games.mdrg.book import ARMS, FIELD, SCENARIOS
from adjudge.games.mdrg.bots import Temper, warlord, warlord_of
from adjudge.games.mdrg.figures import quality
from adjudge.games.mdrg.policy import policy
from adjudge.games.mdrg.rules import actions
from adjudge.games.mdrg.rules.activation import begin_turn
from adjudge.games.mdrg.rules.artifacts import study
from adjudge.games.mdrg.rules.battle import conclude, outcome
from adjudge.games.mdrg.rules.battlefield import choose_scenario, deployment_region, lays, misfits, opens, place, zone
from adjudge.games.mdrg.rules.combat import defence_modifiers
from adjudge.games.mdrg.rules.hand_to_hand import fight
from adjudge.games.mdrg.rules.lurkers import may_lurk
from adjudge.games.mdrg.rules.movement import move_question, shift
from adjudge.games.mdrg.rules.quality import needed_by
from adjudge.games.mdrg.rules.ranged import targets
from adjudge.games.mdrg.rules.results import kill, knock_down, recoil, run_off, transfix
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.scenarios import installation, orchard, rustlers
from adjudge.games.mdrg.scenarios.finds import equipment
from adjudge.games.mdrg.setup import start
from adjudge.games.mdrg.special.drugs import dose
from adjudge.games.mdrg.state import Item
from adjudge.games.mdrg.sticks import where_to
from adjudge.games.mdrg.view import headline, scene
from tests.games.mdrg.field import battle, disc, foreseen, script, wall

SCALE = FIELD.scale["28mm"]
TWO = ({"at": (400, 400)}, {"blue": True, "at": (800, 800)})


def playing(scenario, *models, rulings=None, **fields):
    """A battle in play in a scenario, with red's first turn begun."""
    state = battle(*(models or TWO), rulings=rulings, **fields)
    state.scenario, state.turn, state.defender = scenario, 1, "blue"
    return state


def table_for(scenario, seed=1111, scale="28mm"):
    """A table drawn for a scenario."""
    drawn = lays(one_voice(scenario), FIELD.scale[scale].board, FIELD.scale[scale], seed)
    assert drawn is not None
    return drawn


def winners(state):
    ended = outcome(state)
    assert ended is not None
    return ended.winners


def on_board(state):
    """What is drawn on the table."""
    board = scene(state, "red").panels[0]
    assert isinstance(board, Board)
    return board.pieces


def key(state, figure, start, count=3):
    return next(deed for deed in actions.possible(state, figure, count) if deed.key.startswith(start))


def keys(state, figure, count=3):
    return [deed.key for deed in actions.possible(state, figure, count)]


def piece(name, x, y, radius, *traits, height=None):
    return Piece(name, (Circle((x, y), radius),), frozenset(traits), name, height)


def fitting(scenario, *pieces):
    """What is wrong with a table of 900 mm with these pieces."""
    table = replace(table_for(scenario), pieces=pieces)
    return misfits(one_voice(scenario), table, SCALE)


# Which scenario, and its table


@pytest.mark.rules("scenario.selection")
def test_a_die_names_the_scenario_once_the_parties_are_known():
    """ex.sp-scenario-roll."""
    state = start(game.configure({"scenario": "random"}))
    assert state.phase == "scenario"
    choose_scenario(script(state, [3]))
    assert (state.scenario, state.phase) == ("rustlers", "roles")
    assert [entry.roll for entry in SCENARIOS.values()] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rules(
    "scenario.smoke-terrain",
    "scenario.smoke-obstacles",
    "scenario.orchard-terrain",
    "scenario.rustlers-setup",
    "scenario.artifact-hunt-setup",
    "scenario.military-terrain",
    "scenario.wasteland-setup",
)
@pytest.mark.parametrize("scale", ["28mm", "15mm"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_table_that_is_drawn_has_what_its_scenario_asks_for(scenario, scale):
    numbers, voice = FIELD.scale[scale], one_voice(scenario)
    tables = [table_for(scenario, seed, scale) for seed in range(1111, 1121)]
    assert [misfits(voice, table, numbers) for table in tables] == [[]] * 10
    assert len({table.pieces for table in tables}) == 10
    assert table_for(scenario, 1111, scale) == tables[0]


ROCK = piece("rock", 450, 150, 30, "solid")
BOULDER = piece("boulder", 450, 750, 30, "solid")
WELL = piece("well", 450, 450, 25, "low", "well")
TREES = tuple(piece(f"tree-{i}", x, y, 14, "tree") for i, (x, y) in enumerate([(200, 200), (200, 700), (450, 200)]))
MORE = tuple(piece(f"more-{i}", x, y, 14, "tree") for i, (x, y) in enumerate([(450, 700), (700, 200), (700, 700)]))
PATCH = piece("patch", 450, 450, 60, "vegetables")
PILES = tuple(
    piece(f"pile-{i}", x, y, 25, "low", "pile")
    for i, (x, y) in enumerate([(210, 210), (210, 690), (690, 210), (690, 690), (450, 450)])
)
AREAS = tuple(wall(100 + 120 * i, 300, 90, 90, "rubble", f"rubble-{i}") for i in range(6))


@pytest.mark.rules("scenario.smoke-terrain", "scenario.smoke-obstacles")
@pytest.mark.parametrize(
    ("pieces", "wrong"),
    [
        ((WELL, ROCK, BOULDER), None),
        ((ROCK, BOULDER), "needs a well, a river or a lake"),
        ((replace(WELL, shapes=(Circle((300, 450), 25),)), ROCK, BOULDER), "not in the middle"),
        ((WELL, ROCK), "2 to 4 obstacles and has 1"),
        ((WELL, ROCK, piece("near", 450, 345, 20, "solid")), "nearer than Short to well"),
        ((WELL, ROCK, piece("near", 600, 150, 20, "solid")), "nearer than Long"),
        ((piece("lake", 450, 450, 300, "deep-water"), *(replace(r) for r in (ROCK, BOULDER))), "more than a third"),
        ((wall(0, 420, 900, 60, "deep-water", "river"), ROCK, BOULDER), "neither a bridge nor a ford"),
        ((wall(0, 400, 900, 100, "deep-water", "river"), ROCK, BOULDER), "wider than Short"),
        ((wall(0, 420, 900, 60, "deep-water", "river"), wall(420, 410, 60, 80, "bridge", "b"), ROCK, BOULDER), None),
    ],
)
def test_a_table_for_smoke_on_the_water_is_checked(pieces, wrong):
    found = fitting("smoke-on-the-water", *pieces)
    assert found == [] if wrong is None else any(wrong in one for one in found), found


@pytest.mark.rules("scenario.orchard-terrain", "scenario.rustlers-setup")
def test_an_orchard_has_six_trees_all_over_and_a_rustlers_table_a_pen():
    assert fitting("battle-in-the-orchard", *TREES, *MORE, PATCH) == []
    assert "at least 6 fruit trees" in fitting("battle-in-the-orchard", *TREES, PATCH)[0]
    assert "vegetables" in fitting("battle-in-the-orchard", *TREES, *MORE)[0]
    assert "all quarters" in fitting("battle-in-the-orchard", *TREES, *TREES, PATCH)[-1]
    table = table_for("rustlers")
    pen = [one for one in table.pieces if "pen" in one.traits]
    items = [one for one in table.pieces if "pen" not in one.traits]
    assert "needs a pen" in fitting("rustlers", *items)[0]
    assert "4 to 6 scenic items" in fitting("rustlers", *pen, *items[:3])[0]
    assert any("nearer than Short to pen" in one for one in fitting("rustlers", *pen, *items[:3], wall(450, 450, 9, 9)))


@pytest.mark.rules("scenario.artifact-hunt-setup", "scenario.military-terrain", "scenario.wasteland-setup")
def test_piles_rubble_and_irradiated_ground_are_measured():
    assert fitting("artifact-hunt", *PILES) == []
    assert "at least 5 piles" in fitting("artifact-hunt", *PILES[:4])[0]
    assert "nearer than Long to an edge" in fitting("artifact-hunt", *PILES[1:], piece("p", 150, 200, 25, "pile"))[0]
    assert "nearer than Long to cart" in fitting("artifact-hunt", *PILES, wall(450, 300, 20, 20, "wall", "cart"))[0]
    assert fitting("military-installation", *AREAS) == []
    assert "6 to 8 areas" in fitting("military-installation", *AREAS[:5])[0]
    assert "less than Short wide" in fitting("military-installation", *AREAS, wall(100, 500, 60, 200, "broken"))[0]
    third = wall(0, 0, 900, 300, "irradiated")
    assert fitting("radioactive-wasteland", third) == []
    assert "22% of the table" in fitting("radioactive-wasteland", wall(0, 0, 900, 200, "irradiated"))[0]
    assert round(share_of(table_for("radioactive-wasteland"), [third]), 2) == 0.33


MAP = """
id = "yard"
title = "The yard"
unit = "mm"
base = 20
table = { width = 900, depth = 900 }
[[terrain]]
kind = "low"
traits = ["well"]
circle = [450, 450, 25]
[[terrain]]
kind = "solid"
circle = [450, 150, 30]
"""
ANOTHER = "[[terrain]]\nkind = 'solid'\ncircle = [450, 750, 30]\n"


@pytest.mark.rules("scenario.smoke-obstacles", "game.terrain-by-defender")
def test_a_table_laid_by_hand_is_taken_if_it_fits_and_refused_with_the_reason_if_not():
    fits = start(game.configure({"scenario": "smoke-on-the-water", "terrain": MAP + ANOTHER}))
    assert (fits.phase, len(fits.map.pieces)) == ("terrain", 3)
    with pytest.raises(BadInput, match="Smoke on the Water; but it needs 2 to 4 obstacles and has 1"):
        start(game.configure({"scenario": "smoke-on-the-water", "terrain": MAP}))
    with pytest.raises(BadInput, match="a table for Rustlers"):
        start(game.configure({"scenario": "rustlers", "terrain": "open"}))
    with pytest.raises(BadInput, match="generated or laid"):
        start(game.configure({"scenario": "random", "terrain": MAP}))


# Smoke on the Water


@pytest.mark.rules("scenario.smoke-deployment")
def test_the_terrain_comes_before_the_roles_and_both_lay_it():
    """sp-smoke-terrain-layer."""
    options = {"scenario": "smoke-on-the-water", "terrain": "laid"}
    match = Match.new(game, secret=bytes(32), options=options)
    assert match.pending is not None
    layer = match.state.seats[len(match.state.map.pieces) % 2]
    assert (match.state.phase, match.pending.seats) == ("terrain", (layer,))
    match.answer(match.pending.seats[0], "enough")
    assert match.state.phase == "roles"


@pytest.mark.rules("scenario.smoke-deployment")
def test_the_defender_deploys_up_to_the_obstacles_and_may_hide_behind_one():
    """sp-smoke-zone: up to the far side of the farthest obstacle in its half; hidden when its first turn begins."""
    state = playing("smoke-on-the-water", *TWO, terrain=(WELL, ROCK, BOULDER))
    state.sides = {"red": "south", "blue": "north"}
    red, blue = state.figures.values()
    assert zone(state, blue) == (10, 900 - 180 + 10, 890, 890)
    assert zone(state, red) == (10, 10, 890, 65)
    blue.placed = False
    place(script(state, [], [(450.0, 790.0), "hidden"]), blue)
    begin_turn(script(state), "blue")
    assert blue.hidden
    assert "hiding" not in blue.effects
    blue.placed = False
    place(script(state, [], [(300.0, 790.0)]), blue)
    begin_turn(script(state), "blue")
    assert not blue.hidden


@pytest.mark.rules("scenario.smoke-terrain", "ability.amphibious")
def test_deep_water_bars_all_but_swimmers_and_a_bridge_leads_over_it():
    """sp-deep-water."""
    river, bridge = wall(0, 420, 900, 60, "deep-water", "river"), wall(420, 410, 60, 80, "bridge", "bridge")
    state = playing(
        "smoke-on-the-water",
        {"at": (200, 400)},
        {"at": (300, 400), "traits": ("amphibious",)},
        {"at": (450, 400)},
        {"blue": True, "at": (800, 800)},
        terrain=(river, bridge),
    )
    dry, swimmer, walker, _ = state.figures.values()
    assert where_to(state, dry, (200, 520)).stopped_by == "river"
    assert where_to(state, swimmer, (300, 520)).end == (300, 520)
    assert where_to(state, walker, (450, 520)).end == (450, 520)
    recoil(script(state), dry, (200, 390))
    assert dry.fallen


@pytest.mark.rules("scenario.smoke-infected-water", "scenario.smoke-victory")
def test_a_wretched_that_goes_down_at_the_well_infects_the_water():
    models = ({"type": "wretched", "at": (450, 415)}, {"blue": True, "at": (800, 800)})
    state = playing("smoke-on-the-water", *models, terrain=(WELL, ROCK, BOULDER))
    actions.follow_up(script(state))
    assert not state.site.spoiled
    knock_down(script(state), state.figures["red-1"], "combat.fall")
    actions.follow_up(script(state))
    assert state.site.spoiled
    assert "no Food" in headline(state)
    conclude(script(state), ("blue",))
    assert state.food == {}


@pytest.mark.rules("scenario.smoke-infected-water")
def test_others_do_not_infect_it_and_walking_in_does_only_by_house_rule():
    """sp-smoke-falling-in."""
    ford = wall(0, 420, 900, 60, "water", "ford")
    for ruling, spoiled in (("falling", False), ("entering", True)):
        models = ({"type": "wretched", "at": (450, 450)}, {"at": (300, 450), "fallen": True}, TWO[1])
        state = playing(
            "smoke-on-the-water", *models, terrain=(ford,), rulings=replace(Rulings(), sp_smoke_falling_in=ruling)
        )
        actions.follow_up(script(state))
        assert state.site.spoiled is spoiled


@pytest.mark.rules("scenario.smoke-victory", "scenario.orchard-rewards")
def test_the_winner_rolls_for_food_and_allies_share_it():
    """ex.sp-smoke-reward; ex.sp-multiplayer-win: the roll, which a campaign shares out."""
    state = playing("smoke-on-the-water", *TWO, terrain=(WELL, ROCK, BOULDER))
    conclude(script(state, [4]), ("red",))
    assert state.food == {"red": 4}
    state = playing("battle-in-the-orchard")
    conclude(script(state, [3]), ("red", "blue"))
    assert (state.food, state.shared_food) == ({}, 5)


@pytest.mark.rules("scenario.artifact-hunt-rewards", "scenario.military-rewards", "scenario.wasteland-rewards")
@pytest.mark.parametrize("scenario", ["artifact-hunt", "military-installation", "radioactive-wasteland"])
def test_elsewhere_the_last_side_wins_and_there_is_no_food(scenario):
    """sp-scenario-default-victory."""
    state = playing(scenario)
    run_off(script(state), state.figures["blue-2"], "morale.off-table")
    assert winners(state) == ("red",)
    conclude(script(state), ("red",))
    assert (state.food, state.shared_food) == ({}, 0)


# Battle in the Orchard


@pytest.mark.rules("scenario.orchard-deployment")
def test_attackers_come_from_any_side_and_the_defender_stays_away_from_all():
    state = playing("battle-in-the-orchard", *TWO, terrain=(*TREES, *MORE, PATCH))
    red, blue = state.figures.values()
    assert zone(state, blue) == (190, 190, 710, 710)
    red.placed = False
    place(script(state, [], ["east", (880.0, 450.0)]), red)
    assert (red.x, state.site.entries) == (880, {"red-1": "east"})
    assert all(x >= 825 + 10 for x, _ in deployment_region(state, red).samples())


@pytest.mark.rules("scenario.orchard-deployment", "plant.lurkers-eligibility")
def test_any_plant_may_lurk_in_the_orchard_unless_the_table_says_otherwise():
    """sp-orchard-lurkers."""
    models = ({"type": "plant"}, {"type": "human", "at": (450, 400)}, TWO[1])
    state = playing("battle-in-the-orchard", *models)
    assert may_lurk(state, state.figures["red-1"])
    assert not may_lurk(state, state.figures["red-2"])
    strict = playing("battle-in-the-orchard", *models, rulings=Rulings(sp_orchard_lurkers="all-plant-parties"))
    assert not may_lurk(strict, strict.figures["red-1"])
    assert not may_lurk(battle(*models), strict.figures["red-1"])


def in_the_orchard(*models):
    tree = piece("tree-9", 400, 400, 14, "tree", "climbable", height=75.0)
    state = playing("battle-in-the-orchard", *models, terrain=(tree,))
    state.site.special = "tree-9"
    return state, state.figures["red-1"]


@pytest.mark.rules("scenario.orchard-mutant-tree")
def test_a_fruit_is_picked_eaten_and_steadies_whoever_eats_it():
    """ex.sp-orchard-fruit."""
    state, picker = in_the_orchard({"at": (424, 400), "quality": 4}, TWO[1])
    deed = key(state, picker, "pick-fruit")
    assert foreseen(deed.forecast, state)["works"] == Fraction(1, 2)
    actions.carry_out(script(state, [4]), picker, deed)
    assert "pick-fruit" not in keys(state, picker)
    actions.carry_out(script(state), picker, key(state, picker, "eat"))
    assert needed_by(state, picker, "activation") == 3
    assert "Red 1" in headline(state)
    assert not any(start in one for one in keys(state, picker) for start in ("eat", "put-down"))


@pytest.mark.rules("scenario.orchard-mutant-tree")
def test_a_flyer_needs_no_roll_a_robot_gains_nothing_and_fruit_is_handed_on():
    state, robot = in_the_orchard(
        {"at": (424, 400), "type": "robot", "traits": ("flying",)}, {"at": (424, 420)}, TWO[1]
    )
    actions.carry_out(script(state), robot, key(state, robot, "pick-fruit"))
    assert needed_by(state, robot, "activation") == 4
    actions.carry_out(script(state), robot, key(state, robot, "put-down"))
    friend = state.figures["red-2"]
    actions.carry_out(script(state), friend, key(state, friend, "take-fruit"))
    actions.carry_out(script(state), friend, key(state, friend, "eat"))
    assert needed_by(state, friend, "climb") == 3
    robot.effects.append(orchard.FED)
    assert needed_by(state, robot, "activation") == 4
    assert any(one.label == "fruit tree" for one in on_board(state))


# Rustlers


YARD = wall(300, 300, 300, 200, "hill", "pen")


def herd(*models, heads=((450.0, 400.0), (500.0, 400.0), (550.0, 400.0))):
    state = playing("rustlers", *models)
    state.items = [Item(rustlers.LIVESTOCK, x, y) for x, y in heads]
    return state


@pytest.mark.rules("scenario.rustlers-setup")
def test_two_dice_of_livestock_are_strewn_in_the_pen():
    """ex.sp-rustlers: the counters."""
    state = playing("rustlers")
    state.map, state.items = table_for("rustlers"), []
    rustlers.Rustlers("rustlers").laid(script(state, [4, 3]))
    yard = rustlers.pen_of(state.map)
    assert len(state.items) == 7
    assert all(yard.contains(shapely.Point(one.x, one.y)) for one in state.items)
    assert "7 still loose" in headline(state)


@pytest.mark.rules("scenario.rustlers-stealing")
def test_a_model_catches_one_head_by_moving_beside_it_and_only_one():
    state = herd({"at": (400, 400)}, TWO[1])
    thief = state.figures["red-1"]
    shift(script(state), thief, (431.0, 400.0))
    assert (rustlers.caught(state), len(rustlers.loose(state))) == ({"red": 1, "blue": 0}, 2)
    shift(script(state), thief, (490.0, 400.0))
    assert rustlers.caught(state)["red"] == 1
    assert "livestock" in on_board(state)[-2].tags


@pytest.mark.rules("scenario.rustlers-stealing")
@pytest.mark.parametrize(
    "down",
    [
        lambda table, figure: knock_down(table, figure, "combat.fall"),
        lambda table, figure: transfix(table, figure, "web-gun"),
        lambda table, figure: kill(table, figure, "combat.kill"),
    ],
)
def test_whoever_is_killed_fallen_or_held_loses_it_and_a_runaway_keeps_it(down):
    """sp-rustlers-end."""
    state = herd({"at": (400, 400), "effects": ["livestock"]}, {"at": (300, 300)}, TWO[1])
    thief = state.figures["red-1"]
    table = script(state)
    down(table, thief)
    rustlers.Rustlers("rustlers").aftermath(table)
    assert (rustlers.caught(state)["red"], len(rustlers.loose(state))) == (0, 4)
    state.figures["red-2"].effects.append("livestock")
    run_off(table, state.figures["red-2"], "morale.voluntary-exit")
    assert rustlers.caught(state)["red"] == 1


@pytest.mark.rules("scenario.rustlers-victory", "scenario.rustlers-stealing")
def test_more_counters_win_and_each_side_keeps_its_food():
    """ex.sp-rustlers: four against three."""
    herders = [{"at": (100.0 * i, 100), "effects": ["livestock"]} for i in range(1, 5)]
    thieves = [{"at": (100.0 * i, 800), "effects": ["livestock"], "blue": True} for i in range(1, 4)]
    state = herd(*herders, *thieves, heads=())
    assert winners(state) == ("red",)
    conclude(script(state), ("red",))
    assert state.food == {"red": 8, "blue": 6}


@pytest.mark.rules("scenario.rustlers-victory", "scenario.rustlers-stealing")
def test_the_side_that_is_left_takes_what_its_free_models_can_lead():
    """ex.sp-rustlers-last-side."""
    runaways = [{"effects": ["livestock"], "gone": "fled"}] * 2
    rest = [{"blue": True, "at": (100.0 * i, 800)} for i in range(1, 3)]
    state = herd(*runaways, {"blue": True, "at": (500, 800), "effects": ["livestock"]}, *rest)
    assert winners(state) == ("blue",)
    conclude(script(state), ("blue",))
    assert state.food == {"blue": 6, "red": 4}


@pytest.mark.rules("scenario.rustlers-victory")
def test_equal_counters_are_a_draw_and_allies_add_theirs_up():
    state = herd({"effects": ["livestock"]}, {"blue": True, "at": (800, 800), "effects": ["livestock"]})
    assert winners(state) == ()
    state.seats, state.teams = ("red", "blue", "green"), {"red": "north", "green": "north", "blue": "south"}
    state.figures["green-1"] = replace(state.figures["red-1"], id="green-1", seat="green", x=100.0)
    assert winners(state) == ("red", "green")


# Artifact Hunt


def at_a_pile(model=None, searched=(), rulings=None):
    state = playing("artifact-hunt", {"at": (450, 415), **(model or {})}, TWO[1], terrain=PILES, rulings=rulings)
    state.site.searched = list(searched)
    return state, state.figures["red-1"]


@pytest.mark.rules("scenario.artifact-hunt-deployment")
def test_an_artifact_hunt_is_deployed_on_opposite_edges():
    state, red = at_a_pile()
    state.sides = {"red": "south", "blue": "north"}
    assert zone(state, red) == (10, 10, 890, 65)
    assert zone(state, state.figures["blue-2"]) == (10, 835, 890, 890)


@pytest.mark.rules("scenario.artifact-hunt-digging")
def test_two_actions_beside_a_pile_are_a_search_with_its_odds():
    state, digger = at_a_pile()
    deed = key(state, digger, "dig:pile-4")
    assert deed.cost == 2
    assert "dig:pile-4" not in keys(state, digger, 1)
    found = foreseen(deed.forecast, state)
    assert (found["an artifact"], found["termites"], found["nothing"]) == (
        Fraction(1, 6),
        Fraction(1, 6),
        Fraction(2, 3),
    )
    actions.carry_out(script(state, [3]), digger, deed)
    assert "dig:pile-4" not in keys(state, digger)
    assert "1 of 5 piles searched" in headline(state)


@pytest.mark.rules("scenario.artifact-hunt-digging")
def test_an_artifact_is_in_the_diggers_hands_and_has_to_be_figured_out():
    """ex.sp-dig-find."""
    state, digger = at_a_pile()
    actions.carry_out(script(state, [6, 1, 4, 4]), digger, key(state, digger, "dig"))
    assert digger.puzzle.item == "defoliant-grenade"
    assert "figure-out" in keys(state, digger)
    assert state.site.found == {"red": 1}


@pytest.mark.rules("campaign.artifact-roll", "scenario.artifact-hunt-digging")
def test_one_who_makes_nothing_of_a_gun_leaves_it_to_a_human():
    """ex.sp-artifact-two-tries."""
    state = playing("artifact-hunt", {"at": (450, 415)}, {"type": "human", "at": (450, 395)}, TWO[1], terrain=PILES)
    digger, human = state.figures["red-1"], state.figures["red-2"]
    actions.carry_out(script(state, [6, 3, 4, 3, 3]), digger, key(state, digger, "dig"))
    study(script(state, [5, 3]), digger)
    actions.carry_out(script(state), digger, key(state, digger, "lay-down"))
    actions.carry_out(script(state), human, key(state, human, "pick-up"))
    study(script(state, [3, 4, 2]), human)
    assert [(one.id, one.loaded) for one in human.weapons] == [("pistol", False)]


@pytest.mark.rules("scenario.artifact-hunt-last-pile", "scenario.artifact-hunt-termites")
def test_the_last_pile_holds_something_whatever_the_die_and_termites_all_the_same():
    """ex.sp-dig-last-pile."""
    state, digger = at_a_pile(searched=["pile-0", "pile-1", "pile-2", "pile-3"])
    deed = key(state, digger, "dig")
    assert foreseen(deed.forecast, state)["an artifact, and termites"] == Fraction(1, 6)
    actions.carry_out(script(state, [1, 1, 1]), digger, deed)
    assert ("bow" in [one.id for one in digger.weapons], "termites" in digger.effects) == (True, True)


@pytest.mark.rules("scenario.artifact-hunt-digging")
def test_by_house_rule_piles_are_searched_until_something_is_found():
    """sp-dig-die."""
    state, digger = at_a_pile(searched=["pile-4"], rulings=Rulings(sp_dig_die="until-found"))
    assert "dig:pile-4" in keys(state, digger)
    state.site.found = {"red": 1}
    assert "dig:pile-4" not in keys(state, digger)


@pytest.mark.rules("scenario.artifact-hunt-digging")
def test_cells_and_food_need_no_figuring_out_and_paws_leave_the_find_beside_the_pile():
    """sp-dig-in-hand."""
    state, digger = at_a_pile()
    actions.carry_out(script(state, [6, 1, 2, 4]), digger, key(state, digger, "dig"))
    assert digger.cells == 7
    state, digger = at_a_pile()
    actions.carry_out(script(state, [6, 5, 5, 2]), digger, key(state, digger, "dig"))
    assert state.food == {"red": 5}
    state, paws = at_a_pile({"type": "animal", "species": "canine"})
    actions.carry_out(script(state, [6, 1, 4, 4]), paws, key(state, paws, "dig"))
    assert [(one.item, one.found) for one in state.items] == [("defoliant-grenade", True)]
    assert equipment(script(state, [4, 5], [0]), "red") == (("herbicide",), 0, 0)  # the owner's choice


@pytest.mark.rules("scenario.artifact-hunt-termites")
def test_termites_weaken_and_kill_at_the_beginning_of_the_owners_turn():
    """sp-termites."""
    state, digger = at_a_pile({"effects": ["termites"], "quality": 4})
    foe = state.figures["blue-2"]
    assert sum(one.amount for one in defence_modifiers(fight(state, foe, digger))) == -1
    begin_turn(script(state), "blue")
    begin_turn(script(state, [4]), "red")
    assert not digger.gone
    begin_turn(script(state, [3]), "red")
    assert digger.gone == "killed"
    robot, machine = at_a_pile({"effects": ["termites"], "type": "robot"}, rulings=Rulings(sp_termites="every-turn"))
    begin_turn(script(robot, [2]), "blue")
    assert machine.gone == "killed"


@pytest.mark.rules("scenario.artifact-hunt-termite-cure")
def test_only_a_stimulant_that_works_drives_termites_out():
    state, digger = at_a_pile({"effects": ["termites"]})
    assert not dose(script(state, [2]), digger, "stimulant")
    assert "termites" in digger.effects
    dose(script(state, [4]), digger, "poison-antidote")
    assert "termites" in digger.effects
    dose(script(state, [3]), digger, "stimulant")
    assert "termites" not in digger.effects
    robot, machine = at_a_pile({"effects": ["termites"], "type": "robot"})
    assert not dose(script(robot), machine, "stimulant")
    assert "termites" in machine.effects


# Military Installation


FLOOR = wall(450, 380, 100, 100, "broken", "rubble 1")
FLOOR = replace(FLOOR, traits=frozenset({"broken", "area"}))


def in_the_ruins(model=None, **fields):
    state = playing("military-installation", {"at": (400, 430), **(model or {})}, TWO[1], terrain=(FLOOR,), **fields)
    return state, state.figures["red-1"]


@pytest.mark.rules(
    "scenario.military-terrain", "scenario.military-surveillance-profile", "scenario.military-surveillance-shutdown"
)
def test_the_first_step_on_an_area_shows_what_it_hides_and_two_ones_shut_the_system_down():
    """ex.sp-military-step."""
    state, model = in_the_ruins()
    odds = foreseen(move_question(state, model).forecast((470.0, 430.0)), state)
    assert odds["a weapon cache"] == odds["a gun that watches"] == Fraction(5, 36)
    shift(script(state, [1, 1, 3, 2, 4, 3, 5, 4, 3, 6, 1, 5, 1]), model, (470.0, 430.0))
    system = state.figures["system-1"]
    assert (system.profile.quality, system.profile.combat, system.profile.gear) == (4, 2, ("web-gun",))
    assert (system.gone, model.transfixed) == ("fled", "")
    assert sorted(one.item for one in state.items) == ["cells", "pistol"]
    shift(script(state), model, (480.0, 430.0))
    assert "1 of 1 areas entered · 1 cache found" in headline(state)
    assert "pick-up:0" in keys(state, model)


@pytest.mark.rules("scenario.military-surveillance-profile", "scenario.military-surveillance-attack")
def test_a_system_is_rolled_and_makes_an_aimed_shot_with_two_successes():
    """ex.sp-surveillance."""
    state, model = in_the_ruins({"x": 480.0, "y": 430.0})
    table = script(state, [6, 3, 5, 4, 3, 1, 5, 2, 4])
    system = installation.wake(table, "rubble 1")
    assert (quality(system), system.profile.combat, system.profile.gear) == (3, 3, ("laser-gun",))
    clash = installation.system_shot(state, system, model, True)
    assert (clash.base, clash.aimed) == (5, 1)
    installation.react(table, system)
    table.finish()
    assert model.fallen  # 7 against 6, and the system's die is even


@pytest.mark.rules("scenario.military-surveillance-attack", "equipment.web-gun")
def test_a_web_gun_holds_whoever_steps_on_its_area():
    """ex.sp-surveillance-web."""
    state, model = in_the_ruins({"type": "human", "combat": 3})
    state.site.searched = ["rubble 1"]
    system = installation.system_model(state, 1, installation.Build(5, 2, "web-gun"))
    system.x, system.y, system.placed = 500.0, 430.0, True
    state.figures[system.id], state.site.systems = system, {"rubble 1": system.id}
    odds = foreseen(move_question(state, model).forecast((470.0, 430.0)), state)
    assert odds["shuts down"] == Fraction(2, 27)
    shift(script(state, [5, 2, 3, 4, 2]), model, (470.0, 430.0))
    assert model.transfixed == "web-gun"
    shift(script(state), model, (471.0, 430.0))  # it reacts to those who come in, not to those who stay


@pytest.mark.rules("scenario.military-surveillance-damage")
def test_a_system_that_is_beaten_loses_quality_and_doubled_it_is_destroyed():
    state, model = in_the_ruins({"gear": ("laser-gun",), "combat": 4, "hand": "laser-gun"})
    system = installation.system_model(state, 1, installation.Build(5, 2, "laser-gun"))
    system.x, system.y, system.placed = 500.0, 430.0, True
    state.figures[system.id], state.site.systems = system, {"rubble 1": system.id}
    actions.carry_out(script(state, [4, 6, 4]), model, key(state, model, "shoot:laser-gun:system-1"))
    assert (quality(system), system.fallen) == (6, False)
    model.attacked = False
    actions.carry_out(script(state, [6, 5, 1]), model, key(state, model, "shoot:laser-gun:system-1"))
    assert system.gone == "killed"
    assert actions.sides_left(state) == ["red", "blue"]


@pytest.mark.rules("scenario.military-surveillance-damage")
def test_shooters_may_pass_a_system_over():
    state, model = in_the_ruins({"gear": ("laser-gun",), "hand": "laser-gun"})
    system = installation.system_model(state, 1, installation.Build(5, 2, "laser-gun"))
    system.x, system.y, system.placed = 400.0, 480.0, True
    state.figures[system.id] = system
    state.figures["blue-2"].x, state.figures["blue-2"].y = 250.0, 430.0
    arm = ARMS["laser-gun"]
    assert [one.id for one in targets(state, model, arm)] == ["blue-2", "system-1"]


@pytest.mark.rules("scenario.military-cache")
def test_a_cache_is_rolled_with_the_cells_for_what_runs_on_them():
    """ex.sp-cache."""
    state, _ = in_the_ruins()
    assert installation.roll_cache(script(state, [3, 2, 4, 3, 5]), "red") == (("pistol",), 5, 0)
    assert installation.roll_cache(script(state, [3, 2, 4, 2]), "red").cells == 0
    assert installation.roll_cache(script(state, [1, 4]), "red") == (("defoliant-grenade",), 0, 0)


@pytest.mark.rules("scenario.military-terrain")
def test_one_that_is_thrown_onto_an_area_has_stepped_on_it_too_and_rubble_gives_cover_by_house_rule():
    """sp-rubble-scenery."""
    state, model = in_the_ruins()
    model.x = 470.0
    actions.follow_up(script(state, [2, 2]))
    assert state.site.searched == ["rubble 1"]
    for ruling, kind in (("open", "broken"), ("cover", "rubble")):
        state, _ = in_the_ruins(rulings=replace(Rulings(), sp_rubble_scenery=ruling))
        installation.Installation("military-installation").laid(script(state))
        assert kind in state.map.pieces[0].traits


# Radioactive Wasteland


GLOW = disc(500, 400, 60, "irradiated", "stain")


@pytest.mark.rules("campaign.radiation-terrain", "scenario.wasteland-setup")
def test_whoever_steps_into_irradiated_ground_checks_once_and_machines_never():
    """sp-radiation-frequency."""
    state = playing(
        "radioactive-wasteland", {"at": (400, 400)}, {"type": "robot", "at": (400, 440)}, TWO[1], terrain=(GLOW,)
    )
    model, robot = state.figures["red-1"], state.figures["red-2"]
    odds = foreseen(move_question(state, model).forecast((470.0, 400.0)), state)
    assert odds["kill"] == Fraction(1, 8)
    assert move_question(state, model).forecast((350.0, 400.0)) is None
    shift(script(state, [3, 4, 4]), model, (470.0, 400.0))
    assert quality(model) == 5
    shift(script(state), model, (500.0, 400.0))
    shift(script(state), robot, (470.0, 440.0))
    shift(script(state), model, (600.0, 400.0))
    shift(script(state, [5, 5, 5, 1]), model, (400.0, 400.0))  # across it, and out again
    assert quality(model) == 5


@pytest.mark.rules("campaign.radiation-terrain")
def test_whoever_is_thrown_in_checks_as_well_and_a_flyer_only_where_it_lands():
    state = playing("radioactive-wasteland", {"at": (400, 400), "traits": ("flying",)}, TWO[1], terrain=(GLOW,))
    flyer = state.figures["red-1"]
    shift(script(state), flyer, (600.0, 400.0))
    flyer.x = 500.0
    actions.follow_up(script(state, [4, 4, 1]))
    assert flyer.losses == {"radiation": 1}
    actions.follow_up(script(state))


@pytest.mark.rules("scenario.wasteland-setup")
def test_those_set_up_on_irradiated_ground_check_when_the_battle_begins():
    """sp-wasteland-radiation-start."""
    state = playing("radioactive-wasteland", {"at": (500, 400)}, TWO[1], terrain=(GLOW,))
    opens(one_voice("radioactive-wasteland"), script(state, [1, 1, 4]))
    assert state.figures["red-1"].losses == {"radiation for good": 1}
    assert "1 model on irradiated ground" in headline(state)
    actions.follow_up(script(state))


# Whole battles


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_battle_of_each_scenario_comes_to_its_end_by_whoever_plays_it(scenario):
    for number, (bot, terrain) in enumerate([(warlord, "generated"), (random_bot, "laid")]):
        options = game.configure(
            {"scenario": scenario, "most_turns": 8, "terrain": terrain, "parties": ("plant", "animal")}
        )
        state = playout(game, options, one_bot(bot), number)
        assert game.outcome(state) is not None
        assert state.is_concluded


def test_four_parties_fight_in_the_orchard():
    options = game.configure(
        {"scenario": "battle-in-the-orchard", "most_turns": 12, "parties": ("human", "robot", "plant", "animal")}
    )
    state = playout(game, options, one_bot(random_bot), 5)
    assert game.outcome(state) is not None
    assert {id.partition("-")[0] for id in state.site.entries} == set(state.seats) - {state.defender}


# At the desk


@pytest.mark.parametrize(
    ("procedure", "dice", "inputs", "expected"),
    [
        ("dig", [6], {}, "an artifact"),
        ("dig", [1], {"last": True}, "an artifact, and termites"),
        ("burrowing", [3], {"model": {"quality": 3}}, "unharmed"),
        ("fruit", [3], {"leader": True}, "works"),
        ("fruit", [], {"model": {"traits": ["clinging"]}}, "works"),
        ("rubble-area", [1, 2], {}, "a weapon cache"),
        ("cache", [3, 2, 4, 3, 5], {}, "Pistol, 5 Energy Cells"),
        ("watched-area", [1, 5, 1], {}, "shuts down"),
        ("watched-area", [5, 2, 3, 4, 2], {"system": {"quality": 5, "weapon": "web-gun"}}, "transfix"),
        ("scenario", [3], {}, "Rustlers"),
        ("spoils", [4], {"scenario": "battle-in-the-orchard"}, "6 Food Points"),
    ],
)
@pytest.mark.rules("scenario.selection", "scenario.military-cache", "scenario.orchard-rewards")
def test_the_desk_rules_on_what_scenarios_roll(procedure, dice, inputs, expected):
    ruled = game.procedure(procedure)
    situation = convert(ruled.params, inputs, procedure)
    table = script(ruled.situate(situation), dice)
    table.policy = policy
    assert game.words(ruled.run(table, situation)) == expected
    table.finish()


# Bots


@pytest.mark.rules("scenario.rustlers-stealing", "scenario.artifact-hunt-digging", "scenario.orchard-mutant-tree")
def test_a_warlord_goes_for_what_the_scenario_is_about_unless_he_is_told_not_to():
    state = herd({"at": (400, 300)}, {"blue": True, "at": (100, 880)})
    thief = state.figures["red-1"]
    state.acting = thief.id
    question = move_question(state, thief)
    aiming, plain = (
        warlord_of(Temper(aims=aims))(Asked("red", "move.straight-line", question, state, Random(1)))
        for aims in (True, False)
    )
    assert aiming[1] > thief.y + 80
    assert aiming[0] > thief.x
    assert plain[0] < thief.x
    state, digger = at_a_pile({"at": (450, 415)})
    menu = actions.menu(digger, {deed.key: deed for deed in actions.possible(state, digger, 2)}, 2)
    assert warlord(Asked("red", "actions.per-activation", menu, state, Random(1))) == "dig:pile-4"
    state, picker = in_the_orchard({"at": (424, 400)}, TWO[1])
    menu = actions.menu(picker, {deed.key: deed for deed in actions.possible(state, picker, 2)}, 2)
    assert warlord(Asked("red", "actions.per-activation", menu, state, Random(1))) == "pick-fruit"
