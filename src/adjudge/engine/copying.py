"""A fast deep copy of plain state: written once for each type, from its annotations.

State is a tree of `msgspec.Struct`s, lists, dicts, tuples and scalars. `copier(State)` writes the function that a
person would write by hand — one constructor call per struct, one comprehension per list — and keeps it.
"""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any, TypeVar

import msgspec

S = TypeVar("S")

_SCALARS = (int, float, str, bool, bytes, type(None))


def copier(kind: type[S]) -> Callable[[S], S]:
    """The copying function of a state type."""
    return typing.cast("Callable[[S], S]", _copier(typing.cast("Any", kind)))


def copy(state: S) -> S:
    """A deep copy that shares nothing mutable with the original."""
    return copier(type(state))(state)


@cache
def _copier(kind: type) -> Callable[[Any], Any]:
    writer = _Writer()
    name = writer.function(kind)
    writer.finish()
    return typing.cast("Callable[[Any], Any]", writer.names[name])


class _Writer:
    """Collects one Python function per struct type and compiles them together."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"copy_any": copy_any}
        self.lines: list[str] = []
        self.known: dict[type, str] = {}

    def function(self, kind: type) -> str:
        if kind in self.known:
            return self.known[kind]
        name = f"copy_{len(self.known)}_{kind.__name__}"
        self.known[kind] = name
        fields = msgspec.structs.fields(kind)
        if all(is_immutable(field.type) for field in fields):
            self.names[name] = kind.__copy__  # type: ignore[attr-defined]  # the struct's own shallow copy will do
            return name
        self.names[f"new_{name}"] = kind
        call = ", ".join(self._argument(kind, field) for field in fields)
        self.lines.append(f"def {name}(it):\n    return new_{name}({call})")
        return name

    def _argument(self, kind: type, field: msgspec.structs.FieldInfo) -> str:
        value = self.expression(field.type, f"it.{field.name}")
        return f"{field.name}={value}" if field.name in _keyword_only(kind) else value

    def expression(self, kind: Any, value: str) -> str:
        if typing.get_origin(kind) is typing.Annotated:
            kind = typing.get_args(kind)[0]
        if is_immutable(kind):
            return value
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return f"{self.function(kind)}({value})"
        return self._container(kind, value)

    def _container(self, kind: Any, value: str) -> str:
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if origin is list and is_immutable(args[0]):
            return f"{value}[:]"
        if origin is list and _is_struct(args[0]):
            return f"list(map({self.function(args[0])}, {value}))"
        if origin is set or (origin is dict and is_immutable(args[1])):
            return f"{value}.copy()"
        if origin is dict and _is_struct(args[1]):
            return f"dict(zip({value}, map({self.function(args[1])}, {value}.values())))"
        if origin in (typing.Union, types.UnionType):
            return self._optional([arg for arg in args if arg is not type(None)], value)
        return f"copy_any({value})"

    def _optional(self, kinds: list[Any], value: str) -> str:
        if len(kinds) != 1:
            return f"copy_any({value})"
        return f"(None if {value} is None else {self.expression(kinds[0], value)})"

    def finish(self) -> None:
        exec("\n".join(self.lines), self.names)  # our own text, made from annotations alone


def _keyword_only(kind: type) -> tuple[str, ...]:
    parameters = inspect.signature(kind).parameters.values()
    return tuple(p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not is_immutable(kind)


def is_immutable(kind: Any) -> bool:
    """Whether values of this type can be shared between copies."""
    origin = typing.get_origin(kind)
    if origin is typing.Annotated:
        return is_immutable(typing.get_args(kind)[0])
    if origin is typing.Literal or kind is Ellipsis:
        return True
    if origin in (tuple, frozenset, typing.Union, types.UnionType):
        return all(is_immutable(arg) for arg in typing.get_args(kind))
    if not isinstance(kind, type):
        return False
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_config__.frozen
    return issubclass(kind, (*_SCALARS, enum.Enum))


def copy_any(value: Any) -> Any:
    """The slow road, for annotations that do not tell the type."""
    if isinstance(value, msgspec.Struct):
        return value if value.__struct_config__.frozen else _copier(type(value))(value)
    if isinstance(value, list):
        return [copy_any(item) for item in value]
    if isinstance(value, dict):
        return {key: copy_any(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return getattr(type(value), "_make", tuple)(copy_any(item) for item in value)
    if isinstance(value, (*_SCALARS, enum.Enum)):
        return value
    return deepcopy(value)
