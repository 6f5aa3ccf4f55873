"""Whole battles of AR:SE by bots, and where their time goes.

Required: a thousand battles in a minute or two on two cores, and less than half of a battle's time spent in geometry.
Where the time goes is found by looking every millisecond of work at what is running; a tracing profiler would make the
many short calls of geometry look dearer than they are. All modules of `adjudge.field` count as geometry.

Measured on two cores, Python 3.11, with the bot `survivor`:

| what | mill-road | corner-shop | harts-garage | causeway |
|---|---|---|---|---|
| the rules, with who is near and in contact | 36% | 34% | 47% | 35% |
| moving: straight moves, free spots, contacts | 20% | 21% | 21% | 32% |
| the bot | 16% | 18% | 9% | 10% |
| shapes, under all of these | 13% | 11% | 11% | 18% |
| ways: shortest paths and roads | 11% | 14% | 8% | 2% |
| sight | 2% | 2% | 3% | 2% |
| reach, for spots to choose from | 1% | 0% | 0% | 0% |

Geometry is thus 47%, 48% and 43%, give or take two. In `corner-shop` it is mostly survivors who look for ways among
houses and each other, and zeds whose prey is behind a corner; in `causeway`, where nothing is required, it is whether
vehicles fit.
"""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import PurePath
from time import process_time
from types import FrameType

from adjudge.engine import playout
from adjudge.games.akula import game
from adjudge.games.akula.bots import survivor
from benchmarks import Result

SCENARIOS = ("mill-road", "corner-shop", "harts-garage", "causeway")
WARMING, GAMES = 10, 12
"""Enough battles to meet most states of the doors: what is prepared for each of them is prepared once."""
EVERY = 0.001
LONGEST = 0.24
"""Seconds of one core for a battle: a thousand on two cores in two minutes."""

PARTS = (
    ("ways: shortest paths and roads", ("paths.py", "roads.py")),
    (
        "moving: straight moves, free spots, contacts",
        ("moving.py", "measuring.py", "bases.py", "points.py", "ground.py"),
    ),
    ("sight", ("sight.py", "blasts.py")),
    ("shapes, under all of these", ("rounded.py",)),
    ("reach, for spots to choose from", ("reach.py",)),
)


def results() -> list[Result]:
    return [line for name in SCENARIOS for line in _results(name)]


def _results(name: str) -> list[Result]:
    seconds = battle_seconds(name)
    shares = time_shares(name)
    field = sum(share for part, share in shares.items() if part in dict(PARTS))
    thousand = f"{seconds:.3f} s a battle, {1000 * seconds / 2:.0f} s for a thousand on two cores"
    required = f"at most {LONGEST:g} s" if name == "mill-road" else ""
    limit = "" if name == "causeway" else "less than 50 %"  # with vehicles it is mostly about where they fit
    return [
        Result(f"a battle of {name} by bots", thousand, required, seconds <= LONGEST if required else None),
        Result(f"geometry in a battle of {name}", f"{field:.0%} of the time", limit, field < 0.5 if limit else None),
    ]


def battle_seconds(name: str) -> float:
    """The time of a battle once ground and readings are prepared."""
    for seed in range(WARMING):
        _battle(name, f"warm {seed}")
    start = process_time()
    for seed in range(GAMES):
        _battle(name, f"{seed}")
    return (process_time() - start) / GAMES


def _battle(name: str, seed: str) -> None:
    playout(game, game.configure({"scenario": name}), {"player": survivor}, seed)


def time_shares(name: str, games: int = 40) -> dict[str, float]:
    """The share of each part, by looking every millisecond of work at what is running."""
    for seed in range(WARMING):
        _battle(name, f"warm {seed}")
    seen: Counter[str] = Counter()

    def look(_: int, frame: FrameType | None) -> None:
        while frame is not None and "adjudge" not in frame.f_code.co_filename:
            frame = frame.f_back
        seen[_part(frame.f_code.co_filename if frame else "")] += 1

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    for seed in range(games):
        _battle(name, f"looked at {seed}")
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)
    return {part: count / seen.total() for part, count in seen.most_common()}


def _part(file: str) -> str:
    path = PurePath(file)
    if "field" in path.parts:
        return next((part for part, files in PARTS if path.name in files), "the rest of the battlefield")
    if "akula" in path.parts:
        return "the bot" if path.name == "bots.py" else "the rules, with who is near and in contact"
    return "the engine and Python's library"


def table() -> str:
    """The shares of all scenarios as lines of a table."""
    shares = [time_shares(name) for name in SCENARIOS]
    parts = sorted({part for share in shares for part in share}, key=lambda part: -shares[0].get(part, 0.0))
    return "\n".join(
        f"| {part} | " + " | ".join(f"{share.get(part, 0.0):.0%}" for share in shares) + " |" for part in parts
    )


if __name__ == "__main__":
    print(table())
