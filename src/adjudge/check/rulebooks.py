"""Whether a rulebook, the sources that cite it and the house rules that it offers fit together."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import typing
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from adjudge.engine.game import Game
from adjudge.engine.rulebook import Rulebook, is_file_name

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")

_RULE_ARGUMENT = {"ask": 1, "roll": 1, "tell": 0}
"""Where the rule stands among the arguments of the table's calls."""


def problems(game: Game[Any]) -> list[str]:
    """Everything about a game's rulebook that does not fit, in words."""
    book = game.rulebook
    switches = [] if is_borrowed(game) else _house_rule_problems(game)
    return [*_book_problems(book), *switches, *game.cards.problems(book), *citation_problems(book, sources(game))]


def is_borrowed(game: Game[Any]) -> bool:
    """Whether the rulebook is that of the battles of a campaign: these have the house rules, then."""
    return game.kind == "campaign" and game.rulebook.game != game.id


# ---------------------------------------------------------------------- the book in itself


def _book_problems(book: Rulebook) -> Iterator[str]:
    named = [*(rule.id for rule in book.rule), *(table.id for table in book.table)]
    for name, count in Counter([*named, *(f"ruling.{ruling.id}" for ruling in book.ruling)]).items():
        if count > 1:
            yield f"{name} stands {count} times in the rulebook"
    rules = {rule.id for rule in book.rule}
    for omitted in book.omitted:
        if omitted.id not in rules:
            yield f"{omitted.id} is omitted, but no rule has that id"
        if len(omitted.because.split()) < 3:
            yield f"{omitted.id} is omitted without a reason: {omitted.because!r}"
    for ruling in book.ruling:
        for rule in ruling.rules:
            if rule not in book.ids:
                yield f"ruling {ruling.id} is about {rule}, which does not exist"


# ---------------------------------------------------------------------- house rules, in the book and in the options


def _house_rule_problems(game: Game[Any]) -> Iterator[str]:
    offered = {ruling.id.replace("-", "_"): list(ruling.choices) for ruling in game.rulebook.switches()}
    fields = {field.name: field for field in _ruling_fields(game.options)}
    for name, field in fields.items():
        if name not in offered:
            yield f"the options have rulings.{name}, but no ruling of that id offers choices"
        elif sorted(_literals(field.type)) != sorted(offered[name]):
            yield f"rulings.{name} takes {list(_literals(field.type))}, the rulebook offers {offered[name]}"
        elif field.default != offered[name][0]:
            yield f"rulings.{name} is {field.default!r} by default, the rulebook's first choice is {offered[name][0]!r}"
    for name in offered:
        if name not in fields:
            yield f"ruling {name.replace('_', '-')} offers choices, but the options have no rulings.{name}"


def _ruling_fields(options: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    for field in msgspec.structs.fields(options):
        kind = _bare(field.type)
        if field.name == "rulings" and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return msgspec.structs.fields(kind)
    return ()


def _literals(kind: Any) -> tuple[str, ...]:
    return typing.get_args(_bare(kind)) if typing.get_origin(_bare(kind)) is typing.Literal else ()


def _bare(kind: Any) -> Any:
    """A type without what is noted beside it."""
    return typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind


# ---------------------------------------------------------------------- citations in the sources


def sources(game: Game[Any]) -> dict[str, str]:
    """The Python files of a game by name: its package, or the module that its turn stands in."""
    folder = package_folder(game)
    if folder is not None:
        return read_sources(folder)
    file = getattr(sys.modules.get(game.turn.__module__), "__file__", None)
    return {file: Path(file).read_text("utf-8")} if file and Path(file).is_file() else {}


def package_folder(game: Game[Any]) -> Path | None:
    """The folder of a game's package, if its rulebook is shipped in one."""
    spec = importlib.util.find_spec(game.rules) if isinstance(game.rules, str) else None
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def read_sources(folder: Path) -> dict[str, str]:
    """Every Python file below a folder."""
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))}


def citation_problems(book: Rulebook, texts: dict[str, str]) -> Iterator[str]:
    """Citations of rules that do not exist."""
    families = {name.partition(".")[0] for name in book.ids}
    for file, text in texts.items():
        for line, cited in sorted(set(_cited(ast.parse(text), families))):
            if cited not in book.ids:
                yield f"{file}:{line} cites {cited!r}, which the rulebook does not hold"


def _cited(tree: ast.AST, families: Iterable[str]) -> Iterator[tuple[int, str]]:
    """What the table is called with, and every other string that looks like an id of one of the book's families."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _rule_argument(node, node.func.attr)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_id(node.value, families):
            yield node.lineno, node.value


def _is_id(text: str, families: Iterable[str]) -> bool:
    return bool(_ID.fullmatch(text)) and text.partition(".")[0] in families and not is_file_name(text)


def _rule_argument(call: ast.Call, name: str) -> Iterator[tuple[int, str]]:
    place = _RULE_ARGUMENT.get(name)
    if place is None or len(call.args) <= place or not _is_table(call.func):
        return
    for node in _branches(call.args[place]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _is_table(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "table"


def _branches(node: ast.expr) -> Iterator[ast.expr]:
    """Both sides of `this if that else other`."""
    if isinstance(node, ast.IfExp):
        yield from _branches(node.body)
        yield from _branches(node.orelse)
    else:
        yield node
