"""Matches in a database: SQLite by default, others by URL.

A match is one row for the lists, one row for each checkpoint, and its log in pieces: each `sync` adds one row with the
entries that came since the last one. The number of entries in the match's row guards against a second writer.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from operator import attrgetter, itemgetter
from pathlib import Path
from traceback import clear_frames
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from platformdirs import user_data_path
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError

from adjudge.engine.errors import AdjudgeError, BadInput, DamagedFile
from adjudge.engine.game import Game
from adjudge.engine.log import Entry, Header, Saved, SeatSetting, TurnRecord
from adjudge.engine.match import Match
from adjudge.store import sqlite
from adjudge.store.changes import Change, Kept, change_of
from adjudge.store.errors import LeaseLost, MatchExists, StoreBusy, StoreFailed, UnknownMatch, WrittenElsewhere
from adjudge.store.migrations import revision, upgrade
from adjudge.store.schema import HEAD, checkpoints, entries, matches, servers

ENVIRONMENT = "ADJUDGE_DATABASE"

_PASSWORD = re.compile(r"(://[^:/@]*:).*@")


class Summary(Struct, frozen=True, omit_defaults=True):
    """A kept match as a list shows it."""

    id: str
    game: str
    version: str
    seats: tuple[SeatSetting, ...]
    created: datetime
    updated: datetime
    position: int
    turn: int
    outcome: str | None = None


class Shared(Struct, frozen=True):
    """How several servers share a database: the name of this one's lease, and how long one lasts."""

    server: str | None
    seconds: float


def open_store(url: str | None = None, shared: Shared | None = None) -> Store:
    """The store at a URL or path; by default what ADJUDGE_DATABASE names, else a file in the user's data folder.
    `shared`: for a server of several, which writes only under its lease."""
    given = url or os.environ.get(ENVIRONMENT)
    engine = _connect(given or str(_data_folder() / "matches.db"), shared)
    store = Store(engine, shared.server if shared else None)
    try:
        store._bring_up_to_date()
    except AdjudgeError:
        store.close()
        raise
    return store


def _data_folder() -> Path:
    """The user's own folder for such things: the only one that is made unasked."""
    folder = user_data_path("adjudge")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFailed(f"no folder can be made for the database at {folder}: {error.strerror}") from None
    return folder


def _connect(given: str, shared: Shared | None = None) -> sa.Engine:
    try:
        address = sa.make_url(given) if "://" in given else sa.URL.create("sqlite", database=given)
        engine = sa.create_engine(address, **_settings(address, shared))
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError, ValueError) as error:
        allowed = f"a path or a URL such as sqlite:///matches.db ({str(error).splitlines()[0]})"
        raise BadInput("database", _PASSWORD.sub(r"\1***@", given), allowed) from None
    if engine.dialect.name == "sqlite":
        folder = sqlite.missing_folder(address)
        if folder is not None:
            raise BadInput("database", given, f"a file in a folder that exists: there is no {folder}")
        _make_file(address)
        sqlite.prepare(engine)
    return engine


def _settings(address: sa.URL, shared: Shared | None) -> dict[str, Any]:
    """What connections are made with. A server of several that stops in the middle of writing, as one that is paused
    does, must not hold up the others: its transaction is given up with its lease."""
    if shared is None:
        return sqlite.settings(address)
    if address.get_backend_name() != "postgresql":
        raise BadInput("database", _PASSWORD.sub(r"\1***@", str(address)), "a PostgreSQL database for a cluster")
    most = max(int(1000 * shared.seconds), 1)
    return {
        "pool_pre_ping": True,  # the database may have been replaced by its stand-in
        "connect_args": {
            "options": f"-c idle_in_transaction_session_timeout={most}",
            "connect_timeout": 5,
            "tcp_user_timeout": most,
        },
    }


def _make_file(address: sa.URL) -> None:
    try:
        sqlite.make_file(address)
    except OSError as error:
        raise StoreFailed(f"no database can be made at {address.database}: {error.strerror}") from None


Refusal = WrittenElsewhere | UnknownMatch


class Due(NamedTuple):
    """What is to be written of a match, and how much of it is kept once it is."""

    match: Match[Any]
    change: Change
    kept: Kept


class Store:
    """Matches in one database. Use it from one thread at a time, or one for each thread."""

    def __init__(self, engine: sa.Engine, server: str | None = None) -> None:
        self._engine = engine
        self.server = server
        """The lease under which everything is written, if several servers share the database."""
        self._statements = _Statements(engine.dialect, is_shared=server is not None)
        self._kept: WeakKeyDictionary[Match[Any], Kept] = WeakKeyDictionary()

    @property
    def url(self) -> sa.URL:
        """Where the database is."""
        return self._engine.url

    @property
    def is_shared(self) -> bool:
        """Whether another process can open it: SQLite can keep one in memory."""
        return self._engine.dialect.name != "sqlite" or sqlite.is_on_disk(self.url)

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------ writing

    def create(self, match: Match[Any]) -> None:
        """Keeps a new match; on the disk when it returns."""
        now = datetime.now(UTC)
        change, kept = change_of(match, Kept())
        identity = {"id": change.match, "game": match.header.game, "secret": match.secret.hex(), "created": now}
        present = {"updated": now, "position": change.position, "turn": change.turn, "outcome": change.outcome}
        heading = {name: value for name, value in _heading(change).items() if name != "match"}
        with self._transaction(writing=True) as connection:
            try:
                row = identity | heading | present | {"entries": change.length, "owner": self.server}
                connection.execute(sa.insert(matches), row)
            except IntegrityError:
                raise MatchExists(f"a match {match.header.id!r} is kept already") from None
            self._write(connection, [change])
        self._kept[match] = kept

    def sync(self, match: Match[Any]) -> None:
        """Keeps what came since the last sync; on the disk when it returns."""
        for refusal in self.sync_many([match]).values():
            raise refusal

    def sync_many(self, several: Iterable[Match[Any]]) -> dict[Match[Any], Refusal]:
        """Several matches in one transaction, so that many tables share one wait for the disk.

        Nobody may go on with a match while it is being written.
        Returns the refusal of each match that went on elsewhere or is gone; all others are on the disk.
        """
        due = [it for it in map(self.due, several) if it is not None]
        return self.kept(due, self.write([it.change for it in due]))

    def due(self, match: Match[Any]) -> Due | None:
        """What is to be written of a match. It can be worked out where the match is, and be written elsewhere; once it
        is, `kept` must be told."""
        kept = self._kept_of(match)
        return Due(match, *change_of(match, kept)) if len(match.log) > kept.entries else None

    @property
    def can_write_at_once(self) -> bool:
        """Whether a write that does not wait for others waits for nothing but a disk of this machine."""
        return self._engine.dialect.name == "sqlite" and sqlite.is_on_disk(self.url)

    def write(self, changes: Sequence[Change], *, waits: bool = True) -> dict[str, bool]:
        """Writes changes in one transaction, except of matches that are not as they were left: returns these, and
        whether they are kept at all. If it does not wait for other writers, it is `StoreBusy` while there are any."""
        moved: dict[str, bool] = {}
        while changes and not self._advance(changes, waits):
            found = self._moved(changes)
            if not found:
                raise StoreFailed("two changes of one match were to be written at once")
            moved |= found
            changes = [change for change in changes if change.match not in moved]
        return moved

    def landed(self, changes: Sequence[Change]) -> set[str]:
        """Which of the changes are on the disk after all: a connection that breaks in a commit does not say."""
        with self._transaction() as connection:
            pieces = {(row.match_id, row.number): row.entry for row in connection.execute(_PIECES, _places(changes))}
        return {it.match for it in changes if pieces.get((it.match, it.first)) == _piece(it)["entry"]}

    def probe(self) -> None:
        """Whether something could be written now: `StoreFailed` if not. Nothing stays of it, and it waits for nobody:
        while others write, it can be written to."""
        with suppress(StoreBusy), self._transaction(writing=True, waits=False) as connection:
            connection.execute(
                sa.insert(matches), _PROBE | {"created": datetime.now(UTC), "updated": datetime.now(UTC)}
            )
            connection.execute(sa.delete(matches).where(matches.c.id == _PROBE["id"]))

    def kept(self, due: Iterable[Due], moved: Mapping[str, bool]) -> dict[Match[Any], Refusal]:
        """Notes that all that was due is written, but for the matches that moved: returns their refusals."""
        refusals: dict[Match[Any], Refusal] = {}
        for it in due:
            if it.change.match in moved:
                refusals[it.match] = _refusal(it.change, moved[it.change.match])
            else:
                self._kept[it.match] = it.kept
        return refusals

    def _advance(self, changes: Sequence[Change], waits: bool) -> bool:
        """Writes all of it, or nothing if one of the matches is not as it was left."""
        with self._transaction(writing=True, waits=waits) as connection:
            now = self._statements.moment(datetime.now(UTC))
            ordered = sorted(changes, key=attrgetter("match"))  # two writers never wait for each other
            rows = [_present(it, now, self.server) for it in ordered]
            if self._statements.advance.run(connection, rows) != len(rows):
                connection.rollback()
                return False
            self._write(connection, changes)
        return True

    def _moved(self, changes: Sequence[Change]) -> dict[str, bool]:
        """The matches that went on elsewhere (true) or are gone (false)."""
        with self._transaction() as connection:
            rows = connection.execute(_HELD, {"ids": [it.match for it in changes]})
            held = {row.id: (row.entries, row.owner if self.server else None) for row in rows}
        return {it.match: it.match in held for it in changes if held.get(it.match) != (it.first, self.server)}

    def _write(self, connection: sa.Connection, changes: Sequence[Change]) -> None:
        """All that is new in several matches, one statement for each kind of thing."""
        statements = self._statements
        for statement, rows in (
            (statements.head_anew, [_heading(it) for it in changes if it.heading]),
            (statements.add_entries, [_piece(it) for it in changes if it.length > it.first]),
            (statements.drop_turns, [{"match": it.match, "last": it.stay} for it in changes if it.drops]),
            (statements.retell_turn, [_retold(it.match, it.stay, it.last) for it in changes if it.last]),
            (statements.state_turn, [_stated(it.match, it.stay, it.last) for it in changes if it.last and it.drops]),
            (statements.state_turn, [_stated(it.match, *turn) for it in changes for turn in it.past]),
            (statements.add_turns, [row for it in changes for row in _checkpoints(it)]),
        ):
            statement.run(connection, rows)

    def delete(self, match_id: str) -> None:
        """Forgets a match for good."""
        with self._transaction(writing=True) as connection:
            if not connection.execute(sa.delete(matches).where(matches.c.id == match_id)).rowcount:
                raise _unknown(match_id)

    def _kept_of(self, match: Match[Any]) -> Kept:
        kept = self._kept.get(match)
        if kept is None:
            raise UnknownMatch(f"match {match.header.id!r} was neither created in nor loaded from this store")
        return kept

    # ------------------------------------------------------------------ reading

    def load(self, match_id: str, game: Game[Any] | None = None, *, waits_for_thought: bool = False) -> Match[Any]:
        """A match at its present question; the game is found among the installed ones if it is not given."""
        saved = self.read(match_id)
        match = Match.load(saved, game, waits_for_thought=waits_for_thought)
        self.take_in(match, saved)
        return match

    def read(self, match_id: str) -> Saved:
        """A match as it is kept, its rules not asked yet: whoever has them go on tells `take_in`."""
        with self._transaction() as connection:
            row = connection.execute(sa.select(matches).where(matches.c.id == match_id)).one_or_none()
            if row is None:
                raise _unknown(match_id)
            log, turns = _read_log(connection, match_id), _read_turns(connection, match_id)
        return _saved(match_id, row, log, turns)

    def take_in(self, match: Match[Any], saved: Saved) -> None:
        """Knows a match from now on that was made of what is kept here."""
        self._kept[match] = Kept(len(saved.log), [turn.start for turn in saved.turns], saved.header)

    def has(self, match_id: str) -> bool:
        """Whether a match is kept."""
        with self._transaction() as connection:
            return connection.execute(sa.select(matches.c.id).where(matches.c.id == match_id)).scalar() is not None

    def over(self, ids: Sequence[str]) -> list[str]:
        """Which of some matches are over."""
        asked = sa.select(matches.c.id).where(matches.c.id.in_(ids) & matches.c.outcome.is_not(None))
        with self._transaction() as connection:
            return sorted(connection.execute(asked).scalars())

    def matches(self) -> list[Summary]:
        """All matches, the one that was played last first."""
        with self._transaction() as connection:
            rows = connection.execute(sa.select(matches).order_by(matches.c.updated.desc(), matches.c.id)).all()
        return [_summary(row) for row in rows]

    # ------------------------------------------------------------------ transactions

    def _bring_up_to_date(self) -> None:
        """Looks first, so that a store that is up to date opens while somebody else writes."""
        with self._transaction() as connection:
            if revision(connection) == HEAD:
                return
        with self._transaction(writing=True) as connection:
            if self._engine.dialect.name == "postgresql":  # servers that start together go one by one
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_UPGRADING)))
            if revision(connection) != HEAD:
                upgrade(connection)

    @contextmanager
    def _transaction(
        self, *, writing: bool = False, waits: bool = True, is_fenced: bool = True
    ) -> Iterator[sa.Connection]:
        """One transaction, whose failure is one sentence. A reader sees one moment of the database throughout; a writer
        that does not wait gets `StoreBusy` if others are at it. A server of several writes under its lease, which
        nobody can end before the transaction does."""
        options: dict[str, Any] = {}
        if writing:
            options[sqlite.WRITING] = waits
        elif self._engine.dialect.name != "sqlite":
            options["isolation_level"] = "REPEATABLE READ"
        try:
            with self._engine.connect().execution_options(**options) as connection, connection.begin():
                if writing and is_fenced and self.server is not None:
                    self._hold_lease(connection, self.server)
                yield connection
        except DBAPIError as error:
            if not waits and sqlite.is_busy(error):
                clear_frames(error.__traceback__)  # they know the error: a circle that only a search would find
                raise StoreBusy("somebody else writes to the database") from None
            where = self.url.render_as_string(hide_password=True)
            raise StoreFailed(f"the database {where} failed: {error.orig}") from error

    @staticmethod
    def _hold_lease(connection: sa.Connection, server: str) -> None:
        if connection.execute(_LEASE, {"server": server}).scalar() is None:
            raise LeaseLost("other servers have taken over from this one")


class _Statement:
    """A statement in the words of one database's driver, prepared once: building it anew, and fitting it to each row,
    would take longer than running it."""

    __slots__ = ("_order", "_text")

    def __init__(self, statement: Any, dialect: sa.Dialect, *columns: str) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=columns or None)
        self._text = str(compiled)
        self._order = itemgetter(*compiled.positiontup) if compiled.positiontup else None

    def run(self, connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> int:
        """Runs it once for each row; how many rows of the database it touched."""
        if not rows:
            return 0
        given: Any = list(map(self._order, rows)) if self._order else list(rows)
        return connection.exec_driver_sql(self._text, given).rowcount


class _Statements:
    """All that is written as matches go on."""

    def __init__(self, dialect: sa.Dialect, *, is_shared: bool) -> None:
        self._timed = matches.c.updated.type.dialect_impl(dialect).bind_processor(dialect)
        this = matches.c.id == sa.bindparam("match")
        advance = sa.update(matches).where(this & (matches.c.entries == sa.bindparam("first")))
        if is_shared:
            advance = advance.where(matches.c.owner == sa.bindparam("server"))
        present: dict[str, Any] = {name: sa.bindparam(name) for name in ("updated", "outcome", "position", "turn")}
        heading: dict[str, Any] = {name: sa.bindparam(name) for name in ("version", "header")}
        of_match = checkpoints.c.match_id == sa.bindparam("match")
        this_turn = sa.update(checkpoints).where(of_match & (checkpoints.c.turn == sa.bindparam("last")))
        drop = sa.delete(checkpoints).where(of_match & (checkpoints.c.turn > sa.bindparam("last")))
        self.advance = _Statement(advance.values(present).values(entries=sa.bindparam("length")), dialect)
        self.head_anew = _Statement(sa.update(matches).where(this).values(heading), dialect)
        self.add_entries = _Statement(sa.insert(entries), dialect, *entries.c.keys())
        self.drop_turns = _Statement(drop, dialect)
        self.retell_turn = _Statement(this_turn.values(happenings=sa.bindparam("told")), dialect)
        begun: dict[str, Any] = {
            "state": sa.bindparam("begun"),
            "heading": sa.bindparam("called"),
            "is_delta": sa.bindparam("told_by"),
        }
        self.state_turn = _Statement(this_turn.values(begun), dialect)
        self.add_turns = _Statement(sa.insert(checkpoints), dialect, *checkpoints.c.keys())

    def moment(self, now: datetime) -> Any:
        """A time as the driver wants it."""
        return self._timed(now) if self._timed else now


_HELD = sa.select(matches.c.id, matches.c.entries, matches.c.owner).where(
    matches.c.id.in_(sa.bindparam("ids", expanding=True))
)


_LEASE = (
    sa.select(servers.c.id).where(servers.c.id == sa.bindparam("server")).with_for_update(read=True, key_share=True)
)
_UPGRADING = 0x41646A75
"""The number of a lock in PostgreSQL: whoever holds it brings the tables up to date."""

_PIECES = sa.select(entries).where(
    entries.c.match_id.in_(sa.bindparam("ids", expanding=True))
    & entries.c.number.in_(sa.bindparam("firsts", expanding=True))
)

_PROBE: dict[str, Any] = {
    **dict.fromkeys(("id", "game", "version", "header", "secret"), "probe" * 1_000),
    **dict.fromkeys(("position", "turn", "entries"), 0),
}
"""A match that nobody plays, of a few pages: a disk that is full has no room for it."""


def _places(changes: Sequence[Change]) -> dict[str, Any]:
    """Where the new entries of several changes are kept."""
    return {"ids": [it.match for it in changes], "firsts": [it.first for it in changes]}


def _refusal(change: Change, is_there: bool) -> Refusal:
    return WrittenElsewhere(change.match, change.first) if is_there else _unknown(change.match)


def _heading(change: Change) -> dict[str, Any]:
    """What of a match's row seldom changes."""
    assert change.heading is not None
    return {"match": change.match, "version": change.heading.version, "header": _text(change.heading.header)}


def _present(change: Change, now: Any, server: str | None) -> dict[str, Any]:
    """What of a match's row changes as it goes on."""
    return {
        "match": change.match,
        "first": change.first,
        "server": server,
        "length": change.length,
        "updated": now,
        "outcome": change.outcome,
        "position": change.position,
        "turn": change.turn,
    }


def _piece(change: Change) -> dict[str, Any]:
    """The new entries as one row: its number is the first one's."""
    return {"match_id": change.match, "number": change.first, "entry": _text(change.entries)[1:-1]}


def _retold(match_id: str, last: int, turn: TurnRecord) -> dict[str, Any]:
    """The turn that was open at the last sync: only what was told in it can have changed."""
    return {"match": match_id, "last": last, "told": _text(turn.happenings)}


def _stated(match_id: str, number: int, turn: TurnRecord) -> dict[str, Any]:
    """A turn whose state is kept again, or no longer."""
    return {
        "match": match_id,
        "last": number,
        "begun": _text(turn.state),
        "called": turn.heading,
        "told_by": turn.is_delta,
    }


def _checkpoints(change: Change) -> list[dict[str, Any]]:
    return [_checkpoint(change.match, number, turn) for number, turn in enumerate(change.turns, change.stay + 1)]


def _checkpoint(match_id: str, number: int, turn: TurnRecord) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "turn": number,
        "start": turn.start,
        "rolls": turn.rolls,
        "state": _text(turn.state),
        "happenings": _text(turn.happenings),
        "heading": turn.heading,
        "is_delta": turn.is_delta,
    }


def _unknown(match_id: str) -> UnknownMatch:
    return UnknownMatch(f"no match {match_id!r} is kept")


def _read_log(connection: sa.Connection, match_id: str) -> list[str]:
    query = sa.select(entries.c.entry).where(entries.c.match_id == match_id).order_by(entries.c.number)
    return list(connection.execute(query).scalars())


def _read_turns(connection: sa.Connection, match_id: str) -> Sequence[sa.Row[Any]]:
    query = sa.select(checkpoints).where(checkpoints.c.match_id == match_id).order_by(checkpoints.c.turn)
    return connection.execute(query).all()


def _saved(match_id: str, row: sa.Row[Any], pieces: list[str], turns: Sequence[sa.Row[Any]]) -> Saved:
    try:
        header = msgspec.json.decode(row.header, type=Header)
        log = msgspec.json.decode(f"[{','.join(pieces)}]", type=tuple[Entry, ...])
    except msgspec.MsgspecError as error:
        raise DamagedFile(f"match {match_id!r} in the database cannot be read: {error}") from None
    if len(log) != row.entries:
        raise DamagedFile(f"match {match_id!r} in the database should have {row.entries} entries and has {len(log)}")
    return Saved(header, row.secret, log, tuple(map(_turn_record, turns)))


def _turn_record(turn: sa.Row[Any]) -> TurnRecord:
    return TurnRecord(turn.start, turn.rolls, _raw(turn.state), _raw(turn.happenings), turn.heading, turn.is_delta)


def _summary(row: sa.Row[Any]) -> Summary:
    return Summary(
        row.id,
        row.game,
        row.version,
        _seats(row.header),
        _in_utc(row.created),
        _in_utc(row.updated),
        row.position,
        row.turn,
        row.outcome,
    )


def _seats(header: str) -> tuple[SeatSetting, ...]:
    """A damaged match does not keep the others from being listed; loading it will say what is wrong."""
    try:
        return msgspec.json.decode(header, type=Header).seats
    except msgspec.MsgspecError:
        return ()


def _in_utc(moment: datetime) -> datetime:
    """SQLite forgets the time zone."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _text(raw: msgspec.Raw) -> str:
    return bytes(raw).decode()


def _raw(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode())
