"""What stands on a sheet and can be named: Qualities, Ratings, attached Strings (ruling.which-entries-count).

An entry goes by a key such as `quality/Soldier`, `rating/Wealth` or `string/12`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudge.engine import Table
from adjudge.games.regulus.state import Session, String
from adjudge.story import Speaker
from adjudge.story.oracle import at_least


def entries_of(session: Session, seat: str) -> list[str]:
    """Every entry of a character. Name, Luck and notes are none (sheet.contents-ours)."""
    sheet = session.sheets[seat]
    qualities = [f"quality/{quality}" for quality in sheet.qualities]  # contest.means-from-quality
    ratings = [f"rating/{name}" for name, level in sheet.ratings.items() if level >= 1]
    situation = [f"situation/{it.name}" for it in session.situation_ratings if it.seat == seat and it.level >= 1]
    return [*qualities, *ratings, *situation, *(f"string/{string.id}" for string in strings_on(session, seat))]


def strings_on(session: Session, seat: str) -> list[String]:
    """Strings that affect a character: attached and not resolved (string.attached-are-affected, string.states-ours)."""
    if session.rulings.string_life_cycle_missing == "notes":
        return []
    name = session.sheets[seat].name
    return [string for string in session.strings if name in string.names and not string.resolved]


def entry_words(session: Session, entry: str) -> str:
    """An entry in the table's words."""
    kind, _, name = entry.partition("/")
    if kind == "string":
        return next(string.phrase for string in session.strings if str(string.id) == name)
    if kind == "help":
        return f"help from {session.story.name(name)}"
    return name


def refused_by_dice(table: Table[Any], speaker: Speaker, named: Iterable[str]) -> list[str]:
    """The entries that the dice do not accept, each judged once (ruling.means-approval)."""
    said = {entry: entry_words(table.state, entry) for entry in named}
    return [entry for entry, words in said.items() if not at_least(table, speaker, 2, f"Does it help: {words}")]
