"""Loud noises and calls: points on the table that last until the deck is shuffled."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.field import Point
from adjudge.games.akula.state import Battle, Noise


def make_noise(table: Table[Battle], at: Point, what: str) -> None:
    """active.noise-list: gunshots, explosions, engines, shouts, screams, chainsaws in combat.

    A noise stays where it was made (ruling.noise-position).
    """
    noise = Noise(at[0], at[1], what)
    if noise not in table.state.noises:
        table.state.noises.append(noise)
        table.tell(
            "active.noise-list",
            "{what} is heard 20 inches around.",
            what=what.capitalize(),
            x=at[0],
            y=at[1],
        )


def make_call(table: Table[Battle], at: Point, heard: tuple[str, ...]) -> None:
    table.state.noises.append(Noise(at[0], at[1], "a call", True, heard))


def silence(state: Battle) -> None:
    """active.noise-expires: what was made before the shuffle does not count."""
    state.noises = []
