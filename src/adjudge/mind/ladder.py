"""A ladder: bots and levels of a game against one another, rated, with how sure the ratings are.

Games of two sides are played in pairs, each bot once in either seat with the same dice. Games that one side plays
against the rules are rated by how often they are won. Ratings are logits on a scale on which 100 points are 64 wins in
100, as in chess; the interval is that of 95 %.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import combinations
from math import exp, log10, sqrt
from typing import Any

from msgspec import Struct

from adjudge.engine.game import Game
from adjudge.engine.match import Match

Z = 1.96
Progress = Callable[[int, int], None]


class Score(Struct, frozen=True):
    """How one bot did against another, or against the game itself (`other` is empty). A draw counts for half."""

    bot: str
    other: str
    won: float
    games: int

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's."""
        many, share = self.games, self.rate
        if not many:
            return 0.0, 1.0
        middle = (share + Z**2 / (2 * many)) / (1 + Z**2 / many)
        half = Z * sqrt(share * (1 - share) / many + Z**2 / (4 * many**2)) / (1 + Z**2 / many)
        return max(0.0, middle - half), min(1.0, middle + half)


class Rung(Struct, frozen=True):
    """A bot on the ladder."""

    bot: str
    rating: float
    low: float
    high: float
    games: int


class Ladder(Struct, frozen=True):
    """The ladder of one game, the best first."""

    game: str
    title: str
    rungs: tuple[Rung, ...]
    scores: tuple[Score, ...]


def seats_of(game: Game[Any]) -> list[str]:
    return [seat.id for seat in game.seats(game.configure({}))]


def play(game: Game[Any], bots: dict[str, str], seed: str) -> tuple[str, ...]:
    """Who won."""
    secret = sha256(f"adjudge ladder {game.id} {seed}".encode()).digest()
    match = Match.new(game, secret, bots=bots)
    return match.outcome.winners if match.outcome else ()


def duel(game: Game[Any], one: str, other: str, pairs: int, seed: str, heard: Callable[[], None]) -> Score:
    """Pairs of matches with the same dice, the seats changed for the second."""
    red, blue = seats_of(game)[:2]
    won = 0.0
    for number in range(pairs):
        for first, second, mine in ((one, other, red), (other, one, blue)):
            winners = play(game, {red: first, blue: second}, f"{seed}/{number}")
            won += 0.5 if not winners or len(winners) == 2 else float(mine in winners)
            heard()
    return Score(one, other, won, 2 * pairs)


def against_the_game(game: Game[Any], bot: str, games: int, seed: str, heard: Callable[[], None]) -> Score:
    """How often a side wins that has no other side against it."""
    won = 0
    for number in range(games):
        won += bool(play(game, dict.fromkeys(seats_of(game), bot), f"{seed}/{number}"))
        heard()
    return Score(bot, "", won, games)


def ladder(
    game: Game[Any], bots: Sequence[str], *, games: int, seed: str = "1", progress: Progress | None = None
) -> Ladder:
    """All against all, or each against the game."""
    two_sided = len(seats_of(game)) == 2 and game.players.startswith("2")
    pairs = list(combinations(bots, 2))
    of, done = games * (len(pairs) if two_sided else len(bots)), 0

    def heard() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, of)

    if two_sided:
        scores = [duel(game, one, other, max(1, games // 2), seed, heard) for one, other in pairs]
    else:
        scores = [against_the_game(game, bot, games, seed, heard) for bot in bots]
    return Ladder(game.id, game.title, rated(bots, scores), tuple(scores))


def rated(bots: Sequence[str], scores: Sequence[Score]) -> tuple[Rung, ...]:
    """Ratings that explain the scores best, their mean 0, with one drawn match of everybody against all as a prior: who
    won all its matches is not infinitely good."""
    alone = [it for it in scores if not it.other]
    if alone:
        return tuple(sorted((_alone(it) for it in alone), key=lambda it: -it.rating))
    strength = dict.fromkeys(bots, 0.0)
    met = {bot: [(it, it.other, it.rate) for it in scores if it.bot == bot] for bot in bots}
    for it in scores:
        met[it.other].append((it, it.bot, 1 - it.rate))
    for _ in range(500):
        for bot in bots:
            strength[bot] += _step(strength, bot, met[bot])
    middle = sum(strength.values()) / len(strength)
    rungs = [_rung(bot, strength, middle, met[bot]) for bot in bots]
    return tuple(sorted(rungs, key=lambda it: -it.rating))


def _rung(bot: str, strength: dict[str, float], middle: float, met: Sequence[tuple[Score, str, float]]) -> Rung:
    told = 0.25
    for it, foe, _ in met:
        expected = _wins(strength[bot] - strength[foe])
        told += it.games * expected * (1 - expected)
    rating, error = (strength[bot] - middle) * SCALE, Z / sqrt(told) * SCALE
    return Rung(bot, round(rating), round(rating - error), round(rating + error), sum(it.games for it, _, _ in met))


SCALE = 400 / 2.302585
"""Points of rating for one unit of a logit."""


def _wins(difference: float) -> float:
    return 1 / (1 + exp(-difference))


def _step(strength: dict[str, float], bot: str, met: Sequence[tuple[Score, str, float]]) -> float:
    """One step of Newton's towards the strength that explains a bot's scores."""
    slope, bend = -strength[bot] * 0.25, 0.25
    for it, foe, rate in met:
        expected = _wins(strength[bot] - strength[foe])
        slope += it.games * (rate - expected)
        bend += it.games * expected * (1 - expected)
    return max(-1.0, min(1.0, slope / bend))


def _alone(score: Score) -> Rung:
    """Rated by how often it wins: an even chance is 0."""
    low, high = score.interval
    rating, low, high = (_rating(it, score.games) for it in (score.rate, low, high))
    return Rung(score.bot, rating, low, high, score.games)


def _rating(rate: float, games: int) -> float:
    bounded = min(1 - 0.5 / (games + 1), max(0.5 / (games + 1), rate))
    return round(400 * log10(bounded / (1 - bounded)))


def page(ladders: Sequence[Ladder], made_by: str) -> str:
    """The ladders as a page of documentation."""
    lines = [
        "# The ladder",
        "",
        f"Made by `{made_by}`. Ratings are as in chess: 100 points more are 64 wins in 100; the interval is that of",
        "95 %. Games of two sides are played in pairs, each bot once in either seat with the same dice; the others are",
        "rated by how often they are won, where 0 is every second time. A level in playouts, as `think:50`, plays the",
        "same again anywhere; one in seconds depends on the machine.",
    ]
    for it in ladders:
        lines += ["", f"## {it.title}", "", "| bot | rating | 95 % interval | matches |", "|---|---|---|---|"]
        lines += [f"| `{r.bot}` | {r.rating:+.0f} | {r.low:+.0f} to {r.high:+.0f} | {r.games} |" for r in it.rungs]
        lines += ["", "| | against | won | 95 % interval | matches |", "|---|---|---|---|---|"]
        for s in it.scores:
            low, high = s.interval
            foe = f"`{s.other}`" if s.other else "the game"
            lines.append(
                f"| `{s.bot}` | {foe} | {100 * s.rate:.1f} % | {100 * low:.1f} to {100 * high:.1f} % | {s.games} |"
            )
    return "\n".join(lines) + "\n"
