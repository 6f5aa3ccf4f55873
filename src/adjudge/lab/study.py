"""A study: the same matches under several settings, with the same dice for all, until the answer is clear.

A block is one number that dice follow from, played under every setting (`Arm`); so what differs between arms differs
because of them, and the luck of the dice mostly cancels out. Blocks are judged in the order of their numbers, whoever
played them and whenever they came back: the results, and where a study stops, are the same on any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

import msgspec
from msgspec import Struct

from adjudge.crews import Crew, Here
from adjudge.engine.game import Game
from adjudge.lab import stopping
from adjudge.lab.playing import (
    Arm,
    Block,
    Blocked,
    GameFailed,
    Row,
    Team,
    is_contest,
    plan_of,
    play_blocks,
    rows_of,
    share_of,
)
from adjudge.lab.results import Appending, Run
from adjudge.lab.simulate import Progress, crew_for, found_by, in_order

if TYPE_CHECKING:
    import polars

LEVEL = 0.05
"""All intervals of a study that are told as its answer hold together with 95 %."""

Finding = Literal["more", "less", "no matter", "unclear"]


class Goal(Struct, frozen=True, omit_defaults=True):
    """What is judged: the wins of an arm's hero, or a measure of the game between two limits."""

    measure: str = ""
    low: float = 0.0
    high: float = 1.0


class Contrast(Struct, frozen=True, omit_defaults=True):
    """Arms that are set against others: those of `plus` against those of `minus`, or against an even chance."""

    name: str
    plus: tuple[int, ...]
    minus: tuple[int, ...] = ()


class Design(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="study", tag_field="kind"):
    """What is played and how it is judged: all that is needed to run it again."""

    format: str = ""
    about: Literal["sweep", "compare", "matchups"] = "sweep"
    game: str
    title: str
    version: str
    adjudge: str
    source: str | None = None
    seed: int | str
    games: int
    """Blocks at most."""
    first: int = 0
    """The number of the first block: machines that share the work begin at different ones."""
    seats: tuple[str, ...]
    contest: bool
    arms: tuple[Arm, ...]
    contrasts: tuple[Contrast, ...]
    goal: Goal = Goal()
    margin: float = 0.05
    """A difference up to this is taken for none."""
    stops: bool = True
    """Whether arms are dropped once all that is asked of them is clear."""


class Verdict(Struct, frozen=True):
    """What is known of a contrast: the mean difference, and between what limits it lies whenever one looks."""

    name: str
    blocks: int
    difference: float
    low: float
    high: float
    finding: Finding

    @property
    def is_clear(self) -> bool:
        return self.finding != "unclear"


class _Judge:
    """Takes in the blocks of one contrast."""

    def __init__(self, design: Design, contrast: Contrast) -> None:
        self.contrast, self._margin, self._width = contrast, design.margin, design.goal.high - design.goal.low
        self._even = 0.5 if not contrast.minus else None
        self._sequence = stopping.Sequence(LEVEL / len(design.contrasts))
        self._total = 0.0

    def take(self, scores: dict[int, float]) -> None:
        """Scores of a block by arm; a block that lacks one of the arms tells nothing."""
        if not all(arm in scores for arm in (*self.contrast.plus, *self.contrast.minus)):
            return
        plus = sum(scores[arm] for arm in self.contrast.plus) / len(self.contrast.plus)
        minus = sum(scores[arm] for arm in self.contrast.minus) / len(self.contrast.minus) if self.contrast.minus else 0
        self._total += plus - (minus if self.contrast.minus else 0.5)
        self._sequence.take(plus if self._even else (plus - minus + 1) / 2)

    def verdict(self) -> Verdict:
        low, high = self._sequence.low, self._sequence.high
        low, high = (low - 0.5, high - 0.5) if self._even else (2 * low - 1, 2 * high - 1)
        mean = self._total / self._sequence.count if self._sequence.count else 0.0
        low, mean, high = (it * self._width for it in (low, mean, high))
        return Verdict(self.contrast.name, self._sequence.count, mean, low, high, self._finding(low, high))

    def _finding(self, low: float, high: float) -> Finding:
        if low > 0:
            return "more"
        if high < 0:
            return "less"
        margin = self._margin * self._width
        return "no matter" if -margin <= low and high <= margin else "unclear"


class Study:
    """A design with the matches that were played for it so far."""

    def __init__(self, design: Design, game: Game[Any] | None = None) -> None:
        self.design, self.game = design, game
        self.rows: list[Row] = []
        self.runs: list[Run] = []
        self._judges = [_Judge(design, contrast) for contrast in design.contrasts]
        self._next = design.first

    # ------------------------------------------------------------------ what is known

    @property
    def blocks(self) -> int:
        """How many blocks have been judged."""
        return len({row.number for row in self.rows})

    @property
    def is_over(self) -> bool:
        """Whether everything is clear, or all that was planned has been played."""
        return self._next >= self.design.first + self.design.games or not self._live()

    @property
    def is_clear(self) -> bool:
        """Whether nothing is left to be found out."""
        return bool(self._judges) and all(it.is_clear for it in self.verdicts())

    def verdicts(self) -> list[Verdict]:
        return [judge.verdict() for judge in self._judges]

    def score(self, row: Row) -> float | None:
        """What a match counts for, from 0 to 1; None if the measure was not taken in it."""
        goal = self.design.goal
        if not goal.measure:
            hero = self.design.arms[row.arm].hero or self.design.seats[0]
            return share_of(hero, row.winners, self.design.seats, self.design.contest)
        value = measures_of(row).get(goal.measure)
        if value is None:
            return None
        if not goal.low <= float(value) <= goal.high:
            raise GameFailed(f"{goal.measure} is {value} in game {row.number}, outside its range")
        return (float(value) - goal.low) / (goal.high - goal.low)

    def _live(self) -> frozenset[int]:
        """The arms that something is still to be learned from."""
        if not self.design.stops or not self.design.contrasts:
            return frozenset(range(len(self.design.arms)))
        unclear = [judge.contrast for judge in self._judges if not judge.verdict().is_clear]
        return frozenset(arm for it in unclear for arm in (*it.plus, *it.minus))

    def frame(self) -> polars.DataFrame:
        """A row for each match, as a data frame. `tables` has the others."""
        from adjudge.lab.frames import matches

        return matches(self)

    def tables(self) -> dict[str, polars.DataFrame]:
        """Everything there is to know, as data frames by name."""
        from adjudge.lab.frames import tables

        return tables(self)

    def report(self) -> str:
        """The study as one page of HTML with its plots."""
        from adjudge.lab.page import page

        return page(self, sorted(self.game.rule_ids) if self.game else ())

    def __repr__(self) -> str:
        from adjudge.lab.answers import effects

        told = "; ".join(f"{it.verdict.name}: {it.sentence}" for it in effects(self)[:5])
        return f"<{self.design.about} of {self.design.game}, {len(self.rows)} matches. {told}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from adjudge.lab.page import in_short

        return in_short(self)

    # ------------------------------------------------------------------ taking in matches

    def take(self, rows: Sequence[Row]) -> list[Row]:
        """Judges the next block; arms that were given up in the meantime are left out."""
        live = self._live()
        kept = [row for row in rows if row.arm in live]
        self._judge(kept)
        self._next = rows[0].number + 1
        return kept

    def _judge(self, kept: Sequence[Row]) -> None:
        scores = {row.arm: score for row in kept if (score := self.score(row)) is not None}
        for judge in self._judges:
            judge.take(scores)
        self.rows += kept

    def take_all(self, rows: Sequence[Row]) -> None:
        """Takes in everything that was written down."""
        for number, block in _blocks(rows):
            self._judge(block)
            self._next = max(self._next, number + 1)

    def take_again(self, rows: Sequence[Row]) -> None:
        """Takes in what an earlier run wrote down, to go on; a block that it did not finish is played again."""
        for number, block in _blocks(rows):
            if number == self._next and {row.arm for row in block} >= self._live():
                self.take(block)

    # ------------------------------------------------------------------ playing

    def run(
        self,
        *,
        crew: Crew | None = None,
        workers: int | None = None,
        path: Path | None = None,
        progress: Progress | None = None,
        on: str = "",
    ) -> Study:
        """Plays until it is over. What was played is in the file after every block, whatever ends this process."""
        if self.is_over:
            return self
        start = perf_counter()
        teams = self._teams()
        with Appending(path, self.design, fresh=not self.rows) as file:
            hired = crew
            before = len(self.rows)
            try:
                pace = self._play_one_by(crew, file) if _is_away(crew) else self._play_one(teams, file)
                self._tell(progress)
                hired = crew or crew_for(workers, self.design.source, pace * (self.design.games - self.blocks))
                self._play_on(teams, hired, pace, file, progress)
            finally:
                seconds = round(perf_counter() - start, 3)
                run = Run(workers=hired.hands if hired else 1, on=on, seconds=seconds, matches=len(self.rows) - before)
                self.runs.append(run)
                file.write([run])
                if hired is not None and crew is None:
                    hired.close()
        return self

    def _tell(self, progress: Progress | None) -> None:
        if progress:
            progress(self.blocks, self.blocks if self.is_over else self.design.games)

    def _teams(self) -> dict[int, Team]:
        """All arms set up: what does not fit is refused before anything is played."""
        _, game = (None, self.game) if self.game else found_by(self.design.source or self.design.game)
        assert game is not None
        block = Block(self.design.source, self.design.seed, 0, {})
        return {number: Team(plan_of(block, arm), game) for number, arm in enumerate(self.design.arms)}

    def _block(self, number: int) -> Block:
        live = self._live()
        arms = {at: arm for at, arm in enumerate(self.design.arms) if at in live}
        return Block(self.design.source, self.design.seed, number, arms)

    def _play_one(self, teams: dict[int, Team], file: Appending) -> float:
        """The next block, here; how many seconds it took."""
        start = perf_counter()
        file.write(self.take(_whole(rows_of(self._block(self._next), teams))))
        return perf_counter() - start

    def _play_one_by(self, crew: Crew, file: Appending) -> float:
        """The next block or two by a crew: the first also starts the workers, so it is the second that tells."""
        for _ in range(2):
            start = perf_counter()
            if not self.is_over:
                ((_, result),) = crew.run(play_blocks, [msgspec.json.encode([self._block(self._next)])])
                (blocked,) = msgspec.json.decode(result, type=list[Blocked])
                file.write(self.take(_whole(blocked)))
        return perf_counter() - start

    def _play_on(
        self, teams: dict[int, Team], crew: Crew, pace: float, file: Appending, progress: Progress | None
    ) -> None:
        if isinstance(crew, Here):
            while not self.is_over:
                self._play_one(teams, file)
                self._tell(progress)
            return
        size = max(1, min(int(crew.span / pace), ceil(self.design.games / 32))) if pace else 1
        with closing(crew.run(play_blocks, self._jobs(size))) as done:
            for result in in_order(done):
                for blocked in msgspec.json.decode(result, type=list[Blocked]):
                    if not self.is_over:
                        file.write(self.take(_whole(blocked)))
                self._tell(progress)
                if self.is_over:
                    return

    def _jobs(self, size: int) -> Iterator[bytes]:
        """Blocks in handy pieces, for as long as anything is unclear."""
        last = self.design.first + self.design.games
        for first in range(self._next, last, size):
            if self.is_over:
                return
            yield msgspec.json.encode([self._block(number) for number in range(first, min(first + size, last))])


def _is_away(crew: Crew | None) -> TypeGuard[Crew]:
    """Whether others are to do all of the work, so that this process stays free."""
    return crew is not None and not isinstance(crew, Here)


def measures_of(row: Row) -> dict[str, Any]:
    """What was measured in a match: by the game, and by whoever watched."""
    seen = {"turns": row.seen.turns, "decisions": row.seen.asked, "rolls": row.seen.rolled}
    if row.seen.swings is not None:
        seen["swings"] = row.seen.swings
    return seen | row.measures


def _blocks(rows: Sequence[Row]) -> list[tuple[int, list[Row]]]:
    """Matches by their numbers, in order."""
    by_number: dict[int, list[Row]] = {}
    for row in rows:
        by_number.setdefault(row.number, []).append(row)
    return sorted(by_number.items())


def _whole(blocked: Blocked) -> list[Row]:
    if blocked.failed:
        raise GameFailed(blocked.failed)
    return blocked.rows


def designed(game: Game[Any] | str, arms: Sequence[Arm], contrasts: Sequence[Contrast], **more: Any) -> Study:
    """A study of a game that has not begun. Arms are checked, and looked at for what each seat brings."""
    from adjudge import __version__

    source, found = found_by(game)
    block = Block(source, more.get("seed", 0), 0, {})
    teams = [Team(plan_of(block, arm), found) for arm in arms]
    full = tuple(_completed(arm, team) for arm, team in zip(arms, teams, strict=True))
    design = Design(
        game=found.id, title=found.title, version=found.version, adjudge=__version__, source=source,
        seats=teams[0].seats, contest=is_contest(found), arms=full, contrasts=tuple(contrasts), **more,
    )  # fmt: skip
    return Study(design, found)


def _completed(arm: Arm, team: Team) -> Arm:
    """An arm with every bot by its name, and with what each seat brings."""
    traits = team.traits()
    return msgspec.structs.replace(arm, bots=team.names, traits=traits, hero=arm.hero or team.seats[0])
