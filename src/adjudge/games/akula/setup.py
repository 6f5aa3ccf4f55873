"""Setting up: options become survivors, zeds and a deck on a table. Only here a player's file is read."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudge.engine import BadInput, Seat
from adjudge.field import Round, Stand
from adjudge.games.akula.data import NUMBERS, TABLES
from adjudge.games.akula.scenario import (
    Scenario,
    SurvivorEntry,
    VehicleEntry,
    carried,
    centre,
    stage,
    vehicle_stand,
    zed_stand,
)
from adjudge.games.akula.state import (
    ASKED_OF_AN_UMPIRE,
    JOKER,
    UMPIRE_SEAT,
    Battle,
    Marker,
    Options,
    Rulings,
    Survivor,
    Vehicle,
    Zed,
)


def seats(options: Options) -> Sequence[Seat]:
    """Those who share the survivors, and the umpire if a person (or a bot) decides for it (ruling.automatic-umpire)."""
    players = [
        Seat(name, name.capitalize().replace("r", "r ") if name != "player" else "Player", "survivors")
        for name in player_seats(options)
    ]
    umpire = [Seat(UMPIRE_SEAT, "Umpire", "the zeds and whatever is left to an umpire")] if is_umpired(options) else []
    return (*players, *umpire)


def player_seats(options: Options) -> list[str]:
    return ["player"] if options.players == 1 else [f"player{number}" for number in range(1, options.players + 1)]


def is_umpired(options: Options) -> bool:
    rulings = options.rulings
    return options.umpire == "human" or any(getattr(rulings, name) == "human" for name in ASKED_OF_AN_UMPIRE)


def all_human(rulings: Rulings) -> Rulings:
    """The house rules of a match with a human umpire: every decision marked for one is asked."""
    return msgspec.structs.replace(rulings, **dict.fromkeys(ASKED_OF_AN_UMPIRE, "human"))


def start(options: Options) -> Battle:
    """Everybody in place, the deck whole."""
    text = carried(options.scenario, options.roster)
    scenario = stage(text).scenario
    if options.players > len(scenario.survivor):
        raise BadInput(
            "players", options.players, f"at most {len(scenario.survivor)}: so many survivors are in {scenario.id}"
        )
    rulings = all_human(options.rulings) if options.umpire == "human" else options.rulings
    state = Battle(text, rulings, _survivors(scenario, player_seats(options)), umpired=is_umpired(options))
    state.infectious = is_infectious(rulings, scenario)
    state.vehicles = {vehicle.id: vehicle for vehicle in map(new_vehicle, scenario.vehicle)}
    state.markers = {m.name: Marker(m.name, m.name, *centre(m.at)) for m in scenario.marker}
    for entry in scenario.zed:
        for at in entry.at:
            add_zed(state, entry.kind, centre(at))
    state.deck = fresh_deck(state)
    return state


def is_infectious(rulings: Rulings, scenario: Scenario) -> bool:
    """infection.roll is optional (ruling.infection-default)."""
    return scenario.options.infection if rulings.infection_default == "scenario" else rulings.infection_default == "on"


def fresh_deck(state: Battle) -> dict[str, int]:
    """deck.composition: the scenario's cards and the Joker (ruling.deck-all-black-alike)."""
    if state.rulings.deck_all_black_alike == "book":
        return {**TABLES.deck, JOKER: 1}
    return {**msgspec.structs.asdict(stage(state.scenario).scenario.deck), JOKER: 1}


def _survivors(scenario: Scenario, names: Sequence[str]) -> dict[str, Survivor]:
    """Shared out over the players in the order of the file."""
    made = [new_survivor(entry, names[i % len(names)]) for i, entry in enumerate(scenario.survivor)]
    return {survivor.id: survivor for survivor in made}


def new_survivor(entry: SurvivorEntry, seat: str) -> Survivor:
    """ruling.survivor-statistics: a name, weapons, skills, armour, no markers."""
    assert entry.at is not None
    rounds = {"Pipebomb": entry.pipebombs, "RPG": entry.rpg_rounds}
    return Survivor(
        entry.name,
        entry.name,
        seat,
        Stand(entry.name, *centre(entry.at), Round(NUMBERS.base)),
        entry.weapons,
        entry.skills,
        entry.armour,
        rounds={weapon: left for weapon, left in rounds.items() if left is not None and weapon in entry.weapons},
    )


def new_vehicle(entry: VehicleEntry) -> Vehicle:
    return Vehicle(entry.name, entry.name, vehicle_stand(entry), entry.seats, entry.top_speed, entry.start, entry.apc)


def add_zed(state: Battle, kind: str, at: tuple[float, float], was: str = "") -> Zed:
    """A zed on the table. Ids are numbered through, so that no two are ever the same."""
    state.made += 1
    zed = Zed(f"{kind}-{state.made}", kind, zed_stand(f"{kind}-{state.made}", kind, at), was=was)
    state.zeds[zed.id] = zed
    return zed
