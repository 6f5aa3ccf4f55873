"""Which answers are worth weighing: all of a short list; of a long or endless one a sample, the bot's own first."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from adjudge.engine.questions import Allocate, Choose, ChooseSome, PickPoint, Question, Write


def candidates(question: Question[Any], own: Any, most: int, rng: Random) -> list[Any]:
    """Answers to weigh, each once: `own` first, the one that is given if nothing is better."""
    found: dict[bytes, Any] = {_key(own): own}
    for answer in _offered(question, most, rng):
        found.setdefault(_key(answer), answer)
        if len(found) >= most:
            break
    return list(found.values())


def _key(answer: Any) -> bytes:
    return msgspec.json.encode(answer)


def _offered(question: Question[Any], most: int, rng: Random) -> list[Any]:
    if isinstance(question, Choose):
        return _some(list(question.options), most, rng)
    if isinstance(question, PickPoint):
        return _some(list(question.region.samples()), most, rng)
    if isinstance(question, Write):
        return []  # words make no difference that could be played out
    if isinstance(question, (ChooseSome, Allocate)):
        return [question.sample(rng) for _ in range(2 * most)]
    return [question.sample(rng) for _ in range(most)]


def _some(answers: list[Any], most: int, rng: Random) -> list[Any]:
    """All in their order, if they are few; else any."""
    if len(answers) > most:
        rng.shuffle(answers)
    return answers


def label(question: Question[Any], answer: Any) -> str:
    """An answer in words, as a screen would show it."""
    if isinstance(question, Choose):
        return question.describe(answer).label
    if isinstance(question, ChooseSome):
        return ", ".join(question.describe(key).label for key in answer) or "none"
    if isinstance(question, PickPoint):
        return question.words(answer)
    if isinstance(question, Allocate):
        return ", ".join(f"{count} {slot}" for slot, count in answer.items() if count) or "nothing"
    return str(answer)
