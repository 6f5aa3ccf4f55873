"""The course of a battle: which step comes next, and when it is over."""

from __future__ import annotations

from adjudge.engine import Outcome, Table, total
from adjudge.engine.moments import any_of, each, first_of
from adjudge.engine.wording import several
from adjudge.games.mdrg.ability import occasion
from adjudge.games.mdrg.book import SCENARIOS
from adjudge.games.mdrg.figures import side_name
from adjudge.games.mdrg.rules.actions import is_decided, sides_left
from adjudge.games.mdrg.rules.activation import activation_turn
from adjudge.games.mdrg.rules.auction import auction_turn, musters_of
from adjudge.games.mdrg.rules.battlefield import (
    choose_roles,
    choose_scenario,
    choose_sides,
    deploy,
    lay_terrain,
    line_up,
)
from adjudge.games.mdrg.rules.creation import muster_turn, party_of
from adjudge.games.mdrg.state import Battle

# Moments at which the scenario speaks


@first_of
def decides(state: Battle) -> Outcome | None:
    """Who has won, if it is not the side that is left."""


@any_of
def withholds(state: Battle) -> bool:
    """Whether there is no Food to be had by the winner."""


@each
def reaps(table: Table[Battle]) -> None:
    """The battle is over: what each side has gained, whoever has won."""


def turn(table: Table[Battle]) -> None:
    """One step: a step of making a party, a model deployed, a model activated."""
    state = table.state
    match state.phase:
        case "auction":
            bid(table)
        case "muster":
            muster(table)
        case "scenario":
            choose_scenario(table)
        case "roles":
            choose_roles(table)
        case "terrain":
            lay_terrain(table)
        case "sides":
            choose_sides(table)
        case "deploy":
            deploy(table)
        case "play":
            activation_turn(table)
    if state.scenario and not state.is_concluded and (result := outcome(state)):
        conclude(table, result.winners)


def bid(table: Table[Battle]) -> None:
    """A step of the auction; when it is over the parties get their bonuses."""
    auction = table.state.auction
    assert auction is not None
    auction_turn(table, auction)
    if auction.step == "done":
        table.state.musters = musters_of(auction)
        table.state.phase = "muster"


def muster(table: Table[Battle]) -> None:
    """A step of the party that is being made; when all are made the models line up."""
    state = table.state
    making = next(muster for muster in state.musters if muster.step != "done")
    muster_turn(table, making)
    if making.step == "done":
        state.parties[making.seat] = party_of(making)
    if all(muster.step == "done" for muster in state.musters):
        line_up(state)


def outcome(state: Battle) -> Outcome | None:
    """game.end: one side is killed or off the table; nobody left at all is a draw (both-sides-wiped-out).

    A scenario may have another end or another winner (game.scenario-governs); where it is silent this holds
    (sp-scenario-default-victory).
    """
    if state.phase != "play":
        return None
    is_night = state.turn > state.most_turns
    if (is_night or is_decided(state)) and (verdict := decides(occasion(state), state)) is not None:
        return verdict
    if is_decided(state):
        left = sides_left(state)
        winners = tuple(seat for seat in state.seats if left and state.teams.get(seat, seat) == left[0])
        return Outcome(
            f"{side_name(state, left[0])} holds the field" if left else "Nobody is left", "game.end", winners
        )
    if is_night:
        return Outcome(f"Night falls after {state.most_turns} turns", "game.scenario-governs")
    return None


def conclude(table: Table[Battle], winners: tuple[str, ...]) -> None:
    """What the scenario is worth: each side's own gains, and the winner's Food Points. Several winners roll once and
    share (sp-multiplayer-campaign)."""
    state = table.state
    state.is_concluded = True
    reaps(occasion(state), table)
    entry = SCENARIOS[state.scenario]
    if not winners or not entry.food.dice or withholds(occasion(state), state):
        return
    food = roll_food(table, state.scenario, winners)
    if len(winners) == 1:
        gain_food(state, winners[0], food)
    else:
        state.shared_food = food


def roll_food(table: Table[Battle], scenario: str, winners: tuple[str, ...]) -> int:
    """The Food Points that a scenario yields, rolled once."""
    entry = SCENARIOS[scenario]
    food = table.roll(total(entry.food.dice, 6, entry.food.plus), entry.rule, winners[0])
    gain = "gain" if len(winners) > 1 else "gains"
    names, points = " and ".join(winners), several(food, "Food Point")
    table.tell(entry.rule, "{names} {gain} {points}", names=names, gain=gain, points=points)
    return food


def gain_food(state: Battle, seat: str, points: int) -> None:
    """More Food Points for a seat."""
    state.food[seat] = state.food.get(seat, 0) + points
