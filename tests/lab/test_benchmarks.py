"""The yardsticks of the benchmarks do the same work as what is measured beside them."""

import pytest

from adjudge.engine import Match
from adjudge.engine.copying import copier
from benchmarks import Result, at_most, fastest, within
from benchmarks.__main__ import modules, page, spoken
from benchmarks.before import digest
from benchmarks.engine import LONG_TURN, copy_by_hand, in_a_long_turn, twenty_figures


def test_a_copy_by_hand_is_the_copy_that_the_engine_makes():
    patrol = twenty_figures()
    assert len(patrol.squad) + len(patrol.combat.enemies) == 20
    assert copy_by_hand(patrol) == copier(type(patrol))(patrol) == patrol
    twin = copy_by_hand(patrol)
    twin.combat.enemies["enemy-0"].marks.append("hurt")
    assert patrol.combat.enemies["enemy-0"].marks == []


def test_the_long_turn_is_one_turn():
    endless, saved = in_a_long_turn()
    match = Match.load(saved, endless)
    assert match.turn == 1
    assert sum(entry.__class__.__name__ == "Answered" for entry in match.line) == LONG_TURN


def test_the_best_of_several_batches_counts():
    now = [0.0]
    costs = iter([0.5, 0.5, 0.2, 0.3, 0.9])

    def steady():
        now[0] += 0.25

    def shaky():
        now[0] += next(costs, 0.6)

    taken = fastest(steady, shaky, least=0.5, batches=2, clock=lambda: now[0])
    assert taken == pytest.approx([0.25, 0.2])


def test_a_requirement_is_met_or_missed():
    assert at_most("copy", 2.5, 3, "of a copy by hand") == Result("copy", "2.5x of a copy by hand", "at most 3x", True)
    assert within("answer", 0.007, 0.005) == Result("answer", "7 ms", "at most 5 ms", False)


def test_the_page_shows_what_was_measured_and_required():
    (module,) = modules(["odds"])
    written = page({module: [within("answer", 0.007, 0.005), Result("size", "3 MB")]}, 0.25)
    assert "| answer | 7 ms | at most 5 ms | **missed** |" in written
    assert "| size | 3 MB |  |  |" in written
    assert "icepool 2." in written
    assert "a load of 0.2 before" in written
    assert spoken(Result("size", "3 MB")) == "size: 3 MB"
    assert spoken(Result("gain", "perhaps 2x", "at least 1.8x")) == "gain: perhaps 2x; at least 1.8x: undecided"


def test_an_unknown_benchmark_is_refused():
    with pytest.raises(SystemExit, match="benchmark: 'luck' was given"):
        list(modules(["luck"]))


def test_the_digest_of_a_battle_goes_by_what_happens_in_it():
    assert digest("rdz", 1) == digest("rdz", 1) != digest("rdz", 2)
