"""From one session to the next: what happened before, and what is still owed, as data that the next one starts from.

A game adds its own: sheets, clocks, whatever else goes on. Everybody is known by name here, never by seat: between two
sessions somebody may join or leave, and the seats are numbered again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated

from msgspec import Meta, Struct

from adjudge.story.journal import enter
from adjudge.story.ledger import open_items, owe
from adjudge.story.people import is_same
from adjudge.story.state import GM, Entry, Item, Story

Saying = Callable[[Entry], str]
"""An effect as a sentence of the story; empty: nothing to remember."""
MOST_LINES = 10
"""So many lines tell what happened before."""
MOST_OWED = 40

Line = Annotated[str, Meta(max_length=1200)]
Word = Annotated[str, Meta(max_length=200)]


class Debt(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that is still owed, and by whom: the name of a character, or `gm`."""

    kind: Word
    source: Line
    rule: Word
    owner: Word
    text: Line = ""
    advice: Line = ""


class SoFar(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A story up to here: how many sessions, how the last one went, what is still owed."""

    sessions: Annotated[int, Meta(ge=0, le=1000)] = 0
    previously: Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)] = ()
    owed: Annotated[tuple[Debt, ...], Meta(max_length=MOST_OWED)] = ()


def so_far(story: Story, weighty: Collection[str], *, ends: Collection[str] = (), say: Saying | None = None) -> SoFar:
    """story.next-session: what this session leaves to the next. Nobody forgets the effects of `weighty` rules, in the
    words that a game has for them; debts of the kinds in `ends` belong to a resolution that ends with the session."""
    left = [item for item in open_items(story) if item.kind not in ends]
    lines = previously(story, weighty, say=say)
    return SoFar(story.session, lines, tuple(_debt(story, item) for item in left[:MOST_OWED]))


def _debt(story: Story, item: Item) -> Debt:
    owner = GM if item.owner == GM else story.name(item.owner)
    return Debt(item.kind, item.source, item.rule, owner, item.text, item.advice)


def previously(
    story: Story, weighty: Collection[str], most: int = MOST_LINES, *, say: Saying | None = None
) -> tuple[str, ...]:
    """What happened, in a few lines of the journal: what weighs most, then what was told last, in its order."""
    memorable = [entry for entry in story.journal if _is_memorable(entry, weighty)]
    lines = {_line(story, entry, say): entry for entry in memorable}
    ranked = sorted(lines, key=lambda it: (lines[it].kind == "effect", lines[it].id), reverse=True)
    chosen = [it for it in ranked if it][:most]
    return tuple(sorted(chosen, key=lambda it: lines[it].id))


def _is_memorable(entry: Entry, weighty: Collection[str]) -> bool:
    if entry.status == "struck":
        return False
    return entry.kind == "narration" or (entry.kind == "effect" and entry.rule in weighty)


def _line(story: Story, entry: Entry, say: Saying | None) -> str:
    if say and entry.beat and entry.kind == "effect":
        return say(entry)
    text = entry.text[:1].upper() + entry.text[1:]
    if entry.kind == "narration":
        return f"{story.name(entry.by)[:1].upper()}{story.name(entry.by)[1:]}: {text}"
    return text if text.endswith((".", "!", "?")) else f"{text}."


def resume(story: Story, before: SoFar) -> None:
    """story.next-session: the story goes on. What was owed is owed again; what an absent character owed, by the GM."""
    story.session = before.sessions + 1
    story.previously = before.previously
    for debt in before.owed:
        owe(story, debt.kind, debt.source, debt.rule, _seat(story, debt.owner), text=debt.text, advice=debt.advice)
    if before.owed:
        number = len(before.owed)
        enter(story, "story.next-session", f"{number} thing{'s' * (number != 1)} still owed from the last session")


def _seat(story: Story, owner: str) -> str:
    return next((seat for seat, name in story.names.items() if is_same(name, owner)), GM)
