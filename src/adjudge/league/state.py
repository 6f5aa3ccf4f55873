"""What a league is made of: plain data, and how it begins."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudge.engine import BadInput, Seat, find_game
from adjudge.engine.inputs import convert

Result = Literal["", "home", "away", "draw"]
TieBreak = Literal["head-to-head", "buchholz", "sonneborn-berger", "wins"]
Name = Annotated[str, Meta(min_length=1, max_length=30)]


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """What a result is worth."""

    win: Annotated[int, Meta(ge=0, le=100)] = 3
    draw: Annotated[int, Meta(ge=0, le=100)] = 1
    loss: Annotated[int, Meta(ge=0, le=100)] = 0
    bye: Annotated[int, Meta(ge=0, le=100)] = 3


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[
        str,
        Meta(
            max_length=40,
            description="The game that is fought: one of two sides",
            extra_json_schema={"format": "game", "sides": 2},
        ),
    ] = "mdrg"
    settings: Annotated[
        dict[str, Any],
        Meta(description="Its options, the same in every battle", extra_json_schema={"format": "game-options"}),
    ] = {}
    players: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=16, description="Who takes part")] = (
        "Ann",
        "Bob",
        "Cleo",
        "Dan",
    )
    system: Annotated[
        Literal["round-robin", "swiss"], Meta(description="Everybody meets everybody, or winners meet winners")
    ] = "round-robin"
    rounds: Annotated[
        int, Meta(ge=1, le=15, description="Swiss: so many rounds. Round robin: so often everybody meets everybody")
    ] = 1
    points: Points = Points()
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=4, description="Who is ahead at equal points")] = (
        "head-to-head",
        "buchholz",
        "sonneborn-berger",
        "wins",
    )


class Pairing(Struct):
    """Two players who meet; the first sits in the battle's first seat. Without an opponent it is a bye."""

    round: int
    home: str
    away: str
    result: Result = ""
    by: str = ""
    """How it was fought, or "forfeit"."""
    match: str = ""
    told: str = ""
    date: str = ""
    """When they meet, as agreed."""
    proposed: str = ""
    proposed_by: str = ""
    writing: str = ""
    """Who is about to propose a date."""
    put_off: list[str] = []
    """Who would rather fight another battle first."""

    @property
    def players(self) -> tuple[str, ...]:
        return (self.home, self.away) if self.away else (self.home,)

    def other(self, seat: str) -> str:
        return self.away if seat == self.home else self.home


class League(Struct):
    options: Options
    sides: tuple[str, str]
    """The seats of a battle."""
    order: list[str]
    """The players, as the lots fell."""
    pairings: list[Pairing] = []
    withdrawn: list[str] = []
    is_drawn: bool = False
    round: int = 0
    """The last round that is paired."""

    def name(self, seat: str) -> str:
        return self.options.players[int(seat[1:]) - 1]

    def first_of(self, seat: str) -> Pairing:
        """The battle that a player fights next: the first that they have not put off."""
        mine = [it for it in self.open() if seat in it.players]
        return next((it for it in mine if seat not in it.put_off), mine[0])

    def open(self) -> list[Pairing]:
        """What is still to be fought, in the order of the rounds."""
        return [it for it in self.pairings if not it.result]


def seats(options: Options) -> tuple[Seat, ...]:
    return tuple(Seat(f"p{number}", name) for number, name in enumerate(options.players, 1))


def start(options: Options) -> League:
    if len(set(options.players)) < len(options.players):
        raise BadInput("players", list(options.players), "names that differ")
    battle = find_game(options.game)
    sides = [seat.id for seat in battle.seats(convert(battle.options, dict(options.settings), "settings"))]
    if len(sides) != 2:
        raise BadInput(
            "game", options.game, f"a game of two sides; {battle.title} has {len(sides)} with these settings"
        )
    return League(options, (sides[0], sides[1]), [seat.id for seat in seats(options)])
