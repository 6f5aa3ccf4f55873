"""Equal states have equal keys, and different ones different keys."""

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from adjudge.odds.keys import keyer


class Side(Enum):
    RED = "red"
    BLUE = "blue"


class Weapon(Struct, frozen=True):
    name: str
    traits: tuple[str, ...] = ()


class Wound(Struct):
    place: Literal["arm", "leg"]
    deep: bool = False


class Figure(Struct):
    id: str
    life: Annotated[int, msgspec.Meta(ge=0)]
    side: Side
    weapon: Weapon | None = None
    wounds: list[Wound] = []
    uses: dict[str, int] = {}
    place: tuple[float, float] | None = None
    badge: bool | int | str = 0
    within: set[str] = set()


class Battle(Struct):
    figures: dict[str, Figure]
    order: list[str] = []
    anything: Any = None


weapons = st.builds(Weapon, st.sampled_from("ab"), st.sampled_from([(), ("quick",)]))
figures = st.builds(
    Figure,
    id=st.sampled_from("pq"),
    life=st.integers(0, 1),
    side=st.sampled_from(Side),
    weapon=st.none() | weapons,
    wounds=st.lists(st.builds(Wound, st.sampled_from(["arm", "leg"]), st.booleans()), max_size=2),
    uses=st.dictionaries(st.sampled_from("xy"), st.integers(0, 1), max_size=2),
    place=st.none() | st.tuples(st.sampled_from([0.0, 1.5]), st.just(0.0)),
    within=st.sets(st.sampled_from("uv")),
)
battles = st.builds(
    Battle,
    figures=st.dictionaries(st.sampled_from("pq"), figures, max_size=2),
    order=st.lists(st.sampled_from("pq"), max_size=2),
    anything=st.sampled_from([None, [1], {"a": (1, 2)}, Wound("arm"), Weapon("a")]),
)


def in_order(battle: Battle):
    """All there is to know of a state, the order of its dicts too."""
    return battle, list(battle.figures), [list(figure.uses) for figure in battle.figures.values()]


@given(battles, battles)
def test_states_are_equal_just_if_their_keys_are(one, other):
    key_of = keyer(Battle)
    assert (key_of(one) == key_of(other)) == (in_order(one) == in_order(other))
    assert len({key_of(one), key_of(other)}) == (1 if in_order(one) == in_order(other) else 2)


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, "1")])
def test_where_the_annotation_leaves_the_type_open_it_is_part_of_the_key(one, other):
    def key(badge):
        return keyer(Figure)(Figure("p", 1, Side.RED, badge=badge))

    assert key(one) != key(other)
    assert key(one) == key(one)


def test_the_order_of_a_dict_counts_since_rules_may_go_by_it():
    def key(*names):
        return keyer(Battle)(Battle({name: Figure(name, 1, Side.RED) for name in names}))

    assert key("p", "q") != key("q", "p")
