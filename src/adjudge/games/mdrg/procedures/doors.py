"""Doors: bashing them and shooting at them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine import Refused
from adjudge.engine.inputs import known
from adjudge.field import Piece, rectangle
from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import refresh
from adjudge.games.mdrg.places import ground
from adjudge.games.mdrg.procedures.play import BLUE, RED, SHOT, Distance
from adjudge.games.mdrg.rules import buildings
from adjudge.games.mdrg.small_tables import (
    HERE,
    Aimer,
    Fighter,
    Gear,
    Model,
    ScaleName,
    Traits,
    Type,
    enemy_far_away,
    lay,
    offered,
    put,
    radius,
    rulings_of,
    small_table,
)
from adjudge.games.mdrg.special import weapons
from adjudge.games.mdrg.state import Battle


class Basher(Struct, frozen=True, forbid_unknown_fields=True):
    """One who bashes a door."""

    type: Type = "mutant"
    combat: Annotated[int, Meta(ge=0, le=12, description="if somebody holds the door")] = 3
    traits: Traits = ()
    gear: Gear = ()


class Door(Struct, frozen=True, forbid_unknown_fields=True):
    """One model at a door, or two together, and perhaps an enemy who holds it."""

    bashers: Annotated[tuple[Basher, ...], Meta(min_length=1, max_length=2)] = (Basher(),)
    door: Literal["plain", "heavy", "steel"] = "plain"
    ram: Annotated[bool, Meta(description="the two of them have a battering ram")] = False
    holder: Annotated[Basher | None, Meta(description="an enemy who stands against the door")] = None


DOOR = "door"


def door_piece(kind: str, x: float, y: float) -> Piece:
    """A locked door that runs from south to north."""
    traits = {"door", "closed", "locked"} | ({f"{kind}-door"} if kind != "plain" else set())
    return Piece(DOOR, (rectangle(x, y - 30.0, 4.0, 60.0),), frozenset(traits), "the door")


def at_a_door(params: Door) -> Battle:
    """The bashers on one side, the holder on the other."""
    state = small_table(rulings_of(params))
    lay(state, door_piece(params.door, HERE[0], HERE[1]))
    for number, model in enumerate(params.bashers, 1):
        one = put(state, f"red-{number}", _as_model(model), HERE, f"basher {number}")
        one.x, one.y = HERE[0] - radius(state, one) - 0.5, HERE[1] - 22.0 + 44.0 * (number - 1)
    if params.ram:
        state.figures[RED].gear[weapons.RAM] = 1
        refresh(state.figures[RED])
    if params.holder is not None:
        holder = put(state, BLUE, _as_model(params.holder), HERE, "the holder")
        holder.x, holder.y = HERE[0] + 4.0 + radius(state, holder) + 0.5, HERE[1]
    enemy_far_away(state)
    return state


def _as_model(basher: Basher) -> Model:
    return Fighter(type=basher.type, combat=basher.combat, traits=basher.traits, gear=basher.gear)


def bashing(state: Battle, params: Door) -> Deed:
    if params.ram and len(params.bashers) < 2:
        raise Refused("door.bash-ram", "a battering ram takes two to carry")
    if len(params.bashers) == 1:
        return offered(state, state.figures[RED], f"bash:{DOOR}")
    door, *pair = next(found for found in buildings.pairs_at_doors(state, "red") if found[0].id == DOOR)
    return buildings.bash_deed(pair, door)


class DoorShot(Struct, frozen=True, forbid_unknown_fields=True):
    """A shot at a door."""

    shooter: Aimer = Aimer()
    weapon: Annotated[str, known(SHOT)] = next(iter(SHOT))
    door: Literal["plain", "heavy", "steel"] = "plain"
    distance: Distance = 100.0
    scale: ScaleName = "28mm"


def before_a_door(params: DoorShot) -> Battle:
    """The shooter and the door."""
    state = small_table(rulings_of(params), params.scale)
    shooter = put(state, RED, params.shooter, HERE, "the shooter", holds=params.weapon)
    lay(state, door_piece(params.door, HERE[0] + radius(state, shooter) + params.distance, HERE[1]))
    enemy_far_away(state)
    return state


def door_shot(state: Battle, params: DoorShot) -> Deed:
    shooter, arm = state.figures[RED], ARMS[params.weapon]
    why = buildings.why_no_door_shot(state, shooter, ground(state).by_id[DOOR], arm)
    return offered(state, shooter, f"shoot-door:{DOOR}:{arm.id}", why)
