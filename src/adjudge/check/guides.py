"""Whether what a newcomer is told is so: the rules are there, the tokens are on the table, the lessons come up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudge.engine.chance import secret_from
from adjudge.engine.game import Game
from adjudge.engine.guides import At, Briefing, found
from adjudge.engine.match import Match
from adjudge.engine.scene import Scene

LONGEST = 260
"""Characters of a sentence that is still read before a game."""
LOOKS = 24
"""How many positions of a match are searched for a token that is not there at first."""


def problems(game: Game[Any]) -> Iterator[str]:
    """Every fault of the briefing, as a sentence."""
    if game.brief is not None:
        yield from _of_briefing(game, game.brief)


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
