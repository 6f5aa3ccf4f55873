"""Plays many matches by bots, by whatever crew, the same for a seed whoever that is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from time import perf_counter
from typing import Any

import msgspec

from adjudge.check.sources import open_game, source_of
from adjudge.crews import Crew, Here, Pool, cores
from adjudge.engine.errors import BadInput
from adjudge.engine.game import Game
from adjudge.lab.playing import GameFailed, Plan, Played, Share, Team, endings_of, play_share
from adjudge.lab.report import Ending, Report, sum_up

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""

SHORT = 0.5
"""Seconds of work that are not worth starting other processes for."""


def simulate(
    game: Game[Any] | str,
    *,
    games: int,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    crew: Crew | None = None,
) -> Report:
    """Plays `games` matches and sums up how they ended.

    `game` is a game, the id of an installed one, or where to find it (`file.py`, `module:name`). `bots` names the bot
    of a seat; the others get the game's default. `workers` is how many processes play; if it is left out, as many as
    there are cores, or this one alone if it is soon done. A `crew` plays instead if one is given.
    """
    for name, number in (("games", games), ("workers", 1 if workers is None else workers)):
        if number < 1:
            raise BadInput(name, number, "1 or more")
    source, found = found_by(game)
    team = Team(Plan(source, seed, dict(options or {}), dict(bots or {})), found)
    start = perf_counter()
    endings = [team.play(0)]  # the first game also prepares readings and tables, so it is the second that tells
    second = perf_counter()
    endings += [team.play(1)] if games > 1 else []
    pace = perf_counter() - second
    heard = progress or _nobody
    heard(len(endings), games)
    hired = crew or crew_for(workers, source, games * pace)
    try:
        with closing(_rest(team, _spans(games, pace, hired.span), hired)) as spans:
            for span in spans:
                endings += span
                heard(len(endings), games)
    finally:
        if crew is None:
            hired.close()
    return _report(team, endings, hired.hands, perf_counter() - start)


def found_by(game: Game[Any] | str) -> tuple[str | None, Game[Any]]:
    """Where a game is found by others, and the game."""
    return (game, open_game(game)) if isinstance(game, str) else (source_of(game), game)


def _nobody(done: int, games: int) -> None:
    """Hears of the progress if nobody else does."""


def crew_for(wanted: int | None, source: str | None, work: float) -> Crew:
    """Who is to do so many seconds of work."""
    if source is None and (wanted or 1) > 1:
        raise BadInput("workers", wanted, "1 for a game that is defined where no other process finds it")
    hands = wanted or (cores() if source and work > SHORT else 1)
    return Here() if hands == 1 else Pool(hands)


def _spans(games: int, pace: float, span: float) -> list[range]:
    """All games but the first two in handy pieces, at so many seconds a game."""
    size = max(1, min(int(span / pace), games // 32)) if pace else 1
    return [range(first, min(first + size, games)) for first in range(2, games, size)]


def _rest(team: Team, spans: list[range], crew: Crew) -> Generator[list[Ending], None, None]:
    """The endings of the games of all spans, in their order."""
    if isinstance(crew, Here):  # a game made on the spot can be played here alone
        yield from (_whole(endings_of(team, span.start, span.stop)) for span in spans)
        return
    jobs = (msgspec.json.encode(Share(team.plan, span.start, span.stop)) for span in spans)
    with closing(crew.run(play_share, jobs)) as done:
        yield from (_whole(msgspec.json.decode(it, type=Played)) for it in in_order(done))


def in_order(done: Iterator[tuple[int, bytes]]) -> Iterator[bytes]:
    """Results in the order of their jobs, each as soon as all before it are there."""
    early: dict[int, bytes] = {}
    following = 0
    for number, result in done:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1


def _whole(played: Played) -> list[Ending]:
    if played.failed:
        raise GameFailed(played.failed)
    return played.endings


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
