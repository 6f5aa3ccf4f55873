"""Plays a duel by fixed answers and says after each that it is kept: a program to be killed at any moment.

`python player.py database PATH` or `python player.py file PATH`; it goes on from what is kept there.
"""

import sys
from random import Random

from adjudge.engine import Match
from adjudge.store import files, open_store
from tests.engine.duel import Duel, game
from tests.engine.playing import play

LIFE = 400


def fresh() -> Match[Duel]:
    return Match.new(game, b"the player's secret", match_id="played", options={"life": LIFE}, bots={"blue": "random"})


def answer_once(match: Match[Duel]) -> None:
    """The answer follows from the position alone, so that every run plays the same match."""
    play(match, 1, seed=match.position)
    if match.position % 5 == 0 and Random(match.position * len(match.log)).random() < 0.5:
        match.undo("red", agreed=("red",))


def go_on(path: str, kind: str) -> None:
    if kind == "file":
        match = files.read(path, game)
        keep = lambda: files.write(match, path)  # noqa: E731
    else:
        store = open_store(path)
        match = store.load("played", game)
        keep = lambda: store.sync(match)  # noqa: E731
    while not match.is_over:
        answer_once(match)
        keep()
        print(len(match.log), flush=True)


if __name__ == "__main__":
    go_on(sys.argv[2], sys.argv[1])
