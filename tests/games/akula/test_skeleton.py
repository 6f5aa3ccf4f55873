"""How the game's folder is laid out: chapters in the book's order, no kind of zed known by name, no hidden imports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from adjudge.games.akula import game, kinds, rules
from adjudge.games.akula.data import KINDS

FOLDER = Path(rules.__file__).parent
CHAPTERS = re.findall(r"^\| `(\w+)` \|", rules.__doc__ or "", re.MULTILINE)

SECTIONS = {
    "sequence": "Turn Sequence",
    "activation": '"Active" Zeds',
    "grab": 'The "Zombie Grab"',
    "vehicles": "Vehicles",
    "tanks": 'Zombie "Tanks"',
    "liches": '"Liches & Witches"',
    "spawn": "Spawn Points",
    "shooting": "Shooting",
    "melee": "Hand-to-Hand Combat",
    "infection": '(Optional Rule) "Infection"',
}
"""The book's heading of each chapter; `actions` and `zeds` belong to its first, which is long."""


def test_the_rules_are_chapters_and_nothing_else():
    assert set(CHAPTERS) == {path.stem for path in FOLDER.glob("*.py")} - {"__init__"}


def test_the_chapters_are_listed_in_the_books_order():
    book = list(dict.fromkeys(rule.section for rule in game.rulebook.rule))
    positions = [book.index(SECTIONS[name]) for name in CHAPTERS if name in SECTIONS]
    assert len(positions) == len(SECTIONS)
    assert positions == sorted(positions)


@pytest.mark.parametrize("path", sorted(FOLDER.parent.rglob("*.py")), ids=lambda path: path.stem)
def test_nothing_is_imported_inside_a_function(path):
    functions = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]
    inner = [node for function in functions for node in ast.walk(function)]
    assert not [node.lineno for node in inner if isinstance(node, ast.Import | ast.ImportFrom)]


@pytest.mark.parametrize("name", CHAPTERS)
def test_no_chapter_compares_the_kind_of_a_zed(name):
    """What a kind does otherwise it says itself, at a moment that the chapter declares."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare) and _mentions_kind(node)]
    assert not [node.lineno for node in compared]


def _mentions_kind(compare: ast.Compare) -> bool:
    parts = [it for side in (compare.left, *compare.comparators) for it in ast.walk(side)]
    asks = any(isinstance(it, ast.Attribute) and it.attr == "kind" for it in parts)
    return asks and any(isinstance(it, ast.Constant) and it.value in KINDS for it in parts)


def test_every_kind_has_its_abilities():
    assert set(kinds.ABILITIES) == set(KINDS)
    assert {ability.rule for ability in kinds.ABILITIES.values()} <= game.rule_ids
