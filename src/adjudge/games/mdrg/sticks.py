"""Moving with sticks: how far a model gets in a straight line, and what slows or stops it."""

from __future__ import annotations

from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from adjudge.engine.moments import any_of
from adjudge.engine.questions import Point
from adjudge.field import EDGE, FLYING, Gait, Ground
from adjudge.field.ground import NOTHING_CHANGED, Changes, remembered
from adjudge.field.moving import crossed, room, straight_move
from adjudge.field.points import part_way
from adjudge.field.rounded import clearance
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import Stick
from adjudge.games.mdrg.figures import friends_of, in_play, lowered, stick_of
from adjudge.games.mdrg.places import LOOKS, TOUCH, Spot, base_of, ground, length, spot_of, stand, standing, stands
from adjudge.games.mdrg.state import Battle, Figure

ON_FOOT = Gait(halts=frozenset({"obstacle", "door"}))
"""move.stop-at-door-or-obstacle: every move ends there; one that starts there goes on (after-an-obstacle)."""

STILL = 0.5
"""Less than this is no move, in millimetres."""


# Moments at which special rules speak


@any_of
def flying() -> bool:
    """Whether the model moves in leaps over everything."""


@any_of
def fords(mark: str) -> bool:
    """Whether ground with this trait does not slow the model."""


class Arrival(Struct, frozen=True):
    """Where a move ends, how far that is, and what stopped it."""

    end: Point
    length: float
    stopped_by: str | None = None


DEEP = "deep-water"


def ground_for(state: Battle, figure: Figure) -> Ground:
    """The ground as a model can go on it: deep water is shallow to those who swim (sp-deep-water)."""
    field = ground(state)
    return field.after(_shallows(field)) if fords(voices(figure.rules), DEEP) else field


@remembered(256)
def _shallows(field: Ground) -> Changes:
    """What makes deep water shallow."""
    deep = tuple(piece for piece in field.pieces if DEEP in piece.traits)
    shallow = tuple(replace(piece, traits=piece.traits - {DEEP} | {"water"}) for piece in deep)
    return Changes(removed=tuple(piece.id for piece in deep), added=shallow) if deep else NOTHING_CHANGED


def reach(state: Battle, figure: Figure, stick: Stick | None) -> float:
    """move.base-at-end-of-stick: the base is put down beyond the end of the stick (stick-move-geometry)."""
    if stick is None:
        return 0.0
    depth = stand(state, figure).base.width
    share = {"beyond": 1.0, "centre": 0.5, "edge-to-edge": 0.0}[state.rulings.stick_move_geometry]
    return length(state, stick) + depth * share


def flies(figure: Figure) -> bool:
    """Whether it moves in leaps."""
    return flying(voices(figure.rules))


def stands_in(state: Battle, figure: Figure, trait: str) -> bool:
    """Whether its base overlaps a piece of this kind."""
    field = ground(state)
    return trait in field.traits and _overlaps(field, spot_of(state, figure), trait)


@remembered(LOOKS)
def _overlaps(field: Ground, spot: Spot, trait: str) -> bool:
    """Asked for several times with every move, and always the same for the same spot."""
    pieces = crossed(field, standing(spot), [spot[1:3]])
    return any(trait in field.by_id[piece].traits for piece in pieces)


def slowing(state: Battle, figure: Figure, end: Point) -> list[str]:
    """move.broken-terrain, woods.broken: the difficult ground that the base overlaps on its way, both ends included."""
    field = ground(state)
    if figure.on:
        return []
    pieces = crossed(field, stand(state, figure), [(figure.x, figure.y), end], "difficult")
    return [piece for piece in pieces if not crosses(figure, field.by_id[piece].traits)]


def crosses(figure: Figure, traits: frozenset[str]) -> bool:
    """move.forester-woods and the like: ground that does not slow this model."""
    return any(fords(voices(figure.rules), trait) for trait in sorted(traits))


def own_stick(state: Battle, figure: Figure) -> Stick | None:
    """The stick of its next move (move.rates)."""
    return stick_of(figure, in_water=stands_in(state, figure, "water"))


def where_to(state: Battle, figure: Figure, towards: Point, *, double: bool = False) -> Arrival:
    """How far one move towards a point goes (move.straight-line, move.less-or-none). `double`: two actions are spent,
    so that a Short mover makes a Short move through difficult ground (actions.short-move-broken-terrain)."""
    stick = own_stick(state, figure)
    if flies(figure):
        return _flight(state, figure, _at_most((figure.x, figure.y), towards, reach(state, figure, stick)))
    return _walk(state, figure, towards, stick, double)


def _walk(state: Battle, figure: Figure, towards: Point, stick: Stick | None, double: bool) -> Arrival:
    here = (figure.x, figure.y)
    full = reach(state, figure, "short" if stick is None and double else stick)
    low = reach(state, figure, lowered(stick)) if lowered(stick) else reach(state, figure, "short") if double else 0.0
    arrival = straight_way(state, figure, _at_most(here, towards, full))
    if arrival.length <= low + 1e-6 or not slowing(state, figure, arrival.end):
        return arrival
    inside = straight_way(state, figure, _at_most(here, arrival.end, low)) if low else Arrival(here, 0.0)
    before = _before_difficult(state, figure, arrival)
    return max(inside, before, key=lambda way: way.length)


def _at_most(start: Point, towards: Point, distance: float) -> Point:
    away = hypot(towards[0] - start[0], towards[1] - start[1])
    return towards if away <= distance else part_way(start, towards, distance / away)


def straight_way(state: Battle, figure: Figure, towards: Point, *, over_edges: bool = False) -> Arrival:
    """How far a model gets on the straight way to a point, whatever slows it. Only one that is pushed goes over the
    edge of what it stands on."""
    others = stands(state, (other for other in in_play(state) if other is not figure and other.on == figure.on))
    friends = frozenset(friend.id for friend in friends_of(state, figure))  # move.friendly-interpenetration
    field = ground_for(state, figure)
    move = straight_move(field, stand(state, figure), towards, others, FLYING if figure.on else ON_FOOT, friends)
    arrival = Arrival(move.end, move.length, move.stopped_by)
    return supported(state, figure, arrival) if figure.on and not over_edges else arrival


def supported(state: Battle, figure: Figure, arrival: Arrival) -> Arrival:
    """On a raised piece a move ends where the ground under the base's centre does."""
    here, field = (figure.x, figure.y), ground(state)
    if is_on(state, figure.on, arrival.end):
        return arrival
    low, high = 0.0, 1.0
    for _ in range(14):
        middle = (low + high) / 2
        low, high = (middle, high) if is_on(state, figure.on, part_way(here, arrival.end, middle)) else (low, middle)
    return Arrival(part_way(here, arrival.end, low), arrival.length * low, field.by_id[figure.on].title)


def is_on(state: Battle, piece: str, point: Point) -> bool:
    """Whether a point lies on a piece."""
    return any(clearance(s.shape, *point) <= 1e-6 for s in ground(state).solids if s.id == piece)


def _before_difficult(state: Battle, figure: Figure, arrival: Arrival) -> Arrival:
    """The last spot before the difficult ground, to which the full stick may be used (broken-terrain-partial)."""
    here = (figure.x, figure.y)
    if slowing(state, figure, here):
        return Arrival(here, 0.0)
    low, high = 0.0, 1.0
    for _ in range(14):
        middle = (low + high) / 2
        low, high = (low, middle) if slowing(state, figure, part_way(here, arrival.end, middle)) else (middle, high)
    return Arrival(part_way(here, arrival.end, low), arrival.length * low, "difficult ground")


def _flight(state: Battle, figure: Figure, towards: Point) -> Arrival:
    """fly.leaps: over everything; it lands where it could stand, or stays (flying-over-models)."""
    here = (figure.x, figure.y)
    field = ground(state)
    everyone = frozenset(other.id for other in in_play(state))
    move = straight_move(field, stand(state, figure), towards, (), FLYING, everyone)
    others = stands(state, (other for other in in_play(state) if other is not figure))
    here_stand = stand(state, figure)
    for share in (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3):
        spot = part_way(here, move.end, share)
        if room(field, here_stand.moved(spot), others).free:
            return Arrival(spot, move.length * share, move.stopped_by if share == 1.0 else None)
    return Arrival(here, 0.0)


def room_to_edge(state: Battle, figure: Figure) -> float:
    """How far it can go in any direction before its base comes to the edge of the table."""
    field, half = ground(state), base_of(state, figure).diameter / 2
    return min(figure.x, figure.y, field.width - figure.x, field.depth - figure.y) - half


def leaves_table(state: Battle, figure: Figure, towards: Point, *, double: bool = False) -> bool:
    """leaving-the-table: whether a full move that way takes part of it across the edge (`double`: see `where_to`)."""
    full = reach(state, figure, "short" if double else own_stick(state, figure))
    here = (figure.x, figure.y)
    away = hypot(towards[0] - here[0], towards[1] - here[1])
    if away == 0 or full < room_to_edge(state, figure) - TOUCH:
        return False
    arrival = straight_way(state, figure, part_way(here, towards, full / away))
    return arrival.stopped_by == EDGE and (double or not slowing(state, figure, arrival.end))
