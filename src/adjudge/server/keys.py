"""The keys of a table, kept as a note beside its match: who may do what there, and how long it stays."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine.errors import DamagedFile
from adjudge.store import UnknownMatch


class Warned(Struct, frozen=True):
    """That a table was told of its end. It counts as long as the log has not grown since."""

    entries: int
    goes: datetime


class Inherited(Struct, frozen=True):
    """What a battle's table took over from its campaign's keys: whatever differs there by now is news."""

    holders: dict[str, str]
    """Which seat of the campaign holds each seat of the battle."""
    host: str
    seats: dict[str, str]


class Keys(Struct, frozen=True):
    """Who may do what at a table, as hashes of the tokens that were handed out; and how long it is kept."""

    host: str
    seats: dict[str, str] = {}
    is_paused: bool = False
    hints: bool = False
    """Whether people may ask for hints: the host allows it."""
    analysts: tuple[str, ...] = ()
    """The seats whose people agree to an analysis of the match while it goes on."""
    battles: dict[str, str] = {}
    """Of a campaign: the table that was opened for each battle, by the battle's key."""
    campaign: str = ""
    fight: str = ""
    """Of a battle's table: the campaign, and the key of the battle in it."""
    inherited: Inherited | None = None
    days: int = 0
    """How long the host wants an untouched table kept; 0 leaves it to the server."""
    is_kept: bool = False
    """That the keeper keeps it for ever."""
    touched: datetime | None = None
    """When somebody last said that it is to stay."""
    warned: Warned | None = None


def keys_in(kept: Any, match_id: str) -> Keys:
    """The keys in the note beside a match."""
    if kept is None:
        raise UnknownMatch(f"no table {match_id!r} is kept")
    try:
        return msgspec.convert(kept, Keys)
    except msgspec.ValidationError as error:
        raise DamagedFile(f"the keys of table {match_id!r} cannot be read: {error}") from None
