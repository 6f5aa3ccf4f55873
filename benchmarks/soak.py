"""A server under people who come, play, talk, look back, take back and go, for as long as you say.

python -m benchmarks.soak --tables 500 --seconds 3600            memory and errors over an hour
python -m benchmarks.soak --seconds 7200 --kills 1000 --postgresql   at most so many kills, one after the other

With `--kills` one kill comes after the other, mostly within seconds. In turns it is the whole server (the door
and all processes inside at once), one process inside, and, with `--postgresql`, a process of the database, which then
goes through its recovery. Everything stays on loopback and ends by itself. At the end it tells how many answers were
acknowledged, whether the store holds each of them exactly once, how the memory went, and what the journal complained
of. It is no part of `make bench`.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import httpx

from benchmarks.people import Person

if TYPE_CHECKING:
    from tests.postgresql import PostgreSQL

LOOKS = 120
"""How often the memory is looked at."""
SETTLED = 1 / 3
"""The part of the time after which memory should stay as it is: as many tables fall asleep as are set up."""
RESUMED = 3
"""Answers after a kill that show that play goes on."""
SECONDS_BETWEEN = (0.5, 5.0)
MOST_SECONDS = 300.0
"""How long is waited for that: between most kills, and after every tenth."""
KINDS = ["process", "server", "database"]
HARMLESS = ("process ended",)
START = """
import sys
from adjudge.server.limits import Limits
from adjudge.server.running import serve
many = 10**9
serve(port=int(sys.argv[1]), database=sys.argv[2], processes=2, limits=Limits(
    matches_per_address=many, connections_per_address=many, requests_per_second=1e9, request_burst=many,
    idle_seconds=float(sys.argv[3]), minds=1))
"""


class Server:
    """The server as processes of its own, which can be killed and started again."""

    def __init__(self, folder: Path, database: str, idle: float) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.database, self.journal, self._idle = database, folder / "journal", idle
        self.start()

    def _launch(self) -> None:
        command = [sys.executable, "-c", START, str(self.port), self.database, str(self._idle)]
        with self.journal.open("a") as journal:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=journal)

    def start(self) -> None:
        self._launch()
        while not self.is_well():
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}: see {self.journal}")
            time.sleep(0.1)

    def is_well(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}/health", timeout=60).status_code == 200
        return False

    def inside(self) -> list[int]:
        """The processes that tables live in."""
        return _children(self.process.pid)

    def kill(self) -> None:
        """All processes at once, the minds too; then another server."""
        for pid in family(self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self._launch()

    def revive(self) -> None:
        """Starts a server that gave up, as systemd does: one that is started while the database is away ends."""
        if self.process.poll() is not None:
            self._launch()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)

    def memory(self) -> list[float]:
        """Megabytes that the door, the processes inside and those that think have in hand, each by itself."""
        return [_resident(pid) for pid in family(self.process.pid)]

    def seconds_worked(self) -> float:
        """Processor time of all of them so far."""
        return sum(map(worked, family(self.process.pid)))

    def complaints(self) -> Counter[str]:
        lines = [json.loads(line) for line in self.journal.read_text().splitlines() if line.startswith("{")]
        bad = [it for it in lines if it["level"] in ("error", "critical") and it["event"] not in HARMLESS]
        return Counter(f"{it['event']}: {it.get('why') or it.get('error', '')}"[:160] for it in bad)


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(it) for it in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def family(pid: int) -> list[int]:
    """A process with all that it has started."""
    return [pid, *(other for child in _children(pid) for other in family(child))]


def _resident(pid: int) -> float:
    """What the process has for itself, and its share of what it has with others."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def worked(pid: int) -> float:
    """Seconds of processor time that a process took so far."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


# ------------------------------------------------------------------ an hour of it


async def watch(server: Server, people: list[Person], seconds: float) -> list[float]:
    """The memory over the time, told as it goes."""
    begun, seen = time.monotonic(), []
    for look in range(1, LOOKS + 1):
        await asyncio.sleep(max(0.0, begun + seconds * look / LOOKS - time.monotonic()))
        if people[0].until < time.monotonic():
            break
        parts = server.memory()
        seen.append(sum(parts))
        told = sum(it.acknowledged for it in people)
        if look % 4 == 0:
            share = server.seconds_worked() / (time.monotonic() - begun)
            at = time.monotonic() - begun
            each = " + ".join(f"{it:.0f}" for it in parts)
            print(f"{at:6.0f} s: {seen[-1]:6.0f} MB ({each}), {told} answers, {share:.2f} of a processor", flush=True)
    return seen


def told_of(seen: list[float]) -> str:
    """How the memory went once it should have settled: the middle of the first and the last quarter of that time."""
    settled = seen[int(len(seen) * SETTLED) :]
    part = max(len(settled) // 4, 1)
    first, last = median(settled[:part]), median(settled[-part:])
    return f"memory {first:.0f} MB, at the end {last:.0f} MB: {last / first - 1:+.1%} (at most {max(seen):.0f} MB)"


# ------------------------------------------------------------------ kills


class Killer:
    """Kills one thing after the other, and waits until play has resumed."""

    def __init__(self, server: Server, people: list[Person], postgresql: PostgreSQL | None) -> None:
        self._server, self._people, self._postgresql = server, people, postgresql
        self._rng = random.Random(1)
        self._stop = asyncio.Event()
        self.killed: Counter[str] = Counter()
        self.waits: dict[str, list[float]] = {}

    async def kill(self, times: int, kinds: list[str], until: float) -> None:
        """Every tenth kill waits until play has resumed; the others also hit a server that is not up again yet."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._stop.set)
        for kind in itertools.cycle(kinds):
            if self.killed.total() >= times or time.monotonic() > until or self._stop.is_set():
                return
            before, begun = self._told(), time.monotonic()
            if not self._strike(kind):
                await asyncio.sleep(0.05)
                continue
            self.killed[kind] += 1
            number = self.killed.total()
            patience = MOST_SECONDS if number % 10 == 0 else self._rng.uniform(*SECONDS_BETWEEN)
            while self._told() < before + RESUMED and time.monotonic() < begun + patience:
                await asyncio.sleep(0.05)
                self._server.revive()
            if self._told() >= before + RESUMED:
                self.waits.setdefault(kind, []).append(time.monotonic() - begun)
            elif patience == MOST_SECONDS:
                raise RuntimeError(f"play has not resumed {MOST_SECONDS} s after a kill ({kind})")
            if number % 50 == 0:
                print(f"{number} kills {dict(self.killed)}, {self._told()} answers", flush=True)

    def _told(self) -> int:
        return sum(it.acknowledged for it in self._people)

    def _strike(self, kind: str) -> bool:
        """Whether there was something to kill."""
        if kind == "server":
            self._server.kill()
            return True
        self._server.revive()
        victims = self._server.inside() if kind == "process" else self._backends()
        with suppress(ProcessLookupError, IndexError):
            os.kill(self._rng.choice(victims), signal.SIGKILL)
            return True
        return False

    def _backends(self) -> list[int]:
        assert self._postgresql is not None
        try:
            main = self._postgresql.pid
        except OSError:
            return []
        return [it for it in _children(main) if b"postgres: postgres postgres" in _command(it)]


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


async def survive(
    server: Server, people: list[Person], given: argparse.Namespace, postgresql: PostgreSQL | None
) -> Killer:
    killer = Killer(server, people, postgresql)
    for person in people:
        person.until = time.monotonic() + 24 * 3600
    tasks = [asyncio.create_task(it.live()) for it in people]
    try:
        await killer.kill(given.kills, given.of or KINDS[: 3 if postgresql else 2], time.monotonic() + given.seconds)
        while playing := [task for task in tasks if not task.done()]:
            server.revive()
            for task, person in zip(tasks, people, strict=True):
                if not person.is_waiting:
                    task.cancel()  # whoever waits for an answer's fate is let hear of it first
            await asyncio.wait(playing, timeout=0.1)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return killer


# ------------------------------------------------------------------ what came of it


def compared(database: str, people: list[Person]) -> tuple[int, int, int]:
    """Answers that were acknowledged and are not in the store; that are in it and were not acknowledged; and those
    whose fate nobody was told."""
    from adjudge.engine.log import Answered
    from adjudge.store import open_store

    lost = doubled = unknown = 0
    with open_store(database) as store:
        for table, answers in ((table, answers) for it in people for table, answers in it.kept.items()):
            kept = sum(isinstance(entry, Answered) and not entry.bot for entry in store.load(table).log)
            lost += max(0, answers.acknowledged - kept)
            doubled += max(0, kept - answers.acknowledged - (answers.open is not None))
            unknown += answers.open is not None
    return lost, doubled, unknown


def report(server: Server, people: list[Person]) -> int:
    lost, doubled, unknown = compared(server.database, people)
    complaints = server.complaints()
    done: Counter[str] = sum((it.done for it in people), Counter())
    refused: Counter[str] = sum((it.refused for it in people), Counter())
    print(f"done: {dict(done)}")
    print(f"acknowledged: {sum(it.acknowledged for it in people)}, lost: {lost}, doubled: {doubled}, open: {unknown}")
    print(f"refused: {refused.most_common(12)}")
    print(f"errors in the journal: {complaints.total()}", *complaints.most_common(10), sep="\n  ")
    return 1 if lost or doubled else 0


async def soak(server: Server, people: list[Person], seconds: float) -> list[float]:
    """SIGTERM sends everybody home before the time is up; what was seen is told all the same."""

    def go_home(at: float) -> None:
        for person in people:
            person.until = at

    go_home(time.monotonic() + seconds)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, go_home, 0.0)
    tasks = [asyncio.create_task(it.live()) for it in people]
    seen = await watch(server, people, seconds)
    go_home(0.0)
    await asyncio.gather(*tasks)
    return seen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between what one person does, on average")
    parser.add_argument("--stay", type=float, default=600, help="seconds that somebody stays at a table, at most")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument(
        "--of", nargs="+", choices=KINDS, help="what is killed in turns; everything there is by default"
    )
    parser.add_argument("--postgresql", action="store_true", help="keep everything in a PostgreSQL of its own")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="soak"))
    print(f"journal and database in {folder}", flush=True)
    postgresql = _postgresql() if given.postgresql else None
    server = Server(folder, postgresql.address if postgresql else str(folder / "club.db"), given.stay / 5)
    pause = given.pause or (0.3 if given.kills else 8.0)
    people = [Person(number, server.port, pause, given.stay) for number in range(given.tables)]
    try:
        if given.kills:
            killer = asyncio.run(survive(server, people, given, postgresql))
            print(f"{killer.killed.total()} kills: {dict(killer.killed)}")
            for kind, waits in killer.waits.items():
                print(
                    f"{len(waits)} kills of a {kind}: resumed after {median(waits):.1f} s, at most {max(waits):.1f} s"
                )
        else:
            print(told_of(asyncio.run(soak(server, people, given.seconds))))
        server.stop()
        return report(server, people)
    finally:
        with suppress(OSError):
            server.process.kill()
        if postgresql:
            postgresql.remove()


def _postgresql() -> Any:
    from tests.postgresql import PostgreSQL

    return PostgreSQL()


if __name__ == "__main__":
    sys.exit(main())
