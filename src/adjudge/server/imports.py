"""A match, or a campaign with its battles, that comes as a file: it gets a table here if all of it replays.

A file is somebody's word. So every turn is run again, each face is checked against the secret, each result against the
match it came from, before anything is stored; and the table gets an id of this server's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from adjudge.engine.audit import audit, audit_battles
from adjudge.engine.errors import BadInput
from adjudge.engine.match import Match
from adjudge.server.journal import note
from adjudge.server.protocol import Created
from adjudge.store import files

if TYPE_CHECKING:
    from adjudge.server.hub import Hub

MOST_IMPORT = 16 * 1024 * 1024
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


async def bring_in(hub: Hub, content: bytes) -> Created:
    """A table for the match of a file, with new tokens for everybody."""
    match, battles = await hub.play.run(checked, content, hub.new_id())
    created = await hub.open(match)
    for battle in battles:
        if not await hub.stored(hub.store.has, battle.header.id):
            await hub.keep_finished(battle, created)
    note("match imported", match=created.id, game=match.header.game, battles=len(battles))
    return created


def checked(content: bytes, match_id: str) -> tuple[Match[Any], list[Match[Any]]]:
    """The match of a file under another id, and its battles: refused with the first thing that is wrong."""
    saved = files.decode(content)
    header = msgspec.structs.replace(saved.header, id=match_id)
    match = Match.load(msgspec.structs.replace(saved, header=header, battles=()))
    battles = [Match.load(it) for it in saved.battles]
    if not all(_ID.fullmatch(it.header.id) and it.is_over for it in battles):
        raise BadInput("file", saved.header.id, "a campaign whose battles are over and have ids as we give them")
    report = audit(match)
    fought = audit_battles(match, {it.header.id: it for it in battles})
    for problem in (*report.problems, *fought.problems):
        raise BadInput("file", saved.header.id, f"a match that replays: {problem}")
    return match, battles
