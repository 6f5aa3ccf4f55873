"""The named moments at which a special ability may have something to say (stat.special-abilities).

An ability is one small object with its numbers; it overrides the moments it cares about and leaves the rest alone. The
core rules go by these moments and never by the name of an ability. `rules/abilities.py` holds them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec import Struct

from adjudge.engine import Table

if TYPE_CHECKING:
    from adjudge.games.rdz.books import Weapon
    from adjudge.games.rdz.state import Figure, Patrol


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """An ability that does nothing. The fields of a subclass are its numbers, given by the stat book."""

    id: ClassVar[str] = ""
    phase: ClassVar[int] = 0
    """When it speaks at the end of a Round: 1 first."""

    # ------------------------------------------------------------------ order of attacks

    def comes_first(self, round_: int) -> bool:
        """Whether it attacks before all who do not, whatever their Initiative."""
        return False

    def makes_no_attacks(self, state: Patrol) -> bool:
        return False

    def extra_shots(self, figure: Figure) -> int:
        return 0

    # ------------------------------------------------------------------ instead of attacks

    def can_replace_attacks(self, state: Patrol, figure: Figure) -> bool:
        return False

    def label(self, state: Patrol, figure: Figure) -> str:
        """What a screen shows for it among the weapons."""
        return self.id

    def replace_attacks(self, table: Table[Patrol], figure: Figure) -> None:
        pass

    def outside_combat(self, table: Table[Patrol], figure: Figure) -> None:
        """Before a Sector move."""

    # ------------------------------------------------------------------ the target

    def takes_over(self, table: Table[Patrol], holder: Figure, meant: Figure) -> bool:
        """Whether the holder is attacked in place of the Captain, to whom an attack passed."""
        return False

    def is_immune(self, class_: str) -> bool:
        """Whether an area weapon of that class does not attack it at all."""
        return False

    def will_evade(self, target: Figure) -> bool:
        """Whether the next attack against it alone will miss without dice."""
        return False

    def evades(self, table: Table[Patrol], target: Figure) -> bool:
        """Whether an attack against it alone misses without dice."""
        return False

    # ------------------------------------------------------------------ the opposed roll

    def lends_attack(self, state: Patrol, holder: Figure, attacker: Figure) -> int:
        """What a leader adds to an ally's attack roll."""
        return 0

    def lends_defence(self, state: Patrol, holder: Figure, defender: Figure) -> int:
        return 0

    def own_defence(self) -> int:
        """What it adds to its own defence roll."""
        return 0

    def rerolls_a_round(self, state: Patrol) -> int:
        """How many of the squad's missed attacks may be rolled again in a Round."""
        return 0

    def rerolls(self, table: Table[Patrol], holder: Figure, attacker: Figure, needed: int) -> bool:
        """Whether it is rolled again, which takes `needed` or more on the dice."""
        return False

    # ------------------------------------------------------------------ on a hit

    def margin_with(self, weapon: Weapon) -> int:
        """By how much a total must beat the other for `pierces` and `slays`; 0 if that does not matter."""
        return 0

    def pierces(self, weapon: Weapon, margin: int) -> bool:
        """Whether there is no Armor Roll. `margin` is the highest one reached of those that matter."""
        return False

    def slays(self, margin: int) -> bool:
        """Whether a hit that is not stopped takes all Life Points."""
        return False

    def armor_modifier(self) -> int:
        """What the target's Armor is raised by for the Armor Roll."""
        return 0

    def damage_taken(self, weapon: Weapon, damage: int) -> int:
        """What is left of the Damage of a hit on it."""
        return damage

    # ------------------------------------------------------------------ when Life Points are lost

    def on_wounding(self, table: Table[Patrol], attacker: Figure, victim: Figure, lost: int) -> None:
        """It took Life Points from a figure, which may be dead now."""

    def on_wounded(self, table: Table[Patrol], victim: Figure) -> None:
        """It lost Life Points and is still alive."""

    def on_dying(self, table: Table[Patrol], figure: Figure) -> None:
        """It dies, though the attack that kills it may go on against others."""

    def on_death(self, table: Table[Patrol], figure: Figure) -> None:
        """It died, and the attack that killed it is over."""

    # ------------------------------------------------------------------ the end of the Round and of the Combat

    def may_return(self, figure: Figure) -> bool:
        """Whether, though dead, it could still come back at the end of this Round."""
        return False

    def tries_to_return(self, table: Table[Patrol], figure: Figure) -> bool:
        return False

    def end_of_round(self, table: Table[Patrol], holder: Figure) -> None:
        pass

    def keeps_fighting(self, state: Patrol) -> bool:
        """Whether the Combat goes on because of it."""
        return True


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
