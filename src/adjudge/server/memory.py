"""The memory of a server that runs for long."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_memory_back() -> None:
    """Gives the system back what is free between things that are still in use. By itself the C library gives back only
    what is free at the end, so a server would keep all that its busiest hour took. It takes a few milliseconds, and the
    interpreter goes on meanwhile; other C libraries have no such call."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
