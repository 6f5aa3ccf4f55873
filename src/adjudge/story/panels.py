"""What is seen of a story: the journal as prose, the ledger as cards, the GM's papers."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.engine import Card, Cards, Prose
from adjudge.story.ledger import open_items
from adjudge.story.retelling import Passage, said
from adjudge.story.state import Entry, Story

LINES = 14

_MARKS = {"pending": "(not yet canon) ", "disputed": "(disputed) ", "struck": "(struck) ", "canon": ""}


def journal_panel(story: Story, lines: int = LINES, passages: Sequence[Passage] | None = None) -> Prose:
    """The latest lines of the journal, or passages, if the game retells it; while there are few, what happened before
    and how it began."""
    entries = [line(story, entry) for entry in story.journal] if passages is None else []
    told = entries + [_passage(story, it) for it in passages or ()]
    begins = ["Previously:", *(f"  · {it}" for it in story.previously)] if story.previously else []
    begins += [story.premise] if story.premise else []
    return Prose("Journal", tuple([*begins, *told][-lines:]) or ("Nothing is told yet.",))


def _passage(story: Story, passage: Passage) -> str:
    if passage.kind == "said":
        return f"{_MARKS[passage.status]}{said(story, passage)}"
    return f"— {passage.text} —" if passage.kind == "scene" else passage.text


def line(story: Story, entry: Entry) -> str:
    """A line of the journal as a screen shows it."""
    if entry.kind == "scene":
        number = f"Scene {entry.scene}"
        return f"— {number} —" if entry.text == number else f"— {number}: {entry.text} —"
    if entry.kind == "effect":
        return f"  · {_MARKS[entry.status]}{entry.text}"
    return f"{_MARKS[entry.status]}{story.name(entry.by)}: {entry.text}"


def ledger_panel(story: Story) -> Cards:
    """Everything owed: what, from where, by whom."""
    owed = tuple(
        Card(
            str(item.id),
            item.kind[:1].upper() + item.kind[1:],
            f"from {item.source}",
            item.owner,
            tags=(story.name(item.owner),),
        )
        for item in open_items(story)
    )
    wishes = tuple(
        Card(f"wish-{wish.id}", "Proposal", wish.text, wish.by, tags=("waits for the GM",)) for wish in story.proposals
    )
    return Cards("Owed", owed + wishes)


def papers_panel(story: Story) -> Prose:
    """What lies behind the screen."""
    return Prose("Behind the screen", tuple(paper.text for paper in story.papers))
