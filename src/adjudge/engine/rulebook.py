"""The rulebook of a game: every rule in our own words under its id, every doubtful point with its ruling.

It is shipped as `rulebook.toml` beside the game. `coverage` tells which rules are cited by code and by tests; a rule
that is neither must be listed as omitted, with the reason.
"""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine.errors import UnknownRule


class Rule(Struct, frozen=True, omit_defaults=True):
    """One thing that can be right or wrong on its own."""

    id: str
    text: str
    section: str = ""
    kind: str = ""
    who_decides: str = ""


class Ruling(Struct, frozen=True, omit_defaults=True):
    """A doubtful point: the problem, the reading we play, and other readings; `choices` if a table may switch."""

    id: str
    problem: str
    ruling: str
    rules: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    choices: dict[str, str] = {}
    """Key and meaning of each reading a table can choose, the default first."""


class RuleTable(Struct, frozen=True, omit_defaults=True):
    """A table of the book, for show; the rules read theirs from the game's data."""

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    dice: str = ""


class Omitted(Struct, frozen=True):
    """A rule that is left out, and why."""

    id: str
    because: str


class Coverage(Struct, frozen=True):
    """Where each rule is cited, as last gathered from the sources."""

    implemented: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()


class Entry(Struct, frozen=True, omit_defaults=True):
    """A rule or ruling as the reference shows it."""

    id: str
    title: str
    text: str
    related: tuple[str, ...] = ()


class Rulebook(Struct, frozen=True, omit_defaults=True):
    """All rules and rulings of one game."""

    game: str
    title: str
    rule: tuple[Rule, ...]
    ruling: tuple[Ruling, ...] = ()
    table: tuple[RuleTable, ...] = ()
    omitted: tuple[Omitted, ...] = ()
    coverage: Coverage = Coverage()
    shares: tuple[str, ...] = ()
    """Packages whose rules stand in this book too: what several games have in common is written once."""

    @classmethod
    def load(cls, package: str) -> Rulebook:
        """The rulebook shipped in a package: `rulebook.toml`, with `coverage.toml` if it is there."""
        folder = resources.files(package)
        book = cls.read(folder.joinpath("rulebook.toml").read_text("utf-8"), f"{package}/rulebook.toml")
        gathered = folder.joinpath("coverage.toml")
        if gathered.is_file():
            coverage = _decode(Coverage, gathered.read_text("utf-8"), f"{package}/coverage.toml")
            book = msgspec.structs.replace(book, coverage=coverage)
        return book

    @classmethod
    def read(cls, text: str, name: str) -> Rulebook:
        """A rulebook from the text of a file, with the rules that it shares after its own."""
        book: Rulebook = _decode(cls, text, name)
        shared = [cls.load(package) for package in book.shares]
        return msgspec.structs.replace(book, rule=(*book.rule, *(rule for other in shared for rule in other.rule)))

    @property
    def ids(self) -> frozenset[str]:
        """Everything that can be cited: rules, tables and `ruling.<id>`."""
        rulings = (f"ruling.{ruling.id}" for ruling in self.ruling)
        return frozenset((*(rule.id for rule in self.rule), *rulings, *(table.id for table in self.table)))

    def find(self, cited: str) -> Entry:
        """The entry of a cited id."""
        for entry in self.entries():
            if entry.id == cited:
                return entry
        raise UnknownRule(f"the rulebook of {self.game} has no {cited!r}")

    def entries(self) -> Iterable[Entry]:
        for rule in self.rule:
            doubts = tuple(f"ruling.{ruling.id}" for ruling in self.ruling if rule.id in ruling.rules)
            yield Entry(rule.id, rule.section or rule.id, rule.text.strip(), doubts)
        for ruling in self.ruling:
            yield Entry(f"ruling.{ruling.id}", "Ruling", _ruling_text(ruling), ruling.rules)
        for table in self.table:
            yield Entry(table.id, "Table", _table_text(table))

    def search(self, words: str) -> list[Entry]:
        """The entries that hold every word, ids first."""
        wanted = words.lower().split()
        found = [entry for entry in self.entries() if _holds(entry, wanted)]
        return sorted(found, key=lambda entry: not all(word in entry.id.lower() for word in wanted))

    def switches(self) -> tuple[Ruling, ...]:
        """The rulings that a table may choose otherwise."""
        return tuple(ruling for ruling in self.ruling if ruling.choices)

    def report(self) -> dict[str, Any]:
        """The coverage in numbers, and what is left out with its reason."""
        rules = [rule.id for rule in self.rule]
        return {
            "rules": len(rules),
            "implemented": sum(rule in self.coverage.implemented for rule in rules),
            "tested": sum(rule in self.coverage.tested for rule in rules),
            "omitted": [{"id": entry.id, "because": entry.because} for entry in self.omitted],
        }

    def uncovered(self, implemented: Iterable[str], tested: Iterable[str]) -> list[str]:
        """The rules that are neither cited by code and by a test nor listed as omitted."""
        both = set(implemented) & set(tested)
        excused = {entry.id for entry in self.omitted}
        return [rule.id for rule in self.rule if rule.id not in both and rule.id not in excused]


_WORDS = "[a-z0-9]+(?:-[a-z0-9]+)*"
_CITED = re.compile(rf"(?<![a-z0-9./-]){_WORDS}(?:\.{_WORDS})+(?![a-z0-9/]|[.-][a-z0-9])")

_SUFFIXES = {
    *("csv", "db", "json", "log", "md", "pdf", "py", "sqlite", "toml", "txt", "typ", "xml", "yaml", "yml"),
    *("css", "gif", "html", "jpeg", "jpg", "js", "mp3", "png", "svg", "ttf", "wav"),
}


def is_file_name(text: str) -> bool:
    """Whether a dotted word names a file (`cards.toml`), though a rule's id might look like it."""
    return text.rpartition(".")[2] in _SUFFIXES


def citations(sources: Mapping[str, str] | Sequence[str]) -> set[str]:
    """Every dotted id that stands in a string or a comment of the Python sources given; a step of a path is none."""
    texts = sources.values() if isinstance(sources, Mapping) else sources
    return {found for text in texts for word in _spoken(text) for found in _CITED.findall(word)}


# From Python 3.12 on, the text of an f-string is a token of its own.
_SPOKEN = (tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))


def _spoken(source: str) -> Iterable[str]:
    lines = (f"{line}\n" for line in source.split("\n"))
    for token in tokenize.generate_tokens(lambda: next(lines, "")):
        if token.type in _SPOKEN:
            yield token.string


@cache
def rulebook_of(package: str) -> Rulebook:
    """The rulebook shipped in a package, read once."""
    return Rulebook.load(package)


def _decode(kind: Any, text: str, name: str) -> Any:
    try:
        return msgspec.toml.decode(text, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise UnknownRule(f"{name} cannot be read: {error}") from None


def _ruling_text(ruling: Ruling) -> str:
    lines = [f"In doubt: {ruling.problem.strip()}", f"We play: {ruling.ruling.strip()}"]
    lines += [f"House rule {key}: {meaning}" for key, meaning in list(ruling.choices.items())[1:]]
    if not ruling.choices:
        lines += [f"Also possible, not offered: {other}" for other in ruling.alternatives]
    return "\n".join(lines)


def _table_text(table: RuleTable) -> str:
    rows = (" | ".join(row) for row in (table.columns, *table.rows))
    return "\n".join(rows)


def _holds(entry: Entry, words: Sequence[str]) -> bool:
    text = f"{entry.id} {entry.title} {entry.text}".lower()
    return all(word in text for word in words)
