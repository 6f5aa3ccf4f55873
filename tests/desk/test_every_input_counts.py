"""Each input of each procedure, varied over its range, changes odds, ruling or text somewhere, or is refused.

An input that is accepted and never matters is how an umpire comes to lie: somebody said it, and nobody listened.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from adjudge.engine.game import Game, Procedure, find_game
from tests.desk.situations import SITUATIONS
from tests.desk.variations import (
    Data,
    Input,
    all_procedures,
    at_random,
    changed,
    inputs,
    is_refused,
    odds,
    plain_situation,
    rulings,
    said,
    values,
)

SINGLE, MIXED = 25, 35
"""Situations with one thing said, and with several, in which an input is tried before it is given up."""
SOME = 3
"""Values of an input that are tried in other situations than the plain one, which is tried with all of them."""


def told(game: Game[Any], procedure: Procedure) -> Iterator[Data]:
    """The plain situation, and those of the game's own."""
    plain = plain_situation(procedure)
    yield plain
    yield from (said(plain, given) for given in SITUATIONS.get((game.id, procedure.name), ()))


def others(game: Game[Any], procedure: Procedure, it: Input, rng: Random) -> Iterator[Data]:
    """Further situations to try an input in: those that differ in one other input, then any."""
    plain = plain_situation(procedure)
    known = [other for other in inputs(procedure.params) if other.path != it.path]
    for _ in range(SINGLE if known else 0):
        other = rng.choice(known)
        yield changed(plain, other.path, rng.choice(values(game, other)))
    for _ in range(MIXED):
        yield at_random(game, procedure, rng)


def counts(game: Game[Any], procedure: Procedure, it: Input) -> bool:
    """Whether it makes a difference anywhere: first where that is likely, then wherever chance has it."""
    tried = values(game, it)
    for base in told(game, procedure):
        if differs(game, procedure, it, base, rulings) or differs(game, procedure, it, base, odds):
            return True
    rng = Random(f"{game.id} {procedure.name} {it.name}")
    some = tried if len(tried) <= SOME else rng.sample(tried, SOME)
    return any(differs(game, procedure, it, base, rulings, some) for base in others(game, procedure, it, rng))


def differs(
    game: Game[Any], procedure: Procedure, it: Input, base: Data, look: Any, tried: list[Any] | None = None
) -> bool:
    """Whether one of its values is told from another; a situation that is refused whatever it is tells nothing."""
    before = look(game, procedure, base)
    if before is None:
        return False
    for value in tried or values(game, it):
        after = look(game, procedure, changed(base, it.path, value))
        if after != before and not (is_refused(before) and is_refused(after)):
            return True
    return False


@pytest.mark.parametrize(("game_id", "name"), all_procedures())
def test_every_input_changes_something_or_is_refused(game_id: str, name: str):
    game = find_game(game_id)
    procedure = game.procedure(name)
    idle = [it.name for it in inputs(procedure.params) if not counts(game, procedure, it)]
    assert idle == [], "accepted, and never matters"
