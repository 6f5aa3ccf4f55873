"""The kit as tests: by `--adjudge-game` without any code, and by `conformance` in a test file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudge.check import FAULTS

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def run(tmp_path):
    def run(*words, tests=""):
        (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
        if tests:
            (tmp_path / "test_mine.py").write_text(tests, "utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
        env = {**os.environ, "PYTHONPATH": str(PROJECT), "COLUMNS": "200"}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    return run


def test_a_sound_game_passes_one_test_for_each_kind_of_fault(run):
    code, text = run("--adjudge-game", "tests.check.sound:game", "--adjudge-matches", "4", "-v")
    assert code == 0, text
    assert f"{len(FAULTS)} passed" in text
    assert "tests.check.sound:game::leak PASSED" in text


def test_a_fault_is_a_readable_failure(run):
    code, text = run("--adjudge-game", "tests.check.faulty:no_options", "--adjudge-matches", "4")
    assert code == 1
    assert f"1 failed, {len(FAULTS) - 1} passed" in text
    assert "cards: a question without an option" in text
    assert "first at seed 0, position" in text
    assert "plugin.py" not in text


def test_the_seed_chooses_the_matches(run):
    code, text = run(
        "--adjudge-game", "tests.check.faulty:no_options", "--adjudge-matches", "1", "--adjudge-seed", "77"
    )
    assert code == 1
    assert "first at seed 77" in text


def test_an_unknown_game_is_an_error_that_names_it(run):
    code, text = run("--adjudge-game", "nowhere.py")
    assert code == 1
    assert "nowhere.py" in text


@pytest.mark.parametrize(("game", "failed"), [("sound.game", 0), ("faulty.no_options", 1)])
def test_a_test_file_checks_its_game_in_one_line(run, game, failed):
    tests = f"""
from adjudge.testing import conformance
from tests.check import faulty, sound

test_conformance = conformance({game}, matches=4)
"""
    code, text = run(tests=tests)
    assert code == failed, text
    assert f"{len(FAULTS) - failed} passed" in text
    if failed:
        assert "dead end: cards.act asks red with no option to choose" in text


def test_a_run_without_games_does_not_load_the_engine(run):
    tests = """
import sys

def test_nothing():
    assert "adjudge.testing.plugin" in sys.modules
    assert not [name for name in sys.modules if name.startswith(("adjudge.engine", "adjudge.check", "adjudge.odds"))]
"""
    code, text = run("-q", tests=tests)
    assert code == 0, text
