"""Setting up: options become a squad at Headquarters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adjudge.engine import Seat
from adjudge.games.rdz.books import Kind, carried, read_book, rosters
from adjudge.games.rdz.state import CAPTAIN, Figure, Options, Patrol


def seats(options: Options) -> Sequence[Seat]:
    """The Captain's player, and a seat for each guest (setup.solo, setup.guest-players)."""
    held: dict[str, list[str]] = {}
    for regulator, name in options.guests.items():
        held.setdefault(name, []).append(regulator)
    guests = [Seat(name, name, ", ".join(held[name])) for name in held if name != CAPTAIN]
    return (Seat(CAPTAIN, "Captain", "the squad and where it goes"), *guests)


def start(options: Options) -> Patrol:
    """A fresh squad at Headquarters (patrol.start-at-headquarters)."""
    books = load_books(options.books)
    squad = {kind.id: new_regulator(kind, options) for kind in rosters[books].regulators}
    return Patrol(squad, options.target, options.finish, options.rulings, books)


def new_regulator(kind: Kind, options: Options) -> Figure:
    """stat.starting-and-current: a Regulator with the starting numbers of its kind.

    Weapon and targets are chosen by the player who holds it; all else is the Captain's (ruling.guest-decisions).
    """
    seat = options.guests.get(kind.id, CAPTAIN)
    return Figure(
        kind.id,
        kind.id,
        kind.name,
        seat,
        seat if options.rulings.guest_decisions == "holder" else CAPTAIN,
        kind.initiative,
        kind.combat_skill,
        kind.life_points,
        kind.armor,
        dict(kind.limits),
    )


@lru_cache(maxsize=16)
def load_books(text: str) -> str:
    """A player's stat book as the state carries it; none for the house's own."""
    return carried(read_book(text)) if text else ""
