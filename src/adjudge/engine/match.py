"""A live match: the log, the checkpoints, and the table that stops where no answer has been given yet.

Suspension is by re-execution. When a rule asks what nobody has answered, the table raises `Suspended` and the turn is
left; when the answer arrives, the turn runs again from its checkpoint with the answers and faces so far. So a match at
rest is plain data — checkpoint, answers — however deep in an attack it stopped. Of turns long past only every so many
keep their checkpoint; the others are reached from there.

A turn that asks often would run its beginning again and again. So once a match is being played, the rule of its turn is
kept where it stopped (`_Stopped`) and simply goes on at the next answer. That is a short cut and nothing more: it is
never saved, and whatever cannot take it — a match just loaded, a take-back, another thread, a rule that failed — runs
the turn again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from inspect import currentframe
from itertools import accumulate, chain, pairwise, takewhile
from random import Random
from typing import Any, Generic, TypeVar
from weakref import proxy

import msgspec
from greenlet import getcurrent, greenlet

from adjudge.engine.chance import FairDice, commitment
from adjudge.engine.copying import copy
from adjudge.engine.dice import Reading, check_faces, name_dice, recorded
from adjudge.engine.errors import (
    AdjudgeError,
    BadInput,
    DamagedFile,
    DeadEnd,
    Diverged,
    NeedsConsent,
    NothingToUndo,
    NotYourTurn,
    RuleCrashed,
    Runaway,
    StaleAnswer,
    Suspended,
    SwallowedSuspension,
    UnknownRule,
)
from adjudge.engine.frames import is_guarded
from adjudge.engine.game import Game, Outcome, find_game
from adjudge.engine.log import (
    FORMAT,
    FORMAT_VERSION,
    NOT_KEPT,
    Answered,
    Counted,
    Entry,
    Happenings,
    Header,
    Origin,
    Reseated,
    Saved,
    SeatSetting,
    Threw,
    TookBack,
    TurnRecord,
    line_of,
)
from adjudge.engine.questions import Floor, Question, Sealed
from adjudge.engine.scene import Scene
from adjudge.engine.table import UMPIRE, Bot, By, Event, Happening, Table, ask_bot, rolled, rollers, told

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T", bound=Hashable)

MOST_TURNS_AT_ONCE = 10_000
MOST_CALLS_A_TURN = 50_000
KEPT_EVERY = 16
"""The last so many turns keep their states, and of those before every so-manyth: what is kept of a match must not grow
with its length times the size of its state."""


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


class _LiveTable(Table[S]):
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
        """From now on the rule runs within `_Stopped`: where it has to wait it stops instead of being left."""
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
        return question.check(recorded.answer, rule)

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
                answers[seat] = self._bot_answer(seat, rule, part, sealed=True)
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
            answers[entry.seat] = part.check(entry.answer, rule)
        if len(answers) < len(question.parts) and entry is not None:
            raise Diverged(self.position, (rule, _identity(question)), entry)

    def _ask_floor(self, rule: str, floor: Floor) -> tuple[str, Any]:
        if (said := self._word_on_record(rule, floor)) is not None:
            return said
        seats = tuple(seat for seat, part in floor.parts.items() if not part.is_empty())
        people = tuple(seat for seat in seats if not self._is_bot(seat))
        if not people or not self._bot_spoke_last():
            spoken = self._bots_on_the_floor(rule, floor, [seat for seat in seats if seat not in people], bool(people))
            if spoken is not None:
                return spoken
        self._wait(Pending(self.position, people, rule, floor))
        said = self._word_on_record(rule, floor)
        assert said is not None
        return said

    def _word_on_record(self, rule: str, floor: Floor) -> tuple[str, Any] | None:
        entry = self._peek()
        if entry is None:
            return None
        part = floor.part(entry.seat) if isinstance(entry, Answered) else None
        if not isinstance(entry, Answered) or part is None:
            raise Diverged(self.position, floor.identity(), entry)
        self._recorded_answer(entry.seat, rule, part)
        return entry.seat, part.check(entry.answer, rule)

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
            answer = self._consult(seat, rule, floor.parts[seat])
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
        asked = _identity(question)
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
        return self._match is not None and seat in self._match.bots

    def _bot_answer(self, seat: str, rule: str, question: Question[A], *, sealed: bool = False) -> A:
        return self._note_answer(seat, rule, question, self._consult(seat, rule, question), sealed=sealed)

    def _consult(self, seat: str, rule: str, question: Question[Any]) -> Any:
        assert self._match is not None
        view = self._game.view
        return ask_bot(self._match.bots[seat], seat, rule, question, copy(self.state), view, self._rng())

    def _rng(self) -> Random:
        assert self._match is not None
        return Random(f"{self._match.secret.hex()}/bot/{self.position}")

    def _note_answer(self, seat: str, rule: str, question: Question[A], answer: Any, *, sealed: bool = False) -> A:
        checked = question.check(answer, rule)
        self._append(Answered(seat, rule, _identity(question), _plain(answer), True, sealed))
        return checked

    def roll(self, reading: Reading[T], rule: str, by: By = UMPIRE, *, to: tuple[str, ...] = ()) -> T:
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
        self, rule: str, text: str = "", /, *, to: tuple[str, ...] = (), reveal: bool = False, **facts: Any
    ) -> None:
        self._enter(rule)
        self.happenings.append(told(rule, text, facts, to, self._start + self._at, reveal))

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


def _left_by(suspended: Suspended) -> Pending:
    """What the rule waits for. The frames that it was left through are let go of: its table would keep them."""
    suspended.__traceback__ = None
    return suspended.pending  # type: ignore[no-any-return]


class _Stopped(Generic[S]):
    """A rule that is kept where it stopped, with its local variables and all, to go on when the answer comes."""

    __slots__ = ("_home", "_rule", "table")

    def __init__(self, table: _LiveTable[S], turn: Callable[[Table[S]], None]) -> None:
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
            return _left_by(suspended)
        if not self._rule.dead:
            return pending
        self.table.check_all_used()
        return None


class _Turn(Generic[S]):
    """A turn with its checkpoint, if it is kept: decoded when it is needed, encoded when it is saved.

    A turn itself never changes, so that a failure can go back to it.
    """

    __slots__ = ("_happenings", "_kind", "_raw", "_raw_happenings", "_state", "heading", "rolls", "start")

    def __init__(self, kind: type[S], start: int, rolls: int, state: S | None, raw: TurnRecord | None = None) -> None:
        self._kind, self.start, self.rolls, self._state = kind, start, rolls, state
        self._raw = raw.state if raw and raw.is_kept else None
        self._raw_happenings = raw.happenings if raw else None
        self._happenings: Happenings = []
        self.heading = raw.heading if raw else ""

    @property
    def is_kept(self) -> bool:
        """Whether its state is at hand."""
        return self._state is not None or self._raw is not None

    @property
    def state(self) -> S:
        if self._state is None:
            assert self._raw is not None
            self._state = self._decoded(self._raw, self._kind)
        return self._state

    @property
    def happenings(self) -> Happenings:
        if self._raw_happenings is not None:
            self._happenings = self._decoded(self._raw_happenings, Happenings)
            self._raw_happenings = None
        return self._happenings

    def _decoded(self, raw: msgspec.Raw, kind: Any) -> Any:
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise DamagedFile(f"the turn that starts at position {self.start} cannot be read: {error}") from None

    def told(self, happenings: Happenings) -> _Turn[S]:
        """The same turn with other happenings."""
        turn = _Turn(self._kind, self.start, self.rolls, self._state)
        turn._raw, turn._happenings = self._raw, happenings
        return turn

    def without_state(self, heading: str) -> _Turn[S]:
        turn = _Turn(self._kind, self.start, self.rolls, None)
        turn._happenings, turn._raw_happenings, turn.heading = self._happenings, self._raw_happenings, heading
        return turn

    def record(self) -> TurnRecord:
        """As it is saved. From then on its state is kept like that: hardly anybody looks at it again, and of many live
        matches with all their past states as objects the search for garbage would be long."""
        if self._state is not None:
            self._raw, self._state = self._raw or msgspec.Raw(msgspec.json.encode(self._state)), None
        told = self._raw_happenings or msgspec.Raw(msgspec.json.encode(self._happenings))
        return TurnRecord(self.start, self.rolls, self._raw or NOT_KEPT, told, self.heading)


class _OrAsBefore:
    """Whatever fails in going on, be it that somebody interrupts a bot's long thoughts, the match stays put.

    Going on only adds to the lists and puts another turn in the last one's place; going back puts others in theirs.
    """

    __slots__ = ("_log", "_long", "_match", "_present", "_record", "_turn")

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._present = (match.header, match.bots, match.pending, match._now, match.outcome)
        self._log, self._record = len(match.log), (match.line, match._turns)
        self._long = (len(match.line), len(match._turns))
        self._turn = match._turns[-1]

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            return
        match = self._match
        match.header, match.bots, match.pending, match._now, match.outcome = self._present
        match.line, match._turns = self._record
        del match.log[self._log :], match.line[self._long[0] :], match._turns[self._long[1] :]
        match._turns[-1] = self._turn


class Moment(Generic[S]):
    """A position of a match, past or present: the state, what happened in its turn so far, what was asked."""

    __slots__ = ("happenings", "pending", "position", "state", "turn")

    def __init__(self, position: int, turn: int, state: S, happenings: Happenings, pending: Pending | None) -> None:
        self.position, self.turn, self.state = position, turn, state
        self.happenings, self.pending = happenings, pending


class Match(Generic[S]):
    """One match of one game. Make one with `Match.new` or `Match.load`."""

    def __init__(self, game: Game[S], header: Header, secret: bytes, options: Any) -> None:
        self.game, self.header, self.secret, self.options = game, header, secret, options
        self.dice = FairDice(secret)
        self.real_dice = frozenset(
            seat for seat in (UMPIRE, *(it.id for it in header.seats)) if header.has_real_dice(seat)
        )
        self.log: list[Entry] = []
        self.line: list[Counted] = []
        self.pending: Pending | None = None
        self.outcome: Outcome | None = None
        self._turns: list[_Turn[S]] = []
        self._now: _LiveTable[S] | None = None
        self._stopped: _Stopped[S] | None = None
        self._reached: tuple[_Turn[S], S] | None = None
        self.bots: dict[str, Bot] = {seat.id: game.bot(seat.bot) for seat in header.seats if seat.bot}

    @classmethod
    def new(
        cls,
        game: Game[S],
        secret: bytes,
        *,
        match_id: str = "match",
        options: Mapping[str, Any] | None = None,
        bots: Mapping[str, str] | None = None,
        names: Mapping[str, str] | None = None,
        physical: Iterable[str] = (),
    ) -> Match[S]:
        """A match at its first question. `bots` names the bot of a seat; `physical` the seats that roll real dice."""
        configured = game.configure(options or {})
        seated = _seat(game, configured, bots or {}, names or {}, tuple(physical))
        header = Header(
            match_id,
            game.id,
            game.version,
            msgspec.to_builtins(configured),
            seated,
            commitment(secret),
            umpire_dice=UMPIRE in tuple(physical),
        )
        match = cls(game, header, secret, configured)
        match._turns.append(_Turn(game.state, 0, 0, game.start(configured)))
        match._run()
        return match

    # ------------------------------------------------------------------ the present

    @property
    def position(self) -> int:
        """The place in the line that the next answer or roll will take."""
        return len(self.line)

    @property
    def state(self) -> S:
        """The present state. For the umpire's eyes: screens and bots get `view`."""
        return copy(self._state) if self._stopped else self._state  # a rule that is kept goes on with the same state

    @property
    def _state(self) -> S:
        return self._now.state if self._now else self._turns[-1].state

    @property
    def first_state(self) -> S:
        """The state that the first turn began with."""
        return self._turns[0].state

    @property
    def turn(self) -> int:
        """The number of the present turn, from 1."""
        return len(self._turns)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that persons hold."""
        return tuple(seat.id for seat in self.header.seats if not seat.bot)

    def view(self, seat: str | None) -> Any:
        """What a seat may know; None is a spectator."""
        return self.game.seen(copy(self._state), seat)

    def scene(self, seat: str | None) -> Scene:
        """What a seat sees, drawn from the state itself: `adjudge check` makes sure that drawing changes nothing."""
        return self.game.picture(self._state, seat)

    def happenings(self, seat: str | None = None, since: int = 0) -> Happenings:
        """What happened from a position on, as far as the seat may know it."""
        return _known(self._told(since), seat)

    def happenings_by_turn(self, seat: str | None = None, since: int = 0) -> list[tuple[int, Happenings]]:
        """The same, with the number of the turn in which it happened."""
        by_turn = [(number, _known(told, seat)) for number, told in self._told_by_turn(since)]
        return [(number, told) for number, told in by_turn if told]

    def heading(self, number: int) -> str:
        """What a turn is called where the log is grouped by turns."""
        turn = self._turns[number - 1]
        return turn.heading or self.game.call_turn(self._state_at(number - 1))

    def _told(self, since: int) -> Happenings:
        return [it for _, told in self._told_by_turn(since) for it in told]

    def _told_by_turn(self, since: int) -> Iterator[tuple[int, Happenings]]:
        last = len(self._turns)
        first = last
        while first > 1 and self._turns[first - 1].start >= since:  # something may be told as a turn ends
            first -= 1
        for number in range(first, last + 1):
            turn = self._turns[number - 1]
            told = turn.happenings if number < last or self._now is None else self._now.happenings
            yield number, _told_since(told, since)

    def hand_of(self, seat: str) -> str:
        """Who types the faces of a seat: a person for itself, the first person for the umpire and the bots."""
        return seat if seat in self.people or not self.people else self.people[0]

    def _state_at(self, index: int) -> S:
        """The state that a turn began with: its own, or reached from the last one that is kept."""
        turn = self._turns[index]
        if turn.is_kept:
            return turn.state
        if self._reached is None or self._reached[0] is not turn:
            state, _ = self._replayed(index - 1)
            self._reached = (turn, state)  # whoever looks at one turn will look at the next
        return self._reached[1]

    def _keep_last(self) -> None:
        """Makes sure that the match can go on from its last turn."""
        last = self._turns[-1]
        if not last.is_kept:
            state = copy(self._state_at(len(self._turns) - 1))
            self._turns[-1] = _Turn(self.game.state, last.start, last.rolls, state)

    def _replayed(self, index: int) -> tuple[S, Happenings]:
        """Runs a finished turn again with its record."""
        turn = self._turns[index]
        entries = self.line[turn.start : self._turns[index + 1].start]
        table = _LiveTable(self, copy(self._state_at(index)), turn.start, turn.rolls, entries, goes_on=False)
        pending = self._play(table)
        if pending is not None:
            raise Diverged(pending.position, pending.rule, "the end of the turn")
        return table.state, table.happenings

    # ------------------------------------------------------------------ going on

    def answer(self, seat: str, answer: Any, position: int | None = None) -> None:
        """A seat's answer to the present question. The same answer sent twice counts once."""
        if position is not None and position < len(self.line) and self._is_repeated(seat, answer, position):
            return
        pending = self._expect(seat, position)
        question = pending.for_seat(seat)
        if pending.question is None or question is None:
            raise NotYourTurn(f"{seat} was to throw {name_dice(pending.dice)}, not to answer")
        question.check(answer, pending.rule)
        sealed = isinstance(pending.question, Sealed)
        asked = _identity(question)
        self._go_on(Answered(seat, pending.rule, asked, _plain(answer), False, sealed))

    def throw(self, seat: str, faces: Sequence[int], position: int | None = None) -> None:
        """The faces of real dice that a person rolled. The same throw sent twice counts once."""
        if self._is_rethrown(seat, faces, position):
            return
        pending = self._expect(seat, position)
        if pending.question is not None:
            raise NotYourTurn(f"{seat} was to answer {pending.rule}, not to throw dice")
        check_faces(pending.dice, faces)
        self._go_on(Threw(pending.by, pending.rule, pending.dice, tuple(faces), pending.label, True))

    def _expect(self, seat: str, position: int | None) -> Pending:
        if self.pending is None:
            raise NotYourTurn("the match is over")
        if position is not None and not self.pending.since <= position <= self.pending.position:
            raise StaleAnswer(f"position {position} was answered, the match is at {self.pending.position}")
        if seat not in self.pending.seats:
            raise NotYourTurn(f"{seat or 'nobody'} answered, {', '.join(self.pending.seats)} is asked")
        return self.pending

    def _is_repeated(self, seat: str, answer: Any, position: int) -> bool:
        given = self._given_at(position)
        return any(isinstance(it, Answered) and it.seat == seat and it.answer == _plain(answer) for it in given)

    def _is_rethrown(self, seat: str, faces: Sequence[int], position: int | None) -> bool:
        return any(
            isinstance(it, Threw) and it.typed and self.hand_of(it.by) == seat and it.faces == tuple(faces)
            for it in self._given_at(position)
        )

    def _given_at(self, position: int | None) -> Sequence[Counted]:
        """What was given to the question of a position: one entry, or several sealed ones in any order."""
        if position is None or not 0 <= position < len(self.line):
            return ()
        first = self.line[position]
        if not isinstance(first, Answered) or not first.sealed:
            return (first,)
        return list(takewhile(lambda it: isinstance(it, Answered) and it.sealed, self.line[position:]))

    def _go_on(self, entry: Counted) -> None:
        stopped, self._stopped = self._stopped, None
        if stopped is not None and stopped.table is self._now and stopped.can_go_on():
            self._go_on_from(stopped, entry)
            return
        with _OrAsBefore(self):
            self.log.append(entry)
            self.line.append(entry)
            self._run(keeps=True)

    def _go_on_from(self, stopped: _Stopped[S], entry: Counted) -> None:
        """The short cut. If the rule fails, its table is spoilt, and another is made from the checkpoint."""
        try:
            with _OrAsBefore(self):
                self.log.append(entry)
                self.line.append(entry)
                pending = self._try(stopped.table, stopped.go_on, entry)
                if self._take_over(stopped.table, pending):
                    self._stopped = stopped
                else:
                    self._run(keeps=True)
        except BaseException:
            self._run()
            raise

    def _run(self, *, keeps: bool = False) -> None:
        """Plays on until somebody must answer or the match is over.

        A match that has just been answered may well be so again: the rule is kept where it stops.
        """
        self._stopped = None
        for _ in range(MOST_TURNS_AT_ONCE):
            turn = self._turns[-1] = self._turns[-1].told([])
            self.outcome = self._judge(turn.start, turn.state)
            if self.outcome is not None:
                self._now, self.pending = None, None
                return
            table = _LiveTable(self, copy(turn.state), turn.start, turn.rolls, self.line[turn.start :])
            if self._take_over(table, self._play_and_keep(table) if keeps else self._play(table)):
                return
        raise Runaway(f"{self.game.id} played {MOST_TURNS_AT_ONCE} turns without asking anybody")

    def _take_over(self, table: _LiveTable[S], pending: Pending | None) -> bool:
        """Takes what bots and dice added, and ends the turn if nobody must answer; whether somebody must."""
        self.log += table.fresh
        self.line += table.fresh
        if pending is not None:
            self._now, self.pending = table, pending
            return True
        self._now, self._stopped = None, None
        self._turns[-1] = self._turns[-1].told(table.happenings)
        self._turns.append(_Turn(self.game.state, len(self.line), table.rolls, table.state))
        self._thin_out(len(self._turns) - KEPT_EVERY)
        return False

    def _thin_out(self, number: int) -> None:
        """Lets go of the state of a turn that is long past."""
        if number <= 0 or not is_thinned(number):
            return
        turn = self._turns[number - 1]
        if turn.is_kept:
            with suppress(Exception):  # a turn that the game cannot name keeps its state
                self._turns[number - 1] = turn.without_state(self.heading(number))

    def _judge(self, position: int, state: S) -> Outcome | None:
        try:
            return self.game.outcome(state)
        except Exception as error:
            raise RuleCrashed(self.game.id, position, error) from error

    def _play(self, table: _LiveTable[S]) -> Pending | None:
        """Runs the turn until it waits for somebody, and leaves it; None if it came to its end."""
        return self._try(table, self._run_through, table)

    def _run_through(self, table: _LiveTable[S]) -> Pending | None:
        try:
            self.game.turn(table)
        except Suspended as suspended:
            return _left_by(suspended)
        table.check_all_used()
        return None

    def _play_and_keep(self, table: _LiveTable[S]) -> Pending | None:
        self._stopped = _Stopped(table, self.game.turn)
        return self._try(table, self._stopped.begin)

    def _try(self, table: _LiveTable[S], run: Callable[..., Pending | None], *given: Any) -> Pending | None:
        try:
            return run(*given)
        except AdjudgeError:
            raise
        except Exception as error:
            raise RuleCrashed(self.game.id, table.position, error) from error

    # ------------------------------------------------------------------ going back

    def undo(self, by: str, agreed: Iterable[str] = ()) -> TookBack:
        """Takes back what the seat last answered or typed. Behind a roll or a reveal only if every person agrees."""
        to = self.last_word_of(by)
        if self._is_sealed_off(to):
            missing = [seat for seat in self.people if seat not in tuple(agreed)]
            if missing:
                raise NeedsConsent(missing)
        return self.take_back(to, by, tuple(agreed))

    def last_word_of(self, seat: str) -> int:
        """Where the seat last answered or typed."""
        for position in range(len(self.line) - 1, -1, -1):
            if self._is_word_of(self.line[position], seat):
                return position
        raise NothingToUndo("you have not answered anything yet that could be taken back")

    def _is_word_of(self, entry: Counted, seat: str) -> bool:
        if isinstance(entry, Threw):
            return entry.typed and self.hand_of(entry.by) == seat
        return entry.seat == seat and not entry.bot

    def _is_sealed_off(self, position: int) -> bool:
        """Whether dice fell or something hidden came to light since the answer at the position."""
        if any(isinstance(entry, Threw) for entry in self.line[position:]):
            return True
        if any(self._is_opened(it, number) for number, it in enumerate(self.line[position:], position)):
            return True
        return any(isinstance(it, Event) and it.reveal for it in self._told(position + 1))

    def _is_opened(self, entry: Counted, position: int) -> bool:
        """Whether a sealed answer lies open, because everybody has answered."""
        if not isinstance(entry, Answered) or not entry.sealed:
            return False
        return self.pending is None or not self.pending.since <= position

    def take_back(self, to: int, by: str, agreed: tuple[str, ...] = (), why: str = "") -> TookBack:
        """Cuts the line back to a position; the log keeps what was taken back."""
        if not 0 <= to <= len(self.line):
            raise BadInput("position", to, f"0 to {len(self.line)}")
        entry = TookBack(by, to, agreed, why)
        with _OrAsBefore(self):
            self.log.append(entry)
            self.line = self.line[:to]
            self._turns = [turn for turn in self._turns if turn.start <= to]
            self._keep_last()
            self._run()
        return entry

    def reseat(self, seat: str, bot: str = "") -> None:
        """Gives a seat to a bot, or to a person if none is named, and plays on."""
        known = [setting.id for setting in self.header.seats]
        if seat not in known:
            raise BadInput("seat", seat, f"one of {', '.join(known)}")
        if bot:
            self.game.bot(bot)
        seats = tuple(msgspec.structs.replace(it, bot=bot) if it.id == seat else it for it in self.header.seats)
        with _OrAsBefore(self):
            self.header = msgspec.structs.replace(self.header, seats=seats)
            self.log.append(Reseated(seat, bot))
            self.bots = {setting.id: self.game.bot(setting.bot) for setting in seats if setting.bot}
            self._run()

    def look(self, position: int) -> Moment[S]:
        """How the match stood at a position: nothing is rolled, nobody is asked."""
        if not 0 <= position <= len(self.line):
            raise BadInput("position", position, f"0 to {len(self.line)}")
        number = max(index for index, turn in enumerate(self._turns) if turn.start <= position)
        turn = self._turns[number]
        entries = self.line[turn.start : position]
        state = self._state_at(number)
        table = _LiveTable(self, copy(state), turn.start, turn.rolls, entries, goes_on=False)
        pending = None
        if self._judge(turn.start, state) is None:
            pending = self._play(table)
        return Moment(position, number + 1, table.state, table.happenings, pending)

    def finished_turns(self) -> Iterator[tuple[int, int, int, S | None]]:
        """Number, first and last position of each turn that is over, and the following state if it is kept."""
        for number, (turn, following) in enumerate(pairwise(self._turns), 1):
            yield number, turn.start, following.start, following.state if following.is_kept else None

    def replay_turn(self, number: int) -> tuple[S, Happenings]:
        """Runs a finished turn again with its record: how it ends, and what is told in it."""
        return self._replayed(number - 1)

    def told_in(self, number: int) -> Happenings:
        """What was told in a finished turn, as it was recorded."""
        return self._turns[number - 1].happenings

    def branch(self, position: int, secret: bytes, match_id: str, bots: Mapping[str, str] | None = None) -> Match[S]:
        """What if: another match that shares this one's past up to a position and has dice of its own from there."""
        self.look(position)
        rolls = sum(isinstance(entry, Threw) for entry in self.line[:position])
        seats = tuple(_reseat(setting, bots) for setting in self.header.seats)
        header = msgspec.structs.replace(
            self.header,
            id=match_id,
            seats=seats,
            commitment=commitment(secret),
            branched=Origin(self.header.id, position, rolls),
        )
        other = Match(self.game, header, secret, self.options)
        other.line = self.line[:position]
        other.log = list(other.line)
        other._turns = [_copy_turn(turn, self.game.state) for turn in self._turns if turn.start <= position]
        other._keep_last()
        other._run()
        return other

    # ------------------------------------------------------------------ keeping

    def save(self) -> Saved:
        """The whole match as plain data."""
        return Saved(self.header, self.secret.hex(), tuple(self.log), self.checkpoints())

    def checkpoints(self, since: int = 0, until: int | None = None) -> tuple[TurnRecord, ...]:
        """The records of all turns but the first `since`, or of those up to the number `until`."""
        return tuple(turn.record() for turn in self._turns[since:until])

    @classmethod
    def load(cls, saved: Saved, game: Game[Any] | None = None) -> Match[Any]:
        """A saved match at its present question; the game is found among the installed ones if it is not given.

        If the game's rules changed since and the open turn no longer fits its record, that turn is asked anew.
        """
        header = saved.header
        if header.format != FORMAT or header.format_version > FORMAT_VERSION:
            raise DamagedFile(
                f"format: {header.format} {header.format_version} was given, known is {FORMAT} up to {FORMAT_VERSION}"
            )
        game = game or find_game(header.game)
        if game.id != header.game:
            raise BadInput("game", header.game, game.id)
        header = msgspec.structs.replace(header, format_version=FORMAT_VERSION)
        match: Match[Any] = cls(game, header, _secret(saved.secret), game.configure(header.options))
        match._check_seats()
        match.log = list(saved.log)
        match.line = line_of(saved.log)
        match._turns = [_Turn(game.state, turn.start, turn.rolls, None, turn) for turn in saved.turns]
        match._check_turns()
        try:
            with _OrAsBefore(match):
                match._keep_last()
                match._run()
        except AdjudgeError:
            if header.version == game.version:
                raise
            match.header = msgspec.structs.replace(header, version=game.version)
            match.take_back(match._turns[-1].start, UMPIRE, why=f"rules went from {header.version} to {game.version}")
        return match

    def _check_turns(self) -> None:
        starts = [turn.start for turn in self._turns]
        if not starts or starts[0] != 0 or starts != sorted(starts) or starts[-1] > len(self.line):
            raise DamagedFile(
                f"turns: starting at {starts[:5]} was given, allowed is rising from 0 to {len(self.line)}"
            )
        if not self._turns[0].is_kept:
            raise DamagedFile("turns: the first one must tell its state")
        thrown = [0, *accumulate(isinstance(entry, Threw) for entry in self.line)]
        for turn in self._turns:
            if turn.rolls != thrown[turn.start]:
                raise DamagedFile(
                    f"turns: {turn.rolls} rolls before position {turn.start} was given, allowed is {thrown[turn.start]}"
                )

    def _check_seats(self) -> None:
        given = [setting.id for setting in self.header.seats]
        known = [seat.id for seat in self.game.seats(self.options)]
        if given != known:
            raise DamagedFile(f"seats: {', '.join(given)} was given, allowed is {', '.join(known)}")


def is_thinned(number: int) -> bool:
    """Whether the turn of that number, from 1, does not keep its state once it is long past."""
    return number % KEPT_EVERY != 1


def _told_since(told: Happenings, since: int) -> Happenings:
    """What was told from a position on: the last ones, since they lie in order."""
    first = len(told)
    while first and told[first - 1].position >= since:
        first -= 1
    return told[first:]


def _known(told: Happenings, seat: str | None) -> Happenings:
    """What a seat may see of it; None is a spectator."""
    return [it for it in told if may_know(it, seat)]


def may_know(happening: Happening, seat: str | None) -> bool:
    """Whether a seat may see something that happened; None is a spectator."""
    return not happening.to or seat in happening.to


def _secret(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise DamagedFile("secret: something else than hexadecimal digits was given") from None


def _identity(question: Question[Any]) -> Any:
    """A question's identity as it comes back from JSON."""
    identity = question.identity()
    return identity if question.is_choice else _plain(identity)  # the keys of a choice are plain already


def _plain(value: Any) -> Any:
    """The value as it comes back from JSON, so that records compare equal before and after saving."""
    return value if isinstance(value, (str, int)) else msgspec.json.decode(msgspec.json.encode(value))


def _seat(
    game: Game[Any], options: Any, bots: Mapping[str, str], names: Mapping[str, str], physical: tuple[str, ...]
) -> tuple[SeatSetting, ...]:
    seats = game.seats(options)
    known = [seat.id for seat in seats]
    for seat in (*bots, *names, *(seat for seat in physical if seat != UMPIRE)):
        if seat not in known:
            raise BadInput("seat", seat, f"one of {', '.join(known)}")
    return tuple(
        SeatSetting(seat.id, names.get(seat.id, seat.name), bots.get(seat.id, ""), seat.id in physical)
        for seat in seats
    )


def _reseat(setting: SeatSetting, bots: Mapping[str, str] | None) -> SeatSetting:
    if bots is None:
        return setting
    return msgspec.structs.replace(setting, bot=bots.get(setting.id, ""))


def _copy_turn(turn: _Turn[S], kind: type[S]) -> _Turn[S]:
    return _Turn(kind, turn.start, turn.rolls, None, turn.record())
