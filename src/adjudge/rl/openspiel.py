"""Games for OpenSpiel: dice as explicit chance nodes, so that its exact algorithms work on an author's game.

>>> from adjudge.rl.openspiel import open_game
>>> game = open_game("docs/examples/liars_dice.py", {"dice": 1})
>>> game.num_players(), game.new_initial_state().is_chance_node()
(2, True)

It is meant for games whose readings have few values; each value is a chance outcome of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel

from adjudge.check import sources
from adjudge.engine.game import Game
from adjudge.rl.menus import Slots
from adjudge.rl.observing import Hashing
from adjudge.rl.tree import Chance, Decision, Position, Tree

TRIALS = 20
MOST_DECISIONS = 1000


def open_game(
    game: Game[Any] | str,
    options: Mapping[str, Any] | None = None,
    *,
    actions: int | Sequence[str] = 256,
    most_decisions: int = MOST_DECISIONS,
    most_outcomes: int = 0,
) -> Spiel:
    """An OpenSpiel game, also known to it as `adjudge_` and the game's id.

    `actions` as in `adjudge.rl.env`. A match of more than `most_decisions` is broken off, and nobody has won it.
    `most_outcomes` is how many values a reading has at most; left out, it is what some random matches show.
    """
    rules: Game[Any] = sources.open_game(game) if isinstance(game, str) else game
    slots = Slots(actions) if isinstance(actions, int) else Slots(listed=tuple(actions))
    tree = Tree(rules, rules.configure(options or {}), slots)
    return _registered(tree, most_decisions, most_outcomes or _widest(tree, most_decisions))


def _registered(tree: Tree, most_decisions: int, most_outcomes: int) -> Spiel:
    kind = _type_of(tree)
    info = pyspiel.GameInfo(
        num_distinct_actions=tree.slots.size,
        max_chance_outcomes=most_outcomes,
        num_players=len(tree.seats),
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if len(tree.seats) == 2 else None,
        max_game_length=most_decisions,
    )

    class Opened(Spiel):
        """This game with these options: OpenSpiel makes it anew from its name."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})
            self.tree, self.most_decisions = tree, most_decisions

    pyspiel.register_game(kind, Opened)
    return Opened()


def _type_of(tree: Tree) -> Any:
    kinds, many = pyspiel.GameType, len(tree.seats)
    known = kinds.Information.IMPERFECT_INFORMATION if tree.game.view else kinds.Information.PERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=f"adjudge_{tree.game.id.replace('-', '_')}",
        long_name=tree.game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known,
        utility=kinds.Utility.ZERO_SUM if many == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=many,
        min_num_players=many,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )


def _widest(tree: Tree, most_decisions: int) -> int:
    """The most values that a reading has in some random matches."""
    rng, widest = Random(0), 1
    for _ in range(TRIALS):
        position = tree.root
        for _ in range(most_decisions):
            if position.pending is None:
                break
            if isinstance(position.pending, Chance):
                widest = max(widest, len(position.pending.words))
                action = rng.randrange(len(position.pending.words))
            else:
                action = rng.choice(sorted(position.pending.legal))
            position = tree.follow(position, action)
    return widest


class Spiel(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel knows it."""

    tree: Tree
    most_decisions: int

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"params: got {params}, expected none")
        return SpielObserver(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of the tree, under OpenSpiel's names."""

    def __init__(self, game: Spiel) -> None:
        super().__init__(game)
        self._left = game.most_decisions
        self._at: Position = game.tree.root

    def current_player(self) -> int:
        pending = self._at.pending
        if pending is None or self._left <= 0:
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(pending, Chance):
            return int(pyspiel.PlayerId.CHANCE)
        return self._at.tree.seats.index(pending.seat)

    def _legal_actions(self, player: int) -> list[int]:
        pending = self._at.pending
        assert isinstance(pending, Decision)
        return sorted(pending.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        pending = self._at.pending
        assert isinstance(pending, Chance)
        return list(enumerate(pending.chances))

    def _apply_action(self, action: int) -> None:
        if isinstance(self._at.pending, Decision):
            self._left -= 1
        self._at = self._at.tree.follow(self._at, action)

    def _action_to_string(self, player: int, action: int) -> str:
        pending = self._at.pending
        if isinstance(pending, Chance):
            return f"rolls {pending.words[action]}"
        assert isinstance(pending, Decision)
        return pending.names[pending.legal[action]]

    def is_terminal(self) -> bool:
        return self._at.pending is None or self._left <= 0

    def returns(self) -> list[float]:
        return self._at.worth()

    def known(self, player: int, is_all: bool) -> str:
        """What a player knows: all of it, or what is in sight."""
        seat = self._at.tree.seats[player]
        return f"{seat}: {self._at.known(seat) if is_all else self._at.view(seat)}"

    def seen(self, player: int, hashing: Hashing) -> Any:
        seat = self._at.tree.seats[player]
        return hashing(self._at.tree.game.seen(self._at.state, seat), seat)

    def __str__(self) -> str:
        return f"{'; '.join(self._at.heard.get(self._at.tree.seats[0], ()))} | {self._at.line}"


class SpielObserver:
    """What a player observes, as text and as numbers."""

    def __init__(self, tree: Tree, kind: Any, size: int = 512) -> None:
        self._hashing, self._is_all = Hashing(size), kind.perfect_recall
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.seen(player, self._hashing)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.known(player, self._is_all)
