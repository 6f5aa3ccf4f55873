"""One model alone: its dice, its nerve, what it climbs, falls from, swallows and finds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudge.engine import Table
from adjudge.engine.inputs import known
from adjudge.field import Piece, rectangle
from adjudge.games.mdrg.book import ARMS, GEAR, TABLES, roll_on
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import is_drug, named, refresh
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.procedures.play import BLUE, RED, LeaderNear, figure, surround
from adjudge.games.mdrg.rules import artifacts
from adjudge.games.mdrg.rules.activation import resolve_activation
from adjudge.games.mdrg.rules.heights import FALLS
from adjudge.games.mdrg.rules.morale import resolve_check
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.rules.radiation import radiated
from adjudge.games.mdrg.rules.results import resolve_fall
from adjudge.games.mdrg.small_tables import (
    GEAR_NAMES,
    HERE,
    PLAIN,
    Being,
    Fighter,
    ScaleName,
    Steady,
    Type,
    away_from,
    enemy_far_away,
    lay,
    offered,
    put,
    radius,
    rally,
    rulings_of,
    small_table,
)
from adjudge.games.mdrg.special import disease, weapons
from adjudge.games.mdrg.state import Battle, Weapon


class Activation(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that is nominated, and its dice."""

    model: Being = Being()
    dice: Annotated[int, Meta(ge=1, le=3)] = 2
    leader: LeaderNear = False


def alone(params: Any) -> Battle:
    """The model by itself, perhaps with its Leader; the enemy is far away."""
    state = small_table(rulings_of(params), getattr(params, "scale", "28mm"))
    model = put(state, RED, params.model, HERE, "the model")
    if getattr(params, "leader", False):
        rally(state, model)
    enemy_far_away(state)
    return state


def activation(table: Table[Battle], params: Activation) -> Outcome:
    return resolve_activation(table, figure(table), params.dice).outcome


class Nerve(Steady, frozen=True, forbid_unknown_fields=True):
    """A model whose Morale is checked."""

    combat: Annotated[int, Meta(ge=0, le=12, description="with which it meets Free Hacks")] = 3
    fallen: bool = False
    transfixed: bool = False


class Morale(Struct, frozen=True, forbid_unknown_fields=True):
    """A Morale check."""

    model: Nerve = Nerve()
    leader: LeaderNear = False
    enemies: Annotated[tuple[Fighter, ...], Meta(max_length=4, description="enemies in contact with it")] = ()


def wavering(params: Morale) -> Battle:
    """The model, its Leader, and those about it."""
    state = alone(params)
    surround(state, state.figures[RED], params.enemies, "blue", "enemy")
    return state


def morale(table: Table[Battle], params: Morale) -> Outcome:
    return resolve_check(table, figure(table), "morale.roll").outcome


SURFACES = {
    "wall": {"solid", "climbable", "wall"},
    "cliff": {"solid", "climbable", "vertical"},
    "slope": {"solid", "climbable", "slope"},
    "tree": {"solid", "climbable", "tree"},
}


class Climb(Struct, frozen=True, forbid_unknown_fields=True):
    """A model and what it climbs."""

    model: Being = Being()
    surface: Literal["wall", "cliff", "slope", "tree"] = "wall"
    leader: LeaderNear = False


def at_a_wall(params: Climb) -> Battle:
    """The model at the foot."""
    state = alone(params)
    x, y = HERE[0] + radius(state, state.figures[RED]), HERE[1]
    shape = rectangle(x + 0.5, y - 60.0, 120.0, 120.0)
    lay(state, Piece("rise", (shape,), frozenset(SURFACES[params.surface]), params.surface, height=100.0))
    return state


def climbing(state: Battle, params: Climb) -> Deed:
    climber = state.figures[RED]
    why = Objection("climb.coilers", f"{named(climber)} does not climb a {params.surface}")
    return offered(state, climber, "climb:rise", why)


class Faller(Steady, frozen=True, forbid_unknown_fields=True):
    """A model at a height."""

    transfixed: bool = False


class Fall(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that drops."""

    model: Faller = Faller()
    height: Annotated[float, Meta(gt=0, le=600, description="in millimetres")] = 100.0
    enemy_below: Annotated[bool, Meta(description="an enemy stands where it comes down")] = False
    scale: ScaleName = "28mm"


def up_a_wall(params: Fall) -> Battle:
    """The model part-way up, and whoever is below."""
    state = alone(params)
    model = state.figures[RED]
    if params.enemy_below:
        away_from(state, put(state, BLUE, PLAIN, HERE, "the enemy"), model, 0.0, 180.0)
    shape = rectangle(HERE[0] + radius(state, model) + 0.5, HERE[1] - 60.0, 120.0, 120.0)
    lay(state, Piece("rise", (shape,), frozenset(SURFACES["wall"]), "wall", height=params.height + 1.0))
    model.climbing, model.level = "rise", params.height
    return state


def fall(table: Table[Battle], params: Fall) -> Outcome:
    return Outcome(FALLS[resolve_fall(table, figure(table))])


class Alone(Struct, frozen=True, forbid_unknown_fields=True):
    """One model."""

    model: Being = Being()


def poison(table: Table[Battle], params: Alone) -> Outcome:
    return Outcome(weapons.NEEDLE[weapons.resolve_needle(table, figure(table))])


def radiation(table: Table[Battle], params: Alone) -> Outcome:
    return radiated(table, figure(table), "campaign.radiation-check")


def infection(table: Table[Battle], params: Alone) -> Outcome:
    if not disease.can_catch(figure(table)):
        table.tell(
            "ruling.infection-timing", "{name} cannot catch it", on=(figure(table).id,), name=named(figure(table))
        )
        return Outcome("cannot catch it")
    return Outcome(
        "infected" if disease.resolve_infection(table, figure(table), "wretched.infection-roll") else "immune"
    )


class Unjam(Struct, frozen=True, forbid_unknown_fields=True):
    """A model with a jammed weapon."""

    model: Steady = Steady()
    leader: LeaderNear = False


GUN = next(id for id, arm in ARMS.items() if arm.cells)
"""Any gun: they all jam alike."""


def jammed(params: Unjam) -> Battle:
    """The weapon in its hand is jammed."""
    state = alone(params)
    model = state.figures[RED]
    model.weapons, model.hand = [Weapon(GUN, jammed=True)], GUN
    return state


def unjamming(state: Battle, params: Unjam) -> Deed:
    return offered(state, state.figures[RED], f"unjam:{GUN}")


DRUGS = {id: gear.name for id, gear in GEAR.items() if is_drug(id)}


class Dose(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that takes a drug."""

    type: Type = "mutant"
    drug: Annotated[str, known(DRUGS)] = next(iter(DRUGS))


def sick_bed(params: Dose) -> Battle:
    """The patient, and a friend who gives it the dose."""
    state = small_table(rulings_of(params))
    put(state, RED, PLAIN, HERE, "the giver")
    state.figures[RED].gear[params.drug] = 1
    refresh(state.figures[RED])
    patient = put(state, "red-2", Fighter(type=params.type), HERE, "the patient")
    away_from(state, patient, state.figures[RED], 0.0)
    enemy_far_away(state)
    return state


def dosing(state: Battle, params: Dose) -> Deed:
    return offered(state, state.figures[RED], f"dose:{params.drug}:red-2")


class Artifact(Struct, frozen=True, forbid_unknown_fields=True):
    """A model and something of the old world."""

    model: Fighter = Fighter()
    item: Annotated[str, known(GEAR_NAMES)] = "laser-gun"


def artifact(table: Table[Battle], params: Artifact) -> str:
    """Understood, left to somebody else, or ruined; and what comes with it."""
    return artifacts.in_words(table, figure(table), params.item, found=True)


class TableRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll on one of the creation tables."""

    table: Annotated[str, known(list(TABLES))] = "skills"


def table_roll(table: Table[Any], params: TableRoll) -> str:
    rule = TABLES[params.table].rule
    given = table.roll(roll_on(params.table), rule)
    table.tell(rule, "the roll gives {given}", given=given)
    return given
