"""Vehicles: armor by facing, major and minor conditions, and what becomes of the crew."""

from __future__ import annotations

from typing import NamedTuple

from adjudge.engine import Choose, Table
from adjudge.games.regiment.data import FACINGS, Facing, numbers, vehicles, weapons
from adjudge.games.regiment.readings import Harm, damage, fire
from adjudge.games.regiment.rules import harm as tracks
from adjudge.games.regiment.rules.npcs import take_damage
from adjudge.games.regiment.state import Fire, Rulings, Session, Soldier, Vehicle
from adjudge.story import GM, Beat, effect

FURTHER = "further damage"
"""A condition that counts and has no name, when a list has run out (ruling.vehicle-condition-choice)."""


class Penetration(NamedTuple):
    """What gets through armor."""

    major: int
    minor: int


def armor_of(vehicle: Vehicle, facing: Facing | str, weapon: str, rulings: Rulings) -> int:
    """vehicle.facing; tag.heat takes 2 off it, not below 0 (ruling.heat-number); AP takes nothing (tag.ap)."""
    values = vehicles()[vehicle.kind].armor
    if values is None:
        return 0
    value = values[facing or "front"]  # type: ignore[index]
    lowered = "heat" in weapons()[weapon].tags and rulings.heat_number == "armor"
    return max(value - numbers().heat, 0) if lowered else value


def usual_facing(order: Fire) -> Facing:
    """Mines and indirect fire strike the top value (ruling.vehicle-facing-choice); else it is as established."""
    weapon = weapons()[order.weapon]
    return "top" if weapon.kind == "mine" or "indirect" in weapon.tags else "front"


def ask_facing(table: Table[Session], order: Fire, vehicle: Vehicle) -> Facing:
    """vehicle.facing: the GM says which side is struck."""
    if vehicles()[vehicle.kind].armor is None:
        return "front"
    usual = usual_facing(order)
    facings: list[Facing] = [usual, *(it for it in FACINGS if it != usual)]
    question = Choose(facings, lambda it: f"The {it} of {vehicle.name}", prompt="Which side does it strike?")
    return table.ask(GM, "vehicle.facing", question)


def through_armor(harm: Harm, armor: int) -> Penetration:
    """attack-vehicle.armor: armor takes the wounds first, what is left of it then takes stress."""
    left = max(armor - harm.wounds, 0)
    return Penetration(max(harm.wounds - armor, 0), max(harm.stress - left, 0))


def inflict(table: Table[Session], vehicle: Vehicle, got: Penetration, by: str) -> None:
    """attack-vehicle.conditions, then attack-vehicle.crew-damage, then the counts of three."""
    if not got.major and not got.minor:
        effect(
            table,
            "attack-vehicle.armor",
            "the armor of {who} holds",
            on=(vehicle.id,),
            beat="armor-holds",
            who=vehicle.name,
        )
        return
    hand = by if table.state.rulings.vehicle_condition_choice == "attacker" else GM
    for _ in range(got.major):
        add_condition(table, vehicle, "major", hand)
    for _ in range(got.minor):
        add_condition(table, vehicle, "minor", hand)
    harm_the_crew(table, vehicle, got.major, "attack-vehicle.crew-damage")
    tell_its_end(table, vehicle)


def add_condition(table: Table[Session], vehicle: Vehicle, grade: str, hand: str) -> None:
    """attack-vehicle.major or attack-vehicle.minor: each once, systems one by one (ruling.vehicle-condition-choice)."""
    has = vehicle.major if grade == "major" else vehicle.minor
    rule = "attack-vehicle.major" if grade == "major" else "attack-vehicle.minor"
    options = open_conditions(vehicle, grade) or [FURTHER]
    question = Choose(options, str.capitalize, prompt=f"A {grade} condition for {vehicle.name}")
    condition = table.ask(hand, rule, question)
    has.append(condition)
    if condition == "burning":
        vehicle.burning_left = numbers().burning_exchanges
    effect(
        table,
        rule,
        "{who}: {condition}",
        on=(vehicle.id,),
        beat=Beat("damaged", vehicle.name, what=condition),
        who=vehicle.name,
        condition=condition,
    )


def open_conditions(vehicle: Vehicle, grade: str) -> list[str]:
    """What is not on the vehicle yet."""
    names = numbers().conditions.major if grade == "major" else numbers().conditions.minor
    has = vehicle.major if grade == "major" else vehicle.minor
    found: list[str] = []
    for name in names:
        found += [f"{name}: {it}" for it in numbers().conditions.systems] if name.startswith("system") else [name]
    return [name for name in found if name not in has]


def tell_its_end(table: Table[Session], vehicle: Vehicle) -> None:
    """attack-vehicle.destroyed overrides attack-vehicle.disabled; both add up for life (ruling.vehicle-thresholds)."""
    if len(vehicle.major) >= numbers().destroyed_at:
        effect(
            table,
            "attack-vehicle.destroyed",
            "{who} is destroyed: the crew bails out or is lost",
            beat="destroyed",
            on=(vehicle.id,),
            who=vehicle.name,
        )
        bail_out(table, vehicle)
    elif len(vehicle.minor) >= numbers().disabled_at:
        effect(
            table,
            "attack-vehicle.disabled",
            "{who} is disabled until repaired",
            on=(vehicle.id,),
            beat="disabled",
            who=vehicle.name,
        )


def bail_out(table: Table[Session], vehicle: Vehicle) -> None:
    """Soldiers in it get out where it stands; an NPC crew is lost with it (ruling.vehicle-crew-harm)."""
    for soldier in riders(table.state, vehicle):
        soldier.inside, soldier.hatch, soldier.place, soldier.cover = "", False, vehicle.place, 0
        effect(
            table, "ruling.vehicle-crew-harm", "{who} bails out", on=(soldier.id,), beat="bails-out", who=soldier.name
        )
    vehicle.crew = [numbers().strength for _ in vehicle.crew]


def riders(session: Session, vehicle: Vehicle) -> list[Soldier]:
    return [it for it in session.soldiers.values() if it.inside == vehicle.id and it.status in ("active", "broken")]


def harm_the_crew(table: Table[Session], vehicle: Vehicle, dice: int, rule: str) -> None:
    """attack-vehicle.crew-damage: 1d incidental for each major condition (ruling.vehicle-crew-harm)."""
    if not dice:
        return
    session = table.state
    for soldier in riders(session, vehicle):
        rolled = table.roll(fire("incidental", dice), rule, session.hand(soldier))
        tracks.suffer(table, soldier, rolled, rule)
    if vehicle.crew:
        vehicle.crew = take_damage(vehicle.crew, table.roll(damage("incidental", dice), rule, GM))


def repair(table: Table[Session], vehicle: Vehicle) -> None:
    """ruling.vehicle-repair: out of the fight, 1 supply for all minor conditions."""
    table.state.squad.supply -= 1
    vehicle.minor = []
    effect(
        table,
        "ruling.vehicle-repair",
        "{who} is repaired for 1 supply",
        on=(vehicle.id,),
        beat="repaired",
        who=vehicle.name,
    )
