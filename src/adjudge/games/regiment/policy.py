"""How odds take seats to choose on the way: nobody helps or hits the deck, hold is kept, factors stand as shown."""

from __future__ import annotations

from typing import Any

from adjudge.engine import Asked, Choose, ChooseSome, Sealed, Write

FIRST = ("no", "keep", "nobody", "nothing")
"""Answers that leave things as they are."""
FIRED_BACK = ("assault.hit", "maneuver.weak-hit", "maneuver.strong-hit")
"""Where the enemy is sure to fire: those who were met do, and nobody else."""
WORTH_IT = ("medic.medic",)
"""Where 1 gear is well spent."""


def policy(asked: Asked) -> Any:
    """The answer that changes least; of a list the first."""
    question = asked.question
    if isinstance(question, Sealed):
        return {seat: _plain(part) for seat, part in question.parts.items()}
    if isinstance(question, ChooseSome) and asked.rule in FIRED_BACK:
        return tuple(question.options[:1])
    if isinstance(question, Choose) and asked.rule in WORTH_IT and "yes" in question.options:
        return "yes"
    return _plain(question)


def _plain(question: Any) -> Any:
    if isinstance(question, ChooseSome):
        return tuple(question.options[: question.least])
    if isinstance(question, Choose):
        return next((key for key in FIRST if key in question.options), question.options[0])
    if isinstance(question, Write):
        return "" if question.optional else question.suggestion
    return question.forced()
