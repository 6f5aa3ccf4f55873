"""A session told again, as a story one would read: beats that belong together are paragraphs, what was said stands
between them, each scene has its heading.

The rules leave beats in the journal: who did what to whom, with names and without dice. What has no beat is bookkeeping
and stays in the log. How beats sound together is the game's: it gives a function that makes a paragraph of them. What
was struck is not part of the story; what a person told is, in their own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from adjudge.story.state import GM, Beat, Entry, Story

PAUSE = "pause"
"""A beat that only ends a paragraph."""

LONG = 120
"""A scene of more entries goes on in another chapter."""
SHORT = 100
"""So many characters of the narrator's are no paragraph of their own."""

Paragraphs = Callable[[list[Beat]], list[str]]
"""Puts beats that follow one another into sentences: one paragraph of them, several, or none."""


class Passage(Struct, frozen=True):
    """A piece of the story: the heading of a scene, a paragraph, or what somebody said."""

    kind: Literal["scene", "told", "said"]
    text: str
    by: str = ""
    status: Literal["pending", "disputed", "canon", "struck"] = "canon"
    name: str = ""
    """Who said it, if that is known: the seat may play somebody else by now."""


def retell(
    story: Story, tellers: Callable[[int], Paragraphs], headings: Mapping[str, str], *, latest: int = 0
) -> list[Passage]:
    """The journal as passages; of a long one, just the `latest` chapters. Each is told by a teller of its own, which
    gets its number, so that it sounds the same whether or not those before it are told. A beat whose kind is among the
    `headings` opens a chapter of that name."""
    chapters = list(enumerate(_chapters(story.journal, headings)))[-latest:]
    return [it for number, chapter in chapters for it in _passages(tellers(number), *chapter)]


def _chapters(journal: Iterable[Entry], headings: Mapping[str, str]) -> Iterator[tuple[str, list[Entry]]]:
    """The entries of each scene under its heading; a long scene goes on in chapters without one."""
    heading, scene = "Scene 1", 1
    entries: list[Entry] = []
    for entry in journal:
        kind = entry.beat.kind if entry.beat else ""
        goes_on = kind == PAUSE and len(entries) >= LONG
        if kind in headings or entry.scene != scene or goes_on:
            yield heading, entries
            heading, entries = ("" if goes_on else headings.get(kind, f"Scene {entry.scene}")), []
            scene = entry.scene
        if entry.kind == "scene":
            plain = f"Scene {entry.scene}"
            heading = plain if entry.text == plain else f"{plain}: {entry.text}"
        else:
            entries.append(entry)
    yield heading, entries


def _passages(paragraphs: Paragraphs, heading: str, entries: list[Entry]) -> list[Passage]:
    found: list[Passage] = []
    beats: list[Beat] = []

    def end_paragraph() -> None:
        found.extend(Passage("told", text) for text in (paragraphs(beats) if beats else ()))
        beats.clear()

    for entry in entries:
        if entry.kind == "narration":
            end_paragraph()
            name = entry.beat.who if entry.beat else ""
            found.append(Passage("said", entry.text, entry.by, entry.status, name))
        elif entry.beat and entry.status != "struck":
            if entry.beat.kind == PAUSE:
                end_paragraph()
            else:
                beats.append(entry.beat)
    end_paragraph()
    return [*([Passage("scene", heading)] if heading else []), *_joined(found)] if found else []


def _joined(passages: list[Passage]) -> list[Passage]:
    """A short word of the narrator's goes on from the paragraph before it."""
    found: list[Passage] = []
    for it in passages:
        if found and _is_narrated(found[-1]) and it.by == GM and it.status == "canon" and len(it.text) <= SHORT:
            found[-1] = Passage("told", f"{as_sentence(found[-1].text)} {as_sentence(it.text)}")
        else:
            found.append(it)
    return found


def _is_narrated(passage: Passage) -> bool:
    return passage.kind == "told" or (passage.by == GM and passage.status == "canon")


def said(story: Story, passage: Passage) -> str:
    """What somebody said, as a sentence of the story: the GM is its narrator, everybody else speaks."""
    words, name = as_sentence(passage.text), passage.name or story.name(passage.by)
    return words if passage.by == GM or words.startswith(name) else f"{name}: “{words}”"


def as_sentence(text: str) -> str:
    """With a capital and a full stop, however somebody typed it."""
    words = text.strip()
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?', '…', '”')) else '.'}"
