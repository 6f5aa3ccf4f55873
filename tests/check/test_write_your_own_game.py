"""The game of docs/write-your-own-game.md gets everything that the page promises, without more code."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import icepool
import msgspec
import pytest

from adjudge.check import check, open_game
from adjudge.engine import Match, playout
from adjudge.engine.audit import audit
from adjudge.engine.errors import NeedsConsent
from adjudge.engine.log import Saved
from adjudge.engine.table import one_bot, random_bot
from adjudge.lab import simulate
from adjudge.odds import estimate, forecast, of_procedure

PAGE = Path(__file__).parents[2] / "docs" / "write-your-own-game.md"
FENCED = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
BLOCKS = [block for block in FENCED if not block.startswith(">>>")]  # those are run as doctests
SECRET = b"the dragon sleeps on its hoard.."


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("hoard") / "hoard.py"
    path.write_text(BLOCKS[0], "utf-8")
    return path


@pytest.fixture(scope="module")
def game(file):
    return open_game(str(file))


@pytest.fixture(scope="module")
def rules(game):
    return sys.modules[game.turn.__module__]


def adjudge(*words):
    done = subprocess.run([sys.executable, "-m", "adjudge", *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_game_has_fewer_than_80_lines():
    assert len(BLOCKS[0].splitlines()) < 80
    assert max(map(len, BLOCKS[0].splitlines())) <= 120


def test_every_python_block_of_the_page_runs_in_order(file):
    names = {"__name__": "game_in_hoard"}
    for block in BLOCKS:
        exec(compile(block, str(PAGE), "exec"), names)


def test_it_is_played_live_by_people_and_bots(game):
    match = Match.new(game, SECRET, bots={"blue": "random"})
    while not match.is_over:
        match.answer("red", 1)
    assert match.outcome is not None
    assert match.outcome.winners in [("red",), ("blue",)]


def test_it_is_saved_opened_and_replayed(game):
    match = Match.new(game, SECRET, bots={"red": "random", "blue": "random"})
    saved = msgspec.json.decode(msgspec.json.encode(match.save()), type=Saved)
    opened = Match.load(saved, game)
    assert opened.line == match.line
    assert audit(opened).is_clean
    assert audit(opened).turns > 3


def test_what_was_rolled_is_taken_back_only_by_consent_and_falls_the_same_again(game):
    match = Match.new(game, SECRET)
    match.answer("red", 2)
    thrown = match.line[-1]
    with pytest.raises(NeedsConsent):
        match.undo("red")
    match.undo("red", agreed=["red", "blue"])
    match.answer("red", 2)
    assert match.line[-1] == thrown


def foreseen(match, seat, answer):
    odds = forecast(match, seat, answer)
    assert odds is not None
    return odds


def test_the_odds_of_a_grab_are_those_of_counting_faces(game):
    match = Match.new(game, SECRET)
    for handfuls in (1, 2, 3):
        lost = sum(1 in faces for faces in product(range(1, 7), repeat=handfuls))
        assert foreseen(match, "red", handfuls)["loses the sack"] == Fraction(lost, 6**handfuls)


@pytest.mark.parametrize("ours", [0, 1, 3])
@pytest.mark.parametrize("theirs", [0, 2])
def test_the_odds_of_a_brawl_are_those_of_another_calculator(game, ours, theirs):
    attack = icepool.d6 + (ours or icepool.d(3))
    defence = icepool.d6 + (theirs or icepool.d(3))
    exact = of_procedure(game, "brawl", {"ours": ours, "theirs": theirs})
    assert exact["red takes all"] == Fraction((attack > defence).probability(True))


def test_the_odds_of_a_brawl_are_those_of_sampling(game):
    procedure = game.procedure("brawl")
    params = procedure.params(ours=2, theirs=1)
    sampled = estimate(lambda table: procedure.run(table, params), procedure.situate(params), random_bot, samples=4000)
    exact = of_procedure(game, "brawl", params)
    assert all(abs(float(exact[each.outcome]) - each.value) < 0.05 for each in sampled)


def test_a_forecast_knows_no_more_than_the_seat(game):
    """Red sees its own muscle and not blue's: the odds are those of an unknown rival, whatever blue rolled."""
    match = Match.new(game, SECRET)
    for seat in ("red", "blue") * 9:
        if seat == "blue" and match.state.thieves["red"].sack:
            break
        match.answer(seat, 1)
    muscle = match.state.thieves["blue"].muscle
    unknown = of_procedure(game, "brawl", {"ours": muscle, "theirs": 0})
    assert foreseen(match, "blue", "brawl")["blue takes all"] == unknown["red takes all"]


def test_nobody_sees_the_others_muscle(game):
    match = Match.new(game, SECRET)
    assert match.state.thieves["blue"].muscle in (1, 2, 3)
    assert match.view("red").thieves["blue"].muscle == 0
    assert match.view(None).thieves["red"].muscle == 0
    assert [it.rule for it in match.happenings("red")] == ["hoard.muscle"]


def test_bots_play_it_at_straight_line_speed(game):
    final = playout(game, game.configure({}), one_bot(random_bot), seed=7)
    assert game.outcome(final) is not None


def test_the_lab_simulates_it(game):
    results = simulate(game, games=400, seed=5, workers=1).results
    assert sum(rate.count for rate in results.winners.values()) == 400


def test_the_kit_finds_no_fault_in_it(game):
    report = check(game, matches=25)
    assert report.is_clean, str(report)
    assert report.untried == ()


def test_the_desk_resolves_it_by_path(file):
    told = json.loads(
        adjudge("resolve", file, "brawl", "--set", "ours=3", "--set", "theirs=1", "--dice", "4,5", "--json")
    )
    assert told["outcome"] == "red takes all"
    assert told["dice"] == [4, 5]


def test_the_desk_gives_its_odds_by_path(file):
    told = json.loads(adjudge("odds", file, "brawl", "--set", "ours=2", "--set", "theirs=2", "--json"))
    assert {each["outcome"]: each["p"] for each in told["outcomes"]} == {
        "blue takes all": "7/12",
        "red takes all": "5/12",
    }


def test_the_terminal_plays_it_by_path(file, tmp_path):
    database = tmp_path / "matches.db"
    story = adjudge("play", file, "--auto", "--seed", "3", "--database", database)
    assert "gets away" in story


def test_every_command_of_the_page_takes_the_options_it_is_given():
    commands = re.findall(r"^    adjudge (\w+) (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(commands) == 7
    helps = {name: adjudge(name, "--help") for name in dict(commands)}
    unknown = [
        (name, word) for name, rest in commands for word in rest.split() if word[:2] == "--" and word not in helps[name]
    ]
    assert unknown == []
