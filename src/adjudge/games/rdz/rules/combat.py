"""Combatting Dregs & Zombies: the Round, its end, and the end of the Combat."""

from __future__ import annotations

from collections.abc import Callable

from adjudge.engine import Choose, Deed, Option, Table
from adjudge.engine.moments import any_of, each
from adjudge.engine.wording import several
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.rules.attack import ability_of, is_leader, rerolls_a_round
from adjudge.games.rdz.rules.order import Place, choose_among_tied, ids, order_of_attacks
from adjudge.games.rdz.rules.patrol import move, moving_on, sector_move
from adjudge.games.rdz.rules.turns import enemy_turn, is_fought, regulator_turn, turn_without_attacks
from adjudge.games.rdz.state import CAPTAIN, Combat, Figure, Patrol

FIGHT_ON, BREAK_OFF = "fight-on", "break-off"


@any_of
def may_return(figure: Figure) -> bool:
    """Whether, though dead, it could still come back at the end of this Round."""


@each
def tries_to_return(table: Table[Patrol], figure: Figure) -> None:
    """It is dead, and may come back now."""


@each
def at_end_of_round(table: Table[Patrol], holder: Figure) -> None:
    """A Round is over, and it is in the Combat."""


def turn(table: Table[Patrol]) -> None:
    """What lies between two checkpoints: a Sector move with what it brings, or a Round of a Combat."""
    if table.state.fighting:
        combat_round(table)
    else:
        sector_move(table)


def combat_round(table: Table[Patrol]) -> None:
    """combat.rounds: every living figure makes its attacks once, then the Round ends."""
    state = table.state
    begin_round(state)
    order = order_of_attacks(state)
    state.combat.order = ids(order)
    table.tell("combat.rounds", "Round {round}.", round=state.combat.round)
    if is_fought(state):
        take_turns(table, order)
    if not state.over:
        end_round(table)


def begin_round(state: Patrol) -> None:
    combat = state.combat
    combat.round += 1
    combat.spent = []
    squad = rosters[state.books].squad_at(rerolls_a_round)
    combat.rerolls = {id_: left for id_, answer in squad if (left := answer(state))}
    for figure in (*combat.enemies.values(), *state.squad.values()):
        figure.halted = False


def take_turns(table: Table[Patrol], order: list[tuple[Place, str]]) -> None:
    """Both sides mixed, from the highest Initiative down; those who died meanwhile have lost their attacks."""
    state, combat = table.state, table.state.combat
    squad, enemies, standing = state.squad, combat.enemies, len(combat.enemies)
    last = len(order) - 1
    for turn_ in range(len(order)):
        place, id_ = order[turn_]
        if turn_ < last and order[turn_ + 1][0] == place:
            choose_among_tied(table, order, turn_)
            id_ = order[turn_][1]
        combat.acting = id_
        if id_ in enemies:
            enemy_turn(table, enemies[id_])
        elif id_ in squad and squad[id_].life_points > 0:
            regulator_turn(table, squad[id_])
        else:
            continue
        if state.over:
            return
        if len(enemies) < standing:
            standing = len(enemies)
            if not is_fought(state):
                play_out(table, ids(order[turn_ + 1 :]))
                return


def play_out(table: Table[Patrol], order: list[str]) -> None:
    """ruling.last-enemy-dies-mid-round: nothing is left to attack.

    While one of the dead may yet return the Combat goes on, though, and what replaces attacks can still be done
    (ruling.combat-end-with-abilities).
    """
    state = table.state
    if not awaited(state):
        return
    for id_ in order:
        figure = state.squad.get(id_)
        if figure is not None and figure.life_points > 0:
            state.combat.acting = id_
            turn_without_attacks(table, figure)


def end_round(table: Table[Patrol]) -> None:
    """combat.round-end, with the abilities that speak then in their order (ruling.end-of-round-order)."""
    state = table.state
    state.combat.acting = ""
    return_the_fallen(table)
    if not is_fought(state):
        end_combat(table)
        return
    for answer, holder in _speakers(state):
        answer(table, holder)
        if state.over:
            return
    if state.rulings.retreat == "break-off":
        offer_retreat(table)


def return_the_fallen(table: Table[Patrol]) -> None:
    """Those who may come back are rolled for before the end of the Combat is looked at."""
    kinds = rosters[table.state.books].kinds
    for enemy in awaited(table.state):
        tries_to_return(kinds[enemy.kind].voices, table, enemy)


def awaited(state: Patrol) -> list[Figure]:
    """The dead who may yet come back in this Round; who gave up does not."""
    kinds = rosters[state.books].kinds
    dead = [enemy for enemy in state.combat.fallen.values() if kinds[enemy.kind].at(may_return)]
    return [it for it in dead if it.life_points <= 0 and may_return(kinds[it.kind].voices, it)]


def return_to_combat(state: Patrol, enemy: Figure, life_points: int) -> None:
    """Back from the dead."""
    combat, kind = state.combat, rosters[state.books].kinds[enemy.kind]
    enemy.life_points, enemy.armor = life_points, 0
    combat.enemies[enemy.id] = combat.fallen.pop(enemy.id)
    if is_leader(kind):
        combat.leaders.append(enemy.id)
    state.record.killed[enemy.kind] -= 1


def _speakers(state: Patrol) -> list[tuple[Callable[[Table[Patrol], Figure], None], Figure]]:
    """What abilities do at the end of a Round: phase by phase, each in the order of attacks."""
    combat, kinds = state.combat, rosters[state.books].kinds
    holders = [figure for figure in combat.enemies.values() if kinds[figure.kind].at(at_end_of_round)]
    if not holders:
        return []
    holders.sort(key=lambda figure: combat.order.index(figure.id))
    found = [(answer, figure) for figure in holders for answer in kinds[figure.kind].at(at_end_of_round)]
    return sorted(found, key=lambda pair: ability_of(pair[0]).phase)


def end_combat(table: Table[Patrol]) -> None:
    """combat.end: losses stay until Headquarters (ruling.stat-changes-persist), and the squad moves on."""
    state = table.state
    state.record.combats_won += 1
    table.tell("combat.end", "The Sector is clear after {rounds}.", rounds=several(state.combat.round, "Round"))
    leave_combat(state)
    moving_on(table)


def leave_combat(state: Patrol) -> None:
    state.fighting, state.combat = False, Combat()
    for figure in state.squad.values():
        figure.marks, figure.numb, figure.halted = [], False, False


def offer_retreat(table: Table[Patrol]) -> None:
    """ruling.retreat, the house rule: one last set of attacks by every enemy, then a Sector homeward."""
    state = table.state
    question = Choose([FIGHT_ON, BREAK_OFF], _describe, about=Deed, prompt="The Round is over.")
    if table.ask(CAPTAIN, "ruling.retreat", question) == FIGHT_ON:
        return
    table.tell("ruling.retreat", "The squad breaks off under fire.")
    for id_ in state.combat.order:
        enemy = state.combat.enemies.get(id_)
        if enemy is not None:
            enemy.halted = False  # ability.stagger: attacks at the end of the Round are not prevented
            enemy_turn(table, enemy)
        if state.over:
            return
    leave_combat(state)
    move(table, -1)


def _describe(key: str) -> Option:
    label = "Fight on" if key == FIGHT_ON else "Break off and fall back one Sector"
    return Option(key, label, rule="ruling.retreat", hotkey=key[0])
