"""The journal: what was told, and whether it holds.

A narration is pending until everybody lets it stand or somebody else's narration builds on it; then it is canon. While
it is pending it can be disputed, once. What a roll has earned is canon when it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec.structs import replace

from adjudge.engine import Table
from adjudge.engine.table import Mark
from adjudge.story.state import GM, Beat, Entry, S, Story


def narrate(
    table: Table[S], by: str, text: str, rule: str, *, about: Iterable[str] = (), earned_by: str = "", link: str = ""
) -> Entry:
    """Somebody tells something. What a roll has earned is canon at once; all else may be disputed."""
    story = table.state.story
    build_on(table, by)
    entry = Entry(
        id=story.number(),
        scene=story.scene,
        kind="narration",
        by=by,
        text=text,
        rule=rule,
        status="canon" if earned_by else "pending",
        about=tuple(about),
        source=earned_by,
        link=link,
        beat=Beat("said", story.name(by)),
    )
    story.journal.append(entry)
    table.tell(rule, "{who}: {text}", on=(by,), who=story.name(by), text=text)
    return entry


def leave_open(story: Story, number: int) -> None:
    """Something earned may be disputed all the same."""
    _change(story, number, lambda entry: replace(entry, status="pending"))


def build_on(table: Table[S], seat: str) -> None:
    """What others told holds as soon as a seat builds on it."""
    for entry in pending(table.state.story):
        if entry.by != seat:
            make_canon(table, entry.id)


def effect(
    table: Table[S],
    rule: str,
    text: str,
    *,
    on: tuple[str, ...] = (),
    mark: Mark = "",
    beat: Beat | str = "",
    **facts: Any,
) -> None:
    """What the rules make of it, told and kept. What has a beat is part of the story when that is retold: the beat, or
    its kind alone, which takes from the facts what a beat holds."""
    table.tell(rule, text, on=on, mark=mark, **facts)
    if beat and isinstance(beat, str):
        beat = Beat(beat, **{name: facts[name] for name in Beat.__struct_fields__ if name in facts})
    enter(table.state.story, rule, text.format_map(facts), beat or None)


def enter(story: Story, rule: str, text: str, beat: Beat | None = None) -> None:
    """Keeps what was told already."""
    story.journal.append(Entry(story.number(), story.scene, "effect", "", text, rule, beat=beat))


def pending(story: Story) -> list[Entry]:
    """Narrations that may still be disputed."""
    return [entry for entry in story.journal if entry.status == "pending"]


def find(story: Story, number: int) -> Entry:
    return next(entry for entry in story.journal if entry.id == number)


def let_stand(table: Table[S], seat: str, number: int) -> None:
    """A seat has nothing against a narration; when nobody has, it is canon."""
    story = table.state.story
    entry = _change(story, number, lambda entry: replace(entry, passed=(*entry.passed, seat)))
    if all(other in (*entry.passed, entry.by) for other in (GM, *story.players) if other not in story.away):
        make_canon(table, number)


def dispute(table: Table[S], seat: str, number: int) -> Entry:
    """A seat disputes a narration: it waits for the roll that settles it."""
    story = table.state.story
    entry = _change(story, number, lambda entry: replace(entry, status="disputed", disputed_once=True))
    table.tell("story.journal", "{who} disputes: {text}", who=story.name(seat), text=entry.text)
    return entry


def make_canon(table: Table[S], number: int) -> None:
    """A narration holds."""
    entry = _change(table.state.story, number, lambda entry: replace(entry, status="canon"))
    table.tell("story.journal", "canon: {text}", text=entry.text)


def strike(table: Table[S], number: int) -> None:
    """A narration never happened."""
    entry = _change(table.state.story, number, lambda entry: replace(entry, status="struck"))
    table.tell("story.journal", "struck: {text}", text=entry.text)


def strike_effects(story: Story, after: int, until: int) -> None:
    """What the rules made of it between two numbers never happened."""
    _mark_effects(story, after, until, "struck")


def restore(story: Story, after: int, until: int) -> None:
    """It happened after all."""
    _mark_effects(story, after, until, "canon")


def _mark_effects(story: Story, after: int, until: int, status: Literal["canon", "struck"]) -> None:
    for place, entry in enumerate(story.journal):
        if entry.kind == "effect" and after < entry.id <= until:
            story.journal[place] = replace(entry, status=status)


def _change(story: Story, number: int, how: Callable[[Entry], Entry]) -> Entry:
    for place, entry in enumerate(story.journal):
        if entry.id == number:
            story.journal[place] = how(entry)
            return story.journal[place]
    raise KeyError(number)
