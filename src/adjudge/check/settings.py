"""Which matches the kit plays: the options and the bots of a match follow from its seed alone."""

from __future__ import annotations

import enum
import hashlib
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from adjudge.check.report import Setting
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.game import Game
from adjudge.engine.inputs import merged


def secret_of(seed: int) -> bytes:
    """The secret of the match of a seed."""
    return hashlib.sha256(f"adjudge check {seed}".encode()).digest()


class Settings:
    """Every other match is played with the options as they come, the rest with one of them changed in turn."""

    def __init__(self, game: Game[Any], base: Mapping[str, Any]) -> None:
        self._game, self._base = game, dict(base)
        self._variations = [each for each in variations(game.options) if self._is_possible(each)]

    def _is_possible(self, variation: Mapping[str, Any]) -> bool:
        try:
            self._game.start(self._game.configure(merged(self._base, variation)))
        except AdjudgeError:
            return False  # a combination that the game itself refuses
        except Exception:
            return True  # a crash, which the match will show
        return True

    def of(self, seed: int) -> Setting:
        options = self._base
        if seed % 2 and self._variations:
            options = merged(self._base, self._variations[seed // 2 % len(self._variations)])
        seats = [seat.id for seat in self._game.seats(self._game.configure(options))]
        lineups = list(_lineups(self._game, seats))
        return Setting(seed, options, lineups[seed // 2 % len(lineups)])


def _lineups(game: Game[Any], seats: list[str]) -> Iterator[dict[str, str]]:
    names = sorted(game.bot_names(), key=lambda name: name != "random")
    for name in names:
        yield dict.fromkeys(seats, name)
    for shift in range(1, len(names) if len(seats) > 1 else 0):
        yield {seat: names[(index + shift) % len(names)] for index, seat in enumerate(seats)}


def variations(options: type[msgspec.Struct]) -> Iterator[dict[str, Any]]:
    """One option changed at a time, as far as its type or its `examples` tell what else it may be."""
    for field in msgspec.structs.fields(options):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from ({field.name: inner} for inner in variations(field.type))
            continue
        default = None if field.required else field.default
        yield from ({field.name: value} for value in _values(field.type) if value != default)


def _values(kind: Any) -> Iterator[Any]:
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        yield from _values(args[0])
        for meta in args[1:]:
            yield from _examples(meta)
    elif origin is typing.Literal:
        yield from args
    elif origin in (typing.Union, types.UnionType):
        for arg in args:
            yield from _values(arg)
    elif kind is bool:
        yield from (True, False)
    elif isinstance(kind, type) and issubclass(kind, enum.Enum):
        yield from (member.value for member in kind)


def _examples(meta: Any) -> Iterator[Any]:
    if not isinstance(meta, msgspec.Meta):
        return
    yield from meta.examples or ()
    if meta.ge is not None and meta.le is not None:
        yield from (meta.ge, meta.le)
