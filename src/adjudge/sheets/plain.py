"""A scene as plain text, no wider than a sheet from a typewriter. What runs down has boxes to tick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from adjudge.engine.scene import Bar, Board, Card, Cards, Facts, Heap, Panel, Prose, Scene, Spread, Track
from adjudge.engine.wording import several

WIDTH = 78
MOST_BOXES = 30
"""What runs down from more is written, not ticked."""


def as_text(scene: Scene) -> str:
    """The whole sheet."""
    head = [*_underlined(scene.headline, "="), *_wrapped(scene.note)]
    parts = [head, *(list(_panel(panel)) for panel in scene.panels)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _underlined(title: str, sign: str) -> list[str]:
    return [title, sign * min(len(title), WIDTH)] if title else []


def _panel(panel: Panel) -> Iterator[str]:
    yield from _underlined(panel.title, "-")
    match panel:
        case Cards():
            yield from _cards(panel.cards)
        case Facts():
            yield from _facts(panel.rows)
        case Prose():
            for line in panel.lines:
                yield from _wrapped(line)
        case Spread():
            yield from _facts([(heap.title, heap_in_words(heap)) for heap in panel.heaps])
        case Track():
            yield from _wrapped(" ".join(f"[{step.label}]" for step in panel.steps))
        case Board():
            yield f"{panel.width:g} x {panel.height:g} {panel.unit}"


def _cards(cards: Iterable[Card]) -> Iterator[str]:
    for number, card in enumerate(cards):
        if number:
            yield ""
        yield f"{card.title}  ({card.note})" if card.note else card.title
        for bar in card.bars:
            yield from _wrapped(f"{bar.label} {boxes(bar)}", "  ")
        for line in card.lines:
            yield from _wrapped(line, "  ")
        yield from _wrapped(", ".join(card.tags), "  ")


def heap_in_words(heap: Heap) -> str:
    """The cards of a pile that one sees, and how many others there are."""
    hidden = heap.count - len(heap.faces)
    told = [face.title for face in heap.faces] + ([f"{several(hidden, 'card')} face down"] if hidden else [])
    return ", ".join(told) or "no cards"


def boxes(bar: Bar) -> str:
    """One box for each point, those that are gone ticked."""
    if bar.start > MOST_BOXES:
        return f"{bar.now} of {bar.start}"
    return "☐" * bar.now + "☒" * (bar.start - bar.now) + f" {bar.start}"


def _facts(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    known = list(rows)
    margin = min(max((len(name) for name, _ in known), default=0), WIDTH // 3) + 2
    for name, value in known:
        lines = wrap(value, WIDTH - margin) or ["_" * 12]
        if len(name) > margin - 2:  # a long name has a line of its own
            yield name
            name = ""
        yield f"{name:<{margin}}{lines[0]}"
        yield from (" " * margin + line for line in lines[1:])


def _wrapped(text: str, indent: str = "") -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  " if indent else "")
