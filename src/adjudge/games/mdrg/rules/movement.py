"""Movement: one stick at a time, into contact, out of contact, off the table."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.engine import PickPoint, Table
from adjudge.engine.moments import any_of, each, first_of
from adjudge.engine.questions import Forecast, Point
from adjudge.field.moving import crossed, room
from adjudge.field.points import Way
from adjudge.field.regions import Disc, clamped
from adjudge.games.mdrg.ability import occasion, one_voice, voices
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import (
    enemies_of,
    in_play,
    is_helpless,
    is_pinned,
    most_moves,
    named,
    side_of,
)
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import (
    MM,
    TOUCH,
    active_opponents,
    adjacent,
    are_adjacent,
    base_of,
    ground,
    nearest_edge,
    room_for,
    stand,
    stands,
)
from adjudge.games.mdrg.rules import buildings, lurkers
from adjudge.games.mdrg.rules.results import come_into_contact, free_hacks, leaving, pestilent, run_off, touched
from adjudge.games.mdrg.rules.terror import face, terror_of
from adjudge.games.mdrg.sights import outlook, stakes
from adjudge.games.mdrg.state import Battle, Figure
from adjudge.games.mdrg.sticks import (
    STILL,
    Arrival,
    flies,
    leaves_table,
    own_stick,
    reach,
    slowing,
    where_to,
)

# Moments at which special rules speak


@each
def stirs(table: Table[Battle], figure: Figure) -> None:
    """The model has moved."""


@each
def trodden(table: Table[Battle], figure: Figure) -> None:
    """A thing's on the ground: a model has ended its move on it."""


@any_of
def balks(table: Table[Battle], figure: Figure, here: frozenset[str], ahead: frozenset[str]) -> bool:
    """Whether it dares not go on, from ground with these traits into ground with those."""


# Moments at which the scenario speaks


@each
def steps_on(table: Table[Battle], figure: Figure, pieces: list[str]) -> None:
    """A move has led a model onto these pieces of the ground, on its way or at its end."""


@first_of
def warns(state: Battle, figure: Figure, pieces: list[str]) -> Forecast | None:
    """What a move onto these pieces of the ground may lead to."""


def can_move(figure: Figure) -> bool:
    """fallen-cannot-move, transfixed.effects: only one who stands and is free, and whose suit works.

    Part-way up a wall or on stairs one goes up or down.
    """
    held = figure.fallen or is_helpless(figure) or is_pinned(figure) or figure.climbing
    return not held and figure.moves < most_moves(figure)


def move_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """actions.move, actions.short-move-broken-terrain, actions.disengage, morale.voluntary-exit."""
    if not can_move(figure):
        return []
    # disengage.free: only active opponents hold a model; with one, any move is a disengagement (shifting-in-contact)
    if active_opponents(state, figure):
        id = figure.id
        foresee = lambda table: leaving(table, by_id(table.state, id), "disengage.active-opponent")  # noqa: E731
        is_slow = is_bogged_down(state, figure)
        where = lambda: ("move.straight-line", move_question(state, figure, double=is_slow))  # noqa: E731
        rule, cost = "actions.disengage", 3 if is_slow else 2
        return [Deed("disengage", "break away and move", cost, rule, disengage, forecast=foresee, onward=where)]
    deeds = []
    if not is_bogged_down(state, figure):
        deeds.append(Deed("move", "fly" if flies(figure) else "move", 1, "actions.move", move))
    if slogs(state, figure):
        rule = "actions.short-move-broken-terrain"
        deeds.append(Deed("slog", "a Short move through difficult ground", 2, rule, slog))
    deeds += leap_deeds(figure, actions)
    if not figure.controller and leaves_table(state, figure, nearest_edge(state, figure)):
        deeds.append(Deed("leave", "leave the table", 1, "morale.voluntary-exit", leave))
    return deeds


def leap_deeds(figure: Figure, actions: int) -> list[Deed]:
    """fly.leaps: two or three flying moves in one leap, with a single landing at its end (flying-sequence)."""
    if not flies(figure):
        return []
    most = min(actions, most_moves(figure) - figure.moves)
    return [_leap_deed(count) for count in range(2, most + 1)]


def _leap_deed(count: int) -> Deed:
    def do(table: Table[Battle], figure: Figure) -> int | None:
        return leap(table, figure, count)

    return Deed(f"leap:{count}", f"leap: {count} flying moves, one landing", count, "fly.leaps", do)


def leap(table: Table[Battle], figure: Figure, count: int) -> int | None:
    """Each stretch is straight and may end in the air; only the last must end where the model can stand.

    Fear of what lies on the way or at its end is met before the leap, as before any move.
    """
    state, start, before = table.state, (figure.x, figure.y), adjacent(table.state, figure)
    seat, stops = side_of(state, figure), []
    for _ in range(count - 1):
        stops.append(aloft(state, figure, table.ask(seat, "fly.leaps", move_question(state, figure))))
        figure.x, figure.y = stops[-1]
    last = table.ask(seat, "fly.leaps", move_question(state, figure))
    arrival = where_to(state, figure, last)
    figure.x, figure.y = start
    if not dares(table, figure, [*stops, arrival.end]):
        return 0
    figure.x, figure.y = stops[-1]
    end = approach(table, figure, last, arrival, before).end
    figure.x, figure.y = start
    others = stands(state, (other for other in in_play(state) if other is not figure))
    if not room(ground(state), stand(state, figure).moved(end), others).free:
        return 0 if figure.shunned else None
    figure.moves += count
    shift(table, figure, end)
    return None


def aloft(state: Battle, figure: Figure, towards: Point) -> Point:
    """A point in the air over the table, at most one flying move away."""
    return clamped(towards, room_for(state, figure))


def is_bogged_down(state: Battle, figure: Figure) -> bool:
    """short-mover-one-action: one action gets it nowhere, a Short move takes two."""
    stick, here = own_stick(state, figure), (figure.x, figure.y)
    return stick is None or (stick == "short" and not flies(figure) and bool(slowing(state, figure, here)))


def slogs(state: Battle, figure: Figure) -> bool:
    """Whether a Short mover may want to pay two actions: it is slowed below Short, or difficult ground is in reach."""
    stick = own_stick(state, figure)
    if flies(figure) or stick not in (None, "short"):
        return False
    far = reach(state, figure, "short")
    around = [
        (figure.x + far, figure.y),
        (figure.x - far, figure.y),
        (figure.x, figure.y + far),
        (figure.x, figure.y - far),
    ]
    return stick is None or any(slowing(state, figure, point) for point in around)


def move(table: Table[Battle], figure: Figure) -> int | None:
    """One move along the stick, straight, to any point on it."""
    return _go(table, figure, double=False)


def slog(table: Table[Battle], figure: Figure) -> int | None:
    """Two actions for one Short move."""
    return _go(table, figure, double=True)


def _go(table: Table[Battle], figure: Figure, *, double: bool) -> int | None:
    point = table.ask(
        side_of(table.state, figure), "move.straight-line", move_question(table.state, figure, double=double)
    )
    return carry_out(table, figure, point, double=double)


def move_question(state: Battle, figure: Figure, *, double: bool = False) -> PickPoint:
    """Where to: any spot of the table within the stick. It goes that way as far as it can; towards an enemy, into
    contact."""
    far = reach(state, figure, "short" if double else own_stick(state, figure))
    foes = [(enemy.x, enemy.y) for enemy in enemies_of(state, figure)]
    extra = [point for point in foes if _within(figure, point, far)]
    region = Disc((figure.x, figure.y), far, room_for(state, figure), MM, extra=extra)

    def end_of(point: Point) -> Point:
        return where_to(state, figure, point, double=double).end

    return PickPoint(
        region,
        figure=figure.id,
        prompt=f"where does {named(figure)} move?",
        facts={"deed": "move", "figure": figure.id},
        forecast=lambda point: foreseen(state, figure, point, end_of(point), double=double),
        outlook=lambda point: outlook(state, figure, end_of(point)),
        stakes=lambda: stakes(state, figure, end_of),
    )


def foreseen(state: Battle, figure: Figure, point: Point, end: Point, *, double: bool = False) -> Forecast | None:
    """What a move provokes: what the ground has in store, if the scenario knows of something; else whom it frightens or
    is frightened by, and what a touch brings."""
    if warns.is_answered(occasion(state)):
        warned: Forecast | None = warns(occasion(state), state, figure, new_ground(state, figure, end))
        if warned is not None:
            return warned
    met = whom_it_meets(state, figure, end, adjacent(state, figure))
    if not any(is_provoking(state, figure, foe) for foe in met):
        return None
    me, foes = figure.id, [foe.id for foe in met]

    def forecast(table: Table[Battle]) -> Outcome:
        mover = by_id(table.state, me)
        carry_out(table, mover, point, double=double)
        return Outcome(arrived(table.state, mover, foes), "mover")

    return forecast


def is_provoking(state: Battle, figure: Figure, foe: Figure) -> bool:
    """Whether dice fall when these two touch: Terror either way, or what quills and infections do."""
    if terror_of(state, foe, figure) or terror_of(state, figure, foe):
        return True
    return any(moment.is_answered(voices(one.rules)) for moment in (pestilent, touched) for one in (figure, foe))


def arrived(state: Battle, mover: Figure, foes: Sequence[str]) -> str:
    """How a move into contact ended."""
    if mover.gone:
        return "kill" if mover.gone == "killed" else "flees"
    if mover.fallen:
        return "fall"
    if any(are_adjacent(state, mover, state.figures[foe]) for foe in foes if not state.figures[foe].gone):
        return "in contact"
    return "foe gives way" if any(state.figures[foe].gone or not mover.shunned for foe in foes) else "does not dare"


def new_ground(state: Battle, figure: Figure, end: Point) -> list[str]:
    """The pieces that a move leads onto from outside; one that flies comes only onto those where it lands."""
    here = crossed_pieces(state, figure, [])
    field = ground(state)
    way = crossed(field, stand(state, figure), [end]) if flies(figure) else crossed_pieces(state, figure, [end])
    return [piece for piece in way if piece not in here]


def _within(figure: Figure, point: Point, far: float) -> bool:
    return (point[0] - figure.x) ** 2 + (point[1] - figure.y) ** 2 <= far * far


def carry_out(table: Table[Battle], figure: Figure, point: Point, *, double: bool = False) -> int | None:
    """A move towards a point: Terror first, then the way, then contact. Nothing is lost by not daring to move."""
    state = table.state
    arrival = where_to(state, figure, point, double=double)
    if not dares(table, figure, [arrival.end]):
        return 0
    arrival = approach(table, figure, point, arrival, adjacent(state, figure), double=double)
    if figure.gone:
        return None
    if arrival.length < STILL:
        return stay(table, figure, point, double=double)
    shift(table, figure, arrival.end)
    buildings.open_door(table, figure, arrival.stopped_by)
    figure.moves += 1
    return None


def stay(table: Table[Battle], figure: Figure, point: Point, *, double: bool) -> int | None:
    """move.less-or-none: a move that gets nowhere is a move. One that dares not approach keeps its action."""
    if figure.shunned:
        return 0
    if not double and own_stick(table.state, figure) == "short" and slowing(table.state, figure, point):
        table.tell(
            "ruling.short-mover-one-action",
            "{name} needs two actions to get on there",
            on=(figure.id,),
            name=named(figure),
        )
    else:
        table.tell("move.less-or-none", "{name} stays where it is", on=(figure.id,), name=named(figure))
    return None


def shift(table: Table[Battle], figure: Figure, end: Point) -> None:
    """The model stands somewhere else, and touches whom it touches."""
    state = table.state
    before = adjacent(state, figure)
    way = Way((figure.x, figure.y), end, MM)
    fresh = new_ground(state, figure, end) if steps_on.is_answered(occasion(state)) else []
    figure.x, figure.y = end
    figure.exposed = False  # ability.stealth-firing: moving restores it
    figure.revealed = False
    stirs(voices(figure.rules), table, figure)
    table.tell("actions.move", "{name} moves {way}", on=(figure.id,), mark="move", at=end, name=named(figure), way=way)
    tread(table, figure)
    if fresh:
        steps_on(occasion(state), table, figure, fresh)
    lurkers.disturb(table, figure)
    come_into_contact(table, figure, before)


def tread(table: Table[Battle], figure: Figure) -> None:
    """A move that ends on something that lies there, as on a body (wretched-corpses)."""
    near = base_of(table.state, figure).diameter
    for item in list(table.state.items):
        if abs(item.x - figure.x) <= near and abs(item.y - figure.y) <= near:
            trodden(one_voice(item.item), table, figure)


# Fear


def dares(table: Table[Battle], figure: Figure, way: list[Point]) -> bool:
    """Whether it dares to go where its way leads; if not, the action is not lost (ability.fear-of-water)."""
    timid = voices(figure.rules)
    if not balks.is_answered(timid):
        return True
    here = _traits_of(table.state, crossed_pieces(table.state, figure, [(figure.x, figure.y)]))
    ahead = _traits_of(table.state, crossed_pieces(table.state, figure, way))
    return not balks(timid, table, figure, here, ahead)


def _traits_of(state: Battle, pieces: list[str]) -> frozenset[str]:
    return frozenset(trait for piece in pieces for trait in ground(state).by_id[piece].traits)


def crossed_pieces(state: Battle, figure: Figure, way: list[Point]) -> list[str]:
    """The pieces that its base overlaps on the way."""
    return crossed(ground(state), stand(state, figure), [(figure.x, figure.y), *way])


def approach(
    table: Table[Battle],
    figure: Figure,
    point: Point,
    arrival: Arrival,
    before: Sequence[Figure],
    *,
    double: bool = False,
) -> Arrival:
    """Terror, both ways, before a move into contact; then how far the move goes that is left (sp-terror-roll)."""
    state = table.state
    met = whom_it_meets(state, figure, arrival.end, before)
    if met:
        face(table, figure, met)
        arrival = where_to(state, figure, point, double=double)
    return keep_clear(state, figure, arrival)


def whom_it_meets(state: Battle, figure: Figure, end: Point, before: Sequence[Figure]) -> list[Figure]:
    """The enemies that it would newly touch."""
    here = (figure.x, figure.y)
    figure.x, figure.y = end
    met = [foe for foe in enemies_of(state, figure) if are_adjacent(state, figure, foe) and foe not in before]
    figure.x, figure.y = here
    return met


def keep_clear(state: Battle, figure: Figure, arrival: Arrival) -> Arrival:
    """A move that would touch somebody it dares not touch stops before."""
    shunned = [state.figures[id] for id in figure.shunned if not state.figures[id].gone]
    here = (figure.x, figure.y)
    end, length = arrival.end, arrival.length
    while shunned and length > STILL:
        figure.x, figure.y = end
        clear = not any(are_adjacent(state, figure, foe) for foe in shunned)
        figure.x, figure.y = here
        if clear:
            break
        length = max(0.0, length - 2 * TOUCH)
        share = length / arrival.length
        end = (here[0] + (arrival.end[0] - here[0]) * share, here[1] + (arrival.end[1] - here[1]) * share)
    return Arrival(end, length if length > STILL else 0.0, arrival.stopped_by)


# Leaving


def disengage(table: Table[Battle], figure: Figure) -> int | None:
    """disengage.active-opponent, disengage.result: hacked by every active opponent, then the move."""
    if free_hacks(table, figure, "disengage.active-opponent") and not figure.gone:
        table.tell("disengage.result", "{name} breaks away", on=(figure.id,), mark="free", name=named(figure))
        _go(table, figure, double=is_bogged_down(table.state, figure))
    return None


def leave(table: Table[Battle], figure: Figure) -> int | None:
    """morale.voluntary-exit."""
    run_off(table, figure, "morale.voluntary-exit")
    return None
