"""Special abilities as a stat book names them (stat.special-abilities): an id, and the numbers that its entry gives.

An ability is one small object that answers the moments it means; each moment is declared beside the rule that asks
(`adjudge.engine.moments`). The rules never go by the name of an ability. `rules/abilities.py` holds them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from msgspec import Struct


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """What all abilities share. The fields of a subclass are its numbers."""

    id: ClassVar[str] = ""
    phase: ClassVar[int] = 0
    """When it speaks at the end of a Round: 1 first."""

    @property
    def rule(self) -> str:
        return f"ability.{self.id}"


class Told(Ability, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An ability of a player's own book that the umpire shows and leaves to the table: it answers no moment."""

    called: str
    text: str

    @property
    def rule(self) -> str:
        return "stat.special-abilities"


def name_of(ability: Ability) -> str:
    """What an ability is called on a page."""
    return ability.called if isinstance(ability, Told) else ability.id.replace("-", " ")


A = TypeVar("A", bound=Ability)

ABILITIES: dict[str, type[Ability]] = {}
"""Every ability that a stat book may name, by its id."""


def ability(id_: str, phase: int = 0) -> Callable[[type[A]], type[A]]:
    """Registers an ability under its id; `phase` is its place at the end of a Round."""

    def register(kind: type[A]) -> type[A]:
        kind.id, kind.phase = id_, phase
        ABILITIES[id_] = kind
        return kind

    return register
