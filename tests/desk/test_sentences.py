"""The desk answers in sentences: every ruling says something, and nothing it says is raw data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from adjudge import desk
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.game import Game, Procedure, find_game
from adjudge.engine.table import Event, Rolled
from tests.desk.test_every_input_counts import told
from tests.desk.variations import Data, all_procedures, changed, inputs, plain_situation, values

RAW = re.compile(
    r"\('|',\)|\[\(|\{'|\b(?:None|True|False)\b|<[a-z_.]+|frozenset|[a-z]+_[a-z]+|\b(?:red|blue|green|zed|foe|one)-\d"
)
"""What a person should never read: reprs of tuples and dicts, and ids."""
ONE_OF_MANY = re.compile(r"\b1 (?:dice|wounds|actions|issues|marks|points|zeds|enemies|shots|failures|successes)\b")


def situations(game: Game[Any], procedure: Procedure) -> Iterator[Data]:
    yield from told(game, procedure)
    plain = plain_situation(procedure)
    for it in inputs(procedure.params):
        for value in values(game, it)[-2:]:
            yield changed(plain, it.path, value)


def faults(ruling: desk.Ruling) -> Iterator[str]:
    events = [it for it in ruling.happenings if isinstance(it, Event)]
    if not any(" " in it.text.strip() for it in events):
        yield "says no sentence"
    texts = [ruling.words, *(it.text for it in events)]
    for roll in ruling.happenings:
        if isinstance(roll, Rolled):
            texts += [roll.label, *([roll.value] if isinstance(roll.value, str) else [])]
            if isinstance(roll.value, (list, tuple, dict)):
                yield f"shows the raw value {roll.value!r} of {roll.rule}"
    for text in texts:
        if not text.strip() or RAW.search(text) or ONE_OF_MANY.search(text):
            yield f"says {text!r}"


def said(game: Game[Any], procedure: Procedure) -> set[str]:
    found: set[str] = set()
    for data in situations(game, procedure):
        for seed in range(3):
            try:
                params = desk.situation(game, procedure.name, data, desk.examples_of(game))
                choices = desk.Choices({}, "random")
                ruling = desk.rule_on(game, procedure, params, dice=FastDice(seed), choices=choices)
            except AdjudgeError as error:
                found |= {f"refuses with {error}"} if RAW.search(str(error).partition("; use ")[2]) else set()
                break
            assert isinstance(ruling, desk.Ruling)
            found |= set(faults(ruling))
    return found


@pytest.mark.parametrize(("game_id", "name"), all_procedures())
def test_a_ruling_says_a_sentence_and_no_raw_data(game_id: str, name: str):
    game = find_game(game_id)
    assert said(game, game.procedure(name)) == set()
