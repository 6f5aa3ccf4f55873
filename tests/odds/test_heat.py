"""Heat-maps: every spot of a reach by what matters there, from the rules themselves."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.engine import Match, PickPoint
from adjudge.engine.errors import UnknownName
from adjudge.engine.match import Moment
from adjudge.games.akula import game as akula
from adjudge.odds import MOST_SPOTS, grid_of, heat, outlook, question_for, stake_of

MARTA_MOVES = ("Marta", "move")


@pytest.fixture
def match():
    return Match.new(akula, bytes(32))


def where_to(match: Match[Any]) -> tuple[Moment[Any], PickPoint]:
    """Marta moves, and the spot is asked for."""
    moment, question = question_for(match, "player", MARTA_MOVES)
    assert question is not None
    return moment, question


def test_a_map_covers_the_reach_with_an_even_grid(match):
    moment, question = where_to(match)
    grid = grid_of(question.region)
    assert 40 < len(grid.spots) <= MOST_SPOTS
    assert all(question.region.admits(spot) for spot in grid.spots)
    assert min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(grid.spots, grid.spots[1:], strict=False)) > 0
    assert moment.position == match.position + 2, "nothing was answered"


def test_what_a_spot_is_worth_is_the_best_that_could_be_done_from_it(match):
    moment, question = where_to(match)
    spots = grid_of(question.region).spots[::20]
    shaded = dict(heat(match, moment, "player", stake_of(question, "shot"), spots, None))
    for spot in spots:
        seen = outlook(match, "player", spot, after=MARTA_MOVES)
        hits = [
            float(sum(p for outcome, p in odds.items() if outcome.results[0][0] not in ("miss", "no effect")))
            for _, odds in seen
            if odds is not None
        ]
        assert shaded[spot] == pytest.approx(max(hits, default=0.0))
    assert len(set(shaded.values())) > 1


def test_a_length_is_told_as_it_is(match):
    moment, question = where_to(match)
    (spot, far), *_ = heat(match, moment, "player", stake_of(question, "goal"), [(5.0, 10.0)], None)
    assert spot == (5.0, 10.0)
    assert far == pytest.approx(30)


def test_an_unknown_stake_is_refused_with_those_there_are(match):
    _, question = where_to(match)
    with pytest.raises(UnknownName, match="shot, danger, goal"):
        stake_of(question, "glory")
