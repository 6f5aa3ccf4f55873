"""A room: one live table, the people connected to it, and what they may do.

Every change goes through `Room` under its lock: the answer is checked by the rules, stored, and only then acknowledged
and shown. Each connection is sent its own seat's view and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec

from adjudge.engine.audit import luck
from adjudge.engine.coach import Coach
from adjudge.engine.errors import (
    AdjudgeError,
    DeadEnd,
    Diverged,
    NeedsConsent,
    RuleCrashed,
    Runaway,
    SwallowedSuspension,
    UnknownRule,
)
from adjudge.engine.fights import Fight
from adjudge.engine.game import Game, Outcome
from adjudge.engine.guides import found
from adjudge.engine.inputs import convert
from adjudge.engine.log import Happenings, Threw, TookBack
from adjudge.engine.match import Match, may_know
from adjudge.engine.questions import Choose, Onward, PickPoint, Question
from adjudge.engine.scene import Panel, Scene
from adjudge.mind.pool import Minds
from adjudge.odds import Distribution, by_parts, forecast, outlook, uniform
from adjudge.server.guard import on_whose_account
from adjudge.server.journal import note
from adjudge.server.limits import check_size, plain_text
from adjudge.server.minding import Thinking
from adjudge.server.protocol import (
    Accepted,
    Add,
    Answer,
    Asks,
    BriefingShown,
    Consent,
    Ending,
    Foresee,
    Foreseen,
    FromClient,
    FromServer,
    Hello,
    Look,
    Looked,
    Notice,
    Numbers,
    Odd,
    Peek,
    Peeked,
    Pledge,
    Present,
    Refused,
    Said,
    Say,
    SeatState,
    Seen,
    Throw,
    TokenShown,
    ToldByHand,
    Trouble,
    TurnMark,
    Undo,
    UndoRequest,
)
from adjudge.server.redrawn import Redrawn, redrawn
from adjudge.server.refusals import in_public
from adjudge.server.workers import AGAIN_SECONDS, Busy, TookTooLong, Workers

R = TypeVar("R")

Keep = Callable[["Room"], Awaitable[None]]

RULES_FAILED = (RuleCrashed, DeadEnd, Diverged, Runaway, SwallowedSuspension, UnknownRule, TookTooLong)
"""What is no player's fault: the table shows it and stays at its last good position."""
SLOW_SECONDS = 0.02
"""A table whose rules take longer than this, the last few times on average, runs them in a thread from then on."""

SLEEPING_SECONDS = 0.5
SLOW_DRAWING_SECONDS = 0.005
DRAWING: dict[str, float] = {}
"""How long the slowest of the last pictures took that were drawn of each game, in seconds of processor time: games that
take long are drawn in a thread."""

UMPIRE_SPEAKS = "Umpire"

MOST_WAITING = 256
"""Messages a slow reader may fall behind before it is dropped; it gets the exact present when it comes back."""
MOST_CHAT_KEPT = 100
MOST_ENTRIES = 50_000
"""What a match may come to, with all that was taken back: many times the longest that anybody plays."""
UNDO_PAUSE = 10
"""Answers that must pass after a refused take-back before the same seat may ask the others again."""


class Farewell(msgspec.Struct, frozen=True):
    """Why a connection is closed by the server. A client comes back by itself unless there is nothing to come to."""

    code: int
    reason: str


TAKEN = Farewell(4005, "the guest whom the seat was kept for has come")
OUT = Farewell(4001, "the host gave your place to somebody else")
REMOVED = Farewell(4004, "the host removed this table")
BEHIND = Farewell(4002, "your connection fell too far behind: come back")
FORGOTTEN = Farewell(4003, "the table could not be kept: come back to its last good position")
CLOSING = Farewell(1012, "the server stops: come back later")

_encode = msgspec.json.Encoder().encode


class Outbox:
    """What waits to be sent, taken out all at once. While it is held, whoever holds it will see to that himself."""

    __slots__ = ("_letters", "_taker", "is_held")

    def __init__(self) -> None:
        self._letters: list[bytes] = []
        self._taker: asyncio.Future[None] | None = None
        self.is_held = False

    def put(self, letter: bytes) -> bool:
        """False if too many wait already."""
        if len(self._letters) >= MOST_WAITING:
            return False
        self._letters.append(letter)
        if not self.is_held:
            self.wake()
        return True

    def wake(self) -> None:
        """Lets whoever waits for letters look, even if there are none."""
        if self._taker is not None and not self._taker.done():
            self._taker.set_result(None)

    async def take(self) -> list[bytes]:
        """All letters, as soon as there are any."""
        if not self._letters:
            self._taker = asyncio.get_running_loop().create_future()
            await self._taker
        return self.empty()

    def empty(self) -> list[bytes]:
        """All letters that there are."""
        letters, self._letters = self._letters, []
        return letters


class Guest:
    """One connection: which seat it speaks for, what it has been shown, and what waits to be sent to it."""

    __slots__ = ("farewell", "is_host", "is_spare", "outbox", "panels", "seat", "sent_to", "takes")

    def __init__(
        self, seat: str | None, is_host: bool, since: int, *, is_spare: bool = False, takes: bool = False
    ) -> None:
        self.seat, self.is_host, self.sent_to = seat, is_host, since
        self.is_spare, self.takes = is_spare, takes
        self.panels: tuple[Panel, ...] = ()
        self.outbox = Outbox()
        self.farewell: Farewell | None = None

    def send(self, message: FromServer) -> bool:
        """Queues a message; False if the reader is too far behind."""
        return self.send_text(_encode(message))

    def send_text(self, text: bytes) -> bool:
        return self.farewell is None and self.outbox.put(text)

    def dismiss(self, farewell: Farewell) -> None:
        """Makes the connection close; from now on it is neither heard nor told anything."""
        if self.farewell is None:
            self.farewell = farewell
            self.outbox.wake()


class Pictures:
    """What each seat sees and is asked as long as the log is so long, whoever comes, goes or pauses meanwhile.

    If `is_endless`, drawing them was given up, and nobody tries again.
    """

    __slots__ = ("asks", "is_endless", "of", "scenes")

    def __init__(self, of: int) -> None:
        self.of, self.is_endless = of, False
        self.scenes: dict[str | None, Scene] = {}
        self.asks: dict[str, Asks] = {}


class Drawn:
    """The letters of one moment of a table: equal ones are written once, for however many guests.

    A letter keeps the panels that it goes out from, so that their id stays theirs as long as it is a key.
    """

    __slots__ = ("letters", "of")

    def __init__(self, of: tuple[Any, ...]) -> None:
        self.of = of
        self.letters: dict[tuple[str | None, bool, int, int], tuple[bytes, tuple[Panel, ...], tuple[Panel, ...]]] = {}


class Letter(NamedTuple):
    """What a guest will be sent, the panels that it sees then, and up to where it will have been told."""

    guest: Guest
    text: bytes
    panels: tuple[Panel, ...]
    following: int


class Stopwatch:
    """How long something took. On a busy machine most of the time passes waiting for a processor, which says nothing
    about the work: so the processor's time counts, unless it was so long that somebody must have slept."""

    __slots__ = ("_processor", "_wall")

    def __init__(self) -> None:
        self._wall, self._processor = time.perf_counter(), time.thread_time()

    def seconds(self) -> float:
        wall = time.perf_counter() - self._wall
        return wall if wall > SLEEPING_SECONDS else time.thread_time() - self._processor


class Room:
    """One live table."""

    def __init__(self, match: Match[Any], keep: Keep, workers: Workers, minds: Minds) -> None:
        self.match = match
        self.thinking = Thinking(self, minds)
        self.hinted: tuple[int, str] | None = None
        self.lock = asyncio.Lock()
        self._asides = asyncio.Lock()
        self.shading = asyncio.Lock()
        """Held while a heat-map is worked out: one at a time for each table."""
        self._headings: list[str] = []
        self.is_gone = False
        self.guests: list[Guest] = []
        self.chat: list[Said] = []
        self.is_paused = False
        self.campaign = ""
        """The campaign that this is a battle of."""
        self.trouble: Trouble | None = None
        self._keep, self._workers = keep, workers
        self._takes = 0.0
        self._spoken = time.time_ns() // 1_000_000  # numbers go on rising when a table has slept
        self._ended: tuple[Outcome, Ending] | None = None
        self._seated: tuple[Any, tuple[SeatState, ...]] = (None, ())
        self._pictures, self._drawn = Pictures(-1), Drawn(())
        self._undo: tuple[str, frozenset[str]] | None = None
        self._refused: dict[str, int] = {}
        self._coach = Coach(match) if match.header.guided and match.game.course else None

    # ------------------------------------------------------------------ coming and going

    async def enter(self, guest: Guest, check: Callable[[], object]) -> None:
        """Shows a guest the table, as soon as all that goes on at it is stored. The check refuses whoever may not come
        in, or not any more."""
        async with self.lock:
            if self.is_gone:
                guest.dismiss(FORGOTTEN)
                return
            check()
            seated = self._seats()
            if guest.takes and guest.seat is not None:
                self.show_out([it for it in self.guests if it.seat == guest.seat and it.is_spare], TAKEN)
            self.guests.append(guest)
            for said in self.chat:
                guest.send(said)
            await self._show_seats(seated, guest)

    async def leave(self, guest: Guest) -> None:
        if guest in self.guests:
            seated = self._seats()
            self.guests.remove(guest)
            async with self.lock:
                await self._show_seats(seated)

    async def _show_seats(self, before: tuple[SeatState, ...], newcomer: Guest | None = None) -> None:
        """Shows a newcomer the table, and the others who is here now: one more who watches is no news to them."""
        if self._seats() != before:
            self._send_all(await self._draw(self.guests[:]))
        elif newcomer is not None:
            self._send_all(await self._draw([newcomer]))

    def show_out(self, guests: list[Guest], farewell: Farewell) -> None:
        """Dismisses guests: whatever they still send is not heard."""
        for guest in guests:
            self.guests.remove(guest)
            guest.dismiss(farewell)

    def close(self, farewell: Farewell) -> None:
        """Nobody goes on at this table: it was removed, or another of the same match takes its place."""
        self.is_gone = True
        self.thinking.stop()
        self.show_out(self.guests[:], farewell)

    async def briefing(self) -> BriefingShown:
        """What a newcomer is told here, with what everybody can see of it on the table."""
        brief = self.match.game.brief
        if brief is None:
            raise AdjudgeError(f"{self.match.game.title} has no briefing")
        async with self.lock:
            scene = await self._run(self.match.scene, None)
        tokens = tuple(TokenShown(it.name, it.text, found(scene, it.at)) for it in brief.token)
        return BriefingShown(brief.you, brief.win, brief.table, tokens, brief.rules)

    # ------------------------------------------------------------------ what a guest may do

    async def hear(self, guest: Guest, message: FromClient) -> None:
        """Carries out one message of a guest, or refuses it with a sentence."""
        if isinstance(message, Hello):
            guest.send(Refused("", "you have said hello already", self.match.position))
            return
        async with self.lock:
            if guest.farewell is not None:
                return  # its seat was given away while it waited
            try:
                await self._carry_out(guest, message)
            except AdjudgeError as error:
                await self._note_trouble(error, is_aside=isinstance(message, (Foresee, Peek, Look)))
                guest.send(Refused(message.id, in_public(error), self.match.position))
            except Exception as error:
                note("failed", logging.ERROR, error=error, match=self.match.header.id, game=self.match.game.id)
                guest.send(Refused(message.id, "something failed here: nothing was changed", self.match.position))

    async def hear_aside(self, guest: Guest, message: Foresee | Peek | Look) -> None:
        """Answers a question beside the game. The table has one of them at work, so an answer waits for one at most."""
        async with self._asides:
            await self.hear(guest, message)

    async def beside(self, guest: Guest, work: Callable[..., R], *given: Any) -> R | None:
        """A piece of work beside the game, which an answer waits for at most; nothing for those who are gone."""
        async with self._asides, self.lock:
            return None if guest.farewell is not None or self.is_gone else await self._run(work, *given)

    def asks_at(self, position: int) -> bool:
        """Whether the question of that position is still open."""
        pending = self.match.pending
        return pending is not None and pending.since <= position <= pending.position

    async def _carry_out(self, guest: Guest, message: FromClient) -> None:
        match message:
            case Foresee():
                guest.send(await self._run(self._foresee, guest, message))
            case Peek():
                guest.send(await self._run(self._peek, guest, message))
            case Look():
                guest.send(await self._run(self._look, guest, message))
            case Say():
                self._say(guest, message)
            case _:
                await self._change(guest, message)

    async def _change(self, guest: Guest, message: FromClient) -> None:
        if guest.seat is None:
            raise AdjudgeError("spectators watch: only a seat can act")
        if self.is_paused:
            raise AdjudgeError("the host has paused the table")
        if len(self.match.log) >= MOST_ENTRIES:
            raise AdjudgeError(f"this match has {MOST_ENTRIES:,} entries, more than any may have: it cannot go on")
        match message:
            case Answer():
                check_size(message.answer, "answer")
                answer = self._told(guest.seat, message.answer)
                hinted = self.hinted == (len(self.match.log), guest.seat)
                await self._play_on(partial(self.match.answer, hinted=hinted), guest.seat, answer, message.position)
            case Throw():
                await self._play_on(self.match.throw, guest.seat, message.faces, message.position)
            case Undo():
                await self._ask_undo(guest.seat)
            case Consent():
                await self._consent(guest.seat, message.agree)
            case Pledge():
                self.match.pledge(guest.seat, message.hash)
            case Add():
                await self.work(self.match.add_number, guest.seat, message.number)
        await self.settle(guest)
        guest.send(Accepted(getattr(message, "id", ""), self.match.position))

    def _told(self, seat: str, answer: Any) -> Any:
        """The answer as it counts: what is told of a battle by hand is put in form."""
        pending = self.match.pending
        names = {it.id: it.name for it in self.match.header.seats}
        return told_by_guest(pending.for_seat(seat) if pending else None, answer, names)

    async def take(self, seat: str, result: Any) -> None:
        """The result of a battle that was fought elsewhere; the room is held."""
        await self._play_on(self.match.answer, seat, result, self.match.position)
        await self.settle()

    async def _play_on(self, going_on: Callable[..., Any], *given: Any) -> None:
        """Goes on with the match. A take-back that others were asked for lapses: they agreed to another position."""
        before = self.match.position
        await self.work(going_on, *given)
        if self.match.position != before:
            self._undo = None

    async def work(self, change: Callable[..., object], *given: Any) -> None:
        """Has the match change: at once where its rules are quick, in a thread where bots think or it took long. A
        table that was slow for a while is timed in the thread too, so that it comes back."""
        before = len(self.match.log)

        def once() -> None:
            """What is interrupted is begun again, unless it had just been done: every change stands in the log."""
            if len(self.match.log) != before:
                return
            watch = Stopwatch()
            try:
                change(*given)
            finally:
                self._takes += (watch.seconds() - self._takes) / 4

        if not self.match.bots and self._takes <= SLOW_SECONDS:
            try:
                self._workers.at_once(once)
                return
            except TookTooLong:  # again, where it holds up nobody
                self._takes = 2 * SLOW_SECONDS
        await self._run(once)

    async def _run(self, work: Callable[..., R], *given: Any) -> R:
        """Work in a thread, for whoever asked for it."""
        return await self._workers.run(work, *given, whose=on_whose_account(self.match.header.id))

    async def settle(self, by: Guest | None = None) -> None:
        """Stores what changed, then shows it to everybody. The picture is drawn first, while all that it shows is at
        hand. The outbox of whoever changed it is held: he is being answered."""
        self.trouble = None
        letters = await self._draw(self.guests[:])
        await self._keep(self)
        if by is not None:
            by.outbox.is_held = True
        self._send_all(letters)
        self.thinking.attend()

    async def go_on(self, going_on: Callable[[], Any]) -> None:
        """Goes on with the match for a bot that has thought; the room is held."""
        await self._play_on(going_on)
        await self.settle()

    async def own_up(self, error: AdjudgeError) -> None:
        """A rule failed while a bot's answer was carried out."""
        await self._note_trouble(error, is_aside=False)

    async def in_a_thread(self, work: Callable[..., R], *given: Any) -> R:
        """Work that may take its time, beside the table."""
        return await self._run(work, *given)

    async def _note_trouble(self, error: AdjudgeError, *, is_aside: bool) -> None:
        """A rule that failed in the course of play is everybody's trouble; beside it only of whoever asked."""
        if isinstance(error, RULES_FAILED):
            header = self.match.header
            note("rule failed", logging.ERROR, error=error, match=header.id, game=header.game, version=header.version)
            if not is_aside:
                self.trouble = Trouble(getattr(error, "position", self.match.position), in_public(error))
                await self.show_all()

    def _foresee(self, guest: Guest, message: Foresee) -> Foreseen:
        seat, pending = guest.seat, self.match.pending
        if not self.asks_at(message.position) or seat is None or pending is None or seat not in pending.seats:
            return Foreseen(message.id, message.position, message.answer, is_stale=True)
        after = message.after
        if after:
            pending = self.match.suppose(seat, after).pending
            if pending is None or seat not in pending.seats:
                return Foreseen(message.id, message.position, message.answer, after=after)
        answer, question, game = message.answer, pending.for_seat(seat), self.match.game
        policy = game.policy or uniform
        seen: list[Seen] = []
        if isinstance(question, PickPoint):
            answer = question.check(answer, pending.rule)
            outlooks = outlook(self.match, seat, answer, policy=policy, after=after)
            seen = [Seen(line, parts_shown(game, odds)) for line, odds in outlooks]
        odds = forecast(self.match, seat, answer, policy=policy, after=after)
        shown = parts_shown(game, odds)
        return Foreseen(message.id, message.position, message.answer, shown, tuple(seen), after=after)

    def _peek(self, guest: Guest, message: Peek) -> Peeked:
        seat, nothing = guest.seat, Peeked(message.id, message.position, message.answers)
        if seat is None or not self.asks_at(message.position):
            return nothing
        pending = self.match.suppose(seat, message.answers).pending
        question = pending.for_seat(seat) if pending is not None and seat in pending.seats else None
        if pending is not None and question is not None:
            return msgspec.structs.replace(nothing, rule=pending.rule, question=question.shown())
        onward = self._onward(seat, message.answers)
        if onward is None:
            return nothing
        rule, then = onward
        return msgspec.structs.replace(nothing, rule=rule, question=then.shown(), first=True)

    def _onward(self, seat: str, answers: Sequence[Any]) -> Onward | None:
        """The question behind the dice that the last of these answers has rolled."""
        before = self.match.suppose(seat, answers[:-1]).pending
        asked = before.for_seat(seat) if before is not None and seat in before.seats else None
        return asked.onward(answers[-1]) if answers and isinstance(asked, Choose) else None

    def _look(self, guest: Guest, message: Look) -> Looked:
        moment = self.match.look(message.position)
        told = [it for it in moment.happenings if may_know(it, guest.seat)]
        scene = self.match.picture(moment.state, guest.seat)
        return Looked(message.id, moment.position, moment.turn, scene, told)

    def _say(self, guest: Guest, message: Say) -> None:
        if guest.seat is None and not guest.is_host:
            raise AdjudgeError("spectators watch: only a seat can speak")
        text = plain_text(message.text)
        if not text:
            raise AdjudgeError("text: none of it can be shown")
        self.announce(self._name_of(guest.seat), text)

    def announce(self, who: str, text: str) -> None:
        """A word to everybody at the table; the last ones are kept for whoever comes."""
        self._spoken += 1
        said = Said(who, text, self._spoken)
        self.chat = [*self.chat, said][-MOST_CHAT_KEPT:]
        encoded = _encode(said)
        self._send_all([(guest, encoded) for guest in self.guests])

    def _name_of(self, seat: str | None) -> str:
        for setting in self.match.header.seats:
            if setting.id == seat:
                return setting.name
        return "Host"

    def _tell(self, seat: str, why: str) -> None:
        """What came of something that a seat asked for some time ago."""
        for guest in self.guests:
            if guest.seat == seat:
                guest.send(Refused("", why, self.match.position))

    # ------------------------------------------------------------------ taking back

    async def _ask_undo(self, seat: str) -> None:
        if self.match.is_over and (len(self.match.people) > 1 or self.campaign):
            raise AdjudgeError("the match is over and its dice lie open: nothing can be taken back")
        if self._undo is not None:
            raise AdjudgeError(f"{self._name_of(self._undo[0])} has asked for a take-back already: answer that first")
        await self._take_back(seat, frozenset({seat}))

    async def _consent(self, seat: str, agree: bool) -> None:
        if self._undo is None:
            raise AdjudgeError("no take-back waits for consent")
        by, agreed = self._undo
        self._undo = None
        if not agree:
            self._refused[by] = self.match.position + UNDO_PAUSE
            self._tell(by, f"{self._name_of(seat)} would rather not take that back: play on before you ask again")
            return
        await self._take_back(by, agreed | {seat})

    async def _take_back(self, by: str, agreed: frozenset[str]) -> None:
        try:
            await self.work(self.match.undo, by, agreed)
        except NeedsConsent:
            if self.match.position < self._refused.get(by, 0):
                raise AdjudgeError("your last take-back was refused: play on before you ask again") from None
            self._undo = (by, agreed)
            return
        self._headings.clear()
        taken = next(entry for entry in reversed(self.match.log) if isinstance(entry, TookBack))
        for guest in self.guests:  # bots may have played on since, past what everybody has seen
            guest.sent_to = min(guest.sent_to, taken.to)

    async def rule_by(self, game: Game[Any], going_over: Callable[[], str]) -> None:
        """Has the match go on by other rules, and tells everybody what came of it; the room is held."""
        told = await self._run(going_over)
        if self.match.game is not game:
            await self.warn(told)
            return
        self._undo = None
        self._headings.clear()
        self._coach = Coach(self.match) if self.match.header.guided and game.course else None
        for guest in self.guests:
            guest.sent_to = 0
        await self.settle()
        self.announce(UMPIRE_SPEAKS, told)

    async def warn(self, text: str) -> None:
        """Something is wrong with the rules, and the table stays as it is: all are shown that; the room is held."""
        self.trouble = Trouble(self.match.position, text)
        await self.show_all()

    async def tell_all(self, text: str) -> None:
        """Puts something into the log that everybody must know, now and later."""
        self.match.note(text)
        await self.settle()

    async def reseat(self, seat: str, bot: str) -> None:
        """Gives a seat to a bot, or to a person if none is named. A take-back that waited was another's."""
        await self._run(self.match.reseat, seat, bot)
        self._undo = None
        await self.settle()

    # ------------------------------------------------------------------ showing

    async def show_all(self) -> None:
        """Sends everybody what is new to them."""
        self._send_all(await self._draw(self.guests[:]))

    async def _draw(self, guests: Sequence[Guest]) -> list[tuple[Guest, bytes]]:
        """What is new to each guest: written at once where the game draws quickly, else in a thread, so that one table
        with a large battlefield holds up no other."""
        game = self.match.game.id
        self._present_drawn()
        if not self._pictures.is_endless and DRAWING.get(game, 0.0) <= SLOW_DRAWING_SECONDS:
            with suppress(TookTooLong):
                return self._handed_out(self._workers.at_once(self._letters_timed, game, guests))
        while not self._pictures.is_endless:
            try:
                return self._handed_out(await self._run(self._letters_timed, game, guests))
            except TookTooLong:
                self._pictures.is_endless = True
            except Busy:  # better late than never: what was answered is carried out to the end
                await asyncio.sleep(AGAIN_SECONDS)
        return self._handed_out(self._letters(guests))

    def _letters_timed(self, game: str, guests: Sequence[Guest]) -> list[Letter]:
        watch = Stopwatch()
        try:
            return self._letters(guests)
        finally:
            DRAWING[game] = max(watch.seconds(), 0.95 * DRAWING.get(game, 0.0))

    def _letters(self, guests: Sequence[Guest]) -> list[Letter]:
        """What is new to each guest; those who sit in the same place and know the same share one text."""
        drawn = self._present_drawn()
        # What is told before a question never changes and is never added to: it need not be sent again with the next.
        following = self.match.position + (not self.match.is_held)
        letters = []
        for guest in guests:
            known = (guest.seat, guest.is_host, min(guest.sent_to, following), guest.panels)
            key = (*known[:3], id(guest.panels))
            if key not in drawn.letters:
                drawn.letters[key] = (*self._letter(*known), guest.panels)
            text, panels, _ = drawn.letters[key]
            letters.append(Letter(guest, text, panels, following))
        return letters

    def _handed_out(self, letters: list[Letter]) -> list[tuple[Guest, bytes]]:
        """Notes what each guest will have seen, now that all are written: an interruption before is no harm."""
        for it in letters:
            it.guest.panels, it.guest.sent_to = it.panels, it.following
        return [(it.guest, it.text) for it in letters]

    def _present_drawn(self) -> Drawn:
        """What has been drawn of the present: nothing, if anything has changed since."""
        now = (len(self.match.log), self._seats(), self._undo, self.trouble, self.is_paused)
        if self._drawn.of != now:
            self._drawn = Drawn(now)
        if self._pictures.of != len(self.match.log):
            self._pictures = Pictures(len(self.match.log))
        return self._drawn

    def _scene(self, seat: str | None) -> Scene:
        """What a seat sees: drawn once, however many look at it."""
        scenes = self._pictures.scenes
        if seat not in scenes:
            scenes[seat] = self.match.scene(seat)
        return scenes[seat]

    def _send_all(self, letters: list[tuple[Guest, bytes]]) -> None:
        """Whoever is too far behind to be sent anything is dropped, and gets the exact present when it comes back."""
        behind = [guest for guest, text in letters if not guest.send_text(text)]
        self.show_out([guest for guest in behind if guest in self.guests], BEHIND)

    def _letter(
        self, seat: str | None, is_host: bool, since: int, before: tuple[Panel, ...]
    ) -> tuple[bytes, tuple[Panel, ...]]:
        """All that a seat may know now, and the panels that it sees: of these only those are sent that are not as
        before, of what happened only from a position on. If that fails, the game is asked nothing more."""
        if self._pictures.is_endless:
            return self._blank_letter(seat, is_host, "drawing it takes too long")
        try:
            scene, log = self._scene(seat), self._log(seat, since)
            shown = self._present(seat, is_host, since, redrawn(scene, before), log, self._asks(seat), self._ending())
            return _encode(shown), scene.panels
        except Exception as error:
            header = self.match.header
            note("view failed", logging.ERROR, error=error, match=header.id, game=header.game, version=header.version)
            return self._blank_letter(seat, is_host, type(error).__name__)

    def _blank_letter(self, seat: str | None, is_host: bool, why: str) -> tuple[bytes, tuple[Panel, ...]]:
        """A table that cannot be shown."""
        trouble = Trouble(self.match.position, f"{self.match.header.game} cannot show this table: {why}")
        blank = redrawn(Scene(self.match.game.title), ())
        return _encode(self._present(seat, is_host, self.match.position + 1, blank, trouble=trouble)), ()

    def _present(
        self,
        seat: str | None,
        is_host: bool,
        since: int,
        scene: Redrawn,
        log: tuple[Happenings, tuple[TurnMark, ...]] = ([], ()),
        asks: Asks | None = None,
        ending: Ending | None = None,
        trouble: Trouble | None = None,
    ) -> Present:
        match, (told, turns) = self.match, log
        return Present(
            match.header.id,
            match.game.id,
            seat,
            is_host,
            match.position,
            match.turn,
            since,
            scene,
            told,
            self._seats(),
            match.header.commitment,
            asks,
            self._undo_shown(),
            trouble or self.trouble,
            ending,
            self.is_paused,
            turns,
            self.campaign,
            self._numbers(),
            tuple(Notice(it.position, it.text) for it in match.notices),
            self._coach.advice() if self._coach and seat == self._coach.seat else None,
        )

    def _numbers(self) -> Numbers | None:
        if not self.match.header.stirred:
            return None
        now = self.match.stirred
        return Numbers(now.closed, now.pledges, now.numbers, now.last, now.is_pledged)

    def _log(self, seat: str | None, since: int) -> tuple[Happenings, tuple[TurnMark, ...]]:
        """What happened from a position on, and where in it each turn begins."""
        told: Happenings = []
        turns: list[TurnMark] = []
        for number, happened in self.match.happenings_by_turn(seat, since):
            turns.append(TurnMark(number, self._heading(number), len(told)))
            told += happened
        return told, tuple(turns)

    def _heading(self, number: int) -> str:
        """What a turn is called: asked of the game once."""
        for missing in range(len(self._headings) + 1, number + 1):
            self._headings.append(self.match.heading(missing))
        return self._headings[number - 1]

    def _seats(self) -> tuple[SeatState, ...]:
        here = {guest.seat for guest in self.guests}
        asked = self.match.pending.seats if self.match.pending else ()
        known = (self.match.header.seats, here, asked)
        if self._seated[0] != known:
            states = (
                SeatState(it.id, it.name, it.bot, it.id in here, it.id in asked, it.physical_dice) for it in known[0]
            )
            self._seated = (known, tuple(states))
        return self._seated[1]

    def _asks(self, seat: str | None) -> Asks | None:
        pending = self.match.pending
        if pending is None or seat is None or seat not in pending.seats:
            return None
        asks = self._pictures.asks
        if seat not in asks:
            question = pending.for_seat(seat)
            shown = question.shown() if question else None
            asks[seat] = Asks(
                pending.rule,
                shown,  # type: ignore[arg-type]
                pending.dice,
                pending.label,
                pending.by,
                pending.hand,
                pending.draws,
            )
        return asks[seat]

    def _ending(self) -> Ending | None:
        """How the match ended: worked out once, however many look at it."""
        outcome = self.match.outcome
        if outcome is None:
            return None
        if self._ended is None or self._ended[0] is not outcome:
            self._ended = (outcome, ending_of(self.match, outcome))
        return self._ended[1]

    def _undo_shown(self) -> UndoRequest | None:
        if self._undo is None:
            return None
        by, agreed = self._undo
        waiting = tuple(seat for seat in self.match.people if seat not in agreed)
        to = self.match.last_word_of(by)
        rolls = sum(isinstance(entry, Threw) for entry in self.match.line[to:])
        return UndoRequest(by, tuple(sorted(agreed)), waiting, to, self.match.line[to].rule, rolls)


def told_by_guest(question: Question[Any] | None, answer: Any, names: Mapping[str, str]) -> Any:
    """What a guest may say of a battle: a result by hand. Results of tables and of bots come from the server alone."""
    if not isinstance(question, Fight) or not isinstance(answer, dict) or "by" not in answer:
        return answer
    if answer.get("by") != "hand":
        raise AdjudgeError("by: only what was fought elsewhere is told by hand; open the table, or let bots fight it")
    told = convert(ToldByHand, answer, "result")
    return msgspec.to_builtins(question.by_hand(told.outcome.winners, told.report, told.outcome.text, names))


def ending_of(match: Match[Any], outcome: Outcome) -> Ending:
    """How a match ended, with its dice laid open."""
    measures = msgspec.to_builtins(dict(match.game.measures(match.state)))
    dice = [
        {"seat": it.seat, "dice": it.dice, "expected": float(it.expected), "rolled": it.rolled, "spread": it.spread}
        for it in luck(match)
    ]
    has_sequel = match.game.sequel is not None
    return Ending(outcome.text, outcome.rule, outcome.winners, match.secret.hex(), measures, dice, has_sequel)


def parts_shown(game: Game[Any], odds: Distribution[Any] | None) -> tuple[Odd, ...]:
    """Chances beside an option: each part of the outcomes with its own, so that a menu stays short."""
    if odds is None:
        return ()
    parts = by_parts(game, odds)
    return tuple(Odd(game.words(part), float(p), str(p), data=msgspec.to_builtins(part)) for part, p in parts)


def odds_shown(game: Game[Any], odds: Distribution[Any] | None) -> tuple[Odd, ...]:
    """Chances as the wire carries them: each outcome in words, and as the data that it is."""
    if odds is None:
        return ()
    return tuple(
        Odd(game.words(outcome), float(p), str(p), data=msgspec.to_builtins(outcome)) for outcome, p in odds.items()
    )
