"""The games and their rulebooks, to look things up in."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from adjudge.cli.output import console, emit, grid
from adjudge.cli.table.pages import found_rules, nothing_found, rule_text
from adjudge.engine.errors import UnknownRule
from adjudge.engine.game import Game, games, troubles
from adjudge.engine.rulebook import Entry, Rulebook
from adjudge.engine.wording import several


def list_games(*, as_json: bool) -> None:
    known = games().values()
    if as_json:
        emit([{field: getattr(game, field) for field in CARD} for game in known])
    else:
        console().print(Group(*map(card, known)) if known else "No game is installed.")
    for trouble in troubles():
        print(trouble, file=sys.stderr)


CARD = ("id", "title", "players", "family", "version")


def card(game: Game[Any]) -> RenderableType:
    """A game's identity card."""
    heading = Text.assemble((game.id, "bold cyan"), "  ", (game.title, "bold"), (f"  {game.version}", "dim"))
    facts = [
        f"{game.players} player{'' if game.players == '1' else 's'}",
        game.family,
        f"{game.minutes} minutes" if game.minutes else "",
        "" if game.stage == "complete" else game.stage,
    ]
    lines = [heading, Text("  " + " · ".join(fact for fact in facts if fact), style="dim")]
    return Group(*lines, Padding(Text(game.blurb), (0, 0, 1, 2)))


def rules(game: Game[Any], query: str, *, named: str, as_json: bool) -> None:
    book = game.rulebook
    found = found_rules(book, query) if query else list(book.entries())
    if not found:
        raise UnknownRule(nothing_found(book, query))
    if as_json:
        emit([_entry(entry) for entry in found])
        return
    console().print(rule_text(found) if query else contents(book, named))


def _entry(entry: Entry) -> dict[str, Any]:
    return {"id": entry.id, "title": entry.title, "text": entry.text, "related": list(entry.related)}


def contents(book: Rulebook, named: str) -> RenderableType:
    """Every id under its section, for choosing one; the game is called as it was given."""
    parts: list[RenderableType] = [Text(book.title, style="bold")]
    for section, rules in groupby(book.rule, key=lambda rule: rule.section or "Rules"):
        parts += [Text(f"\n{section}", style="bold bright_blue"), _ids([rule.id for rule in rules])]
    if book.table:
        parts += [Text("\nTables", style="bold bright_blue"), _ids([table.id for table in book.table])]
    if book.ruling:
        parts += [Text("\nRulings", style="bold bright_blue"), _ids([f"ruling.{ruling.id}" for ruling in book.ruling])]
    return Group(*parts, Text(f"\nadjudge rules {named} ID, or words to look for", style="dim"))


def _ids(ids: list[str]) -> RenderableType:
    return Padding(Text("  ").join(Text(cited, style="cyan") for cited in ids), (0, 0, 0, 2))


def coverage(game: Game[Any], *, as_json: bool) -> None:
    report = game.rulebook.report()
    if as_json:
        emit(report)
        return
    numbers = [(name, report[name], f"of {report['rules']}") for name in ("implemented", "tested")]
    console().print(Text(f"{game.title}: {several(report['rules'], 'rule')}", style="bold"))
    console().print(grid("", ">rules", "", rows=numbers))
    if report["omitted"]:
        rows = ((entry["id"], entry["because"]) for entry in report["omitted"])
        console().print(grid("left out", "because", rows=rows))
