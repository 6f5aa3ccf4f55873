"""The desk in a terminal: it prompts for dice and choices, lists what can be given, and completes it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ARENA
from tests.cli.terminal import Terminal

# ---------------------------------------------------------------------- prompts


def test_on_a_terminal_a_ruling_prompts_for_dice_and_choices_as_they_come():
    with Terminal(["resolve", ARENA, "strike", "--set", "dodge=true", "--set", "bonus=2"]) as terminal:
        plan = terminal.wait_for("Dodge?")
        assert "red: 2d6; blue: 2d6, for strike (arena)" in " ".join(plan.split())
        terminal.press("fly\n", "'fly' does not fit: type 1 or 2")
        terminal.press("1\n", "throw red: 2d6; blue: 2d6, for strike (arena)")
        terminal.press("6 6 1\n", "3 faces were given for 4d6")
        end = terminal.press("6 6 1 1\n", "outcome")
    assert "blue is down to 0 life" in end
    assert "kill" in end


def test_dice_are_called_by_their_names_where_a_rule_tells_them_apart():
    with Terminal(["resolve", "mdrg", "shot", "--set", "weapon=Laser Gun"]) as terminal:
        plan = " ".join(terminal.wait_for("I roll").split())
    assert "throw shooter: combat die, then malfunction die; target: combat die, for score (combat)" in plan


def test_enter_lets_the_umpire_roll():
    with Terminal(["resolve", ARENA, "strike"]) as terminal:
        terminal.wait_for("I roll")
        assert "2d6 against 2d6 →" in " ".join(terminal.press("\n", "outcome").split())


def test_a_ruling_on_a_terminal_that_was_told_its_dice_prompts_for_nothing():
    with Terminal(["resolve", ARENA, "strike", "--dice", "6,6,1,1"]) as terminal:
        assert "kill" in terminal.wait_for("outcome")
    with Terminal(["resolve", ARENA, "strike", "--roll"]) as terminal:
        terminal.wait_for("outcome")


# ---------------------------------------------------------------------- lists


def test_procedures_are_a_line_each_and_one_is_told_in_detail(run, data):
    listed = run("procedures", ARENA).stdout
    assert "bonus" not in listed
    assert len(listed.splitlines()) < 12
    detail = run("procedures", ARENA, "strike").stdout
    assert "added to the attack: -5 to 5" in detail
    assert data("procedures", ARENA, "strike")["name"] == "strike"


def test_house_rules_are_listed_once_and_not_with_every_procedure(run):
    for game in ("mdrg", "akula", "rdz", "regulus"):
        assert len(run("procedures", game).stdout.splitlines()) < 60
        assert "rulings.NAME=CHOICE" in run("options", game).stdout


@pytest.mark.parametrize("game", ["mdrg", "akula", "rdz", "regulus"])
def test_every_option_house_rule_and_bot_that_is_listed_is_taken(data, game):
    from adjudge.cli import given
    from adjudge.engine.game import find_game

    listed = data("options", game)
    assert list(listed) == ["options", "seats", "bots", "house_rules"]
    chosen = find_game(game)
    for rule in listed["house_rules"]:
        for choice in rule["choices"]:
            chosen.configure(given.options_of(chosen, [f"{rule['name']}={choice}"]))
    assert {it["name"] for it in listed["bots"]} == set(chosen.bot_names())
    names = [it["name"] for it in listed["options"]]
    assert names
    assert all(name.partition(".")[0] in chosen.options.__struct_fields__ for name in names)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["crowd=lowd"], "crowd: 'lowd' doesn't fit; use one of loud, quiet (did you mean loud?)"),
        (["lif=3"], "lif: not a field here; use one of life, rounds, crowd (did you mean life?)"),
        (["life=99"], "life: 99 doesn't fit; use a whole number, at most 20"),
    ],
)
def test_a_wrong_option_is_refused_with_the_choices_and_the_nearest(run, words, sentence):
    result = run("play", ARENA, *(word for it in words for word in ("--option", it)))
    assert (result.exit_code, result.stderr.strip()) == (2, sentence)


def test_an_option_is_understood_in_any_clear_spelling(data):
    assert data("play", ARENA, "--auto", "--option", "Crowd=LOUD", "--seed", "4")["outcome"]


# ---------------------------------------------------------------------- completion


def completed(*words: str) -> list[str]:
    """What a shell would offer after these words."""
    line = " ".join(["adjudge", *words])
    environment = {
        **os.environ,
        "_ADJUDGE_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words)),
        "_TYPER_COMPLETE_ARGS": line,
    }
    result = subprocess.run(
        [sys.executable, "-m", "adjudge"], env=environment, capture_output=True, text=True, check=False
    )
    return result.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["play", "mdr"], ["mdrg"]),
        (["resolve", "mdrg", "hand"], ["hand-to-hand"]),
        (["procedures", "rdz", "patrol"], ["patrol-roll"]),
        (["play", "mdrg", "--option", "scal"], ["scale="]),
        (["play", "mdrg", "--option", "scale="], ["scale=28mm", "scale=15mm"]),
        (["play", "mdrg", "--option", "rulings.free_hack_tie="], ["gets-away", "stays"]),
        (["play", "mdrg", "--bot", "re"], ["red="]),
        (["rules", "mdrg", "combat.ti"], ["combat.tie"]),
    ],
)
def test_the_shell_is_told_what_may_follow(words, offered):
    found = completed(*words)
    assert all(any(it in word for word in found) for it in offered), found


def test_the_shell_is_told_nothing_about_a_game_that_nobody_knows():
    assert completed("resolve", "chess", "") == []


# ---------------------------------------------------------------------- a reader that goes away


def test_the_output_of_a_match_may_be_cut_short(tmp_path: Path):
    command = f"{sys.executable} -m adjudge play {ARENA} --auto --seed 4 | true; echo ${{PIPESTATUS[0]}}"
    environment = {**os.environ, "ADJUDGE_DATABASE": str(tmp_path / "matches.db")}
    ended = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True, check=True)
    assert (ended.stdout.strip(), ended.stderr) == ("141", "")


def test_a_refusal_of_the_rules_is_a_sentence_with_its_rule(tmp_path: Path, run):
    game = tmp_path / "strict.py"
    game.write_text(
        "from dataclasses import replace\n"
        "from adjudge.engine.errors import Refused\n"
        "from tests.cli.arena import game as arena\n"
        "def refuse(table, situation):\n"
        "    raise Refused('arena.stance', 'the tired strike steadily')\n"
        "game = replace(arena, id='strict', procedures=tuple(replace(it, run=refuse) for it in arena.procedures))\n"
    )
    for command in ("resolve", "odds"):
        result = run(command, str(game), "strike")
        assert (result.exit_code, result.stderr.strip()) == (2, "the tired strike steadily (arena.stance)")


def test_json_tells_the_outcome_in_words_and_as_data(data):
    ruling = data("resolve", ARENA, "brawl", "--seed", "3")
    assert ruling["outcome"] == ", ".join(ruling["data"])
    assert json.dumps(ruling)
