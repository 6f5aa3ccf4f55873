"""A crowd at one table: what others wait while many watch a large battle.

python -m benchmarks.crowd --guests 200

Twenty tables of the least of games answer five times a second each, first by themselves and then while guests come to
one battle of Mutants and Death Ray Guns, twenty against twenty, within two seconds and watch it. Everything stays on
loopback and ends by itself. It is no part of `make bench`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import sys
import time
from contextlib import AsyncExitStack
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load import Running, Table, p99, quantile, sit_down_many
from benchmarks.people import Person

OTHERS = 20
PER_SECOND = 5
COMING_SECONDS = 2.0
TO_BATTLE = 60
"""Answers that lead a battle past its set-up."""


class Battle:
    """One battle against a bot, with a person who takes any option."""

    def __init__(self, port: int) -> None:
        self.port, self._person = port, Person(1, port, 0.0, 0.0)
        self.waits: list[float] = []

    async def begin(self, stack: AsyncExitStack) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as client:
            options = {"parties": ["random", "random"], "size": 20}
            wish = {"game": "mdrg", "options": options, "seats": {"blue": {"bot": "warlord"}}}
            self.made = (await client.post("/api/matches", json=wish)).json()
        self._line = await stack.enter_async_context(self.line())
        await self._line.send(json.dumps({"kind": "hello", "token": self.made["seat_tokens"]["red"]}))
        await self._hear("present")
        for _ in range(TO_BATTLE):
            await self.answer()

    def line(self) -> Any:
        return connect(f"ws://127.0.0.1:{self.port}/api/matches/{self.made['id']}/live", max_size=None, open_timeout=60)

    async def _hear(self, *kinds: str) -> str:
        while True:
            for message in json.loads(await self._line.recv()):
                if message["kind"] == "present":
                    self.present = message
                if message["kind"] in kinds:
                    return str(message["kind"])

    async def answer(self) -> None:
        """One answer until it is settled; nothing once the battle is over."""
        if self.present.get("asks"):
            answer = self._person.answer_to(self.present["asks"]["question"])
            said = {"kind": "answer", "position": self.present["position"], "answer": answer}
            begun = time.perf_counter()
            await self._line.send(json.dumps(said))
            await self._hear("accepted", "refused")
            self.waits.append(time.perf_counter() - begun)

    async def play(self, until: float) -> None:
        while time.perf_counter() < until:
            await self.answer()
            await asyncio.sleep(0.3)


async def watch(battle: Battle, stack: AsyncExitStack, delay: float, seen: list[int]) -> None:
    """Comes, and takes in whatever is shown."""
    await asyncio.sleep(delay)
    line: ClientConnection = await stack.enter_async_context(battle.line())
    await line.send(json.dumps({"kind": "hello"}))
    while True:
        seen.append(len(await line.recv()))


async def others(tables: list[Table], seconds: float) -> list[float]:
    """What they wait at a steady pace."""
    waits: list[float] = []

    async def play(table: Table, delay: float) -> None:
        start = time.perf_counter() + delay
        for beat in range(int(seconds * PER_SECOND)):
            await asyncio.sleep(max(0.0, start + beat / PER_SECOND - time.perf_counter()))
            before = time.perf_counter()
            await table.answer()
            waits.append(time.perf_counter() - before)

    await asyncio.gather(*(play(table, place / len(tables) / PER_SECOND) for place, table in enumerate(tables)))
    return sorted(waits)


def told(when: str, waits: list[float]) -> str:
    return f"{when}: p50 {quantile(waits, 0.5):.1f} ms, p99 {p99(waits):.1f} ms, at most {1000 * waits[-1]:.0f} ms"


async def crowd(port: int, guests: int, seconds: float) -> None:
    random.seed(1)
    async with AsyncExitStack() as stack:
        tables = await sit_down_many(port, OTHERS, "climb")
        battle = Battle(port)
        await battle.begin(stack)
        await others(tables, 2.0)
        print(told("by themselves", await others(tables, seconds)), flush=True)
        seen: list[int] = []
        coming = [asyncio.create_task(watch(battle, stack, COMING_SECONDS * it / guests, seen)) for it in range(guests)]
        playing = asyncio.create_task(battle.play(time.perf_counter() + seconds))
        print(told(f"while {guests} come and watch", await others(tables, seconds)), flush=True)
        await playing
        for task in coming:
            task.cancel()
        await asyncio.gather(*coming, return_exceptions=True)
        largest, sent = max(seen) / 1024, sum(seen) / 2**20
        print(f"{len(seen)} frames, the largest of {largest:.0f} KiB, {sent:.0f} MiB in all")
        print(told("the battle itself", sorted(battle.waits)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guests", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with Running("ours") as server:
        asyncio.run(crowd(server.port, given.guests, given.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
