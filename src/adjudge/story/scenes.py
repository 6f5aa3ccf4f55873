"""Scenes and the end of a session. Neither ends quietly while something is owed: it is named, and carried over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge.engine import Choose, Table, Write
from adjudge.story.floor import Offer, Speaker
from adjudge.story.journal import make_canon, pending
from adjudge.story.ledger import open_items, waive
from adjudge.story.proposals import propose
from adjudge.story.state import Entry, S, Story


def owed(story: Story, unresolved: Sequence[str] = ()) -> list[str]:
    """Everything that stands open, in words: resolutions first."""
    items = (f"{item.kind} from {item.source}, owed by {story.name(item.owner)}" for item in open_items(story))
    wishes = (f"{story.name(wish.by)} waits for an answer: {wish.text}" for wish in story.proposals)
    return [*unresolved, *items, *wishes]


def may_end(table: Table[S], speaker: Speaker, unresolved: Sequence[str], what: str) -> bool:
    """Whether the GM wants the end although things are open; with nothing open, always."""
    story = table.state.story
    left = owed(story, unresolved)
    if not left:
        return True
    answer = table.ask(speaker.hand, "story.scene", _what_of_the_rest(left, what))
    if answer == "waive":
        for item in open_items(story):
            waive(table, item.id, f"at the end of the {what}")
    if answer != "stay":
        table.tell("story.scene", "the {what} ends with this open: {left}", what=what, left="; ".join(left))
    return answer != "stay"


def _what_of_the_rest(left: Sequence[str], what: str) -> Choose[str]:
    words = {
        "stay": f"Not yet: {len(left)} open, first {left[0]}",
        "carry": "End it and carry them over",
        "waive": "End it and waive what is owed",
    }
    return Choose(list(words), words.__getitem__, prompt=f"Still open at the end of the {what}: {'; '.join(left)}")


def close_scene(table: Table[S], speaker: Speaker) -> None:
    """The scene is over; what nobody disputed holds. The next begins with a line of its own."""
    story = table.state.story
    for entry in pending(story):
        make_canon(table, entry.id)
    story.scenes_closed += 1
    story.scene += 1
    table.tell("story.scene", "scene {number} is over", number=story.scenes_closed)


def open_scene(table: Table[S], speaker: Speaker) -> None:
    """The GM sets the next scene."""
    story = table.state.story
    plain = f"Scene {story.scene}"
    words = Write("Where and when does the next scene begin?", optional=True, suggestion=plain)
    title = table.ask(speaker.hand, "story.scene", words) or plain
    story.journal.append(Entry(story.number(), story.scene, "scene", speaker.seat, title, "story.scene"))
    told = "scene {number} begins" if title == plain else "scene {number}: {title}"
    table.tell("story.scene", told, number=story.scene, title=title)


SUGGESTED = "scene"
"""The kind of a proposal to close the scene."""


def suggestion(story: Story) -> list[Offer]:
    """A player may suggest that the scene is over, once."""
    if any(wish.kind == SUGGESTED for wish in story.proposals):
        return []
    return [Offer("do/close", "Suggest that the scene is over", "story.scene", _suggest)]


def _suggest(table: Table[Any], speaker: Speaker) -> None:
    propose(table, speaker.seat, SUGGESTED, f"close scene {table.state.story.scene}", "story.scene")


def go_on_or_end(table: Table[S], speaker: Speaker, most: int, unresolved: Sequence[str]) -> None:
    """The next scene, or the end of the session after the agreed number of them (0: when the GM says so)."""
    if most and table.state.story.scenes_closed >= most:
        say_the_end(table, unresolved)
    else:
        open_scene(table, speaker)


def say_the_end(table: Table[S], unresolved: Sequence[str]) -> None:
    """story.session-end: the session is over; what is open is counted."""
    story = table.state.story
    open_still, told = len(owed(story, unresolved)), story.scenes_closed
    rest = f", with {open_still} thing{'s' * (open_still != 1)} open" if open_still else ""
    story.ended = f"The session ends after {told} scene{'s' * (told != 1)}{rest}"
    table.tell("story.session-end", story.ended)
