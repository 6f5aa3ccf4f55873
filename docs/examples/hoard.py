"""The Hoard, the game of docs/write-your-own-game.md as it stands there, with a bot and `imagine`."""

from dataclasses import replace
from random import Random

from adjudge.engine import Asked

"""The Hoard: two thieves, one sleeping dragon, and never enough gold."""

from functools import cache
from operator import gt
from msgspec import Struct
from adjudge.engine import Choose, Game, Outcome, Procedure, Reading, Rule, Rulebook, Seat, Table, opposed, total

RIVAL = {"red": "blue", "blue": "red"}
ACTS = {1: "Grab a handful", 2: "Grab two handfuls", 3: "Grab three handfuls", "brawl": "Brawl for both sacks"}
RULES = {
    "hoard.muscle": "Each thief rolls a three-sided die in secret: that is its muscle.",
    "hoard.act": "On your turn grab one, two or three handfuls, or brawl with a rival whose sack is not empty.",
    "hoard.grab": "Roll a die for each handful and add the coins to your sack. Any 1 wakes the dragon: drop the sack.",
    "hoard.brawl": "Both roll a die and add their muscle. The attacker must roll higher. The winner takes both sacks.",
    "hoard.win": "The first to hold 25 coins gets away with them.",
}

class Thief(Struct):
    sack: int = 0
    muscle: int = 0  # 0: unknown

class Cave(Struct):
    thieves: dict[str, Thief]
    up: str = ""

def turn(table: Table[Cave]) -> None:
    seat = table.state.up
    if not seat:
        return size_up(table)
    acts = [act for act in ACTS if act != "brawl" or table.state.thieves[RIVAL[seat]].sack]
    question = Choose(acts, ACTS.__getitem__, forecast=lambda act: lambda odds: do(odds, seat, act))
    do(table, seat, table.ask(seat, "hoard.act", question))
    table.state.up = RIVAL[seat]

def size_up(table: Table[Cave]) -> None:
    for seat, thief in table.state.thieves.items():
        thief.muscle = table.roll(total(1, sides=3), "hoard.muscle", seat, to=(seat,))
    table.state.up = "red"

def do(table: Table[Cave], seat: str, act: str | int) -> str:
    return brawl(table, seat) if act == "brawl" else grab(table, seat, int(act))

@cache
def coins(handfuls: int) -> Reading[int]:
    return Reading((6,) * handfuls, lambda faces: 0 if 1 in faces else sum(faces), "coins, but none with a 1")

def grab(table: Table[Cave], seat: str, handfuls: int) -> str:
    thief, found = table.state.thieves[seat], table.roll(coins(handfuls), "hoard.grab", seat)
    thief.sack = thief.sack + found if found else 0
    table.tell("hoard.grab", "{seat} now carries {sack} coins", seat=seat, sack=thief.sack)
    return "wins" if thief.sack >= 25 else "richer" if found else "loses the sack"

def brawl(table: Table[Cave], seat: str) -> str:
    rival, thieves = RIVAL[seat], table.state.thieves
    us, it = (thieves[who].muscle or table.roll(total(1, sides=3), "hoard.muscle") for who in (seat, rival))
    table.tell("hoard.brawl", "{seat} (+{us}) jumps {rival} (+{it})", reveal=True, seat=seat, rival=rival, us=us, it=it)
    winner = seat if table.roll(opposed(us, it, gt), "hoard.brawl", (seat, rival)) else rival
    thieves[winner].sack, thieves[RIVAL[winner]].sack = thieves[seat].sack + thieves[rival].sack, 0
    return f"{winner} takes all"

def outcome(cave: Cave) -> Outcome | None:
    rich = [seat for seat, thief in cave.thieves.items() if thief.sack >= 25]
    return Outcome("{winners} gets away", "hoard.win", tuple(rich)) if rich else None

def view(cave: Cave, seat: str | None) -> Cave:
    return Cave({who: Thief(it.sack, it.muscle if who == seat else 0) for who, it in cave.thieves.items()}, cave.up)

class Brawl(Struct, frozen=True):
    ours: int = 0
    theirs: int = 0

game = Game(
    id="hoard", title="The Hoard", version="1", players="2", state=Cave, turn=turn, outcome=outcome, view=view,
    start=lambda options: Cave({seat: Thief() for seat in RIVAL}),
    seats=lambda options: [Seat(seat, seat.title()) for seat in RIVAL],
    rules=Rulebook("hoard", "The Hoard", tuple(Rule(id, text) for id, text in RULES.items())),
    procedures=(Procedure(name="brawl", title="A brawl", rule="hoard.brawl", run=lambda t, it: brawl(t, "red"),
        params=Brawl, situate=lambda it: Cave({"red": Thief(10, it.ours), "blue": Thief(10, it.theirs)})),),
)

# ---------------------------------------------------------------------- bots, and what a seat may imagine


def imagine(seen: Cave, seat: str | None, rng: Random) -> Cave:
    """A muscle that was rolled in secret may be any."""
    unknown = bool(seen.up)  # before the first turn nobody has rolled
    thieves = {
        who: Thief(it.sack, it.muscle or (rng.randint(1, 3) if unknown else 0)) for who, it in seen.thieves.items()
    }
    return Cave(thieves, seen.up)


def bold(asked: Asked) -> str | int:
    ours, theirs = asked.view.thieves[asked.seat].sack, asked.view.thieves[RIVAL[asked.seat]].sack
    return "brawl" if theirs > ours + 4 else 3 if ours < 5 else 2


game = replace(game, imagine=imagine, bots={"bold": bold}, default_bot="bold")
