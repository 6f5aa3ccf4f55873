"""Whether something of a rule would take hold if an exception left it now: an `except`, a `finally`, a `with`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import CodeType, FrameType


def is_guarded(frame: FrameType | None) -> bool:
    """Whether a handler covers the place where a frame, or one of those that called it, stands."""
    while frame is not None:
        if frame.f_code.co_exceptiontable and any(frame.f_lasti in it for it in _covered(frame.f_code)):
            return True
        frame = frame.f_back
    return False


@cache
def _covered(code: CodeType) -> tuple[range, ...]:
    """The stretches of a function's instructions that handlers cover, in bytes."""
    numbers = _numbers(code.co_exceptiontable)
    entries = zip(numbers, numbers, numbers, numbers, strict=False)  # start, length, handler, depth
    return tuple(range(2 * start, 2 * (start + length)) for start, length, _, _ in entries)


def _numbers(table: bytes) -> Iterator[int]:
    """The numbers of an exception table: six bits to a byte, and a bit that says that more follow."""
    number = 0
    for byte in table:
        number = number << 6 | byte & 63
        if not byte & 64:
            yield number
            number = 0
