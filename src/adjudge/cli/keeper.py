"""`adjudge backup`, `restore` and `tables`: what a club's keeper does with the database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.arguments import Database
from adjudge.cli.output import console, emit, grid
from adjudge.engine.wording import several

if TYPE_CHECKING:  # the database takes its time to load
    from adjudge.server.protocol import TableKept
    from adjudge.store.backups import Copied

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The back-up: a file of its own.")]


def backup(file: BackupFile, database: Database = None) -> None:
    """Copy the whole database into one file, while a server goes on, and check the copy."""
    from adjudge.store import open_store
    from adjudge.store.backups import back_up

    with open_store(database) as store:
        _report("copied", back_up(store, file))


def restore(file: BackupFile, database: Database = None) -> None:
    """Put a back-up into an empty database, and check that every match opens."""
    from adjudge.store import open_store
    from adjudge.store.backups import restore as put_back

    with open_store(database) as store:
        _report("restored", put_back(file, store))


def _report(done: str, copied: Copied) -> None:
    opened = copied.matches - len(copied.broken)
    console().print(f"{done}: {several(copied.matches, 'match', 'matches')}, {opened} of them opened to check")
    for line in copied.broken:
        console().print(f"  does not open: {line}", style="red")
    if copied.broken:
        raise typer.Exit(1)


def tables(
    bring_back: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Put a table that was put away back, under its old links.")
    ] = None,
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List all tables of a server's database: sizes, ages, and which are about to be put away."""
    from adjudge.server.expiry import bring_back as put_on_table
    from adjudge.server.expiry import card
    from adjudge.store import open_store
    from adjudge.store.tables import all_kept

    with open_store(database) as store:
        if bring_back is not None:
            console().print(f"back on its table: {put_on_table(store, bring_back)}")
            return
        found = [card(it) for it in all_kept(store) if it.note is not None]
    if json:
        emit(found)
        return
    rows = (
        (it.id, it.game, ", ".join(it.seats), f"{it.updated:%Y-%m-%d}", it.position, in_bytes(it.bytes), _standing(it))
        for it in found
    )
    console().print(grid("table", "game", "seats", "last played", "answers", "size", "", rows=rows))
    size = sum(it.bytes for it in found)
    console().print(f"{several(len(found), 'table')}, {in_bytes(size)}", style="dim")


def _standing(table: TableKept) -> str:
    if table.goes:
        return f"is put away on {table.goes:%Y-%m-%d}"
    return "kept for ever" if table.is_kept else table.outcome or ""


def in_bytes(size: int) -> str:
    """A size as people say it."""
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{size / 1000:.0f} kB"
