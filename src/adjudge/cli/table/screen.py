"""The person's terminal: keys on a full screen, or lines when input is piped. Both offer the same six things to do."""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar

from rich.console import Console, Group, RenderableType
from rich.text import Text

from adjudge.cli import plainly
from adjudge.cli.table import layout
from adjudge.cli.table.frame import BACK, QUIT, UNKNOWN, Command, Entry, Frame, command_in
from adjudge.cli.table.keys import END, RESIZED, Keyboard
from adjudge.cli.table.story import told
from adjudge.engine.scene import Scene
from adjudge.engine.table import Happening


class Screen(ABC):
    """Where a person looks and types. Every method that reads may return a `Command` instead."""

    has_keys: ClassVar[bool] = False

    def __init__(self, console: Console) -> None:
        self.console = console

    def interrupt_by(self, look: Callable[[], None]) -> None:
        """Has something looked at while nobody types: if it raises, that ends what is being read."""
        return  # a line that somebody types cannot be interrupted

    @contextmanager
    def open(self) -> Iterator[None]:
        yield

    @abstractmethod
    def pick(self, frame: Frame) -> Any:
        """The key of one entry of the frame's menu."""

    @abstractmethod
    def pick_some(self, frame: Frame, least: int, most: int) -> Any:
        """The keys of several entries, in the order of choosing."""

    @abstractmethod
    def write(self, frame: Frame, suggestion: str = "") -> Any:
        """A line of text."""

    @abstractmethod
    def page(self, title: str, body: RenderableType, *, from_end: bool = False, then: str = "goes back") -> None:
        """Something to read, until the person has read it. `then`: what the key does that ends it."""

    @abstractmethod
    def confirm(self, sentence: str) -> bool:
        """Whether the person agrees."""

    @abstractmethod
    def curtain(self, sentence: str) -> None:
        """Hides everything until the right person sits down."""


def open_screen(console: Console) -> Screen:
    """Keys if a person sits at a terminal that can do that, else lines."""
    if sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal and _has_keys():
        return KeyScreen(console)
    return LineScreen(console)


def _has_keys() -> bool:
    try:
        import termios  # noqa: F401
    except ImportError:  # no such terminals on this system: lines do everything as well
        return False
    return True


class KeyScreen(Screen):
    """A full screen that is drawn anew for every key."""

    has_keys = True

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._keyboard = Keyboard(sys.stdin.fileno())
        self._told: Sequence[Happening] = ()
        self._drawn = ""

    def interrupt_by(self, look: Callable[[], None]) -> None:
        self._keyboard.look = look

    @contextmanager
    def open(self) -> Iterator[None]:
        self.console.file.flush()
        with self._keyboard.listening(self._show, self._hide):
            yield

    def _show(self) -> None:
        self._send("\x1b[?1049h\x1b[?25l" + self._drawn)

    def _hide(self) -> None:
        self._send("\x1b[?25h\x1b[?1049l")

    def _send(self, text: str) -> None:
        """Past the file's buffer, which a signal may find half full."""
        data = text.encode(self.console.encoding, plainly.NAME)
        while data:
            data = data[os.write(self.console.file.fileno(), data) :]

    def _draw(self, lines: Sequence[str]) -> None:
        height = self.console.size.height
        self._drawn = "\x1b[H" + "\x1b[K\n".join(lines[:height]) + "\x1b[K\x1b[J"
        self._send(self._drawn)

    def _tell(self, frame: Frame) -> None:
        """A long story is told once on a page of its own, before the question."""
        if frame.story and frame.story != self._told and layout.is_too_long(self.console, frame):
            self.page("What happened", told(frame.story, frame.names or {}), then="goes on")
        self._told = frame.story or self._told

    def pick(self, frame: Frame) -> Any:
        self._tell(frame)
        cursor = _first(frame)
        keys = {key: entry for entry in frame.menu for key in (entry.hotkey, *entry.keys) if key}
        while True:
            self._draw(layout.fitted(self.console, frame, cursor=cursor))
            key = self._keyboard.key()
            picked = keys.get(key) or (frame.menu[cursor] if key == "enter" and frame.menu else None)
            if picked is not None and (picked.caution != "ask" or self.confirm(f"{picked.label}: are you sure?")):
                return picked.key
            if picked is not None:
                continue
            if (command := _command(frame, key)) is not None:
                return command
            cursor = _moved_over(frame.menu, cursor, key)

    def pick_some(self, frame: Frame, least: int, most: int) -> Any:
        self._tell(frame)
        cursor, chosen = 0, list[Any]()
        keys = {entry.hotkey: entry for entry in frame.menu if entry.hotkey}
        while True:
            self._draw(layout.fitted(self.console, frame, cursor=cursor, chosen=chosen))
            key = self._keyboard.key()
            if key in keys or key == " ":
                _toggle(chosen, keys[key].key if key in keys else frame.menu[cursor].key)
            elif key == "enter" and least <= len(chosen) <= most:
                return chosen
            elif key == "enter":
                frame = frame.with_complaint(f"{len(chosen)} are chosen: choose {least} to {most}, then press enter")
            elif (command := _command(frame, key)) is not None:
                return command
            else:
                cursor = _moved(cursor, key, len(frame.menu))

    def write(self, frame: Frame, suggestion: str = "") -> Any:
        self._tell(frame)
        text, cursor = "", 0
        while True:
            self._draw(layout.fitted(self.console, frame, cursor=cursor, typing=text, suggestion=suggestion))
            key = self._keyboard.key()
            if key == "enter":
                return _typed(frame, text) or suggestion
            if key == "escape":
                return BACK
            if key == END:
                return QUIT
            text, cursor = _edited(text, key), _moved(cursor, key, len(frame.menu))

    def page(self, title: str, body: RenderableType, *, from_end: bool = False, then: str = "goes back") -> None:
        top = 10**9 if from_end else 0
        while True:
            lines = layout.lines_of(self.console, body)
            room = max(1, self.console.size.height - 3)
            top = max(0, min(top, len(lines) - room))
            self._draw(layout.paged(self.console, title, lines, top, room, then))
            key = self._keyboard.key()
            step = {"up": -1, "down": 1, "page up": -room, "page down": room, " ": room, "home": -top, "end": 10**9}
            if key not in step and key != RESIZED:
                return
            if key == " " and top + room >= len(lines):
                return
            top += step.get(key, 0)

    def confirm(self, sentence: str) -> bool:
        frame = Frame("", prompt=sentence, menu=(Entry(True, "yes", "y"), Entry(False, "no", "n")), commands={})
        return self.pick(frame) is True

    def curtain(self, sentence: str) -> None:
        key = RESIZED
        while key == RESIZED:
            self._draw(layout.centred(self.console, Group(Text(sentence, style="bold"), Text("press any key", "dim"))))
            key = self._keyboard.key()


def _command(frame: Frame, key: str) -> Command | None:
    if key == "escape":
        return BACK
    if key == END:
        return QUIT
    name = frame.commands.get(key) or frame.commands.get(key.upper() if len(key) == 1 else "")
    return Command(name) if name else None


def _first(frame: Frame) -> int:
    """Where the cursor begins: at what the coach suggests, else at the first entry that can be taken by chance."""
    by_chance = next((at for at, entry in enumerate(frame.menu) if not entry.caution), 0)
    return next((at for at, entry in enumerate(frame.menu) if entry.key == frame.suggested), by_chance)


def _moved(cursor: int, key: str, count: int) -> int:
    step = {"up": -1, "left": -1, "down": 1, "right": 1, "tab": 1}.get(key, 0)
    return (cursor + step) % count if count else 0


def _moved_over(menu: Sequence[Entry], cursor: int, key: str) -> int:
    """Where an arrow leads: over a board of cells to the nearest one that way, else up and down the menu."""
    ways = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
    here = menu[cursor].point if menu else None
    if here is None or key not in ways:
        return _moved(cursor, key, len(menu))
    (dx, dy), costs = ways[key], dict[int, float]()
    for at, entry in enumerate(menu):
        if entry.point is not None:
            east, north = entry.point[0] - here[0], entry.point[1] - here[1]
            ahead, aside = east * dx + north * dy, abs(east * dy) + abs(north * dx)
            if ahead > 0.01:
                costs[at] = ahead + 3 * aside
    return min(costs, key=costs.__getitem__) if costs else _moved(cursor, key, len(menu))


def _toggle(chosen: list[Any], key: Any) -> None:
    if key in chosen:
        chosen.remove(key)
    else:
        chosen.append(key)


def _edited(text: str, key: str) -> str:
    if key == "backspace":
        return text[:-1]
    if key == "clear":
        return ""
    return text + key if len(key) == 1 and key.isprintable() else text


def _typed(frame: Frame, text: str) -> Any:
    """The line, or the command that it names. Where there are no commands a stroke is a sign like any other."""
    if not text.startswith("/") or not frame.commands:
        return text
    return command_in(frame.commands, text) or Command(UNKNOWN, text)


class LineScreen(Screen):
    """One question after the other, answered by lines: for scripts, pipes and plain terminals."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._scene: Scene | None = None

    def _ask(self, frame: Frame) -> Any:
        """Prints the frame, the scene only if it is another than before, and reads a line."""
        scene, self._scene = self._scene, frame.scene or self._scene
        self.console.print(layout.plain(self.console, replace(frame, scene=None) if frame.scene == scene else frame))
        return self._line(frame)

    def _line(self, frame: Frame) -> Any:
        if sys.stdin.isatty() and frame.menu and frame.suggested is None:
            self.console.print(f"[Enter: {frame.menu[_first(frame)].label}] ", end="")
        self.console.print("> ", end="")
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            return QUIT
        if not sys.stdin.isatty():
            self.console.print(line.rstrip("\n"))
        return _typed(frame, line.strip())

    def pick(self, frame: Frame) -> Any:
        while True:
            typed = self._ask(frame)
            if isinstance(typed, Command):
                return typed
            if not typed and frame.suggested is not None:
                return frame.suggested
            if not typed and sys.stdin.isatty() and frame.menu:  # in a script an empty line is a mistake
                return frame.menu[_first(frame)].key
            found = _entry(frame.menu, typed)
            if found is not None:
                return found.key
            frame = frame.with_complaint(f"{_unfit(typed)}; type {_allowed(frame)}")

    def pick_some(self, frame: Frame, least: int, most: int) -> Any:
        while True:
            typed = self._ask(frame)
            if isinstance(typed, Command):
                return typed
            found = [_entry(frame.menu, word) for word in typed.replace(",", " ").split()]
            keys = [entry.key for entry in found if entry is not None]
            if len(keys) == len(found) and least <= len(keys) <= most:
                return keys
            frame = frame.with_complaint(f"{_unfit(typed)}; type {least} to {most} of {_allowed(frame)}")

    def write(self, frame: Frame, suggestion: str = "") -> Any:
        typed = self._ask(frame)
        return typed or suggestion

    def page(self, title: str, body: RenderableType, *, from_end: bool = False, then: str = "goes back") -> None:
        self.console.print(Group(Text(title, style="bold"), body))

    def confirm(self, sentence: str) -> bool:
        self.console.print(f"{sentence} (y/n)")
        return str(self._line(Frame(""))).lower() in ("y", "yes")

    def curtain(self, sentence: str) -> None:
        self.console.print(Text(sentence, style="bold"))


def _entry(menu: Sequence[Entry], typed: str) -> Entry | None:
    for entry in menu:
        if typed and typed == entry.hotkey:
            return entry
    wanted = typed.casefold()
    return next((entry for entry in menu if wanted in (name.casefold() for name in (entry.label, *entry.names))), None)


def _allowed(frame: Frame) -> str:
    keys = ", ".join(entry.hotkey or entry.label for entry in frame.menu)
    commands = ", ".join(f"/{name}" for name in frame.commands.values())
    return f"{keys} or {commands}" if commands else keys


def _unfit(typed: str) -> str:
    return f"{typed!r} isn't an answer here" if typed else "nothing is typed yet"
