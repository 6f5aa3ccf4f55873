"""Tests: one die for a simple question (test.when). Steps: the player asks, the GM agrees and judges what helps, the
player rolls or marks Luck (test.gm-offers). Nothing of contests applies (ruling.test-without-contest-rules)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from adjudge.engine import Choose, ChooseSome, Table, Write, alone, step
from adjudge.engine.questions import Forecast
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.offers import Offered, by_one_die, step_of
from adjudge.games.regulus.readings import test_reading
from adjudge.games.regulus.rules import luck
from adjudge.games.regulus.rules.contests import judges_entries
from adjudge.games.regulus.rules.sheets import entries_of, entry_words, refused_by_dice
from adjudge.games.regulus.state import Rulings, Session, Test
from adjudge.story import GM, Offer, Speaker, effect, owe
from adjudge.story.ledger import Due, open_items, owe_just
from adjudge.story.oracle import at_least
from adjudge.story.state import Beat


def target_of(entries: int, hard: bool, rulings: Rulings) -> int:
    """test.roll, test.hard; test.means takes one off, test.leverage one more.

    The first entry is Means, a second is leverage (ruling.test-leverage-needs-means), and no more (ruling.test-floor).
    """
    number = numbers()
    start = number.hard_test_target if hard else number.test_target
    return start - (entries if rulings.test_floor == "each" else min(entries, 2))


def ask_question(table: Table[Session], speaker: Speaker) -> None:
    """A player asks the GM."""
    question = table.ask(
        speaker.hand, "test.when", Write("What does your character want to know?", suggestion="Is it safe?")
    )
    begin(table, speaker.seat, question)


def offer_test(table: Table[Session], speaker: Speaker) -> None:
    """The GM offers a test (narrative.checks-and-tests-are-gm-tools)."""
    session = table.state
    seat = table.ask(speaker.hand, "test.when", Choose(list(session.sheets), session.story.name, prompt="Whose test?"))
    question = table.ask(
        speaker.hand, "test.when", Write("Which question does it answer?", suggestion="Does anyone notice?")
    )
    number = numbers()
    words = {
        "ordinary": f"An ordinary test: {number.test_target}+",
        "hard": f"Hard or unlikely: {number.hard_test_target}+",
    }
    test = begin(table, seat, question)
    warranted(
        test, table.ask(speaker.hand, "test.hard", Choose(list(words), words.__getitem__)) == "hard", table, speaker
    )


def begin(table: Table[Session], seat: str, question: str) -> Test:
    session = table.state
    test = Test(session.story.number(), seat, question, "warrant", scene=session.story.scene)
    session.tests.append(test)
    who = session.story.name(seat)
    beat = Beat("question", who, what=question)
    effect(table, "test.when", "{who} asks: {question}", beat=beat, who=who, question=question)
    return test


def offers_of(session: Session, test: Test) -> Offered:
    return OFFERS[test.step](session, test) if test.step in OFFERS else []


def warrant(session: Session, test: Test) -> Offered:
    """test.gm-offers: is a test warranted, and hard? The GM sees who fails for Luck (ruling.test-luck-farming)."""
    offer, note = step_of(session, test), what_the_gm_should_know(session, test)
    number = numbers()

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        warranted(test, at_least(table, speaker, 5, "Is the test hard"), table, speaker)

    ordinary, hard = f"Test, {number.test_target}+", f"Hard or unlikely: {number.hard_test_target}+"
    return [
        (GM, offer("ordinary", ordinary, "test.roll", partial(warranted, test, False), note)),
        (GM, offer("hard", hard, "test.hard", partial(warranted, test, True), note)),
        (GM, offer("answer", "No test needed: answer", "narrative.everyday-is-skipped", partial(answer, test))),
        (GM, by_one_die(session, test, "Let a die say how hard it is", by_dice, 5)),
    ]


def what_the_gm_should_know(session: Session, test: Test) -> str:
    """How often the player failed for Luck, and whether the same was asked before (ruling.retry)."""
    often = session.sheets[test.seat].failed_for_luck
    asked = [it for it in session.tests if it is not test and it.scene == test.scene and it.result == "failure"]
    again = any(it.question.casefold() == test.question.casefold() for it in asked)
    notes = [f"failed a test for Luck {often} time{'s' * (often != 1)} in this session"] if often else []
    return "; ".join([*notes, *(["this was asked in this scene and failed"] if again else [])])


def warranted(test: Test, hard: bool, table: Table[Any], speaker: Speaker) -> None:
    test.hard = hard
    ask_what_helps(table.state, test)
    table.tell("test.hard" if hard else "test.roll", "the GM calls for a test")


def answer(test: Test, table: Table[Any], speaker: Speaker) -> None:
    """Without dice: the GM simply owes the answer."""
    test.result, test.step = "answered", "narrate"
    owe(table.state.story, "answer", test.question, "test.success", GM, matter=test.id)


def ask_what_helps(session: Session, test: Test) -> None:
    if nameable(session, test):
        test.step = "entries"
    else:
        judge_or_decide(session, test)


def nameable(session: Session, test: Test) -> list[str]:
    """Entries that are neither named nor refused."""
    taken = (*test.entries, *test.refused)
    return [entry for entry in entries_of(session, test.seat) if entry not in taken]


def judge_or_decide(session: Session, test: Test) -> None:
    test.step = "entries-approval" if judges_entries(session) and unjudged(test) else "decide"


def unjudged(test: Test) -> list[str]:
    """Entries that the GM has not accepted yet."""
    return [entry for entry in test.entries if entry not in test.accepted_entries]


def entries(session: Session, test: Test) -> Offered:
    """test.means and test.leverage: the player names what helps."""
    known = nameable(session, test)
    most = len(known) if session.rulings.test_floor == "each" else 2 - len(test.entries)

    def name(table: Table[Any], speaker: Speaker) -> None:
        question = ChooseSome(known, partial(entry_words, table.state), least=1, most=most, prompt="What helps?")
        test.entries += table.ask(speaker.hand, "test.means", question)
        judge_or_decide(table.state, test)

    def nothing(table: Table[Any], speaker: Speaker) -> None:
        judge_or_decide(table.state, test)

    offer, label = step_of(session, test), "Nothing else helps" if test.entries else "Nothing helps"
    naming = offer("name", "Name what helps", "test.means", name)
    return [
        *([(test.seat, naming)] if known else []),  # meanwhile an entry may have gone
        (test.seat, offer("nothing", label, "test.roll", nothing)),
    ]


def entries_approval(session: Session, test: Test) -> Offered:
    """The GM accepts what is named, or refuses one after the other (ruling.means-approval)."""
    words = {entry: entry_words(session, entry) for entry in unjudged(test)}
    accept, offer = partial(accept_entries, test), step_of(session, test)
    return [
        (GM, offer("accept", f"Accept: {', '.join(words.values())}", "test.gm-offers", accept)),
        *((GM, _refusal(session, test, entry, word)) for entry, word in words.items()),
        (GM, by_one_die(session, test, "Let a die judge each", partial(judge_by_dice, test), 2)),
    ]


def _refusal(session: Session, test: Test, entry: str, word: str) -> Offer:
    refuse = partial(refuse_entry, test, entry)
    return step_of(session, test)(f"refuse/{entry}", f"Refuse: {word}", "test.gm-offers", refuse)


def accept_entries(test: Test, table: Table[Any], speaker: Speaker) -> None:
    test.accepted_entries = test.entries
    judge_or_decide(table.state, test)


def judge_by_dice(test: Test, table: Table[Any], speaker: Speaker) -> None:
    """Entry by entry: what is refused may be replaced, what is accepted stays so."""
    refused = refused_by_dice(table, speaker, unjudged(test))
    test.accepted_entries = tuple(entry for entry in test.entries if entry not in refused)
    for entry in refused:
        refuse_entry(test, entry, table, speaker)
    if not refused:
        judge_or_decide(table.state, test)


def refuse_entry(test: Test, entry: str, table: Table[Any], speaker: Speaker) -> None:
    """A refused entry may be replaced by another before the die is cast."""
    table.tell("ruling.means-approval", "the GM does not accept: {entry}", entry=entry_words(table.state, entry))
    test.entries = tuple(it for it in test.entries if it != entry)
    test.refused = (*test.refused, entry)
    ask_what_helps(table.state, test)


def decide(session: Session, test: Test) -> Offered:
    """Roll, or mark Luck instead: down to succeed, up to fail (ruling.test-luck-before-roll)."""
    offer, target = step_of(session, test), target_of(len(test.entries), test.hard, session.rulings)
    roll = offer("roll", f"Roll: {target}+", "test.roll", partial(cast, test))
    found = [roll._replace(forecast=_foreseen(test.id))]
    if luck.has_luck(session, test.seat):  # luck.empty-ours
        label = f"Mark down 1 of {session.sheets[test.seat].luck} Luck: succeed"
        found.append(offer("down", label, "test.luck-down-succeeds", partial(mark_down, test)))
    if may_mark_up(session, test):
        warning = "Luck is full: it gains nothing" if luck.is_full(session, test.seat) else ""  # luck.full-ours
        found.append(offer("up", "Mark up Luck: fail", "test.luck-up-fails", partial(mark_up, test), warning))
    return [(test.seat, each) for each in found]


def _foreseen(number: int) -> Forecast:
    def foresee(table: Table[Any]) -> str:
        test = table.state.test(number)
        return roll_it(table, test, test.seat).result

    return foresee


def may_mark_up(session: Session, test: Test) -> bool:
    """ruling.test-luck-farming."""
    free = session.rulings.test_luck_farming == "gm-watches"
    return free or session.sheets[test.seat].failed_in_scene != session.story.scene


class Tested(NamedTuple):
    """What a test comes to, and whether Luck was marked down for it after the die."""

    result: str
    saved: bool = False


def roll_it(table: Table[Session], test: Test, seat: str) -> Tested:
    """test.roll; by house rule Luck may still save a failure (ruling.test-luck-before-roll)."""
    rulings = table.state.rulings
    late = rulings.test_luck_before_roll == "after" and luck.has_luck(table.state, test.seat)
    return rolled(table, target_of(len(test.entries), test.hard, rulings), late, seat)


@step
@alone
def rolled(table: Table[Any], target: int, may_save: bool, seat: str) -> Tested:
    """One die, and nothing else but Luck."""
    result = table.roll(test_reading(target), "test.roll", seat)
    words = {"stay": "Stay with the failure", "down": "Mark down Luck: succeed after all"}
    question = Choose(list(words), words.__getitem__, prompt="The test has failed. Mark down Luck?")
    if result == "failure" and may_save and table.ask(seat, "ruling.test-luck-before-roll", question) == "down":
        return Tested("success", True)
    return Tested(result)


def cast(test: Test, table: Table[Any], speaker: Speaker) -> None:
    tested = roll_it(table, test, speaker.hand)
    if tested.saved:
        luck.pay(table, test.seat, "test.luck-down-succeeds", "a test", test.id)
    conclude(table, test, tested.result)


def mark_down(test: Test, table: Table[Any], speaker: Speaker) -> None:
    luck.pay(table, test.seat, "test.luck-down-succeeds", "a test", test.id)
    conclude(table, test, "success")


def mark_up(test: Test, table: Table[Any], speaker: Speaker) -> None:
    sheet = table.state.sheets[test.seat]
    luck.mark_up(table, test.seat, "test.luck-up-fails")
    sheet.failed_for_luck += 1
    sheet.failed_in_scene = table.state.story.scene
    conclude(table, test, "failure")


def conclude(table: Table[Session], test: Test, result: str) -> None:
    """test.success: the true answer; test.failure: the GM's opinion, for better or worse."""
    test.result, test.step = result, "narrate"
    rule = "test.success" if result == "success" else "test.failure"
    table.tell(
        rule,
        "{who}, {result}: {question}",
        on=(test.seat,),
        mark="won" if result == "success" else "lost",
        who=table.state.story.name(test.seat),
        result=result,
        question=test.question,
    )
    owe_answer(table, test)


def owe_answer(table: Table[Session], test: Test) -> None:
    kind, rule = ("true answer", "test.success") if test.result == "success" else ("GM's opinion", "test.failure")
    owe_just(table.state.story, test.id, [Due(kind, test.question, rule, GM)])


OFFERS: dict[str, Callable[[Session, Test], Offered]] = {
    "warrant": warrant,
    "entries": entries,
    "entries-approval": entries_approval,
    "decide": decide,
}


def tidy_up(table: Table[Session], test: Test) -> None:
    if test.step == "narrate" and not open_items(table.state.story, test.id):
        test.step = "closed"
