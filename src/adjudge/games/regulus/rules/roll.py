"""The roll and its table: cast, change, keep the highest, look up. The heart of contests and challenges.

Order of operations (ruling.advantage-order, table.order-of-operations): d8s, cast, re-rolls, discards, count the 1s,
keep the highest, +1, column, look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import Reading
from adjudge.engine.dice import Outcomes, in_order, merge, name_dice, total
from adjudge.games.regulus.data import numbers
from adjudge.games.regulus.state import COLUMNS, RESULTS, Column, Pool, Result, Rulings

GOOD = frozenset({"Yes", "Yes!", "Yes!!"})
OPEN = frozenset({"Maybe", "Possibly"})

Hand = tuple[int, ...]


class Fall(NamedTuple):
    """How a roll falls: its result, the 1s that count, and whether the kept die shows a 1."""

    result: Result
    ones: int
    on_a_one: bool = False


def sides_of(pool: Pool) -> Hand:
    """The dice of a pool, d8s first (ruling.dice-order-convention). A d8 replaces a d6 (advantage.d8)."""
    eights = min(pool.eights, pool.dice)  # ruling.d8-more-than-dice
    return (8,) * eights + (6,) * (pool.dice - eights)


@cache
def hand(sides: Hand) -> Reading[Hand]:
    """The faces as they lie, sorted within each size of die."""
    return in_order(*sides).map(lambda faces: tidy(sides, faces), name_dice(sides))


def tidy(sides: Hand, faces: Hand) -> Hand:
    """Faces sorted within each size of die: which of two d6 shows what makes no difference."""
    eights = sides.count(8)
    return (*sorted(faces[:eights]), *sorted(faces[eights:]))


def look_up(column: Column, final: int) -> Result:
    """roll.lookup, and roll.seven-plus: there is no row above 7+ (ruling.plus-one-stacking-and-seven)."""
    rows = numbers().columns[column]
    return rows[min(final, len(rows)) - 1]  # type: ignore[return-value]


def result_of(pool: Pool, faces: Hand, discarded: int, rulings: Rulings) -> Result:
    """roll.keep-highest, then advantage.plus-one on the kept die (ruling.plus-one-before-or-after-highest)."""
    if discarded == len(faces) and rulings.discard_only_die == "plain-no":
        return "No"
    return look_up(pool.column, max(faces) + pool.plus)


def ones_in(faces: Hand) -> int:
    """ones.noted: faces, not totals, and of d8s too (ruling.ones-are-faces-not-totals)."""
    return faces.count(1)


def may_discard(faces: Hand, discarded: int, rulings: Rulings) -> bool:
    """advantage.discard-one: a single 1, and what becomes of the last die (ruling.discard-only-die)."""
    if ones_in(faces) <= discarded:
        return False
    return rulings.discard_only_die != "not-the-last" or discarded + 1 < len(faces)


def is_last_die(faces: Hand, discarded: int) -> bool:
    """Whether one more discard leaves no die."""
    return discarded + 1 == len(faces)


def with_face(sides: Hand, faces: Hand, place: int, face: int, rulings: Rulings) -> Hand:
    """advantage.re-roll: the new face stands (ruling.reroll-result-stands)."""
    if rulings.reroll_result_stands == "better":
        face = max(face, faces[place])
    return tidy(sides, (*faces[:place], face, *faces[place + 1 :]))


def die_to_reroll(pool: Pool, sides: Hand, faces: Hand, rulings: Rulings) -> int | None:
    """How the odds shown use a re-roll (ruling.odds-policy): for a Yes first, then against 1s, else not."""
    places = range(len(faces))
    if result_of(pool, faces, 0, rulings) not in GOOD:
        return min(places, key=lambda place: (faces[place], -sides[place]))
    kept = max(places, key=lambda place: faces[place])
    return next((place for place in places if faces[place] == 1 and place != kept), None)


# ------------------------------------------------------------------ exact odds, for screens that redraw at each key

RESERVE = 24
"""A die that can stand in for a d6 and for a d8: how the odds keep whole weights before the size is known."""


@lru_cache(maxsize=4096)
def foreseen(pool: Pool, rulings: Rulings) -> Reading[Fall]:
    """A whole roll with its re-rolls and discards as ruling.odds-policy uses them, in one reading."""
    return _followed_through(pool, sides_of(pool), hand(sides_of(pool)), rulings)


@lru_cache(maxsize=4096)
def foreseen_after(pool: Pool, sides: Hand, faces: Hand, place: int | None, rulings: Rulings) -> Reading[Fall]:
    """How dice that lie on the table will fall if one of them is rolled again (None: no more are).

    `pool` holds what is left to be used, that re-roll not counted.
    """
    if place is None:
        return _followed_through(
            replace(pool, rerolls=0), sides, in_order(1).map(lambda _: faces, "as they lie"), rulings
        )
    again = total(1, sides[place]).map(lambda face: with_face(sides, faces, place, face, rulings), "one die again")
    return _followed_through(pool, sides, again, rulings)


def _followed_through(pool: Pool, sides: Hand, start: Reading[Hand], rulings: Rulings) -> Reading[Fall]:
    """The dice of a start, and one in reserve for each die that may be cast again."""
    reserve = pool.rerolls + (pool.discards if rulings.discard_only_die == "roll-again" else 0)
    cut = len(start.dice)
    return Reading(
        start.dice + (RESERVE,) * reserve,
        lambda faces: _play(pool, sides, start.read(faces[:cut]), faces[cut:], rulings),
        f"{name_dice(sides)} in {pool.column}",
        weigh=lambda: _weights(pool, sides, start.outcomes, rulings),
    )


Cast = Callable[[int], Iterable[tuple[int, int]]]
"""The faces that a die of some size may show, each with its share of `RESERVE`."""


def _play(pool: Pool, sides: Hand, lying: Hand, reserve: Sequence[int], rulings: Rulings) -> Fall:
    spare = iter(reserve)
    cast: Cast = lambda size: [((next(spare) - 1) % size + 1, RESERVE)]  # noqa: E731
    for _ in range(pool.rerolls):
        ((lying, _),) = _rerolled(pool, sides, lying, rulings, cast)
    ((fall, _),) = _discarded(pool, sides, lying, rulings, cast)
    return fall


def _weights(pool: Pool, sides: Hand, hands: Outcomes[Hand], rulings: Rulings) -> Outcomes[Fall]:
    """The same for every face at once; equal hands are merged after each re-roll."""
    following: dict[Hand, tuple[tuple[Hand, int], ...]] = {}
    for _ in range(pool.rerolls):
        for faces, _ in hands:
            if faces not in following:
                following[faces] = tuple(_rerolled(pool, sides, faces, rulings, _every_face))
        hands = merge((again, weight * share) for faces, weight in hands for again, share in following[faces])
    falls = merge(
        (fall, weight * share)
        for faces, weight in hands
        for fall, share in _discarded(pool, sides, faces, rulings, _every_face)
    )
    return tuple(sorted(falls, key=lambda item: (RESULTS.index(item[0].result), item[0].ones)))


def _every_face(size: int) -> Iterable[tuple[int, int]]:
    return ((face, RESERVE // size) for face in range(1, size + 1))


def _rerolled(pool: Pool, sides: Hand, faces: Hand, rulings: Rulings, cast: Cast) -> Iterable[tuple[Hand, int]]:
    place = die_to_reroll(pool, sides, faces, rulings)
    if place is None:
        return ((faces, RESERVE),)
    return ((with_face(sides, faces, place, face, rulings), share) for face, share in cast(sides[place]))


def _discarded(pool: Pool, sides: Hand, faces: Hand, rulings: Rulings, cast: Cast) -> Iterable[tuple[Fall, int]]:
    gone = 0
    while gone < pool.discards and may_discard(faces, gone, rulings):
        if is_last_die(faces, gone) and rulings.discard_only_die == "roll-again":
            return _last_die_again(pool, sides[-1], pool.discards - gone, cast)
        gone += 1
    spare = RESERVE**pool.discards if rulings.discard_only_die == "roll-again" else 1
    fall = Fall(result_of(pool, faces, gone, rulings), ones_in(faces) - gone, max(faces) == 1)
    return ((fall, spare),)


def _last_die_again(pool: Pool, size: int, discards: int, cast: Cast) -> Iterable[tuple[Fall, int]]:
    """The other dice are discarded 1s; the last one is cast anew, and may be discarded anew."""
    others = RESERVE ** (pool.discards - discards)
    for face, share in cast(size):
        if face == 1 and discards > 1:
            for fall, weight in _last_die_again(pool, size, discards - 1, cast):
                yield fall, share * weight // RESERVE ** (pool.discards - discards + 1) * others
        else:
            fall = Fall(look_up(pool.column, face + pool.plus), ones_in((face,)), face == 1)
            yield fall, share * others * RESERVE ** (discards - 1)


def chance(pool: Pool, rulings: Rulings, test: Callable[[Fall], bool]) -> Fraction:
    """The exact chance that a roll falls so."""
    reading = foreseen(pool, rulings)
    return Fraction(sum(weight for fall, weight in reading.outcomes if test(fall)), reading.ways)


def is_good(fall: Fall) -> bool:
    return fall.result in GOOD


def shares(pool: Pool, rulings: Rulings) -> dict[str, float]:
    """contest.more-dice-more-risk: the chances of a good result and of 1s, for a screen."""
    good = chance(pool, rulings, is_good)
    still_open = chance(pool, rulings, lambda fall: fall.result in OPEN)
    risky = chance(pool, rulings, lambda fall: fall.ones > 0)
    shown = {"Yes": good, "open": still_open, "No": 1 - good - still_open, "a 1": risky}
    return {what: float(p) for what, p in shown.items()}


def summary(pool: Pool, rulings: Rulings) -> str:
    """The odds of a roll on one line."""
    return ", ".join(f"{what} {p:.0%}" for what, p in shares(pool, rulings).items())


def comparison(old: Pool, new: Pool, rulings: Rulings) -> str:
    """The odds of two rolls side by side."""
    now = shares(new, rulings)
    return ", ".join(f"{what} {p:.0%} → {now[what]:.0%}" for what, p in shares(old, rulings).items())


def moved_right(column: Column) -> Column:
    """push.column-moves-right, with Means or not (ruling.push-from-favored-without-means); push.no-means-stays."""
    return COLUMNS[min(COLUMNS.index(column) + 1, len(COLUMNS) - 1)]


def pushed(pool: Pool, rulings: Rulings) -> Pool:
    """push.one-more-die (ruling.push-dice-count, ruling.push-without-means) and what a push does to advantages.

    Two things change, dice and column (ruling.push-advantages): the added die is a d6.
    """
    dice = min(pool.dice + 1, numbers().most_dice)
    column = moved_right(pool.column)
    if rulings.push_advantages == "none":
        return Pool(dice, column)
    return Pool(dice, column, min(pool.eights, pool.dice), pool.rerolls, pool.discards, pool.plus)
