"""Challenges: a contest in reverse (challenge.when). The steps, the table and Luck are those of a contest.

High is good for the player all the same (ruling.challenge-table-not-flipped); what Yes and No stand for is reversed.
"""

from __future__ import annotations

from adjudge.games.regulus.state import Contest
from adjudge.story import GM

_SAID = {
    "Hell No": ("result.hell-no", "Hell No, a disaster for {who}"),
    "No!": ("result.no-exclamation", "No, and an issue"),
    "No": ("result.no", "No"),
    "Yes": ("result.yes", "Yes"),
    "Yes!": ("result.yes-exclamation", "Yes, and more"),
    "Yes!!": ("result.yes-double-exclamation", "Yes, and twice more"),
}
_AVOIDED = ("challenge.yes-avoids", "{said}. {who} avoids it: {wanted}")
_HAPPENS = ("challenge.no-happens", "{said}. It happens to {who}: {wanted}")


def verdict(contest: Contest) -> tuple[str, str, str]:
    """The rule of an outcome, what is told, and who tells the outcome: the player what went well, else the GM."""
    is_yes = contest.decided.startswith("Yes")
    rule, said = _SAID[contest.decided]
    text = "{said}: {wanted}" if is_yes else "{said}. It does not happen: {wanted}"
    if contest.kind == "challenge":
        rule, text = _AVOIDED if is_yes else _HAPPENS
    return rule, text.replace("{said}", said), contest.seat if is_yes else GM


def first_words(contest: Contest) -> str:
    """How the one who tells the outcome may begin."""
    is_yes = contest.decided.startswith("Yes")
    if contest.kind == "contest":
        return contest.wanted if is_yes else "It comes to nothing."
    return (
        "I see it in time, and nothing comes of it." if is_yes else "It happens just so, and there is no way round it."
    )


ADVICE = "related to the challenge, but not directly; best if the threat stays in play"
"""challenge.blanket-narration-limit and challenge.leave-the-threat-in-play, for the one who words it."""
