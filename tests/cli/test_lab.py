"""`sweep`, `compare` and `merge` as a designer types them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

RACE = "tests.lab.race:game"


def test_compare_tells_people_and_programs_what_is_known(run, data, tmp_path):
    shown = run("compare", RACE, "--a", "bot=runner", "--b", "bot=random", "--games", "30", "--workers", "1", "--all")
    assert "Race: 60 matches by random, runner, seed 0" in shown.stdout
    assert "bot=runner wins" in shown.stdout
    assert "bot=runner is stronger" in " ".join(shown.stdout.split())
    words = ("compare", RACE, "--b", "length=30", "--games", "6", "--workers", "1", "--bot", "hare=runner")
    told = data(*words, "--out", str(tmp_path / "results"))
    assert {it: told[it] for it in ("game", "version", "seed", "workers", "about")} == {
        "game": "race", "version": "3", "seed": 0, "workers": 1, "about": "compare",
    }  # fmt: skip
    assert told["arms"][1]["options"] == {"length": 30}
    assert told["arms"][0]["bots"] == {"hare": "runner", "tortoise": "random"}
    assert len(told["rows"]) == 12
    assert told["rows"][0]["winners"]
    assert told["opinions"] == []
    again = data(*words, "--out", str(tmp_path / "results"))
    assert again["rows"] == told["rows"]
    other = run("compare", RACE, "--b", "length=31", "--games", "6", "--out", str(tmp_path / "results"))
    assert other.exit_code == 2
    assert "holds another study, which differs in its settings" in other.stderr


def test_a_rule_that_never_came_up_is_put_to_other_bots(run):
    shown = run("compare", RACE, "--b", "crash_on=99", "--games", "5", "--opinion-games", "20", "--workers", "1").stdout
    assert "It never came up: all 5 matches" in shown
    assert "A second opinion, by random" in shown
    assert "A second opinion, by think:8" in shown
    assert "all 2 matches" in shown


def test_sweeps_and_matchups_are_told_and_merged(run, tmp_path):
    swept = run("sweep", RACE, "--vary", "length=12,30", "--vary", "bot=*", "--each", "--games", "8", "--workers", "1")
    assert "length=30" in swept.stdout
    assert "bot=random" in swept.stdout
    parts = [str(tmp_path / name) for name in ("one", "two")]
    for number, part in enumerate(parts):
        words = (
            "--matchups",
            "pace=any,run,walk",
            "--first",
            str(5 * number),
            "--games",
            "5",
            "--workers",
            "1",
            "--all",
        )
        assert "run against walk" in run("sweep", RACE, *words, "--out", part).stdout
    together = run("merge", *parts, "--json")
    assert len(json.loads(together.stdout)["rows"]) == 60
    for given, told in (
        (("sweep", RACE), "--vary"),
        (("sweep", RACE, "--vary", "length=*"), "an option whose values can be listed"),
        (("sweep", RACE, "--matchups", "length=1,2"), "an option with an entry for each of two seats"),
        (("sweep", RACE, "--house-rules"), "a game that has some"),
        (("sweep", RACE, "--vary", "length=12,14", "--range", "5..1"), "two numbers as 0..80"),
        (("compare", RACE, "--a", "runner"), "NAME=VALUE"),
        (("compare", RACE, "--b", "length=13", "--on", "mars"), "ray://HOST:PORT"),
    ):
        refused = run(*given)
        assert refused.exit_code == 2
        assert told in refused.stderr


def test_an_interruption_prints_what_is_known_and_a_kill_loses_nothing(tmp_path):
    """As in a terminal: the signal goes to everybody in the group."""
    path = tmp_path / "results"
    words = ["compare", RACE, "--b", "length=40", "--games", "1000000", "--all", "--workers", "2", "--out", str(path)]
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"from adjudge.cli import main; sys.argv = ['adjudge', *{words!r}]; main()"
    )
    for sent, lines in ((signal.SIGKILL, 50), (signal.SIGINT, 100)):
        before = _lines(path)
        running = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )
        try:
            _wait_for(path, before + lines, running)
            os.killpg(running.pid, sent)
            shown, complaint = running.communicate(timeout=120)
        finally:
            running.kill()
    assert running.returncode == 130, complaint
    assert "Traceback" not in complaint
    assert "the same command goes on from" in complaint
    assert "length=40 against as it stands" in shown
    known = path.read_bytes().count(b'"kind":"match"')
    assert f"Race: {known:,} matches" in shown


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _wait_for(path: Path, lines: int, running: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120
    while _lines(path) < lines:
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
