"""Thin Ice: two explorers each on a melting floe of hexes. What you leave sinks, and what is thin may break."""

from msgspec import Struct

from adjudge.engine import Asked, Game, Outcome, Rule, Rulebook, Scene, Seat, Table, at_least
from adjudge.field.grids import Grid

RIVAL = {"red": "blue", "blue": "red"}
FLOE = Grid(7, 7, "hex", without={"A1", "A7", "G1", "G7", "B1", "F7"})
HOMES = {"red 1": "C1", "red 2": "E1", "blue 1": "C7", "blue 2": "E7"}
THIN = {"C3", "E3", "D4", "C5", "E5", "B4", "F4"}
RULES = {
    "ice.who": "In turns, choose one of your explorers who can still go somewhere.",
    "ice.go": "Go straight in one of six directions, over ice and past nobody. The ice you leave sinks.",
    "ice.thin": "Where the ice is thin, roll a die: with a 1 or a 2 it breaks, and the explorer is gone.",
    "ice.end": "Whoever cannot go anywhere loses.",
}

class Sea(Struct):
    at: dict[str, str]
    """Where each explorer stands; one who is gone stands nowhere."""
    sunk: list[str] = []
    up: str = "red"

def ways(sea: Sea, who: str) -> list[str]:
    """The cells that an explorer can go to: along each ray up to what is sunk or taken."""
    shut, found = {*sea.sunk, *sea.at.values()}, []
    for ray in FLOE.rays(sea.at[who]):
        for cell in ray:
            if cell in shut:
                break
            found.append(cell)
    return found

def able(sea: Sea, seat: str) -> list[str]:
    return [who for who in sea.at if who.startswith(seat) and ways(sea, who)]

def turn(table: Table[Sea]) -> None:
    sea, seat = table.state, table.state.up
    there = {sea.at[who]: who for who in able(sea, seat)}
    whose = FLOE.pick(there, prompt="Who goes?", words=lambda cell: f"{there[cell].title()}, {cell}")
    who = there[table.ask(seat, "ice.who", whose)]
    where = FLOE.pick(ways(sea, who), prompt="Where to?", figure=who, words=called,
                      forecast=lambda cell: lambda odds: go(odds, who, cell))
    go(table, who, table.ask(seat, "ice.go", where))
    sea.up = RIVAL[seat]

def called(cell: str) -> str:
    return f"{cell}, thin ice" if cell in THIN else cell

def go(table: Table[Sea], who: str, cell: str) -> str:
    sea = table.state
    sea.sunk.append(sea.at[who])
    sea.at[who] = cell
    table.tell("ice.go", "{who} goes to {cell}", who=who, cell=cell, on=(who,), mark="move", at=FLOE.centre(cell))
    if cell in THIN and not table.roll(at_least(1, 3), "ice.thin", sea.up):
        sea.sunk.append(sea.at.pop(who))
        table.tell("ice.thin", "The ice breaks: {who} is gone", who=who, on=(who,), mark="dead")
        return "the ice breaks"
    return "safe"

def outcome(sea: Sea) -> Outcome | None:
    if able(sea, sea.up):
        return None
    return Outcome("{winners} has the last of the ice", "ice.end", (RIVAL[sea.up],))

def scene(sea: Sea, seat: str | None) -> Scene:
    pieces = [FLOE.piece(who, cell, who[0].upper() + who[-1], name=who.title(), seat=who.split()[0], role="person",
                         mood="ready" if who.startswith(sea.up) else "") for who, cell in sea.at.items()]
    ice = {cell: ("thin",) if cell in THIN else ("ice",) for cell in FLOE.cells}
    names = dict.fromkeys(THIN, "thin ice")
    return Scene("On the ice", (FLOE.board(pieces, looks=ice, names=names, without=sea.sunk),))

def mover(asked: Asked) -> str:
    """Goes where the most ways lead on from, and shuns thin ice."""
    sea, options = asked.view, asked.question.options
    def room(cell: str) -> float:
        shut = {*sea.sunk, *sea.at.values()}
        return sum(it not in shut for it in FLOE.neighbours(cell)) - 3 * (cell in THIN)
    return max(options, key=room)

game = Game(
    id="thin_ice", title="Thin Ice", version="1", players="2", family="board", state=Sea, turn=turn, outcome=outcome,
    start=lambda options: Sea(dict(HOMES)), scene=scene,
    seats=lambda options: [Seat(seat, seat.title()) for seat in RIVAL],
    blurb="A floe of hexes that melts under your feet: stay on it longer than your rival.",
    goal=lambda sea, seat: f"be the last who can go somewhere; {len(FLOE.cells) - len(sea.sunk)} cells are left",
    rules=Rulebook("ice", "Thin Ice", tuple(Rule(id, text) for id, text in RULES.items())),
    measures=lambda sea: {"sunk": len(sea.sunk)}, bots={"mover": mover}, default_bot="mover",
)
