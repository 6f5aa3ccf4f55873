"""One match by bots, as a row of numbers; and a share of many, as a job for a worker."""

from __future__ import annotations

from collections.abc import Sequence
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
from adjudge.engine.wording import named
from adjudge.lab.report import Ending
from adjudge.lab.watching import Seen, Witness, look_back, play_watched, seen_by


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
        self.seat_names = {seat.id: seat.name for seat in game.seats(self.options)}
        self.seats = tuple(self.seat_names)
        for seat in plan.bots:
            if seat not in self.seats:
                raise BadInput("seat", seat, f"one of {', '.join(self.seats)}")
        self.names = {seat: plan.bots.get(seat, game.default_bot) for seat in self.seats}
        self.bots: dict[str, Bot] = {seat: game.bot(name) for seat, name in self.names.items()}
        self.looks_back = any(map(looks_back, self.bots.values()))

    def play(self, number: int, witness: Witness | None = None, side: str = "") -> Ending:
        """Game `number` of the simulation, which has a seed of its own. It is watched if there is a witness."""
        seed = f"{self.plan.seed}/{number}"
        try:
            state = self._final(seed, witness, side or self.seats[0])
            outcome = self.game.outcome(state)
            measures = dict(self.game.measures(state))
        except Exception as error:
            raise GameFailed(
                f"game {number} of {self.game.id} failed: {type(error).__name__}: {error} (its seed is {seed!r})"
            ) from error
        assert outcome is not None
        return Ending(named(outcome.text, self.seat_names), outcome.winners, measures)

    def _final(self, seed: str, witness: Witness | None, side: str) -> Any:
        """How a game ends. Bots that think look back at their turn, which only a match keeps."""
        if self.looks_back:
            secret = sha256(f"adjudge seed {seed}".encode()).digest()
            match = Match.new(self.game, secret, options=self.plan.options, bots=self.names)
            return match.state if witness is None else look_back(match, witness)
        if witness is None:
            return playout(self.game, self.options, self.bots, seed)
        return play_watched(self.game, self.options, self.bots, seed, witness, side)

    def traits(self) -> dict[str, dict[str, float]]:
        """What each seat brings to a match, where the game tells."""
        if self.game.traits is None:
            return {}
        state = self.game.start(self.options)
        return {seat: dict(self.game.traits(state, seat)) for seat in self.seats}


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


@lru_cache(512)
def _team(plan: bytes) -> Team:
    told = msgspec.json.decode(plan, type=Plan)
    assert told.source is not None
    return Team(told, _game(told.source))


@lru_cache(16)
def _game(source: str) -> Game[Any]:
    return open_game(source)


# ---------------------------------------------------------------------- a block of a study


class Arm(Struct, frozen=True, omit_defaults=True):
    """One setting that is tried. `hero` is the seat whose wins are counted for it."""

    name: str
    options: dict[str, Any] = {}
    bots: dict[str, str] = {}
    hero: str = ""
    varied: dict[str, Any] = {}
    """What tells it from the other arms."""
    traits: dict[str, dict[str, float]] = {}
    """What each seat brings, where the game says so."""


class Row(Struct, frozen=True, omit_defaults=True, tag="match", tag_field="kind"):
    """One match: the arm, the number that its dice follow from, how it ended, and what was seen of it."""

    arm: int
    number: int
    outcome: str
    winners: tuple[str, ...]
    measures: dict[str, Any]
    seen: Seen


class Block(Struct, frozen=True):
    """Matches with the same dice: one of each arm that is still of interest."""

    source: str | None
    seed: int | str
    number: int
    arms: dict[int, Arm]


class Blocked(Struct, frozen=True):
    """What came of a block, until one match failed."""

    rows: list[Row]
    failed: str = ""


def play_blocks(job: bytes) -> bytes:
    """Plays some blocks, in whatever process."""
    return msgspec.json.encode([_played(block) for block in msgspec.json.decode(job, type=list[Block])])


def _played(block: Block) -> Blocked:
    return rows_of(block, {at: _team(msgspec.json.encode(plan_of(block, arm))) for at, arm in block.arms.items()})


def plan_of(block: Block, arm: Arm) -> Plan:
    return Plan(block.source, block.seed, arm.options, arm.bots)


def rows_of(block: Block, teams: dict[int, Team]) -> Blocked:
    """The rows of a block. Each match is compared with that of the first arm."""
    rows: list[Row] = []
    first: Witness | None = None
    for number, arm in block.arms.items():
        witness = Witness()
        try:
            ending = teams[number].play(block.number, witness, arm.hero)
        except GameFailed as error:
            return Blocked(rows, f"{arm.name}: {error}" if arm.name else str(error))
        seen = seen_by(witness, first if number else None)
        first = witness if number == 0 else first
        rows.append(Row(number, block.number, ending.outcome, ending.winners, _plain(ending.measures), seen))
    return Blocked(rows)


def _plain(measures: dict[str, Any]) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(measures, enc_hook=str))
    return decoded


def is_contest(game: Game[Any]) -> bool:
    """Whether sides play against each other, rather than one side against the game."""
    return not game.players.startswith("1")


def share_of(seat: str, winners: Sequence[str], seats: Sequence[str], contest: bool) -> float:
    """How much of a win a seat has: all, a part of one that is shared, or nothing. In a contest that nobody wins, all
    have an equal part; a game that nobody wins is lost."""
    if winners:
        return 1 / len(winners) if seat in winners else 0.0
    return 1 / len(seats) if contest else 0.0
