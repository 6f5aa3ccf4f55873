"""Rustlers: livestock in a pen, and whoever catches more of it wins.

Livestock lies about like any other thing that is on the table; a model that ends its move beside it takes it along.
"""

from __future__ import annotations

from collections import Counter
from math import cos, hypot, sin

import shapely

from adjudge.engine import Deed, Outcome, Table, total
from adjudge.engine.moments import answers
from adjudge.engine.questions import Point
from adjudge.field import Piece, rectangle
from adjudge.field.layout import Sketch, gap, joined
from adjudge.field.maps import Battlemap
from adjudge.games.mdrg.ability import Special, special
from adjudge.games.mdrg.aims import heads_for, worth_doing
from adjudge.games.mdrg.book import Scale
from adjudge.games.mdrg.figures import (
    in_play,
    is_active,
    is_down,
    models_of,
    named,
    refresh,
    side_name,
    side_of,
    team_of,
)
from adjudge.games.mdrg.places import nearest_edge
from adjudge.games.mdrg.rules.actions import aftermath, is_settled, sides_left
from adjudge.games.mdrg.rules.battle import decides, gain_food, reaps
from adjudge.games.mdrg.rules.battlefield import laid
from adjudge.games.mdrg.rules.movement import trodden
from adjudge.games.mdrg.scenarios.occasion import (
    Scenario,
    having,
    is_able,
    too_close,
    without,
    wrong_number,
)
from adjudge.games.mdrg.state import Battle, Figure, Item
from adjudge.games.mdrg.view import called, prize

PEN = "pen"
LIVESTOCK = "livestock"
FOOD_EACH = 2
GOLDEN = 2.399963
"""The angle at which things that are strewn keep clear of each other."""
RECTANGULAR = 0.8
"""How much of the frame around it a roughly rectangular pen fills."""


@special("rustlers")
class Rustlers(Scenario):
    """scenario.rustlers-setup, scenario.rustlers-stealing, scenario.rustlers-victory."""

    def draw(self, sketch: Sketch, scale: Scale) -> None:
        """A pen of four fences in the centre, and scenery around it."""
        short, (x, y) = scale.sticks.short, sketch.middle
        wide, deep, thin = short * sketch.between(2.6, 3.6), short * sketch.between(2.2, 3.0), short * 0.06
        sides = (
            (x - wide / 2, y - deep / 2, wide, thin),
            (x - wide / 2, y + deep / 2 - thin, wide, thin),
            (x - wide / 2, y - deep / 2 + thin, thin, deep - 2 * thin),
            (x + wide / 2 - thin, y - deep / 2 + thin, thin, deep - 2 * thin),
        )
        for number, (left, low, width, depth) in enumerate(sides, 1):
            sketch.lay(fence(number, left, low, width, depth))
        clear = {True: short, False: scale.bases.huge}
        sketch.strew(
            "item",
            (("woods", "wood"), ("wall", "ruined wall"), ("solid", "boulder"), ("low", "cart"), ("wall", "shed")),
            4 + sketch.one_of(3),
            long=(0.6 * short, 1.1 * short),
            deep=(0.35 * short, 0.8 * short),
            margin=short,
            fits=lambda piece: all(gap(piece, other) >= clear[PEN in other.traits] for other in sketch.pieces),
        )

    def objections(self, battlemap: Battlemap, scale: Scale) -> list[str]:
        """The pen in the centre, Long from every edge; 4 to 6 other items, Short from the pen."""
        pen, items = having(battlemap, PEN), without(battlemap, PEN)
        if not pen:
            return ["it needs a pen in the centre: fences with the trait pen"]
        yard = pen_of(battlemap)
        found = list[str]()
        if not yard.contains(shapely.Point(battlemap.width / 2, battlemap.depth / 2)):
            found.append("the pen is not in the centre of the table")
        left, low, right, high = yard.bounds
        if min(left, low, battlemap.width - right, battlemap.depth - high) < scale.sticks.long - 0.5:
            found.append("the pen is nearer than Long to an edge of the table")
        if yard.area < RECTANGULAR * shapely.minimum_rotated_rectangle(yard).area:
            found.append("the pen is not roughly rectangular")
        found += wrong_number(items, "scenic items besides the pen", 4, 6)
        return found + too_close(items, pen, scale.sticks.short, "Short")

    @answers(laid)
    def laid(self, table: Table[Battle]) -> None:
        """2d6 counters, strewn over the pen."""
        state = table.state
        state.site.counters = table.roll(total(2), "scenario.rustlers-setup", state.defender)
        table.tell("scenario.rustlers-setup", "{count} heads of livestock are in the pen", count=state.site.counters)
        spots = strewn(state.map, state.site.counters, state.scale.bases.normal)
        state.items += [Item(LIVESTOCK, x, y) for x, y in spots]

    @answers(aftermath)
    def aftermath(self, table: Table[Battle]) -> None:
        """sp-rustlers-end: one that is killed, Fallen or held loses hold of it."""
        for figure in table.state.figures.values():
            if LIVESTOCK in figure.effects and (figure.gone == "killed" or (not figure.gone and is_down(figure))):
                let_go(table, figure)

    @answers(is_settled)
    def is_settled(self, state: Battle) -> bool:
        """sp-rustlers-end: no counter is left, or everybody carries one."""
        if state.phase != "play" or not state.turn:
            return False
        return not loose(state) or all(LIVESTOCK in figure.effects for figure in in_play(state))

    @answers(decides)
    def decides(self, state: Battle) -> Outcome:
        """scenario.rustlers-victory: more counters win; allies add theirs up."""
        counts = Counter(dict.fromkeys(dict.fromkeys(state.teams.get(seat, seat) for seat in state.seats), 0))
        for seat, count in caught(state).items():
            counts[state.teams.get(seat, seat)] += count
        most = max(counts.values())
        best = [team for team, count in counts.items() if count == most]
        words = ", ".join(f"{side_name(state, team)} {count}" for team, count in counts.items())
        if len(best) > 1:
            return Outcome(f"Livestock caught: {words}: a draw", "scenario.rustlers-victory")
        winners = tuple(seat for seat in state.seats if state.teams.get(seat, seat) == best[0])
        return Outcome(f"Livestock caught: {words}", "scenario.rustlers-victory", winners)

    @answers(reaps)
    def reaps(self, table: Table[Battle]) -> None:
        """Two Food Points for each counter, whoever has won."""
        for seat, count in caught(table.state).items():
            if count:
                gain_food(table.state, seat, FOOD_EACH * count)
                rule, food = "scenario.rustlers-victory", FOOD_EACH * count
                table.tell(rule, "{{{seat}}} gains {food} Food Points", seat=seat, food=food)

    @answers(prize)
    def prize(self, state: Battle) -> str:
        held = ", ".join(f"{seat.capitalize()} {count}" for seat, count in caught(state).items())
        return f"Livestock: {held} · {len(loose(state))} still loose"

    @answers(heads_for)
    def heads_for(self, state: Battle, figure: Figure) -> Point | None:
        """The nearest loose head; one that has one makes for the edge once that decides the battle."""
        if LIVESTOCK in figure.effects:
            return nearest_edge(state, figure) if is_ahead(state, figure) else None
        near = sorted(loose(state), key=lambda one: (hypot(one.x - figure.x, one.y - figure.y), one.x, one.y))
        return (near[0].x, near[0].y) if near else None

    @answers(worth_doing)
    def worth_doing(self, state: Battle, figure: Figure, deed: Deed) -> float:
        """What is led off the table is caught for good."""
        return 0.9 if deed.kind == "leave" and LIVESTOCK in figure.effects and is_ahead(state, figure) else 0.0


def fence(number: int, left: float, low: float, width: float, depth: float) -> Piece:
    """One side of the pen."""
    return Piece(f"pen-{number}", (rectangle(left, low, width, depth),), frozenset({"fence", PEN}), "pen")


def pen_of(battlemap: Battlemap) -> shapely.Geometry:
    """The yard that the fences enclose."""
    return joined(having(battlemap, PEN)).convex_hull


def strewn(battlemap: Battlemap, count: int, base: float) -> list[Point]:
    """Spots all over the pen, away from the fences."""
    left, low, right, high = pen_of(battlemap).buffer(-base).bounds
    x, y, wide, deep = (left + right) / 2, (low + high) / 2, (right - left) / 2, (high - low) / 2
    spots = []
    for number in range(count):
        away, angle = ((number + 0.5) / count) ** 0.5, GOLDEN * number
        spots.append((round(x + wide * away * cos(angle), 1), round(y + deep * away * sin(angle), 1)))
    return spots


def loose(state: Battle) -> list[Item]:
    """The livestock that nobody has caught."""
    return [item for item in state.items if item.item == LIVESTOCK]


def caught(state: Battle) -> dict[str, int]:
    """How many each seat has, with what was carried off the table. When only one side is left, each of its models that
    carries none takes one of those still there (sp-rustlers-end)."""
    holders = [figure for figure in state.figures.values() if LIVESTOCK in figure.effects]
    counts = {seat: sum(side_of(state, figure) == seat for figure in holders) for seat in state.seats}
    left = sides_left(state)
    if state.phase == "play" and len(left) == 1 and state.turn:
        rest = len(loose(state))
        for seat in state.seats:
            idle = [
                figure for figure in models_of(state, seat) if LIVESTOCK not in figure.effects and is_active(figure)
            ]
            taken = min(rest, len(idle))
            counts[seat] += taken
            rest -= taken
    return counts


def is_ahead(state: Battle, figure: Figure) -> bool:
    """Whether a model's side has more than any other could still get, if nobody takes it away."""
    held, left, own = caught(state), len(loose(state)), team_of(state, figure)
    totals: Counter[str] = Counter()
    for seat, count in held.items():
        free = sum(LIVESTOCK not in one.effects for one in models_of(state, seat))
        team = state.teams.get(seat, seat)
        totals[team] += count + (0 if team == own else min(left, free))
    return totals[own] > max((count for team, count in totals.items() if team != own), default=0)


def let_go(table: Table[Battle], figure: Figure) -> None:
    """The counter lies where the model is."""
    figure.effects = [effect for effect in figure.effects if effect != LIVESTOCK]
    refresh(figure)
    table.state.items.append(Item(LIVESTOCK, figure.x, figure.y))
    table.tell("ruling.sp-rustlers-end", "{name} lets its livestock go", name=named(figure))


@special(LIVESTOCK)
class Livestock(Special):
    """On the table a counter that can be taken; on a model, the one that it leads along. Only one each."""

    rule = "scenario.rustlers-stealing"
    lasts = True

    @answers(called)
    def called(self) -> str:
        """A short name: there are many of them, close together."""
        return "cow"

    @answers(trodden)
    def trodden(self, table: Table[Battle], figure: Figure) -> None:
        """scenario.rustlers-stealing: free, by moving beside it."""
        if LIVESTOCK in figure.effects or not is_able(figure):
            return
        near = min(loose(table.state), key=lambda one: (hypot(one.x - figure.x, one.y - figure.y), one.x, one.y))
        table.state.items.remove(near)
        figure.effects.append(LIVESTOCK)
        refresh(figure)
        table.tell("scenario.rustlers-stealing", "{name} catches one of the livestock", name=named(figure))
