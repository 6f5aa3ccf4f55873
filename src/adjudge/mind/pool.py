"""Thinking in other processes, so that a server never waits for it. Only plain data crosses: no pickled thoughts.

A job is bytes of JSON, and so is what comes back. A job that nobody wants any more is let go of at its next playout.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from hashlib import sha256
from multiprocessing import get_context
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.check.sources import open_game, source_of
from adjudge.crews import Crew
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.game import Game
from adjudge.engine.live import identity_of
from adjudge.engine.log import Answered, Considered, Saved, Threw
from adjudge.engine.match import Match
from adjudge.engine.table import Argued, Asked, Hidden, SoFar
from adjudge.mind.analysis import (
    Analysis,
    Depth,
    Event,
    Eye,
    Looked,
    Plan,
    Progress,
    analyse,
    events,
    plan_for,
    summed_up,
)
from adjudge.mind.think import Cancelled, Thinker
from adjudge.mind.worlds import question_in

MOST_AT_ONCE = 64
"""Jobs that may wait or be at work; the next one is refused."""
IDLE_SECONDS = 120.0
"""How long workers are kept that nobody gives anything to think about."""
CHUNK = 6
"""Events of a match that are looked at in one go."""


NOBODY_CALLS = -1
"""The slot of a job that nobody can call off."""


class TooBusy(AdjudgeError):
    """Too many are thinking already. Cure: try again in a moment."""


class Thought(Struct, frozen=True):
    """A question to be thought about: all that the seat may know, and nothing more."""

    source: str
    bot: str
    seat: str
    rule: str
    asked: Any
    start: msgspec.Raw
    view: msgspec.Raw
    record: list[Answered | Threw | Hidden]
    seed: str
    options: dict[str, Any] = {}


class Found(Struct, frozen=True):
    """What came of it; `failed` if it could not be thought about."""

    answer: Any = None
    why: Considered | None = None
    failed: str = ""


class Share(Struct, frozen=True):
    """Some events of a match to be looked at; position 0 too, if `from_start`."""

    source: str
    saved: Saved
    plan: Plan
    events: tuple[Event, ...]
    from_start: bool = False


class Minds:
    """Worker processes, started when they are needed; a server lets them go when they have not been for a while."""

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers, self._clock, self._used = workers, clock, 0.0
        self._pool: ProcessPoolExecutor | None = None
        self._flags: Any = None
        self._free: list[int] = []
        self._guard = threading.Lock()

    def submit(self, work: Callable[[int, bytes], bytes], job: bytes) -> Job:
        """Has work done elsewhere; refused if too much waits already."""
        with self._guard:
            self._used = self._clock()
            if self._pool is None:
                self._open()
            assert self._pool is not None
            if not self._free:
                raise TooBusy("too many are thinking already: try again in a moment")
            slot = self._free.pop()
            self._flags[slot] = 0
            try:
                future = self._pool.submit(work, slot, job)
            except BrokenExecutor:  # a worker was killed: begin again with others
                self._open()
                slot = self._free.pop()
                future = self._pool.submit(work, slot, job)
        future.add_done_callback(lambda _: self._release(slot))
        return Job(self, slot, future)

    def _open(self) -> None:
        # A fresh interpreter each, not a fork: that is safe whatever threads this process has.
        context = get_context("spawn")
        self._flags = context.Array("b", MOST_AT_ONCE, lock=False)
        self._free = list(range(MOST_AT_ONCE))
        self._pool = ProcessPoolExecutor(self._workers, context, _begin, (self._flags,))

    def _release(self, slot: int) -> None:
        with self._guard:
            self._used = self._clock()
            self._free.append(slot)

    def rest(self) -> None:
        """Lets idle workers go: each takes as much memory as hundreds of tables. The next thought starts others."""
        with self._guard:
            is_idle = len(self._free) == MOST_AT_ONCE and self._clock() - self._used > IDLE_SECONDS
            if self._pool is not None and is_idle:
                self._pool.shutdown(wait=False)
                self._pool = None

    def give_up(self, slot: int) -> None:
        self._flags[slot] = 1

    def stop(self) -> None:
        """Lets all workers go."""
        with self._guard:
            if self._pool is not None:
                for slot in range(MOST_AT_ONCE):
                    self._flags[slot] = 1
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None


class Job:
    """Work under way in another process."""

    def __init__(self, minds: Minds, slot: int, future: Future[bytes]) -> None:
        self._minds, self._slot, self.future = minds, slot, future

    def cancel(self) -> None:
        """Nobody wants it any more: it stops where it is."""
        if not self.future.cancel():
            self._minds.give_up(self._slot)


# ---------------------------------------------------------------------- jobs, as they are sent


def thought(game: Game[Any], bot: str, asked: Asked, seed: str) -> bytes | None:
    """A question as plain data; None if the game cannot be found, or its views cannot be read, in another process."""
    source = source_of(game)
    if source is None or asked.so_far is None or not isinstance(asked.view, game.state):
        return None
    job = Thought(
        source,
        bot,
        asked.seat,
        asked.rule,
        identity_of(asked.question),
        msgspec.Raw(msgspec.json.encode(asked.so_far.start)),
        msgspec.Raw(msgspec.json.encode(asked.view)),
        list(asked.so_far.record),
        seed,
    )
    return msgspec.json.encode(job)


def found_in(answer: bytes) -> Found:
    return msgspec.json.decode(answer, type=Found)


def analyse_with(
    minds: Minds,
    workers: int,
    match: Match[Any],
    depth: Depth,
    *,
    progress: Progress | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Analysis:
    """The analysis of a match, its events shared out over worker processes."""
    source = source_of(match.game)
    if source is None:
        return analyse(match, depth, progress=progress, is_wanted=is_wanted)
    found, plan, shares = _shared_out(match, source, depth)
    looked = _gathered(minds, workers, shares, progress, is_wanted)
    return summed_up(match, found, looked[0], looked[1:], plan)


def analyse_by(crew: Crew, match: Match[Any], depth: Depth, *, progress: Progress | None = None) -> Analysis:
    """The analysis of a match by a crew: the same events, shared out the same way."""
    source = source_of(match.game)
    if source is None:
        return analyse(match, depth, progress=progress)
    found, plan, shares = _shared_out(match, source, depth)
    by_number: dict[int, list[Looked]] = {}
    for number, looked in crew.run(look_for_a_crew, map(msgspec.json.encode, shares)):
        by_number[number] = msgspec.json.decode(looked, type=list[Looked])
        if progress:
            progress(len(by_number), len(shares))
    looked_at = [it for number in range(len(shares)) for it in by_number[number]]
    return summed_up(match, found, looked_at[0], looked_at[1:], plan)


def _shared_out(match: Match[Any], source: str, depth: Depth) -> tuple[Sequence[Event], Plan, list[Share]]:
    """The events of a match in shares, the start of it first."""
    found, saved = events(match), match.save()
    plan = plan_for(match, found, depth)
    chunks = [tuple(found[at : at + CHUNK]) for at in range(0, len(found), CHUNK)]
    shares = [Share(source, saved, plan, (), True), *(Share(source, saved, plan, chunk) for chunk in chunks)]
    return found, plan, shares


def _gathered(
    minds: Minds, workers: int, shares: list[Share], progress: Progress | None, is_wanted: Callable[[], bool]
) -> list[Looked]:
    """What came of all shares in their order. A few at a time are handed out, so that others get their turn."""
    looked: list[Looked] = []
    waiting: list[Job] = []
    rest = iter(shares)
    done = 0
    try:
        while True:
            while len(waiting) < 2 * workers and (share := next(rest, None)) is not None:
                waiting.append(minds.submit(look_at, msgspec.json.encode(share)))
            if not waiting:
                return looked
            while not waiting[0].future.done():
                if not is_wanted():
                    raise Cancelled("the analysis was given up")
                wait([waiting[0].future], timeout=0.25)
            looked += msgspec.json.decode(_result(waiting.pop(0).future), type=list[Looked])
            done += 1
            if progress:
                progress(done, len(shares))
    finally:
        for job in waiting:
            job.cancel()


def _result(future: Future[bytes]) -> bytes:
    try:
        return future.result()
    except CancelledError:  # the server ends
        raise Cancelled("the analysis was given up") from None


# ---------------------------------------------------------------------- in the worker


_flags: Any = None


def _begin(flags: Any) -> None:
    global _flags
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _flags = flags


def _is_wanted(slot: int) -> bool:
    return slot == NOBODY_CALLS or _flags is None or not _flags[slot]


@lru_cache(16)
def _game(source: str) -> Game[Any]:
    return open_game(source)


def think_about(slot: int, job: bytes) -> bytes:
    """Thinks about a question and returns the answer with what was considered."""
    told = msgspec.json.decode(job, type=Thought)
    game = _game(told.source)
    try:
        return msgspec.json.encode(_think(game, told, lambda: _is_wanted(slot)))
    except AdjudgeError as error:
        return msgspec.json.encode(Found(failed=str(error) or type(error).__name__))


def _think(game: Game[Any], told: Thought, is_wanted: Callable[[], bool]) -> Found:
    so_far = SoFar(msgspec.json.decode(told.start, type=game.state), tuple(told.record))
    view = msgspec.json.decode(told.view, type=game.state)
    question = question_in(game, told.seat, so_far, told.asked, told.seed)
    bot = game.bot(told.bot)
    assert isinstance(bot, Thinker)
    answer = bot(Asked(told.seat, told.rule, question, view, Random(told.seed), so_far), is_wanted)
    if isinstance(answer, Argued):
        return Found(msgspec.to_builtins(answer.answer), answer.why)
    return Found(msgspec.to_builtins(answer))


@lru_cache(4)
def _match(source: str, digest: str) -> list[Match[Any]]:
    return []


def look_at(slot: int, job: bytes) -> bytes:
    """Looks at some events of a match."""
    share = msgspec.json.decode(job, type=Share)
    kept = _match(share.source, sha256(msgspec.json.encode(share.saved.log) + share.saved.secret.encode()).hexdigest())
    if not kept:
        kept.append(Match.load(share.saved, _game(share.source), waits_for_thought=True))
    eye = Eye(kept[0], share.plan)
    looked = [eye.start()] if share.from_start else []
    for event in share.events:
        if not _is_wanted(slot):
            raise Cancelled("the analysis was given up")
        looked.append(eye.look(event))
    return msgspec.json.encode(looked)


def look_for_a_crew(job: bytes) -> bytes:
    """The same for a crew, whose work nobody calls off halfway."""
    return look_at(NOBODY_CALLS, job)
