"""Combatting Dregs & Zombies: in which order the figures of both sides attack."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from adjudge.engine import Choose, Option, Table, in_order
from adjudge.games.rdz.books import Kind, rosters
from adjudge.games.rdz.state import CAPTAIN, Figure, Patrol

Place = tuple[int, ...]
"""Where a figure comes in a Round: smaller is earlier. Only tied Regulators have equal places."""


def roll_for_places(table: Table[Patrol]) -> None:
    """combat.tie-enemies-dice: at the start of a Combat, for all of it, enemies equal in all three numbers roll."""
    combat, kinds = table.state.combat, rosters[table.state.books].kinds
    tied: dict[Place, list[Figure]] = {}
    for enemy in combat.enemies.values():
        numbers = (enemy.initiative, enemy.combat_skill, kinds[enemy.kind].rarity_factor)
        tied.setdefault(numbers, []).append(enemy)
    for group in tied.values():
        for place, enemy in enumerate(_by_dice(table, group)):
            enemy.place = place


def _by_dice(table: Table[Patrol], group: list[Figure]) -> list[Figure]:
    """Highest die first. Those with equal dice roll again among themselves (ruling.three-or-more-tied-enemies)."""
    if len(group) == 1:
        return group
    faces = table.roll(in_order(*(6,) * len(group)), "combat.tie-enemies-dice")
    ranked: list[Figure] = []
    for face in sorted(set(faces), reverse=True):
        ranked += _by_dice(table, [enemy for enemy, own in zip(group, faces, strict=True) if own == face])
    return ranked


def order_of_attacks(state: Patrol) -> list[tuple[Place, str]]:
    """combat.initiative-order, fixed at the start of the Round from current numbers (ruling.order-recomputed)."""
    kinds, round_ = rosters[state.books].kinds, state.combat.round
    order: list[tuple[Place, str]] = []
    for regulator in state.squad.values():
        if regulator.life_points > 0:
            # combat.tie-regulator-before-enemy: the third number is 0 for Regulators and 1 for enemies
            kind = kinds[regulator.kind]
            order.append(((_pace(kind, round_) if kind.comes_first else 1, -regulator.initiative, 0), regulator.id))
    for index, enemy in enumerate(state.combat.enemies.values()):
        # combat.tie-enemies-combat-skill, combat.tie-enemies-rarity, then dice (ruling.tie-numbers-current);
        # ruling.bonus-not-statistic: bonuses on rolls do not count here
        kind = kinds[enemy.kind]
        numbers = (-enemy.initiative, 1, -enemy.combat_skill, -kind.rarity_factor, enemy.place, index)
        order.append(((_pace(kind, round_) if kind.comes_first else 1, *numbers), enemy.id))
    order.sort(key=itemgetter(0))
    return order


def _pace(kind: Kind, round_: int) -> int:
    """0 for those who come before all others in this Round, else 1."""
    return 0 if any(each.comes_first(round_) for each in kind.comes_first) else 1


def choose_among_tied(table: Table[Patrol], order: list[tuple[Place, str]], turn: int) -> None:
    """combat.tie-regulators: the Captain chooses anew each Round (ruling.captain-tie-choice-frequency).

    The one chosen is brought to the front of those that are tied with the next to act.
    """
    state, (place, first) = table.state, order[turn]
    tied = [id_ for other, id_ in order[turn : turn + len(state.squad)] if other == place]
    tied = [id_ for id_ in tied if state.squad[id_].life_points > 0]
    if len(tied) < 2:
        return
    question = Choose(tied, lambda id_: _describe(state, id_), prompt="Equal Initiative: who attacks first?")
    chosen = table.ask(CAPTAIN, "combat.tie-regulators", question)
    if chosen != first:
        order.remove((place, chosen))
        order.insert(turn, (place, chosen))
        state.combat.order = ids(order)


def _describe(state: Patrol, id_: str) -> Option:
    return Option(id_, state.squad[id_].name, figure=id_, rule="combat.tie-regulators")


def ids(order: Iterable[tuple[Place, str]]) -> list[str]:
    return [id_ for _, id_ in order]
