"""Tests: one die for a simple question (test.when). Steps: the player asks, the GM agrees and judges what helps, the
player rolls or marks Luck (test.gm-offers). Nothing of contests applies (ruling.test-without-contest-rules)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from adjudge.engine import Choose, ChooseSome, Reading, Table, Write, total
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.rules import luck
from adjudge.games.regulus.rules.contests import judges_entries
from adjudge.games.regulus.rules.entries import entries_of, entry_words, refused_by_dice
from adjudge.games.regulus.state import Rulings, Session, Test
from adjudge.story import GM, Offer, Speaker, effect, owe
from adjudge.story.floor import step
from adjudge.story.ledger import open_items
from adjudge.story.oracle import at_least, left_to_dice

Offered = list[tuple[str, Offer]]


@cache
def test_reading(target: int) -> Reading[str]:
    """test.roll: equal or higher is a success. A 1 has no other meaning."""
    return total(1).map(lambda face: "success" if face >= target else "failure", f"1d6, {target}+")


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
    words = {"ordinary": "An ordinary test: 4+", "hard": "Hard or unlikely: 5+"}
    test = begin(table, seat, question)
    warranted(
        test, table.ask(speaker.hand, "test.hard", Choose(list(words), words.__getitem__)) == "hard", table, speaker
    )


def begin(table: Table[Session], seat: str, question: str) -> Test:
    session = table.state
    test = Test(session.story.number(), seat, question, "warrant", scene=session.story.scene)
    session.tests.append(test)
    effect(table, "test.when", "{who} asks: {question}", who=session.story.name(seat), question=question)
    return test


def offers_of(session: Session, test: Test) -> Offered:
    return OFFERS[test.step](session, test) if test.step in OFFERS else []


def warrant(session: Session, test: Test) -> Offered:
    """test.gm-offers: is a test warranted, and hard? The GM sees who fails for Luck (ruling.test-luck-farming)."""
    said = f"{session.story.name(test.seat)} asks: {test.question}"
    note = what_the_gm_should_know(session, test)

    def by_dice(table: Table[Any], speaker: Speaker) -> None:
        warranted(test, at_least(table, speaker, 5, "Is the test hard"), table, speaker)

    return [
        (GM, step(test.id, "ordinary", f"Test, 4+ ({said})", "test.roll", partial(warranted, test, False), note)),
        (GM, step(test.id, "hard", f"Hard test, 5+ ({said})", "test.hard", partial(warranted, test, True), note)),
        (
            GM,
            step(test.id, "answer", f"No test needed ({said})", "narrative.everyday-is-skipped", partial(answer, test)),
        ),
        (GM, left_to_dice(test.id, f"Let the dice say how hard it is ({said})", by_dice, 5)),
    ]


def what_the_gm_should_know(session: Session, test: Test) -> str:
    """How often the player failed for Luck, and whether the same was asked before (ruling.retry)."""
    often = session.sheets[test.seat].failed_for_luck
    asked = [it for it in session.tests if it is not test and it.scene == test.scene and it.result == "failure"]
    again = any(it.question.casefold() == test.question.casefold() for it in asked)
    notes = [f"failed a test for Luck {often} times in this session"] if often else []
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

    label = "Nothing else helps" if test.entries else "Nothing helps"
    naming = step(test.id, "name", f"Name what helps: {test.question}", "test.means", name)
    return [
        *([(test.seat, naming)] if known else []),  # meanwhile an entry may have gone
        (test.seat, step(test.id, "nothing", label, "test.roll", nothing)),
    ]


def entries_approval(session: Session, test: Test) -> Offered:
    """The GM accepts what is named, or refuses one after the other (ruling.means-approval)."""
    words = {entry: entry_words(session, entry) for entry in unjudged(test)}
    told = ", ".join(words.values())
    accept, by_dice = partial(accept_entries, test), partial(judge_by_dice, test)
    return [
        (GM, step(test.id, "accept", f"Accept for the test: {told}", "test.gm-offers", accept)),
        *((GM, _refusal(test, entry, word)) for entry, word in words.items()),
        (GM, left_to_dice(test.id, "Let the dice judge what helps", by_dice, 2)),
    ]


def _refusal(test: Test, entry: str, word: str) -> Offer:
    refuse = partial(refuse_entry, test, entry)
    return step(test.id, f"refuse/{entry}", f"Refuse for the test: {word}", "test.gm-offers", refuse)


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
    target = target_of(len(test.entries), test.hard, session.rulings)
    reading = test_reading(target)
    roll = step(test.id, "roll", f"Roll: {target}+ ({test.question})", "test.roll", partial(cast, test, target))
    found = [roll._replace(forecast=lambda table: table.roll(reading, "test.roll"))]
    if luck.has_luck(session, test.seat):  # luck.empty-ours
        down = partial(mark_down, test)
        found.append(step(test.id, "down", "Mark down Luck: succeed", "test.luck-down-succeeds", down))
    if may_mark_up(session, test):
        warning = "Luck is full: it gains nothing" if luck.is_full(session, test.seat) else ""  # luck.full-ours
        found.append(step(test.id, "up", "Mark up Luck: fail", "test.luck-up-fails", partial(mark_up, test), warning))
    return [(test.seat, offer) for offer in found]


def may_mark_up(session: Session, test: Test) -> bool:
    """ruling.test-luck-farming."""
    free = session.rulings.test_luck_farming == "gm-watches"
    return free or session.sheets[test.seat].failed_in_scene != session.story.scene


def cast(test: Test, target: int, table: Table[Any], speaker: Speaker) -> None:
    result = table.roll(test_reading(target), "test.roll", speaker.hand)
    late = table.state.rulings.test_luck_before_roll == "after" and luck.has_luck(table.state, test.seat)
    if result == "failure" and late:
        test.step = "failed"
    else:
        conclude(table, test, result)


def after_failure(session: Session, test: Test) -> Offered:
    """By house rule Luck may still save a failed roll."""

    def stay(table: Table[Any], speaker: Speaker) -> None:
        conclude(table, test, "failure")

    down = partial(mark_down, test)
    return [
        (test.seat, step(test.id, "down", "Mark down Luck: succeed after all", "test.luck-down-succeeds", down)),
        (test.seat, step(test.id, "stay", "Stay with the failure", "test.failure", stay)),
    ]


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
    effect(table, rule, "{result}: {question}", result=result, question=test.question)
    owe_answer(table, test)


def owe_answer(table: Table[Session], test: Test) -> None:
    kind, rule = ("true answer", "test.success") if test.result == "success" else ("GM's opinion", "test.failure")
    owe(table.state.story, kind, test.question, rule, GM, matter=test.id)


OFFERS: dict[str, Callable[[Session, Test], Offered]] = {
    "warrant": warrant,
    "entries": entries,
    "entries-approval": entries_approval,
    "decide": decide,
    "failed": after_failure,
}


def tidy_up(table: Table[Session], test: Test) -> None:
    if test.step == "narrate" and not open_items(table.state.story, test.id):
        test.step = "closed"
