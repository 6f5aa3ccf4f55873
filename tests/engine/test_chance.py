"""Dice that can be trusted: fair, bound before the first roll, and to be worked out again by anybody."""

from collections import Counter
from hashlib import blake2b, sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engine.chance import FairDice, FastDice, commitment

HIGHEST_CHI_SQUARE = {4: 21.1, 6: 25.7, 8: 29.9, 10: 33.7, 20: 50.8, 100: 160.0}
"""For one less degrees of freedom than sides: exceeded by fair dice in one case out of ten thousand."""
ROLLS = 30_000


def chi_square(faces: Counter[int], sides: int) -> float:
    expected = faces.total() / sides
    return sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1))


@pytest.mark.parametrize("sides", HIGHEST_CHI_SQUARE)
def test_fair_dice_are_fair(sides):
    dice = FairDice(b"a secret")
    faces = Counter(face for number in range(ROLLS // 10) for face in dice.faces(number, [sides] * 10))
    assert set(faces) == set(range(1, sides + 1))
    assert chi_square(faces, sides) < HIGHEST_CHI_SQUARE[sides]


@pytest.mark.parametrize("sides", HIGHEST_CHI_SQUARE)
def test_fast_dice_are_fair(sides):
    dice = FastDice("a seed")
    faces = Counter(dice.sixes(ROLLS) if sides == 6 else dice.draw([sides] * ROLLS))
    assert set(faces) == set(range(1, sides + 1))
    assert chi_square(faces, sides) < HIGHEST_CHI_SQUARE[sides]


def test_neighbouring_rolls_have_nothing_to_do_with_each_other():
    dice = FairDice(b"a secret")
    pairs = Counter((dice.faces(n, [6])[0] - 1) * 6 + dice.faces(n + 1, [6])[0] for n in range(20_000))
    assert chi_square(pairs, 36) < 73.5


def test_a_loaded_die_would_be_found():
    faces = Counter(dict.fromkeys(range(1, 7), ROLLS // 6))
    faces[6] += ROLLS // 40
    assert chi_square(faces, 6) > HIGHEST_CHI_SQUARE[6]


@given(secret=st.binary(max_size=80), number=st.integers(0, 10_000), dice=st.lists(st.integers(1, 255), max_size=80))
def test_the_faces_of_a_roll_follow_from_the_secret_and_its_number_alone(secret, number, dice):
    fair = FairDice(secret)
    fair.faces(number + 1, dice)
    assert fair.faces(number, dice) == FairDice(secret).faces(number, dice)
    assert all(1 <= face <= sides for face, sides in zip(fair.faces(number, dice), dice, strict=True))


def test_anybody_can_work_out_a_face_with_the_published_recipe():
    secret, number = b"a secret", 17
    stream = blake2b(f"{number}/0".encode(), key=secret).digest()
    by_hand = [byte % 6 + 1 for byte in stream if byte < 252][:5]
    assert list(FairDice(secret).faces(number, [6] * 5)) == by_hand


def test_the_commitment_binds_the_secret_and_does_not_tell_it():
    assert commitment(b"a secret") == sha256(b"adjudge dice\0a secret").hexdigest() == FairDice(b"a secret").commitment
    assert commitment(b"a secret") != commitment(b"a secreu")
    assert b"a secret".hex() not in commitment(b"a secret")


def test_fast_dice_come_again_for_a_seed_and_differ_for_another():
    assert FastDice(5).sixes(500) == FastDice(5).sixes(500) != FastDice(6).sixes(500)


@given(counts=st.lists(st.integers(1, 3000), max_size=20))
def test_fast_dice_lose_no_face_between_handfuls(counts):
    at_once, one_by_one = FastDice("seed").sixes(sum(counts) or 1), FastDice("seed")
    handfuls = b"".join(one_by_one.sixes(count) for count in counts)
    assert handfuls == at_once[: sum(counts)]


@given(secret=st.binary(max_size=80), number=st.integers(0, 10**6), count=st.integers(1, 150))
def test_many_sixes_show_the_same_whether_thrown_alone_or_beside_another_die(secret, number, count):
    dice = FairDice(secret)
    assert dice.faces(number, [6] * count) == dice.faces(number, [6] * count + [8])[:count]
