"""Three lessons of a match in plain sentences: who was lucky, what cost most, and where to look next time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudge.engine.game import Game
from adjudge.engine.wording import several

if TYPE_CHECKING:
    from adjudge.mind.analysis import Account, Judged


def lessons(
    game: Game[Any], accounts: Sequence[Account], steps: Sequence[Judged], names: Mapping[str, str]
) -> tuple[str, ...]:
    """Always three."""
    return (_luck(accounts), _costliest(steps, names), _habit(game, steps, names))


def points(chance: float) -> str:
    """A share of the chance of winning: 0.12 is 12 points."""
    return several(abs(round(100 * chance)), "point")


def _luck(accounts: Sequence[Account]) -> str:
    one = max(accounts, key=lambda it: abs(it.luck))
    if abs(one.luck) <= one.margin or abs(one.luck) < 0.05:
        return "The dice favoured nobody: what they gave and took came out even."
    turned = "gave" if one.luck > 0 else "cost"
    decided = one.own + one.others
    skill = f"decisions {'gained' if decided >= 0 else 'lost'} {points(decided)}"
    return f"The dice {turned} {one.name} {points(one.luck)} of winning chances in all; {skill} for {one.name}."


def _costliest(steps: Sequence[Judged], names: Mapping[str, str]) -> str:
    worst = max((it for it in steps if it.gave_away), key=lambda it: it.gave_away, default=None)
    if worst is None:
        return "Nobody made a decision that a look ahead would clearly have bettered."
    who = names.get(worst.seat, worst.seat)
    asked = f" at “{worst.prompt}”" if worst.prompt else ""
    return (
        f"In turn {worst.turn} {who} gave most away{asked}, {points(worst.gave_away)}: "
        f"“{worst.best}” would have been better than “{worst.text}”."
    )


def _habit(game: Game[Any], steps: Sequence[Judged], names: Mapping[str, str]) -> str:
    lost: dict[tuple[str, str], list[float]] = defaultdict(list)
    for step in steps:
        if step.gave_away:
            lost[step.seat, step.rule].append(step.gave_away)
    if lost:
        (seat, rule), each = max(lost.items(), key=lambda it: (sum(it[1]), it[0]))
        if len(each) > 1:
            return (
                f"{names.get(seat, seat)} should look again at “{_called(game, rule)}”: "
                f"{points(sum(each))} went there in {several(len(each), 'decision')}."
            )
    big = max((it for it in steps if it.kind == "roll"), key=lambda it: max(it.change.values()), default=None)
    if big is None:
        return "No dice fell, so the decisions made all the difference."
    seat, gain = max(big.change.items(), key=lambda it: it[1])
    return f"The roll that mattered most came in turn {big.turn}: it gave {names.get(seat, seat)} {points(gain)}."


def _called(game: Game[Any], rule: str) -> str:
    try:
        return game.rulebook.find(rule).title or rule
    except Exception:
        return rule
