"""The conformance check: many random matches of a game, and every question that can be put to them afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import monotonic, process_time
from typing import Any

from adjudge.check import guides, papers, rulebooks
from adjudge.check.chances import Chances
from adjudge.check.compositions import Compositions
from adjudge.check.imagined import try_imagining
from adjudge.check.leaks import ViewExperiment, try_answers, try_rolls
from adjudge.check.lines import try_hash_seeds
from adjudge.check.lint import lint
from adjudge.check.orders import OrderExperiment, Played
from adjudge.check.plays import MOST_TURNS, Watch, answers_of
from adjudge.check.replays import try_replays
from adjudge.check.report import Ledger, Report, Setting
from adjudge.check.settings import Settings
from adjudge.check.shows import try_scene_stands_alone, try_shows
from adjudge.check.sources import open_game
from adjudge.check.watchdog import Hung, Watchdog
from adjudge.engine.game import Game
from adjudge.engine.match import Match
from adjudge.engine.wording import several

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

HASHED = 6
"""Matches that are played under two hash seeds."""
LOOKED_AT = 10
"""Positions of a match that are looked at closely: one for each rule that asks, then others at random."""
ENOUGH_FOR_OPTIONS = 10
"""From so many matches on, every value of the options is tried, if need be in matches beyond them."""
SECONDS_A_MATCH = 0.3
"""Computing that a match may take on average, if the caller does not say how long it all may take."""
FOR_CLOSE_LOOKS = 0.6
"""The share of the time in which matches are looked at closely; in the rest they are only played."""

FOR_COMPOSITIONS = 0.25
"""The share of the time in which forecasts are compared with play."""
FOR_ORDERS = 0.5
"""The share of the time, beyond that of the matches, in which a suspicion about an order may be settled."""


def no_progress(doing: str, done: int, total: int) -> None:
    """For callers who do not want to be told."""


def check(
    game: Game[Any] | str,
    *,
    matches: int = 50,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Progress = no_progress,
    seconds: float | None = None,
) -> Report:
    """Plays many random matches and reports every fault it meets, each with a seed that shows it again.

    `game` is a game, the id of an installed one, or a Python file. Match number n has the seed `seed + n`.
    `seconds` of computing bound the run; what there was no time for is reported as untried.
    """
    found = open_game(game) if isinstance(game, str) else game
    found.configure(options or {})  # refuses options that the game does not have
    bound = seconds or SECONDS_A_MATCH * max(matches, 20)
    return _Check(found, matches, seed, dict(options or {}), progress).run(bound)


class _Check:
    """One run of the kit over one game."""

    def __init__(self, game: Game[Any], matches: int, seed: int, options: dict[str, Any], progress: Progress) -> None:
        self._game, self._matches, self._seed, self._options, self._progress = game, matches, seed, options, progress
        self._watchdog = Watchdog()
        self._ledger = Ledger(self._watchdog.hear)
        self._chances = Chances(game, self._ledger, seed)
        self._views = ViewExperiment(game)
        self._orders = OrderExperiment(game)
        self._turns = self._answers = self._rolls = self._played = 0

    def run(self, seconds: float) -> Report:
        started = monotonic()
        self._compositions = Compositions(self._game, self._ledger, seconds * FOR_COMPOSITIONS)
        with self._watchdog:
            try:
                self._try_all(seconds)
            except Hung as hang:
                self._ledger.note_hang(hang, "the check")
        return Report(
            self._game.id,
            self._game.version,
            self._played,
            self._turns,
            self._answers,
            self._rolls,
            monotonic() - started,
            self._ledger.findings,
            tuple(self._ledger.untried),
        )

    def _try_all(self, seconds: float) -> None:
        self._read_the_code()
        self._read_the_rulebook()
        self._read_the_papers()
        self._read_the_guide()
        self._progress("two hash seeds", 0, 1)
        if try_hash_seeds(self._game, self._options, self._seed, min(self._matches, HASHED), self._ledger):
            self._play_all(process_time(), seconds)

    def _read_the_code(self) -> None:
        with self._ledger.watching("lint", "reading the code"):
            for fault in lint(self._game):
                self._ledger.note("lint", str(fault))

    def _read_the_rulebook(self) -> None:
        with self._ledger.watching("rulebook", "reading the rulebook"):
            for problem in rulebooks.problems(self._game):
                self._ledger.note("rulebook", problem)

    def _read_the_papers(self) -> None:
        with self._ledger.watching("paper", "reading the papers"):
            for problem in papers.problems(self._game):
                self._ledger.note("paper", problem)

    def _read_the_guide(self) -> None:
        with self._ledger.watching("guide", "reading the briefing and the guide"):
            for problem in guides.problems(self._game):
                self._ledger.note("guide", problem)

    def _play_all(self, started: float, seconds: float) -> None:
        self._progress("procedures", 0, 1)
        self._chances.try_procedures()
        settings = Settings(self._game, self._options)
        seeds = range(self._seed, self._seed + self._matches)
        extremes = settings.untried(self._seed, self._matches) if self._matches >= ENOUGH_FOR_OPTIONS else []
        for number, seed in enumerate([*seeds, *extremes]):
            self._progress("matches" if seed in seeds else "options", number, self._matches)
            is_early = process_time() - started < seconds * FOR_CLOSE_LOOKS
            with self._ledger.watching("crash", "setting the table"):
                self._play(settings.of(seed), is_close=is_early and seed in seeds)
            if process_time() - started > seconds:
                self._skip_the_rest(number + 1, len(extremes), seconds)
                break
        self._views.run(self._ledger, Random(self._seed))
        self._orders.run(self._ledger, self._at_random, seconds * FOR_ORDERS)
        self._progress("matches", self._matches, self._matches)

    def _skip_the_rest(self, played: int, extremes: int, seconds: float) -> None:
        if played < self._matches:
            self._ledger.skip(f"the matches after the first {played}: {seconds:g} seconds were over")
        left = extremes - max(0, played - self._matches)
        if left:
            self._ledger.skip(f"{several(left, 'value')} of the options: {seconds:g} seconds were over")

    def _play(self, setting: Setting, *, is_close: bool) -> None:
        match = Watch(self._game, setting, self._ledger).play()
        if match is None:
            return
        answers = len(answers_of(match))
        self._played += 1
        self._turns += match.turn - 1
        self._answers += answers
        self._rolls += len(match.line) - answers
        if is_close:
            self._look_closely(match, setting)

    def _look_closely(self, match: Match[Any], setting: Setting) -> None:
        rng = Random(setting.seed)  # of the match alone, so that its seed shows a finding again
        positions = _choose_positions(match, rng)
        try_replays(match, setting, self._ledger, positions)
        moments = []
        for position in positions:
            with self._ledger.watching("replay", "looking back", setting, position):
                moment = match.look(position)
                moments.append(moment)
                try_shows(match, moment, setting, self._ledger)
                self._chances.try_forecasts(match, moment, setting)
                self._views.add(match, moment, setting)
                try_imagining(match, moment, setting, self._ledger, rng)
        with self._ledger.watching("crash", "the order of what is hidden", setting):
            self._orders.add(match, moments, setting)
        self._compositions.try_match(match, setting, rng)
        try_scene_stands_alone(match, moments[:4], setting, self._ledger)
        try_answers(match, setting, self._ledger, rng, [at for at in positions if at < match.position])
        try_rolls(match, setting, self._ledger, rng, LOOKED_AT)
        self._chances.try_readings(setting, MOST_TURNS)

    def _at_random(self, number: int, options: dict[str, Any]) -> Played | None:
        """One more match by random answers; what is wrong with it the others have shown."""
        seats = [seat.id for seat in self._game.seats(self._game.configure(options))]
        setting = Setting(self._seed + self._matches + number, options, dict.fromkeys(seats, "random"))
        match = Watch(self._game, setting, Ledger(self._watchdog.hear)).play()
        if match is None:
            return None
        positions = _choose_positions(match, Random(setting.seed))
        return match, [match.look(position) for position in positions], setting


def _choose_positions(match: Match[Any], rng: Random) -> list[int]:
    """The start, the end, and answers between: first one for each rule that asks, then any."""
    answers = answers_of(match)
    rng.shuffle(answers)
    first_of_a_rule = {entry.rule: position for position, entry in reversed(answers)}
    chosen = dict.fromkeys([0, match.position, *first_of_a_rule.values(), *(position for position, _ in answers)])
    return sorted(list(chosen)[:LOOKED_AT])
