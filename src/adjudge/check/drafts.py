"""A game that its author is writing: read from its files, and again whenever they are saved.

Only what the author named is read: one file with the modules beside it that it imports, or one package.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from adjudge.check.sources import is_in_files, open_game, package_at, split_source
from adjudge.engine.errors import AdjudgeError, BadInput, authors_line, named
from adjudge.engine.game import Game, register
from adjudge.engine.match import Match
from adjudge.engine.rulebook import rulebook_of

LOOK_SECONDS = 0.5
"""How often whoever follows a draft looks whether it was saved."""
WATCHED = (".py", ".toml")
MOST_FILES = 2_000


class Unreadable(AdjudgeError):
    """The files of a game do not make one just now. Cure: look at the line that the sentence begins with."""


class Draft:
    """A game in files that change. `game` is the last one that could be read."""

    def __init__(self, source: str) -> None:
        place, _ = split_source(source)
        if not is_in_files(place):
            raise BadInput("GAME", source, "a Python file or a package's folder: only those are read again")
        self.source = source
        self._path = Path(place)
        self._folder = package_at(self._path) or self._path.resolve().parent
        self._is_package = package_at(self._path) is not None
        self.game = self._read()
        self._seen = self._marks()

    @property
    def name(self) -> str:
        """What to call it when it is told that it was saved."""
        return self._folder.name if self._is_package else self._path.name

    def files(self) -> list[Path]:
        """What the game is made of."""
        if self._is_package:
            found = (it for it in self._folder.rglob("*") if it.suffix in WATCHED and "__pycache__" not in it.parts)
            return sorted(it for it, _ in zip(found, range(MOST_FILES), strict=False))
        return sorted({self._path.resolve(), *(Path(it.__file__ or "") for it in self._modules().values())})

    def folders(self) -> list[Path]:
        """Where those files lie."""
        return sorted({it.parent for it in self.files()})

    def is_changed(self) -> bool:
        """Whether something was saved since it was last asked."""
        before, self._seen = self._seen, self._marks()
        return before != self._seen

    def read_again(self) -> Game[Any]:
        """The game as its files have it now; if they make none, the old one stays, and `Unreadable` says why."""
        with self._modules_or_as_before():
            self.game = self._read()
        return self.game

    def _read(self) -> Game[Any]:
        writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # what was compiled is old within a second
        try:
            game = open_game(self.source)
            _ = game.rulebook, game.brief, game.course
        except BadInput:
            raise
        except Exception as error:
            raise Unreadable(f"{authors_line(error)}{named(error)}") from error
        finally:
            sys.dont_write_bytecode = writes
        register(game)
        return game

    def _modules(self) -> dict[str, ModuleType]:
        """What was imported from the author's files."""
        return {name: it for name, it in list(sys.modules.items()) if self._is_ours(getattr(it, "__file__", None))}

    def _is_ours(self, file: str | None) -> bool:
        if not file or not file.endswith(".py"):
            return False
        folder = os.path.dirname(file)  # of thousands of modules, so as text
        inside = str(self._folder)
        return folder == inside or (self._is_package and folder.startswith(inside + os.sep))

    @contextmanager
    def _modules_or_as_before(self) -> Iterator[None]:
        """Forgets what was imported; if reading fails, everything is as it was."""
        ours = self._modules()
        for name in ours:
            del sys.modules[name]
        importlib.invalidate_caches()
        rulebook_of.cache_clear()
        try:
            yield
        except BaseException:
            for name in self._modules():
                del sys.modules[name]
            sys.modules.update(ours)
            raise

    def _marks(self) -> dict[str, tuple[int, int]]:
        """Size and time of every file."""
        marks = {}
        for file in self.files():
            try:
                found = file.stat()
            except OSError:  # it is being replaced: it will be there in a moment
                continue
            marks[str(file)] = (found.st_mtime_ns, found.st_size)
        return marks


def taken_up(draft: Draft, game: Game[Any], match: Match[Any]) -> str:
    """Has a match go on by the rules that were saved, and says what came of it."""
    try:
        return f"{draft.name} was saved: {match.play_again_by(game)}."
    except AdjudgeError as error:
        return refused(error)


def refused(error: AdjudgeError) -> str:
    """What was saved cannot be played by."""
    return f"{str(error).rstrip('.')}. The rules as they were go on."
