"""Tables that nobody touches: a warning in their log first, then a file in a folder, and out of the database.

How long a table is kept is the keeper's choice for the whole server (`Limits.expire_days`) and its host's for the
table; the shorter time counts. The keeper can keep single tables for ever. Nothing goes without a warning that stood
for `warn_days`, nor while somebody sits at the table. What was put away comes back by `adjudge tables --bring-back`,
with the same links, or as a new table by bringing its file in.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from adjudge.engine.errors import AdjudgeError, DamagedFile
from adjudge.engine.match import Match
from adjudge.server.journal import note
from adjudge.server.keys import Keys, Warned, keys_in
from adjudge.server.protocol import TableKept
from adjudge.store import LivesElsewhere, Store, StoreFailed, files
from adjudge.store.notes import put_note
from adjudge.store.tables import Kept, last_touched, untouched

if TYPE_CHECKING:
    from adjudge.server.hub import Hub
    from adjudge.server.room import Room

SHORTEST_DAYS = 1
LONGEST_DAYS = 3_650


def days_kept(keys: Keys, server_days: int) -> int:
    """How long an untouched table is kept; 0 is for ever."""
    return 0 if keys.is_kept else min(filter(None, (keys.days, server_days)), default=0)


def goes_on(keys: Keys, entries: int) -> datetime | None:
    """When a table that was warned goes, if nobody touches it."""
    return keys.warned.goes if keys.warned is not None and keys.warned.entries == entries else None


def card(row: Kept) -> TableKept:
    """A table as a list shows it; one whose keys cannot be read is listed all the same."""
    try:
        keys = keys_in(row.note, row.id)
    except AdjudgeError:
        keys = Keys("")
    return TableKept(
        row.id,
        row.game,
        row.seats,
        row.created,
        row.updated,
        row.position,
        row.bytes,
        row.outcome,
        keys.campaign,
        row.owner or "",
        keys.days,
        keys.is_kept,
        goes_on(keys, row.entries),
    )


def default_folder(store: Store) -> Path:
    """Beside the database; for one that is no file, in the user's own folder."""
    from platformdirs import user_data_path

    file = store.url.database if store.url.get_backend_name() == "sqlite" else None
    on_disk = file not in (None, "", ":memory:")
    return (Path(str(file)).absolute().parent if on_disk else user_data_path("adjudge")) / "put-away"


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Expiry:
    """What a hub does about tables that nobody touches."""

    def __init__(self, hub: Hub, now: Callable[[], datetime] = _utc_now) -> None:
        self._hub, self.now = hub, now
        self.days, self._warned = hub.limits.expire_days, timedelta(days=hub.limits.warn_days)

    @property
    def folder(self) -> Path:
        chosen = self._hub.limits.put_away
        return Path(chosen) if chosen else default_folder(self._hub.store)

    async def look(self) -> None:
        """Goes through all tables that live here or nowhere; one that fails is looked at again next time."""
        since = self.now() - timedelta(days=SHORTEST_DAYS) / 2
        for row in await self._hub.stored(untouched, self._hub.store, since):
            if self._hub.home.holds(row.id) and row.note is not None:
                try:
                    await self._consider(row, keys_in(row.note, row.id))
                except LivesElsewhere:
                    continue
                except AdjudgeError as error:
                    note("table not put away", logging.WARNING, why=str(error), match=row.id)

    async def _consider(self, row: Kept, keys: Keys) -> None:
        days = days_kept(keys, self.days)
        if not days or (keys.campaign and await self._hub.has_table(keys.campaign)):
            return  # a battle goes with its campaign
        goes = goes_on(keys, row.entries)
        if goes is not None:
            if self.now() >= goes:
                await self.put_away(row.id)
            return
        touched = await self._touched(row, keys)
        period = min(self._warned, timedelta(days=days) / 2)
        if self.now() >= touched + timedelta(days=days) - period:
            await self._warn(row.id, touched, max(touched + timedelta(days=days), self.now() + period))

    async def _touched(self, row: Kept, keys: Keys) -> datetime:
        """When something last happened at a table, or at one of a campaign's battles."""
        fought = await self._hub.stored(last_touched, self._hub.store, list(keys.battles.values()))
        return max(it for it in (row.updated, keys.touched, fought) if it is not None)

    async def _warn(self, match_id: str, touched: datetime, goes: datetime) -> None:
        room = await self._hub.room(match_id)
        async with self._hub.held(room):
            await room.tell_all(
                f"Nobody has played here since {_day(touched)}. This table is put away on {_day(goes)}, "
                "unless somebody plays on or the host keeps it."
            )
            await self._hub.put_keys(room, warned=Warned(len(room.match.log), goes))
        note("table warned", match=match_id, goes=goes.isoformat())

    async def put_away(self, match_id: str) -> str:
        """Writes a table to a file, then removes it; the file's name, or nothing if somebody sits there."""
        room = await self._hub.room(match_id)
        async with self._hub.held(room):
            if room.guests:
                return ""
            battles = await self._hub.battles_of(room.match)
            name = await self._hub.stored(self._export, room.match, self._hub.keys[match_id], battles)
            await self._hub.remove(room)
        note("table put away", match=match_id, file=name)
        return name

    def _export(self, match: Match[Any], keys: Keys, battles: list[Match[Any]]) -> str:
        """The match with its own dice, and the keys beside it: files of the server's, like its database."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = self.folder / f"{match.header.game}-{match.header.id}.json"
            handle = os.open(keys_beside(file), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "wb") as beside:
                beside.write(msgspec.json.encode(msgspec.structs.replace(keys, warned=None)))
        except OSError as error:
            raise StoreFailed(f"{self.folder} cannot be written to: {error.strerror}") from None
        files.write(match, file, battles)
        return file.name

    def was_put_away(self, match_id: str) -> bool:
        return any(self.folder.glob(f"*-{match_id}.json"))

    async def choose(self, room: Room, days: int) -> None:
        """The host's choice for a table, which also keeps it for now; the room is held."""
        await self._hub.put_keys(room, days=days, touched=self.now(), warned=None)

    async def keep(self, room: Room, is_kept: bool) -> None:
        """The keeper's choice; the room is held."""
        await self._hub.put_keys(room, is_kept=is_kept, touched=self.now(), warned=None)


def keys_beside(file: Path) -> Path:
    return file.with_suffix(".keys")


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def bring_back(store: Store, file: Path) -> str:
    """Puts a table that was put away into the store again, under its id and with its links; returns the id."""
    match, battles = files.read_with_battles(file)
    beside = keys_beside(file)
    try:
        keys = msgspec.json.decode(beside.read_bytes(), type=Keys)
    except OSError:
        raise AdjudgeError(f"{beside} is missing: bring the file in on the page instead, for new links") from None
    except msgspec.MsgspecError as error:
        raise DamagedFile(f"{beside} cannot be read: {error}") from None
    store.create(match)
    put_note(store, match.header.id, msgspec.structs.replace(keys, touched=_utc_now()))
    for battle in battles:
        if not store.has(battle.header.id):
            store.create(battle)
            put_note(store, battle.header.id, Keys(keys.host, campaign=match.header.id))
    return match.header.id
