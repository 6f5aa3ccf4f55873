"""Comments of a TOML text, put back where they stood after the text was written anew from its data.

A comment belongs to the line that it stands above or behind: a field, or the head of an entry. It stays with an entry
that comes to stand elsewhere, by its name, and with one that is renamed, by its place. What belongs to a line that is
gone is gone with it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

_HEAD = re.compile(r"""\[{1,2}([A-Za-z"][^\[\]]*)\]{1,2}[ \t]*(?:#.*)?""")
_FIELD = re.compile(r"""[ \t]*([A-Za-z0-9_-]+|"[^"]*")[ \t]*=""")
_NAMES = ("name", "id", "title")
_BEHIND = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#])*(#.*)""")
_FENCES = ('"""', "'''")


class Place(NamedTuple):
    """A line of a text that comments can belong to: which entry, by its kind and number, and which field of it."""

    kind: str
    entry: int
    field: str


class Line(NamedTuple):
    text: str
    is_inside: bool
    """Inside a string of several lines."""

    @property
    def field(self) -> str:
        found = None if self.is_inside else _FIELD.match(self.text)
        return found[1] if found else ""

    @property
    def is_comment(self) -> bool:
        return not self.is_inside and self.text.lstrip().startswith("#")

    @property
    def value(self) -> str:
        found = _BEHIND.fullmatch(self.text)
        return self.text[: found.start(1) if found else None].partition("=")[2].strip()


def kept(before: str, after: str) -> str:
    """The new text with the comments of the old one; as it is, if they would change what it says."""
    if "#" not in before:
        return after
    text = "\n".join(_with_comments(before, after)).rstrip("\n") + "\n"
    return text if _means(text) == _means(after) else after


def _means(text: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _with_comments(before: str, after: str) -> Iterator[str]:
    above, behind = _comments(before)
    was = _partners(_names(before), _names(after))
    for line, place in _placed(after):
        if place is None or (place.kind, place.entry) not in was:
            yield line.text
            continue
        old = place._replace(entry=was[place.kind, place.entry])
        yield from above.get(old, ())
        yield f"{line.text}  {behind[old]}" if old in behind else line.text


Names = dict[str, list[str]]


def _names(text: str) -> Names:
    """What the entries of each kind are called."""
    names: Names = {}
    for kind, lines in _entries(text):
        named = next((line.value for line in lines if line.field in _NAMES), "")
        names.setdefault(kind, []).append(named if kind else "")
    return names


def _partners(old: Names, new: Names) -> dict[tuple[str, int], int]:
    """Which entry of the old text an entry of the new one was: that of its name, else the next that has no partner."""
    found: dict[tuple[str, int], int] = {}
    for kind, names in new.items():
        before = old.get(kind, [])
        places = {name: at for at, name in enumerate(before) if name}
        pairs = {at: places[name] for at, name in enumerate(names) if name in places}
        if len(before) == len(names):
            taken = set(pairs.values())
            free = (at for at in range(len(before)) if at not in taken)
            pairs |= dict(zip((at for at in range(len(names)) if at not in pairs), free, strict=False))
        found |= {(kind, at): was for at, was in pairs.items()}
    return found


def _comments(text: str) -> tuple[dict[Place, list[str]], dict[Place, str]]:
    """Those above each line and behind it. What the text begins with is no concern of any line."""
    above: dict[Place, list[str]] = {}
    behind: dict[Place, str] = {}
    waiting: list[str] = []
    is_begun = False
    for line, place in _placed(text):
        if line.is_comment:
            waiting.append(line.text.strip())
        elif place is not None:
            if waiting and is_begun:
                above[place] = waiting
            if found := _BEHIND.fullmatch(line.text):
                behind[place] = found[1]
            waiting, is_begun = [], True
        elif not line.text.strip() and not is_begun:
            waiting = []  # the head of a file ends with an empty line
    return above, behind


def _placed(text: str) -> Iterator[tuple[Line, Place | None]]:
    """Every line with its place, if it is the head of an entry or a field."""
    numbers: Counter[str] = Counter()
    for kind, lines in _entries(text):
        for number, line in enumerate(lines):
            is_head = bool(kind) and number == 0
            yield line, Place(kind, numbers[kind], line.field) if line.field or is_head else None
        numbers[kind] += 1


def _entries(text: str) -> Iterator[tuple[str, list[Line]]]:
    """The lines under each head, with those before the first."""
    kind, lines, fence = "", list[Line](), ""
    for line in text.splitlines():
        if not fence and (head := _HEAD.fullmatch(line)):
            yield kind, lines
            kind, lines = head[1], []
        lines.append(Line(line, bool(fence)))
        fence = _fence_after(line, fence)
    yield kind, lines


def _fence_after(line: str, fence: str) -> str:
    """Which kind of string goes on in the next line."""
    for mark in (fence,) if fence else _FENCES:
        if line.count(mark) % 2:
            return "" if fence else mark
    return fence
