"""How much faster battles by bots are than at an earlier commit, measured in one run.

python -m benchmarks.before 7bd766a            every game, beside that commit
python -m benchmarks.before HEAD~3 mdrg --same do both do the same, call by call?

The commit is unpacked into a folder of its own. Both play the same seeds in turns, each in a process of its own, and of
each seed the fastest run counts. `--same` compares everything that rules have asked, rolled and told, and how each
battle ended: a change that is only to be faster must change none of it. (Where the rules have changed since, it does.)
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

ROOT = Path(__file__).parent.parent
GAMES = ("mdrg", "akula", "rdz")
PARTIES = (("android", "robot"), ("mutationist", "animal"), ("robot", "animal"))
SCENARIOS = ("mill-road", "corner-shop", "harts-garage")
WARMING = 3
"""Battles before the first that counts: what is prepared once is prepared in them."""

Settings = tuple[Any, Any, dict[str, Any]]
"""A game, its options, the bots."""


def main(words: list[str]) -> int:
    """Prints a line for each game; 1 if `--same` was asked for and something differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.before", description=__doc__.partition("\n")[0])
    parser.add_argument("commit")
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="game", help=" ".join(GAMES))
    parser.add_argument("--battles", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--same", action="store_true", help="compare what happens, not how long it takes")
    asked = parser.parse_args(words)
    with TemporaryDirectory() as folder:
        unpack(asked.commit, Path(folder))
        trees = (Path(folder), ROOT)
        if asked.same:
            return max(compare(trees, game, asked.battles) for game in asked.games)
        for game in asked.games:
            before, now = race(trees, game, asked.battles, asked.rounds)
            print(f"{game}: {before:.1f} ms before, {now:.1f} ms now: {before / now:.2f} times as fast", flush=True)
    return 0


def unpack(commit: str, folder: Path) -> None:
    """The files of a commit."""
    packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)


def race(trees: tuple[Path, Path], game: str, battles: int, rounds: int) -> tuple[float, float]:
    """Milliseconds of processor time for a battle by each tree: of every seed the fastest run, on the average."""
    best: dict[Path, list[float]] = {}
    for _ in range(rounds):
        for tree in trees:
            taken = played_by(tree, "seconds", game, battles)
            best[tree] = [min(pair) for pair in zip(best.get(tree, taken), taken, strict=True)]
    before, now = (1000 * sum(best[tree]) / battles for tree in trees)
    return before, now


def compare(trees: tuple[Path, Path], game: str, battles: int) -> int:
    """Whether both do the same in every battle: 0 if they do."""
    before, now = (played_by(tree, "digest", game, battles) for tree in trees)
    other = [seed for seed in range(battles) if before[seed] != now[seed]]
    print(f"{game}: {battles} battles, " + (f"not the same with the seeds {other}" if other else "all the same"))
    return 1 if other else 0


def played_by(tree: Path, what: str, game: str, battles: int) -> list[Any]:
    """What a process that runs the code of a tree says of each seed."""
    words = [sys.executable, __file__, what, game, str(battles)]
    told = subprocess.run(words, env={**os.environ, "PYTHONPATH": f"{tree / 'src'}"}, check=True, capture_output=True)
    found: list[Any] = json.loads(told.stdout)
    return found


# ------------------------------------------------ in the other process: imports are those of the tree


def settings(game: str, seed: int) -> Settings:
    if game == "mdrg":
        from adjudge.games import mdrg
        from adjudge.games.mdrg.bots import warlord

        return mdrg.game, mdrg.game.configure({"parties": PARTIES[seed % 3]}), {"red": warlord, "blue": warlord}
    if game == "akula":
        from adjudge.games import akula
        from adjudge.games.akula.bots import survivor

        return akula.game, akula.game.configure({"scenario": SCENARIOS[seed % 3]}), {"player": survivor}
    from adjudge.games import rdz
    from adjudge.games.rdz.bots import captain

    return rdz.game, rdz.game.configure({"finish": True}), {"captain": captain}


def seconds(game: str, seed: int) -> float:
    """The processor time of a battle."""
    from adjudge.engine import playout

    of, options, bots = settings(game, seed)
    start = process_time()
    playout(of, options, bots, seed)
    return process_time() - start


def digest(game: str, seed: int) -> str:
    """Everything that is asked, rolled and told in a battle, and how it ends, as one number."""
    from adjudge.engine.chance import FastDice
    from adjudge.engine.table import Playout

    notes = sha256()

    class Noting(Playout[Any]):
        def ask(self, seat: str, rule: str, question: Any) -> Any:
            answer = super().ask(seat, rule, question)
            notes.update(repr((seat, rule, getattr(question, "options", None), answer)).encode())
            return answer

        def roll(self, reading: Any, rule: str, by: Any = "", **to: Any) -> Any:
            value = super().roll(reading, rule, by, **to)
            notes.update(repr((rule, by, value)).encode())
            return value

        def tell(self, rule: str, text: str = "", /, **facts: Any) -> None:
            told = {name: str(fact) for name, fact in facts.items()}
            notes.update(repr((rule, text, told)).encode())

    of, options, bots = settings(game, seed)
    table = Noting(of.start(options), bots, FastDice(seed), of.view)
    while of.outcome(table.state) is None:
        table.begin_turn()
        of.turn(table)
    notes.update(repr((of.outcome(table.state), table.state)).encode())
    return notes.hexdigest()


def play(what: str, game: str, battles: str) -> None:
    """Answers `played_by`."""
    of_each: Callable[[str, int], Any] = {"seconds": seconds, "digest": digest}[what]
    for seed in range(WARMING if what == "seconds" else 0):
        of_each(game, 1000 + seed)
    print(json.dumps([of_each(game, seed) for seed in range(int(battles))]))


if __name__ == "__main__":
    if sys.argv[1:2] in (["seconds"], ["digest"]):
        play(*sys.argv[1:4])
    else:
        sys.exit(main(sys.argv[1:]))
