"""Who tells what, and when it holds."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.story import GM, Entry
from adjudge.story.journal import find
from tests.games.regulus.evening import P1, Evening


def last(evening: Evening) -> Entry:
    return [entry for entry in evening.story.journal if entry.kind == "narration"][-1]


def status(evening: Evening, number: int) -> str:
    return find(evening.story, number).status


@pytest.mark.rules("narrative.give-and-take", "story.floor")
def test_there_is_no_order_of_turns():
    evening = Evening(players=2, sheets=[])
    for seat in ("p2", GM, "p1", "p1", GM, "p2"):
        evening.act(seat, "do/narrate", "And then", ())
    assert [entry.by for entry in evening.story.journal] == ["p2", GM, "p1", "p1", GM, "p2"]


@pytest.mark.rules(
    "narrative.players-narrate-their-characters", "narrative.gm-narrates-the-world", "narrative.impact-without-dice"
)
def test_a_narration_changes_everything_without_dice_unless_disputed():
    evening = Evening().act(P1, "do/narrate", "I burn the house down").act(GM, "stand")
    assert (last(evening).by, last(evening).status, evening.rolled) == (P1, "canon", [])
    evening.act(GM, "do/narrate", "The street is on fire", ())
    assert (last(evening).rule, last(evening).status) == ("narrative.gm-narrates-the-world", "pending")


@pytest.mark.rules("narrative.not-canon-at-once", "story.journal")
def test_it_is_canon_when_everybody_lets_it_stand_or_somebody_builds_on_it():
    evening = Evening(players=2, sheets=[]).act(P1, "do/narrate", "I have a twin", ())
    twin = last(evening).id
    assert status(evening, twin) == "pending"
    evening.act("p2", "stand")
    assert status(evening, twin) == "pending"
    evening.act(GM, "stand")
    assert status(evening, twin) == "canon"
    evening.act(P1, "do/narrate", "She is here", ())
    here = last(evening).id
    evening.act(P1, "do/narrate", "She waves", ())
    assert status(evening, here) == "pending"  # one does not build on oneself
    evening.act("p2", "do/narrate", "I wave back", ())
    assert status(evening, here) == "canon"


@pytest.mark.rules("dispute.any-narration")
def test_a_narration_is_disputed_once():
    evening = Evening().act(GM, "do/narrate", "Her cover is blown", (P1,)).act(P1, "dispute")
    blown = evening.story.journal[0].id
    assert status(evening, blown) == "disputed"
    assert not evening.has(P1, "dispute")
    evening.set_up().cast(6)
    assert status(evening, blown) == "struck"
    assert not evening.has(P1, "dispute")


@pytest.mark.rules("dispute.resolved-by-roll")
def test_a_third_party_makes_the_narrating_player_roll():
    evening = Evening(players=2, sheets=[]).act(P1, "do/narrate", "I slip past", ()).act("p2", "dispute")
    assert (evening.contest.kind, evening.contest.seat) == ("contest", P1)


def test_an_objection_to_what_befalls_nobody_is_decided_by_the_gm():
    granted = Evening().act(GM, "do/narrate", "The moon falls", ()).act(P1, "dispute", "Too much").act(GM, "grant")
    assert (granted.story.journal[0].status, granted.session.contests) == ("struck", [])
    refused = (
        Evening().act(GM, "do/narrate", "The moon falls", ()).act(P1, "dispute", "Why?").act(GM, "refuse", "It does")
    )
    assert refused.story.journal[0].status == "canon"


@pytest.mark.rules("narrative.centres-on-player-characters")
def test_whatever_is_resolved_is_about_a_player_character():
    evening = Evening().attempt().act(GM, "no-dice").threaten()
    evening.act(GM, "do/check", "Wealth", "", dice=(1, 2)).act(P1, "do/ask", "Is it?")
    session = evening.session
    matters: list[Any] = [*session.contests, *session.checks, *session.tests]
    assert len(matters) == 4
    assert {matter.seat for matter in matters} == {P1}


@pytest.mark.rules("scope.job-replaces", "scope.outside-jobs")
def test_on_a_job_rolls_carry_a_notice():
    evening = Evening().attempt()
    assert not evening.cites("ruling.job-rules-missing")
    evening.act(GM, "do/ruling", "On a Job from here").attempt("I am in")
    assert evening.cites("ruling.job-rules-missing")
    evening.act(GM, "do/ruling", "The Job is over")
    assert not evening.session.on_a_job
