"""How good the bot that thinks is, by itself: it takes as long as you say, and tells what is known after each match.

    python -m benchmarks.strength pig --level think:2s --matches 8       given away of the chances against optimal play
    python -m benchmarks.strength mdrg --level think:2s --matches 60     mirrored battles won against the game's own bot
    python -m benchmarks.strength rdz --level think:2s --matches 40      brought through, beside the game's own bot

A game of two is played in pairs with the same dice, each side once. Use a seed that nothing was tuned on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from sys import modules
from typing import Any

from adjudge.check import open_game
from adjudge.engine.chance import secret_from
from adjudge.engine.game import Game
from adjudge.engine.log import Answered
from adjudge.engine.match import Match
from adjudge.mind.ladder import Score, against_the_game, duel, score_of, seats_of

EXAMPLES = Path("docs/examples")
Z = 1.96


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="pig, hoard, liars_dice, or a game by its id")
    parser.add_argument("--level", default="think:2s")
    parser.add_argument("--against", default="", help="another bot than the game's own")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    example = EXAMPLES / f"{wishes.game}.py"
    game = open_game(str(example) if example.exists() else wishes.game)
    if game.id == "pig" and not wishes.against:
        at_pig(game, wishes.level, wishes.matches, wishes.seed)
    else:
        scored(game, wishes.level, wishes.against or game.default_bot, wishes.matches, wishes.seed)


def scored(game: Game[Any], level: str, other: str, matches: int, seed: int) -> None:
    """Against another bot; or beside it, in a game that one side plays against the rules."""
    is_duel = len(seats_of(game)) == 2 and game.players.startswith("2")
    if not is_duel:
        print(told(game, other, "", matches=max(200, matches), seed=seed))
    bouts = duel(game, None, level, other, -(-matches // 2), str(seed)) if is_duel else None
    won = 0.0
    for played, bout in enumerate(bouts or against_the_game(game, None, level, matches, str(seed)), 1):
        won += score_of(game, bout)
        print(in_words(Score(level, other if is_duel else "", won, played)), flush=True)


def told(game: Game[Any], bot: str, other: str, *, matches: int, seed: int) -> str:
    won = sum(score_of(game, bout) for bout in against_the_game(game, None, bot, matches, str(seed)))
    return in_words(Score(bot, other, won, matches))


def in_words(score: Score) -> str:
    low, high = score.interval
    foe = f"against {score.other}" if score.other else "against the game"
    return f"{score.bot} {foe}: {100 * score.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {score.games}"


def at_pig(game: Game[Any], level: str, matches: int, seed: int) -> None:
    """What is given away in a match against optimal play, by the exact chances."""
    losses: list[float] = []
    for number in range(matches):
        seat, other = seats_of(game)[:: 1 if number % 2 == 0 else -1]
        match = Match.new(game, secret_from(seed * 1000 + number // 2), bots={seat: level, other: "optimal"})
        losses.append(sum(given_away(match, seat)))
        mean = sum(losses) / len(losses)
        error = sqrt(sum((it - mean) ** 2 for it in losses) / max(1, len(losses) - 1) / len(losses))
        print(
            f"{level} gives away {100 * mean:.2f} % (+-{100 * Z * error:.2f}) of a match, {len(losses)} played",
            flush=True,
        )


def given_away(match: Match[Any], seat: str) -> Iterator[float]:
    rules = modules[match.game.turn.__module__]
    for position, entry in enumerate(match.line):
        if isinstance(entry, Answered) and entry.seat == seat:
            now = match.look(position).state
            rolled, held = rules.chances(now.target, now.scores[seat], now.scores[rules.RIVAL[seat]], now.points)
            yield max(rolled, held) - (rolled if entry.answer == "roll" else held)


if __name__ == "__main__":
    main()
