"""`adjudge new`: a project plays and passes its own checks as it stands, and nothing is ever overwritten."""

import subprocess
import sys
from pathlib import Path

import pytest

from adjudge.check import check, open_game
from adjudge.check.lint import lint
from adjudge.cli.new import KINDS
from adjudge.lab import simulate


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_project_is_clean_and_plays(run, kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    name = f"trial-{kind}"
    told = run("new", name, "--kind", kind).stdout
    package = f"./{name}/src/trial_{kind}"
    assert f"adjudge play {package} --reload" in told
    style = [sys.executable, "-m", "ruff"]
    for words in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        assert subprocess.run([*style, *words, "."], cwd=name, capture_output=True).returncode == 0
    game = open_game(package)
    assert (game.id, game.title) == (name, f"Trial {kind}")
    assert lint(game) == []
    assert simulate(game, games=3, seed=1, workers=1).games == 3
    if kind == "dice":
        report = check(game, matches=2)
        assert report.is_clean, str(report)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["My_Game"], "small letters, digits and hyphens"),
        (["../up"], "small letters, digits and hyphens"),
        (["rdz"], "a name that no installed game has"),
        (["random"], "`import random` finds another already"),
        (["class"], "no word of Python's own"),
        (["fine", "--kind", "skrmish"], "did you mean skirmish?"),
        (["fine", "--in", "nowhere"], "there is no folder nowhere"),
        (["taken"], "nothing is overwritten"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(run, words, sentence, tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("taken").mkdir()
    result = run("new", *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert list(folder.rglob("*")) == [folder / "taken"]
