"""The papers of the game: the record sheet of a party, and the map of a battlefield."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from adjudge.engine import Card, Cards, Facts, Finding, Paper, Scene
from adjudge.field import paper as maps
from adjudge.field.maps import MILLIMETRES, Battlemap
from adjudge.games.mdrg.book import FIELD, SPECIES, name_of
from adjudge.games.mdrg.forms import FORM
from adjudge.games.mdrg.legality import findings as faults
from adjudge.games.mdrg.making import roll_party
from adjudge.games.mdrg.party import PREROLLED, Party, Profile, from_toml, prerolled, to_toml
from adjudge.games.mdrg.rules.profiles import rate, upkeep
from adjudge.games.mdrg.rulings import AS_WRITTEN
from adjudge.games.mdrg.sheet import condition, explained, kind_of, record_sheet, special_rules, total_of, typst_page

# The party


class PartyWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a party that is rolled at once is to be like."""

    type: Annotated[
        Literal["any", "human", "mutant", "animal", "plant", "android", "robot", "wretched"],
        Meta(description="what all its characters are; any: the types are drawn too"),
    ] = "any"
    size: Annotated[int, Meta(ge=1, le=20, description="how many characters are agreed on")] = 5
    name: Annotated[str, Meta(max_length=60, description="what it is called")] = ""


def make_party(wishes: PartyWishes, seed: int) -> str:
    types: dict[str, int] | None = None if wishes.type == "any" else {wishes.type: wishes.size}
    return to_toml(roll_party(seed, wishes.size, types, name=wishes.name.strip()))


def findings(party: Party) -> Iterator[Finding]:
    """What is illegal or odd, as the rulings stand that we play."""
    places = {model.name: number for number, model in enumerate(party.models)}
    for fault in faults(party):
        path = f"model[{places[fault.model]}].{fault.field}" if fault.field else ""
        yield Finding(fault.grade, fault.text, fault.model, fault.rule, path, fault.fix)


def show(party: Party) -> Scene:
    """record.party-sheet: every model with its numbers, and what the party has in store."""
    stock = f"Food {total_of(party, 'food')}, Energy Cells {total_of(party, 'cells')}"
    loot = f". Loot: {', '.join(map(name_of, party.loot))}" if party.loot else ""
    models = Cards("", tuple(map(_card, party.models)))
    return Scene(party.name, (models, Facts("What it does", tuple(explained(party)))), stock + loot)


def _card(model: Profile) -> Card:
    numbers = f"Quality {model.quality}+, Combat {model.combat}, {rate(model).capitalize()} move"
    rules = ", ".join(special_rules(model))
    return Card(
        model.name,
        model.name,
        kind_of(model),
        lines=(numbers, *([rules] if rules else []), f"Upkeep {upkeep(model, AS_WRITTEN)}"),
        tags=tuple(condition(model)),
    )


DESK = ("type", "quality", "combat", "traits", "gear")


def _for_the_desk(model: Profile, kind: type[Struct]) -> dict[str, object]:
    """A model as far as the desk asks for it."""
    fields = kind.__struct_fields__
    said: dict[str, object] = {field: getattr(model, field) for field in DESK if field in fields}
    if "traits" in said and model.species in SPECIES:
        said["traits"] = (*SPECIES[model.species].traits, *model.traits)
    if model.infected and "effects" in fields:
        said["effects"] = ("infected",)
    if "weapon" in fields and (weapon := _first_weapon(model, kind)):
        said["weapon"] = weapon
    return said


def _first_weapon(model: Profile, kind: type[Struct]) -> str:
    """What a model would use where a procedure asks for a weapon; nothing if it carries none that fits."""
    names = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]["weapon"].get("enum", ())
    return next((it for it in model.gear if it in names), "")


PARTY = Paper(
    name="party",
    title="Party",
    about="The record sheet of a party: its characters, what they can do and what they carry.",
    rule="record.party-sheet",
    read=from_toml,
    findings=findings,
    show=show,
    text=record_sheet,
    typst=typst_page,
    examples=PREROLLED,
    example=lambda name: to_toml(prerolled(name)),
    make=make_party,
    wishes=PartyWishes,
    option="parties",
    form=FORM,
    members=lambda party, kind: {model.name: _for_the_desk(model, kind) for model in party.models},
)

# The map


class MapWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """For which miniatures a table is drawn."""

    scale: Annotated[Literal["28mm", "15mm"], Meta(description="of the miniatures")] = "28mm"


def make_map(wishes: MapWishes, seed: int) -> str:
    """A fair table as the game itself would generate one, to be altered by hand (game.terrain-by-defender)."""
    scale = FIELD.scale[wishes.scale]
    short = scale.sticks.short
    lines = tuple(
        maps.Scenery(wish.kind, wish.count, wish.smallest * short, wish.largest * short, wish.round)  # type: ignore[arg-type]
        for wish in FIELD.terrain
    )
    huge = scale.bases.huge
    wanted = maps.Wishes(scale.board, scale.board, "mm", huge, huge, short, "symmetric", lines)
    return maps.make(wanted, seed)


def map_findings(battlemap: Battlemap) -> Iterator[Finding]:
    yield from maps.findings(battlemap)
    if battlemap.unit not in MILLIMETRES:
        told = f"{battlemap.unit} is taken for mm, in which the sticks are measured"
        yield Finding("odd", told, "map: unit", "sticks.three-sticks")


MAP = replace(
    maps.MAP,
    about="A battlefield, for the option terrain. Inches become the millimetres of the sticks.",
    findings=map_findings,
    make=make_map,
    wishes=MapWishes,
    examples=(),
    option="terrain",
)

PAPERS = (PARTY, MAP)
