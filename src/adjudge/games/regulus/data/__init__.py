"""The numbers and names of Regulus, read once from the files beside this one."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from adjudge.story.sessions import SoFar
from adjudge.story.sheets import read


class LuckRange(Struct, frozen=True):
    """Where Luck starts and where it stops; 0: nowhere."""

    start: int
    most: int


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Every number of the rules."""

    most_dice: int
    most_advantages: int
    check_target: int
    check_step: int
    check_cap: int
    test_target: int
    hard_test_target: int
    lowest_test_target: int
    qualities: int
    quality_length: int
    rating_levels: int
    most_on_one_rating: int
    highest_rating: int
    highest_free_rating: int
    ratings: tuple[str, ...]
    columns: dict[str, tuple[str, ...]]
    luck: dict[str, LuckRange]


class SheetData(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A character as a file gives it."""

    name: str
    qualities: tuple[str, ...]
    ratings: dict[str, int]
    luck: int | None = None
    notes: str = ""
    player: Annotated[int, Meta(ge=0, le=6)] | None = None
    """Whose character it is in a story that goes on; 0: nobody plays it now. Without it, the character is new."""


class StringData(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A String of a story that goes on."""

    phrase: Annotated[str, Meta(min_length=1, max_length=400)]
    names: Annotated[tuple[str, ...], Meta(max_length=20)] = ()


class SituationData(Struct, frozen=True, forbid_unknown_fields=True):
    """A Situation Rating, and whose it is, by name."""

    who: str
    name: Annotated[str, Meta(max_length=80)]
    level: Annotated[int, Meta(ge=0, le=99)]


class Chronicle(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A story between two sessions (story.next-session): characters, Strings, and what else goes on."""

    sheets: Annotated[tuple[SheetData, ...], Meta(max_length=24)]
    strings: Annotated[tuple[StringData, ...], Meta(max_length=200)] = ()
    people: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=200)] = ()
    situation: Annotated[str, Meta(max_length=80)] = ""
    situation_ratings: Annotated[tuple[SituationData, ...], Meta(max_length=60)] = ()
    on_a_job: bool = False
    story: SoFar = SoFar()


class Characters(Struct, frozen=True, forbid_unknown_fields=True):
    """The characters that come with the game, and those whom everybody has heard of."""

    people: tuple[str, ...]
    sheet: tuple[SheetData, ...]


@cache
def numbers() -> Numbers:
    return read(Numbers, _toml("numbers.toml"), "data/numbers.toml")


@cache
def characters() -> tuple[SheetData, ...]:
    return _characters().sheet


def people() -> tuple[str, ...]:
    """The characters of the GM's that the reference names."""
    return _characters().people


class Openings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a session may begin."""

    opening: tuple[str, ...]


@cache
def openings() -> tuple[str, ...]:
    return read(Openings, _toml("openings.toml"), "data/openings.toml").opening


class Venture(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player may want, and do for it."""

    wanted: str
    does: str


class Ventures(Struct, frozen=True, forbid_unknown_fields=True):
    """Words for players who have none of their own yet."""

    quiet: tuple[str, ...]
    venture: tuple[Venture, ...]


@cache
def ventures() -> Ventures:
    return read(Ventures, _toml("ventures.toml"), "data/ventures.toml")


@cache
def _characters() -> Characters:
    return read(Characters, _toml("characters.toml"), "data/characters.toml")


def _toml(name: str) -> dict[str, object]:
    found: dict[str, object] = msgspec.toml.decode(resources.files(__name__).joinpath(name).read_text("utf-8"))
    return found
