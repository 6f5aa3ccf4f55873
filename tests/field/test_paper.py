"""A map as a paper: made, read, found fault with, drawn."""

import pytest

from adjudge.engine import BadInput
from adjudge.engine.papers import examine
from adjudge.field.maps import MOST_BASES, MOST_PIECES
from adjudge.field.paper import MAP
from adjudge.field.svg import draw
from adjudge.sheets import as_text

FORD = MAP.sample("the-ford")


def found(text):
    return [(it.where, it.text) for it in examine(MAP, text).findings]


def test_the_example_is_sound_and_is_shown_with_its_pieces():
    examined = examine(MAP, FORD)
    assert examined.findings == ()
    shown = MAP.show(examined.thing)
    assert shown.note == "24 by 18 inch, bases of 1"
    assert "copse           woods, 20,11" in as_text(shown)


def test_all_problems_are_found_at_once_and_the_map_is_still_drawn():
    text = (
        FORD
        + '\n[[terrain]]\nname = "rock"\nkind = "solid"\nrect = [4, 5, 3, 3]\n[[zone]]\nkind = "exit"\nat = [30, 3]\n'
    )
    examined = examine(MAP, text)
    assert {it.where for it in examined.findings} == {"zone exit-3: shape", "terrain rock: shape"}
    assert draw(examined.thing).startswith("<svg")


def test_an_entry_that_makes_no_sense_is_named_with_its_field():
    assert found(FORD.replace('"woods"', '"jelly"'))[0][0] == "terrain 3 (copse): kind"
    assert found("id = 1")[0][0] == "map: id"
    assert found("[[")[0][1].startswith("not valid TOML")


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("base = 1", "base = nan"),
        ("base = 1", "base = 0.00001"),
        ("width = 24", "width = inf"),
        ("width = 24", f"width = {MOST_BASES + 1}"),
        ("circle = [20, 11, 2.5]", "circle = [20, 11, inf]"),
        ("[[13, 0], [15, 0], [17, 18], [15, 18]]", str([[i, i * i] for i in range(300)])),
    ],
)
def test_sizes_without_end_are_refused_at_once(line, instead):
    assert line in FORD
    assert not examine(MAP, FORD.replace(line, instead)).is_readable


def test_more_pieces_than_a_table_holds_are_refused():
    pieces = "".join(f'\n[[terrain]]\nkind = "woods"\ncircle = [5, 5, 1]\nid = "w{i}"' for i in range(MOST_PIECES))
    assert "at most" in found(FORD + pieces)[0][1]


def test_the_same_wishes_and_seed_make_the_same_sound_map():
    made = MAP.made({"width": 30, "layout": "balanced"}, 4)
    assert made == MAP.made({"width": 30, "layout": "balanced"}, 4)
    assert examine(MAP, made).findings == ()


def test_wishes_that_no_table_can_grant_are_refused():
    with pytest.raises(BadInput, match="at most 40 in all"):
        MAP.made({"terrain": [{"count": 20}] * 3}, 1)
    with pytest.raises(BadInput, match="less than half of the depth"):
        MAP.made({"deployment": 18}, 1)


def test_no_word_of_a_map_becomes_part_of_the_drawing():
    text = FORD.replace("The ford", "</title><script>alert(1)</script>").replace("copse", "<b onload=x>")
    drawing = draw(examine(MAP, text).thing)
    assert "<script" not in drawing
    assert "<b " not in drawing


def test_a_map_with_commands_to_a_terminal_in_its_name_is_refused():
    (finding,) = examine(MAP, FORD.replace("The ford", "The ford\\u0000")).findings
    assert "control characters" in finding.text
