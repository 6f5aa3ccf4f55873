"""Procedures for the desk: rolls between battles that a club with miniatures wants ruled.

Each builds a camp of one model from what it is told and runs the rule that a campaign runs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudge.engine import Procedure, Refused, Table
from adjudge.engine.inputs import known
from adjudge.games.mdrg.campaign.members import model
from adjudge.games.mdrg.campaign.rules import advances, aftermath, upkeep
from adjudge.games.mdrg.campaign.state import Camp, Campaign
from adjudge.games.mdrg.party import AdvanceName, Party, Profile
from adjudge.games.mdrg.rules.profiles import objection, settled
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.small_tables import GEAR_NAMES, TRAITS, Quality, Type, rulings_of, with_house_rules

NAME = "the model"
RED = "red"

Traits = Annotated[
    tuple[Annotated[str, known(TRAITS)], ...], Meta(description="special rules besides those of its type", max_length=9)
]
Gear = Annotated[tuple[Annotated[str, known(GEAR_NAMES)], ...], Meta(description="what it carries", max_length=9)]


def camp_of(profile: Profile, rulings: Rulings, **party: Any) -> Campaign:
    """A campaign of one model, in its first week."""
    camp = Camp(RED, Party(name="the party", size=1, models=(profile,), **party), stage="camp", due=1)
    return Campaign((RED,), 5, rulings, week=1, camps={RED: camp})


# Survival and illness


class Survivor(Struct, frozen=True, forbid_unknown_fields=True):
    """A model that was killed in a battle, and how the battle ended."""

    quality: Quality = 4
    traits: Traits = ()
    result: Annotated[Literal["won", "drawn", "lost"], Meta(description="for its party")] = "won"


def _lying(params: Survivor) -> Campaign:
    one = Profile(name=NAME, type="mutant", quality=params.quality, combat=3, traits=params.traits)
    return camp_of(one, rulings_of(params))


def survival(table: Table[Campaign], params: Survivor) -> str:
    camp = table.state.camps[RED]
    dead = aftermath.fate(table, camp, NAME, params.result, [])
    return "dead" if dead else model(camp, NAME).health


class Patient(Struct, frozen=True, forbid_unknown_fields=True):
    """A model with the disease of the Wretched."""

    quality: Annotated[int, Meta(ge=2, le=5, description="when it was healthy")] = 3
    traits: Traits = ()


def _ill(params: Patient) -> Campaign:
    one = Profile(name=NAME, type="human", quality=params.quality, combat=2, traits=params.traits, infected=True)
    return camp_of(one, rulings_of(params))


def illness(table: Table[Campaign], params: Patient) -> str:
    one = model(table.state.camps[RED], NAME)
    return "lives" if aftermath.resolve_week_of_illness(table, RED, one, table.state.rulings) else "dies"


# Upkeep


class Eater(Struct, frozen=True, forbid_unknown_fields=True):
    """A model, and what its party has for it."""

    type: Type = "human"
    leader: bool = False
    lives_on: Annotated[Literal["food", "cells"], Meta(description="of an Android")] = "food"
    infected: bool = False
    traits: Traits = ()
    gear: Gear = ()
    hungry: Annotated[int, Meta(ge=0, le=5, description="games in a row that it has gone without already")] = 0
    food: Annotated[int, Meta(ge=0, le=20, description="Food Points for it")] = 0
    cells: Annotated[int, Meta(ge=0, le=20, description="Energy Cells for it")] = 0


SAID = ("type", "leader", "lives_on", "infected", "traits", "gear", "hungry")


def _at_table(params: Eater) -> Campaign:
    if params.lives_on == "cells" and params.type != "android":
        raise Refused("android.sustenance", "only Androids choose what they live on")
    if params.infected and params.type not in ("human", "mutant", "animal"):
        raise Refused("wretched.infection-roll", f"a {params.type} cannot catch the disease")
    said: dict[str, Any] = {name: getattr(params, name) for name in SAID}
    one = Profile(name=NAME, quality=4, combat=3, **said)
    for item in params.gear:
        why = objection(one, item)
        if why is not None:
            raise Refused(why.rule, why.text)
    return camp_of(one, rulings_of(params), food=params.food, cells=params.cells)


def feeding(table: Table[Campaign], params: Eater) -> str:
    """What the week costs, and what comes of it: paid, or gone without."""
    state = table.state
    camp = state.camps[RED]
    one = model(camp, NAME)
    due = upkeep.needs_of(camp, one, state.rulings)
    offered = upkeep.feeding_options(camp, state.rulings)
    if offered:
        upkeep.pay(table, camp, *next(iter(offered.values())))
        return f"costs {due}: fed, {camp.party.food} food and {camp.party.cells} cells left"
    upkeep.go_without(table, camp)
    return f"costs {due}: goes without, {upkeep.consequence(one)}"


# Advances


class Learner(Struct, frozen=True, forbid_unknown_fields=True):
    """A model of the winning side, and the Advance it gets."""

    type: Type = "mutant"
    traits: Traits = ()
    champion: Annotated[bool, Meta(description="it got the Combat bonus when the party was made")] = False
    advance: Annotated[
        Literal["mutation", "skill", "equipment", "food", "cells", "quality", "combat"], Meta(description="which")
    ] = "skill"
    had: Annotated[tuple[AdvanceName, ...], Meta(description="the Advances it had last, in a row", max_length=5)] = ()


def _taught(params: Learner) -> Campaign:
    if params.type == "trained-animal":
        raise Refused("campaign.advance-per-win", "trained animals learn nothing")
    species = "canine" if params.type == "animal" else ""
    one = Profile(name=NAME, type=params.type, quality=4, combat=3, traits=params.traits, champion=params.champion,
                  species=species)  # fmt: skip
    rulings = rulings_of(params)
    had = tuple(advance for advance in params.had if advance != "follower")
    state = camp_of(settled(replace(one, advances=had), rulings), rulings)
    state.camps[RED].advances = [("" if advance == "follower" else NAME, advance) for advance in params.had]
    return state


def learning(table: Table[Campaign], params: Learner) -> str:
    camp = table.state.camps[RED]
    before = model(camp, NAME)
    why = advances.objection(camp, before, params.advance, table.state.rulings)
    if why:
        raise Refused(f"campaign.advance-{params.advance}", why)
    advances.give(table, camp, params.advance, NAME)
    return _gained(before, model(camp, NAME), camp)


def _gained(before: Profile, after: Profile, camp: Camp) -> str:
    new = [trait for trait in after.traits if trait not in before.traits]
    things = [*after.gear[len(before.gear) :], *camp.party.loot]
    stock = [f"{number} {word}" for number, word in ((camp.party.food, "food"), (camp.party.cells, "cells")) if number]
    numbers = [] if (before.quality, before.combat) == (after.quality, after.combat) else [
        f"Quality {after.quality}+, Combat {after.combat}"
    ]  # fmt: skip
    return ", ".join([*new, *things, *stock, *numbers]) or "nothing"


PROCEDURES = (
    Procedure(
        name="survival",
        title="Survival after a battle",
        rule="campaign.survival-winner",
        params=Survivor,
        situate=_lying,
        run=survival,
        seats={RED: "the party"},
    ),
    Procedure(
        name="illness",
        title="A week with the disease",
        rule="wretched.infection-weekly-death",
        params=with_house_rules(Patient, ("sp_hero_scope",)),
        situate=_ill,
        run=illness,
        seats={RED: "the party"},
    ),
    Procedure(
        name="upkeep",
        title="Upkeep of a model",
        rule="campaign.upkeep",
        params=with_house_rules(Eater, ("leader_upkeep",)),
        situate=_at_table,
        run=feeding,
        seats={RED: "the party"},
    ),
    Procedure(
        name="advance",
        title="An Advance",
        rule="campaign.advance-per-win",
        params=with_house_rules(Learner, ("unusable_skill",)),
        situate=_taught,
        run=learning,
        seats={RED: "the party"},
    ),
)
