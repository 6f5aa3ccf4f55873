"""Places: distances between models, contact, sight and cover, as this game measures them.

distance-measurement: from the nearest point of one base to the nearest of the other; sticks.premeasure: at any time.
adjacent-means-contact: bases touch with a gap of at most one millimetre. There is no facing (no-facing).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from msgspec import Struct

from adjudge.field import Ground, Point, Round, Stand
from adjudge.field.maps import Battlemap, bounds_of, ground_of
from adjudge.field.measuring import distance, distance_to_piece, distance_to_point, gap
from adjudge.field.rounded import clearance
from adjudge.field.sight import Sight, cover, on_the_line, sight, sight_to_point
from adjudge.field.terrain import Shape
from adjudge.games.mdrg.book import Stick
from adjudge.games.mdrg.rules.figures import are_enemies, enemies_of, in_play, is_active, named, size
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.rules.regions import Box
from adjudge.games.mdrg.state import Battle, Figure

TOUCH = 1.0
"""The gap that still counts as contact, in millimetres."""

LOOKS = 8192
"""How many lines of sight are remembered."""

_GROUNDS: dict[int, tuple[Battlemap, Ground]] = {}
_MOST_GROUNDS = 64


def ground(state: Battle) -> Ground:
    """The ground as the battle has left it. Copies of a state share the map, so it is known by identity."""
    known = _GROUNDS.get(id(state.map))
    if known is None or known[0] is not state.map:
        if len(_GROUNDS) >= _MOST_GROUNDS:
            _GROUNDS.clear()
        known = _GROUNDS[id(state.map)] = (state.map, ground_of(state.map))
    return known[1].after(state.changes)


def length(state: Battle, stick: Stick) -> float:
    """The length of a stick (sticks.three-sticks)."""
    return float(getattr(state.scale.sticks, stick))


def base_of(state: Battle, figure: Figure) -> Round:
    """Round bases for everybody (basing.free-shape), as wide as basing.defaults-28mm and basing.defaults-15mm say."""
    bases, larger = state.scale.bases, size(figure)
    return _round(bases.normal if not larger else bases.big if larger == 1 else bases.huge)


@cache
def _round(diameter: float) -> Round:
    return Round(diameter)


def stand(state: Battle, figure: Figure) -> Stand:
    """The figure as the battlefield sees it."""
    return Stand(figure.id, figure.x, figure.y, base_of(state, figure), 0.0, figure.level)


def stands(state: Battle, figures: Iterable[Figure]) -> list[Stand]:
    """Several of them."""
    return [stand(state, figure) for figure in figures]


def apart(state: Battle, one: Figure, two: Figure) -> float:
    """The distance between two models."""
    return distance(stand(state, one), stand(state, two))


def is_within(state: Battle, one: Figure, two: Figure, stick: Stick) -> bool:
    """Whether two models are within a stick of each other; exactly counts."""
    return apart(state, one, two) <= length(state, stick) + 1e-6


def from_point(state: Battle, figure: Figure, point: Point) -> float:
    """The distance of a model from a spot."""
    return distance_to_point(stand(state, figure), point)


def are_adjacent(state: Battle, one: Figure, two: Figure) -> bool:
    """hth.adjacent: base to base, or across a low obstacle that both touch (contact-across-obstacle)."""
    if not are_joined(one, two):
        return False
    between = gap(stand(state, one), stand(state, two))
    return between <= TOUCH or (between <= state.scale.bases.normal and is_across_obstacle(state, one, two))


def are_joined(one: Figure, two: Figure) -> bool:
    """adjacent-means-contact: on the same level, or on levels that are joined where a wall or stairs are climbed."""
    return one.on == two.on or bool(one.climbing) or bool(two.climbing)


def adjacent(state: Battle, figure: Figure) -> list[Figure]:
    """Everybody in contact with a model; most are too far away to be measured."""
    far, x, y = state.scale.bases.huge + state.scale.bases.normal + TOUCH, figure.x, figure.y
    around = [other for other in in_play(state) if -far <= other.x - x <= far and -far <= other.y - y <= far]
    return [other for other in around if other is not figure and are_adjacent(state, figure, other)]


def is_across_obstacle(state: Battle, one: Figure, two: Figure) -> bool:
    """Whether a fence or the like stands between two models that touch it from either side."""
    field = ground(state)
    between = on_the_line(field, (one.x, one.y), (two.x, two.y), "obstacle")
    here, there = stand(state, one), stand(state, two)
    return any(
        distance_to_piece(field, here, piece) <= TOUCH and distance_to_piece(field, there, piece) <= TOUCH
        for piece in between
    )


def adjacent_enemies(state: Battle, figure: Figure) -> list[Figure]:
    """The enemies in contact with a model."""
    return [other for other in adjacent(state, figure) if are_enemies(state, figure, other)]


def active_opponents(state: Battle, figure: Figure) -> list[Figure]:
    """The enemies in contact that can strike."""
    return [other for other in adjacent_enemies(state, figure) if is_active(other)]


def on_table(state: Battle, margin: float = 0.0) -> Box:
    """The table from edge to edge, or what is so far from every edge."""
    field = ground(state)
    return (margin, margin, field.width - margin, field.depth - margin)


def room_for(state: Battle, figure: Figure) -> Box:
    """Where the centre of its base can be so that the whole base is on the table, or as near as it is now."""
    left, low, right, high = on_table(state, base_of(state, figure).diameter / 2)
    return (min(left, figure.x), min(low, figure.y), max(right, figure.x), max(high, figure.y))


# Woods


def woods_around(state: Battle, figure: Figure) -> list[str]:
    """The woods that a model is in: its base's centre decides (wood-sight)."""
    return _woods_at(ground(state), (figure.x, figure.y))


@lru_cache(maxsize=LOOKS)
def _woods_at(field: Ground, point: Point) -> list[str]:
    return field.standing_in(point, "woods")


def at_inner_edge(state: Battle, figure: Figure, wood: str) -> bool:
    """Whether the base touches the edge of the wood from inside, so that it can shoot out (woods.shooting-out)."""
    depth = max(-clearance(s.shape, figure.x, figure.y) for s in ground(state).solids if s.id == wood)
    return depth <= base_of(state, figure).diameter / 2 + TOUCH


# Sight


class View(Struct, frozen=True):
    """Whether one model sees another: the objection if not, with the piece or model in the way; the cover if so."""

    objection: Objection | None = None
    by: str = ""
    cover: bool = False


CLEAR, COVERED = View(), View(cover=True)


def look(state: Battle, one: Figure, two: Figure, *, models_block: bool = True, and_cover: bool = True) -> View:
    """los.required, los.adjacent-friend, woods.no-shooting-in, woods.inside, cover.modifier."""
    inside, around = woods_around(state, one), woods_around(state, two)
    shared = [wood for wood in inside if wood in around]
    if around and not shared:
        return View(Objection("woods.no-shooting-in", f"{named(two)} is inside a wood"), around[0])
    if shared and not is_within(state, one, two, "short"):
        return View(Objection("woods.inside", "inside a wood one sees no farther than Short"), shared[0])
    if inside and not shared and not all(at_inner_edge(state, one, wood) for wood in inside):
        return View(Objection("woods.shooting-out", f"{named(one)} is too deep inside the wood"), inside[0])
    past = frozenset(inside)
    seen = sight_line(state, one, two, past, models_block)
    if not seen.seen:
        return View(Objection("los.required", f"{_title(state, seen)} is in the way"), seen.by or "")
    if not and_cover:
        return CLEAR
    covered = bool(shared) or _covered(ground(state), spot_of(state, one), spot_of(state, two), past)
    return COVERED if covered else CLEAR


def sight_line(state: Battle, one: Figure, two: Figure, past: frozenset[str], models_block: bool) -> Sight:
    """The line between two models, past these woods, and past those who do not block it."""
    here, there = spot_of(state, one), spot_of(state, two)
    others = _in_between(state, one, two, here, there) if models_block else ()
    return _sight(ground(state), here, there, others, past)


def _in_between(state: Battle, one: Figure, two: Figure, here: Spot, there: Spot) -> tuple[Spot, ...]:
    """The models whose bases reach into the strip between two others and block the view."""
    half = max(here[3], there[3]) / 2
    dx, dy = there[1] - here[1], there[2] - here[2]
    square = dx * dx + dy * dy or 1.0
    found = []
    for other in in_play(state):
        if other is one or other is two:
            continue
        x, y = other.x - here[1], other.y - here[2]
        share = min(1.0, max(0.0, (x * dx + y * dy) / square))
        reach = half + state.scale.bases.huge / 2
        if (x - share * dx) ** 2 + (y - share * dy) ** 2 > reach * reach:
            continue
        if not _is_looked_past(state, one, two, other):
            found.append(spot_of(state, other))
    return tuple(found)


Spot = tuple[str, float, float, float, float]
"""A base as lines of sight meet it: whose it is, where, how wide, and on which level. It can be remembered."""


def spot_of(state: Battle, figure: Figure) -> Spot:
    """The base of a figure, to be remembered."""
    return (figure.id, figure.x, figure.y, base_of(state, figure).diameter, figure.level)


def standing(spot: Spot) -> Stand:
    """The base again."""
    return Stand(spot[0], spot[1], spot[2], _round(spot[3]), 0.0, spot[4])


@lru_cache(maxsize=LOOKS)
def _sight(field: Ground, one: Spot, two: Spot, others: tuple[Spot, ...], past: frozenset[str]) -> Sight:
    """Most models stand still while others act: what was seen before is remembered."""
    return sight(field, standing(one), standing(two), [standing(other) for other in others], past=past)


@lru_cache(maxsize=LOOKS)
def _covered(field: Ground, one: Spot, two: Spot, past: frozenset[str]) -> bool:
    return bool(cover(field, standing(one), standing(two), past=past))


def _is_looked_past(state: Battle, one: Figure, two: Figure, other: Figure) -> bool:
    """los.adjacent-friend: a friend in contact does not block; every other model does (line-of-sight-models).

    One that stands lower than the shooter or the target does not block either (line-of-sight-elevation).
    """
    if other.level < max(one.level, two.level):
        return True
    if state.rulings.line_of_sight_models == "fallen-do-not-block" and other.fallen:
        return True
    return not are_enemies(state, one, other) and gap(stand(state, one), stand(state, other)) <= TOUCH


def _title(state: Battle, seen: Sight) -> str:
    """The name of what blocks a line; of scenery also where it stands, for one wall is like another."""
    if seen.by in state.figures:
        return named(state.figures[seen.by])
    piece = ground(state).by_id.get(seen.by or "")
    if piece is None:
        return "something"
    return f"{piece.title} at {_spot(piece.shapes[0])}"


@cache
def _spot(shape: Shape) -> str:
    """The middle of a shape, in words."""
    west, south, east, north = bounds_of(shape)
    return f"{(west + east) / 2:.0f},{(south + north) / 2:.0f}"


def sees(state: Battle, one: Figure, two: Figure, *, models_block: bool = True) -> bool:
    """Whether one model sees another."""
    return look(state, one, two, models_block=models_block, and_cover=False).objection is None


def sees_spot(state: Battle, figure: Figure, point: Point) -> bool:
    """A line to a spot past solid scenery; models and woods do not block a lob (grenade-throwing)."""
    if state.rulings.grenade_throwing == "anywhere":
        return True
    woods = frozenset(piece.id for piece in ground(state).pieces if "woods" in piece.traits)
    if state.rulings.grenade_throwing == "past-scenery":
        return sight_to_point(ground(state), stand(state, figure), point, past=woods).seen
    spot = Stand("", point[0], point[1], Round(2 * TOUCH), 0.0, figure.level)
    others = stands(state, (other for other in in_play(state) if other is not figure))
    between = [other for other in others if distance_to_point(other, point) > TOUCH]
    return sight(ground(state), stand(state, figure), spot, between, past=woods).seen


def is_hidden(state: Battle, figure: Figure) -> bool:
    """ambush.definition: no enemy sees any part of its base past the scenery (ambush-details); others do not hide it,
    and mere cover is not enough."""
    return not any(sees(state, enemy, figure, models_block=False) for enemy in enemies_of(state, figure))


def touches_cover(state: Battle, figure: Figure) -> bool:
    """Whether the base touches scenery that gives cover, wherever an enemy stands (ability.stealth-untargetable)."""
    here, field = stand(state, figure), ground(state)
    covering = (piece.id for piece in field.pieces if "cover" in field.marks[piece.id])
    return any(distance_to_piece(field, here, piece) <= TOUCH for piece in covering)


def nearest_edge(state: Battle, figure: Figure) -> Point:
    """The spot of the table's edge nearest to a model."""
    field = ground(state)
    feet = [(0.0, figure.y), (field.width, figure.y), (figure.x, 0.0), (figure.x, field.depth)]
    return min(feet, key=lambda foot: (abs(foot[0] - figure.x) + abs(foot[1] - figure.y), foot))
