"""Plays a battle of a campaign on a hub of its own, and is killed at a moment that it is told.

`python -m tests.server.campaigner FOLDER` forks for each moment: once to be killed, once to go on with what is left.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from adjudge.engine.audit import audit, audit_battles
from adjudge.engine.fights import matches_taken
from adjudge.engine.game import register
from adjudge.engine.log import Answered
from adjudge.server.battles import battles_to_fight
from adjudge.server.hub import Hub
from adjudge.server.protocol import NewMatch, SeatWish
from adjudge.store import Store, open_store
from tests.engine import feud


class Killer:
    """Kills this process at its n-th commit: before it, or after it and before anybody hears of it."""

    def __init__(self, number: int = 0, *, after: bool = False) -> None:
        self.number, self.after, self.count = number, after, 0

    def watch(self) -> None:
        original = Store._transaction

        @contextmanager
        def watched(store: Store, *, writing: bool = False, **how: bool) -> Iterator[sa.Connection]:
            with original(store, writing=writing, **how) as connection:
                yield connection
                self.count += writing
                if writing and self.count == self.number and not self.after:
                    os.kill(os.getpid(), signal.SIGKILL)
            if writing and self.count == self.number:
                os.kill(os.getpid(), signal.SIGKILL)

        Store._transaction = watched  # type: ignore[method-assign, assignment]


async def made(hub: Hub, folder: Path) -> dict[str, Any]:
    """The campaign of this folder: the host writes its links down as soon as he has them."""
    file = folder / "links.json"
    if not file.exists():
        bots = {seat: SeatWish(bot="random") for seat in ("bob", "cat")}
        created = await hub.create(NewMatch("feud", {"weeks": 1}, bots))
        file.write_text(json.dumps({"id": created.id, "ann": created.seat_tokens["ann"]}))
    links: dict[str, Any] = json.loads(file.read_text())
    return links


async def play_battle(hub: Hub, table: str) -> None:
    room = await hub.room(table)
    while not room.match.is_over:
        async with room.lock:
            await room._play_on(room.match.answer, "red", "red", room.match.position)
            await room.settle()


async def play(folder: Path) -> None:
    """Opens the battle's table, fights, and waits until the campaign has the result."""
    hub = Hub(open_store(str(folder / "club.db")))
    hub.start()
    links = await made(hub, folder)
    room = await hub.room(links["id"])
    await hub.battles.collect(links["id"])
    while battles := battles_to_fight(room.match):
        opened = await hub.battles.open(links["id"], links["ann"], next(iter(battles)))
        await play_battle(hub, opened.match)
        await hub.battles.collect(links["id"])
    check(hub, room.match)
    await hub.stop()


def check(hub: Hub, campaign: Any) -> None:
    """One result, of one match, and all of it replays."""
    results = [it for it in campaign.log if isinstance(it, Answered) and it.is_result]
    battles = {it: hub.store.load(it) for it in matches_taken(campaign)}
    assert len(results) == len(battles) == 1, results
    assert campaign.is_over
    assert audit(campaign).is_clean
    fought = audit_battles(campaign, battles)
    assert (fought.matches, fought.problems, fought.unchecked) == (1, (), ()), fought


def forked(folder: Path, killer: Killer) -> int:
    """How a process of its own ended, and minus the signal if it was killed."""
    pid = os.fork()
    if pid == 0:
        killer.watch()
        try:
            asyncio.run(play(folder))
        except BaseException as error:
            print(f"{folder.name}: {error!r}", flush=True)
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main(folder: Path) -> None:
    """Every moment, until one is past the end."""
    open_store(str(folder / "club.db")).close()  # an empty one, made once
    moment = 0
    while True:
        moment += 1
        for after in (False, True):
            place = folder / f"{moment}-{'after' if after else 'before'}"
            place.mkdir()
            shutil.copy(folder / "club.db", place)
            ended = forked(place, Killer(moment, after=after))
            if ended == 0:
                print(f"done: {moment - 1} moments")
                return
            if ended != -signal.SIGKILL or forked(place, Killer()) != 0:
                print(f"failed at commit {moment}, {'after' if after else 'before'} it: {ended}")
                sys.exit(1)


if __name__ == "__main__":
    register(replace(feud.feud, start=lambda it: feud.Feud({"ann": ["Rolf"], "bob": ["Bert"]}, it.weeks)))
    main(Path(sys.argv[1]))
