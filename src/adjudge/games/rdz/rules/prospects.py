"""What a screen shows of a choice before it is made: words for each option, and the rule that its odds come from."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import count
from typing import Any, NamedTuple

from adjudge.engine import Choose, Option, Reading, Table, total
from adjudge.engine.dice import Faces, Outcomes, merge
from adjudge.engine.questions import Shown, ShownChoose
from adjudge.games.rdz.books import FISTS, NEVER, Kind, Weapon, rosters
from adjudge.games.rdz.rules.armor import keeps_fighting
from adjudge.games.rdz.rules.attack import attack_bonus, defence_bonus, resolve, shots_of
from adjudge.games.rdz.state import Figure, Patrol

HOLD = "hold"
"""ruling.declining-attacks: a Regulator may pass, or leave Shots unused."""

Prospect = Callable[[Table[Patrol]], str]

MOST = 1_000
"""More Damage than any dice show."""

_HOTKEYS = "123456789abcdefg"

# ---------------------------------------------------------------------- the questions


class ChooseWeapon(Choose[str]):
    """Which weapon for the Round. It finds its words when somebody looks: a simulation asks it a million times."""

    __slots__ = ("_figure", "_state")

    def __init__(self, options: list[str], state: Patrol, figure: Figure) -> None:
        self.options = options
        self._state = state
        self._figure = figure

    def shown(self) -> Shown:
        state, figure, foe = self._state, self._figure, nearest_to_its_end(self._state).name
        options = tuple([describe_weapon(state, figure, key, foe) for key in self.options])
        return ShownChoose(f"{figure.name}: which weapon?", options, has_odds=True)

    def describe(self, key: str) -> Option:
        return describe_weapon(self._state, self._figure, key, nearest_to_its_end(self._state).name)

    def forecast(self, answer: Any) -> Prospect | None:
        return of_weapon(self._state, self._figure.id, answer) if answer in self.options else None


class ChooseTarget(Choose[str]):
    """At whom the next Shot goes."""

    __slots__ = ("_figure", "_left", "_state", "_weapon")

    def __init__(self, options: list[str], state: Patrol, figure: Figure, weapon: Weapon, left: int) -> None:
        self.options = options
        self._state = state
        self._figure = figure
        self._weapon = weapon
        self._left = left

    def shown(self) -> Shown:
        options = tuple([describe_target(self._state, key) for key in self.options])
        shots = f" ({self._left} Shots left)" if self._left > 1 else ""
        return ShownChoose(f"{self._figure.name}, {self._weapon.name}: at whom?{shots}", options, has_odds=True)

    def describe(self, key: str) -> Option:
        return describe_target(self._state, key)

    def forecast(self, answer: Any) -> Prospect | None:
        return of_shot(self._figure.id, self._weapon.name, answer) if answer in self.options else None


# ---------------------------------------------------------------------- in words


_HOLD_FIRE = Option(HOLD, "Hold fire", rule="ruling.declining-attacks", hotkey="h")
_HOLD_SHOTS = Option(HOLD, "Hold the remaining Shots", rule="ruling.declining-attacks", hotkey="h")


def describe_weapon(state: Patrol, figure: Figure, key: str, foe: str) -> Option:
    """`foe`: the enemy that the odds are shown at."""
    if key == HOLD:
        return _HOLD_FIRE
    kind = rosters[state.books].kinds[figure.kind]
    for each in kind.replacing:
        if each.id == key:
            return Option(key, each.label(state, figure), rule=f"ability.{key}", hotkey=_weapon_hotkey(kind, key))
    return _weapon(kind, key, figure.uses.get(key), foe)


@lru_cache(4096)
def _weapon(kind: Kind, key: str, uses: int | None, foe: str) -> Option:
    weapon = weapon_named(kind, key)
    left = f", {uses} left" if uses is not None else ""
    shots = "1 Shot" if weapon.shots == 1 else f"{weapon.shots} Shots"
    if weapon.is_area:
        note = f"all enemies, Damage {weapon.damage}{left}"
    else:
        note = f"{shots}, Damage {weapon.damage}{left}; odds at {foe}"
    return Option(key, key, rule="attack.one-weapon", note=note, hotkey=_weapon_hotkey(kind, key))


@lru_cache(1024)
def _weapon_hotkey(kind: Kind, key: str) -> str:
    return str((*kind.armory, *(each.id for each in kind.replacing), key).index(key) + 1)


def describe_target(state: Patrol, key: str) -> Option:
    if key == HOLD:
        return _HOLD_SHOTS
    enemies = state.combat.enemies
    it = enemies[key]
    place, evades = list(enemies).index(key), _will_evade(state, it)
    return _target(key, it.name, it.life_points, it.armor, it.combat_skill, place, evades)


@lru_cache(4096)
def _target(key: str, name: str, life: int, armor: int, skill: int, place: int, evades: bool) -> Option:
    note = f"Life {life}{f', Armor {armor}' if armor else ''}, Combat Skill {skill}"
    if evades:
        note += "; the next Shot at it is wasted"
    return Option(key, name, figure=key, rule="attack.target-choice", note=note, hotkey=_HOTKEYS[place])


def weapon_named(kind: Kind, name: str) -> Weapon:
    return FISTS if name == FISTS.name else kind.weapon(name)


# ---------------------------------------------------------------------- one figure


def of_shot(regulator: str, weapon: str, target: str) -> Prospect | None:
    """One Shot at one enemy, before anybody rolls a miss again."""
    return None if target == HOLD else lambda table: _shot(table, regulator, weapon, target)


def _shot(table: Table[Patrol], regulator: str, weapon: str, target: str) -> str:
    state = table.state
    figure, enemy = state.squad[regulator], state.combat.enemies[target]
    life, armor = enemy.life_points, enemy.armor
    resolve(table, figure, weapon_named(rosters[state.books].kinds[figure.kind], weapon), enemy)
    return verdict(state, enemy, life, armor)


def verdict(state: Patrol, target: Figure, life_points: int, armor: int) -> str:
    """What attacks did to a figure that had so many Life Points and so much Armor, in a word or two."""
    if target.life_points <= 0:
        return "kills"
    if target.life_points < life_points:
        return "gives up" if target.id in state.combat.fallen else "wounds"
    return "stopped by Armor" if target.armor < armor else "miss"


# ---------------------------------------------------------------------- a weapon


def of_weapon(state: Patrol, regulator: str, key: str) -> Prospect | None:
    """An area weapon: how many it kills. Another: what all its Shots do to the enemy that is nearest to its end."""
    kind = rosters[state.books].kinds[state.squad[regulator].kind]
    if key == HOLD or any(each.id == key for each in kind.replacing):
        return None
    weapon = weapon_named(kind, key)
    if not weapon.is_area:
        return lambda table: _shots(table, regulator, weapon)
    return (lambda table: _blast(table, regulator, weapon)) if _is_plain(state, regulator, weapon) else None


def _is_plain(state: Patrol, regulator: str, weapon: Weapon) -> bool:
    """Whether `kills_of_area_attack` is the whole truth: one Shot, Damage rolled once, no ability on the hit."""
    once = state.rulings.area_damage_once == "once" or not weapon.dice
    return _shots_of(state, regulator, weapon) == 1 and once and weapon.pierces_from == weapon.slays_from == NEVER


def _shots_of(state: Patrol, regulator: str, weapon: Weapon) -> int:
    figure = state.squad[regulator]
    return shots_of(state, figure, rosters[state.books].kinds[figure.kind], weapon)


def _shots(table: Table[Patrol], regulator: str, weapon: Weapon) -> str:
    state = table.state
    figure = state.squad[regulator]
    enemy = nearest_to_its_end(state)
    life, armor = enemy.life_points, enemy.armor
    for _ in range(_shots_of(state, regulator, weapon)):
        if enemy.id in state.combat.enemies:
            resolve(table, figure, weapon, enemy)
    return verdict(state, enemy, life, armor)


def _will_evade(state: Patrol, enemy: Figure) -> bool:
    return any(each.will_evade(enemy) for each in rosters[state.books].kinds[enemy.kind].evades)


def nearest_to_its_end(state: Patrol) -> Figure:
    """The enemy with the least Life Points and Armor, of those that keep the Combat going and, if there are any, of
    those at which no Shot is wasted."""
    kinds = rosters[state.books].kinds
    found, least = None, (True, True, 0)
    for enemy in state.combat.enemies.values():
        is_out = not keeps_fighting(state, kinds[enemy.kind])
        rank = (is_out, _will_evade(state, enemy), enemy.life_points + enemy.armor)
        if found is None or rank < least:
            found, least = enemy, rank
    assert found is not None
    return found


def _blast(table: Table[Patrol], regulator: str, weapon: Weapon) -> str:
    state = table.state
    kinds, figure = rosters[state.books].kinds, state.squad[regulator]
    attacks = figure.combat_skill + attack_bonus(state, figure, kinds[figure.kind])
    enemies = [enemy for enemy in state.combat.enemies.values() if weapon.class_ not in kinds[enemy.kind].immune_to]
    if not enemies:
        return "nobody minds it"
    modifier = kinds[figure.kind].armor_modifier
    caught = tuple(_caught(state, weapon, enemy, modifier) for enemy in enemies)
    reading = kills_of_area_attack(attacks, weapon.dice, weapon.fixed, caught)
    return f"kills {table.roll(reading, 'attack.area-rolls', figure.seat)}"


class Caught(NamedTuple):
    """A target of an area attack: its defence, the Armor it rolls against, and the least Damage that kills it."""

    defence: int
    armor: int
    least: int


def _caught(state: Patrol, weapon: Weapon, enemy: Figure, modifier: int) -> Caught:
    """`modifier`: what the thrower's abilities raise Armor by for the Armor Roll."""
    kind = rosters[state.books].kinds[enemy.kind]
    defends = enemy.combat_skill + kind.defence + defence_bonus(state, enemy)
    least = next(damage for damage in count(1) if _taken(kind, weapon, damage) >= enemy.life_points or damage > MOST)
    return Caught(defends, enemy.armor + modifier if enemy.armor else 0, least)


def _taken(kind: Kind, weapon: Weapon, damage: int) -> int:
    for each in kind.damage_taken:
        damage = each.damage_taken(weapon, damage)
    return damage


@cache
def kills_of_area_attack(attacks: int, dice: int, fixed: int, caught: tuple[Caught, ...]) -> Reading[int]:
    """How many targets an area attack kills, as one reading of all its dice.

    Rolled one by one, a dozen targets would be millions of branches; as one reading they are a dozen. The dice lie in
    this order: attacker's 2, Damage, then 2 of defence and 2 of Armor for each target.
    """

    def read(faces: Faces) -> int:
        damage = sum(faces[2 : 2 + dice]) or fixed
        total_ = faces[0] + faces[1] + attacks
        hands = (faces[at : at + 4] for at in range(2 + dice, len(faces), 4))
        return sum(_is_killed(each, total_, damage, hand) for each, hand in zip(caught, hands, strict=True))

    def weigh() -> Outcomes[int]:
        damages = total(dice).outcomes if dice else ((fixed, 1),)
        return merge(
            (killed, first * second * ways)
            for thrown, first in total(2).outcomes
            for damage, second in damages
            for killed, ways in enumerate(_ways(caught, thrown + attacks, damage))
            if ways
        )

    label = f"{total(2, plus=attacks).label} against {len(caught)}, Damage and Armor, how many die"
    return Reading((6,) * (2 + dice + 4 * len(caught)), read, label, weigh=weigh)


def _is_killed(each: Caught, attack: int, damage: int, hand: Faces) -> bool:
    is_hit = attack >= hand[0] + hand[1] + each.defence
    return is_hit and damage >= each.least and hand[2] + hand[3] > each.armor


def _ways(caught: tuple[Caught, ...], attack: int, damage: int) -> list[int]:
    """In how many ways of the targets' dice none of them dies, one, two and so on."""
    ways = [1]
    for each in caught:
        kills = _at_most(attack - each.defence) * (36 - _at_most(each.armor)) if damage >= each.least else 0
        spared = [way * (1296 - kills) for way in (*ways, 0)]
        killed = [way * kills for way in (0, *ways)]
        ways = [one + other for one, other in zip(spared, killed, strict=True)]
    return ways


@cache
def _at_most(number: int) -> int:
    """In how many of 36 ways 2d6 show at most the number."""
    return sum(weight for thrown, weight in total(2).outcomes if thrown <= number)
