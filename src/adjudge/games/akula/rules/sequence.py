"""Turn Sequence: the deck, whose card it is, and the end of the Round."""

from __future__ import annotations

from adjudge.engine import EVERYONE, Choose, Deed, Floor, Option, Table
from adjudge.games.akula.data import NUMBERS
from adjudge.games.akula.places import in_play, scenario_of
from adjudge.games.akula.readings import card
from adjudge.games.akula.rules import actions, vehicles, zeds
from adjudge.games.akula.rules.activation import silence
from adjudge.games.akula.rules.infection import is_conscious, tick
from adjudge.games.akula.rules.spawn import arrive, recycle
from adjudge.games.akula.setup import fresh_deck
from adjudge.games.akula.state import ACE, JOKER, NUMBER, RED, ROYAL, Battle, Go, Survivor
from adjudge.games.akula.victory import end_if_over

DONE = "done"
CARDS = {
    RED: ("deck.red", "A red card: each survivor has 2 actions."),
    NUMBER: ("deck.black-number", "A black number card: shamblers, liches and witches."),
    ROYAL: ("deck.black-royal", "A black royal card: fast zeds and tanks."),
    ACE: ("deck.black-ace", "A black ace: hordes."),
    JOKER: ("deck.joker-ends-round", "The Joker: the Round is over."),
}


def turn(table: Table[Battle]) -> None:
    """What lies between two checkpoints: a card, or on a red card the go of one survivor."""
    state = table.state
    if not state.card:
        draw(table)
    match state.card:
        case "red":
            survivor_go(table)
        case "joker":
            end_round(table)
        case _:
            zeds.zed_card(table)
            state.card = ""
    end_if_over(table)


def draw(table: Table[Battle]) -> None:
    """deck.card-driven: the next card of the shuffled deck, which nobody knows until it is turned up."""
    state = table.state
    left = state.deck
    if state.rulings.joker_first == "redraw" and not state.drawn:  # ruling.joker-first
        left = {kind: count for kind, count in left.items() if kind != JOKER}
    state.card = table.roll(card(tuple(left.items())), "deck.card-driven")
    state.deck[state.card] -= 1
    state.drawn.append(state.card)
    state.cards += 1
    table.tell(*CARDS[state.card], reveal=True)
    tick(table, "cards")
    if state.card == RED:
        begin_red(table)


def begin_red(table: Table[Battle]) -> None:
    """deck.red: everybody who can act has two actions."""
    state = table.state
    tick(table, "red")
    ready = [it.id for it in in_play(state) if is_conscious(it)]
    state.waiting = dict.fromkeys(ready, NUMBERS.actions)
    for survivor in in_play(state):
        survivor.aimed = False  # ruling.aim-details: aim is lost at the end of the card
    vehicles.begin_survivor_go(state)


# ---------------------------------------------------------------------- a red card


def survivor_go(table: Table[Battle]) -> None:
    """ruling.survivor-order: any order; one figure makes both its actions before the next begins."""
    state = table.state
    if state.waiting:
        chosen = choose_figure(table)
        if chosen is not None:
            take_go(table, state.survivors[chosen])
    if not state.waiting:
        vehicles.end_survivor_go(table)
        state.card, state.go = "", None


def take_go(table: Table[Battle], survivor: Survivor) -> None:
    """Both actions, or one if the house mixes them."""
    state = table.state
    go = state.go
    if go is None or go.figure != survivor.id:
        go = state.go = Go(survivor.id, state.waiting[survivor.id])
    state.last_seat = survivor.seat
    while go.actions and is_ready(survivor):
        actions.act(table, survivor)
        if state.rulings.horde_timing == "at-once":  # ruling.horde-timing
            zeds.engulf(table, [])
        if state.rulings.survivor_order == "mixed" and go.actions and is_ready(survivor):
            state.waiting[survivor.id] = go.actions
            return
    state.waiting.pop(survivor.id, None)
    state.go = None


def is_ready(survivor: Survivor) -> bool:
    return not survivor.fate and is_conscious(survivor)


def choose_figure(table: Table[Battle]) -> str | None:
    """Who acts next: the players choose among theirs, and any player may go first."""
    state = table.state
    hands = by_seat(state)
    parts = {seat: _who_next(state, ids) for seat, ids in hands.items()}
    if len(parts) == 1:
        ((seat, part),) = parts.items()
        chosen = table.ask(seat, "ruling.survivor-order", part)
    else:
        seat, chosen = table.ask(EVERYONE, "ruling.survivor-order", Floor(parts))
    if chosen != DONE:
        return str(chosen)
    give_up(table, hands[seat])
    return None


def by_seat(state: Battle) -> dict[str, list[str]]:
    """The figures that wait, by player; in turns the next player only (ruling.survivor-order)."""
    hands: dict[str, list[str]] = {}
    for id_ in state.waiting:
        hands.setdefault(state.survivors[id_].seat, []).append(id_)
    if state.rulings.survivor_order == "turns" and len(hands) > 1:
        seats = sorted(hands)
        following = next((seat for seat in seats if seat > state.last_seat), seats[0])
        return {following: hands[following]}
    return hands


def _who_next(state: Battle, ids: list[str]) -> Choose[str]:
    keys = [*ids, DONE] if len(ids) > 1 else ids
    return Choose(keys, lambda key: describe(state, key), prompt="Who acts next?", about=about)


def about(key: str) -> Deed:
    return Deed(DONE) if key == DONE else Deed("act", key)


def describe(state: Battle, key: str) -> Option:
    if key == DONE:
        label = "nobody: the others do nothing"
        return Option(DONE, label, rule="action.two-free-choice", hotkey="n", caution="ask")
    survivor = state.survivors[key]
    notes = [*(["grabbed"] if survivor.grabbed else []), *([f"in the {survivor.vehicle}"] if survivor.vehicle else [])]
    return Option(key, survivor.name, figure=key, point=survivor.stand.at, note=", ".join(notes), rule="deck.red")


def give_up(table: Table[Battle], ids: list[str]) -> None:
    """The rest of a player's figures do nothing; their vehicles roll on all the same."""
    state = table.state
    for id_ in ids:
        vehicles.pass_up(table, state.survivors[id_], state.waiting.pop(id_, 0))


# ---------------------------------------------------------------------- the Joker


def end_round(table: Table[Battle]) -> None:
    """deck.joker-ends-round: shuffle, knock-backs off, zeds back; the scenario may end here."""
    state = table.state
    if state.round >= scenario_of(state).rounds:
        end_if_over(table, last_joker=True)
        return
    state.deck, state.drawn, state.card = fresh_deck(state), [], ""  # deck.joker-shuffle
    silence(state)
    for zed in state.zeds.values():
        zed.down = False  # deck.joker-knock-backs
    table.tell("deck.joker-knock-backs", "Knock-back markers come off.")
    tick(table, "rounds")
    recycle(table)  # deck.joker-recycle
    arrive(table)
    state.round += 1
    table.tell("deck.joker-shuffle", "Round {round}.", round=state.round)
