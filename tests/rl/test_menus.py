"""Questions as numbered actions: whatever is taken, the answer is legal."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engine.questions import Allocate, Choose, ChooseSome, Write
from adjudge.rl.menus import Menu, Slots, evenly, menu_of

QUESTIONS = [
    Choose(["a", "b", "c"]),
    ChooseSome(["a", "b", "c", "d"], least=1, most=3),
    ChooseSome(["a", "b"], least=2),
    Allocate(5, ["left", "right"], most=4),
    Allocate(3, ["left", "right"], exactly=False),
    Write("?", suggestion="a word"),
    Write("?", optional=True),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda it: type(it).__name__)
@given(seed=st.integers(0, 10_000))
def test_any_way_through_the_menus_ends_in_a_legal_answer(question, seed):
    rng = Random(seed)
    taken = menu_of(question, rng)
    for _ in range(20):
        if not isinstance(taken, Menu):
            break
        taken = taken.take(rng.randrange(len(taken.names)))
    question.check(taken, "any.rule")


@given(st.integers(0, 400), st.integers(8, 300))
def test_every_entry_has_a_slot_of_its_own_as_long_as_there_are_enough(many, size):
    placed = Slots(size).place("a.rule", tuple(map(str, range(many))))
    assert len(placed) == min(size, many)
    assert len(set(placed.values())) == len(placed)
    assert all(0 <= slot < size for slot in placed)


def test_a_long_menu_is_thinned_evenly():
    assert list(evenly(3, 5)) == [0, 1, 2]
    assert list(evenly(10, 5)) == [0, 2, 4, 6, 8]
