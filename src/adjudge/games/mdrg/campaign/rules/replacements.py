"""Replacing Dead Models: new ones by the rules of creation, with what they bring; and followers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudge.engine import Choose, Deed, Option, Table
from adjudge.games.mdrg.book import CREATED_TYPES, TYPES
from adjudge.games.mdrg.campaign.members import add, names, stow
from adjudge.games.mdrg.campaign.state import Camp, Campaign
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.profiles import settled
from adjudge.games.mdrg.state import Muster

NOBODY = "nobody"
BOTH, LEADS, FIGHTS = "both bonuses", "Leader", "Combat bonus"


def places(type: str) -> int:
    """What a model takes of the room that the dead have left: a Plant one place, any other two."""
    return 2 // TYPES[type].slots


def possible(camp: Camp) -> list[str]:
    """campaign.replacements: of any type for which there is room (ruling.sp-replacement-plants-and-leaders)."""
    return [type for type in CREATED_TYPES if places(type) <= camp.room]


def replacement_question(camp: Camp) -> Choose[str]:
    """One after the other; places may be left empty for good (ruling.sp-replacement-composition)."""

    def describe(key: str) -> Option:
        if key == NOBODY:
            return Option(key, "nobody more: leave the places empty", caution="ask")
        type = TYPES[key]
        return Option(key, type.name, rule=type.rule, note=f"Quality {type.quality}+, Combat {type.combat}")

    prompt = f"{camp.party.name}: who joins for the dead?"
    facts = {"stage": "replace", "room": camp.room}
    return Choose([*possible(camp), NOBODY], describe, prompt=prompt, about=_joining, facts=facts)


def _joining(key: str) -> Deed:
    return Deed(key) if key == NOBODY else Deed("join", item=key)


def replace_dead(table: Table[Campaign], camp: Camp, type: str) -> None:
    """A new model, made as its type is; for the Leader's or the champion's place perhaps with that bonus."""
    if type == NOBODY:
        camp.room = 0
        return
    camp.room -= places(type)
    joined = newcomer(table, camp, type, equipped=True)
    joined = promoted(table, camp, joined)
    add(camp, joined)
    if table.state.rulings.sp_replacement_upkeep == "first-free":
        camp.fed.append(joined.name)
    table.tell("campaign.replacements", "{name} joins {party}", name=joined.name, party=camp.party.name)
    if not possible(camp):
        camp.room = 0


def newcomer(table: Table[Campaign], camp: Camp, type: str, *, equipped: bool) -> Profile:
    """Skills, Mutations and features of its type. campaign.replacement-equipment: what it rolls of Food and Energy
    Cells stays behind, but the Cells in its weapons are in them."""
    muster = Muster(camp.seat, rulings=table.state.rulings, models=list(camp.party.models))
    camp.made += 1
    one = creation.blank(table, muster, type, camp.made)
    one = replace(one, name=_free_name(camp, one.name))
    alone = all(other.type == "android" for other in camp.party.models)
    one = creation.sustained(table, muster, one, alone)
    one = creation.featured(table, muster, one)
    for _ in range(creation.equipment_rolls(one) if equipped else 0):
        one = creation.one_equipment_roll(table, muster, one)
    for item in muster.pool:
        if equipped and creation.takes(one, item):
            one = replace(one, gear=(*one.gear, item))
        else:
            stow(camp, [item])
    return settled(replace(one, gear=one.gear if equipped else (), food=0, cells=0), table.state.rulings)


def _free_name(camp: Camp, name: str) -> str:
    """A name that nobody of the party has or had."""
    taken = {*names(camp.party.models), *(grave.name for grave in camp.graves)}
    stem = name.rpartition(" ")[0]
    number = 1
    while f"{stem} {number}" in taken:
        number += 1
    return f"{stem} {number}"


def promoted(table: Table[Campaign], camp: Camp, joined: Profile) -> Profile:
    """ruling.sp-replacement-plants-and-leaders: a bonus of creation that died with its bearer may go to one of those
    who replace the dead."""
    keys: list[str] = [NOBODY]
    keys += [LEADS] if camp.lost_leader else []
    keys += [FIGHTS] if camp.lost_champion else []
    keys += [BOTH] if camp.lost_leader and camp.lost_champion else []
    question: Choose[Any] = Choose(
        keys, prompt=f"which bonus does {joined.name} get?", about=lambda key: Deed("bonus", item=key)
    )
    given = table.ask(camp.seat, "campaign.replacements", question)
    leads, fights = given in (LEADS, BOTH), given in (FIGHTS, BOTH)
    camp.lost_leader, camp.lost_champion = camp.lost_leader and not leads, camp.lost_champion and not fights
    return settled(replace(joined, leader=leads, champion=fights), table.state.rulings)


def follow(table: Table[Campaign], camp: Camp, type: str) -> list[Profile]:
    """campaign.advance-follower: all that its type rolls, but no equipment, Energy Cells or food; Plants come in twos
    (ruling.sp-extra-follower)."""
    joined = []
    for _ in range(TYPES[type].slots):
        one = newcomer(table, camp, type, equipped=False)
        add(camp, one)
        joined.append(one)
        table.tell("campaign.advance-follower", "{name} follows {party}", name=one.name, party=camp.party.name)
    return joined
