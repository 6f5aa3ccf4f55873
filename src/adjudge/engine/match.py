"""A live match: the log, what of it counts, its turns, and how it goes on and back.

A match at rest is plain data (a checkpoint and the answers since), however deep in an attack it stopped. The table that
a turn runs on is in `live`, the turns with their checkpoints in `turns`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import accumulate, pairwise, takewhile
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from adjudge.engine.chance import FairDice, commitment
from adjudge.engine.copying import copy
from adjudge.engine.dice import check_faces, name_dice
from adjudge.engine.errors import (
    AdjudgeError,
    BadInput,
    DamagedFile,
    Diverged,
    NeedsConsent,
    NothingToUndo,
    NotYourTurn,
    RuleCrashed,
    Runaway,
    StaleAnswer,
    Suspended,
)
from adjudge.engine.game import Game, Outcome, find_game
from adjudge.engine.live import LiveTable, Pending, Stopped, as_recorded, identity_of, left_by
from adjudge.engine.log import (
    FORMAT,
    FORMAT_VERSION,
    Added,
    Answered,
    Considered,
    Counted,
    Entry,
    Happenings,
    Header,
    Noted,
    Origin,
    Pledged,
    Reseated,
    Saved,
    SeatSetting,
    Threw,
    TookBack,
    TurnRecord,
    line_of,
)
from adjudge.engine.questions import Sealed
from adjudge.engine.scene import Scene
from adjudge.engine.stirring import Stirred, Stirring, unstirred
from adjudge.engine.table import UMPIRE, Asked, Bot, Event, Happening, looks_back
from adjudge.engine.turns import KEPT_EVERY, Turn, base_of, is_thinned
from adjudge.engine.wording import named, several

S = TypeVar("S")

MOST_TURNS_AT_ONCE = 10_000


class _OrAsBefore:
    """Whatever fails in going on, be it that somebody interrupts a bot's long thoughts, the match stays put.

    Going on only adds to the lists and puts another turn in the last one's place; going back puts others in theirs.
    """

    __slots__ = ("_log", "_long", "_match", "_present", "_record", "_turn")

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._present = (
            match.header,
            match.bots,
            match.pending,
            match._now,
            match.outcome,
            match._stirring,
            match.dice,
            match.game,
            match.options,
        )
        self._log, self._record = len(match.log), (match.line, match._turns)
        self._long = (len(match.line), len(match._turns))
        self._turn = match._turns[-1]

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            return
        match = self._match
        (
            match.header,
            match.bots,
            match.pending,
            match._now,
            match.outcome,
            match._stirring,
            match.dice,
            match.game,
            match.options,
        ) = self._present
        match.line, match._turns = self._record
        del match.log[self._log :], match.line[self._long[0] :], match._turns[self._long[1] :]
        match._turns[-1] = self._turn


class PlayedAgain(NamedTuple):
    """How far a match came when it was played again by other rules: so many of so many answers, and what ended it."""

    given: int
    of: int
    why: str = ""

    def __str__(self) -> str:
        if self.given == self.of:
            kept = "from its first question" if not self.of else f"with {several(self.of, 'answer')} as before"
            return f"the match goes on {kept}"
        return f"the match goes on after {self.given} of {several(self.of, 'answer')}: {self.why}"


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
        self.dice, self._stirring = FairDice(secret), Stirring(secret, unstirred(header, ()))
        self.real_dice = frozenset(
            seat for seat in (UMPIRE, *(it.id for it in header.seats)) if header.has_real_dice(seat)
        )
        self.log: list[Entry] = []
        self.line: list[Counted] = []
        self.notices: list[Noted] = []
        """What everybody at the table must know."""
        self.pending: Pending | None = None
        self.outcome: Outcome | None = None
        self._turns: list[Turn[S]] = []
        self._now: LiveTable[S] | None = None
        self._stopped: Stopped[S] | None = None
        self._reached: tuple[Turn[S], S] | None = None
        self.bots: dict[str, Bot] = {seat.id: game.bot(seat.bot) for seat in header.seats if seat.bot}
        self.waits_for_thought = False
        """Whether bots that think are waited for, as people are: somebody else has them think (`question_to`)."""

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
        waits_for_thought: bool = False,
        stirred: bool = False,
        guided: bool = False,
    ) -> Match[S]:
        """A match at its first question. `bots` names the bot of a seat; `physical` the seats that roll real dice. If
        it is `stirred`, people add numbers of their own to the dice, and nothing happens before the first have."""
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
            stirred=stirred,
            guided=guided,
        )
        match = cls(game, header, secret, configured)
        match.waits_for_thought = waits_for_thought
        match._turns.append(Turn(game.state, 0, 0, game.start(configured)))
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
    def turn_state(self) -> S:
        """The state that the open turn began with."""
        return self._turns[-1].state

    @property
    def first_state(self) -> S:
        """The state that the first turn began with."""
        return self._turns[0].read()

    @property
    def turn(self) -> int:
        """The number of the present turn, from 1."""
        return len(self._turns)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def stirred(self) -> Stirred:
        """How far people have got with adding numbers to the dice."""
        return self._stirring.now

    @property
    def is_held(self) -> bool:
        """Whether the match has not begun because nobody has added a number to its dice."""
        return self.header.stirred and not self.stirred.closed and bool(self.people)

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that persons hold."""
        return tuple(seat.id for seat in self.header.seats if not seat.bot)

    def view(self, seat: str | None) -> Any:
        """What a seat may know; None is a spectator."""
        return self.game.seen(copy(self._state), seat)

    def scene(self, seat: str | None) -> Scene:
        """What a seat sees, drawn from the state itself: `adjudge check` makes sure that drawing changes nothing."""
        return self.picture(self._state, seat)

    @property
    def names(self) -> dict[str, str]:
        """Who sits where, by the seats' ids."""
        return {it.id: it.name for it in self.header.seats}

    def picture(self, state: S, seat: str | None) -> Scene:
        """What a seat sees of a state, with those who sit there called by their names."""
        scene, names = self.game.picture(state, seat), self.names
        return msgspec.structs.replace(scene, headline=named(scene.headline, names), goal=named(scene.goal, names))

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
        turn.called = turn.called or self.game.call_turn(self._state_at(number - 1))
        return named(turn.called, self.names)

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
        """The state that a turn began with: its own, or reached from the last one that is kept. Of the turns that are
        over only the one that was looked at last is at hand: whoever looks at one will look at the next."""
        turn = self._turns[index]
        if turn is self._turns[-1] and turn.is_kept:
            return turn.state
        if self._reached is None or self._reached[0] is not turn:
            self._reached = (turn, turn.read() if turn.is_kept else self._replayed(index - 1)[0])
        return self._reached[1]

    def _keep_last(self) -> None:
        """Makes sure that the match can go on from its last turn."""
        last = self._turns[-1]
        if not last.is_kept:
            state = copy(self._state_at(len(self._turns) - 1))
            base = self._base_of(len(self._turns))
            self._turns[-1] = Turn(self.game.state, last.start, last.rolls, state, base=base)

    def _replayed(self, index: int) -> tuple[S, Happenings]:
        """Runs a finished turn again with its record."""
        turn = self._turns[index]
        entries = self.line[turn.start : self._turns[index + 1].start]
        table = LiveTable(self, copy(self._state_at(index)), turn.start, turn.rolls, entries, goes_on=False)
        pending = self._play(table)
        if pending is not None:
            raise Diverged(pending.position, pending.rule, "the end of the turn")
        return table.state, table.happenings

    # ------------------------------------------------------------------ going on

    def question_to(self, seat: str) -> Asked | None:
        """The present question as a bot in the seat would get it, with the open turn as far as the seat may know it."""
        pending = self.pending
        question = pending.for_seat(seat) if pending is not None and seat in pending.seats else None
        if pending is None or question is None or self._now is None:
            return None
        return self._now.asked_of(seat, pending.rule, question, pending.since)

    def thinker(self) -> str | None:
        """The seat of a bot that is waited for."""
        seats = self.pending.seats if self.waits_for_thought and self.pending and self.pending.question else ()
        return next((seat for seat in seats if seat in self.bots), None)

    def answer(
        self,
        seat: str,
        answer: Any,
        position: int | None = None,
        *,
        why: Considered | None = None,
        hinted: bool = False,
    ) -> None:
        """A seat's answer to the present question. The same answer sent twice counts once. `why`: what the bot that
        gives it considered; `hinted`: the person had been given a hint."""
        if position is not None and position < len(self.line) and self._is_repeated(seat, answer, position):
            return
        pending = self._expect(seat, position)
        question = pending.for_seat(seat)
        if pending.question is None or question is None:
            raise NotYourTurn(f"{seat} was to throw {name_dice(pending.dice)}, not to answer")
        question.check(answer, pending.rule)
        sealed = isinstance(pending.question, Sealed)
        asked = identity_of(question)
        is_bot = seat in self.bots
        self._go_on(Answered(seat, pending.rule, asked, as_recorded(answer), is_bot, sealed, why, hinted))

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
        if self.is_held:
            raise NotYourTurn("the dice wait for a number of each seat: the match has not begun")
        if self.pending is None:
            raise NotYourTurn("the match is over")
        if position is not None and not self.pending.since <= position <= self.pending.position:
            raise StaleAnswer(f"position {position} was answered, the match is at {self.pending.position}")
        if seat not in self.pending.seats:
            raise NotYourTurn(f"{seat or 'nobody'} answered, {', '.join(self.pending.seats)} is asked")
        return self.pending

    def _is_repeated(self, seat: str, answer: Any, position: int) -> bool:
        given = self._given_at(position)
        return any(isinstance(it, Answered) and it.seat == seat and it.answer == as_recorded(answer) for it in given)

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

    def _go_on_from(self, stopped: Stopped[S], entry: Counted) -> None:
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
        if self.is_held:
            return
        for _ in range(MOST_TURNS_AT_ONCE):
            turn = self._turns[-1] = self._turns[-1].told([])
            self.outcome = self._judge(turn.start, turn.state)
            if self.outcome is not None:
                self._now, self.pending = None, None
                return
            table = LiveTable(self, copy(turn.state), turn.start, turn.rolls, self.line[turn.start :])
            if self._take_over(table, self._play_and_keep(table) if keeps else self._play(table)):
                return
        raise Runaway(f"{self.game.id} played {MOST_TURNS_AT_ONCE} turns without asking anybody")

    def _take_over(self, table: LiveTable[S], pending: Pending | None) -> bool:
        """Takes what bots and dice added, and ends the turn if nobody must answer; whether somebody must."""
        self.log += table.fresh
        self.line += table.fresh
        if pending is not None:
            self._now, self.pending = table, pending
            return True
        self._now, self._stopped = None, None
        self._turns[-1] = self._turns[-1].told(table.happenings)
        base = self._base_of(len(self._turns) + 1)
        self._turns.append(Turn(self.game.state, len(self.line), table.rolls, table.state, base=base))
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
            outcome = self.game.outcome(state)
        except Exception as error:
            raise RuleCrashed(self.game.id, position, error) from error
        return outcome and msgspec.structs.replace(outcome, text=named(outcome.text, self.names))

    def _play(self, table: LiveTable[S]) -> Pending | None:
        """Runs the turn until it waits for somebody, and leaves it; None if it came to its end."""
        return self._try(table, self._run_through, table)

    def _run_through(self, table: LiveTable[S]) -> Pending | None:
        try:
            self.game.turn(table)
        except Suspended as suspended:
            return left_by(suspended)
        table.check_all_used()
        return None

    def _play_and_keep(self, table: LiveTable[S]) -> Pending | None:
        self._stopped = Stopped(table, self.game.turn)
        return self._try(table, self._stopped.begin)

    def _try(self, table: LiveTable[S], run: Callable[..., Pending | None], *given: Any) -> Pending | None:
        try:
            return run(*given)
        except AdjudgeError:
            raise
        except Exception as error:
            raise RuleCrashed(self.game.id, table.position, error) from error

    # ------------------------------------------------------------------ beside the game

    def pledge(self, seat: str, hash: str) -> None:
        """A seat binds itself to a number, by its hash (`pledge_of`)."""
        self._stir(Pledged(seat, hash))

    def add_number(self, seat: str, number: str) -> None:
        """A seat tells the number that it has pledged. With the last one the dice are others, and a match that waited
        for that begins."""
        self._stir(Added(seat, number))

    def _stir(self, entry: Pledged | Added) -> None:
        if not self.header.stirred:
            raise NotYourTurn("the dice of this match take no numbers")
        self._stirring.check(entry, self.people)
        was_held = self.is_held
        with _OrAsBefore(self):
            self.log.append(entry)
            self._take_in(entry)
            if was_held and not self.is_held:
                self._run()

    def _take_in(self, *entries: Entry) -> None:
        """Lets the dice follow from what the seats have added."""
        before = self._stirring.key
        for entry in entries:
            self._stirring = self._stirring.after(entry)
        if self._stirring.key != before:
            self.dice = FairDice(self._stirring.key)
            self._stopped = None  # a rule that is kept would go on with the old ones

    def note(self, text: str) -> None:
        """Puts something into the log that everybody must know."""
        self.notices.append(Noted(self.position, text))
        self.log.append(self.notices[-1])

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
        """Whether dice fell, a battle was fought or something hidden came to light since the answer at the position."""
        if any(isinstance(entry, Threw) or entry.is_result for entry in self.line[position:]):
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
            self._take_in(self.log[-1])
            self.bots = {setting.id: self.game.bot(setting.bot) for setting in seats if setting.bot}
            self._run()

    def play_again_by(self, game: Game[S]) -> PlayedAgain:
        """Plays the match again from its start by other rules, for an author who changes them while it runs.

        What people answered and threw is given again as long as it fits, and the same dice fall for the same rolls. If
        the other rules cannot even begin, the match stays as it is.
        """
        options = game.configure(self.header.options)
        words = [entry for entry in self.line if self._is_given(entry)]
        with _OrAsBefore(self):
            self.game, self.options = game, options
            self._check_seats()
            self.header = msgspec.structs.replace(self.header, version=game.version)
            self.bots = {setting.id: game.bot(setting.bot) for setting in self.header.seats if setting.bot}
            self.log.append(TookBack(UMPIRE, 0, why="the rules were changed", anew=True))
            self.line, self._turns, self._reached = [], [Turn(game.state, 0, 0, self._begin(game, options))], None
            self._run()
        for number, word in enumerate(words):
            try:
                self._give_again(word)
            except AdjudgeError as error:
                return PlayedAgain(number, len(words), str(error))
        return PlayedAgain(len(words), len(words))

    def _begin(self, game: Game[S], options: Any) -> S:
        try:
            return game.start(options)
        except Exception as error:
            raise RuleCrashed(game.id, 0, error) from error

    def _is_given(self, entry: Counted) -> bool:
        """Whether something in the record was waited for: bots that answer at once and our dice come by themselves."""
        if isinstance(entry, Threw):
            return entry.typed
        return not entry.bot or (self.waits_for_thought and looks_back(self.bots[entry.seat]))

    def _give_again(self, word: Counted) -> None:
        """An answer or a throw once more, if it is what is waited for now."""
        pending = self.pending
        if pending is None:
            raise NotYourTurn("the match is over by then")
        if pending.rule != word.rule:
            raise NotYourTurn(f"then comes {pending.rule} instead of {word.rule}")
        if isinstance(word, Threw):
            self.throw(self.hand_of(word.by), word.faces)
        else:
            self.answer(word.seat, word.answer, why=word.why, hinted=word.hinted)

    def look(self, position: int) -> Moment[S]:
        """How the match stood at a position: nothing is rolled, nobody is asked."""
        if not 0 <= position <= len(self.line):
            raise BadInput("position", position, f"0 to {len(self.line)}")
        number = self._turn_of(position)
        table = self.table_at(position)
        pending = None
        if self._judge(self._turns[number].start, self._state_at(number)) is None:
            pending = self._play(table)
        return Moment(position, number + 1, table.state, table.happenings, pending)

    def look_if(self, position: int, state: S) -> Moment[S]:
        """How a position would stand had its turn begun in another state."""
        turn = self._turns[self._turn_of(position)]
        entries = self.line[turn.start : position]
        table = LiveTable(self, copy(state), turn.start, turn.rolls, entries, goes_on=False)
        pending = self._play(table)
        return Moment(position, self.turn_of(position), table.state, table.happenings, pending)

    def table_at(self, position: int) -> LiveTable[S]:
        """A table that runs the turn of a position again from its start, with its record up to there."""
        number = self._turn_of(position)
        turn = self._turns[number]
        entries = self.line[turn.start : position]
        return LiveTable(self, copy(self._state_at(number)), turn.start, turn.rolls, entries, goes_on=False)

    def turn_at(self, position: int) -> tuple[S, list[Counted]]:
        """The state that the turn of a position began with, not to be changed, and its record up to there."""
        number = self._turn_of(position)
        return self._state_at(number), self.line[self._turns[number].start : position]

    def turn_of(self, position: int) -> int:
        """The number of the turn that a position belongs to, from 1."""
        return self._turn_of(position) + 1

    def suppose(self, seat: str, answers: Sequence[Any]) -> Moment[S]:
        """How it would stand had a seat given these answers one after the other, as far as that is certain.

        No die is rolled, nobody else is asked and nothing hidden comes to light: what is supposed could be tried and
        taken back. Where it is not certain, nothing is pending.
        """
        turn = self._turns[-1]
        moment = Moment(self.position, self.turn, self._state, [], self.pending)
        entries = self.line[turn.start :]
        for answer in answers:
            entries.append(self._supposed(seat, answer, moment.pending))
            table = LiveTable(self, copy(turn.state), turn.start, turn.rolls, list(entries), goes_on=False)
            pending = self._play(table)
            told = [it for it in table.happenings if it.position > self.position]
            is_certain = not any(isinstance(it, Event) and it.reveal for it in told)
            moment = Moment(table.position, self.turn, table.state, told, pending if is_certain else None)
        return moment

    def _supposed(self, seat: str, answer: Any, pending: Pending | None) -> Answered:
        question = pending.question if pending is not None and pending.seats == (seat,) else None
        if pending is None or question is None or question.is_shared:
            raise NotYourTurn(f"{seat} would not be asked anything that is certain")
        question.check(answer, pending.rule)
        return Answered(seat, pending.rule, identity_of(question), as_recorded(answer))

    def _turn_of(self, position: int) -> int:
        return max(index for index, turn in enumerate(self._turns) if turn.start <= position)

    def finished_turns(self) -> Iterator[tuple[int, int, int, S | None]]:
        """Number, first and last position of each turn that is over, and the following state if it is kept."""
        for number, (turn, following) in enumerate(pairwise(self._turns), 1):
            yield number, turn.start, following.start, following.read() if following.is_kept else None

    def replay_turn(self, number: int) -> tuple[S, Happenings]:
        """Runs a finished turn again with its record: how it ends, and what is told in it."""
        return self._replayed(number - 1)

    def told_in(self, number: int) -> Happenings:
        """What was told in a finished turn, as it was recorded."""
        return self._turns[number - 1].happenings

    def what_if(self, position: int, secret: bytes, match_id: str) -> Match[S]:
        """A branch to try another decision in. Bots go on, but for the one whose decision it is: else it would be made
        before anybody sees it."""
        pending = self.look(position).pending
        bots = {setting.id: setting.bot for setting in self.header.seats if setting.bot}
        if pending is not None and pending.question is not None and bots.keys() >= set(pending.seats):
            bots = {seat: bot for seat, bot in bots.items() if seat not in pending.seats}
        return self.branch(position, secret, match_id, bots)

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
            stirred=False,
            branched=Origin(self.header.id, position, rolls),
        )
        other = Match(self.game, header, secret, self.options)
        other.waits_for_thought = self.waits_for_thought
        other.line = self.line[:position]
        other.log = list(other.line)
        other._take_turns([turn.record() for turn in self._turns if turn.start <= position])
        other._keep_last()
        other._run()
        return other

    # ------------------------------------------------------------------ keeping

    def battle_seed(self, key: str, size: int = 8) -> str:
        """What a battle of this campaign is fought by: bound by the secret like the dice, so the same each time."""
        return blake2b(key.encode(), key=self.secret[:64], digest_size=size).hexdigest()

    def save(self) -> Saved:
        """The whole match as plain data."""
        return Saved(self.header, self.secret.hex(), tuple(self.log), self.checkpoints())

    def checkpoints(self, since: int = 0, until: int | None = None) -> tuple[TurnRecord, ...]:
        """The records of all turns but the first `since`, or of those up to the number `until`."""
        return tuple(turn.record() for turn in self._turns[since:until])

    @classmethod
    def load(cls, saved: Saved, game: Game[Any] | None = None, *, waits_for_thought: bool = False) -> Match[Any]:
        """A saved match at its present question; the game is found among the installed ones if it is not given.

        If the game's rules changed since and the open turn no longer fits its record, that turn is asked anew.
        """
        try:
            return cls._loaded(saved, game, waits_for_thought=waits_for_thought)
        except OverflowError:
            raise DamagedFile("it holds a number that is larger than any game has") from None

    @classmethod
    def _loaded(cls, saved: Saved, game: Game[Any] | None, *, waits_for_thought: bool) -> Match[Any]:
        header = saved.header
        if header.format != FORMAT or header.format_version > FORMAT_VERSION:
            raise DamagedFile(
                f"format: this is {header.format} {header.format_version}; we read {FORMAT} up to {FORMAT_VERSION}"
            )
        game = game or find_game(header.game)
        if game.id != header.game:
            raise BadInput("game", header.game, game.id)
        header = msgspec.structs.replace(header, format_version=FORMAT_VERSION)
        match: Match[Any] = cls(game, header, _secret(saved.secret), game.configure(header.options))
        match.waits_for_thought = waits_for_thought
        match._check_seats()
        match.log = list(saved.log)
        match.line = line_of(saved.log)
        match.notices = [entry for entry in saved.log if isinstance(entry, Noted)]
        match._stirring = Stirring(match.secret, unstirred(header, saved.log))
        match._take_in(*saved.log)
        match._take_turns(saved.turns)
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

    def _take_turns(self, records: Iterable[TurnRecord]) -> None:
        """The turns from their records."""
        for number, it in enumerate(records, 1):
            base = self._base_of(number)
            self._turns.append(Turn(self.game.state, it.start, it.rolls, None, it, base=base))

    def _base_of(self, number: int) -> Turn[S] | None:
        """The turn that the state of another may be told by."""
        base = base_of(number)
        return self._turns[base - 1] if base else None

    def _check_turns(self) -> None:
        starts = [turn.start for turn in self._turns]
        if not starts or starts[0] != 0 or starts != sorted(starts) or starts[-1] > len(self.line):
            raise DamagedFile(f"turns: they start at {starts[:5]} instead of rising from 0 to {len(self.line)}")
        if not self._turns[0].is_kept:
            raise DamagedFile("turns: the first one must tell its state")
        thrown = [0, *accumulate(isinstance(entry, Threw) for entry in self.line)]
        for turn in self._turns:
            if turn.rolls != thrown[turn.start]:
                raise DamagedFile(
                    f"turns: {turn.rolls} rolls before position {turn.start}, but the log has {thrown[turn.start]}"
                )

    def _check_seats(self) -> None:
        given = [setting.id for setting in self.header.seats]
        known = [seat.id for seat in self.game.seats(self.options)]
        if given != known:
            raise DamagedFile(f"seats: the file has {', '.join(given)}; the game has {', '.join(known)}")


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
        raise DamagedFile("secret: only hexadecimal digits can be read") from None


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
