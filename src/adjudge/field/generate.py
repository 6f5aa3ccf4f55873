"""Fair random tables from a seed and a list of terrain.

The same seed and the same wishes give the same table, today and on any machine. A `symmetric` table looks the same from
both deployment zones: each piece has a twin on the far side of the middle. A `balanced` one has no twins; it is drawn
again until both sides are equally well off, as `fairness` measures it. Both pass the validator of `maps`.
"""

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import Any, Literal

import msgspec

from adjudge.field.bases import Round, Stand
from adjudge.field.errors import FieldError
from adjudge.field.ground import Ground
from adjudge.field.heat import lattice, visible
from adjudge.field.maps import Battlemap, Zone, bounds_of, ground_of, map_from_document
from adjudge.field.paths import shortest_path
from adjudge.field.points import Point, apart
from adjudge.field.rounded import clearance
from adjudge.field.terrain import BLOCKS_MOVEMENT, MEANING

TRIES = 400
Layout = Literal["symmetric", "balanced"]


class Wish(msgspec.Struct, frozen=True):
    """A line of the terrain list: so many pieces of a kind, each between two sizes. `round` ones are circles."""

    kind: str
    count: int
    smallest: float
    largest: float
    round: bool = False
    turned: bool = True
    height: float | None = None


class Table(msgspec.Struct, frozen=True):
    """What a table is to be like: its size, the gap that stays open between pieces, the depth of deployment zones."""

    width: float
    depth: float
    unit: str = "inch"
    base: float = 1.0
    gap: float = 2.0
    deployment: float = 4.0
    wishes: tuple[Wish, ...] = ()


class Fairness(msgspec.Struct, frozen=True):
    """How well off each of two sides is: how much of the table it sees, how much of its own half lies near terrain, how
    far it is to the middle. `worst` is the largest difference, as a share: 0 is perfectly fair."""

    seen: tuple[float, float]
    shelter: tuple[float, float]
    way: tuple[float, float]

    @property
    def worst(self) -> float:
        return max(_unlike(pair) for pair in (self.seen, self.shelter, self.way))


def _unlike(pair: tuple[float, float]) -> float:
    return abs(pair[0] - pair[1]) / max(*pair, 1e-9)


def generate(seed: int, table: Table, layout: Layout = "symmetric", *, tolerance: float = 0.1) -> Battlemap:
    """A fair table. A balanced one is unfair by no more than the tolerance."""
    return _first_fair(seed, table, layout, tolerance)[1]


def document(seed: int, table: Table, layout: Layout = "symmetric", *, tolerance: float = 0.1) -> dict[str, Any]:
    """The same table as the document of a map file: `forms.to_toml` writes it down."""
    return _first_fair(seed, table, layout, tolerance)[0]


def _first_fair(seed: int, table: Table, layout: Layout, tolerance: float) -> tuple[dict[str, Any], Battlemap]:
    """The first fair table, as a document and as the map that was built from it to be checked."""
    _check(table, layout)
    for attempt in range(TRIES):
        drawn = _document(Random(f"{seed}/{attempt}"), seed, table, layout)
        fair = _fair_map(drawn, layout, tolerance) if drawn is not None else None
        if drawn is not None and fair is not None:
            return drawn, fair
    raise FieldError(f"table {seed}: wishes: no fair table with all of them was found in {TRIES} tries")


def _check(table: Table, layout: Layout) -> None:
    for wish in table.wishes:
        if wish.kind not in MEANING:
            raise FieldError(f"wish {wish.kind}: kind: is not one of {', '.join(sorted(MEANING))}")
        if not 0 < wish.smallest <= wish.largest:
            raise FieldError(f"wish {wish.kind}: smallest: must be more than 0 and at most the largest")
        if layout == "symmetric" and wish.count % 2:
            raise FieldError(f"wish {wish.kind}: count: a symmetric table needs an even number, not {wish.count}")


def _fair_map(drawn: dict[str, Any], layout: Layout, tolerance: float) -> Battlemap | None:
    try:
        battlemap = map_from_document(drawn)
    except FieldError:
        return None
    is_fair = layout == "symmetric" or fairness(battlemap).worst <= tolerance
    return battlemap if is_fair else None


class _Draft(msgspec.Struct):
    """A piece that has been placed: its entry in the file and the circle that surrounds it."""

    entry: dict[str, Any]
    centre: Point
    reach: float


def _document(random: Random, seed: int, table: Table, layout: Layout) -> dict[str, Any] | None:
    drafts = _drafts(random, table, layout)
    if drafts is None:
        return None
    return {
        "id": f"table-{seed}",
        "title": f"Table {seed}",
        "unit": table.unit,
        "base": table.base,
        "table": {"width": table.width, "depth": table.depth},
        "terrain": [draft.entry for draft in drafts],
        "zone": _deployments(table),
    }


def _drafts(random: Random, table: Table, layout: Layout) -> list[_Draft] | None:
    """All pieces in their places, the largest first; None if there was no place for one of them."""
    drafts: list[_Draft] = []
    each = 2 if layout == "symmetric" else 1
    for wish in sorted(table.wishes, key=lambda wish: (-wish.largest, wish.kind)):
        for _ in range(wish.count // each):
            placed = _place(random, table, wish, drafts, layout)
            if placed is None:
                return None
            drafts += placed
    return drafts


def _deployments(table: Table) -> list[dict[str, Any]]:
    north = table.depth - table.deployment
    return [
        {"kind": "deployment", "id": "south", "side": "south", "rect": [0.0, 0.0, table.width, table.deployment]},
        {"kind": "deployment", "id": "north", "side": "north", "rect": [0.0, north, table.width, table.deployment]},
        {"kind": "objective", "id": "middle", "circle": [table.width / 2, table.depth / 2, table.base]},
    ]


def _place(random: Random, table: Table, wish: Wish, drafts: Sequence[_Draft], layout: Layout) -> list[_Draft] | None:
    """A piece, and its twin if the table is symmetric."""
    for _ in range(40):
        draft = _drawn(random, table, wish)
        group = [draft] if layout == "balanced" else _with_twin(draft, table, wish)
        if _fits(group, drafts, table):
            return group
    return None


def _drawn(random: Random, table: Table, wish: Wish) -> _Draft:
    width, depth = (_between(random, wish.smallest, wish.largest) for _ in range(2))
    reach = width / 2 if wish.round else hypot(width, depth) / 2
    low = table.deployment
    centre = (_between(random, reach, table.width - reach), _between(random, low + reach, table.depth - low - reach))
    turn = 15.0 * int(random.random() * 12) if wish.turned and not wish.round else 0.0
    return _Draft(_entry(wish, centre, width, depth, turn), centre, reach)


def _between(random: Random, low: float, high: float) -> float:
    """A number in a range, to a quarter of a unit: tables are built by hand."""
    return round((low + random.random() * max(0.0, high - low)) * 4) / 4


def _entry(wish: Wish, centre: Point, width: float, depth: float, turn: float) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": wish.kind}
    if wish.round:
        entry["circle"] = [centre[0], centre[1], width / 2]
    else:
        entry["rect"] = [centre[0] - width / 2, centre[1] - depth / 2, width, depth]
        entry["turn"] = turn
    if wish.height is not None:
        entry["height"] = wish.height
    return entry


def _with_twin(draft: _Draft, table: Table, wish: Wish) -> list[_Draft]:
    centre = (table.width - draft.centre[0], table.depth - draft.centre[1])
    entry = dict(draft.entry)
    if wish.round:
        entry["circle"] = [*centre, entry["circle"][2]]
    else:
        x, y, width, depth = entry["rect"]
        entry["rect"] = [table.width - x - width, table.depth - y - depth, width, depth]
    return [draft, _Draft(entry, centre, draft.reach)]


def _fits(group: Sequence[_Draft], drafts: Sequence[_Draft], table: Table) -> bool:
    everyone = [*drafts, *group]
    others = [(one, two) for i, one in enumerate(everyone) for two in everyone[:i] if i >= len(drafts)]
    return all(apart(a.centre, b.centre) >= a.reach + b.reach + table.gap for a, b in others) and all(
        _keeps_the_middle_free(draft, table) for draft in group
    )


def _keeps_the_middle_free(draft: _Draft, table: Table) -> bool:
    return apart(draft.centre, (table.width / 2, table.depth / 2)) >= draft.reach + table.base


def fairness(battlemap: Battlemap) -> Fairness:
    """How alike the chances of the first two deployment zones are."""
    zones = battlemap.zones_of("deployment")[:2]
    if len(zones) < 2:
        raise FieldError(f"map {battlemap.id}: zone: fairness needs two deployment zones, and there are {len(zones)}")
    ground = ground_of(battlemap)
    points = lattice(ground, max(battlemap.width, battlemap.depth) / 16)
    one, two = (_chances(battlemap, ground, zone, points) for zone in zones)
    return Fairness((one[0], two[0]), (one[1], two[1]), (one[2], two[2]))


def _chances(battlemap: Battlemap, ground: Ground, zone: Zone, points: Sequence[Point]) -> tuple[float, float, float]:
    eyes = _eyes(ground, zone)
    if not eyes:
        raise FieldError(f"map {battlemap.id}: zone {zone.id}: there is nowhere to stand")
    seen = sum(sum(visible(ground, eye, points)) for eye in eyes) / (len(eyes) * len(points))
    middle = (battlemap.width / 2, battlemap.depth / 2)
    own = [p for p in points if _is_nearer(p, zone, middle)]
    sheltered = sum(any(clearance(s.shape, *p) <= 2 * battlemap.base for s in ground.solids) for p in own)
    return seen, sheltered / max(1, len(own)), _way(battlemap, ground, eyes, middle)


def _eyes(ground: Ground, zone: Zone) -> list[Point]:
    """Points all over a zone, the same from both sides of the table."""
    left, low, right, high = bounds_of(zone.shape)
    shares = [(i, j) for i in (0.1, 0.3, 0.5, 0.7, 0.9) for j in (0.25, 0.75)]
    points = [(left + (right - left) * i, low + (high - low) * j) for i, j in shares]
    return [p for p in points if not ground.standing_in(p, BLOCKS_MOVEMENT)]


def _is_nearer(point: Point, zone: Zone, middle: Point) -> bool:
    """Does the point lie on this zone's side of the middle?"""
    left, low, right, high = bounds_of(zone.shape)
    home = ((left + right) / 2, (low + high) / 2)
    return (point[0] - middle[0]) * (home[0] - middle[0]) + (point[1] - middle[1]) * (home[1] - middle[1]) > 0


def _way(battlemap: Battlemap, ground: Ground, eyes: Sequence[Point], middle: Point) -> float:
    """How far it is to the middle of the table, on average, for an ordinary base; straight if there is no way."""
    stands = [Stand("walker", *eye, Round(battlemap.base)) for eye in eyes]
    paths = [(stand, shortest_path(ground, stand, middle)) for stand in stands]
    return sum(path.length if path else apart(stand.at, middle) for stand, path in paths) / len(paths)
