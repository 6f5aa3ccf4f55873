"""Whether what a newcomer is told is so: the rules are there, the tokens are on the table, the lessons come up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudge.engine.chance import secret_from
from adjudge.engine.coach import follow
from adjudge.engine.game import Game
from adjudge.engine.guides import At, Briefing, Guide, found
from adjudge.engine.match import Match
from adjudge.engine.scene import Scene

LONGEST = 260
"""Characters of a sentence that is still read before a game."""
LONGEST_LESSON = 320
LOOKS = 24
"""How many positions of a match are searched for a token that is not there at first."""


def problems(game: Game[Any]) -> Iterator[str]:
    """Every fault of the briefing and the guide, as a sentence."""
    if game.brief is not None:
        yield from _of_briefing(game, game.brief)
    if game.course is not None:
        yield from _of_guide(game, game.course)


def _of_guide(game: Game[Any], guide: Guide) -> Iterator[str]:
    """Each lesson comes up when the suggested answers are given, and what it points at is there then."""
    for number, lesson in enumerate(guide.lesson, 1):
        if lesson.rule not in game.rule_ids:
            yield f"lesson {number} waits for the rule {lesson.rule!r}, which is not in the rulebook"
        if not lesson.text.strip() or len(lesson.text) > LONGEST_LESSON:
            yield f"lesson {number} has {len(lesson.text)} characters; it can have 1 to {LONGEST_LESSON}"
        if not lesson.deed and lesson.answer is None:
            yield f"lesson {number} suggests nothing: give it a deed or an answer"
    seen = set()
    ended = False
    for match, advice in follow(game):
        seen.add(advice.number)
        ended = advice.kind == "farewell" and (guide.lesson == () or len(guide.lesson) in seen)
        if advice.kind == "lesson":
            yield from _pointing_at_nothing(match, guide, advice.number)
    for number in range(1, len(guide.lesson) + 1):
        if number not in seen:
            yield f"lesson {number} never comes up when the suggested answers are given"
    if not ended:
        yield "the guided match is over before the coach can say farewell"


def _pointing_at_nothing(match: Match[Any], guide: Guide, number: int) -> Iterator[str]:
    scene = match.scene(guide.seat or match.header.seats[0].id)
    for at in guide.lesson[number - 1].at:
        if not found(scene, at):
            yield f"lesson {number} points at {described(at)}, which is not on the table then"


def _of_briefing(game: Game[Any], briefing: Briefing) -> Iterator[str]:
    for name in ("you", "win", "table"):
        text = getattr(briefing, name)
        if not text.strip():
            yield f"the briefing says nothing under {name!r}"
        if len(text) > LONGEST:
            yield f"the briefing's {name!r} has {len(text)} characters: {LONGEST} are as many as anybody reads"
    for rule in briefing.rules:
        if rule not in game.rule_ids:
            yield f"the briefing names the rule {rule!r}, which is not in the rulebook"
    missing = {token.name: token.at for token in briefing.token}
    for scene in _scenes(game):
        missing = {name: at for name, at in missing.items() if not found(scene, at)}
        if not missing:
            return
    for name, at in missing.items():
        yield f"the briefing names the token {name!r}, and nothing on the table is {described(at)}"


def described(at: At) -> str:
    given = {name: getattr(at, name) for name in At.__struct_fields__ if getattr(at, name)}
    return " and ".join(f"{name} {value!r}" for name, value in given.items()) or "pointed at"


def _scenes(game: Game[Any]) -> Iterator[Scene]:
    """What is seen before the first decision, and then in a match by bots."""
    first = Match.new(game, secret_from(0))
    yield game.picture(first.state, first.people[0] if first.people else None)
    bots = {seat.id: game.default_bot for seat in first.header.seats}
    played = Match.new(game, secret_from(0), bots=bots)
    for number in range(LOOKS):
        yield game.picture(played.look(played.position * number // LOOKS).state, None)
