"""What is shown of a campaign: where it stands, the parties with their dead, the history. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.engine import Card, Cards, Facts, Scene
from adjudge.engine.scene import Mood, Panel, Prose, Step, Track
from adjudge.engine.wording import several
from adjudge.games.mdrg.book import name_of
from adjudge.games.mdrg.campaign.rules.aftermath import fighters
from adjudge.games.mdrg.campaign.rules.upkeep import bill
from adjudge.games.mdrg.campaign.rules.week import scenario_name, standings
from adjudge.games.mdrg.campaign.state import Camp, Campaign
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules.profiles import upkeep
from adjudge.games.mdrg.sheet import condition, kind_of, special_rules

DOING = {
    "muster": "gathers",
    "home": "chooses who stays at home",
    "cells": "shares Energy Cells out",
    "ready": "is ready",
    "battle": "has a battle to fight",
    "advance": "chooses an Advance",
    "replace": "takes on new members",
    "camp": "works in camp",
    "upkeep": "decides who is fed",
    "over": "has fought its last battle",
}


def scene(state: Campaign, seat: str | None) -> Scene:
    """A campaign as everybody sees it, one's own party first."""
    order = sorted(state.camps.values(), key=lambda camp: camp.seat != seat)
    panels: list[Panel] = [weeks(state), table_of_standings(state)]
    for camp in order:
        panels.append(party_cards(state, camp))
    graves = [card for camp in order for card in graves_of(camp)]
    if graves:
        panels.append(Cards("The fallen", tuple(graves)))
    if state.history:
        panels.append(Prose("The story so far", tuple(chronicle(state))))
    return Scene(headline(state), tuple(panels))


def headline(state: Campaign) -> str:
    """Where the campaign stands, in a line."""
    if not state.week:
        return f"Before the first of {state.weeks} weeks"
    return f"Week {state.week} of {state.weeks}"


def weeks(state: Campaign) -> Track:
    """The weeks, and what was fought in them."""
    scenarios = {played.week: scenario_name(played.scenario) for played in state.history}
    steps = [_week(state, number, scenarios) for number in range(1, state.weeks + 1)]
    return Track("Weeks", tuple(steps))


def _week(state: Campaign, number: int, scenarios: dict[int, str]) -> Step:
    mood: Mood = "done" if number < state.week else ""
    known = scenarios.get(number)
    return Step(f"{number} {known}" if known else str(number), here=number == state.week, mood=mood)


def table_of_standings(state: Campaign) -> Facts:
    return Facts("Standings", tuple((camp.party.name, _standing(camp)) for camp in standings(state.camps)))


def _standing(camp: Camp) -> str:
    return f"{camp.wins} won, {len(camp.party.models)} models, {len(camp.graves)} lost; {DOING[camp.stage]}"


def party_cards(state: Campaign, camp: Camp) -> Cards:
    """A party: its record in a card, then every model."""
    return Cards(camp.party.name, (_record(state, camp), *(_card(state, camp, one) for one in camp.party.models)))


def _record(state: Campaign, camp: Camp) -> Card:
    party, need = camp.party, bill(camp, state.rulings)
    flesh = f", {party.flesh} for Wretched" if party.flesh else ""
    either = f" and {need.either} of either" if need.either else ""
    lines = [
        f"Food {party.food}{flesh}; Energy Cells {party.cells}",
        f"Upkeep {need.food} food, {several(need.cells, 'cell')}{either}",
    ]
    lines += [f"In store: {', '.join(map(name_of, party.loot))}"] if party.loot else []
    return Card(f"{camp.seat}-party", party.name, f"{camp.wins} won", camp.seat, lines=tuple(lines))


def _card(state: Campaign, camp: Camp, one: Profile) -> Card:
    numbers = f"{kind_of(one)}, Quality {one.quality}+, Combat {one.combat}"
    going = one in fighters(camp)
    tags = (*condition(one), *(["stays at home"] if one.name in camp.home else []))
    return Card(
        f"{camp.seat}/{one.name}",
        one.name,
        numbers,
        camp.seat,
        lines=(", ".join(special_rules(one)), f"Upkeep {upkeep(one, state.rulings)}"),
        tags=tags,
        mood="" if going and one.health == "fit" and not one.hungry else "hurt",
    )


def graves_of(camp: Camp) -> Iterator[Card]:
    for number, grave in enumerate(camp.graves):
        note = f"{grave.kind}, {grave.how} in week {grave.week}"
        yield Card(f"{camp.seat}-grave-{number}", grave.name, note, camp.seat, mood="down")


def chronicle(state: Campaign) -> Iterator[str]:
    """The battles in a line each."""
    for played in state.history:
        winners = " and ".join(state.camps[seat].party.name for seat in played.winners) or "nobody"
        yield f"{played.name} ({scenario_name(played.scenario)}): won by {winners}."


def heading(state: Campaign) -> str:
    """What a turn is called in the log."""
    return headline(state)


def measures(state: Campaign) -> dict[str, object]:
    """The numbers that simulations gather: how parties of each kind fare."""
    found: dict[str, object] = {}
    most = max((camp.wins for camp in state.camps.values()), default=0)
    for camp in state.camps.values():
        found[f"{camp.kind}: victories"] = camp.wins
        found[f"{camp.kind}: won the campaign"] = 0 < camp.wins == most
        found[f"{camp.kind}: models at the end"] = len(camp.party.models)
        found[f"{camp.kind}: models lost"] = len(camp.graves)
        found[f"{camp.kind}: food at the end"] = camp.party.food
    return found
