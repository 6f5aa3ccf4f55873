"""What a screen shows at one moment, before it is known how much room there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adjudge.engine.scene import Scene
from adjudge.engine.table import Happening


@dataclass(frozen=True)
class Command:
    """Something a person wants of the umpire instead of answering."""

    name: str
    words: str = ""


def command_in(commands: Mapping[str, str], text: str) -> Command | None:
    """The command that a line names: `/undo`, `/rules attack.hit`."""
    name, _, words = text.removeprefix("/").partition(" ")
    return Command(name, words.strip()) if text.startswith("/") and name in commands.values() else None


BACK = Command("back")
QUIT = Command("quit")
UNKNOWN = "unknown"
"""The name of a command that there is none of; its words are the line as it was typed."""

AT_THE_TABLE: Mapping[str, str] = {
    "U": "undo",
    "S": "save",
    "R": "rules",
    "W": "why",
    "L": "log",
    "V": "table",
    "K": "luck",
    "B": "briefing",
    "O": "odds",
    "Q": "quit",
    "?": "help",
}
"""The keys of commands: capitals, because small letters belong to the options; a small one works where it is free."""

WITH_HINTS: Mapping[str, str] = {**AT_THE_TABLE, "H": "hint"}
"""At a table where hints are allowed."""

AT_THE_DOOR: Mapping[str, str] = {"Q": "quit"}


@dataclass(frozen=True)
class Entry:
    """One line of a menu."""

    key: Any
    label: str
    hotkey: str = ""
    odds: str = ""
    note: str = ""
    names: tuple[str, ...] = ()
    """Other words that choose this entry when lines are typed."""
    keys: tuple[str, ...] = ()
    """Other keys that choose it, such as an arrow."""
    target: str = ""
    """The figure that it is about."""
    point: tuple[float, float] | None = None
    """The middle of the cell that it is about: arrows go from cell to cell."""
    caution: str = ""
    """Nobody should take it by chance: enter begins elsewhere, and what cannot be made good ("ask") is asked twice."""


@dataclass(frozen=True)
class Frame:
    """The title, the scene, what happened, what is asked, and the lines to choose from."""

    title: str
    aside: str = ""
    scene: Scene | None = None
    marked: Sequence[tuple[float, float]] = ()
    """Points of the scene's board that can be chosen."""
    story: Sequence[Happening] = ()
    names: Mapping[str, str] | None = None
    prompt: str = ""
    rule: str = ""
    menu: tuple[Entry, ...] = ()
    commands: Mapping[str, str] = field(default_factory=lambda: AT_THE_DOOR)
    complaint: str = ""
    notice: str = ""
    coach: str = ""
    """What the coach of a guided match says."""
    suggested: Any = None
    """What it would answer."""

    def with_complaint(self, sentence: str) -> Frame:
        return replace(self, complaint=sentence)
