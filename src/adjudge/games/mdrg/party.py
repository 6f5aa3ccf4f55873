"""Profiles and parties: what is written on a record sheet, and the readable file that keeps it between games."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from adjudge.engine import BadInput
from adjudge.engine.inputs import convert, parse_toml
from adjudge.games.mdrg.book import SPECIES, TYPES

TypeName = Literal["human", "mutant", "animal", "plant", "android", "robot", "wretched", "trained-animal"]
Number = Annotated[int, Meta(ge=0, le=999)]
AdvanceName = Literal["mutation", "skill", "equipment", "food", "cells", "quality", "combat", "follower"]


class Profile(
    Struct,
    frozen=True,
    cache_hash=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename="kebab",
    kw_only=True,
):
    """One character (profile.fields). Quality and Combat are the numbers on the sheet, all bonuses included.

    `traits` are the special rules it rolled, in the order it got them, with details in brackets; those of its type
    and species go without saying, as does an ordinary hand weapon (creation.default-hth-weapon). `gear` lists every
    other item it carries, one entry each.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    type: TypeName
    quality: Annotated[int, Meta(ge=2, le=6)]
    combat: Annotated[int, Meta(ge=0, le=12)]
    species: str = ""
    traits: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    cells: Number = 0
    food: Number = 0
    leader: bool = False
    champion: bool = False
    lives_on: Literal["food", "cells"] = "food"
    infected: bool = False
    immune: bool = False
    ready: str = ""
    advances: tuple[AdvanceName, ...] = ()
    """What it has learnt in a campaign, in order."""
    health: Literal["fit", "wounded", "absent"] = "fit"
    """For the next game: wounded has -1 on Quality rolls; absent misses it and is wounded in the one after."""
    hungry: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many games in a row it goes without its Upkeep, the next one included."""
    shut_down: bool = False
    """A machine without power, for as long as nobody pays for it."""
    sickness: Annotated[int, Meta(ge=0, le=9)] = 0
    """Quality lost to radiation until it is fed away."""
    scars: Annotated[int, Meta(ge=0, le=9)] = 0
    """Quality lost to radiation for good."""
    empty: tuple[str, ...] = ()
    """Which of its gear has no Energy Cell inside: guns, a Force Field."""
    broken: tuple[str, ...] = ()
    tainted: tuple[str, ...] = ()
    """Which of its gear comes from Wretched bodies."""


class Party(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab", kw_only=True):
    """The record sheet of a party (record.party-sheet). `size` is the number of characters agreed on."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    size: Annotated[int, Meta(ge=1, le=20)] = 5
    mutationist: bool = False
    food: Number = 0
    flesh: Number = 0
    """Food that only Wretched eat (wretched.cannibals)."""
    cells: Number = 0
    loot: tuple[str, ...] = ()
    """What lies in camp. In brackets what is the matter with a thing: unknown, empty, broken, tainted, in-built."""
    games: Number = 0
    """How many games of a campaign it has behind it: then it is no longer as the tables made it."""
    models: tuple[Profile, ...] = msgspec.field(name="model", default=())


@cache
def inborn_rules(type: str, species: str) -> tuple[str, ...]:
    """What goes without saying on a profile."""
    fixed = SPECIES[species].traits if species in SPECIES else ()
    return (*TYPES[type].traits, *fixed)


def from_toml(text: str) -> Party:
    """The party of a file; a refusal names the field, what was given and what is allowed."""
    try:
        data = parse_toml(text)
    except msgspec.DecodeError as error:
        raise BadInput("party", text, f"a TOML file: {error}") from None
    return convert(Party, data, "party")


def to_toml(party: Party) -> str:
    """The party as a file that a person likes to read."""
    data = msgspec.to_builtins(party)
    models = data.pop("model", [])
    blocks = [_lines(data), *("[[model]]\n" + _lines(model) for model in models)]
    return "\n\n".join(blocks) + "\n"


def _lines(fields: dict[str, object]) -> str:
    return "\n".join(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in fields.items())


PREROLLED = ("human", "android", "mutationist", "robot", "plant", "animal", "wretched")


@cache
def prerolled(name: str) -> Party:
    """One of the seven parties that come with the book (optional.prerolled-parties)."""
    if name not in PREROLLED:
        raise BadInput("party", name, f"one of {', '.join(PREROLLED)}")
    folder = resources.files(__package__).joinpath("data").joinpath("parties")
    return from_toml(folder.joinpath(f"{name}.toml").read_text("utf-8"))
