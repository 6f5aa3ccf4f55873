"""A rule is composed once, and every game's folder has the same skeleton: what ARCHITECTURE forbids is found here.

That forecasts and the live rule agree is tried in play, by the conformance kit; here the code itself is read.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_architecture import SOURCE, imports, modules

PROSE = {"prompt", "label", "note", "describe", "shown", "text"}
"""What a bot never reads: it goes by `about`, `facts` and outcomes, which are data."""

BESIDE_THE_RULES = {
    *("bots", "making", "papers", "places", "policy", "procedures", "prospects", "readings", "regions", "setup"),
    *("sights", "state", "view", "wording"),
}
"""What is no chapter of a book: it stands beside `rules/`, under the same name in every game."""


def games(source: Path) -> list[Path]:
    return sorted(path.parent for path in (source / "adjudge" / "games").glob("*/rules"))


def trees(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield str(path.relative_to(folder.parent)), ast.parse(path.read_text("utf-8"), str(path))


def late_imports(folder: Path) -> list[str]:
    """Imports of ours inside functions: they hide a cycle. (An optional package is imported where it is needed.)"""
    return [
        f"{name}:{inner.lineno}"
        for name, tree in trees(folder)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for inner in ast.walk(node)
        if isinstance(inner, ast.ImportFrom) and (inner.module or "adjudge").startswith("adjudge")
    ]


def prose_read(folder: Path) -> list[str]:
    """Where a game's bots or its policy read a sentence."""
    return [
        f"{name}:{node.lineno} reads .{node.attr}"
        for name, tree in trees(folder)
        if Path(name).stem in ("bots", "policy") or "bots/" in name
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in PROSE
    ]


def formulas(folder: Path) -> list[str]:
    """Where a game counts the ways of a reading itself instead of having a rule run through its branches. A bot may
    weigh what dice can show; what it weighs is no odds that anybody is told."""
    return [
        f"{name}:{node.lineno} counts .{node.attr}"
        for name, tree in trees(folder)
        if Path(name).stem != "bots"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "ways"
    ]


def silenced(folder: Path) -> list[str]:
    """Rules that take a switch to leave out a part of themselves."""
    return [
        f"{name}:{node.lineno} {node.name}({argument.arg})"
        for name, tree in trees(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for argument in (*node.args.args, *node.args.kwonlyargs)
        if argument.arg in ("quiet", "silent", "wears", "dry_run")
    ]


def cycles(source: Path) -> list[str]:
    """Modules of a game that import one another in a circle."""
    known = {name: path for name, path in modules(source).items() if name.startswith("adjudge.games.")}
    needs = {name: {it for it in _needed(name, path, known) if it != name} for name, path in known.items()}
    while leaves := [name for name, others in needs.items() if not others & needs.keys()]:
        for name in leaves:
            del needs[name]
    while roots := needs.keys() - {other for others in needs.values() for other in others}:
        for name in roots:
            del needs[name]
    return sorted(needs)


def _needed(name: str, path: Path, known: dict[str, Path]) -> Iterator[str]:
    typing_only = {
        inner.lineno
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Import, ast.ImportFrom))
    }
    for found in imports(name, path):
        if found.line not in typing_only:
            target = found.target if found.target in known else found.target.rpartition(".")[0]
            if target in known:
                yield target


def unlisted_chapters(game: Path) -> list[str]:
    """Modules of `rules/` that its docstring does not list, and those that it lists and that are not there."""
    listed = ast.get_docstring(ast.parse((game / "rules" / "__init__.py").read_text("utf-8"))) or ""
    there = {path.stem for path in (game / "rules").glob("*") if path.stem != "__init__" and path.suffix in ("", ".py")}
    there.discard("__pycache__")
    return sorted(name for name in there if f"`{name}`" not in listed)


def misplaced(game: Path) -> list[str]:
    """What is no chapter and stands among them all the same."""
    return sorted(path.stem for path in (game / "rules").rglob("*.py") if path.stem in BESIDE_THE_RULES)


@pytest.mark.parametrize("game", games(SOURCE), ids=lambda path: path.name)
@pytest.mark.parametrize(
    "found", [late_imports, prose_read, formulas, silenced, unlisted_chapters, misplaced], ids=lambda it: it.__name__
)
def test_a_game_composes_each_rule_once_and_keeps_the_skeleton(found, game):
    assert found(game) == []


def test_no_game_imports_itself_in_a_circle():
    assert cycles(SOURCE) == []


# The checks above are only worth something if they can fail.


@pytest.mark.parametrize(
    ("found", "file", "code"),
    [
        (late_imports, "rules/combat.py", "def shoot():\n    from adjudge.games.x import state"),
        (prose_read, "bots.py", "def bot(asked):\n    return asked.question.prompt"),
        (prose_read, "bots.py", "def bot(asked):\n    return asked.question.describe(1)"),
        (formulas, "prospects.py", "def chance(reading):\n    return 1 / reading.ways"),
        (silenced, "rules/combat.py", "def shoot(table, *, quiet=False): ..."),
        (unlisted_chapters, "rules/combat.py", ""),
        (misplaced, "rules/places.py", ""),
    ],
)
def test_what_is_forbidden_is_found(tmp_path, found, file, code):
    game = tmp_path / "adjudge" / "games" / "x"
    (game / "rules").mkdir(parents=True)
    (game / "rules" / "__init__.py").write_text('"""The chapters: `places`."""\n')
    (game / file).write_text(code + "\n")
    assert len(found(game)) == 1


def test_a_circle_is_found(tmp_path):
    game = tmp_path / "adjudge" / "games" / "x"
    game.mkdir(parents=True)
    (game / "a.py").write_text("from adjudge.games.x import b\n")
    (game / "b.py").write_text("from adjudge.games.x.c import one\n")
    (game / "c.py").write_text("from adjudge.games.x import a\n")
    (game / "d.py").write_text("from adjudge.games.x import a\n")
    assert cycles(tmp_path) == [f"adjudge.games.x.{name}" for name in "abc"]
