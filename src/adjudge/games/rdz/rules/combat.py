"""Combatting Dregs & Zombies: the Round, its end, and the end of the Combat."""

from __future__ import annotations

from adjudge.engine import Choose, Option, Table
from adjudge.games.rdz.ability import Ability
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.rules.order import Place, choose_among_tied, ids, order_of_attacks
from adjudge.games.rdz.rules.patrol import move, moving_on, sector_move
from adjudge.games.rdz.rules.turns import enemy_turn, is_fought, regulator_turn, turn_without_attacks
from adjudge.games.rdz.state import CAPTAIN, Combat, Figure, Patrol

FIGHT_ON, BREAK_OFF = "fight-on", "break-off"


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
    combat.spent, combat.pinned = [], {}
    combat.rerolls = {
        id_: left for id_, each in rosters[state.books].rerolling if (left := each.rerolls_a_round(state))
    }
    for figure in (*combat.enemies.values(), *state.squad.values()):
        figure.halted = False


def take_turns(table: Table[Patrol], order: list[tuple[Place, str]]) -> None:
    """Both sides mixed, from the highest Initiative down; those who died meanwhile have lost their attacks."""
    state, combat = table.state, table.state.combat
    squad, enemies, standing = state.squad, combat.enemies, len(combat.enemies)
    for turn_ in range(len(order)):
        place, id_ = order[turn_]
        if turn_ + 1 < len(order) and order[turn_ + 1][0] == place:
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
    for each, holder in _speakers(state):
        each.end_of_round(table, holder)
        if state.over:
            return
    if state.rulings.retreat == "break-off":
        offer_retreat(table)


def return_the_fallen(table: Table[Patrol]) -> None:
    """Those who may come back are rolled for before the end of the Combat is looked at."""
    for each, enemy in awaited(table.state):
        if each.may_return(enemy):
            each.tries_to_return(table, enemy)


def awaited(state: Patrol) -> list[tuple[Ability, Figure]]:
    """The dead who may yet come back in this Round, each with the ability to; who gave up does not."""
    kinds = rosters[state.books].kinds
    dead = (enemy for enemy in state.combat.fallen.values() if enemy.life_points <= 0)
    return [(each, enemy) for enemy in dead for each in kinds[enemy.kind].returning if each.may_return(enemy)]


def _speakers(state: Patrol) -> list[tuple[Ability, Figure]]:
    """The abilities of the end of a Round: phase by phase, each in the order of attacks."""
    combat, kinds = state.combat, rosters[state.books].kinds
    holders = [figure for figure in combat.enemies.values() if kinds[figure.kind].end_of_round]
    if not holders:
        return []
    holders.sort(key=lambda figure: combat.order.index(figure.id))
    found = [(each, figure) for figure in holders for each in kinds[figure.kind].end_of_round]
    return sorted(found, key=lambda pair: pair[0].phase)


def end_combat(table: Table[Patrol]) -> None:
    """combat.end: losses stay until Headquarters (ruling.stat-changes-persist), and the squad moves on."""
    state = table.state
    state.record.combats_won += 1
    table.tell("combat.end", "The Sector is clear after {rounds} Rounds.", rounds=state.combat.round)
    leave_combat(state)
    moving_on(table)


def leave_combat(state: Patrol) -> None:
    state.fighting, state.combat = False, Combat()
    for figure in state.squad.values():
        figure.marks, figure.numb, figure.halted = [], False, False


def offer_retreat(table: Table[Patrol]) -> None:
    """ruling.retreat, the house rule: one last set of attacks by every enemy, then a Sector homeward."""
    state = table.state
    question = Choose([FIGHT_ON, BREAK_OFF], _describe, prompt="The Round is over.")
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
