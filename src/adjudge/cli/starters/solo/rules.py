"""The state of a match, and its rules in the order of the rulebook. A rule asks, rolls and tells, and nothing else."""

from typing import Annotated

from msgspec import Meta, Struct

from adjudge.engine import Choose, Outcome, Table, pool, total

PLAYER = "player"  # the seat that a game has which names none
LABELS = {"creep": "Creep: two dice, the better counts", "hurry": "Hurry: one die, two rooms"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set before a match: `adjudge play … --option rooms=8`."""

    rooms: Annotated[int, Meta(ge=2, le=20, description="rooms to the way out")] = 6
    torches: Annotated[int, Meta(ge=1, le=9, description="torches to begin with")] = 3


class State(Struct):
    """Plain data: numbers, text, lists, dicts and structs of them."""

    rooms: int
    torches: int
    room: int = 0


def start(options: Options) -> State:
    return State(options.rooms, options.torches)


def turn(table: Table[State]) -> None:
    """One decision: the engine calls this again and again until there is an outcome."""
    ways = Choose(["creep", "hurry"], LABELS.__getitem__, forecast=lambda way: lambda odds: walk(odds, way))
    walk(table, table.ask(PLAYER, "walk.way", ways))


def walk(table: Table[State], way: str) -> str:
    """What it returns is what the odds beside the option tell."""
    state = table.state
    reading = pool(2).highest(1) if way == "creep" else total(1)
    if table.roll(reading, f"walk.{way}", PLAYER) < 4:
        state.torches -= 1
        table.tell("walk.stumble", "you stumble, and a torch goes out: {torches} left", torches=state.torches)
        return "a torch goes out"
    state.room += 1 if way == "creep" else 2
    table.tell(f"walk.{way}", "you reach room {room}", room=state.room)
    return "gets on"


def outcome(state: State) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    if state.room >= state.rooms:
        return Outcome("You are out", "end.out", (PLAYER,))
    return Outcome("Lost in the dark", "end.dark") if state.torches <= 0 else None
