"""The battlefield: the map, where figures stand, where they can walk, whom they see. Nothing here rolls or asks."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from adjudge.field import EPS, Point, Round, Stand
from adjudge.field.ground import Ground
from adjudge.field.maps import Battlemap, ground_of, map_from_text
from adjudge.field.measuring import distance
from adjudge.field.paths import shortest_path
from adjudge.field.reach import Reach, reach
from adjudge.field.sight import Sight, cover, sight

BASE = Round(1.0)


class Figure(Struct):
    """Someone on the table: where, whose, how hurt."""

    id: str
    name: str
    seat: str
    x: float
    y: float
    life: int = 2
    acted: bool = False


@cache
def battlemap() -> Battlemap:
    """The map beside this file, read once. `adjudge map FILE` checks and draws it."""
    return map_from_text((files(__package__) / "map.toml").read_text("utf-8"), "map.toml")


@cache
def ground() -> Ground:
    return ground_of(battlemap())


def stand(figure: Figure) -> Stand:
    return Stand(figure.id, figure.x, figure.y, BASE)


def sees(one: Figure, other: Figure) -> Sight:
    return _sight((one.x, one.y), (other.x, other.y))


@lru_cache(4096)
def _sight(one: Point, other: Point) -> Sight:
    return sight(ground(), Stand("one", *one, BASE), Stand("other", *other, BASE))


def covered_by(one: Figure, other: Figure) -> tuple[str, ...]:
    """What the other one could hide behind."""
    return cover(ground(), stand(one), stand(other))


def apart(one: Figure, other: Figure) -> float:
    return distance(stand(one), stand(other))


class Walk:
    """Where a figure may walk with a move: whatever has these methods is a region that every screen can draw."""

    def __init__(self, figure: Figure, others: list[Figure], length: float) -> None:
        self._stand, self._length = stand(figure), length
        self._others = tuple((it.id, it.x, it.y) for it in others)

    def admits(self, point: Point) -> bool:
        others = [Stand(*it, BASE) for it in self._others]
        path = shortest_path(ground(), self._stand, point, others, limit=self._length)
        return point == self._stand.at or (path is not None and path.cost <= self._length + EPS)

    def samples(self) -> list[Point]:
        return [self._stand.at, *(it.at for it in self._reach().spots)]

    def outline(self) -> Any:
        rings = [[list(point) for point in ring] for ring in self._reach().outlines[0]]
        return {"outlines": rings, "outline": max(rings, key=len, default=[]), "samples": self.samples()}

    def key(self) -> Any:
        """What tells this walk from another: its outline takes longer to draw."""
        return [self._stand.id, self._stand.x, self._stand.y, self._length]

    def _reach(self) -> Reach:
        return _reach(self._stand.at, self._others, self._length)


@lru_cache(256)
def _reach(at: Point, others: tuple[tuple[str, float, float], ...], length: float) -> Reach:
    return reach(ground(), Stand("mover", *at, BASE), length, [Stand(*it, BASE) for it in others], spacing=2.0)
