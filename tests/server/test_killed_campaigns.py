"""Killed at any moment between a battle and its aftermath, nothing is lost and nothing is applied twice."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from adjudge.engine import game as registry
from adjudge.engine.fights import is_taken
from adjudge.server.battles import battles_to_fight
from adjudge.server.home import Home, place_of
from adjudge.server.hub import Hub
from adjudge.store import open_store
from tests.engine.feud import brawl, feud
from tests.server.campaigner import made, play_battle

PROJECT = Path(__file__).parents[2]
WAIT = 60.0


@pytest.fixture(autouse=True)
def feud_is_installed():
    registry.register(brawl)
    registry.register(feud)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked and killed")
def test_a_process_killed_at_any_commit_goes_on_and_takes_the_result_once(tmp_path):
    command = [sys.executable, "-m", "tests.server.campaigner", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    moments = int(done.stdout.split()[-2])
    assert moments >= 6, "the campaign, its battle, the link, the answers and the result are all committed"


async def fight_in_another_process(folder):
    """The campaign lives in one of several processes, the table of its battle in another."""
    alone = Hub(open_store(str(folder / "club.db")))
    alone.start()
    links = await made(alone, folder)
    (key,) = battles_to_fight((await alone.room(links["id"])).match)
    table = (await alone.battles.open(links["id"], links["ann"], key)).match
    await alone.stop()
    count = next(it for it in range(2, 99) if place_of(links["id"], it) != place_of(table, it))
    here, there = (
        Hub(open_store(str(folder / "club.db")), home=Home(place_of(it, count), count)) for it in (links["id"], table)
    )
    here.start()
    there.start()
    room = await here.room(links["id"])
    await play_battle(there, table)
    async with asyncio.timeout(WAIT):
        while not is_taken(room.match, table):
            await asyncio.sleep(0.02)
    for hub in (here, there):
        await hub.stop()
    return room.match


def test_the_table_and_the_campaign_may_live_in_different_processes(tmp_path):
    assert asyncio.run(fight_in_another_process(tmp_path)).is_over
