"""The kit for wargames: the skirmish of docs/examples played by bots, with the kit and as somebody writes it without.

Run alone with `python -m benchmarks kit`. The naive one asks the battlefield the same questions by hand: it works out
the whole reach with its outline for every move, and every line of sight again. The rules and the bots are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from adjudge.check import open_game
from adjudge.engine import Game
from adjudge.field.kit import Battlefield, Standing
from adjudge.field.maps import is_wholly_in
from adjudge.field.moving import room
from adjudge.field.paths import shortest_path
from adjudge.field.points import Point, apart
from adjudge.field.reach import reach
from adjudge.field.sight import cover, sight
from adjudge.lab import simulate
from benchmarks import Result

EXAMPLE = Path(__file__).parents[1] / "docs/examples/holdfast.py"
GAMES, NAIVE_GAMES = 60, 6


class NaiveReach:
    """A region as one writes it first: everything is worked out as soon as it is asked for."""

    def __init__(self, field: Battlefield, figure: Standing, figures: Iterable[Standing], allowance: float) -> None:
        self._field, self._stand, self._allowance = field, field.stand(figure), allowance
        self._others = [field.stand(it) for it in figures if it.id != figure.id]
        found = reach(field.ground, self._stand, allowance, self._others, field.gait)
        self._rings = found.outlines[0]
        self._samples = [self._stand.at, *(spot.at for spot in found.spots if self.admits(spot.at))]

    def admits(self, point: Point) -> bool:
        ground, gait = self._field.ground, self._field.gait
        way = shortest_path(ground, self._stand, point, self._others, gait, limit=self._allowance)
        return point == self._stand.at or way is not None

    def samples(self) -> Sequence[Point]:
        return self._samples

    def outline(self) -> Any:
        return {"outlines": [[list(point) for point in ring] for ring in self._rings]}

    def towards(self, goal: Point) -> Point:
        return min(self._samples, key=lambda spot: apart(spot, goal))


class NaiveZone:
    """A deployment zone as one writes it first."""

    def __init__(self, field: Battlefield, zone: str, figure: Standing, figures: Iterable[Standing]) -> None:
        self._field, self._zone, self._figure = field, field.map.zone(zone), figure
        self._others = [field.stand(it) for it in figures if it.id != figure.id]
        spots = [(x / 2, y / 2) for x in range(2 * int(field.map.width)) for y in range(2 * int(field.map.depth))]
        self._samples = [spot for spot in spots if self.admits(spot)]

    def admits(self, point: Point) -> bool:
        stand = self._field.stand(self._figure, point)
        return is_wholly_in(stand, self._zone) and room(self._field.ground, stand, self._others).free

    def samples(self) -> Sequence[Point]:
        return self._samples

    def outline(self) -> Any:
        return {"samples": [list(spot) for spot in self._samples]}


class Naive(Battlefield):
    """The same field without the kit's regions and without anything remembered."""

    def walk(self, figure: Standing, figures: Iterable[Standing], allowance: float, **wishes: Any) -> Any:
        return NaiveReach(self, figure, figures, allowance)

    def deploy(self, zone: str, figure: Standing, figures: Iterable[Standing]) -> Any:
        return NaiveZone(self, zone, figure, figures)

    def sees(self, one: Standing, two: Standing, others: Iterable[Standing] = ()) -> bool:
        return sight(self.ground, self.stand(one), self.stand(two)).seen

    def cover(self, one: Standing, two: Standing) -> tuple[str, ...]:
        return cover(self.ground, self.stand(one), self.stand(two))


def rate(game: Game[Any], games: int, bot: str) -> float:
    """Games for each second of processor time, on one core."""
    seats = dict.fromkeys(("red", "blue"), bot)
    simulate(game, games=2, seed=Random(1).randrange(99), workers=1, bots=seats)
    started = process_time()
    simulate(game, games=games, seed=7, workers=1, bots=seats)
    return games / (process_time() - started)


def results() -> list[Result]:
    game = open_game(str(EXAMPLE))
    field: Battlefield = game.turn.__globals__["FIELD"]
    found = []
    for bot in ("random", "sergeant"):
        with_kit = rate(game, GAMES, bot)
        game.turn.__globals__["FIELD"] = Naive(field.map)
        try:
            naive = rate(game, NAIVE_GAMES, bot)
        finally:
            game.turn.__globals__["FIELD"] = field
        said = f"{with_kit:.0f} games a second, {with_kit / naive:.0f} times the naive one's {naive:.1f}"
        found.append(Result(f"Holdfast by {bot} bots", said, "33 times (100 games beside 3)", with_kit / naive >= 33))
    return found
