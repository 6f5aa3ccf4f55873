"""Bots that carry a session: a player who goes for it, and the oracle in the GM's seat, who asks the dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudge.engine import Asked
from adjudge.games.regulus.policy import answers, policy
from adjudge.games.regulus.rules.table import offers
from adjudge.games.regulus.state import Session
from adjudge.story import GM
from adjudge.story.bots import Menu, due, initiative, menu_of, plain_answer, remark
from adjudge.story.floor import awaited
from adjudge.story.oracle import ALL, BY_DICE

ACTS_IN_A_SCENE = 3
"""A player bot suggests to close the scene after so many acts of its own in it."""

SCENES = 3
"""After so many scenes the oracle ends a session for which no number was agreed."""

FIRST = (
    *("means/quality", "means/rating", "dice/2", "pay", "find"),
    *("advantage/favored", "advantage/re-roll", "advantage/d8", "cast"),
    *("push", "accept", "name", "roll", "tell", "make", "react"),
)
"""What a player takes first of what others wait for: the kind of the deed, and how its item begins."""


def storyteller(asked: Asked) -> Any:
    """Anyone who is needed: the oracle in the GM's seat, a player in any other."""
    if asked.rule != "story.floor":
        return policy(asked) if answers(asked.rule) else plain_answer(asked)
    return _oracle(asked) if asked.seat == GM else _player(asked)


def _oracle(asked: Asked) -> str | None:
    """The GM by dice: leaves every decision to them, answers what players tell, and waits otherwise."""
    session: Session = asked.view
    menu = menu_of(asked)
    busy = any(not it.is_over for it in session.contests) or any(not it.is_over for it in session.tests)
    if not session.scenes and session.story.scenes_closed >= SCENES:
        return initiative(menu, ("end",))
    if ALL in menu:
        return ALL
    if waiting := due(menu, (BY_DICE, "grant", "tell")):
        return waiting
    return None if busy or session.story.last_word == GM else initiative(menu, ("world",))


def _player(asked: Asked) -> str | None:
    """A player who answers what is asked, and acts in turn with the GM and the other players."""
    menu = menu_of(asked)
    return due(menu, FIRST) or remark(menu, "stand") or _act(asked, menu)


def _act(asked: Asked, menu: Menu) -> str | None:
    """Something of its own accord, when nobody is waited for and the others have had their say."""
    session: Session = asked.view
    story = session.story
    if awaited(offers(session)):
        return None
    mine = story.words.get(asked.seat, 0)
    if story.last_word in session.seats or any(mine > story.words.get(seat, 0) for seat in _present(session)):
        return None
    if mine >= ACTS_IN_A_SCENE * story.scene:
        return initiative(menu, ("close",))
    return initiative(menu, (asked.rng.choice(["contest", "contest", "ask", "narrate"]), "narrate"))


def _present(session: Session) -> Iterable[str]:
    return (seat for seat in session.seats if seat not in session.story.away)
