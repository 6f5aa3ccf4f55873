"""Combatting Dregs & Zombies: one attack, by either side, against one figure or against all.

An attack is resolved, then carried out. `resolve_attack` and `resolve_area` ask, roll, and return verdicts; nothing is
lost, spent or removed before `carry_out`. Play, forecasts and the desk all go through these.

Order of dice (ruling.damage-die-timing): attacker's 2d6, defender's 2d6, Damage dice on a hit, Armor Roll. Ties favour
the attacker; a 2 or a 12 means nothing special (ruling.natural-rolls).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from adjudge.engine import Table, step, total
from adjudge.engine.abreast import Each, Once
from adjudge.engine.moments import SumOf, any_of, chain, each, sum_of
from adjudge.games.rdz.ability import Ability
from adjudge.games.rdz.books import AREA_CLASSES, Kind, Weapon, rosters
from adjudge.games.rdz.outcomes import EVADED, GAVE_UP, KILLED, MISSED, STOPPED, UNHARMED, WOUNDED, Verdict
from adjudge.games.rdz.readings import (
    MISS,
    attack_again,
    attack_roll,
    attack_roll_noting_defence,
    damage_roll,
    defence_roll,
)
from adjudge.games.rdz.rules.armor import (
    aftermath,
    armor_modifier,
    armor_stops,
    bring_to_justice,
    gives_up,
    lose_life_points,
    wear_armor,
)
from adjudge.games.rdz.state import Figure, Patrol

HOLD = "hold"
"""ruling.declining-attacks: a Regulator may pass, or leave Shots unused."""
ENOUGH = 1_000_000
"""More than any Damage: where dice are shared or halved, no number is enough to stop counting at."""
NEVER = 1_000
"""A margin that no total reaches."""

# ---------------------------------------------------------------------- what abilities say


@sum_of
def extra_shots(figure: Figure) -> int:
    """Shots that it has besides those of its weapon."""


@any_of
def evades(target: Figure) -> bool:
    """Whether the next attack against it alone misses without dice."""


@each
def on_evading(table: Table[Patrol], target: Figure) -> None:
    """An attack against it alone missed because of that."""


@any_of
def is_immune(class_: str) -> bool:
    """Whether an area weapon of that class does not attack it at all."""


@sum_of
def own_defence() -> int:
    """What it adds to its own defence roll."""


@sum_of
def lends_attack(state: Patrol, holder: Figure, attacker: Figure) -> int:
    """What a leader adds to an ally's attack roll."""


@sum_of
def lends_defence(state: Patrol, holder: Figure, defender: Figure) -> int:
    """What a leader adds to an ally's defence roll."""


@sum_of
def hampers(state: Patrol, attacker: Figure) -> int:
    """What something the squad did in this Round adds to an enemy's attack roll."""


@sum_of
def margin_with(weapon: Weapon) -> int:
    """By how much its total must beat the other for `pierces` and `slays`; 0 if that does not matter."""


@any_of
def pierces(weapon: Weapon, margin: int) -> bool:
    """Whether there is no Armor Roll. `margin` is the highest one reached of those that matter."""


@any_of
def slays(margin: int) -> bool:
    """Whether a hit that is not stopped takes all Life Points."""


@chain
def damage_taken(damage: int, weapon: Weapon) -> int:
    """What is left of the Damage of a hit on it."""


@sum_of
def rerolls_a_round(state: Patrol) -> int:
    """How many of the squad's missed attacks it may have rolled again in a Round."""


@any_of
def rerolls(table: Table[Patrol], miss: Miss) -> bool:
    """Whether it has a miss rolled again."""


@each
def was_used(state: Patrol, holder: Figure) -> None:
    """It is used up, for the Round or the Combat: what that leaves behind, where nobody saw it happen."""


# ---------------------------------------------------------------------- a weapon against a kind

_MISS, _EVADED = Verdict(MISSED), Verdict(EVADED)
_WOUNDS = [Verdict(WOUNDED, lost) for lost in range(20)]
"""The common verdicts, made once."""


class Modifier(NamedTuple):
    """Something added to a roll, with the rule that adds it."""

    rule: str
    number: int


class Clash:
    """A weapon in the hands of one kind against another: what abilities make of it whatever the dice say."""

    __slots__ = (
        "armor_modifier",
        "armor_modifiers",
        "damage_taken",
        "defence",
        "evades",
        "gives_up",
        "margins",
        "pierces_by",
        "pierces_from",
        "slays_by",
        "slays_from",
    )

    def __init__(self, weapon: Weapon, kind: Kind, other: Kind) -> None:
        margins = {margin for answer in kind.at(margin_with) if (margin := answer(weapon))}
        reached = (0, *sorted(margins))
        self.margins = reached[1:]
        piercing = [(margin, pierces.who(kind.voices, weapon, margin)) for margin in reached]
        self.pierces_from, self.pierces_by = _first(piercing)
        self.slays_from, self.slays_by = _first([(margin, slays.who(kind.voices, margin)) for margin in reached])
        self.armor_modifiers = [Modifier(ability.rule, number) for ability, number in armor_modifier.said(kind.voices)]
        self.armor_modifier = sum(number for _, number in self.armor_modifiers)
        self.evades = other.at(evades)
        self.defence = [Modifier(ability.rule, number) for ability, number in own_defence.said(other.voices)]
        self.damage_taken = other.at(damage_taken)
        self.gives_up = other.at(gives_up)


def _first(reached: list[tuple[int, Ability | None]]) -> tuple[int, str]:
    """The lowest margin with which an ability does something, and its rule."""
    return next(((margin, ability.rule) for margin, ability in reached if ability is not None), (NEVER, ""))


clash_of = lru_cache(8192)(Clash)


def shots_of(state: Patrol, figure: Figure, kind: Kind, weapon: Weapon) -> int:
    """attack.shots: how many attacks a weapon gives; no more than uses are left where each Shot spends one."""
    shots = weapon.shots
    for answer in kind.at(extra_shots):
        shots += answer(figure)
    if weapon.uses is None or state.rulings.use_versus_shot == "uses":
        return shots
    return min(shots, figure.uses[weapon.name])


# ---------------------------------------------------------------------- against one figure


Blow = tuple[Figure, Verdict]
"""Who was attacked, and what came of it."""


def attack(
    table: Table[Patrol], attacker: Figure, weapon: Weapon, target: Figure, blows: list[Blow] | None = None
) -> None:
    """One Shot, completely resolved: Armor, death and what follows from it. `blows` notes what came of it."""
    verdict = resolve_attack(table, attacker, weapon, target)
    if blows is not None:
        blows.append((target, verdict))
    carry_out(table, attacker, weapon, target, verdict)
    if table.state.combat.dying:
        aftermath(table)


@step
def resolve_attack(table: Table[Patrol], attacker: Figure, weapon: Weapon, target: Figure) -> Verdict:
    """attack.opposed-roll, enemy.opposed-roll: 2d6 + Combat Skill against 2d6 + Combat Skill."""
    state = table.state
    kinds = rosters[state.books].kinds
    clash = clash_of(weapon, kinds[attacker.kind], kinds[target.kind])
    for answer in clash.evades:
        if answer(target):
            return _EVADED
    attacks, defends = attacker.combat_skill, target.combat_skill
    combat = state.combat
    if clash.defence:
        defends += add_up(table, target, clash.defence, "defends")
    if combat.leaders or combat.spent:
        if modifiers := attack_modifiers(state, attacker):
            attacks += add_up(table, attacker, modifiers, "attacks")
        if modifiers := defence_modifiers(state, target):
            defends += add_up(table, target, modifiers, "defends")
    if combat.rerolls and attacker.seat and (holder := _reroller(state)):
        margin, spent = _roll_with_reroll(table, clash, attacker, weapon, target, (attacks, defends), holder)
        return judge(table, clash, attacker, weapon, target, margin, spent)
    rule = "attack.opposed-roll" if attacker.seat else "enemy.opposed-roll"
    margin = table.roll(attack_roll(attacks, defends, clash.margins), rule, (attacker.seat, target.seat))
    return _MISS if margin < 0 else judge(table, clash, attacker, weapon, target, margin)


def judge(
    table: Table[Patrol],
    clash: Clash,
    attacker: Figure,
    weapon: Weapon,
    target: Figure,
    margin: int,
    spent: str = "",
    damage: int | None = None,
) -> Verdict:
    """attack.hit, enemy.hit: the target loses the weapon's Damage, subject to the Armor Roll.

    `damage`: the Damage that is rolled for all, if it is.
    """
    if margin < 0:
        return Verdict(MISSED, 0, spent) if spent else _MISS
    if damage is None:
        enough = ENOUGH if clash.damage_taken else target.life_points
        damage = roll_damage(table, attacker, weapon, enough) if weapon.dice else weapon.fixed
    for answer in clash.damage_taken:
        damage = answer(damage, weapon)
    if damage <= 0:  # ruling.zero-damage-hit
        return Verdict(UNHARMED, 0, spent)
    if target.armor and _is_stopped(table, clash, target, margin):
        return Verdict(STOPPED, 0, spent)
    life_points = target.life_points
    if damage >= life_points:
        return Verdict(KILLED, life_points, spent)
    if margin >= clash.slays_from:
        table.tell(clash.slays_by, "{target} loses all Life Points.", on=(target.id,), target=target.name)
        return Verdict(KILLED, life_points, spent)
    for has_had_enough in clash.gives_up:
        if has_had_enough(table.state, target, life_points - damage):
            return Verdict(GAVE_UP, damage, spent)
    return Verdict(WOUNDED, damage, spent) if spent or damage >= len(_WOUNDS) else _WOUNDS[damage]


def _is_stopped(table: Table[Patrol], clash: Clash, target: Figure, margin: int) -> bool:
    """armor.when: an Armor Roll, unless it is pierced."""
    if margin >= clash.pierces_from:
        table.tell(clash.pierces_by, "{target} makes no Armor Roll.", on=(target.id,), target=target.name)
        return False
    for rule, number in clash.armor_modifiers:
        table.tell(rule, "{target}'s Armor counts {number:+}.", on=(target.id,), target=target.name, number=number)
    return armor_stops(table, target, clash.armor_modifier)


def roll_damage(table: Table[Patrol], attacker: Figure, weapon: Weapon, enough: int) -> int:
    """attack.damage-dice: rolled again for each Shot, on a hit only."""
    return table.roll(damage_roll(weapon.dice, enough), "attack.damage-dice", attacker.seat)


# ---------------------------------------------------------------------- carrying it out


_HITS = "{attacker} hits {target} ({weapon}): {lost} Life Points lost."
_HITS_FOR_ONE = "{attacker} hits {target} ({weapon}): {lost} Life Point lost."


def carry_out(table: Table[Patrol], attacker: Figure, weapon: Weapon, target: Figure, verdict: Verdict) -> None:
    """What a verdict says happens to its target, Life Points and all."""
    if verdict.spent:
        spend_reroll(table.state, verdict.spent)
    fate = verdict.fate
    if verdict.lost:
        table.tell(
            "attack.hit" if attacker.seat else "enemy.hit",
            _HITS if verdict.lost > 1 else _HITS_FOR_ONE,
            on=(attacker.id, target.id),
            mark="hit",
            attacker=attacker.name,
            target=target.name,
            weapon=weapon.name,
            lost=verdict.lost,
        )
        lose_life_points(table, target, verdict.lost, attacker)
        if fate == GAVE_UP:
            bring_to_justice(table, target)
    elif fate == MISSED:
        table.tell(
            "attack.miss" if attacker.seat else "enemy.hit",
            "{attacker} misses {target} ({weapon}).",
            on=(attacker.id, target.id),
            mark="miss",
            attacker=attacker.name,
            target=target.name,
            weapon=weapon.name,
        )
    elif fate == STOPPED:
        wear_armor(table, target)
    elif fate == EVADED:
        on_evading(rosters[table.state.books].kinds[target.kind].voices, table, target)
    else:
        table.tell(
            "ruling.zero-damage-hit",
            "{target} is hit and not harmed.",
            on=(target.id,),
            mark="safe",
            target=target.name,
        )


# ---------------------------------------------------------------------- bonuses


def attack_modifiers(state: Patrol, attacker: Figure) -> list[Modifier]:
    """What abilities of others add to an attack roll: in sum (ruling.bonuses-add)."""
    combat = state.combat
    if attacker.seat:
        return []
    found = []
    if combat.spent:
        for _, answer in rosters[state.books].squad_at(hampers):
            if number := answer(state, attacker):
                found.append(Modifier(ability_of(answer).rule, number))
    if combat.leaders and attacker.id in combat.enemies:  # leaders reach those in it: not the last deed of one dead
        found += _lent(state, attacker, lends_attack)
    return found


def defence_modifiers(state: Patrol, defender: Figure) -> list[Modifier]:
    """What abilities of others add to a defence roll."""
    return _lent(state, defender, lends_defence) if state.combat.leaders and not defender.seat else []


@cache
def is_leader(kind: Kind) -> bool:
    """Whether its abilities reach others."""
    return lends_attack.is_answered(kind.voices) or lends_defence.is_answered(kind.voices)


def _lent(state: Patrol, figure: Figure, moment: SumOf[[Patrol, Figure, Figure]]) -> list[Modifier]:
    """Different abilities add up; the same one counts once, however many leaders have it."""
    combat, kinds = state.combat, rosters[state.books].kinds
    lent: dict[str, int] = {}
    for id_ in combat.leaders:
        holder = combat.enemies[id_]
        for answer in kinds[holder.kind].at(moment):
            if number := answer(state, holder, figure):
                rule = ability_of(answer).rule
                lent[rule] = max(lent.get(rule, 0), number)
    return [Modifier(rule, number) for rule, number in lent.items()] if lent else []


def ability_of(answer: Any) -> Ability:
    """Whose answer it is, to be cited."""
    return answer.__self__  # type: ignore[no-any-return]


def add_up(table: Table[Patrol], figure: Figure, modifiers: Sequence[Modifier], does: str) -> int:
    """Tells each modifier with its rule; returns their sum."""
    for rule, number in modifiers:
        table.tell(
            rule, "{figure} {does} at {number:+}.", on=(figure.id,), figure=figure.name, does=does, number=number
        )
    return sum(number for _, number in modifiers)


# ---------------------------------------------------------------------- rolling again


class Miss(NamedTuple):
    """A miss of a Regulator against a single target that may be rolled again: `needed` or more on 2d6 hits."""

    attacker: Figure
    weapon: Weapon
    target: Figure
    needed: int


Reroller = tuple[str, Callable[[Table[Patrol], Miss], bool]]
"""A Regulator, and its ability's answer whether a miss is rolled again."""


def _reroller(state: Patrol) -> Reroller | None:
    """The Regulator, in the Combat, whose ability may have a miss rolled again."""
    for id_ in state.combat.rerolls:
        if state.squad[id_].life_points > 0:
            return id_, rosters[state.books].kinds[id_].at(rerolls)[0]
    return None


@step
def _roll_with_reroll(
    table: Table[Patrol],
    clash: Clash,
    attacker: Figure,
    weapon: Weapon,
    target: Figure,
    skills: tuple[int, int],
    reroller: Reroller,
) -> tuple[int, str]:
    """The opposed roll where a miss may be rolled again: the margin, and whose reroll that took."""
    id_, is_wanted = reroller
    reading = attack_roll_noting_defence(*skills, clash.margins)
    margin = table.roll(reading, "attack.opposed-roll", (attacker.seat, target.seat))
    if margin >= 0:
        return margin, ""
    if not is_wanted(table, Miss(attacker, weapon, target, -margin)):
        return MISS, ""
    return _roll_again(table, attacker, clash, -margin), id_


def _roll_again(table: Table[Patrol], attacker: Figure, clash: Clash, needed: int) -> int:
    """The attacker's dice once more; the defence stands, the second roll counts (ruling.called-shot-with-command)."""
    return table.roll(attack_again(needed, clash.margins), "attack.opposed-roll", attacker.seat)


def resolve_again(table: Table[Patrol], attacker: Figure, weapon: Weapon, target: Figure, needed: int) -> Verdict:
    """What is left of an attack once its miss is rolled again."""
    clash = _clash(table.state, attacker, weapon, target)
    return judge(table, clash, attacker, weapon, target, _roll_again(table, attacker, clash, needed))


def _clash(state: Patrol, attacker: Figure, weapon: Weapon, target: Figure) -> Clash:
    kinds = rosters[state.books].kinds
    return clash_of(weapon, kinds[attacker.kind], kinds[target.kind])


def spend_reroll(state: Patrol, holder: str) -> None:
    left = state.combat.rerolls
    left[holder] -= 1
    if not left[holder]:
        del left[holder]


# ---------------------------------------------------------------------- against all


def area_attack(
    table: Table[Patrol],
    attacker: Figure,
    weapon: Weapon,
    targets: Sequence[Figure],
    blows: list[Blow] | None = None,
) -> None:
    """attack.area-rolls: one attack roll, and each target's own against it; all effects are simultaneous."""
    caught = caught_by(table.state, weapon, targets)
    if not caught:
        table.tell("attack.area-targets", "{weapon}: nobody here minds it.", weapon=weapon.name)
        return
    made = list(zip(caught, resolve_area(table, attacker, weapon, caught), strict=True))
    if blows is not None:
        blows += made
    _carry_out_all(table, attacker, weapon, made)


def caught_by(state: Patrol, weapon: Weapon, targets: Sequence[Figure]) -> list[Figure]:
    """Those of the targets that an area weapon attacks at all."""
    kinds = rosters[state.books].kinds
    return [target for target in targets if weapon.class_ not in immunities(kinds[target.kind])]


@cache
def immunities(kind: Kind) -> frozenset[str]:
    """The classes of area weapons that do not attack it at all."""
    return frozenset(class_ for class_ in AREA_CLASSES if is_immune(kind.voices, class_))


@step
def resolve_area(
    table: Table[Patrol],
    attacker: Figure,
    weapon: Weapon,
    caught: Sequence[Figure],
    alike: Callable[[Verdict], str] | None = None,
) -> tuple[Verdict, ...]:
    """The verdict on each of those caught, in their order; who only counts them says by `alike` what.

    Dice (ruling.area-damage-once): attacker's 2d6, each target's 2d6, Damage once if anybody is hit, Armor Rolls.
    """
    state = table.state
    kinds = rosters[state.books].kinds
    kind = kinds[attacker.kind]
    plus = add_up(table, attacker, attack_modifiers(state, attacker), "attacks")
    attacks = table.roll(total(2, plus=attacker.combat_skill + plus), "attack.area-rolls", attacker.seat)

    def defends(table: Table[Patrol], target: Figure, _: None) -> int | None:
        clash = clash_of(weapon, kind, kinds[target.kind])
        modifiers = [*clash.defence, *defence_modifiers(state, target)]
        defence = target.combat_skill + (add_up(table, target, modifiers, "defends") if modifiers else 0)
        margin = table.roll(defence_roll(attacks, defence, clash.margins), "attack.area-rolls", target.seat)
        return margin if margin >= 0 else None

    def suffers(table: Table[Patrol], target: Figure, hit: tuple[int, int]) -> Verdict:
        margin, damage = hit
        clash = clash_of(weapon, kind, kinds[target.kind])
        return judge(table, clash, attacker, weapon, target, margin, damage=damage)

    damage = _area_damage(state, attacker, weapon, caught)
    return tuple(table.abreast(caught, [Each(defends), damage, Each(suffers)], _MISS, alike))


def _area_damage(state: Patrol, attacker: Figure, weapon: Weapon, caught: Sequence[Figure]) -> Each | Once:
    """ruling.area-damage-once: Damage dice once for all that are hit, unless the house rule rolls for each."""
    kinds = rosters[state.books].kinds

    def enough(target: Figure) -> int:
        return ENOUGH if kinds[target.kind].at(damage_taken) else target.life_points

    if not weapon.dice:
        return Once(lambda table: weapon.fixed)
    if state.rulings.area_damage_once == "once":
        return Once(lambda table: roll_damage(table, attacker, weapon, max(map(enough, caught))))
    return Each(lambda table, target, margin: (margin, roll_damage(table, attacker, weapon, enough(target))))


def _carry_out_all(table: Table[Patrol], attacker: Figure, weapon: Weapon, blows: Sequence[Blow]) -> None:
    table.tell(
        "attack.area-rolls",
        "{attacker}: {weapon} catches {hit} of {all}.",
        on=(attacker.id,),
        attacker=attacker.name,
        weapon=weapon.name,
        hit=sum(verdict.fate != MISSED for _, verdict in blows),
        all=len(blows),
    )
    for target, verdict in blows:
        if verdict.fate != MISSED:
            carry_out(table, attacker, weapon, target, verdict)
    if table.state.combat.dying:
        aftermath(table)
