"""Telling: what is owed is put into words by its owner, others or the dice; what others told may be let stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from adjudge.engine import Deed, Table, Write
from adjudge.story.floor import Offer, Speaker
from adjudge.story.journal import let_stand, pending
from adjudge.story.ledger import find, lapse, open_items, settle
from adjudge.story.oracle import BY_DICE, sentence, spark
from adjudge.story.proposals import propose, withdraw
from adjudge.story.state import GM, Item, Proposal, S, Story

Telling = Callable[[Item, Table[Any], Speaker], None]

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
    by_owner = suggest if needs_leave and item.owner != GM else tell
    found = [(item.owner, _offer(item, "tell", "Tell it in your own words", item.rule, by_owner, item.advice))]
    if item.owner == GM:
        found.append((GM, _quickly(item)))
    if is_gain:
        found.append((item.owner, _offer(item, "leave", "Leave it unused", "story.ledger", leave)))
    what = f"Suggest how to tell the {item.kind} from {item.source}"
    suggested = Offer(f"item/{item.id}/suggest", what, item.rule, partial(suggest, item), deed=_deed(item, "suggest"))
    return found + [(seat, suggested) for seat in item.authors if seat != item.owner]


def _quickly(item: Item) -> Offer:
    """One click for the GM: the words that lie ready; where none do, a sentence that the dice draw."""
    if item.text:
        return _offer(item, BY_DICE, f"Say: {item.text}", item.rule, as_it_lies_ready)
    note = "a sentence drawn at random"
    return _offer(item, BY_DICE, "Let the dice find the words", "story.oracle", by_dice, note)


def _offer(item: Item, name: str, label: str, rule: str, do: Telling, note: str = "") -> Offer:
    return Offer(
        f"now/item/{item.id}/{name}",
        label,
        rule,
        partial(do, item),
        note,
        prompt="How does it go?",
        matter=f"The {item.kind} from {item.source}",
        deed=_deed(item, name),
    )


def _deed(item: Item, name: str) -> Deed:
    return Deed(name, target=str(item.id), item=item.kind)


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


def as_it_lies_ready(item: Item, table: Table[Any], speaker: Speaker) -> None:
    """The GM says it in the words that lie ready."""
    settle(table, item.id, speaker.seat, item.text)
    withdraw(table.state.story, KIND, str(item.id))


def by_dice(item: Item, table: Table[Any], speaker: Speaker) -> None:
    """The GM draws two words for it."""
    settle(table, item.id, speaker.seat, sentence(spark(table, speaker)))
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


def standing(story: Story, seat: str) -> list[Offer]:
    """A seat may let stand what others told."""
    open_to = [it for it in pending(story) if it.by != seat and seat not in it.passed]
    if not open_to:
        return []
    return [Offer("stand", f"Let it stand: {open_to[-1].text}", "story.journal", let_all_stand)]


def let_all_stand(table: Table[Any], speaker: Speaker) -> None:
    """A seat has nothing against anything that was told."""
    for entry in pending(table.state.story):
        if entry.by != speaker.seat and speaker.seat not in entry.passed:
            let_stand(table, speaker.seat, entry.id)
