"""Contests, steps 7 and 8: what the dice say, and what follows (table.outcomes).

Maybe and the push, Possibly, exclamation marks, Hell No, and the issues of 1s.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from adjudge.engine import Table, Write
from adjudge.engine.table import Mark
from adjudge.games.regulus import prospects
from adjudge.games.regulus.offers import Offered, step_of, tell_of
from adjudge.games.regulus.readings import listed
from adjudge.games.regulus.rules import luck
from adjudge.games.regulus.rules.challenges import ADVICE, first_words, verdict
from adjudge.games.regulus.rules.roll import as_they_lie, pool_to_push, result_of, sources, throw
from adjudge.games.regulus.rules.strings import fall_with, rise_with
from adjudge.games.regulus.state import Contest, Pool, Rulings, Session, Throw
from adjudge.games.regulus.wording import counted
from adjudge.story import GM, Offer, Speaker, owe, propose
from adjudge.story.journal import enter, make_canon, strike
from adjudge.story.journal import find as find_entry
from adjudge.story.ledger import Due, mark, open_items, owe_just, settle
from adjudge.story.oracle import sentence, spark
from adjudge.story.proposals import withdraw


def offers_of(session: Session, contest: Contest) -> Offered:
    """What a contest waits for once its dice lie."""
    return OFFERS[contest.step](session, contest) if contest.step in OFFERS else []


# ------------------------------------------------------------------ step 7: the result


def lay(table: Table[Session], contest: Contest, before: Pool, thrown: Throw, spent: tuple[str, ...] = ()) -> None:
    """The dice of a pool are left as they are, and read. `spent`: options that earlier rolls have used up."""
    pool = thrown.pool
    contest.dice, contest.column, contest.sides, contest.faces = pool.dice, pool.column, thrown.sides, thrown.faces
    contest.discarded, contest.ones_before = thrown.discarded, pool.ones
    contest.used = (*spent, *used(before, pool))
    for option in pool.taken[len(contest.advantages) :]:  # those that were held back
        contest.advantages = (*contest.advantages, option)
        if option == "Luck":
            luck.mark_up(table, contest.seat, "advantage.mark-up-luck")
    read(table, contest, thrown)


def used(before: Pool, after: Pool) -> list[str]:
    """The options that were used on dice: those there were, or that were held back and taken, less those left."""
    had = {"re-roll": before.rerolls, "discard": before.discards, "d8": before.swaps}
    left = {"re-roll": after.rerolls, "discard": after.discards, "d8": after.swaps}
    taken = after.taken[len(before.taken) :]
    return [option for option in had for _ in range(had[option] + taken.count(option) - left[option])]


def read(table: Table[Session], contest: Contest, thrown: Throw) -> None:
    """The result is looked up and its choices come (contest.roll-decides-outcome-and-issues)."""
    result = contest.result = result_of(thrown, table.state.rulings)
    told = listed(thrown.faces) + (f" +{thrown.pool.plus}" if thrown.pool.plus else "")
    who, words = table.state.story.name(contest.seat), "{who} has {faces} in {column}: {result}"
    table.tell("roll.lookup", words, on=(contest.seat,), who=who, faces=told, column=contest.column, result=result)
    if result == "Maybe":
        maybe(table, contest)
    elif result == "Possibly":
        contest.step = "issue"
    else:
        decide(table, contest, result)


def mark_of(result: str) -> Mark:
    """How an outcome is marked on the character's card: a Yes is got, a No is not."""
    return "won" if result.startswith("Yes") else "lost"


def decide(table: Table[Session], contest: Contest, result: str) -> None:
    """The outcome stands; what it brings is owed."""
    contest.decided = result
    rule, text, owner = verdict(contest)
    who, befallen = table.state.story.name(contest.seat), mark_of(result)
    told = text if "{who}" in text else f"{{who}} has a {text}"
    table.tell(rule, told, on=(contest.seat,), mark=befallen, who=who, wanted=contest.wanted)
    enter(table.state.story, rule, text.format(who=who, wanted=contest.wanted))
    settle_dispute(table, contest)
    owe_everything(table, contest, owner)
    contest.step = "narrate"


def owe_everything(table: Table[Session], contest: Contest, owner: str) -> None:
    """issue.record-ours, in the order of ruling.issue-order: the outcome with its marks, then the issues.

    After an override just what the other result brings: nothing that was told is owed again (story.override).
    """
    due = [*complications(table.state, contest), *gains(table.state, contest, owner), *troubles(table.state, contest)]
    for item in owe_just(table.state.story, contest.id, due, alike=GAINS):
        if item.source == "Possibly":  # it was stated before the choice
            settle(table, item.id, GM, contest.issue)


def complications(session: Session, contest: Contest) -> list[Due]:
    """They stand, whatever comes of the contest (ruling.push-complication-stands)."""
    told = [it for it in session.story.ledger if (it.matter, it.kind) == (contest.id, COMPLICATION.kind)]
    return [COMPLICATION] * len(told)


def gains(session: Session, contest: Contest, owner: str) -> list[Due]:
    """The outcome, and an and-clause for each mark."""
    result = contest.decided
    kind, rule, advice = GAIN[contest.kind]
    if result == "Hell No":  # everybody proposes, the GM approves (ruling.hell-no-final)
        return [Due("disaster", "Hell No", "result.hell-no", GM, session.story.players)]
    outcome = Due("outcome", result, "contest.outcome-first", owner, text=first_words(contest))
    count = marks(result, session.rulings)
    from_each = [result] if count == 1 else [f"{result}, the {which}" for which in ("first", "second")[:count]]
    clauses = [  # the player words it (ruling.and-clause-author)
        Due(kind, source, rule, contest.seat, text="And there is more to it.", advice=advice) for source in from_each
    ]
    return [outcome, *clauses]


def troubles(session: Session, contest: Contest) -> list[Due]:
    """The GM tells an issue, or the player with the GM's leave (ruling.ones-issue-author, result.no-exclamation)."""
    helpers = [entry.removeprefix("help/") for entry in contest.leverage if entry.startswith("help/")]
    authors = (contest.seat, *helpers)
    return [
        Due("issue", source, ISSUES.get(source, "ones.create-issues"), GM, authors)
        for source in sources(session, contest, contest.decided, how_taken(contest))
    ]


def how_taken(contest: Contest) -> str:
    """What became of a Possibly."""
    return "" if contest.result != "Possibly" else "accepted" if contest.accepted else "declined"


ISSUES = {"No!": "result.no-exclamation", "Possibly": "possibly.accept-for-yes"}
COMPLICATION = Due("complication", "Maybe", "maybe.complication", GM)
GAIN = {
    "contest": ("and-clause", "result.exclamation-means-and", "even more than you wanted"),
    "challenge": ("blanket narration", "challenge.exclamation-flips", ADVICE),
}
"""What a mark on a Yes is worth."""
GAINS = frozenset(kind for kind, _, _ in GAIN.values())


def marks(result: str, rulings: Rulings) -> int:
    """One and-clause for each mark on a Yes (ruling.yes-double-exclamation)."""
    count = result.count("!") if result.startswith("Yes") else 0
    return min(count, 1) if rulings.yes_double_exclamation == "one-great" else count


def settle_dispute(table: Table[Session], contest: Contest) -> None:
    """A Yes in the narrator's contest or a No in a challenge makes the disputed narration canon, else it is struck.

    (dispute.resolved-by-roll.) What the narration had brought about falls with it.
    """
    if not contest.disputes:
        return
    entry = find_entry(table.state.story, contest.disputes)
    is_yes = contest.decided.startswith("Yes")
    if is_yes == (contest.seat == entry.by):
        make_canon(table, entry.id)
        rise_with(table.state, entry.link)
        return
    strike(table, entry.id)
    fall_with(table.state, entry.link)


# ------------------------------------------------------------------ maybe, and the push


def maybe(table: Table[Session], contest: Contest) -> None:
    """maybe.complication first; it stands, and is no issue (ruling.push-complication-stands)."""
    limit = {"unlimited": None, "once": 1, "twice": 2}[table.state.rulings.push_again]
    owe(table.state.story, *COMPLICATION[:4], matter=contest.id)
    contest.step = "complication"
    if limit is not None and contest.pushes >= limit:  # ruling.push-again
        decide(table, contest, "No")


def let_choose(table: Table[Session], contest: Contest) -> None:
    """The complication is told: now the player chooses."""
    owe(table.state.story, "push", "Maybe", "maybe.accept-or-push", contest.seat, matter=contest.id)
    contest.step = "maybe"


def accept_or_push(session: Session, contest: Contest) -> Offered:
    """maybe.accept-or-push, in a Sudden contest too (ruling.push-in-sudden), and again (ruling.push-again)."""
    offer = step_of(session, contest)
    accept = offer("accept", "Accept a No", "maybe.accept-or-push", partial(accept_no, contest))
    found = [accept._replace(forecast=prospects.of_decision(contest.id, "No"))]
    found.append(_push_offer(session, contest, "push", "Push"))
    if session.rulings.push_no_new_resources == "luck" and luck.can_pay(session, contest):
        found.append(_push_offer(session, contest, "push-for-luck", "Pay 1 Luck and push", stays=True))
    return [(contest.seat, each) for each in found]


def _push_offer(session: Session, contest: Contest, name: str, label: str, *, stays: bool = False) -> Offer:
    """The odds beside a push are those of the pushed roll."""
    pool = pool_to_push(session, contest, stays=stays)
    text = f"{label}: {counted(pool.dice, 'die', 'dice')} in {pool.column}"
    offer = step_of(session, contest)(name, text, "push.one-more-die", partial(push, contest, stays))
    return offer._replace(forecast=prospects.of_push(contest.id, stays=stays))


def accept_no(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    _choice_made(table, contest)
    decide(table, contest, "No")


def _choice_made(table: Table[Session], contest: Contest) -> None:
    for item in open_items(table.state.story, contest.id):
        if item.kind == "push":
            mark(table.state.story, item.id, "settled")


def push(contest: Contest, pays: bool, table: Table[Any], speaker: Speaker) -> None:
    """push.one-more-die: a new roll of the whole pool; nothing new is brought in (ruling.push-no-new-resources)."""
    session = table.state
    pool = pool_to_push(session, contest, stays=pays)
    _choice_made(table, contest)
    if pays:
        luck.pay(table, contest.seat, "ruling.push-no-new-resources", "staying in the column", contest.id)
    tell_of(
        table,
        contest,
        "push.column-moves-right",
        "{who} pushes: {dice} in {column}",
        dice=counted(pool.dice, "die", "dice"),
        column=pool.column,
    )
    spent = contest.used if session.rulings.push_advantages == "spent" else ()
    contest.pushes += 1
    thrown = throw(table, pool, session.rulings, speaker.hand, as_they_lie, "push.one-more-die")
    lay(table, contest, pool, thrown, spent)


# ------------------------------------------------------------------ possibly


def state_issue(session: Session, contest: Contest) -> Offered:
    """possibly.issue-proposed-first: by the GM, or by the player with the GM's leave, before anything is chosen."""
    rule = "possibly.issue-proposed-first"

    def by_gm(table: Table[Any], speaker: Speaker) -> None:
        words = Write("Which issue has arisen?", suggestion="somebody saw it")
        issue_stated(table, contest, table.ask(speaker.hand, rule, words))

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        issue_stated(table, contest, sentence(spark(table, speaker)))

    def by_player(table: Table[Any], speaker: Speaker) -> None:
        words = Write("Which issue do you propose?", suggestion="it makes a noise")
        propose(table, speaker.seat, "issue", table.ask(speaker.hand, rule, words), rule, str(contest.id))

    offer = step_of(session, contest)
    waits = any((wish.kind, wish.about) == ("issue", str(contest.id)) for wish in session.story.proposals)
    proposing = offer("propose", "Propose the issue of your Possibly", rule, by_player)
    return [
        *([] if waits else [(contest.seat, proposing._replace(key=f"issue/{contest.id}/propose"))]),
        (GM, offer("issue", "State the issue", rule, by_gm)),
        (GM, offer("by-dice", "Let the dice name the issue", "story.oracle", by_dice)),
    ]


def issue_stated(table: Table[Session], contest: Contest, text: str) -> None:
    contest.issue, contest.step = text, "possibly"
    withdraw(table.state.story, "issue", str(contest.id))
    tell_of(table, contest, "possibly.issue-proposed-first", "{who}: possibly, at the price of: {issue}", issue=text)


def take_or_leave(session: Session, contest: Contest) -> Offered:
    """The player decides (ruling.possibly-who-decides): a plain Yes or No (ruling.possibly-gives-plain-results)."""
    offer, take = step_of(session, contest), partial(partial, choose_possibly, contest)
    accept = offer("accept", f"Yes, and accept: {contest.issue}", "possibly.accept-for-yes", take(True))
    decline = offer("decline", "No, and it does not happen", "possibly.decline-for-no", take(False))
    return [
        (contest.seat, accept._replace(forecast=prospects.of_decision(contest.id, "Yes", "accepted"))),
        (contest.seat, decline._replace(forecast=prospects.of_decision(contest.id, "No", "declined"))),
    ]


def choose_possibly(contest: Contest, accepted: bool, table: Table[Any], speaker: Speaker) -> None:
    contest.accepted = accepted
    decide(table, contest, "Yes" if accepted else "No")


OFFERS: dict[str, Callable[[Session, Contest], Offered]] = {
    "maybe": accept_or_push,
    "issue": state_issue,
    "possibly": take_or_leave,
}


def tidy_up(table: Table[Session], contest: Contest) -> None:
    """When everything owed is told, the contest goes on to the choice or is closed (issue.record-ours)."""
    if open_items(table.state.story, contest.id):
        return
    if contest.step == "complication":
        let_choose(table, contest)
    elif contest.step == "narrate":
        contest.step, contest.done = "closed", ()
        tell_of(table, contest, "issue.record-ours", "{who}, closed: {wanted}", wanted=contest.wanted)
