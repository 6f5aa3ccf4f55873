"""The shortest way round everything, for a base of a given size.

The centre of the base goes round pieces and stands swollen by the base, so a shortest path is straight between their
corners. Only what is in the way is looked at: the first try is the straight line, and whatever blocks the most
promising leg so far joins the search. A path past fewer obstacles is never longer, so the first one that arrives is a
shortest one. Round corners are walked in legs of at most 22.5 degrees, outside the arc (see `rounded.FAN`), so a path
is made of straight legs and its length is what a player would measure; whoever begins or ends closer to an arc than
that leaves or reaches it along the line that touches it. Where the way through costs extra (`Gait`),
paths turn at corners only; no path is bent inside difficult ground.

Plain floats: the straight try costs some microseconds, a way round a house less than a millisecond.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import islice, pairwise
from math import hypot, inf, sqrt

import msgspec

from adjudge.field.bases import Stand
from adjudge.field.compiled import compiled
from adjudge.field.ground import (
    CLOSE,
    RING_REACH,
    Ground,
    Layer,
    Solid,
    Turn,
    Turns,
    bare_turn,
    barring_between,
    near,
    near_segment,
    ring_round,
    turn_between,
    turns,
    turns_beside,
    what_is_at,
)
from adjudge.field.moving import EVERYWHERE, NOBODY, Crowd, edge_share, is_on_table, nearest_spots_at, swollen_stands
from adjudge.field.points import EPS, Box, Point, apart, box_between, box_of, length_of, part_way
from adjudge.field.rounded import Rounded, clearance, cross, pierces, span_inside
from adjudge.field.terrain import WALKING, Gait


class Path(msgspec.Struct, frozen=True):
    """A way in straight legs: where it turns, how long it is, and what it costs with fees and difficult ground."""

    points: tuple[Point, ...]
    length: float
    cost: float

    @property
    def end(self) -> Point:
        return self.points[-1]


def shortest_path(
    ground: Ground,
    stand: Stand,
    to: Point | Sequence[Point],
    others: Iterable[Stand] = (),
    gait: Gait = WALKING,
    *,
    limit: float = inf,
    through: frozenset[str] = NOBODY,
) -> Path | None:
    """The cheapest way to a point, or to the cheapest of several; None if there is none within the limit.

    The stands in `through` are no obstacle. A goal without room for the base cannot be reached.
    """
    goals: list[Point] = [to] if _is_point(to) else list(to)  # type: ignore[list-item, arg-type]
    layer = ground.layer(stand.base, stand.facing, gait)
    others = others if isinstance(others, Crowd) else list(others)
    goals = [goal for goal in goals if apart(stand.at, goal) <= limit + EPS]
    if len(goals) == 1 and (straight := _straight(layer, stand, goals[0], others, through)):
        return straight
    if not goals:
        return None
    around = _worth_a_look(stand.at, goals, limit)
    moving = swollen_stands(stand, others, through, around)
    goals = [goal for goal in goals if _fits(layer, goal) and what_is_at(moving, goal) is None]
    if limit < inf:
        solids = (*near(layer.barring, around), *moving)
        goals = [goal for goal in goals if not _is_shut(layer.bounds, solids, stand.at, goal, limit)]
    return _path_round(layer, moving, stand.at, goals, limit) if goals else None


def _path_round(layer: Layer, moving: Sequence[Solid], start: Point, goals: list[Point], limit: float) -> Path | None:
    """The cheapest way to one of several goals past whatever a way within the limit could meet."""
    around = _worth_a_look(start, goals, limit)
    scenery, figures, tolls = near(layer.barring, around), near(moving, around), near(layer.tolls, around)
    found = way_round(layer, scenery, figures, tolls, start, goals, limit, _turns_of, _pulse)
    return None if found is None else Path(_straightened(found[0][::-1]), length_of(found[0]), found[1])


def _straight(layer: Layer, stand: Stand, goal: Point, others: Iterable[Stand], through: frozenset[str]) -> Path | None:
    """The straight way, if nothing stands in it or makes it dearer: most questions end here."""
    p = stand.at
    if p == goal or not is_on_table(layer.bounds, goal) or not is_open(layer, p, goal):
        return None
    if any(_extra(s, p, goal) > 0 for s in near_segment(layer.tolls, p, goal)):
        return None
    if not is_clear(swollen_stands(stand, others, through, box_between(p, goal)), p, goal):
        return None
    length = apart(p, goal)
    return Path((p, goal), length, length)


def path_to_contact(
    ground: Ground,
    stand: Stand,
    target: Stand,
    others: Iterable[Stand] = (),
    gait: Gait = WALKING,
    *,
    limit: float = inf,
    through: frozenset[str] = NOBODY,
) -> Path | None:
    """The cheapest way into contact with another stand; None if no free spot round it can be reached."""
    third = [other for other in others if other.id not in (stand.id, target.id)]
    free, others = nearest_spots_at(ground, stand, target, third, gait), [*third, target]
    nearest = list(islice(free, 2))
    if nearest and (straight := _straight_to_first(ground, stand, nearest, others, gait, limit, through)):
        return straight
    return shortest_path(ground, stand, [*nearest, *free], others, gait, limit=limit, through=through)


def _straight_to_first(
    ground: Ground,
    stand: Stand,
    spots: Sequence[Point],
    others: Sequence[Stand],
    gait: Gait,
    limit: float,
    through: frozenset[str],
) -> Path | None:
    """The straight way to the first spot, if it is nearer than the next and nothing stands in it: none is shorter."""
    away = [apart(stand.at, spot) for spot in spots]
    if away[0] > limit or (len(away) > 1 and away[1] - away[0] <= CLEARLY):
        return None
    return _straight(ground.layer(stand.base, stand.facing, gait), stand, spots[0], others, through)


CLEARLY = 1e-3
"""By how much a spot must be nearer than the next one: `spots_at` puts those in order by rounded distances."""


def _is_point(to: Point | Sequence[Point]) -> bool:
    return len(to) == 2 and not isinstance(to[0], tuple)


UNKNOWN = -1.0
"""In place of a distance that nobody has needed yet."""


Way = tuple[list[Point], float]
"""The points of a way, the goal first, and what it costs."""


def _pulse() -> None:
    """The kernel calls it at each step: work that takes too long can be interrupted in Python code alone."""


@compiled
def way_round(
    layer: Layer,
    scenery: list[Solid],
    figures: list[Solid],
    tolls: list[Solid],
    start: Point,
    goals: list[Point],
    limit: float,
    turns_of: Callable[[Layer, Solid], tuple[Turns, bool]],
    pulse: Callable[[], None],
) -> Way | None:
    """The cheapest way round scenery and figures to one of several goals; `turns_of` finds where it may turn."""
    return _Search(layer, scenery, figures, tolls, start, goals, limit, turns_of).run()


class _Search:
    """An A* search over the turning points of what is known to be in the way, with straight distance as the estimate.

    Whether a leg is clear is the dear question, so it is put last, when the leg is the most promising one left. What
    then blocks or burdens the leg becomes known, and its turning points join the search: those that are not too far off
    for the limit, nor inside something else. What they are inside of becomes known with them, since a way past the one
    is then a way past both.
    """

    def __init__(
        self,
        layer: Layer,
        scenery: list[Solid],
        figures: list[Solid],
        tolls: list[Solid],
        start: Point,
        goals: list[Point],
        limit: float,
        turns_of: Callable[[Layer, Solid], tuple[Turns, bool]],
    ) -> None:
        self.layer, self.start, self.goals, self.limit = layer, start, goals, limit + EPS
        self.is_bounded = limit < inf
        self.moving, self.tolls = figures, tolls
        self.solids = [*scenery, *figures]
        self.turns_of = turns_of
        self.turns = [bare_turn(p) for p in (start, *goals)]
        self.rests = [self._rest(start), *[0.0] * len(goals)]
        self.known: set[int] = set()
        self.queue: list[tuple[float, float, Point, int, int]] = []
        self.lined_up: dict[int, list[tuple[float, Point, int]]] = {}
        self.before: dict[int, int] = {}
        self.costs: dict[int, float] = {}

    def run(self) -> Way | None:
        self._push(0, 0, 0.0)
        while self.queue:
            _, cost, _, here, origin = heappop(self.queue)
            if here in self.before:
                continue
            is_goal = 0 < here <= len(self.goals)
            if not self._is_open(origin, here, cost):
                if is_goal:
                    self._try_next_goal(origin)
                continue
            self.before[here], self.costs[here] = origin, cost
            if is_goal:
                return self._traced(here)
            self._line_up_goals(here)
            self._look_round(here, len(self.goals) + 1)
        return None

    def _line_up_goals(self, here: int) -> None:
        """The goals that a leg from here may lead to, the cheapest last: the next one is tried if that is barred."""
        (x, y), (bx, by), (cx, cy), side = self.turns[here]
        gone, tolls, lined_up = self.costs[here], self.tolls, []
        for there, at in enumerate(self.goals, 1):
            dx, dy = at[0] - x, at[1] - y
            square = dx * dx + dy * dy
            if square > side and (dx * by - dy * bx) * (dx * cy - dy * cx) < -TAUT:
                continue
            lined_up.append((gone + (leg_cost(tolls, (x, y), at) if tolls else sqrt(square)), at, there))
        lined_up.sort(reverse=True)
        self.lined_up[here] = lined_up
        self._try_next_goal(here)

    def _try_next_goal(self, here: int) -> None:
        lined_up = self.lined_up[here]
        if lined_up:
            cost, _, there = lined_up.pop()
            self._push(there, here, cost)

    def _rest(self, at: Point) -> float:
        """How far the nearest goal is."""
        x, y = at
        return min([hypot(goal[0] - x, goal[1] - y) for goal in self.goals])

    def _is_open(self, origin: int, here: int, cost: float) -> bool:
        """Is the leg clear? One that is, but for a price not reckoned with, has to wait until the ways round are in."""
        p, q = self.turns[origin].at, self.turns[here].at
        blocker = blocker_of(self.solids, p, q)
        if blocker is not None:
            if id(blocker) not in self.known:
                self._learn([blocker])
            return False
        fresh = [s for s in near_segment(self.tolls, p, q) if id(s) not in self.known and _extra(s, p, q) > 0]
        if fresh:
            self._learn(fresh)
            self._push(here, origin, cost)
        return not fresh

    def _learn(self, fresh: Iterable[Solid]) -> None:
        first, waiting = len(self.turns), list(fresh)
        while waiting:
            s = waiting.pop()
            if id(s) not in self.known:
                self.known.add(id(s))
                waiting += self._turn_round(s)
                self._turn_beside(s)
        for here in self.before:
            self._look_round(here, first)

    def _turn_round(self, s: Solid) -> list[Solid]:
        """Takes up the points at which a path may turn round something; returns what others of them are inside of."""
        if not s.shape.edges:
            return self._turn_round_circle(s)
        found, is_scenery = self.turns_of(self.layer, s)
        others, around = [], near(self.moving if is_scenery else self.solids, _ring_box(s))
        for turn, other in found:
            rest = self._rest_if_in_time(turn.at)
            if rest is None:
                continue
            inside = other or what_is_at(around, turn.at)
            if inside is None:
                self.turns.append(turn)
                self.rests.append(rest)
            else:
                others.append(inside)
        return others

    def _turn_round_circle(self, s: Solid) -> list[Solid]:
        """The same; points round a circle are the many, so only those that count become turning points."""
        others, around, ring = [], near(self.solids, _ring_box(s)), ring_round(s.shape, self.start)
        for i, at in enumerate(ring):
            rest = self._rest_if_in_time(at)
            if rest is None or not is_on_table(self.layer.bounds, at):
                continue
            inside = what_is_at(around, at)
            if inside is None:
                self.turns.append(turn_between(at, ring[i - 1], ring[i + 1 - len(ring)]))
                self.rests.append(rest)
            else:
                others.append(inside)
        return others

    def _turn_beside(self, s: Solid) -> None:
        """Takes up points for whoever begins or ends close to something round, between it and its turning points."""
        margin = s.shape.radius * CLOSE + EPS
        left, low, right, high = s[0] - margin, s[1] - margin, s[2] + margin, s[3] + margin
        ends = [(x, y) for x, y in (self.start, *self.goals) if left <= x <= right and low <= y <= high]
        around = near(self.solids, _ring_box(s)) if ends else ()
        for end in ends:
            for turn in turns_beside(s.shape, end):
                rest = self._rest_if_in_time(turn.at)
                is_free = is_on_table(self.layer.bounds, turn.at) and what_is_at(around, turn.at) is None
                if rest is not None and is_free:
                    self.turns.append(turn)
                    self.rests.append(rest)

    def _rest_if_in_time(self, at: Point) -> float | None:
        """How far the nearest goal is from a point; None if nobody who came by could be there within the limit.

        Without a limit it is not needed yet, and of most points never: it is left unknown until somebody gets there.
        """
        if not self.is_bounded:
            return UNKNOWN
        (x, y), start, goals = at, self.start, self.goals
        gone = hypot(x - start[0], y - start[1])
        rest = hypot(goals[0][0] - x, goals[0][1] - y) if len(goals) == 1 else self._rest(at)
        return rest if gone + rest <= self.limit else None

    def _look_round(self, here: int, first: int) -> None:
        """Where a path may go on from one turning point: to those numbered from the first on, if the leg is taut."""
        before, rests, is_bounded = self.before, self.rests, self.is_bounded
        gone, tolls = self.costs[here], self.tolls
        left = self.limit - gone
        for there, square in taut_legs(self.turns, here, first):
            if there in before:
                continue
            if is_bounded:
                rest = left - rests[there]
                if rest < 0 or square > rest * rest:
                    continue
            leg = leg_cost(tolls, self.turns[here].at, self.turns[there].at) if tolls else sqrt(square)
            self._push(there, here, gone + leg)

    def _push(self, there: int, here: int, cost: float) -> None:
        rest = self.rests[there]
        if rest < 0:
            rest = self.rests[there] = self._rest(self.turns[there].at)
        promise = cost + rest
        if promise <= self.limit:  # equal ones by where they are, whatever the order of pieces and stands
            heappush(self.queue, (promise, cost, self.turns[there].at, there, here))

    def _traced(self, here: int) -> Way:
        points, cost = [], self.costs[here]
        while here:
            points.append(self.turns[here].at)
            here = self.before[here]
        return [*points, self.start], cost


def _worth_a_look(start: Point, goals: Sequence[Point], limit: float) -> Box:
    """The box round all paths within a limit: whoever strays farther cannot be back at a goal in time."""
    if limit == inf:
        return EVERYWHERE
    least = min([apart(start, goal) for goal in goals])
    margin = sqrt(max(0.0, limit * limit - least * least)) / 2 + EPS
    left, low, right, high = box_between(start, goals[0]) if len(goals) == 1 else box_of((start, *goals))
    return (left - margin, low - margin, right + margin, high + margin)


def _is_shut(bounds: Box, solids: Sequence[Solid], p: Point, q: Point, limit: float) -> bool:
    """Is it plain that there is no way from p to q within a limit? Most questions without an answer end here.

    Through whatever stands in the straight way a line is drawn across it. Every way crosses that line, and not so far
    out that it becomes longer than the limit: if something stands on all of it up to there, there is none.
    """
    away = apart(p, q)
    if away <= EPS:
        return False
    ux, uy = (q[0] - p[0]) / away, (q[1] - p[1]) / away
    walls = [s.shape for s in solids if s.shape.edges]
    discs = [_beside(s.shape, p, ux, uy) for s in solids if not s.shape.edges]
    lines = [along for along, off, square in discs if 0 < along < away and off * off < square]
    lines += [away * (span[0] + span[1]) / 2 for shape in walls if (span := span_inside(shape, p, q, -EPS))]
    for width, along in sorted((_half_width(limit, along, away - along), along) for along in lines)[:LINES_TRIED]:
        middle, across = part_way(p, q, along / away), (-uy * width, ux * width)
        chords = _across(discs, along)
        if _is_filled(chords, width) or _is_filled(chords + _walls_across(walls, bounds, middle, across, width), width):
            return True
    return False


def _beside(disc: Rounded, p: Point, ux: float, uy: float) -> tuple[float, float, float]:
    """A circle as one meets it who goes in a direction: how far along it is, how far off, and its radius squared."""
    dx, dy = disc.points[0][0] - p[0], disc.points[0][1] - p[1]
    return (dx * ux + dy * uy, dy * ux - dx * uy, (disc.radius - EPS) ** 2)


LINES_TRIED = 2
"""Of the lines across a way the shortest are tried: they are the soonest filled."""


def _half_width(limit: float, before: float, after: float) -> float:
    """How far off the straight way one can be, at the point that divides it so, and still arrive within a limit."""
    longest = (limit * limit + before * before - after * after) / (2 * limit)
    return sqrt(max(0.0, longest * longest - before * before)) + EPS


Spans = list[tuple[float, float]]


def _across(discs: Iterable[tuple[float, float, float]], along: float) -> Spans:
    """What circles take up of a line across the way."""
    chords = [(off, square - (along - centre) ** 2) for centre, off, square in discs]
    return [(off - sqrt(chord), off + sqrt(chord)) for off, chord in chords if chord > 0]


def _walls_across(shapes: Iterable[Rounded], bounds: Box, middle: Point, across: Point, width: float) -> Spans:
    """What scenery and the edges of the table take up of a line of a width across the way."""
    a, b = (middle[0] - across[0], middle[1] - across[1]), (middle[0] + across[0], middle[1] + across[1])
    shares = [span for shape in shapes if (span := span_inside(shape, a, b, -EPS)) is not None]
    spans = [(width * (2 * start - 1), width * (2 * end - 1)) for start, end in shares]
    for end, sign in ((a, -1), (b, 1)):
        share = edge_share(bounds, middle, end)
        if share is not None:
            spans.append((share * width, width) if sign > 0 else (-width, -share * width))
    return spans


def _is_filled(spans: Spans, width: float) -> bool:
    """Do these take up all from -width to width?"""
    reached = -width
    for start, end in sorted(spans):
        if start > reached:
            return False
        reached = max(reached, end)
    return reached >= width


def _straightened(points: Sequence[Point]) -> tuple[Point, ...]:
    """The path without the points at which it does not turn."""
    kept = [points[0]]
    for here, after in pairwise(points[1:]):
        if abs(cross(kept[-1], here, after)) > EPS * apart(kept[-1], after):
            kept.append(here)
    return (*kept, points[-1])


def _turns_of(layer: Layer, s: Solid) -> tuple[Turns, bool]:
    """The turning points round something with corners, as far as they are on the table; and whether it is scenery.

    Those round scenery are the same for everybody, so they are kept, with the other scenery that some of them are
    inside of.
    """
    found = layer.turns.get(id(s))
    if found:
        return found, True
    on_table = [turn for turn in turns(s.shape) if is_on_table(layer.bounds, turn.at)]
    if found is None:
        return [(turn, None) for turn in on_table], False
    found += [(turn, what_is_at(layer.barring, turn.at)) for turn in on_table]
    return found, True


def _fits(layer: Layer, at: Point) -> bool:
    return is_on_table(layer.bounds, at) and what_is_at(barring_between(layer, at, at), at) is None


def _ring_box(s: Solid) -> Box:
    """The box round the turning points of something: they stand a little outside of its corners."""
    margin = s.shape.radius * (RING_REACH - 1)
    return (s.left - margin, s.low - margin, s.right + margin, s.high + margin)


@compiled
def taut_legs(turns: Sequence[Turn], here: int, first: int) -> list[tuple[int, float]]:
    """To which turning points, from the first on, a string from here would lie against both corners; with the squares
    of the legs. Any other leg is part of no shortest path.

    Short legs are let pass: what stands in contact with a round thing lies between it and its turning points.
    """
    (x, y), (bx, by), (cx, cy), side = turns[here]
    found = []
    for there in range(first, len(turns)):
        (x2, y2), (bx2, by2), (cx2, cy2), side2 = turns[there]
        dx, dy = x2 - x, y2 - y
        square = dx * dx + dy * dy
        if square > side and (dx * by - dy * bx) * (dx * cy - dy * cx) < -TAUT:
            continue
        if square > side2 and (dx * by2 - dy * bx2) * (dx * cy2 - dy * cx2) < -TAUT:
            continue
        found.append((there, square))
    return found


TAUT = 1e-9
"""Points that lie on one line may seem to lie on both sides of it."""


def is_clear(solids: Iterable[Solid], p: Point, q: Point) -> bool:
    """May a centre go straight from p to q past these?"""
    return blocker_of(solids, p, q) is None


def is_open(layer: Layer, p: Point, q: Point) -> bool:
    """May a centre go straight from p to q, as far as the scenery goes?"""
    return blocker_of(barring_between(layer, p, q), p, q) is None


@compiled
def blocker_of(solids: Iterable[Solid], p: Point, q: Point) -> Solid | None:
    """The first of these, in their own order, that keeps a centre from going straight from p to q."""
    (left, low), (right, high) = p, q
    if left > right:
        left, right = right, left
    if low > high:
        low, high = high, low
    for s in solids:
        if s[0] <= right and s[2] >= left and s[1] <= high and s[3] >= low and pierces(s[5], p, q):
            return s
    return None


def leg_cost(tolls: Sequence[Solid], p: Point, q: Point) -> float:
    """What one straight leg costs: its length, fees for what it enters, more for difficult ground."""
    more = 0.0
    for s in near_segment(tolls, p, q):
        more += _extra(s, p, q)
    return apart(p, q) + more


def _extra(toll: Solid, p: Point, q: Point) -> float:
    span = span_inside(toll.shape, p, q, -EPS)
    if span is None or span[1] <= span[0]:
        return 0.0
    enters = clearance(toll.shape, *p) > -2 * EPS
    return (toll.fee if enters else 0.0) + (span[1] - span[0]) * apart(p, q) * (toll.factor - 1)


def advance(ground: Ground, stand: Stand, path: Path, allowance: float, gait: Gait = WALKING) -> Path:
    """As much of a path as an allowance pays for. What cannot pay a fee stops before the piece that asks it."""
    layer = ground.layer(stand.base, stand.facing, gait)
    points, length, cost = [path.points[0]], 0.0, 0.0
    for p, q in pairwise(path.points):
        share, paid = _affordable(layer, p, q, allowance - cost)
        length, cost = length + share * apart(p, q), cost + paid
        if share > 0:
            points.append(q if share == 1 else part_way(p, q, share))
        if share < 1:
            break
    return Path(tuple(points), length, cost)


def affordable_share(layer: Layer, p: Point, q: Point, purse: float) -> float:
    """The share of a straight leg that a purse pays for."""
    return _affordable(layer, p, q, purse)[0]


def _affordable(layer: Layer, p: Point, q: Point, purse: float) -> tuple[float, float]:
    """The share of a leg that the purse pays for, and what it costs."""
    if not layer.tolls:
        length = apart(p, q)
        return (1.0, length) if length <= purse + EPS else (max(0.0, purse) / length, max(0.0, purse))
    marks, paid, here = _toll_marks(layer, p, q), 0.0, 0.0
    for there, fee, factor in marks:
        price = (there - here) * apart(p, q) * factor
        if paid + price > purse + EPS:
            return here + (there - here) * max(0.0, purse - paid) / price, max(0.0, purse)
        if paid + price + fee > purse + EPS:
            return there, paid + price
        paid, here = paid + price + fee, there
    return 1.0, paid


def _toll_marks(layer: Layer, p: Point, q: Point) -> list[tuple[float, float, float]]:
    """Where a leg comes to something: the share, the fee due there, the factor up to there."""
    tolls = [(s, _span_within(s, p, q)) for s in near_segment(layer.tolls, p, q)]
    spans = [(s, span) for s, span in tolls if span is not None]
    fees = {id(s): s.fee for s, _ in spans if clearance(s.shape, *p) > -2 * EPS}
    shares = sorted({share for _, span in spans for share in span if share < 1})
    marks, last = [], 0.0
    for share in shares:
        middle = (last + share) / 2
        fee = sum(fees.get(id(s), 0.0) for s, span in spans if span[0] == share)
        factor = 1.0 + sum(s.factor - 1 for s, span in spans if span[0] <= middle <= span[1])
        marks.append((share, fee, factor))
        last = share
    return [*marks, (1.0, 0.0, 1.0 + sum(s.factor - 1 for s, span in spans if span[1] == 1))]


def _span_within(s: Solid, p: Point, q: Point) -> tuple[float, float] | None:
    """Where a leg runs inside something, from the true outline on; None if it only grazes it."""
    inner = span_inside(s.shape, p, q, -EPS)
    return span_inside(s.shape, p, q) if inner and inner[1] > inner[0] else None
