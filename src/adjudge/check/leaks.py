"""Whether a seat learns what is hidden from it.

Four experiments, each sound by the table's own contract:

- *Private dice.* A roll `to` some seats is thrown again with other faces, and both courses go on with the same answers
  and dice. Whoever was not to see it must see the same as before (`check.sights`), until a `reveal` tells of it.
- *Secret answers.* The same with an answer to one of the game's `secrets`, and with a sealed one while it is sealed.
- *Told in the open.* Any other answer or roll is replaced by another. If the change shows in one seat's view and not in
  another's, its new value must not stand in what the other is told, unless as a `reveal`; and as long as the other sees
  and is told the same, it must be asked the same, with the same odds. Where the other's view blanks a field that holds
  the answer itself, it must not be told anything else either, in whatever words.
- *Views.* Where a view blanks a field, another value that was blanked in the same place goes there (within a list,
  places are swapped). The view must not change, nor what the seat is asked first in a turn that begins so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec

from adjudge.check.plays import plain
from adjudge.check.replays import reopened
from adjudge.check.report import Ledger, Setting
from adjudge.check.shows import everybody
from adjudge.check.sights import Sight, asked_of, sights
from adjudge.engine.copying import copy
from adjudge.engine.errors import AdjudgeError, IllegalFaces
from adjudge.engine.game import Game
from adjudge.engine.log import Answered, Counted, Threw
from adjudge.engine.match import Match, Moment, may_know
from adjudge.engine.questions import Question, Sealed
from adjudge.engine.table import Event, Happening, Rolled

TRIES = 4
FURTHER = 40
"""Answers and rolls after a private one for which others must still see nothing of it."""
FURTHER_IN_THE_OPEN = 6
"""Answers and rolls after any other."""
LOOKED_AT_FULLY = (0, 1, 2, 3, 5, 8, 13, 21, 34)
"""How many answers and rolls later all is compared that others see; between, only what passes by."""


# ---------------------------------------------------------------------- private dice, and secrets told in the open


class Turned(NamedTuple):
    """A match that took two courses from a position on, by another answer or roll there."""

    start: int
    one: Match[Any]
    other: Match[Any]

    @property
    def is_comparable(self) -> bool:
        """Whether the rules wait for the same thing now; else they went different ways, and nothing can be said."""
        return bool(_waits_for(self.one) == _waits_for(self.other))

    @property
    def is_revealed(self) -> bool:
        """Whether something was revealed that is not the same in both courses."""
        return bool(_revealed(self.one, self.start) != _revealed(self.other, self.start))

    @property
    def reveals(self) -> int:
        """How often something was revealed since."""
        return len(_revealed(self.one, self.start))

    def sights(self, seat: str | None, *, fully: bool = True) -> Iterator[tuple[Sight, Sight]]:
        """Everything that a seat sees, in both courses."""
        courses = (sights(course, seat, self.start, fully=fully) for course in (self.one, self.other))
        return zip(*courses, strict=False)


def _revealed(match: Match[Any], since: int) -> list[bytes]:
    return [plain(it) for it in happenings(match, since) if isinstance(it, Event) and it.reveal]


def _waits_for(match: Match[Any]) -> Any:
    pending = match.pending
    return match.turn, pending and (pending.rule, pending.seats, pending.position)


def happenings(match: Match[Any], since: int = 0) -> list[Happening]:
    """All that happened, also in secret."""
    told: dict[int, Happening] = {}
    for seat in everybody(match):
        told |= {id(it): it for it in match.happenings(seat, since)}
    return list(told.values())


def try_rolls(match: Match[Any], setting: Setting, ledger: Ledger, rng: Random, limit: int) -> None:
    """Some rolls of a match, thrown again; the private ones first."""
    rolls = [it for it in happenings(match) if isinstance(it, Rolled)]
    rng.shuffle(rolls)
    for roll in sorted(rolls, key=lambda it: not it.to)[:limit]:
        start = roll.position - len(roll.hands)
        with ledger.watching("crash", f"{roll.rule} with other faces", setting, start):
            turned = _thrown_again(match, roll, start, rng)
            if turned is not None and turned.is_comparable and not turned.is_revealed:
                _compare_roll(match, roll, turned, setting, ledger)


def _thrown_again(match: Match[Any], roll: Rolled, start: int, rng: Random) -> Turned | None:
    hands = tuple(hand for hand in match.line[start : roll.position] if isinstance(hand, Threw))
    if len(hands) != len(roll.hands):
        return None
    for _ in range(TRIES):
        other = reopened(match, start, tuple(_other_faces(hand, rng) for hand in hands))
        if _value_at(other, roll) != roll.value:
            return Turned(start, reopened(match, start, hands), other)
    return None


def _other_faces(hand: Threw, rng: Random) -> Threw:
    return Threw(hand.by, hand.rule, hand.dice, tuple(rng.randint(1, die) for die in hand.dice), hand.label, True)


def _value_at(match: Match[Any], roll: Rolled) -> Any:
    rolls = (it for it in happenings(match, roll.position) if isinstance(it, Rolled))
    return next((it.value for it in rolls if it.position == roll.position), None)


def _compare_roll(match: Match[Any], roll: Rolled, turned: Turned, setting: Setting, ledger: Ledger) -> None:
    if roll.to:
        _compare_secret(match, f"what {roll.rule} rolled for", roll.to, roll.rule, turned, setting, ledger)
    else:
        _compare_open(match, roll.rule, turned, setting, ledger)


def _compare_secret(
    match: Match[Any], what: str, to: tuple[str, ...], rule: str, turned: Turned, setting: Setting, ledger: Ledger
) -> None:
    """Whoever was not to know must see the same, now and for a good while after."""
    for later in _courses(match, turned, FURTHER):
        found = list(_differences(match, later, to))
        if found and later.reveals:
            return  # it may be just this that was revealed
        for seat, where in found:
            text = f"{seat or 'a spectator'} can tell {what} {', '.join(to)} by {where}"
            ledger.note("leak", text, setting, turned.start, same=f"{rule} {where}")


def _differences(match: Match[Any], course: Course, to: tuple[str, ...]) -> Iterator[tuple[str | None, str]]:
    """What others than these can see of it, and who."""
    for seat in everybody(match):
        if seat not in to:
            for (where, one), (_, other) in course.turned.sights(seat, fully=course.fully or course.reveals):
                if one != other:
                    yield seat, where


class Course(NamedTuple):
    """How far both courses have got; whether something was revealed by the last step, and whether to look at all."""

    turned: Turned
    reveals: bool
    fully: bool


def _courses(match: Match[Any], turned: Turned, further: int) -> Iterator[Course]:
    """Both courses where they wait first, and as they go on with what was answered and rolled in the match itself, for
    as long as they wait for the same and nothing else is revealed in one than in the other."""
    yield Course(turned, turned.reveals > 0, True)
    for number, entry in zip(count(1), match.line[turned.one.position :][:further], strict=False):
        before = turned.reveals
        try:
            card = _card_of(turned.one, entry)
            for course in (turned.one, turned.other):
                _go_on(course, entry, card)
        except AdjudgeError:
            return  # what was answered depends on the dice that are others now
        if not turned.is_comparable or turned.is_revealed:
            return
        yield Course(turned, turned.reveals > before, number in LOOKED_AT_FULLY)


def _go_on(course: Match[Any], entry: Counted, card: str) -> None:
    if isinstance(entry, Answered):
        course.answer(entry.seat, entry.answer)
        return
    faces = entry.faces
    if card:  # where other cards are left, another face is this card
        faces = tuple(face for name, face in course.pending.draws if name == card) if course.pending else ()
        if not faces:
            raise IllegalFaces(f"there is no {card} to be drawn now")
    course.throw(course.hand_of(entry.by), faces)


def _card_of(course: Match[Any], entry: Counted) -> str:
    """The name of a card that was drawn, if it was one. Cards of one name lie side by side."""
    draws = course.pending.draws if course.pending else ()
    if not isinstance(entry, Threw) or not draws:
        return ""
    return next(name for name, face in reversed(draws) if face <= entry.faces[0])


def try_answers(match: Match[Any], setting: Setting, ledger: Ledger, rng: Random, positions: Iterable[int]) -> None:
    """Some answers of a match, given otherwise."""
    for position in positions:
        entry = match.line[position]
        if not isinstance(entry, Answered):
            continue
        with ledger.watching("crash", f"{entry.rule} answered otherwise", setting, position):
            turned = _answered_otherwise(match, entry, position, rng)
            if turned is None or not turned.is_comparable or turned.is_revealed:
                continue
            if entry.sealed:
                _compare_sealed(match, entry, turned, setting, ledger)
            elif entry.rule in match.game.secrets:
                what = f"the answer to {entry.rule} of"
                _compare_secret(match, what, (entry.seat,), entry.rule, turned, setting, ledger)
            else:
                _compare_open(match, entry.rule, turned, setting, ledger)


def _answered_otherwise(match: Match[Any], entry: Answered, position: int, rng: Random) -> Turned | None:
    pending = match.look(position).pending
    question = pending.for_seat(entry.seat) if pending else None
    other = _another(question, entry, rng) if question else None
    if other is None:
        return None
    return Turned(position, reopened(match, position, (entry,)), reopened(match, position, (other,)))


def _another(question: Question[Any], entry: Answered, rng: Random) -> Answered | None:
    for _ in range(TRIES):
        answer = msgspec.to_builtins(question.sample(rng))
        if plain(answer) != plain(entry.answer):
            return msgspec.structs.replace(entry, answer=answer)
    return None


def _compare_sealed(match: Match[Any], entry: Answered, turned: Turned, setting: Setting, ledger: Ledger) -> None:
    """A part of a sealed question was answered in two ways, and others have not answered theirs yet."""
    pending = turned.one.pending
    if pending is None or not isinstance(pending.question, Sealed) or pending.rule != entry.rule or turned.reveals:
        return
    for seat in everybody(match):
        for (what, before), (_, after) in turned.sights(seat):
            if seat != entry.seat and before != after:
                text = f"{seat or 'a spectator'} can tell the sealed answer of {entry.seat} to {entry.rule} by {what}"
                ledger.note("leak", text, setting, turned.start, same=f"{entry.rule} {what}")


def _compare_open(match: Match[Any], rule: str, turned: Turned, setting: Setting, ledger: Ledger) -> None:
    """What one view shows and another hides must not be told to the other, nor asked of it."""
    hidden_from = [seat for seat in everybody(match) if not _can_see(turned, seat)]
    if len(hidden_from) == len(everybody(match)):
        return  # nobody sees it: the state keeps it for itself
    for later in _courses(match, turned, FURTHER_IN_THE_OPEN):
        for seat in () if later.reveals else hidden_from:
            _note_told(rule, turned, seat, setting, ledger)
        blind = [seat for seat in hidden_from if not _can_see(turned, seat)]
        hidden_from = [seat for seat in blind if not _can_hear(turned, seat)]
        for seat in () if later.reveals else (it for it in blind if it not in hidden_from):
            _note_hinted(rule, turned, seat, setting, ledger)
        for seat in hidden_from:
            _compare_asked(rule, turned, seat, setting, ledger)
        if not hidden_from:
            return


def _can_see(turned: Turned, seat: str | None) -> bool:
    return plain(turned.one.view(seat)) != plain(turned.other.view(seat))


def _can_hear(turned: Turned, seat: str | None) -> bool:
    one, other = (plain(course.happenings(seat, turned.start)) for course in (turned.one, turned.other))
    return one != other


def _note_told(rule: str, turned: Turned, seat: str | None, setting: Setting, ledger: Ledger) -> None:
    for value in _told_values(turned, seat):
        text = (
            f"{seat or 'a spectator'} is told {value!r} by {rule}, which its view hides: "
            "tell or roll it `to` those who may know, mark it `reveal`, or let the view show it"
        )
        ledger.note("leak", text, setting, turned.start, same=f"told {rule}")


def _note_hinted(rule: str, turned: Turned, seat: str | None, setting: Setting, ledger: Ledger) -> None:
    """A seat that sees the same is told something else: that must not be an answer that its view takes care to hide."""
    if _hides_answer(turned, seat):
        text = (
            f"{seat or 'a spectator'} is told something else for another answer to {rule}, which its view hides: "
            "tell it `to` those who may know, mark it `reveal`, or let the view show it"
        )
        ledger.note("leak", text, setting, turned.start, same=f"told {rule}")


def _hides_answer(turned: Turned, seat: str | None) -> bool:
    """Whether the answer itself is a field of the state that the view of a seat blanks."""
    fields = []
    for course in (turned.one, turned.other):
        entry = course.line[turned.start]
        if not isinstance(entry, Answered):
            return False
        blanked = blanks(course.game, course.state, seat)
        fields.append({it.path for it in blanked if it.value == entry.answer and type(it.value) is type(entry.answer)})
    return bool(fields[0] & fields[1])


def _compare_asked(rule: str, turned: Turned, seat: str | None, setting: Setting, ledger: Ledger) -> None:
    for (what, one), (_, other) in zip(asked_of(turned.one, seat), asked_of(turned.other, seat), strict=False):
        if one != other:
            text = f"{seat or 'a spectator'} can tell by {what} what came of {rule}, which its view hides"
            ledger.note("leak", text, setting, turned.start, same=f"{rule} {what}")


def _told_values(turned: Turned, seat: str | None) -> Iterator[Any]:
    """The values that changed in the state and stand, old and new, in what the seat is told."""
    one, other = (_words(course.happenings(seat, turned.start)) for course in (turned.one, turned.other))
    before, after = (dict(_leaves(_data(course.state))) for course in (turned.one, turned.other))
    for path, old in before.items():
        new = after.get(path, old)
        if old != new and old in one - other and new in other - one:
            yield old


def _words(told: list[Happening]) -> set[Any]:
    """The values that stand in happenings: facts, words and numbers of a text, readings, faces."""
    return {value for it in told for _, value in _leaves(_said(it) if isinstance(it, Event) else _seen_of(it))}


def _said(event: Event) -> Any:
    words = re.findall(r"\w[\w-]*", event.text)
    return [_data(event.facts), words, [int(word) for word in words if word.isdecimal()]]


def _seen_of(roll: Rolled) -> Any:
    return [_data(roll.value), roll.faces]


# ---------------------------------------------------------------------- views that give away what they blank

Path = tuple[Any, ...]


class Blanked(NamedTuple):
    """A field that a seat's view does not show as it is."""

    path: Path
    value: Any
    blank: Any


class ViewExperiment:
    """Gathers states and what views blank in them; then puts other blanked values there and looks again."""

    def __init__(self, game: Game[Any], limit: int = 60) -> None:
        self._game, self._limit = game, limit
        self._states: list[tuple[Setting, Match[Any], int, str | None, Any]] = []
        self._begun: list[tuple[Setting, Match[Any], int, str, Any]] = []
        """Turns that begin with a question to a seat."""
        self._hidden: dict[tuple[str | None, Path, Any], dict[Any, None]] = {}

    def add(self, match: Match[Any], moment: Moment[Any], setting: Setting) -> None:
        if self._game.view is None:
            return
        for seat in everybody(match):
            for blanked in blanks(self._game, moment.state, seat):
                self._hidden.setdefault((seat, _place(blanked.path), blanked.blank), {})[blanked.value] = None
            self._states.append((setting, match, moment.position, seat, moment.state))
            begun, record = match.turn_at(moment.position)
            if not record and seat is not None and moment.pending and seat in moment.pending.seats:
                self._begun.append((setting, match, moment.position, seat, begun))

    def run(self, ledger: Ledger, rng: Random) -> None:
        rng.shuffle(self._states)
        rng.shuffle(self._begun)
        for setting, _, position, seat, state in self._states[: self._limit]:
            with ledger.watching("crash", "the view", setting, position):
                for name, changed in self._changed(state, seat, rng):
                    if self._gives_away(changed, seat, plain(self._game.seen(copy(state), seat))):
                        text = f"the view of {seat or 'a spectator'} blanks {name}, but changes with it"
                        ledger.note("leak", text, setting, position, same=f"view {name}")
        for setting, match, position, asked, begun in self._begun[: self._limit]:
            with ledger.watching("crash", "the first question of a turn", setting, position):
                for name, changed in self._changed(begun, asked, rng):
                    if self._is_asked_otherwise(match, position, asked, changed):
                        text = f"the view of {asked} blanks {name}, but the first question of the turn changes with it"
                        ledger.note("leak", text, setting, position, same=f"first question {name}")

    def _changed(self, state: Any, seat: str | None, rng: Random) -> Iterator[tuple[str, Any]]:
        """States that are other where the seat's view shows nothing, each with the field that is other."""
        found = list(blanks(self._game, state, seat))
        for blanked in rng.sample(found, min(TRIES, len(found))):
            changed = self._otherwise(state, seat, blanked, found)
            if changed is not None:
                yield ".".join(map(str, _place(blanked.path))), changed

    def _is_asked_otherwise(self, match: Match[Any], position: int, seat: str, changed: Any) -> bool:
        """Whether a seat that sees and is told the same is asked something else first."""
        if plain(self._game.seen(copy(changed), seat)) != plain(
            self._game.seen(copy(match.turn_at(position)[0]), seat)
        ):
            return False  # the view itself gives it away
        try:
            one, other = match.look(position), match.look_if(position, changed)
        except (AdjudgeError, LookupError, TypeError, ValueError):
            return False  # a combination that the game never has
        return bool(
            _first_asked(one, seat) != _first_asked(other, seat) and _told_to(one, seat) == _told_to(other, seat)
        )

    def _otherwise(self, state: Any, seat: str | None, blanked: Blanked, found: list[Blanked]) -> Any:
        data = _data(state)
        if isinstance(blanked.path[-1], int):
            siblings = [it for it in found if it.path[:-1] == blanked.path[:-1] and it.value != blanked.value]
            if not siblings:
                return None
            _put(data, siblings[0].path, blanked.value)
            _put(data, blanked.path, siblings[0].value)
        else:
            known = self._hidden.get((seat, _place(blanked.path), blanked.blank), {})
            others = [value for value in known if value != blanked.value]
            if not others:
                return None
            _put(data, blanked.path, others[0])
        return msgspec.convert(data, type(state), strict=False)

    def _gives_away(self, state: Any, seat: str | None, before: bytes) -> bool:
        try:
            return plain(self._game.seen(state, seat)) != before
        except (AdjudgeError, LookupError, TypeError, ValueError):
            return False  # a combination that the game never has


def _first_asked(moment: Moment[Any], seat: str) -> bytes:
    pending = moment.pending
    if pending is None or seat not in pending.seats:
        return b""
    question = pending.for_seat(seat)
    return plain((pending.rule, question.shown() if question else None))


def _told_to(moment: Moment[Any], seat: str) -> bytes:
    return plain([it for it in moment.happenings if may_know(it, seat)])


def blanks(game: Game[Any], state: Any, seat: str | None) -> Iterator[Blanked]:
    """The fields of a state that a view shows otherwise. A view of another type than the state tells nothing here."""
    view = game.seen(copy(state), seat)
    if type(view) is not type(state):
        return
    shown = dict(_leaves(_data(view)))
    for path, value in _leaves(_data(state)):
        if path in shown and shown[path] != value and value is not None:
            yield Blanked(path, value, shown[path])


def _data(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=repr))


def _leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(data, dict):
        for key, item in data.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(data, (list, tuple)):
        for index, item in enumerate(data):
            yield from _leaves(item, (*path, index))
    else:
        yield path, data


def _place(path: Path) -> Path:
    return tuple("*" if isinstance(step, int) else step for step in path)


def _put(data: Any, path: Path, value: Any) -> None:
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = value
