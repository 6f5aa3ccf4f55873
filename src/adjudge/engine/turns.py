"""Turns: where each starts in the line, the state then, and what happened in it.

The state at the start of a turn is its checkpoint: to go on, only the open turn is run again. Of turns long past only
every so many keep theirs; the others are reached from there. A checkpoint that is long is kept as what differs from an
earlier one, so that what is kept of a match grows with what happened in it.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from adjudge.engine.deltas import applied, delta
from adjudge.engine.errors import DamagedFile
from adjudge.engine.log import NOT_KEPT, Happenings, TurnRecord

S = TypeVar("S")

KEPT_EVERY = 16
"""The last so many turns keep their states, and of those before every so-manyth: what is kept of a match must not grow
with its length times the size of its state."""


LONG_STATE = 32 * 1024
"""Bytes from which on a state is kept as what differs from an earlier one, if that is less than half of it."""


class Turn(Generic[S]):
    """A turn with its checkpoint, if it is kept: decoded when it is needed, encoded when it is saved.

    `base` is the earlier turn that a long checkpoint is told by (`base_of`). A turn itself never changes, so that a
    failure can go back to it.
    """

    __slots__ = (
        "_happenings",
        "_is_delta",
        "_kind",
        "_plain",
        "_raw",
        "_raw_happenings",
        "_state",
        "base",
        "called",
        "heading",
        "rolls",
        "start",
    )

    def __init__(
        self,
        kind: type[S],
        start: int,
        rolls: int,
        state: S | None,
        raw: TurnRecord | None = None,
        *,
        base: Turn[S] | None = None,
    ) -> None:
        self._kind, self.start, self.rolls, self._state, self.base = kind, start, rolls, state, base
        self._raw = raw.state if raw and raw.is_kept else None
        self._is_delta = bool(raw and raw.is_delta)
        self._plain: Any = None
        self._raw_happenings = raw.happenings if raw else None
        self._happenings: Happenings = []
        self.heading = raw.heading if raw else ""
        self.called = self.heading
        """What the game calls it, once it was asked: that follows from the state, which may not be at hand later."""

    @property
    def is_kept(self) -> bool:
        """Whether its state is at hand."""
        return self._state is not None or self._raw is not None

    @property
    def state(self) -> S:
        """Its state, which is kept at hand from now on: for the turn that is open."""
        if self._state is None:
            self._state = self.read()
        return self._state

    def read(self) -> S:
        """Its state, for a look at a turn that is over."""
        if self._state is not None:
            return self._state
        assert self._raw is not None
        raw = msgspec.Raw(msgspec.json.encode(self.plain())) if self._is_delta else self._raw
        state: S = self._decoded(raw, self._kind)
        return state

    def plain(self) -> Any:
        """The state as plain data. It is kept for those that are told by it."""
        if self._plain is None:
            if self._raw is None:
                self._plain = msgspec.json.decode(msgspec.json.encode(self._state))
            elif self._is_delta:
                self._plain = self._told_by_base(self._decoded(self._raw, Any))
            else:
                self._plain = self._decoded(self._raw, Any)
        return self._plain

    def _told_by_base(self, change: Any) -> Any:
        try:
            if self.base is None or not self.base.is_kept:
                raise ValueError("the turn that it is told by is missing")
            return applied(self.base.plain(), change)
        except (ValueError, RecursionError) as error:
            raise self._damaged(error) from None

    @property
    def happenings(self) -> Happenings:
        if self._raw_happenings is not None:
            self._happenings = self._decoded(self._raw_happenings, Happenings)
            self._raw_happenings = None
        return self._happenings

    def _decoded(self, raw: msgspec.Raw, kind: Any) -> Any:
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise self._damaged(error) from None

    def _damaged(self, error: Exception) -> DamagedFile:
        return DamagedFile(f"the turn that starts at position {self.start} cannot be read: {error}")

    def told(self, happenings: Happenings) -> Turn[S]:
        """The same turn with other happenings."""
        turn = Turn(self._kind, self.start, self.rolls, self._state, base=self.base)
        turn._raw, turn._is_delta, turn._happenings, turn.called = self._raw, self._is_delta, happenings, self.called
        return turn

    def without_state(self, heading: str) -> Turn[S]:
        turn = Turn(self._kind, self.start, self.rolls, None)
        turn._happenings, turn._raw_happenings = self._happenings, self._raw_happenings
        turn.heading = turn.called = heading
        return turn

    def record(self) -> TurnRecord:
        """As it is saved. From then on its state is kept like that: hardly anybody looks at it again, and of many live
        matches with all their past states as objects the search for garbage would be long."""
        if self._state is not None:
            self._encode()
        told = self._raw_happenings or msgspec.Raw(msgspec.json.encode(self._happenings))
        return TurnRecord(self.start, self.rolls, self._raw or NOT_KEPT, told, self.heading, self._is_delta)

    def _encode(self) -> None:
        if self._raw is None:
            whole = msgspec.json.encode(self._state)
            change = self._change(whole) if len(whole) >= LONG_STATE and self.base is not None else b""
            self._is_delta = bool(change)
            self._raw = msgspec.Raw(change or whole)
        self._state = None

    def _change(self, whole: bytes) -> bytes:
        """What differs from the base; nothing if that is not much less."""
        assert self.base is not None
        change = msgspec.json.encode(delta(self.base.plain(), msgspec.json.decode(whole)))
        return change if 2 * len(change) < len(whole) else b""


def base_of(number: int) -> int:
    """By which turn the state of another is told, both from 1; 0: by none.

    Between two turns that keep their states for good it is the earlier of them. These are told by one of their kind
    whose count has one binary digit less, so that a chain is as long as the number of digits, and all of them together
    tell each change about as many times.
    """
    kept, since = divmod(number - 1, KEPT_EVERY)
    if since:
        return kept * KEPT_EVERY + 1
    return (kept & (kept - 1)) * KEPT_EVERY + 1 if kept else 0


def is_thinned(number: int) -> bool:
    """Whether the turn of that number, from 1, does not keep its state once it is long past."""
    return number % KEPT_EVERY != 1
