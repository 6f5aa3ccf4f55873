"""Whether the order or the names of things give away what is hidden about them.

A view may blank what a counter stands for, and yet everybody knows it: the true one is always laid first, or always has
the lower number. No single state shows that. So random matches are compared: among things of one list that look alike
to a seat, what is hidden must come now before, now after what is not, by the list and by name. Where it seems to come
always the same way, more matches are played until that cannot be luck, or has turned out to be.

Only matches with random answers in every seat count: where a player who thinks puts the true one is his own affair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from time import process_time
from typing import Any, NamedTuple

from msgspec import Struct

from adjudge.check.chances import is_too_far
from adjudge.check.plays import plain
from adjudge.check.report import Ledger, Setting
from adjudge.check.shows import everybody
from adjudge.engine.copying import copy
from adjudge.engine.game import Game
from adjudge.engine.match import Match, Moment

FALSE_ALARM = 1e-8
MOST_MATCHES = 80
"""Matches that are played beyond the others to settle a suspicion."""
NUMBERS = {"id", "number", "key", "index", "code"}
"""Fields whose whole numbers are names."""
COORDINATES = {"x", "y", "z", "row", "column"}
"""Numbers that say where a thing is, apart from all that are not whole: things that lie apart may still look alike."""

VALUE = "value"
"""What stands in a list that holds texts or numbers and no things with fields."""

Played = tuple[Match[Any], Sequence[Moment[Any]], Setting]


class Clue(NamedTuple):
    """What may give something away: to whom, the field that is hidden, and what things are put in order by."""

    seat: str | None
    field: str
    by: str


class Noticed(NamedTuple):
    """One match in which the hidden came before the other (or, not `is_first`, after it)."""

    is_first: bool
    setting: Setting
    position: int


class OrderExperiment:
    """Gathers, from random matches, in which order hidden things stand."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._noticed: dict[Clue, list[Noticed]] = {}

    def add(self, match: Match[Any], moments: Sequence[Moment[Any]], setting: Setting) -> None:
        """One match: of each clue the first moment that says something."""
        if self._game.view is None or set(setting.bots.values()) != {"random"}:
            return
        found: dict[Clue, Noticed] = {}
        for moment in moments:
            for seat in everybody(match):
                view = self._game.seen(copy(moment.state), seat)
                for field, by, lead in leads(moment.state, view):
                    found.setdefault(Clue(seat, field, by), Noticed(lead > 0, setting, moment.position))
        for clue, noticed in found.items():
            self._noticed.setdefault(clue, []).append(noticed)

    def run(self, ledger: Ledger, another: Callable[[int, dict[str, Any]], Played | None], seconds: float) -> None:
        """Settles each suspicion by further matches with the same options, as far as the time allows."""
        started = process_time()
        for number in range(MOST_MATCHES):
            suspicions = self._suspicions()
            if not suspicions or process_time() - started > seconds:
                break
            played = another(number, self._noticed[suspicions[0]][0].setting.options)
            if played is not None:
                self.add(*played)
        for clue, noticed in self._noticed.items():
            if _is_proven(noticed):
                _note(clue, noticed, ledger)
        if self._suspicions():
            ledger.skip(f"whether the order of hidden things tells what they are: {seconds:.0f} seconds were over")

    def _suspicions(self) -> list[Clue]:
        return [clue for clue, noticed in self._noticed.items() if _is_odd(noticed) and not _is_proven(noticed)]


def _is_odd(noticed: list[Noticed]) -> bool:
    first = sum(it.is_first for it in noticed)
    return 5 * min(first, len(noticed) - first) < len(noticed)


def _is_proven(noticed: list[Noticed]) -> bool:
    return is_too_far(sum(it.is_first for it in noticed), len(noticed), 0.5, FALSE_ALARM)


def _note(clue: Clue, noticed: list[Noticed], ledger: Ledger) -> None:
    first = sum(it.is_first for it in noticed)
    often, when = (first, "first") if 2 * first > len(noticed) else (len(noticed) - first, "last")
    text = (
        f"{clue.field} is hidden from {clue.seat or 'a spectator'}, but {clue.by} tells it: of things that look alike "
        f"the hidden one (or the greater of two) comes {when} in {often} of {len(noticed)} random matches; "
        "put them in an order that everybody may know"
    )
    ledger.note("leak", text, noticed[0].setting, noticed[0].position, same=f"order {clue.field} {clue.by}")


# ---------------------------------------------------------------------- one state


class Thing(NamedTuple):
    """One of a list: its key there, its fields as they are and as a seat sees them."""

    key: Any
    true: dict[str, Any]
    seen: dict[str, Any]

    def hides(self, name: str) -> bool:
        return plain(self.true[name]) != plain(self.seen[name])


def leads(state: Any, view: Any) -> Iterator[tuple[str, str, int]]:
    """For each hidden field of alike things, and each way to put them in order: how far the hidden comes first."""
    lists = list(_lists(state, view, ""))
    for place, things in lists:
        hidden = dict.fromkeys(name for it in things for name in it.seen if it.hides(name))
        for name in hidden:
            for alike in _alike(things, name):
                yield from _leads_among(alike, _ranks(alike, name), f"{place}.*.{name}".removesuffix(f".{VALUE}"))
    yield from _leads_of_names(state, view, lists)


def _leads_among(alike: list[Thing], ranks: list[Any], field: str) -> Iterator[tuple[str, str, int]]:
    for by, order in _orders(alike):
        lead = _lead([ranks[index] for index in order])
        if lead:
            yield field, by, lead


def _leads_of_names(state: Any, view: Any, lists: list[tuple[str, list[Thing]]]) -> Iterator[tuple[str, str, int]]:
    """A field that is hidden may name some of the things that everybody sees: the true ones of them."""
    for field in getattr(state, "__struct_fields__", ()):
        meant = _named(getattr(state, field)) - _named(getattr(view, field, None))
        for place, things in lists if meant else ():
            ranks = [not meant.isdisjoint(_names_of(it)) for it in things]
            looks = {tuple(_look(name, value) for name, value in it.seen.items()) for it in things}
            if len(looks) == 1 and place.split(".")[0] != field and len(set(ranks)) == 2:
                yield from _leads_among(things, ranks, f"{field}, which names some of {place},")


def _named(value: Any) -> set[Any]:
    """What a field may name things by: a text, or a list of texts or numbers. A number by itself says how many."""
    if isinstance(value, str):
        return {value} if value else set()
    listed = value if isinstance(value, (list, tuple, set, frozenset, dict)) else ()
    return set(listed) if all(isinstance(it, (str, int)) for it in listed) else set()


def _names_of(thing: Thing) -> set[Any]:
    """What a thing may be called by."""
    named = {value for name, value in thing.seen.items() if isinstance(value, str) or name in NUMBERS}
    return named | ({thing.key} if isinstance(thing.key, str) else set())


def _lists(state: Any, view: Any, place: str) -> Iterator[tuple[str, list[Thing]]]:
    """Every list of things in a state that the view shows as well, with what it shows of them."""
    children = _children(state, view)
    if not isinstance(state, Struct):
        kinds = {type(it) for _, one, seen in children for it in (one, seen)}
        if len(children) > 1 and len(kinds) == 1 and issubclass(next(iter(kinds)), Struct):
            yield place, [Thing(key, _fields(one), _fields(seen)) for key, one, seen in children]
        elif len(children) > 1 and kinds <= {str, int, bool} and _is_of_few_kinds(children):
            yield place, [Thing(key, {VALUE: one}, {VALUE: seen}) for key, one, seen in children]
    for key, one, seen in children:
        step = key if isinstance(state, Struct) else "*"
        yield from _lists(one, seen, f"{place}.{step}" if place else str(step))


def _is_of_few_kinds(children: list[tuple[Any, Any, Any]]) -> bool:
    """Whether places hold this or that. A row of things that all differ is a deck: nobody is told its order by it."""
    return len({one for _, one, _ in children}) < len(children)


def _children(state: Any, view: Any) -> list[tuple[Any, Any, Any]]:
    if type(state) is not type(view):
        return []
    if isinstance(state, Struct):
        return [(name, getattr(state, name), getattr(view, name)) for name in state.__struct_fields__]
    if isinstance(state, (list, tuple)) and len(state) == len(view):
        return [(index, one, seen) for index, (one, seen) in enumerate(zip(state, view, strict=True))]
    if isinstance(state, dict) and list(state) == list(view):
        return [(key, state[key], view[key]) for key in state]
    return []


def _fields(thing: Struct) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in thing.__struct_fields__}


def _alike(things: list[Thing], hidden: str) -> Iterator[list[Thing]]:
    """Those that a seat cannot tell apart but by their names, and by where they are."""
    groups: dict[Hashable, list[Thing]] = {}
    for thing in things:
        looks = tuple(_look(name, value) for name, value in thing.seen.items())
        groups.setdefault(looks, []).append(thing)
    return (group for group in groups.values() if len({plain(it.true[hidden]) for it in group}) > 1)


def _look(name: str, value: Any) -> Hashable:
    if _is_coordinate(name, value) or (name in NUMBERS and isinstance(value, int)):
        return ""
    return _stem(value) if isinstance(value, str) else plain(value)


def _is_coordinate(name: str, value: Any) -> bool:
    return isinstance(value, float) or (name in COORDINATES and isinstance(value, int))


def _stem(name: str) -> str:
    """A name without what numbers it: counter-1 and counter-2, or A and B, are names of one sort."""
    return re.sub(r"\d+|\b[A-Za-z]$", "#", name)


def _ranks(alike: list[Thing], hidden: str) -> list[Any]:
    """What is compared: whether something is hidden at all; if it is of every one, what."""
    is_hidden = [it.hides(hidden) for it in alike]
    return is_hidden if not all(is_hidden) else [_sortable(it.true[hidden]) for it in alike]


def _sortable(value: Any) -> tuple[int, Any]:
    return (0, value) if isinstance(value, (int, float)) else (1, plain(value))


def _orders(alike: list[Thing]) -> Iterator[tuple[str, list[int]]]:
    """The ways in which things can be told to come first."""
    yield "the order of the list", list(range(len(alike)))
    for name in alike[0].seen:
        values = [it.seen[name] for it in alike]
        is_name = name in NUMBERS or all(isinstance(value, str) for value in values)
        if is_name and len(set(map(str, values))) == len(values):
            yield f"its {name}", sorted(range(len(alike)), key=lambda index: _natural(str(values[index])))
        elif all(_is_coordinate(name, value) for value in values) and len(set(values)) == len(values):
            yield f"its {name}", sorted(range(len(alike)), key=values.__getitem__)
    if all(isinstance(it.key, str) for it in alike):
        yield "its key", sorted(range(len(alike)), key=lambda index: _natural(alike[index].key))


def _natural(name: str) -> list[tuple[int, str]]:
    """Names as people sort them: 2 before 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name) if part]


def _lead(ranks: list[Any]) -> int:
    """By how many pairs the greater comes before the lesser more often than after."""
    pairs = [(one, other) for index, one in enumerate(ranks) for other in ranks[index + 1 :]]
    return sum((one > other) - (one < other) for one, other in pairs)
