"""What the end of a playout is worth."""

from __future__ import annotations

from typing import Any

from adjudge.engine.game import Game


def result(game: Game[Any], state: Any, seat: str) -> float:
    """What the end of a playout is worth to a seat: 1 if it has won, 0 if not; in between what the game guesses."""
    outcome = game.outcome(state)
    if outcome is not None:
        return 1.0 if seat in outcome.winners else 0.0
    return min(1.0, max(0.0, game.worth(state, seat))) if game.worth else 0.0
