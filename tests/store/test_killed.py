"""A match that is killed at any moment resumes with every acknowledged answer."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Timer

import pytest

from adjudge.engine import Match
from adjudge.store import files, open_store
from tests.engine.duel import game
from tests.store.player import answer_once, fresh

ROOT = Path(__file__).parents[2]
KILLS = 5


def play_until_killed(kind: str, path: Path, seconds: float) -> int:
    """Starts the player, kills it some time after its first acknowledgement, and returns the last one."""
    command = [sys.executable, "-m", "tests.store.player", kind, str(path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        Timer(seconds, process.kill).start()
        acknowledged = [first, *process.stdout.read().splitlines()]
    assert process.returncode == -9, "the match ended before the player was killed"
    return int(acknowledged[-1])


def in_a_database(path: Path) -> Match[object]:
    with open_store(str(path)) as store:
        return store.load("played", game)


def in_a_file(path: Path) -> Match[object]:
    return files.read(path, game)


def keep_the_start(kind: str, path: Path) -> None:
    if kind == "file":
        files.write(fresh(), path)
        return
    with open_store(str(path)) as store:
        store.create(fresh())


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a word of POSIX")
@pytest.mark.parametrize(("kind", "load"), [("database", in_a_database), ("file", in_a_file)])
def test_a_match_killed_while_it_is_written_resumes_with_every_acknowledged_answer(
    tmp_path: Path, kind: str, load: Callable[[Path], Match[object]]
):
    path, unharmed, chance = tmp_path / "kept", fresh(), Random(2)
    keep_the_start(kind, path)
    before = len(unharmed.log)
    for _ in range(KILLS):
        acknowledged = play_until_killed(kind, path, chance.uniform(0, 0.15))
        resumed = load(path)
        assert len(resumed.log) >= acknowledged > before
        while len(unharmed.log) < len(resumed.log):
            answer_once(unharmed)
        assert resumed.save() == unharmed.save()
        before = len(resumed.log)
