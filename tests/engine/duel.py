"""A small game that uses every kind of question, to try the engine on."""

from __future__ import annotations

from msgspec import Struct

from adjudge.engine import (
    EVERYONE,
    Choose,
    Floor,
    Game,
    Outcome,
    Paper,
    Procedure,
    Prose,
    Rule,
    Rulebook,
    Scene,
    Sealed,
    Seat,
    Table,
    Write,
    at_least,
    opposed,
    total,
)
from adjudge.engine.copying import copy


class Duelist(Struct):
    life: int = 3
    coins: int = 4
    secret: str = ""


class Duel(Struct):
    red: Duelist
    blue: Duelist
    round: int = 0
    journal: list[str] = []


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    life: int = 3


def judge(attack: int, defence: int) -> str:
    return "hit" if attack >= defence else "miss"


def strike(table: Table[Duel], by: str, on: str, bonus: int) -> str:
    verdict: str = table.roll(opposed(bonus, 0, judge), "duel.strike", (by, on))
    if verdict == "hit":
        getattr(table.state, on).life -= 1
        table.tell("duel.hit", "{by} hits {whom}", by=by, whom=on)
    return verdict


def turn(table: Table[Duel]) -> None:
    state = table.state
    state.round += 1
    bids = table.ask(
        EVERYONE,
        "duel.bid",
        Sealed({seat: Choose(list(range(getattr(state, seat).coins + 1))) for seat in ("red", "blue")}),
    )
    for seat, bid in bids.items():
        getattr(state, seat).coins -= bid
    table.tell("duel.bids", "red bids {red}, blue bids {blue}", reveal=True, **bids)
    seat, words = table.ask(EVERYONE, "duel.taunt", Floor({"red": Write(optional=True), "blue": Write(optional=True)}))
    state.journal.append(f"{seat}: {words}")
    first, second = ("red", "blue") if bids["red"] >= bids["blue"] else ("blue", "red")
    for by, on in ((first, second), (second, first)):
        stance = table.ask(by, "duel.stance", Choose(["steady", "wild"]))
        if stance == "wild" and not table.roll(at_least(2, 5), "duel.wild", by):
            table.tell("duel.stumble", "{by} stumbles", by=by)
            continue
        strike(table, by, on, 2 if stance == "wild" else 0)
        if getattr(state, on).life <= 0:
            return


def outcome(state: Duel) -> Outcome | None:
    for seat, other in (("red", "blue"), ("blue", "red")):
        if getattr(state, seat).life <= 0:
            return Outcome("{winners} wins", "duel.end", (other,))
    return None


def view(state: Duel, seat: str | None) -> Duel:
    seen = copy(state)
    for other in ("red", "blue"):
        if other != seat:
            getattr(seen, other).secret = ""
    return seen


class Strike(Struct, frozen=True, forbid_unknown_fields=True):
    bonus: int = 0
    armour: int = 0


def resolve_strike(table: Table[Duel], situation: Strike) -> str:
    if strike(table, "red", "blue", situation.bonus) == "miss":
        return "miss"
    if situation.armour and table.roll(total(2), "duel.armour", "blue") <= situation.armour:
        return "stopped"
    return "hit"


IDS = "bid bids taunt stance wild stumble strike hit end armour"

game: Game[Duel] = Game(
    id="duel",
    title="Duel",
    version="1",
    state=Duel,
    options=Options,
    seats=lambda options: (Seat("red", "Red"), Seat("blue", "Blue")),
    start=lambda options: Duel(Duelist(options.life, secret="red's"), Duelist(options.life, secret="blue's")),
    turn=turn,
    outcome=outcome,
    view=view,
    rules=Rulebook("duel", "Duel", tuple(Rule(f"duel.{word}", word) for word in IDS.split())),
    procedures=(
        Procedure(
            name="strike",
            title="A strike",
            rule="duel.strike",
            params=Strike,
            situate=lambda situation: Duel(Duelist(), Duelist()),
            run=resolve_strike,
        ),
    ),
    papers=(
        Paper(
            name="challenge",
            title="Challenge",
            about="The letter that a duel begins with; any text will do.",
            read=str,
            show=lambda letter: Scene("Challenge", (Prose("", tuple(letter.splitlines())),)),
            examples=("insult",),
            example=lambda name: "Sir, your hat.",
            make=lambda wishes, seed: f"Sir, for the {seed}th time.",
        ),
    ),
)
