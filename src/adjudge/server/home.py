"""Which process of a server a table lives in, and what all of them together have in hand."""

from __future__ import annotations

import mmap
import struct
from zlib import crc32

from msgspec import Struct

_ROW = struct.Struct("<3q")


class Home(Struct, frozen=True):
    """One process of so many. A table's id alone says which of them it lives in."""

    place: int = 0
    count: int = 1

    def holds(self, match_id: str) -> bool:
        return place_of(match_id, self.count) == self.place


def place_of(match_id: str, count: int) -> int:
    """The process that a table lives in."""
    return crc32(match_id.encode()) % count


class Tally:
    """How many tables are awake, how many guests are at them, and how many changes were stored: a row for each process,
    in memory that they share if there are several."""

    def __init__(self, home: Home, shared: int | None = None) -> None:
        size = self.size(home.count)
        self._home = home
        self._rows: mmap.mmap | bytearray = bytearray(size) if shared is None else mmap.mmap(shared, size)

    @staticmethod
    def size(count: int) -> int:
        """The bytes that so many processes share."""
        return _ROW.size * count

    def put(self, tables: int, guests: int, changes: int) -> None:
        _ROW.pack_into(self._rows, _ROW.size * self._home.place, tables, guests, changes)

    def total(self) -> tuple[int, int, int]:
        rows = [_ROW.unpack_from(self._rows, _ROW.size * place) for place in range(self._home.count)]
        tables, guests, changes = map(sum, zip(*rows, strict=True))
        return tables, guests, changes
