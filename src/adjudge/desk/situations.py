"""A situation: plain data as the typed parameters of a procedure, with figures taken from papers by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from adjudge.engine.errors import BadInput
from adjudge.engine.game import Game, Procedure
from adjudge.engine.inputs import convert, meant, merged, one_of
from adjudge.engine.papers import Paper

Papers = Callable[[str], str | None]
"""The text of a paper by the name that it was given under; None if there is none of that name."""

LIKE = "like"
"""The key under which a group of inputs names a figure of a paper, such as `my-party.toml:Rex`."""


CARRIED = ("weapon",)
"""Inputs beside the first group that come with the figure put into it."""


def no_papers(name: str) -> str | None:
    return None


def situation(game: Game[Any], procedure: str, data: Mapping[str, Any], papers: Papers = no_papers) -> Any:
    """The typed parameters of a procedure, or a refusal that names the field, what was given and what is allowed.

    A text where a group of inputs is wanted names a figure of a paper, as `my-party.toml:Rex` or, for an example that
    comes with the game, `human:Rex`; the group may say more under other names, and have it under `like`.
    """
    kind = game.procedure(procedure).params
    filled = _filled(game, msgspec.inspect.type_info(kind), dict(data), papers, "")
    return convert(kind, filled, procedure)


def laid_over(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """A situation with more said of it. More said of a figure that stands on a paper does not do away with it."""
    result = dict(base)
    for key, value in over.items():
        before = result.get(key)
        if isinstance(before, str) and ":" in before and isinstance(value, Mapping):
            before = {LIKE: before}
        elif isinstance(before, Mapping) and isinstance(value, str) and ":" in value:
            value = {LIKE: value}
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        result[key] = laid_over(before, value) if both else value  # type: ignore[arg-type]
    return result


def _filled(game: Game[Any], info: Any, data: Any, papers: Papers, where: str) -> Any:
    """The data with every figure that is named in it put in its place."""
    info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    if isinstance(info, msgspec.inspect.StructType):
        return _group(game, info, data, papers, where)
    if isinstance(data, list) and (item := getattr(info, "item_type", None)) is not None:
        return [_filled(game, item, each, papers, f"{where}[{number}]") for number, each in enumerate(data)]
    for member in getattr(info, "types", ()):
        if isinstance(member, msgspec.inspect.StructType) and isinstance(data, (str, dict)):
            return _group(game, member, data, papers, where)
    return data


def _group(game: Game[Any], info: msgspec.inspect.StructType, data: Any, papers: Papers, where: str) -> Any:
    fields = {field.encode_name: field.type for field in info.fields}
    if isinstance(data, str) and where:
        data = {LIKE: data}
    if not isinstance(data, dict):
        return data
    inner = {
        name: _filled(game, fields[known], value, papers, f"{where}.{name}".lstrip("."))
        if (known := meant(name, tuple(fields)))
        else value
        for name, value in data.items()
    }
    if LIKE in fields or LIKE not in inner:
        return inner
    return merged(_figure(game, info.cls, inner.pop(LIKE), papers, where or LIKE), inner)


def _figure(game: Game[Any], kind: type[msgspec.Struct], given: Any, papers: Papers, where: str) -> Mapping[str, Any]:
    """The inputs of a figure that stands on a paper."""
    kinds = [paper for paper in game.papers if paper.members]
    if not kinds:
        raise BadInput(where, given, f"names with values: no paper of {game.id} holds figures for the desk")
    name, colon, member = str(given).rpartition(":")
    text = papers(name) if colon else None
    if text is None:
        allowed = f"PAPER:NAME, where PAPER is {_a_paper(kinds)}"
        raise BadInput(where, given, allowed)
    found = _members(kinds, text, kind)
    if not found:
        raise BadInput(where, given, f"names with values: nobody on {name} can be put here")
    known = meant(member, tuple(found))
    if known is None:
        raise BadInput(where, given, f"somebody on {name}: {one_of(member, tuple(found))}")
    return found[known]


def _a_paper(kinds: list[Paper]) -> str:
    examples = dict.fromkeys(example for paper in kinds for example in paper.examples)
    return f"a file ({', '.join(paper.name for paper in kinds)}) or an example: {', '.join(examples)}"


def _members(kinds: list[Paper], text: str, kind: type[msgspec.Struct]) -> Mapping[str, Mapping[str, Any]]:
    """Those on a paper, read as the first kind that it fits. If it fits none, the first kind says why."""
    complaint: Exception | None = None
    for paper in kinds:
        try:
            thing = paper.read(text)
        except Exception as error:  # each reader complains in its own way; what is shown is the first's complaint
            complaint = complaint or error
        else:
            return paper.members(thing, kind) if paper.members else {}
    raise complaint or BadInput("paper", text, "a paper with figures")


class Figure(msgspec.Struct, frozen=True):
    """Somebody on a paper as a procedure takes them: which group of inputs they fill, and what else of theirs is used.

    `beside` are inputs that stand outside the group, such as the weapon they carry.
    """

    field: str
    paper: str
    name: str
    inputs: Mapping[str, Any]
    beside: Mapping[str, Any] = {}


def figures(game: Game[Any], procedure: Procedure, papers: Mapping[str, str]) -> Iterator[Figure]:
    """Everybody on some papers who can be put into a group of inputs of a procedure."""
    kinds = [paper for paper in game.papers if paper.members]
    groups = _groups(procedure.params)
    first = next(iter(groups), "")
    for paper, text in papers.items():
        own = _members(kinds, text, procedure.params)
        for field, kind in groups.items():
            for name, inputs in _members(kinds, text, kind).items():
                beside = own.get(name, {}) if field == first != "" else {}
                if inputs or beside:
                    yield Figure(field, paper, name, inputs, {key: beside[key] for key in CARRIED if key in beside})


def _groups(kind: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """The groups of inputs that a figure can fill, by their names; the procedure itself if it has none."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    found = {field.encode_name: inner for field in info.fields if (inner := _struct_in(field.type)) is not None}
    return {name: inner for name, inner in found.items() if name != "rulings"} or {"": kind}


def _struct_in(info: Any) -> type[msgspec.Struct] | None:
    """The group of inputs that a field holds: alone, in a list, or perhaps."""
    info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    if isinstance(info, msgspec.inspect.StructType):
        return info.cls
    inner = [getattr(info, "item_type", None), *getattr(info, "types", ())]
    return next((found for it in inner if it is not None and (found := _struct_in(it)) is not None), None)


def example_papers(game: Game[Any]) -> dict[str, str]:
    """The papers that come with a game and hold figures."""
    return {name: paper.sample(name) for paper in game.papers if paper.members for name in paper.examples}


def examples_of(game: Game[Any]) -> Papers:
    """The examples that come with a game, by their names."""
    return lambda name: next((it.sample(name) for it in game.papers if it.members and name in it.examples), None)
