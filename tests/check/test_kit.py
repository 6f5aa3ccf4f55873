"""Every detector of the kit is proven by a game with that fault, and none of them cries wolf over a sound game."""

import os
import subprocess
import sys
import types
from dataclasses import replace

import msgspec
import pytest

from adjudge.check import FAULTS, check, lines, watchdog
from adjudge.check.chances import disagreement, is_too_far
from adjudge.check.rulebooks import citation_problems
from adjudge.check.settings import variations
from adjudge.check.sources import open_game, source_of
from adjudge.engine.errors import BadInput
from adjudge.engine.rulebook import citations
from tests.check import faulty, sound
from tests.check.faulty import FAULTY, Faulty
from tests.engine import duel


def test_every_kind_of_fault_has_a_game_that_shows_it():
    assert {case.fault for case in FAULTY} == FAULTS.keys()


@pytest.mark.parametrize("case", FAULTY, ids=[case.game.title for case in FAULTY])
def test_the_kit_finds(case: Faulty):
    needs_another_process = case.fault == "determinism"
    game = case.game if needs_another_process else replace(case.game)
    report = check(game, matches=2 if case.fault == "runaway" else 10, seconds=3)
    for says in case.says:
        assert any(says in finding.text for finding in report.of(case.fault)), f"{says}\n{report}"


@pytest.mark.parametrize("game", [sound.game, sound.ambush, duel.game], ids=["the sound game", "an ambush", "the duel"])
def test_the_kit_finds_nothing_in(game):
    report = check(game, matches=40)
    assert report.is_clean, str(report)
    assert not report.untried
    assert report.matches == 40


def test_a_finding_shows_itself_again_by_its_seed_alone():
    report = check(faulty.crash_on_a_six, matches=12)
    finding = report.of("crash")[0]
    assert finding.setting is not None
    again = check(faulty.crash_on_a_six, matches=1, seed=finding.setting.seed)
    assert again.of("crash")[0].text == finding.text
    assert again.of("crash")[0].position == finding.position
    assert "KeyError: 'no such card'" in finding.detail


@pytest.mark.parametrize("game", [faulty.hanging, faulty.hanging_procedure], ids=["a rule", "a procedure"])
def test_what_hangs_is_stopped_from_outside(game, monkeypatch):
    monkeypatch.setattr(lines, "PATIENCE", 1)
    report = check(game, matches=2)
    assert [finding.fault for finding in report.findings] == ["runaway"]
    assert "after 1 seconds" in report.findings[0].text


@pytest.mark.parametrize(
    "game", [faulty.hanging, faulty.hanging_procedure, faulty.trapped], ids=lambda game: game.title
)
def test_what_hangs_is_stopped_where_no_other_process_can_try_it(game, monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.5)
    report = check(replace(game), matches=2)
    found = [finding for finding in report.findings if finding.fault != "lint"]
    assert [finding.fault for finding in found] == ["runaway"]
    assert "a rule loops without asking or rolling" in found[0].text
    assert f"{faulty.__file__}:" in found[0].text


def test_a_slow_check_is_not_stopped_while_it_gives_signs_of_life(monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.4)
    report = check(replace(sound.game), matches=60)
    assert report.seconds > watchdog.PATIENCE
    assert report.is_clean, str(report)


def test_a_set_in_the_state_that_nobody_walks_over_is_no_fault():
    assert check(faulty.keeping_a_set, matches=4).is_clean


def test_what_a_rule_prints_is_no_answer_of_the_other_process():
    report = check(faulty.printing, matches=2)
    assert report.is_clean, str(report)
    assert not report.untried


def test_a_check_of_a_game_that_prints_reports_in_json_alone():
    command = [sys.executable, "-m", "adjudge", "check", "tests.check.faulty:printing", "--matches", "2", "--json"]
    ran = subprocess.run(command, env={**os.environ, "PYTHONPATH": os.getcwd()}, capture_output=True)
    assert msgspec.json.decode(ran.stdout)["clean"] is True
    assert b"of course" in ran.stderr


def test_the_name_of_a_file_is_no_citation():
    book = sound.game.rulebook
    text = f"NAMES = {(*faulty.FILES, 'cards.draw', 'cards.' + 'luck')}"
    assert list(citation_problems(book, {"a.py": text})) == [
        "a.py:1 cites 'cards.luck', which the rulebook does not hold"
    ]
    assert citations(["PATH = 'data/cards.draw', 'cards.end/a', 'cards.show.toml', 'by cards.strike.'"]) == {
        "cards.show.toml",
        "cards.strike",
    }


def test_a_game_made_on_the_spot_is_checked_but_for_the_hash_seeds():
    report = check(replace(sound.game, title="on the spot"), matches=2)
    assert report.is_clean
    assert ["hash seeds" in what for what in report.untried] == [True]


def test_options_are_varied_one_at_a_time_as_their_types_allow():
    found = list(variations(sound.Options))
    assert found == [{"rounds": 2}, {"rounds": 1}, {"rounds": 5}, {"rulings": {"ties": "defender"}}]


def test_the_ends_of_numbers_are_tried_with_every_other_value_of_the_options():
    found = list(variations(faulty.Hands))
    assert [each for each in found if "hand" in each] == [
        {"hand": 1},
        {"hand": 9},
        {"hand": 1, "rounds": 2},
        {"hand": 9, "rounds": 2},
        {"hand": 1, "deck": "short"},
        {"hand": 9, "deck": "short"},
    ]
    assert {"jokers": 0} in found


def test_options_given_hold_in_every_match():
    seen = set()

    def outcome(state):
        seen.add(state.last_round)
        return sound.outcome(state)

    check(replace(sound.game, outcome=outcome), matches=12, options={"rounds": 4})
    assert 4 in seen
    assert 3 not in seen


def test_options_that_the_game_does_not_have_are_refused_in_a_sentence():
    with pytest.raises(BadInput, match="colour: not a field here"):
        check(sound.game, options={"colour": "red"})


def test_progress_is_told_from_nothing_to_everything():
    told = []
    check(sound.game, matches=3, progress=lambda doing, done, total: told.append((doing, done, total)))
    assert told[0] == ("two hash seeds", 0, 1)
    assert [done for doing, done, _ in told if doing == "matches"] == [0, 1, 2, 3]


def test_a_report_is_plain_data():
    report = check(faulty.no_options, matches=2)
    assert msgspec.json.decode(msgspec.json.encode(report), type=type(report)) == report


def test_a_report_says_where_a_fault_stands():
    text = str(check(faulty.no_options, matches=2))
    assert "dead-end: a match by bots: dead end: cards.act asks red with no option to choose" in text
    assert "met 2x, first at seed 0" in text


# ---------------------------------------------------------------------- how a game is found again


def test_a_game_of_a_module_is_found_by_module_and_name():
    source = source_of(faulty.no_end)
    assert source == "tests.check.faulty:no_end"
    assert open_game(source) is faulty.no_end


def test_a_game_is_found_by_the_module_that_others_can_import_though_a_script_names_it_too(monkeypatch):
    script = types.ModuleType("__main__")
    script.mine = faulty.no_end  # type: ignore[attr-defined]
    script.__file__ = __file__
    monkeypatch.setitem(sys.modules, "__main__", script)
    assert source_of(faulty.no_end) == "tests.check.faulty:no_end"


def test_a_game_of_a_file_is_found_by_its_path(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from dataclasses import replace\nfrom tests.check.sound import game as g\ngame = replace(g, id='mine')"
    )
    game = open_game(str(path))
    assert game.id == "mine"
    assert source_of(game) == f"{path}:game"
    assert check(game, matches=2).untried == ()


@pytest.mark.parametrize("source", ["nowhere.py", "tests.check.sound:turn"])
def test_what_is_no_game_is_refused_in_a_sentence(source):
    with pytest.raises(BadInput, match=r"game: .* doesn't fit; use"):
        open_game(source)


def test_the_other_process_prints_the_same_for_the_same_hash_seed():
    task = msgspec.json.encode(lines.Task("tests.check.sound:game", {}, 0, 3, 60)).decode()
    env = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-m", "adjudge.check.lines", task]
    one, other = (subprocess.run(command, env=env, capture_output=True).stdout for _ in range(2))
    assert one == other
    assert len(msgspec.json.decode(one)) == 3


# ---------------------------------------------------------------------- the bound behind "odds"


def test_a_count_near_its_expectation_is_never_too_far():
    assert not is_too_far(500, 1000, 0.5, 1e-9)
    assert not is_too_far(570, 1000, 0.5, 1e-9)


def test_a_count_far_from_its_expectation_is_too_far():
    assert is_too_far(620, 1000, 0.5, 1e-9)
    assert is_too_far(1, 1000, 0.0, 1e-9)
    assert is_too_far(999, 1000, 1.0, 1e-9)


def test_the_bound_keeps_its_promise_on_the_exact_binomial_tail():
    from math import comb

    samples, p, alarm = 200, 0.3, 1e-3
    tail = sum(
        comb(samples, count) * p**count * (1 - p) ** (samples - count)
        for count in range(samples + 1)
        if is_too_far(count, samples, p, alarm)
    )
    assert 0 < tail < alarm


def test_an_outcome_that_the_odds_do_not_know_is_a_disagreement():
    assert (
        disagreement({"heads": 1.0}, {"heads": 9, "edge": 1})
        == "'heads' has the exact chance 1.0000 but came 9 times in 10"
    )
    assert disagreement({"heads": 0.5, "tails": 0.5}, {"heads": 5, "tails": 5}) == ""


def test_a_file_that_checks_itself_when_it_is_read_does_not_multiply(monkeypatch):
    monkeypatch.setenv("ADJUDGE_CHECK_CHILD", "1")
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("another process was started"))
    report = check("rdz", matches=1)
    assert any("such a process already" in text for text in report.untried)
