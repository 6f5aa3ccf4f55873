"""Forms: a paper as fields to fill in, described as data, so that any screen can draw the form of any game.

A form knows which fields there are, what may be put into them and what that does. It never judges: the text that comes
of it goes through the paper's own `read` and `findings`, like a text that somebody typed.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from adjudge.engine.comments import kept
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.inputs import parse_toml
from adjudge.engine.rulebook import rulebook_of

if TYPE_CHECKING:
    from adjudge.engine.papers import Finding, Paper

Document = dict[str, Any]


class Pick(Struct, frozen=True, omit_defaults=True):
    """Something that may be put into a field: what the file says, what it is called, and what it does by which rule."""

    value: Any
    title: str = ""
    text: str = ""
    rule: str = ""
    group: str = ""
    only: dict[str, tuple[str, ...]] = {}
    """Fields beside it, and the values that they must have for it to fit."""
    named: bool = False
    """Whether it may be called anything, with the value in brackets behind the name."""


class Tally(Struct, frozen=True, omit_defaults=True):
    """A sum that is kept while somebody fills in a form: what was used, of how much, by which rule."""

    title: str
    value: str
    of: str = ""
    rule: str = ""
    path: str = ""
    """The entry that it belongs to; empty for the whole paper."""


class Layer(Struct, frozen=True, omit_defaults=True):
    """A list of a document whose entries lie on a table: how they are drawn, and what kinds of them there are."""

    place: str
    title: str
    shapes: tuple[Literal["rect", "circle", "polygon", "line", "at", "spots"], ...]
    look: Literal["terrain", "zone", "figure"] = "terrain"
    kinds: tuple[Pick, ...] = ()
    turns: bool = False
    """Whether an entry may stand askew, by the field `turn`."""
    size: float = 0.0
    """How large something is that has only a place: the side of its square."""


class Canvas(Struct, frozen=True, omit_defaults=True):
    """A document that is also a table seen from above. Its field `table` has the width and the depth."""

    layers: tuple[Layer, ...]
    unit: str = ""
    """Of a document that does not name its unit itself."""


Picks = Callable[[], Sequence[Pick]]


def _nothing(thing: Any) -> Iterable[Tally]:
    return ()


def read_document(text: str) -> Document:
    """A text as plain data, TOML or JSON, whatever a paper makes of it."""
    if text.lstrip().startswith("{"):
        data = msgspec.json.decode(text)
        if not isinstance(data, dict):
            raise msgspec.DecodeError("not a table of names and values")
        return data
    return parse_toml(text)


@dataclass(frozen=True, kw_only=True)
class Form:
    """How a paper is filled in. `kind` is the struct that its text is read into, with its fields, limits and defaults.

    Places are written as in `model/traits`: the field `traits` of every entry of `model`.
    """

    kind: type[Struct]
    picks: Mapping[str, Picks] = field(default_factory=dict)
    seldom: tuple[str, ...] = ()
    """Fields that are folded away until somebody wants them."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rule behind a field."""
    blank: Mapping[str, Any] = field(default_factory=dict)
    """What somebody begins with who begins from nothing."""
    fresh: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """A new entry of a list, by its place."""
    tallies: Callable[[Any], Iterable[Tally]] = _nothing
    canvas: Canvas | None = None
    document: Callable[[str], Document] = read_document
    """The data of a text, which need not be sound."""

    @property
    def schema(self) -> dict[str, Any]:
        return msgspec.json.schema(self.kind)


def form_of(paper: Paper) -> Form | None:
    """The form of a paper: its own, or one from the struct that its `read` says it returns, if the examples come
    through unchanged. A paper that says nothing stays a text."""
    if paper.form is not None:
        return paper.form
    try:
        kind = typing.get_type_hints(paper.read).get("return")
    except (NameError, TypeError):
        return None
    if not (isinstance(kind, type) and issubclass(kind, Struct)) or not paper.examples:
        return None
    form = Form(kind=kind)
    return form if all(_comes_through(paper, form, paper.example(name)) for name in paper.examples) else None


def _comes_through(paper: Paper, form: Form, text: str) -> bool:
    try:
        document, thing = form.document(text), paper.read(text)
        is_as_written = msgspec.convert(document, form.kind) == thing
        return is_as_written and bool(paper.read(written(document, paper.suffix)) == thing)
    except (AdjudgeError, msgspec.MsgspecError, ValueError, TypeError):
        return False


# ---------------------------------------------------------------------- writing


def written(document: Mapping[str, Any], suffix: str = "toml", before: str = "") -> str:
    """A document as the text of a file. Comments of the text before stay where they stood."""
    if suffix == "json":
        return msgspec.json.format(msgspec.json.encode(document)).decode() + "\n"
    return _head(before) + kept(before, to_toml(document))


def _head(text: str) -> str:
    """The comment that a text begins with."""
    lines = text.splitlines()
    until = next((at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")), len(lines))
    head = "\n".join(lines[:until]).strip("\n")
    return f"{head}\n\n" if head else ""


def to_toml(document: Mapping[str, Any]) -> str:
    """A document as TOML that a person likes to read: lists of entries as blocks, everything else on its line."""
    blocks = {key: value for key, value in document.items() if _is_entries(value)}
    top = _lines({key: value for key, value in document.items() if key not in blocks})
    parts = [f"[[{_key(key)}]]\n{_lines(entry)}" for key, entries in blocks.items() for entry in entries]
    return "\n\n".join(part.rstrip() for part in (top, *parts) if part) + "\n"


def _is_entries(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(it, Mapping) for it in value)


def _lines(fields: Mapping[str, Any]) -> str:
    return "\n".join(f"{_key(key)} = {_value(value)}" for key, value in fields.items() if value is not None)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else msgspec.json.encode(key).decode()


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(it)}" for key, it in value.items() if it is not None)
        return f"{{ {inner} }}" if inner else "{}"
    if _is_entries(value) and len(value) > 1:
        return "[\n" + "".join(f"  {_value(it)},\n" for it in value) + "]"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(it) for it in value if it is not None) + "]"
    return msgspec.json.encode(value).decode()


# ---------------------------------------------------------------------- where a finding belongs

_STEP = re.compile(r"\.?([A-Za-z_][\w-]*+)|\[(\d{1,6})\](?: \([^)]*\))?")
_PATH = re.compile(rf"(?:{_STEP.pattern})+")
_NAMED = re.compile(r"(?P<list>[a-z_]+) (?P<name>.+?)(?:: (?P<rest>.*))?", re.DOTALL)


def placed(finding: Finding, document: Mapping[str, Any]) -> Finding:
    """The finding with the place in the document that it speaks of, as far as that is known."""
    if finding.path:
        return finding
    return msgspec.structs.replace(finding, path=place_of(finding.where, document))


def place_of(where: str, document: Mapping[str, Any]) -> str:
    """Where in a document a sentence like `survivor Vera: weapons` or `model[2].traits` points to."""
    named = _NAMED.fullmatch(where)
    if named and isinstance(entries := document.get(named["list"]), list):
        at = _entry_called(named["name"], entries)
        if at is not None:
            return _along(entries[at], named["rest"] or "", f"{named['list']}[{at}]")
    for key, entries in document.items():
        if _is_entries(entries) and where and (at := _entry_called(where, entries)) is not None:
            return f"{key}[{at}]"
    return _along(document, where, "")


def _entry_called(name: str, entries: Sequence[Any]) -> int | None:
    """The entry of this name, id or number; also one whose name was made into an id, and a part of it."""
    number = re.match(r"(\d+)(?: \(.*\))?$", name)
    if number and 1 <= int(number[1]) <= len(entries):
        return int(number[1]) - 1
    for at, entry in enumerate(entries):
        names = {str(entry.get(key, "")) for key in ("name", "id", "title")} if isinstance(entry, Mapping) else set()
        slugs = {re.sub(r"[^a-z0-9]+", "-", it.lower()).strip("-") for it in names}
        if name and (name in names or name.partition("/")[0] in slugs - {""}):
            return at
    kind, _, count = name.replace("-", " ").rpartition(" ")
    if kind and count.isdigit():  # `shambler 3`, `woods-2`: the second entry, or the third of its kind
        same = [at for at, it in enumerate(entries) if isinstance(it, Mapping) and it.get("kind") == kind]
        if int(count) - 1 in same or len(same) == 1:
            return int(count) - 1 if int(count) - 1 in same else same[0]
    return None


def _along(data: Any, where: str, path: str) -> str:
    """As far along a path as the document goes; a field that is missing may be the last step."""
    steps = _STEP.findall(where.replace(": ", ".")) if _PATH.fullmatch(where.replace(": ", ".")) else []
    if len(steps) > 1 and not path and isinstance(data, Mapping) and steps[0][0] not in data:
        steps = steps[1:]  # the name of the paper itself
    for name, index in steps:
        if index and isinstance(data, list) and int(index) < len(data):
            data, path = data[int(index)], f"{path}[{index}]"
        elif name and isinstance(data, Mapping):
            path = f"{path}.{name}" if path else name
            data = data.get(name)
        else:
            break
    return path


# ---------------------------------------------------------------------- picks from a rulebook


@cache
def rule_texts(package: str) -> Mapping[str, str]:
    """What the rules of a game say, by their ids."""
    return {entry.id: entry.text for entry in rulebook_of(package).entries()}


def ruled(
    package: str,
    value: Any,
    title: str,
    rule: str,
    text: str = "",
    group: str = "",
    only: Mapping[str, tuple[str, ...]] | None = None,
) -> Pick:
    """A pick with what its rule says; a text of its own, such as a line of a table, comes first."""
    said = rule_texts(package).get(rule, "").removeprefix(f"{title}: ")
    told = " ".join(part for part in (text, said) if part)
    return Pick(value, title, told, rule if said else "", group, dict(only or {}))
