"""Zombie "Tanks": debris."""

from __future__ import annotations

from adjudge.engine import Choose, Option, Table
from adjudge.games.akula.data import NUMBERS, called
from adjudge.games.akula.places import in_play, is_within, nearest_survivors, place_of, sees
from adjudge.games.akula.readings import one_of, reaches
from adjudge.games.akula.rules.harm import injure
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Survivor, Zed

DEBRIS_ON, HIT_ON = 5, 4
THROW, CHARGE = "throw", "charge"


def hurl_if_it_does(table: Table[Battle], tank: Zed) -> bool:
    """tank.debris-roll: with a survivor within 10 inches, debris on 5 or 6 instead of moving and attacking."""
    near = debris_targets(table.state, tank)
    if not near or not decides_to_hurl(table, tank):
        return False
    hurl(table, tank, near)
    return True


def decides_to_hurl(table: Table[Battle], tank: Zed) -> bool:
    """ruling.tank-debris-choice: the die decides, or the umpire."""
    if table.state.rulings.tank_debris_choice == "dice":
        return table.roll(reaches(DEBRIS_ON), "tank.debris-roll")
    question = Choose([CHARGE, THROW], _describe, prompt=f"{tank.id}: charge, or throw debris?")
    return table.ask(UMPIRE_SEAT, "ruling.tank-debris-choice", question) == THROW


def _describe(key: str) -> Option:
    return Option(key, "throw debris" if key == THROW else "move and attack", rule="zed.tank", hotkey=key[0])


def debris_targets(state: Battle, tank: Zed) -> list[Survivor]:
    """tank.debris-target: the nearest in sight within 10 inches; several if equally near.

    Neither contact nor a plain vehicle is shelter (ruling.tank-debris-details).
    """
    near = [it for it in in_play(state) if _may_be_hit(state, tank, it)]
    return nearest_survivors(state, tank.stand, near)


def _may_be_hit(state: Battle, tank: Zed, survivor: Survivor) -> bool:
    if survivor.vehicle and state.vehicles[survivor.vehicle].armoured:
        return False
    place = place_of(state, survivor)
    if not is_within(state, tank.stand, place, NUMBERS.debris_range):
        return False
    return state.rulings.tank_debris_details == "blind" or sees(state, tank.stand, place)


def hurl(table: Table[Battle], tank: Zed, near: list[Survivor]) -> None:
    """tank.debris-hit: on 4 or more, with the damage of close combat."""
    target = near[0] if len(near) == 1 else near[table.roll(one_of(len(near)), "tank.debris-target")]
    table.tell("tank.debris-target", "{tank} hurls debris at {name}.", tank=called(tank.id), name=target.name)
    if table.roll(reaches(HIT_ON), "tank.debris-hit"):
        injure(table, target, "tank.debris-hit")
    else:
        table.tell("tank.debris-hit", "It misses.")
