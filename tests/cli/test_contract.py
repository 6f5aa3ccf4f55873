"""The names of commands and the keys of what they print as JSON are a contract."""

import json
import re
import signal
import subprocess
import sys
from fractions import Fraction
from urllib.request import urlopen

import pytest

from tests.cli.conftest import ARENA

COMMANDS = [
    "serve",
    "menu",
    "options",
    "games",
    "play",
    "rules",
    "procedures",
    "resolve",
    "odds",
    "sim",
    "replay",
    "check",
    "map",
    "story",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run, command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: adjudge {command}")


def test_help_names_every_command_and_so_does_the_piped_menu(run):
    for words in (["--help"], ["menu"]):
        result = run(*words)
        assert result.exit_code == 0
        assert all(command in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("words", [["--no-browser"], ["serve", "--port", "0"]])
def test_the_lobby_opens_at_the_address_that_is_printed_and_closes_on_ctrl_c(words):
    command = [sys.executable, "-m", "adjudge", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
            assert address is not None
            with urlopen(f"{address[0]}api/games", timeout=20) as answer:
                assert "rdz" in [card["id"] for card in json.load(answer)]
            server.send_signal(signal.SIGINT)
            assert server.wait(20) == 0
        finally:
            server.kill()


def test_games_are_listed_with_their_cards(data):
    cards = data("games")
    assert all(list(card) == ["id", "title", "players", "family", "version"] for card in cards)
    assert "rdz" in [card["id"] for card in cards]


def test_procedures_come_with_a_schema_of_their_parameters(data):
    strike, _ = data("procedures", ARENA)
    assert list(strike) == ["name", "title", "rule", "params"]
    assert strike["params"]["$defs"]["Strike"]["properties"]["bonus"]["maximum"] == 5


def test_a_resolution_has_an_outcome_events_and_the_dice(data):
    ruling = data("resolve", ARENA, "strike", "--set", "bonus=2", "--dice", "4,3,1,2")
    assert list(ruling) == ["outcome", "events", "dice", "data"]
    assert (ruling["outcome"], ruling["dice"]) == ("kill", [4, 3, 1, 2])
    assert [event["rule"] for event in ruling["events"]] == ["arena.strike", "arena.wound"]
    assert all(event["text"] for event in ruling["events"])


def test_dice_that_are_not_given_are_rolled_and_a_seed_rolls_them_again(data):
    first, second = (data("resolve", ARENA, "strike", "--seed", "7") for _ in range(2))
    assert first == second
    assert len(first["dice"]) == 4


def test_questions_of_a_procedure_are_answered_in_order(data):
    assert data("resolve", ARENA, "strike", "--set", "dodge=true", "--answer", "dodge")["outcome"] == "dodged"


def test_a_situation_may_come_from_a_file_with_changes_laid_over_it(data, tmp_path):
    file = tmp_path / "situation.json"
    file.write_text('{"bonus": -5, "dodge": true}')
    settings = ("--set", f"@{file}", "--set", "bonus=5")
    ruling = data("resolve", ARENA, "strike", *settings, "--answer", "stay", "--dice", "1,1,1,1")
    assert ruling["outcome"] == "kill"


def test_odds_are_exact_and_sum_to_one(data):
    odds = data("odds", ARENA, "strike", "--set", "bonus=1")
    assert list(odds) == ["exact", "outcomes", "events", "asked"]
    assert odds["exact"] is True
    assert sum(Fraction(each["p"]) for each in odds["outcomes"]) == 1
    assert all(each["value"] == pytest.approx(float(Fraction(each["p"]))) for each in odds["outcomes"])
    chances = {each["rule"]: Fraction(each["p"]) for each in odds["events"]}
    assert chances["arena.strike"] == 1
    stopped = next(Fraction(each["p"]) for each in odds["outcomes"] if each["outcome"] == "stopped")
    assert chances["arena.wound"] == 1 - stopped


def test_a_policy_decides_the_choices_that_odds_depend_on(data):
    def dodged(policy):
        odds = data("odds", ARENA, "strike", "--set", "dodge=true", "--policy", policy)
        return {each["outcome"]: each["p"] for each in odds["outcomes"]}.get("dodged", "0")

    assert dodged("arena.dodge=dodge") == "1"
    assert dodged("arena.dodge=stay") == "0"
    assert dodged("uniform") == "1/2"
    assert dodged("brave") == "1"


def test_an_estimate_says_so_and_gives_its_intervals(data):
    exact = {each["outcome"]: each["value"] for each in data("odds", ARENA, "strike")["outcomes"]}
    estimate = data("odds", ARENA, "strike", "--estimate", "--samples", "500")
    assert estimate["exact"] is False
    assert estimate["samples"] == 500
    assert all(each["low"] < exact[each["outcome"]] < each["high"] for each in estimate["outcomes"])


def test_a_procedure_that_is_too_long_for_exact_odds_is_sampled_unasked(data, run):
    assert data("odds", ARENA, "brawl")["exact"] is False
    assert "an estimate from 2,000 samples, not exact" in run("odds", ARENA, "brawl").stdout


def test_rules_are_found_by_id_and_by_words(data):
    (rule,) = data("rules", ARENA, "arena.strike")
    assert list(rule) == ["id", "title", "text", "related"]
    assert rule["related"] == ["ruling.ties"]
    assert [entry["id"] for entry in data("rules", ARENA, "wild", "stumble")] == ["arena.stance"]
    assert len(data("rules", ARENA)) == 14


def test_coverage_is_counted(data):
    assert list(data("rules", ARENA, "--coverage")) == ["rules", "implemented", "tested", "omitted"]


def test_a_simulation_counts_games_and_is_the_same_for_a_seed(data):
    first = data("sim", ARENA, "--games", "40", "--seed", "3", "--workers", "1")
    assert list(first) == ["games", "seconds", "games_per_second", "results"]
    assert first["games"] == 40
    assert all(each["low"] <= each["rate"] <= each["high"] for each in first["results"]["outcomes"].values())
    assert data("sim", ARENA, "--games", "40", "--seed", "3", "--workers", "1")["results"] == first["results"]


def test_bots_in_every_seat_play_a_match_to_its_end(data):
    end = data("play", ARENA, "--auto", "--seed", "4")
    assert end["outcome"]["text"] == "red wins"
    assert end["measures"]["rounds"] == end["turns"]
    assert {each["seat"] for each in end["luck"]} == {"red", "blue"}
    assert end["secret"] == data("play", ARENA, "--auto", "--seed", "4")["secret"]
    assert end["secret"] != data("play", ARENA, "--auto")["secret"]


def test_a_game_is_tried_out_for_its_author(data):
    report = data("check", ARENA, "--matches", "3")
    assert report["clean"] is True
    assert report["matches"] == 3


def test_a_narrow_window_keeps_the_names_of_outcomes(monkeypatch):
    command = [sys.executable, "-m", "adjudge", "odds", ARENA, "strike"]
    monkeypatch.setenv("COLUMNS", "20")
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "stopped" in shown
    assert "█" not in shown


def test_a_hint_calls_the_game_as_it_was_given(run):
    (rules, procedures) = (" ".join(run(word, ARENA).stdout.split()) for word in ("rules", "procedures"))
    assert f"adjudge rules {ARENA} ID" in rules
    assert f"adjudge resolve {ARENA} NAME" in procedures
    assert run("sheet", ARENA).stdout == "Arena has no papers\n"


def test_every_command_with_tables_prints_them_within_eighty_columns(run):
    for words in (
        ("games",),
        ("rules", "rdz"),
        ("rules", "rdz", "armor"),
        ("procedures", ARENA),
        ("odds", ARENA, "brawl"),
        ("odds", ARENA, "strike"),
        ("play", ARENA, "--auto", "--seed", "4"),
        ("rules", ARENA, "--coverage"),
    ):
        result = run(*words)
        assert result.exit_code == 0
        lines = [line for line in result.stdout.splitlines() if "adjudge " not in line]  # a command to copy is whole
        assert max(map(len, lines)) <= 80, words
        assert "\x1b" not in result.stdout
