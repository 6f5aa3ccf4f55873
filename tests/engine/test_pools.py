"""What is read off a pool: counted by throwing every way it can fall, and by another program."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.check.chances import reading_fault
from adjudge.engine import Match, Reading, Script, added, against, pool, side_by_side, total
from adjudge.engine.audit import audit
from adjudge.engine.chance import FastDice
from adjudge.engine.dice import Staged
from adjudge.engine.table import Playout
from adjudge.odds import distribution
from tests.engine.small import small_match


class _MoreDice(Exception):
    def __init__(self, dice: tuple[int, ...]) -> None:
        self.dice = dice


def every_way(reading: Reading[Any], faces: tuple[int, ...] = ()) -> Iterator[tuple[Any, Fraction]]:
    """Each way in which the dice can fall, with its chance: the slow way, die by die."""
    left = list(faces)

    def roll(stage: Reading[Any], hand: int) -> tuple[int, ...]:
        if len(left) < len(stage.dice):
            raise _MoreDice(stage.dice[len(left) :])
        thrown, left[:] = tuple(left[: len(stage.dice)]), left[len(stage.dice) :]
        return thrown

    try:
        value = reading.in_stages(roll) if isinstance(reading, Staged) else reading.read(roll(reading, 0))
    except _MoreDice as more:
        sides = more.dice[0]
        for face in range(1, sides + 1):
            for value, chance in every_way(reading, (*faces, face)):
                yield value, chance / sides
        return
    yield value, Fraction(1)


def counted(reading: Reading[Any]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for value, chance in every_way(reading):
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def chances(reading: Reading[Any]) -> dict[Any, Fraction]:
    assert sum(weight for _, weight in reading.outcomes) == reading.ways
    return {value: Fraction(weight, reading.ways) for value, weight in reading.outcomes if weight}


def by_icepool(die: Any) -> dict[Any, Fraction]:
    return {value: Fraction(weight, die.denominator()) for value, weight in die.items()}


faces = st.lists(st.integers(1, 3), min_size=1, max_size=2, unique=True)
kinds = st.builds(pool, st.integers(1, 2), st.integers(3, 4))
pools = st.one_of(
    kinds,
    st.builds(lambda one, other: one + other, kinds, kinds),
    st.builds(lambda it, faces: it.again(*faces), kinds, faces),
    st.builds(lambda it, faces: it.exploding(*faces, most=1), kinds, faces),
    st.builds(lambda it, again, more: it.again(again).exploding(more, most=1), kinds, st.just(1), st.just(3)),
    st.builds(lambda it: it.counting(0, 0, 2), st.builds(pool, st.integers(1, 3), st.just(3))),
)
READINGS = {
    "total": lambda it: it.total(2),
    "highest": lambda it: it.highest(2),
    "lowest": lambda it: it.lowest(2),
    "at least": lambda it: it.at_least(3),
    "showing": lambda it: it.showing(1, 3),
    "set": lambda it: it.set(),
    "values": lambda it: it.values(),
    "mapped": lambda it: it.total().map(lambda total: total % 2, "odd or even"),
}


@pytest.mark.parametrize("name", READINGS)
@settings(deadline=None, max_examples=25)
@given(dice=pools)
def test_the_weights_are_those_of_every_way_the_dice_can_fall(name, dice):
    reading = READINGS[name](dice)
    assert chances(reading) == counted(reading)


def test_another_program_says_the_same():
    d6, d10 = icepool.d6, icepool.d10
    pairs = [
        (pool(8).again(1).highest(3), d6.reroll([1], depth=1).highest(8, 3)),
        (pool(5, 10).exploding(10, most=2).total(), 5 @ d10.explode(depth=2)),
        (pool(3).again(1, 2, times=3).total(2), 3 @ d6.reroll([1, 2], depth=3) + 2),
        (
            (pool(2) + pool(1, 8) + pool(1, 10)).lowest(2),
            icepool.Pool([d6, d6, icepool.d8, d10]).lowest(2).sum(),
        ),
    ]
    for reading, die in pairs:
        assert chances(reading) == by_icepool(die)


def test_sums_and_contests_of_pools_in_stages():
    once_more = pool(2, 4).again(1)
    assert chances(added(once_more.total(), total(1))) == counted(added(once_more.total(), total(1)))
    contest = against(once_more.total(), pool(2, 4).total()).map(lambda pair: pair[0] > pair[1], "wins")
    assert chances(contest) == counted(contest)
    assert chances(side_by_side(total(1), total(1, 4))) == counted(side_by_side(total(1), total(1, 4)))


def test_dice_are_thrown_as_people_throw_them_all_and_then_those_again():
    table = Script(None, faces=[1, 5, 1, 6, 2])
    assert table.roll(pool(3).again(1).total(), "r.roll", "red") == 13
    assert [roll.faces for roll in table.rolls] == [((1, 5, 1),), ((6, 2),)]


def test_odds_branch_on_what_is_read():
    odds = distribution(lambda table: table.roll(pool(8).again(1).highest(3), "r.roll", "red"))
    assert odds[18] == pool(8).again(1).highest(3).chance(18)
    assert odds.leaves == len(pool(8).again(1).highest(3).outcomes)


def rule(table: Any) -> None:
    contest = against(pool(3).again(1, 2).total(), pool(2, 8).exploding(8, most=3).total())
    table.state.noted.append(list(table.roll(contest, "r.roll", ("red", "blue"))))


def test_a_match_records_each_stage_and_can_be_checked_afterwards():
    match = small_match(rule, turns=30)
    assert match.is_over
    assert {entry.by for entry in match.line} == {"red", "blue"}  # type: ignore[union-attr]
    assert len(match.line) > 60
    again = Match.load(match.save(), match.game)
    assert again.state.noted == match.state.noted
    assert audit(again).problems == ()


def test_real_dice_are_asked_for_stage_by_stage():
    match = Match.new(small_match(rule).game, b"x", physical=("red", "blue"))
    asked = []
    for thrown in ((1, 3, 4), (2,), (8, 8), (8, 1), (5,)):
        assert match.pending is not None
        asked.append((match.pending.by, match.pending.dice))
        match.throw(match.pending.seats[0], thrown)
    assert asked == [("red", (6, 6, 6)), ("red", (6,)), ("blue", (8, 8)), ("blue", (8, 8)), ("blue", (8,))]
    assert match.state.noted == [[9, 30]]


def test_playouts_throw_them_with_the_same_chances():
    reading = pool(3).again(1).at_least(5)
    table = Playout(None, {}, FastDice(1))
    found = Counter(table.roll(reading, "r.roll") for _ in range(4000))
    for value, weight in reading.outcomes:
        assert abs(found[value] / 4000 - weight / reading.ways) < 0.05


def test_the_kit_finds_a_pool_whose_weights_are_wrong():
    sound = pool(3).again(1).total()
    assert reading_fault(sound, Random(1)) == ""
    wrong = Staged(sound.dice, "wrong", sound.in_stages, pool(3).total()._weigh, 6**3)  # type: ignore[attr-defined, arg-type]
    assert reading_fault(wrong, Random(1))


@pytest.mark.parametrize(
    "make",
    [
        lambda: pool(0),
        lambda: pool(2).again(7),
        lambda: pool(2).again(),
        lambda: pool(2).exploding(6, most=50),
        lambda: pool(2).counting(1, 2),
    ],
)
def test_pools_that_cannot_be_thrown_are_refused(make):
    with pytest.raises(ValueError, match=r"pool|shows none|thrown again|needs a number"):
        make()
