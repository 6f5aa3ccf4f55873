"""PettingZoo environments: every seat that no bot holds is an agent.

An observation is `{"observation": numbers, "action_mask": which actions are legal}`. Whoever takes an action that is
not legal has lost, and the match is over. Rewards come at the end (`adjudge.rl.stepping.rewards`); a match that takes
too many decisions is truncated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from adjudge.engine.game import Game
from adjudge.rl.stepping import Play, rewards
from adjudge.rl.tables import RENDER_MODES, Tables, drawn


def env(
    game: Game[Any] | str,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    *,
    render_mode: str | None = None,
    **settings: Any,
) -> AECEnv[str, Any, Any]:
    """A game as an environment of agents that act in turn.

    `game` is a game, its id, or a file with one. `bots` names the bot of each seat that is no agent. `settings`: how
    many `actions` an agent has (or the list of them), how many numbers its `observations` hold (or a function
    `observe(view, seat)`), and `most_steps`, after which a match is broken off.
    """
    made: AECEnv[str, Any, Any] = Agents(Tables(game, options, bots, **settings), render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class _Seated:
    """Agents at a table: their spaces, their pictures, and the seeds of their matches."""

    def __init__(self, tables: Tables, render_mode: str | None, waiting: int) -> None:
        self.tables, self.render_mode = tables, render_mode
        self.possible_agents = list(tables.agents)
        self.agents: list[str] = []
        size = tables.slots.size + waiting
        self._actions = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._observations = {agent: tables.space(waiting) for agent in self.possible_agents}
        self._play: Play | None = None
        self._steps = 0
        self._seeds, _ = np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self._actions[agent]

    @property
    def play(self) -> Play:
        """The match that is under way."""
        if self._play is None:
            raise RuntimeError("call reset first")
        return self._play

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._seeds, _ = np_random(seed)
        self._play, self._steps = self.tables.begin(int(self._seeds.integers(2**62))), 0
        self.agents = list(self.possible_agents)

    def render(self) -> str | None:
        if self.render_mode not in RENDER_MODES:
            return None
        text = drawn(self.play)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        if self._play is not None:
            self._play.close()

    def meanings(self) -> dict[int, str]:
        """What each legal action of the agent that is to act stands for."""
        names = (*(self.play.menu.names if self.play.menu else ()), "pass")
        return {slot: names[entry] for slot, entry in self.play.legal.items()}


class Agents(_Seated, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The environment itself, without PettingZoo's wrappers."""

    def __init__(self, tables: Tables, render_mode: str | None = None) -> None:
        self.metadata: dict[str, Any] = {
            "name": tables.game.id,
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        super().__init__(tables, render_mode, 0)

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self.tables.seen(self.play, agent), "action_mask": self.tables.mask(self.play, agent)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.play.seat or self.agents[0]
        self._settle()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.play.act(int(action))
        self._steps += 1
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Who acts next, or how it ended."""
        if self.play.outcome is not None:
            worth = rewards(self.tables.seats, self.play.outcome)
            self.rewards = {agent: worth[agent] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self.tables.most_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.play.seat


def parallel_env(
    game: Game[Any] | str,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    *,
    render_mode: str | None = None,
    **settings: Any,
) -> ParallelEnv[str, Any, Any]:
    """The same for libraries in which all agents act at once: whoever is not asked has one legal action, the last one,
    which is to wait."""
    return AtOnce(Tables(game, options, bots, **settings), render_mode)


class AtOnce(_Seated, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """All agents step together, and one of them decides."""

    def __init__(self, tables: Tables, render_mode: str | None = None) -> None:
        self.metadata: dict[str, Any] = {"name": tables.game.id, "render_modes": RENDER_MODES, "render_fps": 2}
        super().__init__(tables, render_mode, 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return self._pictures(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        agents, mover = self.agents, self.play.seat
        action = int(actions[mover]) if mover else -1
        wrong = bool(mover) and action not in self.play.legal
        if mover and not wrong:
            self.play.act(action)
        self._steps += 1
        outcome = self.play.outcome
        worth = rewards(self.tables.seats, outcome) if outcome else dict.fromkeys(agents, 0.0)
        if wrong:
            worth = {**worth, mover: -1.0}
        is_over, is_long = outcome is not None or wrong, self._steps >= self.tables.most_steps
        pictures = self._pictures()
        if is_over or is_long:
            self.agents = []
        return (
            pictures,
            {agent: worth[agent] for agent in agents},
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_long and not is_over),
            {agent: {} for agent in agents},
        )

    def _pictures(self) -> dict[str, Any]:
        return {agent: self._picture(agent) for agent in self.agents}

    def _picture(self, agent: str) -> dict[str, Any]:
        mask = self.tables.mask(self.play, agent, 1)
        mask[-1] = np.int8(self.play.seat != agent)
        return {"observation": self.tables.seen(self.play, agent), "action_mask": mask}
