"""What a battle tells a campaign: the fate of each model, what each of them carries, what lies about.

Models go by their ids in the battle, `red-1` being the first of red's sheet. Whatever a report does not mention is as
it was before, so that a result told by hand says no more than it has to: who won, who was killed, who ran.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudge.engine import BadInput, Outcome, Refused
from adjudge.games.mdrg.book import CELLS, GEAR, SPECIALS, TYPES, name_of, split, with_detail
from adjudge.games.mdrg.party import Party, Profile
from adjudge.games.mdrg.rules.radiation import MUTATING
from adjudge.games.mdrg.setup import SEATS, Options, party_for
from adjudge.games.mdrg.state import Battle, Figure, Item, Weapon

Ids = tuple[str, ...]
Small = Annotated[int, Meta(ge=0, le=9)]
Stock = Annotated[int, Meta(ge=0, le=999)]

MARKS = ("unknown", "empty", "broken", "tainted", "in-built")
"""What can be the matter with a thing, in brackets behind its name."""
CATCHES = ("human", "mutant", "animal")
"""Whom the disease of the Wretched can strike."""
FINDERS = ("artifact-hunt", "military-installation")
"""The scenarios in which things are found that nobody brought."""


class Report(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a battle left its models."""

    killed: Annotated[Ids, Meta(description="who was killed")] = ()
    fled: Annotated[Ids, Meta(description="who left the table alive")] = ()
    infected: Annotated[Ids, Meta(description="who caught the disease of the Wretched")] = ()
    immune: Annotated[Ids, Meta(description="who withstood it and is immune for good")] = ()
    sickened: Annotated[dict[str, Small], Meta(description="Quality lost to radiation until it is fed away")] = {}
    scarred: Annotated[dict[str, Small], Meta(description="Quality lost to radiation for good")] = {}
    mutating: Annotated[dict[str, Small], Meta(description="Mutations that radiation brings for the next game")] = {}
    mutated: Annotated[dict[str, Ids], Meta(description="Mutations gained in the battle, by a Genetic Booster")] = {}
    gear: Annotated[
        dict[str, Ids],
        Meta(
            description="what a model carries now, if it differs; of a dead one what still lies with it. In brackets: "
            + ", ".join(MARKS)
        ),
    ] = {}
    cells: Annotated[dict[str, Stock], Meta(description="Energy Cells that a model carries now, if they differ")] = {}
    lying: Annotated[Ids, Meta(description="what was dropped or found and lies on the table")] = ()
    food: Annotated[dict[str, Stock], Meta(description="Food Points that a side has gained")] = {}
    shared_food: Annotated[Stock, Meta(description="Food Points for all winners together")] = 0


# What a battle reports


def report(state: Battle) -> Report:
    """The fate and the condition of every model when the battle is over."""
    figures = {id: figure for id, figure in state.figures.items() if figure.seat in state.seats}
    left = {id: [thing for thing in state.items if thing.owner == id] for id in figures}
    kits = {id: kit_of(figure, left[id]) for id, figure in figures.items()}
    cells = {id: figure.cells + sum(it.count for it in left[id] if it.item == CELLS) for id, figure in figures.items()}
    return Report(
        killed=tuple(id for id, figure in figures.items() if figure.gone == "killed"),
        fled=tuple(id for id, figure in figures.items() if figure.gone == "fled"),
        infected=tuple(id for id, it in figures.items() if "infected" in it.effects and not it.profile.infected),
        immune=tuple(id for id, it in figures.items() if it.immune and not it.profile.immune),
        sickened=_counts((id, _lost(it, "radiation") - it.profile.sickness) for id, it in figures.items()),
        scarred=_counts((id, _lost(it, "radiation for good") - it.profile.scars) for id, it in figures.items()),
        mutating=_counts((id, it.changing) for id, it in figures.items()),
        mutated={id: gained for id, it in figures.items() if (gained := _gained(state, it))},
        gear={id: kit for id, kit in kits.items() if Counter(kit) != Counter(brought(figures[id].profile))},
        cells={id: number for id, number in cells.items() if number != figures[id].profile.cells},
        lying=tuple(in_words(it) for it in state.items if not it.owner and it.item in GEAR),
        food={seat: number for seat, number in state.food.items() if number},
        shared_food=state.shared_food,
    )


def _lost(figure: Figure, cause: str) -> int:
    return figure.losses.get(cause, 0)


def _counts(pairs: Iterator[tuple[str, int]]) -> dict[str, int]:
    return {id: number for id, number in pairs if number > 0}


def _gained(state: Battle, figure: Figure) -> tuple[str, ...]:
    """The special rules that it has for good and did not have on its sheet."""
    number = int(figure.id.rpartition("-")[2]) - 1
    before = state.parties[figure.seat].models[number].traits if figure.seat in state.parties else ()
    return tuple(trait for trait in figure.profile.traits if trait not in before)


def kit_of(figure: Figure, left: Sequence[Item]) -> tuple[str, ...]:
    """What it carries with the state it is in, or what was left where it died."""
    things = [Item(one.id, 0, 0, one) for one in figure.weapons if one.id in GEAR]
    for id, count in figure.gear.items():
        off = Weapon(id, loaded=f"{id} off" not in figure.effects)
        things += [Item(id, 0, 0, off) for _ in range(count) if id in GEAR]
    things += [replace(thing) for thing in (*figure.bundle, *([figure.puzzle] if figure.puzzle else []))]
    marked = [*figure.tainted]
    for thing in things:
        if thing.item in marked:
            marked.remove(thing.item)
            thing.tainted = True
    return tuple(in_words(thing) for thing in (*things, *left) if thing.item in GEAR)


def in_words(thing: Item) -> str:
    """A thing with what is the matter with it."""
    gun = thing.weapon
    marks = {
        "unknown": not thing.solved and (thing.found or bool(thing.tried)),
        "empty": gun is not None and not gun.loaded,
        "broken": gun is not None and gun.broken and GEAR[thing.item].kind == "gun",
        "tainted": thing.tainted,
    }
    return with_detail(thing.item, ", ".join(mark for mark, is_so in marks.items() if is_so))


def brought(profile: Profile) -> tuple[str, ...]:
    """What a model had on its sheet, in the same words."""
    empty, broken, tainted = [*profile.empty], [*profile.broken], [*profile.tainted]
    return tuple(_brought(item, {"empty": empty, "broken": broken, "tainted": tainted}) for item in profile.gear)


def _brought(item: str, lists: dict[str, list[str]]) -> str:
    marks = [mark for mark, listed in lists.items() if item in listed]
    for mark in marks:
        lists[mark].remove(item)
    return with_detail(item, ", ".join(marks))


# Results that are told by hand


def models_of(options: Options) -> dict[str, tuple[Party, Profile]]:
    """Every model of the battle by its id."""
    found: dict[str, tuple[Party, Profile]] = {}
    for seat, wish in zip(SEATS, options.parties, strict=False):
        party = party_for(wish, seat, options)
        found |= {f"{seat}-{number}": (party, model) for number, model in enumerate(party.models, 1)}
    return found


def report_choices(options: Options) -> Mapping[str, Mapping[str, str]]:
    """The models by their names, and the sides."""
    try:
        models = models_of(options)
    except BadInput:
        return {}
    names = {id: f"{model.name} ({party.name})" for id, (party, model) in models.items()}
    seats = {seat: seat.capitalize() for seat in SEATS[: len(options.parties)]}
    by_model = ("killed", "fled", "infected", "immune", "sickened", "scarred", "mutating", "mutated", "gear", "cells")
    return {**dict.fromkeys(by_model, names), "food": seats}


def check_report(options: Options, outcome: Outcome, told: Report) -> None:
    """Refuses what cannot be: a winner with nobody left, a robot with the plague, a gun that nobody had."""
    models = models_of(options)
    both = set(told.killed) & set(told.fled)
    if both:
        raise Refused("campaign.after-battle-runaways", f"{models[min(both)][1].name} was killed and cannot have run")
    if options.scenario != "rustlers":  # there one may run with the cattle and win
        _somebody_is_left(models, outcome, told)
    for id in told.infected:
        if models[id][1].type not in CATCHES:
            raise Refused("wretched.infection-roll", f"{models[id][1].name} cannot catch the disease")
    for id in (*told.sickened, *told.scarred):
        if "artificial" in TYPES[models[id][1].type].traits:
            raise Refused("campaign.radiation-check", f"{models[id][1].name} is a machine: radiation does it no harm")
    for id in told.mutating:
        if models[id][1].type not in MUTATING:
            raise Refused("campaign.radiation-mutation", f"{models[id][1].name} does not mutate")
    _known_things(told)
    if options.scenario not in FINDERS:
        _nothing_new(models, told)


def _somebody_is_left(models: Mapping[str, tuple[Party, Profile]], outcome: Outcome, told: Report) -> None:
    """game.end: a side that won holds the field; of allies one is enough."""
    gone = {*told.killed, *told.fled}
    if outcome.winners and all(id in gone for id in models if id.partition("-")[0] in outcome.winners):
        raise Refused(
            "game.end", f"{' and '.join(outcome.winners)} cannot have won: nobody of them is left on the table"
        )


def _known_things(told: Report) -> None:
    for thing in (*told.lying, *(it for kit in told.gear.values() for it in kit)):
        item, marks = split(thing)
        if item not in GEAR:
            raise BadInput("report.gear", thing, "the id of a piece of equipment, as laser-gun")
        if any(mark not in MARKS for mark in marks.split(", ") if mark):
            raise BadInput("report.gear", thing, f"in brackets {', '.join(MARKS)}")
    for trait in (it for traits in told.mutated.values() for it in traits):
        if split(trait)[0] not in SPECIALS:
            raise BadInput("report.mutated", trait, "the id of a Mutation, as wings")


def _nothing_new(models: Mapping[str, tuple[Party, Profile]], told: Report) -> None:
    """campaign.spoils: things change hands in a battle, but nothing comes of itself."""
    before = Counter(item for _, model in models.values() for item in model.gear)
    after: Counter[str] = Counter(split(thing)[0] for thing in told.lying)
    for id, (_, model) in models.items():
        after.update(split(thing)[0] for thing in told.gear.get(id, model.gear))
    for item, count in after.items():
        if count > before[item]:
            raise Refused("campaign.spoils", f"{count} x {name_of(item)} after the battle, {before[item]} before it")


def told_by(told: Any) -> Report:
    """A report as the campaign gets it; nothing told is nothing changed."""
    return told if isinstance(told, Report) else Report()
