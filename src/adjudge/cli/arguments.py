"""Arguments and options that several commands take in the same words."""

from __future__ import annotations

from typing import Annotated

import typer

KeptMatch = Annotated[str, typer.Argument(metavar="FILE|ID", help="A saved match, or the id of one in the store.")]
GameFile = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The Python file of the game, if it is not installed.")
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Where matches are kept: a path or URL. Default: ADJUDGE_DATABASE, else a file in your data folder.",
    ),
]
