"""Learns Pig from nothing by playing against itself, and tells how far from the best play it is.

    python docs/examples/learn_pig.py --target 30 --matches 60000

It keeps a table: for each score of its own and the other's and each number of points at stake, what rolling and holding
are worth. It takes the better one, and now and then the other to see what comes of it.
"""

import argparse
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

from adjudge.check import open_game
from adjudge.rl import env, solo_env

PIG = open_game(str(Path(__file__).with_name("pig.py")))
ROLL, HOLD = 0, 1
RIVAL = {"red": "blue", "blue": "red"}
Place = tuple[int, int, int]


def place(view: Any, seat: str) -> Place:
    """All that matters: our score, theirs, and what is at stake."""
    return view.scores[seat], view.scores[RIVAL[seat]], view.points


class Learner:
    """The value of both actions at each place, from matches against itself."""

    def __init__(self, target: int, seed: int = 0) -> None:
        self.target, self.rng = target, Random(seed)
        self.worth: dict[Place, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.tries: dict[Place, list[int]] = defaultdict(lambda: [0, 0])

    def choose(self, at: Place) -> int:
        """The better one, or any where it knows of no difference."""
        rolled, held = self.worth[at]
        return self.rng.choice((ROLL, HOLD)) if rolled == held else ROLL if rolled > held else HOLD

    def learn(self, matches: int, curious: float = 0.15) -> None:
        """Plays against itself. An action is worth what the place it leads to is worth: to us if we go on, and the
        opposite of that if the other one does."""
        table = env(PIG, {"target": self.target}, actions=["roll", "hold"], observe=place).unwrapped
        for _ in range(matches):
            table.reset(seed=self.rng.getrandbits(32))
            while not any(table.terminations.values()):
                seat = table.agent_selection
                at = place(table.play.view(seat), seat)
                action = self.rng.choice((ROLL, HOLD)) if self.rng.random() < curious else self.choose(at)
                table.step(action)
                self.remember(at, action, self.found(table, seat))

    def found(self, table: Any, seat: str) -> float:
        """What a place turned out to be worth."""
        if any(table.terminations.values()):
            return table.rewards[seat]  # type: ignore[no-any-return]
        other = table.agent_selection
        return max(self.worth[place(table.play.view(other), other)]) * (1 if other == seat else -1)

    def remember(self, at: Place, action: int, worth: float) -> None:
        self.tries[at][action] += 1
        self.worth[at][action] += (worth - self.worth[at][action]) / self.tries[at][action] ** 0.7

    def wins(self, matches: int, bot: str = "optimal") -> float:
        """How many matches it wins of those against a bot, half of them as the first to roll."""
        won = 0
        for number in range(matches):
            seat = ("red", "blue")[number % 2]
            match = solo_env(PIG, {"target": self.target}, seat=seat, bots={RIVAL[seat]: bot},
                             actions=["roll", "hold"], observe=place)  # fmt: skip
            seen, _ = match.reset(seed=number)
            reward, is_over = 0.0, match.play.outcome is not None
            while not is_over:
                mine, theirs, points = (int(number) for number in seen["observation"])
                seen, reward, is_over, _, _ = match.step(self.choose((mine, theirs, points)))
            won += reward > 0
        return won / matches


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--target", type=int, default=30)
    asked.add_argument("--matches", type=int, default=60_000)
    asked.add_argument("--trials", type=int, default=4_000)
    given = asked.parse_args()
    learner = Learner(given.target)
    print(f"before: wins {learner.wins(given.trials):.1%} against the best play")
    for part in range(1, 6):
        learner.learn(given.matches // 5)
        print(f"after {part * given.matches // 5} matches: {learner.wins(given.trials):.1%}")


if __name__ == "__main__":
    main()
