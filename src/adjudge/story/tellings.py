"""Putting into words what is owed: the owner tells it, others may suggest it, the dice may find the words."""

from __future__ import annotations

from functools import partial
from typing import Any

from adjudge.engine import Table, Write
from adjudge.story.floor import Offer, Speaker
from adjudge.story.ledger import find, lapse, open_items, settle
from adjudge.story.oracle import spark
from adjudge.story.proposals import propose, withdraw
from adjudge.story.state import GM, Item, Proposal, S, Story

KIND = "telling"
"""The kind of a proposal that words an item."""


def offers(
    story: Story, *, needs_leave: frozenset[str], gains: frozenset[str], silent: frozenset[str]
) -> dict[str, list[Offer]]:
    """What each seat may tell; which kinds need the GM's leave, may be left unused, or are not told at all."""
    found: dict[str, list[Offer]] = {}
    for item in open_items(story):
        if item.kind in silent:
            continue
        for seat, offer in _of_item(item, item.kind in needs_leave, item.kind in gains):
            if not _has_suggested(story, seat, item):
                found.setdefault(seat, []).append(offer)
    return found


def _has_suggested(story: Story, seat: str, item: Item) -> bool:
    return any((wish.kind, wish.about, wish.by) == (KIND, str(item.id), seat) for wish in story.proposals)


def _of_item(item: Item, needs_leave: bool, is_gain: bool) -> list[tuple[str, Offer]]:
    key, what = f"now/item/{item.id}", f"the {item.kind} from {item.source}"
    by_owner = suggest if needs_leave and item.owner != GM else tell
    found = [(item.owner, Offer(f"{key}/tell", f"Tell {what}", item.rule, partial(by_owner, item), item.advice))]
    if item.owner == GM:
        found.append((GM, Offer(f"{key}/by-dice", f"Let the dice find {what}", "story.oracle", partial(by_dice, item))))
    if is_gain:
        found.append((item.owner, Offer(f"{key}/leave", f"Leave {what} unused", "story.ledger", partial(leave, item))))
    suggested = Offer(f"item/{item.id}/suggest", f"Suggest {what}", item.rule, partial(suggest, item))
    return found + [(seat, suggested) for seat in item.authors if seat != item.owner]


def _words(table: Table[Any], speaker: Speaker, item: Item) -> str:
    advice = f" ({item.advice})" if item.advice else ""
    suggestion = item.text or f"a matter of {item.source}"
    words = Write(f"Tell the {item.kind} from {item.source}{advice}", limit=1000, suggestion=suggestion)
    return table.ask(speaker.hand, item.rule, words)


def tell(item: Item, table: Table[Any], speaker: Speaker) -> None:
    """The owner puts it into words."""
    settle(table, item.id, speaker.seat, _words(table, speaker, item))
    withdraw(table.state.story, KIND, str(item.id))


def suggest(item: Item, table: Table[Any], speaker: Speaker) -> None:
    """A player words it, and waits for the GM's leave."""
    propose(table, speaker.seat, KIND, _words(table, speaker, item), item.rule, str(item.id))


def by_dice(item: Item, table: Table[Any], speaker: Speaker) -> None:
    """The GM draws two words for it."""
    settle(table, item.id, speaker.seat, spark(table, speaker))
    withdraw(table.state.story, KIND, str(item.id))


def leave(item: Item, table: Table[Any], speaker: Speaker) -> None:
    lapse(table, item.id)
    withdraw(table.state.story, KIND, str(item.id))


def granted(table: Table[S], proposal: Proposal) -> None:
    """The GM likes the words: they are told. Other suggestions for the same are done with."""
    number = int(proposal.about)
    if find(table.state.story, number).status == "open":
        settle(table, number, proposal.by, proposal.text)
    withdraw(table.state.story, KIND, proposal.about)
