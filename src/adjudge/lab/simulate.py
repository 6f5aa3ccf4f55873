"""Plays many matches by bots, on all cores, the same for a seed however many those are."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from hashlib import sha256
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from msgspec import Struct

from adjudge.check.sources import open_game, source_of
from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.engine.game import Game
from adjudge.engine.match import Match
from adjudge.engine.playout import playout
from adjudge.engine.table import Bot, looks_back
from adjudge.lab.report import Ending, Report, sum_up

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""

SHORT = 0.5
"""Seconds of work that are not worth starting other processes for."""
SPAN = 0.2
"""Seconds of work that a process takes at a time, so that progress is seen and an interruption is heeded soon."""


class GameFailed(AdjudgeError):
    """A game of a simulation went wrong. Cure: play that very game again with the seed that the message names."""


class Plan(Struct, frozen=True):
    """What is to be played: all that another process needs to know to play its share."""

    source: str | None
    """Where the game is found; None if it was made on the spot, where no other process can find it."""
    seed: int | str
    options: dict[str, Any]
    bots: dict[str, str]


class Team:
    """A game that is set up and has its bots seated."""

    def __init__(self, plan: Plan, game: Game[Any]) -> None:
        self.plan, self.game = plan, game
        self.options = game.configure(plan.options)
        self.seats = tuple(seat.id for seat in game.seats(self.options))
        for seat in plan.bots:
            if seat not in self.seats:
                raise BadInput("seat", seat, f"one of {', '.join(self.seats)}")
        self.names = {seat: plan.bots.get(seat, game.default_bot) for seat in self.seats}
        self.bots: dict[str, Bot] = {seat: game.bot(name) for seat, name in self.names.items()}

    def play(self, number: int) -> Ending:
        """Game `number` of the simulation, which has a seed of its own."""
        seed = f"{self.plan.seed}/{number}"
        try:
            state = self._final(seed)
            outcome = self.game.outcome(state)
            measures = dict(self.game.measures(state))
        except Exception as error:
            raise GameFailed(
                f"game {number} of {self.game.id} failed: {type(error).__name__}: {error} (its seed is {seed!r})"
            ) from error
        assert outcome is not None
        return Ending(outcome.text, outcome.winners, measures)

    def _final(self, seed: str) -> Any:
        """How a game ends. Bots that think look back at their turn, which only a match keeps."""
        if not any(map(looks_back, self.bots.values())):
            return playout(self.game, self.options, self.bots, seed)
        secret = sha256(f"adjudge seed {seed}".encode()).digest()
        return Match.new(self.game, secret, options=self.plan.options, bots=self.names).state


def simulate(
    game: Game[Any] | str,
    *,
    games: int,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Plays `games` matches and sums up how they ended.

    `game` is a game, the id of an installed one, or where to find it (`file.py`, `module:name`). `bots` names the bot
    of a seat; the others get the game's default. `workers` is how many processes play; if it is left out, as many as
    there are cores, or this one alone if it is soon done.
    """
    for name, number in (("games", games), ("workers", 1 if workers is None else workers)):
        if number < 1:
            raise BadInput(name, number, "1 or more")
    source = game if isinstance(game, str) else source_of(game)
    found = open_game(game) if isinstance(game, str) else game
    team = Team(Plan(source, seed, dict(options or {}), dict(bots or {})), found)
    start = perf_counter()
    endings = [team.play(0)]  # the first game also prepares readings and tables, so it is the second that tells
    second = perf_counter()
    endings += [team.play(1)] if games > 1 else []
    pace = perf_counter() - second
    hands = _hands(workers, source, games * pace)
    heard = progress or _nobody
    heard(len(endings), games)
    with closing(_rest(team, _spans(games, pace), hands)) as spans:
        for span in spans:
            endings += span
            heard(len(endings), games)
    return _report(team, endings, hands, perf_counter() - start)


def _nobody(done: int, games: int) -> None:
    """Hears of the progress if nobody else does."""


def _hands(wanted: int | None, source: str | None, work: float) -> int:
    """How many processes to play in, for this many seconds of work."""
    if source is None and (wanted or 1) > 1:
        raise BadInput("workers", wanted, "1 for a game that is defined where no other process finds it")
    return wanted or (cores() if source and work > SHORT else 1)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _spans(games: int, pace: float) -> list[range]:
    """All games but the first two in handy pieces, at so many seconds a game."""
    size = max(1, min(int(SPAN / pace), games // 32)) if pace else 1
    return [range(first, min(first + size, games)) for first in range(2, games, size)]


def _rest(team: Team, spans: list[range], hands: int) -> Generator[list[Ending], None, None]:
    """The endings of the games of all spans, in their order."""
    if hands == 1:
        yield from ([team.play(number) for number in span] for span in spans)
        return
    # A fresh interpreter each, not a fork: that is safe whatever threads this process has.
    pool = ProcessPoolExecutor(hands, get_context("spawn"), _begin, (team.plan,))
    try:
        with _deaf_to_interruption():
            played = pool.map(_play_span, spans)
        yield from played
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_interruption() -> Iterator[None]:
    """Processes started here leave an interruption to the one that started them, which hears of it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_team: Team


def _begin(plan: Plan) -> None:
    """Seats the bots in a new process."""
    global _team
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert plan.source is not None
    _team = Team(plan, open_game(plan.source))


def _play_span(span: range) -> list[Ending]:
    return [_team.play(number) for number in span]


def _report(team: Team, endings: list[Ending], hands: int, taken: float) -> Report:
    return Report(
        game=team.game.id,
        version=team.game.version,
        seed=team.plan.seed,
        options=team.plan.options,
        bots=team.names,
        games=len(endings),
        workers=hands,
        seconds=round(taken, 3),
        games_per_second=round(len(endings) / taken, 1),
        results=sum_up(endings, team.seats),
    )
