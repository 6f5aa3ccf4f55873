import pytest

from adjudge.engine.forms import to_toml
from adjudge.field import FieldError
from adjudge.field.generate import Fairness, Table, Wish, document, fairness, generate
from adjudge.field.maps import map_from_text, problems
from tests.field.scenes import the_map

WISHES = (Wish("solid", 4, 3, 6), Wish("woods", 2, 4, 6, round=True), Wish("low", 4, 1, 4, height=1.0))
TABLE = Table(36, 36, wishes=WISHES)


@pytest.mark.parametrize("layout", ["symmetric", "balanced"])
def test_a_generated_table_has_all_that_was_wished_for_and_passes_the_validator(layout):
    battlemap = generate(7, TABLE, layout, tolerance=0.2)
    kinds = [kind for piece in battlemap.pieces for kind in sorted(piece.traits)]
    assert {kind: kinds.count(kind) for kind in ("solid", "woods", "low")} == {"solid": 4, "woods": 2, "low": 4}
    assert list(problems(battlemap)) == []


def test_the_same_seed_gives_the_same_table_and_another_seed_another():
    assert generate(7, TABLE) == generate(7, TABLE)
    assert generate(7, TABLE).pieces != generate(8, TABLE).pieces


@pytest.mark.parametrize("seed", range(3))
def test_a_symmetric_table_is_perfectly_fair(seed):
    assert fairness(generate(seed, TABLE)).worst == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("seed", range(2))
def test_a_balanced_table_is_as_fair_as_was_asked(seed):
    assert fairness(generate(seed, TABLE, "balanced", tolerance=0.15)).worst <= 0.15


def test_unfairness_is_measured():
    lopsided = map_from_text("""
id = "lopsided"
title = "All the cover in the south"
table = { width = 36, depth = 36 }
[[terrain]]
kind = "solid"
rect = [4, 6, 28, 4]
[[zone]]
kind = "deployment"
id = "south"
rect = [0, 0, 36, 4]
[[zone]]
kind = "deployment"
id = "north"
rect = [0, 32, 36, 4]
""")
    measured = fairness(lopsided)
    assert measured.worst > 0.5
    assert measured.seen[0] > measured.seen[1]  # zones by id: north sees more


def test_a_fair_table_has_equal_chances():
    assert Fairness((0.4, 0.4), (0.2, 0.2), (10.0, 10.0)).worst == 0
    assert Fairness((0.4, 0.4), (0.2, 0.1), (10.0, 10.0)).worst == 0.5


def test_a_generated_table_can_be_written_down():
    assert map_from_text(to_toml(document(7, TABLE)), "x") == generate(7, TABLE)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (Wish("lava", 2, 1, 2), "wish lava: kind: is not one of bridge, broken, "),
        (Wish("solid", 2, 3, 2), "wish solid: smallest: must be more than 0 and at most the largest"),
        (Wish("solid", 3, 1, 2), "wish solid: count: a symmetric table needs an even number, not 3"),
        (Wish("solid", 40, 12, 12), "table 7: wishes: no fair table with all of them was found in"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused_with_one_sentence(wish, message):
    with pytest.raises(FieldError) as caught:
        generate(7, Table(36, 36, wishes=(wish,)))
    assert str(caught.value).startswith(message)


def test_fairness_needs_two_sides():
    with pytest.raises(FieldError, match="fairness needs two deployment zones, and there are 1"):
        fairness(the_map("mill-road"))
