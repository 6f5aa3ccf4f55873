"""The papers of the game: a scenario with its table, and a roster of survivors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from adjudge.engine import BadInput, Bar, Card, Cards, Facts, Paper, Prose, Scene
from adjudge.engine.papers import BadPaper, Finding
from adjudge.engine.rulebook import rulebook_of
from adjudge.engine.scene import Panel
from adjudge.field import svg
from adjudge.games.akula.data import KINDS, WEAPONS, blade_of, text
from adjudge.games.akula.forms import ROSTER_FORM, SCENARIO_FORM, fired, swung
from adjudge.games.akula.procedures import Melee
from adjudge.games.akula.scenario import (
    Roster,
    Scenario,
    SurvivorEntry,
    VehicleEntry,
    battlemap_of,
    centre,
    laid_out,
    parse_roster,
    parse_scenario,
    roster_faults,
    scenario_faults,
    vehicle_stand,
    zed_stand,
)

T = TypeVar("T")

RULES = {
    "survivor": "ruling.survivor-statistics",
    "deck": "deck.composition",
    "terrain": "ruling.terrain",
    "vehicle": "vehicle.first-action",
    "spawn": "spawn.placement",
}
"""What an entry of a file that does not fit goes against."""


def _read(parse: Callable[[str], T], given: str) -> T:
    """A file of one line would pass for the name of a scenario: as a paper it is a text."""
    try:
        return parse(given if "\n" in given else f"{given}\n")
    except BadInput as error:
        raise BadPaper(*_told(error)) from None


def _told(fault: BadInput) -> tuple[str, str, str]:
    """What is wrong, where, and by which rule."""
    entry = fault.field.replace(".", " ").replace("[", " ").partition(" ")[0]
    return str(fault).removeprefix(f"{fault.field}: "), fault.field, RULES.get(entry, "ruling.scenario-missing")


def _findings(faults: Iterable[BadInput]) -> list[Finding]:
    return [Finding("illegal", *_told(fault)) for fault in faults]


def _drawable(given: str) -> Scenario:
    """A scenario whose table can at least be laid out."""
    scenario = parse_scenario(given)
    laid_out(scenario)
    return scenario


# ---------------------------------------------------------------------- survivors


def roster_scene(roster: Roster) -> Scene:
    """ruling.survivor-statistics: a name, weapons, skills and armour; what runs out has boxes to tick."""
    return Scene(
        "Survivors",
        (people("", roster.survivor), arms(roster.survivor)),
        "Tick what is used up; note injury markers with a pencil.",
    )


def people(title: str, entries: tuple[SurvivorEntry, ...]) -> Cards:
    return Cards(title, tuple(map(_person, entries)))


def _person(entry: SurvivorEntry) -> Card:
    left = (("Pipebomb", entry.pipebombs), ("RPG", entry.rpg_rounds))
    bars = tuple(Bar(name, number, number) for name, number in left if number)
    arms = ", ".join(entry.weapons) or "unarmed"
    skills = [f"Skilled with {' and '.join(entry.skills)}"] if entry.skills else []
    tags = ("armour",) if entry.armour else ()
    return Card(entry.name, entry.name, bars=bars, lines=(arms, *skills, "Injury markers: ______"), tags=tags)


def arms(entries: tuple[SurvivorEntry, ...]) -> Facts:
    """What the weapons, skills and armour of some survivors do."""
    carried = dict.fromkeys(weapon for entry in entries for weapon in entry.weapons)
    rows = [(name, fired(WEAPONS[name])) for name in carried if name in WEAPONS]
    rows += [(name, swung(blade)) for name in carried if (blade := blade_of(name)) is not None]
    book = rulebook_of("adjudge.games.akula")
    told = [(name, rules) for name, (has, rules) in EXPLAINED.items() if any(map(has, entries))]
    rows += [(name, " ".join(book.find(rule).text for rule in rules)) for name, rules in told]
    return Facts("What it does", tuple(rows))


EXPLAINED: dict[str, tuple[Callable[[SurvivorEntry], bool], tuple[str, ...]]] = {
    "firearms": (lambda it: "firearms" in it.skills, ("shooting.hit-skill", "shooting.damage-skill")),
    "melee": (lambda it: "melee" in it.skills, ("melee.skill",)),
    "unarmed": (lambda it: not it.weapons, ("melee.barehanded",)),
    "armour": (lambda it: it.armour, ("melee.armour",)),
}
"""What a survivor can have besides weapons: who has it, and the rules that say what it does."""


def at_the_desk(entries: tuple[SurvivorEntry, ...], kind: type[Struct]) -> dict[str, dict[str, Any]]:
    """Survivors as far as a procedure asks for them: what they hold, know and wear."""
    asked = {"skill", "armour"} & set(kind.__struct_fields__)
    return {entry.name: _as_asked(entry, kind) for entry in entries} if asked else {}


def _as_asked(entry: SurvivorEntry, kind: type[Struct]) -> dict[str, Any]:
    fields, in_melee = kind.__struct_fields__, kind is Melee
    said: dict[str, Any] = {}
    if "skill" in fields:
        said["skill"] = ("melee" if in_melee else "firearms") in entry.skills
    if "armour" in fields:
        said["armour"] = entry.armour
    if "weapon" in fields:
        held = [_class_of(it) for it in entry.weapons] if in_melee else list(entry.weapons)
        usable = [it for it in held if _fits(kind, it)] + (["firearm"] if in_melee and held else [])
        said |= {"weapon": usable[0]} if usable else {}
    return said


def _class_of(weapon: str) -> str:
    """A blade by its class, whatever it is called: `Grandpa's cleaver (knife)` is a knife."""
    return weapon.partition(" (")[2].removesuffix(")") if blade_of(weapon) and " (" in weapon else weapon.lower()


def _fits(kind: type[Struct], weapon: str) -> bool:
    try:
        msgspec.convert({"weapon": weapon}, kind)
    except msgspec.ValidationError:
        return False
    return True


# ---------------------------------------------------------------------- scenarios


def scenario_scene(scenario: Scenario) -> Scene:
    """What players want to know before they choose it, and to have beside them while they play."""
    prose = (*([scenario.victory] if scenario.victory else []), *scenario.special)
    panels: list[Panel] = [Facts("", tuple(_facts(scenario)))]
    panels += [Prose("How it is played", prose)] if prose else []
    panels += [people("Survivors", scenario.survivor), arms(scenario.survivor)]
    panels += [Cards("Vehicles", tuple(map(_vehicle, scenario.vehicle)))] if scenario.vehicle else []
    return Scene(scenario.title, tuple(panels), scenario.summary)


def _facts(scenario: Scenario) -> list[tuple[str, str]]:
    cards = scenario.deck
    zeds = Counter({entry.kind: 0 for entry in scenario.zed})
    for entry in scenario.zed:
        zeds[entry.kind] += len(entry.at)
    coming = [f"{len(it.at)} {KINDS[it.kind].name} after Round {it.round}" for it in scenario.arrival]
    rows = [
        ("Kind", scenario.type.replace("-", " ")),
        ("Players", scenario.players),
        ("Rounds", str(scenario.rounds)),
        ("To win", f"{scenario.need}" + (f", by the {scenario.edge} edge" if scenario.edge else "")),
        ("Deck", f"{cards.red} red, {cards.number} numbers, {cards.royal} royals, {cards.ace} aces, the Joker"),
        ("Zeds", ", ".join(f"{number} {KINDS[kind].name}" for kind, number in zeds.items())),
        ("Later", ", ".join(coming)),
        ("Infection", "yes" if scenario.options.infection else "no"),
    ]
    return [(name, value) for name, value in rows if value]


def _vehicle(entry: VehicleEntry) -> Card:
    start = f"starts on {entry.start} or more" if entry.start else "starts at once"
    lines = (f"{entry.seats} seats, top speed {entry.top_speed:g} inches, {start}",)
    return Card(entry.name, entry.name, lines=lines, tags=("armoured",) if entry.apc else ())


def picture(scenario: Scenario) -> str:
    """The table with everybody in place."""
    people = [
        svg.Figure(zed_stand(it.name, "shambler", centre(it.at)), it.name[:2], "friend", it.name)
        for it in scenario.survivor
        if it.at is not None
    ]
    zeds = [
        svg.Figure(
            zed_stand(f"{it.kind} {number}", it.kind, centre(at)), KINDS[it.kind].letter, "foe", KINDS[it.kind].name
        )
        for it in scenario.zed
        for number, at in enumerate(it.at, 1)
    ]
    vehicles = [svg.Figure(vehicle_stand(it), "", "neutral", it.name) for it in scenario.vehicle]
    return svg.draw(battlemap_of(scenario), [*people, *zeds, *vehicles])


def scenario_text(name: str) -> str:
    """A scenario of the house as a file of its own, with the form of its entries explained before it."""
    head, *parts = text("scenarios.toml").split("[[scenario]]\n")
    form = head.partition("# Form of the entries")[1:]
    found = next(part for part in parts if f'id = "{name}"' in part.partition("\n")[0])
    return "".join(form) + "[[scenario]]\n" + found


def roster_text(name: str) -> str:
    """The survivors of a scenario as a roster. They take the places of whatever scenario they are played in."""
    _, *parts = scenario_text(name).split("[[scenario.survivor]]\n")
    blocks = [part.partition("\n\n")[0] for part in parts]
    return "\n\n".join("[[survivor]]\n" + _without_place(block) for block in blocks) + "\n"


def _without_place(block: str) -> str:
    return "\n".join(line for line in block.strip().splitlines() if not line.startswith("at ="))


HOUSE = ("mill-road", "corner-shop", "harts-garage")

SCENARIO = Paper(
    name="scenario",
    title="Scenario",
    about="A table, its survivors and zeds, the deck, and what wins.",
    rule="ruling.scenario-missing",
    read=lambda given: _read(_drawable, given),
    findings=lambda scenario: _findings(scenario_faults(scenario)),
    show=scenario_scene,
    picture=picture,
    examples=HOUSE,
    example=scenario_text,
    option="scenario",
    form=SCENARIO_FORM,
    members=lambda scenario, kind: at_the_desk(scenario.survivor, kind),
)

ROSTER = Paper(
    name="roster",
    title="Survivors",
    about="Survivors of your own, to play any scenario with.",
    rule="ruling.survivor-statistics",
    read=lambda given: _read(parse_roster, given),
    findings=lambda roster: _findings(roster_faults(roster)),
    show=roster_scene,
    examples=HOUSE,
    example=roster_text,
    option="roster",
    form=ROSTER_FORM,
    members=lambda roster, kind: at_the_desk(roster.survivor, kind),
)

PAPERS = (SCENARIO, ROSTER)
