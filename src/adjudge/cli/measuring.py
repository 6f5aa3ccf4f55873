"""Many matches at once: `sim` for what comes of a game, `check` for what is wrong with it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from typing import Any

from rich.console import Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from adjudge.check import check
from adjudge.cli import given
from adjudge.cli.output import console, emit, grid, plain, progress_console
from adjudge.crews import crew_at
from adjudge.engine.game import Game
from adjudge.engine.wording import several
from adjudge.lab import GameFailed, Mean, Rate, Report
from adjudge.lab import simulate as play_many


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error while something lasts; nothing if that is not a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = progress_console()
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


# ---------------------------------------------------------------------- sim


def simulate(
    game: Game[Any],
    *,
    games: int,
    seed: int,
    options: Sequence[str],
    bots: Sequence[str],
    workers: int | None,
    as_json: bool,
    on: str = "",
) -> None:
    seated = given.pairs(bots, "--bot", "SEAT=NAME")
    settings = given.options_of(game, options)
    try:
        with progress_bar(game.title) as progress, crew_at(on, workers) if on else nullcontext() as crew:
            report = play_many(
                game,
                games=games,
                seed=seed,
                options=settings,
                bots=seated,
                workers=workers,
                progress=progress,
                crew=crew,
            )
    except GameFailed as error:
        raise GameFailed(f"{error}; it comes again with --seed {seed} --games {games}") from error
    if as_json:
        emit({name: getattr(report, name) for name in ("games", "seconds", "games_per_second", "results")})
    else:
        console().print(_results(game, report))


def _results(game: Game[Any], report: Report) -> RenderableType:
    bots = ", ".join(f"{seat}={name}" for seat, name in report.bots.items())
    head = Text.assemble((game.title, "bold"), f": {several(report.games, 'game')} by {bots}, seed {report.seed}")
    speed = f"{report.seconds:.1f} s, {report.games_per_second:.0f} games a second, intervals of 95 %"
    parts: list[RenderableType] = [head, _rates("how it ended", report.results.outcomes)]
    if len(report.results.winners) > 1:
        parts.append(_rates("who won", report.results.winners))
    parts += [_rates(_named(name), it) for name, it in report.results.measures.items() if isinstance(it, Mapping)]
    return Group(*parts, _numbers(report.results.measures), Text(speed, style="dim"))


def _named(name: str) -> str:
    return name.replace("_", " ")


def _rates(title: str, rates: Mapping[str, Rate]) -> RenderableType:
    return grid(title, ">rate", "95 % interval", ">games", rows=([name, *_rate(it)] for name, it in rates.items()))


def _rate(rate: Rate) -> list[Any]:
    return [f"{rate.rate:.1%}", f"{rate.low:.1%} to {rate.high:.1%}", rate.count]


def _numbers(measures: Mapping[str, Any]) -> RenderableType:
    rows = [[_named(name), *_number(it)] for name, it in measures.items() if isinstance(it, (Rate, Mean))]
    return grid("measure", ">mean", "95 % interval", ">least", ">most", rows=rows) if rows else Text("")


def _number(measure: Rate | Mean) -> list[Any]:
    if isinstance(measure, Rate):
        return [*_rate(measure)[:2], "", ""]
    spread = "" if measure.low is None else f"{measure.low:.2f} to {measure.high:.2f}"
    return [f"{measure.mean:.2f}", spread, measure.least, measure.most]


# ---------------------------------------------------------------------- check


def try_out(name: str, *, matches: int, seed: int, as_json: bool) -> bool:
    """Whether the kit found nothing wrong. What the game prints goes to standard error, beside the report."""
    with redirect_stdout(sys.stderr):
        game = given.game_of(name)
    with redirect_stdout(sys.stderr), progress_bar(game.title) as progress:
        report = check(game, matches=matches, seed=seed, progress=lambda doing, done, of: progress(done, of))
    if as_json:
        emit({"clean": report.is_clean, **plain(report)})
    else:
        console().print(Text(str(report), style="green" if report.is_clean else ""))
    return report.is_clean
