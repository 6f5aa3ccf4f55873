"""Combatting Dregs & Zombies: in which order the figures of both sides attack."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from adjudge.engine import Choose, Deed, Option, Table
from adjudge.engine.moments import any_of
from adjudge.engine.questions import NO_FACTS, Shown, ShownChoose
from adjudge.games.rdz.books import Kind, rosters
from adjudge.games.rdz.readings import places_roll
from adjudge.games.rdz.state import CAPTAIN, Figure, Patrol

Place = tuple[int, ...]
"""Where a figure comes in a Round: smaller is earlier. Only tied Regulators have equal places."""


@any_of
def comes_first(round_: int) -> bool:
    """Whether it attacks before all who do not, whatever their Initiative."""


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
    places = table.roll(places_roll(len(group)), "combat.tie-enemies-dice")
    ranked: list[Figure] = []
    for place in range(max(places) + 1):
        ranked += _by_dice(table, [enemy for enemy, own in zip(group, places, strict=True) if own == place])
    return ranked


def order_of_attacks(state: Patrol) -> list[tuple[Place, str]]:
    """combat.initiative-order, fixed at the start of the Round from current numbers (ruling.order-recomputed)."""
    roster, round_ = rosters[state.books], state.combat.round
    kinds, quick = roster.kinds, roster.kinds_at(comes_first)
    order: list[tuple[Place, str]] = []
    for regulator in state.squad.values():
        if regulator.life_points > 0:
            # combat.tie-regulator-before-enemy: the third number is 0 for Regulators and 1 for enemies
            pace = _pace(kinds[regulator.kind], round_) if regulator.kind in quick else 1
            order.append(((pace, -regulator.initiative, 0), regulator.id))
    for index, enemy in enumerate(state.combat.enemies.values()):
        # combat.tie-enemies-combat-skill, combat.tie-enemies-rarity, then dice (ruling.tie-numbers-current);
        # ruling.bonus-not-statistic: bonuses on rolls do not count here
        kind = kinds[enemy.kind]
        pace = _pace(kind, round_) if enemy.kind in quick else 1
        numbers = (pace, -enemy.initiative, 1, -enemy.combat_skill, -kind.rarity_factor, enemy.place, index)
        order.append((numbers, enemy.id))
    order.sort(key=itemgetter(0))
    return order


def _pace(kind: Kind, round_: int) -> int:
    """0 for those who come before all others in this Round, else 1."""
    return 0 if comes_first(kind.voices, round_) else 1


def choose_among_tied(table: Table[Patrol], order: list[tuple[Place, str]], turn: int) -> None:
    """combat.tie-regulators: the Captain chooses again each Round (ruling.captain-tie-choice-frequency).

    The one chosen is brought to the front of those that are tied with the next to act.
    """
    state, (place, first) = table.state, order[turn]
    tied = [id_ for other, id_ in order[turn : turn + len(state.squad)] if other == place]
    tied = [id_ for id_ in tied if state.squad[id_].life_points > 0]
    if len(tied) < 2:
        return
    chosen = table.ask(CAPTAIN, "combat.tie-regulators", ChooseFirst(tied, state))
    if chosen != first:
        order.remove((place, chosen))
        order.insert(turn, (place, chosen))
        state.combat.order = ids(order)


class ChooseFirst(Choose[str]):
    """Which of the tied Regulators attacks first; its words are found when somebody looks."""

    __slots__ = ("_state",)

    facts = NO_FACTS

    def __init__(self, tied: list[str], state: Patrol) -> None:
        self.options = tied
        self._state = state

    def shown(self) -> Shown:
        options = tuple([self.describe(id_) for id_ in self.options])
        return ShownChoose("Equal Initiative: who attacks first?", options)

    def about(self, id_: str) -> Deed:
        return Deed("attack-first", figure=id_)

    def describe(self, id_: str) -> Option:
        name = self._state.squad[id_].name
        return Option(id_, name, figure=id_, rule="combat.tie-regulators", deed=self.about(id_))

    def forecast(self, answer: Any) -> None:
        return None


def ids(order: Iterable[tuple[Place, str]]) -> list[str]:
    return [id_ for _, id_ in order]
