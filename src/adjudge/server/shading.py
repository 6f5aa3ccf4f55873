"""Heat-maps of a connection: what every spot of a reach is worth, worked out beside the game.

It is done in short pieces, with a rest as long as the piece after each: an answer waits for one piece at most, and
a table takes half a thread. One map at a time is worked out for a table, and it ends when the table moves on, when
something else is asked for, or when its guest goes.
"""

from __future__ import annotations

import asyncio
import time

from adjudge.engine.errors import AdjudgeError
from adjudge.odds import Grid, grid_of, heat, question_for, stake_of, uniform
from adjudge.server.limits import check_size
from adjudge.server.protocol import Refused, Shade, Shaded
from adjudge.server.refusals import in_public
from adjudge.server.room import Guest, Room

PIECE_SECONDS = 0.05


class Shading:
    """The one map that a guest wants, if any."""

    def __init__(self, guest: Guest, room: Room) -> None:
        self._guest, self._room = guest, room
        self._wanted: Shade | None = None
        self._news = asyncio.Event()

    def ask(self, wanted: Shade) -> None:
        """From now on this map is wanted, and no other."""
        self._wanted = wanted
        self._news.set()

    async def serve(self) -> None:
        """Works out what is wanted, one map after the other."""
        while True:
            await self._news.wait()
            self._news.clear()
            wanted = self._wanted
            if wanted is not None and wanted.stake:
                async with self._room.shading:
                    await self._work_out(wanted)

    def _is_wanted(self, wanted: Shade) -> bool:
        return self._wanted is wanted and self._room.asks_at(wanted.position)

    async def _work_out(self, wanted: Shade) -> None:
        grid: Grid | None = None
        done = 0
        while self._is_wanted(wanted) and (grid is None or done < len(grid.spots)):
            begun = time.monotonic()
            try:
                found = await self._room.beside(self._guest, self._piece, wanted, grid, done)
            except AdjudgeError as error:
                self._guest.send(Refused(wanted.id, in_public(error), self._room.match.position))
                return
            if found is None:
                return
            grid, part = found
            done += len(part.spots)
            self._guest.send(part)
            await asyncio.sleep(time.monotonic() - begun)

    def _piece(self, wanted: Shade, grid: Grid | None, done: int) -> tuple[Grid, Shaded] | None:
        """The next few spots, as many as there is time for, but one at least."""
        match, seat = self._room.match, self._guest.seat
        if seat is None or not self._is_wanted(wanted):
            return None
        check_size(list(wanted.after), "after")
        until = time.monotonic() + PIECE_SECONDS
        moment, question = question_for(match, seat, wanted.after)
        if question is None:
            raise AdjudgeError("no spot is wanted there: nothing can be shaded")
        stake = stake_of(question, wanted.stake)
        grid = grid or grid_of(question.region)
        spots: list[tuple[float, float, float | None]] = []
        for (x, y), value in heat(match, moment, seat, stake, grid.spots[done:], match.game.policy or uniform):
            spots.append((x, y, value))
            if time.monotonic() > until:
                break
        part = Shaded(
            wanted.id, wanted.position, wanted.stake, wanted.after, tuple(spots), grid.spacing, len(grid.spots)
        )
        return grid, part
