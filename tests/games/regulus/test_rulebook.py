"""The rulebook is whole: every rule is played and tried, and every worked example is a test."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from adjudge.engine.rulebook import citations
from adjudge.games.regulus import game
from adjudge.games.regulus.data import numbers

SOURCE = Path(str(resources.files("adjudge.games.regulus")))
TESTS = Path(__file__).parent


def cited(folder: Path) -> set[str]:
    return citations([path.read_text("utf-8") for path in folder.rglob("*.py")])


def test_every_rule_is_in_the_code_and_in_a_test():
    assert game.rulebook.uncovered(cited(SOURCE), cited(TESTS)) == []


def test_every_ruling_is_cited_where_it_is_played():
    noise = {"ruling.seed-noise"}  # slips of the pen, which leave nothing to play
    rulings = {f"ruling.{ruling.id}" for ruling in game.rulebook.ruling}
    assert rulings - cited(SOURCE) == noise


def test_nothing_is_cited_that_the_rulebook_does_not_hold():
    known = game.rulebook.ids
    rulings = {word for word in cited(SOURCE) if word.startswith("ruling.")}
    assert rulings - known == set()


def test_the_numbers_played_are_those_of_the_tables_shown():
    table = next(table for table in game.rulebook.table if table.id == "table.contest-results")
    for place, column in enumerate(table.columns[1:], 1):
        assert tuple(row[place] for row in table.rows) == numbers().columns[column]
