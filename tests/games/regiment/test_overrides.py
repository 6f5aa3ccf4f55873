"""The GM's last word: a roll of the last move is set aside with a reason, and put back."""

from __future__ import annotations

import pytest

from adjudge.games.regiment import game
from adjudge.games.regiment.rules.overrides import can_be_set_aside, world_of
from adjudge.story import GM
from adjudge.story.panels import journal_panel
from tests.games.regiment.field import P1, P2, THERE, Field

ASIDE, BACK = "Set a result aside", "Put the result back"


def effects(found: Field, status: str) -> list[str]:
    return [it.text for it in found.session.story.journal if it.kind == "effect" and it.status == status]


@pytest.mark.rules("story.override")
def test_a_miss_becomes_a_hit_and_what_was_owed_is_void():
    found = Field(1)
    found.act(P1, "push", "I go on", "", dice=(1, 2))
    assert (found.soldier.xp, len(found.owed("GM move"))) == (1, 1)
    found.act(GM, "do/ruling", ASIDE, "a strong hit", "it was brave", "I go on", "")
    assert (found.soldier.xp, found.owed("GM move")) == (0, [])
    assert found.cites("story.override")
    assert "the GM sets aside a miss for a strong hit: it was brave" in effects(found, "canon")
    assert any("marks 1 xp" in text for text in effects(found, "struck"))
    assert any("keeps calm" in text for text in effects(found, "canon"))
    assert any(line.startswith("  · (struck)") for line in journal_panel(found.session.story, 40).lines)


@pytest.mark.rules("story.override")
def test_what_the_old_result_did_never_happened_and_comes_back_when_it_is_put_back():
    found = Field(1)
    found.act(P1, "assault", (), dice=(3, 4, 6, 6, 6))
    hurt = world_of(found.session)
    assert (sum(found.foe.marks), found.soldier.gear, found.soldier.place) != (0, 6, "here")
    found.act(GM, "do/ruling", ASIDE, "a miss", "they saw it coming")
    assert (sum(found.foe.marks), found.soldier.gear, found.soldier.place) == (0, 5, "here")
    assert len(found.owed("GM move")) == 1
    found.act(GM, "do/ruling", BACK)
    assert world_of(found.session) == hurt
    assert found.owed("GM move") == []
    assert found.soldier.place == THERE


def test_of_several_rolls_in_a_move_one_is_set_aside_and_the_earlier_ones_stay():
    found = Field(2)
    found.other.bonds[P1] = 2
    found.act(P1, "push", "I go on", "", {P2: P2}, dice=(1, 1, 3, 3))
    assert found.session.last is not None
    assert found.session.last.rolls == {"p2/help": "miss", "p1/push": "miss"}
    found.act(GM, "do/ruling", ASIDE, "p1/push", "a strong hit", "why not", "I go on", "", {P2: P2})
    assert found.session.last.rolls == {"p2/help": "miss", "p1/push": "strong"}


def test_once_something_has_changed_the_roll_stands():
    found = Field(1)
    found.act(P1, "push", "I go on", "", dice=(6, 6))
    assert can_be_set_aside(found.session)
    found.act(GM, "do/narrate", "The wind drops")
    assert can_be_set_aside(found.session)
    found.soldier.gear -= 1
    assert not can_be_set_aside(found.session)


def test_nobody_sees_the_world_that_was():
    found = Field(1)
    found.act(P1, "push", "I go on", "", dice=(6, 6))
    assert game.view is not None
    for seat in (None, P1, GM):
        assert game.view(found.session, seat).last is None
