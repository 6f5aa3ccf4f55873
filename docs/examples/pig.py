"""Pig: roll as often as you dare, and lose the turn's points to a 1.

A folk game of one die for two, and known territory: how to play it best can be worked out exactly, and `optimal` does.
"""

from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct

from adjudge.engine import Asked, Bot, Choose, Game, Outcome, Rule, Rulebook, Seat, Table, Tunable, total

RIVAL = {"red": "blue", "blue": "red"}
RULES = {
    "pig.turn": "Roll the die, or hold.",
    "pig.roll": "2 to 6 are added to the turn's points. A 1 loses them, and the turn.",
    "pig.hold": "The turn's points are added to your score, and the other one rolls.",
    "pig.win": "The first whose score reaches the target wins.",
}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    target: Annotated[int, Meta(ge=5, le=100, description="points that win")] = 100


class Pig(Struct):
    scores: dict[str, int]
    target: int = 100
    up: str = "red"
    points: int = 0


def turn(table: Table[Pig]) -> None:
    """One decision: so a turn is as short as can be."""
    pig, seat = table.state, table.state.up
    if not pig.points or table.ask(seat, "pig.turn", Choose(["roll", "hold"], facts={"points": pig.points})) == "roll":
        roll(table, seat)
    else:
        hold(table, seat)


def roll(table: Table[Pig], seat: str) -> None:
    pig, face = table.state, table.roll(total(1), "pig.roll", seat)
    if face == 1:
        table.tell("pig.roll", "{seat} rolls a 1 and loses {points} points", seat=seat, points=pig.points)
        pig.up, pig.points = RIVAL[seat], 0
        return
    pig.points += face
    if pig.scores[seat] + pig.points >= pig.target:
        hold(table, seat)


def hold(table: Table[Pig], seat: str) -> None:
    pig = table.state
    pig.scores[seat] += pig.points
    table.tell("pig.hold", "{seat} holds and has {score} points", seat=seat, score=pig.scores[seat])
    pig.up, pig.points = RIVAL[seat], 0


def outcome(pig: Pig) -> Outcome | None:
    won = [seat for seat, score in pig.scores.items() if score >= pig.target]
    return Outcome("{winners} wins", "pig.win", tuple(won)) if won else None


# ---------------------------------------------------------------------- bots


class Patience(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[int, Meta(ge=2, le=200, description="holds with so many points")] = 20


def holding(patience: Patience) -> Bot:
    return lambda asked: "hold" if asked.view.points >= patience.at else "roll"


def optimal(asked: Asked) -> str:
    """The better of the two, by the exact chances of winning."""
    pig: Pig = asked.view
    return better(pig.target, pig.scores[asked.seat], pig.scores[RIVAL[asked.seat]], pig.points)


@cache
def better(target: int, mine: int, theirs: int, points: int) -> str:
    rolled, held = chances(target, mine, theirs, points)
    return "hold" if held >= rolled else "roll"


def chances(target: int, mine: int, theirs: int, points: int) -> tuple[float, float]:
    """The chance of winning by rolling and by holding, for whoever plays on as well as can be against the same."""
    first = solved(target)
    if mine + points >= target:
        return 1.0, 1.0
    lost = 1 - first[theirs][mine]
    base, share = _rolling(target, mine, points, lost, first[theirs])
    return base + share * lost, 1 - first[theirs][mine + points]


@cache
def solved(target: int) -> list[list[float]]:
    """The chance of winning at the start of a turn, for every pair of scores: `solved(100)[mine][theirs]`.

    Points of a turn only rise, so that a turn is worked out backwards once one knows what losing it is worth. That is
    the other's chance at the same scores, which hangs on this one in turn: two lines that are made to meet.
    """
    first = [[0.5] * target for _ in range(target)]
    for both in range(2 * target - 2, -1, -1):
        for mine in range(max(0, both - target + 1), both // 2 + 1):
            _settle(target, mine, both - mine, first)
    return first


def _settle(target: int, mine: int, theirs: int, first: list[list[float]]) -> None:
    """Both chances at a pair of scores: ours is `base + share * (1 - theirs)`, and theirs likewise."""
    ours = others = 0.5
    for _ in range(20):
        base, share = _rolling(target, mine, 0, 1 - others, first[theirs])
        base2, share2 = _rolling(target, theirs, 0, 1 - ours, first[mine])
        better = (base + share * (1 - base2 - share2)) / (1 - share * share2)
        change, ours = abs(better - ours), better
        others = base2 + share2 * (1 - ours)
        if change < 1e-12:
            break
    first[mine][theirs], first[theirs][mine] = ours, others


def _rolling(target: int, mine: int, points: int, lost: float, theirs: list[float]) -> tuple[float, float]:
    """The chance of winning by a roll with so many points, as `base + share * lost`, playing on as well as can be if a
    lost turn is worth `lost`. `theirs` are the other's chances by what our score is then."""
    wanted = target - mine
    bases, shares = [1.0] * (wanted + 7), [0.0] * (wanted + 7)
    base = share = 0.0
    for now in range(wanted - 1, points - 1, -1):
        base = (bases[now + 2] + bases[now + 3] + bases[now + 4] + bases[now + 5] + bases[now + 6]) / 6
        share = (1 + shares[now + 2] + shares[now + 3] + shares[now + 4] + shares[now + 5] + shares[now + 6]) / 6
        held = 1 - theirs[mine + now]
        if now and held > base + share * lost:
            bases[now] = held
        else:
            bases[now], shares[now] = base, share
    return base, share


def measures(pig: Pig) -> dict[str, Any]:
    return {f"{seat}'s score": score for seat, score in pig.scores.items()}


game = Game(
    id="pig",
    title="Pig",
    version="1",
    players="2",
    family="dice",
    blurb="Roll as often as you dare: a 1 loses it all.",
    state=Pig,
    options=Options,
    seats=lambda options: [Seat(seat, seat.title()) for seat in RIVAL],
    start=lambda options: Pig(dict.fromkeys(RIVAL, 0), options.target),
    turn=turn,
    outcome=outcome,
    measures=measures,
    rules=Rulebook("pig", "Pig", tuple(Rule(id, text) for id, text in RULES.items())),
    bots={"hold": Tunable(Patience, holding, "holds from a number of points on"), "optimal": optimal},
    default_bot="optimal",
)
