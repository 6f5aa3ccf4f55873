"""Pools: dice of which some may be thrown again, explode or bear symbols, and all that can be read off them.

A pool says which dice are thrown and what becomes of each. What is read off it is a reading like any other, to be given
to `table.roll`. Its odds are counted, never run through face by face: dice that are alike are shared out over the
values that they can show, from the highest to the lowest, and ways that come to the same are added up on the spot.

>>> pool(4).highest(3).chance(18)
Fraction(7, 432)
>>> (pool(2) + pool(1, 8)).highest(1).chance(8)
Fraction(1, 8)
>>> pool(8).again(1).highest(3).chance(18)
Fraction(179590941593, 940369969152)
>>> pool(5, 10).exploding(10, most=2).at_least(8).chance(0)
Fraction(16807, 100000)

At the table a pool is thrown as people throw it: all dice first, then those that are thrown again, until none is left.
Each of these throws stands in the log by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from math import comb, prod
from typing import Any, NamedTuple, TypeVar, cast

from adjudge.engine.dice import Faces, Outcomes, Reading, Roll, Staged, both_in_stages, merge, name_dice, stage

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
M = TypeVar("M")

MOST_THROWS = 20
"""How often one die may be thrown again or explode: a throw has to end."""


class Die(NamedTuple):
    """A die and what becomes of it: which faces are thrown again, which explode, and what each face counts."""

    sides: int
    again: frozenset[int] = frozenset()
    times: int = 0
    explodes: frozenset[int] = frozenset()
    most: int = 0
    counts: tuple[int, ...] = ()

    @property
    def throws(self) -> int:
        """How often it is thrown at most."""
        return (1 + self.times) * (1 + self.most)

    def worth(self, face: int) -> int:
        return self.counts[face - 1] if self.counts else face

    def settle(self, faces: Sequence[int]) -> int | None:
        """What it counts, or None if it has to be thrown once more."""
        value = again = exploded = 0
        for face in faces:
            if face in self.again and again < self.times:
                again += 1
                continue
            value += self.worth(face)
            if face not in self.explodes or exploded == self.most:
                return value
            exploded, again = exploded + 1, 0
        return None

    def values(self) -> dict[int, int]:
        """All that it can count, the highest first, each with its weight out of `sides ** throws`."""
        return _values_of(self)


@lru_cache(1024)
def _values_of(die: Die) -> dict[int, int]:
    weights: dict[int, int] = {}
    open_ways: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}  # counted so far, thrown again, exploded
    share = die.sides**die.throws
    while open_ways:
        share //= die.sides
        following: dict[tuple[int, int, int], int] = {}
        for (value, again, exploded), ways in open_ways.items():
            for face in range(1, die.sides + 1):
                if face in die.again and again < die.times:
                    key = (value, again + 1, exploded)
                elif face in die.explodes and exploded < die.most:
                    key = (value + die.worth(face), 0, exploded + 1)
                else:
                    counted = value + die.worth(face)
                    weights[counted] = weights.get(counted, 0) + ways * share
                    continue
                following[key] = following.get(key, 0) + ways
        open_ways = following
    return dict(sorted(weights.items(), reverse=True))


class Pool:
    """Dice that are thrown together. Add pools up for dice of several kinds.

    Whatever is made of a pool is made once: equal calls give the same prepared object.
    """

    __slots__ = ("_made", "dice")

    def __init__(self, dice: tuple[Die, ...]) -> None:
        self.dice = dice
        self._made: dict[Hashable, Any] = {}

    def _once(self, key: Hashable, make: Callable[[], M]) -> M:
        found: M | None = self._made.get(key)
        if found is None:
            found = self._made[key] = make()
        return found

    def _each(self, **changes: Any) -> Pool:
        return Pool(tuple(die._replace(**changes) for die in self.dice))

    def __add__(self, other: Pool) -> Pool:
        return self._once(other, lambda: Pool(self.dice + other.dice))

    # ------------------------------------------------------------------ what becomes of each die

    def again(self, *faces: int, times: int = 1) -> Pool:
        """Throws the dice that show one of these faces again, each so many times at most; the last throw stands."""
        return self._once(
            ("again", faces, times), lambda: self._checked(faces, times)._each(again=frozenset(faces), times=times)
        )

    def exploding(self, *faces: int, most: int = 5) -> Pool:
        """Throws one more die for each that shows one of these faces, and adds it, so many times at most."""
        return self._once(
            ("exploding", faces, most), lambda: self._checked(faces, most)._each(explodes=frozenset(faces), most=most)
        )

    def counting(self, *counts: int) -> Pool:
        """Dice with other numbers, or symbols, on their faces: what each face counts, from the first on.

        >>> pool(2).counting(0, 0, 0, 1, 1, 2).total().chance(0)
        Fraction(1, 4)
        """
        return self._once(("counting", counts), lambda: self._counting(counts))

    def _counting(self, counts: tuple[int, ...]) -> Pool:
        if any(len(counts) != die.sides for die in self.dice):
            raise ValueError(f"{self} needs a number for each of its faces, but {counts} were given")
        return self._each(counts=counts)

    def _checked(self, faces: Sequence[int], times: int) -> Pool:
        """The same pool, if its dice show these faces and can be thrown so often."""
        if not 1 <= times <= MOST_THROWS:
            raise ValueError(f"dice are thrown again 1 to {MOST_THROWS} times, not {times}")
        if not faces or any(not 1 <= face <= die.sides for die in self.dice for face in faces):
            raise ValueError(f"{self} shows none of {faces}")
        return self

    # ------------------------------------------------------------------ what is read off it

    def total(self, plus: int = 0) -> Reading[int]:
        """The sum of all dice, plus a number."""
        return self._once(("total", plus), lambda: _total(self, plus))

    def highest(self, number: int = 1) -> Reading[int]:
        """The sum of the highest so many."""
        return self._once(("highest", number), lambda: _highest(self, number))

    def lowest(self, number: int = 1) -> Reading[int]:
        """The sum of the lowest so many."""
        return self._once(("lowest", number), lambda: _lowest(self, number))

    def at_least(self, target: int) -> Reading[int]:
        """How many count the target or more."""
        return self._once(("at_least", target), lambda: _at_least(self, target))

    def showing(self, *values: int) -> Reading[tuple[int, ...]]:
        """How many count each of these values."""
        return self._once(("showing", values), lambda: _showing(self, values))

    def set(self) -> Reading[tuple[int, int]]:
        """The most dice that count the same, and what: of several such the highest."""
        return self._once("set", lambda: _set(self))

    def values(self) -> Reading[tuple[int, ...]]:
        """What all dice count, the highest first."""
        return self._once("values", lambda: _values(self))

    def fold(
        self,
        start: T,
        step: Callable[[T, int, int], T],
        label: str,
        *,
        done: Callable[[T], bool] | None = None,
        lowest_first: bool = False,
    ) -> Reading[T]:
        """Anything else that does not depend on the order of the dice: goes through the values that they can count,
        from the highest to the lowest, with how many dice count each. `done` tells that no more matters.

        >>> straight = pool(5).fold((0, 0), lambda run, value, dice: ((run[0] + 1) if dice else 0,
        ...                         max(run[1], run[0] + 1 if dice else 0)), "longest straight")
        >>> straight.map(lambda run: run[1], "its length").chance(5)
        Fraction(5, 162)
        """
        folding = _Folding(start, step, done, lowest_first)

        def read(values: Sequence[int]) -> T:
            return cast(T, _folded(self, folding, values))

        return self._reading(read, lambda: cast("Outcomes[T]", _weigh(self, folding)), f"{self}, {label}")

    def _reading(self, read: Callable[[Sequence[int]], T], weigh: Callable[[], Outcomes[T]], label: str) -> Reading[T]:
        """A reading of the values of the dice; in stages if any may be thrown again."""
        sides = tuple(die.sides for die in self.dice)
        if all(die.throws == 1 for die in self.dice):

            def worth(faces: Faces) -> list[int]:
                return [die.worth(face) for die, face in zip(self.dice, faces, strict=True)]

            return Reading(sides, lambda faces: read(worth(faces)), label, weigh=weigh)
        ways = prod(die.sides**die.throws for die in self.dice)
        return Staged(sides, label, lambda roll: read(self._thrown(roll)), weigh, ways)

    def _thrown(self, roll: Roll) -> list[int]:
        """Throws all dice, then those that have to be thrown once more, and returns what each counts."""
        faces: list[list[int]] = [[] for _ in self.dice]
        settled: list[int | None] = [None] * len(self.dice)
        while waiting := [number for number, value in enumerate(settled) if value is None]:
            thrown = roll(stage(tuple(self.dice[number].sides for number in waiting), str(self)), 0)
            for number, face in zip(waiting, thrown, strict=True):
                faces[number].append(face)
                settled[number] = self.dice[number].settle(faces[number])
        return cast("list[int]", settled)

    def __str__(self) -> str:
        words = [name_dice(tuple(die.sides for die in self.dice))]
        first = self.dice[0]
        if first.again:
            words.append(f"{_listed(first.again)} again")
        if first.explodes:
            words.append(f"{_listed(first.explodes)} explode")
        return ", ".join(words)


@cache
def pool(count: int, sides: int = 6) -> Pool:
    """So many dice of so many sides."""
    if count < 1:
        raise ValueError(f"a pool has one die or more, not {count}")
    return Pool((Die(sides),) * count)


def added(*readings: Reading[int]) -> Reading[int]:
    """The sum of several readings, thrown one after the other by the same hand."""
    first, *others = readings
    for other in others:
        first = side_by_side(first, other).map(sum, f"{first.label} + {other.label}")
    return first


def side_by_side(first: Reading[T], second: Reading[U]) -> Reading[tuple[T, U]]:
    """Two readings by one hand: the value of each."""
    if first.is_staged or second.is_staged:
        hands = (len(first.dice) + len(second.dice),)
        return both_in_stages(first, second, f"{first.label} and {second.label}", hands, 0)
    cut, read_first, read_second = len(first.dice), first.read, second.read
    return Reading(
        first.dice + second.dice,
        lambda faces: (read_first(faces[:cut]), read_second(faces[cut:])),
        f"{first.label} and {second.label}",
        weigh=lambda: merge(((a, b), v * w) for a, v in first.outcomes for b, w in second.outcomes),
    )


def _listed(faces: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(faces)))


# ------------------------------------------------------------------ readings, prepared once


def _total(dice: Pool, plus: int) -> Reading[int]:
    label = f"{dice}, total{f'{plus:+d}' if plus else ''}"
    return dice._reading(lambda values: sum(values) + plus, lambda: _weigh_total(dice, plus), label)


def _highest(dice: Pool, number: int) -> Reading[int]:
    return _some(dice, number, f"highest {number}", lowest_first=False)


def _lowest(dice: Pool, number: int) -> Reading[int]:
    return _some(dice, number, f"lowest {number}", lowest_first=True)


def _some(dice: Pool, number: int, label: str, *, lowest_first: bool) -> Reading[int]:
    number = min(number, len(dice.dice))

    def keep(kept: tuple[int, int], value: int, many: int) -> tuple[int, int]:
        taken = min(many, number - kept[0])
        return kept[0] + taken, kept[1] + taken * value

    folded = dice.fold((0, 0), keep, label, done=lambda kept: kept[0] == number, lowest_first=lowest_first)
    return folded.map(lambda kept: kept[1], folded.label)


def _at_least(dice: Pool, target: int) -> Reading[int]:
    def weigh() -> Outcomes[int]:
        weights = [1]
        for die in dice.dice:
            good = sum(weight for value, weight in die.values().items() if value >= target)
            weights = _times(weights, [cast(int, die.sides**die.throws) - good, good])
        return tuple((number, weight) for number, weight in enumerate(weights) if weight)

    return dice._reading(lambda values: sum(value >= target for value in values), weigh, f"{dice}, how many {target}+")


def _showing(dice: Pool, wanted: tuple[int, ...]) -> Reading[tuple[int, ...]]:
    def note(found: tuple[int, ...], value: int, many: int) -> tuple[int, ...]:
        return tuple(many if value == it else known for it, known in zip(wanted, found, strict=True))

    return dice.fold((0,) * len(wanted), note, f"how many {', '.join(map(str, wanted))}")


def _set(dice: Pool) -> Reading[tuple[int, int]]:
    return dice.fold((0, 0), lambda best, value, many: (many, value) if many > best[0] else best, "largest set")


def _values(dice: Pool) -> Reading[tuple[int, ...]]:
    none: tuple[int, ...] = ()
    return dice.fold(none, lambda known, value, many: known + (value,) * many, "values")


# ------------------------------------------------------------------ counting


class _Folding(NamedTuple):
    start: Hashable
    step: Callable[..., Hashable]
    done: Callable[..., bool] | None
    lowest_first: bool


def _folded(dice: Pool, folding: _Folding, values: Sequence[int]) -> Hashable:
    """What the dice that lie there come to. Values that nobody shows are passed too, as in the odds."""
    shown = {value: len(list(same)) for value, same in groupby(sorted(values))}
    state = folding.start
    for value in _order(dice, folding.lowest_first):
        state = folding.step(state, value, shown.get(value, 0))
        if folding.done and folding.done(state):
            break
    return state


def _order(dice: Pool, lowest_first: bool) -> tuple[int, ...]:
    """Every value that any of the dice can count, in the order in which they are gone through."""
    return tuple(
        sorted({value for die in dict.fromkeys(dice.dice) for value in die.values()}, reverse=not lowest_first)
    )


def _weigh(dice: Pool, folding: _Folding) -> Outcomes[Hashable]:
    """All that folding can come to, with its weight: alike dice are shared out over the values."""
    kinds = {die: dice.dice.count(die) for die in dict.fromkeys(dice.dice)}
    weights = [die.values() for die in kinds]
    left_over = [cast(int, die.sides**die.throws) for die in kinds]  # the weight of the values that are yet to come
    states: dict[tuple[tuple[int, ...], Hashable], int] = {(tuple(kinds.values()), folding.start): 1}
    ended: dict[Hashable, int] = {}
    for value in _order(dice, folding.lowest_first):
        here = [known.get(value, 0) for known in weights]
        left_over = [rest - one for rest, one in zip(left_over, here, strict=True)]
        states = _share_out(states, value, here, left_over, folding, ended)
    for (_, state), weight in states.items():
        ended[state] = ended.get(state, 0) + weight
    return tuple(ended.items())


def _share_out(
    states: Mapping[tuple[tuple[int, ...], Hashable], int],
    value: int,
    here: Sequence[int],
    left_over: Sequence[int],
    folding: _Folding,
    ended: dict[Hashable, int],
) -> dict[tuple[tuple[int, ...], Hashable], int]:
    """How many of each kind of dice count this value, in all ways that leave the others something to count."""
    following: dict[tuple[tuple[int, ...], Hashable], int] = {}
    step, done = folding.step, folding.done
    shared: dict[tuple[int, ...], list[tuple[tuple[int, ...], int, int]]] = {}
    for (waiting, state), weight in states.items():
        ways = shared.get(waiting)
        if ways is None:
            ways = shared[waiting] = list(_shares(waiting, here, left_over))
        for rest, many, share in ways:
            reached = step(state, value, many)
            if done and done(reached):  # whatever the others count
                over = prod(one**number for one, number in zip(left_over, rest, strict=True))
                if over:
                    ended[reached] = ended.get(reached, 0) + weight * share * over
                continue
            key = (rest, reached)
            following[key] = following.get(key, 0) + weight * share
    return following


def _shares(
    waiting: Sequence[int], here: Sequence[int], left_over: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Which dice wait on, how many count the value, and in how many ways."""
    if not waiting:
        yield (), 0, 1
        return
    number, one = waiting[0], here[0]
    for rest, many, share in _shares(waiting[1:], here[1:], left_over[1:]):
        for taken in range(number + 1 if one else 1):
            if taken < number and not left_over[0]:
                continue
            yield (number - taken, *rest), many + taken, share * comb(number, taken) * one**taken


def _weigh_total(dice: Pool, plus: int) -> Outcomes[int]:
    lowest, weights = plus, [1]
    for die in dice.dice:
        values = die.values()
        least, most = min(values), max(values)
        lowest += least
        weights = _times(weights, [values.get(value, 0) for value in range(least, most + 1)])
    return tuple((lowest + number, weight) for number, weight in enumerate(weights) if weight)


def _times(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """The product of two polynomials."""
    result = [0] * (len(first) + len(second) - 1)
    for at, one in enumerate(first):
        if one:
            for other, two in enumerate(second, at):
                result[other] += one * two
    return result
