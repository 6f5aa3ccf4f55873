"""A hashable key of a state, so that equal states can be merged: written once for each type, from its annotations.

`keyer(State)` writes the function that a person would write by hand: one tuple per struct, list and dict. Two states of
the same type are equal just if their keys are. A dict's order is part of it, since a rule may go by it.
"""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any

import msgspec

Keyer = Callable[[Any], Hashable]


@cache
def keyer(kind: type) -> Keyer:
    """The function that makes a key of a state of this type."""
    writer = _Writer()
    name = writer.function(kind)
    exec("\n".join(writer.lines), writer.names)  # our own text, made from annotations alone
    return typing.cast("Keyer", writer.names[name])


class _Writer:
    """Collects one Python function per struct type, to be compiled together."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"key_any": key_any}
        self.lines: list[str] = []
        self.known: dict[type, str] = {}

    def function(self, kind: type) -> str:
        if kind in self.known:
            return self.known[kind]
        name = f"key_{len(self.known)}_{kind.__name__}"
        self.known[kind] = name
        parts = [self.expression(field.type, f"it.{field.name}") for field in msgspec.structs.fields(kind)]
        self.lines.append(f"def {name}(it):\n    return ({''.join(f'{part}, ' for part in parts)})")
        return name

    def expression(self, kind: Any, value: str) -> str:
        if _is_plain(kind):
            return value
        if typing.get_origin(kind) is typing.Annotated:
            return self.expression(typing.get_args(kind)[0], value)
        if _is_struct(kind):
            return f"{self.function(kind)}({value})"
        return self._container(typing.get_origin(kind), typing.get_args(kind), value)

    def _container(self, origin: Any, args: tuple[Any, ...], value: str) -> str:
        if origin is list:
            return self._row(args[0], value)
        if origin is dict:
            return f"(*{value}, *{self._row(args[1], f'{value}.values()')})"
        others = [arg for arg in args if arg is not type(None)]
        if origin in (typing.Union, types.UnionType) and len(others) == 1:
            return f"(None if {value} is None else {self.expression(others[0], value)})"
        return f"key_any({value})"

    def _row(self, kind: Any, values: str) -> str:
        each = self.expression(kind, "x")
        return f"tuple({values})" if each == "x" else f"tuple([{each} for x in {values}])"


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _is_plain(kind: Any, within: tuple[Any, ...] = ()) -> bool:
    """Whether equal values of this type are the same to a rule and can stand in a key as they are."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return _is_plain(args[0], within)
    if origin is typing.Literal:
        return len({type(arg) for arg in args}) == 1
    if origin is tuple:
        return all(arg is Ellipsis or _is_plain(arg, within) for arg in args)
    if origin in (typing.Union, types.UnionType):
        return len(args) == 2 and type(None) in args and all(_is_plain(arg, within) for arg in args)
    if _is_struct(kind):
        return kind in within or _hashes_whole(kind, (*within, kind))
    return isinstance(kind, type) and issubclass(kind, (int, float, str, bytes, type(None), enum.Enum))


def _hashes_whole(kind: Any, within: tuple[Any, ...]) -> bool:
    """Whether a struct type is frozen and so is everything in it."""
    config = kind.__struct_config__
    fields = msgspec.structs.fields(kind)
    return config.frozen and config.eq and all(_is_plain(field.type, within) for field in fields)


def key_any(value: Any) -> Hashable:
    """The slow road, for annotations that do not tell the type; 1 and True and 1.0 are different here."""
    if isinstance(value, msgspec.Struct):
        return type(value), keyer(type(value))(value)
    if isinstance(value, (list, tuple)):
        return type(value), tuple(key_any(item) for item in value)
    if isinstance(value, dict):
        return dict, tuple((key_any(key), key_any(item)) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return type(value), frozenset(key_any(item) for item in value)
    return type(value), value
