"""Results: what is done to the dice when they lie, what they say, and what follows (table.outcomes).

Maybe and the push, Possibly, exclamation marks, Hell No, and the issues of 1s.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from adjudge.engine import Reading, Table, Write, total
from adjudge.engine.questions import Forecast
from adjudge.games.regulus.rules import luck
from adjudge.games.regulus.rules.challenges import ADVICE, first_words, verdict
from adjudge.games.regulus.rules.leverage import LABELS, RULES, column_of, is_offered
from adjudge.games.regulus.rules.roll import (
    Fall,
    Hand,
    comparison,
    foreseen,
    foreseen_after,
    hand,
    is_last_die,
    may_discard,
    ones_in,
    pushed,
    result_of,
    sides_of,
    tidy,
    with_face,
)
from adjudge.games.regulus.rules.strings import fall_with
from adjudge.games.regulus.state import Contest, Pool, Rulings, Session
from adjudge.story import GM, Offer, Speaker, effect, owe, propose
from adjudge.story.floor import step
from adjudge.story.journal import find as find_entry
from adjudge.story.journal import make_canon, strike
from adjudge.story.ledger import mark, open_items, settle
from adjudge.story.oracle import spark
from adjudge.story.proposals import withdraw

Offered = list[tuple[str, Offer]]


def offers_of(session: Session, contest: Contest) -> Offered:
    """What a contest waits for once its dice lie."""
    return OFFERS[contest.step](session, contest) if contest.step in OFFERS else []


# ------------------------------------------------------------------ changing the dice


def left(session: Session, contest: Contest, option: str) -> int:
    """How often an option may still be used on this roll; by house rule not at all on a pushed one."""
    if contest.pushes and session.rulings.push_advantages == "none":
        return 0
    return contest.advantages.count(option) - contest.used.count(option)


def held(session: Session, contest: Contest) -> int:
    """Advantages held back until the dice lie, by house rule (ruling.advantage-chosen-before-roll)."""
    if session.rulings.advantage_chosen_before_roll == "before" or contest.pushes:
        return 0
    return len(contest.leverage) - len(contest.advantages)


def present_pool(session: Session, contest: Contest) -> Pool:
    """The dice that lie, with what is left to do to them."""
    plain = bool(contest.pushes) and session.rulings.push_advantages == "none"
    return Pool(
        dice=len(contest.sides),
        column=contest.column,
        eights=contest.sides.count(8),
        rerolls=left(session, contest, "re-roll"),
        discards=left(session, contest, "discard"),
        plus=0 if plain else contest.advantages.count("+1"),
    )


def change_or_read(table: Table[Session], contest: Contest) -> None:
    """Re-rolls, then discards, then the result (table.order-of-operations)."""
    session = table.state
    if "enough" not in contest.used and may_change(session, contest):
        contest.step = "re-roll"
    elif "keep" not in contest.used and may_discard_more(session, contest):
        contest.step = "discard"
    else:
        read(table, contest)


def may_change(session: Session, contest: Contest) -> bool:
    return bool(held(session, contest) or _swaps(session, contest) or left(session, contest, "re-roll"))


def may_discard_more(session: Session, contest: Contest) -> bool:
    return left(session, contest, "discard") > 0 and may_discard(contest.faces, contest.discarded, session.rulings)


def _swaps(session: Session, contest: Contest) -> int:
    """Dice to be taken away for a d8 after the roll, by house rule (ruling.d8-timing)."""
    return left(session, contest, "d8") if session.rulings.d8_timing == "after" and not contest.pushes else 0


def rerolls(session: Session, contest: Contest) -> Offered:
    """advantage.re-roll: one die at a time, the same again if wanted (ruling.reroll-which-die), or none."""
    pool = present_pool(session, contest)
    places = {(contest.sides[place], face): place for place, face in enumerate(contest.faces)}.values()
    found = []
    if pool.rerolls:
        found += [_reroll_offer(session, contest, replace(pool, rerolls=pool.rerolls - 1), place) for place in places]
    if _swaps(session, contest):
        found += [_swap_offer(contest, place) for place in places if contest.sides[place] == 6]
    if held(session, contest):
        found += [_held_offer(session, contest, option) for option in LABELS if is_offered(session, contest, option)]
    enough = step(
        contest.id, "enough", f"Leave the dice: {shown(contest.faces)}", "advantage.re-roll", partial(stop, contest)
    )
    after = foreseen_after(pool, contest.sides, contest.faces, None, session.rulings)
    found.append(enough._replace(forecast=forecast_of(after, session.rulings)))
    return [(contest.seat, each) for each in found]


def _reroll_offer(session: Session, contest: Contest, pool: Pool, place: int) -> Offer:
    size, face = contest.sides[place], contest.faces[place]
    after = foreseen_after(pool, contest.sides, contest.faces, place, session.rulings)
    do = partial(reroll, contest, place)
    offer = step(contest.id, f"re-roll/{place}", f"Re-roll the {face} (d{size})", "advantage.re-roll", do)
    return offer._replace(forecast=forecast_of(after, session.rulings))


def _swap_offer(contest: Contest, place: int) -> Offer:
    label = f"Cast a d8 for the {contest.faces[place]}"
    return step(contest.id, f"swap/{place}", label, "ruling.d8-timing", partial(swap, contest, place))


def _held_offer(session: Session, contest: Contest, option: str) -> Offer:
    do = partial(use_held, contest, option)
    return step(contest.id, f"advantage/{option}", LABELS[option], RULES[option], do)


def forecast_of(reading: Reading[Fall], rulings: Rulings) -> Forecast:
    """How a roll falls, in words: the result, and the issues it is sure to bring."""
    return lambda table: in_words(table.roll(reading, "roll.lookup"), rulings)


def stop(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    contest.used = (*contest.used, "enough")
    change_or_read(table, contest)


def reroll(contest: Contest, place: int, table: Table[Any], speaker: Speaker) -> None:
    """The die keeps its size; the new face stands (ruling.reroll-result-stands)."""
    size, old = contest.sides[place], contest.faces[place]
    face = table.roll(total(1, size), "advantage.re-roll", speaker.hand)
    contest.faces = with_face(contest.sides, contest.faces, place, face, table.state.rulings)
    contest.used = (*contest.used, "re-roll")
    effect(table, "advantage.re-roll", "the {old} is rolled again: {face}", old=old, face=face)
    change_or_read(table, contest)


def swap(contest: Contest, place: int, table: Table[Any], speaker: Speaker) -> None:
    face = table.roll(total(1, 8), "ruling.d8-timing", speaker.hand)
    others = [
        (size, it) for where, (size, it) in enumerate(zip(contest.sides, contest.faces, strict=True)) if where != place
    ]
    dice = sorted([(8, face), *others], key=lambda die: -die[0])
    contest.sides = tuple(size for size, _ in dice)
    contest.faces = tidy(contest.sides, tuple(it for _, it in dice))
    contest.used = (*contest.used, "d8")
    effect(table, "ruling.d8-timing", "a d8 is cast for one die: {face}", face=face)
    change_or_read(table, contest)


def use_held(contest: Contest, option: str, table: Table[Any], speaker: Speaker) -> None:
    contest.advantages = (*contest.advantages, option)
    if option == "Luck":
        luck.mark_up(table, contest.seat, "advantage.mark-up-luck")
    if option == "favored":
        contest.column = column_of(table.state, contest, favored=True)
    if option == "d8" and table.state.rulings.d8_timing == "before":
        swap(contest, min(range(len(contest.faces)), key=contest.faces.__getitem__), table, speaker)
        return
    change_or_read(table, contest)


def discards(session: Session, contest: Contest) -> Offered:
    """advantage.discard-one: the player may take a 1 out of the count."""
    rule, done = "advantage.discard-one", contest.discarded
    label = f"Discard a 1 of {shown(contest.faces)}"
    using = step(contest.id, "discard", label, rule, partial(discard, contest))
    keeping = step(contest.id, "keep", "Let the 1s count", rule, partial(keep_ones, contest))
    return [
        (contest.seat, _with_discards(session, contest, using, done + left(session, contest, "discard"))),
        (contest.seat, _with_discards(session, contest, keeping, done)),
    ]


def _with_discards(session: Session, contest: Contest, offer: Offer, count: int) -> Offer:
    """The offer, with how the dice fall if so many 1s are discarded in all."""
    pool = replace(present_pool(session, contest), discards=count)
    after = foreseen_after(pool, contest.sides, contest.faces, None, session.rulings)
    return offer._replace(forecast=forecast_of(after, session.rulings))


def discard(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    """The result is read as if the die were still there; by house rule the last die is cast anew."""
    contest.used = (*contest.used, "discard")
    effect(table, "advantage.discard-one", "a 1 is discarded")
    if is_last_die(contest.faces, contest.discarded) and table.state.rulings.discard_only_die == "roll-again":
        face = table.roll(total(1, contest.sides[-1]), "ruling.discard-only-die", speaker.hand)
        contest.faces = (*contest.faces[:-1], face)
    else:
        contest.discarded += 1
    change_or_read(table, contest)


def keep_ones(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    contest.used = (*contest.used, "keep")
    change_or_read(table, contest)


def shown(faces: Hand) -> str:
    return ", ".join(map(str, faces))


# ------------------------------------------------------------------ step 7: the result


def read(table: Table[Session], contest: Contest) -> None:
    """The result is looked up and its choices come (contest.roll-decides-outcome-and-issues)."""
    pool = present_pool(table.state, contest)
    result = result_of(pool, contest.faces, contest.discarded, table.state.rulings)
    contest.result = result
    effect(table, "roll.lookup", "{faces} in {column}: {result}", faces=_sum_shown(pool, contest.faces),
           column=contest.column, result=result)  # fmt: skip
    if result == "Maybe":
        maybe(table, contest)
    elif result == "Possibly":
        contest.step = "issue"
    else:
        decide(table, contest, result)


def _sum_shown(pool: Pool, faces: Hand) -> str:
    return shown(faces) + (f" +{pool.plus}" if pool.plus else "")


def counted_ones(contest: Contest) -> int:
    """ones.noted: the 1s of the last roll that are not discarded (ruling.ones-after-push)."""
    return contest.ones_before + ones_in(contest.faces) - contest.discarded


def issues(result: str, ones: int, rulings: Rulings, *, on_a_one: bool = False, possibly: str = "") -> list[str]:
    """Where issues come from (ruling.issue-order): the result's own, then one for each 1 (ones.create-issues).

    Every 1 counts (ruling.ones-count-per-die), with any outcome (ruling.ones-with-any-outcome), and they add up
    (ruling.ones-add-to-result); a No taken on a Possibly leaves them standing
    (ruling.ones-not-declinable). `on_a_one`: the kept die shows a 1.
    """
    own = ["No!"] if result == "No!" else ["Possibly"] if possibly == "accepted" else []
    count = {"per-die": ones, "once": min(ones, 1), "colour": 0}[rulings.ones_count_per_die]
    if rulings.ones_add_to_result == "not-the-kept" and on_a_one and result in ("No!", "Hell No"):
        count = max(count - 1, 0)
    if rulings.ones_not_declinable == "avoided" and possibly == "declined":
        count = 0
    found = own + ["a die showing 1"] * count
    return found[:1] if rulings.ones_add_to_result == "one-at-most" else found


def in_words(fall: Fall, rulings: Rulings) -> str:
    """A fall as the odds name it: the result, and how many issues it is sure to bring."""
    count = len(issues(fall.result, fall.ones, rulings, on_a_one=fall.on_a_one))
    return with_issues(fall.result, count)


def with_issues(result: str, count: int) -> str:
    return result + (f", {count} issue{'s' if count > 1 else ''}" if count else "")


def decide(table: Table[Session], contest: Contest, result: str) -> None:
    """The outcome stands; what it brings is owed."""
    contest.decided = result
    rule, text, owner = verdict(contest)
    effect(table, rule, text, result=result, who=table.state.story.name(contest.seat), wanted=contest.wanted)
    settle_dispute(table, contest)
    owe_everything(table, contest, owner)
    contest.step = "narrate"


def owe_everything(table: Table[Session], contest: Contest, owner: str) -> None:
    """issue.record-ours, in the order of ruling.issue-order: the outcome with its marks, then the issues."""
    session, result = table.state, contest.decided
    enter = partial(owe, session.story, matter=contest.id)
    if result == "Hell No":  # everybody proposes, the GM approves (ruling.hell-no-final)
        enter("disaster", "Hell No", "result.hell-no", GM, authors=session.story.players)
    else:
        enter("outcome", result, "contest.outcome-first", owner, text=first_words(contest))
    kind, rule, advice = GAIN[contest.kind]
    for number in range(marks(result, session.rulings)):  # the player words it (ruling.and-clause-author)
        enter(kind, f"{result} ({number + 1})", rule, contest.seat, text="And there is more to it.", advice=advice)
    for source in sources(session, contest):
        _owe_issue(table, contest, source)


GAIN = {
    "contest": ("and-clause", "result.exclamation-means-and", "even more than you wanted"),
    "challenge": ("blanket narration", "challenge.exclamation-flips", ADVICE),
}
"""What a mark on a Yes is worth."""


def marks(result: str, rulings: Rulings) -> int:
    """One and-clause for each mark on a Yes (ruling.yes-double-exclamation)."""
    count = result.count("!") if result.startswith("Yes") else 0
    return min(count, 1) if rulings.yes_double_exclamation == "one-great" else count


def sources(session: Session, contest: Contest) -> list[str]:
    """The issues of a decided contest."""
    possibly = "" if contest.result != "Possibly" else "accepted" if contest.accepted else "declined"
    on_a_one = max(contest.faces, default=0) == 1
    return issues(contest.decided, counted_ones(contest), session.rulings, on_a_one=on_a_one, possibly=possibly)


def _owe_issue(table: Table[Session], contest: Contest, source: str) -> None:
    """The GM tells an issue, or the player with the GM's leave (ruling.ones-issue-author, result.no-exclamation)."""
    helpers = [entry.removeprefix("help/") for entry in contest.leverage if entry.startswith("help/")]
    rule = {"No!": "result.no-exclamation", "Possibly": "possibly.accept-for-yes"}.get(source, "ones.create-issues")
    item = owe(table.state.story, "issue", source, rule, GM, matter=contest.id, authors=(contest.seat, *helpers))
    if source == "Possibly":  # it was stated before the choice
        settle(table, item.id, GM, contest.issue)


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
        return
    strike(table, entry.id)
    fall_with(table.state, entry.link)


# ------------------------------------------------------------------ maybe, and the push


def maybe(table: Table[Session], contest: Contest) -> None:
    """maybe.complication first; it stands, and is no issue (ruling.push-complication-stands)."""
    limit = {"unlimited": None, "once": 1, "twice": 2}[table.state.rulings.push_again]
    owe(table.state.story, "complication", "Maybe", "maybe.complication", GM, matter=contest.id)
    contest.step = "complication"
    if limit is not None and contest.pushes >= limit:  # ruling.push-again
        decide(table, contest, "No")


def let_choose(table: Table[Session], contest: Contest) -> None:
    """The complication is told: now the player chooses."""
    owe(table.state.story, "push", "Maybe", "maybe.accept-or-push", contest.seat, matter=contest.id)
    contest.step = "maybe"


def accept_or_push(session: Session, contest: Contest) -> Offered:
    """maybe.accept-or-push, in a Sudden contest too (ruling.push-in-sudden), and again (ruling.push-again)."""
    old = before_change(session, contest)
    no = step(contest.id, "accept", "Accept a No", "maybe.accept-or-push", partial(accept_no, contest))
    ones = counted_ones(contest)
    found = [no._replace(forecast=lambda table: in_words(Fall("No", ones), session.rulings))]
    found.append(_push_offer(session, contest, "push", "Push", old, pushed(old, session.rulings)))
    if session.rulings.push_no_new_resources == "luck" and luck.can_pay(session, contest):
        stays = replace(pushed(old, session.rulings), column=contest.column)
        found.append(_push_offer(session, contest, "push-for-luck", "Pay 1 Luck and push", old, stays))
    return [(contest.seat, each) for each in found]


def before_change(session: Session, contest: Contest) -> Pool:
    """The roll as it was cast, with every option unused unless it is spent (ruling.push-advantages)."""
    pool = present_pool(session, contest)
    if session.rulings.push_advantages != "afresh":
        return pool
    return replace(pool, rerolls=contest.advantages.count("re-roll"), discards=contest.advantages.count("discard"))


def _push_offer(session: Session, contest: Contest, name: str, label: str, old: Pool, new: Pool) -> Offer:
    """Old and new odds side by side."""
    text = f"{label}: {new.dice} dice in {new.column}"
    do = partial(push, contest, new, name == "push-for-luck")
    forecast = forecast_of(foreseen(new, session.rulings), session.rulings)
    offer = step(contest.id, name, text, "push.one-more-die", do)
    return offer._replace(note=partial(comparison, old, new, session.rulings), forecast=forecast)


def accept_no(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    _choice_made(table, contest)
    decide(table, contest, "No")


def _choice_made(table: Table[Session], contest: Contest) -> None:
    for item in open_items(table.state.story, contest.id):
        if item.kind == "push":
            mark(table.state.story, item.id, "settled")


def push(contest: Contest, pool: Pool, pays: bool, table: Table[Any], speaker: Speaker) -> None:
    """push.one-more-die: a new roll of the whole pool; nothing new is brought in (ruling.push-no-new-resources)."""
    session = table.state
    _choice_made(table, contest)
    if pays:
        luck.pay(table, contest.seat, "ruling.push-no-new-resources", "staying in the column", contest.id)
    effect(table, "push.column-moves-right", "{who} pushes: {dice} dice in {column}",
           who=session.story.name(contest.seat), dice=pool.dice, column=pool.column)  # fmt: skip
    if session.rulings.ones_after_push == "every-roll":
        contest.ones_before = counted_ones(contest)
    spent = () if session.rulings.push_advantages == "afresh" else contest.used
    contest.used = tuple(option for option in spent if option in contest.advantages)
    contest.pushes += 1
    contest.column, contest.sides, contest.discarded = pool.column, sides_of(pool), 0
    contest.dice = pool.dice
    contest.faces = table.roll(hand(contest.sides), "push.one-more-die", speaker.hand)
    change_or_read(table, contest)


# ------------------------------------------------------------------ possibly


def state_issue(session: Session, contest: Contest) -> Offered:
    """possibly.issue-proposed-first: by the GM, or by the player with the GM's leave, before anything is chosen."""
    rule = "possibly.issue-proposed-first"

    def by_gm(table: Table[Any], speaker: Speaker) -> None:
        words = Write("Which issue has arisen?", suggestion="somebody saw it")
        issue_stated(table, contest, table.ask(speaker.hand, rule, words))

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        issue_stated(table, contest, spark(table, speaker))

    def by_player(table: Table[Any], speaker: Speaker) -> None:
        words = Write("Which issue do you propose?", suggestion="it makes a noise")
        propose(table, speaker.seat, "issue", table.ask(speaker.hand, rule, words), rule, str(contest.id))

    said = f"({session.story.name(contest.seat)}: {contest.wanted})"
    waits = any((wish.kind, wish.about) == ("issue", str(contest.id)) for wish in session.story.proposals)
    proposing = step(contest.id, "propose", f"Propose the issue of your Possibly {said}", rule, by_player)
    return [
        *([] if waits else [(contest.seat, proposing._replace(key=f"issue/{contest.id}/propose"))]),
        (GM, step(contest.id, "issue", f"State the issue of a Possibly {said}", rule, by_gm)),
        (GM, step(contest.id, "by-dice", f"Let the dice name the issue of a Possibly {said}", "story.oracle", by_dice)),
    ]


def issue_stated(table: Table[Session], contest: Contest, text: str) -> None:
    contest.issue, contest.step = text, "possibly"
    withdraw(table.state.story, "issue", str(contest.id))
    effect(table, "possibly.issue-proposed-first", "Possibly, at the price of: {issue}", issue=text)


def take_or_leave(session: Session, contest: Contest) -> Offered:
    """The player decides (ruling.possibly-who-decides): a plain Yes or No (ruling.possibly-gives-plain-results)."""
    ones, rulings = counted_ones(contest), session.rulings
    yes_words = with_issues("Yes", len(issues("Yes", ones, rulings, possibly="accepted")))
    no_words = with_issues("No", len(issues("No", ones, rulings, possibly="declined")))
    accept = step(contest.id, "accept", f"Yes, and accept: {contest.issue}", "possibly.accept-for-yes",
                    partial(choose_possibly, contest, True))  # fmt: skip
    decline = step(contest.id, "decline", "No, and it does not happen", "possibly.decline-for-no",
                     partial(choose_possibly, contest, False))  # fmt: skip
    return [
        (contest.seat, accept._replace(forecast=lambda table: yes_words)),
        (contest.seat, decline._replace(forecast=lambda table: no_words)),
    ]


def choose_possibly(contest: Contest, accepted: bool, table: Table[Any], speaker: Speaker) -> None:
    contest.accepted = accepted
    decide(table, contest, "Yes" if accepted else "No")


OFFERS: dict[str, Callable[[Session, Contest], Offered]] = {
    "re-roll": rerolls,
    "discard": discards,
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
        table.tell("issue.record-ours", "closed: {wanted}", wanted=contest.wanted)
