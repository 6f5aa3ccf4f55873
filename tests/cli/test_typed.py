"""What people type is read as they mean it; what is legal stays the question's affair."""

import pytest

from adjudge.cli.typed import hotkeys, samples_of, typed_faces, understand
from adjudge.engine import Allocate, Choose, ChooseSome, Option, PickPoint, Write
from adjudge.engine.errors import IllegalAnswer, IllegalFaces
from tests.cli.arena import Near


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (Choose(["left", "right"]), "left", "left"),
        (Choose([1, 2, 3]), "3", 3),
        (Choose(["1", "2"]), "2", "2"),
        (Choose(["a"], lambda key: "Attack at dawn"), "attack AT dawn", "a"),
        (ChooseSome(["a", "b", "c"]), "c, a", ("c", "a")),
        (ChooseSome(["a", "b"]), "", ()),
        (PickPoint(Near(5.0)), "6.5,4", (6.5, 4.0)),
        (PickPoint(Near(5.0)), "(6.5 4)", (6.5, 4.0)),
        (PickPoint(Near(5.0)), "1", (3.0, 4.0)),
        (Allocate(3, ["x", "y"]), "1 2", {"x": 1, "y": 2}),
        (Allocate(3, ["x", "y"]), "y=3", {"x": 0, "y": 3}),
        (Write(), "  hello  ", "hello"),
        (Write(suggestion="run"), "", "run"),
        (Write(optional=True), "", ""),
    ],
)
def test_an_answer_is_read(question, text, answer):
    assert understand(question, text, "rule.id") == answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (Choose(["left", "right"]), "up"),
        (ChooseSome(["a", "b"], most=1), "a b"),
        (PickPoint(Near(5.0)), "nowhere"),
        (PickPoint(Near(5.0)), "50,50"),
        (Allocate(3, ["x", "y"]), "1 1"),
        (Allocate(3, ["x", "y"]), "1 1 1"),
        (Allocate(3, ["x", "y"]), "one two"),
        (Allocate(3, ["x", "y"]), "z=3"),
        (Write(), ""),
    ],
)
def test_what_does_not_fit_is_refused_with_the_rule(question, text):
    with pytest.raises(IllegalAnswer, match=r"rule\.id"):
        understand(question, text, "rule.id")


def test_options_get_the_key_they_ask_for_and_the_others_what_is_left():
    options = (Option("a", "Attack", hotkey="1"), Option("b", "Bolt"), Option("c", "Cower", hotkey="c"))
    assert {key: option.key for key, option in hotkeys(options).items()} == {"1": "a", "2": "b", "c": "c"}


def test_two_options_that_ask_for_one_key_get_different_ones():
    options = (Option("a", "Attack", hotkey="x"), Option("b", "Bolt", hotkey="x"))
    assert {key: option.key for key, option in hotkeys(options).items()} == {"x": "a", "1": "b"}


def test_past_the_last_letter_options_have_no_key():
    assert len(hotkeys(tuple(Option(number, str(number)) for number in range(50)))) == 35


def test_many_samples_are_thinned_out():
    class Wide(Near, frozen=True):
        def samples(self):
            return [(float(step), 0.0) for step in range(100)]

    assert 6 <= len(samples_of(PickPoint(Wide(0.0)))) <= 12


@pytest.mark.parametrize(
    ("text", "dice", "faces"), [("4 2", (6, 6), [4, 2]), ("42", (6, 6), [4, 2]), ("10,3", (10, 6), [10, 3])]
)
def test_faces_are_read(text, dice, faces):
    assert typed_faces(text, dice) == faces


@pytest.mark.parametrize(
    ("text", "dice"), [("7", (6,)), ("4", (6, 6)), ("x", (6,)), ("", (6,)), ("12", (10, 10)), ("-1", (6,))]
)
def test_faces_that_the_dice_cannot_show_are_refused(text, dice):
    with pytest.raises(IllegalFaces):
        typed_faces(text, dice)
