"""Line of Sight, Cover and Wooded Areas: who sees whom, and who is partly hidden.

The book has these in the midst of ranged combat; Morale, Leaders and minds ask for them too.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from adjudge.field import Ground, Point, Round, Stand
from adjudge.field.ground import remembered
from adjudge.field.maps import bounds_of
from adjudge.field.measuring import distance_to_piece, distance_to_point
from adjudge.field.rounded import clearance
from adjudge.field.sight import Sight, cover, sight, sight_to_point
from adjudge.field.terrain import Shape
from adjudge.games.mdrg.figures import are_enemies, enemies_of, in_play, named
from adjudge.games.mdrg.places import (
    LOOKS,
    TOUCH,
    Spot,
    base_of,
    gap_between,
    ground,
    is_within,
    spot_of,
    stand,
    standing,
    stands,
)
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.state import Battle, Figure

# Line of Sight


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


@remembered(LOOKS)
def _sight(field: Ground, one: Spot, two: Spot, others: tuple[Spot, ...], past: frozenset[str]) -> Sight:
    """Most models stand still while others act: what was seen before is remembered."""
    return sight(field, standing(one), standing(two), [standing(other) for other in others], past=past)


def _is_looked_past(state: Battle, one: Figure, two: Figure, other: Figure) -> bool:
    """los.adjacent-friend: a friend in contact does not block; every other model does (line-of-sight-models).

    One that stands lower than the shooter or the target does not block either (line-of-sight-elevation).
    """
    if other.level < max(one.level, two.level):
        return True
    if state.rulings.line_of_sight_models == "fallen-do-not-block" and other.fallen:
        return True
    return not are_enemies(state, one, other) and gap_between(state, one, other) <= TOUCH


def _title(state: Battle, seen: Sight) -> str:
    """The name of what blocks a line; of scenery also where it stands, for one wall is like another."""
    if seen.by in state.figures:
        return named(state.figures[seen.by])
    piece = ground(state).by_id.get(seen.by or "")
    if piece is None:
        return "something"
    return f"{piece.title} at {_spot(piece.shapes[0])}"


@lru_cache(1024)
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


# Cover


@remembered(LOOKS)
def _covered(field: Ground, one: Spot, two: Spot, past: frozenset[str]) -> bool:
    return bool(cover(field, standing(one), standing(two), past=past))


def touches_cover(state: Battle, figure: Figure) -> bool:
    """Whether the base touches scenery that gives cover, wherever an enemy stands (ability.stealth-untargetable)."""
    here, field = stand(state, figure), ground(state)
    covering = (piece.id for piece in field.pieces if "cover" in field.marks[piece.id])
    return any(distance_to_piece(field, here, piece) <= TOUCH for piece in covering)


# Wooded Areas


def woods_around(state: Battle, figure: Figure) -> list[str]:
    """The woods that a model is in: its base's centre decides (wood-sight)."""
    return _woods_at(ground(state), (figure.x, figure.y))


@remembered(LOOKS)
def _woods_at(field: Ground, point: Point) -> list[str]:
    return field.standing_in(point, "woods")


def at_inner_edge(state: Battle, figure: Figure, wood: str) -> bool:
    """Whether the base touches the edge of the wood from inside, so that it can shoot out (woods.shooting-out)."""
    depth = max(-clearance(s.shape, figure.x, figure.y) for s in ground(state).solids if s.id == wood)
    return depth <= base_of(state, figure).diameter / 2 + TOUCH
