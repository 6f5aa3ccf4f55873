"""A battle of a campaign at the terminal: fought here and now, told by hand, or left to bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

import msgspec
from rich.text import Text

from adjudge.cli.table.frame import Command, Entry, Frame
from adjudge.cli.table.screen import Screen
from adjudge.engine.fights import Fight, battle_match, is_taken
from adjudge.engine.inputs import scalar
from adjudge.engine.match import Match

HERE, HAND, BOTS, INSTEAD = "here", "hand", "bots", "instead"


class Tables(Protocol):
    """Where the tables of battles are kept."""

    def battle(self, match_id: str) -> Match[Any] | None:
        """The table of that id, if there is one."""

    def begin_battle(self, battle: Match[Any]) -> None:
        """Keeps a new one."""


Play = Callable[[Match[Any]], bool]
"""Plays a match at this screen: whether it came to its end."""


def ask_battle(screen: Screen, frame: Frame, match: Match[Any], fight: Fight, tables: Tables, play: Play) -> Any:
    """The result as the log keeps it, or a `Command`; the word `INSTEAD` if something else is to be answered."""
    table = _table_of(match, fight, tables)
    reply = screen.pick(replace(frame, menu=_ways(fight, table)))
    if reply == HAND:
        return tell_by_hand(screen, frame, fight, {it.id: it.name for it in match.header.seats})
    if reply == BOTS:
        return msgspec.to_builtins(fight.by_bots(match.battle_seed(fight.key)))
    if reply == HERE:
        return _fight_here(screen, match, fight, table, tables, play)
    return reply


def _ways(fight: Fight, table: Match[Any] | None) -> tuple[Entry, ...]:
    ways = [
        Entry(HERE, "Go on with the battle" if table else "Fight it here and now", "1", note=fight.rules.title),
        Entry(HAND, "Tell how it went: it was fought elsewhere", "2"),
        Entry(BOTS, "Let bots fight it", "3"),
    ]
    if fight.instead is not None:
        ways.append(Entry(INSTEAD, "Something else", "4", note=fight.instead.shown().prompt))
    return tuple(replace(way, names=(str(way.key),)) for way in ways)


def _table_of(match: Match[Any], fight: Fight, tables: Tables) -> Match[Any] | None:
    """The table that was opened for the battle before: its id follows from the campaign's."""
    for number in range(1, 100):
        found = tables.battle(_table_id(match, fight, number))
        if found is None or not is_taken(match, found.header.id):
            return found
    return None


def _table_id(match: Match[Any], fight: Fight, number: int) -> str:
    return f"{match.header.id}-{fight.key[:8]}" + (f"-{number}" if number > 1 else "")


def _fight_here(
    screen: Screen, match: Match[Any], fight: Fight, table: Match[Any] | None, tables: Tables, play: Play
) -> Any:
    if table is None:
        free = next(n for n in range(1, 100) if tables.battle(_table_id(match, fight, n)) is None)
        secret = bytes.fromhex(match.battle_seed(f"table {free} of {fight.key}", 32))
        table = battle_match(fight, match, secret, _table_id(match, fight, free))
        tables.begin_battle(table)
    if not table.is_over and not play(table):
        return Command("back")
    fought = fight.from_match(table)
    screen.page(fight.name or "The battle is over", Text(fought.outcome.text))
    return msgspec.to_builtins(fought)


# ------------------------------------------------------------------ by hand


class _Left(Exception):
    """The person would rather do something else."""

    def __init__(self, command: Command) -> None:
        self.command = command


def tell_by_hand(screen: Screen, frame: Frame, fight: Fight, players: Mapping[str, str]) -> Any:
    """Who won, and one field of the report after the other."""
    form = fight.form(players)
    try:
        winners = _some(screen, frame, "Who won? (nobody: a draw)", form["properties"]["winners"]["items"])
        report = None
        if fight.rules.report_type is not None:
            fields = form["$defs"][fight.rules.report_type.__name__].get("properties", {})
            report = {name: _field(screen, frame, name, schema) for name, schema in fields.items()}
        text = _line(screen, frame, "How it went, in a sentence (enter: nothing more)", "")
    except _Left as left:
        return left.command
    return msgspec.to_builtins(fight.by_hand(winners, report, text, players))


def _field(screen: Screen, frame: Frame, name: str, schema: Mapping[str, Any]) -> Any:
    """One field of a report, by what its schema says."""
    prompt, default = schema.get("description") or name.replace("_", " ").capitalize(), schema.get("default")
    items, keys = schema.get("items") or {}, schema.get("propertyNames") or {}
    if isinstance(items, Mapping) and "enum" in items:
        return _some(screen, frame, prompt, items) if items["enum"] else []
    if "enum" in keys:
        chosen = _some(screen, frame, prompt, keys) if keys["enum"] else []
        return {it: scalar(_line(screen, frame, f"{prompt}: {_title(keys, it)}?", "1")) for it in chosen}
    if "enum" in schema:
        return _checked(screen.pick(replace(frame, prompt=prompt, menu=_menu(schema))))
    if schema.get("type") == "boolean":
        return screen.confirm(f"{prompt}?")
    plain = default if isinstance(default, str) else msgspec.json.encode(default).decode()
    typed = _line(screen, frame, prompt, "" if default is None else plain)
    return typed if schema.get("type") == "string" else scalar(typed)


def _some(screen: Screen, frame: Frame, prompt: str, names: Mapping[str, Any]) -> list[str]:
    menu = _menu(names)
    asked = replace(frame, prompt=f"{prompt} Enter when done", menu=menu)
    return list(_checked(screen.pick_some(asked, 0, len(menu))))


def _menu(names: Mapping[str, Any]) -> tuple[Entry, ...]:
    marks = "123456789abcdefghijklmnopqrstuvwxyz"
    return tuple(
        Entry(name, _title(names, name), marks[at] if at < len(marks) else "", names=(name,))
        for at, name in enumerate(names["enum"])
    )


def _title(names: Mapping[str, Any], name: str) -> str:
    titles = dict(zip(names["enum"], names.get("x-titles", names["enum"]), strict=True))
    return str(titles[name])


def _line(screen: Screen, frame: Frame, prompt: str, suggestion: str) -> str:
    return str(_checked(screen.write(replace(frame, prompt=prompt, menu=()), suggestion)))


def _checked(reply: Any) -> Any:
    if isinstance(reply, Command):
        raise _Left(reply)
    return reply
