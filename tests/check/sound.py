"""A small game without a fault: secret cards, sealed stakes, an open strike with a forecast, a procedure.

The faulty games are this one with one thing done wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudge.engine import (
    EVERYONE,
    Asked,
    Choose,
    Facts,
    Game,
    Option,
    Outcome,
    Procedure,
    Rule,
    Rulebook,
    Ruling,
    Scene,
    Sealed,
    Seat,
    Table,
    opposed,
    step,
    total,
)
from adjudge.engine.copying import copy

SEATS = ("red", "blue")
OTHER = {"red": "blue", "blue": "red"}


class Player(Struct):
    points: int = 0
    card: int = 0


class Cards(Struct):
    red: Player
    blue: Player
    last_round: int = 3
    round: int = 0
    ties: str = "attacker"
    drawn: list[int] = []
    extra: Any = None


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    ties: Literal["attacker", "defender"] = "attacker"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=5, examples=[2])] = 3
    rulings: Rulings = Rulings()


def start(options: Options) -> Cards:
    return Cards(Player(), Player(), last_round=options.rounds, ties=options.rulings.ties)


def player(state: Cards, seat: str) -> Player:
    return state.red if seat == "red" else state.blue


def draw(table: Table[Cards]) -> None:
    for seat in SEATS:
        player(table.state, seat).card = table.roll(total(1), "cards.draw", to=(seat,))
        table.tell("cards.draw", "you draw {card}", to=(seat,), card=player(table.state, seat).card)


def attacker_wins_ties(attack: int, defence: int) -> str:
    return "hit" if attack >= defence else "miss"


def defender_wins_ties(attack: int, defence: int) -> str:
    return "hit" if attack > defence else "miss"


@step
def resolve_strike(table: Table[Cards], by: str) -> str:
    judge = attacker_wins_ties if table.state.ties == "attacker" else defender_wins_ties
    verdict: str = table.roll(opposed(0, 0, judge), "cards.strike", (by, OTHER[by]))
    return verdict


def strike(table: Table[Cards], by: str) -> str:
    verdict = resolve_strike(table, by)
    if verdict == "hit":
        player(table.state, by).points += 1
    return verdict


def turn(table: Table[Cards]) -> None:
    state = table.state
    state.round += 1
    draw(table)
    stakes = table.ask(EVERYONE, "cards.stake", Sealed({seat: Choose([0, 1, 2]) for seat in SEATS}))
    table.tell("cards.stake", "red stakes {red}, blue {blue}", reveal=True, **stakes)
    by = "red" if stakes["red"] >= stakes["blue"] else "blue"
    if table.ask(by, "cards.act", act(by)) == "strike":
        strike(table, by)
    else:
        state.drawn.append(player(state, by).card)
        table.tell("cards.show", "{by} shows a {card}", reveal=True, by=by, card=player(state, by).card)


def act(by: str) -> Choose[str]:
    return Choose(
        ["strike", "show"],
        lambda key: Option(key, key.title(), rule=f"cards.{key}"),
        forecast=lambda key: (lambda table: resolve_strike(table, by)) if key == "strike" else None,
    )


def outcome(state: Cards) -> Outcome | None:
    return Outcome("the last round is over", "cards.end") if state.round >= state.last_round else None


def view(state: Cards, seat: str | None) -> Cards:
    seen = copy(state)
    for other in SEATS:
        if other != seat:
            player(seen, other).card = -1
    return seen


def scene(view: Cards, seat: str | None) -> Scene:
    rows = tuple((name, f"{player(view, name).points} points, card {player(view, name).card}") for name in SEATS)
    return Scene(f"Round {view.round}", (Facts("Players", rows),))


def measures(state: Cards) -> Mapping[str, Any]:
    return {"points": state.red.points}


def thinker(asked: Asked) -> Any:
    return asked.question.sample(asked.rng)


class Strike(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 1


RULES = tuple(Rule(f"cards.{word}", f"How to {word}.") for word in ["draw", "stake", "act", "strike", "show", "end"])
RULING = Ruling("ties", "Who wins ties?", "The attacker.", ("cards.strike",), (), {"attacker": "yes", "defender": "no"})

game: Game[Cards] = Game(
    id="cards",
    title="Cards",
    version="1",
    state=Cards,
    options=Options,
    seats=lambda options: (Seat("red", "Red"), Seat("blue", "Blue")),
    start=start,
    turn=turn,
    outcome=outcome,
    view=view,
    scene=scene,
    measures=measures,
    bots={"thinker": thinker},
    rules=Rulebook("cards", "Cards", RULES, (RULING,)),
    procedures=(
        Procedure(
            name="strike",
            title="A strike",
            rule="cards.strike",
            params=Strike,
            situate=lambda situation: Cards(Player(), Player()),
            run=lambda table, situation: tuple(strike(table, "red") for _ in range(situation.rounds)),
        ),
    ),
)


# ---------------------------------------------------------------------- with counters that lie face down


class Marker(Struct):
    id: str
    what: str
    x: int


class Ambush(Cards):
    markers: list[Marker] = []


def choose_places(table: Table[Any]) -> list[tuple[int, str]]:
    """Where red's ambush lies, and where the dummy."""
    ambush = table.ask("red", "cards.act", Choose(range(10)))
    dummy = table.ask("red", "cards.act", Choose([x for x in range(10) if x != ambush]))
    return [(ambush, "ambush"), (dummy, "")]


def lie_in_wait(table: Table[Any]) -> None:
    """Both at once, in the order of their places, which everybody sees."""
    if not table.state.markers:
        places = sorted(choose_places(table))
        table.state.markers = [Marker(f"marker-{n}", what, x) for n, (x, what) in enumerate(places)]
    turn(table)


def ambush_view(state: Any, seat: str | None) -> Any:
    seen: Any = view(state, seat)
    if seat != "red":
        seen.markers = [Marker(one.id, "", one.x) for one in state.markers]
    return seen


def ambush_start(options: Options) -> Ambush:
    return Ambush(Player(), Player(), last_round=options.rounds, ties=options.rulings.ties)


ambush: Game[Any] = replace(
    game, id="ambush", title="An ambush", state=Ambush, start=ambush_start, turn=lie_in_wait, view=ambush_view
)
