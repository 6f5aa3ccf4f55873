"""Ends what hangs: a rule that loops without a call to the table can only be stopped from outside.

The kit tells the watchdog whenever it begins or ends something. When it has computed for too long without a word,
`Hung` is raised in its thread, out of the loop.
"""

from __future__ import annotations

import ctypes
import threading
from time import process_time
from typing import Any

PATIENCE = 30.0
"""Seconds of computing without a sign of life. No turn of a game that people can play comes near it."""
LOOKS = 0.25
"""Seconds between two looks."""


class Hung(BaseException):
    """Something computes and computes. It is no `Exception`, since a rule may catch those."""


class Watchdog:
    """Watches over the thread that made it, from `with` to the end of it."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._heard = process_time()
        self._over = threading.Event()
        self._guard = threading.Lock()
        self._watch = threading.Thread(target=self._look, name="adjudge check watchdog", daemon=True)

    def hear(self) -> None:
        """A sign of life."""
        self._heard = process_time()

    def __enter__(self) -> Watchdog:
        self.hear()
        self._watch.start()
        return self

    def __exit__(self, *_: Any) -> None:
        with self._guard:
            self._over.set()
            _interrupt(self._thread, None)  # one that was sent and did not arrive must not arrive later
        self._watch.join()

    def _look(self) -> None:
        while not self._over.wait(LOOKS):
            with self._guard:
                if not self._over.is_set() and process_time() - self._heard > PATIENCE:
                    _interrupt(self._thread, Hung)  # again at every look, lest a rule catch it and go on


def _interrupt(thread: int, raised: type[BaseException] | None) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(raised) if raised else None)
