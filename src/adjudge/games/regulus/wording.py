"""Words for people: outcomes, options, and what each step asks. Nothing goes by them; they can be changed freely."""

from __future__ import annotations

from typing import Any

from adjudge.games.regulus.outcomes import Decided, Foretold
from adjudge.games.regulus.state import Contest, Session, Test

LABELS = {
    "+1": "+1 on the final result",
    "discard": "Discard a single 1",
    "re-roll": "Re-roll one die",
    "d8": "One die is a d8",
    "favored": "The Favored column",
    "Luck": "Mark up Luck",
}
"""The six options of an advantage (table.advantages)."""

PROMPTS = {
    "reaction": "How do you react?",
    "approval": "Is this a matter for the dice?",
    "means": "Which entry of your sheet helps? It is your Means",
    "means-approval": "Does that help here?",
    "circumstance": "Is that the lucky circumstance?",
    "dice": "How many dice? More dice: more Yes, and more 1s",
    "sudden": "Is it Sudden?",
    "luck": "It is Sudden. Do you pay Luck to find leverage all the same?",
    "leverage": "What else on your sheet helps? Each entry is an advantage",
    "leverage-approval": "Does that help here?",
    "advantages": "What does an advantage do for you?",
    "cast": "All is set. Roll?",
    "maybe": "A Maybe: do you take a No, or push?",
    "issue": "A Possibly: which issue has arisen?",
    "possibly": "A Possibly: do you accept the issue for a Yes?",
    "warrant": "Is this a matter for a test?",
    "entries": "What on your sheet helps?",
    "entries-approval": "Does that help here?",
    "decide": "Roll, or mark Luck instead?",
}
"""What each step asks of whom it waits for."""

STEPS = {
    **dict.fromkeys(("approval", "means-approval", "circumstance", "sudden", "leverage-approval"), "the GM's word"),
    **dict.fromkeys(("warrant", "entries-approval"), "the GM's word"),
    "reaction": "the reaction",
    "means": "Means",
    "dice": "the number of dice",
    "luck": "a word about Luck",
    "leverage": "leverage",
    "advantages": "advantages",
    "cast": "the roll",
    "complication": "the complication",
    "maybe": "a No or a push",
    "issue": "the issue",
    "possibly": "a Yes or a No",
    "narrate": "the telling",
    "entries": "what helps",
    "decide": "the roll",
}
"""What a contest or test waits for, in a panel or a list."""


def words(outcome: Any) -> str:
    """An outcome of a forecast or a procedure."""
    match outcome:
        case Foretold():
            return in_parts(outcome.result, (outcome.issues, "issue", "issues"))
        case Decided():
            return _decided(outcome)
    return str(outcome)


def parts(outcome: Any) -> tuple[Any, ...]:
    """What a menu tells apart: the result, and that it comes with issues (contest.more-dice-more-risk)."""
    if not isinstance(outcome, Foretold) or not outcome.issues:
        return (outcome,)
    return Foretold(outcome.result), "with an issue"


def _decided(outcome: Decided) -> str:
    gain = ("and-clause", "and-clauses") if outcome.kind == "contest" else ("blanket narration", "blanket narrations")
    told = in_parts(
        outcome.result,
        (outcome.clauses, *gain),
        (outcome.issues, "issue", "issues"),
        (outcome.complications, "complication", "complications"),
    )
    if outcome.kind == "contest" or outcome.result in ("Maybe", "Possibly"):
        return told
    return f"{told}: {'avoided' if outcome.result.startswith('Yes') else 'it happens'}"


def in_parts(first: str, *parts: tuple[int, str, str]) -> str:
    """`Yes!, 1 and-clause, 2 issues`: only what there is of each."""
    return ", ".join([first, *(counted(*part) for part in parts if part[0])])


def counted(count: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{count} {one if count == 1 else many}"


def matter_of(session: Session, matter: Contest | Test) -> str:
    """What a resolution is about, in a few words."""
    who = session.story.name(matter.seat)
    if isinstance(matter, Test):
        return f"{who} asks: {matter.question}"
    if matter.kind == "challenge":
        return f"{who} is threatened: {matter.wanted}"
    return f"{who} wants: {matter.wanted}" if matter.wanted else f"{who} wants something"


def prompt_of(matter: Contest | Test) -> str:
    """What the present step of a resolution asks."""
    if matter.step == "approval" and isinstance(matter, Contest) and not matter.wanted:
        return "The GM asks for a narrower outcome. What do you want, then?"
    if matter.step == "advantages" and isinstance(matter, Contest):
        left = len(matter.leverage) - len(matter.advantages)
        return f"{PROMPTS[matter.step]} ({left} left)"
    return PROMPTS.get(matter.step, "")
