"""Other processes of this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from threading import Lock, current_thread, main_thread

from adjudge.crews.crew import Crew, Lost, Work


class Pool(Crew):
    """As many processes as it has hands, started with the first job. If one is killed, all begin again."""

    def __init__(self, hands: int, niceness: int = 0) -> None:
        self.hands, self._niceness = hands, niceness
        self._pool: ProcessPoolExecutor | None = None
        self.is_closed = False
        self._guard = Lock()

    def submit(self, work: Work, job: bytes) -> Future[bytes]:
        with deaf_to_interruption(), self._guard:  # it may be closed by another thread
            if self.is_closed:
                raise Lost("the crew was let go")
            if self._pool is None:
                self._pool = self._opened()
            try:
                return self._pool.submit(work, job)
            except BrokenExecutor:
                self._pool = self._opened()
                return self._pool.submit(work, job)

    def _opened(self) -> ProcessPoolExecutor:
        # A fresh interpreter each, not a fork: that is safe whatever threads this process has.
        return ProcessPoolExecutor(self.hands, get_context("spawn"), _begin, (self._niceness,))

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenExecutor)

    def close(self) -> None:
        """Whoever is still at work is stopped: a bot may think about its match for minutes."""
        with self._guard:
            self.is_closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            workers = [*(getattr(pool, "_processes", None) or {}).values()]
            for worker in workers:
                worker.terminate()
            # One may have been stopped within an answer. The pool would wait for the rest of it for ever while this
            # process could still write it; with nobody left who could, it sees that its workers are gone.
            if end := getattr(getattr(pool, "_result_queue", None), "_writer", None):
                end.close()
            pool.shutdown()
            for worker in workers:
                worker.join()


@contextmanager
def deaf_to_interruption() -> Iterator[None]:
    """Processes started here leave an interruption to the one that started them, which hears of it afterwards.

    Blocking the signal is for them, who inherit that. This process may get it all the same, by a thread of some
    library; so until the processes are started it only takes note of it. Python's own helper that looks after shared
    things comes first: where it is started, the signal is let through again.
    """
    if not hasattr(signal, "pthread_sigmask") or current_thread() is not main_thread():
        yield
        return
    resource_tracker.ensure_running()
    heard: list[int] = []
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    handler = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if heard and callable(handler):
            handler(heard[0], None)


def _begin(niceness: int) -> None:
    import os

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
