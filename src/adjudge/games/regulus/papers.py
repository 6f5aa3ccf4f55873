"""The papers of the game: a character's sheet, and the chronicle of a story that goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudge.engine import Card, Cards, Facts, Finding, Paper, Prose, Scene
from adjudge.engine.rulebook import rulebook_of
from adjudge.engine.scene import Panel
from adjudge.games.regulus.data import Chronicle, SheetData, characters, numbers
from adjudge.games.regulus.forms import CHARACTER_FORM, CHRONICLE_FORM
from adjudge.games.regulus.rules.luck import most_luck, starting_luck
from adjudge.games.regulus.rules.sessions import chronicle_faults
from adjudge.games.regulus.rules.sheets import faults
from adjudge.games.regulus.state import Rulings
from adjudge.story.sheets import read_text, write_text

AS_WRITTEN = Rulings()
RULES = {
    "qualities": "sheet.qualities-ours",
    "ratings": "sheet.ratings-ours",
    "luck": "luck.level-ours",
    "name": "sheet.contents-ours",
}
"""What a field of a sheet that does not fit goes against."""
ROOM = 6
"""Lines to write on."""


def findings(sheet: SheetData) -> Iterator[Finding]:
    """What keeps it from being a new character's, without house rules."""
    for fault in faults(sheet, AS_WRITTEN, numbers().ratings):
        field = fault.field.replace("[", ".").partition(".")[0]
        yield Finding("illegal", fault.problem, fault.field, RULES[field])


def show(sheet: SheetData) -> Scene:
    """sheet.contents-ours, with room for Strings and notes."""
    luck = starting_luck(AS_WRITTEN) if sheet.luck is None else sheet.luck
    levels = tuple((name, f"{level} of {numbers().highest_rating}") for name, level in sheet.ratings.items())
    room = (("", ""),) * ROOM
    return Scene(
        sheet.name,
        (
            Prose("Qualities", sheet.qualities),
            Facts("Ratings and Luck", (*levels, ("Luck", f"{luck} of {most_luck(AS_WRITTEN)}"))),
            Facts("What it does", tuple(_explained())),
            Facts("Strings", room),
            *([Prose("Notes", tuple(sheet.notes.splitlines()))] if sheet.notes else [Facts("Notes", room)]),
        ),
    )


def _explained() -> Iterator[tuple[str, str]]:
    """What is done with each part of the sheet, by the rules."""
    book = rulebook_of("adjudge.games.regulus")
    for name, rules in EXPLAINED.items():
        yield name, " ".join(book.find(rule).text.removeprefix("Ours. ") for rule in rules)


EXPLAINED = {
    "Qualities": ("contest.means-from-quality", "contest.means-one-to-three-dice", "leverage.one-advantage-per-entry"),
    "Ratings": ("check.roll", "check.pass", "check.reasons"),
    "Luck": ("luck.pay-means", "luck.pay-sudden", "test.luck-down-succeeds"),
    "Strings": ("string.definition", "string.effects-ours"),
}


def members(sheet: SheetData, kind: type[msgspec.Struct]) -> dict[str, dict[str, Any]]:
    """For the desk: the character's Ratings, where one is checked."""
    return (
        {name: {"level": level} for name, level in sheet.ratings.items()} if "level" in kind.__struct_fields__ else {}
    )


def example(name: str) -> str:
    """One of the characters that come with the game, as a file."""
    data = msgspec.to_builtins(next(it for it in characters() if it.name.lower() == name))
    ratings = ", ".join(f"{rating} = {level}" for rating, level in data.pop("ratings").items())
    lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in data.items()]
    return "\n".join([*lines, f"ratings = {{ {ratings} }}"]) + "\n"


CHARACTER = Paper(
    name="character",
    title="Character",
    about="A character: a name, five Qualities, the levels of its Ratings, and Luck.",
    rule="sheet.contents-ours",
    read=lambda text: read_text(SheetData, text, "sheet"),
    findings=findings,
    show=show,
    examples=tuple(it.name.lower() for it in characters()),
    example=example,
    option="sheets",
    form=CHARACTER_FORM,
    members=members,
)

# ------------------------------------------------------------------ a story that goes on


def chronicle_findings(chronicle: Chronicle) -> Iterator[Finding]:
    """What keeps it from being gone on with, without house rules."""
    for fault in chronicle_faults(chronicle, AS_WRITTEN, ()):
        yield Finding("illegal", fault.problem, fault.field, "story.next-session")


def show_chronicle(chronicle: Chronicle) -> Scene:
    """story.next-session: characters, Strings, people, and what happened before."""
    sessions = chronicle.story.sessions
    panels: list[Panel] = [Cards("Characters", tuple(map(_character, chronicle.sheets)))]
    panels += [Facts("Strings", tuple((it.phrase, ", ".join(it.names) or "loose") for it in chronicle.strings))]
    if chronicle.people:
        panels.append(Prose("People", (", ".join(chronicle.people),)))
    if chronicle.situation:
        rows = tuple((f"{it.who}, {it.name}", str(it.level)) for it in chronicle.situation_ratings)
        panels.append(Facts(f"Situation: {chronicle.situation}", rows))
    if chronicle.story.owed:
        panels.append(Facts("Owed", tuple((it.kind, f"{it.source}, by {it.owner}") for it in chronicle.story.owed)))
    if chronicle.story.previously:
        panels.append(Prose("Previously", chronicle.story.previously))
    return Scene("A story that goes on", tuple(panels), f"After {sessions} session{'s' * (sessions != 1)}")


def _character(sheet: SheetData) -> Card:
    player = f"player {sheet.player}" if sheet.player else "in the background" if sheet.player == 0 else "new"
    levels = ", ".join(f"{name} {level}" for name, level in sheet.ratings.items())
    luck = starting_luck(AS_WRITTEN) if sheet.luck is None else sheet.luck
    notes = [sheet.notes] if sheet.notes else []
    return Card(sheet.name, sheet.name, player, lines=(", ".join(sheet.qualities), f"{levels}, Luck {luck}", *notes))


CHRONICLE = Paper(
    name="chronicle",
    title="Chronicle",
    about="A story between two sessions: characters, Strings, people, what is owed, what happened before.",
    rule="story.next-session",
    read=lambda text: read_text(Chronicle, text, "chronicle"),
    findings=chronicle_findings,
    show=show_chronicle,
    examples=("beginning",),
    example=lambda name: write_text(Chronicle(characters()[:2])) + "\n",
    option="chronicle",
    form=CHRONICLE_FORM,
    suffix="json",
)

PAPERS = (CHARACTER, CHRONICLE)
