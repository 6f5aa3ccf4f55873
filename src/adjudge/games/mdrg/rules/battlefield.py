"""Before the battle: attacker and defender, terrain, sides, deployment."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from adjudge.engine import BadInput, Choose, Deed, Option, PickPoint, Table, in_order
from adjudge.engine.moments import any_of, each, first_of, gather
from adjudge.engine.questions import Point
from adjudge.field import Circle, Piece, Polygon, Stand, rectangle
from adjudge.field.generate import Table as Wanted
from adjudge.field.generate import Wish, generate
from adjudge.field.maps import Battlemap
from adjudge.field.moving import room
from adjudge.field.points import Box
from adjudge.field.regions import Strip
from adjudge.games.mdrg.ability import occasion, voices
from adjudge.games.mdrg.book import FIELD, SCENARIOS, Scale, name_of, roll_scenario
from adjudge.games.mdrg.figures import in_play, is_type, muster_figure, named, refresh
from adjudge.games.mdrg.places import base_of, ground, length, stands
from adjudge.games.mdrg.rules import lurkers, morale
from adjudge.games.mdrg.rules.actions import to_ready
from adjudge.games.mdrg.rules.activation import begin_play, draw_cards, highest_roller
from adjudge.games.mdrg.rules.results import is_machine_fed_on_cells
from adjudge.games.mdrg.state import Battle, Figure, Phase, Side

SIDES: tuple[Side, ...] = ("south", "north", "west", "east")
OPPOSITE: dict[Side, Side] = {"south": "north", "north": "south", "west": "east", "east": "west"}
ENOUGH = "enough"
MOST_PIECES = 12
SEARCHED = (2.0, 1.0, 0.5, 0.25)
"""How far apart spots are that are tried in a deployment zone, in bases; closer only where nothing was found."""


# Moments at which special rules speak


@each
def enters(table: Table[Battle], figure: Figure) -> None:
    """The battle begins."""


# Moments at which the scenario speaks


@any_of
def lays_first() -> bool:
    """Whether the terrain is laid before anybody attacks or defends."""


@first_of
def lays(size: float, scale: Scale, seed: int) -> Battlemap | None:
    """Its terrain on a square table, from a seed."""


@gather
def misfits(battlemap: Battlemap, scale: Scale) -> list[str]:
    """What keeps a table from being its battlefield, a sentence each."""


@each
def laid(table: Table[Battle]) -> None:
    """The terrain lies as it will: what else is put or rolled for."""


@any_of
def comes_from_all_sides() -> bool:
    """Whether a side is chosen for each model, when it is set up."""


@each
def placing(table: Table[Battle], figure: Figure) -> None:
    """A model is about to be set up."""


@first_of
def zone_in(state: Battle, figure: Figure) -> Box | None:
    """Where the centre of a base may be that is set up, if not within Short of its edge."""


@each
def set_up(table: Table[Battle], figure: Figure) -> None:
    """A model has been set up."""


@each
def opens(table: Table[Battle]) -> None:
    """Everybody is on the table, and the first turn is about to be rolled for."""


def open_table(scale: Scale, models: int = 10) -> Battlemap:
    """setup.components, setup.board-minimum: a bare table; for bigger parties it grows (setup.bigger-games)."""
    side = scale.board * max(1.0, models / 10) ** 0.5
    side = float(round(side))
    return Battlemap("open", "Open ground", "mm", side, side, scale.bases.normal)


# The parties


def line_up(battle: Battle) -> None:
    """Every model of every party as a figure, and the check of alliances (purity.alliances)."""
    battle.phase = first_phase(battle)
    for seat in battle.seats:
        party = battle.parties[seat]
        for number, profile in enumerate(party.models, 1):
            figure = muster_figure(f"{seat}-{number}", seat, profile)
            battle.figures[figure.id] = figure
    check_alliances(battle)


RANDOM = "random"
"""What stands for a scenario until it is rolled for."""


def first_phase(battle: Battle) -> Phase:
    """Roles first, then terrain; in some scenarios the other way round (game.scenario-governs)."""
    if battle.scenario == RANDOM:
        return "scenario"
    return "terrain" if lays_first(occasion(battle)) else "roles"


def choose_scenario(table: Table[Battle]) -> None:
    """scenario.selection: one player rolls on the Scenarios table once the parties are known."""
    state = table.state
    state.scenario = table.roll(roll_scenario(), "scenario.selection", state.seats[0])
    table.tell("scenario.selection", "the battle is {name}", name=SCENARIOS[state.scenario].name)
    state.phase = first_phase(state)


def check_alliances(battle: Battle) -> None:
    """purity.alliances: a Purity Squad may ally only with Androids and Robots."""
    for seat in battle.seats:
        if {model.type for model in battle.parties[seat].models} != {"human"}:
            continue
        allies = [
            other for other in battle.seats if other != seat and battle.teams.get(other) == battle.teams.get(seat, seat)
        ]
        strangers = [ally for ally in allies if {m.type for m in battle.parties[ally].models} - {"android", "robot"}]
        if strangers:
            raise BadInput("teams", strangers[0], "only Androids and Robots beside a Purity Squad (purity.alliances)")


# Attacker and defender


def choose_roles(table: Table[Battle]) -> None:
    """game.attacker-defender-roll; with more players the first card names the defender (multiplayer.defender-card)
    and the others the order of the attackers (multiplayer-details)."""
    state = table.state
    if len(state.seats) > 2:
        state.defender, *others = draw_cards(table, "multiplayer.defender-card")
    else:
        first = highest_roller(table, list(state.seats), "game.attacker-defender-roll")
        others = [seat for seat in state.seats if seat != first]
        question = Choose(list(ROLES), _role, prompt="do you attack or defend?", about=Deed)
        role = table.ask(first, "game.attacker-defender-roll", question)
        state.defender, others = (first, others) if role == "defender" else (others[0], [first])
    state.order = [state.defender, *others]
    table.tell("game.attacker-defender-roll", "{{{seat}}} defends", seat=state.defender)
    state.phase = "sides" if lays_first(occasion(state)) else "terrain"


ROLES = {
    "attacker": "picks a side of the table and sets up last",
    "defender": "lays the terrain if it is laid, and sets up first",
}


def _role(key: str) -> Option:
    return Option(key, key, note=ROLES[key])


# Terrain


def lay_terrain(table: Table[Battle]) -> None:
    """game.terrain-by-defender: laid piece by piece, or rolled for. What a scenario asks for is always rolled for, and
    the one who lays adds to it (sp-scenery-distances)."""
    state = table.state
    match state.terrain:
        case "laid":
            if lays.is_answered(occasion(state)) and not state.map.pieces:
                draw_terrain(table)
                return
            if lay_piece(table):
                return
        case "generated":
            draw_terrain(table)
    laid(occasion(state), table)
    state.phase = "roles" if lays_first(occasion(state)) else "sides"


def draw_terrain(table: Table[Battle]) -> None:
    """Four dice name a table: the scenario's, or one like any other."""
    state = table.state
    faces = table.roll(in_order(6, 6, 6, 6), "game.terrain-by-defender", state.defender)
    size, seed = state.map.width, int("".join(map(str, faces)))
    state.map = lays(occasion(state), size, state.scale, seed) or generated(size, state.scale, seed)


def layer(state: Battle) -> str:
    """Who lays the next piece: the defender; as long as there is none, all in turn (sp-smoke-terrain-layer)."""
    return state.defender or state.seats[len(state.map.pieces) % len(state.seats)]


@lru_cache(maxsize=16)
def generated(size: float, scale: Scale, seed: int) -> Battlemap:
    """A fair table from a seed, the same for both sides; sizes go by the Short stick."""
    short = scale.sticks.short
    wishes = tuple(
        Wish(wish.kind, wish.count, wish.smallest * short, wish.largest * short, wish.round) for wish in FIELD.terrain
    )
    wanted = Wanted(
        width=size, depth=size, unit="mm", base=scale.bases.huge, gap=scale.bases.huge, deployment=short, wishes=wishes
    )
    return generate(seed, wanted)


class Sort(Struct, frozen=True):
    """A sort of scenery that a defender may lay: its kind, and its size as shares of the Short stick."""

    kind: str
    name: str
    width: float
    depth: float
    round: bool = False


KIT = {
    "wood": Sort("woods", "wood", 1.6, 1.6, True),
    "ruin": Sort("wall", "ruined wall", 1.2, 0.3),
    "boulder": Sort("solid", "boulder", 0.6, 0.6, True),
    "rubble": Sort("rubble", "rubble", 1.0, 0.8),
    "fence": Sort("fence", "fence", 1.2, 0.1),
    "pond": Sort("water", "pond", 1.2, 1.2, True),
    "marsh": Sort("marsh", "marsh", 1.4, 1.0),
}


def lay_piece(table: Table[Battle]) -> bool:
    """One piece of scenery, wherever it does not lie on another; whether there may be more."""
    state = table.state
    if sum(piece.id.partition("-")[0] in KIT for piece in state.map.pieces) >= MOST_PIECES:
        return False
    rule, seat = "game.terrain-by-defender", layer(state)
    question = Choose([*KIT, ENOUGH], lambda key: KIT[key].name if key in KIT else "enough", about=_laying)
    key = table.ask(seat, rule, question)
    if key == ENOUGH:
        return False
    turn = 0 if KIT[key].round else table.ask(seat, rule, _turning(key))
    field = ground(state)
    short = length(state, "short")
    box = (short, short, field.width - short, field.depth - short)
    region = Strip(box, lambda point: is_free(state, piece_at(state, key, point, turn)), short)
    if not region.samples():
        return False
    prompt, facts = f"where does the {KIT[key].name} go?", {"deed": "lay", "item": key, "degrees": turn}
    point = table.ask(seat, rule, PickPoint(region, prompt=prompt, facts=facts))
    state.map = replace(state.map, pieces=(*state.map.pieces, piece_at(state, key, point, turn)))
    table.tell(rule, "a {name}", name=KIT[key].name)
    return True


def _laying(key: str) -> Deed:
    return Deed(ENOUGH) if key == ENOUGH else Deed("lay", item=key)


def _turning(key: str) -> Choose[int]:
    return Choose(
        [0, 45, 90, 135],
        lambda n: f"turned {n} degrees",
        about=lambda n: Deed("turn", item=key, facts={"degrees": n}),
    )


def piece_at(state: Battle, key: str, point: Point, turn: int) -> Piece:
    """A piece of the kit, put down."""
    sort, short = KIT[key], length(state, "short")
    name = f"{key}-{len(state.map.pieces) + 1}"
    width, depth = sort.width * short, sort.depth * short
    shape: Circle | Polygon = Circle(point, width / 2)
    if not sort.round:
        shape = rectangle(point[0] - width / 2, point[1] - depth / 2, width, depth, float(turn))
    return Piece(name, (shape,), frozenset({sort.kind}), sort.name)


def is_free(state: Battle, piece: Piece) -> bool:
    """Whether a new piece keeps a base's width from those that lie there, and what the scenario wants."""
    if not all(_far_apart(piece, other, state.scale.bases.huge) for other in state.map.pieces):
        return False
    more = replace(state.map, pieces=(*state.map.pieces, piece))
    return not misfits(occasion(state), more, state.scale)


def _far_apart(one: Piece, two: Piece, gap: float) -> bool:
    (x, y, r), (a, b, s) = _round_about(one), _round_about(two)
    return (x - a) ** 2 + (y - b) ** 2 >= (r + s + gap) ** 2


def _round_about(piece: Piece) -> tuple[float, float, float]:
    """The circle that holds a piece."""
    shape = piece.shapes[0]
    if isinstance(shape, Circle):
        return (*shape.centre, shape.radius)
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return (*middle, max(((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 for x, y in shape.points))


# Sides


def choose_sides(table: Table[Battle]) -> None:
    """game.attacker-picks-side: attackers choose a free side in order; the defender has the one opposite."""
    state = table.state
    if comes_from_all_sides(occasion(state)):
        state.phase = "deploy"
        return
    for seat in state.order[1:]:
        taken = set(state.sides.values())
        free = [side for side in SIDES if side not in taken]
        question = Choose(free, prompt="from which side do you come?", about=lambda side: Deed("side", item=side))
        state.sides[seat] = table.ask(seat, "game.attacker-picks-side", question)
    state.sides[state.defender] = _defenders_side(state)
    state.phase = "deploy"


def _defenders_side(state: Battle) -> Side:
    if len(state.seats) == 2:
        return OPPOSITE[state.sides[state.order[1]]]
    return next(side for side in SIDES if side not in state.sides.values())


# Deployment


def deploy(table: Table[Battle]) -> None:
    """game.deploy-order: the defender's models, then the attackers', one after the other."""
    state = table.state
    waiting = [
        f for seat in state.order for f in state.figures.values() if f.seat == seat and not (f.placed or f.lurking)
    ]
    if waiting:
        place(table, waiting[0])
    if len(waiting) <= 1:
        for figure in state.figures.values():
            enter(table, figure)
        opens(occasion(state), table)
        if state.deaths:
            morale.settle(table)
        begin_play(table)


def zone(state: Battle, figure: Figure, shorts: int = 1) -> Box:
    """Where the centre of its base may be: the whole base within Short of its edge (deployment-within-short).

    For one that finds no room there, so many Shorts (deployment-without-room). A scenario may have its own zones.
    """
    if shorts == 1 and (box := zone_in(occasion(state), state, figure)) is not None:
        return box
    field, deep = ground(state), length(state, "short") * shorts
    radius = base_of(state, figure).diameter / 2
    left, low, right, high = radius, radius, field.width - radius, field.depth - radius
    match side_for(state, figure):
        case "south":
            high = min(high, deep - radius)
        case "north":
            low = max(low, field.depth - deep + radius)
        case "west":
            right = min(right, deep - radius)
        case "east":
            left = max(left, field.width - deep + radius)
    return (left, low, right, high)


def side_for(state: Battle, figure: Figure) -> Side:
    """The side that a model comes from: its party's, or its own."""
    return state.site.entries.get(figure.id) or state.sides.get(figure.seat, "south")


def deployment_question(state: Battle, figure: Figure) -> PickPoint:
    """Any free spot of the zone."""
    facts = {"deed": "deploy", "figure": figure.id}
    prompt = f"where does {named(figure)} stand?"
    return PickPoint(deployment_region(state, figure), figure=figure.id, prompt=prompt, facts=facts)


def deployment_region(state: Battle, figure: Figure) -> Strip:
    """The zone, searched more and more closely until a free spot is found; a zone that is full grows by a Short
    (deployment-without-room)."""
    others, base, field = stands(state, in_play(state)), base_of(state, figure), ground(state)

    def has_room(point: Point) -> bool:
        return room(field, Stand(figure.id, point[0], point[1], base), others).free

    whole_table = ceil(max(field.width, field.depth) / length(state, "short"))
    strips = (
        Strip(zone(state, figure, shorts), has_room, base.diameter * step)
        for shorts in range(1, whole_table + 1)
        for step in SEARCHED
    )
    region = next(strips)
    while not region.samples() and (next_one := next(strips, None)):
        region = next_one
    return region


def place(table: Table[Battle], figure: Figure) -> None:
    """One model on the table, with one weapon ready (actions.ready-weapon-at-start)."""
    placing(occasion(table.state), table, figure)
    if lurkers.lies_in_wait(table, figure, zone(table.state, figure)):
        return
    point = table.ask(figure.seat, "game.deploy-order", deployment_question(table.state, figure))
    figure.x, figure.y = point
    figure.placed = True
    choices = [figure.hand, *to_ready(figure)] if figure.hand else to_ready(figure)
    if choices and not is_type(figure, "robot"):
        question = Choose(
            choices,
            lambda key: Option(key, name_of(key)),
            prompt=f"what does {named(figure)} hold ready?",
            about=lambda key: Deed("ready", figure.id, item=key),
        )
        figure.hand = table.ask(figure.seat, "actions.ready-weapon-at-start", question)
    refresh(figure)
    set_up(occasion(table.state), table, figure)


def enter(table: Table[Battle], figure: Figure) -> None:
    """The battle begins for a model: machines have power, and rules that count something count it."""
    figure.power = int(is_machine_fed_on_cells(figure))
    enters(voices(figure.rules), table, figure)
