"""Bounds on what strangers can make the server do: how much, how often, how long."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from adjudge.engine.errors import AdjudgeError, BadInput

MOST_BODY = 256 * 1024
MOST_FRAME = 16 * 1024
MOST_ADDRESSES = 10_000
MOST_DEPTH = 24
MOST_VALUES = 20_000
MOST_NUMBER = 10**9
MOST_TEXT = 100_000


class Limits(Struct, frozen=True):
    """The bounds of one server; every number can be set when it is started."""

    matches_per_address: int = 60
    """New matches an address may set up within an hour."""
    connections_per_table: int = 64
    connections_per_address: int = 64
    messages_per_second: float = 20.0
    message_burst: int = 60
    questions_per_second: float = 8.0
    """Odds and looks back that a connection may ask for: they cost more than an answer."""
    question_burst: int = 40
    questions_waiting: int = 200
    """Odds and looks back that wait for their turn; beyond it they are refused."""
    requests_per_second: float = 20.0
    request_burst: int = 120
    live_tables: int = 2_000
    """Tables kept awake at once; beyond it the longest idle one is put to sleep."""
    idle_seconds: float = 900.0
    desk_threads: int = 2
    desk_waiting: int = 16
    desk_seconds: float = 10.0
    """The longest that one question to the desk may take."""
    setup_threads: int = 2
    setup_waiting: int = 256
    setup_seconds: float = 10.0
    """The longest that bots may play while a table is being set up."""
    play_threads: int = 4
    play_waiting: int = 256
    play_seconds: float = 30.0
    """The longest that bots may go on by themselves."""
    expire_days: int = 0
    """How long a table is kept that nobody touches; 0 is for ever."""
    warn_days: int = 7
    """How long before that its log tells everybody."""
    put_away: str = ""
    """The folder for the files of tables that went; beside the database if nothing is said."""
    minds: int = 2
    """Processes that think, for bots, hints and analyses; they are started when somebody first thinks."""


class Bucket:
    """A token bucket: `burst` at once, refilled at `rate` per second."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._left, self._at = float(burst), clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket for each address; the least recently seen addresses are forgotten first."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self.clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst, self.clock)
        self._buckets[address] = bucket
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()


class Connections:
    """How many connections each address holds at this moment."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Counts one more as long as the block runs."""
        if self._open[address] >= self._most:
            raise AdjudgeError("too many connections from this address: close one first")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def check_size(data: Any, what: str) -> None:
    """Refuses data from outside that is nested too deeply, has too many parts, too long texts or absurd numbers."""
    if isinstance(data, str) and len(data) <= MOST_TEXT:
        return
    level, values = [data], 0
    for _ in range(MOST_DEPTH):
        values += len(level)
        if values > MOST_VALUES:
            raise BadInput(what, f"{values} values", f"at most {MOST_VALUES}")
        if any(isinstance(it, str) and len(it) > MOST_TEXT for it in level):
            raise BadInput(what, "a long text", f"texts of up to {MOST_TEXT} characters")
        if any(isinstance(it, (int, float)) and not -MOST_NUMBER <= it <= MOST_NUMBER for it in level):
            raise BadInput(what, "a huge number", f"numbers up to {MOST_NUMBER}")
        level = [inner for it in level for inner in _parts(it)]
        if not level:
            return
    raise BadInput(what, "data nested deeply", f"at most {MOST_DEPTH} levels")


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def plain_text(text: str) -> str:
    """Words of a person on one line, without signs that command a screen or turn its writing around."""
    return " ".join("".join(sign if sign.isprintable() else " " if sign.isspace() else "" for sign in text).split())
