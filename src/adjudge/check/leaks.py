"""Whether a seat learns what is hidden from it.

Three experiments, each sound by the table's own contract:

- *Private dice.* A roll `to` some seats is thrown again with other faces, and both courses go on with the same answers
  and dice. Whoever was not to see it must see the same as before, odds and luck included, until a `reveal` is told.
- *Told in the open.* An answer or a public roll is replaced by another. If the change shows in one seat's view and not
  in another's, its new value must not stand in what the other is told, unless as a `reveal`.
- *Views.* Where a view blanks a field, another value that was blanked in the same place goes there (within a list,
  places are swapped). The view must not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from adjudge.check.chances import some_answers
from adjudge.check.plays import plain
from adjudge.check.replays import reopened
from adjudge.check.report import Ledger, Setting
from adjudge.check.shows import everybody
from adjudge.engine.audit import luck
from adjudge.engine.copying import copy
from adjudge.engine.errors import AdjudgeError, IllegalFaces
from adjudge.engine.game import Game
from adjudge.engine.log import Answered, Counted, Threw
from adjudge.engine.match import Match, Moment
from adjudge.engine.questions import Question, Sealed, Together
from adjudge.engine.table import Event, Happening, Rolled
from adjudge.odds import forecast, uniform

TRIES = 4
FURTHER = 12
"""Answers and rolls after a private one for which others must still see nothing of it."""
ODDS_TRIED = 3
"""Options of a question whose odds are compared."""


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
        happened = [*happenings(self.one, self.start), *happenings(self.other, self.start)]
        return any(isinstance(it, Event) and it.reveal for it in happened)


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
    if not roll.to:
        _compare_open(match, roll.rule, turned, setting, ledger)
        return
    for later in _courses(match, turned):
        for seat in everybody(match):
            if seat in roll.to:
                continue
            for what, one, other in _sights(later, seat):
                if one != other:
                    who = f"{seat or 'a spectator'} can tell what {roll.rule} rolled for {', '.join(roll.to)}"
                    ledger.note("leak", f"{who} by {what}", setting, turned.start, same=f"{roll.rule} {what}")


def _courses(match: Match[Any], turned: Turned) -> Iterator[Turned]:
    """Both courses where they wait first, and as they go on with what was answered and rolled in the match itself, for
    as long as they wait for the same and nothing is revealed."""
    yield turned
    for entry in match.line[turned.one.position :][:FURTHER]:
        try:
            card = _card_of(turned.one, entry)
            for course in (turned.one, turned.other):
                _go_on(course, entry, card)
        except AdjudgeError:
            return  # what was answered depends on the dice that are others now
        if not turned.is_comparable or turned.is_revealed:
            return
        yield turned


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


def _sights(turned: Turned, seat: str | None) -> Iterator[tuple[str, bytes, bytes]]:
    """Everything that a seat sees, in both courses."""
    one, other = turned.one, turned.other
    yield "its view", plain(one.view(seat)), plain(other.view(seat))
    yield "its scene", plain(one.scene(seat)), plain(other.scene(seat))
    yield "what is told", plain(one.happenings(seat, turned.start)), plain(other.happenings(seat, turned.start))
    if not one.is_over:  # then all dice lie open
        yield "its luck", _luck(one, seat), _luck(other, seat)
    if seat and one.pending and seat in one.pending.seats:
        yield "its question", plain(_asked(one, seat)), plain(_asked(other, seat))
        yield "its odds", _odds(one, seat), _odds(other, seat)


def _luck(match: Match[Any], seat: str | None) -> bytes:
    return plain([(it.seat, it.dice, it.rolled) for it in luck(match, seat)])


def _odds(match: Match[Any], seat: str) -> bytes:
    """The chances beside some options of a seat's question, as a screen would show them."""
    question = match.pending.for_seat(seat) if match.pending else None
    if question is None or isinstance(question, Together):
        return b""
    return plain([_chances(match, seat, answer) for answer in some_answers(question)[:ODDS_TRIED]])


def _chances(match: Match[Any], seat: str, answer: Any) -> Any:
    try:
        odds = forecast(match, seat, answer, policy=match.game.policy or uniform)
    except AdjudgeError as error:
        return type(error).__name__
    return sorted((str(outcome), str(chance)) for outcome, chance in odds.items()) if odds is not None else None


def _asked(match: Match[Any], seat: str) -> Any:
    question = match.pending.for_seat(seat) if match.pending else None
    return question.shown() if question else None


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
    if pending is None or not isinstance(pending.question, Sealed) or pending.rule != entry.rule:
        return
    for seat in everybody(match):
        for what, before, after in _sights(turned, seat):
            if seat != entry.seat and before != after:
                text = f"{seat or 'a spectator'} can tell the sealed answer of {entry.seat} to {entry.rule} by {what}"
                ledger.note("leak", text, setting, turned.start, same=f"{entry.rule} {what}")


def _compare_open(match: Match[Any], rule: str, turned: Turned, setting: Setting, ledger: Ledger) -> None:
    """What one view shows and another hides must not be told to the other."""
    hidden_from = [seat for seat in everybody(match) if plain(turned.one.view(seat)) == plain(turned.other.view(seat))]
    if len(hidden_from) == len(everybody(match)):
        return  # nobody sees it: the state keeps it for itself
    for seat in hidden_from:
        for value in _told_values(turned, seat):
            text = (
                f"{seat or 'a spectator'} is told {value!r} by {rule}, which its view hides: "
                "tell or roll it `to` those who may know, mark it `reveal`, or let the view show it"
            )
            ledger.note("leak", text, setting, turned.start, same=f"told {rule}")


def _told_values(turned: Turned, seat: str | None) -> Iterator[Any]:
    """The values that changed in the state and stand, old and new, in what the seat is told."""
    one, other = (_words(course.happenings(seat, turned.start)) for course in (turned.one, turned.other))
    before, after = (dict(_leaves(_data(course.state))) for course in (turned.one, turned.other))
    for path, old in before.items():
        new = after.get(path, old)
        if old != new and old in one - other and new in other - one:
            yield old


def _words(told: list[Happening]) -> set[Any]:
    """The values that stand in happenings: facts, readings, faces."""
    return {value for it in told for _, value in _leaves(_data(it.facts) if isinstance(it, Event) else _seen_of(it))}


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
        self._states: list[tuple[Setting, int, str | None, Any]] = []
        self._hidden: dict[tuple[str | None, Path, Any], dict[Any, None]] = {}

    def add(self, match: Match[Any], moment: Moment[Any], setting: Setting) -> None:
        if self._game.view is None:
            return
        for seat in everybody(match):
            for blanked in blanks(self._game, moment.state, seat):
                self._hidden.setdefault((seat, _place(blanked.path), blanked.blank), {})[blanked.value] = None
            self._states.append((setting, moment.position, seat, moment.state))

    def run(self, ledger: Ledger, rng: Random) -> None:
        rng.shuffle(self._states)
        for setting, position, seat, state in self._states[: self._limit]:
            with ledger.watching("crash", "the view", setting, position):
                self._try_state(state, seat, setting, position, ledger, rng)

    def _try_state(
        self, state: Any, seat: str | None, setting: Setting, position: int, ledger: Ledger, rng: Random
    ) -> None:
        before = plain(self._game.seen(copy(state), seat))
        found = list(blanks(self._game, state, seat))
        for blanked in rng.sample(found, min(TRIES, len(found))):
            changed = self._otherwise(state, seat, blanked, found)
            if changed is not None and self._gives_away(changed, seat, before):
                name = ".".join(map(str, _place(blanked.path)))
                text = f"the view of {seat or 'a spectator'} blanks {name}, but changes with it"
                ledger.note("leak", text, setting, position, same=f"view {name}")

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
