"""Every house rule that the desk takes makes a difference in one of the procedures that take it, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from adjudge.engine.game import Game, Procedure, find_game
from tests.desk.situations import BY_HOUSE_RULE
from tests.desk.test_every_input_counts import differs, told
from tests.desk.variations import (
    Data,
    Input,
    at_random,
    house_rules,
    installed_ids,
    odds,
    plain_situation,
    rulings,
    said,
)

GAMES = [it for it in installed_ids() if any(house_rules(each.params) for each in find_game(it).procedures)]
MIXED = 40
"""Situations of each procedure with several things said, before a house rule is given up."""


def taken(game: Game[Any]) -> dict[str, list[tuple[Procedure, Input]]]:
    """The house rules that procedures take, each with those procedures."""
    found: dict[str, list[tuple[Procedure, Input]]] = {}
    for procedure in game.procedures:
        for it in house_rules(procedure.params):
            found.setdefault(it.name, []).append((procedure, it))
    return found


def known(game: Game[Any], procedure: Procedure, name: str) -> Iterator[Data]:
    """Situations in which it should matter, then those of the game."""
    for given in BY_HOUSE_RULE.get((game.id, name.partition(".")[2]), ()):
        if given.get("procedure", procedure.name) == procedure.name:
            yield said(plain_situation(procedure), {key: it for key, it in given.items() if key != "procedure"})
    yield from told(game, procedure)


def matters(game: Game[Any], name: str, procedures: list[tuple[Procedure, Input]]) -> bool:
    for procedure, it in procedures:
        for base in known(game, procedure, name):
            if differs(game, procedure, it, base, rulings) or differs(game, procedure, it, base, odds):
                return True
    rng = Random(f"{game.id} {name}")
    return any(
        differs(game, procedure, it, at_random(game, procedure, rng), rulings)
        for _ in range(MIXED)
        for procedure, it in procedures
    )


@pytest.mark.parametrize("game_id", GAMES)
def test_every_house_rule_of_the_desk_makes_a_difference_or_is_refused(game_id: str):
    game = find_game(game_id)
    idle = {name for name, procedures in taken(game).items() if not matters(game, name, procedures)}
    assert idle == set(), "accepted, and never matters"
