"""Character sheets as data: read from TOML or JSON, and refused with the entry and the field that is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from adjudge.engine.errors import MISSING, BadInput
from adjudge.engine.inputs import convert, parse_toml

K = TypeVar("K", bound=Struct)


class Fault(Struct, frozen=True):
    """One thing wrong with a sheet: which field, what stands there, what may stand there."""

    field: str
    given: Any
    allowed: str

    @property
    def problem(self) -> str:
        """What is wrong with the field and what to do instead."""
        return BadInput(self.field, MISSING if self.given == "" else self.given, self.allowed).problem


def read_text(kind: type[K], text: str, what: str) -> K:
    """A sheet from a file, JSON or TOML."""
    decode = msgspec.json.decode if text.lstrip().startswith("{") else parse_toml
    try:
        data = decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(what, text[:40], f"TOML or JSON ({error})") from None
    return read(kind, data, what)


def read(kind: type[K], data: Mapping[str, Any], what: str) -> K:
    """A sheet from plain data; `what` names it in a refusal."""
    try:
        return convert(kind, dict(data), what)
    except BadInput as error:
        raise type(error)(_inside(what, error.field), error.given, error.allowed) from None


def demand(faults: Iterable[Fault], what: str) -> None:
    """Refuses a sheet for the first of its faults."""
    for fault in faults:
        raise BadInput(_inside(what, fault.field), fault.given, fault.allowed)


def _inside(what: str, field: str) -> str:
    return what if field in ("", what) else f"{what}.{field}"


def write_text(sheet: Struct) -> str:
    """A sheet as JSON, to be kept and read back."""
    return msgspec.json.format(msgspec.json.encode(sheet)).decode()
