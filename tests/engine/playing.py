"""Playing on by chance answers, for tests that need a match somewhere in its course."""

from random import Random
from typing import Any

from adjudge.engine import Match, Question


def asked(match: Match[Any], seat: str) -> Question[Any]:
    """What a seat is asked now."""
    assert match.pending is not None
    question = match.pending.for_seat(seat)
    assert question is not None
    return question


def answer_one(match: Match[Any], chance: Random) -> None:
    """Any of those who are asked gives any legal answer, or throws any faces."""
    assert match.pending is not None
    seat = chance.choice(match.pending.seats)
    if match.pending.question is None:
        match.throw(seat, [chance.randint(1, sides) for sides in match.pending.dice])
    else:
        match.answer(seat, asked(match, seat).sample(chance))


def play(match: Match[Any], answers: int, seed: int = 1) -> None:
    """So many answers, or fewer if the match ends."""
    chance = Random(seed)
    for _ in range(answers):
        if not match.is_over:
            answer_one(match, chance)
