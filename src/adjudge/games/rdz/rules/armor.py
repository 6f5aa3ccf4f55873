"""Combatting Dregs & Zombies: Armor Rolls, Life Points lost, and death."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.games.rdz.books import Kind, Weapon, rosters
from adjudge.games.rdz.readings import armor_roll
from adjudge.games.rdz.rules.squad import captain_falls
from adjudge.games.rdz.state import Figure, Patrol

COLLAPSE = 3


def armor_stops(table: Table[Patrol], kind: Kind, weapon: Weapon, target: Figure, margin: int) -> bool:
    """armor.when: one Armor Roll for a hit that would cost Life Points, unless there is no Armor or it is pierced."""
    if not target.armor or margin >= weapon.pierces_from:
        return False
    # ruling.armor-12: no roll fails by itself; ruling.armor-breaker-low: a modifier counts for the roll alone
    return table.roll(armor_roll(target.armor + kind.armor_modifier), "armor.roll", target.seat)


def wear_armor(table: Table[Patrol], target: Figure) -> None:
    """armor.stopped: a stopped hit costs 1 Armor and no Life Points."""
    target.armor -= 1
    if target.armor <= COLLAPSE:
        target.armor = 0
        table.tell("armor.collapse", "{target}'s Armor stops the hit and is wrecked.", target=target.name)
    else:
        table.tell(
            "armor.stopped", "{target}'s Armor stops the hit: {armor} left.", target=target.name, armor=target.armor
        )


def lose_life_points(table: Table[Patrol], victim: Figure, lost: int, attacker: Figure | None) -> None:
    """armor.not-stopped: the full number, and no Armor. Abilities speak after it (ruling.stopped-by-armor)."""
    kinds = rosters[table.state.books].kinds
    victim.life_points -= lost
    if attacker is not None:
        for each in kinds[attacker.kind].on_wounding:
            each.on_wounding(table, attacker, victim, lost)
    if victim.life_points <= 0:
        die(table, victim)
        return
    for each in kinds[victim.kind].on_wounded:
        each.on_wounded(table, victim)


def die(table: Table[Patrol], victim: Figure) -> None:
    """death.removal: removed at once; attacks not yet made are lost."""
    state = table.state
    table.tell("death.removal", "{victim} is dead.", victim=victim.name)
    if victim.id in state.squad:
        state.record.regulators_lost += 1
        if victim.id == state.commander:
            captain_falls(table)
        return
    killed = state.record.killed
    killed[victim.kind] = killed.get(victim.kind, 0) + 1
    remove(state, victim)
    kind = rosters[state.books].kinds[victim.kind]
    for each in kind.on_dying:
        each.on_dying(table, victim)
    if kind.on_death:
        state.combat.dying.append(victim.id)


def remove(state: Patrol, enemy: Figure) -> None:
    """Out of the Combat."""
    combat = state.combat
    combat.fallen[enemy.id] = combat.enemies.pop(enemy.id)
    if enemy.id in combat.leaders:
        combat.leaders.remove(enemy.id)


def return_to_combat(state: Patrol, enemy: Figure, life_points: int) -> None:
    """Back from the dead."""
    combat, kind = state.combat, rosters[state.books].kinds[enemy.kind]
    enemy.life_points, enemy.armor = life_points, 0
    combat.enemies[enemy.id] = combat.fallen.pop(enemy.id)
    if kind.lends:
        combat.leaders.append(enemy.id)
    state.record.killed[enemy.kind] -= 1


def aftermath(table: Table[Patrol]) -> None:
    """What the dead have to say once the attack that killed them is over (ruling.last-blast-chain)."""
    state, combat = table.state, table.state.combat
    while combat.dying and not state.over:
        figure = combat.fallen[combat.dying.pop(0)]
        for each in rosters[state.books].kinds[figure.kind].on_death:
            each.on_death(table, figure)


def keeps_fighting(state: Patrol, kind: Kind) -> bool:
    """Whether a kind of enemy, alone, would keep a Combat going."""
    return not kind.keeps_fighting or all(each.keeps_fighting(state) for each in kind.keeps_fighting)
