"""A name that is spelt clearly is understood; any other is refused, with what there is. None is ever ignored."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import inspect

from adjudge import desk
from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.engine.game import Game, Procedure, find_game
from tests.desk.variations import (
    TEXT_FILE,
    Data,
    Input,
    all_procedures,
    changed,
    inputs,
    names_of,
    plain_situation,
    rulings,
)


def described(game: Game[Any], procedure: Procedure, data: Data) -> Any:
    return desk.situation(game, procedure.name, data, desk.examples_of(game))


def named(it: Input) -> tuple[list[str], bool]:
    """The names that an input takes, and whether it takes a list of them."""
    item = getattr(it.bare, "item_type", None)
    return (names_of(item), True) if item is not None else (names_of(it.info), False)


def holding(name: str, is_list: bool) -> Any:
    return [name] if is_list else name


@pytest.mark.parametrize(("game_id", "name"), all_procedures())
def test_a_misspelt_name_is_refused_and_a_capital_one_understood(game_id: str, name: str):
    game = find_game(game_id)
    procedure = game.procedure(name)
    plain = plain_situation(procedure)
    for it in inputs(procedure.params):
        names, is_list = named(it)
        for known in [known for known in names if known][:3]:
            spoken = known.replace("-", " ").upper()
            same = [changed(plain, it.path, holding(word, is_list)) for word in (known, spoken)]
            first, second = (described(game, procedure, data) for data in same)
            assert first == second, f"{it.name}={spoken}"
            with pytest.raises(BadInput, match="doesn't fit; use"):
                described(game, procedure, changed(plain, it.path, holding(f"{known}xyzzy", is_list)))


def takes_text(it: Input) -> bool:
    item = getattr(it.bare, "item_type", None)
    names, _ = named(it)
    bare = it.bare if item is None else item.type if isinstance(item, inspect.Metadata) else item
    return isinstance(bare, inspect.StrType) and not names and it.extra.get("format") != TEXT_FILE


@pytest.mark.parametrize(("game_id", "name"), all_procedures())
def test_a_word_that_means_nothing_is_refused_everywhere(game_id: str, name: str):
    game = find_game(game_id)
    procedure = game.procedure(name)
    plain = plain_situation(procedure)
    takers = set()
    for it in inputs(procedure.params):
        if takes_text(it):
            data = changed(plain, it.path, holding("xyzzy", getattr(it.bare, "item_type", None) is not None))
            try:
                refused = isinstance(rulings(game, procedure, data), str)
            except Exception:
                refused = False
            takers |= set() if refused else {f"{name}: {it.name}"}
    assert takers == set(), "takes any word, and ignores it"


def groups(info: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Where a situation has groups of inputs, itself included."""
    bare = info.type if isinstance(info, inspect.Metadata) else info
    if not isinstance(bare, inspect.StructType):
        return []
    return [path, *(found for field in bare.fields for found in groups(field.type, (*path, field.encode_name)))]


@pytest.mark.parametrize(("game_id", "name"), all_procedures())
def test_an_input_that_nobody_knows_is_refused_in_every_group(game_id: str, name: str):
    game = find_game(game_id)
    procedure = game.procedure(name)
    for path in groups(inspect.type_info(procedure.params)):
        data = changed(plain_situation(procedure), (*path, "xyzzy"), 1)
        with pytest.raises(AdjudgeError, match="xyzzy"):
            described(game, procedure, data)
