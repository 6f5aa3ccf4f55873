"""Special rules hook in at named moments: no chapter of the core rules names an ability or an item."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from adjudge.games.mdrg import ability, book, rules

SOURCE = Path(book.__file__).parent
CHAPTERS = sorted(
    [path for path in (*SOURCE.glob("rules/*.py"), *SOURCE.glob("campaign/rules/*.py")) if path.stem != "__init__"]
    + [SOURCE / "legality.py", SOURCE / "view.py", SOURCE / "small_tables.py", *SOURCE.glob("procedures/*.py")]
)
KINDS = {gear.kind for gear in book.GEAR.values()}
NAMED = (set(book.SPECIALS) | set(book.GEAR) | set(book.ARMS) | set(ability._KNOWN)) - KINDS
"""Every special rule, piece of equipment, natural weapon, trait of a weapon and passing effect."""

ALLOWED = {
    ("*", "animal"): "a character type (animal.profile); trained animals have a rule of the same name",
    ("aftermath", "disease"): "what a Quality roll withstands (wretched.infection-weekly-death)",
    ("procedures", "infected"): "the word for an outcome (wretched.infection-roll)",
    ("procedures", "poison"): "the name of a procedure of the desk",
    ("procedures", "telepathy"): "the name of a procedure of the desk, and the trait of its first form",
    ("procedures", "pistol"): "what the desk's form begins with",
    ("procedures", "laser-gun"): "what the desk's form begins with",
    ("procedures", "quills"): "the name of a procedure of the desk",
    ("procedures", "entangle"): "the name of a procedure of the desk",
    ("procedures", "healing"): "the name of a procedure of the desk",
    ("procedures", "leader"): "the name of an input of the desk",
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


def page(path: Path) -> str:
    """What a chapter is called; all pages of the desk are one."""
    return "procedures" if path.parent.name == "procedures" else path.stem


def is_allowed(chapter: str, id: str) -> bool:
    return ("*", id) in ALLOWED or (chapter, id) in ALLOWED


@pytest.mark.rules("ability.special-rules-general")
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_of_the_core_rules_names_no_ability_and_no_item(chapter):
    found = [(line, id) for line, id in named_in(chapter.read_text("utf-8")) if not is_allowed(page(chapter), id)]
    assert found == [], f"{chapter.stem}: ask a moment in place of a name"


@pytest.mark.parametrize(
    "chapter", [path for path in CHAPTERS if path.parent.name == "rules"], ids=lambda path: path.stem
)
def test_a_chapter_of_the_core_rules_cites_no_rule_of_an_ability_an_item_or_a_drug(chapter):
    """What a special rule does is told by the rule that the special rule gives."""
    cited = [string for _, string in strings(ast.parse(chapter.read_text("utf-8")))]
    assert [string for string in cited if string.startswith(("ability.", "equipment.", "drug."))] == []


def test_every_exception_is_still_needed():
    used = {(page(path), id) for path in CHAPTERS for _, id in named_in(path.read_text("utf-8"))}
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
    silent = {id for id in (*book.SPECIALS, *book.GEAR) if not ability.is_special(id)}
    kinds = {id for id in silent if id in book.GEAR and book.GEAR[id].kind in ("gun", "missile", "canister", "grenade")}
    assert silent - kinds == {"laser-reflective-armor", "poison-antidote", "genetic-booster"}


# Who imports whom


PACKAGE = "adjudge.games.mdrg"


def modules():
    """Every module of the game, by its name."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join((PACKAGE, *(part for part in parts if part != "__init__")))] = path
    return found


def imports(path, known):
    """The modules of the game that a module imports, also where only types are wanted."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PACKAGE):
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in known else node.module


def test_chapters_know_no_special_rule():
    known = modules()
    for name, path in known.items():
        if name.startswith(f"{PACKAGE}.rules"):
            assert [one for one in imports(path, known) if one.startswith(f"{PACKAGE}.special")] == [], name


def test_nothing_imports_in_circles():
    known = modules()
    ahead = {name: {one for one in imports(path, known) if one not in (name, PACKAGE)} for name, path in known.items()}
    while leaves := [name for name, others in ahead.items() if not others]:
        for leaf in leaves:
            del ahead[leaf]
        ahead = {name: others - set(leaves) for name, others in ahead.items()}
    assert ahead == {}


def test_every_chapter_is_listed_with_a_line_and_nothing_else_is_among_them():
    listed = set(re.findall(r"^    `(\w+)`  ", rules.__doc__, re.MULTILINE))
    assert listed == {path.stem for path in (SOURCE / "rules").glob("*.py")} - {"__init__"}
