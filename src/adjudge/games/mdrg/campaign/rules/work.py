"""Work in camp: spoils are figured out, weapons repaired and reloaded, things handed out, animals slaughtered.

The owner does one thing after the other, in any order, until he has had enough (ruling.sp-week-sequence).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import Choose, Deed, Option, Table
from adjudge.engine.questions import Forecast
from adjudge.games.mdrg.ability import one_voice, voices
from adjudge.games.mdrg.book import GEAR, TYPES, name_of, split
from adjudge.games.mdrg.campaign.aside import alone
from adjudge.games.mdrg.campaign.members import (
    alter,
    carrying,
    earn,
    keep,
    lose,
    marks_of,
    model,
    stow,
    things_of,
    unmarked,
    unstow,
)
from adjudge.games.mdrg.campaign.rules.aftermath import bury, resolve_survival
from adjudge.games.mdrg.campaign.state import Camp, Campaign
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules import artifacts
from adjudge.games.mdrg.rules.creation import clash_of_armor
from adjudge.games.mdrg.rules.profiles import may_carry_tainted, mends, nourishes, objection, rules_of

DONE = "done"
CURE = 2
"""Food Points that take away a loss to radiation."""
DEADLY = ("kill", "gruesome", "killed")
POWERED = ("gun", "generator")
"""What an Energy Cell goes into."""


class Task(NamedTuple):
    """Something that can be done in camp. `model` is the one it is done with, `thing` what is handled."""

    key: str
    label: str
    rule: str
    do: Callable[[Table[Campaign], Camp], None]
    model: str = ""
    thing: str = ""
    note: str = ""
    forecast: Forecast | None = None

    @property
    def about(self) -> Deed:
        """As data: the first word of the key is its kind."""
        item, marks = split(self.thing)[0], marks_of(self.thing)
        return Deed(self.key.partition(":")[0], target=self.model, item=item, facts={"marks": marks} if marks else {})


def tasks(state: Campaign, camp: Camp) -> dict[str, Task]:
    """Everything that can be done now."""
    found = [
        *_studies(state, camp),
        *_hand_outs(camp),
        *_reloads(camp),
        *_put_downs(camp),
        *_building(camp),
        *_food(camp),
        *_cures(camp),
    ]
    return {task.key: task for task in found}


def work_question(state: Campaign, camp: Camp) -> Choose[str]:
    offered = tasks(state, camp)

    def describe(key: str) -> Option:
        if key == DONE:
            return Option(key, "that is all", hotkey="d", note=f"{camp.party.food} food, {camp.party.cells} cells")
        task = offered[key]
        return Option(key, task.label, rule=task.rule, note=task.note)

    return Choose(
        [*offered, DONE],
        describe,
        prompt=f"{camp.party.name}: work in camp",
        about=lambda key: offered[key].about if key in offered else Deed(DONE),
        facts={"stage": "camp", "food": camp.party.food, "cells": camp.party.cells},
        forecast=lambda key: offered[key].forecast if key in offered else None,
    )


def repair(table: Table[Campaign], camp: Camp) -> None:
    """malfunction.repair: any Gunsmith alive in the party, any number of weapons (ruling.sp-gunsmith-between-games)."""
    smith = gunsmith(camp)
    if smith is None:
        return
    for one in camp.party.models:
        if one.broken:
            alter(camp, one.name, broken=())
            table.tell("malfunction.repair", "{smith} repairs what {name} has broken", smith=smith.name, name=one.name)
    camp.party = replace(camp.party, loot=tuple(unmarked(thing, "broken") for thing in camp.party.loot))


def gunsmith(camp: Camp) -> Profile | None:
    """One who repairs weapons, wherever he was in the battle."""
    return next((one for one in camp.party.models if mends(voices(rules_of(one)))), None)


# Figuring out


def _studies(state: Campaign, camp: Camp) -> Iterator[Task]:
    """campaign.artifact-roll without an action: each model that could use a thing has one try a week
    (ruling.sp-artifact-between-games)."""
    for number, thing in enumerate(camp.party.loot):
        if "unknown" not in marks_of(thing):
            continue
        for place, one in enumerate(camp.party.models):
            if not can_use(one, thing) or f"{one.name}/{split(thing)[0]}" in camp.tried:
                continue
            yield _study(state, camp, number, thing, place, one)


def _study(state: Campaign, camp: Camp, number: int, thing: str, place: int, one: Profile) -> Task:
    item, seat, rulings = split(thing)[0], camp.seat, state.rulings

    def do(table: Table[Campaign], camp: Camp) -> None:
        study(table, camp, number, camp.party.models[place].name)

    def foreseen(table: Table[Campaign]) -> str:
        aside, figure = alone(table, seat, one, rulings)
        return artifacts.in_words(aside, figure, item, found=False)

    label = f"{one.name} tries to figure out the {name_of(item)}"
    rule = "campaign.artifact-roll"
    return Task(f"study:{number}:{place}", label, rule, do, one.name, thing, forecast=foreseen)


def study(table: Table[Campaign], camp: Camp, number: int, name: str) -> None:
    """One try: understood, ruined, or nothing (campaign.artifact-success, campaign.artifact-unknown)."""
    thing, one = camp.party.loot[number], model(camp, name)
    item = split(thing)[0]
    aside, figure = alone(table, camp.seat, one, table.state.rulings)
    studied = artifacts.resolve_study(aside, figure, item, found=False)
    if studied.insight == "not understood":
        camp.tried.append(f"{name}/{item}")
        return
    unstow(camp, number)
    if studied.insight == "understood":
        stow(camp, [unmarked(thing, "unknown")])
    elif studied.goes_off:
        accident(table, camp, name, item)


def accident(table: Table[Campaign], camp: Camp, name: str, item: str) -> None:
    """campaign.artifact-goes-off: in camp it strikes only the handler, who rolls for survival like a winner
    (ruling.sp-dead-between-games)."""
    one = model(camp, name)
    aside, figure = alone(table, camp.seat, one, table.state.rulings)
    if artifacts.harm(aside, figure, item).kind not in DEADLY:
        return
    fate = resolve_survival(table, camp.seat, one, table.state.rulings)
    if fate == "dead":
        bury(table, camp, name, f"killed by a {name_of(item)}")
    else:
        alter(camp, name, health=fate)


# Things change hands


def can_use(one: Profile, thing: str) -> bool:
    """creation.equipment-reassign: who can be given a thing; what is built into a Robot needs a Gunsmith."""
    item, marks = split(thing)[0], marks_of(thing)
    if "in-built" in marks or (one.type == "robot" and GEAR[item].kind in BUILT_IN):
        return False
    if "tainted" in marks and not may_carry_tainted(one):
        return False
    return objection(one, item) is None and clash_of_armor(one, item) is None


BUILT_IN = ("gun", "missile", "hand-weapon", "grenade", "armor", "generator")
"""What a Robot has only if it is built in."""


def _hand_outs(camp: Camp) -> Iterator[Task]:
    """creation.equipment-reassign: from the store to anybody who can use it."""
    for number, thing in enumerate(camp.party.loot):
        if "unknown" in marks_of(thing):
            continue
        for place, one in enumerate(camp.party.models):
            if can_use(one, thing):
                label = f"give the {name_of(thing)} to {one.name}"
                rule = "creation.equipment-reassign"
                yield Task(f"give:{number}:{place}", label, rule, _handing(number, place), one.name, thing)


def _handing(number: int, place: int) -> Callable[[Table[Campaign], Camp], None]:
    def do(table: Table[Campaign], camp: Camp) -> None:
        thing, one = unstow(camp, number), camp.party.models[place]
        keep(camp, carrying(one, [*_loose(one), thing]))
        words = "{name} gets the {item}"
        table.tell("creation.equipment-reassign", words, name=one.name, item=name_of(split(thing)[0]))

    return do


def _loose(one: Profile) -> list[str]:
    """What it carries, without the mark of things that are built in."""
    return [unmarked(thing, "in-built") for thing in things_of(one)]


def _put_downs(camp: Camp) -> Iterator[Task]:
    """Into the store, for another to take, or to be left at home (campaign.cells-shared-use)."""
    for place, one in enumerate(camp.party.models):
        if one.type == "robot":
            continue
        for number, thing in enumerate(_loose(one)):
            label = f"put {one.name}'s {name_of(thing)} into the store"
            rule = "creation.equipment-reassign"
            yield Task(f"store:{place}:{number}", label, rule, _storing(place, number), one.name, thing)


def _storing(place: int, number: int) -> Callable[[Table[Campaign], Camp], None]:
    def do(table: Table[Campaign], camp: Camp) -> None:
        one = camp.party.models[place]
        things = _loose(one)
        stow(camp, [things.pop(number)])
        keep(camp, carrying(one, things))

    return do


def _building(camp: Camp) -> Iterator[Task]:
    """robot.gunsmith-swap: from Robot to Robot, the parts of dead ones too (ruling.sp-robot-salvage)."""
    if gunsmith(camp) is None:
        return
    for place, one in enumerate(camp.party.models):
        if one.type != "robot":
            continue
        for number, thing in enumerate(things_of(one)):
            label = f"take the {name_of(split(thing)[0])} out of {one.name}"
            rule = "robot.gunsmith-swap"
            yield Task(f"take-out:{place}:{number}", label, rule, _taking_out(place, number), one.name, thing)
        for number, thing in enumerate(camp.party.loot):
            if "in-built" in marks_of(thing) and "unknown" not in marks_of(thing):
                label = f"build the {name_of(split(thing)[0])} into {one.name}"
                rule = "robot.gunsmith-swap"
                yield Task(f"build-in:{number}:{place}", label, rule, _building_in(number, place), one.name, thing)


def _taking_out(place: int, number: int) -> Callable[[Table[Campaign], Camp], None]:
    def do(table: Table[Campaign], camp: Camp) -> None:
        one = camp.party.models[place]
        things = things_of(one)
        stow(camp, [things.pop(number)])
        keep(camp, carrying(one, [unmarked(thing, "in-built") for thing in things]))

    return do


def _building_in(number: int, place: int) -> Callable[[Table[Campaign], Camp], None]:
    def do(table: Table[Campaign], camp: Camp) -> None:
        thing, one = unstow(camp, number), camp.party.models[place]
        keep(camp, carrying(one, [*_loose(one), unmarked(thing, "in-built")]))
        table.tell("robot.gunsmith-swap", "{name} has a {item} built in", name=one.name, item=name_of(split(thing)[0]))

    return do


# Energy Cells, food, cures


def _reloads(camp: Camp) -> Iterator[Task]:
    """ruling.sp-cells-between-games: a Cell of the stock, without an action."""
    if not camp.party.cells:
        return
    for place, one in enumerate(camp.party.models):
        for item in dict.fromkeys(one.empty):
            if GEAR[item].kind in POWERED:
                label = f"put an Energy Cell into {one.name}'s {name_of(item)}"
                rule = "campaign.cells-shared-use"
                yield Task(f"reload:{place}:{item}", label, rule, _reloading(place, item), one.name, item)


def _reloading(place: int, item: str) -> Callable[[Table[Campaign], Camp], None]:
    def do(table: Table[Campaign], camp: Camp) -> None:
        one = camp.party.models[place]
        empty = [*one.empty]
        empty.remove(item)
        alter(camp, one.name, empty=tuple(empty))
        earn(camp, cells=-1)

    return do


def _food(camp: Camp) -> Iterator[Task]:
    """drug.stimulant-food, ability.animal-upkeep-sacrifice: what else can be eaten."""
    for number, thing in enumerate(camp.party.loot):
        worth = nourishes(one_voice(split(thing)[0]))
        if worth and "unknown" not in marks_of(thing):
            label, rule = f"keep the {name_of(split(thing)[0])} as {worth} Food Point", "campaign.upkeep"
            yield Task(f"eat:{number}", label, rule, _eating(number, worth), "", thing)
    for place, one in enumerate(camp.party.models):
        worth = TYPES[one.type].sacrifice
        if worth:
            label, rule = f"slaughter {one.name} for {worth} Food Points", TYPES[one.type].rule
            yield Task(f"slaughter:{place}", label, rule, _slaughtering(place, worth), one.name)


def _eating(number: int, worth: int) -> Callable[[Table[Campaign], Camp], None]:
    def do(table: Table[Campaign], camp: Camp) -> None:
        unstow(camp, number)
        earn(camp, food=worth)

    return do


def _slaughtering(place: int, worth: int) -> Callable[[Table[Campaign], Camp], None]:
    """It is not replaced (ruling.sp-animal-sacrifice)."""

    def do(table: Table[Campaign], camp: Camp) -> None:
        lose(camp, camp.party.models[place].name, table.state.week, "was eaten")
        earn(camp, food=worth)

    return do


def _cures(camp: Camp) -> Iterator[Task]:
    """campaign.radiation-check: two Food Points for each loss, besides Upkeep (ruling.sp-radiation-recovery)."""
    for place, one in enumerate(camp.party.models):
        if one.sickness and camp.party.food >= CURE:
            label = f"feed {one.name} until the radiation sickness is better"
            note = f"{CURE} food, Quality {one.quality + one.sickness + one.scars}+ becomes one better"
            yield Task(f"cure:{place}", label, "campaign.radiation-check", _curing(place), one.name, note=note)


def _curing(place: int) -> Callable[[Table[Campaign], Camp], None]:
    def do(table: Table[Campaign], camp: Camp) -> None:
        one = camp.party.models[place]
        alter(camp, one.name, sickness=one.sickness - 1)
        earn(camp, food=-CURE)
        table.tell("campaign.radiation-check", "{name} feels better", name=one.name)

    return do
