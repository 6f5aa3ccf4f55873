"""How a character's sheet is filled in."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.engine.forms import Form, Pick, Tally
from adjudge.games.regulus.data import Chronicle, SheetData, numbers


def ratings() -> list[Pick]:
    return [Pick(name, name) for name in numbers().ratings]


def tallies(sheet: SheetData) -> Iterator[Tally]:
    """sheet.qualities-ours, sheet.ratings-ours: what a new character has to give away."""
    number = numbers()
    if sheet.player is None:
        yield Tally("Qualities", str(len(sheet.qualities)), str(number.qualities), "sheet.qualities-ours")
        yield Tally(
            "Levels of Ratings", str(sum(sheet.ratings.values())), str(number.rating_levels), "sheet.ratings-ours"
        )


def chronicle_tallies(chronicle: Chronicle) -> Iterator[Tally]:
    yield Tally("Characters", str(len(chronicle.sheets)))
    yield Tally("Strings", str(len(chronicle.strings)))
    yield Tally("Sessions", str(chronicle.story.sessions), rule="story.next-session")


def _blank() -> dict[str, object]:
    number = numbers()
    levels = {name: number.rating_levels // len(number.ratings) for name in number.ratings}
    return {"name": "", "qualities": [""] * number.qualities, "ratings": levels}


CHARACTER_FORM = Form(
    kind=SheetData,
    picks={"ratings": ratings},
    seldom=("luck", "player"),
    rules={
        "qualities": "sheet.qualities-ours",
        "ratings": "sheet.ratings-ours",
        "luck": "luck.level-ours",
        "player": "story.next-session",
    },
    blank=_blank(),
    tallies=tallies,
)

CHRONICLE_FORM = Form(
    kind=Chronicle,
    picks={"sheets/ratings": ratings},
    seldom=("story", "situation", "situation_ratings", "on_a_job", "sheets/luck"),
    rules={"sheets/qualities": "sheet.qualities-ours", "sheets/ratings": "sheet.ratings-ours"},
    blank={"sheets": [_blank()]},
    fresh={"sheets": _blank()},
    tallies=chronicle_tallies,
)
