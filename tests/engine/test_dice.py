"""Every reading's weights, counted by hand over all faces and by another program."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.engine import Best, Reading, Script, against, at_least, d66, highest, in_order, opposed, tally, total
from adjudge.engine.dice import check_faces, name_dice
from adjudge.engine.errors import IllegalFaces, OverBudget


def counted(reading: Reading[Any]) -> dict[Any, int]:
    """The weights by throwing every combination."""
    return dict(Counter(reading.read(bytes(faces)) for faces in product(*(range(1, d + 1) for d in reading.dice))))


def margin(attack: int, defence: int) -> str:
    if attack >= 2 * defence:
        return "double"
    return "win" if attack > defence else "tie" if attack == defence else "lose"


sides = st.integers(1, 8)
few = st.integers(1, 4)
handfuls = st.lists(sides, min_size=1, max_size=4)
readings = st.one_of(
    st.builds(total, few, sides, st.integers(-5, 5)),
    st.builds(at_least, few, st.integers(-1, 10), sides),
    st.builds(lambda dice: in_order(*dice), handfuls),
    st.builds(lambda dice: highest(*dice), handfuls),
    st.builds(tally, few, st.lists(st.sampled_from("abc"), min_size=1, max_size=6).map(tuple)),
    st.builds(
        lambda a, b, count: opposed(a, b, margin, count=count), st.integers(0, 5), st.integers(1, 5), st.integers(1, 2)
    ),
    st.just(d66()),
)


def test_every_reading_is_tried():
    tried = {"total", "at_least", "in_order", "d66", "highest", "tally", "against", "opposed"}
    assert tried <= {name for name in globals() if callable(globals()[name])}


@settings(deadline=None)
@given(readings)
def test_the_weights_are_those_of_all_faces(reading):
    assert dict(reading.outcomes) == counted(reading)
    assert len(dict(reading.outcomes)) == len(reading.outcomes), "equal values are merged"
    assert sum(weight for _, weight in reading.outcomes) == reading.ways == prod(reading.dice)


@settings(deadline=None, max_examples=40)
@given(first=readings, second=readings)
def test_two_hands_are_read_each_on_its_own(first, second):
    both = against(first, second)
    assert both.hands == first.hands + second.hands
    if both.ways <= 50_000:
        assert dict(both.outcomes) == counted(both)


@settings(deadline=None)
@given(reading=readings)
def test_a_reading_read_further_merges_what_becomes_equal(reading):
    further = reading.map(lambda value: str(value)[0], "first sign")
    assert dict(further.outcomes) == counted(further)
    assert sum(weight for _, weight in further.outcomes) == reading.ways


@given(reading=readings)
def test_chances_are_exact_and_sum_to_one(reading):
    assert sum((reading.chance(value) for value, _ in reading.outcomes), Fraction(0)) == 1
    assert reading.chance("never") == 0


@given(reading=readings)
def test_a_reading_of_sixes_knows_it(reading):
    assert reading.sixes == (len(reading.dice) if all(d == 6 for d in reading.dice) else 0)


def by_icepool(die: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


def chances(reading: Reading[Any]) -> dict[Any, Fraction]:
    return {value: Fraction(weight, reading.ways) for value, weight in reading.outcomes}


@pytest.mark.parametrize(
    ("reading", "die"),
    [
        (total(3, 6, 2), 3 @ icepool.d6 + 2),
        (total(5, 10), 5 @ icepool.d10),
        (at_least(40, 4), 40 @ (icepool.d6 >= 4).map({True: 1, False: 0})),
        (highest(6, 6, 8).map(lambda best: best.face, "face"), icepool.highest(icepool.d6, icepool.d6, icepool.d8)),
        (d66(), icepool.d6 * 10 + icepool.d6),
        (
            opposed(3, 1, margin, count=2),
            icepool.map(lambda a, b: margin(a + 3, b + 1), 2 @ icepool.d6, 2 @ icepool.d6),
        ),
        (
            tally(4, ("-", "-", "-", "stress", "stress", "wound")).map(lambda counts: counts[2], "wounds"),
            4 @ icepool.d6.map(lambda face: int(face == 6)),
        ),
    ],
)
def test_icepool_comes_to_the_same_chances(reading, die):
    assert chances(reading) == by_icepool(die)


def test_the_highest_comes_with_the_ones_counted():
    assert highest(6, 6, 6).read(bytes([1, 5, 1])) == Best(5, 2)
    assert highest(6).read(bytes([1])) == Best(1, 1)


def test_forty_dice_are_forty_one_branches():
    assert len(at_least(40, 4).outcomes) == 41


def test_a_target_that_every_die_or_none_reaches_leaves_one_value():
    assert at_least(3, 1).outcomes == ((3, 216),)
    assert at_least(3, 7).outcomes == ((0, 216),)


def test_equal_calls_share_one_prepared_reading():
    assert total(2, plus=3) is total(2, plus=3)
    assert opposed(1, 2, margin) is opposed(1, 2, margin)


def test_an_opposed_roll_is_thrown_by_two_hands():
    assert opposed(1, 2, margin, count=2).hands == (2, 2)


@pytest.mark.parametrize("dice", [(), (0,), (6, 256), (-6,)])
def test_dice_that_do_not_exist_make_no_reading(dice):
    with pytest.raises(ValueError, match="dice must be one or more, of 1 to 255 sides"):
        in_order(*dice)


def test_too_many_combinations_want_a_way_to_weigh_them():
    with pytest.raises(OverBudget, match="combinations: give it a way to weigh them"):
        _ = in_order(*[6] * 10).outcomes


def test_dice_are_named_as_at_a_table():
    assert name_dice((6, 6, 8)) == "2d6 + 1d8"


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ([3], "1 face was given for 1d6 + 1d8, which needs 2"),
        ([7, 7], "die 1 of 1d6 + 1d8 shows 7: a d6 shows 1 to 6"),
        ([6, 0], "die 2 of 1d6 + 1d8 shows 0: a d8 shows 1 to 8"),
        (["3", 1], "die 1 of 1d6 + 1d8 shows 3: a d6 shows 1 to 6"),
        ([1, 2.5], "die 2 of 1d6 + 1d8 shows 2.5: a d8 shows 1 to 8"),
        ([True, 1], "die 1 of 1d6 + 1d8 shows True: a d6 shows 1 to 6"),
        ([None, 1], "die 1 of 1d6 + 1d8 shows None: a d6 shows 1 to 6"),
    ],
)
def test_faces_that_the_dice_cannot_show_are_refused_by_the_die(faces, sentence):
    with pytest.raises(IllegalFaces) as refused:
        check_faces((6, 8), faces)
    assert str(refused.value) == sentence


@given(reading=readings, data=st.data())
def test_faces_that_the_dice_can_show_are_taken(reading, data):
    reading.check([data.draw(st.integers(1, d)) for d in reading.dice])


def test_dice_may_have_names_one_for_each():
    assert in_order(6, 8).naming("combat die", "malfunction die").names == ("combat die", "malfunction die")
    with pytest.raises(ValueError, match="has 2 dice"):
        in_order(8, 8).naming("combat die")


def test_a_record_says_how_likely_it_was_that_the_dice_would_be_read_so():
    table = Script(None, faces=[6, 5, 3])
    table.roll(at_least(2, 5), "some.rule")
    table.roll(total(1).map(lambda face: face > 2, "more than 2"), "some.rule")
    assert [round(it.chance, 3) for it in table.rolls] == [0.111, 0.667]
