"""The engine at work on Regs, Dregs & Zombies: copying a state, answering in a long turn, opening a long match."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

import msgspec

from adjudge.engine import Game, Match, Table
from adjudge.engine.copying import copier
from adjudge.engine.log import Saved
from adjudge.games.rdz import game
from adjudge.games.rdz.state import Combat, Figure, Options, Patrol, Record
from benchmarks import WORKING, Result, at_most, fastest, seconds, within
from tests.engine.playing import play

ENEMIES = 13
LONG_TURN = 50
LONG_MATCH = 2_000
SAMPLES = 101


def results() -> list[Result]:
    return [_copying(), _answering(), _opening()]


# ------------------------------------------------ a copy of a state of twenty figures


def twenty_figures() -> Patrol:
    """The seven Regulators against thirteen enemies."""
    patrol = game.start(Options())
    one = next(iter(patrol.squad.values()))
    enemies = {f"enemy-{n}": msgspec.structs.replace(one, id=f"enemy-{n}", uses={}, marks=[]) for n in range(ENEMIES)}
    patrol.fighting = True
    patrol.combat = Combat(enemies, round=2, order=[*patrol.squad, *enemies], leaders=["enemy-0"])
    return patrol


def copy_figure(figure: Figure) -> Figure:
    return Figure(
        figure.id,
        figure.kind,
        figure.name,
        figure.seat,
        figure.chooser,
        figure.initiative,
        figure.combat_skill,
        figure.life_points,
        figure.armor,
        figure.uses.copy(),
        figure.place,
        figure.marks[:],
        figure.halted,
        figure.numb,
    )


def copy_combat(combat: Combat) -> Combat:
    return Combat(
        {key: copy_figure(figure) for key, figure in combat.enemies.items()},
        {key: copy_figure(figure) for key, figure in combat.fallen.items()},
        combat.round,
        combat.order[:],
        combat.acting,
        combat.leaders[:],
        combat.dying[:],
        combat.spent[:],
        combat.rerolls.copy(),
    )


def copy_record(record: Record) -> Record:
    return Record(
        record.moves,
        record.greatest_distance,
        record.visits,
        record.combats_won,
        record.killed.copy(),
        record.justice.copy(),
        record.innocents,
        record.regulators_lost,
        record.target_reached,
    )


def copy_by_hand(patrol: Patrol) -> Patrol:
    """The copy that a person would write for this state and no other."""
    return Patrol(
        {key: copy_figure(figure) for key, figure in patrol.squad.items()},
        patrol.target,
        patrol.finish,
        patrol.rulings,
        patrol.books,
        patrol.commander,
        patrol.distance,
        patrol.depth,
        patrol.moves_out,
        patrol.fighting,
        copy_combat(patrol.combat),
        copy_record(patrol.record),
        patrol.blame,
        patrol.over,
    )


def _copying() -> Result:
    patrol = twenty_figures()
    copy = copier(Patrol)
    ours, by_hand = fastest(lambda: copy(patrol), lambda: copy_by_hand(patrol), clock=WORKING)
    what = f"copy a state of 20 figures ({1e6 * ours:.0f} µs)"
    return at_most(what, ours / by_hand, 3, "of a copy by hand")


# ------------------------------------------------ the next answer in a long turn


def _never(state: Patrol) -> None:
    return None


def _next_turn(table: Table[Patrol]) -> None:
    """The game's next turn; where a match would be over, another one begins."""
    if game.outcome(table.state) is None:
        game.turn(table)
    else:
        table.state = game.start(Options())


def _one_turn_for_ever(table: Table[Patrol]) -> None:
    while True:
        _next_turn(table)


def in_a_long_turn() -> tuple[Game[Patrol], Saved]:
    """A match whose present turn has many answers already."""
    endless = replace(game, turn=_one_turn_for_ever, outcome=_never)
    match = Match.new(endless, bytes(32))
    play(match, LONG_TURN)
    return endless, match.save()


def _answering() -> Result:
    endless, saved = in_a_long_turn()
    taken = []
    for number in range(SAMPLES):
        match = Match.load(saved, endless)
        start = WORKING()
        play(match, 1, seed=number)
        taken.append(WORKING() - start)
    rolls = len(saved.log) - LONG_TURN
    what = f"answer in a turn that has {LONG_TURN} answers and {rolls} hands of dice, at the median"
    return within(what, median(taken), 0.005)


# ------------------------------------------------ opening a long match


def of_many_answers() -> tuple[Game[Patrol], Saved]:
    endless = replace(game, turn=_next_turn, outcome=_never)
    match = Match.new(endless, bytes(32))
    play(match, LONG_MATCH)
    return endless, match.save()


def _opening() -> Result:
    endless, saved = of_many_answers()
    taken = seconds(lambda: Match.load(saved, endless), clock=WORKING)
    return within(f"open a match of {LONG_MATCH:,} answers in {len(saved.turns)} turns", taken, 0.050)
