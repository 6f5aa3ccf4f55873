"""A session as it is kept: a story to be read (Markdown), and everything with its rules (JSON)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from adjudge.story.retelling import Passage, said
from adjudge.story.state import Entry, Story


def to_markdown(story: Story, title: str, passages: Sequence[Passage] | None = None) -> str:
    """The session as a readable story: its passages, if the game retells it. If not, it is canon narration, with the
    effects of the rules in small type."""
    number = f", session {story.session}" if story.session > 1 else ""
    lines = [f"# {_plain(title)}{number}", *_beginning(story)]
    if passages is not None:
        return "\n".join([*lines, *(line for it in passages for line in ("", _passage(story, it)))]) + "\n"
    scene = 0
    for entry in story.journal:
        if entry.scene != scene:
            scene = entry.scene
            lines += ["", f"## Scene {scene}"]
        lines += _paragraph(story, entry)
    return "\n".join(lines) + "\n"


def _beginning(story: Story) -> list[str]:
    before = ["", "## Previously", "", *(f"- {_plain(line)}" for line in story.previously)] if story.previously else []
    return [*before, *(["", f"*{_plain(story.premise)}*"] if story.premise else [])]


def _passage(story: Story, passage: Passage) -> str:
    if passage.kind == "scene":
        return f"## {_plain(passage.text)}"
    if passage.kind == "told":
        return _plain(passage.text)
    text = _plain(said(story, passage)).replace("\n", "  \n")
    if passage.status == "struck":
        return f"~~{text}~~"
    return text if passage.status == "canon" else f"{text} *({passage.status})*"


def _paragraph(story: Story, entry: Entry) -> list[str]:
    text = _plain(entry.text).replace("\n", "  \n")
    if entry.kind == "scene":
        return ["", f"*{text}*"]
    if entry.kind == "effect":
        text = f"~~{text}~~" if entry.status == "struck" else text
        return ["", f"> {text} `{entry.rule}`"]
    if entry.status == "struck":
        return ["", f"~~{text}~~"]
    told = f"**{_plain(story.name(entry.by))}.** {text}"
    return ["", told if entry.status == "canon" else f"{told} *({entry.status})*"]


_MARKS = re.compile(r"([\\`*_\[\]<|~&])|^(\s*\d*)([-+=#>.)])", re.MULTILINE)


def _plain(words: str) -> str:
    """What somebody wrote, with nothing in it that Markdown would make something else of."""
    return _MARKS.sub(lambda found: f"{found[2] or ''}\\{found[1] or found[3]}", words)


def to_json(story: Story) -> dict[str, Any]:
    """The session as data: journal, ledger and overrides. The GM's papers stay behind the screen."""
    return {
        "players": dict(story.names),
        "session": story.session,
        "previously": list(story.previously),
        "scenes": story.scenes_closed,
        "journal": msgspec.to_builtins(story.journal),
        "ledger": msgspec.to_builtins(story.ledger),
        "overrides": msgspec.to_builtins(story.overrides),
    }
