"""Advances: what the winner of a battle learns from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from adjudge.engine import Choose, Deed, Option, Table, total
from adjudge.games.mdrg.book import CREATED_TYPES, TYPES
from adjudge.games.mdrg.campaign.members import earn, keep, model
from adjudge.games.mdrg.campaign.rules.aftermath import gain
from adjudge.games.mdrg.campaign.rules.replacements import follow
from adjudge.games.mdrg.campaign.state import Camp, Campaign
from adjudge.games.mdrg.party import AdvanceName, Profile
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.profiles import has_hands, settled
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.state import FIVE, Muster

ADVANCES: tuple[AdvanceName, ...] = get_args(AdvanceName)
NAMES: dict[AdvanceName, str] = {
    "mutation": "Extra Mutation",
    "skill": "Extra Skill",
    "equipment": "Extra Equipment",
    "food": "Extra Food",
    "cells": "Extra Energy Cells",
    "quality": "Increased Quality",
    "combat": "Combat Bonus",
    "follower": "Extra Follower",
}
BEST_QUALITY = 2
FOOD_PLUS, CELLS_PLUS = 2, 1
"""What is added to the die of Extra Food and of Extra Energy Cells."""
ONCE: tuple[AdvanceName, ...] = ("quality", "combat")
"""Once in a career."""


# Who may get what


def objection(camp: Camp, one: Profile, advance: AdvanceName, rulings: Rulings) -> str:
    """Why a model cannot get an Advance, in words; nothing if it can."""
    if TYPES[one.type].quality is None:
        return "trained animals learn nothing"
    if is_repeated(camp, one.name, advance, rulings):
        return "it had the same one, and no other character has had any since"
    if advance in ONCE and advance in one.advances:
        return "once in a career is all there is"
    muster = Muster(camp.seat, models=list(camp.party.models))
    match advance:
        case "skill" if creation.is_exhausted(muster, one, "skills"):
            return "it has every skill"
        case "mutation" if one.type not in creation.MUTATIONISTS:
            return "only Mutants, Mutated Animals and Mutated Plants mutate"
        case "mutation" if not kinds_left(muster, one):
            return "it has every Mutation"
        case "equipment" if not has_hands(one):
            return "it can hold nothing"
        case "quality" if one.quality <= BEST_QUALITY:
            return "its Quality cannot be better"
        case "combat" if one.champion:
            return "it had the bonus when the party was made"
    return ""


def kinds_left(muster: Muster, one: Profile) -> list[str]:
    """The kinds of Mutations of which there is one that it could have."""
    tables = {kind: creation.mutation_table(one, kind) for kind in ("physical", "mental")}
    return [kind for kind, book in tables.items() if not creation.is_exhausted(muster, one, book)]


def is_repeated(camp: Camp, name: str, advance: AdvanceName, rulings: Rulings) -> bool:
    """campaign.advance-no-repeat: the same again only once another character had one. A follower is the party's
    (ruling.sp-advance-repeat)."""
    if rulings.sp_advance_repeat == "never":
        return (name, advance) in camp.advances
    for who, what in reversed(camp.advances):
        if who and who != name:
            return False
        if (who, what) == (name, advance):
            return True
    return False


def may_have_follower(camp: Camp) -> bool:
    """campaign.advance-follower: a second one only in a party of five or fewer, all its living members counted."""
    before = any(what == "follower" for _, what in camp.advances)
    return not before or len(camp.party.models) <= FIVE


def options(camp: Camp, rulings: Rulings) -> dict[str, tuple[AdvanceName, str]]:
    """Every Advance that can be given now: what, and to whom or which type."""
    found: dict[str, tuple[AdvanceName, str]] = {}
    for number, one in enumerate(camp.party.models):
        for advance in ADVANCES[:-1]:
            if not objection(camp, one, advance, rulings):
                found[f"{advance}:{number}"] = (advance, one.name)
    if may_have_follower(camp):
        found |= {f"follower:{type}": ("follower", type) for type in CREATED_TYPES}
    return found


def advance_question(camp: Camp, rulings: Rulings) -> Choose[str]:
    """campaign.advance-per-win: one, to a character or to the party."""
    offered = options(camp, rulings)

    def describe(key: str) -> Option:
        advance, whom = offered[key]
        name = TYPES[whom].name if advance == "follower" else whom
        note = _note(camp, *offered[key])
        return Option(key, f"{NAMES[advance]}: {name}", rule=f"campaign.advance-{advance}", note=note)

    def about(key: str) -> Deed:
        advance, whom = offered[key]
        return Deed("advance", target=whom, item=advance)

    prompt = f"{camp.party.name} won: which Advance?"
    facts = {"stage": "advance", "food": camp.party.food, "cells": camp.party.cells}
    return Choose(list(offered), describe, prompt=prompt, about=about, facts=facts)


def _note(camp: Camp, advance: AdvanceName, whom: str) -> str:
    """What it comes to, where that is known beforehand."""
    if advance == "follower":
        return f"Quality {TYPES[whom].quality}+, Combat {TYPES[whom].combat}, no equipment"
    one = model(camp, whom)
    return {
        "quality": f"Quality {one.quality}+ becomes {one.quality - 1}+",
        "combat": f"Combat {one.combat} becomes {one.combat + 1}",
        "food": f"1d6+{FOOD_PLUS} Food Points",
        "cells": f"1d6+{CELLS_PLUS} Energy Cells",
    }.get(advance, "")


# What each gives


def give(table: Table[Campaign], camp: Camp, advance: AdvanceName, whom: str) -> None:
    """The Advance is taken; who had it is remembered."""
    GIVEN[advance](table, camp, whom)
    camp.due -= 1
    if advance == "follower":
        camp.advances.append(("", advance))
        return
    camp.advances.append((whom, advance))
    one = model(camp, whom)
    keep(camp, settled(replace(one, advances=(*one.advances, advance)), table.state.rulings))
    table.tell(f"campaign.advance-{advance}", "{name}: {advance}", name=whom, advance=NAMES[advance])


def _mutation(table: Table[Campaign], camp: Camp, name: str) -> None:
    """campaign.advance-mutation: physical or mental, as the owner likes."""
    kinds = kinds_left(Muster(camp.seat, models=list(camp.party.models)), model(camp, name))
    question = Choose(kinds, prompt=f"which kind of Mutation for {name}?", about=Deed)
    kind = table.ask(camp.seat, "campaign.advance-mutation", question)
    gain(table, camp, name, lambda muster, one: creation.with_mutation(table, muster, one, 0, kind))


def _skill(table: Table[Campaign], camp: Camp, name: str) -> None:
    """campaign.advance-skill: one roll; what cannot apply is rolled again."""
    gain(table, camp, name, lambda muster, one: creation.with_one_skill(table, muster, one))


def _equipment(table: Table[Campaign], camp: Camp, name: str) -> None:
    """campaign.advance-equipment: what the model cannot use is rolled again; Food and Energy Cells count as usable
    (ruling.sp-advance-extra-equipment)."""
    one = model(camp, name)
    while True:
        muster = Muster(camp.seat, rulings=table.state.rulings, models=list(camp.party.models))
        changed = creation.one_equipment_roll(table, muster, one)
        useless = [item for item in muster.pool if not creation.takes(one, item)]
        if not useless:
            break
        table.tell("campaign.advance-equipment", "{name} has no use for that and rolls again", name=name)
    keep(camp, replace(changed, gear=(*changed.gear, *muster.pool)))
    earn(camp, food=muster.food, cells=muster.cells)


def _food(table: Table[Campaign], camp: Camp, name: str) -> None:
    """campaign.advance-food: one that went hungry is fed first (ruling.sp-extra-food-underfed)."""
    earn(camp, food=table.roll(total(1, 6, FOOD_PLUS), "campaign.advance-food", camp.seat))
    if model(camp, name).hungry:
        camp.first.append(name)


def _cells(table: Table[Campaign], camp: Camp, name: str) -> None:
    earn(camp, cells=table.roll(total(1, 6, CELLS_PLUS), "campaign.advance-cells", camp.seat))


def _number(table: Table[Campaign], camp: Camp, name: str) -> None:
    """campaign.advance-quality, campaign.advance-combat: the sheet says it (`profiles`)."""


def _follower(table: Table[Campaign], camp: Camp, type: str) -> None:
    follow(table, camp, type)


GIVEN: dict[AdvanceName, Callable[[Table[Campaign], Camp, str], None]] = {
    "mutation": _mutation,
    "skill": _skill,
    "equipment": _equipment,
    "food": _food,
    "cells": _cells,
    "quality": _number,
    "combat": _number,
    "follower": _follower,
}
