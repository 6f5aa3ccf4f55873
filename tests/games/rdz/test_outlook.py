"""What a Patrol's position is worth."""

import pytest

from adjudge.engine import find_game
from adjudge.engine.chance import FastDice
from adjudge.engine.table import Playout, one_bot
from adjudge.games.rdz.outlook import worth
from adjudge.games.rdz.state import CAPTAIN
from tests.games.rdz.situations import combat, patrol

game = find_game("rdz")


def test_a_position_is_worth_less_with_every_wound_and_more_with_every_enemy_less():
    state = combat("zombie-senior", "zombie-senior")
    before = worth(state, CAPTAIN)
    assert 0 < before < 1
    state.squad["medic"].life_points = 0
    wounded = worth(state, CAPTAIN)
    assert wounded < before
    next(iter(state.combat.enemies.values())).life_points = 0
    assert worth(state, CAPTAIN) > wounded
    state.record.moves += 1
    assert worth(state, CAPTAIN) > wounded
    state.squad[CAPTAIN].life_points = 0
    assert worth(state, CAPTAIN) == 0


@pytest.mark.parametrize("ruling", ["target", "distance", "open"])
def test_a_target_that_is_reached_is_won_whatever_else_counts(ruling):
    state = patrol(rulings={"game_end_and_victory": ruling})
    assert 0.5 < worth(state, CAPTAIN) < 1
    state.record.target_reached = True
    assert worth(state, CAPTAIN) == 1


def test_neither_a_far_target_nor_a_horde_is_too_much_for_it():
    state = combat("zombie-senior", target=1000)
    before = worth(state, CAPTAIN)
    assert 0 < before < 1
    next(iter(state.combat.enemies.values())).life_points = 10**6
    assert 0 < worth(state, CAPTAIN) < before


def test_it_tells_patrols_that_will_be_won_from_those_that_will_not():
    foreseen: dict[bool, list[float]] = {True: [], False: []}
    for number in range(60):
        table = Playout(patrol(), one_bot(game.bot("captain")), FastDice(number), game.view)
        for _ in range(12):
            if game.outcome(table.state) is None:
                table.begin_turn()
                game.turn(table)
        guess = worth(table.state, CAPTAIN)
        while (ended := game.outcome(table.state)) is None:
            table.begin_turn()
            game.turn(table)
        foreseen[bool(ended.winners)].append(guess)
    won, lost = (sum(it) / len(it) for it in (foreseen[True], foreseen[False]))
    assert won > lost + 0.1
