"""Thinking at a table: bots that think, hints, what was considered, and the analysis of a match.

None of it holds up the server. It is done in worker processes (`adjudge.mind.pool`), at most one thought for each table
at a time, and let go of when its question is gone: answered, taken back, given to somebody else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any
from weakref import ref

import msgspec
from litestar import get, post, put
from litestar.datastructures import State
from litestar.params import HeaderParameter, JSONBody, PathParameter
from msgspec import Struct

from adjudge.engine.errors import AdjudgeError
from adjudge.engine.log import Considered
from adjudge.engine.match import Match
from adjudge.engine.table import Argued, Asked
from adjudge.mind.analysis import QUICK, Analysis, fingerprint
from adjudge.mind.pool import Found, Job, Minds, TooBusy, analyse_with, found_in, think_about, thought
from adjudge.mind.think import Cancelled, Thinker
from adjudge.mind.thoughts import HINT, Thought, hides_something, thoughts
from adjudge.server.journal import note
from adjudge.server.refusals import NAMED

if TYPE_CHECKING:
    from adjudge.server.hub import Hub
    from adjudge.server.room import Room

AGAIN_SECONDS = 0.5
FORGOTTEN_SECONDS = 20.0
"""An analysis that nobody asks after for so long is given up."""
MOST_ANALYSES_KEPT = 32
MOST_ANALYSES_AT_ONCE = 1


class Thinking:
    """Has the bot think that a room waits for, and gives its answer when it comes.

    It knows its room by a weak reference: a room that nobody needs goes at once, and is no garbage to be searched for.
    """

    def __init__(self, room: Room, minds: Minds) -> None:
        self._known, self._minds = ref(room), minds
        self._at: tuple[int, str] | None = None
        self._task: asyncio.Task[None] | None = None
        self._job: Job | None = None
        self.is_hinting = False

    @property
    def _room(self) -> Room:
        room = self._known()
        assert room is not None
        return room

    def attend(self) -> None:
        """Looks whom the table waits for: begins to think, goes on, or lets go of what is not asked any more."""
        match = self._room.match
        seat = None if self._room.is_gone or self._room.is_paused else match.thinker()
        at = (len(match.log), seat) if seat is not None else None
        if at == self._at and (self._task is None or not self._task.done()):
            return
        self.stop()
        if at is not None:
            self._at = at
            self._task = asyncio.get_running_loop().create_task(self._think(*at))

    def stop(self) -> None:
        """Lets go of a thought."""
        if self._task is not None and self._task is not _current():
            self._task.cancel()
        if self._job is not None:
            self._job.cancel()
        self._at = self._task = self._job = None

    async def _think(self, at: int, seat: str) -> None:
        room = self._room
        async with room.lock:
            asked = room.match.question_to(seat) if len(room.match.log) == at and not room.is_gone else None
            bot = room.match.bots.get(seat)
        if asked is None or bot is None:
            return
        called = next(it.bot for it in room.match.header.seats if it.id == seat)
        found = await self._found(asked, called)
        if found.failed or found.answer is None:
            answer = bot.quick(asked) if isinstance(bot, Thinker) else None
            found = Found(msgspec.to_builtins(answer))
        async with room.lock:
            if len(room.match.log) == at and not room.is_gone and not room.is_paused:
                await self._answer(seat, found)

    async def _answer(self, seat: str, found: Found) -> None:
        room = self._room
        self._at = self._job = None
        try:
            await room.go_on(partial(room.match.answer, seat, found.answer, why=found.why))
        except AdjudgeError as error:
            await room.own_up(error)
        except Exception as error:
            note("failed", logging.ERROR, error=error, match=room.match.header.id, game=room.match.game.id)

    async def _found(self, asked: Asked, called: str) -> Found:
        """What comes of thinking about a question: in another process where that can be, else in a thread."""
        seed = str(asked.rng.getrandbits(64))
        job = thought(self._room.match.game, called, asked, seed)
        if job is None:
            return await self._room.in_a_thread(_think_here, self._room.match, called, asked)
        while True:
            try:
                self._job = self._minds.submit(think_about, job)
                break
            except TooBusy:
                await asyncio.sleep(AGAIN_SECONDS)
        try:
            return found_in(await asyncio.wrap_future(self._job.future))
        except asyncio.CancelledError:
            self._job.cancel()
            raise
        except Exception as error:  # a worker that died: the game's own bot answers
            note("thinking failed", logging.ERROR, error=error, match=self._room.match.header.id)
            return Found(failed=type(error).__name__)

    async def hint(self, seat: str) -> Considered:
        """What a mind in that seat would consider. One at a time for each table."""
        room = self._room
        if self.is_hinting:
            raise AdjudgeError("a hint is being thought about already: it comes in a moment")
        async with room.lock:
            asked, at = room.match.question_to(seat), len(room.match.log)
        if asked is None:
            raise AdjudgeError("you are not asked anything just now")
        self.is_hinting = True
        try:
            found = await Thinking(room, self._minds)._found(asked, HINT)
        finally:
            self.is_hinting = False
        if len(room.match.log) != at:
            raise AdjudgeError("the table has moved on: ask again")
        if found.why is None:
            raise AdjudgeError("there is nothing to weigh here" if not found.failed else "nobody can think about this")
        room.hinted = (at, seat)
        return found.why


def _current() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def _think_here(match: Match[Any], called: str, asked: Asked) -> Found:
    argued = match.game.bot(called)(asked)
    if isinstance(argued, Argued):
        return Found(msgspec.to_builtins(argued.answer), argued.why)
    return Found(msgspec.to_builtins(argued))


# ---------------------------------------------------------------------- the analysis


class AnalysisShown(Struct, frozen=True):
    """The analysis of a match, or how far it has got."""

    done: int
    of: int
    analysis: Analysis | None = None
    failed: str = ""


class _Running:
    """An analysis under way."""

    def __init__(self) -> None:
        self.done, self.of = 0, 1
        self.asked_at = time.monotonic()
        self.failed = ""

    def progress(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    def is_wanted(self) -> bool:
        return time.monotonic() - self.asked_at < FORGOTTEN_SECONDS

    def counts(self) -> bool:
        """Whether it is at work, or somebody is still to be told that it failed."""
        return not self.failed or self.is_wanted()


class Analyses:
    """The analyses of a server: a few are kept, one at a time is worked out."""

    def __init__(self, minds: Minds, workers: int) -> None:
        self._minds, self._workers = minds, workers
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._running: dict[str, _Running] = {}

    async def ask(self, room: Room, *, is_seated: bool, agreed: Sequence[str]) -> AnalysisShown:
        """How far the analysis of a match has got; it is begun when it is first asked for."""
        match = room.match
        if not match.is_over:
            self._check_running(match, is_seated=is_seated, agreed=agreed)
        async with room.lock:
            key = fingerprint(match, QUICK)
            if key in self._kept:
                self._kept.move_to_end(key)
                return AnalysisShown(1, 1, self._kept[key])
            if key not in self._running:
                self._begin(key, match)
        running = self._running[key]
        running.asked_at = time.monotonic()
        if running.failed:
            del self._running[key]
        return AnalysisShown(running.done, running.of, None, running.failed)

    def _check_running(self, match: Match[Any], *, is_seated: bool, agreed: Sequence[str]) -> None:
        """While a match goes on, its analysis is for those who watch; for those who play if all of them agree."""
        if is_seated and len(match.people) > 1 and not set(match.people) <= set(agreed):
            raise AdjudgeError("the match goes on: you get its analysis when it is over, or when all who play agree")
        if hides_something(match):
            raise AdjudgeError("something is hidden at this table: it can be analysed when the match is over")

    def _begin(self, key: str, match: Match[Any]) -> None:
        for known, it in list(self._running.items()):
            if not it.counts():
                self._running.pop(known, None)
        if len(self._running) >= MOST_ANALYSES_AT_ONCE:
            raise TooBusy("another match is being analysed: try again in a minute")
        running = self._running[key] = _Running()
        copy = Match.load(match.save(), match.game, waits_for_thought=True)  # it goes on meanwhile
        asyncio.get_running_loop().run_in_executor(None, self._work, key, copy, running)

    def _work(self, key: str, match: Match[Any], running: _Running) -> None:
        try:
            found = analyse_with(
                self._minds, self._workers, match, QUICK, progress=running.progress, is_wanted=running.is_wanted
            )
        except Cancelled:
            self._running.pop(key, None)
            return
        except Exception as error:
            note("analysis failed", logging.ERROR, error=error, match=match.header.id, game=match.game.id)
            running.failed = "the analysis failed"
            return
        self._kept[key] = found
        while len(self._kept) > MOST_ANALYSES_KEPT:
            self._kept.popitem(last=False)
        self._running.pop(key, None)


# ---------------------------------------------------------------------- routes

MatchId = Annotated[str, PathParameter(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Token = Annotated[str, HeaderParameter(name="Adjudge-Token", max_length=80)]


class Agreed(Struct, frozen=True):
    """Whether those who play agree to an analysis while the match goes on: who does, and who is still to be asked."""

    agreed: list[str]
    missing: list[str]


class Allowed(Struct, frozen=True):
    """Whether hints are allowed at a table."""

    hints: bool


@get("/api/matches/{match_id:str}/analysis", summary="The analysis of a match, or how far it has got", responses=NAMED)
async def analysis(match_id: MatchId, state: State, token: Token = "") -> AnalysisShown:
    hub: Hub = state.hub
    room = await hub.room(match_id)
    is_seated = hub.opens(match_id, token).seat is not None
    return await hub.analyses.ask(room, is_seated=is_seated, agreed=hub.keys[match_id].analysts)


@get("/api/matches/{match_id:str}/analysis/agreed", summary="Who agrees to an analysis now", responses=NAMED)
async def agreed_to_analysis(match_id: MatchId, state: State) -> Agreed:
    return _agreed(state.hub, await state.hub.room(match_id))


@put("/api/matches/{match_id:str}/analysis/agreed", summary="Agree to an analysis now, or not", responses=NAMED)
async def agree_to_analysis(match_id: MatchId, data: JSONBody[bool], state: State, token: Token) -> Agreed:
    await state.hub.agree_to_analysis(match_id, token, data)
    return _agreed(state.hub, await state.hub.room(match_id))


def _agreed(hub: Hub, room: Room) -> Agreed:
    people, said = room.match.people, hub.keys[room.match.header.id].analysts
    return Agreed([it for it in people if it in said], [it for it in people if it not in said])


@get("/api/matches/{match_id:str}/thoughts", summary="What bots considered before their answers", responses=NAMED)
async def considered(match_id: MatchId, state: State) -> list[Thought]:
    hub: Hub = state.hub
    room = await hub.room(match_id)
    async with room.lock:
        return thoughts(room.match, 0)


@get("/api/matches/{match_id:str}/hints", summary="Whether hints are allowed at a table", responses=NAMED)
async def hints(match_id: MatchId, state: State) -> Allowed:
    hub: Hub = state.hub
    await hub.room(match_id)
    return Allowed(hub.keys[match_id].hints)


@put("/api/matches/{match_id:str}/hints", summary="Allow hints at a table, or forbid them", responses=NAMED)
async def allow_hints(match_id: MatchId, data: JSONBody[bool], state: State, token: Token) -> Allowed:
    await state.hub.allow_hints(match_id, token, data)
    return Allowed(data)


@post("/api/matches/{match_id:str}/hint", status_code=200, summary="A hint for the seat of a token", responses=NAMED)
async def hint(match_id: MatchId, state: State, token: Token) -> Considered:
    return await state.hub.hint(match_id, token)  # type: ignore[no-any-return]


ROUTES: list[Any] = [analysis, agreed_to_analysis, agree_to_analysis, considered, hints, allow_hints, hint]
