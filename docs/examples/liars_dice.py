"""Liar's dice: bid on dice that you cannot see, or call the last bid a lie.

A folk game for two with hidden dice. What a seat does not know is imagined by `imagine`, for bots that think.
"""

from functools import cache
from math import comb
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct

from adjudge.engine import Asked, Bot, Choose, Game, Outcome, Reading, Rule, Rulebook, Seat, Table, Tunable, in_order

RIVAL = {"red": "blue", "blue": "red"}
LIAR = "liar"
RULES = {
    "liar.roll": "Each rolls the dice left to them and looks at them in secret.",
    "liar.bid": "Bid that there are at least so many dice of a face, more than before, or call the last bid a lie.",
    "liar.call": "All dice are shown. If the bid holds, the caller loses a die, else the bidder. The loser bids first.",
    "liar.win": "Whoever has dice left wins.",
}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    dice: Annotated[int, Meta(ge=1, le=6, description="dice of each at the start")] = 5
    sides: Annotated[int, Meta(ge=2, le=6, description="sides of a die: with few of them it can be solved")] = 6


class Cup(Struct):
    """The dice of one: so many, and what they show. What another may not see is 0."""

    dice: int
    faces: list[int] = []


class Bid(Struct, frozen=True):
    seat: str
    count: int
    face: int


class Bluff(Struct):
    cups: dict[str, Cup]
    up: str = "red"
    bids: list[Bid] = []
    sides: int = 6


def turn(table: Table[Bluff]) -> None:
    bluff, seat = table.state, table.state.up
    if not bluff.cups[seat].faces:
        for who, cup in bluff.cups.items():
            cup.faces = list(table.roll(thrown(cup.dice, bluff.sides), "liar.roll", who, to=(who,)))
    bid = table.ask(seat, "liar.bid", Choose(bids(bluff), words, prompt="Your bid?"))
    if bid == LIAR:
        call(table, seat)
        return
    count, face = read(bid)
    bluff.bids.append(Bid(seat, count, face))
    table.tell("liar.bid", "{seat} bids {bid}", seat=seat, bid=words(bid), count=count, face=face)
    bluff.up = RIVAL[seat]


@cache
def thrown(dice: int, sides: int) -> Reading[tuple[int, ...]]:
    """Dice, each as it lies."""
    return in_order(*(sides,) * dice)


def bids(bluff: Bluff) -> list[str]:
    """Everything higher than the last bid, first by number and then by face."""
    most = sum(cup.dice for cup in bluff.cups.values())
    last = (bluff.bids[-1].count, bluff.bids[-1].face) if bluff.bids else (0, bluff.sides)
    faces = range(1, bluff.sides + 1)
    higher = [f"{count}x{face}" for count in range(1, most + 1) for face in faces if (count, face) > last]
    return [LIAR, *higher] if bluff.bids else higher


def read(bid: str) -> tuple[int, int]:
    count, _, face = bid.partition("x")
    return int(count), int(face)


def words(bid: str) -> str:
    return "Call it a lie" if bid == LIAR else "{} of face {}".format(*read(bid))


def call(table: Table[Bluff], seat: str) -> None:
    bluff, bid = table.state, table.state.bids[-1]
    found = sum(cup.faces.count(bid.face) for cup in bluff.cups.values())
    loser = seat if found >= bid.count else bid.seat
    table.tell(
        "liar.call", "{seat} calls: there are {found}, and {loser} loses a die", reveal=True, seat=seat, found=found,
        loser=loser, dice={who: cup.faces for who, cup in bluff.cups.items()},
    )  # fmt: skip
    bluff.cups[loser].dice -= 1
    for cup in bluff.cups.values():
        cup.faces = []
    bluff.bids, bluff.up = [], loser


def outcome(bluff: Bluff) -> Outcome | None:
    left = [seat for seat, cup in bluff.cups.items() if cup.dice]
    return Outcome("{winners} wins", "liar.win", tuple(left)) if len(left) == 1 else None


# ---------------------------------------------------------------------- what a seat knows, and what it may imagine


def view(bluff: Bluff, seat: str | None) -> Bluff:
    cups = {
        who: Cup(cup.dice, list(cup.faces) if who == seat else [0] * len(cup.faces)) for who, cup in bluff.cups.items()
    }
    return Bluff(cups, bluff.up, list(bluff.bids), bluff.sides)


def imagine(seen: Bluff, seat: str | None, rng: Random) -> Bluff:
    """Dice that nobody showed may be any; those who bid on a face are a little more likely to hold it."""
    cups = {who: Cup(cup.dice, [face or _die(seen, who, rng) for face in cup.faces]) for who, cup in seen.cups.items()}
    return Bluff(cups, seen.up, list(seen.bids), seen.sides)


def _die(seen: Bluff, who: str, rng: Random) -> int:
    hinted = [bid.face for bid in seen.bids if bid.seat == who]
    if hinted and rng.random() < HINT:
        return rng.choice(hinted)
    return rng.randint(1, seen.sides)


HINT = 0.2
"""How far a bid is believed: so many of the bidder's dice are taken to be of the faces that were bid."""


# ---------------------------------------------------------------------- a bot


class Doubt(Struct, frozen=True, forbid_unknown_fields=True):
    doubt: Annotated[float, Meta(ge=0, le=1, description="calls bids that hold with less than this chance")] = 0.4


def actuary(doubt: Doubt) -> Bot:
    """Calls what is unlikely; else bids what is likeliest to hold, on a face of its own where it can."""

    def answer(asked: Asked) -> str:
        seen: Bluff = asked.view
        options: list[str] = list(asked.question.options)  # type: ignore[attr-defined]
        mine, unknown = seen.cups[asked.seat].faces, seen.cups[RIVAL[asked.seat]].dice
        last = seen.bids[-1] if seen.bids else None
        if last and holds(last.count - mine.count(last.face), unknown, seen.sides) < doubt.doubt:
            return LIAR

        def likely(bid: str) -> tuple[float, int]:
            count, face = read(bid)
            return holds(count - mine.count(face), unknown, seen.sides), count

        raises = [bid for bid in options if bid != LIAR]
        return max(raises, key=likely) if raises else LIAR

    return answer


@cache
def holds(wanted: int, unknown: int, sides: int = 6) -> float:
    """The chance that at least so many of the unknown dice show a face."""
    ways: int = sum(comb(unknown, hit) * (sides - 1) ** (unknown - hit) for hit in range(max(0, wanted), unknown + 1))
    return ways / float(sides**unknown)


def measures(bluff: Bluff) -> dict[str, Any]:
    return {f"{seat}'s dice": cup.dice for seat, cup in bluff.cups.items()}


game = Game(
    id="liars-dice",
    title="Liar's dice",
    version="1",
    players="2",
    family="dice",
    blurb="Bid on dice that you cannot see, or call the last bid a lie.",
    state=Bluff,
    options=Options,
    seats=lambda options: [Seat(seat, seat.title()) for seat in RIVAL],
    start=lambda options: Bluff({seat: Cup(options.dice) for seat in RIVAL}, sides=options.sides),
    turn=turn,
    outcome=outcome,
    view=view,
    imagine=imagine,
    measures=measures,
    rules=Rulebook("liar", "Liar's dice", tuple(Rule(id, text) for id, text in RULES.items())),
    bots={"actuary": Tunable(Doubt, actuary, "plays by the chance that a bid holds")},
    default_bot="actuary",
)
