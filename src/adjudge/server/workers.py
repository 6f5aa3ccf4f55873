"""Threads for work that may take long, so that no bot's thoughts and no question to the desk hold up other tables.

So many at once, so many waiting, so long each: whatever goes beyond is refused with a sentence. Work that takes too
long is interrupted where it stands; a match that is interrupted stays at its last good position. Nobody can take all
of it: see `Workers`.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import ctypes
import threading
import time
from asyncio import Future
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

from adjudge.engine.errors import AdjudgeError

R = TypeVar("R")


class Busy(AdjudgeError):
    """Too much is waiting already. Cure: try again in a moment."""


class TookTooLong(AdjudgeError):
    """The work was given up. Cure: ask for something smaller, or give the server more time in its limits."""


class _Interrupted(BaseException):
    """Raised in a thread from outside, past every `except Exception` of a rule or a bot."""


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raises something in another thread as soon as that runs again, or takes it back if it has not come to that."""
    raised = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


class _Job:
    """Work for a thread that can be interrupted from another.

    An interruption is lost where Python ignores exceptions (a finaliser, a callback of the garbage collector), so
    whoever interrupts asks again until the work has stopped.
    """

    def __init__(self, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
        self._work, self._given = work, given
        self._guard = threading.Lock()
        self._thread: int | None = None
        self._is_late = False
        self._alarm: asyncio.TimerHandle | None = None
        self.goes_elsewhere = False
        """Whether it is taken out of the thread that is left to those who take little, to be begun again in another."""
        self.was_elsewhere = False
        self.took = 0.0
        """Seconds of the processor's time: what passes while others have it is not this one's fault."""

    def __call__(self) -> Any:
        begun = time.thread_time()
        try:
            return self._run()
        except _Interrupted:
            raise TookTooLong("that took too long and was given up") from None
        finally:
            self._leave()
            self.took = time.thread_time() - begun

    def _run(self) -> Any:
        with self._guard:
            if self._is_late:
                raise _Interrupted
            self._thread = threading.get_ident()
        try:
            return self._work(*self._given)
        finally:
            self._leave()

    def _leave(self) -> None:
        """From here on nobody interrupts this thread, and an interruption under way is taken back."""
        with self._guard:
            if self._thread is not None and self._is_late:
                _raise_in(self._thread, None)
            self._thread = None

    def interrupt_after(self, seconds: float, loop: asyncio.AbstractEventLoop) -> None:
        self._alarm = loop.call_later(seconds, self._interrupt_until_it_stops, loop)

    def _interrupt_until_it_stops(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.interrupt():
            self.interrupt_after(AGAIN_SECONDS, loop)

    def interrupt(self) -> bool:
        """Whether there was something to interrupt."""
        with self._guard:
            self._is_late = True
            if self._thread is None:
                return False
            _raise_in(self._thread, _Interrupted)
            return True

    def again(self) -> _Job:
        """The same work from its start: what was interrupted has changed nothing."""
        job = _Job(self._work, self._given)
        job.was_elsewhere = True
        return job

    def interrupt_now(self, loop: asyncio.AbstractEventLoop) -> None:
        self.let_be()
        self._interrupt_until_it_stops(loop)

    def let_be(self) -> None:
        """Nobody needs to interrupt it any more."""
        if self._alarm is not None:
            self._alarm.cancel()


class _Watched:
    """Work that a sentry watches: in which thread, since when by the clock and by the processor's time."""

    __slots__ = ("_begun", "_processor", "is_late", "thread")

    def __init__(self) -> None:
        self.thread, self.is_late = threading.get_ident(), False
        self._begun, self._processor = time.monotonic(), time.thread_time()

    def has_taken(self, seconds: float) -> bool:
        """Whether it took so long, as another thread sees it. Not every system tells of the processor's time."""
        clock = getattr(time, "pthread_getcpuclockid", None)
        worked = time.clock_gettime(clock(self.thread)) - self._processor if clock else 0.0
        return worked > seconds or time.monotonic() - self._begun > WAITING_FACTOR * seconds


class Sentry:
    """Watches over work that is done at once, on the event loop itself, because it is quick. If it turns out not to be,
    it is interrupted before anybody else notices, and may be tried again in a thread. What passes while other programs
    have the processor does not count, unless it is so long that the work must be waiting for something."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._guard = threading.Lock()
        self._watched: _Watched | None = None
        self._watch: threading.Thread | None = None
        self._over = threading.Event()

    def run(self, work: Callable[..., R], *given: Any) -> R:
        """What the work returns or raises; `TookTooLong` if it is not quick."""
        if self._watch is None:
            self._watch = threading.Thread(target=self._look, name="sentry", daemon=True)
            self._watch.start()
        outer, watched = self._watched, _Watched()
        self._watched = watched
        try:
            try:
                return work(*given)
            finally:
                self._leave(watched, outer)
        except _Interrupted:
            raise TookTooLong("that took too long and was given up") from None
        finally:
            self._leave(watched, outer)

    def _leave(self, watched: _Watched, outer: _Watched | None) -> None:
        """From here on it is not interrupted, and an interruption under way is taken back."""
        with self._guard:
            self._watched = outer
            if watched.is_late:
                _raise_in(watched.thread, None)

    def _look(self) -> None:
        while not self._over.wait(self._seconds / 2):
            if self._interrupts():
                self._over.wait(AGAIN_SECONDS)

    def _interrupts(self) -> bool:
        with self._guard:
            watched = self._watched
            if watched is None or not watched.has_taken(self._seconds):
                return False
            watched.is_late = True
            _raise_in(watched.thread, _Interrupted)
            return True

    def stop(self) -> None:
        self._over.set()


QUICK_SECONDS = 0.1
"""The longest that anybody else may be held up by work that is done at once."""
WAITING_FACTOR = 5
"""So many times as long may it take by the clock: a busy machine is no reason to begin again in a thread."""

WHOSE: ContextVar[str] = ContextVar("whose", default="")
"""For whom this connection is being served: an address."""


class _Account:
    """What one visitor has in hand here: work that waits, how much is at work, and the time it took lately."""

    __slots__ = ("_at", "_spent", "at_work", "waiting")

    def __init__(self) -> None:
        self.waiting: deque[tuple[_Job, Future[Any]]] = deque()
        self.at_work = 0
        self._spent, self._at = 0.0, 0.0

    def spent(self, now: float) -> float:
        """Seconds of work, of which half are forgiven every minute."""
        self._spent *= 0.5 ** ((now - self._at) / FORGIVEN_SECONDS)
        self._at = now
        return self._spent

    def charge(self, seconds: float, now: float) -> None:
        self._spent = self.spent(now) + seconds

    def is_idle(self, now: float) -> bool:
        return not self.waiting and not self.at_work and self.spent(now) < 0.01


FORGIVEN_SECONDS = 60.0
AGAIN_SECONDS = 0.2
"""How long an interruption has to take effect before it is tried again."""
HEAVY_SECONDS = 1.0
"""Whoever took more than this lately leaves one thread to those who took less."""
PATIENT_SECONDS = 0.5
"""How long somebody waits before others who have had theirs must make way; and how long work may take in the thread
that is left to those who take little, before it is begun again in another."""
HAD_SECONDS = 5.0
"""How long work goes on in the other threads in any case, however many wait."""


class _AtWork(NamedTuple):
    """Work under way: whose, who waits for it, since when, whether in the thread for those who take little; and what
    is done once the thread has left it."""

    account: _Account
    job: _Job
    future: Future[Any]
    begun: float
    is_last: bool
    stopped: Future[None]


class Workers:
    """A bounded pool of threads with a time limit, shared fairly.

    Of those who wait, the one who took least comes next. Nobody has more than half the places to wait in, nor more than
    half the threads; one thread is left to those who took little, or less than half of what anybody at work has taken.
    If somebody waits all the same, whoever has been at work longest is given up before its time.
    """

    def __init__(
        self, name: str, threads: int, waiting: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._threads, self._places, self._seconds, self._clock = threads, waiting, seconds, clock
        self._accounts: dict[str, _Account] = {}
        self._in_line: dict[_Account, None] = {}
        self._most_accounts = MOST_ACCOUNTS
        self._under_way: list[_AtWork] = []
        self._waiting = 0
        self._is_pressed = self._is_stopped = False
        self._sentry = Sentry(QUICK_SECONDS)

    @property
    def _at_work(self) -> int:
        return len(self._under_way)

    def at_once(self, work: Callable[..., R], *given: Any) -> R:
        """Work that is known to be quick, done here and now; `TookTooLong` if it is not, and soon."""
        return self._sentry.run(work, *given)

    async def run(self, work: Callable[..., R], *given: Any, whose: str = "") -> R:
        """What the work returns or raises; `Busy` or `TookTooLong` if there is no place or no time for it. `whose`: for
        whom it is done, if not for the address that is being served. If nobody waits for it any more (the caller is
        cancelled), it is given up, and has stopped by the time that the caller hears so."""
        loop = asyncio.get_running_loop()
        whose = whose or WHOSE.get()
        account = self._accounts.setdefault(whose, _Account())
        if self._at_work >= self._threads and not self._has_place(account):
            raise Busy("the server is busy: try again in a moment")
        job, future = _Job(work, given), loop.create_future()
        account.waiting.append((job, future))
        self._in_line[account] = None
        self._waiting += 1
        self._set_to_work(loop)
        if self._waiting:
            self._press_soon(loop)
        try:
            result: R = await future
            return result
        except asyncio.CancelledError:
            await self._abandon(account, future, loop)
            raise
        finally:
            del future  # it knows an error that knows this frame: a circle that only a search for garbage would find

    async def _abandon(self, account: _Account, future: Future[Any], loop: asyncio.AbstractEventLoop) -> None:
        """Takes work out of the line, or interrupts it and waits until it has stopped, within reason."""
        for place, (_, waiting) in enumerate(account.waiting):
            if waiting is future:
                self._leave_line(account, place)
                return
        for it in self._under_way:
            if it.future is future:
                it.job.interrupt_now(loop)
                await asyncio.wait([it.stopped], timeout=PATIENT_SECONDS)
                return

    def _leave_line(self, account: _Account, place: int = 0) -> tuple[_Job, Future[Any]]:
        """Takes out what waits in one of an account's places, the first if none is named."""
        account.waiting.rotate(-place)
        left = account.waiting.popleft()
        account.waiting.rotate(place)
        if not account.waiting:
            del self._in_line[account]
        self._waiting -= 1
        return left

    def _has_place(self, account: _Account) -> bool:
        return self._waiting < self._places and len(account.waiting) < max(1, self._places // 2)

    def _set_to_work(self, loop: asyncio.AbstractEventLoop) -> None:
        """Starts whatever may start now."""
        while not self._is_stopped and self._at_work < self._threads and (account := self._next()) is not None:
            job, future = self._leave_line(account)
            if not future.cancelled():  # else nobody waits for it any more
                self._start(loop, account, job, future)

    def _next(self) -> _Account | None:
        now = self._clock()
        ready = [it for it in self._in_line if self._may_begin(it, now)]
        return min(ready, key=lambda it: (it.at_work, it.spent(now)), default=None)

    def _may_begin(self, account: _Account, now: float) -> bool:
        """Whether it leaves enough to others."""
        if self._threads == 1:
            return True
        if account.at_work >= max(1, self._threads // 2):
            return False
        if self._at_work < self._threads - 1:
            return True
        if account.at_work or account.waiting[0][0].was_elsewhere:
            return False
        taken = [it.account.spent(now) + now - it.begun for it in self._under_way]
        return account.spent(now) <= max(HEAVY_SECONDS, min(taken, default=0.0) / 2)

    def _press_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._is_pressed:
            self._is_pressed = True
            loop.call_later(PATIENT_SECONDS, self._press, loop)

    def _press(self, loop: asyncio.AbstractEventLoop) -> None:
        """Somebody has waited for a while: whoever of the others has been at work longest, and for long, makes way."""
        self._is_pressed = False
        others = [it for it in self._under_way if any(account is not it.account for account in self._in_line)]
        if not others:
            return
        now = self._clock()
        longest = min(others, key=lambda it: it.begun)
        for it in others:
            if it.is_last and not it.job.was_elsewhere and now - it.begun > PATIENT_SECONDS:
                it.job.goes_elsewhere = True
                it.job.interrupt_now(loop)
            elif it is longest and now - it.begun > HAD_SECONDS:
                it.job.interrupt_now(loop)
        self._press_soon(loop)

    def _start(self, loop: asyncio.AbstractEventLoop, account: _Account, job: _Job, future: Future[Any]) -> None:
        is_last = self._threads > 1 and self._at_work == self._threads - 1
        work = _AtWork(account, job, future, self._clock(), is_last, loop.create_future())
        account.at_work += 1
        self._under_way.append(work)
        job.interrupt_after(self._seconds, loop)

        def finish(result: concurrent.futures.Future[Any]) -> None:
            job.let_be()
            self._finish(work, result)

        def done(result: concurrent.futures.Future[Any]) -> None:
            with suppress(RuntimeError):  # the loop may be closed by now
                loop.call_soon_threadsafe(finish, result)

        self._pool.submit(job).add_done_callback(done)

    def _finish(self, work: _AtWork, result: concurrent.futures.Future[Any]) -> None:
        future = work.future
        work.account.at_work -= 1
        self._under_way.remove(work)
        work.stopped.set_result(None)
        work.account.charge(work.job.took, self._clock())
        if future.done():
            pass  # nobody waits for it any more
        elif work.job.goes_elsewhere and not self._is_stopped and _was_interrupted(result):
            work.account.waiting.appendleft((work.job.again(), future))
            self._in_line[work.account] = None
            self._waiting += 1
        elif result.cancelled():
            future.cancel()
        elif (error := result.exception()) is not None:
            future.set_exception(error)
        else:
            future.set_result(result.result())
        self._forget()
        self._set_to_work(future.get_loop())

    def _forget(self) -> None:
        """Drops the accounts of those who have nothing in hand here, once there are twice as many as were left."""
        if len(self._accounts) > self._most_accounts:
            now = self._clock()
            self._accounts = {whose: it for whose, it in self._accounts.items() if not it.is_idle(now)}
            self._most_accounts = max(MOST_ACCOUNTS, 2 * len(self._accounts))

    def stop(self) -> None:
        """Takes no more work, and gives up what is under way: a process ends only when its threads do."""
        self._is_stopped = True
        self._sentry.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
        threading.Thread(target=self._give_up, args=(self._under_way[:],), name="give up", daemon=True).start()

    def _give_up(self, under_way: list[_AtWork]) -> None:
        while under_way := [it for it in under_way if it.job.interrupt()]:
            time.sleep(AGAIN_SECONDS)


def _was_interrupted(result: concurrent.futures.Future[Any]) -> bool:
    return not result.cancelled() and isinstance(result.exception(), TookTooLong)


MOST_ACCOUNTS = 200
