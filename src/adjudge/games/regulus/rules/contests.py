"""Contests: the steps from the desired outcome to the dice (contest.order-of-steps).

Each step is something offered on the floor to the seat that must take it, so a contest can be left lying and resumed.
Challenges take the same steps (challenge.same-rules).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from adjudge.engine import ChooseSome, Table, Write
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.rules import luck, results
from adjudge.games.regulus.rules.entries import entries_of, entry_words, refused_by_dice
from adjudge.games.regulus.rules.leverage import (
    AdvantageOffer,
    advantage_offers,
    further_entries,
    may_lever,
    most_leverage,
    pool_of,
)
from adjudge.games.regulus.rules.roll import chance, foreseen, hand, is_good, sides_of, summary
from adjudge.games.regulus.state import Contest, Pool, Rulings, Session
from adjudge.story import GM, Offer, Speaker, effect
from adjudge.story.floor import Do, step
from adjudge.story.journal import build_on
from adjudge.story.oracle import at_least, left_to_dice

Offered = list[tuple[str, Offer]]

STEPS = (
    "reaction",
    "approval",
    "means",
    "means-approval",
    "dice",
    "sudden",
    "luck",
    "leverage",
    "leverage-approval",
    "advantages",
    "cast",
)


def begin(
    table: Table[Session], kind: Any, seat: str, wanted: str, action: str = "", *, disputes: int = 0, along: Any = ()
) -> Contest:
    """Somebody wants something, or something befalls them, and the outcome is in question (contest.when).

    One contest may stand for a whole sequence of actions (contest.one-roll-may-cover-a-sequence).
    """
    session = table.state
    if not disputes:
        build_on(table, seat if kind == "contest" else GM)  # ruling.dispute-window
    contest = Contest(session.story.number(), kind, seat, wanted, "", action, disputes=disputes, along=tuple(along))
    contest.scene = session.story.scene
    session.contests.append(contest)
    rule = "contest.outcome-first" if kind == "contest" else "challenge.when"
    effect(table, rule, "{kind} for {who}: {wanted}", kind=kind, who=session.story.name(seat), wanted=wanted)
    if session.on_a_job:
        table.tell("ruling.job-rules-missing", "on a Job the book uses rules of its own")
    go_on(session, contest)
    return contest


def go_on(session: Session, contest: Contest) -> None:
    """To the next step that leaves something to decide; what is behind stays behind."""
    for name in order(session.rulings):
        if name in contest.done:
            continue
        if name != contest.step and NEEDED[name](session, contest):
            contest.step = name
            return
        contest.done = (*contest.done, name)


def back_to(session: Session, contest: Contest, *steps: str) -> None:
    """Opens steps again, and goes on from there."""
    contest.done = tuple(name for name in contest.done if name not in steps)
    contest.step = ""
    go_on(session, contest)


def order(rulings: Rulings) -> tuple[str, ...]:
    """The order of the book, or dice last by house rule (ruling.dice-before-sudden)."""
    if rulings.dice_before_sudden == "before":
        return STEPS
    return (*(name for name in STEPS if name not in ("dice", "cast")), "dice", "cast")


def asks_the_gm(session: Session) -> bool:
    """story.approval: the GM may set approvals to automatic (ruling.outcome-approval)."""
    return session.approvals == "ask"


def judges_entries(session: Session) -> bool:
    """ruling.means-approval: the player proposes, the GM may refuse; the program never judges a phrase."""
    return asks_the_gm(session) and session.rulings.means_approval == "gm"


def finds_leverage(session: Session, contest: Contest) -> bool:
    """Step 5, unless it is skipped (contest.sudden-skips-leverage); after Means (ruling.leverage-without-means)."""
    may = contest.sudden in ("calm", "paid")
    based = may_lever(session.rulings, means=bool(contest.means))
    return may and based and most_leverage(session, contest) > 0


NEEDED: dict[str, Callable[[Session, Contest], bool]] = {
    "reaction": lambda session, contest: contest.kind == "challenge" and not contest.action,
    "approval": lambda session, contest: asks_the_gm(session) and contest.kind == "contest" and not contest.disputes,
    "means": lambda session, contest: bool(entries_of(session, contest.seat)) or luck.may_buy_means(session, contest),
    "means-approval": lambda session, contest: judges_entries(session) and contest.means not in ("", "luck"),
    "dice": lambda session, contest: bool(contest.means),
    "sudden": lambda session, contest: True,
    "luck": luck.may_pay_for_leverage,
    "leverage": finds_leverage,
    "leverage-approval": lambda session, contest: judges_entries(session) and bool(unjudged(contest)),
    "advantages": lambda session, contest: (
        len(contest.advantages) < len(contest.leverage) and session.rulings.advantage_chosen_before_roll == "before"
    ),
    "cast": lambda session, contest: True,
}


def offers_of(session: Session, contest: Contest) -> Offered:
    """What the contest waits for, and from whom."""
    return OFFERS[contest.step](session, contest) if contest.step in OFFERS else results.offers_of(session, contest)


def with_odds(session: Session, offered: Offer, pool: Pool) -> Offer:
    """The offer, with the odds of the roll that it leads to."""
    forecast = results.forecast_of(foreseen(pool, session.rulings), session.rulings)
    return offered._replace(note=partial(summary, pool, session.rulings), forecast=forecast)


# ------------------------------------------------------------------ step 1: the outcome


def reaction(session: Session, contest: Contest) -> Offered:
    """In a challenge the player says how the character reacts (ruling.challenge-outcome-author)."""

    def react(table: Table[Any], speaker: Speaker) -> None:
        contest.action = table.ask(
            speaker.hand, "ruling.challenge-outcome-author", Write("How do you react?", suggestion="I dodge")
        )
        go_on(table.state, contest)

    label = f"React to the threat: {contest.wanted}"
    return [(contest.seat, step(contest.id, "react", label, "ruling.challenge-outcome-author", react))]


def approval(session: Session, contest: Contest) -> Offered:
    """The GM settles outcome and type of action (contest.action-type), or asks for less (ruling.outcome-approval)."""
    if not contest.wanted:
        again = step(contest.id, "restate", "State a narrower outcome", "contest.outcome-first", restate(contest))
        return [(contest.seat, again)]

    def approve(table: Table[Any], speaker: Speaker) -> None:
        effect(table, "contest.action-type", "the GM agrees to the contest: {wanted}", wanted=contest.wanted)
        go_on(table.state, contest)

    def narrow(table: Table[Any], speaker: Speaker) -> None:
        why = table.ask(speaker.hand, "ruling.outcome-approval", Write("What is too much?", suggestion="one step less"))
        table.tell("ruling.outcome-approval", "the GM asks for a narrower outcome: {why}", why=why)
        contest.wanted = ""

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        (approve if at_least(table, speaker, 2, f"Can one roll decide it: {contest.wanted}") else decline(contest))(
            table, speaker
        )

    said = f"{session.story.name(contest.seat)}: {contest.wanted}"
    note = tried_before(session, contest)
    return [
        (GM, step(contest.id, "approve", f"Agree to the contest of {said}", "contest.action-type", approve, note)),
        (GM, step(contest.id, "narrow", f"Ask for a narrower outcome than {said}", "ruling.outcome-approval", narrow)),
        (GM, step(contest.id, "no-dice", f"No dice for {said}", "narrative.everyday-is-skipped", decline(contest))),
        (GM, left_to_dice(contest.id, f"Let the dice agree to {said}", by_dice, 2)),
    ]


def restate(contest: Contest) -> Do:
    def do(table: Table[Any], speaker: Speaker) -> None:
        contest.wanted = table.ask(speaker.hand, "contest.outcome-first", Write("What do you want, then?"))
        effect(table, "contest.outcome-first", "narrower: {wanted}", wanted=contest.wanted)

    return do


def decline(contest: Contest) -> Do:
    """Everyday matters and what is not in question need no dice (narrative.everyday-is-skipped)."""

    def do(table: Table[Any], speaker: Speaker) -> None:
        effect(table, "narrative.everyday-is-skipped", "no dice for: {wanted}", wanted=contest.wanted)
        contest.step = "closed"

    return do


def tried_before(session: Session, contest: Contest) -> str:
    """ruling.retry: not for the same outcome while nothing has changed; the GM is told."""
    wanted = contest.wanted.casefold()
    same = [it for it in session.contests if it.scene == contest.scene and it.wanted.casefold() == wanted]
    failed = any(it.decided and not it.decided.startswith("Yes") for it in same if it is not contest)
    return "this was tried in this scene and failed" if failed else ""


# ------------------------------------------------------------------ step 2: means


def means(session: Session, contest: Contest) -> Offered:
    """contest.means: the player names one entry that helps, none, or buys them with Luck (luck.pay-means)."""
    named = [entry for entry in entries_of(session, contest.seat) if entry not in contest.refused]
    note = partial(chances_with_means, session.rulings)
    found = [_means_offer(contest, it, f"Means: {entry_words(session, it)}")._replace(note=note) for it in named]
    found.append(with_odds(session, _means_offer(contest, "", "No Means: one die"), Pool(1, "No Means")))
    if luck.may_buy_means(session, contest):
        bought = step(contest.id, "means/luck", "Pay 1 Luck for Means", "luck.pay-means", partial(buy, contest))
        found.append(bought._replace(note=note))
    return [(contest.seat, each) for each in found]


def chances_with_means(rulings: Rulings) -> str:
    """What Means are worth, from one die to three."""
    few, many = (chance(Pool(dice, "Means"), rulings, is_good) for dice in (1, numbers().most_dice))
    return f"one to three dice: Yes {float(few):.0%} to {float(many):.0%}"


def _means_offer(contest: Contest, entry: str, label: str) -> Offer:
    rule = "contest.means" if entry else "contest.no-means-one-die"
    return step(contest.id, f"means/{entry or 'none'}", label, rule, partial(name_means, contest, entry))


def name_means(contest: Contest, entry: str, table: Table[Any], speaker: Speaker) -> None:
    contest.means = entry
    if entry:
        table.tell("contest.means", "Means: {entry}", entry=entry_words(table.state, entry))
    go_on(table.state, contest)


def buy(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    """The player and the GM invent the lucky circumstance; the dice are chosen at once (ruling.luck-means-timing)."""
    words = Write("Which lucky circumstance gives you Means?", suggestion="somebody left a door open")
    luck.buy_means(table, contest, table.ask(speaker.hand, "luck.pay-means-circumstance", words))
    contest.done = (*contest.done, "means")
    back_to(table.state, contest, "dice", "leverage", "leverage-approval", "advantages")


def means_approval(session: Session, contest: Contest) -> Offered:
    """The GM accepts the entry or not; a refused one may be replaced (ruling.means-approval)."""
    words = entry_words(session, contest.means)

    def accept(table: Table[Any], speaker: Speaker) -> None:
        go_on(table.state, contest)

    def refuse(table: Table[Any], speaker: Speaker) -> None:
        table.tell("ruling.means-approval", "the GM refuses as Means: {entry}", entry=words)
        contest.refused, contest.means = (*contest.refused, contest.means), ""
        back_to(table.state, contest, "means")

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        (accept if at_least(table, speaker, 2, f"Does it help: {words}") else refuse)(table, speaker)

    return [
        (GM, step(contest.id, "accept", f"Accept as Means: {words}", "ruling.means-approval", accept)),
        (GM, step(contest.id, "refuse", f"Refuse as Means: {words}", "ruling.means-approval", refuse)),
        (GM, left_to_dice(contest.id, f"Let the dice judge the Means: {words}", by_dice, 2)),
    ]


# ------------------------------------------------------------------ step 3: dice


def dice(session: Session, contest: Contest) -> Offered:
    """contest.means-one-to-three-dice, with both chances shown (contest.more-dice-more-risk)."""
    rule = "contest.means-one-to-three-dice"
    found = []
    for count in range(1, numbers().most_dice + 1):
        label = f"Roll {count} {'die' if count == 1 else 'dice'}"
        choice = step(contest.id, f"dice/{count}", label, rule, partial(choose_dice, contest, count))
        found.append((contest.seat, with_odds(session, choice, pool_of(session, contest, dice=count))))
    return found


def choose_dice(contest: Contest, count: int, table: Table[Any], speaker: Speaker) -> None:
    contest.dice = count
    table.tell("contest.means-one-to-three-dice", "{count} dice", count=count)
    go_on(table.state, contest)


# ------------------------------------------------------------------ step 4: sudden


def sudden(session: Session, contest: Contest) -> Offered:
    """contest.sudden-gm-decides, in a challenge as well (ruling.challenge-sudden)."""

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        say_sudden(contest, "sudden" if at_least(table, speaker, 5, "Is it Sudden") else "calm", table, speaker)

    said = f"{session.story.name(contest.seat)}: {contest.wanted}"
    rule = "contest.sudden-gm-decides"
    return [
        (GM, step(contest.id, "calm", f"Not Sudden ({said})", rule, partial(say_sudden, contest, "calm"))),
        (GM, step(contest.id, "sudden", f"Sudden: no leverage ({said})", rule, partial(say_sudden, contest, "sudden"))),
        (GM, left_to_dice(contest.id, f"Let the dice say if it is Sudden ({said})", by_dice, 5)),
    ]


def say_sudden(contest: Contest, what: str, table: Table[Any], speaker: Speaker) -> None:
    contest.sudden = what
    if what == "sudden":
        effect(table, "contest.sudden-skips-leverage", "Sudden: no leverage")
    go_on(table.state, contest)


def pay_or_not(session: Session, contest: Contest) -> Offered:
    """luck.pay-sudden: the player may find leverage all the same."""

    def keep(table: Table[Any], speaker: Speaker) -> None:
        contest.sudden = "unpaid"
        go_on(table.state, contest)

    def pay(table: Table[Any], speaker: Speaker) -> None:
        luck.pay_for_leverage(table, contest)
        go_on(table.state, contest)

    label = f"Pay 1 of {session.sheets[contest.seat].luck} Luck: leverage and the Favored column"
    paying = step(contest.id, "pay", label, "luck.pay-sudden", pay)
    keeping = step(contest.id, "keep", "Keep the Luck: no leverage", "contest.sudden-skips-leverage", keep)
    return [
        (contest.seat, with_odds(session, paying, pool_of(session, contest, favored=True))),
        (contest.seat, with_odds(session, keeping, pool_of(session, contest))),
    ]


# ------------------------------------------------------------------ step 5: leverage


def leverage(session: Session, contest: Contest) -> Offered:
    """leverage.one-advantage-per-entry, at most three (leverage.maximum-three), or fewer."""
    entries, most = further_entries(session, contest), most_leverage(session, contest)

    def find(table: Table[Any], speaker: Speaker) -> None:
        words = partial(entry_words, table.state)
        question = ChooseSome(entries, words, least=1, most=most, prompt="Which entries are your leverage?")
        contest.leverage += table.ask(speaker.hand, "leverage.one-advantage-per-entry", question)
        told = ", ".join(entry_words(table.state, entry) for entry in contest.leverage)
        table.tell("leverage.one-advantage-per-entry", "leverage: {entries}", entries=told)
        go_on(table.state, contest)

    def pass_on(table: Table[Any], speaker: Speaker) -> None:
        go_on(table.state, contest)

    finding = step(contest.id, "find", f"Find leverage (up to {most})", "leverage.maximum-three", find)
    return [
        *([(contest.seat, finding)] if most else []),  # meanwhile an entry may have gone
        (contest.seat, step(contest.id, "enough", "No more leverage", "leverage.maximum-three", pass_on)),
    ]


def unjudged(contest: Contest) -> list[str]:
    """Entries of leverage that the GM has not accepted yet."""
    return [entry for entry in contest.leverage if entry not in contest.accepted_entries]


def leverage_approval(session: Session, contest: Contest) -> Offered:
    """The GM accepts the entries, or refuses one after the other (ruling.means-approval)."""
    words = {entry: entry_words(session, entry) for entry in unjudged(contest)}
    told = ", ".join(words.values())
    label = f"Let the dice judge the leverage: {told}"
    accept, by_dice = partial(accept_leverage, contest), partial(judge_by_dice, contest)
    return [
        (GM, step(contest.id, "accept", f"Accept as leverage: {told}", "ruling.means-approval", accept)),
        *((GM, _refusal(contest, entry, word)) for entry, word in words.items()),
        (GM, left_to_dice(contest.id, label, by_dice, 2)),
    ]


def accept_leverage(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    contest.accepted_entries = contest.leverage
    go_on(table.state, contest)


def judge_by_dice(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    """Entry by entry: what is refused may be replaced, what is accepted stays so."""
    refused = refused_by_dice(table, speaker, unjudged(contest))
    contest.accepted_entries = tuple(entry for entry in contest.leverage if entry not in refused)
    for entry in refused:
        refuse_leverage(contest, entry, table, speaker)
    if not refused:
        go_on(table.state, contest)


def _refusal(contest: Contest, entry: str, word: str) -> Offer:
    refuse = partial(refuse_leverage, contest, entry)
    return step(contest.id, f"refuse/{entry}", f"Refuse as leverage: {word}", "ruling.means-approval", refuse)


def refuse_leverage(contest: Contest, entry: str, table: Table[Any], speaker: Speaker) -> None:
    """A refused entry may be replaced by another before the dice are cast."""
    table.tell("ruling.means-approval", "the GM refuses as leverage: {entry}", entry=entry_words(table.state, entry))
    contest.leverage = tuple(it for it in contest.leverage if it != entry)
    contest.refused = (*contest.refused, entry)
    back_to(table.state, contest, "leverage", "leverage-approval")


def advantages(session: Session, contest: Contest) -> Offered:
    """leverage.one-option-per-advantage, before the dice are cast (ruling.advantage-chosen-before-roll)."""
    found = [
        with_odds(session, _advantage_offer(contest, option, each), each.pool)
        for option, each in advantage_offers(session, contest).items()
    ]
    stop = partial(stop_here, contest)
    found.append(step(contest.id, "advantage/stop", "Take no more advantages", "leverage.maximum-three", stop))
    return [(contest.seat, each) for each in found]


def _advantage_offer(contest: Contest, option: str, each: AdvantageOffer) -> Offer:
    take = partial(take_advantage, contest, option)
    return step(contest.id, f"advantage/{option}", f"{each.label} ({each.left} left)", each.rule, take)


def take_advantage(contest: Contest, option: str, table: Table[Any], speaker: Speaker) -> None:
    contest.advantages = (*contest.advantages, option)
    if option == "Luck":  # marked when chosen, after every payment (ruling.luck-option-timing)
        luck.mark_up(table, contest.seat, "advantage.mark-up-luck")
    else:
        table.tell("leverage.one-option-per-advantage", "advantage: {option}", option=option)
    if len(contest.advantages) == len(contest.leverage) or not advantage_offers(table.state, contest):
        go_on(table.state, contest)


def stop_here(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    go_on(table.state, contest)


# ------------------------------------------------------------------ step 6: the dice


def cast(session: Session, contest: Contest) -> Offered:
    """roll.cast-after-setup: all is settled; Means may still be bought (ruling.luck-means-timing)."""
    pool = pool_of(session, contest)
    label = f"Cast {pool.dice} {'die' if pool.dice == 1 else 'dice'} in {pool.column}"
    casting = step(contest.id, "cast", label, "roll.cast-after-setup", partial(cast_dice, contest))
    found = [with_odds(session, casting, pool)]
    if luck.may_buy_means(session, contest):
        found.append(step(contest.id, "buy", "First pay 1 Luck for Means", "luck.pay-means", partial(buy, contest)))
    return [(contest.seat, each) for each in found]


def cast_dice(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    """The dice are cast, d8s first; then they may be changed."""
    pool = pool_of(table.state, contest)
    contest.dice, contest.column, contest.sides = pool.dice, pool.column, sides_of(pool)
    contest.faces = table.roll(hand(contest.sides), "roll.cast-after-setup", speaker.hand)
    contest.used, contest.discarded = (), 0
    results.change_or_read(table, contest)


OFFERS: dict[str, Callable[[Session, Contest], Offered]] = {
    "reaction": reaction,
    "approval": approval,
    "means": means,
    "means-approval": means_approval,
    "dice": dice,
    "sudden": sudden,
    "luck": pay_or_not,
    "leverage": leverage,
    "leverage-approval": leverage_approval,
    "advantages": advantages,
    "cast": cast,
}
