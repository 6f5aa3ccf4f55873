"""Combatting Dregs & Zombies: Armor Rolls, Life Points lost, and death."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.engine.moments import any_of, each, sum_of
from adjudge.games.rdz.books import Kind, rosters
from adjudge.games.rdz.readings import armor_roll
from adjudge.games.rdz.rules.squad import captain_falls
from adjudge.games.rdz.state import Figure, Patrol

COLLAPSE = 3

# ---------------------------------------------------------------------- what abilities say


@sum_of
def armor_modifier() -> int:
    """The attacker's: what the target's Armor is raised by for the Armor Roll."""


@any_of
def gives_up(state: Patrol, victim: Figure, life_points: int) -> bool:
    """Whether it gives itself up when wounded down to so many Life Points."""


@any_of
def stands_aside(state: Patrol) -> bool:
    """Whether the Combat does not go on because of it."""


@each
def on_wounding(table: Table[Patrol], attacker: Figure, victim: Figure, lost: int) -> None:
    """It took Life Points from a figure, which may be dead now."""


@each
def on_wounded(table: Table[Patrol], victim: Figure) -> None:
    """It lost Life Points and is still alive."""


@each
def on_dying(table: Table[Patrol], figure: Figure) -> None:
    """It dies, though the attack that kills it may go on against others."""


@each
def on_death(table: Table[Patrol], figure: Figure) -> None:
    """It died, and the attack that killed it is over."""


# ---------------------------------------------------------------------- the Armor Roll


def armor_stops(table: Table[Patrol], target: Figure, modifier: int) -> bool:
    """armor.roll: one Armor Roll for a hit that would cost Life Points (armor.when)."""
    # ruling.armor-12: no roll fails by itself; ruling.armor-breaker-low: a modifier counts for the roll alone
    return table.roll(armor_roll(target.armor + modifier), "armor.roll", target.seat)


def wear_armor(table: Table[Patrol], target: Figure) -> None:
    """armor.stopped: a stopped hit costs 1 Armor and no Life Points."""
    target.armor -= 1
    if target.armor <= COLLAPSE:
        target.armor = 0
        table.tell(
            "armor.collapse",
            "{target}'s Armor stops the hit and is wrecked.",
            on=(target.id,),
            mark="safe",
            target=target.name,
        )
    else:
        table.tell(
            "armor.stopped",
            "{target}'s Armor stops the hit: {armor} left.",
            on=(target.id,),
            mark="safe",
            target=target.name,
            armor=target.armor,
        )


# ---------------------------------------------------------------------- Life Points, and death


def lose_life_points(table: Table[Patrol], victim: Figure, lost: int, attacker: Figure | None) -> None:
    """armor.not-stopped: the full number, and no Armor. Abilities speak after it (ruling.stopped-by-armor)."""
    kinds = rosters[table.state.books].kinds
    victim.life_points -= lost
    if attacker is not None:
        for speaks in kinds[attacker.kind].at(on_wounding):
            speaks(table, attacker, victim, lost)
    if victim.life_points <= 0:
        die(table, victim)
        return
    for answer in kinds[victim.kind].at(on_wounded):
        answer(table, victim)


def bring_to_justice(table: Table[Patrol], victim: Figure) -> None:
    """Out of the Combat, alive: it gave itself up."""
    state = table.state
    ability = gives_up.who(rosters[state.books].kinds[victim.kind].voices, state, victim, victim.life_points)
    remove(state, victim)
    justice = state.record.justice
    justice[victim.kind] = justice.get(victim.kind, 0) + 1
    table.tell(ability.rule, "{victim} gives up and is taken in.", on=(victim.id,), mark="flee", victim=victim.name)


def die(table: Table[Patrol], victim: Figure) -> None:
    """death.removal: removed at once; attacks not yet made are lost."""
    state = table.state
    table.tell("death.removal", "{victim} is dead.", on=(victim.id,), mark="dead", victim=victim.name)
    if victim.id in state.squad:
        state.record.regulators_lost += 1
        if victim.id == state.commander:
            captain_falls(table)
        return
    killed = state.record.killed
    killed[victim.kind] = killed.get(victim.kind, 0) + 1
    remove(state, victim)
    voices = rosters[state.books].kinds[victim.kind].voices
    for dying in voices.at(on_dying):
        dying(table, victim)
    if voices.at(on_death):
        state.combat.dying.append(victim.id)


def remove(state: Patrol, enemy: Figure) -> None:
    """Out of the Combat."""
    combat = state.combat
    combat.fallen[enemy.id] = combat.enemies.pop(enemy.id)
    if enemy.id in combat.leaders:
        combat.leaders.remove(enemy.id)


def aftermath(table: Table[Patrol]) -> None:
    """What the dead have to say once the attack that killed them is over (ruling.last-blast-chain)."""
    state, combat = table.state, table.state.combat
    while combat.dying and not state.over:
        figure = combat.fallen[combat.dying.pop(0)]
        on_death(rosters[state.books].kinds[figure.kind].voices, table, figure)


def keeps_fighting(state: Patrol, kind: Kind) -> bool:
    """Whether a kind of enemy, alone, would keep a Combat going."""
    return not stands_aside(kind.voices, state)
