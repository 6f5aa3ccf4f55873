"""Leverage and its six options (table.advantages), and the pool that they make."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.rules.luck import luck_room
from adjudge.games.regulus.rules.sheets import entries_of
from adjudge.games.regulus.state import ADVANTAGES, COLUMNS, Column, Contest, Pool, Rulings, Session

RULES = {
    "+1": "advantage.plus-one",
    "discard": "advantage.discard-one",
    "re-roll": "advantage.re-roll",
    "d8": "advantage.d8",
    "favored": "advantage.favored",
    "Luck": "advantage.mark-up-luck",
}


def further_entries(session: Session, contest: Contest) -> list[str]:
    """Entries besides the Means, each once (ruling.entry-used-once), from the roller's own sheet (ruling.helping)."""
    taken = {contest.means, *contest.leverage, *contest.refused}
    return [entry for entry in entries_of(session, contest.seat) if entry not in taken]


def helpers(session: Session, contest: Contest) -> list[str]:
    """Who may help: by house rule one other character is leverage, and no second one (ruling.helping)."""
    if session.rulings.helping == "none" or any(entry.startswith("help/") for entry in contest.leverage):
        return []
    others = [f"help/{seat}" for seat in session.sheets if seat != contest.seat]
    return [entry for entry in others if entry not in contest.refused]


def may_lever(rulings: Rulings, *, means: bool) -> bool:
    """ruling.leverage-without-means."""
    return means or rulings.leverage_without_means == "allowed"


def most_leverage(session: Session, contest: Contest) -> int:
    """leverage.maximum-three; the free favored does not count (ruling.luck-sudden-free-favored-and-cap)."""
    found = len(further_entries(session, contest)) + bool(helpers(session, contest))
    return min(numbers().most_advantages - len(contest.leverage), found)


def pool_of(session: Session, contest: Contest, *, dice: int = 0, favored: bool = False, more: str = "") -> Pool:
    """The dice as they would be cast now; `more` adds one option, `favored` the free column."""
    taken = (*contest.advantages, more) if more else contest.advantages
    count = dice or contest.dice or 1  # contest.no-means-one-die
    late = session.rulings.d8_timing == "after"
    pool = Pool(
        dice=count,
        column=column_of(session, contest, favored=favored or "favored" in taken),
        eights=0 if late else min(taken.count("d8"), count),
        swaps=min(taken.count("d8"), count) if late else 0,
        rerolls=taken.count("re-roll"),
        discards=taken.count("discard"),
        plus=taken.count("+1"),
    )
    return _holding(session, contest, pool, len(contest.leverage) - len(taken))


def _holding(session: Session, contest: Contest, pool: Pool, held: int) -> Pool:
    """By house rule, with the advantages held back until the dice lie (ruling.advantage-chosen-before-roll)."""
    if session.rulings.advantage_chosen_before_roll == "before" or not held:
        return pool
    left = held if luck_room(session, contest.seat) is None else min(held, luck_room(session, contest.seat) or 0)
    favored = column_of(session, contest, favored=True) if can_favor(contest) else ""
    return replace(pool, held=held, favored=favored, luck_room=left, taken=contest.advantages)


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


def options_now(session: Session, contest: Contest) -> list[str]:
    """What the next advantage may be spent on (table.advantages)."""
    if len(contest.advantages) >= len(contest.leverage):
        return []
    return [option for option in ADVANTAGES if is_offered(session, contest, option)]


def is_offered(session: Session, contest: Contest, option: str) -> bool:
    return may_take(
        option,
        contest.advantages,
        session.rulings,
        dice=contest.dice or (numbers().most_dice if contest.means else 1),
        can_favor=can_favor(contest),
        luck_room=luck_room(session, contest.seat),
    )


def can_favor(contest: Contest) -> bool:
    """Favored is on or off (ruling.favored-twice)."""
    return "favored" not in contest.advantages and contest.sudden != "paid"


def may_take(
    option: str, taken: Sequence[str], rulings: Rulings, *, dice: int, can_favor: bool, luck_room: int | None
) -> bool:
    """ruling.advantage-repeats: any option again, but for those that would do nothing."""
    if option in taken and rulings.advantage_repeats == "once-each":
        return False
    if option == "favored":
        return can_favor
    if option == "d8":  # ruling.d8-more-than-dice
        return taken.count("d8") < dice
    return option != "Luck" or luck_room is None or luck_room > 0  # luck.full-ours
