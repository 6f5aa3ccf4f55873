"""Many live tables at once: answers over WebSockets, checked by the rules, stored, acknowledged and broadcast.

A server of ours and, beside it in the same run, a bare one: the same framework, the same database with grouped inserts,
and nothing but an echo, in one process. Ours is as `adjudge serve` starts it, with a process for each processor, and
once more in one process. All are driven by one client process on loopback, which needs a part of a processor itself:
first in a closed loop (the next answer when the last is acknowledged), then at one answer a second for each table.
Bounded in count and time; stops by itself.

Two games are played in the closed loop: a climb of one question and one die to a turn, which tells what the server
itself costs, and a whole patrol of Regs, Dregs & Zombies, whose answers bring about four rolls and events each and
change a table with a dozen figures on it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import Result
from benchmarks.soak import family, worked

SECONDS = 4.0
ROUNDS = 5
CLOSED_LOOPS = 100
STEADY = (100, 500, 2_000)
MOST_WAIT = {100: 10, 500: 10, 2_000: 50}
"""So many milliseconds may an answer take in 99 of 100 cases, with so many tables."""
LEAST_SHARE = 0.4
LARGE, LARGE_ROUNDS = 1_000, 2
"""More tables than this are set up in so many of the rounds: that takes longer than to measure them."""
IN_MEMORY, ANSWERS_IN_MEMORY, WAKES = 300, 20, 4
"""How many tables tell what one takes, after how many answers each; and how often as many are put to sleep."""
PROCESSES = min(os.cpu_count() or 1, 4)
PLACES = 200
"""Tables are set up this many at a time."""


# ------------------------------------------------------------------ the servers, each in a process of its own


class Climb(Struct):
    """A climber on an endless wall."""

    height: int = 0
    falls: int = 0


def climb() -> Any:
    """The least that is a game: a choice, a die, an event."""
    from adjudge.engine import Choose, Game, Rule, Rulebook, at_least

    def turn(table: Any) -> None:
        metres = table.ask("player", "climb.leap", Choose([1, 2, 3], "leap {} m".format))
        if table.roll(at_least(1, 3), "climb.leap", "player"):
            table.state.height += metres
        else:
            table.state.falls += 1
        table.tell(
            "climb.leap", "at {height} m after {falls} falls", height=table.state.height, falls=table.state.falls
        )

    rules = Rulebook("climb", "Climb", (Rule("climb.leap", "Leap one to three metres; a 1 or a 2 is a fall."),))
    return Game(
        id="climb",
        title="Climb",
        version="1",
        rules=rules,
        state=Climb,
        start=lambda options: Climb(),
        turn=turn,
        outcome=lambda state: None,
    )


def run_ours(port: int, folder: str) -> None:
    """As `adjudge serve` does, with a process for each processor."""
    from adjudge.server import processes
    from adjudge.server.running import listen

    database = _database(folder)
    command = [sys.executable, "-m", "benchmarks.load", "inside"]
    listener = listen("127.0.0.1", port)
    processes.run(
        [listener], PROCESSES, database=database, hosts=(), limits=_no_limits(), journal=False, command=command
    )


def run_alone(port: int, folder: str) -> None:
    """As `adjudge serve --processes 1` does."""
    from adjudge.engine.game import register
    from adjudge.server import hosting
    from adjudge.server.running import listen
    from adjudge.store import open_store

    register(climb())
    hosting.run_alone([listen("127.0.0.1", port)], open_store(_database(folder)), (), _no_limits())


def _database(folder: str) -> str:
    """A new one, made before several processes open it at once."""
    from adjudge.store import open_store

    database = f"{folder}/club.db"
    open_store(database).close()
    return database


def _no_limits() -> Any:
    from adjudge.server.limits import Limits

    many = 10**9
    return Limits(
        matches_per_address=many,
        connections_per_address=many,
        connections_per_table=many,
        messages_per_second=1e9,
        message_burst=many,
        requests_per_second=1e9,
        request_burst=many,
    )


def live_inside() -> None:
    """One process of ours, which knows the climb too."""
    from adjudge.engine.game import register
    from adjudge.server.hosting import live_in

    register(climb())
    live_in()


def run_bare(port: int, folder: str) -> None:
    """The yardstick: an answer comes, is inserted in a group, and goes back."""
    import sqlite3
    from concurrent.futures import ThreadPoolExecutor

    import uvicorn
    from litestar import Litestar, WebSocket, websocket
    from litestar.exceptions import WebSocketDisconnect

    from adjudge.server.hosting import configure
    from adjudge.server.running import listen

    thread = ThreadPoolExecutor(1)
    waiting: list[tuple[str, asyncio.Future[None]]] = []
    wanted = asyncio.Event()

    def insert(rows: list[str]) -> None:
        base = database[0]
        base.executemany("INSERT INTO entries VALUES (?)", [(row,) for row in rows])
        base.commit()

    def opened() -> sqlite3.Connection:
        base = sqlite3.connect(f"{folder}/bare.db")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("CREATE TABLE entries (entry TEXT)")
        return base

    database = [thread.submit(opened).result()]

    async def write() -> None:
        while True:
            await wanted.wait()
            await asyncio.sleep(0.002)
            wanted.clear()
            batch, waiting[:] = waiting[:], []
            await asyncio.get_running_loop().run_in_executor(thread, insert, [row for row, _ in batch])
            for _, done in batch:
                done.set_result(None)

    @websocket("/")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        try:
            while True:
                frame = await socket.receive_data("text")
                done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                waiting.append((frame, done))
                wanted.set()
                await done
                await socket.send_data(frame, mode="text")
        except WebSocketDisconnect:
            return

    async def start() -> None:
        app_tasks.append(asyncio.create_task(write()))

    app_tasks: list[asyncio.Task[None]] = []
    uvicorn.Server(configure(Litestar([echo], on_startup=[start]))).run([listen("127.0.0.1", port)])


# ------------------------------------------------------------------ the clients


class Choice(Struct):
    key: str | int


class Shown(Struct):
    options: list[Choice] = []


class Asks(Struct):
    question: Shown | None = None


class Message(Struct):
    """As much of a message as a client needs to answer."""

    kind: str
    position: int = 0
    asks: Asks | None = None
    why: str = ""


Incoming = msgspec.json.Decoder(list[Message])
Ask = Callable[[], Awaitable[None]]


class Table:
    """One table of ours with one person at it, who takes any option."""

    def __init__(self, connection: ClientConnection, made: dict[str, Any], seat: str) -> None:
        self.connection, self.made, self.seat = connection, made, seat
        self.present = Message("present")

    async def answer(self) -> bool:
        """One answer until its acknowledgement; False once the match is over."""
        asks = self.present.asks
        if asks is None or asks.question is None or not asks.question.options:
            return False
        key = random.choice(asks.question.options).key
        await self.connection.send(
            msgspec.json.encode({"kind": "answer", "position": self.present.position, "answer": key}).decode()
        )
        while True:
            for message in Incoming.decode(await self.connection.recv()):
                if message.kind == "present":
                    self.present = message
                elif message.kind == "accepted":
                    return True
                elif message.kind == "refused":
                    raise RuntimeError(message.why)


class Echo:
    """One connection to the bare server."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def answer(self) -> bool:
        await self.connection.send('{"kind": "answer", "position": 12, "answer": "zombie-reg-1"}')
        await self.connection.recv()
        return True


async def sit_down(port: int, client: httpx.AsyncClient, game: str) -> Table:
    made = (await client.post("/api/matches", json={"game": game})).json()
    seat, token = next(iter(made["seat_tokens"].items()))
    connection = await connect(f"ws://127.0.0.1:{port}/api/matches/{made['id']}/live", max_size=None)
    table = Table(connection, made, seat)
    await connection.send(msgspec.json.encode({"kind": "hello", "token": token}).decode())
    (table.present,) = Incoming.decode(await connection.recv())
    return table


async def sit_down_many(port: int, count: int, game: str = "rdz") -> list[Table]:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        tables: list[Table] = []
        while len(tables) < count:
            group = min(PLACES, count - len(tables))
            tables += await asyncio.gather(*(sit_down(port, client, game) for _ in range(group)))
        return tables


async def connect_many(port: int, count: int) -> list[Echo]:
    return [Echo(await connect(f"ws://127.0.0.1:{port}/")) for _ in range(count)]


# ------------------------------------------------------------------ the measurements


async def closed_loop(players: list[Any]) -> list[float]:
    """The waits of all answers within the time, each given as soon as the one before is acknowledged."""
    until = time.perf_counter() + SECONDS
    waits: list[float] = []

    async def play(player: Any) -> None:
        while (before := time.perf_counter()) < until:
            if not await player.answer():
                return
            waits.append(time.perf_counter() - before)

    await asyncio.gather(*(play(player) for player in players))
    return sorted(waits)


async def steady(players: list[Any]) -> list[float]:
    """The waits at one answer a second for each table, started evenly over the second."""
    waits: list[float] = []

    async def play(player: Any, delay: float) -> None:
        start = time.perf_counter() + delay
        for beat in range(int(SECONDS)):
            await asyncio.sleep(max(0.0, start + beat - time.perf_counter()))
            before = time.perf_counter()
            if not await player.answer():
                return
            waits.append(time.perf_counter() - before)

    await asyncio.gather(*(play(player, index / len(players)) for index, player in enumerate(players)))
    return sorted(waits)


def quantile(waits: list[float], share: float) -> float:
    """So many milliseconds or less in that share of cases."""
    return 1000 * waits[min(len(waits) - 1, int(share * len(waits)))] if waits else float("inf")


def p99(waits: list[float]) -> float:
    return quantile(waits, 0.99)


class Taken(NamedTuple):
    """How long all answers took, in order, and the processor's time that the server took for them."""

    waits: list[float]
    processor: float

    @property
    def each(self) -> float:
        """Microseconds of processor time for an answer."""
        return 1e6 * self.processor / max(len(self.waits), 1)


class Running:
    """A server in a process of its own, gone when the block ends."""

    def __init__(self, which: str) -> None:
        self.which, self.folder = which, tempfile.TemporaryDirectory()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    def __enter__(self) -> Running:
        command = [sys.executable, "-m", "benchmarks.load", self.which, str(self.port), self.folder.name]
        self.process = subprocess.Popen(command, cwd=Path(__file__).parents[1])
        for _ in range(200):
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/health")
                return self
            except httpx.TransportError:
                time.sleep(0.1)
        raise RuntimeError(f"the {self.which} server did not start")

    def worked(self) -> float:
        """Seconds of processor time that all its processes took so far."""
        return sum(map(worked, family(self.process.pid)))

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()


async def _measure(sit: Callable[[int, int], Awaitable[list[Any]]], server: Running, count: int, how: Any) -> Taken:
    players = await sit(server.port, count)
    gc.collect()
    gc.disable()  # a client that looks for its own garbage would count as a server that is slow
    before = server.worked()
    try:
        waits = await how(players)
        return Taken(waits, server.worked() - before)
    finally:
        gc.enable()
        await asyncio.gather(*(player.connection.close() for player in players))
        await _clear_away(server.port, [player.made for player in players if isinstance(player, Table)])


async def _clear_away(port: int, tables: list[dict[str, Any]]) -> None:
    """The hosts remove their tables: what is measured is so many live ones, and not those of all rounds before."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        for made in tables:
            removed = await client.delete(f"/api/matches/{made['id']}", headers={"Adjudge-Token": made["host_token"]})
            removed.raise_for_status()


GAMES = {"climb": "the least of games", "rdz": "Regs, Dregs & Zombies"}
BARE = "the bare server"
ALONE = "alone/"


def results() -> list[Result]:
    """Both servers in turns, several times. A machine that others use too is now fast, now slow: so rates are compared
    within a round, and the middle one of these counts; of the waits the best, since whatever disturbs only adds."""
    random.seed(1)
    with Running("bare") as bare, Running("ours") as ours, Running("alone") as alone:
        rounds = [_round(bare, ours, alone, number) for number in range(ROUNDS)]
    loops = [loop for loop, _ in rounds]
    paces = {
        who: min((pace[who] for _, pace in rounds if who in pace), key=lambda it: p99(it.waits)) for who in rounds[0][1]
    }
    return [
        *(_in_a_loop(title, PROCESSES, *_middle(loops, game)) for game, title in GAMES.items()),
        *(_in_a_loop(title, 1, *_middle(loops, ALONE + game)) for game, title in GAMES.items()),
        *(_at_a_pace(who, count, taken) for (who, count), taken in paces.items()),
        *(_in_memory(game) for game in GAMES),
    ]


def _in_memory(game: str) -> Result:
    """In a process of its own, since what was freed before would count as free."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.load", "memory", folder, game]
        done = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, check=True)
    live, asleep = msgspec.json.decode(done.stdout, type=tuple[float, float])
    said = f"{live / 1024:.0f} KiB each, {asleep / 1024:.1f} KiB for each that sleeps"
    return Result(f"memory of live tables after {ANSWERS_IN_MEMORY} answers, {GAMES[game]}", said)


def weigh(folder: str, game: str) -> tuple[float, float]:
    """Bytes that a live table takes, and one that sleeps: tables are played and put to sleep again and again."""
    from adjudge.engine.game import register
    from adjudge.engine.match import Match
    from adjudge.server.hub import Hub
    from adjudge.server.protocol import Answer, NewMatch
    from adjudge.server.room import Guest
    from adjudge.store import open_store

    register(climb())
    now = [0.0]

    async def play(hub: Hub) -> None:
        made = await hub.create(NewMatch(game))
        room = await hub.room(made.id)
        guest = Guest(next(iter(made.seat_tokens)), is_host=False, since=0)
        await room.enter(guest, lambda: None)
        for _ in range(ANSWERS_IN_MEMORY):
            if not (pending := room.match.pending) or not (question := pending.for_seat(pending.seats[0])):
                break
            answer = msgspec.to_builtins(question.sample(random.Random(now[0])))
            await room.hear(guest, Answer(room.match.position, answer))
            guest.outbox.empty()
        await room.leave(guest)

    async def wake_and_sleep() -> tuple[float, float]:
        hub = Hub(open_store(_database(folder)), _no_limits(), clock=lambda: now[0])
        hub.start()
        sizes: list[tuple[int, int]] = []
        for _ in range(WAKES):
            before = _resident()
            for _ in range(0, IN_MEMORY, 50):
                await asyncio.gather(*(play(hub) for _ in range(50)))
            awake = _resident()
            now[0] += 10**9
            hub.sleep_idle()
            sizes.append((awake - before, _resident()))
        assert not any(type(it) is Match for it in gc.get_objects())  # a proxy may know of nothing any more
        await hub.stop()
        return sizes[0][0] / IN_MEMORY, (sizes[-1][1] - sizes[0][1]) / IN_MEMORY / (WAKES - 1)

    return asyncio.run(wake_and_sleep())


def _resident() -> int:
    """The memory of this process, once all that can be is given back."""
    from adjudge.server.memory import give_memory_back

    gc.collect()
    give_memory_back()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _middle(loops: list[dict[str, Taken]], game: str) -> tuple[Taken, Taken]:
    """Ours and the bare server, of the round in which the ratio of their rates is the middle one."""
    pairs = sorted(((loop[game], loop[BARE]) for loop in loops), key=lambda it: len(it[0].waits) / len(it[1].waits))
    return pairs[len(pairs) // 2]


def _round(
    bare: Running, ours: Running, alone: Running, number: int
) -> tuple[dict[str, Taken], dict[tuple[str, int], Taken]]:
    """All closed loops, and all tables at a steady pace."""
    loops, paces = {}, {}
    loops[BARE] = asyncio.run(_measure(connect_many, bare, CLOSED_LOOPS, closed_loop))
    for game in GAMES:
        sit = partial(sit_down_many, game=game)
        loops[game] = asyncio.run(_measure(sit, ours, CLOSED_LOOPS, closed_loop))
        loops[ALONE + game] = asyncio.run(_measure(sit, alone, CLOSED_LOOPS, closed_loop))
    for count in STEADY if number < LARGE_ROUNDS else [it for it in STEADY if it <= LARGE]:
        paces[BARE, count] = asyncio.run(_measure(connect_many, bare, count, steady))
        paces["", count] = asyncio.run(_measure(sit_down_many, ours, count, steady))
    return loops, paces


def _in_a_loop(title: str, count: int, ours: Taken, bare: Taken) -> Result:
    """What is asked for is asked of one process; what the server does as it is started stands beside it."""
    share = len(ours.waits) / len(bare.waits)
    what = f"{CLOSED_LOOPS} tables in a closed loop, {title}"
    rates = f"{len(ours.waits) / SECONDS:,.0f} answers a second beside {len(bare.waits) / SECONDS:,.0f} bare"
    processor = f"{ours.each:.0f} and {bare.each:.0f} µs of processor time each"
    said = f"{rates}: {share:.2f} of that rate, p99 {p99(ours.waits):.0f} ms, {processor}"
    if count == 1:
        return Result(f"{what}, in one process", said, f"at least {LEAST_SHARE}", share >= LEAST_SHARE)
    return Result(f"{what}, in {count} processes", said)


def _at_a_pace(who: str, count: int, taken: Taken) -> Result:
    what = f"{count} tables, one answer a second each" + (f", {who}" if who else "")
    waits = taken.waits
    said = f"p50 {quantile(waits, 0.5):.1f} ms, p99 {p99(waits):.1f} ms, {taken.each:.0f} µs of processor time each"
    if who:
        return Result(what, said)
    return Result(what, said, f"p99 at most {MOST_WAIT[count]} ms", p99(waits) <= MOST_WAIT[count])


if __name__ == "__main__":
    if sys.argv[1] == "inside":
        live_inside()
    elif sys.argv[1] == "memory":
        print(msgspec.json.encode(weigh(sys.argv[2], sys.argv[3])).decode())
    else:
        run = {"ours": run_ours, "alone": run_alone, "bare": run_bare}[sys.argv[1]]
        run(int(sys.argv[2]), sys.argv[3])
