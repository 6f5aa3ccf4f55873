"""How a party is filled in: its characters, what they may have, and what it all comes to."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.engine.forms import Form, Pick, Tally, ruled
from adjudge.games.mdrg.book import CREATED_TYPES, GEAR, SPECIALS, SPECIES, TABLES, TYPES, with_detail
from adjudge.games.mdrg.legality import equipment, places
from adjudge.games.mdrg.party import Party
from adjudge.games.mdrg.rules.profiles import upkeep
from adjudge.games.mdrg.rulings import AS_WRITTEN
from adjudge.games.mdrg.sheet import total_of

RULES = "adjudge.games.mdrg"
GROUPS = {
    "skill": "Skills",
    "physical": "Mutations of the body",
    "mental": "Mutations of the mind",
    "feature": "Robot features",
    "species": "What a species has",
    "type": "What a type has",
}
KINDS = {
    "gun": "Guns",
    "missile": "Bows and throwing weapons",
    "hand-weapon": "Hand weapons",
    "canister": "Canisters",
    "grenade": "Grenades",
    "armor": "Armor",
    "generator": "Generators",
    "drug": "Drugs",
    "tool": "Tools",
}


def types() -> list[Pick]:
    return [ruled(RULES, id, kind.name, kind.rule) for id, kind in TYPES.items()]


def species() -> list[Pick]:
    return [ruled(RULES, id, it.name, it.rule, only={"type": ("animal",)}) for id, it in SPECIES.items()]


def traits() -> list[Pick]:
    """Every special rule, each with the details that its table knows; those of a type's own tables fit that type."""
    found = []
    for kind in GROUPS:
        for id, entry in SPECIALS.items():
            if entry.kind != kind:
                continue
            details = TABLES[entry.detail].entries if entry.detail else ("",)
            only = {"type": fitting} if (fitting := _types_with(id)) else {}
            found += [
                ruled(
                    RULES,
                    with_detail(id, detail),
                    with_detail(entry.name, detail),
                    entry.rule,
                    group=GROUPS[kind],
                    only=only,
                )
                for detail in details
            ]
    return found


def _types_with(id: str) -> tuple[str, ...]:
    """The types whose tables give a special rule."""
    return tuple(type for type in CREATED_TYPES if id in _tables_of(type))


def _tables_of(type: str) -> set[str]:
    kind = TYPES[type]
    names = [kind.physical, "mental-mutations"] if kind.physical else []
    names += ["skills"] if kind.skills or kind.skill_rolls else []
    names += ["robot-features"] if kind.features else []
    return {entry for name in names for entry in TABLES[name].entries}


def gear() -> list[Pick]:
    return [
        ruled(RULES, id, item.name, item.rule, group=KINDS[kind])
        for kind in KINDS
        for id, item in GEAR.items()
        if item.kind == kind
    ]


def tallies(party: Party) -> Iterator[Tally]:
    """creation.party-size, creation.equipment-pool, profile.upkeep: what was used, and what it costs each game."""
    if not party.games:
        filled, allowed = places(party, AS_WRITTEN)
        yield Tally("Places", str(filled), str(allowed), "creation.party-size")
        items, rolls = equipment(party)
        yield Tally("Equipment", str(items), str(rolls), "creation.equipment-pool")
    costs = [upkeep(model, AS_WRITTEN) for model in party.models]
    food, cells = sum(it.food for it in costs), sum(it.cells for it in costs)
    yield Tally("Upkeep in Food", str(food), str(total_of(party, "food") + party.flesh), "profile.upkeep")
    yield Tally("Upkeep in cells", str(cells), str(total_of(party, "cells")), "profile.upkeep")
    for number, cost in enumerate(costs):
        yield Tally("Upkeep", str(cost), rule="profile.upkeep", path=f"model[{number}]")


CAREER = (
    "lives-on", "infected", "immune", "advances", "health", "hungry", "shut-down", "sickness", "scars", "empty",
    "broken", "tainted",
)  # fmt: skip
"""What only a campaign or few types need."""

FORM = Form(
    kind=Party,
    picks={
        "model/type": types,
        "model/species": species,
        "model/traits": traits,
        "model/gear": gear,
        "model/ready": gear,
        "model/empty": gear,
        "model/broken": gear,
        "model/tainted": gear,
        "loot": gear,
    },
    seldom=("flesh", "loot", "games", *(f"model/{name}" for name in CAREER)),
    rules={
        "size": "creation.party-size",
        "mutationist": "mutationist.composition",
        "model/quality": "profile.quality",
        "model/combat": "profile.combat",
        "model/traits": "profile.special-rules",
        "model/leader": "creation.leader-bonus",
        "model/champion": "creation.champion-bonus",
        "model/species": "animal.package",
        "model/ready": "actions.ready-weapon-at-start",
    },
    blank={"name": "New party", "size": 5, "model": []},
    fresh={"model": {"name": "", "type": "human", "quality": 3, "combat": 2}},
    tallies=tallies,
)
