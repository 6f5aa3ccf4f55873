"""How odds take a roller to choose (ruling.odds-policy), which is what the bot does. It goes by a question's facts.

Re-rolls are used on the lowest die as long as there is no Yes, then on a 1 beside the kept die, else not at all. A 1 is
discarded whenever one shows. What house rules bring is used in the same spirit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from adjudge.engine import Asked
from adjudge.engine.errors import NoPolicy
from adjudge.games.regulus.state import RESULTS, Hand

GOOD = frozenset({"Yes", "Yes!", "Yes!!"})
KEEP = "keep"


def policy(asked: Asked) -> Any:
    """What the roller does about dice that lie, and the GM about what is certain."""
    choose = CHOICES.get(asked.rule)
    if choose is None:
        options = ", ".join(map(str, getattr(asked.question, "options", ()))) or "an answer to it"
        raise NoPolicy(asked.rule, asked.seat, options, asked.question)
    return choose(asked.question.facts, asked.question.options)  # type: ignore[attr-defined]


def answers(rule: str) -> bool:
    """Whether a question under that rule is one that the policy knows."""
    return rule in CHOICES


def reroll(facts: Mapping[str, Any], options: Sequence[str]) -> str:
    """For a Yes first, then against 1s, else not; with equal dice the d8."""
    return _die(facts["result"] in GOOD, facts["sides"], facts["faces"], (6, 8))


def swap(facts: Mapping[str, Any], options: Sequence[str]) -> str:
    """A d8 for a d6, as a re-roll is used."""
    return _die(facts["result"] in GOOD, facts["sides"], facts["faces"], (6,))


@cache
def _die(is_good: bool, sides: Hand, faces: Hand, sizes: tuple[int, ...]) -> str:
    """The first of equal dice is the one that is offered."""
    places = [place for place, size in enumerate(sides) if size in sizes]
    if not is_good:
        return f"die-{min(places, key=lambda place: (faces[place], -sides[place])) + 1}"
    kept = faces.index(max(faces))
    ones = [(sides[place], 1) for place in places if faces[place] == 1 and place != kept]
    return f"die-{[*zip(sides, faces, strict=True)].index(ones[0]) + 1}" if ones else KEEP


def spend(facts: Mapping[str, Any], options: Sequence[str]) -> str:
    """An advantage that was held back: what makes a Yes of it, else another die; then against 1s, then for Luck."""
    wanted = []
    if facts["result"] not in GOOD:
        wanted = [option for option, result in facts["with"].items() if result in GOOD]
        wanted.sort(key=lambda option: -RESULTS.index(facts["with"][option]))
        wanted += ["re-roll", "favored", "+1"]
    if facts["ones"] > facts["discards"]:
        wanted.append("discard")
    return next((option for option in [*wanted, "Luck"] if option in options), KEEP)


CHOICES: dict[str, Callable[[Mapping[str, Any], Sequence[str]], str]] = {
    "advantage.re-roll": reroll,
    "advantage.d8": swap,
    "advantage.discard-one": lambda facts, options: "discard",
    "leverage.one-option-per-advantage": spend,
    "ruling.check-certain-results": lambda facts, options: "roll",
    "ruling.luck-in-checks": lambda facts, options: KEEP,
    "ruling.test-luck-before-roll": lambda facts, options: "stay",
}
