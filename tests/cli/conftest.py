"""The command as a test runs it: in this process, with a database of its own and the arena as its game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudge.cli.app import app
from adjudge.cli.given import game_of
from adjudge.cli.output import console, progress_console
from adjudge.store import open_store

ARENA = str(Path(__file__).with_name("arena.py"))

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches of a test are kept nowhere else, the briefings have been read, and consoles measure their width anew."""
    path = tmp_path / "matches.db"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "adjudge").mkdir()
    (tmp_path / "adjudge" / "briefed.txt").write_text("akula mdrg rdz regiment regulus")
    monkeypatch.setenv("ADJUDGE_DATABASE", str(path))
    monkeypatch.setenv("COLUMNS", "80")
    console.cache_clear()
    progress_console.cache_clear()
    return path


def kept() -> Any:
    """The one match in the store."""
    with open_store() as store:
        (summary,) = store.matches()
        return store.load(summary.id, game_of(ARENA) if summary.game == "arena" else None)


@pytest.fixture
def run() -> Run:
    """Runs `adjudge` with words and lines of input; anything but an orderly exit fails the test."""

    def call(*words: str, lines: str = "") -> Result:
        result = CliRunner().invoke(app, words, input=lines, prog_name="adjudge")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def data(run: Run) -> Callable[..., Any]:
    """What a command prints with `--json`."""

    def call(*words: str) -> Any:
        result = run(*words, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return call
