"""What the seats learn while answers are played out: before a question that came already they answer what went best.

Without it every playout is played by the game's own bot, and a search can be no better than an answer to that bot. In
the tree all seats improve, each for itself and from what it sees. It grows by one question with each playout; what lies
beyond is left to the bot. Where nothing ever comes twice, as in a battle of many figures, it costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from random import Random
from typing import Any

import msgspec

from adjudge.engine.game import Game
from adjudge.engine.table import Asked, Bot, Playout, one_bot
from adjudge.mind.candidates import candidates
from adjudge.mind.results import result

MOST_NODES = 20_000
"""Questions that are remembered at most: the memory of a search is bounded."""
CURIOSITY = 0.6
"""How much an answer that was seldom tried is favoured over those that went well."""
TRUST = 0.5
"""How much of the first attention goes to what the bot would answer; the rest is shared by all answers."""

_encoded = msgspec.json.Encoder(enc_hook=repr, order="deterministic").encode


class Node:
    """A question as a seat saw it: the answers to it, how often each was given and what it came to."""

    __slots__ = ("answers", "sums", "visits")

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.visits: list[int] = []
        self.sums: list[float] = []

    def widen(self, answers: list[Any]) -> None:
        self.answers = answers
        self.visits = [0] * len(answers)
        self.sums = [0.0] * len(answers)

    def choose(self) -> int:
        """The answer that went best, or one that deserves to be tried. The first is the bot's own."""
        total = sum(self.visits)
        if not total:
            return 0
        mean = sum(self.sums) / total
        eager = CURIOSITY * sqrt(total)
        share = eager * (1 - TRUST) / len(self.answers)
        best, chosen = -1.0, 0
        for at, (visits, gained) in enumerate(zip(self.visits, self.sums, strict=True)):
            hope = share if at else share + eager * TRUST
            score = (gained / visits if visits else mean) + hope / (1 + visits)
            if score > best:
                best, chosen = score, at
        return chosen


class Tree:
    """The questions that came up in the playouts of one search."""

    def __init__(self, game: Game[Any], bot: Bot, options: int, seed: str) -> None:
        self._game, self._bot, self._options = game, bot, options
        self._rng = Random(seed)
        self._nodes: dict[Any, Node] = {}
        self._bots: Mapping[str, Bot] = one_bot(bot)
        self._climbing: Mapping[str, Bot] = one_bot(self._answer)
        self._table: Playout[Any] | None = None
        self._path: list[tuple[str, Node, int]] = []

    def __len__(self) -> int:
        return len(self._nodes)

    def climb(self, table: Playout[Any]) -> None:
        """Answers from now on in this playout, as long as the questions are known."""
        self._table, self._path = table, []
        table.bots = self._climbing

    def _answer(self, asked: Asked) -> Any:
        key = (asked.seat, asked.rule, _encoded(asked.view), _encoded(asked.question.identity()))
        node = self._nodes.get(key)
        if node is None:
            self._leave()
            if len(self._nodes) < MOST_NODES:
                self._nodes[key] = node = Node()
            return self._bot(asked)
        if not node.answers:
            own = self._bot(asked)
            node.widen([own] if own is None else candidates(asked.question, own, self._options, self._rng))
        chosen = node.choose()
        self._path.append((asked.seat, node, chosen))
        return node.answers[chosen]

    def _leave(self) -> None:
        assert self._table is not None
        self._table.bots = self._bots

    def learn(self, final: Any) -> None:
        """Credits the answers of a playout with what it came to for those who gave them."""
        came_to: dict[str, float] = {}
        for seat, node, chosen in self._path:
            if seat not in came_to:
                came_to[seat] = result(self._game, final, seat)
            node.visits[chosen] += 1
            node.sums[chosen] += came_to[seat]
        self._path = []
