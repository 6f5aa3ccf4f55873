"""OpenSpiel's own tests and algorithms, on an author's games."""

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough

from adjudge.rl.openspiel import open_game

BIDS = [f"{count}x{face}" for count in (1, 2) for face in (1, 2)]
LIARS_DICE = ("docs/examples/liars_dice.py", {"dice": 1, "sides": 2}, ["liar", *BIDS])
PIG = ("docs/examples/pig.py", {"target": 10}, ["roll", "hold"])


@pytest.mark.parametrize(("source", "options", "actions"), [PIG, LIARS_DICE], ids=["pig", "liars-dice"])
def test_a_game_is_consistent_by_their_own_tests(source, options, actions):
    game = open_game(source, options, actions=actions)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    name = game.get_type().short_name
    played = generate_playthrough.playthrough(name, None, seed=1)
    assert "IsTerminal() = True" in played
    taken = next(line for line in reversed(played.splitlines()) if line.startswith("History() = "))
    actions_taken = [int(number) for number in taken.removeprefix("History() = [").removesuffix("]").split(", ")]
    assert generate_playthrough.playthrough(name, actions_taken) == played, "the same actions lead to the same match"


def test_what_a_player_knows_does_not_hang_on_the_others_dice():
    game = open_game(*LIARS_DICE[:2], actions=LIARS_DICE[2])
    known = set()
    for other in (0, 1):
        state = game.new_initial_state()
        state.apply_action(0)
        state.apply_action(other)
        known.add(state.information_state_string(0))
    assert len(known) == 1


def test_a_policy_gets_harder_to_exploit_as_it_learns():
    game = open_game(*LIARS_DICE[:2], actions=LIARS_DICE[2])
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    for _ in range(10):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(game, solver.average_policy())
    assert after < before / 5
