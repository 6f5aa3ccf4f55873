"""Whole patrols of Regs, Dregs & Zombies by bots: through the engine, beside the same rules as one bare Python script.
And the odds that a screen redraws at each key.

The bare script (`rdz_bare.py`) plays the same rules with the same tactics and nothing else. Both are timed by turns in
small batches; what they play is compared too, since a yardstick of other rules would measure nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import fmean, variance
from time import process_time

from adjudge.engine import Choose, playout
from adjudge.games.rdz import game, measures
from adjudge.games.rdz.books import rosters
from adjudge.games.rdz.bots import captain
from adjudge.games.rdz.prospects import ChooseTarget, ChooseWeapon
from adjudge.games.rdz.rules.combat import begin_round
from adjudge.games.rdz.rules.encounter import meet
from adjudge.games.rdz.rules.turns import weapon_options
from adjudge.games.rdz.state import Patrol
from adjudge.odds import distribution
from benchmarks import WORKING, Result, rdz_bare, seconds, within

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
    weapons, targets = _weapons_menu(), _targets_menu()
    return [
        within("the weapons of an Assault Unit against twelve of all sorts, with odds", _drawn(weapons), 0.020),
        within("the twelve targets of a Slug Load, with odds", _drawn(targets), 0.020),
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


# ------------------------------------------------ menus with odds


def _crowd() -> Patrol:
    """A Combat with twelve enemies of as many types, none of which a hit kills at once."""
    state = game.start(game.configure({}))
    types = [kind for kind in rosters[""].kinds.values() if kind.faction != "regulator"]
    meet(state, types[::3])
    begin_round(state)
    return state


def _weapons_menu() -> tuple[Patrol, Choose[str]]:
    state = _crowd()
    figure = state.squad["assault-unit"]
    return state, ChooseWeapon(weapon_options(state, figure, rosters[""].kinds[figure.kind]), state, figure)


def _targets_menu() -> tuple[Patrol, Choose[str]]:
    state = _crowd()
    weapon = rosters[""].kinds["shotgunner"].weapon("Slug Load")
    return state, ChooseTarget([*state.combat.enemies], state, state.squad["shotgunner"], weapon, 1)


def _drawn(menu: tuple[Patrol, Choose[str]]) -> float:
    """The time to draw a menu, every option with its odds."""
    state, question = menu

    def draw() -> None:
        question.shown()
        for key in question.options:
            forecast = question.forecast(key)
            if forecast is not None:
                distribution(forecast, state, policy=game.policy)

    return seconds(draw, clock=WORKING)
