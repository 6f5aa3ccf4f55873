"""The reference for authors, made from signatures and docstrings: whatever the code says, the page says.

A page asks for it with a line of its own, `` - `adjudge.engine.Game` ``; `` - the rest of `adjudge.engine` `` stands
for everything that a module offers and that the page has not named.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

_ONE = re.compile(r"^- `(adjudge(?:\.\w+)+)\.(\w+)`$", re.MULTILINE)
_REST = re.compile(r"^- the rest of `(adjudge(?:\.\w+)+)`$", re.MULTILINE)


def expanded(page: str) -> str:
    """A page with everything described that it names."""
    named = {(module, name) for module, name in _ONE.findall(page)}
    page = _REST.sub(lambda found: "\n".join(_rest(found[1], named)), page)
    return _ONE.sub(lambda found: "\n".join(described(found[1], found[2])), page)


def _rest(module: str, named: set[tuple[str, str]]) -> Iterator[str]:
    names = {name for _, name in named}
    for name in sorted(importlib.import_module(module).__all__, key=str.casefold):
        if name not in names:
            yield f"- `{module}.{name}`"


def described(module: str, name: str) -> Iterator[str]:
    """One name of a module as Markdown: how it is called, what it is, its fields and its methods."""
    thing = getattr(importlib.import_module(module), name)
    yield f"### {name}\n"
    yield from _code(f"from {module} import {name}")
    if isinstance(thing, type):
        yield from _class(thing)
    elif inspect.isfunction(inspect.unwrap(thing)):
        yield from _code(f"{name}{_signature(thing)}")
        yield _prose(inspect.getdoc(thing) or "")
    else:
        yield f"`{name} = {_short(repr(thing))}`\n"


def _class(kind: type) -> Iterator[str]:
    own = _prose(kind.__doc__ or "")
    fields = list(_fields(kind))
    if not fields and "__init__" in vars(kind):
        yield from _code(f"{kind.__name__}{_signature(kind)}")
    yield own
    if fields:
        yield "| field | type | if left out |"
        yield "|---|---|---|"
        for name, annotation, default, _ in fields:
            yield f"| `{name}` | {_cell(annotation)} | {_cell(default) if default else 'must be given'} |"
        yield ""
        for name, _, _, said in fields:
            if said:
                yield f"- `{name}`: {' '.join(said.split())}"
        yield ""
    named = {name for name, *_ in fields}
    for name, method in ((name, method) for name, method in _methods(kind) if name not in named):
        yield from _code(f"{kind.__name__}.{name}{_signature(method)}")
        yield _prose(inspect.getdoc(method) or "")


def _fields(kind: type) -> Iterator[tuple[str, str, str, str]]:
    """Name, type, default and docstring of the fields of a struct or a dataclass."""
    if not (issubclass(kind, msgspec.Struct) or hasattr(kind, "__dataclass_fields__")):
        return
    said = _said_of_fields(kind)
    for name, parameter in inspect.signature(kind).parameters.items():
        default = "" if parameter.default is parameter.empty else _default(parameter.default)
        yield name, _annotation(parameter.annotation), default, said.get(name, "")


def _default(value: Any) -> str:
    return "a new one" if "factory" in repr(value).lower() else _short(repr(value))


def _said_of_fields(kind: type) -> dict[str, str]:
    """What stands below a field in the source: Python itself forgets it."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0].body  # type: ignore[attr-defined]
    except (OSError, TypeError, SyntaxError):
        return {}
    found = {}
    for field, after in pairwise(body):
        match field, after:
            case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(said))):
                found[name] = said
    return found


def _methods(kind: type) -> Iterator[tuple[str, Any]]:
    for name, value in vars(kind).items():
        method = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        if not name.startswith("_") and inspect.isfunction(method) and method.__doc__:
            yield name, method


def _signature(thing: Any) -> str:
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return "(…)"
    kept = [
        it.replace(annotation=_annotation(it.annotation), default=_plain(it.default))
        for it in signature.parameters.values()
        if it.name not in ("self", "cls")
    ]
    shown = ", ".join(str(it).replace("'", "") for it in _with_marks(kept))
    returns = (
        "" if signature.return_annotation is signature.empty else f" -> {_annotation(signature.return_annotation)}"
    )
    return f"({shown}){returns}"


def _with_marks(parameters: list[inspect.Parameter]) -> Iterator[Any]:
    """The star before what must be named."""
    marked = False
    for it in parameters:
        marked |= it.kind is it.VAR_POSITIONAL
        if it.kind is it.KEYWORD_ONLY and not marked:
            marked = True
            yield "*"
        yield it


def _plain(default: Any) -> Any:
    """A default that prints the same on every machine."""
    if default is inspect.Parameter.empty or isinstance(default, (str, int, float, bool, tuple, type(None))):
        return default
    return _Ellipsis()


class _Ellipsis:
    def __repr__(self) -> str:
        return "…"


def _annotation(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _short(text: str, limit: int = 60) -> str:
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    text = re.sub(r"<function ([\w.<>]+)>", r"\1", text).replace("<class '", "").removesuffix("'>")
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _cell(text: str) -> str:
    return "`" + text.replace("|", "\\|").replace("`", "'") + "`" if text else ""


def _code(line: str) -> Iterator[str]:
    yield from ("```python", line, "```\n")


_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)", re.MULTILINE)


def _prose(doc: str) -> str:
    """A docstring as Markdown, its examples as code."""
    text = inspect.cleandoc(doc) + "\n"
    return _EXAMPLE.sub(lambda found: f"```python\n{found[0].rstrip()}\n```\n", text)
