"""The lab in the browser: two sides compared, or everybody against everybody, for people who do not use a shell.

A study is played in processes of its own that give way to everything else, one study at a time, as long as somebody
looks at it and for a few minutes at most. What is known when its time is over is told all the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import delete, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from adjudge.crews import Pool
from adjudge.engine.errors import AdjudgeError, UnknownName
from adjudge.engine.game import find_game
from adjudge.lab import Study, compare, matchups
from adjudge.lab.answers import Effect, Standing, effects, standings
from adjudge.lab.page import Drawing, Drawn, draw
from adjudge.lab.results import lines_of
from adjudge.mind.pool import TooBusy
from adjudge.server.journal import note
from adjudge.server.limits import check_size
from adjudge.server.refusals import NAMED

if TYPE_CHECKING:
    from adjudge.server.hub import Hub

MOST_AT_ONCE = 1
MOST_KEPT = 16
MOST_SECONDS = 300.0
"""The longest that a study is played."""
FORGOTTEN_SECONDS = 20.0
"""A study that nobody asks after for so long is given up."""
LOOK_SECONDS = 1.0
NICENESS = 10


class NewStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be found out. Two sides, each by what is peculiar to it, as `{"bot": "warlord"}`, `{"parties":
    "robot"}` or `{"rulings.free_hack_tie": "stays"}`; or all of `field`, each against each."""

    game: Annotated[str, Meta(max_length=80)]
    a: dict[str, Any] = {}
    b: dict[str, Any] = {}
    field: Annotated[str, Meta(max_length=80)] = ""
    """What everybody differs in, for each against each: `bot`, or an option with an entry for each seat."""
    entries: Annotated[tuple[str, ...], Meta(max_length=8)] = ()
    games: Annotated[int, Meta(ge=2, le=400)] = 100
    options: dict[str, Any] = {}


class Compared(Struct, frozen=True):
    """What is known of one comparison."""

    name: str
    sentence: str
    difference: float
    low: float
    high: float
    finding: str


class SettingShown(Struct, frozen=True):
    """How one setting did."""

    name: str
    matches: int
    wins: dict[str, float]
    drawn: float
    turns: float


class StudyShown(Struct, frozen=True):
    """A study, or how far it has got."""

    id: str
    title: str
    done: int
    of: int
    is_over: bool
    failed: str
    answers: tuple[Compared, ...]
    settings: tuple[SettingShown, ...]
    drawings: tuple[Drawing, ...]


class Paged(Struct, frozen=True):
    """The report of a study, to be kept as a file."""

    html: str


class _Running:
    """A study under way in processes of its own."""

    def __init__(self, study: Study, workers: int) -> None:
        self.study, self.pool = study, Pool(workers, NICENESS)
        self.done, self.of = 0, study.design.games
        self.begun = self.asked_at = time.monotonic()
        self.is_over, self.failed = False, ""
        self.drawn = Drawn((), "")
        self.is_called_off = False

    def progress(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    def is_wanted(self) -> bool:
        return not self.is_called_off and time.monotonic() - self.asked_at < FORGOTTEN_SECONDS

    def work(self) -> None:
        """Plays until it is clear, its time is over, or nobody cares; then has it drawn."""
        try:
            self.study.run(crew=self.pool, progress=self.progress)
        except AdjudgeError as error:
            if not self.pool.is_closed:
                self.failed = str(error)
        finally:
            self.pool.close()
        if not self.failed and self.study.rows and self.is_wanted():
            self._draw()

    def _draw(self) -> None:
        """In another process too: plots take a while."""
        with Pool(1, NICENESS) as pool:
            ((_, drawn),) = pool.run(draw, [lines_of(self.study)])
        self.drawn = msgspec.json.decode(drawn, type=Drawn)

    def shown(self, study_id: str) -> StudyShown:
        design = self.study.design
        if not self.is_over:
            return StudyShown(study_id, design.title, self.done, self.of, False, "", (), (), ())
        answers = tuple(map(_answer, effects(self.study)))
        settings = tuple(map(_setting, standings(self.study)))
        return StudyShown(
            study_id, design.title, self.done, self.of, True, self.failed, answers, settings, self.drawn.drawings
        )


def _answer(effect: Effect) -> Compared:
    it = effect.verdict
    return Compared(it.name, effect.sentence, it.difference, it.low, it.high, it.finding)


def _setting(it: Standing) -> SettingShown:
    wins = {seat: rate.rate for seat, rate in it.wins.items()}
    return SettingShown(it.arm, it.matches, wins, it.drawn.rate, it.turns)


class Studies:
    """The studies of a server: one at a time is played, a few are kept."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._kept: OrderedDict[str, _Running] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, wish: NewStudy) -> StudyShown:
        if sum(not it.is_over for it in self._kept.values()) >= MOST_AT_ONCE:
            raise TooBusy("another study is being played: try again in a minute")
        check_size(wish.a, "a")
        check_size(wish.b, "b")
        check_size(wish.options, "options")
        study = await self._hub.setup.run(designed, wish)
        running, study_id = _Running(study, self._hub.limits.minds), self._hub.new_id()
        self._kept[study_id] = running
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        task = asyncio.get_running_loop().create_task(self._play(running))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return running.shown(study_id)

    async def _play(self, running: _Running) -> None:
        working = asyncio.get_running_loop().run_in_executor(None, running.work)
        while not working.done():
            await asyncio.wait([working], timeout=LOOK_SECONDS)
            is_late = time.monotonic() - running.begun > MOST_SECONDS
            if not working.done() and (is_late or not running.is_wanted()):
                await asyncio.to_thread(running.pool.close)
        try:
            await working
        except Exception as error:
            note("study failed", logging.ERROR, error=error, game=running.study.design.game)
            running.failed = "the study failed"
        running.is_over = True

    def ask(self, study_id: str) -> StudyShown:
        running = self._found(study_id)
        running.asked_at = time.monotonic()
        return running.shown(study_id)

    def page(self, study_id: str) -> Paged:
        return Paged(self._found(study_id).drawn.html)

    async def call_off(self, study_id: str) -> None:
        """Nobody wants it any more: what is known by now is told."""
        running = self._found(study_id)
        await asyncio.to_thread(running.pool.close)

    async def stop(self) -> None:
        for running in self._kept.values():
            running.is_called_off = True
            await asyncio.to_thread(running.pool.close)
        for task in list(self._tasks):
            await task

    def _found(self, study_id: str) -> _Running:
        if study_id not in self._kept:
            raise UnknownName("study", study_id, "one that was begun here lately")
        return self._kept[study_id]


def designed(wish: NewStudy) -> Study:
    """The study that is wished for; what does not fit is refused before anything is played."""
    game = find_game(wish.game)
    settings: dict[str, Any] = {"games": wish.games, "seed": 1, "options": wish.options}
    if wish.field:
        return matchups(game, wish.field, list(wish.entries), **settings)
    return compare(game, wish.a, wish.b, **settings)


StudyId = Annotated[str, PathParameter(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


@post("/api/studies", include_in_schema=False)
async def begin(data: JSONBody[NewStudy], state: State) -> StudyShown:
    """Has bots find out what a rule, a party or a bot is worth."""
    return await state.hub.studies.begin(data)  # type: ignore[no-any-return]


@get("/api/studies/{study_id:str}", summary="A study, or how far it has got", responses=NAMED)
async def ask(study_id: StudyId, state: State) -> StudyShown:
    return state.hub.studies.ask(study_id)  # type: ignore[no-any-return]


@get("/api/studies/{study_id:str}/page", summary="The report of a study as a page", responses=NAMED)
async def page(study_id: StudyId, state: State) -> Paged:
    return state.hub.studies.page(study_id)  # type: ignore[no-any-return]


@delete("/api/studies/{study_id:str}", status_code=200, summary="End a study: what is known is told", responses=NAMED)
async def call_off(study_id: StudyId, state: State) -> StudyShown:
    await state.hub.studies.call_off(study_id)
    return state.hub.studies.ask(study_id)  # type: ignore[no-any-return]


ROUTES: list[Any] = [begin, ask, page, call_off]
