"""Strings and their life."""

from __future__ import annotations

import pytest

from adjudge.engine import Script
from adjudge.games.regulus.rules import strings
from adjudge.games.regulus.rules.sheets import strings_on
from adjudge.games.regulus.rules.strings import read_back, standing, written
from adjudge.games.regulus.state import String
from adjudge.story import GM
from tests.games.regulus.evening import P1, Evening

HUNTED = "Hunted by Inspector Luther"


def hunted(evening: Evening | None = None) -> Evening:
    return (evening or Evening()).act(GM, "do/string", "Create a String", f"{HUNTED}: Iris")


@pytest.mark.parametrize(
    ("text", "phrase", "names"),
    [
        ("Hunted by Inspector Luther: Iris", HUNTED, ("Iris",)),
        ("Rivals: Iris, Evan", "Rivals", ("Iris", "Evan")),
        ("Motto: never again", "Motto: never again", ()),
        ("Motto: never again: Iris", "Motto: never again", ("Iris",)),
        ("Nobody's fool", "Nobody's fool", ()),
    ],
)
@pytest.mark.rules("string.attach", "string.definition")
def test_what_is_written_is_read_back(text, phrase, names):
    assert read_back(text, ["Iris", "Evan"]) == (phrase, names)
    assert written(String(1, phrase, names)) == text


@pytest.mark.rules("string.create-ours", "string.purpose")
def test_the_gm_creates_strings_freely_and_a_player_asks():
    evening = hunted().act(P1, "do/string", "Friend of the barman").act(GM, "refuse", "buy him a drink first")
    assert [string.phrase for string in evening.session.strings] == [HUNTED]
    evening.act(P1, "do/string", "Friend of the barman").act(GM, "grant")
    assert written(evening.session.strings[-1]) == "Friend of the barman: Iris"


@pytest.mark.rules("string.create-ours", "result.exclamation-means-and")
def test_an_and_clause_makes_one_string():
    evening = Evening().roll(6)
    clause = evening.owed("and-clause")[0].id
    evening.act(P1, f"item/{clause}/string", "Feared by droids")
    assert not evening.has(P1, f"item/{clause}/string")
    evening.act(GM, "grant")
    assert evening.owed("and-clause") == []
    assert written(evening.session.strings[0]) == "Feared by droids: Iris"
    assert evening.story.journal[-1].status == "canon"


@pytest.mark.rules("string.states-ours", "string.attach-ours", "string.detach-ours", "string.resolve-ours")
def test_a_string_lives_from_loose_to_resolved():
    evening = Evening().act(GM, "do/string", "Create a String", "A storm is coming", ())
    string = evening.session.strings[0]
    assert standing(string) == "loose"
    evening.act(GM, "do/string", "Attach a character", "Iris").act(GM, "do/string", "Attach a character", "Evan")
    assert written(evening.session.strings[0]) == "A storm is coming: Iris, Evan"
    evening.act(GM, "do/string", "Detach a character", "Iris")
    assert written(evening.session.strings[0]) == "A storm is coming: Evan"
    evening.act(GM, "do/string", "Resolve a String", "It has passed")
    resolved = evening.session.strings[0]
    assert (standing(resolved), resolved.names, resolved.resolved) == ("resolved", ("Evan",), "It has passed")
    with pytest.raises(Exception, match="Attach a character"):
        evening.act(GM, "do/string", "Attach a character")


def test_a_resolved_string_has_no_effects():
    evening = hunted().act(GM, "do/string", "Resolve a String", "He gave up").attempt().act(GM, "approve")
    assert not any("means/string" in key for key in evening.offered(P1))


@pytest.mark.rules("string.attach-ours")
def test_attaching_against_the_players_will_can_be_disputed_with_a_challenge():
    evening = Evening().act(GM, "do/string", "Create a String", "Cursed", ()).act(P1, "stand")
    evening.act(GM, "do/string", "Attach a character", "Iris").act(P1, "dispute")
    assert evening.contest.kind == "challenge"
    evening.set_up().cast(5)
    assert evening.session.strings[0].names == ()


def test_a_string_that_is_disputed_away_affects_nobody():
    evening = hunted().act(P1, "dispute").set_up().cast(6)
    string = evening.session.strings[0]
    assert (string.names, string.resolved) == (("Iris",), "disputed away")  # string.resolve-ours keeps the names
    assert strings_on(evening.session, P1) == []


def test_a_string_that_is_disputed_away_while_it_serves_as_means_breaks_nothing():
    evening = hunted().attempt().act(GM, "approve")
    number = evening.session.strings[0].id
    evening.act(P1, f"means/string/{number}").act(GM, "accept")
    assert evening.story.journal[0].status == "canon"  # the contest built on it


@pytest.mark.rules("string.attach-ours")
def test_nobody_is_attached_twice():
    evening = Evening().act(GM, "do/string", "Create a String", f"{HUNTED}: Iris, Iris")
    assert evening.session.strings[0].names == ("Iris",)
    with pytest.raises(ValueError, match="cannot be attached"):
        strings.attach(Script(evening.session), GM, evening.session.strings[0].id, "Iris")


@pytest.mark.rules("issue.record-ours")
def test_the_gm_may_turn_what_a_roll_brought_into_a_string():
    evening = Evening().roll(1, 5, dice=2)
    issue = evening.owed("issue")[0].id
    evening.act(GM, f"now/item/{issue}/tell", "The police know your face")
    evening.act(GM, "do/string", "Turn something a roll brought into a String", ["Iris"])
    assert written(evening.session.strings[0]) == "The police know your face: Iris"


@pytest.mark.rules("string.effects-ours")
def test_an_attached_string_may_be_means():
    evening = hunted()
    number = evening.session.strings[0].id
    evening.attempt("I spot the policeman first").set_up(means=f"string/{number}").cast(5)
    assert evening.contest.decided == "Yes"


@pytest.mark.rules("string.attach-ours")
@pytest.mark.parametrize("typed", ["iris", "IRIS", " Iris "])
def test_another_spelling_is_the_same_character(typed):
    evening = Evening().act(GM, "do/string", "Create a String", f"{HUNTED}: Iris, {typed}")
    assert evening.session.strings[0].names == ("Iris",)
    evening.act(GM, "do/string", "Attach a character", "somebody else", typed)
    assert evening.session.strings[0].names == ("Iris",)
    assert evening.told[-1].text == f"{typed.strip()} is attached already: {HUNTED}: Iris"


@pytest.mark.rules("string.attach-ours", "string.attached-are-affected")
def test_who_is_attached_by_another_spelling_is_affected():
    evening = Evening().act(GM, "do/string", "Create a String", "Lucky charm", ())
    evening.act(GM, "do/string", "Attach a character", "somebody else", "iris")
    assert [string.phrase for string in strings_on(evening.session, P1)] == ["Lucky charm"]
    assert evening.has(P1, "dispute")


@pytest.mark.rules("string.attach-ours")
def test_a_character_of_the_gms_is_known_once_it_was_named():
    evening = Evening().act(GM, "do/string", "Create a String", "A storm is coming", ())
    evening.act(GM, "do/string", "Attach a character", "somebody else", "Mother Superior")
    evening.act(GM, "do/string", "Detach a character")
    evening.act(GM, "do/string", "Create a String", "Rivals: iris, mother superior")
    assert evening.session.strings[-1].names == ("Iris", "Mother Superior")
    evening.act(P1, "do/string", "In her debt: Mother superior").act(GM, "grant")
    assert written(evening.session.strings[-1]) == "In her debt: Mother Superior"


@pytest.mark.rules("table.names-in-the-book", "string.attach")
def test_the_table_knows_whom_the_reference_names():
    evening = Evening().act(GM, "do/string", "Create a String", "Old friends: Iris, Evan")
    assert evening.session.strings[0].names == ("Iris", "Evan")


@pytest.mark.rules("string.definition")
def test_names_alone_are_no_string():
    evening = Evening().act(GM, "do/string", "Create a String", ": Iris", " :  iris", "Cursed: Iris")
    assert [written(string) for string in evening.session.strings] == ["Cursed: Iris"]
    assert [event.text for event in evening.told if event.rule == "string.definition"] == [
        "a String needs a phrase before the names: : Iris",
        "a String needs a phrase before the names: :  iris",
    ]
    evening.act(P1, "do/string", "...", "Blessed").act(GM, "grant")
    assert written(evening.session.strings[-1]) == "Blessed: Iris"


@pytest.mark.rules("string.attach-ours", "story.override")
def test_a_loose_string_keeps_its_person_when_the_dispute_ends_the_other_way_after_all():
    evening = Evening().act(GM, "do/string", "Create a String", "Cursed", ()).act(P1, "stand")
    evening.act(GM, "do/string", "Attach a character", "Iris").act(P1, "dispute").set_up().cast(5)
    assert standing(evening.session.strings[0]) == "loose"
    evening.act(GM, "do/ruling", "Set a result aside", "No", "curses stick")
    assert evening.session.strings[0].names == ("Iris",)
    evening.act(GM, "do/ruling", "Put a result back")
    assert standing(evening.session.strings[0]) == "loose"


@pytest.mark.rules("string.resolve-ours", "story.override")
def test_a_string_that_was_disputed_away_comes_back_with_its_people():
    evening = hunted().act(P1, "dispute").set_up().cast(6)
    evening.act(GM, "do/ruling", "Set a result aside", "No", "he does not let go")
    assert [written(string) for string in strings_on(evening.session, P1)] == [f"{HUNTED}: Iris"]


NEW = ("evan", "a", "b", "c", "d", "e", {"Wealth": 3, "Security": 3}, "")


def test_a_player_may_take_a_character_the_table_knew_already():
    evening = Evening(cast="make", sheets=[]).act(GM, "do/ruling", "Open a Situation", "A sweep")
    evening.act(P1, "now/make", *NEW)
    assert evening.session.sheets[P1].name == "evan"
    assert evening.session.people == ["Inspector Luther"]
