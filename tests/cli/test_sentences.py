"""Bad input costs one sentence on standard error and exit code 2: no traceback, no half-printed result."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ARENA

BAD = [
    ("command", ("frobnicate",)),
    ("option", ("--frobnicate",)),
    ("option", ("games", "--frobnicate")),
    ("GAME", ("play",)),
    ("game", ("play", "nosuchgame")),
    ("game", ("play", "nosuchfile.py")),
    ("PROCEDURE", ("resolve", ARENA)),
    ("procedure", ("resolve", ARENA, "nosuch")),
    ("bonus", ("resolve", ARENA, "strike", "--set", "bonus=6")),
    ("bonus", ("resolve", ARENA, "strike", "--set", "bonus=high")),
    ("bogus", ("resolve", ARENA, "strike", "--set", "bogus=1")),
    ("--set", ("resolve", ARENA, "strike", "--set", "bonus")),
    ("--set", ("resolve", ARENA, "strike", "--set", "@/no/such.json")),
    ("--set", ("resolve", ARENA, "strike", "--set", f"@{ARENA}")),
    ("--dice", ("resolve", ARENA, "strike", "--dice", "4,x")),
    ("--dice", ("resolve", ARENA, "strike", "--dice", "4,3")),
    ("--dice", ("resolve", ARENA, "strike", "--dice", "4,3,1,2,5")),
    ("--dice", ("resolve", ARENA, "strike", "--dice", "4,3,1,7")),
    ("--answer", ("resolve", ARENA, "strike", "--set", "dodge=true")),
    ("--answer", ("resolve", ARENA, "strike", "--answer", "dodge")),
    ("arena.dodge", ("resolve", ARENA, "strike", "--set", "dodge=true", "--answer", "fly")),
    ("--policy", ("odds", ARENA, "strike", "--set", "dodge=true")),
    ("--policy", ("odds", ARENA, "strike", "--policy", "clever")),
    ("--policy", ("odds", ARENA, "strike", "--policy", "arena.nosuch=1")),
    ("--budget", ("odds", ARENA, "strike", "--budget", "many")),
    ("--budget", ("odds", ARENA, "strike", "--budget", "0")),
    ("budget", ("odds", ARENA, "strike", "--budget", "2")),
    ("--games", ("sim", ARENA, "--games", "-1")),
    ("seat", ("sim", ARENA, "--games", "2", "--bot", "green=brave")),
    ("--bot", ("play", ARENA, "--bot", "red")),
    ("--bot", ("play", ARENA, "--bot", "green=brave")),
    ("bot", ("play", ARENA, "--bot", "red=clever")),
    ("--dice", ("play", ARENA, "--dice", "wooden")),
    ("--dice", ("play", ARENA, "--auto", "--dice", "physical")),
    ("--dice", ("play", ARENA, "--dice", "green=physical")),
    ("life", ("play", ARENA, "--option", "life=0")),
    ("crowd", ("play", ARENA, "--option", "crowd=wild")),
    ("nosuch", ("play", ARENA, "--option", "nosuch=1")),
    ("--seed", ("play", ARENA, "--seed", "lucky")),
    ("--json", ("play", ARENA, "--json")),
    ("--hot-seat", ("play", ARENA, "--resume", "abc", "--hot-seat")),
    ("--auto", ("play", ARENA, "--resume", "abc", "--auto")),
    ("--seed", ("play", ARENA, "--resume", "abc", "--seed", "0")),
    ("match", ("play", ARENA, "--resume", "abc")),
    ("/no/such.json", ("play", ARENA, "--resume", "/no/such.json")),
    ("/no/such/folder.json", ("play", ARENA, "--save", "/no/such/folder.json")),
    ("arena.py", ("replay", ARENA)),
    ("FILE", ("replay",)),
    ("rule", ("rules", ARENA, "xyzzy")),
]


@pytest.mark.parametrize(("field", "words"), BAD, ids=lambda value: value if isinstance(value, str) else None)
def test_bad_input_gets_one_sentence_that_names_the_field(run, field, words):
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert field in result.stderr.partition(";")[0]
    assert "Traceback" not in result.stderr


def test_a_sentence_names_what_was_given_and_what_is_allowed(run):
    sentence = run("resolve", ARENA, "strike", "--set", "bonus=6").stderr
    assert sentence == "bonus: 6 doesn't fit; use a whole number, at most 5\n"


def test_a_missing_answer_names_the_question_and_its_options(run):
    sentence = run("resolve", ARENA, "strike", "--set", "dodge=true").stderr
    assert "arena.dodge" in sentence
    assert "stay" in sentence
    assert "dodge" in sentence


def test_an_empty_file_is_not_taken_for_none(run, tmp_path):
    file = tmp_path / "zero.toml"
    file.touch()
    result = run("play", "rdz", "--option", f"books={file}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"books: '{tmp_path.parent.parent}")
    assert result.stderr.endswith("; use a file with something in it\n")


@pytest.mark.parametrize("command", ["replay", "story"])
def test_a_match_of_a_game_that_is_not_installed_asks_for_its_file(tmp_path, command):
    file = tmp_path / "match.json"
    words = [sys.executable, "-m", "adjudge"]
    subprocess.run([*words, "play", ARENA, "--auto", "--save", str(file)], check=True, capture_output=True)
    result = subprocess.run([*words, command, str(file)], capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.endswith("; or give its Python file with --game\n")


def test_a_game_that_fails_in_a_simulation_tells_how_to_see_it_again(run, tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(Path(ARENA).read_text("utf-8").replace("state.round += 1", "state.round //= 0"))
    result = run("sim", str(file), "--games", "3", "--seed", "7", "--workers", "1")
    assert result.exit_code == 2
    assert result.stderr.startswith("game 0 of arena failed: ZeroDivisionError")
    assert result.stderr.endswith("; it comes again with --seed 7 --games 3\n")


def test_a_game_file_that_python_cannot_run_is_refused(run, tmp_path):
    for text in ("raise RuntimeError('oh')", "game = 3", "def ("):
        file = tmp_path / "broken.py"
        file.write_text(text)
        result = run("play", str(file))
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", ["games >&-", "games --json 2>&-", "play rdz --seed 5 <&-"])
def test_a_stream_that_is_closed_is_no_fault(words):
    result = subprocess.run(f"{sys.executable} -m adjudge {words}", shell=True, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_reader_that_goes_away_is_told_apart_from_the_answer_no():
    command = f"{sys.executable} -m adjudge rules rdz --json; echo $? >&2"
    with subprocess.Popen(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == "141\n"


def test_a_foreign_file_is_never_overwritten(run, tmp_path):
    file = tmp_path / "diary.json"
    file.write_text("dear diary")
    result = run("play", ARENA, "--auto", "--save", str(file))
    assert result.exit_code == 2
    assert result.stderr == f"{file} is there already and is no saved match: choose another name\n"
    assert file.read_text() == "dear diary"
