"""Watching matches by bots: which rules came up, what was offered and chosen, and where two matches part.

Two matches with the same dice and bots go the same way until something makes a difference. So whether a house rule came
up at all is seen by playing a match with it and without: if everything that was asked, rolled and told is the same, it
did not; if only what was told differs, it came up and changed nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal, TypeVar

from msgspec import Struct

from adjudge.engine.chance import FastDice
from adjudge.engine.dice import Reading
from adjudge.engine.errors import Runaway
from adjudge.engine.game import Game
from adjudge.engine.log import Answered
from adjudge.engine.match import Match
from adjudge.engine.playout import MOST_TURNS
from adjudge.engine.questions import Question
from adjudge.engine.table import UMPIRE, Bot, By, Event, Playout, View

A = TypeVar("A")
S = TypeVar("S")
T = TypeVar("T", bound=Any)

Change = Literal["none", "told", "course"]
"""How a match differs from another with the same dice: not at all; in what was told alone; in how it went."""

Step = tuple[str, str]
"""A rule, and what came of it."""


class Witness:
    """What was seen of a match."""

    def __init__(self) -> None:
        self.rules: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.course: list[Step] = []
        self.told: list[Step] = []
        self.asked = self.rolled = self.turns = 0
        self.leads: list[float] = []

    def saw_answer(self, seat: str, rule: str, question: Question[Any], answer: Any) -> None:
        self.asked += 1
        self.rules[rule] += 1
        self.course.append((rule, f"{seat} {said(answer)}"))
        about = getattr(question, "_about", None)
        if about is not None and question.is_choice:
            self.offered.update({about(option).kind for option in question.options})  # type: ignore[attr-defined]
            self.taken[about(answer).kind] += 1

    def saw_roll(self, rule: str, value: Any) -> None:
        self.rolled += 1
        self.rules[rule] += 1
        self.course.append((rule, said(value)))

    def saw_tale(self, rule: str, text: str, facts: Mapping[str, Any]) -> None:
        self.rules[rule] += 1
        self.told.append((rule, f"{text} {said(facts)}"))

    def swings(self) -> int:
        """How often the lead passed from one side to the other."""
        sides = [lead > 0.5 for lead in self.leads if lead != 0.5]
        return sum(one != other for one, other in pairwise(sides))

    def parted(self, other: Witness) -> tuple[Change, str]:
        """How this match differs from another, and the rule by which it first did."""
        if self.course != other.course:
            return "course", _first(other.course, self.course)
        if self.told != other.told:
            return "told", _first(other.told, self.told)
        return "none", ""


_PLACE = re.compile(r" at 0x[0-9a-f]+")


def said(value: Any) -> str:
    """A value in signs that are the same in every match: not where an object happens to lie in memory."""
    text = repr(value)
    return _PLACE.sub("", text) if " at 0x" in text else text


def _first(before: list[Step], now: list[Step]) -> str:
    """The rule at which two courses part."""
    for one, other in zip(before, now, strict=False):
        if one != other:
            return other[0]
    longer = before if len(before) > len(now) else now
    return longer[min(len(before), len(now))][0]


class Watched(Playout[S]):
    """A playout that somebody watches. It plays exactly as one that nobody does."""

    __slots__ = ("witness",)

    def __init__(self, state: S, bots: Mapping[str, Bot], dice: FastDice, view: View | None, witness: Witness) -> None:
        super().__init__(state, bots, dice, view)
        self.witness = witness

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        answer = super().ask(seat, rule, question)
        self.witness.saw_answer(seat, rule, question, answer)
        return answer

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        value = super().roll(reading, rule, by, to=to)
        self.witness.saw_roll(rule, value)
        return value

    def tell(
        self, rule: str, text: str = "", /, *, to: tuple[str, ...] = (), reveal: bool = False, **facts: Any
    ) -> None:
        self.witness.saw_tale(rule, text, facts)


def play_watched(game: Game[S], options: Any, bots: Mapping[str, Bot], seed: str, witness: Witness, side: str) -> S:
    """Plays as `playout` does; `side` is whose lead is followed, where the game tells what a position is worth."""
    table = Watched(game.start(options), bots, FastDice(seed), game.view, witness)
    for _ in range(MOST_TURNS):
        if game.outcome(table.state) is not None:
            return table.state
        if game.worth is not None:
            witness.leads.append(game.worth(table.state, side))
        witness.turns += 1
        table.begin_turn()
        game.turn(table)
    raise Runaway(f"{game.id} did not end within {MOST_TURNS} turns")


def look_back(match: Match[S], witness: Witness) -> S:
    """Sees what is on the record of a match, of bots that only play in one."""
    for entry in match.line:
        if isinstance(entry, Answered):
            witness.asked += 1
            witness.rules[entry.rule] += 1
            witness.course.append((entry.rule, f"{entry.seat} {said(entry.answer)}"))
        else:
            witness.saw_roll(entry.rule, entry.faces)
    witness.turns = match.turn - 1
    for number in range(1, match.turn + 1):
        for it in match.told_in(number):
            if isinstance(it, Event):
                witness.saw_tale(it.rule, it.text, it.facts)
    return match.state


class Seen(Struct, frozen=True, omit_defaults=True):
    """What was seen of a match, in numbers."""

    turns: int
    asked: int
    rolled: int
    rules: dict[str, int] = {}
    offered: dict[str, int] = {}
    taken: dict[str, int] = {}
    swings: int | None = None
    change: Change | None = None
    """How it differs from the match of the first arm with the same dice; None for that match itself."""
    at: str = ""


def seen_by(witness: Witness, first: Witness | None) -> Seen:
    change, at = (None, "") if first is None else witness.parted(first)
    return Seen(
        witness.turns,
        witness.asked,
        witness.rolled,
        dict(sorted(witness.rules.items())),
        dict(sorted(witness.offered.items())),
        dict(sorted(witness.taken.items())),
        witness.swings() if witness.leads else None,
        change,
        at,
    )
