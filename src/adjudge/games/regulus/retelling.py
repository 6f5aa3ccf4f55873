"""A session of Regulus as a story: who tried what and what came at them, between what everybody told."""

from __future__ import annotations

from adjudge.games.regulus.state import Session
from adjudge.story import retelling
from adjudge.story.retelling import Passage, as_sentence
from adjudge.story.state import Beat

CHAPTERS_SHOWN = 2


def retell(session: Session) -> list[Passage]:
    """`Game.retell`: the whole session."""
    return retelling.retell(session.story, lambda number: _told, {})


def latest(session: Session) -> list[Passage]:
    """The end of it, for a screen that shows no more."""
    return retelling.retell(session.story, lambda number: _told, {}, latest=CHAPTERS_SHOWN)


def _told(beats: list[Beat]) -> list[str]:
    return [sentence for beat in beats if (sentence := _SOUNDS[beat.kind](beat))]


_SOUNDS = {
    "attempt": lambda beat: f"{beat.who}: “{as_sentence(beat.how)}”" if beat.how else "",
    "threat": lambda beat: f"Then this comes at {beat.who}: {beat.what.rstrip('.')}.",
    "question": lambda beat: f"{beat.who} looks around. {as_sentence(beat.what)}",
    "free": lambda beat: f"{beat.who} is free of it: {as_sentence(beat.what)}",
}
"""How each kind of beat sounds. What somebody wants is told when it comes true; what has no beat is bookkeeping."""
