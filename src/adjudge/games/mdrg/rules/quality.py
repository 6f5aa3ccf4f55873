"""Quality rolls: activation, morale, resisting and everything else that is rolled against a model's Quality.

A bonus on a roll is added to each die (quality-modifier-meaning); a natural 1 fails and a natural 6 succeeds whatever
the modifiers (quality.one-fails-six-succeeds).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from adjudge.engine import Choose, Reading, Table, tally
from adjudge.games.mdrg.rules.figures import friends_of, named, quality, side_of
from adjudge.games.mdrg.rules.moments import Special, voices
from adjudge.games.mdrg.state import Battle, Figure

DOING = ("activation", "morale", "mutation", "unjam", "climb", "approach", "water", "stairs")
"""The rolls to do something, which a Leader helps with; all others withstand something (sp-leader-bonus-scope)."""


class Dice(NamedTuple):
    """What a Quality roll shows: successes, failures, and how many of the dice show 1."""

    successes: int
    failures: int
    ones: int


PASSING_FAILURES = 2
"""So many failures on activation dice lose the turn (activation.two-failures-pass-turn)."""


def in_words(dice: Dice) -> str:
    """What a Quality roll shows, as a log tells it."""
    made, failed = dice.successes, dice.failures
    return f"{made} success{'es' * (made != 1)}, {failed} failure{'s' * (failed != 1)}"


def actions_in_words(dice: Dice) -> str:
    """What activation dice give: actions, and perhaps the end of the turn."""
    lost = ", turn lost" if dice.failures >= PASSING_FAILURES else ""
    return f"{dice.successes} action{'s' * (dice.successes != 1)}{lost}"


@cache
def quality_dice(needed: int, count: int) -> Reading[Dice]:
    """So many dice that each succeed on the number or better; 1 always fails and 6 always succeeds."""
    needed = max(2, min(6, needed))
    row = ("one", *(("fail",) * (needed - 2)), *(("success",) * (7 - needed)))
    spread = tally(count, row)

    def read(counts: tuple[int, ...]) -> Dice:
        return Dice(counts[-1], count - counts[-1], counts[0])

    return spread.map(read, f"{count}d6, success on {needed}+").saying(in_words)


def bonus(state: Battle, figure: Figure, purpose: str) -> int:
    """Everything that is added to each die: the model's own rules, and the best of its friends'."""
    own = sum(one.steadies(state, figure, purpose) for one in voices(figure.rules, "steadies"))
    return own + leadership(state, figure, purpose)


def leadership(state: Battle, figure: Figure, purpose: str) -> int:
    """ability.leader-bonus: several give no more than one."""
    best = 0
    for friend in friends_of(state, figure):
        for one in voices(friend.rules, "heartens"):
            best = max(best, one.heartens(state, friend, figure, purpose))
    return best


def needed_by(state: Battle, figure: Figure, purpose: str) -> int:
    """What each die has to show (activation.success-per-die)."""
    return quality(figure) - bonus(state, figure, purpose)


def is_sure(state: Battle, figure: Figure, count: int, purpose: str) -> bool:
    """Whether one die counts as a success without being rolled (sp-hero-scope)."""
    if count == 1 and state.rulings.sp_hero_scope == "two-dice-or-more":
        return False
    return any(one.sure(purpose) for one in voices(figure.rules, "sure"))


def quality_roll(
    table: Table[Battle], figure: Figure, count: int, purpose: str, rule: str, extra: int = 0, *, quiet: bool = False
) -> Dice:
    """A Quality roll of one model. `quiet`: nobody is asked whether a die is rolled again."""
    needed = needed_by(table.state, figure, purpose) - extra
    sure = is_sure(table.state, figure, count, purpose)
    rolled = count - sure
    dice = table.roll(quality_dice(needed, rolled), rule, side_of(table.state, figure)) if rolled else Dice(0, 0, 0)
    if dice.failures and not quiet:
        dice = _again(table, figure, dice, needed, rule)
    return Dice(dice.successes + sure, dice.failures, dice.ones)


def _again(table: Table[Battle], figure: Figure, dice: Dice, needed: int, rule: str) -> Dice:
    """ability.hero-reroll: one failed die may be rolled again, once in a game; the second result stands."""
    one = rerolling(figure)
    if one is None:
        return dice
    seat = side_of(table.state, figure)
    prompt = f"{named(figure)} failed {dice.failures}: roll one die again?"
    if table.ask(seat, one.rerolls(figure), Choose(REROLL, prompt=prompt)) == "keep":
        return dice
    figure.used.append(one.id)
    again = table.roll(quality_dice(needed, 1), rule, seat)
    ones = min(dice.ones, dice.failures - 1) + again.ones
    return Dice(dice.successes + again.successes, dice.failures - again.successes, ones)


REROLL = ("keep", "re-roll")


def rerolling(figure: Figure) -> Special | None:
    """The rule by which a model may roll a die again, if it still may."""
    return next((one for one in voices(figure.rules, "rerolls") if one.rerolls(figure)), None)


def resists(table: Table[Battle], figure: Figure, purpose: str, rule: str, *, quiet: bool = False) -> bool:
    """A Quality roll on one die to withstand something."""
    return quality_roll(table, figure, 1, purpose, rule, quiet=quiet).successes == 1
