"""Maps as data: a readable TOML file becomes a `Battlemap`, or an error that names file, entry and field.

The format is described, with an example, in docs/battlefield.md.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, pairwise
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec
import shapely

from adjudge.engine.inputs import parse_toml
from adjudge.field.bases import Round, Stand, footprint, shape_of
from adjudge.field.errors import FieldError
from adjudge.field.ground import Changes, Ground
from adjudge.field.moving import room
from adjudge.field.paths import shortest_path
from adjudge.field.points import EPS, Box, Point, rotated
from adjudge.field.rounded import Rounded, clearance, signed_area, swollen
from adjudge.field.terrain import (
    BLOCKS_MOVEMENT,
    CLOSED,
    MEANING,
    Circle,
    Piece,
    Polygon,
    Shape,
    marks,
    parts,
    rectangle,
)

ZONES = ("deployment", "exit", "objective", "spawn")
BUILDING = "building"
Entry = TypeVar("Entry")
SPOTS_TRIED = 12
MOST_BASES = 300
MOST_PIECES = 500
MOST_CORNERS = 200
"""Bounds for files of strangers: no table that anybody plays on comes near them."""


class Zone(msgspec.Struct, frozen=True):
    """A named part of the table: a deployment zone, an exit, an objective, a spawn point. A spot is a circle of 0."""

    id: str
    kind: str
    shape: Shape
    name: str = ""
    side: str = ""

    @property
    def title(self) -> str:
        return self.name or self.id


class Battlemap(msgspec.Struct, frozen=True, weakref=True):
    """A table with its terrain and zones. `base` is the diameter of an ordinary base, for which ways must be open."""

    id: str
    title: str
    unit: str
    width: float
    depth: float
    base: float
    pieces: tuple[Piece, ...] = ()
    zones: tuple[Zone, ...] = ()

    def zone(self, name: str) -> Zone:
        """The zone of this id."""
        for zone in self.zones:
            if zone.id == name:
                return zone
        raise FieldError(f"map {self.id}: no zone is called {name!r}")

    def zones_of(self, kind: str) -> list[Zone]:
        """The zones of a kind, in the order of their ids."""
        return sorted((zone for zone in self.zones if zone.kind == kind), key=lambda zone: zone.id)


MILLIMETRES = {"mm": 1.0, "cm": 10.0, "inch": 25.4}
"""The units that can be turned into each other; others are words."""


def measured_in(unit: str, battlemap: Battlemap) -> Battlemap:
    """The same table in another unit. The numbers of pieces are a game's own and stay as they are."""
    by = MILLIMETRES[battlemap.unit] / MILLIMETRES[unit]
    if by == 1.0:
        return battlemap
    pieces = (
        msgspec.structs.replace(
            it,
            shapes=tuple(_sized(shape, by) for shape in it.shapes),
            height=None if it.height is None else it.height * by,
            level=it.level * by,
        )
        for it in battlemap.pieces
    )
    zones = (msgspec.structs.replace(it, shape=_sized(it.shape, by)) for it in battlemap.zones)
    width, depth, base = battlemap.width * by, battlemap.depth * by, battlemap.base * by
    return Battlemap(battlemap.id, battlemap.title, unit, width, depth, base, tuple(pieces), tuple(zones))


def _sized(shape: Shape, by: float) -> Shape:
    if isinstance(shape, Circle):
        return Circle((shape.centre[0] * by, shape.centre[1] * by), shape.radius * by)
    return Polygon(tuple((x * by, y * by) for x, y in shape.points))


_GROUNDS: WeakValueDictionary[bytes, Ground] = WeakValueDictionary()
_encoded = msgspec.json.Encoder(order="deterministic").encode


@lru_cache(maxsize=16)
def ground_of(battlemap: Battlemap) -> Ground:
    """The ground of a map; for equal maps the same object as long as somebody has it. Keep it: looking it up hashes the
    whole map. It is known by a digest and keeps no map: games keep it for as long as its map lives."""
    key = sha256(_encoded(battlemap)).digest()
    found = _GROUNDS.get(key)
    if found is None:
        found = _GROUNDS[key] = Ground(battlemap.width, battlemap.depth, battlemap.pieces)
    return found


def is_wholly_in(stand: Stand, zone: Zone) -> bool:
    """Does the whole base lie in the zone (ruling "deployment-within-short")?"""
    left, low, right, high = footprint(stand).box
    outline = bounds_of(zone.shape)
    if left < outline[0] - EPS or low < outline[1] - EPS or right > outline[2] + EPS or high > outline[3] + EPS:
        return False
    return bool(area_of([zone.shape]).buffer(EPS, join_style="mitre").covers(_geometry(footprint(stand))))


def is_partly_in(stand: Stand, zone: Zone) -> bool:
    """Does any part of the base touch the zone?"""
    base = shape_of(stand.base, stand.facing)
    return any(clearance(swollen(part, base), stand.x, stand.y) <= EPS for part in parts(zone.shape))


# ---------------------------------------------------------------- entries of the file


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    width: float
    depth: float


class _Opening(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    rect: tuple[float, float, float, float]
    closed: bool = False
    traits: tuple[str, ...] = ()


class _Terrain(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    id: str = ""
    name: str = ""
    traits: tuple[str, ...] = ()
    rect: tuple[float, float, float, float] | None = None
    circle: tuple[float, float, float] | None = None
    polygon: tuple[Point, ...] | None = None
    line: tuple[Point, ...] | None = None
    thickness: float = 0.0
    turn: float = 0.0
    height: float | None = None
    level: float = 0.0
    closed: bool = False
    wall: float = 1.0
    openings: tuple[_Opening, ...] = ()
    numbers: dict[str, float] = {}


class _Zone(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    id: str = ""
    name: str = ""
    side: str = ""
    at: Point | None = None
    rect: tuple[float, float, float, float] | None = None
    circle: tuple[float, float, float] | None = None
    polygon: tuple[Point, ...] | None = None


class MapFile(msgspec.Struct, forbid_unknown_fields=True):
    """A map's file as a form knows it, with everything that may stand in it."""

    id: str
    title: str
    table: _Table
    unit: str = "inch"
    base: float = 1.0
    terrain: tuple[_Terrain, ...] = ()
    zone: tuple[_Zone, ...] = ()


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: str
    table: dict[str, Any]
    unit: str = "inch"
    base: float = 1.0
    terrain: list[dict[str, Any]] = []
    zone: list[dict[str, Any]] = []


# ---------------------------------------------------------------- loading


def load_map(path: Path) -> Battlemap:
    """The map in a TOML file, checked."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise FieldError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FieldError(f"{path}: not text in UTF-8") from None
    return map_from_text(text, str(path))


def map_from_text(text: str, source: str = "map") -> Battlemap:
    """The map in a TOML text, checked; `source` names it in errors."""
    return _checked(unchecked_map(text, source), source)


def unchecked_map(text: str, source: str = "map") -> Battlemap:
    """The map in a TOML text as it stands: each entry is sound in itself, and `problems` tells whether all fit."""
    try:
        document = parse_toml(text)
    except msgspec.DecodeError as error:
        raise FieldError(f"{source}: not valid TOML: {error}") from None
    return _built(document, source)


def map_from_document(document: Mapping[str, Any], source: str = "map") -> Battlemap:
    """The map in a TOML document that has been parsed, checked."""
    return _checked(_built(document, source), source)


def _checked(battlemap: Battlemap, source: str) -> Battlemap:
    for problem in problems(battlemap):
        raise FieldError(f"{source}: {problem}")
    return battlemap


def _built(document: Mapping[str, Any], source: str) -> Battlemap:
    top = _converted(document, _Document, source, "map")
    table = _converted(top.table, _Table, source, "table")
    pieces = tuple(piece for i, entry in enumerate(top.terrain, 1) for piece in _pieces(entry, i, source))
    zones = tuple(_zone(entry, i, source) for i, entry in enumerate(top.zone, 1))
    battlemap = Battlemap(top.id, top.title, top.unit, table.width, table.depth, top.base, pieces, zones)
    for problem in _out_of_bounds(battlemap):
        raise FieldError(f"{source}: {problem}")
    return battlemap


def _out_of_bounds(battlemap: Battlemap) -> Iterator[str]:
    """What no table can be, and what would only keep a machine busy."""
    sizes = (battlemap.width, battlemap.depth, battlemap.base)
    if not all(map(isfinite, sizes)) or min(sizes) <= 0:
        yield "table: width, depth and base must be more than 0"
    elif max(sizes) > MOST_BASES * battlemap.base:
        yield f"table: width and depth: at most {MOST_BASES} bases of {battlemap.base:g}"
    if len(battlemap.pieces) + len(battlemap.zones) > MOST_PIECES:
        yield f"terrain: at most {MOST_PIECES} pieces and zones"


def _converted(entry: object, kind: type[Entry], source: str, where: str) -> Entry:
    """An entry with its fields checked; numbers may be written without a decimal point."""
    if kind is not _Document and _is_endless(entry):
        raise FieldError(f"{source}: {where}: a number must be finite")
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        field = place.strip(".`") or _field_named(message)
        raise FieldError(f"{source}: {where}: {field + ': ' if field else ''}{_in_words(message)}") from None


def _is_endless(value: object) -> bool:
    """TOML knows numbers without end, and numbers that are none."""
    if isinstance(value, Mapping):
        return any(map(_is_endless, value.values()))
    if isinstance(value, list):
        return any(map(_is_endless, value))
    return isinstance(value, float) and not isfinite(value)


def _field_named(message: str) -> str:
    found = re.search(r"field `(\w+)`", message)
    return found.group(1) if found else ""


def _in_words(message: str) -> str:
    for programmer, reader in WORDS.items():
        message = message.replace(programmer, reader)
    return message[0].lower() + message[1:]


WORDS = {
    "Object missing required field": "missing is",
    "Object contains unknown field": "there is no field",
    "`float`": "a number",
    "`int`": "a whole number",
    "`str`": "text",
    "`bool`": "true or false",
    "`array`": "a list",
    "array": "a list",
    "`object`": "a table",
    " | null": "",
    "`": "",
}


def _where(what: str, entry: Mapping[str, Any], number: int) -> str:
    name = entry.get("name") or entry.get("id")
    return f"{what} {number} ({name})" if name else f"{what} {number}"


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _pieces(raw: Mapping[str, Any], number: int, source: str) -> Iterator[Piece]:
    where = _where("terrain", raw, number)
    entry = _converted(raw, _Terrain, source, where)
    name = entry.id or _slug(entry.name) or f"{entry.kind}-{number}"
    if entry.kind == BUILDING:
        yield from _building(entry, name, f"{source}: {where}")
    else:
        yield _piece(entry, name, f"{source}: {where}")


def _piece(entry: _Terrain, name: str, where: str) -> Piece:
    _known_kind(entry.kind, where, "kind")
    if entry.openings:
        raise FieldError(f"{where}: openings: only a building has openings, and this is a {entry.kind}")
    traits = _traits(entry.kind, entry.closed, entry.traits, where)
    numbers = tuple(sorted(entry.numbers.items()))
    return Piece(name, _shapes(entry, where), traits, entry.name, entry.height, entry.level, numbers)


def _known_kind(kind: str, where: str, field: str) -> None:
    if kind not in MEANING:
        raise FieldError(f"{where}: {field}: {kind!r} is not one of {', '.join(sorted([*MEANING, BUILDING]))}")


def _traits(kind: str, is_closed: bool, extra: Iterable[str], where: str) -> frozenset[str]:
    if is_closed and kind != "door":
        raise FieldError(f"{where}: closed: only a door can be closed, and this is a {kind}")
    for trait in extra:
        if not re.fullmatch(r"[a-z][a-z-]*", trait):
            raise FieldError(f"{where}: traits: {trait!r} is not a name in small letters and hyphens")
    return frozenset({kind, *extra, *([CLOSED] if is_closed else [])})


def _shapes(entry: _Terrain | _Zone, where: str) -> tuple[Shape, ...]:
    names = ("rect", "circle", "polygon", "line", "at")
    given = [name for name in names if getattr(entry, name, None) is not None]
    if len(given) != 1:
        allowed = ", ".join(name for name in names if hasattr(entry, name))
        raise FieldError(f"{where}: shape: needs exactly one of {allowed}, and has {', '.join(given) or 'none'}")
    return _shape_by_name(entry, given[0], where)


def _shape_by_name(entry: _Terrain | _Zone, name: str, where: str) -> tuple[Shape, ...]:
    value, turn = getattr(entry, name), getattr(entry, "turn", 0.0)
    match name:
        case "at":
            return (Circle(value, 0.0),)
        case "circle":
            _positive(value[2], where, "circle", "radius")
            return (Circle((value[0], value[1]), value[2]),)
        case "rect":
            _positive(value[2], where, "rect", "width")
            _positive(value[3], where, "rect", "depth")
            return (rectangle(value[0], value[1], value[2], value[3], turn),)
        case "line":
            return _wall_along(value, getattr(entry, "thickness", 0.0), where)
        case _:
            return (_polygon(value, turn, where),)


def _positive(value: float, where: str, field: str, what: str) -> None:
    if value <= 0:
        raise FieldError(f"{where}: {field}: the {what} must be more than 0, and is {value:g}")


def _polygon(points: Sequence[Point], turn: float, where: str) -> Polygon:
    if len(points) < 3:
        raise FieldError(f"{where}: polygon: needs at least three corners, and has {len(points)}")
    if len(points) > MOST_CORNERS:
        raise FieldError(f"{where}: polygon: has {len(points)} corners, at most {MOST_CORNERS} are allowed")
    if not shapely.Polygon(points).is_valid or signed_area(points) == 0:
        raise FieldError(f"{where}: polygon: its sides must enclose one area without crossing")
    left, low, right, high = shapely.Polygon(points).bounds
    middle = ((left + right) / 2, (low + high) / 2)
    return Polygon(tuple(rotated(point, turn, middle) for point in points))


def _wall_along(points: Sequence[Point], thickness: float, where: str) -> tuple[Shape, ...]:
    """A wall along a line of points: one rectangle for each stretch, overlapping at the corners."""
    if len(points) < 2:
        raise FieldError(f"{where}: line: needs at least two points, and has {len(points)}")
    _positive(thickness, where, "thickness", "thickness of a line")
    return tuple(_stretch(a, b, thickness) for a, b in pairwise(points))


def _stretch(a: Point, b: Point, thickness: float) -> Polygon:
    ring = shapely.LineString([a, b]).buffer(thickness / 2, cap_style="square").exterior
    return Polygon(tuple((x, y) for x, y in ring.coords[:-1]))


# ---------------------------------------------------------------- buildings


def _building(entry: _Terrain, name: str, where: str) -> Iterator[Piece]:
    """A building is its walls, in one piece, and a piece for each opening. The inside is open ground."""
    if entry.rect is None:
        raise FieldError(f"{where}: rect: a building needs a rect")
    x, y, width, depth = entry.rect
    _positive(width - 2 * entry.wall, where, "wall", "space between the walls")
    _positive(depth - 2 * entry.wall, where, "wall", "space between the walls")
    middle = (x + width / 2, y + depth / 2)
    walls = tuple(_turned(rectangle(*box), entry.turn, middle) for box in _walls(entry, where))
    traits = _traits("wall", False, entry.traits, where)
    numbers = tuple(sorted(entry.numbers.items()))
    yield Piece(name, walls, traits, entry.name, entry.height, entry.level, numbers)
    counts: dict[str, int] = {}
    for opening in entry.openings:
        counts[opening.kind] = counts.get(opening.kind, 0) + 1
        label = f"{opening.kind}-{counts[opening.kind]}"
        yield _opening_piece(entry, opening, name, label, middle, where)


def _opening_piece(entry: _Terrain, opening: _Opening, name: str, label: str, middle: Point, where: str) -> Piece:
    if opening.kind not in ("door", "window"):
        raise FieldError(f"{where}: openings: {opening.kind!r} is not one of door, window")
    traits = _traits(opening.kind, opening.closed, opening.traits, where)
    title = f"{entry.name or name}, {label.replace('-', ' ')}"
    shape = _turned(rectangle(*opening.rect), entry.turn, middle)
    return Piece(f"{name}/{label}", (shape,), traits, title, entry.height, entry.level)


def _turned(shape: Polygon, turn: float, middle: Point) -> Polygon:
    return Polygon(tuple(rotated(point, turn, middle) for point in shape.points)) if turn else shape


def _walls(entry: _Terrain, where: str) -> Iterator[tuple[float, float, float, float]]:
    """The four walls, cut where an opening is. They overlap at the corners, so that no crack is left."""
    assert entry.rect is not None
    x, y, width, depth = entry.rect
    thick, used = entry.wall, set()
    for wall_y in (y, y + depth - thick):
        cuts = [o.rect for o in entry.openings if o.rect[1] == wall_y and o.rect[3] == thick]
        used.update(cuts)
        for start, end in _uncut(x, x + width, [(cut[0], cut[0] + cut[2]) for cut in cuts]):
            yield (start, wall_y, end - start, thick)
    for wall_x in (x, x + width - thick):
        cuts = [o.rect for o in entry.openings if o.rect[0] == wall_x and o.rect[2] == thick and o.rect not in used]
        used.update(cuts)
        for start, end in _uncut(y, y + depth, [(cut[1], cut[1] + cut[3]) for cut in cuts]):
            yield (wall_x, start, thick, end - start)
    for opening in entry.openings:
        if opening.rect not in used:
            raise FieldError(f"{where}: openings: {list(opening.rect)} does not lie in a wall {thick:g} thick")


def _uncut(start: float, end: float, cuts: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    for low, high in sorted(cuts):
        if low > start:
            yield (start, low)
        start = max(start, high)
    if end > start:
        yield (start, end)


def _zone(raw: Mapping[str, Any], number: int, source: str) -> Zone:
    where = _where("zone", raw, number)
    entry = _converted(raw, _Zone, source, where)
    if entry.kind not in ZONES:
        raise FieldError(f"{source}: {where}: kind: {entry.kind!r} is not one of {', '.join(ZONES)}")
    name = entry.id or _slug(entry.name) or f"{entry.kind}-{number}"
    return Zone(name, entry.kind, _shapes(entry, f"{source}: {where}")[0], entry.name, entry.side)


# ---------------------------------------------------------------- checking


def problems(battlemap: Battlemap) -> Iterator[str]:
    """What is wrong with a map, one sentence each. The ways are looked at last: they are the dear part."""
    impossible = list(_out_of_bounds(battlemap))
    yield from impossible
    if impossible:
        return
    shapeless = [*_twice(battlemap), *_off_the_table(battlemap), *_overlapping(battlemap)]
    yield from shapeless
    if not shapeless:
        yield from _unreachable(battlemap)


def _twice(battlemap: Battlemap) -> Iterator[str]:
    for what, names in (("terrain", [p.id for p in battlemap.pieces]), ("zone", [z.id for z in battlemap.zones])):
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"{what} {name}: id: used {names.count(name)} times"


def _off_the_table(battlemap: Battlemap) -> Iterator[str]:
    shapes = [("terrain", piece.id, shape) for piece in battlemap.pieces for shape in piece.shapes]
    shapes += [("zone", zone.id, zone.shape) for zone in battlemap.zones]
    for what, name, shape in shapes:
        left, low, right, high = bounds_of(shape)
        if left < -EPS or low < -EPS or right > battlemap.width + EPS or high > battlemap.depth + EPS:
            size = f"{battlemap.width:g} by {battlemap.depth:g}"
            yield f"{what} {name}: shape: reaches off the table of {size}, from {left:g},{low:g} to {right:g},{high:g}"


def bounds_of(shape: Shape) -> Box:
    """The box of a shape."""
    boxes = [part.box for part in parts(shape)]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def _overlapping(battlemap: Battlemap) -> Iterator[str]:
    solids = sorted((p for p in battlemap.pieces if BLOCKS_MOVEMENT in marks(p)), key=lambda p: p.id)
    areas = [(piece, area_of(piece.shapes)) for piece in solids]
    for (one, a), (two, b) in combinations(areas, 2):
        if a.intersects(b) and a.intersection(b).area > EPS:
            yield f"terrain {two.id}: shape: overlaps the solid piece {one.id}"


def area_of(shapes: Iterable[Shape]) -> shapely.Geometry:
    """The shapes as one shapely geometry."""
    return shapely.union_all([_geometry(part) for shape in shapes for part in parts(shape)])


def _geometry(part: Rounded) -> shapely.Geometry:
    if part.edges:
        return shapely.Polygon(part.points)
    return shapely.Point(part.points[0]).buffer(part.radius, quad_segs=16)


def _unreachable(battlemap: Battlemap) -> Iterator[str]:
    """Every zone must have room for a base, and each deployment zone a way to all that is no deployment zone.

    Doors can be opened, so they count as open here.
    """
    ground = ground_of(battlemap)
    doors = tuple(piece.id for piece in ground.pieces if CLOSED in piece.traits)
    ground = ground.after(Changes(opened=doors))
    roomy = [zone for zone in battlemap.zones if any(True for _ in _free_spots(battlemap, ground, zone))]
    for zone in battlemap.zones:
        if zone not in roomy:
            yield f"zone {zone.id}: shape: has no room for a base of {battlemap.base:g}"
    goals = [zone for zone in roomy if zone.kind != "deployment"]
    if not goals:
        return
    spots = {zone.id: spots_in(battlemap, ground, zone) for zone in roomy}
    for start in battlemap.zones_of("deployment"):
        for zone in goals if start in roomy else ():
            yield from _no_way(battlemap, ground, start, zone, spots)


def _no_way(
    battlemap: Battlemap, ground: Ground, start: Zone, zone: Zone, spots: Mapping[str, list[Point]]
) -> Iterator[str]:
    stand = Stand("walker", *spots[start.id][0], Round(battlemap.base))
    if shortest_path(ground, stand, spots[zone.id]) is None:
        yield f"zone {zone.id}: shape: cannot be reached from {start.id} by a base of {battlemap.base:g}"


def spots_in(battlemap: Battlemap, ground: Ground, zone: Zone) -> list[Point]:
    """Some spots in a zone where an ordinary base has room, the middle first."""
    free = list(dict.fromkeys(_free_spots(battlemap, ground, zone)))
    return free[:: max(1, -(-len(free) // SPOTS_TRIED))]


def _free_spots(battlemap: Battlemap, ground: Ground, zone: Zone) -> Iterator[Point]:
    """One after the other: to know that there is room, the first is enough."""
    left, low, right, high = bounds_of(zone.shape)
    middle = ((left + right) / 2, (low + high) / 2)
    across, up = _steps(left, right, battlemap.base), _steps(low, high, battlemap.base)
    points = [middle, *((x, y) for x in across for y in up)]
    inside = (p for p in points if any(clearance(part, *p) <= EPS for part in parts(zone.shape)))
    stands = (Stand("walker", *p, Round(battlemap.base)) for p in inside)
    return (stand.at for stand in stands if room(ground, stand).free)


def _steps(low: float, high: float, base: float) -> list[float]:
    """Places for centres along a stretch, half a base from its ends if it is that long."""
    inner_low, inner_high = min(low + base / 2, (low + high) / 2), max(high - base / 2, (low + high) / 2)
    count = int((inner_high - inner_low) / base) + 1
    return [inner_low + (inner_high - inner_low) * i / count for i in range(count + 1)]
