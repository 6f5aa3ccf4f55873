"""The map as an SVG drawing, with figures and overlays: a string, nothing to install, safe on light and dark pages.

Sizes are in the map's unit, so the drawing scales by itself. Colours are classes: a page may restyle them, and a dark
page gets darker ones of its own accord. Not colour alone tells: woods, water and broken ground have patterns, figures
have labels, and everything says its kind when pointed at. A screen reader hears the title and what is where.
"""

from collections.abc import Iterable, Sequence
from html import escape as escaped

import msgspec

from adjudge.field.bases import Round, Stand, footprint
from adjudge.field.ground import NOTHING_CHANGED, Changes
from adjudge.field.maps import Battlemap, Zone, bounds_of, ground_of
from adjudge.field.points import Box, Point, at_angle
from adjudge.field.terrain import BRIDGE, CLOSED, Circle, Piece, Shape, marks

MARGIN = 0.06
"""The margin round the table for the scales, as a share of its longer side."""


class Figure(msgspec.Struct, frozen=True):
    """A stand as it is drawn: a label of one or two letters, a style (`friend`, `foe`, `neutral`) and a full name."""

    stand: Stand
    label: str = ""
    style: str = "neutral"
    name: str = ""


class Ring(msgspec.Struct, frozen=True):
    """An overlay: a circle, as of a noise or a blast."""

    centre: Point
    radius: float
    style: str = "range"
    name: str = ""


class Trail(msgspec.Struct, frozen=True):
    """An overlay: a path or a line of sight. Styles: `path`, `seen`, `blocked`."""

    points: tuple[Point, ...]
    style: str = "path"
    name: str = ""


class Region(msgspec.Struct, frozen=True):
    """An overlay: rings of points, as of a reach."""

    rings: tuple[tuple[Point, ...], ...]
    style: str = "reach"
    name: str = ""


Overlay = Ring | Trail | Region

STYLE = """
.table{fill:#f3efe4}.grid{stroke:#8a8371;stroke-opacity:.28;fill:none}.frame{stroke:#4b4639;fill:none}
.solid{fill:#8d877b;stroke:#3d3a33}.wall{fill:#5d574d;stroke:none}.wreck{fill:#8b6f5c;stroke:#46342a}
.door{fill:#c98b3d;stroke:#6e4715}.open{fill:none;stroke:#6e4715}.window{fill:#9cc7dd;stroke:#2f5d75}
.low{fill:#9db078;stroke:#4f6130}.woods{fill:#88ad7f;stroke:#2f5a30}.water{fill:#9cc3e0;stroke:#2b5f8a}
.ground{fill:#d8c49a;stroke:#86703c}.bridge{fill:#b9a27c;stroke:#5c4526}.other{fill:#cfc6e4;stroke:#57487c}
.zone{fill-opacity:.13}.deployment{fill:#2b6cb0;stroke:#2b6cb0}.exit{fill:#2f855a;stroke:#2f855a}
.objective{fill:#b7791f;stroke:#b7791f}.spawn{fill:#9b2c2c;stroke:#9b2c2c}
text{font-family:system-ui,sans-serif;fill:#1c1a16}.name{paint-order:stroke;stroke:#f3efe4;stroke-linejoin:round}
.scale{fill:#5b5648}.figure{stroke:#14130f}.friend{fill:#2b6cb0}.foe{fill:#b83232}.neutral{fill:#6b6b6b}
.label{fill:#fff;font-weight:700}.facing{fill:#fff;stroke:none}.small{font-style:italic}
.pattern.woods{fill:#2f5a30;stroke:none}.pattern{fill-opacity:.45;stroke-opacity:.45}
.reach{fill:#2b6cb0;fill-opacity:.14;stroke:#2b6cb0}.range{fill:#c05621;fill-opacity:.07;stroke:#c05621}
.path{stroke:#2b6cb0;fill:none}.seen{stroke:#2f855a;fill:none}
.blocked{stroke:#b83232;fill:none}
@media (prefers-color-scheme:dark){
.table{fill:#26241f}.grid{stroke:#b5ad98;stroke-opacity:.2}.frame{stroke:#b5ad98}text{fill:#efeadd}
.name{stroke:#26241f}.scale{fill:#b5ad98}.solid{fill:#6f6a60;stroke:#c8c1b1}.wall{fill:#a79f90}
.wreck{fill:#7a5f4d;stroke:#d0ac94}.low{fill:#5f7142;stroke:#b5cc8a}.woods{fill:#3f6b41;stroke:#a4d6a0}
.water{fill:#345f82;stroke:#a8d2f2}.ground{fill:#6b5b35;stroke:#dcc88e}.other{fill:#51467a;stroke:#c9bdf0}
.bridge{fill:#7d6a4a;stroke:#e0cda4}.window{fill:#4f8aa6;stroke:#c3e6f7}.figure{stroke:#fff}.path,.reach{stroke:#7db4ee}.seen{stroke:#7fd6a4}
.deployment{stroke:#7db4ee}.exit{stroke:#7fd6a4}.objective{stroke:#f0c068}.spawn{stroke:#f09090}}
"""

PATTERNS = {
    "woods": '<circle cx=".3" cy=".3" r=".14"/><circle cx=".8" cy=".75" r=".14"/>',
    "water": '<path d="M0 .5q.25-.3 .5 0t.5 0" fill="none" stroke-width=".08"/>',
    "ground": '<path d="M.2 .3l.15-.2.15 .2M.65 .8l.15-.2.15 .2" fill="none" stroke-width=".07"/>',
}
"""Small drawings, in a square of 1, that fill the ground of a look."""

LOOKS = (
    ("door", "door"),
    ("window", "window"),
    (BRIDGE, "bridge"),
    ("wreck", "wreck"),
    ("wall", "wall"),
    ("woods", "woods"),
    ("tree", "woods"),
    ("water", "water"),
    ("deep-water", "water"),
    ("low", "low"),
    ("fence", "low"),
    ("blocks-movement", "solid"),
    ("difficult", "ground"),
)
"""The first mark that a piece bears decides its look."""


def draw(
    battlemap: Battlemap,
    figures: Iterable[Figure] = (),
    overlays: Iterable[Overlay] = (),
    *,
    changes: Changes = NOTHING_CHANGED,
    width: int = 900,
) -> str:
    """The drawing of a map as the text of an SVG file, so many pixels wide where nothing else decides."""
    figures = sorted(figures, key=lambda figure: figure.stand.id)
    pieces = ground_of(battlemap).after(changes).pieces
    margin = MARGIN * max(battlemap.width, battlemap.depth)
    body = [
        *_paper(battlemap, margin),
        *(_zone(zone, battlemap) for zone in sorted(battlemap.zones, key=lambda zone: zone.id)),
        *(_piece(piece, battlemap) for piece in sorted(pieces, key=_from_below)),
        *_names(battlemap, pieces),
        *(_overlay(overlay, battlemap) for overlay in overlays),
        *(_figure(figure, battlemap) for figure in figures),
    ]
    return _document(battlemap, figures, body, margin, width)


def _from_below(piece: Piece) -> tuple[bool, bool, str]:
    """Doors are drawn over their walls, bridges over what they lead over."""
    return (BRIDGE in piece.traits, "/" in piece.id, piece.id)


def _document(battlemap: Battlemap, figures: Sequence[Figure], body: Sequence[str], margin: float, width: int) -> str:
    wide, deep = battlemap.width + 2 * margin, battlemap.depth + 2 * margin
    box = f"{_n(-margin)} {_n(-margin)} {_n(wide)} {_n(deep)}"
    height = round(width * deep / wide)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" height="{height}" role="img" '
    return "\n".join(
        [
            head + 'aria-labelledby="map-title map-desc">',
            f'<title id="map-title">{escape(battlemap.title)}</title>',
            f'<desc id="map-desc">{escape(describe(battlemap, figures))}</desc>',
            f"<style>{STYLE}</style>",
            f"<defs>{''.join(_pattern(look, battlemap) for look in PATTERNS)}</defs>",
            *body,
            "</svg>",
            "",
        ]
    )


def _pattern(look: str, battlemap: Battlemap) -> str:
    size = max(battlemap.width, battlemap.depth) / 40
    square = f'width="1" height="1" patternUnits="userSpaceOnUse" patternTransform="scale({_n(size)})"'
    return f'<pattern id="map-{look}" class="pattern {look}" {square}>{PATTERNS[look]}</pattern>'


def escape(text: str) -> str:
    """Words of a file as a drawing can hold them."""
    return escaped("".join(sign if sign.isprintable() else " " for sign in text))


def describe(battlemap: Battlemap, figures: Iterable[Figure] = ()) -> str:
    """The map in words: its size, then what stands where."""
    size = f"{battlemap.width:g} by {battlemap.depth:g} {battlemap.unit}"
    pieces = [f"{p.title} ({_look(p)[1]}) at {place(p.shapes)}" for p in battlemap.pieces if "/" not in p.id]
    zones = [f"{zone.title} ({zone.kind}) at {place([zone.shape])}" for zone in battlemap.zones]
    stands = [f"{figure.name or figure.stand.id} at {_xy(figure.stand.at)}" for figure in figures]
    lists = [("Terrain", pieces), ("Zones", zones), ("Figures", stands)]
    return f"Table of {size}. " + " ".join(f"{what}: {'; '.join(items)}." for what, items in lists if items)


def place(shapes: Sequence[Shape]) -> str:
    """Where the middle of some shapes is."""
    left, low, right, high = _joined([bounds_of(shape) for shape in shapes])
    return _xy(((left + right) / 2, (low + high) / 2))


def _xy(point: Point) -> str:
    return f"{point[0]:.4g},{point[1]:.4g}"


def _n(value: float) -> str:
    """A number as short as it can be written; no minus before a nought."""
    return f"{round(value, 3) + 0.0:g}"


def _stroke(battlemap: Battlemap, share: float = 1.0) -> str:
    return f'stroke-width="{_n(share * max(battlemap.width, battlemap.depth) / 400)}"'


def _dashes(battlemap: Battlemap) -> str:
    size = max(battlemap.width, battlemap.depth) / 72
    return f'stroke-dasharray="{_n(size)} {_n(size * 0.6)}"'


def _points(points: Iterable[Point], battlemap: Battlemap) -> str:
    return " ".join(f"{_n(x)},{_n(battlemap.depth - y)}" for x, y in points)


def _paper(battlemap: Battlemap, margin: float) -> list[str]:
    width, depth = _n(battlemap.width), _n(battlemap.depth)
    step = grid_step(max(battlemap.width, battlemap.depth))
    columns = [i * step for i in range(int(battlemap.width / step) + 1)]
    rows = [i * step for i in range(int(battlemap.depth / step) + 1)]
    lines = [f"M{_n(x)} 0V{depth}" for x in columns] + [f"M0 {_n(battlemap.depth - y)}H{width}" for y in rows]
    return [
        f'<rect class="table" width="{width}" height="{depth}"/>',
        f'<path class="grid" d="{"".join(lines)}" {_stroke(battlemap, 0.6)}/>',
        f'<rect class="frame" width="{width}" height="{depth}" {_stroke(battlemap, 1.6)}/>',
        *(_scale(x, battlemap.depth + margin * 0.5, x, margin) for x in columns),
        *(_scale(-margin * 0.5, battlemap.depth - y, y, margin) for y in rows),
    ]


def grid_step(size: float) -> float:
    """A round distance between the lines of a grid, so that there are about eight to fifteen."""
    step = 1.0
    while size / step > 15:
        step *= 2.5 if str(step)[0] == "2" else 2
    while size / step < 6:
        step /= 2
    return step


def _scale(x: float, y: float, value: float, margin: float) -> str:
    size = _n(margin * 0.42)
    spot = f'x="{_n(x)}" y="{_n(y)}" dy=".35em" text-anchor="middle"'
    return f'<text class="scale" {spot} font-size="{size}">{value:g}</text>'


def _look(piece: Piece) -> tuple[str, str]:
    """The class of a piece and its kind in a word."""
    found = marks(piece)
    look = next((look for mark, look in LOOKS if mark in found), "other")
    if look == "door":
        return ("door", "closed door") if CLOSED in found else ("open", "open door")
    return look, look if look != "other" else ", ".join(sorted(piece.traits))


def _shape(shape: Shape, attributes: str, battlemap: Battlemap) -> str:
    if isinstance(shape, Circle):
        x, y = shape.centre
        return f'<circle cx="{_n(x)}" cy="{_n(battlemap.depth - y)}" r="{_n(shape.radius)}" {attributes}/>'
    return f'<polygon points="{_points(shape.points, battlemap)}" {attributes}/>'


def _piece(piece: Piece, battlemap: Battlemap) -> str:
    look, word = _look(piece)
    fills = [f'class="{look}" {_stroke(battlemap)}']
    if look in PATTERNS:
        fills.append(f'fill="url(#map-{look})"')
    drawn = "".join(_shape(shape, fill, battlemap) for shape in piece.shapes for fill in fills)
    return f"<g><title>{escape(f'{piece.title}: {word}')}</title>{drawn}</g>"


def _zone(zone: Zone, battlemap: Battlemap) -> str:
    title = f"<title>{escape(f'{zone.title}: {zone.kind}')}</title>"
    attributes = f'class="zone {zone.kind}" {_stroke(battlemap, 1.4)} {_dashes(battlemap)}'
    if isinstance(zone.shape, Circle) and zone.shape.radius == 0:
        return f"<g>{title}{_mark(zone.shape.centre, attributes, battlemap)}</g>"
    return f"<g>{title}{_shape(zone.shape, attributes, battlemap)}</g>"


def _mark(centre: Point, attributes: str, battlemap: Battlemap) -> str:
    """A spot: a diamond of the size of a base."""
    corners = [at_angle(centre, angle, battlemap.base * 0.6) for angle in (0, 90, 180, 270)]
    return f'<polygon points="{_points(corners, battlemap)}" {attributes}/>'


def _names(battlemap: Battlemap, pieces: Iterable[Piece]) -> list[str]:
    size = max(battlemap.width, battlemap.depth) / 48
    zones = [_zone_name(zone, size * 0.75, battlemap) for zone in battlemap.zones if zone.name]
    named = [(piece.name, [bounds_of(shape) for shape in piece.shapes]) for piece in pieces if "/" not in piece.id]
    return zones + [_name(name, _name_box(boxes), size, battlemap) for name, boxes in named if name]


def _name_box(boxes: Sequence[Box]) -> Box:
    """Where the name of a piece goes: in its middle, but on the top wall of a building, whose inside is for figures."""
    left, low, right, high = _joined(boxes)
    if len(boxes) > 1:
        low = max(low, *(box[1] for box in boxes if box[3] == high and box[2] - box[0] > box[3] - box[1]), low)
    return (left, low, right, high)


def _joined(boxes: Sequence[Box]) -> Box:
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


LETTER = 0.56
"""The usual width of a letter, as a share of its size."""


def _name(name: str, box: Box, size: float, battlemap: Battlemap, style: str = "name") -> str:
    """A name in the middle of a box, turned upright where that fits better, smaller where it does not fit."""
    left, low, right, high = box
    x, y = (left + right) / 2, battlemap.depth - (low + high) / 2
    wide, long = right - left, LETTER * size * len(name)
    upright = long > wide and high - low > wide
    turn = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if upright else ""
    room = high - low if upright else wide
    size *= min(1.0, max(0.7, room / long))
    spot = f'x="{_n(x)}" y="{_n(y)}" dy=".35em" text-anchor="middle" font-size="{_n(size)}"'
    return f'<text class="{style}" {spot} stroke-width="{_n(size / 4)}"{turn}>{escape(name)}</text>'


def _zone_name(zone: Zone, size: float, battlemap: Battlemap) -> str:
    """The name of a zone: along the top of an area, beside a spot and never off the table."""
    left, low, right, high = bounds_of(zone.shape)
    if right - left >= 2 * size and high - low >= 2 * size:
        return _name(zone.name, (left, high - 1.2 * size, right, high), size, battlemap, "name small")
    if right > left:
        return _name(zone.name, (left, low, right, high), size, battlemap, "name small")
    half = LETTER * size * len(zone.name) / 2
    x = min(max(left, half), battlemap.width - half)
    y = low + battlemap.base if low < battlemap.depth / 2 else low - battlemap.base
    return _name(zone.name, (x - half, y, x + half, y), size, battlemap, "name small")


def _figure(figure: Figure, battlemap: Battlemap) -> str:
    stand = figure.stand
    name = figure.name or stand.id
    title = f"<title>{escape(f'{name} at {_xy(stand.at)}')}</title>"
    attributes = f'class="figure {escape(figure.style)}" {_stroke(battlemap)}'
    label = _label(figure, battlemap) if figure.label else ""
    return f"<g>{title}{_base(stand, attributes, battlemap)}{label}</g>"


def _base(stand: Stand, attributes: str, battlemap: Battlemap) -> str:
    y = battlemap.depth - stand.y
    if isinstance(stand.base, Round):
        return f'<circle cx="{_n(stand.x)}" cy="{_n(y)}" r="{_n(stand.base.diameter / 2)}" {attributes}/>'
    nose = at_angle(stand.at, stand.facing, stand.base.length * 0.46)
    sides = [at_angle(nose, stand.facing + turn, stand.base.width * 0.24) for turn in (150, 210)]
    arrow = f'<polygon class="facing" points="{_points([nose, *sides], battlemap)}"/>'
    return f'<polygon points="{_points(footprint(stand).points, battlemap)}" {attributes}/>{arrow}'


def _label(figure: Figure, battlemap: Battlemap) -> str:
    size = figure.stand.base.width * (0.7 if len(figure.label) < 2 else 1.1 / len(figure.label))
    spot = f'x="{_n(figure.stand.x)}" y="{_n(battlemap.depth - figure.stand.y)}" dy=".35em"'
    return f'<text class="label" {spot} text-anchor="middle" font-size="{_n(size)}">{escape(figure.label)}</text>'


def _overlay(overlay: Overlay, battlemap: Battlemap) -> str:
    attributes = f'class="{escape(overlay.style)}" {_stroke(battlemap, 1.6)}'
    if overlay.style == "blocked":
        attributes += f" {_dashes(battlemap)}"
    title = f"<title>{escape(overlay.name)}</title>" if overlay.name else ""
    match overlay:
        case Ring():
            drawn = _shape(Circle(overlay.centre, overlay.radius), attributes, battlemap)
        case Trail():
            drawn = f'<polyline points="{_points(overlay.points, battlemap)}" {attributes}/>'
        case Region():
            rings = "".join(f"M{_points(ring, battlemap)}Z" for ring in overlay.rings)
            drawn = f'<path fill-rule="evenodd" d="{rings}" {attributes}/>'
    return f"<g>{title}{drawn}</g>"
