"""Gymnasium environments: one seat learns, bots hold the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces

from adjudge.engine.errors import BadInput
from adjudge.engine.game import Game
from adjudge.rl.stepping import Play, rewards
from adjudge.rl.tables import RENDER_MODES, Tables, drawn


def solo_env(
    game: Game[Any] | str,
    options: Mapping[str, Any] | None = None,
    *,
    seat: str | None = None,
    bots: Mapping[str, str] | None = None,
    render_mode: str | None = None,
    **settings: Any,
) -> Solo:
    """A game as seen by one seat, the first if none is named. The others are held by the bots named, else by the game's
    own. `settings` as in `adjudge.rl.env`."""
    tables = Tables(game, options, {}, **settings)
    chosen = seat or tables.seats[0]
    if chosen not in tables.seats:
        raise BadInput("seat", chosen, f"one of {', '.join(tables.seats)}")
    others = {other: tables.game.default_bot for other in tables.seats if other != chosen} | dict(bots or {})
    return Solo(Tables(tables.game, options, others, **settings), render_mode)


class Solo(gymnasium.Env[dict[str, Any], int]):
    """One agent. An action that is not legal loses the match at once (`info["illegal"]`)."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - Gymnasium wants it there

    def __init__(self, tables: Tables, render_mode: str | None = None) -> None:
        (self.seat,) = tables.agents
        self.tables, self.render_mode = tables, render_mode
        self.action_space: Any = spaces.Discrete(tables.slots.size)
        self.observation_space: Any = tables.space()
        self._play: Play | None = None
        self._steps = 0

    @property
    def play(self) -> Play:
        """The match that is under way."""
        if self._play is None:
            raise RuntimeError("call reset first")
        return self._play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._play, self._steps = self.tables.begin(int(self.np_random.integers(2**62))), 0
        return self._picture(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        play, slot = self.play, int(action)
        if slot not in play.legal:
            return self._picture(), -1.0, True, False, {"illegal": True}
        play.act(slot)
        self._steps += 1
        worth = rewards(self.tables.seats, play.outcome)[self.seat] if play.outcome else 0.0
        is_long = self._steps >= self.tables.most_steps and play.outcome is None
        return self._picture(), worth, play.outcome is not None, is_long, {}

    def render(self) -> Any:
        if self.render_mode == "human":
            print(drawn(self.play))
        return drawn(self.play) if self.render_mode == "ansi" else None

    def close(self) -> None:
        if self._play is not None:
            self._play.close()

    def _picture(self) -> dict[str, Any]:
        return {
            "observation": self.tables.seen(self.play, self.seat),
            "action_mask": self.tables.mask(self.play, self.seat),
        }
