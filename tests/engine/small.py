"""Games of one rule, to try one thing on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudge.engine import Bot, Game, Match, Outcome, Rule, Rulebook, Seat, Table

IDS = ("r.ask", "r.again", "r.roll", "r.tell", "r.end")


class Notes(Struct):
    """What the rule writes down; the match ends after so many turns."""

    turns: int
    noted: list[Any] = []
    secret: str = ""


def small_game(
    rule: Callable[[Table[Notes]], None],
    *,
    turns: int = 1,
    version: str = "1",
    seats: Sequence[str] = ("red", "blue"),
    bots: Mapping[str, Bot] | None = None,
    view: Callable[[Notes, str | None], Any] | None = None,
) -> Game[Notes]:
    """A game whose every turn is the rule given."""

    def turn(table: Table[Notes]) -> None:
        rule(table)
        table.state.turns -= 1

    return Game(
        id="small",
        title="Small",
        version=version,
        state=Notes,
        start=lambda options: Notes(turns, secret="the umpire's secret"),
        turn=turn,
        outcome=lambda state: None if state.turns else Outcome("over", "r.end"),
        seats=lambda options: tuple(Seat(seat, seat.title()) for seat in seats),
        rules=Rulebook("small", "Small", tuple(Rule(name, name) for name in IDS)),
        bots=bots or {},
        view=view,
    )


def small_match(rule: Callable[[Table[Notes]], None], *, bots: Any = None, **how: Any) -> Match[Notes]:
    """A match of it; `bots` are functions by seat."""
    named = {f"{seat}'s": bot for seat, bot in (bots or {}).items()}
    game = small_game(rule, bots=named, **how)
    return Match.new(game, b"small secret", bots={seat: f"{seat}'s" for seat in bots or {}})
