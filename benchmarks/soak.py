"""A server under people who come, play, talk, look back, take back and go, for as long as you say.

python -m benchmarks.soak --tables 500 --seconds 3600            memory and errors over an hour
python -m benchmarks.soak --tables 50 --seconds 300 --kills 20   and with the whole server killed so often

Everything stays on loopback and ends by itself. At the end it tells how many answers were acknowledged, whether each of
them is in the database, how the memory went, and what the journal complained of. It is no part of `make bench`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

GAMES = ("akula", "mdrg", "rdz", "regiment", "regulus")
PAUSE = 1.0
"""Seconds between what one person does, on average."""
BROKEN = (OSError, TimeoutError, WebSocketException, httpx.HTTPError, asyncio.IncompleteReadError)
START = """
import sys
from adjudge.server.limits import Limits
from adjudge.server.running import serve
many = 10**9
serve(port=int(sys.argv[1]), database=sys.argv[2], processes=2, limits=Limits(
    matches_per_address=many, connections_per_address=many, requests_per_second=1e9, request_burst=many))
"""


class Server:
    """The server as a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.database, self.journal = folder / "club.db", folder / "journal"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", START, str(self.port), str(self.database)]
        with self.journal.open("a") as journal:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=journal)
        while not self.is_well():
            time.sleep(0.1)

    def is_well(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}/health", timeout=60).status_code == 200
        return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.start()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)

    def memory(self) -> float:
        """Megabytes that the door and the processes inside have in hand."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return sum(map(_resident, [str(self.process.pid), *children]))

    def errors(self) -> list[str]:
        lines = [json.loads(line) for line in self.journal.read_text().splitlines() if line.startswith("{")]
        return [f"{it['event']}: {it.get('why', '')}" for it in lines if it["level"] == "error"]


def _resident(pid: str) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


class Person:
    """Somebody with a table of its own, of any game, who does whatever people do and begins another at its end."""

    def __init__(self, number: int, port: int) -> None:
        self._rng = random.Random(number)
        self._port = port
        self.done: dict[str, int] = {}
        self.kept: dict[str, int] = {}
        """How many answers of each table were acknowledged."""

    async def live(self, until: float) -> None:
        while time.monotonic() < until:
            with suppress(*BROKEN):
                made = await self._create()
                while made and time.monotonic() < until:
                    with suppress(*BROKEN):
                        if await self._visit(made, until):
                            break
                    await asyncio.sleep(PAUSE / 2)
            await asyncio.sleep(PAUSE)

    async def _create(self) -> dict[str, Any]:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self._port}", timeout=60) as http:
            answer = await http.post("/api/matches", json={"game": self._rng.choice(GAMES)})
            answer.raise_for_status()
            return dict(answer.json())

    async def _visit(self, made: dict[str, Any], until: float) -> bool:
        """Sits in every seat of the table for a while; whether its match is over."""
        address = f"ws://127.0.0.1:{self._port}/api/matches/{made['id']}/live"
        token = self._rng.choice(list(made["seat_tokens"].values()))
        async with connect(address, open_timeout=60, max_size=None) as line:
            await line.send(json.dumps({"kind": "hello", "token": token}))
            present = await self._hear(line, "present")
            for _ in range(self._rng.randint(3, 30)):
                if time.monotonic() > until or present.get("ending"):
                    break
                await asyncio.sleep(self._rng.expovariate(1 / PAUSE))
                present = await self._do_something(line, made["id"], present)
        return bool(present.get("ending"))

    async def _do_something(self, line: ClientConnection, table: str, present: dict[str, Any]) -> dict[str, Any]:
        asks, position = present.get("asks"), present["position"]
        doing = self._rng.choices(("answer", "say", "look", "foresee", "undo"), (80, 5, 5, 5, 5))[0]
        options = ((asks or {}).get("question") or {}).get("options") or []
        if doing == "say":
            await line.send(json.dumps({"kind": "say", "text": "well played"}))
        elif doing == "look":
            await line.send(json.dumps({"kind": "look", "position": self._rng.randint(0, position)}))
        elif doing == "undo":
            await line.send(json.dumps({"kind": "undo"}))
        elif options:
            key = self._rng.choice(options)["key"]
            if doing == "answer" and asks["question"].get("most", 1) > 1:
                key = [it["key"] for it in options[: asks["question"]["least"]]]
            await line.send(json.dumps({"kind": doing, "position": position, "answer": key, "id": "a"}))
        else:
            return await self._wait(line, present)
        self.done[doing] = self.done.get(doing, 0) + 1
        return await self._wait(line, present, table if doing == "answer" else "")

    async def _wait(self, line: ClientConnection, present: dict[str, Any], table: str = "") -> dict[str, Any]:
        """What the table says within a moment."""
        with suppress(TimeoutError):
            while True:
                for message in json.loads(await asyncio.wait_for(line.recv(), PAUSE)):
                    present = message if message["kind"] == "present" else present
                    if message["kind"] == "accepted" and table and message["id"] == "a":
                        self.kept[table] = self.kept.get(table, 0) + 1
        return present

    async def _hear(self, line: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            for message in json.loads(await asyncio.wait_for(line.recv(), 60)):
                if message["kind"] == kind:
                    return dict(message)


async def soak(server: Server, tables: int, seconds: float, kills: int) -> list[Person]:
    """All people at once, and the server killed every so often."""
    until = time.monotonic() + seconds
    people = [Person(number, server.port) for number in range(tables)]
    tasks = [asyncio.create_task(it.live(until)) for it in people]
    steps = max(kills, 10)
    for step in range(steps):
        await asyncio.sleep(seconds / (steps + 1))
        told = sum(sum(it.kept.values()) for it in people)
        print(f"{seconds * (step + 1) / (steps + 1):6.0f} s: {server.memory():6.0f} MB, {told} answers", flush=True)
        if step < kills:
            await asyncio.to_thread(server.kill)
    await asyncio.gather(*tasks)
    return people


def lost(server: Server, people: list[Person]) -> int:
    """Answers that were acknowledged and are not in the database."""
    from adjudge.engine.log import Answered
    from adjudge.store import open_store

    missing = 0
    with open_store(str(server.database)) as store:
        for table, acknowledged in ((table, number) for it in people for table, number in it.kept.items()):
            kept = sum(isinstance(entry, Answered) and not entry.bot for entry in store.load(table).log)
            missing += max(0, acknowledged - kept)
    return missing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--kills", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        people = asyncio.run(soak(server, given.tables, given.seconds, given.kills))
        server.stop()
        done = sum((Counter(it.done) for it in people), Counter())
        missing, errors = lost(server, people), server.errors()
        print(f"sent: {dict(done)}")
        print(f"acknowledged: {sum(sum(it.kept.values()) for it in people)}, lost: {missing}")
        print(f"errors in the journal: {len(errors)}", *sorted(set(errors))[:10], sep="\n  ")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
