"""A ladder: bots and levels of a game against one another, rated, with how sure the ratings are.

Games of two sides are played in pairs, each bot once in either seat with the same dice. Games that one side plays
against the rules are rated by how often they are won. Ratings are logits on a scale on which 100 points are 64 wins in
100, as in chess; the interval is that of 95 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import combinations
from math import exp, log10, sqrt
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.check.sources import open_game, source_of
from adjudge.crews import Crew
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


class Bout(Struct, frozen=True):
    """One match of a ladder: between whom it is scored, who sits where, and whose win counts for the first."""

    source: str | None
    pair: tuple[str, str]
    bots: dict[str, str]
    mine: str
    seed: str


def duel(game: Game[Any], source: str | None, one: str, other: str, pairs: int, seed: str) -> Iterator[Bout]:
    """Pairs of matches with the same dice, the seats changed for the second."""
    red, blue = seats_of(game)[:2]
    for number in range(pairs):
        yield Bout(source, (one, other), {red: one, blue: other}, red, f"{seed}/{number}")
        yield Bout(source, (one, other), {red: other, blue: one}, blue, f"{seed}/{number}")


def against_the_game(game: Game[Any], source: str | None, bot: str, games: int, seed: str) -> Iterator[Bout]:
    """Matches of a side that has no other side against it."""
    for number in range(games):
        yield Bout(source, (bot, ""), dict.fromkeys(seats_of(game), bot), "", f"{seed}/{number}")


def score_of(game: Game[Any], bout: Bout) -> float:
    """What the first bot gets for a match: a draw between two is a half."""
    winners = play(game, bout.bots, bout.seed)
    if not bout.mine:
        return float(bool(winners))
    return 0.5 if not winners or len(winners) == 2 else float(bout.mine in winners)


def play_bout(job: bytes) -> bytes:
    """A match, in whatever process."""
    bout = msgspec.json.decode(job, type=Bout)
    assert bout.source is not None
    return msgspec.json.encode(score_of(_game(bout.source), bout))


@lru_cache(16)
def _game(source: str) -> Game[Any]:
    return open_game(source)


def ladder(
    game: Game[Any],
    bots: Sequence[str],
    *,
    games: int,
    seed: str = "1",
    progress: Progress | None = None,
    crew: Crew | None = None,
) -> Ladder:
    """All against all, or each against the game; by a crew if there is one, with the same result."""
    source = source_of(game) if crew else None
    if len(seats_of(game)) == 2 and game.players.startswith("2"):
        pairs = list(combinations(bots, 2))
        bouts = [it for pair in pairs for it in duel(game, source, *pair, max(1, games // 2), seed)]
    else:
        pairs = [(bot, "") for bot in bots]
        bouts = [it for bot in bots for it in against_the_game(game, source, bot, games, seed)]
    won: dict[tuple[str, str], list[float]] = {pair: [] for pair in pairs}
    for done, (number, score) in enumerate(_scored(game, bouts, crew if source else None), 1):
        won[bouts[number].pair].append(score)
        if progress:
            progress(done, len(bouts))
    scores = [Score(one, other, sum(won[one, other]), len(won[one, other])) for one, other in pairs]
    return Ladder(game.id, game.title, rated(bots, scores), tuple(scores))


def _scored(game: Game[Any], bouts: Sequence[Bout], crew: Crew | None) -> Iterator[tuple[int, float]]:
    """The number of each match and what it counts for, as they are done."""
    if crew is None:
        yield from ((number, score_of(game, bout)) for number, bout in enumerate(bouts))
        return
    for number, score in crew.run(play_bout, map(msgspec.json.encode, bouts)):
        yield number, msgspec.json.decode(score, type=float)


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


STRAY = 3.0
"""By how many standard errors a share of wins must differ from an earlier one for it to be no chance."""


def strayed(before: Sequence[Ladder], now: Sequence[Ladder]) -> list[str]:
    """A sentence for each pair that fares differently than it did, by more than chance explains."""
    known = {(it.game, score.bot, score.other): score for it in before for score in it.scores}
    found = []
    for it in now:
        for score in it.scores:
            earlier = known.get((it.game, score.bot, score.other))
            if earlier is not None and _differ(earlier, score):
                foe = score.other or "the game"
                found.append(f"{it.title}: {score.bot} against {foe} won {_told(score)}, {_told(earlier)} before")
    return found


def _told(score: Score) -> str:
    return f"{100 * score.rate:.0f} % of {score.games}"


def _differ(one: Score, other: Score) -> bool:
    """Whether two shares of wins differ, by the pooled error with one match of either kind thrown in."""
    games = one.games + other.games
    pooled = (one.won + other.won + 1) / (games + 2)
    error = sqrt(pooled * (1 - pooled) * (1 / one.games + 1 / other.games))
    return abs(one.rate - other.rate) > STRAY * error


def gathered(kept: Sequence[Ladder], fresh: Sequence[Ladder]) -> list[Ladder]:
    """The ladders of all games by their titles: those played now in place of what was kept of them."""
    return sorted({it.game: it for it in (*kept, *fresh)}.values(), key=lambda it: it.title)


def page(ladders: Sequence[Ladder], made_by: str) -> str:
    """The ladders as a page of documentation."""
    lines = [
        "# The ladder",
        "",
        f"Made by `{made_by}`; `make ladder` holds a new version against it. Ratings are as in chess: 100 points more",
        "are 64 wins in 100; the interval is that of 95 %. Games of two sides are played in pairs, each bot once in",
        "either seat with the same dice; the others are rated by how often they are won, where 0 is every second time.",
        "A level in playouts, as `think:50`, plays the same again anywhere; one in seconds depends on the machine.",
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
