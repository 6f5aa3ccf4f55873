"""`adjudge story`: a session of a story game as a text to be read, or as data."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from adjudge.cli.arguments import Database, GameFile, KeptMatch


def story(
    file: KeptMatch,
    game: GameFile = None,
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Print journal, ledger and overrides as JSON.")] = False,
    following: Annotated[
        bool,
        typer.Option("--next", help="Print the options of the next session as JSON."),
    ] = False,
) -> None:
    """Print a session as a readable story, in Markdown."""
    from adjudge.cli.given import game_of
    from adjudge.cli.keeping import found
    from adjudge.cli.output import emit
    from adjudge.engine.errors import BadInput
    from adjudge.story.export import to_json, to_markdown
    from adjudge.story.state import Story

    match, kept = found(file, database, game_of(game) if game else None)
    with kept:
        told = getattr(match.state, "story", None)
    if not isinstance(told, Story):
        raise BadInput("FILE|ID", file, f"a match of a story game, which {match.game.title} is not")
    if following:
        if match.game.sequel is None:
            raise BadInput("--next", match.game.id, "a game whose sessions go on")
        emit(msgspec.to_builtins(match.game.sequel(match.options, match.state)))
    elif json:
        emit(to_json(told))
    else:
        passages = match.game.retell(match.state) if match.game.retell else None
        typer.echo(to_markdown(told, match.game.title, passages), nl=False)
