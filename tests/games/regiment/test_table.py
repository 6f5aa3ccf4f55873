"""The floor: who may speak, what is owed, what the GM alone sees, how a session ends."""

from __future__ import annotations

import pytest

from adjudge.games.regiment import game
from adjudge.games.regiment.rules.table import offers
from adjudge.story import GM
from adjudge.story.floor import awaited
from tests.games.regiment.field import P1, P2, Field

SILENT = {P2: "no"}


@pytest.mark.rules("story.floor", "core.trigger")
def test_anybody_acts_at_any_time_and_a_move_is_told_in_one_go():
    field = Field(2, men=0)
    field.act(P2, "do/narrate", "I look around")
    field.act(P1, "do/assess", "Who is there?", SILENT, dice=(4, 4))
    assert [entry.by for entry in field.session.story.journal if entry.kind == "narration"] == [P2, P1]


@pytest.mark.rules("story.journal")
def test_everything_told_is_in_the_journal_with_its_rule():
    field = Field(2, men=0)
    field.act(P1, "do/narrate", "I light a cigarette")
    assert field.has(P2, "stand")
    field.act(P2, "stand")
    field.act(GM, "stand")
    assert field.session.story.journal[0].status == "canon"


@pytest.mark.rules("story.ledger")
def test_the_next_question_is_somebodys():
    field = Field(men=0, fight=False)
    field.act(P1, "do/assess", "Where?", dice=(4, 4))
    assert awaited(offers(field.session)) == [GM]
    (item,) = field.owed("answer")
    field.act(GM, f"now/item/{item.id}/tell", "Behind the mill")
    assert awaited(offers(field.session)) == []


@pytest.mark.rules("story.notes", "story.secret-roll")
def test_what_the_gm_writes_and_rolls_in_secret_stays_there():
    field = Field()
    field.act(GM, "do/screen", "Write a private note", "They are out of ammo")
    field.act(GM, "do/screen", "Roll 2d6 in secret", dice=(3, 4))
    assert len(field.session.story.papers) == 2
    assert game.seen(field.session, P1).story.papers == []
    assert len(game.seen(field.session, GM).story.papers) == 2


def test_hidden_units_are_the_gms_alone():
    field = Field()
    field.foe.hidden = True
    assert game.seen(field.session, P1).teams == {}
    assert list(game.seen(field.session, GM).teams) == ["foe"]
    assert not field.has(P1, "do/attack")


@pytest.mark.rules("story.absent")
def test_the_gm_acts_for_a_player_who_is_away():
    field = Field(2, men=0)
    field.act(GM, "do/ruling", "Novak is away")
    field.act(GM, f"for/{P2}/do/assess", "Where?", {P1: "no"}, dice=(4, 4))
    assert field.says("Novak, assess: 8")
    field.act(GM, "do/ruling", "Novak is back")
    assert field.has(P2, "do/assess")


@pytest.mark.rules("story.override", "track.op")
def test_the_gm_changes_a_number_with_a_reason():
    field = Field()
    field.act(GM, "do/ruling", "Change a number by hand", "squad", "op+", "They have become good")
    assert field.session.squad.op == 1
    assert field.says("The squad, op +1: They have become good")


def test_wounds_and_marks_can_be_changed_by_hand_too():
    field = Field()
    field.act(GM, "do/ruling", "Change a number by hand", P1, "wounds+", "A splinter")
    field.act(GM, "do/ruling", "Change a number by hand", "foe", "A splinter")
    assert field.soldier.wounds.all == 1
    assert field.foe.marks == [1, 0, 0, 0, 0]
    field.act(GM, "do/ruling", "Change a number by hand", P1, "wounds-", "No, it missed")
    assert field.soldier.wounds.all == 0


@pytest.mark.rules("story.approval")
def test_the_gm_switches_between_asking_and_the_map():
    field = Field()
    field.act(GM, "do/ruling", "Ask about every attack")
    assert field.session.establish == "ask"


@pytest.mark.rules("story.scene", "story.session-end")
def test_a_scene_ends_loudly_and_the_last_one_ends_the_session():
    field = Field(men=0, fight=False, scenes=1)
    field.act(P1, "do/assess", "Where?", dice=(4, 4))
    field.act(GM, "do/close", "stay")
    assert game.outcome(field.session) is None
    field.act(GM, "do/close", "waive")
    assert game.outcome(field.session) is not None
    assert field.session.story.ended == "The session ends after 1 scene"


def test_a_player_suggests_the_end_of_a_scene():
    field = Field(men=0, fight=False)
    field.act(P1, "do/close")
    (wish,) = field.session.story.proposals
    field.act(GM, f"now/proposal/{wish.id}/grant", "")
    assert field.session.story.scenes_closed == 1


def test_the_screen_shows_what_each_weapon_would_do_now():
    field = Field(band="close")
    field.foe.cover = 1
    panels = {panel.title: panel for panel in game.picture(field.session, P1).panels}
    assert (
        "Battle rifle at Foe",
        "1d incidental (force parity -1 step, Battle rifle 3d, close range -1d, cover -1d)",
    ) in (
        panels["Delaney could fire"].rows  # type: ignore[union-attr]
    )
