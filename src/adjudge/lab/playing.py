"""One match by bots, as a row of numbers; and a share of many, as a job for a worker."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.check.sources import open_game
from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.engine.game import Game
from adjudge.engine.match import Match
from adjudge.engine.playout import playout
from adjudge.engine.table import Bot, looks_back
from adjudge.lab.report import Ending


class GameFailed(AdjudgeError):
    """A game of a simulation went wrong. Cure: play that very game again with the seed that the message names."""


class Plan(Struct, frozen=True):
    """What is to be played: all that another process needs to know to play its share."""

    source: str | None
    """Where the game is found; None if it was made on the spot, where no other process can find it."""
    seed: int | str
    options: dict[str, Any]
    bots: dict[str, str]


class Team:
    """A game that is set up and has its bots seated."""

    def __init__(self, plan: Plan, game: Game[Any]) -> None:
        self.plan, self.game = plan, game
        self.options = game.configure(plan.options)
        self.seats = tuple(seat.id for seat in game.seats(self.options))
        for seat in plan.bots:
            if seat not in self.seats:
                raise BadInput("seat", seat, f"one of {', '.join(self.seats)}")
        self.names = {seat: plan.bots.get(seat, game.default_bot) for seat in self.seats}
        self.bots: dict[str, Bot] = {seat: game.bot(name) for seat, name in self.names.items()}
        self.looks_back = any(map(looks_back, self.bots.values()))

    def play(self, number: int) -> Ending:
        """Game `number` of the simulation, which has a seed of its own."""
        seed = f"{self.plan.seed}/{number}"
        try:
            state = self._final(seed)
            outcome = self.game.outcome(state)
            measures = dict(self.game.measures(state))
        except Exception as error:
            raise GameFailed(
                f"game {number} of {self.game.id} failed: {type(error).__name__}: {error} (its seed is {seed!r})"
            ) from error
        assert outcome is not None
        return Ending(outcome.text, outcome.winners, measures)

    def _final(self, seed: str) -> Any:
        """How a game ends. Bots that think look back at their turn, which only a match keeps."""
        if not self.looks_back:
            return playout(self.game, self.options, self.bots, seed)
        secret = sha256(f"adjudge seed {seed}".encode()).digest()
        return Match.new(self.game, secret, options=self.plan.options, bots=self.names).state


# ---------------------------------------------------------------------- a simulation's share


class Share(Struct, frozen=True):
    """Some games of one simulation."""

    plan: Plan
    first: int
    last: int


class Played(Struct, frozen=True):
    """What came of a share, until one failed."""

    endings: list[Ending]
    failed: str = ""


def play_share(job: bytes) -> bytes:
    """Plays a share, in whatever process."""
    share = msgspec.json.decode(job, type=Share)
    return msgspec.json.encode(endings_of(_team(msgspec.json.encode(share.plan)), share.first, share.last))


def endings_of(team: Team, first: int, last: int) -> Played:
    endings = []
    for number in range(first, last):
        try:
            endings.append(team.play(number))
        except GameFailed as error:
            return Played(endings, str(error))
    return Played(endings)


@lru_cache(64)
def _team(plan: bytes) -> Team:
    told = msgspec.json.decode(plan, type=Plan)
    assert told.source is not None
    return Team(told, _game(told.source))


@lru_cache(16)
def _game(source: str) -> Game[Any]:
    return open_game(source)
