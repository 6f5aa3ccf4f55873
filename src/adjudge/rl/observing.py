"""A view as numbers.

A view is whatever data the game's author thought of, so it has no natural length. It is taken apart into its leaves,
and each leaf goes to a place that follows from its path: numbers as they are, on a scale that grows ever more slowly;
small whole numbers, words and truth values also as a place of their own for each value. Two leaves may share a place;
with some hundred leaves and 512 places few do. Whoever knows the game better gives the environment an `observe`
function.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import log1p
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from adjudge.engine.table import Asked

Numbers = NDArray[np.float32]
Observe = Callable[[Any, str], Any]
"""From a view and its seat to numbers, always as many."""

BOUND = 32.0
MOST_ITEMS = 200
LONGEST_WORD = 48
MOST_COUNTED = 255
"""Whole numbers up to here have a place for each value."""
MOST_KNOWN = 100_000


class Hashing:
    """The observation of any game."""

    def __init__(self, size: int = 512) -> None:
        self.size = size
        self._places: dict[tuple[str, Any], int] = {}

    def __call__(self, view: Any, seat: str, asked: Asked | None = None) -> Numbers:
        seen: dict[int, float] = defaultdict(float)
        self._add(seen, "view", msgspec.to_builtins(view, enc_hook=str))
        self._add(seen, "seat", seat)
        if asked is not None:
            self._add(seen, "rule", asked.rule)
            if asked.question.facts:
                self._add(seen, "facts", msgspec.to_builtins(dict(asked.question.facts), enc_hook=str))
        numbers = np.zeros(self.size, np.float32)
        numbers[list(seen)] = list(seen.values())
        return numbers.clip(-BOUND, BOUND)

    def _add(self, seen: dict[int, float], path: str, value: Any) -> None:
        """Every leaf below a piece of plain data."""
        kind = type(value)
        if kind is int or kind is float:
            seen[self._place(path, None)] += log1p(value) if value >= 0 else -log1p(-value)
            if kind is int and -MOST_COUNTED <= value <= MOST_COUNTED:
                seen[self._place(path, value)] += 1.0
        elif kind is dict:
            for key, item in value.items():
                self._add(seen, f"{path}.{key}", item)
        elif kind is list:
            for number, item in enumerate(value[:MOST_ITEMS]):
                name = item.get("id", number) if type(item) is dict else number
                self._add(seen, f"{path}.{name}", item)
        elif kind is not str or len(value) <= LONGEST_WORD:  # what is longer is prose
            seen[self._place(path, str(value))] += 1.0

    def _place(self, path: str, value: int | str | None) -> int:
        place = self._places.get((path, value))
        if place is None:
            if len(self._places) > MOST_KNOWN:
                self._places.clear()
            name = path if value is None else f"{path}={value}"
            place = self._places[path, value] = crc32(name.encode()) % self.size
        return place
