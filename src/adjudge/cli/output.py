"""What every command prints with: one console for people, one line of JSON for programs."""

from __future__ import annotations

import errno
import os
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text


@cache
def console() -> Console:
    """Standard output: in colour on a terminal, plain when piped."""
    from rich.console import Console

    from adjudge.cli.plainly import speak_plainly

    speak_plainly()

    class Pipe(Console):
        """Rich would end the program with 1 when the reader of its output has gone: that is for the command to say."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

    return Pipe(highlight=False, emoji=False, markup=False)


@cache
def progress_console() -> Console:
    """Standard error, for what is only of interest while it lasts."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def emit(data: Any) -> None:
    """JSON on standard output; what JSON cannot hold becomes text."""
    import json
    import sys

    import msgspec

    text = msgspec.json.format(msgspec.json.encode(plain(data)), indent=2).decode() + "\n"
    if not sys.stdout.encoding or sys.stdout.encoding.lower() == "ascii":  # JSON is for programs: nothing is reworded
        text = json.dumps(json.loads(text), indent=2) + "\n"
    sys.stdout.write(text)


def plain(value: Any) -> Any:
    """A value as JSON holds it."""
    import msgspec

    return msgspec.to_builtins(value, str_keys=True, enc_hook=str)


def words(value: Any) -> str:
    """A value as a person reads it: an outcome, a fact, a measure."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (tuple, list)):
        return ", ".join(words(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {words(item)}" for key, item in value.items())
    return str(value)


def grid(*columns: str, rows: Iterable[Iterable[Any]], title: str = "") -> Table:
    """A table without a fuss; a column whose name starts with `>` is of numbers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False, header_style="bold")
    for name in columns:
        number = name.startswith(">")
        table.add_column(name.removeprefix(">"), justify="right" if number else "left", no_wrap=number)
    for row in rows:
        table.add_row(*(cell if hasattr(cell, "__rich_console__") else words(cell) for cell in row))
    return table


def in_a_row(parts: Iterable[Text], separator: str) -> Text:
    """Texts side by side, each in its own style. (`Text.join` would lend them the separator's.)"""
    from rich.text import Text

    row = Text()
    for number, part in enumerate(parts):
        row.append(separator if number else "", style="dim").append_text(part)
    return row


def percent(p: Any) -> str:
    """A probability in the fewest signs that do not lie: 0 % and 100 % are said of certainties only."""
    if 0 < p < 0.005:
        return "<1%"
    if 0.995 <= p < 1:
        return ">99%"
    return f"{round(float(p) * 100)}%"
