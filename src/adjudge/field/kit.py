"""A kit for wargames: a map made ready, so that a skirmish of your own has only its rules to write.

A `Battlefield` is made once from a map and kept beside the rules; a match's state holds figures alone. It answers what
every skirmish asks (how far, who sees whom, who is in cover, where one can go), and gives the engine what its questions
and screens want: regions to pick a point in, lines of sight that name what blocks them, the board.

>>> field = Battlefield.from_text('''
... id = "yard"
... title = "The yard"
... table = { width = 24, depth = 12 }
... [[terrain]]
... name = "shed"
... kind = "solid"
... rect = [10, 4, 3, 4]
... ''')
>>> ana, bob = Figure("ana", 5, 6), Figure("bob", 18, 6)
>>> field.distance(ana, bob), field.sees(ana, bob)
(12.0, False)
>>> field.sightlines(ana, [bob])[0].by
'shed'
>>> move = field.walk(ana, [ana, bob], 6)
>>> move.admits((9.0, 6.0)), move.admits((11.5, 6.0)), move.towards(bob)
(True, False, (10.399, 3.5))

Answers that cost something are remembered for as long as nobody moves, so a naive rule that asks again and again stays
fast. A figure is whatever has an `id`, `x` and `y`: subclass `Figure`, or bring your own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from math import floor, hypot, log10
from pathlib import Path as FilePath
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from adjudge.engine.questions import Forecast, Outlook
from adjudge.engine.scene import Board, Overlay, Piece, Sightline
from adjudge.engine.table import Table
from adjudge.field.bases import Round, Stand
from adjudge.field.board import scenery
from adjudge.field.ground import NOTHING_CHANGED, Changes, Ground, remembered
from adjudge.field.maps import Battlemap, Zone, bounds_of, ground_of, is_wholly_in, load_map, map_from_text
from adjudge.field.moving import has_room
from adjudge.field.paths import Path, advance, path_to_contact, shortest_path
from adjudge.field.points import EPS, Point, apart
from adjudge.field.regions import Reachable, Strip
from adjudge.field.sight import Sight, cover, is_seen, sight
from adjudge.field.terrain import WALKING, Gait, ring

MOST_TRIES = 32
"""How often a spot is drawn by lot before all spots of a region are worked out."""


class Figure(Struct):
    """A figure on the table. Subclass it for what else your figures have: `class Soldier(Figure): wounds: int = 0`."""

    id: str
    x: float = 0.0
    y: float = 0.0
    seat: str = ""

    @property
    def at(self) -> Point:
        return (self.x, self.y)


class Standing(Protocol):
    """What the kit has to know of a figure."""

    id: str
    x: float
    y: float


class Walk(Reachable):
    """Where a figure can go with a move: the region of a `PickPoint`, with its way, its outline and its samples."""

    def sample(self, rng: Random) -> Point:
        """A spot of the lattice drawn by lot, without working all of them out."""
        far, step = self.allowance, self._spacing
        columns, rows = _marks(self.stand.x, far, step), _marks(self.stand.y, far, step)
        for _ in range(MOST_TRIES):
            spot = (columns[int(rng.random() * len(columns))], rows[int(rng.random() * len(rows))])
            if apart(spot, self.stand.at) <= far and self._fits(spot) and self.path_to(spot) is not None:
                return spot
        return (round(self.stand.x, 3), round(self.stand.y, 3))

    def _fits(self, spot: Point) -> bool:
        return has_room(self.ground, self.stand.moved(spot), self.others, self.gait)

    def towards(self, goal: Standing | Point) -> Point:
        """As near to a figure or a point as the move gets, by the shortest way: for bots that know what they want."""
        path = self._road(goal)
        if path is None:
            return self._rounded(self.stand.at)
        return self._rounded(advance(self.ground, self.stand, path, self.allowance, self.gait).end)

    def _road(self, goal: Standing | Point) -> Path | None:
        if isinstance(goal, tuple):
            return shortest_path(self.ground, self.stand, goal, self.others, self.gait)
        target = next((it for it in self.others if it.id == goal.id), None)
        stand = target or Stand(goal.id, goal.x, goal.y, self.stand.base)
        return path_to_contact(self.ground, self.stand, stand, self.others, self.gait)

    def _rounded(self, point: Point) -> Point:
        """As the log keeps it; the figure's own spot if rounding has pushed it where there is no room."""
        spot = (round(point[0], 3), round(point[1], 3))
        return spot if self.admits(spot) else (round(self.stand.x, 3), round(self.stand.y, 3))


def _marks(middle: float, far: float, step: float) -> list[float]:
    return [round(mark * step, 3) for mark in range(floor((middle - far) / step) + 1, floor((middle + far) / step) + 1)]


class Battlefield:
    """A map made ready for a skirmish. Make one for each map, keep it beside your rules, and never in the state.

    `base` is the diameter of everybody's base (the map's own if left out); `gait` says what bars and slows a move.
    Figures do not block lines of sight unless `figures_block` is set.
    """

    def __init__(
        self,
        battlemap: Battlemap,
        *,
        base: float | None = None,
        gait: Gait = WALKING,
        figures_block: bool = False,
        changes: Changes = NOTHING_CHANGED,
    ) -> None:
        self.map = battlemap
        self.base, self.gait, self.figures_block = Round(base or battlemap.base), gait, figures_block
        self.ground: Ground = ground_of(battlemap).after(changes)
        self.touch = self.base.diameter / 100
        """Figures this near are in contact, since typed points are rounded."""

    @classmethod
    def from_text(cls, text: str, **settings: Any) -> Battlefield:
        """From the text of a map file (docs/battlefield.md)."""
        return cls(map_from_text(text), **settings)

    @classmethod
    def from_file(cls, path: str | FilePath, **settings: Any) -> Battlefield:
        """From a map file. Read it when your game is loaded, never in a rule."""
        return cls(load_map(FilePath(path)), **settings)

    def after(self, changes: Changes) -> Battlefield:
        """The same field with doors opened and walls blown away; `Changes` may be part of a state."""
        if changes == NOTHING_CHANGED:
            return self
        return _changed(self, changes)

    # ------------------------------------------------------------------ measuring and seeing

    def stand(self, figure: Standing, at: Point | None = None) -> Stand:
        """A figure as the battlefield sees it, where it is or at a spot."""
        x, y = at or (figure.x, figure.y)
        return Stand(figure.id, x, y, self.base)

    def distance(self, one: Standing, two: Standing) -> float:
        """From the edge of one base to the edge of the other; 0 in contact."""
        between = hypot(one.x - two.x, one.y - two.y) - self.base.diameter
        return between if between > self.touch else 0.0

    def is_within(self, one: Standing, two: Standing, far: float) -> bool:
        """Whether two figures are so far apart at most; exactly counts."""
        return self.distance(one, two) <= far + 1e-6

    def sees(self, one: Standing, two: Standing, others: Iterable[Standing] = ()) -> bool:
        """Whether there is a line of sight. `others` block it where `figures_block` is set."""
        return _is_seen(self.ground, self.base, (one.x, one.y), (two.x, two.y), self._blockers(one, two, others))

    def line(self, one: Standing, two: Standing, others: Iterable[Standing] = (), at: Point | None = None) -> Sight:
        """The line of sight between two, or what blocks it and where; from a spot if the first one were there."""
        start = at or (one.x, one.y)
        return _line(self.ground, self.base, start, (two.x, two.y), self._blockers(one, two, others))

    def cover(self, one: Standing, two: Standing) -> tuple[str, ...]:
        """The scenery behind which the second is partly hidden from the first; none if it stands in the open."""
        return _cover(self.ground, self.base, (one.x, one.y), (two.x, two.y))

    def _blockers(self, one: Standing, two: Standing, others: Iterable[Standing]) -> tuple[tuple[str, Point], ...]:
        if not self.figures_block:
            return ()
        return tuple((it.id, (it.x, it.y)) for it in others if it.id not in (one.id, two.id))

    # ------------------------------------------------------------------ regions for questions

    def walk(self, figure: Standing, figures: Iterable[Standing], allowance: float, **wishes: Any) -> Walk:
        """Where a figure can go with a move of so many units, round scenery and the other figures: the region of a
        `PickPoint`. Its `path_to(point)` is the way. `meets`, `first` and `test` are those of `Reachable`."""
        stand = self.stand(figure)
        others = [self.stand(it) for it in figures if it.id != figure.id]
        limit = allowance + self.touch

        def way(spot: Point) -> Path | None:
            if spot == stand.at:
                return Path((spot, spot), 0.0, 0.0)
            return shortest_path(self.ground, stand, spot, others, self.gait, limit=limit)

        spacing = _round_step(allowance / 6)
        return Walk(
            self.ground,
            stand,
            allowance,
            way,
            lambda: others,
            self.gait,
            touch=self.touch,
            unit=self.map.unit,
            spacing=spacing,
            **wishes,
        )

    def deploy(self, zone: str, figure: Standing, figures: Iterable[Standing]) -> Deployment:
        """Where a figure can be set up in a zone of the map, clear of scenery and of those who stand there already."""
        return Deployment(self, self.map.zone(zone), figure, [self.stand(it) for it in figures if it.id != figure.id])

    # ------------------------------------------------------------------ what screens draw

    def sightlines(
        self,
        viewer: Standing,
        targets: Iterable[Standing],
        *,
        note: Callable[[Standing, Standing], str] | None = None,
        rule: str = "",
        others: Iterable[Standing] = (),
        at: Point | None = None,
    ) -> tuple[Sightline, ...]:
        """A line to each target for screens to draw, free or with the name of what blocks it. `note` adds to the
        distance what the line is worth; `at` is a spot that the viewer may go to."""
        return tuple(self._sightline(viewer, it, note, rule, others, at) for it in targets if it.id != viewer.id)

    def _sightline(
        self,
        viewer: Standing,
        target: Standing,
        note: Callable[[Standing, Standing], str] | None,
        rule: str,
        others: Iterable[Standing],
        at: Point | None,
    ) -> Sightline:
        seen = self.line(viewer, target, others, at)
        here = Figure(viewer.id, *(at or (viewer.x, viewer.y)))
        more = note(here, target) if note else ""
        words = f"{self.distance(here, target):.1f} {self.map.unit}" + (f", {more}" if more else "")
        return sightline(self.ground, viewer.id, target.id, seen, words, rule)

    def outlook(
        self,
        viewer: Standing,
        targets: Iterable[Standing],
        *,
        attack: Callable[[Standing, Standing], Forecast | None] | None = None,
        note: Callable[[Standing, Standing], str] | None = None,
        rule: str = "",
        others: Iterable[Standing] = (),
    ) -> Callable[[Point], Outlook]:
        """For `PickPoint(outlook=...)`: what the figure would see from a spot, and the odds of an attack from there.

        `attack` gets the figure as it would stand there and a target, and gives the rule to run, or None out of range.
        It is run on a copy of the state with the figure put there: `table.state.figures` must hold it by its id.
        """
        found = list(targets)

        def seen_from(spot: Point) -> Outlook:
            here = Figure(viewer.id, *spot)
            lines = self.sightlines(viewer, found, note=note, rule=rule, others=others, at=spot)
            by_id = {it.id: it for it in found}
            free = [None if line.by or attack is None else attack(here, by_id[line.target]) for line in lines]
            return [
                (line, None if rule is None else _from_spot(viewer.id, spot, rule))
                for line, rule in zip(lines, free, strict=True)
            ]

        return seen_from

    def board(
        self,
        pieces: Iterable[Piece],
        *,
        title: str = "",
        sights: Iterable[Sightline] = (),
        overlays: Iterable[Overlay] = (),
        zones: Iterable[str] = (),
    ) -> Board:
        """The map with its pieces as screens draw it; the zones named are drawn over it."""
        found, shown = self.map, [self._zone(self.map.zone(name)) for name in zones]
        return Board(
            title or found.title,
            found.width,
            found.depth,
            found.unit,
            scenery(self.ground),
            tuple(pieces),
            (*overlays, *shown),
            tuple(sights),
        )

    def piece(self, figure: Standing, label: str, **looks: Any) -> Piece:
        """A figure as screens draw it; `looks` are the other fields of `Piece`."""
        return Piece(figure.id, round(figure.x, 3), round(figure.y, 3), label, radius=self.base.diameter / 2, **looks)

    @staticmethod
    def _zone(zone: Zone) -> Overlay:
        return Overlay("area", ring(zone.shape), label=zone.title)


class Deployment(Strip):
    """A zone of the map in which a base has room, whole: the region of a `PickPoint`."""

    def __init__(self, field: Battlefield, zone: Zone, figure: Standing, others: Sequence[Stand]) -> None:
        self._field, self.zone, self._figure, self._others = field, zone, figure, others
        left, low, right, high = bounds_of(zone.shape)
        edge = field.base.diameter / 2
        box = (left + edge, low + edge, max(left + edge, right - edge), max(low + edge, high - edge))
        super().__init__(box, self._fits, field.base.diameter)

    def _fits(self, point: Point) -> bool:
        stand = self._field.stand(self._figure, point)
        return has_room(self._field.ground, stand, self._others, self._field.gait) and is_wholly_in(stand, self.zone)

    def samples(self) -> Sequence[Point]:
        """The spots of the empty zone, which are worked out once, without those where somebody stands now."""
        least = self._field.base.diameter - EPS
        taken = [it.at for it in self._others]
        free = _spots(self._field, self.zone.id)
        return [spot for spot in free if all(hypot(spot[0] - x, spot[1] - y) >= least for x, y in taken)]

    def key(self) -> Any:
        return [self.zone.id, self._figure.id, [[it.id, round(it.x, 3), round(it.y, 3)] for it in self._others]]

    def outline(self) -> Any:
        return {
            "outline": [list(point) for point in ring(self.zone.shape)],
            "samples": [list(point) for point in self.samples()],
        }


def sightline(
    ground: Ground, viewer: str, target: str, seen: Sight, note: str, rule: str, blocked: str = ""
) -> Sightline:
    """A line of sight for screens: free, or with what blocks it called by its name. `blocked` is the rule by which it
    is, if not the same."""
    if seen.seen:
        return Sightline(viewer, target, note, line=seen.line, rule=rule)
    piece = ground.by_id.get(seen.by or "")
    name = piece.title if piece else seen.by or ""
    return Sightline(viewer, target, note, name, seen.at, seen.line, blocked or rule)


def _from_spot(figure: str, spot: Point, rule: Forecast) -> Forecast:
    def forecast(table: Table[Any]) -> Hashable:
        moved = table.state.figures[figure]
        moved.x, moved.y = spot
        return rule(table)

    return forecast


def _round_step(step: float) -> float:
    """A round number near a step: 1, 2 or 5 of a power of ten, so that spots can be typed."""
    power = 10.0 ** floor(log10(step))
    return next((size * power for size in (1, 2, 5) if step <= size * power * 1.25), 10 * power)


@lru_cache(maxsize=256)
def _spots(field: Battlefield, zone: str) -> tuple[Point, ...]:
    """Where a base has room in an empty zone."""
    empty = Deployment(field, field.map.zone(zone), Figure(""), ())
    return tuple(point for point in empty.lattice() if empty.admits(point))


@lru_cache(maxsize=256)
def _changed(field: Battlefield, changes: Changes) -> Battlefield:
    settings: dict[str, Any] = {"gait": field.gait, "figures_block": field.figures_block}
    return Battlefield(field.map, base=field.base.diameter, changes=changes, **settings)


Blockers = tuple[tuple[str, Point], ...]


def _stands(base: Round, one: Point, two: Point, blockers: Blockers) -> tuple[Stand, Stand, list[Stand]]:
    return Stand("\0one", *one, base), Stand("\0two", *two, base), [Stand(id, *at, base) for id, at in blockers]


@remembered(16_384)
def _is_seen(ground: Ground, base: Round, one: Point, two: Point, blockers: Blockers) -> bool:
    return is_seen(ground, *_stands(base, one, two, blockers))


@remembered(16_384)
def _line(ground: Ground, base: Round, one: Point, two: Point, blockers: Blockers) -> Sight:
    return sight(ground, *_stands(base, one, two, blockers))


@remembered(16_384)
def _cover(ground: Ground, base: Round, one: Point, two: Point) -> tuple[str, ...]:
    return cover(ground, *_stands(base, one, two, ())[:2])
