"""Questions as numbered actions.

An agent has a fixed number of actions, a game any number of answers. So each question becomes a menu, or several one
after the other, and each entry of a menu goes to a numbered slot that follows from the rule and the entry's own name:
`roll` in Pig is the same action in every match and every position.

| question | menu |
|---|---|
| `Choose` | its options |
| `ChooseSome` | one option after the other, and `done` as soon as that is enough |
| `PickPoint` | the points that its region offers as samples |
| `Allocate` | one more for a slot, again and again, and `done` where not all of it must be given |
| `Write` | the suggestion, or nothing where that is allowed; else some words, unasked |
| `Sealed` | each seat gets its own part's menu, one after the other, and nobody sees the others' answers |
| `Floor` | the part's menu and `pass`; if everybody passes, the umpire takes an answer for the first |
| `Fight` | unasked: bots fight it |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any
from zlib import crc32

from adjudge.engine.questions import Allocate, ChooseSome, PickPoint, Question, Write

DONE, PASS = "done", "pass"


class Menu:
    """What can be chosen now: a name for each entry, and what choosing it leads to, an answer or another menu."""

    __slots__ = ("_follow", "names", "values")

    def __init__(
        self, names: tuple[str, ...], values: Sequence[Any], follow: Callable[[Any], Menu | Any] | None = None
    ) -> None:
        self.names, self.values, self._follow = names, values, follow

    def take(self, index: int) -> Menu | Any:
        """The next menu, or the answer."""
        value = self.values[index]
        return self._follow(value) if self._follow else value


def menu_of(question: Question[Any], rng: Random) -> Menu:
    """The first menu of a question."""
    if question.is_choice:
        options: Sequence[Any] = question.options  # type: ignore[attr-defined]
        return Menu(_names(tuple(options)), options)
    if isinstance(question, PickPoint):
        points = question.region.samples()
        return Menu(tuple(f"{x:g},{y:g}" for x, y in points), points)
    if isinstance(question, ChooseSome):
        return _one_more(question, ())
    if isinstance(question, Allocate):
        return _share(question, dict.fromkeys(question.slots, 0))
    if isinstance(question, Write):
        said = question.suggestion[: question.limit].strip() or question.sample(rng) or "words"
        return Menu(("say", "nothing"), (said, "")) if question.optional else Menu(("say",), (said,))
    return Menu(("fight",), (question.sample(rng),))


@lru_cache(4096)
def _names(options: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(map(str, options))


def _one_more(question: ChooseSome[Any], chosen: tuple[Any, ...]) -> Menu | Any:
    if len(chosen) == question.most:
        return chosen
    left = [option for option in question.options if option not in chosen]
    names = tuple(str(option) for option in left)
    if len(chosen) < question.least:
        return Menu(names, left, lambda option: _one_more(question, (*chosen, option)))

    def follow(option: Any) -> Any:
        return chosen if option is _DONE else _one_more(question, (*chosen, option))

    return Menu((*names, DONE), [*left, _DONE], follow)


def _share(question: Allocate, shares: dict[str, int]) -> Menu | Any:
    given = sum(shares.values())
    able = [slot for slot in question.slots if shares[slot] < question.most and given < question.number]
    if not able:
        return shares
    names = tuple(f"one for {slot}" for slot in able)
    if question.exactly:
        return Menu(names, able, lambda slot: _share(question, {**shares, slot: shares[slot] + 1}))

    def follow(slot: Any) -> Any:
        return shares if slot is _DONE else _share(question, {**shares, slot: shares[slot] + 1})

    return Menu((*names, DONE), [*able, _DONE], follow)


_DONE = object()


class Slots:
    """Where entries go among a fixed number of actions.

    An entry's slot follows from its rule and name, and is the next free one if another entry of the menu has it. Of a
    menu with more entries than slots, evenly chosen ones are offered. Whoever knows all entries of a game can list
    them, `["roll", "hold"]`: then each has the slot of its place in the list.
    """

    def __init__(self, size: int = 256, listed: Sequence[str] = ()) -> None:
        self.size = len(listed) or size
        self._listed = {name: slot for slot, name in enumerate(listed)}
        self._placed: dict[tuple[str, tuple[str, ...]], dict[int, int]] = {}

    def place(self, rule: str, names: tuple[str, ...]) -> dict[int, int]:
        """For each slot that is legal, the number of its entry."""
        known = self._placed.get((rule, names))
        if known is None:
            if len(self._placed) > 4096:
                self._placed.clear()
            known = self._placed[rule, names] = self._listing(names) if self._listed else self._hashing(rule, names)
        return known

    def _listing(self, names: tuple[str, ...]) -> dict[int, int]:
        missing = [name for name in names if name not in self._listed]
        if missing:
            raise ValueError(f"actions: {missing[0]!r} is not in the list that was given")
        return {self._listed[name]: entry for entry, name in enumerate(names)}

    def _hashing(self, rule: str, names: tuple[str, ...]) -> dict[int, int]:
        found: dict[int, int] = {}
        for entry in evenly(len(names), self.size):
            slot = crc32(f"{rule} {names[entry]}".encode()) % self.size
            while slot in found:
                slot = (slot + 1) % self.size
            found[slot] = entry
        return found


def evenly(many: int, most: int) -> Sequence[int]:
    """At most so many of the numbers below `many`, evenly spread."""
    return range(many) if many <= most else [number * many // most for number in range(most)]
