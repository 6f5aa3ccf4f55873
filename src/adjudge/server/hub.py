"""The hub: all rooms of a server. It wakes tables from the store, puts idle ones to sleep, and groups their commits.

Answers of many tables that arrive within a few milliseconds are written in one transaction; each is acknowledged after
that transaction is durable. The match of a room is not touched while it is being written, since its lock is held.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from adjudge.engine.coach import guided
from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.engine.fights import matches_taken
from adjudge.engine.game import find_game
from adjudge.engine.log import Considered, Saved
from adjudge.engine.match import Match
from adjudge.engine.table import UMPIRE
from adjudge.mind.pool import Minds
from adjudge.server.battles import Battles
from adjudge.server.expiry import Expiry, goes_on
from adjudge.server.guard import on_whose_account
from adjudge.server.home import Home
from adjudge.server.journal import note
from adjudge.server.keys import Keys, keys_in
from adjudge.server.limits import Limits, check_size, plain_text
from adjudge.server.memory import give_memory_back
from adjudge.server.minding import Analyses
from adjudge.server.names import pretends
from adjudge.server.protocol import Created, KeptFor, NewMatch, Refused, SeatWish
from adjudge.server.refusals import in_public
from adjudge.server.room import CLOSING, FORGOTTEN, OUT, REMOVED, UMPIRE_SPEAKS, Room
from adjudge.server.studies import Studies
from adjudge.server.workers import Workers
from adjudge.store import LivesElsewhere, PerhapsStored, Store, StoreBusy, StoreFailed, UnknownMatch, files
from adjudge.store.changes import Change
from adjudge.store.database import Due
from adjudge.store.leases import release, take
from adjudge.store.notes import note_of, put_note

R = TypeVar("R")

GROUPING_SECONDS = 0.001
QUICK_SECONDS = 0.01
"""A store that takes longer to write, the last few times on average, does so in a thread from then on."""
SWEEP_SECONDS = 30.0
GIVEN_BACK_EVERY = 4
"""At every so-manyth of these looks the memory of tables that sleep goes back to the system."""
EXPIRY_SECONDS = 600.0
"""How often it is looked for tables that nobody has touched for long."""
ASK_AGAIN_SECONDS = (0.0, 0.2, 0.3, 0.5, 1.0, 1.0, 1.2)
"""When a store that failed is asked what it holds."""
COLLECT_SECONDS = 2.0
"""How often a campaign that is awake looks for results of its battles."""
PROBE_SECONDS = 5.0
"""How long it counts that something could be written."""


COPIED = "The host took a copy of this match, with all that is hidden in it."


class Waiting(NamedTuple):
    """What waits to be written, and who waits for that."""

    room: Room
    due: Due
    done: asyncio.Future[None]


class NotYours(AdjudgeError):
    """A token does not open what was asked for. Cure: use the link you were given, or ask the host for another."""


class Full(AdjudgeError):
    """There is no place left just now. Cure: try again later."""


class Pass(Struct, frozen=True):
    """What a token opens."""

    seat: str | None
    is_host: bool


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A token of 192 random bits."""
    return secrets.token_urlsafe(24)


class Hub:
    """Every live table of one server."""

    def __init__(
        self,
        store: Store,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
        home: Home | None = None,
    ) -> None:
        self.store, self.limits, self.clock, self.home = store, limits or Limits(), clock, home or Home()
        self.rooms: dict[str, Room] = {}
        self.keys: dict[str, Keys] = {}
        self._used: dict[str, float] = {}
        self._waking: dict[str, asyncio.Task[None]] = {}
        self._waiting: list[Waiting] = []
        self._wanted = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "store")
        self._is_writing = False
        self._writes_take = 0.0
        self._probed = (-PROBE_SECONDS, "")
        bounds = self.limits
        self.desk = Workers("desk", bounds.desk_threads, bounds.desk_waiting, bounds.desk_seconds)
        self.play = Workers("play", bounds.play_threads, bounds.play_waiting, bounds.play_seconds)
        self.setup = Workers("setup", bounds.setup_threads, bounds.setup_waiting, bounds.setup_seconds)
        self.battles = Battles(self)
        self.expiry = Expiry(self)
        self.minds = Minds(bounds.minds)
        self.analyses = Analyses(self.minds, bounds.minds)
        self.studies = Studies(self)
        self._tasks: list[asyncio.Task[None]] = []
        self._collecting: set[asyncio.Task[None]] = set()
        self.answers = 0

    # ------------------------------------------------------------------ life

    def start(self) -> None:
        doing = (self._write(), self._sweep(), self._look_for_results(), self._put_away())
        self._tasks = [asyncio.create_task(it) for it in doing]

    async def stop(self) -> None:
        """Writes what waits, dismisses everybody, closes the store."""
        for workers in (self.desk, self.play, self.setup, self.minds):
            workers.stop()
        await self.studies.stop()
        while self._waiting or self._is_writing:
            await asyncio.sleep(GROUPING_SECONDS)
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for room in self.rooms.values():
            room.close(CLOSING)
        await self.stored(self.store.close)
        self._thread.shutdown()

    # ------------------------------------------------------------------ setting up

    async def create(self, wish: NewMatch) -> Created:
        """A new table, with a token for the host and one for each person's seat."""
        check_size(wish.options, "options")
        match = await self.setup.run(self._new_match, wish)
        return await asyncio.shield(self.open(match))

    def _new_match(self, wish: NewMatch) -> Match[Any]:
        if wish.guided:
            if wish.options or wish.seats or wish.umpire_dice:
                raise BadInput("guided", "options or seats beside it", "neither: the guided match sets its own")
            return guided(find_game(wish.game), self.new_id())
        return Match.new(
            find_game(wish.game),
            new_secret(),
            match_id=self.new_id(),
            options=wish.options,
            bots={seat: it.bot for seat, it in wish.seats.items() if it.bot},
            names={seat: _name(it.name) for seat, it in wish.seats.items() if it.name},
            physical=_physical(wish.seats, wish.umpire_dice),
            stirred=wish.stirred,
            waits_for_thought=True,
        )

    async def open(self, match: Match[Any]) -> Created:
        """Puts a match on a table of its own and hands out the tokens."""
        host, tokens = new_token(), {seat: new_token() for seat in match.people}
        keys = Keys(digest(host), {seat: digest(token) for seat, token in tokens.items()})
        await self.add(match, keys)
        note("table created", match=match.header.id, game=match.header.game, people=len(match.people))
        return Created(match.header.id, host, tokens)

    async def add(self, match: Match[Any], keys: Keys) -> None:
        """Stores a new table and wakes it."""
        await self.stored(self._create, match, keys)
        self._admit(match, keys)

    async def keep_finished(self, battle: Match[Any], campaign: Created) -> None:
        """Stores a battle that came with a campaign, to be looked at: nobody plays it any more."""
        keys = Keys(digest(campaign.host_token), campaign=campaign.id)
        await self.stored(self._create, battle, keys)

    def _create(self, match: Match[Any], keys: Keys) -> None:
        self.store.create(match)
        put_note(self.store, match.header.id, keys)

    def _admit(self, match: Match[Any], keys: Keys) -> None:
        room = Room(match, self.keep, self.play, self.minds)
        room.is_paused, room.campaign = keys.is_paused, keys.campaign
        self.rooms[match.header.id] = room
        self.keys[match.header.id] = keys
        self._used[match.header.id] = self.clock()
        self._make_place()
        room.thinking.attend()

    # ------------------------------------------------------------------ finding

    async def room(self, match_id: str) -> Room:
        """The room of a match, woken from the store if it sleeps."""
        if not self.home.holds(match_id):
            raise UnknownMatch(f"no table {match_id!r} is kept in this process")
        while True:
            while match_id not in self.rooms:
                await self._wake(match_id)
            self._used[match_id] = self.clock()
            if self.keys[match_id].inherited is not None:
                await self.battles.heed_invitations(self.rooms[match_id])
            if match_id in self.rooms:
                return self.rooms[match_id]

    async def _wake(self, match_id: str) -> None:
        waking = self._waking.get(match_id)
        if waking is None:
            waking = self._waking[match_id] = asyncio.create_task(self._wake_once(match_id))
            waking.add_done_callback(lambda _: self._waking.pop(match_id, None))
        await asyncio.shield(waking)

    async def _wake_once(self, match_id: str) -> None:
        match, keys = await self.load(match_id, is_to_live_here=True)
        self._admit(match, keys)
        note("table woken", match=match_id, game=match.header.game)
        if keys.battles:
            self._collect_soon(match_id)

    async def load(self, match_id: str, *, is_to_live_here: bool = False) -> tuple[Match[Any], Keys]:
        """A table as it is stored. Its rules go on with the open turn, which is no work for the store's one thread."""
        saved, keys = await self.stored(self._read, match_id, is_to_live_here)
        match = await self.play.run(_woken, saved, whose=on_whose_account(match_id))
        self.store.take_in(match, saved)
        return match, keys

    def _read(self, match_id: str, is_to_live_here: bool) -> tuple[Saved, Keys]:
        """In a cluster nobody else may have a table that is to live here."""
        kept = note_of(self.store, match_id)
        if kept is not None and is_to_live_here:
            take(self.store, match_id)
            kept = note_of(self.store, match_id)
        if kept is None and self.expiry.was_put_away(match_id):
            raise UnknownMatch("nobody played at this table for long, so it was put away: the keeper can bring it back")
        keys = keys_in(kept, match_id)
        return self.store.read(match_id), keys

    def new_id(self) -> str:
        """The id of a table that will live here."""
        return next(it for it in iter(new_id, "") if self.home.holds(it))

    def new_secret(self) -> bytes:
        return new_secret()

    def not_yours(self, why: str) -> NotYours:
        return NotYours(why)

    async def has_table(self, match_id: str) -> bool:
        """Whether a table is kept: its host may have removed it."""
        return await self.stored(note_of, self.store, match_id) is not None

    async def renew(self, match_id: str, keys: Keys) -> None:
        """Lets in those who hold the campaign's seats by now, at a table that was opened before tables saw to that
        themselves."""
        if self.home.holds(match_id):
            with suppress(LivesElsewhere):
                room = await self.room(match_id)
                async with self.held(room):
                    seats = {**self.keys[match_id].seats, **keys.seats}
                    if self.keys[match_id].inherited is None:
                        await self.put_keys(room, seats=seats, host=keys.host, inherited=keys.inherited)

    async def _tell_battles(self, match_id: str) -> None:
        """Battles of a campaign that live here heed its new links at once; those elsewhere look by themselves."""
        linked = self.keys[match_id].battles.values() if match_id in self.keys else ()
        for room in [self.rooms[it] for it in linked if it in self.rooms]:
            await self.battles.heed_invitations(room)

    def count(self) -> tuple[int, int, int]:
        """Tables awake, guests at them, changes stored."""
        return len(self.rooms), sum(len(room.guests) for room in self.rooms.values()), self.answers

    async def ails(self) -> str:
        """Why nothing can be stored at this moment; empty if all is well."""
        now = self.clock()
        if now - self._probed[0] >= PROBE_SECONDS:
            self._probed = (now, self._probed[1])
            try:
                await asyncio.wait_for(asyncio.to_thread(self.store.probe), PROBE_SECONDS)
                why = ""
            except TimeoutError:
                why = "the database does not answer"
            except StoreFailed as error:
                why = in_public(error)
            self._probed = (now, why)
        return self._probed[1]

    def touch(self, match_id: str) -> None:
        """Notes that a table is in use."""
        self._used[match_id] = self.clock()

    def welcome(self, room: Room, token: str) -> Pass:
        """What a token opens for one more guest."""
        opened = self.opens(room.match.header.id, token)
        if len(room.guests) >= self.limits.connections_per_table:
            raise Full("this table is full: try again later")
        return opened

    def opens(self, match_id: str, token: str) -> Pass:
        """A seat, the host's powers, or only the view."""
        keys, given = self.keys[match_id], digest(token)
        if not token:
            return Pass(None, False)
        if hmac.compare_digest(given, keys.host):
            return Pass(None, True)
        for seat, known in keys.seats.items():
            if hmac.compare_digest(given, known):
                return Pass(seat, False)
        raise NotYours("token: that one opens no seat of this table")

    async def host(self, match_id: str, token: str) -> Room:
        """The room, if the token is the host's."""
        room = await self.room(match_id)
        self._check_host(match_id, token)
        return room

    def _check_host(self, match_id: str, token: str) -> None:
        if not self.opens(match_id, token).is_host:
            raise NotYours("token: only the host may do that")

    @asynccontextmanager
    async def _hosted(self, match_id: str, token: str) -> AsyncIterator[Room]:
        """The room, in which nothing else happens meanwhile, if the token is still the host's by then."""
        room = await self.host(match_id, token)
        async with self.held(room):
            self._check_host(match_id, token)
            yield room

    # ------------------------------------------------------------------ the host's powers

    async def invite(self, match_id: str, token: str, seat: str) -> str:
        """A fresh token for a seat; whoever held the old one is shown out."""
        fresh = new_token()
        async with self._hosted(match_id, token) as room:
            if seat not in room.match.people:
                raise BadInput("seat", seat, f"one of {', '.join(room.match.people)}, which people hold")
            await self.put_keys(room, seats={**self.keys[match_id].seats, seat: digest(fresh)})
            await self._show_out(room, seat)
        return fresh

    async def hand_over(self, match_id: str, token: str) -> str:
        """A fresh token for the host; the old one is void, and whoever watched with it is shown out."""
        fresh = new_token()
        async with self._hosted(match_id, token) as room:
            await self.put_keys(room, host=digest(fresh))
            room.show_out([guest for guest in room.guests if guest.is_host], OUT)
            await room.show_all()
        return fresh

    async def replace(self, match_id: str, token: str, seat: str, bot: str) -> None:
        """Gives a seat to a bot or back to a person; its token is void either way, and is so before a bot sits there:
        it must not see what a bot sees."""
        async with self._hosted(match_id, token) as room:
            before = self.keys[match_id].seats
            await self.put_keys(room, seats={known: value for known, value in before.items() if known != seat})
            try:
                await room.reseat(seat, bot)
            except AdjudgeError:
                if match_id in self.keys:
                    await self.put_keys(room, seats=before)
                raise
            await self._show_out(room, seat)

    async def pause(self, match_id: str, token: str, is_paused: bool) -> None:
        async with self._hosted(match_id, token) as room:
            await self.put_keys(room, is_paused=is_paused)
            room.is_paused = is_paused
            await room.show_all()
            room.thinking.attend()

    async def keep_for(self, match_id: str, token: str, days: int) -> None:
        """The host keeps a table, and says how long it stays when nobody touches it."""
        async with self._hosted(match_id, token) as room:
            await self.expiry.choose(room, days)

    def kept_for(self, match_id: str) -> KeptFor:
        keys = self.keys[match_id]
        goes = goes_on(keys, len(self.rooms[match_id].match.log))
        return KeptFor(keys.days, self.limits.expire_days, keys.is_kept, goes)

    async def allow_hints(self, match_id: str, token: str, hints: bool) -> None:
        """Lets people at a table ask for hints, or forbids it; everybody is told."""
        async with self._hosted(match_id, token) as room:
            await self.put_keys(room, hints=hints)
            room.announce(UMPIRE_SPEAKS, "Hints are allowed now." if hints else "Hints are not allowed any more.")

    async def hint(self, match_id: str, token: str) -> Considered:
        """What a mind would consider in the seat that a token opens. It is told to all, and marked in the log."""
        room = await self.room(match_id)
        seat = self.opens(match_id, token).seat
        if seat is None:
            raise NotYours("token: only a seat can ask for a hint")
        if not self.keys[match_id].hints:
            raise AdjudgeError("hints are not allowed at this table: the host can allow them")
        found = await room.thinking.hint(seat)
        name = next(it.name for it in room.match.header.seats if it.id == seat)
        room.announce(UMPIRE_SPEAKS, f"{name} took a hint.")
        return found

    async def agree_to_analysis(self, match_id: str, token: str, agreed: bool) -> None:
        """A seat agrees to an analysis while the match goes on, or takes that back; everybody is told."""
        room = await self.room(match_id)
        seat = self.opens(match_id, token).seat
        if seat is None:
            raise NotYours("token: only a seat can agree to an analysis")
        async with room.lock:
            others = tuple(it for it in self.keys[match_id].analysts if it != seat)
            await self.put_keys(room, analysts=(*others, seat) if agreed else others)
            name = next(it.name for it in room.match.header.seats if it.id == seat)
            room.announce(UMPIRE_SPEAKS, f"{name} {'agrees' if agreed else 'no longer agrees'} to an analysis now.")

    async def end(self, match_id: str, token: str) -> None:
        """Removes a table for good."""
        async with self._hosted(match_id, token) as room:
            await self.remove(room)
        note("table removed", match=match_id)

    async def remove(self, room: Room) -> None:
        """Out of the store and out of sight; the room is held."""
        await self.stored(self.store.delete, room.match.header.id)
        room.close(REMOVED)
        self._drop(room.match.header.id)

    async def branch(self, match_id: str, token: str, position: int) -> Created:
        """What if: a new table from a position of this one, with a token for each person's seat."""
        async with self._hosted(match_id, token) as room:
            other = await self.setup.run(self._branched, room.match, position)
            await self._tell_of_copy(room)
        return await self.open(other)

    async def sequel(self, match_id: str, token: str) -> Created:
        """The next session of a story: a new table that goes on where this one ended, with the same seats."""
        async with self._hosted(match_id, token) as room:
            other = await self.setup.run(self._following, room.match)
        return await self.open(other)

    def _following(self, match: Match[Any]) -> Match[Any]:
        if match.game.sequel is None or not match.is_over:
            raise AdjudgeError("no session follows: the story goes on when this one is over, in games told in sessions")
        options = msgspec.to_builtins(match.game.sequel(match.options, match.state))
        seats = {it.id for it in match.game.seats(match.game.configure(options))}
        return Match.new(
            match.game,
            new_secret(),
            match_id=self.new_id(),
            options=options,
            bots={it.id: it.bot for it in match.header.seats if it.bot and it.id in seats},
            names={seat: name for seat, name in match.names.items() if seat in seats},
            waits_for_thought=True,
        )

    def _branched(self, match: Match[Any], position: int) -> Match[Any]:
        return match.what_if(position, new_secret(), self.new_id())

    async def save(self, match_id: str, token: str) -> tuple[str, bytes]:
        """The name and the text of the match's file: for the host, and for everybody once the match is over."""
        room = await self.room(match_id)
        async with self.held(room):
            if not room.match.is_over:
                self._check_host(match_id, token)
            return await self.copy(room)

    async def copy(self, room: Room) -> tuple[str, bytes]:
        """The name and the text of a match's file, which everybody is told of; the room is held."""
        match = room.match
        text = await self.play.run(self._copied, match, await self.battles_of(match))
        await self._tell_of_copy(room)
        return f"{match.game.id}-{match.header.id}.json", text

    async def battles_of(self, match: Match[Any]) -> list[Match[Any]]:
        """The matches that a campaign's results came from, as far as they are still kept."""
        kept = [it for it in matches_taken(match) if await self.has_table(it)]
        return [(await self.load(it))[0] for it in kept]

    def _copied(self, match: Match[Any], battles: Sequence[Match[Any]]) -> bytes:
        """A match as a file. As long as it goes on, the secret of its dice stays here: the copy has dice of its own."""
        copy = match if match.is_over else match.branch(match.position, new_secret(), self.new_id())
        return files.encode(copy, battles)

    async def _tell_of_copy(self, room: Room) -> None:
        """A copy holds what is hidden at the table, so it is not taken in secret. Once is enough for each position."""
        match = room.match
        if match.is_over or len(match.people) < 2 or any(it.position == match.position for it in match.notices):
            return
        await room.tell_all(COPIED)

    @asynccontextmanager
    async def held(self, room: Room) -> AsyncIterator[None]:
        """A room that nothing else happens in meanwhile."""
        async with room.lock:
            if room.is_gone:
                raise UnknownMatch("this table was closed just now")
            yield

    async def put_keys(self, room: Room, **changes: Any) -> None:
        match_id = room.match.header.id
        keys = msgspec.structs.replace(self.keys[match_id], **changes)
        await self.stored(put_note, self.store, match_id, keys)
        self.keys[match_id] = keys

    async def _show_out(self, room: Room, seat: str) -> None:
        room.show_out([guest for guest in room.guests if guest.seat == seat], OUT)
        await room.show_all()

    # ------------------------------------------------------------------ keeping

    async def keep(self, room: Room) -> None:
        """Returns when what happened in the room is durable."""
        due = self.store.due(room.match)
        if due is None:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(room, due, done))
        self._wanted.set()
        await done
        self.answers += 1
        if room.match.is_over and room.campaign and self.home.holds(room.campaign):
            self._collect_soon(room.campaign)

    async def _write(self) -> None:
        while True:
            await self._wanted.wait()
            await asyncio.sleep(GROUPING_SECONDS)
            await self._write_once()

    async def _write_once(self) -> None:
        self._wanted.clear()
        batch, self._waiting = self._waiting, []
        if not batch:
            return
        self._is_writing = True
        refusals: Mapping[Match[Any], AdjudgeError]
        try:
            due = [it.due for it in batch]
            refusals = self.store.kept(due, await self._written([it.change for it in due]))
        except AdjudgeError as error:
            note("store failed", logging.ERROR, why=str(error), tables=len(batch))
            refusals = await self._refusals_after(error, batch)
        except Exception as error:
            note("store failed", logging.ERROR, error=error, tables=len(batch))
            refusals = {it.room.match: AdjudgeError("the match could not be stored") for it in batch}
        finally:
            self._is_writing = False
        for it in batch:
            self._acknowledge(it.room, it.done, refusals.get(it.room.match))

    async def _refusals_after(self, error: AdjudgeError, batch: list[Waiting]) -> dict[Match[Any], AdjudgeError]:
        """A store that failed may have written all the same: what is on the disk is acknowledged, what is not is
        refused, and if the store does not say, nobody claims to know."""
        due = [it.due for it in batch]
        for pause in ASK_AGAIN_SECONDS:
            await asyncio.sleep(pause)
            with suppress(StoreFailed):
                landed = await self.stored(self.store.landed, [it.change for it in due])
                self.store.kept([it for it in due if it.change.match in landed], {})
                return {it.match: error for it in due if it.change.match not in landed}
        unknown = PerhapsStored("the database does not answer, so this may be stored or not: look again in a moment")
        return {it.match: unknown for it in due}

    def _acknowledge(self, room: Room, done: asyncio.Future[None], refusal: AdjudgeError | None) -> None:
        if refusal is not None:
            self._forget(room, refusal)
        if done.cancelled():
            return
        if refusal is None:
            done.set_result(None)
        else:
            done.set_exception(refusal)

    async def _written(self, changes: list[Change]) -> Mapping[str, bool]:
        """Writes at once where that takes next to no time, as on most disks; else in the thread, though it and this one
        then take turns at the interpreter for every row."""
        before = time.perf_counter()
        try:
            if self.store.can_write_at_once and self._writes_take < QUICK_SECONDS:
                with suppress(StoreBusy):
                    return self.store.write(changes, waits=False)
            return await self.stored(self.store.write, changes)
        finally:
            self._writes_take += (time.perf_counter() - before - self._writes_take) / 4

    async def stored(self, work: Callable[..., R], *given: Any) -> R:
        """Work on the store, which one thread uses at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    def _forget(self, room: Room, why: AdjudgeError) -> None:
        """A room that is ahead of the store is dropped; the next visit gets the last good position."""
        self._drop(room.match.header.id)
        for guest in room.guests:
            said = "" if isinstance(why, PerhapsStored) else "not stored, and not played: "
            guest.send(Refused("", f"{said}{in_public(why)}", 0))
        room.close(FORGOTTEN)

    def _drop(self, match_id: str) -> None:
        for kept in (self.rooms, self.keys, self._used):
            kept.pop(match_id, None)

    # ------------------------------------------------------------------ battles of campaigns

    async def _look_for_results(self) -> None:
        """Tables of a campaign may live in other processes: what is over there is found in the store."""
        while True:
            await asyncio.sleep(COLLECT_SECONDS)
            for match_id in [it for it, keys in self.keys.items() if keys.battles and not self._is_busy(it)]:
                await self._collect(match_id)
            for match_id in [it for it, keys in self.keys.items() if keys.inherited and not self._is_busy(it)]:
                await self._look_for_invitations(match_id)

    async def _look_for_invitations(self, match_id: str) -> None:
        """The campaign of a battle may live elsewhere: those who sit there by an old link are shown out soon."""
        room = self.rooms.get(match_id)
        if room is not None and room.guests:
            try:
                await self.battles.heed_invitations(room)
            except AdjudgeError as error:  # it is looked for again
                note("invitations not heeded", logging.WARNING, why=str(error), match=match_id)

    def _is_busy(self, match_id: str) -> bool:
        """Whether a campaign would have to be waited for."""
        return match_id not in self.rooms or self.rooms[match_id].lock.locked()

    def _collect_soon(self, match_id: str) -> None:
        task = asyncio.create_task(self._collect(match_id))
        self._collecting.add(task)
        task.add_done_callback(self._collecting.discard)

    async def _collect(self, match_id: str) -> None:
        try:
            await self.battles.collect(match_id)
        except AdjudgeError as error:  # it is looked for again
            note("results not taken", logging.WARNING, why=str(error), match=match_id)
        except Exception as error:
            note("results not taken", logging.ERROR, error=error, match=match_id)

    # ------------------------------------------------------------------ sleeping

    async def _sweep(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sleep_idle()
            self.minds.rest()
            if (looks := looks + 1) % GIVEN_BACK_EVERY == 0:
                await asyncio.to_thread(give_memory_back)

    async def _put_away(self) -> None:
        while True:
            await asyncio.sleep(EXPIRY_SECONDS)
            try:
                await self.expiry.look()
            except AdjudgeError as error:
                note("tables not looked through", logging.WARNING, why=str(error))
            except Exception as error:
                note("tables not looked through", logging.ERROR, error=error)

    def sleep_idle(self) -> None:
        """Forgets tables that nobody has visited for a while: the store has them."""
        now = self.clock()
        for match_id in list(self.rooms):
            if now - self._used.get(match_id, 0.0) > self.limits.idle_seconds:
                self._put_to_sleep(match_id)

    def _make_place(self) -> None:
        surplus = len(self.rooms) - self.limits.live_tables
        if surplus > 0:
            for match_id in sorted(self.rooms, key=lambda it: self._used.get(it, 0.0))[:surplus]:
                self._put_to_sleep(match_id)

    def _put_to_sleep(self, match_id: str) -> None:
        room = self.rooms[match_id]
        if room.guests or room.lock.locked():
            return
        room.is_gone = True
        self._drop(match_id)
        if self.store.server is not None:
            self._thread.submit(self._let_go, match_id)
        note("table slept", match=match_id)

    def _let_go(self, match_id: str) -> None:
        """A table that sleeps lives nowhere: it may wake in any server."""
        with suppress(StoreFailed):
            release(self.store, match_id)


def _woken(saved: Saved) -> Match[Any]:
    return Match.load(saved, waits_for_thought=True)


def new_id() -> str:
    """An id that says nothing and cannot be guessed."""
    return secrets.token_urlsafe(12)


def new_secret() -> bytes:
    """What the dice of a match are drawn from."""
    return secrets.token_bytes(32)


def _name(text: str) -> str:
    name = plain_text(text)
    if not name:
        raise BadInput("name", text, "a name that can be shown")
    if pretends(name):
        raise BadInput("name", name, "a name that nobody takes for the umpire or the host")
    return name


def _physical(seats: dict[str, SeatWish], umpire: bool) -> tuple[str, ...]:
    real = tuple(seat for seat, wish in seats.items() if wish.physical_dice)
    return (*real, UMPIRE) if umpire else real
