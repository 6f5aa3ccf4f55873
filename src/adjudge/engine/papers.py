"""Papers: the documents that a game understands, such as a party, a scenario or a character sheet.

A game says how one is read, what is wrong with it by which rule, and what stands on it. Where the file comes from, and
how it looks in a terminal, on a page or in print, is the business of screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from adjudge.engine.errors import AdjudgeError, BadInput, UnknownName
from adjudge.engine.forms import Form, form_of
from adjudge.engine.inputs import convert
from adjudge.engine.scene import Scene


class Finding(Struct, frozen=True):
    """Something on a paper that is not as the rules would have it. What is only odd may be played."""

    grade: Literal["illegal", "odd"]
    text: str
    where: str = ""
    """The entry and field."""
    rule: str = ""
    path: str = ""
    """The same place in the document of a form, as in `model[2].traits`."""
    fix: Any = None
    """What would be right there, if the rules leave no choice."""

    def __str__(self) -> str:
        where, rule = f"{self.where}: " if self.where else "", f" ({self.rule})" if self.rule else ""
        return f"{self.grade}: {where}{self.text}{rule}"


class BadPaper(AdjudgeError):
    """A text is not a paper of its kind. Cure: mend the named entry, as the message says."""

    def __init__(self, text: str, where: str = "", rule: str = "") -> None:
        self.finding = Finding("illegal", text, where, rule)
        super().__init__(str(self.finding))


def _nothing(thing: Any) -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A kind of document.

    `read` makes a thing of the text of a file, or raises `BadPaper` or `BadInput`, which name entry and field;
    `findings` tells what is wrong with the thing, by which rule; `show` is what stands on it when it is printed. `make`
    writes a new one from `wishes`, a struct that a form can be made from, and a seed.
    """

    name: str
    title: str
    about: str
    read: Callable[[str], Any]
    show: Callable[[Any], Scene]
    rule: str = ""
    """What a text that cannot be read goes against."""
    findings: Callable[[Any], Iterable[Finding]] = _nothing
    examples: tuple[str, ...] = ()
    example: Callable[[str], str] = str
    """The text of an example by its name."""
    make: Callable[[Any, int], str] | None = None
    wishes: type[Struct] | None = None
    picture: Callable[[Any], str] | None = None
    """A drawing as SVG, such as a map's."""
    text: Callable[[Any], str] | None = None
    typst: Callable[[Any], str] | None = None
    """Printed forms of the game's own. Without them both are set from what is shown."""
    option: str = ""
    """The option of a match that takes such a paper."""
    held: Callable[[Any], Mapping[str, str]] | None = None
    """Of a match's state: such papers as they stand in it now, by seat, each as the text of a file."""
    suffix: str = "toml"
    members: Callable[[Any, type[Struct]], Mapping[str, Mapping[str, Any]]] | None = None
    """Those who stand on it, by their names, each as what the desk takes for a figure: as fields of the given struct.
    Without an entry for it, somebody is of no use there."""
    form: Form | None = None
    """How it is filled in. Without one the form is made from what `read` says it returns, see `form_of`."""

    @cached_property
    def filling(self) -> Form | None:
        """Its form: its own, or one that could be made."""
        return form_of(self)

    def sample(self, name: str) -> str:
        """The example of that name."""
        if name not in self.examples:
            raise UnknownName("example", name, f"one of {', '.join(self.examples) or 'none'}")
        return self.example(name)

    def made(self, wishes: dict[str, Any], seed: int) -> str:
        """A new one, as the text of a file."""
        if self.make is None:
            raise BadInput("paper", self.name, "one that can be made: this one is only read")
        return self.make(convert(self.wishes, wishes, self.name) if self.wishes else None, seed)


class Examined(Struct, frozen=True):
    """What came of a text: the thing, if it could be read at all, and all that is wrong with it."""

    thing: Any
    findings: tuple[Finding, ...] = ()

    @property
    def is_readable(self) -> bool:
        return self.thing is not None

    @property
    def is_legal(self) -> bool:
        return not any(finding.grade == "illegal" for finding in self.findings)


def examine(paper: Paper, text: str) -> Examined:
    """Reads a text and looks for what is wrong with it. Nothing that stands in a file is an error of ours."""
    try:
        thing = paper.read(text)
    except BadPaper as error:
        found = error.finding
    except BadInput as error:
        found = Finding("illegal", str(error).removeprefix(f"{error.field}: "), error.field, paper.rule)
    except (AdjudgeError, ValueError, RecursionError) as error:  # also what a decoder trips over, as endless brackets
        found = Finding("illegal", f"cannot be read: {error}", paper.name, paper.rule)
    else:
        return Examined(thing, tuple(paper.findings(thing)))
    return Examined(None, (found,))
