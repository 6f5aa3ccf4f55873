"""Quality rolls: activation, morale, resisting and everything else that is rolled against a model's Quality.

A bonus on a roll is added to each die (quality-modifier-meaning); a natural 1 fails and a natural 6 succeeds whatever
the modifiers (quality.one-fails-six-succeeds).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from adjudge.engine import Choose, Deed, Reading, Table, tally
from adjudge.engine.moments import any_of, first_of, highest_of, sum_of
from adjudge.games.mdrg.ability import Special, voices
from adjudge.games.mdrg.book import title_of
from adjudge.games.mdrg.figures import friends_of, named, quality, side_of
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.state import Battle, Figure

DOING = ("activation", "morale", "mutation", "unjam", "climb", "approach", "water", "stairs")
"""The rolls to do something, which a Leader helps with; all others withstand something (sp-leader-bonus-scope)."""


# Moments at which special rules speak


@sum_of
def steadies(state: Battle, figure: Figure, purpose: str) -> int:
    """A bonus on each die of the model's own Quality roll."""


@highest_of
def heartens(state: Battle, me: Figure, friend: Figure, purpose: str) -> int:
    """A bonus on each die of a friend's Quality roll; of several the best counts."""


@any_of
def discourages() -> bool:
    """Whether friends have nothing from the model's presence."""


@any_of
def sure(purpose: str) -> bool:
    """Whether one die of the Quality roll is not rolled and succeeds."""


@first_of
def rerolls(figure: Figure) -> str | None:
    """The rule by which the model may still roll one die of its own again; nothing if it may not."""


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


def actions_of(dice: Dice) -> Outcome:
    """What activation dice give: actions, and perhaps the end of the turn."""
    return Outcome("actions", count=dice.successes, also=("turn lost",) if dice.failures >= PASSING_FAILURES else ())


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
    return sum(amount for _, amount in bonuses(state, figure, purpose))


def bonuses(state: Battle, figure: Figure, purpose: str) -> list[tuple[str, int]]:
    """What is added to each die, by the rule that adds it: the model's own, and the best of its friends'."""
    said = steadies.said(voices(figure.rules), state, figure, purpose)
    found: list[tuple[str, int]] = [(one.rule, amount) for one, amount in said]
    return [(rule, amount) for rule, amount in (*found, leadership(state, figure, purpose)) if amount]


def leadership(state: Battle, figure: Figure, purpose: str) -> tuple[str, int]:
    """ability.leader-bonus: several give no more than one."""
    best = ("", 0)
    for friend in friends_of(state, figure):
        own = voices(friend.rules)
        if not heartens.is_answered(own) or discourages(own):
            continue
        for one, amount in heartens.said(own, state, friend, figure, purpose):
            best = max(best, (one.rule, amount), key=lambda found: found[1])
    return best


class Named:
    """Modifiers in words, when somebody reads them."""

    __slots__ = ("modifiers",)

    def __init__(self, modifiers: list[tuple[str, int]]) -> None:
        self.modifiers = modifiers

    def __str__(self) -> str:
        return ", ".join(f"{amount:+d} {title_of(rule)}" for rule, amount in self.modifiers)


def needed_by(state: Battle, figure: Figure, purpose: str) -> int:
    """What each die has to show (activation.success-per-die)."""
    return quality(figure) - bonus(state, figure, purpose)


def is_sure(state: Battle, figure: Figure, count: int, purpose: str) -> bool:
    """Whether one die counts as a success without being rolled (sp-hero-scope)."""
    if count == 1 and state.rulings.sp_hero_scope == "two-dice-or-more":
        return False
    return sure(voices(figure.rules), purpose)


def quality_roll(table: Table[Battle], figure: Figure, count: int, purpose: str, rule: str, extra: int = 0) -> Dice:
    """A Quality roll of one model."""
    added = bonuses(table.state, figure, purpose)
    needed = quality(figure) - sum(amount for _, amount in added) - extra
    if added:
        table.tell(
            rule,
            "{name} adds {added}",
            on=(figure.id,),
            name=named(figure),
            added=Named(added),
            modifiers=[(by, amount, title_of(by)) for by, amount in added],
        )
    sure = is_sure(table.state, figure, count, purpose)
    rolled = count - sure
    dice = table.roll(quality_dice(needed, rolled), rule, side_of(table.state, figure)) if rolled else Dice(0, 0, 0)
    if dice.failures:
        dice = _again(table, figure, dice, needed, rule)
    return Dice(dice.successes + sure, dice.failures, dice.ones)


def _again(table: Table[Battle], figure: Figure, dice: Dice, needed: int, rule: str) -> Dice:
    """ability.hero-reroll: one failed die may be rolled again, once in a game; the second result stands.

    Of several it is a 1, if there is one: no other failure is worse than that, and some are not as bad.
    """
    found = rerolling(figure)
    if found is None:
        return dice
    seat = side_of(table.state, figure)
    prompt = f"{named(figure)} failed {dice.failures}: roll one die again?"
    if table.ask(seat, found[1], reroll_question(prompt, failures=dice.failures)) == "keep":
        return dice
    spend_reroll(figure)
    again = table.roll(quality_dice(needed, 1), rule, seat)
    ones = max(0, dice.ones - 1) + again.ones
    return Dice(dice.successes + again.successes, dice.failures - again.successes, ones)


def reroll_question(prompt: str, **facts: int) -> Choose[str]:
    """Whether a die is rolled again, with the numbers that decide it."""
    return Choose(("keep", "re-roll"), prompt=prompt, about=Deed, facts=facts)


def rerolling(figure: Figure) -> tuple[Special, str] | None:
    """The special rule by which a model may roll a die again, if it still may, and the rule to cite."""
    for one, rule in rerolls.said(voices(figure.rules), figure):
        if rule:
            return one, rule
    return None


def spend_reroll(figure: Figure) -> None:
    """It has rolled a die again, and may not do so any more."""
    found = rerolling(figure)
    if found is not None:
        figure.used.append(found[0].id)


def resists(table: Table[Battle], figure: Figure, purpose: str, rule: str) -> bool:
    """A Quality roll on one die to withstand something."""
    return quality_roll(table, figure, 1, purpose, rule).successes == 1
