"""Short labels for the figures of a board that all differ, so that the map and the sentences can be told together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudge.engine.scene import Piece


def labels_of(pieces: Iterable[Piece]) -> dict[str, str]:
    """A label for each piece: two letters of its name, or its letter and its number where it has no name.

    >>> labels_of([Piece("a", 0, 0, "Master"), Piece("b", 0, 0, "Martin"), Piece("shambler-7", 0, 0, "s")])
    {'a': 'Ma', 'b': 'Mr', 'shambler-7': 's7'}
    """
    found: dict[str, str] = {}
    for piece in pieces:
        taken = set(found.values())
        found[piece.id] = next(label for label in _labels(piece) if label not in taken)
    return found


def _labels(piece: Piece) -> Iterator[str]:
    """Labels that would do, the best first; they never end."""
    letters = [letter for letter in piece.label if letter.isalnum()] or ["o"]
    number = re.search(r"\d+$", piece.id)
    if len(letters) == 1 and number:
        yield f"{letters[0]}{number.group()}"
    if len(piece.label) == 1 and not number:
        yield piece.label
    for second in letters[1:]:
        yield f"{letters[0]}{second}"
    count = 1
    while True:
        yield f"{letters[0]}{count}"
        count += 1
