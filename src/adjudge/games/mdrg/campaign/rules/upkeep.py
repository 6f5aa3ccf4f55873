"""Feeding your Characters: who stays at home, whose Upkeep is paid, who goes without, who carries Energy Cells."""

from __future__ import annotations

from typing import Literal, NamedTuple

from adjudge.engine import Allocate, Choose, ChooseSome, Deed, Option, Table
from adjudge.engine.questions import Forecast
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import GEAR
from adjudge.games.mdrg.campaign.members import alter, earn, model
from adjudge.games.mdrg.campaign.rules.aftermath import DESERTS_AFTER, bury, fighters
from adjudge.games.mdrg.campaign.state import Camp, Campaign
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules.profiles import Upkeep, is_leader, rules_of, runs_on_cells, starves, upkeep
from adjudge.games.mdrg.rulings import Rulings

ENOUGH = "enough"
Coin = Literal["food", "cells"]


# Who stays at home


def home_question(camp: Camp) -> ChooseSome[int]:
    """campaign.cells-shared-use: models may be left at home; machines are switched off there and need no Cell
    (ruling.sp-absent-upkeep). Things are left at home in the store."""
    able = [number for number, one in enumerate(camp.party.models) if one.health != "absent"]
    prompt = f"{camp.party.name}: who stays at home in the next battle?"
    return ChooseSome(
        able,
        lambda number: _at_home(number, camp.party.models[number]),
        most=max(0, len(able) - 1),
        prompt=prompt,
        about=lambda number: Deed("stay", target=camp.party.models[number].name),
        facts={"stage": "home"},
    )


def _at_home(number: int, one: Profile) -> Option:
    note = "switched off there: no Energy Cell" if runs_on_cells(one) else "has to be fed all the same"
    return Option(number, one.name, note=note)


def stay_at_home(camp: Camp, numbers: tuple[int, ...]) -> None:
    camp.home = [camp.party.models[number].name for number in numbers]


# The bill


class Bill(NamedTuple):
    """What a party needs for a week. `either` is food that could be paid in Energy Cells."""

    food: int = 0
    cells: int = 0
    either: int = 0


def needs_of(camp: Camp, one: Profile, rulings: Rulings) -> Upkeep:
    """campaign.upkeep, campaign.leader-upkeep; nothing for machines that are switched off at home."""
    if runs_on_cells(one) and one.name in camp.home:
        return Upkeep()
    return upkeep(one, rulings)


def bill(camp: Camp, rulings: Rulings) -> Bill:
    """The Upkeep of all whose share is not paid yet."""
    dues = [needs_of(camp, one, rulings) for one in camp.party.models if one.name not in camp.fed]
    return Bill(
        sum(due.food for due in dues if not due.either),
        sum(due.cells for due in dues),
        sum(due.food for due in dues if due.either),
    )


def is_covered(camp: Camp, rulings: Rulings) -> bool:
    """Whether there is enough for everybody."""
    need, party = bill(camp, rulings), camp.party
    food = max(0, need.food - min(party.flesh, _for_wretched(camp, rulings)))
    if food > party.food or need.cells > party.cells:
        return False
    return need.either <= (party.food - food) + (party.cells - need.cells)


def _for_wretched(camp: Camp, rulings: Rulings) -> int:
    """What the Wretched of the party still need: only they eat the flesh of opponents (ruling.sp-cannibals)."""
    hungry = [one for one in camp.party.models if one.type == "wretched" and one.name not in camp.fed]
    return sum(needs_of(camp, one, rulings).food for one in hungry)


def can_pay(camp: Camp, one: Profile, coin: Coin, rulings: Rulings) -> bool:
    """Whether the stock is enough for one model. Leaders and all others alike: nobody eats half his share."""
    due, party = needs_of(camp, one, rulings), camp.party
    food, cells = (0, due.food + due.cells) if coin == "cells" and due.either else (due.food, due.cells)
    flesh = party.flesh if one.type == "wretched" else 0
    return food <= party.food + flesh and cells <= party.cells


def pay(table: Table[Campaign], camp: Camp, name: str, coin: Coin = "food") -> None:
    """A model has its share: Wretched eat flesh first; a machine that was off runs again (sp-shut-down-robot)."""
    one = model(camp, name)
    due = needs_of(camp, one, table.state.rulings)
    food, cells = (0, due.food + due.cells) if coin == "cells" and due.either else (due.food, due.cells)
    flesh = min(camp.party.flesh, food) if one.type == "wretched" else 0
    earn(camp, food=flesh - food, cells=-cells, flesh=-flesh)
    camp.fed.append(name)
    if due.food or due.cells:
        table.tell("campaign.upkeep", "{name} has its share: {due}", name=name, due=str(due))
    if runs_on_cells(one) and name in camp.home:
        return  # switched off: the game neither counts as underfed nor interrupts a count
    alter(camp, name, hungry=0, shut_down=False)


def feed_all(table: Table[Campaign], camp: Camp) -> None:
    """Everybody has his share; those who eat both are paid in what is left over."""
    rulings = table.state.rulings
    waiting = [one for one in camp.party.models if one.name not in camp.fed]
    for one in sorted(waiting, key=lambda one: needs_of(camp, one, rulings).either):
        pay(table, camp, one.name, "food" if can_pay(camp, one, "food", rulings) else "cells")


def feed_first(table: Table[Campaign], camp: Camp) -> None:
    """Those who need nothing; then campaign.advance-food: what was set aside for one that went hungry."""
    rulings = table.state.rulings
    for one in camp.party.models:
        due = needs_of(camp, one, rulings)
        promised = one.name in camp.first and can_pay(camp, one, "food", rulings)
        if one.name not in camp.fed and (promised or not (due.food or due.cells)):
            pay(table, camp, one.name)


# Who goes without


def feeding_options(camp: Camp, rulings: Rulings) -> dict[str, tuple[str, Coin]]:
    """Whom the stock still feeds, and with what."""
    found: dict[str, tuple[str, Coin]] = {}
    for number, one in enumerate(camp.party.models):
        if one.name in camp.fed:
            continue
        coins: tuple[Coin, ...] = ("food", "cells") if needs_of(camp, one, rulings).either else ("food",)
        found |= {f"{number}:{coin}": (one.name, coin) for coin in coins if can_pay(camp, one, coin, rulings)}
    return found


def feeding_question(state: Campaign, camp: Camp) -> Choose[str]:
    """campaign.upkeep-shortage-choice: who is fed next, until nothing is left or the owner has had enough."""
    offered = feeding_options(camp, state.rulings)
    seat = camp.seat

    def describe(key: str) -> Option:
        if key == ENOUGH:
            return Option(key, "nobody else: keep the rest", caution="ask")
        name, coin = offered[key]
        one = model(camp, name)
        due = needs_of(camp, one, state.rulings)
        cost = f"{due.food + due.cells} cells" if coin == "cells" and due.either else str(due)
        return Option(key, f"feed {name}", note=f"{cost}; otherwise {consequence(one)}")

    def foresee(key: str) -> Forecast:
        def foreseen(table: Table[Campaign]) -> str:
            own = table.state.camps[seat]
            if key != ENOUGH:
                pay(table, own, *offered[key])
            return outlook(own, table.state.rulings)

        return foreseen

    party = camp.party
    return Choose(
        [*offered, ENOUGH],
        describe,
        prompt=f"{party.name}: not enough for all. Who is fed? ({party.food} food, {party.cells} cells)",
        about=lambda key: Deed("feed", target=offered[key][0], item=offered[key][1]) if key in offered else Deed(key),
        facts={"stage": "upkeep", "food": party.food, "cells": party.cells},
        forecast=foresee,
    )


def consequence(one: Profile) -> str:
    """What it means for a model to go without, in words (table.campaign-underfed)."""
    if starves(voices(rules_of(one))):
        return "it dies"
    if is_leader(one):
        return "no Leader's bonus"
    last = one.hungry + 1 >= DESERTS_AFTER
    if runs_on_cells(one):
        return "-1 on Quality rolls" + (", then it shuts down" if last else "")
    return "-1 Combat" + (", then it leaves" if last else "")


def outlook(camp: Camp, rulings: Rulings) -> str:
    """What the next week would ask for if nothing more were paid now, and what would be there for it."""
    without = [one for one in camp.party.models if one.name not in camp.fed]
    weekly = [upkeep(one, rulings) for one in camp.party.models]
    food = sum(due.food for due in weekly) - camp.party.food - camp.party.flesh
    cells = sum(due.cells for due in weekly) - camp.party.cells
    short = [f"{number} {coin}" for number, coin in ((food, "food"), (cells, "cells")) if number > 0]
    now = f"{len(without)} go without now" if without else "all are fed"
    return f"{now}, next week {' and '.join(short)} short" if short else f"{now}, enough for next week"


def go_without(table: Table[Campaign], camp: Camp) -> None:
    """campaign.underfed-combat, campaign.underpowered-robot, campaign.leader-underfed: what is not paid has its effect
    in the next game. Some die of it, and are replaced after that game (ruling.sp-dead-between-games). A machine that is
    off stays off."""
    for one in camp.party.models:
        if one.name in camp.fed or one.shut_down:
            continue
        table.tell("campaign.upkeep-shortage-choice", "{name} goes without", name=one.name)
        if starves(voices(rules_of(one))):
            bury(table, camp, one.name, "starved")
        else:
            alter(camp, one.name, hungry=one.hungry + 1)


# Energy Cells


def cells_question(camp: Camp) -> Allocate:
    """campaign.cells-shared-use, ruling.sp-carried-stock: what a model carries it can use, and lose."""
    going = {str(number): one for number, one in enumerate(camp.party.models) if one in fighters(camp)}
    return Allocate(
        camp.party.cells,
        list(going),
        lambda key: going[key].name,
        exactly=False,
        prompt=f"{camp.party.name}: who carries which Energy Cells? The rest stays in camp",
        facts={"stage": "cells", "guns": [key for key, one in going.items() if _guns(one)]},
    )


def _guns(one: Profile) -> int:
    return sum(GEAR[item].kind in ("gun", "generator") for item in one.gear)


def carry_cells(camp: Camp, shares: dict[str, int]) -> None:
    for key, number in shares.items():
        one = camp.party.models[int(key)]
        alter(camp, one.name, cells=number)
        earn(camp, cells=-number)
