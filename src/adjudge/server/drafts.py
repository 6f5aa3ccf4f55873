"""Games that their author is writing, at a server: what is saved counts at once, at every table of that game.

Only files that were named when the server was started are ever read. A table whose match cannot go on by the new rules
says so, with the author's line first, and stays as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adjudge.check.drafts import LOOK_SECONDS, Draft, refused, taken_up
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.game import Game
from adjudge.server import desk, papers
from adjudge.server.journal import note
from adjudge.server.room import Room

if TYPE_CHECKING:
    from adjudge.server.hub import Hub


async def follow(hub: Hub, drafts: Sequence[Draft]) -> None:
    """Looks again and again whether something was saved."""
    while drafts:
        await asyncio.sleep(LOOK_SECONDS)
        for draft in drafts:
            if draft.is_changed():
                await take_up(hub, draft)


async def take_up(hub: Hub, draft: Draft) -> None:
    """Reads a draft again, and has all its tables that are awake go on by it."""
    before = draft.game
    tables = [room for room in hub.rooms.values() if room.match.game is before]
    try:
        game = draft.read_again()
    except AdjudgeError as error:
        note("draft not read", logging.WARNING, file=draft.name, why=str(error))
        for room in tables:
            await _warn(room, error)
        return
    note("draft read", file=draft.name, game=game.id, version=game.version)
    desk.prepare([game])
    papers.prepare([game])
    hub.minds.stop()  # its processes know the old rules; others are started when they are needed
    for room in tables:
        await _go_on_by(room, draft, game)


async def _go_on_by(room: Room, draft: Draft, game: Game[Any]) -> None:
    try:
        async with room.lock:
            if not room.is_gone:
                await room.rule_by(game, lambda: taken_up(draft, game, room.match))
    except AdjudgeError as error:
        await _warn(room, error)
    except Exception as error:
        note("failed", logging.ERROR, error=error, match=room.match.header.id, game=game.id)


async def _warn(room: Room, error: AdjudgeError) -> None:
    async with room.lock:
        if not room.is_gone:
            await room.warn(refused(error))
