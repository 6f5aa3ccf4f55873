"""What all environments share: the game, who acts, what an agent gets to see, how it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from adjudge.check.sources import open_game
from adjudge.engine.errors import BadInput
from adjudge.engine.game import Game
from adjudge.engine.scene import Board
from adjudge.rl.menus import Slots
from adjudge.rl.observing import BOUND, Hashing, Observe
from adjudge.rl.stepping import Play
from adjudge.sheets.plain import as_text

MOST_STEPS = 10_000
RENDER_MODES: list[str] = ["ansi", "human"]


class Tables:
    """Matches of one game with the same options and the same bots in the other seats."""

    def __init__(
        self,
        game: Game[Any] | str,
        options: Mapping[str, Any] | None = None,
        bots: Mapping[str, str] | None = None,
        *,
        actions: int | Sequence[str] = 256,
        observe: Observe | None = None,
        observations: int = 512,
        most_steps: int = MOST_STEPS,
    ) -> None:
        self.game: Game[Any] = open_game(game) if isinstance(game, str) else game
        self.options = self.game.configure(options or {})
        self.seats = tuple(seat.id for seat in self.game.seats(self.options))
        for seat in bots or {}:
            if seat not in self.seats:
                raise BadInput("bots", seat, f"one of {', '.join(self.seats)}")
        self._bots = {seat: self.game.bot(name) for seat, name in (bots or {}).items()}
        self.agents = tuple(seat for seat in self.seats if seat not in self._bots)
        self.slots = Slots(actions) if isinstance(actions, int) else Slots(listed=tuple(actions))
        self.most_steps = most_steps
        self._hashing = Hashing(observations)
        self._observe = observe

    def begin(self, seed: int) -> Play:
        return Play(self.game, self.options, self._bots, self.agents, self.slots, f"rl/{seed}")

    def seen(self, play: Play, seat: str) -> NDArray[np.float32]:
        """What an agent gets: its view and, if it is asked, the question behind its menu."""
        view = play.view(seat)
        if self._observe is not None:
            return np.asarray(self._observe(view, seat), np.float32)
        return self._hashing(view, seat, play.asked if play.seat == seat else None)

    def mask(self, play: Play, seat: str, extra: int = 0) -> NDArray[np.int8]:
        """Which actions are legal. `extra` are more places at the end."""
        mask = np.zeros(self.slots.size + extra, np.int8)
        if play.seat == seat:
            mask[list(play.legal)] = 1
        return mask

    def space(self, extra: int = 0) -> spaces.Dict:
        """The space of observations, with the mask beside it."""
        return spaces.Dict(
            {
                "observation": self._numbers(),
                "action_mask": spaces.Box(0, 1, (self.slots.size + extra,), np.int8),
            }
        )

    def _numbers(self) -> spaces.Box:
        if self._observe is None:
            return spaces.Box(-BOUND, BOUND, (self._hashing.size,), np.float32)
        shape = self.seen(self.begin(0), self.seats[0]).shape
        return spaces.Box(-np.inf, np.inf, shape, np.float32)


def drawn(play: Play) -> str:
    """What a spectator sees, as text, and where everything stands."""
    scene = play.game.picture(play.state, None)
    boards = [panel for panel in scene.panels if isinstance(panel, Board)]
    places = [f"{it.name or it.label} at {it.x:g}, {it.y:g}" for board in boards for it in board.pieces]
    return "\n".join((as_text(scene), *places))
