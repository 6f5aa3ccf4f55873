"""How fast kept matches open and are written, beside a plain decoding of the same bytes."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from adjudge.engine import Match
from adjudge.engine.log import Answered, Saved
from adjudge.store import Store, files, open_store
from benchmarks import Result, fastest, seconds
from tests.engine.duel import Duel, game
from tests.engine.playing import play

ANSWERS = 2_000
TABLES = 50
ROUNDS = 60


def results() -> list[Result]:
    with TemporaryDirectory() as folder:
        return [*_opening(Path(folder)), *_writing(Path(folder))]


def _opening(folder: Path) -> list[Result]:
    match = _duel("long")
    while sum(isinstance(entry, Answered) for entry in match.line) < ANSWERS:
        play(match, 1, seed=match.position)
    path = folder / "long.json"
    files.write(match, path)
    content = path.read_bytes()
    with open_store(str(folder / "long.db")) as store:
        store.create(match)
        plain, typed, file, database = fastest(
            lambda: msgspec.json.decode(content),
            lambda: msgspec.json.decode(content, type=Saved),
            lambda: files.read(path, game),
            lambda: store.load("long", game),
        )
    size = f"{ANSWERS:,} answers, {len(content) / 1e6:.1f} MB"
    return [
        _in_time(f"open a saved match of {size}, from its file", file, plain),
        _in_time(f"open a saved match of {size}, from the database", database, plain),
        Result("decode the same bytes with msgspec, as plain data and as a match", f"{_ms(plain)}, {_ms(typed)}"),
    ]


def _in_time(what: str, time: float, plain: float) -> Result:
    return Result(what, f"{_ms(time)}, {time / plain:.2g}x of a plain decode", "at most 50 ms", time <= 0.050)


def _writing(folder: Path) -> list[Result]:
    with open_store(str(folder / "tables.db")) as store:
        several = [_duel(f"table {number}") for number in range(TABLES)]
        for match in several:
            store.create(match)
        each = median(_time_to_keep(store, several[:1]) for _ in range(ROUNDS))
        grouped = median(_time_to_keep(store, several) for _ in range(ROUNDS)) / TABLES
    return [
        Result("keep one answer, on the disk", f"{_ms(each)}, {1 / each:,.0f} a second"),
        Result(f"keep one answer when {TABLES} tables share a commit", f"{_ms(grouped)}, {1 / grouped:,.0f} a second"),
        Result("open the store again", _ms(seconds(lambda: _reopen(store)))),
    ]


def _time_to_keep(store: Store, several: list[Match[Any]]) -> float:
    for match in several:
        play(match, 1, seed=match.position)
    start = perf_counter()
    refused = store.sync_many(several)
    taken = perf_counter() - start
    assert not refused
    return taken


def _duel(name: str) -> Match[Duel]:
    return Match.new(game, name.encode(), match_id=name, options={"life": 1_000_000})


def _reopen(store: Store) -> None:
    open_store(str(store.url.database)).close()


def _ms(time: float) -> str:
    return f"{time * 1000:.2f} ms"
