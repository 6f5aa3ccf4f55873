"""The playbook sheet can be drawn, judged, printed and read back; a playbook of one's own too."""

from __future__ import annotations

import msgspec
import pytest

from adjudge.engine.papers import examine
from adjudge.games.regiment import game
from adjudge.games.regiment.papers import PLAYBOOK, SOLDIER, as_text
from adjudge.games.regiment.procedures import Shooter, Target
from adjudge.sheets import can_print, pdf_of, plain


@pytest.mark.parametrize("name", SOLDIER.examples)
def test_each_ready_soldier_is_a_legal_sheet(name):
    examined = examine(SOLDIER, SOLDIER.sample(name))
    assert examined.findings == ()
    assert as_text(examined.thing) == SOLDIER.sample(name)


@pytest.mark.parametrize("playbook", ["soldier", "medic", "sniper", "operator"])
def test_a_soldier_of_a_playbook_is_drawn_and_read_back(playbook):
    text = SOLDIER.made({"playbook": playbook}, 7)
    examined = examine(SOLDIER, text)
    assert examined.is_legal
    assert examined.thing.playbook == playbook
    assert SOLDIER.made({"playbook": playbook}, 7) == text


def test_the_sheet_says_what_each_move_does():
    printed = plain.as_text(SOLDIER.show(SOLDIER.read(SOLDIER.sample("delaney"))))
    assert "Comrade in arms" in printed
    assert "+2 in place of +1" in printed.replace("\n", " ")
    assert "Automatic rifle (3d near/far autofire)" in printed
    assert "Wounds (line after 2)" in printed


def test_an_illegal_sheet_is_shown_with_the_rule_it_goes_against():
    text = SOLDIER.sample("delaney").replace('rank = "Cpl"', 'rank = "M/Sgt"')
    (finding,) = examine(SOLDIER, text).findings
    assert (finding.where, finding.rule) == ("rank", "creation.rank")


def test_a_soldier_comes_to_the_desk_by_name():
    vasquez = SOLDIER.read(SOLDIER.sample("vasquez"))
    assert SOLDIER.members is not None
    assert SOLDIER.members(vasquez, Shooter)["Vasquez"]["moves"] == ["operator.close-quarters-battle"]
    assert SOLDIER.members(vasquez, Target)["Vasquez"]["armor"] == 1


@pytest.mark.rules("story.playbook-file")
def test_a_playbook_of_ones_own_is_read_shown_and_played():
    book = PLAYBOOK.read(PLAYBOOK.sample("ranger"))
    assert "Ice Cold" in plain.as_text(PLAYBOOK.show(book))
    session = game.start(game.configure({"players": 1, "cast": "make", "playbooks": [msgspec.to_builtins(book)]}))
    assert "ranger" in session.playbooks


def test_a_playbook_with_an_unknown_move_is_refused_with_its_field():
    text = PLAYBOOK.sample("ranger").replace("sniper.camouflage", "sniper.cloak")
    (finding,) = examine(PLAYBOOK, text).findings
    assert finding.where == "playbook.moves"


@pytest.mark.rules("story.playbook-file", "story.creation")
def test_a_soldier_of_a_playbook_of_ones_own_is_drawn_printed_read_back_and_played():
    text = SOLDIER.made({"book": PLAYBOOK.sample("ranger")}, 3)
    examined = examine(SOLDIER, text)
    assert (examined.findings, as_text(examined.thing)) == ((), text)
    printed = plain.as_text(SOLDIER.show(examined.thing))
    assert ", Ranger" in printed.splitlines()[0]
    assert "Ice Cold" in printed
    if can_print():
        assert pdf_of(SOLDIER, examined.thing).startswith(b"%PDF")
    session = game.start(game.configure({"players": 1, "soldiers": [msgspec.to_builtins(examined.thing)]}))
    assert session.soldiers["p1"].playbook == "ranger"
    odd = text.replace('rank = "Cpl"', 'rank = "Pfc"').replace('rank = "Sgt"', 'rank = "Pfc"')
    assert [it.rule for it in examine(SOLDIER, odd).findings] == ["creation.rank"]


def test_a_soldier_with_a_playbook_that_makes_no_sense_is_refused_with_its_field():
    text = SOLDIER.made({"book": PLAYBOOK.sample("ranger")}, 3).replace("sniper.camouflage", "sniper.cloak")
    assert examine(SOLDIER, text).findings[0].where == "book.moves"
