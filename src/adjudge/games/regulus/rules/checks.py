"""Checks: a Rating is tested passively (check.when). The GM calls, the player rolls, nobody chooses."""

from __future__ import annotations

from functools import partial
from typing import Any

from adjudge.engine import Choose, ChooseSome, Reading, Table, Write, alone, step
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.readings import Checked, check_reading
from adjudge.games.regulus.rules import luck
from adjudge.games.regulus.rules.sheets import add_situation_rating, strings_on
from adjudge.games.regulus.state import Check, Rulings, Session
from adjudge.story import GM, Speaker
from adjudge.story.ledger import Due, owe_just

OTHER = "another Rating"


def target_of(hindering: int, rulings: Rulings, helping: int = 0) -> int:
    """check.reasons: each adds 2, up to check.cap-16 (ruling.check-higher-targets); none lowers it below 10."""
    number = numbers()
    eased = helping if rulings.check_only_hindering_reasons == "both-ways" else 0
    target = number.check_target + number.check_step * (hindering - eased)
    return min(max(target, number.check_target), number.check_cap)


def level_of(session: Session, seat: str, rating: str) -> int | None:
    """check.rating-source: of the sheet or of the Situation; None if the character has no such Rating."""
    for it in session.situation_ratings:
        if (it.seat, it.name) == (seat, rating):
            return it.level
    return session.sheets[seat].ratings.get(rating)


def call(table: Table[Session], speaker: Speaker) -> None:
    """The GM calls a check (check.examples: tickets are Wealth, a checkpoint is Security)."""
    session = table.state
    seat = table.ask(
        speaker.hand, "check.when", Choose(list(session.sheets), session.story.name, prompt="Whose check?")
    )
    rating = ask_rating(table, speaker, seat)
    level = level_of(session, seat, rating)
    if level is None and session.rulings.check_missing_rating == "situation-first":
        level = add_situation_rating(table, speaker, seat, rating).level
    reasons, helping = ask_reasons(table, speaker, seat, level or 0)
    hold(table, seat, rating, reasons, helping)


def hold(table: Table[Session], seat: str, rating: str, reasons: tuple[str, ...], helping: int = 0) -> Check:
    """A check on a Rating; one that the character lacks is at level 0 (ruling.check-missing-rating)."""
    session = table.state
    level = level_of(session, seat, rating)
    if level is None and session.rulings.check_missing_rating == "fails":
        return note(table, Check(0, seat, rating, 0, reasons, 0, None, False, session.story.scene))
    return make(table, seat, rating, level or 0, reasons, helping)


def ask_rating(table: Table[Session], speaker: Speaker, seat: str) -> str:
    session = table.state
    own = [*session.sheets[seat].ratings, *(it.name for it in session.situation_ratings if it.seat == seat)]
    question = Choose([*dict.fromkeys((*own, *session.ratings)), OTHER], prompt="Which Rating?")
    chosen = table.ask(speaker.hand, "check.rating-source", question)
    if chosen != OTHER:
        return chosen
    return table.ask(speaker.hand, "check.rating-source", Write("Which Rating?", limit=60, suggestion="Standing"))


def ask_reasons(table: Table[Session], speaker: Speaker, seat: str, level: int) -> tuple[tuple[str, ...], int]:
    """Strings that hinder (string.effects-ours), then reasons in words; a fourth changes nothing."""
    phrases = {string.id: string.phrase for string in strings_on(table.state, seat)}
    hinder = ChooseSome(list(phrases), phrases.__getitem__, prompt="Which Strings hinder?", most=3)
    reasons = [phrases[number] for number in table.ask(speaker.hand, "string.effects-ours", hinder)]
    most = (numbers().check_cap - numbers().check_target) // numbers().check_step
    while len(reasons) < most:
        target = target_of(len(reasons), table.state.rulings)
        prompt = f"A reason that makes it harder than {target}+ with Rating {level} (empty: no more)"
        words = Write(prompt, limit=80, optional=True, facts={"target": target, "level": level})
        reason = table.ask(speaker.hand, "check.reasons", words)
        if not reason:
            break
        reasons.append(reason)
    return tuple(reasons), ask_helping(table, speaker)


def ask_helping(table: Table[Session], speaker: Speaker) -> int:
    if table.state.rulings.check_only_hindering_reasons == "hinder":
        return 0
    return table.ask(
        speaker.hand, "ruling.check-only-hindering-reasons", Choose([0, 1, 2, 3], prompt="How many reasons help?")
    )


def make(
    table: Table[Session], seat: str, rating: str, level: int, reasons: tuple[str, ...], helping: int = 0
) -> Check:
    """The player rolls, the GM says what it means (check.meaning-by-gm); Luck has no part (ruling.luck-in-checks)."""
    session = table.state
    hand = GM if seat in session.story.away else seat
    hindering = len(reasons) - (bool(reasons) and buys_off_a_reason(table, seat, hand))
    target = target_of(hindering, session.rulings, helping)
    judged = rolled(table, level, target, session.rulings.check_certain_results, hand)
    return note(table, Check(0, seat, rating, level, reasons, target, judged.total, judged.passed, session.story.scene))


@step
@alone
def rolled(table: Table[Any], level: int, target: int, certain: str, seat: str) -> Checked:
    """check.roll, or what is certain anyway."""
    reading = check_reading(level, target, certain)
    if is_rolled(table, reading):
        return table.roll(reading, "check.roll", seat)
    return Checked(None, reading.outcomes[0][0].passed)


def buys_off_a_reason(table: Table[Session], seat: str, hand: str) -> bool:
    """By house rule 1 Luck removes one reason (ruling.luck-in-checks)."""
    session = table.state
    if session.rulings.luck_in_checks == "none" or not luck.has_luck(session, seat):
        return False
    words = {"keep": "Keep your Luck", "pay": "Pay 1 Luck: one reason less"}
    question = Choose(list(words), words.__getitem__, prompt="Do you pay Luck to take away a reason?")
    if table.ask(hand, "ruling.luck-in-checks", question) == "keep":
        return False
    luck.pay(table, seat, "ruling.luck-in-checks", "one reason less", 0)
    return True


def is_rolled(table: Table[Any], reading: Reading[Checked]) -> bool:
    """ruling.check-certain-results: where the dice cannot change anything, the GM may skip them."""
    if len({checked.passed for checked, _ in reading.outcomes}) > 1:
        return True
    words = {"roll": "Roll all the same", "skip": "Skip the roll: it is certain"}
    question = Choose(list(words), words.__getitem__, prompt="The dice cannot change anything. Roll?")
    return table.ask(GM, "ruling.check-certain-results", question) == "roll"


def note(table: Table[Session], check: Check) -> Check:
    session = table.state
    session.checks.append(check := _numbered(session, check))
    tell = partial(
        table.tell,
        on=(check.seat,),
        mark="won" if check.passed else "lost",
        who=session.story.name(check.seat),
        rating=check.rating,
        target=check.target,
        result=in_words(check.passed),
    )
    if check.total is not None:
        tell("check.pass", "{who}, {rating} {total} against {target}: {result}", total=check.total)
    elif check.target:
        tell("ruling.check-certain-results", "{who}, {rating} against {target}: {result} without a roll")
    else:
        tell("ruling.check-missing-rating", "{who} has no {rating}: {result}")
    owe_meaning(table, check)
    return check


def owe_meaning(table: Table[Session], check: Check) -> None:
    """check.meaning-by-gm: a failure closes this way, not the goal."""
    story = table.state.story
    source = f"the {check.rating} check of {story.name(check.seat)} ({in_words(check.passed)})"
    owe_just(story, check.id, [Due("meaning", source, "check.meaning-by-gm", GM)])


def _numbered(session: Session, check: Check) -> Check:
    return Check(session.story.number(), *(getattr(check, field) for field in check.__struct_fields__[1:]))


def in_words(passed: bool) -> str:
    return "passed" if passed else "failed"
