"""The numbers: the rulebook's tables and the house's own stat book."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct

Faction = Literal["dreg", "zombie"]
Needed = Literal["met", "rarity", "rerolled"]


class SquadRow(Struct, frozen=True):
    """A line of table.squad."""

    id: str
    name: str
    attack_die: int


class PatrolRow(Struct, frozen=True):
    """A line of table.patrol-roll: what each class of enemy needs to be met."""

    rolls: tuple[int, ...]
    dreg: Needed
    zombie: Needed
    rule: str

    def needed(self, faction: str) -> Needed:
        return self.dreg if faction == "dreg" else self.zombie


class TypeRow(Struct, frozen=True):
    """A line of table.encounter-types; `code` is the first and the second die."""

    code: int
    id: str
    name: str
    faction: Faction
    family: str


class Tables(Struct, frozen=True):
    """The tables of the Rule Book."""

    regulator: tuple[SquadRow, ...]
    patrol: tuple[PatrolRow, ...]
    type: tuple[TypeRow, ...]


@cache
def tables() -> Tables:
    return msgspec.toml.decode(text("tables.toml"), type=Tables)


@cache
def text(name: str) -> str:
    """A file of this package."""
    return resources.files(__name__).joinpath(name).read_text("utf-8")
