"""The ledger: everything the dice have promised the story, with its source and who must settle it.

An item is settled when it is told, waived by the GM, or lapses if its owner leaves it unused. When the GM overrides a
result, `owe_just` makes the matter owe what the other result brings: what was told is not owed twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from adjudge.engine import Table
from adjudge.story.journal import narrate
from adjudge.story.state import Item, S, Story

Status = Literal["open", "settled", "waived", "lapsed", "void"]


def owe(
    story: Story,
    kind: str,
    source: str,
    rule: str,
    owner: str,
    *,
    matter: int = 0,
    authors: Iterable[str] = (),
    text: str = "",
    advice: str = "",
) -> Item:
    """Enters something that somebody must settle; `text` is a first wording, `advice` what to mind."""
    item = Item(
        id=story.number(),
        kind=kind,
        source=source,
        rule=rule,
        owner=owner,
        scene=story.scene,
        matter=matter,
        authors=tuple(authors),
        text=text,
        advice=advice,
    )
    story.ledger.append(item)
    return item


class Due(NamedTuple):
    """Something that a result brings, before it is entered."""

    kind: str
    source: str
    rule: str
    owner: str
    authors: tuple[str, ...] = ()
    text: str = ""
    advice: str = ""


def owe_just(story: Story, matter: int, due: Sequence[Due], *, alike: frozenset[str] = frozenset()) -> list[Item]:
    """Makes a matter owe just this, whatever it owed before; returns what is new.

    What was told stays told and is not owed again; what is open and no longer due is void, and comes back when it is
    due again. Items are the same if kind and source are; of the kinds in `alike` any is as good as another.
    """
    left = sorted((it for it in story.ledger if it.matter == matter), key=lambda it: _FIRST.index(it.status))
    new = []
    for each in due:
        found = next((it for it in left if _is_same(it, each, alike)), None)
        if found is None:
            new.append(owe(story, *each[:4], matter=matter, authors=each.authors, text=each.text, advice=each.advice))
            continue
        left.remove(found)
        if found.status == "void":
            mark(story, found.id, "open")
    for item in left:
        if item.status == "open":
            mark(story, item.id, "void")
    return new


_FIRST = ("settled", "waived", "lapsed", "open", "void")


def _is_same(item: Item, due: Due, alike: frozenset[str]) -> bool:
    return item.kind == due.kind and (item.kind in alike or item.source == due.source)


def tie_to(story: Story, matter: int, since: int) -> None:
    """What has been entered since a number, and belongs to nothing yet, comes from that matter."""
    for place, item in enumerate(story.ledger):
        if item.id > since and not item.matter:
            story.ledger[place] = replace(item, matter=matter)


def open_items(story: Story, matter: int | None = None) -> list[Item]:
    """What is still owed, to the whole story or from one resolution."""
    return [item for item in story.ledger if item.status == "open" and matter in (None, item.matter)]


def find(story: Story, number: int) -> Item:
    return next(item for item in story.ledger if item.id == number)


def settle(table: Table[S], number: int, by: str, text: str) -> Item:
    """An item is told: it stands in the journal as earned, and is no longer owed."""
    item = mark(table.state.story, number, "settled", text)
    narrate(table, by, text, item.rule, earned_by=f"{item.kind}, from {item.source}")
    return item


def waive(table: Table[S], number: int, reason: str) -> Item:
    """The GM lets an item go."""
    item = mark(table.state.story, number, "waived", reason)
    table.tell(
        "story.ledger", "waived: {kind} from {source} ({reason})", kind=item.kind, source=item.source, reason=reason
    )
    return item


def lapse(table: Table[S], number: int) -> Item:
    """The owner leaves an item unused."""
    item = mark(table.state.story, number, "lapsed")
    table.tell("story.ledger", "left unused: {kind} from {source}", kind=item.kind, source=item.source)
    return item


def mark(story: Story, number: int, status: Status, text: str = "") -> Item:
    for place, item in enumerate(story.ledger):
        if item.id == number:
            story.ledger[place] = replace(item, status=status, text=text or item.text)
            return story.ledger[place]
    raise KeyError(number)
