"""Questions beside the game: the odds of an answer, and looks back at earlier positions.

They cost more than an answer, so each connection has a line of its own for them, of so many and so fast. What waits in
it holds up nothing: answers go past it, and odds that the table has moved away from leave it unasked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeGuard

import msgspec

from adjudge.server.limits import Bucket, Limits
from adjudge.server.protocol import Foresee, Foreseen, FromClient, Look, Peek, Peeked, Refused
from adjudge.server.room import Guest, Room

Aside = Foresee | Peek | Look

MOST_ASIDE = 1024
"""Bytes that an answer whose odds are wanted may have: what waits is kept in memory."""


def is_aside(message: FromClient) -> TypeGuard[Aside]:
    return isinstance(message, (Foresee, Peek, Look))


class Asides:
    """The line of one connection."""

    def __init__(self, guest: Guest, room: Room, limits: Limits, clock: Callable[[], float]) -> None:
        self._guest, self._room = guest, room
        self._pace = 1 / limits.questions_per_second
        self._bucket = Bucket(limits.questions_per_second, limits.question_burst, clock)
        self._waiting: asyncio.Queue[Aside] = asyncio.Queue(limits.questions_waiting)

    def take(self, aside: Aside) -> bool:
        """Puts a question in line, if there is room and it is worth it."""
        if self._waiting.full() or self._is_stale(aside) or _is_large(aside):
            return False
        self._waiting.put_nowait(aside)
        return True

    def turn_away(self, aside: Aside) -> None:
        """Says why a question was not put in line."""
        if not isinstance(aside, Look) and self._is_stale(aside):
            self._guest.send(_stale(aside))
        else:
            self._guest.send(Refused(aside.id, "too many or too long questions: slow down", self._room.match.position))

    async def serve(self) -> None:
        """Answers what waits, one after the other, as long as the guest is here to hear it."""
        while True:
            aside = await self._waiting.get()
            while not self._is_stale(aside) and not self._bucket.take():
                await asyncio.sleep(self._pace)
            if not isinstance(aside, Look) and self._is_stale(aside):
                self._guest.send(_stale(aside))
            else:
                await self._room.hear_aside(self._guest, aside)

    def _is_stale(self, aside: Aside) -> bool:
        return isinstance(aside, (Foresee, Peek)) and not self._room.asks_at(aside.position)


def _stale(aside: Foresee | Peek) -> Foreseen | Peeked:
    if isinstance(aside, Peek):
        return Peeked(aside.id, aside.position, aside.answers)
    return Foreseen(aside.id, aside.position, aside.answer, is_stale=True)


def _is_large(aside: Aside) -> bool:
    given = (
        (aside.answer, aside.after) if isinstance(aside, Foresee) else aside.answers if isinstance(aside, Peek) else ()
    )
    return len(msgspec.json.encode(given)) > MOST_ASIDE
