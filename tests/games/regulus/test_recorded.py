"""Whole sessions on record, one for every way a session can end: the same words and dice still tell the same story."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudge.engine import Match
from adjudge.engine.audit import audit
from adjudge.games.regulus import game

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.json"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
@pytest.mark.rules("story.session-end", "story.journal")
def test_a_recorded_session_is_told_again_word_by_word(path):
    record = json.loads(path.read_text("utf-8"))
    match = Match.new(game, bytes.fromhex(record["secret"]), options=record["options"])
    for seat, answer in record["answers"]:
        match.answer(seat, answer)
    assert match.outcome is not None
    assert match.outcome.text == record["outcome"]
    assert [f"{entry.by}: {entry.text}" for entry in match.state.story.journal] == record["journal"]
    assert audit(match).is_clean


def test_there_is_one_for_every_end():
    ends = {"after-the-agreed-scenes", "by-the-gm", "by-the-gm-with-things-open"}
    assert {path.stem for path in RECORDED} == ends
