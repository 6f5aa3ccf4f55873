"""A study as a page, as tables, and as a model of what traits are worth."""

import re
from html.parser import HTMLParser
from typing import Any

import msgspec
import polars
import pytest

from adjudge.lab import compare, matchups, sweep
from adjudge.lab.frames import write_report
from adjudge.lab.traits import fitted, matrix_of
from tests.lab.race import game

CHOICES = ["any", "run", "walk"]


@pytest.fixture(scope="module")
def table():
    return matchups(game, "pace", CHOICES, games=40, seed=2, stops=False).run(workers=1)


def test_a_page_needs_nothing_from_anywhere_and_its_tables_stand_beside_it(table, tmp_path):
    page, *tables = write_report(table, tmp_path / "race.html", ["race.never"])
    text = page.read_text("utf-8")
    HTMLParser().feed(text)
    for heading in ("Who wins", "Who is stronger?", "Who beats whom", "Length and swings"):
        assert f"<h2>{heading}</h2>" in text
    assert text.count("<svg") == 5
    assert "race.never" in text
    assert not re.search(r"(src|href)=[\"']?https?:|@import|url\(http|<script", text)
    assert {path.parent.name for path in tables} == {"race-tables"}
    matches = polars.read_parquet(tmp_path / "race-tables" / "matches.parquet")
    assert matches.height == len(table.rows) == 240
    assert set(matches["winners"]) == {"hare", "tortoise"}
    assert polars.read_csv(tmp_path / "race-tables" / "matchups.csv").height == 6


def test_what_stands_on_a_page_is_escaped():
    study = compare(game, {}, {"cheer": "<script>alert(1)</script>"}, games=3, seed=1).run(workers=1)
    assert "<script" not in study.report()
    assert "&lt;script&gt;" in study.report()
    assert "<script" not in study._repr_html_()


def test_a_notebook_gets_frames_and_a_summary(table):
    frame = table.frame()
    assert frame.filter(polars.col("setting") == "run v walk").height == 40
    assert {"hare", "score", "turns", "swings", "fast moves", "margin", "seed"} <= set(frame.columns)
    assert set(table.tables()) == {"matches", "settings", "comparisons", "rules", "deeds", "matchups"}
    assert "Who wins" not in table._repr_html_()
    assert "run v walk" in table._repr_html_()
    assert "matchups of race, 240 matches" in repr(table)


def test_who_beats_whom(table):
    names, cells = matrix_of(table)
    assert names == ["pace=any", "pace=run", "pace=walk"]
    assert cells["pace=run", "pace=walk"][1] == 80
    assert cells["pace=run", "pace=walk"][0] == pytest.approx(1 - cells["pace=walk", "pace=run"][0])
    assert cells["pace=run", "pace=walk"][0] > 0.9


def test_a_trait_that_wins_is_worth_something_and_one_that_is_nothing_is_not():
    """Twelve match-ups of made-up sides: what `runs` is worth is known from the rules, `hat` is worth nothing."""
    vary: dict[str, list[Any]] = {"pace": [("any", "any"), ("run", "any"), ("any", "run")], "length": [12, 13, 14, 15]}
    study = sweep(game, vary, games=40, seed=3, stops=False).run(workers=1)
    arms = [
        msgspec.structs.replace(
            arm,
            traits={
                "hare": {**arm.traits["hare"], "hat": float(at % 2), "length": at / 10},
                "tortoise": {**arm.traits["tortoise"], "hat": float(at % 3 == 0), "length": 0.0},
            },
        )
        for at, arm in enumerate(study.design.arms)
    ]
    study.design = msgspec.structs.replace(study.design, arms=tuple(arms))
    model = fitted(study)
    assert model is not None
    by_name = {it.trait: it for it in model.worths}
    assert by_name["runs"].is_clear
    assert by_name["runs"].low > 5
    assert not by_name["hat"].is_clear
    assert by_name["hat"].low < 0 < by_name["hat"].high
    assert model.matches == 480
    assert model.explained is not None
    assert 0.3 < model.explained <= 1


def test_too_few_match_ups_tell_nothing_of_traits_and_those_that_come_together_are_told_as_one():
    study = matchups(game, "pace", CHOICES, games=10, seed=2, stops=False).run(workers=1)
    assert fitted(study) is None
    both = {"boots": 1.0, "runs": 1.0}
    arms = [
        msgspec.structs.replace(arm, traits={"hare": {**both, "number": float(at)}, "tortoise": {}})
        for at, arm in enumerate(study.design.arms)
    ]
    study.design = msgspec.structs.replace(study.design, arms=tuple(arms))
    model = fitted(study)
    assert model is not None
    assert {it.trait for it in model.worths} == {"boots + runs", "number"}
    assert (model.matchups, model.explained is None) == (6, False)
