"""`adjudge map`: a battlefield from a file, drawn in the terminal or as an SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudge.cli.sheets import Pdf, Seed, Wishes, any_seed, write_pdf

if TYPE_CHECKING:
    from adjudge.field.maps import Battlemap

MapFile = Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A map, as docs/battlefield.md describes it.")]


def map_(
    file: MapFile = None,
    svg: Annotated[bool, typer.Option("--svg", help="Print the drawing as SVG instead.")] = False,
    pdf: Pdf = None,
    make: Annotated[bool, typer.Option("--make", help="Make a fair random map and print it as a file.")] = False,
    seed: Seed = None,
    option: Wishes = None,
    json: Annotated[bool, typer.Option("--json", help="Print the pieces and zones as JSON.")] = False,
) -> None:
    """Check a battlefield and draw it, or make one.

    The form of a map file is described in docs/battlefield.md. A file with a mistake is refused by its entry and field.
    """
    from adjudge.cli.given import settings
    from adjudge.cli.output import emit
    from adjudge.engine.errors import MISSING, BadInput
    from adjudge.field import svg as drawing
    from adjudge.field.paper import MAP

    if make == (file is not None):
        raise BadInput("FILE", str(file) if file else MISSING, "a map file, or --make without one")
    made = MAP.made(settings(option or (), "--option"), any_seed(seed)) if make else ""
    battlemap = opened(file, made)
    if json:
        emit(as_data(battlemap))
    elif svg:
        typer.echo(drawing.draw(battlemap))
    elif make:
        typer.echo(made, nl=False)
    elif not pdf:
        show(battlemap)
    if pdf:
        write_pdf(MAP, battlemap, pdf)


def opened(file: Path | None, made: str) -> Battlemap:
    """The map of a file, or of a text that was just made."""
    from adjudge.engine.errors import BadInput
    from adjudge.field.errors import FieldError
    from adjudge.field.maps import load_map, map_from_text

    try:
        return load_map(file) if file else map_from_text(made)
    except FieldError as error:
        raise BadInput("FILE", str(file), f"a map that can be fought on ({error})") from None


def as_data(battlemap: Battlemap) -> dict[str, Any]:
    """The map for programs."""
    return {
        "id": battlemap.id,
        "title": battlemap.title,
        "table": {"width": battlemap.width, "depth": battlemap.depth, "unit": battlemap.unit},
        "pieces": [{"id": it.id, "name": it.title, "traits": sorted(it.traits)} for it in battlemap.pieces],
        "zones": [{"id": it.id, "kind": it.kind, "name": it.title} for it in battlemap.zones],
    }


def show(battlemap: Battlemap) -> None:
    """The map as characters, as wide as the terminal."""
    from rich.text import Text

    from adjudge.cli.output import console
    from adjudge.cli.table.board import MOST_COLUMNS, STYLES
    from adjudge.field.terminal import draw

    size = f"  {battlemap.width:g} x {battlemap.depth:g} {battlemap.unit}"
    console().print(Text.assemble((battlemap.title, "bold"), (size, "dim")))
    for line in draw(battlemap, columns=min(console().width, MOST_COLUMNS))[:-1]:  # nobody is asked for a point
        console().print(Text.assemble(*((span.text, STYLES.get(span.style, "")) for span in line)))
