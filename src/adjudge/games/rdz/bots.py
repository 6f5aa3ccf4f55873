"""The `captain`: focuses fire, keeps grenades for crowds, dresses wounds, and turns home in time.

Cheap arithmetic on tables made once: it answers in a microsecond or two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from adjudge.engine import Asked
from adjudge.games.rdz.ability import Ability
from adjudge.games.rdz.books import Kind, Weapon, rosters
from adjudge.games.rdz.prospects import nearest_to_its_end
from adjudge.games.rdz.readings import MISS, attack_roll
from adjudge.games.rdz.rules.abilities import DONE
from adjudge.games.rdz.rules.attack import HOLD, immunities, is_leader
from adjudge.games.rdz.rules.combat import BREAK_OFF, FIGHT_ON, at_end_of_round
from adjudge.games.rdz.rules.patrol import GO_ON, HOMEWARD, OUTWARD, STOP, outside_combat
from adjudge.games.rdz.rules.turns import can_replace_attacks
from adjudge.games.rdz.state import Patrol

FAR_ENOUGH = 3
"""The distance at which it turns home."""
LIFE_TO_GO_ON, ARMOR_TO_GO_ON = 0.9, 0.8
"""The parts of the squad's Life Points and Armor with which it still goes outward."""
LIFE_TO_FIGHT_ON = 0.35
"""The part of the squad's Life Points with which it stays in a Combat that it could leave."""
THRIFT = 1.3
"""How many times the harm of an unlimited weapon a limited one must promise."""
DIRE = 5
"""Life Points at which a wound is dressed in the thick of a Combat."""
WORTH_DRESSING = 4
"""Life Points lost at which a wound is dressed afterwards."""
REACH = 7
"""How many Regulators an enemy's area weapon is taken to attack, and the Combat Skill it is taken to meet."""
LEADER = 1.5
"""How much more dangerous an enemy with an ability that works by itself or for others is."""

GAS = "gas-cannister"
FAR_APART = 30


class _Hits(dict[int, float]):
    """The chance to hit by the lead in Combat Skill. Beyond `FAR_APART` it is what it is there."""

    def __missing__(self, edge: int) -> float:
        return self[max(-FAR_APART, min(FAR_APART, edge))]


HIT = _Hits({edge: float(1 - attack_roll(edge, 0).chance(MISS)) for edge in range(-FAR_APART, FAR_APART + 1)})


def captain(asked: Asked) -> Any:
    """Answers any question of the game."""
    return _ANSWERS[asked.rule](asked, asked.view)


def policy(asked: Asked) -> Any:
    """How odds take seats to choose: as the captain does, with Shots at the enemy that is nearest to its end."""
    if asked.rule == "attack.target-choice":
        return nearest_to_its_end(asked.view).id
    return captain(asked)


# ---------------------------------------------------------------------- on Patrol


def _direction(asked: Asked, state: Patrol) -> str:
    return OUTWARD if state.distance < FAR_ENOUGH and _is_fit(state) else HOMEWARD


def _is_fit(state: Patrol) -> bool:
    life = armor = all_life = all_armor = 0
    for kind in rosters[state.books].regulators:
        figure = state.squad[kind.id]
        if figure.life_points <= 0:
            return False
        life += figure.life_points
        armor += figure.armor
        all_life += kind.life_points
        all_armor += kind.armor
    return life >= LIFE_TO_GO_ON * all_life and armor >= ARMOR_TO_GO_ON * all_armor


def _at_headquarters(asked: Asked, state: Patrol) -> str:
    return STOP if state.record.target_reached else GO_ON


def _retreat(asked: Asked, state: Patrol) -> str:
    kinds = rosters[state.books].regulators
    life = sum(max(0, state.squad[kind.id].life_points) for kind in kinds)
    return FIGHT_ON if life >= LIFE_TO_FIGHT_ON * sum(kind.life_points for kind in kinds) else BREAK_OFF


def _dress(asked: Asked, state: Patrol) -> str:
    """In a Combat the one nearest to death; afterwards the one who lost most, if it is worth a use."""
    options: list[str] = asked.question.options  # type: ignore[attr-defined]
    if state.fighting:
        return min(options, key=lambda id_: state.squad[id_].life_points)
    kinds = rosters[state.books].kinds
    lost, patient = max((kinds[id_].life_points - state.squad[id_].life_points, id_) for id_ in options if id_ in kinds)
    return patient if lost >= WORTH_DRESSING else DONE


# ---------------------------------------------------------------------- in a Combat


class Arm(NamedTuple):
    """A weapon as the captain sees it."""

    name: str
    is_limited: bool
    is_area: bool
    is_gas: bool
    shots: int
    damage: float


class Arms(NamedTuple):
    """What a Regulator can do with its turn."""

    weapons: tuple[Arm, ...]
    dressing: str


def _weapon(asked: Asked, state: Patrol) -> str:
    """The weapon that promises most harm; a limited one only if it promises much more."""
    combat = state.combat
    figure = state.squad[combat.acting]
    arms = _arms(state.books, figure.kind)
    if arms.dressing and arms.dressing in asked.question.options and _is_dire(state):  # type: ignore[attr-defined]
        return arms.dressing
    target, skill = combat.enemies[_target(asked, state)], figure.combat_skill
    chance, life = HIT[skill - target.combat_skill], target.life_points
    best, most = HOLD, 0.0
    for name, is_limited, is_area, is_gas, shots, damage in arms.weapons:
        if is_limited and figure.uses[name] <= 0:
            continue
        if is_area:
            promise = _harm_to_all(state, skill, is_gas, damage)
        else:
            promise = chance * shots * (damage if damage < life else life)
        if is_limited:
            promise /= THRIFT
        if promise > most:
            best, most = name, promise
    return best


def _instead(asked: Asked, state: Patrol) -> str:
    """With nothing to attack: what can wait, waits."""
    dressing = _arms(state.books, state.squad[state.combat.acting].kind).dressing
    return dressing if dressing in asked.question.options and _is_dire(state) else HOLD  # type: ignore[attr-defined]


def _is_dire(state: Patrol) -> bool:
    return any(0 < figure.life_points <= DIRE for figure in state.squad.values())


def _harm_to_all(state: Patrol, skill: int, is_gas: bool, damage: float) -> float:
    """What an area weapon promises: harm to innocents counts against it."""
    threats, kinds, harm = _threats(state.books), rosters[state.books].kinds, 0.0
    for enemy in state.combat.enemies.values():
        if is_gas and GAS in immunities(kinds[enemy.kind]):
            continue
        promise = HIT[skill - enemy.combat_skill] * (damage if damage < enemy.life_points else enemy.life_points)
        harm += promise if threats[enemy.kind] else -promise
    return harm


def _target(asked: Asked, state: Patrol) -> str:
    """Whom it takes least to rid the squad of most danger."""
    combat = state.combat
    worths = _worths(state.books, state.squad[combat.acting].combat_skill)
    best, most = HOLD, -1.0
    for id_, enemy in combat.enemies.items():
        worth = worths[enemy.kind] / (enemy.life_points + enemy.armor)  # a point of Armor is taken for a Life Point
        if worth > most:
            best, most = id_, worth
    return best


@lru_cache(maxsize=1024)
def _worths(books: str, skill: int) -> dict[str, float]:
    """How much of its danger an attack with that Combat Skill takes from each kind of enemy, if a hit were all."""
    kinds = rosters[books].kinds
    return {id_: threat * HIT[skill - kinds[id_].combat_skill] for id_, threat in _threats(books).items()}


@lru_cache(maxsize=64)
def _threats(books: str) -> dict[str, float]:
    """How dangerous each kind of enemy is; innocents are not."""
    return {id_: _danger(kind) for id_, kind in rosters[books].kinds.items() if kind.faction != "regulator"}


def _danger(kind: Kind) -> float:
    threat = max((_threat(kind, weapon) for weapon in kind.weapons), default=0.0)
    return threat * LEADER if at_end_of_round.is_answered(kind.voices) or is_leader(kind) else threat


def _threat(kind: Kind, weapon: Weapon) -> float:
    """Life Points a weapon costs the squad in a Round, Armor aside."""
    reach = REACH if weapon.is_area else 1
    return HIT[kind.combat_skill - REACH] * weapon.shots * _mean(weapon) * reach


def _mean(weapon: Weapon) -> float:
    return weapon.dice * 3.5 if weapon.dice else float(weapon.fixed)


@lru_cache(maxsize=448)
def _arms(books: str, kind: str) -> Arms:
    known = rosters[books].kinds[kind]
    dressing = next((each.id for each in known.voices if _is_dressing(each)), "")
    return Arms(tuple(_arm(weapon) for weapon in known.arms), dressing)


def _is_dressing(ability: Ability) -> bool:
    """What can be done in place of attacks and between Combats as well is done to wounds."""
    return bool(can_replace_attacks.answer_of(ability) and outside_combat.answer_of(ability))


def _arm(weapon: Weapon) -> Arm:
    is_limited, is_gas = weapon.uses is not None, weapon.class_ == GAS
    return Arm(weapon.name, is_limited, weapon.is_area, is_gas, weapon.shots, _mean(weapon))


def _first(asked: Asked, state: Patrol) -> Any:
    return asked.question.options[0]  # type: ignore[attr-defined]


_ANSWERS: dict[str, Callable[[Asked, Patrol], Any]] = {
    "patrol.direction": _direction,
    "ruling.game-end-and-victory": _at_headquarters,
    "ruling.retreat": _retreat,
    "combat.tie-regulators": _first,
    "attack.one-weapon": _weapon,
    "attack.target-choice": _target,
    "ruling.combat-end-with-abilities": _instead,
    "ability.command": _first,
    "ability.field-dressing": _dress,
    "ability.snatch": _first,
}
