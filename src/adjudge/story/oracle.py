"""The oracle: any decision of the GM may be left to the dice, which then say so.

It holds the GM's chair in solo play, and helps a GM who does not want to decide. A question with two answers is one
die; what the world does is drawn from the tables of sparks, in which whatever is drawn together makes sense together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from adjudge.engine import Reading, Table, in_order, total
from adjudge.story.floor import Do, Offer, Offers, Speaker, step
from adjudge.story.state import GM, S


class Sparks(Struct, frozen=True):
    """Beginnings and endings of something that happens: every one goes with every other."""

    who: tuple[str, str, str, str, str, str]
    does: tuple[str, ...]
    """Twice six."""


class Kinds(Struct, frozen=True):
    """People one knows, strangers, those in charge, rivals, things, news."""

    kind: tuple[Sparks, Sparks, Sparks, Sparks, Sparks, Sparks]


@cache
def kinds() -> tuple[Sparks, ...]:
    text = resources.files("adjudge.story").joinpath("data/sparks.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=Kinds).kind


@cache
def yes_on(target: int) -> Reading[bool]:
    """Whether one die reaches a number."""
    return total(1).map(lambda face: face >= target, f"the oracle says yes on {target}+")


@cache
def spark_reading() -> Reading[str]:
    """The spark that four dice point at: the kind, who, and, by the half and the number of an ending, what."""
    return in_order(6, 6, 6, 6).map(_spark, "the oracle draws")


def _spark(faces: tuple[int, ...]) -> str:
    kind = kinds()[faces[0] - 1]
    half = 6 if faces[2] > 3 else 0
    return f"{kind.who[faces[1] - 1]} {kind.does[half + faces[3] - 1]}"


def at_least(table: Table[S], speaker: Speaker, target: int, question: str) -> bool:
    """A yes or no of the GM's, left to one die."""
    is_so: bool = table.roll(yes_on(target), "story.oracle", speaker.hand)
    table.tell("story.oracle", "by the dice: {question}? {answer}", question=question, answer="Yes" if is_so else "No")
    return is_so


def chances(target: int) -> str:
    """How a screen announces such a roll."""
    return f"yes on {target}+ of one die"


def left_to_dice(matter: int, label: str, do: Do, target: int, *, prompt: str = "", about: str = "") -> Offer:
    """The GM may let one die decide what a resolution waits for."""
    return step(matter, BY_DICE, label, "story.oracle", do, chances(target), prompt=prompt, about=about)


def in_one_go(
    waiting: Offers, offers: Callable[[Any], Offers], tidy_up: Callable[[Table[Any]], None]
) -> dict[str, list[Offer]]:
    """The GM may let the dice see to everything that waits, and to what that brings, until nothing waits any more."""

    def all_by_dice(table: Table[Any], speaker: Speaker) -> None:
        for _ in range(MOST_IN_ONE_GO):
            due = [offer for offer in offers(table.state).get(GM, ()) if _is_a_step_by_dice(offer)]
            if not due or table.state.story.ended:
                return
            due[0].do(table, speaker)
            tidy_up(table)

    if not any(map(_is_a_step_by_dice, waiting.get(GM, ()))):
        return {}
    return {GM: [Offer(ALL, "Let the dice see to all that waits for the GM", "story.oracle", all_by_dice)]}


def _is_a_step_by_dice(offer: Offer) -> bool:
    return offer.nature == "now" and offer.about().kind == BY_DICE and offer.key != ALL


BY_DICE = "by-dice"
"""The kind of a deed that leaves a decision of the GM's to the dice."""
ALL = f"now/{BY_DICE}"
MOST_IN_ONE_GO = 50


def sentence(words: str) -> str:
    """Drawn words as a line of the story."""
    return f"{words[:1].upper()}{words[1:]}."


def spark(table: Table[S], speaker: Speaker) -> str:
    """Something that happens, drawn by dice."""
    return table.roll(spark_reading(), "story.oracle", speaker.hand)
