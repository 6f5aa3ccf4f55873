"""Whole patrols of Regs, Dregs & Zombies by bots: through the engine, beside the same rules as one bare Python script.

The bare script (`rdz_bare.py`) plays the same rules with the same tactics and nothing else. Both are timed by turns in
small batches; what they play is compared too, since a yardstick of other rules would measure nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import fmean, variance
from time import process_time

from adjudge.engine import playout
from adjudge.games.rdz import game, measures
from adjudge.games.rdz.bots import captain
from benchmarks import Result, rdz_bare

BATCHES, GAMES = 30, 60
"""As many batches of so many games, by the engine and by the script in turn."""
FAR_OFF = 3.5
"""Standard deviations between two figures that ought to be the same."""

OPTIONS = game.configure({"finish": True})
BOTS = {"captain": captain}


def results() -> list[Result]:
    by_engine, by_script = Tally(), Tally()
    for batch in range(BATCHES):
        by_engine.add(_engine(batch))
        by_script.add(_script(batch))
    ratio = by_engine.speed / by_script.speed
    speed = f"{ratio:.2f} of the script's speed: {by_engine.speed:.0f} and {by_script.speed:.0f} games a second"
    return [
        Result("a whole patrol by bots", speed, "at least 0.5", ratio >= 0.5),
        _agreement("Captains alive after ten moves", by_engine.alive, by_script.alive),
        _agreement("enemies defeated in a game", by_engine.defeated, by_script.defeated),
    ]


class Tally:
    """What many batches came to."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.alive: list[float] = []
        self.defeated: list[float] = []

    def add(self, played: Iterator[tuple[bool, int]]) -> None:
        start = process_time()
        games = list(played)
        self.seconds += process_time() - start
        self.alive += [float(alive) for alive, _ in games]
        self.defeated += [float(defeated) for _, defeated in games]

    @property
    def speed(self) -> float:
        return len(self.alive) / self.seconds


def _engine(batch: int) -> Iterator[tuple[bool, int]]:
    for number in range(GAMES):
        state = playout(game, OPTIONS, BOTS, batch * GAMES + number)
        yield state.record.target_reached, measures(state)["enemies defeated"]


def _script(batch: int) -> Iterator[tuple[bool, int]]:
    return rdz_bare.games(GAMES, seed=batch)


def _agreement(what: str, ours: list[float], theirs: list[float]) -> Result:
    spread = sqrt(variance(ours) / len(ours) + variance(theirs) / len(theirs))
    apart = abs(fmean(ours) - fmean(theirs)) / spread
    found = f"{fmean(ours):.3g} and {fmean(theirs):.3g} over {len(ours):,} games, {apart:.1f} deviations apart"
    return Result(what, found, f"at most {FAR_OFF:g} apart", apart <= FAR_OFF)
