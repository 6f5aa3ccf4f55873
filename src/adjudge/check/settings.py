"""Which matches the kit plays: the options and the bots of a match follow from its seed alone."""

from __future__ import annotations

import enum
import hashlib
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product
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

    def untried(self, first: int, matches: int) -> list[int]:
        """The seeds after these matches that try the variations which these did not."""
        count = len(self._variations)
        tried = {seed // 2 % count for seed in range(first, first + matches) if seed % 2} if count else set()
        after = (first + matches) | 1
        found = {seed // 2 % count: seed for seed in reversed(range(after, after + 2 * count, 2))}
        return sorted(seed for index, seed in found.items() if index not in tried)

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
    names = sorted(game.own_bots(), key=lambda name: name != "random")
    for name in names:
        yield dict.fromkeys(seats, name)
    for shift in range(1, len(names) if len(seats) > 1 else 0):
        yield {seat: names[(index + shift) % len(names)] for index, seat in enumerate(seats)}


def variations(options: type[msgspec.Struct]) -> Iterator[dict[str, Any]]:
    """What else the options may be, as far as their types and `examples` tell: one changed at a time, to each of its
    values or to an end of its numbers; then each end of a number together with each other value of the other options,
    since how many there are often matters only of some kinds; then house rules and the like, one at a time."""
    plain = [field for field in msgspec.structs.fields(options) if not _is_nested(field.type)]
    for field in plain:
        yield from ({field.name: value} for value in _others(field, (*_values(field.type), *_ends(field.type))))
    for field, other in permutations(plain, 2):
        ends, values = _others(field, _ends(field.type)), _others(other, _values(other.type))
        yield from ({field.name: end, other.name: value} for end, value in product(ends, values))
    for field in msgspec.structs.fields(options):
        if _is_nested(field.type):
            yield from ({field.name: inner} for inner in variations(field.type))


def _is_nested(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _others(field: msgspec.structs.FieldInfo, values: Iterable[Any]) -> list[Any]:
    """The values that are not the default, each once."""
    default = None if field.required else field.default
    found: list[Any] = []
    for value in values:
        if value != default and value not in found:
            found.append(value)
    return found


def _values(kind: Any) -> Iterator[Any]:
    """What an option may be: all there is of a few, else its examples."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        yield from _values(args[0])
        for meta in args[1:]:
            yield from (meta.examples or ()) if isinstance(meta, msgspec.Meta) else ()
    elif origin is typing.Literal:
        yield from args
    elif origin in (typing.Union, types.UnionType):
        for arg in args:
            yield from _values(arg)
    elif kind is bool:
        yield from (True, False)
    elif isinstance(kind, type) and issubclass(kind, enum.Enum):
        yield from (member.value for member in kind)


def _ends(kind: Any) -> Iterator[Any]:
    """The least and the greatest that a number may be, as far as it is bounded."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        for arg in typing.get_args(kind):
            yield from _ends(arg)
    if typing.get_origin(kind) is not typing.Annotated:
        return
    whole, *metas = typing.get_args(kind)
    for meta in metas:
        if isinstance(meta, msgspec.Meta):
            least = meta.gt + 1 if whole is int and meta.gt is not None else meta.ge
            most = meta.lt - 1 if whole is int and meta.lt is not None else meta.le
            yield from (end for end in (least, most) if end is not None)
