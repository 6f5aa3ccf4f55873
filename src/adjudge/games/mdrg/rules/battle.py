"""The course of a battle: which step comes next, and when it is over."""

from __future__ import annotations

from adjudge.engine import Outcome, Table
from adjudge.games.mdrg.rules.actions import is_decided, sides_left
from adjudge.games.mdrg.rules.activation import activation_turn
from adjudge.games.mdrg.rules.auction import auction_turn, musters_of
from adjudge.games.mdrg.rules.battlefield import choose_roles, choose_sides, deploy, lay_terrain, line_up
from adjudge.games.mdrg.rules.creation import muster_turn, party_of
from adjudge.games.mdrg.state import Battle


def turn(table: Table[Battle]) -> None:
    """One step: a step of making a party, a model deployed, a model activated."""
    state = table.state
    match state.phase:
        case "auction":
            bid(table)
        case "muster":
            muster(table)
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
    """game.end: one side is killed or off the table; nobody left at all is a draw (both-sides-wiped-out)."""
    if state.phase != "play":
        return None
    if is_decided(state):
        left = sides_left(state)
        winners = tuple(seat for seat in state.seats if left and state.teams.get(seat, seat) == left[0])
        return Outcome(f"{left[0]} holds the field" if left else "nobody is left", "game.end", winners)
    if state.turn > state.most_turns:
        return Outcome(f"night falls after {state.most_turns} turns", "game.scenario-governs")
    return None
