"""What is worth showing, in the vocabulary that every screen draws. Nothing is hidden here, so there is no `view`."""

from adjudge.engine import Bar, Card, Cards, Scene

from .rules import State


def scene(state: State, seat: str | None) -> Scene:
    cards = tuple(_card(who, state, seat) for who in state.scores)
    return Scene(f"{state.up.title()} to roll", (Cards("Players", cards),))


def _card(who: str, state: State, seat: str | None) -> Card:
    bars = (Bar("points", state.scores[who], state.target),)
    tags = ("you",) if who == seat else ()
    return Card(who, who.title(), bars=bars, tags=tags, seat=who, mood="active" if who == state.up else "")


def goal(state: State, seat: str | None) -> str:
    return " · ".join(f"{who.title()} {score} of {state.target}" for who, score in state.scores.items())
