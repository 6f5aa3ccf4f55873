"""Leverage and its six options (table.advantages), and the pool that they make."""

from __future__ import annotations

from typing import NamedTuple

from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.rules.entries import entries_of
from adjudge.games.regulus.rules.luck import is_full
from adjudge.games.regulus.state import ADVANTAGES, COLUMNS, Column, Contest, Pool, Rulings, Session

RULES = {
    "+1": "advantage.plus-one",
    "discard": "advantage.discard-one",
    "re-roll": "advantage.re-roll",
    "d8": "advantage.d8",
    "favored": "advantage.favored",
    "Luck": "advantage.mark-up-luck",
}
LABELS = {
    "+1": "+1 on the final result",
    "discard": "Discard a single 1",
    "re-roll": "Re-roll one die",
    "d8": "One die is a d8",
    "favored": "The Favored column",
    "Luck": "Mark up Luck",
}


class AdvantageOffer(NamedTuple):
    """An option as it is put to the player: its rule, and the pool it would make."""

    label: str
    rule: str
    pool: Pool
    left: int


def further_entries(session: Session, contest: Contest) -> list[str]:
    """Entries besides the Means, each once (ruling.entry-used-once), from the roller's own sheet (ruling.helping)."""
    taken = {contest.means, *contest.leverage, *contest.refused}
    return [entry for entry in [*entries_of(session, contest.seat), *helpers(session, contest)] if entry not in taken]


def helpers(session: Session, contest: Contest) -> list[str]:
    """By house rule one helping character is leverage."""
    if session.rulings.helping == "none" or any(entry.startswith("help/") for entry in contest.leverage):
        return []
    return [f"help/{seat}" for seat in session.sheets if seat != contest.seat]


def may_lever(rulings: Rulings, *, means: bool) -> bool:
    """ruling.leverage-without-means."""
    return means or rulings.leverage_without_means == "allowed"


def most_leverage(session: Session, contest: Contest) -> int:
    """leverage.maximum-three; the free favored does not count (ruling.luck-sudden-free-favored-and-cap)."""
    return min(numbers().most_advantages - len(contest.leverage), len(further_entries(session, contest)))


def pool_of(session: Session, contest: Contest, *, dice: int = 0, favored: bool = False, more: str = "") -> Pool:
    """The dice as they would be cast now; `more` adds one option, `favored` the free column."""
    taken = [*contest.advantages, more]
    count = dice or contest.dice or 1  # contest.no-means-one-die
    before = session.rulings.d8_timing == "before"
    return Pool(
        dice=count,
        column=column_of(session, contest, favored=favored or "favored" in taken),
        eights=min(taken.count("d8"), count) if before else 0,
        rerolls=taken.count("re-roll"),
        discards=taken.count("discard"),
        plus=taken.count("+1"),
    )


def column_of(session: Session, contest: Contest, *, favored: bool) -> Column:
    """Favored is on or off: chosen, or free (ruling.favored-twice)."""
    return column(session.rulings, means=bool(contest.means), favored=favored or contest.sudden == "paid")


def column(rulings: Rulings, *, means: bool, favored: bool) -> Column:
    """roll.column. Favored needs no Means (ruling.favored-without-means)."""
    own: Column = "Means" if means else "No Means"
    if not favored:
        return own
    if rulings.favored_without_means == "one-left":
        return COLUMNS[max(COLUMNS.index(own) - 1, 0)]
    return "Favored"


def advantage_offers(session: Session, contest: Contest) -> dict[str, AdvantageOffer]:
    """The options for the next advantage, each with what it makes of the roll."""
    left = len(contest.leverage) - len(contest.advantages)
    return {
        option: AdvantageOffer(LABELS[option], RULES[option], pool_of(session, contest, more=option), left)
        for option in ADVANTAGES
        if left and is_offered(session, contest, option)
    }


def is_offered(session: Session, contest: Contest, option: str) -> bool:
    """ruling.advantage-repeats: any option again, but for those that would do nothing."""
    taken = contest.advantages.count(option)
    if taken and session.rulings.advantage_repeats == "once-each":
        return False
    if option == "favored":  # ruling.favored-twice
        return not taken and contest.sudden != "paid"
    if option == "d8":  # ruling.d8-more-than-dice
        return taken < (contest.dice or (numbers().most_dice if contest.means else 1))
    return option != "Luck" or not is_full(session, contest.seat)  # luck.full-ours
