"""Bots that carry a session: a player who goes for it, and the oracle in the GM's seat, who asks the dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudge.engine import Asked, Choose, ChooseSome, Write
from adjudge.games.regulus.rules.results import present_pool
from adjudge.games.regulus.rules.roll import die_to_reroll
from adjudge.games.regulus.rules.table import offers
from adjudge.games.regulus.state import Session
from adjudge.story import GM
from adjudge.story.floor import awaited

ACTS_IN_A_SCENE = 3
"""A player bot suggests to close the scene after so many acts of its own in it."""

FIRST = (
    *("means/quality", "means/rating", "dice/2", "pay", "find"),
    *("advantage/favored", "advantage/re-roll", "advantage/d8", "cast", "re-roll", "discard"),
    *("push", "accept", "name", "roll", "tell", "make", "react"),
)
"""What a player takes first of what others wait for, by the part of its key that names it."""


def storyteller(asked: Asked) -> Any:
    """Whoever is needed: the oracle in the GM's seat, a player in any other."""
    if asked.rule != "story.floor":
        return _plain_answer(asked)
    return _oracle(asked) if asked.seat == GM else _player(asked)


def _oracle(asked: Asked) -> str | None:
    """The GM by dice: leaves every decision to them, answers what players tell, and waits otherwise."""
    session: Session = asked.view
    keys = _keys(asked)
    busy = any(not it.is_over for it in session.contests) or any(not it.is_over for it in session.tests)
    if due := _due(keys, ("now/by-dice", "by-dice", "grant", "tell")):
        return due
    return None if busy or session.story.last_word == GM else _first(keys, ("do/world/by-dice",))


def _player(asked: Asked) -> str | None:
    """A player who answers what is asked, and acts in turn with the GM and the other players."""
    keys = _keys(asked)
    return _reroll(asked.view, keys) or _due(keys, FIRST) or _first(keys, ("stand",)) or _act(asked, keys)


def _reroll(session: Session, keys: Sequence[str]) -> str | None:
    """Re-rolls as the odds on screen suppose them (ruling.odds-policy)."""
    for contest in session.contests:
        stop = f"now/{contest.id}/enough"
        if contest.step != "re-roll" or stop not in keys:
            continue
        dice = list(zip(contest.sides, contest.faces, strict=True))
        pool = present_pool(session, contest)
        wanted = die_to_reroll(pool, contest.sides, contest.faces, session.rulings)
        same = [place for place, die in enumerate(dice) if wanted is not None and die == dice[wanted]]
        return _first(keys, (*(f"now/{contest.id}/re-roll/{place}" for place in same), stop))
    return None


def _act(asked: Asked, keys: Sequence[str]) -> str | None:
    """Something of the own accord, when nobody is waited for and the others have had their say."""
    session: Session = asked.view
    story = session.story
    if awaited(offers(session)):
        return None
    mine = story.words.get(asked.seat, 0)
    if story.last_word in session.seats or any(mine > story.words.get(seat, 0) for seat in _present(session)):
        return None
    if mine >= ACTS_IN_A_SCENE * story.scene:
        return _first(keys, ("do/close",))
    return _first(keys, (asked.rng.choice(["do/contest", "do/contest", "do/ask", "do/narrate"]), "do/narrate"))


def _present(session: Session) -> Iterable[str]:
    return (seat for seat in session.seats if seat not in session.story.away)


def _due(keys: Sequence[str], order: Iterable[str]) -> str | None:
    """What others wait for, the preferred first."""
    due = [key for key in keys if _own(key).startswith("now/")]
    if not due:
        return None
    return next((key for word in order for key in due if f"/{word}" in f"/{_own(key)}"), due[0])


def _own(key: str) -> str:
    """A key without the name of the player it is done for."""
    return key.split("/", 2)[2] if key.startswith("for/") else key


def _first(keys: Sequence[str], wanted: Iterable[str]) -> str | None:
    return next((key for key in wanted if key in keys), None)


def _keys(asked: Asked) -> Sequence[str]:
    return asked.question.options if isinstance(asked.question, Choose) else ()


def _plain_answer(asked: Asked) -> Any:
    """The suggestion, as much as may be chosen, an even share, or anything."""
    question = asked.question
    if isinstance(question, Write) and (question.suggestion or question.optional):
        return "" if question.optional else question.suggestion
    if isinstance(question, ChooseSome):
        return tuple(question.options[: max(question.least, min(question.most, 2))])
    if isinstance(question, Choose) and "carry" in question.options:
        return "carry"
    return question.sample(asked.rng)
