"""Which room may import which, and what the rules may never touch.

The rooms are the packages (or modules) directly under `adjudge`. A new room has to be entered in `MAY_IMPORT`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parent.parent / "src"

MAY_IMPORT: dict[str, set[str]] = {
    "engine": set(),
    "field": {"engine"},
    "story": {"engine"},
    "games": {"engine", "field", "story"},
    "league": {"engine"},
    "odds": {"engine"},
    "desk": {"engine", "odds"},
    "bots": {"engine", "odds"},
    "crews": {"engine"},
    "mind": {"engine", "odds", "check", "crews"},
    "lab": {"engine", "odds", "check", "mind", "crews"},
    "check": {"engine", "odds", "bots"},
    "rl": {"engine", "check", "sheets"},
    "testing": {"engine", "check"},
    "sheets": {"engine"},
    "store": {"engine"},
}
MAY_IMPORT_EVERYTHING = {"server", "cli", "__main__"}
ROOMS = MAY_IMPORT.keys() | MAY_IMPORT_EVERYTHING

# A game's own bots stand on the general ones and on the odds. Nothing else in a game does.
A_GAMES_BOTS_MAY_ALSO_IMPORT = {"odds", "bots"}

# The world outside the table: clocks, chance, files, processes, networks, threads, and the machine's own settings.
OUTSIDE_WORLD = {
    *("time", "datetime", "calendar", "zoneinfo", "sched"),
    *("random", "secrets", "uuid"),
    *("os", "io", "pathlib", "shutil", "tempfile", "glob", "fileinput", "sqlite3", "dbm", "shelve"),
    *("subprocess", "multiprocessing", "threading", "concurrent", "asyncio", "signal"),
    *("socket", "socketserver", "ssl", "select", "selectors", "urllib", "http", "ftplib", "smtplib"),
    *("platform", "locale", "getpass", "pwd", "sysconfig"),
}
# What the engine may name of it all the same; the rules may not. A generator that is given its seed is a plain function
# of that seed, unlike the functions of `random`. A rulebook is shipped inside its game's package, at a path.
THE_ENGINE_MAY_NAME = {"random.Random": "adjudge.engine", "pathlib.Path": "adjudge.engine.rulebook"}
OUTSIDE_CALLS = {"open", "input", "print", "breakpoint"}


class Import(NamedTuple):
    importer: str
    target: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.target}"


def modules(source: Path) -> dict[str, Path]:
    """Every module below `source` by its dotted name; a package goes by its own name."""
    paths = sorted((source / "adjudge").rglob("*.py"))
    return {".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def imports(module: str, path: Path) -> Iterator[Import]:
    """All imports of a module, wherever they stand, with relative ones spelled out."""
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        match node:
            case ast.Import(names=names):
                yield from (Import(module, alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=origin, names=names, level=level):
                base = origin_of(package, origin or "", level)
                yield from (Import(module, f"{base}.{alias.name}", node.lineno) for alias in names)


def origin_of(package: str, origin: str, level: int) -> str:
    if not level:
        return origin
    parents = package.split(".")[: len(package.split(".")) - (level - 1)]
    return ".".join([*parents, origin] if origin else parents)


def room(module: str) -> str | None:
    """The room a dotted name lies in; None for the package itself, its version, and other people's packages."""
    match module.split("."):
        case ["adjudge", name, *_] if name in ROOMS:
            return name
    return None


def game(module: str) -> str | None:
    match module.split("."):
        case ["adjudge", "games", name, *_]:
            return name
    return None


def is_a_games_bots(module: str) -> bool:
    return game(module) is not None and module.split(".")[3:4] == ["bots"]


def is_pure(module: str) -> bool:
    return room(module) == "engine" or (game(module) is not None and module.split(".")[3:4] == ["rules"])


def is_allowed(found: Import) -> bool:
    importer, target = room(found.importer), room(found.target)
    if target is None or importer in MAY_IMPORT_EVERYTHING:
        return True
    if importer is None:
        return False
    if importer == target:
        return importer != "games" or game(found.importer) == game(found.target)
    if is_a_games_bots(found.importer) and target in A_GAMES_BOTS_MAY_ALSO_IMPORT:
        return True
    return target in MAY_IMPORT[importer]


def forbidden_imports(source: Path) -> list[str]:
    found = (each for module, path in modules(source).items() for each in imports(module, path))
    return [str(each) for each in found if not is_allowed(each)]


def outside_imports(source: Path) -> list[str]:
    pure = {module: path for module, path in modules(source).items() if is_pure(module)}
    found = (each for module, path in pure.items() for each in imports(module, path))
    return [str(each) for each in found if is_outside(each)]


def is_outside(found: Import) -> bool:
    if found.target in THE_ENGINE_MAY_NAME:
        return not f"{found.importer}.".startswith(f"{THE_ENGINE_MAY_NAME[found.target]}.")
    return found.target.split(".")[0] in OUTSIDE_WORLD


def calls(source: Path) -> Iterator[tuple[str, ast.Call, str]]:
    """Every call of a plain name in the engine and the rules: where, the call, the name."""
    for module, path in modules(source).items():
        if is_pure(module):
            for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield f"{module}:{node.lineno}", node, node.func.id


def outside_calls(source: Path) -> list[str]:
    return [f"{where} calls {name}()" for where, _, name in calls(source) if name in OUTSIDE_CALLS]


def unseeded_generators(source: Path) -> list[str]:
    return [where for where, call, name in calls(source) if name == "Random" and not (call.args or call.keywords)]


def test_every_room_is_in_the_table():
    found = {module.split(".")[1] for module in modules(SOURCE) if module != "adjudge"}
    assert found <= ROOMS


def test_rooms_import_only_in_the_allowed_directions():
    assert forbidden_imports(SOURCE) == []


def test_the_engine_and_the_rules_import_nothing_of_the_outside_world():
    assert outside_imports(SOURCE) == []


def test_the_engine_and_the_rules_neither_open_files_nor_talk_to_the_terminal():
    assert outside_calls(SOURCE) == []


def test_the_engine_makes_no_generator_without_a_seed():
    assert unseeded_generators(SOURCE) == []


# The checks above are only worth something if they can fail.


def plant(source: Path, module: str, line: str) -> None:
    path = source.joinpath(*module.split(".")).with_suffix(".py")
    path.parent.mkdir(parents=True)
    path.write_text(line + "\n", "utf-8")


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("adjudge.engine.table", "import adjudge.games.rdz"),
        ("adjudge.engine.table", "from adjudge import field"),
        ("adjudge.engine.table", "from ..odds import exact"),
        ("adjudge.engine.table", "def late():\n    from adjudge.store import matches"),
        ("adjudge.field.sight", "from adjudge.games import rdz"),
        ("adjudge.games.rdz.rules.combat", "from adjudge.games.akula.rules import shooting"),
        ("adjudge.games.rdz.rules.combat", "from ...akula import state"),
        ("adjudge.games.rdz.procedures", "from adjudge.odds import exact"),
        ("adjudge.games.rdz.rules.bots", "from adjudge.bots import greedy"),
        ("adjudge.odds.exact", "from adjudge.bots import greedy"),
        ("adjudge.bots.greedy", "from adjudge.lab import sweep"),
        ("adjudge.store.matches", "from adjudge.cli import main"),
        ("adjudge.version", "from adjudge import engine"),
    ],
)
def test_an_import_in_the_wrong_direction_is_found(tmp_path, module, line):
    plant(tmp_path, module, line)
    assert len(forbidden_imports(tmp_path)) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("adjudge.engine.table", "from .dice import Die"),
        ("adjudge.engine.table", "from adjudge import __version__"),
        ("adjudge.games.rdz.rules.combat", "from ..state import Squad"),
        ("adjudge.games.mdrg.rules.movement", "from adjudge.field import measuring"),
        ("adjudge.games.rdz.bots", "from adjudge.bots import greedy\nfrom adjudge.odds import exact"),
        ("adjudge.cli.main", "from adjudge.games import rdz\nfrom adjudge.store import matches"),
    ],
)
def test_an_import_in_the_right_direction_is_not(tmp_path, module, line):
    plant(tmp_path, module, line)
    assert forbidden_imports(tmp_path) == []


@pytest.mark.parametrize("line", ["import random", "from os import environ", "import os.path", "import time as clock"])
@pytest.mark.parametrize("module", ["adjudge.engine.table", "adjudge.games.rdz.rules.combat"])
def test_a_glimpse_of_the_outside_world_is_found(tmp_path, module, line):
    plant(tmp_path, module, line)
    assert len(outside_imports(tmp_path)) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("adjudge.engine.chance", "from random import Random, randint"),
        ("adjudge.engine.table", "from pathlib import Path"),
        ("adjudge.games.rdz.rules.combat", "from random import Random"),
    ],
)
def test_the_engine_may_name_a_seeded_generator_and_a_rulebooks_path_but_no_more(tmp_path, module, line):
    plant(tmp_path, module, line)
    assert len(outside_imports(tmp_path)) == 1


def test_a_generator_without_a_seed_is_found(tmp_path):
    plant(tmp_path, "adjudge.engine.chance", "one, two = Random(7), Random()")
    assert unseeded_generators(tmp_path) == ["adjudge.engine.chance:1"]


def test_opening_a_file_in_a_rule_is_found(tmp_path):
    plant(tmp_path, "adjudge.games.rdz.rules.combat", "text = open('rules.txt').read()")
    assert outside_calls(tmp_path) == ["adjudge.games.rdz.rules.combat:1 calls open()"]
