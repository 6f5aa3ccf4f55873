"""The closed set of questions: which answers are legal, what is said of those that are not, what need not be asked."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engine import (
    Allocate,
    Choose,
    ChooseSome,
    Floor,
    IllegalAnswer,
    Option,
    PickPoint,
    Question,
    Script,
    Sealed,
    Table,
    Write,
)
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import DeadEnd, NoPolicy
from adjudge.engine.questions import Point
from adjudge.engine.table import Playout, one_bot, random_bot
from adjudge.odds import distribution


class Square:
    """A region of side 2 around the origin."""

    def admits(self, point: Point) -> bool:
        return max(map(abs, point)) <= 1

    def samples(self) -> list[Point]:
        return [(0.0, 0.0), (0.5, -1.0)]

    def outline(self) -> Any:
        return {"square": 2}


class Nowhere(Square):
    def admits(self, point: Point) -> bool:
        return False

    def samples(self) -> list[Point]:
        return []


DOORS = Choose(["left", "right"])
NUMBERED = Choose([0, 1, 2])
TWO_OF_FOUR = ChooseSome(["a", "b", "c", "d"], least=1, most=2)
SPOT = PickPoint(Square())
FIVE = Allocate(5, ["head", "body"], most=4)
UP_TO_FIVE = Allocate(5, ["head", "body"], exactly=False)
WORDS = Write(limit=10)
WORDS_OR_NOT = Write(limit=10, optional=True)
BIDS = Sealed({"red": NUMBERED, "blue": DOORS})
OPEN = Floor({"red": NUMBERED, "blue": DOORS})

QUESTIONS: list[Question[Any]] = [
    DOORS,
    NUMBERED,
    TWO_OF_FOUR,
    SPOT,
    FIVE,
    UP_TO_FIVE,
    WORDS,
    WORDS_OR_NOT,
    BIDS,
    OPEN,
]


@pytest.mark.parametrize(
    ("question", "answer", "read"),
    [
        (DOORS, "left", "left"),
        (NUMBERED, 0, 0),
        (TWO_OF_FOUR, ["d", "a"], ("d", "a")),
        (TWO_OF_FOUR, ("b",), ("b",)),
        (SPOT, [0.12345, -1], (0.123, -1.0)),
        (FIVE, {"head": 1, "body": 4}, {"head": 1, "body": 4}),
        (UP_TO_FIVE, {"body": 2}, {"head": 0, "body": 2}),
        (UP_TO_FIVE, {}, {"head": 0, "body": 0}),
        (WORDS, "  well\n", "well"),
        (WORDS, "zwölf 一二", "zwölf 一二"),
        (WORDS_OR_NOT, "   ", ""),
        (BIDS, {"blue": "left", "red": 2}, {"red": 2, "blue": "left"}),
        (OPEN, ["blue", "right"], ("blue", "right")),
    ],
)
def test_a_legal_answer_is_read_as_the_rule_wants_it(question, answer, read):
    assert question.check(answer, "some.rule") == read


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (DOORS, "up"),
        (DOORS, 0),
        (DOORS, None),
        (DOORS, ["left"]),
        (NUMBERED, True),
        (NUMBERED, 1.0),
        (NUMBERED, "1"),
        (TWO_OF_FOUR, []),
        (TWO_OF_FOUR, ["a", "b", "c"]),
        (TWO_OF_FOUR, ["a", "a"]),
        (TWO_OF_FOUR, ["a", "z"]),
        (TWO_OF_FOUR, "ab"),
        (TWO_OF_FOUR, {"a": 1}),
        (SPOT, [0.5]),
        (SPOT, [0.5, 0.5, 0.5]),
        (SPOT, [1.5, 0]),
        (SPOT, ["0", "0"]),
        (SPOT, [float("nan"), 0]),
        (SPOT, [float("inf"), 0]),
        (SPOT, [10**400, 0]),
        (SPOT, [True, False]),
        (SPOT, None),
        (FIVE, {"head": 5}),
        (FIVE, {"head": 1, "body": 1}),
        (FIVE, {"head": 1, "body": 4, "leg": 0}),
        (FIVE, {"head": -1, "body": 4}),
        (FIVE, {"head": 1.0, "body": 4}),
        (FIVE, {"head": True, "body": 4}),
        (FIVE, [1, 4]),
        (UP_TO_FIVE, {"head": 3, "body": 3}),
        (WORDS, ""),
        (WORDS, " \n "),
        (WORDS, "x" * 11),
        (WORDS, "a\0b"),
        (WORDS, "a\x1b[2Jb"),
        (WORDS, "a\x9b2Jb"),
        (WORDS, "a\x7fb"),
        (WORDS, "half \ud83d"),
        (WORDS, 7),
        (WORDS, None),
        (BIDS, {"red": 1}),
        (BIDS, {"red": 1, "blue": "left", "green": 1}),
        (BIDS, {"red": 1, "blue": "up"}),
        (BIDS, 1),
        (OPEN, ("green", 1)),
        (OPEN, ("red", "left")),
        (OPEN, "red"),
        (OPEN, ([], 1)),
    ],
)
def test_an_illegal_answer_is_refused_with_the_rule_and_what_is_allowed(question, answer):
    with pytest.raises(IllegalAnswer, match=r"illegal answer .* to some\.rule; use ") as refused:
        question.check(answer, "some.rule")
    assert refused.value.rule == "some.rule"
    assert str(refused.value).isprintable()


def test_the_refusal_lists_the_options_and_breaks_off_a_long_list():
    with pytest.raises(IllegalAnswer, match=r"illegal answer 'up' to door\.which; use left, right"):
        DOORS.check("up", "door.which")
    with pytest.raises(IllegalAnswer, match=r"use 0, 1, .* 11 and 88 more"):
        Choose(range(100)).check(100, "door.which")


@given(question=st.sampled_from(QUESTIONS), seed=st.integers())
def test_a_sample_is_a_legal_answer_that_survives_a_text_file(question, seed):
    sample = question.sample(Random(seed))
    stored = msgspec.json.decode(msgspec.json.encode(sample))
    assert question.check(stored, "some.rule") == question.check(sample, "some.rule")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["red", "blue", "head"]), inner),
)


@given(question=st.sampled_from(QUESTIONS), answer=json_values)
def test_whatever_is_answered_is_read_or_refused(question, answer):
    try:
        question.check(answer, "some.rule")
    except IllegalAnswer as refused:
        assert refused.rule == "some.rule"  # noqa: PT017


@given(seed=st.integers(), question=st.sampled_from([DOORS, NUMBERED, TWO_OF_FOUR]))
def test_samples_reach_every_number_of_options(seed, question):
    chance = Random(seed)
    samples = {question.sample(chance) for _ in range(400)}
    assert {option for sample in samples for option in (sample if isinstance(sample, tuple) else [sample])} == set(
        question.options
    )


# What need not be asked, and what cannot be.

FORCED: list[tuple[Question[Any], Any]] = [
    (Choose(["only"]), "only"),
    (Choose([0]), 0),
    (ChooseSome(["only"], least=1), ("only",)),
    (ChooseSome([], least=0), ()),
    (ChooseSome(["a", "b"], most=0), ()),
    (Allocate(0, ["head", "body"]), {"head": 0, "body": 0}),
    (Allocate(3, ["head"]), {"head": 3}),
    (Allocate(4, ["head", "body"], most=2), {"head": 2, "body": 2}),
    (Allocate(4, ["head"], most=0, exactly=False), {"head": 0}),
    (Allocate(4, [], exactly=False), {}),
    (Sealed({"red": Choose([0]), "blue": Choose(["only"])}), {"red": 0, "blue": "only"}),
    (Floor({"red": Choose([0])}), ("red", 0)),
    (Floor({"red": Choose[str]([]), "blue": Choose([0])}), ("blue", 0)),
]

EMPTY: list[Question[Any]] = [
    Choose([]),
    ChooseSome(["a"], least=2),
    ChooseSome(["a", "b", "c"], least=2, most=1),
    PickPoint(Nowhere()),
    Allocate(5, ["head", "body"], most=2),
    Allocate(5, ["head"], most=2),
    Allocate(1, []),
    Allocate(-1, ["head"]),
    Sealed({}),
    Sealed({"red": Choose([0, 1]), "blue": Choose([])}),
    Floor({}),
    Floor({"red": Choose([]), "blue": Choose([])}),
]


def asks(question: Question[Any]) -> Any:
    return lambda table: str(table.ask("red", "some.rule", question))


def by_script(question: Question[Any]) -> Any:
    return Script(None).ask("red", "some.rule", question)


def by_playout(question: Question[Any]) -> Any:
    table: Table[None] = Playout(None, one_bot(refuse_to_answer), FastDice(1))
    return table.ask("red", "some.rule", question)


def refuse_to_answer(asked: Any) -> Any:
    raise AssertionError(f"{asked.rule} was asked")


@pytest.mark.parametrize(("question", "only"), FORCED)
def test_a_forced_choice_is_not_asked(question, only):
    assert by_script(question) == only
    assert by_playout(question) == only
    assert dict(distribution(asks(question), None).items()) == {str(only): 1}
    assert question.check(only, "some.rule") == only


@pytest.mark.parametrize("question", EMPTY)
def test_a_question_without_an_option_is_a_dead_end_that_names_its_rule(question):
    for way in (by_script, by_playout, lambda it: distribution(asks(it), None)):
        with pytest.raises(DeadEnd, match=r"dead end: some\.rule asks red with no option to choose"):
            way(question)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_other_question_is_put(question):
    assert question.forced() is None
    assert not question.is_empty()
    with pytest.raises(AssertionError, match=r"some\.rule was asked"):
        by_playout(question)
    with pytest.raises(NoPolicy):
        distribution(asks(question), None)


@given(
    number=st.integers(-1, 6),
    slots=st.lists(st.sampled_from("abc"), unique=True),
    most=st.none() | st.integers(0, 4),
    exactly=st.booleans(),
)
def test_sharing_out_knows_how_many_ways_there_are(number, slots, most, exactly):
    question = Allocate(number, slots, most=most, exactly=exactly)
    ways = [way for way in shares(slots, max(number, 0)) if is_legal(question, way)]
    assert question.is_empty() == (not ways)
    if ways:
        assert (question.forced() is not None) == (len(ways) == 1)
        assert question.check(question.sample(Random(1)), "some.rule") in ways


def shares(slots: list[str], number: int) -> list[dict[str, int]]:
    ways: list[dict[str, int]] = [{}]
    for slot in slots:
        ways = [{**way, slot: share} for way in ways for share in range(number + 1)]
    return ways


def is_legal(question: Question[Any], answer: Any) -> bool:
    try:
        question.check(answer, "some.rule")
    except IllegalAnswer:
        return False
    return True


# What a screen sees.


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_can_be_shown_as_plain_data(question):
    shown = msgspec.json.decode(msgspec.json.encode(question.shown()))
    assert shown["kind"] in ("Choose", "PickPoint", "Allocate", "Write", "Several")


def test_options_are_described_only_when_somebody_looks():
    looked: list[str] = []

    def describe(key: str) -> Option:
        looked.append(key)
        return Option(key, key.upper(), rule="door.which")

    question = Choose(["left", "right"], describe)
    question.check("left", "door.which")
    question.sample(Random(1))
    random_bot_answer = by_any_bot(question)
    assert random_bot_answer in ("left", "right")
    assert looked == []
    assert [option.label for option in question.shown().options] == ["LEFT", "RIGHT"]  # type: ignore[attr-defined]


def by_any_bot(question: Question[Any]) -> Any:
    table: Table[None] = Playout(None, one_bot(random_bot), FastDice(1))
    return table.ask("red", "some.rule", question)


def test_the_wording_does_not_make_another_question():
    plain, worded = Choose([1, 2]), Choose([1, 2], lambda key: f"number {key}", prompt="Which?")
    assert plain.identity() == worded.identity()
    assert Choose([1, 2]).identity() != Choose([2, 1]).identity() != ChooseSome([2, 1]).identity()


class Keyed(Square):
    """A region that is dear to draw."""

    def key(self):
        return "the square"

    def outline(self):
        raise AssertionError("only a screen asks for this")


def test_a_region_with_a_key_is_told_from_others_by_it():
    assert PickPoint(Keyed()).identity() == ["pick-point", "the square"]
