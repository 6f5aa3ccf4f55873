"""Laying the desk's small table: figures, zeds and a car put down on open ground, or refused with the rule.

The table is 20 feet square, so that nothing leaves it, and a red card is in play.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from msgspec import Struct

from adjudge.engine import Table
from adjudge.engine.errors import Refused
from adjudge.engine.wording import several
from adjudge.field import Rectangle, Round, Stand
from adjudge.field.moving import room
from adjudge.games.akula.data import NUMBERS, called
from adjudge.games.akula.places import ground_of, stands
from adjudge.games.akula.rules import melee, shooting
from adjudge.games.akula.scenario import Scenario, Scenery, Size, Spawn, SurvivorEntry, carried_text
from adjudge.games.akula.setup import add_zed
from adjudge.games.akula.state import RED, Battle, Go, Rulings, Survivor, Vehicle, Zed
from adjudge.games.akula.voices import voices_of

SEAT = "player"
NAME = "The survivor"
SIDE = 240.0
MIDDLE = (SIDE / 2, SIDE / 2)
CAR = Rectangle(4.0, 2.0)


def lay(rulings: Struct | None = None, *terrain: Scenery, points: int = 0) -> Battle:
    """An open table, 20 feet square, on which nobody stands yet; a red card is in play."""
    spawns = tuple(Spawn(f"point {number}", (20.0 * number, 200.0)) for number in range(1, points + 1))
    scenario = Scenario(
        "desk",
        "An open table",
        "hold-out",
        1,
        1,
        Size(SIDE, SIDE),
        (SurvivorEntry(NAME, (119.5, 119.5)),),
        terrain=terrain,
        spawn=spawns,
    )
    chosen = {name: getattr(rulings, name) for name in rulings.__struct_fields__} if rulings is not None else {}
    return Battle(carried_text(scenario), Rulings(**chosen), {}, card=RED, cards=1)


def put_survivor(
    state: Battle, at: tuple[float, float] = MIDDLE, name: str = NAME, *, actions_left: int = 2, **marks: Any
) -> Survivor:
    """A survivor, whose go it is if nobody else's."""
    made = Survivor(name, name, SEAT, Stand(name, *at, Round(NUMBERS.base)), **marks)
    state.survivors[name] = made
    if state.go is None:
        state.go, state.waiting = Go(name, actions_left), {name: actions_left}
    return made


def put_zed(state: Battle, kind: str, at: tuple[float, float], wounds: int = 0, *, down: bool = False) -> Zed:
    zed = add_zed(state, kind, at)
    if wounds and not melee.takes_wounds(voices_of(zed), state):
        raise Refused("tank.wounds", f"{called(zed.id)} takes no wounds: give wounds to a tank zed only")
    if down and shooting.ignores_knock_backs(voices_of(zed)):
        raise Refused("tank.ignores-knock-back", f"{called(zed.id)} is never knocked back: count other zeds for that")
    zed.wounds, zed.down = wounds, down
    return zed


def put_zed_east(state: Battle, kind: str, edge: float, distance: float, wounds: int = 0) -> Zed:
    """A zed so far east of something whose eastern edge is known."""
    zed = put_zed(state, kind, MIDDLE, wounds)
    zed.stand = zed.stand.moved((edge + distance + zed.stand.base.reach, MIDDLE[1]))
    return zed


def put_car(state: Battle, people: list[Survivor], **changes: Any) -> Vehicle:
    """A car of four by two inches in the middle of the table, facing east; the first of its people drives."""
    settings: dict[str, Any] = {"seats": 8, "top_speed": 60.0, "running": True, "due": NUMBERS.actions, "checked": True}
    car = Vehicle("car", "car", Stand("car", *MIDDLE, CAR), **(settings | changes))
    state.vehicles[car.id] = car
    for person in people:
        person.vehicle = car.id
        person.stand = person.stand.moved(MIDDLE)
        car.people.append(person.id)
    car.driver = people[0].id if people else ""
    return car


def put_round(state: Battle, zeds: int | None, tanks_: int, wounds: int, down: int = 0) -> None:
    """Zeds round the survivor, all in contact with it, the tanks first."""
    number = max(1, tanks_) if zeds is None else zeds
    if tanks_ > number:
        raise Refused("ruling.contact-room", f"{several(tanks_, 'tank')} cannot be among {several(number, 'zed')}")
    if down > number:
        text = f"{down} knocked back cannot be among {several(number, 'zed')} in contact"
        raise Refused("ruling.melee-knocked-back", text)
    if wounds and not tanks_:
        raise Refused("tank.wounds", "tank_wounds is for tanks, and there is none: set tanks as well")
    for place in range(number):
        angle = place * pi / 3
        at = (MIDDLE[0] + cos(angle), MIDDLE[1] + sin(angle))
        is_tank = place < tanks_
        put_zed(state, "tank" if is_tank else "shambler", at, wounds if is_tank else 0, down=place >= number - down)


def check_room(state: Battle) -> None:
    """ruling.measuring: nobody stands on another."""
    everybody = stands(state)
    for stand in everybody:
        found = room(ground_of(state), stand, everybody)
        if not found.free:
            text = f"{called(stand.id)} would stand on {called(found.by[0])}: put them farther apart"
            raise Refused("ruling.measuring", text)


def the_survivor(table: Table[Battle]) -> Survivor:
    return table.state.survivors[NAME]


def the_zed(table: Table[Battle]) -> Zed:
    return next(iter(table.state.zeds.values()))
