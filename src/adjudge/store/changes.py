"""What is new in a match since it was last kept, as plain data: whoever writes it needs neither the match nor its game,
and nobody need wait for it before the match is looked at again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from adjudge.engine.log import Header, TookBack, TurnRecord
from adjudge.engine.match import Match
from adjudge.engine.turns import KEPT_EVERY

_encode = msgspec.json.Encoder().encode


class Kept(Struct, frozen=True):
    """How much of a match the database holds: so many entries of its log, turns with these starts, this header."""

    entries: int = 0
    starts: Sequence[int] = ()
    header: Header | None = None


class Heading(Struct, frozen=True, array_like=True):
    """What of a match seldom changes."""

    version: str
    header: Raw


class Change(Struct, frozen=True, array_like=True):
    """What the database does not hold yet. Take-backs since then make it drop the turns behind them, and turns that are
    long past by now lose their states."""

    match: str
    first: int
    """So many entries are held already, or somebody else has been here."""
    length: int
    position: int
    turn: int
    outcome: str | None
    entries: Raw
    heading: Heading | None = None
    stay: int = 0
    """So many turns stay as they are, except that the last of them goes on."""
    drops: bool = False
    last: TurnRecord | None = None
    """The last of those that stay, once it is over or was taken back to."""
    turns: tuple[TurnRecord, ...] = ()
    past: tuple[tuple[int, TurnRecord], ...] = ()
    """The turns, by number, whose states are kept no longer."""


def change_of(match: Match[Any], kept: Kept) -> tuple[Change, Kept]:
    """What is to be written of a match, and how much of it is kept then."""
    first, starts, header = kept.entries, kept.starts, match.header
    entries = match.log[first:]
    cuts = [-1 if entry.anew else entry.to for entry in entries if isinstance(entry, TookBack)]  # -1: no turn stays
    stay = held = len(starts)
    last: TurnRecord | None = None
    turns: tuple[TurnRecord, ...] = ()
    past: tuple[tuple[int, TurnRecord], ...] = ()
    if cuts or match.turn > held:
        stay = bisect_right(starts, min(cuts)) if cuts else held
        records = match.checkpoints(max(stay - 1, 0))
        last, turns = (records[0], records[1:]) if stay else (None, records)
        past = _past(match, held, stay if cuts else match.turn - KEPT_EVERY)
        starts = [*starts[:stay], *(turn.start for turn in turns)]
    change = Change(
        header.id,
        first,
        first + len(entries),
        match.position,
        match.turn,
        match.outcome.text if match.outcome else None,
        Raw(_encode(entries)),
        Heading(header.version, Raw(_encode(header))) if header is not kept.header else None,
        stay,
        stay < held,
        last,
        turns,
        past,
    )
    return change, Kept(change.length, starts, header)


def _past(match: Match[Any], before: int, last: int) -> tuple[tuple[int, TurnRecord], ...]:
    """The turns up to a number that keep their states no longer, but may have when there were so many before."""
    first = max(before - KEPT_EVERY, 0)
    records = match.checkpoints(first, max(last, 0))
    return tuple((number, record) for number, record in enumerate(records, first + 1) if not record.is_kept)
