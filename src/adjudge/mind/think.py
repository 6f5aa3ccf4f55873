"""`think`: a bot for every game. It plays each answer out on copies of what its seat can know, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from adjudge.engine.bots import Tunable
from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.game import Game
from adjudge.engine.log import Considered, Weighed
from adjudge.engine.table import Argued, Asked, Bot, one_bot
from adjudge.mind.candidates import candidates, label
from adjudge.mind.playouts import Elsewhere, play_from, spread
from adjudge.mind.results import Glances
from adjudge.mind.search import Budget, Tried, weigh
from adjudge.mind.tree import Tree
from adjudge.mind.worlds import Unthinkable, Worlds


class Cancelled(AdjudgeError):
    """Nobody wants to know any more."""


LEAST_SECONDS, MOST_SECONDS = 0.01, 60.0
MOST_PLAYOUTS = 100_000
MOST_SHOWN = 6
CAUTION, CAUTION_AT_THE_END = 1.0, 2.0
"""By how many standard errors another answer must be better than the one that the game's own bot would give: the best
of a dozen that are all as good looks better by one or two, and noise would decide where nothing is at stake. Won or
lost at the end says less than a judgement of the turns before."""


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """How long and how widely it thinks."""

    budget: Annotated[
        str,
        Meta(
            pattern=r"^(\d+(\.\d+)?s|\d+)$",
            description="for each decision: seconds as 0.2s or 2s, or a number of playouts as 200",
        ),
    ] = "1s"
    options: Annotated[int, Meta(ge=2, le=64, description="answers that are weighed at most")] = 12
    horizon: Annotated[
        int, Meta(ge=0, le=1000, description="turns that are played out; 0: as the game suits, or to the end")
    ] = 0

    def __post_init__(self) -> None:
        spent = self.spent()
        if spent.seconds and not LEAST_SECONDS <= spent.seconds <= MOST_SECONDS:
            raise ValueError(f"{LEAST_SECONDS:g}s to {MOST_SECONDS:g}s")
        if not spent.seconds and not 1 <= spent.playouts <= MOST_PLAYOUTS:
            raise ValueError(f"1 to {MOST_PLAYOUTS} playouts, or seconds such as 2s")

    def spent(self) -> Budget:
        """The budget as numbers."""
        if self.budget.endswith("s"):
            return Budget(seconds=float(self.budget[:-1]))
        return Budget(playouts=int(self.budget))


def think(game: Game[Any]) -> Tunable:
    """The bot that thinks, for a game."""
    return Tunable(Level, lambda level: Thinker(game, level), "plays every answer out and takes the best")


class Thinker:
    """A bot that looks back at its turn and ahead to its end."""

    looks_back = True

    def __init__(self, game: Game[Any], level: Level) -> None:
        self.game, self.level = game, level
        self.quick: Bot = game.bot(game.default_bot)
        """Who plays out, and who answers where there is nothing to think about."""

    def __call__(self, asked: Asked, is_wanted: Callable[[], bool] = lambda: True) -> Any:
        own = self.quick(Asked(asked.seat, asked.rule, asked.question, copy(asked.view), asked.rng))
        if asked.so_far is None or own is None:
            return own
        try:
            found = ponder(self.game, self.level, asked, own, is_wanted)
        except Unthinkable:
            return own
        return Argued(found.options[0].answer, found) if found is not None else own


def ponder(
    game: Game[Any], level: Level, asked: Asked, own: Any, is_wanted: Callable[[], bool] = lambda: True
) -> Considered | None:
    """What comes of each answer worth weighing, the best first; None if there is but one. `is_wanted` is asked before
    each playout whether anybody still wants to know."""
    seed = str(asked.rng.getrandbits(64))
    answers = candidates(asked.question, own, level.options, asked.rng)
    if len(answers) == 1:
        return None
    worlds = Worlds(game, asked, seed)
    worlds.world(0)
    horizon = level.horizon or (game.horizon if game.worth else 0)
    bot = game.bot(game.default_bot)
    bots, tree = one_bot(bot), Tree(game, bot, level.options, seed)

    def play(answer: Any, number: int) -> float:
        if not is_wanted():
            raise Cancelled("the question is gone")
        return played(worlds, bots, tree, answer, number, horizon)

    tried = weigh(answers, play, level.spent(), CAUTION if horizon else CAUTION_AT_THE_END)
    return Considered(
        tuple(_weighed(asked, it) for it in tried[:MOST_SHOWN]), sum(len(it.results) for it in tried), bool(horizon)
    )


def played(worlds: Worlds, bots: Mapping[str, Bot], tree: Tree, answer: Any, number: int, horizon: int) -> float:
    """What playout `number` comes to for the seat if it gives an answer. What breaks off counts as lost."""
    state, seed = worlds.world(number)
    game, seat = worlds.game, worlds.asked.seat
    glances = Glances(game, seat, horizon)
    try:
        final = play_from(
            game, state, bots, FastDice(seed), worlds.record, (seat, answer), horizon, tree, glances, spread(number)
        )
    except Elsewhere:
        raise
    except AdjudgeError:
        return 0.0
    tree.learn(final)
    return glances.mean(final)


def _weighed(asked: Asked, tried: Tried) -> Weighed:
    low, high = tried.interval()
    answer = msgspec.to_builtins(tried.answer)
    words = label(asked.question, tried.answer)
    return Weighed(answer, words, round(tried.mean, 4), round(low, 4), round(high, 4), len(tried.results))
