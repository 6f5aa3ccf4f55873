"""Dice and their readings: a rule asks for what it wants to know, never for faces that it then inspects.

A reading is a handful of dice together with the way they are read: the total, how many reach a number, the highest
and the ones beside it, one total against another. It can read faces that lie on the table, and it knows every value
it can have with its exact integer weight, so that odds branch on values and not on faces: forty dice of which you
want to know how many show 4 or more are 41 branches, not 6**40.

Build readings with the functions below; equal calls give the same prepared object.

>>> total(2).outcomes[:3]
((2, 1), (3, 2), (4, 3))
>>> total(2, plus=3).read(bytes([6, 4]))
13
>>> at_least(3, 4).outcomes
((0, 27), (1, 81), (2, 81), (3, 27))
>>> against(total(1), total(1)).map(lambda pair: pair[0] >= pair[1], "attacker at least equal").chance(True)
Fraction(7, 12)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, product
from math import comb, factorial, prod
from typing import ClassVar, Generic, NamedTuple, TypeVar

from adjudge.engine.errors import IllegalFaces, OverBudget
from adjudge.engine.wording import several

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

Faces = Sequence[int]
Outcomes = tuple[tuple[T, int], ...]

ORDINARY = (2, 3, 4, 6, 8, 10, 12, 20, 100)
"""Dice that people own or can read off one that they own."""
MOST_SIDES = 255
MOST_ENUMERATED = 2_000_000
A_CARD = "a card"
"""The label of a draw from a pack (`adjudge.engine.cards`)."""


class Reading(Generic[T]):
    """Dice in rolling order, and what is to be read off them.

    `dice` holds the sides of each die; `hands` how many of them each roller throws (one roller: one hand);
    `held` the sides of the dice in each hand; `sixes` their number if all are six-sided, else 0. `names` tells what
    each die is for, where that is not plain.
    """

    __slots__ = (
        "_outcomes",
        "_sums",
        "_weigh",
        "dice",
        "hands",
        "held",
        "is_card",
        "label",
        "names",
        "read",
        "sixes",
        "ways",
        "words",
    )

    is_staged: ClassVar[bool] = False
    """Whether more dice may have to be thrown once the first lie there (`adjudge.engine.pools`)."""

    is_from_pack: ClassVar[bool] = False
    """Whether it is a card of a pack: its place among those left, and how likely it was, would tell of hidden ones."""

    is_guess: ClassVar[bool] = False
    """Whether it is drawn from what a seat cannot see, and so only in odds (`adjudge.engine.cards`)."""

    def __init__(
        self,
        dice: Sequence[int],
        read: Callable[[Faces], T],
        label: str,
        *,
        weigh: Callable[[], Outcomes[T]] | None = None,
        hands: Sequence[int] = (),
    ) -> None:
        if not dice or any(not 1 <= sides <= MOST_SIDES for sides in dice):
            raise ValueError(f"dice must be one or more, of 1 to {MOST_SIDES} sides: {tuple(dice)}")
        self.dice = tuple(dice)
        self.hands = tuple(hands) or (len(self.dice),)
        self.held = self.in_hands(self.dice)
        self.read = read
        self.label = label
        self.is_card = False
        self.words: Callable[[T], str] | None = None
        self.names: tuple[str, ...] = ()
        self.sixes = len(self.dice) if set(self.dice) == {6} else 0
        self.ways = prod(self.dice)
        self._weigh = weigh
        self._outcomes: Outcomes[T] | None = None
        self._sums: tuple[int, ...] = ()

    def in_hands(self, faces: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Faces (or sides) in rolling order, cut into hands."""
        return _cut(bytes(faces), self.hands)

    @property
    def outcomes(self) -> Outcomes[T]:
        """Every value with its weight; the weights add up to `ways`. Worked out once."""
        if self._outcomes is None:
            self._outcomes = self._weigh() if self._weigh else self._enumerate()
        return self._outcomes

    def _enumerate(self) -> Outcomes[T]:
        if self.ways > MOST_ENUMERATED:
            raise OverBudget(
                f"{self.label} has more than {MOST_ENUMERATED:,} combinations: give it a way to weigh them"
            )
        return merge((self.read(faces), 1) for faces in product(*(range(1, sides + 1) for sides in self.dice)))

    def at(self, share: float) -> T:
        """The value that comes after this share of all ways, in the order of `outcomes`. Shares end just under 1.
        Shares that are spread evenly give values that are spread as the dice would spread them in the long run.

        >>> [total(1).at(share) for share in (0.0, 0.3, 0.6, 0.9)]
        [1, 2, 4, 6]
        """
        if not self._sums:
            self._sums = tuple(accumulate(weight for _, weight in self.outcomes))
        place = bisect_right(self._sums, share * self._sums[-1])
        return self.outcomes[min(place, len(self._sums) - 1)][0]

    @property
    def is_weighed(self) -> bool:
        """Whether its values and their weights are known without going through all faces."""
        return self._outcomes is not None or self._weigh is not None

    def map(self, meaning: Callable[[T], U], label: str) -> Reading[U]:
        """The same dice, read one step further."""
        read = self.read
        return Reading(
            self.dice,
            lambda faces: meaning(read(faces)),
            label,
            weigh=lambda: merge((meaning(value), weight) for value, weight in self.outcomes),
            hands=self.hands,
        )

    def saying(self, words: Callable[[T], str]) -> Reading[T]:
        """The same reading, whose values a screen shows in these words."""
        self.words = words
        return self

    def naming(self, *names: str) -> Reading[T]:
        """The same reading, whose dice have names, in rolling order: for people who throw real ones."""
        if len(names) != len(self.dice):
            raise ValueError(f"{self.label} has {len(self.dice)} dice, but {names} were named")
        self.names = names
        return self

    def as_card(self) -> Reading[T]:
        """The same reading, which is no die but a card out of many: a screen shows what was drawn, not its number."""
        self.is_card = True
        return self

    def draws(self) -> tuple[tuple[str, int], ...]:
        """If this is no die that anybody owns, but one card out of many: the kinds that may come, each with a face."""
        if len(self.dice) > 1 or (self.dice[0] in ORDINARY and not self.is_card):
            return ()
        kinds: dict[str, int] = {}
        for face in range(1, self.dice[0] + 1):
            value = self.read((face,))
            if not isinstance(value, str) and not (self.words and self.is_card):
                return ()
            kinds.setdefault(self.words(value) if self.words else str(value), face)
        return tuple(kinds.items())

    def chance(self, value: T) -> Fraction:
        """The exact chance of one value."""
        return Fraction(sum(weight for known, weight in self.outcomes if known == value), self.ways)

    def check(self, faces: Sequence[int]) -> None:
        """Refuses faces that these dice cannot show."""
        check_faces(self.dice, faces)

    def __repr__(self) -> str:
        return f"<Reading {self.label}>"


Roll = Callable[[Reading[tuple[int, ...]], int], tuple[int, ...]]
"""Throws the dice of one stage for a hand of that number, and returns their faces."""


class Staged(Reading[T]):
    """A reading whose dice are thrown in stages, since it depends on those that lie there how many follow.

    `in_stages` throws them; what it returns is the value. `read` takes all faces in the order in which they fell.
    """

    __slots__ = ("in_stages",)

    is_staged = True

    def __init__(
        self,
        dice: Sequence[int],
        label: str,
        in_stages: Callable[[Roll], T],
        weigh: Callable[[], Outcomes[T]],
        ways: int,
        hands: Sequence[int] = (),
    ) -> None:
        super().__init__(dice, self._read_on, label, weigh=weigh, hands=hands)
        self.in_stages = in_stages
        self.ways = ways
        self.sixes = 0  # nobody may take the faces of the first stage for all

    def _read_on(self, faces: Faces) -> T:
        left = iter(faces)
        return self.in_stages(lambda stage, hand: tuple(next(left) for _ in stage.dice))

    def map(self, meaning: Callable[[T], U], label: str) -> Staged[U]:
        thrown, known = self.in_stages, self
        return Staged(
            self.dice,
            label,
            lambda roll: meaning(thrown(roll)),
            lambda: merge((meaning(value), weight) for value, weight in known.outcomes),
            self.ways,
            self.hands,
        )


def both_in_stages(
    first: Reading[T], second: Reading[U], label: str, hands: Sequence[int], offset: int
) -> Staged[tuple[T, U]]:
    """Two readings one after the other, of which at least one is thrown in stages."""

    def in_stages(roll: Roll) -> tuple[T, U]:
        later: Roll = lambda stage, hand: roll(stage, hand + offset)  # noqa: E731
        return _in_stages(first, roll), _in_stages(second, later)

    return Staged(
        first.dice + second.dice,
        label,
        in_stages,
        lambda: merge(((a, b), v * w) for a, v in first.outcomes for b, w in second.outcomes),
        first.ways * second.ways,
        hands,
    )


def _in_stages(reading: Reading[T], roll: Roll) -> T:
    """The value of a reading whose dice are thrown by `roll`, hand by hand."""
    if isinstance(reading, Staged):
        value: T = reading.in_stages(roll)
        return value
    faces: tuple[int, ...] = ()
    for hand, dice in enumerate(reading.held):
        faces += roll(stage(dice, reading.label), hand)
    return reading.read(bytes(faces))


@lru_cache(4096)
def stage(dice: tuple[int, ...], label: str) -> Reading[tuple[int, ...]]:
    """The dice of one stage, as they lie."""
    return Reading(dice, tuple, f"{name_dice(dice)} of {label}").saying(lambda faces: " ".join(map(str, faces)))


@lru_cache(8192)
def recorded(faces: bytes) -> tuple[int, ...]:
    """Faces as a record holds them: few dice show the same again and again, and one tuple does for all."""
    return tuple(faces)


@lru_cache(8192)
def _cut(faces: bytes, hands: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    ends = list(accumulate(hands))
    return tuple(recorded(faces[end - count : end]) for count, end in zip(hands, ends, strict=True))


def check_faces(dice: Sequence[int], faces: Sequence[int]) -> None:
    """Refuses faces that the dice cannot show, naming the die."""
    if len(faces) != len(dice):
        were = "was" if len(faces) == 1 else "were"
        raise IllegalFaces(f"{several(len(faces), 'face')} {were} given for {name_dice(dice)}, which needs {len(dice)}")
    for number, (face, sides) in enumerate(zip(faces, dice, strict=True), 1):
        if type(face) is not int or not 1 <= face <= sides:
            raise IllegalFaces(f"die {number} of {name_dice(dice)} shows {face}: a d{sides} shows 1 to {sides}")


def name_dice(dice: Sequence[int]) -> str:
    """The dice in a table's words: `2d6 + 1d8`."""
    counts: dict[int, int] = {}
    for sides in dice:
        counts[sides] = counts.get(sides, 0) + 1
    return " + ".join(f"{count}d{sides}" for sides, count in counts.items())


def merge(weighted: Iterable[tuple[T, int]]) -> Outcomes[T]:
    """Adds up the weights of equal values, in the order of their first appearance."""
    sums: dict[T, int] = {}
    for value, weight in weighted:
        sums[value] = sums.get(value, 0) + weight
    return tuple(sums.items())


@cache
def total(count: int, sides: int = 6, plus: int = 0) -> Reading[int]:
    """The sum of the faces, plus a number."""
    label = f"{count}d{sides}" + (f"{plus:+d}" if plus else "")
    read: Callable[[Faces], int]
    if count == 1:
        read = lambda faces: faces[0] + plus  # noqa: E731
    elif count == 2:
        read = lambda faces: faces[0] + faces[1] + plus  # noqa: E731
    else:
        read = lambda faces: sum(faces) + plus  # noqa: E731
    return Reading((sides,) * count, read, label, weigh=lambda: _sums(count, sides, plus))


def _sums(count: int, sides: int, plus: int) -> Outcomes[int]:
    weights = [1]
    for _ in range(count):
        longer = [0] * (len(weights) + sides - 1)
        for start, weight in enumerate(weights):
            for pip in range(sides):
                longer[start + pip] += weight
        weights = longer
    return tuple((count + plus + index, weight) for index, weight in enumerate(weights))


@cache
def at_least(count: int, target: int, sides: int = 6) -> Reading[int]:
    """How many of the dice show the target or more."""
    good = min(max(sides + 1 - target, 0), sides)
    bad = sides - good

    def weigh() -> Outcomes[int]:
        weighted = ((n, comb(count, n) * good**n * bad ** (count - n)) for n in range(count + 1))
        return tuple((n, weight) for n, weight in weighted if weight)

    label = f"{count}d{sides}, how many {target}+"
    return Reading((sides,) * count, lambda faces: sum(face >= target for face in faces), label, weigh=weigh)


@cache
def in_order(*dice: int) -> Reading[tuple[int, ...]]:
    """The faces one after the other, for tables with a first and a second number."""
    return Reading(dice, lambda faces: tuple(faces), f"{name_dice(dice)} in order")


@cache
def d66() -> Reading[int]:
    """Two six-sided dice, the first the tens and the second the units: 11 to 66."""
    return Reading((6, 6), lambda faces: faces[0] * 10 + faces[1], "d66")


class Best(NamedTuple):
    """The highest face, and how many dice show a 1."""

    face: int
    ones: int


@cache
def highest(*dice: int) -> Reading[Best]:
    """The highest of the dice, with the ones counted."""

    def weigh() -> Outcomes[Best]:
        weighted = [(Best(0, 0), 1)]
        for sides in dice:
            weighted = list(merge(step for best, weight in weighted for step in _one_more(best, weight, sides)))
        return tuple(weighted)

    label = f"highest of {name_dice(dice)}, ones counted"
    return Reading(dice, lambda faces: Best(max(faces), sum(face == 1 for face in faces)), label, weigh=weigh)


def _one_more(best: Best, weight: int, sides: int) -> Iterable[tuple[Best, int]]:
    """What one more die makes of the best so far: the faces below it are one branch."""
    yield Best(max(best.face, 1), best.ones + 1), weight
    if best.face > 1 and sides > 1:
        yield best, weight * (min(best.face, sides) - 1)
    for face in range(max(best.face + 1, 2), sides + 1):
        yield Best(face, best.ones), weight


@cache
def tally(count: int, row: tuple[str, ...]) -> Reading[tuple[int, ...]]:
    """Dice read one by one on a row of a table: how many fall into each category.

    `row` names the category of the faces 1, 2, 3 and so on; the counts come in the order of first appearance.

    >>> tally(2, ("-", "-", "-", "stress", "stress", "wound")).outcomes[0]
    ((2, 0, 0), 9)
    """
    kinds = tuple(dict.fromkeys(row))
    place = tuple(kinds.index(kind) for kind in row)
    widths = tuple(row.count(kind) for kind in kinds)

    def read(faces: Faces) -> tuple[int, ...]:
        counts = [0] * len(kinds)
        for face in faces:
            counts[place[face - 1]] += 1
        return tuple(counts)

    def weigh() -> Outcomes[tuple[int, ...]]:
        return tuple((counts, _multinomial(counts, widths)) for counts in _shares(count, len(kinds)))

    return Reading((len(row),) * count, read, f"{count}d{len(row)} read as {', '.join(kinds)}", weigh=weigh)


def _shares(number: int, slots: int) -> Iterable[tuple[int, ...]]:
    if slots == 1:
        yield (number,)
        return
    for first in range(number, -1, -1):
        for rest in _shares(number - first, slots - 1):
            yield (first, *rest)


def _multinomial(counts: Sequence[int], widths: Sequence[int]) -> int:
    weight = factorial(sum(counts))
    for count, width in zip(counts, widths, strict=True):
        weight = weight // factorial(count) * width**count
    return weight


@cache
def against(first: Reading[T], second: Reading[U]) -> Reading[tuple[T, U]]:
    """Two rollers at once: the value of the first hand and of the second. Read it further with `map`."""
    label = f"{first.label} against {second.label}"
    if first.is_staged or second.is_staged:
        return both_in_stages(first, second, label, first.hands + second.hands, len(first.hands))
    cut = len(first.dice)
    read_first, read_second = first.read, second.read
    return Reading(
        first.dice + second.dice,
        lambda faces: (read_first(faces[:cut]), read_second(faces[cut:])),
        label,
        weigh=lambda: merge(((a, b), v * w) for a, v in first.outcomes for b, w in second.outcomes),
        hands=first.hands + second.hands,
    )


@cache
def opposed(attack: int, defence: int, judge: Callable[[int, int], T], *, count: int = 1, sides: int = 6) -> Reading[T]:
    """Dice plus a number on either side, as `judge(attack total, defence total)` reads them.

    `judge` must be a plain function of the module, so that equal calls share one prepared reading.
    """
    label = f"{total(count, sides, attack).label} against {total(count, sides, defence).label}"
    reading = against(total(count, sides), total(count, sides)).map(
        lambda pair: judge(pair[0] + attack, pair[1] + defence), label
    )
    if count == 1:
        reading.read = lambda faces: judge(faces[0] + attack, faces[1] + defence)
    elif count == 2:
        reading.read = lambda faces: judge(faces[0] + faces[1] + attack, faces[2] + faces[3] + defence)
    return reading
