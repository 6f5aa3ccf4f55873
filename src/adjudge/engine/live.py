"""The live table: recorded answers and faces first, then bots and dice, and then suspension.

When a rule asks what nobody has answered, the table raises `Suspended` and the turn is left; when the answer arrives,
the turn runs again with the answers and faces so far, and gets one question further.

A turn that asks often would run its beginning again and again. So once a match is being played, the rule of its turn is
kept where it stopped (`Stopped`) and simply goes on at the next answer. That is a short cut and nothing more: it is
never saved, and whatever cannot take it (a match just loaded, a take-back, another thread, a rule that failed) runs the
turn again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from inspect import currentframe
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import proxy

import msgspec
from greenlet import getcurrent, greenlet

from adjudge.engine.copying import copy
from adjudge.engine.dice import Reading, check_faces, name_dice, recorded
from adjudge.engine.errors import DeadEnd, Diverged, Runaway, Suspended, SwallowedSuspension, UnknownRule
from adjudge.engine.frames import is_guarded
from adjudge.engine.log import Answered, Counted, Happenings, Threw
from adjudge.engine.questions import Floor, Question, Sealed
from adjudge.engine.table import (
    NO_FACES,
    UMPIRE,
    Argued,
    Asked,
    By,
    Drew,
    Hidden,
    Mark,
    Rolled,
    SoFar,
    Table,
    ask_bot,
    looks_back,
    rolled,
    rollers,
    told,
)
from adjudge.engine.wording import named

if TYPE_CHECKING:
    from adjudge.engine.match import Match

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T", bound=Hashable)

MOST_CALLS_A_TURN = 50_000


class Pending:
    """What a match waits for: an answer (`question`) or a hand of real dice (`dice`), and from which seats.

    `by` is the seat whose dice they are; a person types the faces of the umpire and of bots too. `hand` says which of
    several hands of a roll it is, `draws` what may come where it is no die but a card. `since` is the position at which
    the question was first put: sealed answers come in one by one.
    """

    __slots__ = ("by", "dice", "draws", "hand", "label", "position", "question", "rule", "seats", "since")

    def __init__(
        self,
        position: int,
        seats: tuple[str, ...],
        rule: str,
        question: Question[Any] | None = None,
        dice: tuple[int, ...] = (),
        label: str = "",
        by: str = UMPIRE,
        since: int | None = None,
        hand: str = "",
        draws: tuple[tuple[str, int], ...] = (),
    ) -> None:
        self.position, self.seats, self.rule = position, seats, rule
        self.question, self.dice, self.label, self.by = question, dice, label, by
        self.hand, self.draws = hand, draws
        self.since = position if since is None else since

    def for_seat(self, seat: str) -> Question[Any] | None:
        """The question as put to one seat."""
        question = self.question
        if question is not None and question.is_shared:
            return question.part(seat)  # type: ignore[attr-defined, no-any-return]
        return question


class LiveTable(Table[S]):
    """Recorded answers and faces first; then bots and dice of the match, if it may go on; then suspension."""

    __slots__ = (
        "_at",
        "_calls",
        "_dice",
        "_entries",
        "_fresh_from",
        "_game",
        "_is_kept",
        "_left",
        "_match",
        "_real",
        "_rolls",
        "_rules",
        "_seats",
        "_start",
        "happenings",
    )

    def __init__(
        self,
        match: Match[S],
        state: S,
        start: int,
        rolls: int,
        entries: list[Counted],
        *,
        goes_on: bool = True,
    ) -> None:
        self.state = state
        self._game = match.game
        self._rules = match.game.rule_ids
        self._seats = match.header.seats
        self._match: Match[S] | None = proxy(match) if goes_on else None  # a rule that is kept must not keep its match
        self._dice, self._real = match.dice if goes_on else None, match.real_dice
        self._start, self._rolls, self._entries = start, rolls, entries
        self._fresh_from = len(entries)
        self._at = 0
        self._calls = 0
        self._is_kept = False
        self._left: Suspended | None = None
        self.happenings: Happenings = []

    def keep(self) -> None:
        """From now on the rule runs within `Stopped`: where it has to wait it stops instead of being left."""
        self._is_kept = True

    def put(self, entry: Counted) -> None:
        """The answer that the rule waits for; what comes after it is fresh."""
        self._entries.append(entry)
        self._fresh_from = len(self._entries)

    @property
    def position(self) -> int:
        return self._start + self._at

    @property
    def fresh(self) -> list[Counted]:
        """What bots and dice added to the record in this run."""
        return self._entries[self._fresh_from :]

    @property
    def rolls(self) -> int:
        return self._rolls

    def check_all_used(self) -> None:
        self._check_not_left()
        if self._at < len(self._entries):
            raise Diverged(self.position, "the end of the turn", self._entries[self._at])

    def ask(self, seat: str, rule: str, question: Question[A]) -> A:
        self._enter(rule)
        if question.is_empty():
            raise DeadEnd(rule, seat)
        only = question.forced()
        if only is not None:
            return only
        if question.is_shared:  # cheaper to ask than which of the two it is
            return self._ask_several(rule, question)  # type: ignore[no-any-return]
        recorded = self._recorded_answer(seat, rule, question)
        if recorded is None:
            if self._is_bot(seat):
                return self._bot_answer(seat, rule, question)
            self._wait(Pending(self.position, (seat,), rule, question))
            recorded = self._awaited_answer()
        return question.again(recorded.answer, rule)

    def _ask_several(self, rule: str, question: Question[Any]) -> Any:
        if isinstance(question, Sealed):
            return self._ask_sealed(rule, question)
        assert isinstance(question, Floor)
        return self._ask_floor(rule, question)

    def _ask_sealed(self, rule: str, question: Sealed) -> dict[str, Any]:
        since = self.position
        answers: dict[str, Any] = {
            seat: only for seat, part in question.parts.items() if (only := part.forced()) is not None
        }
        self._collect_sealed(rule, question, answers)
        for seat, part in question.parts.items():
            if seat not in answers and self._is_bot(seat):
                answers[seat] = self._bot_answer(seat, rule, part, sealed=since)
        while missing := tuple(seat for seat in question.parts if seat not in answers):
            self._wait(Pending(self.position, missing, rule, question, since=since))
            self._collect_sealed(rule, question, answers)
        return {seat: answers[seat] for seat in question.parts}

    def _collect_sealed(self, rule: str, question: Sealed, answers: dict[str, Any]) -> None:
        """Adds the answers on record to those that are known."""
        while isinstance(entry := self._peek(), Answered) and entry.sealed and len(answers) < len(question.parts):
            part = question.part(entry.seat)
            if part is None or entry.seat in answers:
                break
            self._recorded_answer(entry.seat, rule, part)
            answers[entry.seat] = part.again(entry.answer, rule)
        if len(answers) < len(question.parts) and entry is not None:
            raise Diverged(self.position, (rule, identity_of(question)), entry)

    def _ask_floor(self, rule: str, floor: Floor) -> tuple[str, Any]:
        if (said := self._word_on_record(rule, floor)) is not None:
            return said
        seats = tuple(seat for seat, part in floor.parts.items() if not part.is_empty())
        people = tuple(seat for seat in seats if self._match is None or seat not in self._match.bots)
        if not people or floor.all_due or not self._bot_spoke_last():
            able = [seat for seat in seats if seat not in people and self._may_settle(floor.parts[seat])]
            spoken = self._bots_on_the_floor(rule, floor, able, bool(people))
            if spoken is not None:
                return spoken
        self._wait(Pending(self.position, people, rule, floor))
        said = self._word_on_record(rule, floor)
        assert said is not None
        return said

    def _may_settle(self, question: Question[Any]) -> bool:
        """Whether a bot may answer by itself: not for a battle that a person has a seat in."""
        return self._match is not None and all(seat in self._match.bots for seat in question.played_by)

    def _word_on_record(self, rule: str, floor: Floor) -> tuple[str, Any] | None:
        entry = self._peek()
        if entry is None:
            return None
        part = floor.part(entry.seat) if isinstance(entry, Answered) else None
        if not isinstance(entry, Answered) or part is None:
            raise Diverged(self.position, floor.identity(), entry)
        self._recorded_answer(entry.seat, rule, part)
        return entry.seat, part.again(entry.answer, rule)

    def _bot_spoke_last(self) -> bool:
        """Whether the last word was a bot's, in this turn or an earlier one: then it is the people's turn to speak."""
        before = self._match.line[: self._start] if self._match else []
        for entry in chain(reversed(self._entries), reversed(before)):
            if isinstance(entry, Answered):
                return entry.bot
        return False

    def _bots_on_the_floor(self, rule: str, floor: Floor, seats: list[str], may_pass: bool) -> tuple[str, Any] | None:
        if len(seats) > 1:  # else the first bot that always has something to say would keep the floor
            self._rng().shuffle(seats)
        for seat in seats:
            answer = self._speak(seat, rule, floor.parts[seat])
            if answer is not None:
                return seat, self._note_answer(seat, rule, floor.parts[seat], answer)
        if may_pass or not seats:
            return None
        seat = seats[0]
        return seat, self._note_answer(seat, rule, floor.parts[seat], floor.parts[seat].sample(self._rng()))

    def _recorded_answer(self, seat: str, rule: str, question: Question[Any]) -> Answered | None:
        entry = self._peek()
        if entry is None:
            return None
        asked = identity_of(question)
        if not isinstance(entry, Answered) or (entry.seat, entry.rule, entry.asked) != (seat, rule, asked):
            raise Diverged(self.position, (seat, rule, asked), entry)
        self._at += 1
        return entry

    def _awaited_answer(self) -> Answered:
        """The answer to the very question that the rule was kept at."""
        entry = self._peek()
        assert isinstance(entry, Answered)
        self._at += 1
        return entry

    def _is_bot(self, seat: str) -> bool:
        """Whether a bot answers for the seat at once: one that thinks may be waited for like a person."""
        if self._match is None or seat not in self._match.bots:
            return False
        return not (self._match.waits_for_thought and looks_back(self._match.bots[seat]))

    def _bot_answer(self, seat: str, rule: str, question: Question[A], *, sealed: int | None = None) -> A:
        """`sealed`: where the sealed question began that this is a part of."""
        answer = self._consult(seat, rule, question, self.position if sealed is None else sealed)
        return self._note_answer(seat, rule, question, answer, sealed=sealed is not None)

    def _consult(self, seat: str, rule: str, question: Question[Any], since: int) -> Any:
        assert self._match is not None
        bot, view = self._match.bots[seat], self._game.view
        if not looks_back(bot):
            return ask_bot(bot, seat, rule, question, copy(self.state), view, self._rng())
        return bot(self.asked_of(seat, rule, question, since))

    def _speak(self, seat: str, rule: str, question: Question[Any]) -> Any:
        """What a bot says on an open floor. One that thinks leaves this to its `quick` self: nobody waits for it."""
        assert self._match is not None
        bot = self._match.bots[seat]
        return ask_bot(getattr(bot, "quick", bot), seat, rule, question, copy(self.state), self._game.view, self._rng())

    def asked_of(self, seat: str, rule: str, question: Question[Any], since: int) -> Asked:
        """A question as a bot gets it that looks back: `since` is the position at which it was first put."""
        assert self._match is not None
        seen = self._game.seen(copy(self.state), seat)
        begun = self._game.seen(copy(self._match.turn_state), seat)
        return Asked(seat, rule, question, seen, self._rng(), SoFar(begun, self._record_for(seat, since)))

    def _record_for(self, seat: str, until: int) -> tuple[Any, ...]:
        """What of this turn a seat may know: neither dice thrown in secret, nor answers that only others know."""
        entries: list[Any] = self._entries[: until - self._start]
        for it in self.happenings:
            if isinstance(it, Rolled) and it.to and seat not in it.to:
                last = it.position - self._start
                for at in range(last - len(it.hands), last):
                    entries[at] = Hidden(it.by[at - last], it.rule)
            elif isinstance(it, Rolled) and it.hands == NO_FACES:
                entries[it.position - self._start - 1] = Drew(it.by[0], it.rule, it.value)
        secret = self._game.secrets
        return tuple(
            Hidden(it.seat, it.rule) if isinstance(it, Answered) and it.rule in secret and it.seat != seat else it
            for it in entries
        )

    def _rng(self) -> Random:
        assert self._match is not None
        return Random(f"{self._match.secret.hex()}/bot/{self.position}")

    def _note_answer(self, seat: str, rule: str, question: Question[A], answer: Any, *, sealed: bool = False) -> A:
        given, why = (answer.answer, answer.why) if isinstance(answer, Argued) else (answer, None)
        checked = question.check(given, rule)
        self._append(Answered(seat, rule, identity_of(question), as_recorded(given), True, sealed, why))
        return checked

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
        if reading.is_staged:
            return self._in_stages(reading, rule, by, to)
        self._enter(rule)
        seats = rollers(reading, by)
        shown = b""
        for number, seat in enumerate(seats):
            shown += self._hand(seat, rule, reading, number)
        value = reading.read(shown)
        self.happenings.append(rolled(reading, rule, seats, shown, value, to, self._start + self._at))
        return value

    def _throw(self, seat: str, rule: str, dice: tuple[int, ...], label: str) -> bytes:
        """A hand of the match's own dice."""
        assert self._dice is not None
        faces = self._dice.faces(self._rolls, dice)
        self._append(Threw(seat, rule, dice, recorded(faces), label))
        self._rolls += 1
        return faces

    def _hand(self, seat: str, rule: str, reading: Reading[Any], number: int) -> bytes:
        entry, dice = self._peek(), reading.held[number]
        if entry is None and self._dice is not None and seat not in self._real:
            return self._throw(seat, rule, dice, reading.label)
        if entry is None:
            self._wait(self._hand_wanted(seat, rule, reading, number))
            entry = self._peek()
        if not isinstance(entry, Threw) or (entry.by, entry.rule, entry.dice) != (seat, rule, dice):
            raise Diverged(self.position, (seat, rule, name_dice(dice)), entry)
        check_faces(dice, entry.faces)
        self._at += 1
        self._rolls += 1
        return bytes(entry.faces)

    def _hand_wanted(self, seat: str, rule: str, reading: Reading[Any], number: int) -> Pending:
        types = self._match.hand_of(seat) if self._match else seat
        several = len(reading.held)
        hand = f"hand {number + 1} of {several}" if several > 1 else ""
        return Pending(
            self.position, (types,), rule, None, reading.held[number], reading.label, seat, None, hand, reading.draws()
        )

    def tell(
        self,
        rule: str,
        text: str = "",
        /,
        *,
        to: tuple[str, ...] = (),
        reveal: bool = False,
        on: tuple[str, ...] = (),
        mark: Mark = "",
        at: tuple[float, float] | None = None,
        **facts: Any,
    ) -> None:
        self._enter(rule)
        event = told(rule, text, facts, to, self._start + self._at, reveal, on, mark, at)
        if "{" in event.text:
            event = msgspec.structs.replace(event, text=named(event.text, {it.id: it.name for it in self._seats}))
        self.happenings.append(event)

    def _check_not_left(self) -> None:
        if self._left is not None:
            raise SwallowedSuspension(f"a rule of {self._game.id} went on after {self._left.pending.rule} suspended it")

    def _enter(self, rule: str) -> None:
        self._calls += 1
        if self._left is not None or self._calls > MOST_CALLS_A_TURN or rule not in self._rules:
            self._complain(rule)

    def _complain(self, rule: str) -> None:
        self._check_not_left()
        if rule not in self._rules:
            raise UnknownRule(f"the rulebook of {self._game.id} has no {rule!r}")
        raise Runaway(f"a turn of {self._game.id} made {MOST_CALLS_A_TURN} calls, lately {rule}")

    def _peek(self) -> Counted | None:
        return self._entries[self._at] if self._at < len(self._entries) else None

    def _append(self, entry: Counted) -> None:
        self._entries.append(entry)
        self._at += 1

    def _wait(self, pending: Pending) -> None:
        """Returns once the answer is on record, or not at all: then the rule is left, to be run again.

        A rule that might catch what it is left by is always left, and so found out if it does.
        """
        if self._is_kept and not is_guarded(currentframe()):
            getcurrent().parent.switch(pending)
            return
        self._left = Suspended(pending)
        raise self._left


def left_by(suspended: Suspended) -> Pending:
    """What the rule waits for. The frames that it was left through are let go of: its table would keep them."""
    suspended.__traceback__ = None
    return suspended.pending  # type: ignore[no-any-return]


class Stopped(Generic[S]):
    """A rule that is kept where it stopped, with its local variables and all, to go on when the answer comes."""

    __slots__ = ("_home", "_rule", "table")

    def __init__(self, table: LiveTable[S], turn: Callable[[Table[S]], None]) -> None:
        table.keep()
        self.table = table
        self._rule = greenlet(turn)
        self._home = getcurrent()

    def can_go_on(self) -> bool:
        """Only from where it was begun: another thread runs the turn again instead."""
        return getcurrent() is self._home and not self._rule.dead

    def begin(self) -> Pending | None:
        """Runs the rule until it waits for somebody; None if it came to its end."""
        return self._run(self.table)

    def go_on(self, entry: Counted) -> Pending | None:
        self.table.put(entry)
        return self._run()

    def _run(self, *given: Any) -> Pending | None:
        self._rule.parent = getcurrent()
        try:
            pending: Pending | None = self._rule.switch(*given)
        except Suspended as suspended:
            return left_by(suspended)
        if not self._rule.dead:
            return pending
        self.table.check_all_used()
        return None


def identity_of(question: Question[Any]) -> Any:
    """A question's identity as it comes back from JSON."""
    identity = question.identity()
    return identity if question.is_choice else as_recorded(identity)  # the keys of a choice are plain already


def as_recorded(value: Any) -> Any:
    """The value as it comes back from JSON, so that records compare equal before and after saving."""
    return value if isinstance(value, (str, int)) else msgspec.json.decode(msgspec.json.encode(value))
