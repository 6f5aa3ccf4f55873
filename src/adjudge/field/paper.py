"""A map as a paper: made from wishes and a seed, checked, drawn. A game that takes maps may offer it as its own."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine.errors import BadInput
from adjudge.engine.forms import Canvas, Form, Layer, Pick, Tally, to_toml
from adjudge.engine.papers import BadPaper, Finding, Paper
from adjudge.engine.scene import Facts, Scene
from adjudge.field.errors import FieldError
from adjudge.field.generate import Layout, Table, Wish, document
from adjudge.field.maps import BUILDING, ZONES, Battlemap, MapFile, problems, unchecked_map
from adjudge.field.svg import draw, place
from adjudge.field.terrain import BLOCKS_MOVEMENT, BLOCKS_SIGHT, CLOSED, COVER, DIFFICULT, MEANING, OBSTACLE, Piece

Length = Annotated[float, Meta(gt=0, le=5000)]
Kind = Literal["solid", "wall", "wreck", "low", "fence", "woods", "broken", "marsh", "rubble", "water", "pit", "hill"]
MAP_FILE = "map"
MOST_MADE = 40
"""More pieces than this no table holds with room between them."""


class Scenery(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the terrain list."""

    kind: Kind = "woods"
    count: Annotated[int, Meta(ge=1, le=20, description="an even number on a symmetric table")] = 2
    smallest: Annotated[Length, Meta(description="the least length of a side")] = 3.0
    largest: Annotated[Length, Meta(description="the greatest length of a side")] = 6.0
    round: Annotated[bool, Meta(description="circles instead of rectangles")] = False


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is to be like."""

    width: Annotated[Length, Meta(description="from west to east")] = 36.0
    depth: Annotated[Length, Meta(description="from south to north")] = 36.0
    unit: Literal["inch", "mm"] = "inch"
    base: Annotated[Length, Meta(description="the diameter of an ordinary base")] = 1.0
    gap: Annotated[Length, Meta(description="what stays free between pieces")] = 2.0
    deployment: Annotated[Length, Meta(description="the depth of the two deployment zones")] = 4.0
    layout: Annotated[
        Layout, Meta(description="symmetric: each piece has a twin; balanced: no twins, both sides equally well off")
    ] = "symmetric"
    terrain: Annotated[tuple[Scenery, ...], Meta(max_length=12, description="how many pieces of which kind")] = (
        Scenery("woods", 4, 3.0, 6.0, True),
        Scenery("wall", 4, 1.0, 5.0),
        Scenery("rubble", 2, 3.0, 5.0),
        Scenery("low", 2, 1.0, 5.0),
    )


def make(wishes: Wishes, seed: int) -> str:
    """A fair random table as the text of a file."""
    pieces = sum(line.count for line in wishes.terrain)
    if pieces > MOST_MADE:
        raise BadInput("terrain", f"{pieces} pieces", f"at most {MOST_MADE} in all")
    if wishes.deployment * 2 >= wishes.depth:
        raise BadInput("deployment", wishes.deployment, f"less than half of the depth of {wishes.depth:g}")
    lines = tuple(Wish(it.kind, it.count, it.smallest, it.largest, it.round) for it in wishes.terrain)
    sizes = {name: getattr(wishes, name) for name in ("width", "depth", "unit", "base", "gap", "deployment")}
    return to_toml(document(seed, Table(**sizes, wishes=lines), wishes.layout))


def read(text: str) -> Battlemap:
    """The map in a text. Only an entry that makes no sense by itself is refused: the rest can be drawn and found."""
    try:
        return unchecked_map(text, MAP_FILE)
    except FieldError as error:
        where, told = _parted(str(error).removeprefix(f"{MAP_FILE}: "))
        raise BadPaper(told, where) from None


def findings(battlemap: Battlemap) -> Iterator[Finding]:
    """What is wrong with a map as a whole."""
    for problem in problems(battlemap):
        where, told = _parted(problem)
        yield Finding("illegal", told, where)


def _parted(sentence: str) -> tuple[str, str]:
    """Entry and field, and what is wrong there."""
    found = re.fullmatch(r"((?:terrain|zone|table|map|wish)[^:]*(?:: [a-z]+)?): (.*)", sentence, re.DOTALL)
    return (found[1], found[2]) if found else ("", sentence)


def show(battlemap: Battlemap) -> Scene:
    """What stands on a map, in words."""
    size = f"{battlemap.width:g} by {battlemap.depth:g} {battlemap.unit}, bases of {battlemap.base:g}"
    pieces = tuple((piece.title, f"{_traits(piece)}, {place(piece.shapes)}") for piece in battlemap.pieces)
    zones = tuple((zone.title, f"{zone.kind}, {place((zone.shape,))}") for zone in battlemap.zones)
    panels = [Facts(title, rows) for title, rows in (("Terrain", pieces), ("Zones", zones)) if rows]
    return Scene(battlemap.title, tuple(panels), size)


def _traits(piece: Piece) -> str:
    return ", ".join(sorted(piece.traits))


EXAMPLE = """\
id = "the-ford"
title = "The ford"
unit = "inch"
base = 1
table = { width = 24, depth = 18 }

[[terrain]]
name = "mill"
kind = "building"
rect = [3, 6, 7, 6]
openings = [{ kind = "door", rect = [9, 8, 1, 2] }, { kind = "window", rect = [5, 6, 2, 1] }]

[[terrain]]
name = "stream"
kind = "water"
polygon = [[13, 0], [15, 0], [17, 18], [15, 18]]

[[terrain]]
name = "copse"
kind = "woods"
circle = [20, 11, 2.5]

[[zone]]
kind = "deployment"
name = "west bank"
rect = [0, 0, 3, 18]

[[zone]]
kind = "objective"
name = "ford"
at = [15, 8]
"""

# ---------------------------------------------------------------------- the form

EFFECTS = {
    BLOCKS_MOVEMENT: "nobody passes",
    BLOCKS_SIGHT: "hides what is behind it",
    COVER: "gives cover",
    DIFFICULT: "slows those who cross it",
    OBSTACLE: "has to be climbed over",
}
SURFACES = {
    "door": "A way through a wall; shut, nobody passes or sees through.",
    "bridge": "Firm ground over water, marsh or a pit.",
    "hill": "Higher ground, by its height.",
    "irradiated": "Ground that a game may make dangerous.",
    "vegetables": "Ground that a game may make something of.",
}
"""What means nothing to geometry."""
OUTLINES: tuple[Literal["rect", "circle", "polygon", "line"], ...] = ("rect", "circle", "polygon", "line")
ABOUT_ZONES = {
    "deployment": "Where a side sets up.",
    "exit": "Where figures leave the table.",
    "objective": "Something to be held, found or reached.",
    "spawn": "Where others come onto the table.",
}


def kinds() -> tuple[Pick, ...]:
    """Every kind of terrain, with what it means to those who walk and look."""
    walls = Pick(BUILDING, "Building", "Four walls with open ground inside; doors and windows lie in a wall.")
    return (
        walls,
        *(Pick(kind, _called(kind), _meaning(kind)) for kind in MEANING if kind not in (CLOSED, "climbable")),
    )


def _called(kind: str) -> str:
    return kind.replace("-", " ").capitalize()


def _meaning(kind: str) -> str:
    told = ", ".join(words for mark, words in EFFECTS.items() if mark in MEANING[kind])
    return SURFACES.get(kind) or f"{told[:1].upper()}{told[1:]}."


def zone_kinds() -> tuple[Pick, ...]:
    return tuple(Pick(kind, _called(kind), ABOUT_ZONES[kind]) for kind in ZONES)


def tallies(battlemap: Battlemap) -> Iterator[Tally]:
    yield Tally("Pieces", str(len(battlemap.pieces)))
    yield Tally("Zones", str(len(battlemap.zones)))


FORM = Form(
    kind=MapFile,
    picks={
        "unit": lambda: (Pick("inch", "Inches"), Pick("cm", "Centimetres"), Pick("mm", "Millimetres")),
        "terrain/kind": kinds,
        "zone/kind": zone_kinds,
    },
    seldom=("id", "base", "terrain/id", "terrain/traits", "terrain/numbers", "terrain/level", "zone/id"),
    blank={"id": "new-map", "title": "New map", "unit": "inch", "base": 1, "table": {"width": 36, "depth": 36}},
    fresh={"terrain": {"kind": "woods", "circle": [18, 18, 3]}, "zone": {"kind": "objective", "at": [18, 18]}},
    tallies=tallies,
    canvas=Canvas(
        (
            Layer("terrain", "Terrain", OUTLINES, kinds=kinds(), turns=True),
            Layer("zone", "Zones and marks", ("rect", "circle", "polygon", "at"), "zone", zone_kinds()),
        )
    ),
)

MAP = Paper(
    name="map",
    title="Map",
    about="A battlefield: a table with its terrain and its zones.",
    read=read,
    findings=findings,
    show=show,
    picture=draw,
    make=make,
    wishes=Wishes,
    form=FORM,
    examples=("the-ford",),
    example=lambda name: EXAMPLE,
)
