"""Where faces come from when no person rolls them.

`FastDice` draws from a buffer for simulations. `FairDice` is for matches between people: each roll's faces follow from
a secret and the roll's number alone, the secret is bound by its published hash before the first roll, and once it is
shown anybody can work out every face again. Taking a roll back and rolling again gives the same faces: undo cannot
fish for luck.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random

_BUFFER = 8192
_BLOCK = 32
"""Faces that are set aside for one seat's rolls in a row, where playouts are compared (`FastDice.next_block`)."""


class FastDice:
    """A stream of faces from a seed, for play by bots: `faces` is the buffer, of which `at` are used up."""

    __slots__ = ("at", "end", "faces", "rng")

    def __init__(self, seed: int | str | bytes) -> None:
        self.rng = Random(seed)
        self.faces = b""
        self.at = self.end = 0

    def sixes(self, count: int) -> bytes:
        """The next faces of six-sided dice."""
        start = self.at
        self.at = end = start + count
        if end <= self.end:
            return self.faces[start:end]
        self._refill(start, count)
        self.at = count
        return self.faces[:count]

    def _refill(self, start: int, count: int) -> None:
        left = self.faces[start:]
        while len(left) < count + 1:
            drawn = self.rng.randbytes(_BUFFER)
            left += drawn.translate(_TO_SIX, _TOO_HIGH)
        self.faces = left
        self.end = len(left)

    def next_block(self) -> None:
        """Goes on with the next block of faces, however many of this one are used up."""
        if not self.end:
            self._refill(0, 1)
        self.at = (self.at // _BLOCK + 1) * _BLOCK

    def draw(self, dice: Sequence[int]) -> bytes:
        """The next faces of any dice."""
        draw = self.rng.random
        return bytes([int(draw() * sides) + 1 for sides in dice])


_TO_SIX = bytes(value % 6 + 1 for value in range(256))
_TOO_HIGH = bytes(range(252, 256))


class FairDice:
    """Faces that follow from a secret and the number of the roll, so that they can be checked afterwards."""

    __slots__ = ("_keyed", "secret")

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._keyed = hashlib.blake2b(key=secret[:64])

    @property
    def commitment(self) -> str:
        """The hash that binds the secret; it is published before the first roll."""
        return commitment(self.secret)

    def faces(self, number: int, dice: Sequence[int]) -> bytes:
        """The faces of roll `number`: bytes of a keyed hash, those that would favour low faces left out."""
        many = len(dice)
        if dice.count(6) == many:  # the same as below, in one go
            faces = self._block(number, 0).translate(_TO_SIX, _TOO_HIGH)[:many]
            if len(faces) == many:
                return faces
        stream = self._stream(number)
        return bytes([_face(stream, sides) for sides in dice])

    def _stream(self, number: int) -> Iterator[int]:
        """Endless bytes for one roll."""
        for block in count():
            yield from self._block(number, block)

    def _block(self, number: int, block: int) -> bytes:
        keyed = self._keyed.copy()
        keyed.update(b"%d/%d" % (number, block))
        return keyed.digest()


def secret_from(seed: int) -> bytes:
    """The secret that a seed stands for: as public as the seed, for matches that are to come out the same again."""
    return hashlib.sha256(f"adjudge seed {seed}".encode()).digest()


def commitment(secret: bytes) -> str:
    """What is published of a secret."""
    return hashlib.sha256(b"adjudge dice\0" + secret).hexdigest()


def _face(stream: Iterator[int], sides: int) -> int:
    fair = 256 - 256 % sides
    return next(value for value in stream if value < fair) % sides + 1
