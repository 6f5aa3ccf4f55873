"""How things are said: outcomes in words, numbers with their nouns, what an action is called."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from adjudge.engine.wording import several
from adjudge.games.akula.verdicts import Back, Braked, Fought, Held, Ill, Stirred, Succeeded, Toll


def inches(number: float) -> str:
    """Inches with the right plural, whole or not.

    >>> inches(1), inches(2.5)
    ('1 inch', '2.5 inches')
    """
    return f"{number:g} {'inch' if number == 1 else 'inches'}"


# ---------------------------------------------------------------------- outcomes


@singledispatch
def words(outcome: Any) -> str:
    """What came of it, in a few words."""
    return str(outcome)


SEVERAL = {
    "headshot": "removed",
    "last wound": "removed",
    "wound": "wounded",
    "knock-back": "knocked back",
    "no effect": "unhurt",
    "killed": "killed",
    "hurt": "hurt",
    "unharmed": "unharmed",
}
"""What results are called when several figures are counted."""


@words.register
def _(toll: Toll) -> str:
    if toll.of in ("shot", "injury"):
        return ", ".join(result for result, _ in toll.results)
    if toll.of == "debris" and not toll.results:
        return "no debris: it moves and attacks"
    if toll.of == "dragging":
        dragged = sum(count for _, count in toll.results)
        return f"{dragged} dragged out" if dragged else "nobody is dragged out"
    if not toll.results:
        return "nobody is caught"
    if toll.results == (("off the table", 1),):
        return "off the table"
    sums: dict[str, int] = {}
    for result, count in toll.results:
        word, comma, more = result.partition(",")
        name = f"{SEVERAL.get(word, word)}{comma}{more}"
        sums[name] = sums.get(name, 0) + count
    if toll.of == "debris":
        return "debris: " + ", ".join(sums)
    return ", ".join(f"{count} {name}" for name, count in sums.items())


@words.register
def _(fought: Fought) -> str:
    if fought.result == "lost":
        return f"lost, {fought.injury}"
    if fought.result == "standoff":
        return "standoff"
    parts = [f"{fought.removed} removed"] if fought.removed or not fought.wounds else []
    parts += [several(fought.wounds, "wound")] if fought.wounds else []
    return ", ".join(["won", *parts])


@words.register
def _(ill: Ill) -> str:
    return f"infected, passes out in {several(ill.countdown, 'turn')}" if ill.infected else "not infected"


@words.register
def _(grip: Held) -> str:
    return "held" if grip.held else "free"


@words.register
def _(stirred: Stirred) -> str:
    if stirred.active:
        return f"active: {stirred.why}"
    return f"not active: {stirred.why}" if stirred.why else "idle"


@words.register
def _(braked: Braked) -> str:
    if not braked.mishap:
        return "under control"
    hurt = [f"{count} {result}" for result, count in braked.results]
    return ", ".join([f"out of control: {braked.mishap}", *hurt])


@words.register
def _(tried: Succeeded) -> str:
    if tried.what == "start":
        return "it starts" if tried.done else "it does not start"
    return "found" if tried.done else "nothing yet"


@words.register
def _(back: Back) -> str:
    return back.where
