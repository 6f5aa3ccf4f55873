"""A party at once: the same rules as step by step, with dice from a seed and somebody quick to choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudge.engine import Allocate, Asked, BadInput, Choose, Playout, random_bot
from adjudge.engine.chance import FastDice
from adjudge.engine.table import one_bot
from adjudge.games.mdrg.book import CREATED_TYPES, GEAR
from adjudge.games.mdrg.party import Party
from adjudge.games.mdrg.rules.creation import NOBODY, STOCK, muster_turn, party_of
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings
from adjudge.games.mdrg.state import Muster


def roll_party(
    seed: int | str,
    size: int = 5,
    types: Mapping[str, int] | None = None,
    *,
    name: str = "",
    rulings: Rulings = AS_WRITTEN,
) -> Party:
    """A random party of the agreed size; `types` says how many places each type gets, else they are drawn too."""
    if types is not None and (sum(types.values()) != size or not set(types) <= set(CREATED_TYPES)):
        raise BadInput("types", dict(types), f"{size} places shared over {', '.join(CREATED_TYPES)}")
    muster = Muster("owner", size, rulings)
    table: Playout[Muster] = Playout(muster, one_bot(_quartermaster(types)), FastDice(seed))
    while muster.step != "done":
        muster_turn(table, muster)
    muster.name = name or f"Party {seed}"
    return party_of(muster)


def _quartermaster(types: Mapping[str, int] | None) -> Any:
    """Draws what there is to draw, wastes nothing, and names a Leader and a champion."""

    def choose(asked: Asked) -> Any:
        question = asked.question
        if asked.rule == "creation.types" and types is not None:
            return dict(types)
        if asked.rule == "creation.equipment-pool":
            return carrier(asked.view, question) if isinstance(question, Choose) else even_shares(asked.view, question)
        if isinstance(question, Choose) and NOBODY in question.options:
            return best_model(asked.view, question.options)
        return random_bot(asked)

    return choose


def carrier(muster: Muster, question: Choose[Any]) -> Any:
    """The one who carries least gets the next item."""
    able = [key for key in question.options if key != STOCK]
    return min(able, key=lambda key: (len(muster.models[key].gear), key)) if able else STOCK


def even_shares(muster: Muster, question: Any) -> dict[str, int]:
    """Those with guns get the next cell in turn, then everybody."""
    assert isinstance(question, Allocate)
    armed = [key for key in question.slots if any(GEAR[item].kind == "gun" for item in muster.models[int(key)].gear)]
    takers = armed or list(question.slots)
    shares = dict.fromkeys(question.slots, 0)
    for turn in range(question.number):
        shares[takers[turn % len(takers)]] += 1
    return shares


def best_model(muster: Muster, keys: Any) -> Any:
    """The model with the most special rules, the first of equals."""
    able = [key for key in keys if key != NOBODY]
    return max(able, key=lambda key: (len(muster.models[key].traits), -key)) if able else NOBODY
