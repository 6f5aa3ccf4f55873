"""Patrolling Anakron, continued: how many enemies, of which types, and who is rare."""

from __future__ import annotations

from collections.abc import Iterable

from adjudge.engine import UMPIRE, Table, step, total
from adjudge.games.rdz.books import Kind, rosters
from adjudge.games.rdz.data import PatrolRow
from adjudge.games.rdz.readings import rarity_roll
from adjudge.games.rdz.rules.attack import is_leader
from adjudge.games.rdz.rules.order import roll_for_places
from adjudge.games.rdz.state import Combat, Figure, Patrol


def encounter(table: Table[Patrol], rolled: int, row: PatrolRow) -> None:
    """Trouble: the number, then types one enemy at a time; a Combat follows (encounter.combat-follows)."""
    number = table.roll(total(2), "encounter.number")
    met = [next_enemy(table, row) for _ in range(number)]  # encounter.repeat-until-complete, ruling.type-per-individual
    meet(table.state, met)
    table.tell(row.rule, "Patrol Roll {rolled}: {group}.", rolled=rolled, group=in_words(met))
    leave_to_the_table(table, met)
    roll_for_places(table)


def leave_to_the_table(table: Table[Patrol], kinds: Iterable[Kind]) -> None:
    """stat.special-abilities: what only a player's own book knows is read out, for the table to play by hand."""
    for kind in dict.fromkeys(kinds):
        for each in kind.told:
            table.tell(
                each.rule,
                "{name} has {ability}: {text} Play this by hand: the umpire does not enforce it.",
                name=kind.name,
                ability=each.called,
                text=each.text if each.text.endswith((".", "!", "?")) else f"{each.text}.",
            )


def next_enemy(table: Table[Patrol], row: PatrolRow) -> Kind:
    """Types until one is met: a failed Rarity Roll never lowers the number (encounter.rarity-failure)."""
    while True:
        kind, is_met = resolve_type(table, row)
        if is_met:
            return kind


@step
def resolve_type(table: Table[Patrol], row: PatrolRow) -> tuple[Kind, bool]:
    """A type, and whether one of it is met."""
    kind = roll_type(table)
    return kind, is_met(table, row, kind)


def roll_type(table: Table[Patrol]) -> Kind:
    """encounter.type-roll: the type of two dice in order."""
    roster = rosters[table.state.books]
    return roster.by_code[table.roll(roster.type_roll, "encounter.type-roll")]


def is_met(table: Table[Patrol], row: PatrolRow, kind: Kind) -> bool:
    """Whether it is met, by a Rarity Roll if the Patrol Roll asks one of its class (ruling.rarity-reroll-class)."""
    needed = row.needed(kind.faction)  # encounter.zombie-class
    if needed == "rarity":
        return table.roll(rarity_roll(kind.rarity_factor), "encounter.rarity-roll")
    return needed == "met"  # else encounter.wrong-class-reroll


def meet(state: Patrol, kinds: list[Kind]) -> None:
    """The Combat, with every enemy at the starting numbers of its page (encounter.pages, combat.start)."""
    counts: dict[str, int] = {}
    enemies: dict[str, Figure] = {}
    for kind in kinds:
        counts[kind.id] = number = counts.get(kind.id, 0) + 1
        figure = new_enemy(kind, number)
        enemies[figure.id] = figure
    leaders = [id_ for id_, kind in zip(enemies, kinds, strict=True) if is_leader(kind)]
    state.fighting, state.combat = True, Combat(enemies, leaders=leaders)


def new_enemy(kind: Kind, number: int) -> Figure:
    return Figure(
        f"{kind.id}-{number}",
        kind.id,
        f"{kind.name} {number}",
        UMPIRE,
        UMPIRE,
        kind.initiative,
        kind.combat_skill,
        kind.life_points,
        kind.armor,
        dict(kind.limits) if kind.limits else {},
    )


def in_words(kinds: list[Kind]) -> str:
    """A group as one says it: `Dreg Dog, 2 x Zombie Reg`."""
    names = [kind.name for kind in kinds]
    counts = {name: names.count(name) for name in names}
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in counts.items())
