"""Playbook moves as small objects, each beside its rule: they answer moments, and offer acts of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from adjudge.engine import Table
from adjudge.engine.moments import Voices
from adjudge.games.regiment.data import playbook_moves
from adjudge.story import Speaker

if TYPE_CHECKING:
    from adjudge.games.regiment.state import Session, Soldier

A = TypeVar("A", bound="type[Ability]")


class Act(NamedTuple):
    """Something that a soldier can do: a move with its trigger."""

    key: str
    label: str
    rule: str
    do: Callable[[Table[Any], Speaker, str], None]
    """The move itself, for the soldier of that id."""
    note: str = ""
    is_action: bool = True
    """Whether it is this soldier's part in an exchange."""


class Ability:
    """A playbook move. `rule` is its id in the rulebook."""

    rule: str = ""

    @property
    def title(self) -> str:
        return playbook_moves()[self.rule].title

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        """What the move lets the soldier do now."""
        return ()


ABILITIES: dict[str, Ability] = {}
"""Every playbook move by its rule, filled by the modules of the four playbooks."""


def known(rule: str) -> Callable[[A], A]:
    """Enters a playbook move under its rule."""

    def enter(kind: A) -> A:
        ability = kind()
        ability.rule = rule
        ABILITIES[rule] = ability
        return kind

    return enter


@lru_cache(4096)
def _voices(moves: tuple[str, ...]) -> Voices:
    return Voices(ABILITIES[rule] for rule in moves if rule in ABILITIES)


def voices_of(soldier: Soldier) -> Voices:
    """The playbook moves that a soldier has."""
    return _voices(tuple(soldier.moves))
