"""The state of a match, and its rules in the order of the rulebook. A rule asks, rolls and tells, and nothing else."""

from typing import Annotated

from msgspec import Meta, Struct

from adjudge.engine import Choose, Outcome, Table, total

RIVAL = {"red": "blue", "blue": "red"}
LABELS = {"roll": "Roll the die", "stop": "Stop and keep the points"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set before a match: `adjudge play … --option target=50`."""

    target: Annotated[int, Meta(ge=10, le=200, description="points that win")] = 30


class State(Struct):
    """Plain data: numbers, text, lists, dicts and structs of them."""

    scores: dict[str, int]
    target: int
    up: str = "red"
    points: int = 0


def turn(table: Table[State]) -> None:
    """One decision: the engine calls this again and again until there is an outcome."""
    seat = table.state.up
    choice = Choose(
        ["roll", "stop"] if table.state.points else ["roll"],
        LABELS.__getitem__,
        prompt=f"{table.state.points} points on the table",
        forecast=lambda act: lambda odds: roll(odds, seat) if act == "roll" else stop(odds, seat),
    )
    if table.ask(seat, "turn.choice", choice) == "roll":
        roll(table, seat)
    else:
        stop(table, seat)


def roll(table: Table[State], seat: str) -> str:
    """What it returns is what the odds beside the option tell."""
    face = table.roll(total(1), "turn.roll", seat)
    if face == 1:
        table.tell("turn.lost", "{seat} rolls a 1 and loses {points} points", seat=seat, points=table.state.points)
        table.state.points, table.state.up = 0, RIVAL[seat]
        return "loses the points"
    table.state.points += face
    table.tell("turn.roll", "{seat} has {points} points on the table", seat=seat, points=table.state.points)
    return "more points"


def stop(table: Table[State], seat: str) -> str:
    table.state.scores[seat] += table.state.points
    table.tell("turn.stop", "{seat} stops and has {score} points", seat=seat, score=table.state.scores[seat])
    table.state.points, table.state.up = 0, RIVAL[seat]
    return "wins" if table.state.scores[seat] >= table.state.target else "keeps the points"


def outcome(state: State) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    won = [seat for seat, score in state.scores.items() if score >= state.target]
    return Outcome("{winners} wins", "end.target", tuple(won)) if won else None
