"""Luck: levels on the sheet, paid in contests and marked in tests (table.luck-uses, ruling.luck-units)."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.state import Contest, Rulings, Session
from adjudge.story import owe
from adjudge.story.ledger import mark


def starting_luck(rulings: Rulings) -> int:
    """luck.level-ours (ruling.luck-range)."""
    return numbers().luck[rulings.luck_range].start


def most_luck(rulings: Rulings) -> int | None:
    """luck.level-ours; None: without a maximum."""
    return numbers().luck[rulings.luck_range].most or None


def has_luck(session: Session, seat: str) -> bool:
    """luck.empty-ours: at 0 nothing can be paid or marked down."""
    return session.sheets[seat].luck >= 1


def is_full(session: Session, seat: str) -> bool:
    """luck.full-ours: at the maximum marking up gains nothing."""
    most = most_luck(session.rulings)
    return most is not None and session.sheets[seat].luck >= most


def luck_room(session: Session, seat: str) -> int | None:
    """How many marks up still gain something (luck.full-ours); None: any number."""
    most = most_luck(session.rulings)
    return None if most is None else max(most - session.sheets[seat].luck, 0)


def pay(table: Table[Session], seat: str, rule: str, what: str, matter: int) -> None:
    """One level down. What was paid stays paid, whatever the roll gives (luck.no-refund-ours)."""
    session = table.state
    sheet = session.sheets[seat]
    sheet.luck -= 1
    spent = owe(session.story, "luck", what, rule, seat, matter=matter)
    mark(session.story, spent.id, "settled", f"Luck {sheet.luck}")
    table.tell(
        rule, "{who} pays 1 Luck for {what}: Luck {luck}", on=(sheet.seat,), who=sheet.name, what=what, luck=sheet.luck
    )


def mark_up(table: Table[Session], seat: str, rule: str) -> None:
    """One level up, unless Luck is full (luck.full-ours)."""
    sheet = table.state.sheets[seat]
    if is_full(table.state, seat):
        table.tell(
            "luck.full-ours",
            "{who} marks up Luck in vain: {luck} is full",
            on=(sheet.seat,),
            who=sheet.name,
            luck=sheet.luck,
        )
        return
    sheet.luck += 1
    table.tell(rule, "{who} marks up Luck: Luck {luck}", on=(sheet.seat,), mark="heal", who=sheet.name, luck=sheet.luck)


def can_pay(session: Session, contest: Contest) -> bool:
    """luck.empty-ours; what an advantage of this contest gained pays for nothing in it (ruling.luck-option-timing)."""
    return session.sheets[contest.seat].luck > contest.advantages.count("Luck")


def may_pay_for_leverage(session: Session, contest: Contest) -> bool:
    """luck.pay-sudden: only in a Sudden contest (luck.pay-sudden-only-if-sudden), leverage or none.

    With an empty sheet it buys the Favored column alone (ruling.luck-sudden-without-leverage).
    """
    if contest.sudden != "sudden" or not can_pay(session, contest):
        return False
    return contest.means != "luck" or session.rulings.luck_both_payments == "both"  # ruling.luck-both-payments


def may_buy_means(session: Session, contest: Contest) -> bool:
    """luck.pay-means: without Means, until the dice are cast (ruling.luck-means-timing)."""
    if contest.means or contest.faces or not can_pay(session, contest):
        return False
    return contest.sudden != "paid" or session.rulings.luck_both_payments == "both"


def pay_for_leverage(table: Table[Session], contest: Contest) -> None:
    """The leverage step, and the Favored column for free (luck.pay-sudden-free-favored)."""
    contest.sudden = "paid"
    pay(table, contest.seat, "luck.pay-sudden", "leverage in a Sudden contest", contest.id)


def buy_means(table: Table[Session], contest: Contest, circumstance: str) -> None:
    """Means for this contest only, by a lucky circumstance (luck.pay-means-circumstance)."""
    contest.means, contest.circumstance = "luck", circumstance
    pay(table, contest.seat, "luck.pay-means", "Means", contest.id)
