"""A map as a paper: made from wishes and a seed, checked, drawn. A game that takes maps may offer it as its own."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine.errors import BadInput
from adjudge.engine.papers import BadPaper, Finding, Paper
from adjudge.engine.scene import Facts, Scene
from adjudge.field.errors import FieldError
from adjudge.field.generate import Layout, Table, Wish, document
from adjudge.field.maps import Battlemap, problems, to_toml, unchecked_map
from adjudge.field.svg import draw, place
from adjudge.field.terrain import Piece

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
    examples=("the-ford",),
    example=lambda name: EXAMPLE,
)
