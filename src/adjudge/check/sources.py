"""Where a game comes from: an installed id, a file, or a module; and how another process finds the same one."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from adjudge.engine.errors import BadInput
from adjudge.engine.game import ENTRY_POINTS, Game, find_game


def open_game(source: str) -> Game[Any]:
    """The game that an id, `file.py`, a package's folder, `file.py:name` or `module:name` names; without a name it is
    called `game`."""
    place, name = split_source(source)
    if is_in_files(place):
        return _named(vars(_run(Path(place))), name, source)
    return _named(vars(importlib.import_module(place)), name, source) if place else find_game(source)


def split_source(source: str) -> tuple[str, str]:
    """Where a game is defined, and by which name; nowhere in particular if it is an installed one."""
    if source.endswith(".py") or is_in_files(source):
        return source, "game"
    place, _, name = source.rpartition(":")
    return place, name


def is_in_files(place: str) -> bool:
    """Whether a game is named by its file, or by the folder of its package: one that is written with a slash."""
    return place.endswith(".py") or (("/" in place or "\\" in place) and (Path(place) / "__init__.py").is_file())


def _named(names: dict[str, Any], name: str, source: str) -> Game[Any]:
    game = names.get(name)
    if not isinstance(game, Game):
        raise BadInput("game", source, f"a module that defines `{name}`, an adjudge Game")
    return game


def _run(path: Path) -> Any:
    """Runs a file, or imports a package from its folder. What lies beside it can be imported, as Python has it."""
    package = package_at(path)
    if package is None and not path.is_file():
        raise BadInput("game", str(path), "the id of an installed game or a Python file that exists")
    folder = str((package.parent if package else path.parent).resolve())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(package.name) if package else _run_file(path.resolve())


def package_at(path: Path) -> Path | None:
    """The folder of the package that a path names, by itself or by its `__init__.py`."""
    folder = path.parent if path.name == "__init__.py" else path
    return folder.resolve() if (folder / "__init__.py").is_file() else None


def _run_file(path: Path) -> Any:
    name = f"game_in_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadInput("game", str(path), "the id of an installed game or a Python file that exists")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # the annotations of a state are looked up here
    spec.loader.exec_module(module)
    return module


def source_of(game: Game[Any]) -> str | None:
    """What `open_game` finds this very game by, also in another process; None if it was made on the spot."""
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == game.id and point.load() is game:
            return point.name
    return min(_places(game), key=lambda place: ".py:" in place, default=None)


def _places(game: Game[Any]) -> Iterator[str]:
    for module_name, module in list(sys.modules.items()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is game and (place := _place(module_name, getattr(module, "__file__", None), name)):
                yield place


def _place(module: str, file: str | None, name: str) -> str | None:
    """The module if a process with the same search path can import it, rather than only this one; else its file."""
    if module != "__main__" and _is_importable(module, file):
        return f"{module}:{name}"
    return f"{file}:{name}" if file and file.endswith(".py") and Path(file).is_file() else None


def _is_importable(module: str, file: str | None) -> bool:
    if importlib.machinery.PathFinder.find_spec(module.partition(".")[0]) is None:
        return False
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return False
    return spec is not None and spec.origin == file
