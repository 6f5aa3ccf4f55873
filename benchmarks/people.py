"""People at the tables of a server: they come, play, talk, look back, ahead and over a match, take back, and go.

Each has a table at a time, speaks for whichever of its seats is asked, and knows of every answer what became of it:
acknowledged, refused, or unknown because the line broke. What is unknown is sent again, the very same answer, until the
server says; so at the end the store must hold exactly as many answers as were acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import time
from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

GAMES = ("akula", "mdrg", "rdz", "regiment", "regulus")
BROKEN = (OSError, TimeoutError, WebSocketException, httpx.HTTPError, asyncio.IncompleteReadError)
PATIENCE = 60.0
"""Seconds that a person waits for anything before knocking again."""
ANALYSED = 0.05
"""The part of finished matches that somebody looks over: that takes a processor for a while."""
WEIGHTS = {"answer": 78, "say": 5, "look": 6, "foresee": 6, "undo": 5}


_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""One for all: each of their own would read every certificate of the machine."""


class Sent(NamedTuple):
    """An answer on its way."""

    seat: str
    position: int
    answer: Any


class Answers:
    """What became of the answers to one table."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.open: Sent | None = None


class Person:
    """Somebody with a table of any game, who leaves it for another after a while."""

    def __init__(self, number: int, port: int, pause: float, table_seconds: float) -> None:
        self._rng = random.Random(number)
        self._port, self._pause, self._table_seconds = port, pause, table_seconds
        self._http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=_NO_TLS)
        self.until = 0.0
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.kept: dict[str, Answers] = {}
        self._ids = 0

    @property
    def acknowledged(self) -> int:
        return sum(it.acknowledged for it in self.kept.values())

    @property
    def is_waiting(self) -> bool:
        """Whether the fate of an answer is open."""
        return any(it.open for it in self.kept.values())

    async def live(self) -> None:
        """Until it is time to go home, which may change meanwhile."""
        await asyncio.sleep(self._rng.uniform(0, self._pause * 2))
        while time.monotonic() < self.until:
            with suppress(*BROKEN):
                made = await self._create()
                await self._stay(made, time.monotonic() + self._rng.uniform(0.3, 1) * self._table_seconds)
            await asyncio.sleep(min(self._pause, 1.0))
        await self._http.aclose()

    async def _create(self) -> dict[str, Any]:
        answer = await self._http.post("/api/matches", json={"game": self._rng.choice(GAMES)})
        answer.raise_for_status()
        self.done["table"] += 1
        return dict(answer.json())

    async def _stay(self, made: dict[str, Any], until: float) -> None:
        """At one table until its match is over or it is time to go; an answer that hangs in the air is settled."""
        answers = self.kept[made["id"]] = Answers()
        seat = next(iter(made["seat_tokens"]))
        present: dict[str, Any] = {}
        while answers.open or (time.monotonic() < min(until, self.until) and not present.get("ending")):
            try:
                present = await self._visit(made, answers.open.seat if answers.open else seat, answers, until)
            except BROKEN:
                self.done["broken line"] += 1
                await asyncio.sleep(0.2)
            asked = [it["id"] for it in present.get("seats", ()) if it["is_asked"] and it["id"] in made["seat_tokens"]]
            seat = self._rng.choice(asked or list(made["seat_tokens"]))
        if present.get("ending") and self._rng.random() < ANALYSED:
            await self._analyse(made)

    async def _analyse(self, made: dict[str, Any]) -> None:
        answer = await self._http.get(f"/api/matches/{made['id']}/analysis")
        self.done[f"analysis {answer.status_code}"] += 1

    async def _visit(self, made: dict[str, Any], seat: str, answers: Answers, until: float) -> dict[str, Any]:
        """Sits in one seat for as long as it is asked; what was seen last."""
        address = f"ws://127.0.0.1:{self._port}/api/matches/{made['id']}/live"
        async with connect(address, open_timeout=PATIENCE, close_timeout=1, max_size=None) as line:
            self.done["visit"] += 1
            visit = _Visit(self, line, seat, answers)
            await line.send(json.dumps({"kind": "hello", "token": made["seat_tokens"][seat]}))
            await visit.hear(lambda: visit.present)
            if answers.open:
                await visit.send_answer(answers.open)
            while time.monotonic() < min(until, self.until) and visit.is_asked and self._rng.random() > 0.02:
                await asyncio.sleep(self._rng.expovariate(1 / self._pause))
                await visit.do_something()
            return visit.present

    def next_id(self) -> str:
        self._ids += 1
        return str(self._ids)

    def pick(self) -> str:
        return self._rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]

    def answer_to(self, question: dict[str, Any]) -> Any:
        """Any answer that the question allows, as far as can be told from what a screen is shown."""
        rng, kind = self._rng, question["kind"]
        if kind == "Choose":
            keys = [it["key"] for it in question["options"]]
            least, most = question.get("least", 1), question.get("most", 1)
            return rng.choice(keys) if least == most == 1 else rng.sample(keys, max(least, min(most, len(keys), 1)))
        if kind == "PickPoint":
            return rng.choice(question["region"]["samples"])
        if kind == "Allocate":
            return _shared_out(question)
        return question.get("suggestion") or "well then"

    def anywhere(self, position: int) -> int:
        return self._rng.randint(0, position)

    @property
    def agrees(self) -> bool:
        return self._rng.random() < 0.7


def _shared_out(question: dict[str, Any]) -> dict[str, int]:
    left, shares = question["number"], {}
    for slot in question["slots"]:
        shares[slot["key"]] = min(left, question["most"])
        left -= shares[slot["key"]]
    return shares


class _Visit:
    """One line to a table."""

    def __init__(self, person: Person, line: ClientConnection, seat: str, answers: Answers) -> None:
        self._person, self._line, self._seat, self._answers = person, line, seat, answers
        self.present: dict[str, Any] = {}
        self._settled: set[str] = set()
        self._answer_id = ""

    @property
    def is_asked(self) -> bool:
        undo = self.present.get("undo")
        return bool(self.present.get("asks")) or bool(undo and self._seat in undo["waiting"])

    async def do_something(self) -> None:
        person, position = self._person, self.present["position"]
        undo = self.present.get("undo")
        if undo and self._seat in undo["waiting"]:
            await self._settle("consent", agree=person.agrees)
            return
        asks = self.present.get("asks")
        question = (asks or {}).get("question")
        doing = person.pick()
        if doing == "answer" and question:
            await self.send_answer(Sent(self._seat, position, person.answer_to(question)))
        elif doing == "foresee" and question:
            await self._settle("foresee", position=position, answer=person.answer_to(question))
        elif doing == "look":
            await self._settle("look", position=person.anywhere(position))
        elif doing == "undo":
            await self._settle("undo")
        elif doing == "say":
            person.done["say"] += 1
            await self._line.send(json.dumps({"kind": "say", "text": "well played"}))

    async def send_answer(self, sent: Sent) -> None:
        """Until the server has said what became of it."""
        self._answers.open = sent
        self._answer_id = self._person.next_id()
        await self._send("answer", self._answer_id, position=sent.position, answer=sent.answer)
        await self.hear(lambda: self._answers.open is None)

    async def _settle(self, doing: str, **given: Any) -> None:
        marked = self._person.next_id()
        await self._send(doing, marked, **given)
        await self.hear(lambda: marked in self._settled)

    async def _send(self, doing: str, marked: str, **given: Any) -> None:
        self._person.done[doing] += 1
        await self._line.send(json.dumps({"kind": doing, "id": marked, **given}))

    async def hear(self, is_enough: Any) -> None:
        """Takes in what the table says until that is enough."""
        async with asyncio.timeout(PATIENCE):
            while not is_enough():
                for message in json.loads(await self._line.recv()):
                    self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        kind, marked = message["kind"], message.get("id", "")
        if kind == "present":
            self.present = message
        elif kind in ("accepted", "refused", "foreseen", "looked"):
            self._settled.add(str(marked))
        if kind == "refused":
            self._person.refused[message["why"][:90]] += 1
        if not self._answer_id or str(marked) != self._answer_id:
            return
        if kind == "accepted":
            self._answers.acknowledged += 1
            self._answers.open = None
        elif kind == "refused" and "stored or not" not in message["why"]:
            self._answers.open = None
