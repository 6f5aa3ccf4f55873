"""Climbing, stairs, ladders and letting go.

A wall or rock with the trait `climbable` and a height is climbed; `stairs` and a `ladder` are ways up to the raised
piece that they touch. A model part-way up is at a level; at the top it stands on the piece.
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudge import engine
from adjudge.engine import Choose, Table, step
from adjudge.engine.moments import any_of, gather, sum_of
from adjudge.engine.questions import Point
from adjudge.field import Piece
from adjudge.field.measuring import touches_piece
from adjudge.field.moving import nearest_free_spot, room
from adjudge.field.points import towards
from adjudge.field.rounded import clearance, nearest_on
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import SPECIES
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import (
    clings,
    current,
    hangs,
    in_play,
    is_on_the_ground,
    is_pinned,
    is_plant,
    is_type,
    lowered,
    most_moves,
    named,
    side_of,
    stick_of,
)
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import (
    TOUCH,
    active_opponents,
    adjacent,
    adjacent_enemies,
    base_of,
    ground,
    length,
    stand,
    stands,
)
from adjudge.games.mdrg.readings import on_a_one
from adjudge.games.mdrg.rules.combat import Clash, strike
from adjudge.games.mdrg.rules.profiles import gives_hands
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import Fell, come_into_contact, drop, free_hacks, leaving, resolve_fall, suffer
from adjudge.games.mdrg.rules.terror import face
from adjudge.games.mdrg.state import Battle, Figure
from adjudge.games.mdrg.sticks import crosses
from adjudge.games.mdrg.wording import words as in_words

ALL_ACTIONS = 99
CLIMBING_DICE = 3
RUBBLE_COMBAT = 3
WAYS = ("stairs", "ladder")


FALLS: dict[Fell, str] = {
    "onto enemies": "kill",
    "no fall": "no fall",
    "unhurt": "unhurt",
    "fallen": "fallen",
    "kill": "kill",
}
"""What a drop is called as an outcome."""


# Moments at which special rules speak


@gather
def climbs_only() -> list[frozenset[str]]:
    """The only things it can climb, by their traits; nothing: whatever can be climbed."""


@sum_of
def climbs() -> int:
    """A modifier to each climbing die."""


@any_of
def shakes_stairs() -> bool:
    """Whether stairs may collapse under it."""


# What can be climbed


def climbable(state: Battle, figure: Figure) -> list[Piece]:
    """The pieces that a model touches and could climb."""
    here = stand(state, figure)
    field = ground(state)
    near = [piece for piece in field.pieces if piece.height and touches_piece(field, here, piece.id, TOUCH)]
    return [piece for piece in near if "climbable" in piece.traits and can_climb(figure, piece)]


def can_climb(figure: Figure, piece: Piece) -> bool:
    """climb.hooves, climb.claws, climb.coilers: hoofs climb slopes, cats nothing artificial, coils round things.

    Whoever clings or has hands climbs everything.
    """
    if clings(figure) or gives_hands(voices(figure.rules)):
        return True
    species = SPECIES.get(current(figure).species)
    limits = [species.climbs] if species and species.climbs else []
    limits += [tuple(limit) for limit in climbs_only(voices(figure.rules))]
    return all(any(trait in piece.traits for trait in limit) for limit in limits)


def ways_up(state: Battle, figure: Figure) -> list[Piece]:
    """The stairs and ladders that a model touches, from below or from the piece they lead to."""
    here, field = stand(state, figure), ground(state)
    near = [piece for piece in field.pieces if piece.traits & set(WAYS) and touches_piece(field, here, piece.id, TOUCH)]
    return [piece for piece in near if landing(state, piece) is not None]


def landing(state: Battle, way: Piece) -> Piece | None:
    """The raised piece that stairs or a ladder lead to: the highest one that they touch."""
    field = ground(state)
    shapes = [s.shape for s in field.solids if s.id == way.id]
    raised = [piece for piece in field.pieces if piece.height and piece.id != way.id and not piece.traits & set(WAYS)]
    touching = [
        piece
        for piece in raised
        if any(
            clearance(s.shape, x, y) <= TOUCH
            for s in field.solids
            if s.id == piece.id
            for shape in shapes
            for x, y in shape.points
        )
    ]
    return max(touching, key=lambda piece: (piece.height or 0.0, piece.id), default=None)


# Deeds


def climb_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """climb.roll for walls; stairs and ladders are walked; a climber may let go."""
    if figure.fallen or is_pinned(figure):
        return []
    can_go = actions and figure.moves < most_moves(figure)
    ways = _ways_from_here(state, figure, actions) if can_go else []
    if ways and active_opponents(state, figure):
        ways = [_breaking_away(figure, deed) for deed in ways]
    on_a_wall = figure.climbing and not _is_way(ground(state).by_id[figure.climbing])
    return [*ways, _let_go_deed(figure)] if on_a_wall else ways


def _let_go_deed(figure: Figure) -> Deed:
    me = figure.id

    def outcome(table: Table[Battle]) -> Outcome:
        return Outcome(FALLS[resolve_fall(table, by_id(table.state, me))])

    return Deed("let-go", "let go", 0, "climb.let-go", let_go, thing=figure.climbing, forecast=outcome)


def _ways_from_here(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """Up and down what it is on; down from where it stands, or up from the foot."""
    if figure.climbing:
        piece = ground(state).by_id[figure.climbing]
        if _is_way(piece):
            return [_walk_deed(figure, piece, 1), _walk_deed(figure, piece, -1)]
        return [_climb_deed(figure, piece, 1, actions), _climb_deed(figure, piece, -1, actions)]
    if figure.on:
        walls, direction = [ground(state).by_id[figure.on]] if at_rim(state, figure) else [], -1
    else:
        walls, direction = climbable(state, figure), 1
    climbs = [_climb_deed(figure, wall, direction, actions) for wall in walls]
    return climbs + [_walk_deed(figure, way, direction) for way in ways_up(state, figure)]


def _is_way(piece: Piece) -> bool:
    """Whether a piece is walked and not climbed."""
    return bool(piece.traits & set(WAYS))


def _breaking_away(figure: Figure, deed: Deed) -> Deed:
    """disengage.active-opponent: out of contact it costs an action more, and Free Hacks first (shifting-in-contact)."""
    me = figure.id

    def do(table: Table[Battle], figure: Figure) -> int | None:
        if not free_hacks(table, figure, "disengage.active-opponent") or figure.gone:
            return None
        cost = deed.do(table, figure)
        return None if cost is None else cost + 1

    def hacked(table: Table[Battle]) -> Outcome:
        return leaving(table, by_id(table.state, me), "disengage.active-opponent")

    return deed._replace(label=f"break away and {deed.label}", cost=deed.cost + 1, do=do, forecast=hacked)


def at_rim(state: Battle, figure: Figure) -> bool:
    """Whether the base touches the rim of what it stands on."""
    depth = max(-clearance(s.shape, figure.x, figure.y) for s in ground(state).solids if s.id == figure.on)
    return depth <= base_of(state, figure).diameter / 2 + TOUCH


def _climb_deed(figure: Figure, piece: Piece, direction: int, actions: int) -> Deed:
    me, id = figure.id, piece.id

    def do(table: Table[Battle], figure: Figure) -> int:
        climb(table, figure, ground(table.state).by_id[id], direction, actions)
        return 1 if clings(figure) else ALL_ACTIONS

    def outcome(table: Table[Battle]) -> Outcome:
        return CLIMBED[min(2, resolve_climb(table, table.state.figures[me], ground(table.state).by_id[id]))]

    word = "climb" if direction > 0 else "climb down"
    return Deed(f"{word}:{id}", f"{word} {piece.title}", 1, "climb.roll", do, thing=id, forecast=outcome)


def _walk_deed(figure: Figure, way: Piece, direction: int) -> Deed:
    id = way.id

    def do(table: Table[Battle], figure: Figure) -> int | None:
        return walk(table, figure, ground(table.state).by_id[id], direction)

    word = "up" if direction > 0 else "down"
    stick = stick_of(figure)
    cost = 2 if stick is None or (stick == "short" and slows(figure, way, direction)) else 1
    rule = "stairs.terrain" if "stairs" in way.traits else "ladder.terrain"
    return Deed(f"{word}:{id}", f"go {word} {way.title}", cost, rule, do, thing=id)


# Climbing


def climbing_modifier(figure: Figure, piece: Piece) -> int:
    """climb.modifiers: vertical wall -1, Heavy or Power Armor -2, Plant +1, Robot -2, monkey +2; all add up."""
    vertical = -1 if "wall" in piece.traits or "vertical" in piece.traits else 0
    nature = 1 if is_plant(figure) else -2 if is_type(figure, "robot") else 0
    return vertical + nature + climbs(voices(figure.rules))


@step
def resolve_climb(table: Table[Battle], figure: Figure, piece: Piece) -> int:
    """Three Quality dice. How many succeeded; one who clings needs none."""
    if clings(figure):
        return CLIMBING_DICE
    extra = climbing_modifier(figure, piece)
    successes = quality_roll(table, figure, CLIMBING_DICE, "climb", "climb.roll", extra).successes
    words = in_words(CLIMBED[min(2, successes)])
    table.tell(
        "climb.roll",
        "{name} {words}",
        on=(figure.id,),
        name=named(figure),
        words=words if successes else "loses its hold",
    )
    return successes


CLIMBED = (Outcome("fall"), Outcome("climbs less"), Outcome("climbs"))
"""What no success, one, or more come to."""


def climb(table: Table[Battle], figure: Figure, piece: Piece, direction: int, actions: int = 1) -> int:
    """climb.roll, climb.uses-all-actions: so far as the dice say. How many succeeded."""
    state = table.state
    successes = resolve_climb(table, figure, piece)
    if successes:
        go(table, figure, piece, direction * climbed(state, figure, successes, actions), "climb.roll")
        return successes
    if direction > 0:  # it falls from the highest point of the attempt (climb-fall-height)
        put(state, figure, piece, length(state, stick_of(figure) or "short"))
    fall_off(table, figure, piece)
    return successes


def climbed(state: Battle, figure: Figure, successes: int, actions: int) -> float:
    """How far: the movement rate, with one success a category less; below Short as in broken ground, a Short for two
    actions (climb-short-mover)."""
    stick = stick_of(figure) if successes > 1 else lowered(stick_of(figure))
    return length(state, stick or "short") if stick or actions > 1 else 0.0


def go(table: Table[Battle], figure: Figure, piece: Piece, far: float, rule: str) -> bool:
    """So far up or down, and into contact with whom it meets there. Whether it dared to."""
    state, before = table.state, adjacent(table.state, figure)
    if not face(table, figure, whom_it_meets(state, figure, piece, far)):
        return False
    put(state, figure, piece, far)
    figure.moves += 1
    figure.exposed = figure.revealed = False  # ability.stealth-firing: moving restores it
    table.tell(rule, "{name} is at {level:.0f} mm", on=(figure.id,), name=named(figure), level=figure.level)
    come_into_contact(table, figure, before)
    return True


def whom_it_meets(state: Battle, figure: Figure, piece: Piece, far: float) -> list[Figure]:
    """The enemies that it would newly touch."""
    before = adjacent_enemies(state, figure)
    here = (figure.x, figure.y, figure.level, figure.on, figure.climbing, figure.effects)
    put(state, figure, piece, far)
    met = [foe for foe in adjacent_enemies(state, figure) if foe not in before]
    figure.x, figure.y, figure.level, figure.on, figure.climbing, figure.effects = here
    return met


def put(state: Battle, figure: Figure, piece: Piece, far: float) -> None:
    """So far up or down a wall, stairs or a ladder; at the top it steps onto the raised piece, at the foot off it."""
    top = (landing(state, piece) if _is_way(piece) else None) or piece
    height = top.height or 0.0
    figure.level = max(0.0, min(height, figure.level + far))
    figure.on, figure.climbing = "", piece.id
    figure.effects = [effect for effect in figure.effects if effect != "hanging"]
    if figure.level >= height and far > 0:
        step_onto(state, figure, top)
    elif figure.level <= 0.0:
        step_off(state, figure)
    elif not clings(figure) and not _is_way(piece):
        figure.effects.append("hanging")  # climb-unfinished


def step_onto(state: Battle, figure: Figure, piece: Piece) -> None:
    """The nearest spot of the top where its base's centre is supported."""
    figure.on, figure.climbing = piece.id, ""
    figure.level = piece.height or 0.0
    figure.x, figure.y = inside(state, figure, piece)


def inside(state: Battle, figure: Figure, piece: Piece) -> Point:
    """A spot on a piece, as near as can be and a base's radius from its rim if there is room."""
    shapes = [s.shape for s in ground(state).solids if s.id == piece.id]
    radius = base_of(state, figure).diameter / 2
    spots = []
    for shape in shapes:
        foot = nearest_on(shape, figure.x, figure.y)
        middle = (
            sum(x for x, _ in shape.points) / len(shape.points),
            sum(y for _, y in shape.points) / len(shape.points),
        )
        spots.append(towards(foot, middle, radius))
    return min(spots, key=lambda spot: (spot[0] - figure.x) ** 2 + (spot[1] - figure.y) ** 2)


def step_off(state: Battle, figure: Figure) -> None:
    """At the foot: on the nearest free ground."""
    figure.climbing, figure.on, figure.level = "", "", 0.0
    others = stands(state, (other for other in in_play(state) if other is not figure and is_on_the_ground(other)))
    here = stand(state, figure)
    if not room(ground(state), here, others).free:
        figure.x, figure.y = nearest_free_spot(ground(state), here, others) or (figure.x, figure.y)


def fall_off(table: Table[Battle], figure: Figure, piece: Piece) -> None:
    """It drops from where it is, whether it hangs there or has just reached the top."""
    figure.climbing, figure.on = piece.id, ""
    drop(table, figure)


def let_go(table: Table[Battle], figure: Figure) -> None:
    """climb.let-go: it falls of its own will."""
    table.tell("climb.let-go", "{name} lets go", on=(figure.id,), name=named(figure))
    drop(table, figure)


def may_let_go(table: Table[Battle], target: Figure) -> bool:
    """climb.let-go: one attacked part-way up may let go before the dice; it is then Fallen and not Transfixed.

    Whether it did.
    """
    if not hangs(target):
        return False
    about = lambda key: engine.Deed(key, target.id)  # noqa: E731
    question = Choose(["hold on", "let go"], prompt=f"{named(target)} is attacked", about=about)
    if table.ask(side_of(table.state, target), "climb.let-go", question) == "hold on":
        return False
    let_go(table, target)
    return True


# Stairs and ladders


def slows(figure: Figure, way: Piece, direction: int) -> bool:
    """stairs.terrain: broken going up, normal going down; ladder.terrain: broken both ways, not for one who clings.

    Nor for anybody else whom no ground slows (robot.feature-all-terrain).
    """
    return ("ladder" in way.traits or direction > 0) and not crosses(figure, way.traits)


def walk(table: Table[Battle], figure: Figure, way: Piece, direction: int) -> int | None:
    """One move on stairs or a ladder; a second in the same turn is haste. Nothing is lost by not daring to."""
    stick = stick_of(figure)
    far = length(table.state, (lowered(stick) if slows(figure, way, direction) else stick) or "short")
    if not go(table, figure, way, far * direction, "stairs.terrain"):
        return 0
    if f"on {way.id}" in figure.used and not figure.gone:
        stumble(table, figure, way)
    figure.used.append(f"on {way.id}")
    if "stairs" in way.traits and not figure.gone and shakes(figure):
        try_collapse(table, way)
    return None


def shakes(figure: Figure) -> bool:
    """Robots, Huge models, wearers of Power Armor."""
    return is_type(figure, "robot") or shakes_stairs(voices(figure.rules))


def stumble(table: Table[Battle], figure: Figure, way: Piece) -> None:
    """stairs.haste, ladder.haste: a Quality roll on one die, or it falls: on stairs where it is, from a ladder down."""
    rule = "ladder.haste" if "ladder" in way.traits else "stairs.haste"
    if quality_roll(table, figure, 1, "stairs", rule).successes:
        return
    table.tell(rule, "{name} stumbles", on=(figure.id,), mark="down", name=named(figure))
    if "ladder" in way.traits and table.state.rulings.stairs_fall != "no-damage":  # stairs-fall
        fall_off(table, figure, way)
    else:
        figure.fallen = True


def try_collapse(table: Table[Battle], way: Piece) -> None:
    """stairs.collapse-chance: one in six for each move of a Robot, a Huge model or Power Armor, and for each blast."""
    if table.roll(on_a_one("it collapses"), "stairs.collapse-chance"):
        collapse(table, way)


def collapse(table: Table[Battle], way: Piece) -> None:
    """stairs.collapse-effect: everybody on them falls, and is struck by rubble at the same time."""
    state = table.state
    table.tell("stairs.collapse-effect", "{name} collapses", name=way.title)
    state.changes = replace(state.changes, removed=(*state.changes.removed, way.id))
    for figure in [one for one in in_play(state) if one.climbing == way.id]:
        clash = Clash(state, "rubble", None, figure, base=RUBBLE_COMBAT)
        verdict = strike(table, clash, "stairs.collapse-effect")
        drop(table, figure)
        if not figure.gone:
            suffer(table, clash, verdict)
            figure.fallen = figure.fallen or not figure.gone
