"""`adjudge backup` and `adjudge restore`: what a club's keeper does with the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.arguments import Database
from adjudge.cli.output import console
from adjudge.engine.wording import several
from adjudge.store import open_store
from adjudge.store.backups import Copied, back_up
from adjudge.store.backups import restore as put_back

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The back-up: a file of its own.")]


def backup(file: BackupFile, database: Database = None) -> None:
    """Copy the whole database into one file, while a server goes on, and check the copy."""
    with open_store(database) as store:
        _report("copied", back_up(store, file))


def restore(file: BackupFile, database: Database = None) -> None:
    """Put a back-up into an empty database, and check that every match opens."""
    with open_store(database) as store:
        _report("restored", put_back(file, store))


def _report(done: str, copied: Copied) -> None:
    opened = copied.matches - len(copied.broken)
    console().print(f"{done}: {several(copied.matches, 'match', 'matches')}, {opened} of them opened to check")
    for line in copied.broken:
        console().print(f"  does not open: {line}", style="red")
    if copied.broken:
        raise typer.Exit(1)
