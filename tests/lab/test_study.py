"""A study is the same whoever plays it, survives interruptions, stops soundly, and says when a rule never came up."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudge.crews import Pool
from adjudge.engine.errors import BadInput
from adjudge.lab import GameFailed, Goal, compare, matchups, merged, read, sweep
from adjudge.lab.answers import deeds_used, effects, first_player, rules_used, standings
from adjudge.lab.designs import values_of
from adjudge.lab.results import BadResults, write
from adjudge.lab.stopping import Sequence
from tests.lab.race import game

GAME = "tests.lab.race:game"
LONGER = {"length": [12, 14, 30]}


def played(**wishes):
    return sweep(GAME, LONGER, **{"games": 24, "seed": 3, "stops": False, **wishes})


def matches(path: Path) -> list[bytes]:
    return [line for line in path.read_bytes().splitlines() if b'"kind":"match"' in line]


def test_the_results_and_their_file_are_the_same_whatever_the_workers(tmp_path):
    alone, three = tmp_path / "alone", tmp_path / "three"
    one = played().run(workers=1, path=alone)
    with Pool(3) as pool:
        other = played().run(crew=pool, path=three)
    assert one.rows == other.rows
    assert one.verdicts() == other.verdicts()
    assert matches(alone) == matches(three)
    assert read(alone).verdicts() == one.verdicts()
    assert [run.workers for run in (*one.runs, *read(three).runs)] == [1, 3]


def test_a_study_that_was_interrupted_goes_on_from_its_file(tmp_path):
    path, whole = tmp_path / "results", played().run(workers=1)

    def interrupt(done, games):
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played().run(workers=1, path=path, progress=interrupt)
    assert len(matches(path)) == 3 * 7
    path.write_bytes(path.read_bytes() + matches(path)[0][:40])  # killed in the middle of a line
    begun = read(path, to_go_on=True)
    assert (begun.blocks, begun.is_over) == (7, False)
    begun.run(workers=1, path=path)
    assert begun.rows == whole.rows
    assert read(path).rows == whole.rows


def test_a_block_that_was_cut_short_is_played_again(tmp_path):
    path = tmp_path / "results"
    whole = played(games=5).run(workers=1, path=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-3]))  # the last sitting's line, and two matches of the last block
    begun = read(path, to_go_on=True)
    assert begun.blocks == 4
    assert begun.run(workers=1).rows == whole.rows


def test_parts_of_one_study_are_merged_and_a_match_counts_once(tmp_path):
    whole = played(games=10).run(workers=1)
    parts = [tmp_path / name for name in ("one", "two", "again")]
    for path, first, games in zip(parts, (0, 5, 4), (5, 5, 2), strict=True):
        played(games=games, first=first).run(workers=1, path=path)
    together = merged(parts)
    assert together.rows == whole.rows
    assert together.verdicts() == whole.verdicts()
    write(together, tmp_path / "all")
    assert read(tmp_path / "all").rows == whole.rows
    played(games=2, seed=4).run(workers=1, path=tmp_path / "other")
    with pytest.raises(BadResults, match="in its seed"):
        merged([parts[0], tmp_path / "other"])
    altered = parts[1].read_bytes().replace(b'"winners":["hare"]', b'"winners":["fox"]')
    (tmp_path / "altered").write_bytes(altered)
    with pytest.raises(BadResults, match="tell game 5 differently"):
        merged([parts[1], tmp_path / "altered"])


@pytest.mark.parametrize("text", [b"", b"{}\n", b"no results\n", b'{"kind":"match"}\n'])
def test_a_file_that_holds_no_results_is_refused(tmp_path, text):
    (tmp_path / "file").write_bytes(text)
    with pytest.raises(BadResults, match="holds no results"):
        read(tmp_path / "file")


# ---------------------------------------------------------------------- did it come up?


def test_a_rule_that_never_came_up_is_told_from_one_that_changed_nothing_and_one_that_did():
    never = effects(compare(game, {}, {"crash_on": 99}, games=40, seed=1).run())[0]
    assert (never.pairs, never.came_up, never.changed) == (40, 0, 0)
    assert never.sentence.startswith("It never came up: all 40 matches went the same")
    told = effects(compare(game, {}, {"cheer": "boo"}, games=40, seed=1).run())[0]
    assert (told.came_up, told.changed) == (40, 0)
    assert "came up in 40 of 40 matches, but changed the course of none" in told.sentence
    changed = effects(compare(game, {"length": 12}, {"length": 30}, games=40, seed=1).run())[0]
    assert (changed.came_up, changed.changed) == (40, 40)
    assert set(changed.at) <= {"race.pace", "race.move"}
    longer = next(it for it in changed.shifts if it.measure == "turns")
    assert longer.low is not None
    assert 0 < longer.low < longer.difference == pytest.approx(longer.after - longer.before)


def test_rules_and_deeds_are_counted():
    study = compare(game, {"bot": "runner"}, {"bot": "random"}, games=20, seed=2, stops=False).run()
    used = {it.name: it for it in rules_used(study, ["race.never"])}
    assert used["race.end"].matches == used["race.end"].times == 40
    assert used["race.never"].times == 0
    deeds = {it.name: it for it in deeds_used(study)}
    assert deeds["run"].offered == deeds["walk"].offered
    assert deeds["run"].taken > deeds["walk"].taken > 0
    assert all(row.seen.swings is not None for row in study.rows)


def test_bots_that_think_are_watched_too():
    study = compare(game, {}, {"crash_on": 99}, bots={"hare": "think:2"}, games=2, seed=1).run()
    assert [row.seen.change for row in study.rows] == [None, "none"] * 2
    assert all(row.seen.rules["race.end"] and row.seen.turns and row.seen.rolled for row in study.rows)


# ---------------------------------------------------------------------- sides and designs


def test_sides_are_swapped_with_the_same_dice_and_a_clear_answer_ends_the_study():
    study = compare(game, {"bot": "runner"}, {"pace": "walk", "bot": "random"}, games=400, seed=1).run(workers=1)
    first, second = study.design.arms
    assert (first.bots["hare"], second.bots["tortoise"]) == ("runner", "runner")
    assert (first.options["pace"], second.options["pace"]) == (["any", "walk"], ["walk", "any"])
    assert (first.hero, second.hero) == ("hare", "tortoise")
    (verdict,) = study.verdicts()
    assert verdict.finding == "more"
    assert study.is_clear
    assert 5 < study.blocks < 100
    assert "is stronger" in effects(study)[0].sentence
    lead = first_player(study)
    assert lead is not None
    assert lead.of == 2 * study.blocks
    assert [it.matches for it in standings(study)] == [study.blocks] * 2


def test_what_belongs_to_the_match_and_what_belongs_to_a_side_are_not_mixed():
    with pytest.raises(BadInput, match="what belongs to a side"):
        compare(game, {"bot": "runner"}, {"length": 30}, games=2, seed=1)
    with pytest.raises(BadInput, match="the same on both sides"):
        compare(game, {}, {}, games=2, seed=1)


def test_arms_are_dropped_one_by_one_and_the_rest_goes_on():
    study = sweep(game, {"pace": [("any", "any"), ("run", "walk")], "cheer": ["a", "b"]}, games=150, seed=1).run()
    kept = {
        name: sum(row.arm == at for row in study.rows) for at, name in enumerate(arm.name for arm in study.design.arms)
    }
    assert kept["pace=run v walk, cheer=a"] < kept["pace=any v any, cheer=a"]
    assert study.verdicts()[1].finding == "more"


def test_designs():
    vary: dict[str, list[Any]] = {"length": [12, 13, 14], "bot.hare": ["random", "runner"]}
    grid = sweep(game, vary, games=1, seed=1)
    assert [arm.name for arm in grid.design.arms][:3] == [
        "length=12, bot.hare=random", "length=12, bot.hare=runner", "length=13, bot.hare=random",
    ]  # fmt: skip
    each = sweep(game, vary, each=True, games=1, seed=1)
    assert [arm.name for arm in each.design.arms] == ["as it stands", "length=13", "length=14", "bot.hare=runner"]
    sample = sweep(game, vary, sample=4, games=1, seed=1)
    assert len({arm.name for arm in sample.design.arms}) == 4
    assert sample.design.arms[0] == grid.design.arms[0]
    assert sample.design == sweep(game, vary, sample=4, games=1, seed=1).design
    table = matchups(game, "pace", ["any", "run", "walk"], games=1, seed=1)
    assert [arm.name for arm in table.design.arms] == [
        "any v run", "run v any", "any v walk", "walk v any", "run v walk", "walk v run",
    ]  # fmt: skip
    assert table.design.arms[1].traits == {"hare": {"runs": 1.0}, "tortoise": {"runs": 0.0}}
    assert values_of("0..3", "") == [0, 1, 2, 3]
    assert values_of("0..1:0.5", "") == [0, 0.5, 1]
    assert values_of("a,b", "") == ["a", "b"]
    assert values_of("a,b|c,d", "") == [["a", "b"], ["c", "d"]]
    assert values_of('["a","b"]|["c","d"]', "") == [["a", "b"], ["c", "d"]]
    for wrong in ("", "5..1", "0..1:0.00001"):
        with pytest.raises(BadInput):
            values_of(wrong, "--vary x")
    with pytest.raises(BadInput, match="bot, or an option with an entry for each"):
        matchups(game, "length", [1, 2], games=1, seed=1)


def test_a_measure_can_be_what_is_judged():
    study = sweep(game, LONGER, games=100, seed=1, goal=Goal("turns", 0, 15)).run()
    assert [it.finding for it in study.verdicts()][1] == "more"
    with pytest.raises(GameFailed, match="outside its range"):
        sweep(game, LONGER, games=60, seed=1, goal=Goal("turns", 0, 3)).run()


def test_a_game_that_fails_is_named_with_its_setting():
    with pytest.raises(GameFailed, match=r"crash_on=7: game \d+ of race failed: ZeroDivisionError"):
        sweep(game, {"crash_on": [0, 7]}, games=20, seed=1).run()


# ---------------------------------------------------------------------- stopping


def test_the_sequence_holds_at_every_moment_at_once():
    """Looked at after each of 120 values, in 100 runs: an ordinary interval would fail in about a third of them."""
    rng, failed = random.Random(5), 0
    for _ in range(100):
        sequence, held = Sequence(), True
        for _ in range(120):
            sequence.take(rng.choice((0, 0.5, 0.5, 1)))
            held &= sequence.low <= 0.5 <= sequence.high
        failed += not held
    assert failed <= 5


def test_the_sequence_narrows_down_and_faster_where_values_vary_little():
    rng = random.Random(1)
    wild = Sequence().take_all(float(rng.random() < 0.5) for _ in range(400))
    calm = Sequence().take_all(0.5 + 0.05 * rng.random() for _ in range(400))
    assert wild.low < 0.5 < wild.high
    assert calm.high - calm.low < (wild.high - wild.low) / 2 < 0.2
    assert Sequence().take_all([1.0] * 60).low > 0.8
    with pytest.raises(ValueError, match="between 0 and 1"):
        Sequence().take(1.5)


def test_what_is_written_can_be_read_by_any_program(tmp_path):
    path = tmp_path / "results"
    played(games=2).run(workers=1, path=path)
    head, *lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert (head["game"], head["version"], head["seed"]) == ("race", "3", 3)
    assert [arm["options"] for arm in head["arms"]] == [{"length": 12}, {"length": 14}, {"length": 30}]
    assert head["arms"][0]["bots"] == {"hare": "random", "tortoise": "random"}
    assert [line["kind"] for line in lines] == ["match"] * 6 + ["run"]
    assert lines[0]["seen"]["rules"]["race.end"] == 1
    assert lines[-1]["workers"] == 1
