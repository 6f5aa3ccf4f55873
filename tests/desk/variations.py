"""Every input of every procedure, the values to try it with, and what the desk makes of a situation."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from adjudge import desk
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import AdjudgeError, NoPolicy, OverBudget
from adjudge.engine.game import Game, Procedure, games
from tests.desk.situations import VALUES

SEEDS = range(5)
BUDGET = 3_000
HOUSE_RULES = "rulings"
TEXT_FILE = "text-file"

Data = dict[str, Any]
Path = tuple[str | int, ...]


class Input(NamedTuple):
    """A leaf of a situation: where it stands, and what type it has."""

    path: Path
    info: Any

    @property
    def name(self) -> str:
        """`shooter.combat`; entries of a list stand for all of them."""
        return ".".join(str(step) for step in self.path if not isinstance(step, int))

    @property
    def bare(self) -> Any:
        return self.info.type if isinstance(self.info, inspect.Metadata) else self.info

    @property
    def extra(self) -> Data:
        return (self.info.extra_json_schema or {}) if isinstance(self.info, inspect.Metadata) else {}


def all_procedures() -> list[tuple[str, str]]:
    """Game and procedure, of every installed game."""
    return [(game.id, it.name) for game in games().values() for it in game.procedures if game.id in installed_ids()]


@cache
def installed_ids() -> tuple[str, ...]:
    from adjudge.engine.game import installed

    return tuple(installed())


def inputs(kind: Any) -> list[Input]:
    """The leaves of a situation, without its house rules."""
    return [it for it in _leaves((), inspect.type_info(kind)) if it.path[0] != HOUSE_RULES]


def house_rules(kind: Any) -> list[Input]:
    """The house rules that a procedure takes."""
    return [it for it in _leaves((), inspect.type_info(kind)) if it.path[0] == HOUSE_RULES]


def _leaves(path: Path, info: Any) -> Iterator[Input]:
    bare = info.type if isinstance(info, inspect.Metadata) else info
    if isinstance(bare, inspect.UnionType):
        bare = next((it for it in bare.types if isinstance(it, inspect.StructType)), bare)
    if isinstance(bare, inspect.StructType):
        for field in bare.fields:
            yield from _leaves((*path, field.encode_name), field.type)
        return
    item = getattr(bare, "item_type", None)
    if item is not None and isinstance(_bare(item), inspect.StructType):
        yield Input(path, info)
        yield from _leaves((*path, 0), item)
        return
    yield Input(path, info)


def _bare(info: Any) -> Any:
    return info.type if isinstance(info, inspect.Metadata) else info


# ---------------------------------------------------------------------- values


def names_of(info: Any) -> list[str]:
    """The names that an input takes, if it takes only some."""
    if isinstance(info, inspect.Metadata):
        return list((info.extra_json_schema or {}).get("enum", ())) or names_of(info.type)
    if isinstance(info, inspect.LiteralType):
        return [it for it in info.values if isinstance(it, str)]
    if isinstance(info, inspect.EnumType):
        return [it.value for it in info.cls if isinstance(it.value, str)]
    if isinstance(info, inspect.UnionType):
        return [name for it in info.types for name in names_of(it)]
    return []


def values(game: Game[Any], it: Input) -> list[Any]:
    """What to try an input with: all names, both truths, ends and middle of numbers, lists with and without."""
    more = VALUES.get((game.id, it.name), ())
    if it.extra.get("format") == TEXT_FILE:
        return ["", *(paper.sample(name) for paper in game.papers for name in paper.examples[:1]), *more]
    return [*_values(it.info), *more]


def _values(info: Any) -> list[Any]:
    names = names_of(info)
    bare = _bare(info)
    if names:
        return names
    if isinstance(bare, inspect.BoolType):
        return [False, True]
    if isinstance(bare, inspect.IntType | inspect.FloatType):
        return _numbers(bare)
    if isinstance(bare, inspect.UnionType):
        return [value for it in bare.types for value in _values(it)]
    if isinstance(bare, inspect.NoneType):
        return [None]
    if isinstance(bare, inspect.LiteralType):
        return list(bare.values)
    if isinstance(bare, inspect.TupleType):
        return [[_values(it)[0] for it in bare.item_types], [_values(it)[-1] for it in bare.item_types]]
    item = getattr(bare, "item_type", None)
    if item is not None:
        return [[], *([value] for value in (_values(item) if not _is_struct(item) else [{}])), *_several(item)]
    if isinstance(bare, inspect.DictType):
        return [{}, *({key: value} for key in _values(bare.key_type) for value in _dict_values(bare.value_type))]
    return ["nonsense"]


def _several(item: Any) -> list[Any]:
    one = [{}] if _is_struct(item) else _values(item)
    return [[one[0], one[-1]], [one[0], one[-1], one[0]]]


def _dict_values(info: Any) -> list[Any]:
    if not _is_struct(info):
        return _values(info)
    return [{field.encode_name: value} for field in _bare(info).fields for value in _values(field.type)[:3]]


def _is_struct(info: Any) -> bool:
    return isinstance(_bare(info), inspect.StructType)


def _numbers(info: inspect.IntType | inspect.FloatType) -> list[Any]:
    least = info.ge if info.ge is not None else info.gt if info.gt is not None else 0
    most = info.le if info.le is not None else info.lt if info.lt is not None else least + 10
    kind = int if isinstance(info, inspect.IntType) else float
    steps = (0, 1, 2, (most - least) / 8, (most - least) / 4, (most - least) / 2, most - least)
    return [*dict.fromkeys(kind(min(least + step, most)) for step in steps)]


# ---------------------------------------------------------------------- situations


def plain_situation(procedure: Procedure) -> Data:
    """A situation about which nothing was said, with all its defaults written out."""
    data = msgspec.to_builtins(procedure.params())
    assert isinstance(data, dict)
    return data


def changed(data: Data, path: Path, value: Any) -> Data:
    """A situation with one input set."""
    result = deepcopy(data)
    inner: Any = result
    for step, following in pairwise(path):
        if isinstance(step, int):
            inner = inner[step]
        elif isinstance(following, int):
            inner[step] = list(inner.get(step) or [{}])
            inner = inner[step]
        else:
            inner[step] = dict(inner.get(step) or {})
            inner = inner[step]
    inner[path[-1]] = value
    return result


def said(data: Data, given: Data) -> Data:
    """A situation with things said by their dotted names."""
    for name, value in given.items():
        data = changed(data, tuple(name.split(".")), value)
    return data


def at_random(game: Game[Any], procedure: Procedure, rng: Random) -> Data:
    """A situation about which this and that is said."""
    data = plain_situation(procedure)
    known = inputs(procedure.params)
    for it in rng.sample(known, rng.randint(0, len(known) // 2)):
        data = changed(data, it.path, rng.choice(values(game, it)))
    return data


def rulings(game: Game[Any], procedure: Procedure, data: Data) -> Any:
    """What the desk says of a situation for some throws of the dice, or its refusal."""
    try:
        params = desk.situation(game, procedure.name, data, desk.examples_of(game))
        return [_told(game, procedure, params, seed) for seed in SEEDS]
    except AdjudgeError as error:
        return f"refused: {error}"


def _told(game: Game[Any], procedure: Procedure, params: Any, seed: int) -> Any:
    found = desk.rule_on(game, procedure, params, dice=FastDice(seed), choices=desk.Choices({}, "random"))
    assert isinstance(found, desk.Ruling)
    return found.words, [msgspec.to_builtins(it, enc_hook=str) for it in found.happenings]


def odds(game: Game[Any], procedure: Procedure, data: Data) -> Any:
    """The exact odds of a situation, if it has any within the budget."""
    if procedure.estimate:
        return None
    try:
        params = desk.situation(game, procedure.name, data, desk.examples_of(game))
        found = desk.exact(game, procedure, params, desk.Choices({}, "" if game.policy else "uniform"), budget=BUDGET)
    except (OverBudget, NoPolicy):
        return None
    except AdjudgeError as error:
        return f"refused: {error}"
    return {it.words: it.p for it in found.outcomes}


def is_refused(found: Any) -> bool:
    return isinstance(found, str)
