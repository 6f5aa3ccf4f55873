"""A small game with one measure of each kind, to try the lab on."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudge.engine import Asked, Choose, Deed, Game, Outcome, Rule, Rulebook, Seat, Table, total


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    length: int = 12
    crash_on: int = 0
    """A total at which the rules fail."""
    cheer: str = "hooray"
    pace: tuple[str, ...] = ("any", "any")
    """How each may go."""


class Race(Struct):
    length: int
    crash_on: int
    places: dict[str, int]
    cheer: str = "hooray"
    pace: tuple[str, ...] = ("any", "any")
    fumbled_at: int | None = None
    fast: int = 0


def turn(table: Table[Race]) -> None:
    race = table.state
    for seat, allowed in zip(race.places, race.pace, strict=True):
        ways = ["walk", "run"] if allowed == "any" else [allowed]
        pace = table.ask(seat, "race.pace", Choose(ways, about=Deed))
        pips = table.roll(total(1 if pace == "walk" else 2), "race.move", seat)
        if pips == race.crash_on:
            raise ZeroDivisionError("the wheel came off")
        race.fast += pips > 6
        if pips == 2 and pace == "run" and race.fumbled_at is None:
            race.fumbled_at = race.places[seat]
            continue
        race.places[seat] += pips
        if race.places[seat] >= race.length:
            table.tell("race.end", "{cheer}", cheer=race.cheer)
            return


def outcome(race: Race) -> Outcome | None:
    for seat, place in race.places.items():
        if place >= race.length:
            return Outcome(f"{seat} wins", "race.end", (seat,))
    return None


def measures(race: Race) -> dict[str, Any]:
    return {
        "a fumble": race.fumbled_at is not None,
        "fumbled at": race.fumbled_at,
        "fast moves": race.fast,
        "margin": "close" if min(race.places.values()) > race.length - 6 else "clear",
    }


def always_runs(asked: Asked) -> str:
    return "run"


game: Game[Race] = Game(
    id="race",
    title="Race",
    version="3",
    state=Race,
    options=Options,
    seats=lambda options: (Seat("hare", "Hare"), Seat("tortoise", "Tortoise")),
    start=lambda options: Race(
        options.length, options.crash_on, {"hare": 0, "tortoise": 0}, options.cheer, options.pace
    ),
    turn=turn,
    outcome=outcome,
    measures=measures,
    traits=lambda race, seat: {"runs": float(race.pace[list(race.places).index(seat)] == "run")},
    worth=lambda race, seat: 0.5 + (race.places[seat] - sum(race.places.values()) / 2) / 200,
    players="2",
    bots={"runner": always_runs},
    rules=Rulebook("race", "Race", tuple(Rule(f"race.{word}", word) for word in ("pace", "move", "end"))),
)
