"""A copy equals its original and shares nothing with it that could change."""

from collections import deque
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from adjudge.engine.copying import copy, copy_any


class Side(Enum):
    RED = "red"
    BLUE = "blue"


class Weapon(Struct, frozen=True):
    name: str


class Wound(Struct):
    place: Literal["arm", "leg"]
    deep: bool = False


class Figure(Struct, kw_only=True):
    id: str
    life: Annotated[int, msgspec.Meta(ge=0)] = 1
    side: Side = Side.RED
    weapon: Weapon | None = None
    wounds: list[Wound] = []
    worst: Wound | None = None
    uses: dict[str, int] = {}
    within: set[str] = set()
    notes: Annotated[list[str], msgspec.Meta(max_length=9)] = []
    trail: list[list[int]] = []


class Battle(Struct):
    figures: dict[str, Figure]
    order: list[str] = []
    anything: Any = None
    first: Figure | Wound | None = None


wounds = st.builds(Wound, st.sampled_from(["arm", "leg"]), st.booleans())
figures = st.builds(
    Figure,
    id=st.sampled_from("pq"),
    side=st.sampled_from(Side),
    weapon=st.none() | st.builds(Weapon, st.sampled_from("ab")),
    wounds=st.lists(wounds, max_size=2),
    worst=st.none() | wounds,
    uses=st.dictionaries(st.sampled_from("xy"), st.integers(), max_size=2),
    within=st.sets(st.sampled_from("uv")),
    notes=st.lists(st.text(max_size=2), max_size=2),
    trail=st.lists(st.lists(st.integers(), max_size=2), max_size=2),
)
battles = st.builds(
    Battle,
    figures=st.dictionaries(st.sampled_from("pq"), figures, max_size=2),
    order=st.lists(st.sampled_from("pq")),
    anything=st.sampled_from([None, 3, [[1]], {"a": {1, 2}}, (1, [2]), Wound("arm"), Weapon("a")]),
    first=st.none() | figures | wounds,
)


def mutable_parts(value: Any) -> list[Any]:
    """Everything in a value that could be changed."""
    if isinstance(value, Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, (list, tuple, set)):
        inner = list(value)
    else:
        return []
    own = [] if isinstance(value, (tuple, Weapon)) else [value]
    return own + [part for item in inner for part in mutable_parts(item)]


@given(battles)
def test_a_copy_is_equal_and_shares_nothing_mutable(battle):
    twin = copy(battle)
    assert twin == battle
    assert not {id(part) for part in mutable_parts(battle)} & {id(part) for part in mutable_parts(twin)}


@given(battles)
def test_a_copy_keeps_types_and_the_order_of_dicts(battle):
    assert msgspec.json.encode(copy(battle), order=None) == msgspec.json.encode(battle, order=None)
    assert type(copy(battle).first) is type(battle.first)


def test_what_is_frozen_is_shared():
    weapon = Weapon("rifle")
    assert copy(Figure(id="p", weapon=weapon)).weapon is weapon


class Spot(NamedTuple):
    x: int
    marks: list[str]


class Marked(Struct):
    spot: Spot
    seen: deque[int]


def test_named_tuples_stay_what_they_are_and_nothing_unknown_is_shared():
    marked = Marked(Spot(1, ["a"]), deque([1]))
    twin = copy(marked)
    assert (twin, type(twin.spot), type(twin.seen)) == (marked, Spot, deque)
    twin.spot.marks.append("b")
    twin.seen.append(2)
    assert marked == Marked(Spot(1, ["a"]), deque([1]))


@pytest.mark.parametrize("value", [None, 3, "text", [1, [2]], {"a": {1}}, Wound("leg")], ids=repr)
def test_anything_can_be_copied(value):
    assert copy_any(value) == value
    assert not {id(part) for part in mutable_parts(value)} & {id(part) for part in mutable_parts(copy_any(value))}
