"""The choices of a Round, and what each option would probably lead to: the step of the rules that answers for it.

There is no rule here. A forecast looks its figures up in the copy of the state that it runs on, and calls the step that
play would call next.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from adjudge.engine import Choose, Deed, Option, Table
from adjudge.engine.questions import NO_FACTS, Shown, ShownChoose
from adjudge.engine.wording import several
from adjudge.games.rdz.books import Weapon, rosters
from adjudge.games.rdz.outcomes import KILLED, OUT, Fate, Toll, Verdict, worst
from adjudge.games.rdz.rules.armor import keeps_fighting
from adjudge.games.rdz.rules.attack import (
    HOLD,
    Miss,
    carry_out,
    caught_by,
    evades,
    resolve_again,
    resolve_area,
    resolve_attack,
    shots_of,
)
from adjudge.games.rdz.state import Figure, Patrol
from adjudge.games.rdz.wording import describe_reroll, describe_target, describe_weapon, weapon_named

REROLL, ACCEPT = "reroll", "accept"

Forecast = Callable[[Table[Patrol]], Hashable]

# ---------------------------------------------------------------------- which weapon


class ChooseWeapon(Choose[str]):
    """Which weapon for the Round. It finds its words when somebody looks: a simulation asks it a million times."""

    __slots__ = ("_figure", "_state")

    facts = NO_FACTS

    def __init__(self, options: list[str], state: Patrol, figure: Figure) -> None:
        self.options = options
        self._state = state
        self._figure = figure

    def shown(self) -> Shown:
        options = tuple([self.describe(key) for key in self.options])
        return ShownChoose(f"{self._figure.name}: which weapon?", options, has_odds=True)

    def about(self, key: str) -> Deed:
        return about_weapon(self._state, self._figure, key)

    def describe(self, key: str) -> Option:
        foe = nearest_to_its_end(self._state).name
        return describe_weapon(self._state, self._figure, key, foe, self.about(key))

    def forecast(self, answer: Any) -> Forecast | None:
        return of_weapon(self._state, self._figure.id, answer) if answer in self.options else None


def about_weapon(state: Patrol, figure: Figure, key: str) -> Deed:
    """What an option of `ChooseWeapon` is."""
    if key == HOLD:
        return Deed("hold", figure=figure.id)
    if any(ability.id == key for ability in rosters[state.books].kinds[figure.kind].voices):
        return Deed("use", figure=figure.id, item=key)
    return Deed("take-weapon", figure=figure.id, item=key)


def of_weapon(state: Patrol, regulator: str, key: str) -> Forecast | None:
    """An area weapon: how many it kills. Another: what all its Shots do to the enemy that is nearest to its end."""
    figure = state.squad[regulator]
    if about_weapon(state, figure, key).kind != "take-weapon":
        return None
    weapon = weapon_named(rosters[state.books].kinds[figure.kind], key)
    if weapon.is_area:
        return lambda table: blast(table, table.state.squad[regulator], weapon)
    target = nearest_to_its_end(state).id
    return lambda table: shots_at(table, table.state.squad[regulator], weapon, table.state.combat.enemies[target])


def shots_at(table: Table[Patrol], attacker: Figure, weapon: Weapon, target: Figure, shots: int = 0) -> Fate:
    """What becomes of a figure at which all Shots go (or so many of them), as long as it stands."""
    state = table.state
    fates: list[Fate] = []
    for _ in range(shots or shots_of(state, attacker, rosters[state.books].kinds[attacker.kind], weapon)):
        verdict = resolve_attack(table, attacker, weapon, target)
        fates.append(verdict.fate)
        if verdict.fate in OUT:
            break
        carry_out(table, attacker, weapon, target, verdict)
    return worst(fates)


def blast(table: Table[Patrol], attacker: Figure, weapon: Weapon) -> Toll:
    """How many of the enemies an area weapon kills with one Shot."""
    state = table.state
    caught = caught_by(state, weapon, list(state.combat.enemies.values()))
    if not caught:
        return Toll(0)
    return Toll(sum(verdict.fate == KILLED for verdict in resolve_area(table, attacker, weapon, caught, _is_killed)))


def _is_killed(verdict: Verdict) -> str:
    return "killed" if verdict.fate == KILLED else "not"


def nearest_to_its_end(state: Patrol) -> Figure:
    """The enemy with the least Life Points and Armor, of those that keep the Combat going and, if there are any, of
    those at which no Shot is wasted."""
    kinds = rosters[state.books].kinds
    found, least = None, (True, True, 0)
    for enemy in state.combat.enemies.values():
        kind = kinds[enemy.kind]
        rank = (not keeps_fighting(state, kind), evades(kind.voices, enemy), enemy.life_points + enemy.armor)
        if found is None or rank < least:
            found, least = enemy, rank
    assert found is not None
    return found


# ---------------------------------------------------------------------- at whom


class ChooseTarget(Choose[str]):
    """At whom the next Shot goes."""

    __slots__ = ("_figure", "_left", "_state", "_weapon")

    facts = NO_FACTS

    def __init__(self, options: list[str], state: Patrol, figure: Figure, weapon: Weapon, left: int) -> None:
        self.options = options
        self._state = state
        self._figure = figure
        self._weapon = weapon
        self._left = left

    def shown(self) -> Shown:
        options = tuple([self.describe(key) for key in self.options])
        left = f" ({several(self._left, 'Shot')} left)" if self._left > 1 else ""
        prompt = f"{self._figure.name}, {self._weapon.name}: at whom?{left}"
        return ShownChoose(prompt, options, has_odds=True, facts={"shots": self._left})

    def about(self, key: str) -> Deed:
        if key == HOLD:
            return Deed("hold", figure=self._figure.id)
        return Deed("attack", figure=self._figure.id, target=key, item=self._weapon.name)

    def describe(self, key: str) -> Option:
        return describe_target(self._state, key, self.about(key))

    def forecast(self, answer: Any) -> Forecast | None:
        return of_shot(self._figure.id, self._weapon, answer) if answer in self.options else None


def of_shot(regulator: str, weapon: Weapon, target: str) -> Forecast | None:
    """One Shot at one enemy."""
    if target == HOLD:
        return None
    return lambda table: shots_at(table, table.state.squad[regulator], weapon, table.state.combat.enemies[target], 1)


# ---------------------------------------------------------------------- rolling again


class ChooseReroll(Choose[str]):
    """Whether a miss is rolled again."""

    __slots__ = ("_miss",)

    def __init__(self, miss: Miss) -> None:
        self.options = [REROLL, ACCEPT]
        self._miss = miss

    @property
    def facts(self) -> Mapping[str, Any]:  # type: ignore[override]
        return {"needed": self._miss.needed}

    def shown(self) -> Shown:
        options = tuple([self.describe(key) for key in self.options])
        prompt = f"{self._miss.attacker.name} misses {self._miss.target.name}. Command?"
        return ShownChoose(prompt, options, has_odds=True, facts=dict(self.facts))

    def about(self, key: str) -> Deed:
        miss = self._miss
        return Deed(key, figure=miss.attacker.id, target=miss.target.id, item=miss.weapon.name)

    def describe(self, key: str) -> Option:
        return describe_reroll(key, self._miss.attacker.name, self._miss.needed, self.about(key))

    def forecast(self, answer: Any) -> Forecast | None:
        """What is left of the attack once its miss is rolled again."""
        if answer != REROLL:
            return None
        attacker, weapon, target, needed = self._miss
        return lambda table: (
            resolve_again(
                table, table.state.squad[attacker.id], weapon, table.state.combat.enemies[target.id], needed
            ).fate
        )
