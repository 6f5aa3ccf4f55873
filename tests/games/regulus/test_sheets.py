"""Sheets: what a new one may hold, how it is made, how it changes."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.engine import BadInput
from adjudge.games.regulus import game
from adjudge.games.regulus.data import SheetData, characters
from adjudge.story import GM
from adjudge.story.sheets import read_text, write_text
from tests.games.regulus.evening import IRIS, P1, Evening


def sheet(**changes: Any) -> dict[str, Any]:
    return {**IRIS, **changes}


@pytest.mark.rules("sheet.contents-ours", "sheet.qualities-ours", "sheet.ratings-ours", "luck.level-ours")
@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"name": " "}, r"sheets\[0\] \( \)\.name: ' ' doesn't fit; use a name"),
        ({"qualities": ["one"]}, r"sheets\[0\] \(Iris\)\.qualities: 1 doesn't fit; use 5 phrases"),
        (
            {"qualities": ["a", "b", "c", "d", "A"]},
            r"qualities\[4\]: 'A' doesn't fit; use a phrase that is not on",
        ),
        ({"qualities": ["a", "b", "c", "d", "x" * 61]}, r"qualities\[4\].*1 to 60 characters"),
        ({"ratings": {"Wealth": 6}}, r"ratings\.Security: missing; use a level of 0 to 4"),
        ({"ratings": {"Wealth": 5, "Security": 1}}, r"ratings\.Wealth: 5 doesn't fit; use a level of 0 to 4"),
        ({"ratings": {"Wealth": 4, "Security": 4}}, r"ratings: 8 doesn't fit; use 6 levels in all"),
        ({"luck": 7}, r"luck: 7 doesn't fit; use 0 to 6"),
    ],
)
def test_a_sheet_is_refused_with_the_entry_and_the_field(changes, complaint):
    with pytest.raises(BadInput, match=complaint):
        Evening(sheets=[sheet(**changes)])


def test_two_characters_cannot_share_a_name():
    with pytest.raises(BadInput, match=r"sheets\[1\]\.name"):
        Evening(players=2, sheets=[sheet(), sheet(name="IRIS")])


def test_more_sheets_than_players_are_refused():
    with pytest.raises(BadInput, match="at most one for each of 1 players"):
        Evening(sheets=[sheet(), sheet(name="Evan")])


def test_the_characters_that_come_with_the_game_are_legal():
    for count in range(1, len(characters()) + 1):
        session = game.start(game.configure({"players": count}))
        assert len(session.sheets) == count


def test_a_sheet_survives_a_file():
    data = characters()[0]
    assert read_text(SheetData, write_text(data), "iris.json") == data
    with pytest.raises(BadInput, match=r"iris\.toml\.colour"):
        read_text(SheetData, 'name = "Iris"\nqualities = []\nratings = {}\ncolour = "red"', "iris.toml")
    with pytest.raises(BadInput, match=r"iris\.toml: .* TOML or JSON"):
        read_text(SheetData, "name: Iris", "iris.toml")


@pytest.mark.rules("story.creation", "sheet.ratings-ours")
def test_creation_walks_through_the_choices_and_cannot_end_illegal():
    evening = Evening(sheets=[], cast="make")
    assert list(evening.offered(P1)) == ["now/make"]
    qualities = ["Thief", "thief", "Charming", "Quick", "Lucky", "Loud"]  # the second is asked again
    evening.act(P1, "now/make", "Vera", *qualities, {"Wealth": 3, "Security": 3}, "Owes money to Brandt")
    made = evening.session.sheets[P1]
    assert (made.name, made.luck, made.ratings) == ("Vera", 3, {"Wealth": 3, "Security": 3})
    assert made.qualities == ["Thief", "Charming", "Quick", "Lucky", "Loud"]
    assert evening.story.name(P1) == "Vera"
    evening.act(GM, "grant")
    assert evening.session.strings[0].names == ("Vera",)


def test_levels_that_do_not_add_up_are_refused():
    evening = Evening(sheets=[], cast="make")
    with pytest.raises(Exception, match="all of 6"):
        evening.act(P1, "now/make", "Vera", *"abcde", {"Wealth": 4, "Security": 1}, "")
    assert evening.session.sheets == {}


def test_further_ratings_take_part():
    evening = Evening(sheets=[], cast="make", ratings=["Standing"])
    evening.act(P1, "now/make", "Vera", *"abcde", {"Wealth": 1, "Security": 1, "Standing": 4}, "")
    evening.act(GM, "do/check", "Standing", "", dice=(3, 3))
    assert evening.session.checks[-1].passed


@pytest.mark.rules("sheet.changes-ours", "story.sheet-edit")
def test_the_gm_changes_a_sheet_with_a_reason():
    evening = Evening()
    evening.act(GM, "do/sheet", "add", "Wanted", "after the fire").act(GM, "do/sheet", "raise", "Wealth", "a reward")
    evening.act(GM, "do/sheet", "reword", "Soldier", "Deserter", "she ran").act(
        GM, "do/sheet", "remove", "Marksman", "blind"
    )
    mine = evening.session.sheets[P1]
    assert mine.qualities == ["Deserter", *IRIS["qualities"][2:], "Wanted"]  # type: ignore[index]
    assert mine.ratings["Wealth"] == 3
    assert all(it.rule == "sheet.changes-ours" for it in evening.story.journal)
    assert "she ran" in evening.story.journal[2].text


def test_a_change_in_the_middle_of_a_scene_is_recorded_as_such():
    evening = Evening().act(P1, "do/narrate", "I run").act(GM, "do/sheet", "luck-up", "a gift")
    assert (evening.luck, evening.story.journal[-1].rule) == (4, "story.sheet-edit")


def test_a_player_writes_notes_freely_and_asks_for_the_rest():
    evening = Evening().act(P1, "do/sheet", "note", "Left-handed")
    assert evening.session.sheets[P1].notes == "Left-handed"
    evening.act(P1, "do/sheet", "add", "Burglar", "I did it three times")
    assert "Burglar" not in evening.session.sheets[P1].qualities
    evening.act(GM, "grant")
    assert "Burglar" in evening.session.sheets[P1].qualities


def test_a_wish_that_was_overtaken_changes_nothing():
    evening = (
        Evening()
        .act(P1, "do/sheet", "remove", "Soldier", "I am out")
        .act(GM, "do/sheet", "remove", "Soldier", "so it is")
    )
    evening.act(GM, "grant")
    assert len(evening.session.sheets[P1].qualities) == 4


@pytest.mark.rules("luck.full-ours")
def test_luck_that_has_become_full_meanwhile_is_not_raised():
    evening = Evening()
    evening.luck = 5
    evening.act(P1, "do/sheet", "luck-up", "a charm").act(GM, "do/sheet", "luck-up", "a gift").act(GM, "grant")
    assert evening.luck == 6


@pytest.mark.rules("sheet.contents-ours")
def test_notes_are_no_entries():
    evening = Evening().act(P1, "do/sheet", "note", "Never misses").attempt().act(GM, "approve")
    assert not any("Never misses" in offer.label for offer in evening.offered(P1).values() if "/means/" in offer.key)
