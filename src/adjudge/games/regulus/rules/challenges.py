"""Challenges: a contest in reverse (challenge.when). The steps, the table and Luck are those of a contest.

High is good for the player all the same (ruling.challenge-table-not-flipped); what Yes and No stand for is reversed.
"""

from __future__ import annotations

from adjudge.games.regulus.state import Contest
from adjudge.story import GM

_CONTEST = {
    "Hell No": ("result.hell-no", "{result}: a disaster for {who}, and not: {wanted}"),
    "No!": ("result.no-exclamation", "{result} and an issue; not: {wanted}"),
    "No": ("result.no", "{result}: not {wanted}"),
    "Yes": ("result.yes", "{result}: {wanted}"),
    "Yes!": ("result.yes-exclamation", "{result} and more: {wanted}"),
    "Yes!!": ("result.yes-double-exclamation", "{result} and twice more: {wanted}"),
}
_AVOIDED = ("challenge.yes-avoids", "{result}: {who} avoids it: {wanted}")
_HAPPENS = ("challenge.no-happens", "{result}: it happens to {who}: {wanted}")


def verdict(contest: Contest) -> tuple[str, str, str]:
    """The rule of an outcome, what is told, and who tells the outcome: the player what went well, else the GM."""
    is_yes = contest.decided.startswith("Yes")
    if contest.kind == "contest":
        rule, text = _CONTEST[contest.decided]
    else:
        rule, text = _AVOIDED if is_yes else _HAPPENS
    return rule, text, contest.seat if is_yes else GM


def first_words(contest: Contest) -> str:
    """How the one who tells the outcome may begin."""
    is_yes = contest.decided.startswith("Yes")
    if is_yes == (contest.kind == "contest"):
        return contest.wanted
    return f"It comes to nothing: {contest.wanted}"


ADVICE = "related to the challenge, but not directly; best if the threat stays in play"
"""challenge.blanket-narration-limit and challenge.leave-the-threat-in-play, for the one who words it."""
