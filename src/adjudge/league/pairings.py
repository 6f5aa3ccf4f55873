"""Who meets whom: everybody in turn, or the Swiss system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

Pair = tuple[str, str]
"""The one in the first seat, and the other; nobody is the other of a bye."""

NOBODY = ""


def round_robin(players: Sequence[str], legs: int = 1) -> list[list[Pair]]:
    """The rounds in which everybody meets everybody once for each leg, by turning a circle; sides change with the legs.

    >>> round_robin(["a", "b", "c"])
    [[('c', ''), ('a', 'b')], [('a', ''), ('c', 'b')], [('b', ''), ('c', 'a')]]
    """
    circle = [NOBODY, *players] if len(players) % 2 else list(players)
    return [_sides(pairs, leg) for leg in range(legs) for pairs in _turned(circle)]


def _turned(circle: list[str]) -> Iterator[list[Pair]]:
    """One stays where he is, all others move on by one place; those opposite each other meet."""
    ring, half = circle[1:], len(circle) // 2
    for number in range(len(ring)):
        places = [circle[0], *ring[number:], *ring[:number]]
        pairs = list(zip(places[:half], reversed(places[half:]), strict=True))
        yield [_bye_last(pair[::-1] if number % 2 else pair) for pair in pairs]


def _bye_last(pair: tuple[str, ...]) -> Pair:
    one, other = pair
    return (one, other) if one != NOBODY else (other, one)


def _sides(pairs: list[Pair], leg: int) -> list[Pair]:
    """In every second leg the sides change."""
    return [_bye_last(pair[::-1]) if leg % 2 else pair for pair in pairs]


def swiss(ranked: Sequence[str], met: frozenset[frozenset[str]], byes: frozenset[str]) -> list[Pair]:
    """The next round for players in the order of the table: neighbours meet, nobody twice if that can be.

    Of an odd number the last one who had no bye yet gets it.

    >>> swiss(["a", "b", "c", "d"], frozenset({frozenset("ab")}), frozenset())
    [('a', 'c'), ('b', 'd')]
    """
    left, bye = list(ranked), []
    if len(left) % 2:
        resting = next((it for it in reversed(left) if it not in byes), left[-1])
        left.remove(resting)
        bye = [(resting, NOBODY)]

    @cache
    def paired(rest: tuple[str, ...]) -> tuple[int, tuple[Pair, ...]]:
        """The fewest rematches, and of such pairings the first."""
        if not rest:
            return 0, ()
        first = rest[0]
        best: tuple[int, tuple[Pair, ...]] = (len(ranked), ())
        for at, other in enumerate(rest[1:], 1):
            again, pairs = paired(rest[1:at] + rest[at + 1 :])
            again += frozenset((first, other)) in met
            if again < best[0]:
                best = (again, ((first, other), *pairs))
            if not again:
                break
        return best

    return [*paired(tuple(left))[1], *bye]
