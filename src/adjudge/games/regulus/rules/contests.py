"""Contests: the steps from the desired outcome to the dice (contest.order-of-steps).

Each step is something offered on the floor to the seat that must take it, so a contest can be left lying and resumed.
Challenges take the same steps (challenge.same-rules).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from adjudge.engine import Choose, ChooseSome, Table, Write
from adjudge.games.regulus import prospects
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.offers import Offered, by_one_die, step_of, tell_of
from adjudge.games.regulus.rules import luck, results
from adjudge.games.regulus.rules.leverage import (
    RULES,
    further_entries,
    helpers,
    may_lever,
    most_leverage,
    options_now,
    pool_of,
)
from adjudge.games.regulus.rules.roll import as_they_lie, throw
from adjudge.games.regulus.rules.sheets import entries_of, entry_words, refused_by_dice
from adjudge.games.regulus.state import Contest, Rulings, Session
from adjudge.games.regulus.wording import LABELS, counted
from adjudge.story import GM, Offer, Speaker, effect
from adjudge.story.floor import Do
from adjudge.story.journal import build_on
from adjudge.story.oracle import at_least, spark
from adjudge.story.state import Beat

STEPS = (
    "reaction",
    "approval",
    "means",
    "means-approval",
    "circumstance",
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
    text = "{who} wants: {wanted}" if kind == "contest" else "{who} is threatened: {wanted}"
    who = session.story.name(seat)
    beat = Beat("attempt", who, what=wanted, how=action) if kind == "contest" else Beat("threat", who, what=wanted)
    effect(table, rule, text, on=(seat,), beat=beat, who=who, wanted=wanted)
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
    may = contest.sudden in ("calm", "paid") and not contest.at_once
    based = may_lever(session.rulings, means=bool(contest.means))
    return may and based and most_leverage(session, contest) > 0


NEEDED: dict[str, Callable[[Session, Contest], bool]] = {
    "reaction": lambda session, contest: contest.kind == "challenge" and not contest.action,
    "approval": lambda session, contest: asks_the_gm(session) and contest.kind == "contest" and not contest.disputes,
    "means": lambda session, contest: bool(entries_of(session, contest.seat)) or luck.may_buy_means(session, contest),
    "means-approval": lambda session, contest: judges_entries(session) and contest.means not in ("", "luck"),
    "circumstance": lambda session, contest: asks_the_gm(session) and contest.means == "luck",
    "dice": lambda session, contest: bool(contest.means),
    "sudden": lambda session, contest: True,
    "luck": lambda session, contest: not contest.at_once and luck.may_pay_for_leverage(session, contest),
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


# ------------------------------------------------------------------ step 1: the outcome


def reaction(session: Session, contest: Contest) -> Offered:
    """In a challenge the player says how the character reacts (ruling.challenge-outcome-author)."""

    def react(table: Table[Any], speaker: Speaker) -> None:
        contest.action = table.ask(
            speaker.hand, "ruling.challenge-outcome-author", Write("How do you react?", suggestion="I dodge")
        )
        go_on(table.state, contest)

    offer = step_of(session, contest)
    return [(contest.seat, offer("react", "Say how you react", "ruling.challenge-outcome-author", react))]


def approval(session: Session, contest: Contest) -> Offered:
    """The GM settles outcome and type of action (contest.action-type), or asks for less (ruling.outcome-approval)."""
    offer = step_of(session, contest)
    if not contest.wanted:
        again = offer("restate", "State a narrower outcome", "contest.outcome-first", restate(contest))
        return [(contest.seat, again)]

    def approve(table: Table[Any], speaker: Speaker) -> None:
        tell_of(
            table, contest, "contest.action-type", "the GM agrees to {who}'s contest: {wanted}", wanted=contest.wanted
        )
        go_on(table.state, contest)

    def narrow(table: Table[Any], speaker: Speaker) -> None:
        why = table.ask(speaker.hand, "ruling.outcome-approval", Write("What is too much?", suggestion="one step less"))
        tell_of(table, contest, "ruling.outcome-approval", "the GM asks {who} for a narrower outcome: {why}", why=why)
        contest.wanted = ""

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        (approve if at_least(table, speaker, 2, f"Can one roll decide it: {contest.wanted}") else decline(contest))(
            table, speaker
        )

    note = tried_before(session, contest)
    return [
        (GM, offer("approve", "Agree: the dice decide it", "contest.action-type", approve, note)),
        (GM, offer("narrow", "Ask for a narrower outcome", "ruling.outcome-approval", narrow)),
        (GM, offer("no-dice", "No dice: it simply happens, or not", "narrative.everyday-is-skipped", decline(contest))),
        (GM, by_one_die(session, contest, "Let a die agree", by_dice, 2)),
    ]


def restate(contest: Contest) -> Do:
    def do(table: Table[Any], speaker: Speaker) -> None:
        contest.wanted = table.ask(speaker.hand, "contest.outcome-first", Write("What do you want, then?"))
        who = table.state.story.name(contest.seat)
        effect(
            table,
            "contest.outcome-first",
            "{who} wants less: {wanted}",
            on=(contest.seat,),
            who=who,
            wanted=contest.wanted,
        )

    return do


def decline(contest: Contest) -> Do:
    """Everyday matters and what is not in question need no dice (narrative.everyday-is-skipped)."""

    def do(table: Table[Any], speaker: Speaker) -> None:
        tell_of(
            table,
            contest,
            "narrative.everyday-is-skipped",
            "{who} needs no dice for this: {wanted}",
            wanted=contest.wanted,
        )
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
    found = [_means_offer(session, contest, it, entry_words(session, it)) for it in named]
    none = _means_offer(session, contest, "", "Nothing: one die")
    found.append(none._replace(forecast=prospects.of_roll(contest.id)))
    if luck.may_buy_means(session, contest):
        label = f"Pay 1 of {session.sheets[contest.seat].luck} Luck for Means"
        found.append(step_of(session, contest)("means/luck", label, "luck.pay-means", partial(buy, contest)))
    return [(contest.seat, each) for each in found]


def _means_offer(session: Session, contest: Contest, entry: str, label: str) -> Offer:
    rule = "contest.means" if entry else "contest.no-means-one-die"
    return step_of(session, contest)(f"means/{entry or 'none'}", label, rule, partial(name_means, contest, entry))


def name_means(contest: Contest, entry: str, table: Table[Any], speaker: Speaker) -> None:
    contest.means = entry
    if entry:
        tell_of(table, contest, "contest.means", "{who}'s Means: {entry}", entry=entry_words(table.state, entry))
    go_on(table.state, contest)


def buy(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    """The player proposes the lucky circumstance; the dice are chosen at once (ruling.luck-means-timing)."""
    words = Write("Which lucky circumstance gives you Means?", suggestion="somebody left a door open")
    buy_by(contest, table.ask(speaker.hand, "luck.pay-means-circumstance", words), table)


def buy_by(contest: Contest, words: str, table: Table[Any]) -> None:
    luck.buy_means(table, contest, words)
    if not asks_the_gm(table.state):
        agree_on(contest, contest.circumstance, table)
    contest.done = (*contest.done, "means")
    back_to(table.state, contest, "circumstance", "dice", "leverage", "leverage-approval", "advantages")


def circumstance(session: Session, contest: Contest) -> Offered:
    """luck.pay-means-circumstance: player and GM invent it together, so the GM agrees or words it otherwise."""
    rule, said, offer = "luck.pay-means-circumstance", contest.circumstance, step_of(session, contest)

    def agree(table: Table[Any], speaker: Speaker) -> None:
        agree_on(contest, said, table)
        go_on(table.state, contest)

    def reword(table: Table[Any], speaker: Speaker) -> None:
        words = Write("What is the lucky circumstance?", suggestion=said)
        agree_on(contest, table.ask(speaker.hand, rule, words), table)
        go_on(table.state, contest)

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        is_so = at_least(table, speaker, 2, f"Is it this luck: {said}")
        agree_on(contest, said if is_so else spark(table, speaker), table)
        go_on(table.state, contest)

    return [
        (GM, offer("agree", f"Agree: {said}", rule, agree)),
        (GM, offer("reword", "Word it differently", rule, reword)),
        (GM, by_one_die(session, contest, "Let a die agree", by_dice, 2)),
    ]


def agree_on(contest: Contest, words: str, table: Table[Any]) -> None:
    """The circumstance is settled, and recorded for this contest only."""
    contest.circumstance = words
    effect(
        table,
        "luck.pay-means-circumstance",
        "{who}, by luck: {what}",
        on=(contest.seat,),
        who=table.state.story.name(contest.seat),
        what=words,
    )


def means_approval(session: Session, contest: Contest) -> Offered:
    """The GM accepts the entry or not; a refused one may be replaced (ruling.means-approval)."""
    words, offer, rule = entry_words(session, contest.means), step_of(session, contest), "ruling.means-approval"

    def accept(table: Table[Any], speaker: Speaker) -> None:
        go_on(table.state, contest)

    def refuse(table: Table[Any], speaker: Speaker) -> None:
        tell_of(table, contest, "ruling.means-approval", "the GM refuses {who} this as Means: {entry}", entry=words)
        contest.refused, contest.means = (*contest.refused, contest.means), ""
        back_to(table.state, contest, "means")

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        (accept if at_least(table, speaker, 2, f"Does it help: {words}") else refuse)(table, speaker)

    return [
        (GM, offer("accept", f"Accept as Means: {words}", rule, accept)),
        (GM, offer("refuse", f"Refuse as Means: {words}", rule, refuse)),
        (GM, by_one_die(session, contest, "Let a die judge it", by_dice, 2)),
    ]


# ------------------------------------------------------------------ step 3: dice


def dice(session: Session, contest: Contest) -> Offered:
    """contest.means-one-to-three-dice; the odds beside each show both chances (contest.more-dice-more-risk)."""
    rule, offer, found = "contest.means-one-to-three-dice", step_of(session, contest), []
    for count in range(1, numbers().most_dice + 1):
        choice = offer(f"dice/{count}", counted(count, "die", "dice"), rule, partial(choose_dice, contest, count))
        found.append((contest.seat, choice._replace(forecast=prospects.of_roll(contest.id, dice=count))))
    if "sudden" not in contest.done:
        found += [(contest.seat, it) for it in _rolls_at_once(session, contest)]
    return found


def _rolls_at_once(session: Session, contest: Contest) -> Iterator[Offer]:
    """For whoever knows what they want: the dice, no leverage, and the roll, in one answer."""
    offer = step_of(session, contest)
    for count in range(1, numbers().most_dice + 1):
        label = f"{counted(count, 'die', 'dice')} and no leverage: roll at once"
        do = partial(choose_at_once, contest, count)
        choice = offer(f"at-once/{count}", label, "contest.means-one-to-three-dice", do)
        yield choice._replace(forecast=prospects.of_roll(contest.id, dice=count))


def choose_at_once(contest: Contest, count: int, table: Table[Any], speaker: Speaker) -> None:
    contest.at_once = True
    choose_dice(contest, count, table, speaker)


def choose_dice(contest: Contest, count: int, table: Table[Any], speaker: Speaker) -> None:
    contest.dice = count
    who, told = table.state.story.name(contest.seat), counted(count, "die", "dice")
    table.tell("contest.means-one-to-three-dice", "{who} takes {told}", on=(contest.seat,), who=who, told=told)
    go_on(table.state, contest)


# ------------------------------------------------------------------ step 4: sudden


def sudden(session: Session, contest: Contest) -> Offered:
    """contest.sudden-gm-decides, in a challenge as well (ruling.challenge-sudden)."""

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        say_sudden(contest, "sudden" if at_least(table, speaker, 5, "Is it Sudden") else "calm", table, speaker)

    rule, offer = "contest.sudden-gm-decides", step_of(session, contest)
    return [
        (GM, offer("calm", "Not Sudden: there is time for leverage", rule, partial(say_sudden, contest, "calm"))),
        (GM, offer("sudden", "Sudden: no leverage", rule, partial(say_sudden, contest, "sudden"))),
        (GM, by_one_die(session, contest, "Let a die say it", by_dice, 5)),
    ]


def say_sudden(contest: Contest, what: str, table: Table[Any], speaker: Speaker) -> None:
    contest.sudden = what
    if what == "sudden":
        tell_of(table, contest, "contest.sudden-skips-leverage", "it is Sudden: no leverage for {who}")
    go_on(table.state, contest)
    if contest.at_once and contest.step == "cast":
        cast_dice(contest, table, Speaker(contest.seat, contest.seat))


def pay_or_not(session: Session, contest: Contest) -> Offered:
    """luck.pay-sudden: the player may find leverage all the same."""

    def keep(table: Table[Any], speaker: Speaker) -> None:
        contest.sudden = "unpaid"
        go_on(table.state, contest)

    def pay(table: Table[Any], speaker: Speaker) -> None:
        luck.pay_for_leverage(table, contest)
        go_on(table.state, contest)

    offer = step_of(session, contest)
    label = f"Pay 1 of {session.sheets[contest.seat].luck} Luck: leverage and the Favored column"
    paying = offer("pay", label, "luck.pay-sudden", pay)
    keeping = offer("keep", "Keep your Luck: no leverage", "contest.sudden-skips-leverage", keep)
    return [
        (contest.seat, paying._replace(forecast=prospects.of_roll(contest.id, favored=True))),
        (contest.seat, keeping._replace(forecast=prospects.of_roll(contest.id))),
    ]


# ------------------------------------------------------------------ step 5: leverage


def leverage(session: Session, contest: Contest) -> Offered:
    """leverage.one-advantage-per-entry, at most three (leverage.maximum-three), or fewer."""
    most = most_leverage(session, contest)

    def find(table: Table[Any], speaker: Speaker) -> None:
        contest.leverage += ask_entries(table, speaker, contest)
        lever(contest, ask_help(table, speaker, contest), table)

    def pass_on(table: Table[Any], speaker: Speaker) -> None:
        go_on(table.state, contest)

    offer = step_of(session, contest)
    finding = offer("find", f"Name up to {counted(most, 'entry', 'entries')}", "leverage.maximum-three", find)
    return [
        *([(contest.seat, finding)] if most else []),  # meanwhile an entry may have gone
        (contest.seat, offer("enough", "No more leverage", "leverage.maximum-three", pass_on)),
    ]


def lever(contest: Contest, entries: tuple[str, ...], table: Table[Any]) -> None:
    """Entries are leverage."""
    contest.leverage += entries
    told = ", ".join(entry_words(table.state, entry) for entry in contest.leverage) or "none"
    tell_of(table, contest, "leverage.one-advantage-per-entry", "{who}'s leverage: {entries}", entries=told)
    go_on(table.state, contest)


def ask_entries(table: Table[Session], speaker: Speaker, contest: Contest) -> tuple[str, ...]:
    """leverage.one-advantage-per-entry, of the roller's own."""
    entries, most = further_entries(table.state, contest), most_leverage(table.state, contest)
    least = 0 if helpers(table.state, contest) else 1
    words = partial(entry_words, table.state)
    question = ChooseSome(entries, words, least=least, most=most, prompt="Which entries are your leverage?")
    return table.ask(speaker.hand, "leverage.one-advantage-per-entry", question)


def ask_help(table: Table[Session], speaker: Speaker, contest: Contest) -> tuple[str, ...]:
    """ruling.helping: one character helps, in place of one entry."""
    able = helpers(table.state, contest) if most_leverage(table.state, contest) else []
    if not able:
        return ()
    words = {"alone": "Nobody", **{entry: entry_words(table.state, entry) for entry in able}}
    chosen = table.ask(speaker.hand, "ruling.helping", Choose(list(words), words.__getitem__, prompt="Who helps?"))
    return () if chosen == "alone" else (chosen,)


def unjudged(contest: Contest) -> list[str]:
    """Entries of leverage that the GM has not accepted yet."""
    return [entry for entry in contest.leverage if entry not in contest.accepted_entries]


def leverage_approval(session: Session, contest: Contest) -> Offered:
    """The GM accepts the entries, or refuses one after the other (ruling.means-approval)."""
    words = {entry: entry_words(session, entry) for entry in unjudged(contest)}
    accept, offer = partial(accept_leverage, contest), step_of(session, contest)
    return [
        (GM, offer("accept", f"Accept: {', '.join(words.values())}", "ruling.means-approval", accept)),
        *((GM, _refusal(session, contest, entry, word)) for entry, word in words.items()),
        (GM, by_one_die(session, contest, "Let a die judge each", partial(judge_by_dice, contest), 2)),
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


def _refusal(session: Session, contest: Contest, entry: str, word: str) -> Offer:
    refuse = partial(refuse_leverage, contest, entry)
    return step_of(session, contest)(f"refuse/{entry}", f"Refuse: {word}", "ruling.means-approval", refuse)


def refuse_leverage(contest: Contest, entry: str, table: Table[Any], speaker: Speaker) -> None:
    """A refused entry may be replaced by another before the dice are cast."""
    tell_of(
        table,
        contest,
        "ruling.means-approval",
        "the GM refuses {who} this as leverage: {entry}",
        entry=entry_words(table.state, entry),
    )
    contest.leverage = tuple(it for it in contest.leverage if it != entry)
    contest.refused = (*contest.refused, entry)
    back_to(table.state, contest, "leverage", "leverage-approval")


def advantages(session: Session, contest: Contest) -> Offered:
    """leverage.one-option-per-advantage, before the dice are cast (ruling.advantage-chosen-before-roll)."""
    offer, found = step_of(session, contest), []
    for option in options_now(session, contest):
        taking = offer(f"advantage/{option}", LABELS[option], RULES[option], partial(take_advantage, contest, option))
        found.append(taking._replace(forecast=prospects.of_roll(contest.id, more=option)))
    stop = partial(stop_here, contest)
    found.append(offer("advantage/stop", "Take no more advantages", "leverage.maximum-three", stop))
    return [(contest.seat, each) for each in found]


def take_advantage(contest: Contest, option: str, table: Table[Any], speaker: Speaker) -> None:
    contest.advantages = (*contest.advantages, option)
    if option == "Luck":  # marked when chosen, after every payment (ruling.luck-option-timing)
        luck.mark_up(table, contest.seat, "advantage.mark-up-luck")
    else:
        tell_of(
            table, contest, "leverage.one-option-per-advantage", "{who}'s advantage: {option}", option=LABELS[option]
        )
    if not options_now(table.state, contest):
        go_on(table.state, contest)


def stop_here(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    go_on(table.state, contest)


# ------------------------------------------------------------------ step 6: the dice


def cast(session: Session, contest: Contest) -> Offered:
    """roll.cast-after-setup: all is settled; Means may still be bought (ruling.luck-means-timing)."""
    offer, pool = step_of(session, contest), pool_of(session, contest)
    label = f"Cast {counted(pool.dice, 'die', 'dice')} in {pool.column}"
    casting = offer("cast", label, "roll.cast-after-setup", partial(cast_dice, contest))
    found = [casting._replace(forecast=prospects.of_roll(contest.id))]
    if luck.may_buy_means(session, contest):
        found.append(offer("buy", "First pay 1 Luck for Means", "luck.pay-means", partial(buy, contest)))
    return [(contest.seat, each) for each in found]


def cast_dice(contest: Contest, table: Table[Any], speaker: Speaker) -> None:
    """The dice are cast and changed as the roller wants; then they are read."""
    session = table.state
    pool = pool_of(session, contest)
    results.lay(table, contest, pool, throw(table, pool, session.rulings, speaker.hand, as_they_lie))


OFFERS: dict[str, Callable[[Session, Contest], Offered]] = {
    "reaction": reaction,
    "approval": approval,
    "means": means,
    "means-approval": means_approval,
    "circumstance": circumstance,
    "dice": dice,
    "sudden": sudden,
    "luck": pay_or_not,
    "leverage": leverage,
    "leverage-approval": leverage_approval,
    "advantages": advantages,
    "cast": cast,
}
