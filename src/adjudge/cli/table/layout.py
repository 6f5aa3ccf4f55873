"""Fits a frame into the room there is: the question whole, then what happened, and the scene as large as still fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from adjudge.cli.output import in_a_row
from adjudge.cli.table import scene as scenes
from adjudge.cli.table.frame import Frame
from adjudge.cli.table.menu import menu, scrolled
from adjudge.cli.table.story import told
from adjudge.engine.scene import Scene

STORIES = 16, 6, 2
"""How many lines of what happened the scene leaves room for: rather fewer of them than that the scene is cut."""
LONG_STORY = 8
EARLIER = "before: L shows them"
MOST_DRAWINGS = 16
RARE = ("briefing", "luck", "save")
"""Commands that the last line leaves to the help page where it is too short for all."""


def lines_of(console: Console, body: RenderableType) -> list[str]:
    """What a console would print, line by line, colours included."""
    with console.capture() as capture:
        console.print(Group(body))  # a bare text would lose its own way of wrapping
    return capture.get().removesuffix("\n").split("\n")


def fitted(
    console: Console,
    frame: Frame,
    *,
    cursor: int = 0,
    chosen: Sequence[Any] = (),
    typing: str | None = None,
    suggestion: str = "",
) -> list[str]:
    """The lines of a full screen."""
    head = lines_of(console, _title(frame, console.width)) if frame.title else []
    foot = lines_of(console, _footer(frame, console.width, typing is not None))
    space = console.size.height - len(head) - len(foot)
    asked = _asked(console, frame, space, cursor, chosen, typing, suggestion)[: max(space, 0)]
    room = max(0, space - len(asked))
    middle = _middle(console, frame, room, frame.menu[cursor].target if cursor < len(frame.menu) else "")
    gap = [""] * max(0, room - len(middle))
    return [*head, *middle, *asked, *gap, *foot]


def is_too_long(console: Console, frame: Frame) -> bool:
    """Whether so much happened that it wants a page of its own first."""
    return len(_story(console, frame)) > LONG_STORY and any(EARLIER in line for line in fitted(console, frame))


def _story(console: Console, frame: Frame) -> list[str]:
    return lines_of(console, told(frame.story, frame.names or {})) if frame.story else []


def _middle(console: Console, frame: Frame, room: int, target: str = "") -> list[str]:
    """The scene and the story, each as much of it as there is room for."""
    story = _story(console, frame)
    if frame.scene is None:
        return _last(story, room)
    draw = partial(_drawing, console, frame.scene, tuple(frame.marked), target, console.width)
    for wanted in STORIES:
        need = min(len(story), wanted) + bool(story)
        for size in scenes.SIZES:
            drawing = draw(size)
            if len(drawing) + need <= room:
                return _stacked(console, drawing, _last(story, room - len(drawing) - 1))
    about = frozenset(entry.target for entry in frame.menu if entry.target)
    # if not all can be seen, then those that the question is about, else those whom nobody at the table plays
    first = scenes.with_first(frame.scene, about or scenes.strangers(frame.scene))
    draw = partial(_drawing, console, first, tuple(frame.marked), target, console.width)
    drawing = draw(scenes.BARE, room - need)  # a map comes in steps, and may leave some of the room
    return _stacked(console, drawing, _last(story, max(need - 1, room - len(drawing) - 1)))[: max(room, 0)]


def _drawing(
    console: Console,
    scene: Scene,
    marked: scenes.Points,
    target: str,
    width: int,
    size: int,
    rows: int | None = None,
) -> list[str]:
    """A scene is drawn once, not for every key that is pressed."""
    key = id(scene), marked, target, width, size, rows
    known = _drawings.get(key)
    if known is None or known[0] is not scene:
        if len(_drawings) >= MOST_DRAWINGS:
            _drawings.clear()
        known = _drawings[key] = scene, lines_of(console, scenes.drawn(scene, width, size, marked, rows, target))
    return known[1]


_drawings: dict[Any, tuple[Scene, list[str]]] = {}


def _stacked(console: Console, drawing: list[str], story: list[str]) -> list[str]:
    return [*drawing, *lines_of(console, Rule(style="dim")), *story] if story else drawing


def _last(story: list[str], room: int) -> list[str]:
    if len(story) <= room:
        return story
    hidden = len(story) - room + 1
    return [f"⋮ {hidden} lines {EARLIER}", *story[hidden:]][: max(room, 0)]


def _title(frame: Frame, width: int) -> Text:
    """A bar over the whole width: of what it holds, the goal is cut last."""
    goal = frame.scene.goal if frame.scene else ""
    right = "  ".join(part for part in (goal, frame.aside) if part)[: max(0, width - 3)]
    room = max(0, width - len(right) - 3)
    left = frame.title if len(frame.title) <= room else f"{frame.title[: max(0, room - 1)]}…"[:room]
    title = Text(f" {left:<{room}} {right} ", style="bold white on blue")
    title.no_wrap = True
    return title


def _footer(frame: Frame, width: int, is_typing: bool) -> RenderableType:
    if is_typing:
        more = "esc clears it · /undo, /rules and the like are commands" if "U" in frame.commands else "esc goes back"
        return Text(f"enter sends the line · {more}", style="dim")
    if not frame.commands:
        return Text("↑ ↓ and enter choose · esc goes back", style="dim")
    for left_out in range(len(RARE) + 1):
        shown = {key: name for key, name in frame.commands.items() if name not in RARE[:left_out]}
        full = in_a_row((Text.assemble((key, "bold"), (f" {name}", "dim")) for key, name in shown.items()), "  ")
        if len(full) <= width:
            return full
    return Text(f"{' '.join(frame.commands)} help", style="dim")


def _asked(
    console: Console,
    frame: Frame,
    space: int,
    cursor: int,
    chosen: Sequence[Any],
    typing: str | None,
    suggestion: str,
) -> list[str]:
    """The question with its options; beside a scene the options take no more than half of the space."""
    is_alone = frame.scene is None and not frame.story
    above = [*([] if is_alone else [Rule(style="dim")]), *_coach(frame), *([prompt(frame)] if frame.prompt else [])]
    below = [*_said(frame), *([] if typing is None else [_typing(typing, suggestion)])]
    before, after = (lines_of(console, Group(*parts)) if parts else [] for parts in (above, below))
    left = space - len(before) - len(after)
    room = left if is_alone else min(left, console.size.height // 2)
    pointed = None if typing is not None else cursor
    return [*before, *_options(console, frame, max(1, room), cursor, pointed, chosen), *after]


def _options(
    console: Console, frame: Frame, room: int, around: int, cursor: int | None, chosen: Sequence[Any]
) -> list[str]:
    if not frame.menu:
        return []
    whole = lines_of(console, menu(frame.menu, console.width, cursor=cursor, chosen=chosen))
    if len(whole) <= room:
        return whole
    return lines_of(console, scrolled(frame.menu, console.width, room, around, cursor=cursor, chosen=chosen))


def _said(frame: Frame) -> Iterator[RenderableType]:
    if frame.complaint:
        yield Text(frame.complaint, style="bold red")
    if frame.notice:
        yield Text(frame.notice, style="green")


def _coach(frame: Frame) -> Iterator[RenderableType]:
    if frame.coach:
        yield Text(frame.coach, style="bold yellow")


def _typing(text: str, suggestion: str) -> Text:
    if not text and suggestion:
        return Text.assemble(("> ", "bold"), (" ", "reverse"), (suggestion, "dim"))
    return Text.assemble(("> ", "bold"), text, (" ", "reverse"))


def prompt(frame: Frame) -> RenderableType:
    return Text.assemble((frame.prompt, "bold"), ("  " + frame.rule if frame.rule else "", "dim"))


def paged(console: Console, title: str, lines: Sequence[str], top: int, room: int, then: str) -> list[str]:
    """One screenful of a longer text."""
    head = lines_of(console, _title(Frame(title), console.width))
    more = top + room < len(lines)
    keys = f"space shows more · ↑ ↓ scroll · any other key {then}" if more or top else f"any key {then}"
    foot = lines_of(console, Text(keys, style="dim"))
    shown = list(lines[top : top + room])
    return [*head, *shown, *[""] * (room - len(shown)), *foot]


def centred(console: Console, body: RenderableType) -> list[str]:
    height = max(1, console.size.height - 1)
    return lines_of(console, Align.center(body, vertical="middle", height=height))


def plain(console: Console, frame: Frame) -> RenderableType:
    """A frame from top to bottom, for screens that only ever go down."""
    if frame.complaint:
        return Group(*_said(frame), prompt(frame))
    parts: list[RenderableType] = list(_said(frame))
    if frame.title:
        parts.append(Rule(f"{frame.title}  {frame.aside}".strip(), align="left"))
    if frame.scene is not None and frame.scene.goal:
        parts.append(Text(f"Goal: {frame.scene.goal}", style="green"))
    if frame.story:
        parts.append(told(frame.story, frame.names or {}))
    if frame.scene is not None:
        parts.append(scenes.drawn(frame.scene, console.width, scenes.LINES, frame.marked))
    parts += [*_coach(frame), prompt(frame)]
    if frame.menu:
        parts.append(menu(frame.menu, console.width))
    return Group(*parts)
