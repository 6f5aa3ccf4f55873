"""Combatting Dregs & Zombies: one attack, by either side, against one figure or against all.

Order of dice (ruling.damage-die-timing): attacker's 2d6, defender's 2d6, Damage dice on a hit, Armor Roll. Ties favour
whoever attacks; a 2 or a 12 means nothing special (ruling.natural-rolls).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudge.engine import Table, total
from adjudge.games.rdz.ability import Ability
from adjudge.games.rdz.books import Kind, Weapon, rosters
from adjudge.games.rdz.readings import (
    attack_again,
    attack_roll,
    attack_roll_noting_defence,
    damage_roll,
    defence_roll,
)
from adjudge.games.rdz.rules.armor import aftermath, armor_stops, lose_life_points, wear_armor
from adjudge.games.rdz.state import Figure, Patrol

ENOUGH = 1_000_000
"""More than any Damage: where dice are shared or halved, no number is enough to stop counting at."""


def shots_of(state: Patrol, figure: Figure, kind: Kind, weapon: Weapon) -> int:
    """attack.shots: how many attacks a weapon gives; no more than uses are left where each Shot spends one."""
    shots = weapon.shots
    for each in kind.extra_shots:
        shots += each.extra_shots(figure)
    if weapon.uses is None or state.rulings.use_versus_shot == "uses":
        return shots
    return min(shots, figure.uses[weapon.name])


# ---------------------------------------------------------------------- against one figure


def attack(table: Table[Patrol], attacker: Figure, weapon: Weapon, target: Figure) -> None:
    """One Shot, completely resolved: Armor, death and what follows from it."""
    combat = table.state.combat
    resolve(table, attacker, weapon, target, _reroller(table.state) if combat.rerolls and attacker.seat else None)
    if combat.dying:
        aftermath(table)


def resolve(
    table: Table[Patrol],
    attacker: Figure,
    weapon: Weapon,
    target: Figure,
    reroller: tuple[str, Ability] | None = None,
) -> None:
    """attack.opposed-roll, enemy.opposed-roll: 2d6 + Combat Skill against 2d6 + Combat Skill."""
    state = table.state
    kinds = rosters[state.books].kinds
    kind, other = kinds[attacker.kind], kinds[target.kind]
    for each in other.evades:
        if each.evades(table, target):
            return
    attacks = attacker.combat_skill
    defends = target.combat_skill + other.defence
    if state.combat.leaders or state.combat.pinned:
        attacks += attack_bonus(state, attacker, kind)
        defends += defence_bonus(state, target)
    rule = "attack.opposed-roll" if attacker.seat else "enemy.opposed-roll"
    by = (attacker.seat, target.seat)
    if reroller is None:
        margin = table.roll(attack_roll(attacks, defends, weapon.margins), rule, by)
    else:
        margin = table.roll(attack_roll_noting_defence(attacks, defends, weapon.margins), rule, by)
        if margin < 0:
            margin = _roll_again(table, reroller, attacker, weapon, -margin)
    if margin < 0:
        table.tell(
            "attack.miss" if attacker.seat else "enemy.hit",
            "{attacker} misses {target} ({weapon}).",
            attacker=attacker.name,
            target=target.name,
            weapon=weapon.name,
        )
        return
    _hit(table, attacker, kind, weapon, target, other, margin)


def _hit(
    table: Table[Patrol], attacker: Figure, kind: Kind, weapon: Weapon, target: Figure, other: Kind, margin: int
) -> None:
    """attack.hit, enemy.hit: the target loses the weapon's Damage, subject to the Armor Roll."""
    damage = weapon.fixed
    if weapon.dice:
        damage = roll_damage(table, attacker, weapon, ENOUGH if other.damage_taken else target.life_points)
    for each in other.damage_taken:
        damage = each.damage_taken(weapon, damage)
    if damage <= 0:  # ruling.zero-damage-hit
        table.tell("ruling.zero-damage-hit", "{target} is hit and not harmed.", target=target.name)
    elif armor_stops(table, kind, weapon, target, margin):
        wear_armor(table, target)
    else:
        wound(table, attacker, weapon, target, damage, margin)


def roll_damage(table: Table[Patrol], attacker: Figure, weapon: Weapon, enough: int) -> int:
    """attack.damage-dice: rolled anew for each Shot, on a hit only."""
    return table.roll(damage_roll(weapon.dice, enough), "attack.damage-dice", attacker.seat)


def wound(table: Table[Patrol], attacker: Figure, weapon: Weapon, target: Figure, damage: int, margin: int) -> None:
    lost = damage if damage < target.life_points and margin < weapon.slays_from else target.life_points
    table.tell(
        "attack.hit" if attacker.seat else "enemy.hit",
        "{attacker} hits {target} ({weapon}): {lost} Life Points lost.",
        attacker=attacker.name,
        target=target.name,
        weapon=weapon.name,
        lost=lost,
    )
    lose_life_points(table, target, lost, attacker)


# ---------------------------------------------------------------------- bonuses


def attack_bonus(state: Patrol, attacker: Figure, kind: Kind) -> int:
    """What abilities of others add to an attack roll, in sum (ruling.bonuses-add)."""
    combat = state.combat
    bonus = combat.pinned.get(kind.faction, 0) if combat.pinned else 0
    if (
        combat.leaders and attacker.id in combat.enemies
    ):  # leaders reach those in the Combat: not the last deed of one dead
        bonus += _lent(state, attacker, True)
    return bonus


def defence_bonus(state: Patrol, defender: Figure) -> int:
    """What abilities of others add to a defence roll."""
    combat = state.combat
    return _lent(state, defender, False) if combat.leaders and not defender.seat else 0


def _lent(state: Patrol, figure: Figure, attacking: bool) -> int:
    """Different abilities add up; the same one counts once, however many leaders have it."""
    combat, kinds = state.combat, rosters[state.books].kinds
    lent: dict[str, int] = {}
    for id_ in combat.leaders:
        holder = combat.enemies[id_]
        for each in kinds[holder.kind].lends:
            lends = each.lends_attack if attacking else each.lends_defence
            lent[each.id] = max(lent.get(each.id, 0), lends(state, holder, figure))
    return sum(lent.values())


# ---------------------------------------------------------------------- rolling again


def _reroller(state: Patrol) -> tuple[str, Ability] | None:
    """The Regulator, in the Combat, whose ability may have a miss rolled again."""
    for id_, each in rosters[state.books].rerolling:
        if state.squad[id_].life_points > 0 and state.combat.rerolls.get(id_):
            return id_, each
    return None


def _roll_again(
    table: Table[Patrol], reroller: tuple[str, Ability], attacker: Figure, weapon: Weapon, needed: int
) -> int:
    """The attacker's dice once more; the defence stands, the second roll counts (ruling.called-shot-with-command)."""
    id_, each = reroller
    if not each.rerolls(table, table.state.squad[id_], attacker, needed):
        return -needed
    spend_reroll(table.state, id_)
    return table.roll(attack_again(needed, weapon.margins), "attack.opposed-roll", attacker.seat)


def spend_reroll(state: Patrol, holder: str) -> None:
    rerolls = state.combat.rerolls
    rerolls[holder] -= 1
    if not rerolls[holder]:
        del rerolls[holder]


# ---------------------------------------------------------------------- against all


class Blow(NamedTuple):
    """What an area attack does to one of those it hit."""

    target: Figure
    margin: int
    damage: int


def area_attack(table: Table[Patrol], attacker: Figure, weapon: Weapon, targets: Sequence[Figure]) -> None:
    """attack.area-rolls: one attack roll, and each target's own against it; all effects are simultaneous."""
    kinds = rosters[table.state.books].kinds
    kind = kinds[attacker.kind]
    attacked = [target for target in targets if weapon.class_ not in kinds[target.kind].immune_to]
    if not attacked:
        table.tell("attack.area-targets", "{weapon}: nobody here minds it.", weapon=weapon.name)
        return
    hit = _roll_against_all(table, attacker, kind, weapon, attacked)
    blows = _damage_for_all(table, attacker, weapon, hit)
    stopped = [armor_stops(table, kind, weapon, blow.target, blow.margin) for blow in blows]
    for blow, is_stopped in zip(blows, stopped, strict=True):
        if is_stopped:
            wear_armor(table, blow.target)
        else:
            wound(table, attacker, weapon, blow.target, blow.damage, blow.margin)
    if table.state.combat.dying:
        aftermath(table)


def _roll_against_all(
    table: Table[Patrol], attacker: Figure, kind: Kind, weapon: Weapon, targets: Sequence[Figure]
) -> list[tuple[Figure, int]]:
    """Those hit, each with the margin. Every target is hit or missed separately."""
    state = table.state
    kinds = rosters[state.books].kinds
    plus = attacker.combat_skill + attack_bonus(state, attacker, kind)
    attacks = table.roll(total(2, plus=plus), "attack.area-rolls", attacker.seat)
    hit = []
    for target in targets:
        defends = target.combat_skill + kinds[target.kind].defence + defence_bonus(state, target)
        margin = table.roll(defence_roll(attacks, defends, weapon.margins), "attack.area-rolls", target.seat)
        if margin >= 0:
            hit.append((target, margin))
    table.tell(
        "attack.area-rolls",
        "{attacker}: {weapon} catches {hit} of {all}.",
        attacker=attacker.name,
        weapon=weapon.name,
        hit=len(hit),
        all=len(targets),
    )
    return hit


def _damage_for_all(
    table: Table[Patrol], attacker: Figure, weapon: Weapon, hit: Sequence[tuple[Figure, int]]
) -> list[Blow]:
    """ruling.area-damage-once: Damage dice once for all that are hit, unless the house rule rolls for each."""
    if not hit:
        return []
    kinds = rosters[table.state.books].kinds
    once = table.state.rulings.area_damage_once == "once"
    rolled = [0] * len(hit) if weapon.dice else [weapon.fixed] * len(hit)
    if weapon.dice and once:
        enough = max(_enough(target, kinds[target.kind]) for target, _ in hit)
        rolled = [roll_damage(table, attacker, weapon, enough)] * len(hit)
    elif weapon.dice:
        rolled = [roll_damage(table, attacker, weapon, _enough(target, kinds[target.kind])) for target, _ in hit]
    blows = []
    for (target, margin), damage in zip(hit, rolled, strict=True):
        for each in kinds[target.kind].damage_taken:
            damage = each.damage_taken(weapon, damage)
        if damage > 0:  # ruling.zero-damage-hit
            blows.append(Blow(target, margin, damage))
    return blows


def _enough(target: Figure, kind: Kind) -> int:
    return ENOUGH if kind.damage_taken else target.life_points
