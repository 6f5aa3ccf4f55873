"""What is worth showing, in the vocabulary that every screen draws. Nothing is hidden here, so there is no `view`."""

from adjudge.engine import Facts, Scene, Step, Track

from .rules import State


def scene(state: State, seat: str | None) -> Scene:
    rooms = tuple(_step(number, state) for number in range(1, state.rooms + 1))
    torches = Facts("Torches", (("burning", str(state.torches)),))
    return Scene("In the dark", (Track("Rooms", rooms), torches))


def _step(number: int, state: State) -> Step:
    return Step(str(number), here=number == state.room)


def goal(state: State, seat: str | None) -> str:
    return f"room {state.room} of {state.rooms} · torches: {state.torches}"
