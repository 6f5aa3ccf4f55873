"""What a position is worth to the survivors."""

import pytest

from adjudge.engine import find_game
from adjudge.games.akula.outlook import at_least, survival, worth

game = find_game("akula")


@pytest.mark.parametrize("scenario", ["mill-road", "corner-shop", "harts-garage", "causeway"])
def test_a_position_is_worth_less_with_every_wound_and_every_death(scenario):
    state = game.start(game.configure({"scenario": scenario}))
    seat = next(iter(state.survivors.values())).seat
    before = worth(state, seat)
    assert 0 < before < 1
    hurt = next(iter(state.survivors.values()))
    sound = survival(state, hurt)
    hurt.injuries = 2
    assert survival(state, hurt) < sound
    wounded = worth(state, seat)
    assert wounded < before
    hurt.fate = "dead"
    assert worth(state, seat) < wounded
    for it in state.survivors.values():
        it.fate = "dead"
    assert worth(state, seat) == 0


def test_the_chance_of_so_many_of_several_things():
    assert at_least(0, []) == 1
    assert at_least(1, []) == 0
    assert at_least(2, [0.5, 0.5, 0.5]) == pytest.approx(0.5)
    assert at_least(3, [0.9, 0.5, 0.2]) == pytest.approx(0.09)


def test_who_has_far_to_go_in_few_rounds_is_less_likely_to_get_away():
    state = game.start(game.configure({"scenario": "mill-road"}))
    runner = next(iter(state.survivors.values()))
    for vehicle in state.vehicles.values():
        vehicle.wrecked = True
    state.zeds.clear()
    chances = []
    for state.round in (2, 5, 8):
        chances.append(survival(state, runner))
    assert chances[0] > chances[2]
    runner.stand.x = 34.0  # the way out is the east edge of a table 36 inches wide
    assert survival(state, runner) > 0.8
