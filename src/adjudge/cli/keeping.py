"""Where a match played in the terminal is kept: the store by default, and a file if one is named."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudge.engine.errors import AdjudgeError, BadInput, DamagedFile, UnknownGame
from adjudge.engine.fights import matches_taken
from adjudge.engine.game import Game
from adjudge.engine.match import Match
from adjudge.engine.wording import several

if TYPE_CHECKING:  # the database takes its time to load, and not every match is kept
    from adjudge.store import Store

SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """Short enough to type, and without signs that look alike."""
    return "".join(secrets.choice(SIGNS) for _ in range(6))


class Kept:
    """The places of one match. Whatever was answered is in all of them when `keep` returns."""

    def __init__(self, store: Store | None = None, file: Path | None = None) -> None:
        self._store = store
        self._files = [file] if file else []
        self._battles: dict[str, Match[Any]] = {}

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        if self._store:
            self._store.close()

    def begin(self, match: Match[Any]) -> None:
        """Keeps a new match: the file first, whose name somebody typed and may have mistyped."""
        self._write(match)
        if self._store:
            self._store.create(match)

    def keep(self, match: Match[Any]) -> None:
        """Keeps what came since."""
        if self._store:
            self._store.sync(match)
        self._write(match)

    def battle(self, match_id: str) -> Match[Any] | None:
        """The table of a battle of this campaign, if one was opened."""
        if match_id not in self._battles and self._store and self._store.has(match_id):
            self._battles[match_id] = self._store.load(match_id)
        return self._battles.get(match_id)

    def begin_battle(self, battle: Match[Any]) -> None:
        """Keeps the table of a battle: in the store, or in the campaign's file once its result is taken."""
        self._battles[battle.header.id] = battle
        if self._store:
            self._store.create(battle)

    def _write(self, match: Match[Any]) -> None:
        if match.header.id in self._battles:
            return
        for file in self._files:
            write_file(match, file, self.battles_of(match))

    def save_as(self, match: Match[Any], name: str) -> str:
        """Writes a copy of the match, of a campaign with its battles, and says so."""
        path = Path(name).expanduser()
        write_file(match, path, self.battles_of(match))
        return f"saved as {path}"

    def battles_of(self, match: Match[Any]) -> list[Match[Any]]:
        """The battles that a campaign took results of, as far as they are at hand."""
        found = (self.battle(it) for it in matches_taken(match))
        return [it for it in found if it is not None]

    def load(self, reference: str) -> Match[Any]:
        """A match of the store by its id."""
        assert self._store is not None
        ids = [summary.id for summary in self._store.matches()]
        if reference not in ids:
            self._store.close()
            raise BadInput("match", reference, _some(ids))
        return self._store.load(reference)

    def also_in(self, file: Path, match: Match[Any]) -> None:
        """Keeps the match in one more file, from now on."""
        self._files.append(file)
        write_file(match, file)

    def name(self, match: Match[Any]) -> str:
        """What to resume the match by."""
        return match.header.id if self._store else str(self._files[0])


def write_file(match: Match[Any], path: Path, battles: Sequence[Match[Any]] = ()) -> None:
    from adjudge.store.files import write

    try:
        write(match, path, battles)
    except DamagedFile:
        raise AdjudgeError(f"{path} is there already and is no saved match: choose another name") from None


def in_store(database: str | None, file: Path | None = None) -> Kept:
    """The store, and a file if there is one."""
    from adjudge.store import open_store

    return Kept(open_store(database), file)


def found(reference: str, database: str | None, game: Game[Any] | None = None) -> tuple[Match[Any], Kept]:
    """The match in a file or of an id in the store, and where to keep it from now on."""
    try:
        match, kept = _opened(reference, database)
    except UnknownGame as error:
        raise error if game else UnknownGame(f"{error}; or give its Python file with --game") from None
    if game is not None and match.game is not game:
        raise BadInput("match", reference, f"a match of {game.id}, which this is not: it is one of {match.game.id}")
    return match, kept


def _opened(reference: str, database: str | None) -> tuple[Match[Any], Kept]:
    path = Path(reference)
    if path.exists() or path.suffix or len(path.parts) > 1:
        from adjudge.store.files import read_with_battles

        match, battles = read_with_battles(path)
        kept = Kept(file=path)
        kept._battles = {it.header.id: it for it in battles}
        return match, kept
    kept = in_store(database)
    return kept.load(reference), kept


def _some(ids: list[str], most: int = 5) -> str:
    if not ids:
        return "a file; no match is kept in the store"
    more = f" or {several(len(ids) - most, 'other')}" if len(ids) > most else ""
    return f"a file, or a kept match: {', '.join(ids[:most])}{more}"
