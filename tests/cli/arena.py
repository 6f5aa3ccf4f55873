"""A small game that asks every kind of question and shows every kind of panel, to try screens on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudge.engine import (
    EVERYONE,
    Allocate,
    Asked,
    Bar,
    Board,
    Card,
    Cards,
    Choose,
    ChooseSome,
    Facts,
    Floor,
    Game,
    Option,
    Outcome,
    PickPoint,
    Piece,
    Procedure,
    Prose,
    Rule,
    Rulebook,
    Ruling,
    Scene,
    Sealed,
    Seat,
    Step,
    Table,
    Terrain,
    Track,
    Write,
    opposed,
    total,
)
from adjudge.engine.copying import copy


class Fighter(Struct):
    life: int
    x: float
    bid: int = -1


class Arena(Struct):
    red: Fighter
    blue: Fighter
    rounds: int
    round: int = 0
    journal: list[str] = []


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    life: Annotated[int, Meta(description="life of each fighter", ge=1, le=20)] = 3
    rounds: Annotated[int, Meta(description="rounds at most", ge=1, le=20)] = 2
    crowd: Literal["quiet", "loud"] = "quiet"


class Near(Struct, frozen=True):
    """Within 2 of a spot on the sand."""

    x: float

    def admits(self, point: tuple[float, float]) -> bool:
        return abs(point[0] - self.x) <= 2 and 0 <= point[1] <= 8

    def samples(self) -> Sequence[tuple[float, float]]:
        return [(self.x + step, 4.0) for step in (-2, -1, 0, 1, 2)]

    def outline(self) -> Any:
        return {"near": self.x}


def judge(attack: int, defence: int) -> str:
    return "kill" if attack >= defence + 4 else "hit" if attack > defence else "stopped"


def strike(table: Table[Arena], by: str, on: str, bonus: int) -> str:
    verdict: str = table.roll(opposed(bonus, 0, judge, count=2), "arena.strike", (by, on))
    if verdict != "stopped":
        target = getattr(table.state, on)
        target.life -= 3 if verdict == "kill" else 1
        table.tell("arena.wound", "{whom} is down to {life} life", on=(on,), mark="wound", whom=on, life=target.life)
    return verdict


def turn(table: Table[Arena]) -> None:
    state = table.state
    state.round += 1
    for seat in SEATS:
        table.tell("arena.whisper", "a whisper for {seat} alone", to=(seat,), seat=seat)
    bids = table.ask(EVERYONE, "arena.bid", Sealed({seat: Choose([0, 1, 2], prompt="Bid") for seat in SEATS}))
    table.tell("arena.reveal", "red bids {red}, blue bids {blue}", reveal=True, **bids)
    seat, words = table.ask(EVERYONE, "arena.taunt", Floor({seat: Write(optional=True) for seat in SEATS}))
    if words:
        state.journal.append(f"{seat}: {words}")
    first, second = ("red", "blue") if bids["red"] >= bids["blue"] else ("blue", "red")
    for by, on in ((first, second), (second, first)):
        act(table, by, on, bids[by])
        if getattr(state, on).life <= 0:
            return


def act(table: Table[Arena], by: str, on: str, bid: int) -> None:
    fighter = getattr(table.state, by)
    fighter.x, _ = table.ask(by, "arena.move", PickPoint(Near(fighter.x), figure=by))
    shares = table.ask(by, "arena.share", Allocate(2, ["attack", "defence"], prompt=""))
    table.ask(by, "arena.tricks", ChooseSome(["feint", "shout", "sand"], most=2, prompt="Tricks"))
    stance = table.ask(
        by,
        "arena.stance",
        Choose(
            ["steady", "wild"],
            lambda key: Option(key, f"strike {key}", hotkey=key[0], rule="arena.strike"),
            prompt="How do you strike?",
            forecast=lambda key: lambda there: strike(there, by, on, shares["attack"] + bid + 2 * (key == "wild")),
        ),
    )
    if stance == "wild" and table.roll(total(1), "arena.stumble", by) == 1:
        table.tell("arena.stumble", "{by} stumbles", by=by)
        return
    strike(table, by, on, shares["attack"] + bid + 2 * (stance == "wild"))


def outcome(state: Arena) -> Outcome | None:
    for seat, other in (SEATS, SEATS[::-1]):
        if getattr(state, seat).life <= 0:
            return Outcome(f"{other} wins", "arena.end", (other,))
    return Outcome("the crowd goes home", "arena.end") if state.round >= state.rounds else None


def view(state: Arena, seat: str | None) -> Arena:
    return copy(state)


def scene(state: Arena, seat: str | None) -> Scene:
    fighters = {name: getattr(state, name) for name in SEATS}
    cards = tuple(
        Card(name, name.title(), bars=(Bar("Life", fighter.life, 3),), tags=("you",) if name == seat else ())
        for name, fighter in fighters.items()
    )
    pieces = tuple(Piece(name, fighter.x, 4, name[0].upper(), seat=name) for name, fighter in fighters.items())
    rock = Terrain("rock", ((9, 2), (11, 2), (11, 4), (9, 4)), "rock", ("blocks-movement",))
    return Scene(
        f"Round {state.round}",
        (
            Track("Rounds", tuple(Step(str(n), n == state.round) for n in range(1, state.rounds + 1))),
            Cards("Fighters", cards),
            Board("The sand", 20, 8, "paces", (rock,), pieces),
            Facts("", (("journal", str(len(state.journal))),)),
            Prose("Taunts", tuple(state.journal)),
        ),
    )


class Strike(Struct, frozen=True, forbid_unknown_fields=True):
    bonus: Annotated[int, Meta(description="added to the attack", ge=-5, le=5)] = 0
    dodge: bool = False


def resolve_strike(table: Table[Arena], situation: Strike) -> Hashable:
    if situation.dodge and table.ask("blue", "arena.dodge", Choose(["stay", "dodge"], prompt="Dodge?")) == "dodge":
        return "dodged"
    return strike(table, "red", "blue", situation.bonus)


def resolve_brawl(table: Table[Arena], situation: Strike) -> Hashable:
    return tuple(strike(table, "red", "blue", situation.bonus) for _ in range(4))


def brave(asked: Asked) -> Any:
    if isinstance(asked.question, Choose):
        return asked.question.options[-1]
    return asked.question.sample(asked.rng)


SEATS = ("red", "blue")
TEXTS = {
    "whisper": "Each fighter hears a word that the other does not.",
    "bid": "Both fighters bid in secret.",
    "reveal": "Bids are shown together.",
    "taunt": "Anybody may taunt.",
    "move": "A fighter moves up to two paces.",
    "share": "Two points are shared over attack and defence.",
    "tricks": "Up to two tricks.",
    "stance": "A wild strike is stronger, but one may stumble.",
    "stumble": "On a 1 the striker stumbles.",
    "strike": "Two dice and the bonus against two dice; four more is a kill.",
    "wound": "A hit takes one life, a kill three.",
    "dodge": "A fighter may dodge.",
    "end": "The first without life loses.",
}


def situate(situation: Strike) -> Arena:
    return Arena(Fighter(3, 6.0), Fighter(3, 14.0), 2)


game: Game[Arena] = Game(
    id="arena",
    title="Arena",
    version="1",
    state=Arena,
    options=Options,
    seats=lambda options: (Seat("red", "Red"), Seat("blue", "Blue")),
    start=lambda options: Arena(Fighter(options.life, 6.0), Fighter(options.life, 14.0), options.rounds),
    turn=turn,
    outcome=outcome,
    view=view,
    scene=scene,
    measures=lambda state: {"rounds": state.round, "taunts": len(state.journal)},
    bots={"brave": brave},
    default_bot="brave",
    players="2",
    family="sand",
    blurb="Two fighters on the sand.",
    rules=Rulebook(
        "arena",
        "Arena",
        tuple(Rule(f"arena.{word}", text, "On the sand") for word, text in TEXTS.items()),
        (Ruling("ties", "What of equal totals?", "The defender stops it.", ("arena.strike",)),),
    ),
    procedures=(
        Procedure(
            name="strike", title="A strike", rule="arena.strike", params=Strike, run=resolve_strike, situate=situate
        ),
        Procedure(
            name="brawl",
            title="Four strikes",
            rule="arena.strike",
            params=Strike,
            run=resolve_brawl,
            estimate=True,
            situate=situate,
        ),
    ),
)
