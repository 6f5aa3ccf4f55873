"""The GM's last word: a result is set aside with a reason, marked as such, and can be put back."""

from __future__ import annotations

from msgspec.structs import replace

from adjudge.engine import Table
from adjudge.story.journal import effect
from adjudge.story.ledger import mark, owe_just
from adjudge.story.state import Override, S, Story


def override(table: Table[S], matter: int, was: str, now: str, reason: str) -> Override:
    """Sets a result aside. The game puts the other one, and makes the matter owe just that (`ledger.owe_just`)."""
    story = table.state.story
    done = Override(story.number(), matter, was, now, reason)
    story.overrides.append(done)
    owe_just(story, matter, ())
    effect(table, "story.override", "the GM sets aside {was} for {now}: {reason}", was=was, now=now, reason=reason)
    return done


def take_back(table: Table[S], number: int) -> Override:
    """Puts a result back, with what was owed from it. A game that owes just what the result brings keeps what was told
    in the meantime from being owed twice."""
    story = table.state.story
    place = next(place for place, done in enumerate(story.overrides) if done.id == number)
    done = story.overrides[place] = replace(story.overrides[place], taken_back=True)
    for item in [item for item in story.ledger if item.matter == done.matter]:
        _put_back(story, item.id, item.status, made_after=item.id > number)
    effect(table, "story.override", "the GM puts {was} back in place of {now}", was=done.was, now=done.now)
    return done


def _put_back(story: Story, item: int, status: str, *, made_after: bool) -> None:
    if made_after and status == "open":
        mark(story, item, "void")
    if not made_after and status == "void":
        mark(story, item, "open")
