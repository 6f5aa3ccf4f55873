"""What the keeper of a server does: look at all tables, end, export and keep them. Reached through the gate alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from litestar import MediaType, Response, delete, get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from adjudge import __version__
from adjudge.engine.errors import AdjudgeError
from adjudge.server.expiry import card
from adjudge.server.hub import Hub
from adjudge.server.journal import note
from adjudge.server.protocol import Awake, KeepersList
from adjudge.store.tables import all_kept

MatchId = Annotated[str, PathParameter(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


@get("/admin/api/tables", include_in_schema=False)
async def list_tables(state: State) -> KeepersList:
    hub: Hub = state.hub
    limits = hub.limits
    rows = await hub.stored(all_kept, hub.store)
    tables = [card(it) for it in rows if it.note is not None]
    folder = str(hub.expiry.folder)
    return KeepersList(
        __version__, hub.store.server or "", limits.expire_days, limits.warn_days, hub.home.count, folder, tables
    )


@get("/admin/api/awake/{place:int}", sync_to_thread=False, include_in_schema=False)
def list_awake(state: State) -> Awake:
    """Who is connected in this process; the door sees to it that the place is the one asked for."""
    hub: Hub = state.hub
    return Awake(hub.home.place, {match_id: len(room.guests) for match_id, room in hub.rooms.items()})


@delete("/admin/api/tables/{match_id:str}", include_in_schema=False)
async def end_table(match_id: MatchId, state: State) -> None:
    hub: Hub = state.hub
    room = await hub.room(match_id)
    async with hub.held(room):
        await hub.remove(room)
    note("table removed", match=match_id, by="keeper")


@get("/admin/api/tables/{match_id:str}/save", include_in_schema=False)
async def export_table(match_id: MatchId, state: State) -> Response[bytes]:
    """The same copy that the host gets, of which everybody is told."""
    hub: Hub = state.hub
    room = await hub.room(match_id)
    async with hub.held(room):
        name, text = await hub.copy(room)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=MediaType.JSON, headers=headers)


@post("/admin/api/tables/{match_id:str}/put-away", status_code=200, include_in_schema=False)
async def put_away(match_id: MatchId, state: State) -> dict[str, str]:
    hub: Hub = state.hub
    name = await hub.expiry.put_away(match_id)
    if not name:
        raise AdjudgeError("somebody sits at this table: it cannot be put away now")
    return {"file": str(Path(hub.expiry.folder) / name)}


@put("/admin/api/tables/{match_id:str}/kept", include_in_schema=False)
async def keep_table(match_id: MatchId, data: JSONBody[bool], state: State) -> dict[str, bool]:
    """Keeps a table for ever, or as long as any other."""
    hub: Hub = state.hub
    room = await hub.room(match_id)
    async with hub.held(room):
        await hub.expiry.keep(room, data)
    return {"is_kept": data}


ROUTES: list[Any] = [list_tables, list_awake, end_table, export_table, put_away, keep_table]
