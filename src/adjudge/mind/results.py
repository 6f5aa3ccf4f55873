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


class Glances:
    """What a seat thinks of a playout. Of one that is broken off: a mean of its turns, the nearer ones counting more.

    The last turn alone is mostly luck, and tells two answers apart only after very many playouts; the next turn alone
    does not know what an answer leads to. Half a horizon ahead lies the middle of what counts. The end of the match, if
    it comes to that, counts for all the turns that are missing.
    """

    __slots__ = ("_game", "_kept", "_seat", "_sum", "_weight")

    def __init__(self, game: Game[Any], seat: str, horizon: int) -> None:
        self._game, self._seat = game, seat
        self._kept = max(0.0, 1 - 2 / horizon) if horizon and game.worth else 1.0
        self._sum, self._weight = 0.0, 1.0

    def __call__(self, state: Any) -> None:
        """A turn is over."""
        if self._kept == 1.0:  # only the end counts
            return
        self._sum += self._weight * (1 - self._kept) * result(self._game, state, self._seat)
        self._weight *= self._kept

    def mean(self, final: Any) -> float:
        return self._sum + self._weight * result(self._game, final, self._seat)
