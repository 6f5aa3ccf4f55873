"""`adjudge new`: begins a project for a game of one's own, which plays and passes its own checks as it stands."""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer

KINDS = {
    "dice": "two players, one die, and the question when to stop",
    "skirmish": "two bands on a map with terrain: walking, lines of sight, cover",
    "solo": "one player against the dice",
}
FILES = {
    "dice": {"bots.py": "who plays where nobody sits"},
    "skirmish": {
        "field.py": "the battlefield, made ready from the map, and who stands on it",
        "map.toml": "the table, to scale",
        "bots.py": "who plays where nobody sits",
    },
    "solo": {},
}
"""What a project has beside what they all have."""
MOST_LETTERS = 40
IGNORED = "__pycache__/\n*.egg-info/\n.pytest_cache/\n.mypy_cache/\n.ruff_cache/\ndist/\n"


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's id: small letters, digits and hyphens.")],
    kind: Annotated[str, typer.Option(metavar="KIND", help=f"What to begin with: {', '.join(KINDS)}.")] = "dice",
    folder: Annotated[
        Path | None,
        typer.Option("--in", metavar="FOLDER", help="Where to make the project's folder; here if left out."),
    ] = None,
) -> None:
    """Begin a game of your own: a project that plays, and passes its own checks, as it stands."""
    from adjudge.engine.errors import AdjudgeError

    chosen = _kind(kind)
    _check_name(name)
    place = (folder or Path()) / name
    if folder is not None and not folder.is_dir():
        raise AdjudgeError(f"--in: there is no folder {folder}")
    if place.exists():
        raise AdjudgeError(f"{place} is there already, and nothing is overwritten: choose another name")
    for path, text in _project(name, chosen):
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    package = place / "src" / _package(name)
    shown = package if package.is_absolute() else f"./{package.as_posix()}"
    typer.echo(f"{place} is ready: {KINDS[chosen]}. Change it while you play it:")
    typer.echo(f"  adjudge serve {shown} --reload     in the browser")
    typer.echo(f"  adjudge play {shown} --reload      in the terminal")
    typer.echo(f"  adjudge check {shown}              look for faults")


def _kind(given: str) -> str:
    from adjudge.engine.inputs import understood

    return understood(given, {it: it for it in KINDS}, "--kind")


def _check_name(name: str) -> None:
    """A name that is an id, makes a package, and is nobody else's."""
    from adjudge.engine.errors import BadInput
    from adjudge.engine.game import installed

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > MOST_LETTERS:
        allowed = f"up to {MOST_LETTERS} small letters, digits and hyphens, with a letter first, as in my-game"
        raise BadInput("NAME", name, allowed)
    if name in installed():
        raise BadInput("NAME", name, "a name that no installed game has")
    package = _package(name)
    if keyword.iskeyword(package) or keyword.issoftkeyword(package):
        raise BadInput("NAME", name, "a name that is no word of Python's own")
    if package in sys.stdlib_module_names or importlib.util.find_spec(package) is not None:
        raise BadInput("NAME", name, f"a name that no Python package has: `import {package}` finds another already")


def _package(name: str) -> str:
    return name.replace("-", "_")


def _project(name: str, kind: str) -> Iterator[tuple[str, str]]:
    """Every file of the project with its text."""
    starters = resources.files("adjudge.cli.starters")
    package = _package(name)
    for file in sorted((starters / kind).iterdir(), key=lambda it: it.name):
        if file.name.endswith((".py", ".toml")):
            yield f"src/{package}/{file.name}", _named(file, name, kind)
    yield f"src/{package}/py.typed", ""
    yield "tests/test_game.py", _named(starters / kind / "test_game.txt", name, kind)
    yield "pyproject.toml", _named(starters / "project" / "pyproject.txt", name, kind)
    yield "README.md", _named(starters / "project" / "README.txt", name, kind)
    yield ".gitignore", IGNORED


def _named(file: Traversable, name: str, kind: str) -> str:
    """A starter's text with the game's own names."""
    package, title = _package(name), name.replace("-", " ").capitalize()
    rows = "".join(f"\n| `src/{package}/{it}` | {what} |" for it, what in FILES[kind].items())
    text = file.read_text("utf-8")
    for old, fresh in (
        ('id="starter"', f'id="{name}"'),
        ('game = "starter"', f'game = "{name}"'),
        ("starter-id", name),
        ("starter-kind", kind),
        ("starter-files", rows),
        ("starter", package),
        ("Starter", title),
    ):
        text = text.replace(old, fresh)
    return text
