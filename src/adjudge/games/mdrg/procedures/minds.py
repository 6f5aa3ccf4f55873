"""Minds, and powers that hold or heal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from adjudge.engine import Refused, Table
from adjudge.engine.inputs import known
from adjudge.field import Piece, rectangle
from adjudge.games.mdrg.book import ARMS
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import named
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.procedures.play import BLUE, RED, Distance, LeaderNear, figure
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.small_tables import (
    HERE,
    Fighter,
    Gear,
    Mind,
    Psionic,
    ScaleName,
    Steady,
    Type,
    away_from,
    enemy_far_away,
    lay,
    offered,
    put,
    rally,
    refuse,
    rulings_of,
    small_table,
)
from adjudge.games.mdrg.special import mental, mutations
from adjudge.games.mdrg.state import Battle


class Minds(Struct, frozen=True, forbid_unknown_fields=True):
    """One mind against another."""

    shooter: Annotated[Psionic, Meta(description="the psionic")] = Psionic(traits=(mental.TELEPATHY,))
    target: Mind = Mind()
    aimed: bool = False
    distance: Distance = 100.0
    scale: ScaleName = "28mm"


def telepathy(state: Battle, params: Minds) -> Deed:
    attacker, target = state.figures[RED], state.figures[BLUE]
    refuse(mental.why_no_mind(state, attacker, target, mental.TELEPATHY, "long", telepathic=True))
    return offered(state, attacker, f"{mental.TELEPATHY}:{BLUE}" + (":aimed" if params.aimed else ""))


class Scream(Struct, frozen=True, forbid_unknown_fields=True):
    """A telepathic scream, and all who are within Medium."""

    psionic: Psionic = Psionic(traits=(mental.SCREAM,))
    enemies: Annotated[tuple[Mind, ...], Meta(min_length=1, max_length=4)] = (Mind(),)
    friends: Annotated[tuple[Mind, ...], Meta(max_length=3)] = ()


def screaming(params: Scream) -> Battle:
    """Everybody about the one who screams."""
    state = small_table(rulings_of(params))
    middle = put(state, RED, params.psionic, HERE, "the psionic")
    for seat, models, turn in (("blue", params.enemies, 0.0), ("red", params.friends, 45.0)):
        for number, model in enumerate(models, 1):
            name = f"{'enemy' if seat == 'blue' else 'friend'} {number}"
            one = put(state, f"{seat}-{number + (seat == 'red')}", model, HERE, name)
            away_from(state, one, middle, state.scale.sticks.short / 2, turn + 90.0 * number)
    return state


def scream(state: Battle, params: Scream) -> Deed:
    psionic = state.figures[RED]
    heard = mental.screamed_at(state, psionic) or [state.figures[BLUE]]
    why = mental.why_no_mind(state, psionic, heard[0], mental.SCREAM, "medium", telepathic=True)
    return offered(state, psionic, mental.SCREAM, why)


class Subject(Steady, frozen=True, forbid_unknown_fields=True):
    """One who withstands a power."""

    type: Type = "mutant"
    gear: Gear = ()


class Pushed(Subject, frozen=True, forbid_unknown_fields=True):
    """One who is pushed about."""

    fallen: bool = False


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A power of the mind that moves things, within Medium."""

    target: Subject = Subject()
    aimed: bool = False
    distance: Distance = 100.0
    scale: ScaleName = "28mm"


class Push(Power, frozen=True, forbid_unknown_fields=True):
    """A model that is pushed."""

    target: Pushed = Pushed()


class Disarm(Power, frozen=True, forbid_unknown_fields=True):
    """A weapon that is torn out of a hand."""

    target: Subject = Subject(gear=("pistol",))
    water: Annotated[bool, Meta(description="there is water wherever it can fly")] = False


def moved_by(power: str) -> Callable[[Any], Battle]:
    """A psionic with a power, and the one it is used on."""

    def situate(params: Any) -> Battle:
        state = small_table(rulings_of(params), params.scale)
        psionic = put(state, RED, Fighter(traits=(power,)), HERE, "the psionic")
        target = put(state, BLUE, params.target, HERE, "the target")
        away_from(state, target, psionic, params.distance)
        target.hand = target.hand or next((item for item in target.gear if item in ARMS), "")
        if getattr(params, "water", False):
            lake = rectangle(1.0, 1.0, state.map.width - 2.0, state.map.depth - 2.0)
            lay(state, Piece("lake", (lake,), frozenset({"water"}), "lake"))
        return state

    return situate


def push(table: Table[Battle], params: Push) -> Outcome:
    """ability.telekinetic-push, carried out: resisted, or pushed, and perhaps on its back then."""
    target = figure(table, BLUE)
    if not _move(table, mental.PUSH, params):
        return Outcome("resisted")
    return Outcome("pushed", also=("falls",) if target.fallen and not params.target.fallen else ())


def disarm(table: Table[Battle], params: Disarm) -> Outcome:
    """ability.telekinetic-disarm, carried out: resisted, or the weapon lies somewhere, goes off, or breaks."""
    target = figure(table, BLUE)
    item = target.hand
    if not item:
        raise Refused("ability.telekinetic-disarm", f"{named(target)} holds nothing that could be torn from it")
    if target.profile.type == "robot":
        raise Refused("ruling.sp-disarm-which-weapon", "the weapons of a Robot are part of it")
    if not _move(table, mental.DISARM, params):
        return Outcome("resisted")
    thing = next((thing for thing in table.state.items if thing.item == item), None)
    if thing is None:
        return Outcome("disarmed", also=("it goes off",) if ARMS[item].blast else ())
    is_broken = thing.weapon is not None and thing.weapon.broken
    return Outcome("disarmed", also=("the weapon breaks",) if is_broken else ())


def _move(table: Table[Battle], power: str, params: Power) -> bool:
    """Puts the deed to play and carries it out. Whether the power worked."""
    psionic, target = figure(table), figure(table, BLUE)
    refuse(mental.why_no_mind(table.state, psionic, target, power, "medium"))
    before = (target.x, target.y, target.hand)
    deed = offered(table.state, psionic, f"{power}:{BLUE}" + (":aimed" if params.aimed else ""))
    deed.do(table, psionic)
    return (target.x, target.y, target.hand) != before


class Entangle(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that is to be entangled."""

    target: Subject = Subject()
    actions: Annotated[
        int, Meta(ge=1, le=3, description="as many dice for the target, and as many sticks of reach")
    ] = 1
    distance: Distance = 50.0
    scale: ScaleName = "28mm"


def entangling(params: Entangle) -> Battle:
    """The two."""
    state = small_table(rulings_of(params), params.scale)
    spinner = put(state, RED, Fighter(traits=(mutations.ENTANGLE,)), HERE, "the spinner")
    away_from(state, put(state, BLUE, params.target, HERE, "the target"), spinner, params.distance)
    return state


def entangle(state: Battle, params: Entangle) -> Deed:
    spinner = state.figures[RED]
    why = mutations.why_no_entangling(state, spinner, state.figures[BLUE], params.actions)
    return offered(state, spinner, f"{mutations.ENTANGLE}:{BLUE}:{params.actions}", why)


Ailment = Annotated[str, known(mental.AILMENTS)]


class Healing(Struct, frozen=True, forbid_unknown_fields=True):
    """A healer and a patient."""

    healer: Steady = Steady(traits=(mental.HEALING,))
    type: Type = "mutant"
    ailments: Annotated[tuple[Annotated[str, known(mental.AILMENTS)], ...], Meta(min_length=1, max_length=6)] = (
        "wounds",
    )
    actions: Annotated[int, Meta(ge=1, le=3, description="a die for each")] = 1
    leader: LeaderNear = False


def at_the_bedside(params: Healing) -> Battle:
    """The two in contact."""
    state = small_table(rulings_of(params))
    healer = put(state, RED, params.healer, HERE, "the healer")
    patient = put(state, "red-2", Fighter(type=params.type), HERE, "the patient")
    away_from(state, patient, healer, 0.0)
    for ailment in params.ailments:
        mental.afflict(patient, ailment)
    if params.leader:
        rally(state, healer)
    enemy_far_away(state)
    return state


def healing(state: Battle, params: Healing) -> Deed:
    healer, patient = state.figures[RED], state.figures["red-2"]
    why = Objection("ability.healing-targets", f"{named(patient)} cannot be healed of anything")
    if mental.HEALING not in healer.rules:
        why = Objection("ability.healing-use", f"{named(healer)} is no healer")
    return offered(state, healer, f"{mental.HEALING}:red-2:{params.actions}", why)
