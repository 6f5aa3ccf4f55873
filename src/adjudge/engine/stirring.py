"""Dice that nobody can choose: the seats stir numbers of their own into the umpire's secret.

The umpire's secret is bound by its published hash before anybody sits down. Then the seats add numbers, in rounds: each
pledges the hash of a number, and only when all have pledged do they tell the numbers. So whoever tells last has chosen
first, and one honest seat is enough to make the dice what nobody chose, the host and the umpire included.

The first round comes before the first roll and takes in every person's seat. Whoever comes to a seat later opens
another; it takes in everybody who took part in the last one, so nobody can stir alone while others are away. Until it
closes, the dice stay as they were.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from msgspec import Struct

from adjudge.engine.errors import BadInput, NotYourTurn
from adjudge.engine.log import Added, Entry, Header, Pledged, Reseated

_NUMBER = re.compile(r"[0-9a-f]{32}")
_HASH = re.compile(r"[0-9a-f]{64}")


class Stirred(Struct, frozen=True):
    """How far the seats have got: the round that is open, and the numbers of the last one that closed, whose seats the
    open one needs too. Before the first they are empty."""

    closed: int = 0
    pledges: dict[str, str] = {}
    numbers: dict[str, str] = {}
    last: dict[str, str] = {}

    @property
    def is_pledged(self) -> bool:
        """Whether all whom the open round needs have pledged, so that the numbers can be told."""
        return bool(self.pledges) and self.pledges.keys() >= self.last.keys()


def pledge_of(seat: str, number: str) -> str:
    """The hash that binds a seat's number."""
    return hashlib.sha256(f"adjudge number\0{seat}\0{number}".encode()).hexdigest()


def stir(key: bytes, numbers: dict[str, str]) -> bytes:
    """What the dice follow from once a round is closed."""
    told = "\0".join(f"{seat}\0{numbers[seat]}" for seat in sorted(numbers))
    return hashlib.blake2b(told.encode(), key=key[:64], digest_size=32).digest()


def unstirred(header: Header, log: Iterable[Entry]) -> Stirred:
    """How it stands before the first round, which needs every person whose seat nobody else had."""
    moved = {entry.seat for entry in log if isinstance(entry, Reseated)}
    return Stirred(last={it.id: "" for it in header.seats if not it.bot and it.id not in moved})


class Stirring(Struct, frozen=True):
    """The rounds so far, and what the dice follow from."""

    key: bytes
    now: Stirred = Stirred()

    def after(self, entry: Entry) -> Stirring:
        """How it stands after one more entry of the log."""
        now = self.now
        if isinstance(entry, Reseated):  # a round cannot close without a number that nobody may be left to tell
            last = {seat: number for seat, number in now.last.items() if seat != entry.seat}
            return Stirring(self.key, Stirred(now.closed, last=last))
        if isinstance(entry, Pledged):
            return Stirring(self.key, Stirred(now.closed, {**now.pledges, entry.seat: entry.hash}, {}, now.last))
        if isinstance(entry, Added):
            numbers = {**now.numbers, entry.seat: entry.number}
            if numbers.keys() == now.pledges.keys():
                return Stirring(stir(self.key, numbers), Stirred(now.closed + 1, last=numbers))
            return Stirring(self.key, Stirred(now.closed, now.pledges, numbers, now.last))
        return self

    def fault(self, entry: Entry) -> str:
        """Why a seat may not pledge that or tell that number now; empty if it may."""
        now = self.now
        if isinstance(entry, Pledged) and now.numbers:
            return "the others tell their numbers already: pledge in the next round"
        if isinstance(entry, Added):
            if not now.is_pledged:
                return "not all have pledged yet, so no number is told"
            if entry.seat in now.numbers or pledge_of(entry.seat, entry.number) != now.pledges.get(entry.seat):
                return "that is not the number that was pledged"
        return ""

    def check(self, entry: Pledged | Added, people: tuple[str, ...]) -> None:
        """Refuses what does not fit."""
        if entry.seat not in people:
            raise NotYourTurn(f"{entry.seat} is no person's seat")
        if isinstance(entry, Pledged) and not _HASH.fullmatch(entry.hash):
            raise BadInput("hash", entry.hash, "64 hexadecimal digits")
        if isinstance(entry, Added) and not _NUMBER.fullmatch(entry.number):
            raise BadInput("number", entry.number, "32 hexadecimal digits")
        if fault := self.fault(entry):
            raise NotYourTurn(fault)
