"""Holdfast: two squads fight over a well. A skirmish on a table with terrain, by the kit for wargames."""

from pathlib import Path

from msgspec import Struct

from adjudge.engine import (
    Asked, Choose, Deed, Game, Option, Outcome, PickPoint, Rule, Rulebook, Scene, Seat, Table, at_least,
)
from adjudge.engine.questions import Forecast
from adjudge.field.kit import Battlefield, Figure

RIVAL = {"red": "blue", "blue": "red"}
ROUNDS, MOVE, RANGE, NEAR = 6, 6.0, 12.0, 4.0
WELL = Figure("well", 12.0, 9.0)
FIELD = Battlefield.from_file(Path(__file__).with_name("holdfast.toml"))
RULES = {
    "holdfast.deploy": "In turns, set up three rifles each in your zone.",
    "holdfast.activate": "In turns, act with a rifle that has not acted in this round: move, then shoot.",
    "holdfast.move": "Move up to 6 inches, round scenery and other figures.",
    "holdfast.shoot": "Shoot an enemy in sight within 12 inches: 4+ hits, 5+ in cover. Two hits take it out.",
    "holdfast.end": "A squad without rifles loses. After six rounds, more rifles within 4 inches of the well win.",
}

class Rifle(Figure):
    hits: int = 0
    is_up: bool = False

class Battle(Struct):
    figures: dict[str, Rifle]
    up: str = "red"
    round: int = 0
    acted: list[str] = []

def start(options: object) -> Battle:
    return Battle({f"{seat} {number}": Rifle(f"{seat} {number}", seat=seat) for number in (1, 2, 3) for seat in RIVAL})

def fighting(battle: Battle, seat: str = "") -> list[Rifle]:
    return [it for it in battle.figures.values() if it.is_up and (not seat or it.seat == seat)]

def waiting(battle: Battle, seat: str) -> list[str]:
    mine = [it for it in battle.figures.values() if it.seat == seat and it.id not in battle.acted]
    return [it.id for it in mine if it.is_up == bool(battle.round)]

def turn(table: Table[Battle]) -> None:
    battle, seat = table.state, table.state.up
    ready = waiting(battle, seat)[: None if battle.round else 1]
    who = Choose(ready, lambda id: Option(id, id.title(), figure=id, deed=Deed("act", id)), prompt="Who acts?")
    rifle = battle.figures[table.ask(seat, "holdfast.activate", who)]
    (activate if battle.round else deploy)(table, rifle)
    if not waiting(battle, "red") and not waiting(battle, "blue"):
        battle.round, battle.acted = battle.round + 1, []
    battle.up = RIVAL[seat] if waiting(battle, RIVAL[seat]) else seat

def deploy(table: Table[Battle], rifle: Rifle) -> None:
    zone = FIELD.deploy(rifle.seat, rifle, fighting(table.state))
    rifle.x, rifle.y = table.ask(rifle.seat, "holdfast.deploy", PickPoint(zone, prompt=f"Where is {rifle.id}?"))
    rifle.is_up = True

def activate(table: Table[Battle], rifle: Rifle) -> None:
    battle, foes = table.state, fighting(table.state, RIVAL[rifle.seat])
    look = FIELD.outlook(rifle, foes, note=lambda here, foe: "in cover" * bool(FIELD.cover(here, foe)),
                         rule="holdfast.shoot", attack=aimed)
    walk = FIELD.walk(rifle, fighting(battle), MOVE)
    spot = PickPoint(walk, prompt=f"Where does {rifle.id} go?", figure=rifle.id, outlook=look)
    rifle.x, rifle.y = table.ask(rifle.seat, "holdfast.move", spot)
    battle.acted.append(rifle.id)
    table.tell("holdfast.move", "{rifle} moves", rifle=rifle.id, on=(rifle.id,), mark="move", at=rifle.at)
    targets = [foe.id for foe in foes if aimed(rifle, foe) and FIELD.sees(rifle, foe)]
    aim = Choose([*targets, "hold"], words, prompt="Shoot?", forecast=lambda id: aimed(rifle, battle.figures.get(id)))
    target = table.ask(rifle.seat, "holdfast.shoot", aim)
    if target != "hold":
        shoot(table, rifle.id, target)

def words(id: str) -> Option:
    return Option(id, "Hold fire", caution="apart") if id == "hold" else Option(id, f"Shoot {id}", figure=id)

def aimed(rifle: Figure, foe: Figure | None) -> Forecast | None:
    return (lambda odds: shoot(odds, rifle.id, foe.id)) if foe and FIELD.is_within(rifle, foe, RANGE) else None

def shoot(table: Table[Battle], shooter: str, target: str) -> str:
    rifle, foe = table.state.figures[shooter], table.state.figures[target]
    hit = table.roll(at_least(1, 5 if FIELD.cover(rifle, foe) else 4), "holdfast.shoot", rifle.seat)
    foe.hits, foe.is_up = foe.hits + hit, foe.hits + hit < 2
    told, mark = ("hit", "wound") if hit and foe.is_up else ("out", "dead") if hit else ("missed", "miss")
    facts = {"rifle": shooter, "foe": target, "told": told}
    table.tell("holdfast.shoot", "{rifle} shoots: {foe} is {told}", on=(shooter, target), mark=mark, **facts)
    return told

def outcome(battle: Battle) -> Outcome | None:
    left = {seat: len(fighting(battle, seat)) for seat in RIVAL}
    if not battle.round or (battle.round <= ROUNDS and all(left.values())):
        return None
    held = {seat: sum(FIELD.is_within(it, WELL, NEAR) for it in fighting(battle, seat)) for seat in RIVAL}
    count = held if all(left.values()) else left
    won = [seat for seat in RIVAL if count[seat] > count[RIVAL[seat]]]
    return Outcome("{winners} holds the well" if won else "nobody holds the well", "holdfast.end", tuple(won))

def scene(battle: Battle, seat: str | None) -> Scene:
    looks = {it.id: {"seat": it.seat, "conditions": ("hurt",) * it.hits} for it in fighting(battle)}
    pieces = [FIELD.piece(it, it.id.title(), role="soldier", holds="rifle", **looks[it.id]) for it in fighting(battle)]
    title = f"Round {battle.round} of {ROUNDS}" if battle.round else "Setting up"
    return Scene(title, (FIELD.board(pieces, zones=("well",)),))

def sergeant(asked: Asked) -> object:
    """Goes for the well, and shoots whenever it can."""
    if asked.rule == "holdfast.move":
        return asked.question.region.towards(WELL.at)
    return asked.question.options[0] if asked.rule == "holdfast.shoot" else asked.question.sample(asked.rng)

game = Game(
    id="holdfast", title="Holdfast", version="1", players="2", family="skirmish", state=Battle, start=start, turn=turn,
    outcome=outcome, scene=scene, seats=lambda options: [Seat(seat, seat.title()) for seat in RIVAL],
    blurb="Two squads of rifles, a mill, a barn, and one well that both want.",
    goal=lambda battle, seat: f"hold the well with more rifles within {NEAR:g} inches after round {ROUNDS}",
    rules=Rulebook("holdfast", "Holdfast", tuple(Rule(id, text) for id, text in RULES.items())),
    bots={"sergeant": sergeant}, default_bot="sergeant", horizon=8,
    worth=lambda battle, seat: 0.5 + 0.15 * (len(fighting(battle, seat)) - len(fighting(battle, RIVAL[seat]))),
)
