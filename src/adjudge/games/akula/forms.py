"""How rosters and scenarios are filled in, and what of a scenario lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudge.engine.forms import Canvas, Form, Layer, Pick, Tally, read_document, ruled
from adjudge.engine.wording import several
from adjudge.games.akula.data import BANDS, BLADES, KINDS, WEAPONS, Blade, Weapon
from adjudge.games.akula.scenario import Roster, Scenario

RULES = "adjudge.games.akula"


def fired(weapon: Weapon) -> str:
    """table.weapons: one line."""
    shots = several(weapon.dice, "die", "dice")
    bands = ", ".join(f'{band} to {limit:g}"' for band, limit in zip(BANDS, weapon.bands, strict=False))
    more = [f"damage {weapon.damage:+d}"] if weapon.damage else []
    more += ["blast"] if weapon.blast else []
    return "; ".join([f"{shots}, {bands}", *more])


def swung(blade: Blade) -> str:
    return f"{blade.bonus:+d} in hand-to-hand" + (", a loud noise" if blade.loud else "")


def weapons() -> list[Pick]:
    """Guns by their lines of table.weapons; blades by their class, with any name before it."""
    guns = [ruled(RULES, it.name, it.name, it.damage_rule, f"{fired(it)}.", "Guns") for it in WEAPONS.values()]
    blades = [
        Pick(it.name, it.name.capitalize(), f"{swung(it)}.", "melee.weapon", "Hand-to-hand", named=True)
        for it in BLADES.values()
    ]
    return [*guns, *blades]


def skills() -> list[Pick]:
    return [
        ruled(RULES, "firearms", "Firearms", "shooting.hit-skill"),
        ruled(RULES, "melee", "Melee", "melee.skill"),
    ]


ZEDS = {
    "shambler": "zed.shambler",
    "fast": "zed.fast",
    "tank": "zed.tank",
    "horde": "zed.horde-move",
    "liche": "zed.liche-witch-card",
    "witch": "zed.liche-witch-card",
}


def zeds() -> list[Pick]:
    return [ruled(RULES, id, kind.name, ZEDS[id]) for id, kind in KINDS.items()]


SCENERY = (
    Pick("solid", "Solid block", "Nobody gets in, nobody sees through."),
    Pick(
        "building", "Building", "Walls one square thick, open ground inside. Doors and windows are openings in a wall."
    ),
    Pick("vehicle", "Wreck", "Nobody gets in, nobody sees through."),
    Pick("low", "Low obstacle", "Gives cover; costs movement to get over.", "ruling.terrain"),
)


def _own(text: str) -> dict[str, Any]:
    """The scenario in a text, whether it stands under `[[scenario]]` or for itself."""
    document = read_document(text)
    inner = document.get("scenario")
    return inner[0] if isinstance(inner, list) and len(inner) == 1 and isinstance(inner[0], dict) else document


def roster_tallies(roster: Roster) -> Iterator[Tally]:
    skilled = sum(bool(it.skills) for it in roster.survivor)
    yield Tally("Survivors", str(len(roster.survivor)), rule="ruling.survivor-statistics")
    yield Tally("With a skill", str(skilled))
    yield Tally("In armour", str(sum(it.armour for it in roster.survivor)), rule="melee.armour")


def scenario_tallies(scenario: Scenario) -> Iterator[Tally]:
    cards = scenario.deck
    yield Tally("Survivors", str(len(scenario.survivor)), rule="ruling.survivor-statistics")
    yield Tally("Zeds", str(sum(len(it.at) for it in scenario.zed)))
    yield Tally("Zeds to come", str(sum(len(it.at) for it in scenario.arrival)))
    yield Tally("Cards", str(cards.red + cards.number + cards.royal + cards.ace + 1), rule="deck.composition")
    yield Tally("Rounds", str(scenario.rounds))


def _people(place: str = "survivor") -> Mapping[str, Any]:
    return {f"{place}/weapons": weapons, f"{place}/skills": skills}


PEOPLE_RULES = {
    "survivor/weapons": "table.weapons",
    "survivor/armour": "melee.armour",
    "survivor/skills": "ruling.survivor-statistics",
}

ROSTER_FORM = Form(
    kind=Roster,
    picks=_people(),
    seldom=("survivor/at", "survivor/pipebombs", "survivor/rpg_rounds"),
    rules=PEOPLE_RULES,
    blank={"survivor": [{"name": "New survivor", "weapons": ["Handgun"]}]},
    fresh={"survivor": {"name": "", "weapons": ["Handgun"]}},
    tallies=roster_tallies,
)

SQUARE = 1.0
SELDOM = (
    "measured", "special", "clear", "brilliant", "draw", "search", "carry", "door_break", "all_active_from",
    "no_recycle", "survivor/pipebombs", "survivor/rpg_rounds", "options",
)  # fmt: skip

SCENARIO_FORM = Form(
    kind=Scenario,
    picks={**_people(), "zed/kind": zeds, "arrival/kind": zeds, "no_recycle": zeds, "terrain/kind": lambda: SCENERY},
    seldom=SELDOM,
    rules={
        **PEOPLE_RULES,
        "deck": "deck.composition",
        "spawn": "spawn.placement",
        "no_recycle": "spawn.recycle",
        "vehicle": "vehicle.first-action",
        "terrain": "ruling.terrain",
    },
    blank={
        "id": "new-scenario",
        "title": "New scenario",
        "type": "escape",
        "rounds": 8,
        "need": 1,
        "edge": "east",
        "table": {"width": 24, "depth": 24},
        "survivor": [{"name": "First survivor", "at": [2, 12], "weapons": ["Handgun"]}],
        "zed": [{"kind": "shambler", "at": [[14, 12]]}],
        "spawn": [{"id": "North-east corner", "at": [22, 22]}],
    },
    fresh={
        "survivor": {"name": "", "at": [1, 1], "weapons": ["Handgun"]},
        "zed": {"kind": "shambler", "at": [[12, 12]]},
        "arrival": {"round": 3, "kind": "shambler", "at": [[22, 12]]},
        "terrain": {"name": "", "kind": "solid", "rect": [8, 8, 4, 4]},
        "vehicle": {"name": "Van", "rect": [4, 4, 4, 2], "facing": "east", "seats": 3, "top_speed": 15},
        "marker": {"kind": "supply", "name": "Supplies", "at": [12, 4]},
        "spawn": {"id": "Another edge", "at": [22, 1]},
    },
    tallies=scenario_tallies,
    document=_own,
    canvas=Canvas(
        (
            Layer("terrain", "Terrain", ("rect",), kinds=SCENERY),
            Layer("vehicle", "Vehicles", ("rect",), "figure"),
            Layer("survivor", "Survivors", ("at",), "figure", size=SQUARE),
            Layer("zed", "Zeds", ("spots",), "figure", tuple(zeds()), size=SQUARE),
            Layer("arrival", "Zeds to come", ("spots",), "figure", tuple(zeds()), size=SQUARE),
            Layer("marker", "Supply markers", ("at",), "zone", size=SQUARE),
            Layer("spawn", "Spawn points", ("at",), "zone", size=SQUARE),
        ),
        unit="inch",
    ),
)
