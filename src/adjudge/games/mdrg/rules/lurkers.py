"""Lurkers: plants that lie in wait under face-down counters, with a dummy for each."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from adjudge.engine import Choose, Deed, PickPoint, Table
from adjudge.engine.moments import any_of
from adjudge.engine.questions import Point
from adjudge.field.measuring import distance_to_piece
from adjudge.field.points import Box
from adjudge.field.regions import Strip
from adjudge.games.mdrg.ability import occasion
from adjudge.games.mdrg.figures import named, team_of
from adjudge.games.mdrg.places import TOUCH, base_of, ground, length, stand
from adjudge.games.mdrg.state import Battle, Counter, Figure

VEGETATION = {"woods", "tree", "vegetables"}


# A moment at which the scenario speaks


@any_of
def lets_lurk(state: Battle) -> bool:
    """Whether plants may lie in wait beside others."""


def lurking(state: Battle, seat: str) -> list[Figure]:
    """The plants of a seat that still lie in wait."""
    return [figure for figure in state.figures.values() if figure.seat == seat and figure.lurking and not figure.gone]


def lies_in_wait(table: Table[Battle], figure: Figure, box: Box) -> bool:
    """plant.lurkers-eligibility: in an all-plant party any plant may lurk, if its zone has vegetation to lurk in."""
    state = table.state
    if not may_lurk(state, figure):
        return False
    if not room_for_both(state, figure, box).samples():
        return False
    question = Choose(["deploy", "lurk"], prompt=named(figure), about=lambda key: Deed(key, figure.id))
    choice = table.ask(figure.seat, "plant.lurkers-eligibility", question)
    if choice == "lurk":
        put_down_counters(table, figure, box)
    return choice == "lurk"


def may_lurk(state: Battle, figure: Figure) -> bool:
    """Any plant of an all-plant party, and whom the scenario lets (sp-orchard-lurkers)."""
    if figure.profile.type != "plant":
        return False
    party = [other for other in state.figures.values() if other.seat == figure.seat]
    return all(other.profile.type == "plant" for other in party) or lets_lurk(occasion(state), state)


def undergrowth(state: Battle, figure: Figure, box: Box, taken: Sequence[Point] = ()) -> Strip:
    """Where in its zone a counter of a plant may lie now, apart from spots that are taken already."""
    wide = base_of(state, figure).diameter

    def is_free(point: Point) -> bool:
        return _is_clear(point, taken, wide) and in_vegetation(state, figure, point)

    return Strip(box, is_free, wide)


def room_for_both(state: Battle, figure: Figure, box: Box) -> Strip:
    """Where the first of two counters may lie: where it leaves a spot for the second."""
    wide = base_of(state, figure).diameter
    spots = undergrowth(state, figure, box).samples()

    def leaves_a_spot(point: Point) -> bool:
        return in_vegetation(state, figure, point) and any(_is_clear(spot, [point], wide) for spot in spots)

    return Strip(box, leaves_a_spot, wide)


def _is_clear(point: Point, taken: Sequence[Point], wide: float) -> bool:
    return all(hypot(point[0] - x, point[1] - y) >= wide for x, y in taken)


def in_vegetation(state: Battle, figure: Figure, point: Point) -> bool:
    """lurker-placement: in or touching vegetation, and on no other counter."""
    here = stand(state, figure).moved(point)
    field = ground(state)
    green = [piece.id for piece in field.pieces if piece.traits & VEGETATION]
    wide = base_of(state, figure).diameter
    free = all(hypot(point[0] - one.x, point[1] - one.y) >= (wide + one.width) / 2 for one in state.counters)
    return free and any(distance_to_piece(field, here, piece) <= TOUCH for piece in green)


def put_down_counters(table: Table[Battle], figure: Figure, box: Box) -> None:
    """plant.lurkers-counters: one with the plant's name, one dummy of its size; nobody else sees which is which.

    Both are laid at once, from west to east: neither when a counter appears nor its place in the list or its id says
    more than where it lies, which everybody sees.
    """
    state, wide = table.state, base_of(table.state, figure).diameter
    plant = _spot(table, figure, room_for_both(state, figure, box), is_dummy=False)
    dummy = _spot(table, figure, undergrowth(state, figure, box, [plant]), is_dummy=True)
    for (x, y), name in sorted([(plant, figure.id), (dummy, "")]):
        state.counters.append(Counter(f"counter-{len(state.counters) + 1}", figure.seat, name, x, y, wide))
    figure.lurking = True


def _spot(table: Table[Battle], figure: Figure, region: Strip, *, is_dummy: bool) -> Point:
    facts = {"deed": "lurk", "figure": figure.id, "dummy": is_dummy}
    prompt = f"where does {'a dummy' if is_dummy else 'the plant'} lie?"
    question = PickPoint(region, figure=figure.id, prompt=prompt, facts=facts)
    return table.ask(figure.seat, "plant.lurkers-counters", question)


def reveal(table: Table[Battle], figure: Figure) -> None:
    """plant.lurkers-reveal: the model takes its counter's place. One revealed by its own activation began hidden."""
    state = table.state
    counter = next(one for one in state.counters if one.figure == figure.id)
    state.counters.remove(counter)
    figure.lurking, figure.placed = False, True
    figure.x, figure.y = counter.x, counter.y
    table.tell(
        "plant.lurkers-reveal",
        "{name} was lurking there",
        on=(figure.id,),
        mark="appear",
        reveal=True,
        name=named(figure),
    )
    if not lurking(state, figure.seat):  # plant.lurkers-dummies: when all are revealed the dummies go
        state.counters = [one for one in state.counters if one.seat != figure.seat]


def disturb(table: Table[Battle], mover: Figure) -> None:
    """An opposing model that comes adjacent to a counter turns it over; a dummy is removed (lurker-reveal-details)."""
    state = table.state
    near = base_of(state, mover).diameter / 2 + TOUCH
    team = team_of(state, mover)
    close = [one for one in state.counters if hypot(one.x - mover.x, one.y - mover.y) <= near + one.width / 2]
    turn_over(table, [one for one in close if state.teams.get(one.seat, one.seat) != team])


def flush(table: Table[Battle], point: Point) -> None:
    """A blast that reaches a counter reveals the plant, which is then attacked."""
    state = table.state
    short = length(state, "short")
    near = [one for one in state.counters if hypot(one.x - point[0], one.y - point[1]) <= short + one.width / 2]
    turn_over(table, near)


def turn_over(table: Table[Battle], counters: list[Counter]) -> None:
    """Each of the counters shows what it is."""
    state = table.state
    for counter in counters:
        if counter not in state.counters:
            continue
        if counter.figure:
            reveal(table, state.figures[counter.figure])
        else:
            state.counters.remove(counter)
            table.tell("plant.lurkers-dummies", "only a dummy", reveal=True)
