"""`adjudge story`: a session of a story game as a text to be read, or as data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SavedMatch = Annotated[Path, typer.Argument(metavar="FILE", help="A saved match of a story game.")]


def story(
    file: SavedMatch,
    json: Annotated[bool, typer.Option("--json", help="Print journal, ledger and overrides as JSON.")] = False,
) -> None:
    """Print a session as a readable story, in Markdown."""
    from adjudge.cli.output import emit
    from adjudge.engine.errors import BadInput
    from adjudge.store import files
    from adjudge.story.export import to_json, to_markdown
    from adjudge.story.state import Story

    match = files.read(file)
    told = getattr(match.state, "story", None)
    if not isinstance(told, Story):
        raise BadInput("FILE", str(file), f"a match of a story game, which {match.game.title} is not")
    if json:
        emit(to_json(told))
    else:
        typer.echo(to_markdown(told, match.game.title), nl=False)
