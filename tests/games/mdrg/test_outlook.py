"""What a position of a battle is worth."""

import pytest

from adjudge.engine import find_game
from adjudge.engine.chance import FastDice
from adjudge.engine.table import Playout, one_bot
from adjudge.games.mdrg.outlook import worth
from tests.games.mdrg.field import battle, two

game = find_game("mdrg")


def test_what_one_side_hopes_for_the_other_fears():
    state = battle({}, {"combat": 4}, {"blue": True}, {"blue": True, "quality": 3})
    assert worth(state, "red") + worth(state, "blue") == pytest.approx(1)


def test_combat_and_quality_and_numbers_count():
    even = battle({"at": (100, 100)}, {"at": (100, 800), "blue": True})
    assert worth(even, "red") == pytest.approx(0.5)
    for better in ({"combat": 4}, {"quality": 3}):
        assert worth(battle({"at": (100, 100), **better}, {"at": (100, 800), "blue": True}), "red") > 0.7
    assert worth(battle({"at": (100, 100)}, {"at": (300, 100)}, {"at": (100, 800), "blue": True}), "red") > 0.7


def test_a_blow_or_a_shot_to_come_is_worth_something_and_spent_once_it_is_given():
    far, _, _ = two({}, {}, apart=400.0)
    near, one, _ = two({}, {}, apart=60.0)
    assert worth(near, "red") > worth(far, "red")
    one.activated = True
    assert worth(near, "red") == pytest.approx(worth(far, "red"))
    armed, _, _ = two({"gear": ("pistol",)}, {}, apart=150.0)
    assert worth(armed, "red") > worth(far, "red")


def test_to_lie_before_an_enemy_is_worse_than_to_lie_far_from_all():
    near, far = (two({}, {"fallen": True}, apart=apart, active="blue")[0] for apart in (100.0, 500.0))
    assert worth(near, "blue") < worth(far, "blue") < 0.5


def test_with_nobody_left_against_it_a_side_has_won():
    state = battle({}, {"blue": True})
    state.figures["blue-2"].gone = "dead"
    assert (worth(state, "red"), worth(state, "blue")) == (1, 0)


def test_it_tells_battles_that_will_be_won_from_those_that_will_not():
    foreseen: dict[bool, list[float]] = {True: [], False: []}
    for number in range(24):
        table = Playout(game.start(game.configure({})), one_bot(game.bot("warlord")), FastDice(number), game.view)
        while table.state.turn < 10 and game.outcome(table.state) is None:
            table.begin_turn()
            game.turn(table)
        guess = worth(table.state, "red")
        while (ended := game.outcome(table.state)) is None:
            table.begin_turn()
            game.turn(table)
        foreseen["red" in ended.winners].append(guess)
    won, lost = (sum(it) / len(it) for it in (foreseen[True], foreseen[False]))
    assert won > lost + 0.1
