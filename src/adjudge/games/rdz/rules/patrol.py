"""Patrolling Anakron: Sector moves, Headquarters, the Patrol Roll, and when it is enough."""

from __future__ import annotations

from functools import cache

from adjudge.engine import Choose, Deed, Option, Outcome, Table, step, total
from adjudge.engine.moments import each
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.data import PatrolRow, tables
from adjudge.games.rdz.rules.encounter import encounter
from adjudge.games.rdz.rules.squad import restore
from adjudge.games.rdz.state import CAPTAIN, Figure, Patrol

OUTWARD, HOMEWARD = "outward", "homeward"
GO_ON, STOP = "patrol", "stop"


@each
def outside_combat(table: Table[Patrol], figure: Figure) -> None:
    """It may be used before a Sector move."""


def sector_move(table: Table[Patrol]) -> None:
    """One Sector move with what it brings, as far as the first Round of a Combat.

    squad.captain-commands: no matter who else plays, where the squad goes is the Captain's decision.
    """
    state = table.state
    if state.distance == 0 and state.record.visits and _stops(table):
        return
    if state.distance:
        before_moving(table)
    question = Choose(directions(state), _describe, about=Deed, prompt="Which way?")
    direction = table.ask(CAPTAIN, "patrol.direction", question)
    move(table, 1 if direction == OUTWARD else -1)


def _stops(table: Table[Patrol]) -> bool:
    """ruling.game-end-and-victory: the player may stop whenever the squad is at Headquarters."""
    question = Choose([GO_ON, STOP], _describe, about=Deed, prompt="The squad is at Headquarters, fresh again.")
    if table.ask(CAPTAIN, "ruling.game-end-and-victory", question) == GO_ON:
        return False
    table.state.over = "stopped"
    table.tell("ruling.game-end-and-victory", "The Captain signs off: the squad's Patrols are done.")
    return True


def _describe(key: str) -> Option:
    return {
        OUTWARD: Option(OUTWARD, "Move out, one Sector away from Headquarters", hotkey="o", rule="patrol.later-moves"),
        HOMEWARD: Option(HOMEWARD, "Move home, one Sector towards Headquarters", hotkey="h", rule="patrol.later-moves"),
        GO_ON: Option(GO_ON, "Go out on Patrol again", hotkey="p", rule="patrol.first-move"),
        STOP: Option(STOP, "Stop here", hotkey="s", rule="ruling.game-end-and-victory", caution="ask"),
    }[key]


def before_moving(table: Table[Patrol]) -> None:
    """What abilities can do between Combats (ruling.medkit-timing)."""
    state = table.state
    for id_, answer in rosters[state.books].squad_at(outside_combat):
        if state.squad[id_].life_points > 0:
            answer(table, state.squad[id_])


def directions(state: Patrol) -> list[str]:
    """patrol.first-move, patrol.later-moves: outward from Headquarters, elsewhere either way; nobody stays put."""
    if state.distance == 0 or not _may_turn_home(state):
        return [OUTWARD]
    return [OUTWARD, HOMEWARD]


def _may_turn_home(state: Patrol) -> bool:
    """ruling.shuttling"""
    if state.rulings.shuttling == "two-out":
        return state.depth >= 2
    if state.rulings.shuttling == "four-moves":
        return state.distance > 1 or state.moves_out >= 3
    return True


def move(table: Table[Patrol], step: int) -> None:
    """patrol.distance-tracking: only the number of Sectors from Headquarters counts."""
    state, record = table.state, table.state.record
    state.distance += step
    state.moves_out += 1
    state.depth = max(state.depth, state.distance)
    record.moves += 1
    record.greatest_distance = max(record.greatest_distance, state.distance)
    if state.distance == 0:
        headquarters(table)
    else:
        table.tell(
            "patrol.later-moves" if state.moves_out > 1 else "patrol.first-move",
            "Move {move}: the squad enters Sector {distance}.",
            move=record.moves,
            distance=state.distance,
        )
        patrol_roll(table)


def headquarters(table: Table[Patrol]) -> None:
    """Moving into Headquarters restores the squad; there is no Patrol Roll (hq.no-patrol-roll)."""
    state = table.state
    table.tell(
        "hq.restore-statistics",
        "Move {move}: home. Wounds dressed, Armor repaired, pouches full.",
        move=state.record.moves,
    )
    restore(table)
    state.record.visits += 1
    state.depth = state.moves_out = 0
    moving_on(table)


def patrol_roll(table: Table[Patrol]) -> None:
    """patrol.roll: 2d6 for every Sector but Headquarters, on the way out and on the way home."""
    rolled = resolve_patrol_roll(table)
    row = patrol_row(rolled)
    if row is None:
        table.tell("patrol.result-7", "Patrol Roll {rolled}: the Sector is quiet.", rolled=rolled)
        moving_on(table)
        return
    encounter(table, rolled, row)


@step
def resolve_patrol_roll(table: Table[Patrol]) -> int:
    return table.roll(total(2), "patrol.roll", CAPTAIN)


@cache
def patrol_row(rolled: int) -> PatrolRow | None:
    """The line of table.patrol-roll; none for a Sector without trouble.

    patrol.result-2-3, patrol.result-4, patrol.result-5-6-8-9, patrol.result-10, patrol.result-11-12.
    """
    return next((row for row in tables().patrol if rolled in row.rolls), None)


def moving_on(table: Table[Patrol]) -> None:
    """patrol.moving-on: a move and what it brought are over. This is when a target counts as reached."""
    state, record = table.state, table.state.record
    if record.target_reached or not _is_target_reached(state):
        return
    record.target_reached = True
    table.tell("ruling.game-end-and-victory", "The target is reached and the Captain lives.")
    if state.finish:
        state.over = "target"


def _is_target_reached(state: Patrol) -> bool:
    match state.rulings.game_end_and_victory:
        case "target":
            return state.record.moves >= state.target
        case "distance":
            return state.distance == 0 and state.record.greatest_distance >= state.target
        case _:
            return False


def outcome(state: Patrol) -> Outcome | None:
    """How the match ended, if it did."""
    if not state.over:
        return None
    moves = f"{state.record.moves} Sector move{'' if state.record.moves == 1 else 's'}"
    everyone = tuple(dict.fromkeys((CAPTAIN, *(figure.seat for figure in state.squad.values()))))
    if state.over == "fallen":
        return Outcome(f"The Captain fell after {moves}.", "death.captain", everyone if _won(state) else ())
    words = "The target was reached" if state.record.target_reached else "The Captain came home"
    return Outcome(f"{words} after {moves}.", "ruling.game-end-and-victory", everyone if _won(state) else ())


def _won(state: Patrol) -> bool:
    """With a target, reaching it; without one, coming home alive."""
    return state.record.target_reached or (state.rulings.game_end_and_victory == "open" and state.over == "stopped")
