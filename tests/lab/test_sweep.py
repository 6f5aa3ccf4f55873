"""Simulations side by side."""

import pytest

from adjudge.engine.errors import BadInput
from adjudge.lab import simulate, sweep
from tests.lab.race import game


def test_every_combination_is_tried_with_the_same_seed():
    trials = sweep(
        game, vary={"options.length": [12, 30], "bots.hare": ["random", "runner"]}, games=20, seed=4, workers=1
    )
    assert [tuple(trial.varied.values()) for trial in trials] == [
        (12, "random"),
        (12, "runner"),
        (30, "random"),
        (30, "runner"),
    ]
    alone = simulate(game, games=20, seed=4, options={"length": 30}, bots={"hare": "runner"}, workers=1)
    assert trials[-1].report.results == alone.results


def test_what_is_not_varied_stays():
    (trial,) = sweep(
        game,
        vary={"bots.hare": ["runner"]},
        games=5,
        seed=4,
        options={"length": 20},
        bots={"tortoise": "runner", "hare": "random"},
    )
    assert trial.report.options == {"length": 20}
    assert trial.report.bots == {"hare": "runner", "tortoise": "runner"}


def test_progress_counts_all_trials():
    seen: list[tuple[int, int]] = []
    sweep(
        game,
        vary={"options.length": [12, 13]},
        games=10,
        seed=1,
        progress=lambda done, games: seen.append((done, games)),
    )
    assert seen[-1] == (20, 20)
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    ("vary", "message"),
    [
        ({"length": [1]}, "vary: 'length' doesn't fit; use a path that begins with `options.` or `bots.`"),
        ({"options": [1]}, "vary: 'options'"),
        ({"options.length": []}, "vary options.length"),
        ({"options.lenght": [1]}, "lenght"),
    ],
)
def test_what_cannot_be_varied_is_refused(vary, message):
    with pytest.raises(BadInput, match=message):
        sweep(game, vary=vary, games=2, seed=1)
