"""Smoke on the Water: a well, a river or a lake, rocks to hide behind, and water that must stay clean."""

from __future__ import annotations

from itertools import pairwise

import shapely

from adjudge.engine import Choose, Deed, Table
from adjudge.engine.moments import answers
from adjudge.field import Piece, rectangle
from adjudge.field.layout import Sketch, area, gap, is_wider_than, joined, middle_of, share_of
from adjudge.field.maps import Battlemap, bounds_of
from adjudge.field.measuring import distance_to_piece
from adjudge.field.points import Box
from adjudge.field.sight import on_the_line
from adjudge.field.terrain import BLOCKS_MOVEMENT, BLOCKS_SIGHT, BRIDGE, OBSTACLE, marks
from adjudge.games.mdrg.ability import Special, special, voices
from adjudge.games.mdrg.book import Scale
from adjudge.games.mdrg.figures import named, refresh
from adjudge.games.mdrg.places import TOUCH, base_of, ground, length, stand
from adjudge.games.mdrg.rules.actions import aftermath
from adjudge.games.mdrg.rules.activation import conceals, ends
from adjudge.games.mdrg.rules.battle import withholds
from adjudge.games.mdrg.rules.battlefield import OPPOSITE, lays_first, set_up, side_for, zone_in
from adjudge.games.mdrg.rules.results import pestilent
from adjudge.games.mdrg.scenarios.occasion import Scenario, having, too_close, without, wrong_number
from adjudge.games.mdrg.state import Battle, Figure, Side
from adjudge.games.mdrg.view import prize

DEEP, SHALLOW, WELL = "deep-water", "water", "well"
WET = (DEEP, SHALLOW, WELL)
HIDING = "hiding"
THIRD = 1 / 3
ROCKS = (("solid", "rocks"), ("low", "fallen trunk"), ("wall", "debris"), ("solid", "boulder"))


@special("smoke-on-the-water")
class Smoke(Scenario):
    """scenario.smoke-terrain, scenario.smoke-obstacles, scenario.smoke-deployment."""

    def draw(self, sketch: Sketch, scale: Scale) -> None:
        """One of four waters in the middle, and a few obstacles that keep away from it and from each other."""
        waters = (draw_well, draw_lake, draw_bridged_river, draw_forded_river)
        waters[sketch.one_of(len(waters))](sketch, scale)
        water, short, long = [*sketch.pieces], scale.sticks.short, scale.sticks.long
        sketch.strew(
            "rock",
            ROCKS,
            4,
            long=(0.7 * short, 1.2 * short),
            deep=(0.35 * short, 0.6 * short),
            margin=0.6 * short,
            fits=lambda piece: all(gap(piece, other) >= (short if other in water else long) for other in sketch.pieces),
        )

    def objections(self, battlemap: Battlemap, scale: Scale) -> list[str]:
        """The water, and two to four obstacles at their distances."""
        water, others = having(battlemap, *WET), without(battlemap, *WET, BRIDGE)
        obstacles = [piece for piece in others if marks(piece) & {BLOCKS_MOVEMENT, OBSTACLE}]
        found = wrong_water(battlemap, scale)
        found += wrong_number(obstacles, "obstacles", 2, 4)
        found += too_close(others, water, scale.sticks.short, "Short")
        return found + too_close(obstacles, obstacles, scale.sticks.long, "Long")

    @answers(lays_first)
    def lays_first(self) -> bool:
        """sp-smoke-terrain-layer: together, and only then attacker and defender are rolled for."""
        return True

    # Deployment

    @answers(zone_in)
    def zone_in(self, state: Battle, figure: Figure) -> Box | None:
        """scenario.smoke-deployment: the defender from the base line up to the obstacles (sp-smoke-zone)."""
        if figure.seat != state.defender:
            return None
        side, radius, field = side_for(state, figure), base_of(state, figure).diameter / 2, ground(state)
        deep = max([length(state, "short"), *(depths(state, side))])
        left, low, right, high = radius, radius, field.width - radius, field.depth - radius
        match side:
            case "south":
                return (left, low, right, deep - radius)
            case "north":
                return (left, field.depth - deep + radius, right, high)
            case "west":
                return (left, low, deep - radius, high)
        return (field.width - deep + radius, low, right, high)

    @answers(set_up)
    def set_up(self, table: Table[Battle], figure: Figure) -> None:
        """A model behind an obstacle may be declared hidden."""
        state = table.state
        if figure.seat != state.defender or not is_behind_obstacle(state, figure):
            return
        question = Choose(
            ("hidden", "in the open"),
            prompt=f"is {named(figure)} hidden behind the obstacle?",
            about=lambda key: Deed("hide" if key == "hidden" else "stand", figure.id),
        )
        if table.ask(figure.seat, "scenario.smoke-deployment", question) == "hidden":
            figure.effects.append(HIDING)
            refresh(figure)

    # The water

    @answers(aftermath)
    def aftermath(self, table: Table[Battle]) -> None:
        """scenario.smoke-infected-water: a Wretched that goes down in it or beside it, or dies there."""
        state = table.state
        if state.site.spoiled:
            return
        dead = {death.figure for death in state.deaths}
        for figure in state.figures.values():
            if is_catching(figure) and (figure.id in dead or not figure.gone) and spoils(state, figure, dead):
                state.site.spoiled = True
                rule = "scenario.smoke-infected-water"
                table.tell(rule, "{name} falls into the water: nobody will drink from it", name=named(figure))
                return

    @answers(withholds)
    def withholds(self, state: Battle) -> bool:
        return state.site.spoiled

    @answers(prize)
    def prize(self, state: Battle) -> str:
        return "the water is infected: no Food" if state.site.spoiled else "the water is clean"


# Terrain


def draw_well(sketch: Sketch, scale: Scale) -> None:
    """In the middle, a low thing to crouch behind (sp-deep-water)."""
    sketch.lay(sketch.disc("the-well", sketch.middle, 0.3 * scale.sticks.short, "low", WELL, name="well"))


def draw_lake(sketch: Sketch, scale: Scale) -> None:
    """Round, and near the middle."""
    short, (x, y) = scale.sticks.short, sketch.middle
    at = (x + sketch.between(-short, short), y + sketch.between(-short, short))
    sketch.lay(sketch.disc("lake", at, sketch.between(1.4, 2.0) * short, DEEP, name="lake"))


def draw_bridged_river(sketch: Sketch, scale: Scale) -> None:
    """From edge to edge, with a bridge in its middle, wider than any base."""
    short = scale.sticks.short
    wide, is_upright = sketch.between(0.7, 1.0) * short, bool(sketch.one_of(2))
    sketch.lay(reach_of_river("river", sketch, (0.0, sketch.width), wide, is_upright, DEEP))
    half = sketch.width / 2
    ends = (half - 0.45 * short, half + 0.45 * short)
    sketch.lay(reach_of_river("bridge", sketch, ends, wide + 0.2 * short, is_upright, BRIDGE))


def draw_forded_river(sketch: Sketch, scale: Scale) -> None:
    """From edge to edge, with two fords."""
    short, size = scale.sticks.short, sketch.width
    wide, is_upright = sketch.between(0.7, 1.0) * short, bool(sketch.one_of(2))
    first, second = sketch.between(0.2, 0.35) * size, sketch.between(0.6, 0.75) * size
    ends = [0.0, first, first + 1.2 * short, second, second + 1.2 * short, size]
    for number, (start, end) in enumerate(pairwise(ends), 1):
        is_ford = number % 2 == 0
        name, kind = ("ford", SHALLOW) if is_ford else ("river", DEEP)
        piece = reach_of_river(f"{name}-{number}", sketch, (start, end), wide, is_upright, kind)
        sketch.lay(Piece(piece.id, piece.shapes, piece.traits, name))


def reach_of_river(
    id: str, sketch: Sketch, ends: tuple[float, float], wide: float, is_upright: bool, kind: str
) -> Piece:
    """A straight piece of a river through the middle, or of what leads over it."""
    start, end = ends
    half = sketch.width / 2 - wide / 2
    box = (half, start, wide, end - start) if is_upright else (start, half, end - start, wide)
    return Piece(id, (rectangle(*box),), frozenset({kind}), id)


def wrong_water(battlemap: Battlemap, scale: Scale) -> list[str]:
    """A well in the middle, or at most a third of the table; a river at most Short wide that can be crossed."""
    wells, water = having(battlemap, WELL), having(battlemap, DEEP, SHALLOW)
    middle = shapely.Point(battlemap.width / 2, battlemap.depth / 2)
    if not wells and not water:
        return ["it needs a well, a river or a lake: something low with the trait well, water or deep-water"]
    found = [
        f"{well.title} is not in the middle of the table" for well in wells if not area(well.shapes).covers(middle)
    ]
    if share_of(battlemap, water) > THIRD:
        found.append("more than a third of the table is water")
    if not is_river(battlemap, water):
        return found
    if is_wider_than(water, scale.sticks.short):
        found.append("the river is wider than Short")
    if not having(battlemap, BRIDGE, SHALLOW):
        found.append("the river has neither a bridge nor a ford")
    return found


def is_river(battlemap: Battlemap, water: list[Piece]) -> bool:
    """Whether the water runs from one edge of the table to the other."""
    if not water:
        return False
    left, low, right, high = joined(water).bounds
    return bool((left <= 1 and right >= battlemap.width - 1) or (low <= 1 and high >= battlemap.depth - 1))


# Deployment


def depths(state: Battle, side: Side) -> list[float]:
    """How far from a side the far sides of the obstacles in its half are."""
    field, found = state.map, []
    for piece in obstacles_of(state):
        west, south, east, north = bounds_of_piece(piece)
        x, y = middle_of(piece)
        near, far = {
            "south": (y, north),
            "north": (field.depth - y, field.depth - south),
            "west": (x, east),
            "east": (field.width - x, field.width - west),
        }[side]
        if near <= (field.depth if side in ("south", "north") else field.width) / 2:
            found.append(far)
    return found


def obstacles_of(state: Battle) -> list[Piece]:
    return [p for p in without(state.map, *WET, BRIDGE) if marks(p) & {BLOCKS_MOVEMENT, OBSTACLE}]


def bounds_of_piece(piece: Piece) -> Box:
    boxes = [bounds_of(shape) for shape in piece.shapes]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def is_behind_obstacle(state: Battle, figure: Figure) -> bool:
    """sp-smoke-zone: it touches an obstacle that hides it from the side that the attacker comes from."""
    field, here = ground(state), stand(state, figure)
    ahead: Side = OPPOSITE[side_for(state, figure)]
    edge = {
        "south": (figure.x, 0.0),
        "north": (figure.x, field.depth),
        "west": (0.0, figure.y),
        "east": (field.width, figure.y),
    }[ahead]
    between = on_the_line(field, (figure.x, figure.y), edge, BLOCKS_SIGHT)
    return any(distance_to_piece(field, here, piece) <= TOUCH for piece in between)


@special(HIDING)
class Hiding(Special):
    """scenario.smoke-deployment: it counts as hidden when its first turn begins (sp-smoke-zone)."""

    rule = "scenario.smoke-deployment"

    @answers(conceals)
    def conceals(self) -> bool:
        return True

    @answers(ends)
    def ends(self, table: Table[Battle], figure: Figure) -> bool:
        return True


# Infection


def is_catching(figure: Figure) -> bool:
    """Whether it carries the disease of the Wretched."""
    return pestilent.is_answered(voices(figure.rules))


def spoils(state: Battle, figure: Figure, dead: set[str]) -> bool:
    """sp-smoke-falling-in: Fallen in the water or touching it, or killed there; by house rule it is enough to go in."""
    down = figure.id in dead or (figure.fallen and "prone" not in figure.effects)
    wet = [piece.id for piece in having(state.map, *WET)]
    touching = [piece for piece in wet if distance_to_piece(ground(state), stand(state, figure), piece) <= TOUCH]
    if state.rulings.sp_smoke_falling_in == "entering":
        return any(distance_to_piece(ground(state), stand(state, figure), piece) <= 0 for piece in touching)
    return down and bool(touching)
