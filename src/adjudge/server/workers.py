"""Threads for work that may take long, so that no bot's thoughts and no question to the desk hold up other tables.

So many at once, so many waiting, so long each: whatever goes beyond is refused with a sentence. Work that takes too
long is interrupted where it stands; a match that is interrupted stays at its last good position.
"""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from adjudge.engine.errors import AdjudgeError

R = TypeVar("R")


class Busy(AdjudgeError):
    """Too much is waiting already. Cure: try again in a moment."""


class TookTooLong(AdjudgeError):
    """The work was given up. Cure: ask for something smaller, or give the server more time in its limits."""


class _Interrupted(BaseException):
    """Raised in a thread from outside, past every `except Exception` of a rule or a bot."""


class _Job:
    """Work for a thread that can be interrupted from another."""

    def __init__(self, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
        self._work, self._given = work, given
        self._guard = threading.Lock()
        self._thread: int | None = None
        self._is_late = False

    def __call__(self) -> Any:
        try:
            return self._run()
        except _Interrupted:
            raise TookTooLong("that took too long and was given up") from None

    def _run(self) -> Any:
        with self._guard:
            if self._is_late:
                raise _Interrupted
            self._thread = threading.get_ident()
        try:
            return self._work(*self._given)
        finally:
            with self._guard:  # from here on nobody interrupts this thread
                self._thread = None

    def interrupt(self) -> None:
        with self._guard:
            self._is_late = True
            if self._thread is not None:
                thread, raised = ctypes.c_ulong(self._thread), ctypes.py_object(_Interrupted)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, raised)


class Workers:
    """A bounded pool of threads with a time limit."""

    def __init__(self, name: str, threads: int, waiting: int, seconds: float) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._places = threading.Semaphore(threads + waiting)
        self._seconds = seconds

    async def run(self, work: Callable[..., R], *given: Any) -> R:
        """What the work returns or raises; `Busy` or `TookTooLong` if there is no place or no time for it."""
        if not self._places.acquire(blocking=False):
            raise Busy("the server is busy: try again in a moment")
        job = _Job(work, given)
        future: Future[R] = self._threads.submit(job)
        future.add_done_callback(self._free)
        alarm = asyncio.get_running_loop().call_later(self._seconds, job.interrupt)
        try:
            return await asyncio.wrap_future(future)
        finally:
            alarm.cancel()

    def _free(self, _: Future[Any]) -> None:
        self._places.release()

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
