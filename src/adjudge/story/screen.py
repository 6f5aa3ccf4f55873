"""Behind the GM's screen: private notes and secret rolls, which no other seat sees until the GM shows them."""

from __future__ import annotations

from adjudge.engine import Table, Write, total
from adjudge.story.floor import Speaker
from adjudge.story.state import GM, Note, S, Story

MOST_SECRET_DICE = 5


def write_note(table: Table[S], speaker: Speaker) -> None:
    """The GM writes something down for later."""
    story = table.state.story
    text = table.ask(speaker.hand, "story.notes", Write("A note that only the GM sees"))
    story.papers.append(Note(story.number(), text))
    table.tell("story.notes", "noted: {text}", to=(GM,), text=text)


def roll_in_secret(table: Table[S], speaker: Speaker, dice: int) -> None:
    """The GM rolls some dice and shows nobody."""
    story = table.state.story
    result = table.roll(total(dice), "story.secret-roll", speaker.hand, to=(GM,))
    story.papers.append(Note(story.number(), f"{dice}d6 in secret: {result}", roll=True))


def show(table: Table[S], number: int) -> None:
    """The GM lays a paper on the table."""
    story = table.state.story
    paper = next(paper for paper in story.papers if paper.id == number)
    story.papers.remove(paper)
    table.tell("story.notes", "the GM shows: {text}", reveal=True, text=paper.text)


def hide_from(story: Story, seat: str | None) -> None:
    """Takes out of a copy what a seat may not know."""
    if seat != GM:
        story.papers = []
