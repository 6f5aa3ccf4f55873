"""Names in the middle of a sentence: `Riflemen in the mill` are the riflemen in the mill, and many."""

from __future__ import annotations

import re
from functools import lru_cache

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CREWED = ("gun", "mortar", "howitzer", "tank", "truck", "car", "battery")

_WHERE = re.compile(r" (?:in|at|on|by|of|near|behind|under|over|from|with|across|beside) ")
_COUNTED = re.compile(r"^(.*\D) (\d+)$")


def in_words(number: int) -> str:
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def listed(names: list[str]) -> str:
    """`Novak, Delaney and Okafor`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@lru_cache(1024)
def is_many(unit: str) -> bool:
    """Whether a unit's name is a plural: riflemen, sentries, but not the garrison."""
    counted = _COUNTED.match(unit)
    last = _head(counted[1] if counted else unit).rsplit(" ", 1)[-1].lower()
    return last.endswith(("men", "people")) or (last.endswith("s") and not last.endswith(("ss", "us")))


@lru_cache(1024)
def in_full(unit: str) -> str:
    """A unit's name as a sentence has it: with the article, unless it is a proper name."""
    counted = _COUNTED.match(unit)
    if counted and is_many(unit):
        number = int(counted[2])
        bare = counted[1][:1].lower() + counted[1][1:]
        return f"the {bare}" if number == 1 or number >= len(ORDINALS) else f"the {ORDINALS[number]} lot of {bare}"
    if unit[:4].lower() in ("the ", "our "):
        return unit[:1].lower() + unit[1:]
    words = _head(unit).split(" ")
    is_name = counted or any(word[:1].isupper() for word in words[1:]) or not words[0][1:].islower()
    if is_name or (len(words) == 1 and not is_many(unit)):
        return unit
    return f"the {unit[:1].lower()}{unit[1:]}"


@lru_cache(1024)
def in_short(unit: str) -> str:
    """The name once it has been said: without where it is."""
    return _head(in_full(unit))


@lru_cache(1024)
def people_of(unit: str) -> str:
    """Those who belong to it."""
    head = _head(unit).rsplit(" ", 1)[-1].lower()
    return f"the crew of {in_full(unit)}" if head in CREWED else in_full(unit)


def _head(unit: str) -> str:
    return _WHERE.split(unit, maxsplit=1)[0]


def agrees(verb: str, many: bool) -> str:
    """A verb with its subject: `fire`, `fires`."""
    if verb == "be":
        return "are" if many else "is"
    if many:
        return verb
    if verb in ("do", "go") or verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}s"
