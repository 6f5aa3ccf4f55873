"""The analysis of a match: luck and decisions that add up exactly, and what was given away."""

import json
import subprocess
import sys

import pytest

from adjudge.engine import Match
from adjudge.engine.log import Weighed
from adjudge.mind.analysis import BLUNDER, INACCURACY, MISTAKE, Depth, analyse, events, fingerprint, grade_of
from adjudge.mind.pool import IDLE_SECONDS, Minds, analyse_with, found_in, think_about, thought
from adjudge.mind.think import Cancelled
from tests.mind.examples import FOLDER, hoard, liars_dice, pig

SECRET = b"and then the dice did it again.."
BRIEF = Depth(seconds=4, least=4, most=40, options=4)


@pytest.fixture(scope="module")
def match():
    return Match.new(pig, SECRET, bots={"red": "hold:2", "blue": "hold"}, options={"target": 30})


@pytest.fixture(scope="module")
def analysis(match):
    return analyse(match, BRIEF)


def test_luck_and_decisions_add_up_exactly(analysis):
    for it in analysis.accounts:
        assert round(1e5 * (it.initial + it.luck + it.own + it.others)) == round(1e5 * it.final)
        assert it.final in (0.0, 1.0)


@pytest.mark.parametrize("game", [liars_dice, hoard], ids=["liars-dice", "hoard"])
def test_they_add_up_where_something_is_hidden_too(game):
    played = Match.new(game, SECRET, bots=dict.fromkeys(("red", "blue"), "random"))
    found = analyse(played, Depth(seconds=1, least=2, most=4, options=2))
    for it in found.accounts:
        assert round(1e5 * (it.initial + it.luck + it.own + it.others - it.final)) == 0
        assert it.luck == pytest.approx(sum(s.change[it.seat] for s in found.steps if s.kind == "roll"))


def test_a_match_that_goes_on_ends_in_an_estimate():
    played = Match.new(pig, SECRET, bots={"blue": "hold"}, options={"target": 30})
    played.answer("red", "hold")
    found = analyse(played, BRIEF)
    (red, _) = found.accounts
    assert not found.is_over
    assert 0 < red.final < 1
    assert round(1e5 * (red.initial + red.luck + red.own + red.others - red.final)) == 0


def test_every_answer_and_every_roll_is_an_event(match, analysis):
    assert [(it.first, it.last) for it in events(match)] == [(at, at + 1) for at in range(match.position)]
    assert len(analysis.steps) == match.position
    assert {it.kind for it in analysis.steps} == {"decision", "roll"}


def test_holding_at_once_gives_chances_away_and_is_graded(analysis):
    red, blue = analysis.accounts
    assert red.gave_away > blue.gave_away
    worst = max(analysis.steps, key=lambda it: it.gave_away)
    assert (worst.seat, worst.text, worst.best) == ("red", "hold", "roll")
    assert worst.grade == grade_of(worst.gave_away) != ""


def test_the_thresholds_are_those_that_are_told(analysis):
    assert analysis.thresholds == {"blunder": BLUNDER, "mistake": MISTAKE, "inaccuracy": INACCURACY}
    told = [grade_of(it) for it in (0.0, INACCURACY, MISTAKE, BLUNDER)]
    assert told == ["", "inaccuracy", "mistake", "blunder"]


def test_there_are_three_lessons_in_sentences(analysis):
    assert len(analysis.lessons) == 3
    assert all(it.endswith(".") and "{" not in it for it in analysis.lessons)


def test_an_estimate_stands_beside_its_interval(analysis):
    assert all(it.margin >= 0 for it in analysis.steps)
    for step in analysis.steps:
        assert all(isinstance(it, Weighed) and it.low <= it.chance <= it.high for it in step.weighed)


def test_it_tells_its_progress_and_can_be_given_up(match):
    heard: list[int] = []
    with pytest.raises(Cancelled):
        analyse(match, BRIEF, progress=lambda done, of: heard.append(done), is_wanted=lambda: len(heard) < 3)
    assert heard == [1, 2, 3]


def test_another_match_or_another_depth_is_kept_apart(match):
    other = Match.new(pig, SECRET[::-1], bots={"red": "hold:2", "blue": "hold"}, options={"target": 30})
    assert len({fingerprint(match, BRIEF), fingerprint(other, BRIEF), fingerprint(match, Depth())}) == 3


def test_worker_processes_think_and_look_with_plain_data_alone(match):
    now = [0.0]
    minds = Minds(1, clock=lambda: now[0])
    try:
        asked = Match.new(liars_dice, SECRET, options={"dice": 2}).question_to("red")
        assert asked is not None
        job = thought(liars_dice, "think:16", asked, "seed")
        assert job is not None
        found = found_in(minds.submit(think_about, job).future.result())
        assert found.failed == ""
        assert found.why is not None
        assert found.why.options[0].answer == found.answer
        looked = analyse_with(minds, 1, match, Depth(seconds=1, least=2, most=2, options=2))
        assert len(looked.steps) == match.position
        given_up = minds.submit(think_about, thought(liars_dice, "think:60s", asked, "seed") or b"")
        given_up.cancel()
        assert given_up.future.cancelled() or "gone" in found_in(given_up.future.result()).failed
        minds.rest()
        assert minds._pool is not None
        while minds._pool is not None:  # the last job is reported a moment after its result
            now[0] += 2 * IDLE_SECONDS
            minds.rest()
    finally:
        minds.stop()


def test_an_analysis_ends_with_the_processes_that_make_it(match):
    minds = Minds(1)
    try:
        with pytest.raises(Cancelled):
            analyse_with(minds, 1, match, Depth(seconds=60, least=4, most=400), progress=lambda *_: minds.stop())
    finally:
        minds.stop()


def test_the_command_line_tells_it_as_text_and_as_data(match, tmp_path, monkeypatch):
    from adjudge.store.files import write

    write(match, tmp_path / "match.json")
    words = ["analyse", str(tmp_path / "match.json"), "--game", str(FOLDER / "pig.py"), "--seconds", "1"]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = subprocess.run([sys.executable, "-m", "adjudge", *words, "--json"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    data = json.loads(told.stdout)
    assert {"steps", "accounts", "turning_points", "lessons", "thresholds"} <= data.keys()
    again = subprocess.run([sys.executable, "-m", "adjudge", *words], capture_output=True, text=True)
    assert "initial + luck + own decisions + others' decisions = final, exactly" in again.stdout
    assert len(list((tmp_path / "adjudge" / "analysis").iterdir())) == 1  # the second look was free
