"""Special rules hook in at named moments: no chapter of the core rules names an ability or an item."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from adjudge.games.mdrg import book
from adjudge.games.mdrg.rules import moments

SOURCE = Path(book.__file__).parent
CHAPTERS = sorted(
    path
    for path in (*SOURCE.glob("rules/*.py"), *(SOURCE / f"{name}.py" for name in ("legality", "procedures", "view")))
    if path.name not in ("__init__.py", "moments.py")
)
KINDS = {gear.kind for gear in book.GEAR.values()}
NAMED = (set(book.SPECIALS) | set(book.GEAR) | set(book.ARMS) | set(moments._KNOWN)) - KINDS
"""Every special rule, piece of equipment, natural weapon, trait of a weapon and passing effect."""

ALLOWED = {
    ("*", "animal"): "a character type (animal.profile); trained animals have a rule of the same name",
    ("procedures", "infected"): "the word for an outcome (wretched.infection-roll)",
    ("procedures", "poison"): "the name of a procedure of the desk",
    ("procedures", "telepathy"): "the name of a procedure of the desk, and the trait of its first form",
    ("procedures", "pistol"): "what the desk's form begins with",
    ("procedures", "laser-gun"): "what the desk's form begins with",
    ("procedures", "assault-rifle"): "what the desk's form begins with",
}


def strings(tree: ast.AST):
    """The strings of the code; not what stands in docstrings."""
    prose = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def named_in(text: str):
    """The ids that stand in a chapter, with the line: alone, with a detail in brackets, or as part of a key."""
    for line, string in strings(ast.parse(text)):
        for part in string.partition(" (")[0].split(":"):
            if part in NAMED:
                yield line, part


def is_allowed(chapter: str, id: str) -> bool:
    return ("*", id) in ALLOWED or (chapter, id) in ALLOWED


@pytest.mark.rules("ability.special-rules-general")
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_of_the_core_rules_names_no_ability_and_no_item(chapter):
    found = [(line, id) for line, id in named_in(chapter.read_text("utf-8")) if not is_allowed(chapter.stem, id)]
    assert found == [], f"{chapter.stem}: ask a moment of rules/moments.py in place of a name"


@pytest.mark.parametrize(
    "chapter", [path for path in CHAPTERS if path.parent.name == "rules"], ids=lambda path: path.stem
)
def test_a_chapter_of_the_core_rules_cites_no_rule_of_an_ability_an_item_or_a_drug(chapter):
    """What a special rule does is told by the rule that the special rule gives."""
    cited = [string for _, string in strings(ast.parse(chapter.read_text("utf-8")))]
    assert [string for string in cited if string.startswith(("ability.", "equipment.", "drug."))] == []


def test_every_exception_is_still_needed():
    used = {(path.stem, id) for path in CHAPTERS for _, id in named_in(path.read_text("utf-8"))}
    assert {key for key in ALLOWED if not any(key in ((stem, id), ("*", id)) for stem, id in used)} == set()


@pytest.mark.parametrize(
    ("line", "id"),
    [
        ('if "hero" in figure.rules: ...', "hero"),
        ('brave = owns(figure, "tough")', "tough"),
        ('key = "dose:stimulant"', "stimulant"),
        ('rule = "absorption (heat)"', "absorption"),
    ],
)
def test_a_name_would_be_found(line, id):
    assert list(named_in(line)) == [(1, id)]


def test_every_special_rule_that_a_model_can_have_answers_a_moment_or_is_asked_for_by_one_that_does():
    """Mind Block and the reflective armor say nothing themselves: minds and lasers look for them."""
    silent = {id for id in (*book.SPECIALS, *book.GEAR) if not moments.is_special(id)}
    kinds = {id for id in silent if id in book.GEAR and book.GEAR[id].kind in ("gun", "missile", "canister", "grenade")}
    assert silent - kinds == {"nutritious-fruits", "laser-reflective-armor", "poison-antidote", "genetic-booster"}
