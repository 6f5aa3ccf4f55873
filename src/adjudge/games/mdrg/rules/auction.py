"""The auction: the players make characters in turn, then bid for them in secret.

optional.auction-creation, optional.auction-bidding, optional.auction-ties; details by the ruling sp-auction-ties.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudge.engine import EVERYONE, Choose, Deed, Sealed, Table, total
from adjudge.games.mdrg.book import CREATED_TYPES, TYPES, name_of
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules.creation import (
    blank,
    clash_of_armor,
    equipment_rolls,
    featured,
    one_equipment_roll,
    sustained,
)
from adjudge.games.mdrg.rules.profiles import objection
from adjudge.games.mdrg.rulings import AS_WRITTEN, Rulings
from adjudge.games.mdrg.state import Auction, Lot, Muster

COINS = 100


def open_auction(seats: tuple[str, ...], size: int = 5, rulings: Rulings = AS_WRITTEN) -> Auction:
    """An auction for these players, with full purses."""
    nothing: dict[str, list[Profile]] = {seat: [] for seat in seats}
    coins, places = dict.fromkeys(seats, COINS), dict.fromkeys(seats, 0)
    return Auction(seats, size, rulings, coins=coins, won=nothing, places=places)


def auction_turn(table: Table[Any], auction: Auction) -> None:
    """One character made, or one lot sold."""
    if auction.step == "making":
        make_a_lot(table, auction)
        if len(auction.lots) == auction.size * len(auction.seats):
            auction.step = "bidding"
        return
    sell(table, auction, auction.lots[auction.sold])
    auction.sold += 1
    if auction.sold == len(auction.lots):
        auction.step = "done"


def make_a_lot(table: Table[Any], auction: Auction) -> None:
    """optional.auction-creation: players take turns, Mutated Plants come in pairs, equipment is assigned at once."""
    maker = auction.seats[len(auction.lots) % len(auction.seats)]
    muster = Muster(maker, auction.size, auction.rulings)
    question = Choose(CREATED_TYPES, lambda key: TYPES[key].name, about=lambda key: Deed("make", item=key))
    type = table.ask(maker, "optional.auction-creation", question)
    number = len(auction.lots) + 1
    for half in range(TYPES[type].slots):
        letter = "ab"[half] if TYPES[type].slots > 1 else ""
        model = sustained(table, muster, blank(table, muster, type, f"{number}{letter}"), False)
        muster.models.append(featured(table, muster, model))
    for i, model in enumerate(muster.models):
        for _ in range(equipment_rolls(model)):
            muster.models[i] = one_equipment_roll(table, muster, muster.models[i])
    auction.lots.append(Lot(maker, _equipped(muster)))


def _equipped(muster: Muster) -> list[Profile]:
    """The models of a lot with what was rolled for them: items to the first who can use them, the rest to its purse."""
    models = list(muster.models)
    for item in muster.pool:
        able = [i for i, model in enumerate(models) if not objection(model, item) and not clash_of_armor(model, item)]
        if able:
            models[able[0]] = replace(models[able[0]], gear=(*models[able[0]].gear, item))
    first = models[0]
    models[0] = replace(first, cells=first.cells + muster.cells, food=first.food + muster.food)
    return models


def sell(table: Table[Any], auction: Auction, lot: Lot) -> None:
    """optional.auction-bidding: the highest secret bid gets the lot; without bidders it goes to one short of models."""
    bidders = [seat for seat in auction.seats if auction.coins[seat] and auction.places[seat] < auction.size]
    if not bidders:
        _give(table, auction, lot, _shortest(auction), 0)
        return
    bids = _bids(table, auction, bidders, lot)
    if len(_highest(bids)) > 1:  # optional.auction-ties: ALL bid once more
        bids = _bids(table, auction, bidders, lot)
    best = _highest(bids)
    winner = best[0] if len(best) == 1 else _highest_roller(table, best)
    _give(table, auction, lot, winner, bids[winner])


def _bids(table: Table[Any], auction: Auction, bidders: list[str], lot: Lot) -> dict[str, int]:
    prompt = "bid for " + " and ".join(_described(model) for model in lot.models)
    about = lambda coins: Deed("bid", facts={"coins": coins})  # noqa: E731
    facts = {"lot": auction.sold}
    questions = {
        seat: Choose(range(auction.coins[seat] + 1), _coins, prompt=prompt, about=about, facts=facts)
        for seat in bidders
    }
    bids: dict[str, int] = table.ask(EVERYONE, "optional.auction-bidding", Sealed(questions))
    said = ", ".join(f"{{{seat}}} {bid}" for seat, bid in bids.items())
    table.tell("optional.auction-bidding", "the bids: {said}", reveal=True, said=said)
    return bids


def _coins(number: int) -> str:
    return f"{number} coin{'s' * (number != 1)}"


def _described(model: Profile) -> str:
    rules = ", ".join(map(name_of, (*model.traits, *model.gear)))
    return f"{model.name} (Q{model.quality}+ C{model.combat} {rules})"


def _highest(bids: dict[str, int]) -> list[str]:
    most = max(bids.values())
    return [seat for seat, bid in bids.items() if bid == most]


def _highest_roller(table: Table[Any], seats: list[str]) -> str:
    """optional.auction-ties: the high bidders roll a die, again while it is equal."""
    while len(seats) > 1:
        rolls = {seat: table.roll(total(1), "optional.auction-ties", seat) for seat in seats}
        seats = _highest(rolls)
    return seats[0]


def _shortest(auction: Auction) -> str:
    """A player whose coins are gone takes what the others leave: the one with the fewest characters first."""
    return min(auction.seats, key=lambda seat: (auction.places[seat], auction.seats.index(seat)))


def _give(table: Table[Any], auction: Auction, lot: Lot, seat: str, price: int) -> None:
    auction.coins[seat] -= price
    auction.places[seat] += 1
    auction.won[seat] += lot.models
    names = " and ".join(model.name for model in lot.models)
    table.tell(
        "optional.auction-bidding", "{names} to {{{seat}}} for {price} coins", names=names, seat=seat, price=price
    )


def musters_of(auction: Auction) -> list[Muster]:
    """The parties as they were bought, ready for their bonuses."""
    return [
        Muster(seat, auction.size, auction.rulings, step="bonuses", models=list(auction.won[seat]))
        for seat in auction.seats
    ]
