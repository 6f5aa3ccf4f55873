"""Which rules are cited by a game's code and by its tests, gathered into the `coverage.toml` that the game ships.

`python -m adjudge.check.coverage` writes it for every game of a project (`src/*/games/<id>` and `tests/games/<id>`);
with `--check` it only says which files are out of date. `adjudge rules GAME --coverage` reads what was gathered.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from adjudge.check.rulebooks import read_sources
from adjudge.engine.rulebook import Coverage, Rulebook, citations

FILE = "coverage.toml"
HEAD = "# Gathered by `make docs` from the citations in the game's code and tests. Not to be edited by hand.\n"


def gather(book: Rulebook, code: Path, tests: Path) -> Coverage:
    """The rules, in the book's order, that stand in the code and in the tests."""
    implemented, tested = citations(read_sources(code)), citations(read_sources(tests))
    rules = [rule.id for rule in book.rule]
    return Coverage(
        tuple(rule for rule in rules if rule in implemented),
        tuple(rule for rule in rules if rule in tested),
    )


def as_toml(coverage: Coverage) -> str:
    """The text of `coverage.toml`."""
    return "\n".join([HEAD, _list("implemented", coverage.implemented), _list("tested", coverage.tested), ""])


def _list(name: str, ids: Iterable[str]) -> str:
    return "\n".join([f"{name} = [", *(f'    "{cited}",' for cited in ids), "]"])


def game_folders(project: Path) -> list[Path]:
    """The folders of a project's games: those that ship a rulebook."""
    return sorted(path.parent for path in project.glob("src/*/games/*/rulebook.toml"))


def is_up_to_date(folder: Path, text: str) -> bool:
    file = folder / FILE
    return file.is_file() and file.read_text("utf-8") == text


def text_for(folder: Path, project: Path) -> str:
    """What the coverage of a game's folder should say now."""
    book = Rulebook.read((folder / "rulebook.toml").read_text("utf-8"), f"{folder.name}/rulebook.toml")
    return as_toml(gather(book, folder, project / "tests" / "games" / folder.name))


def main(arguments: list[str], project: Path) -> int:
    stale = [
        (folder, text)
        for folder in game_folders(project)
        if not is_up_to_date(folder, text := text_for(folder, project))
    ]
    for folder, text in stale:
        if "--check" not in arguments:
            (folder / FILE).write_text(text, "utf-8")
        print(f"{folder.relative_to(project) / FILE} {'is out of date' if '--check' in arguments else 'written'}")
    return int("--check" in arguments and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path.cwd()))
