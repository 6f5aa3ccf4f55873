"""Forms: fields from the struct that a paper is read into, texts that come of them, and where a finding belongs."""

from dataclasses import replace

import pytest
from msgspec import Struct

from adjudge.engine import Finding, Paper, Scene
from adjudge.engine.forms import Form, place_of, placed, read_document, to_toml, written
from tests.engine.test_papers import PAPER, Knight

ODD = {
    "name": 'A "quoted"\nname',
    "a key": True,
    "table": {"width": 36, "depth": 24.5},
    "spots": [[1, 2], [3, 4]],
    "nothing": [],
    "entry": [
        {"name": "x", "openings": [{"at": [0, 1]}, {"at": [2, 3], "closed": True}]},
        {"name": "y", "inner": {"a": {}}},
    ],
}


def test_whatever_a_form_holds_is_read_back_from_its_text_as_it_was():
    assert read_document(to_toml(ODD)) == ODD
    assert read_document(written(ODD, "json")) == ODD
    assert read_document(to_toml({**ODD, "left_out": None})) == ODD


OURS = """# Ours.
# Do not lend.

name = "Camp # 1" # not the other one
# Counted twice.
food = 7

# The one with the scar.
[[model]]
name = "Vera"  # my favourite
traits = [
  "brave", # she is
]

[[model]] # on loan
name = "Karl"
# to be healed
scars = 2
"""


def test_comments_stay_where_they_stood():
    document = read_document(OURS)
    vera, karl = document["model"]
    assert written({**document, "food": 8, "model": [{**vera, "traits": []}, karl]}, before=OURS) == (
        OURS.replace("food = 7", "food = 8")
        .replace('"Camp # 1" # not', '"Camp # 1"  # not')
        .replace('traits = [\n  "brave", # she is\n]', "traits = []")
        .replace("]] # on", "]]  # on")
    )


def test_comments_go_with_their_entry():
    document = read_document(OURS)
    vera, karl = document["model"]
    swapped = written({**document, "model": [{"name": "New"}, karl, vera]}, before=OURS)
    new, other, first = swapped.split("[[model]]")[1:]
    assert ("#" in new.replace("# The", ""), "on loan" in other, "to be healed" in other) == (False, True, True)
    assert other.endswith("# The one with the scar.\n")
    assert "my favourite" in first
    renamed = written({**document, "model": [{**vera, "name": "Vera II"}, karl]}, before=OURS)
    assert 'name = "Vera II"  # my favourite' in renamed
    alone = written({**document, "model": [vera]}, before=OURS)
    assert ("on loan" in alone, "favourite" in alone) == (False, True)


def test_comments_never_change_what_a_text_says():
    before = 'note = """\n# no comment\nname = 1 # either\n"""\n# one\nname = 2\n'
    assert written({"note": "x", "name": 3}, before=before) == 'note = "x"\n# one\nname = 3\n'
    assert read_document(written(ODD, before="name = 1 # '\n" + to_toml(ODD))) == ODD


def test_an_authors_paper_gets_its_form_from_what_its_reading_returns():
    assert PAPER.filling is not None
    assert PAPER.filling.kind is Knight
    assert set(PAPER.filling.schema["$defs"]["Knight"]["properties"]) == {"name", "lances"}


def read_backwards(text: str) -> Knight:
    return Knight(text[::-1])


def test_a_paper_whose_text_is_no_document_stays_a_text():
    assert replace(PAPER, read=read_backwards).filling is None
    assert replace(PAPER, read=lambda text: Knight(text)).filling is None
    assert replace(PAPER, examples=()).filling is None


def test_a_form_of_ones_own_goes_before():
    class Squire(Struct):
        name: str

    own = Form(kind=Squire)
    assert replace(PAPER, form=own).filling is own
    assert Paper(name="x", title="X", about="", read=str, show=lambda thing: Scene("x")).filling is None


DOCUMENT = {
    "size": 5,
    "model": [{"name": "Karl", "traits": []}, {"name": "Rosa (the elder)"}],
    "terrain": [{"kind": "woods"}, {"kind": "woods"}, {"name": "Old mill", "kind": "building"}],
    "zed": [{"kind": "shambler", "at": [[1, 1], [2, 2], [3, 3]]}],
}


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("size", "size"),
        ("model[1].traits", "model[1].traits"),
        ("model[0] (Karl).traits", "model[0].traits"),
        ("model[7].traits", "model"),
        ("Karl", "model[0]"),
        ("model Rosa (the elder): gear", "model[1].gear"),
        ("terrain 3 (Old mill): rect", "terrain[2].rect"),
        ("terrain old-mill/door-1: shape", "terrain[2].shape"),
        ("terrain woods-2: shape", "terrain[1].shape"),
        ("zed shambler 3: at", "zed[0].at"),
        ("sheet.size", "size"),
        ("", ""),
        ("nobody at all", ""),
        ("a" * 10_000 + "!", ""),
    ],
)
def test_a_finding_is_put_where_it_belongs(where, path):
    assert place_of(where, DOCUMENT) == path


def test_a_finding_that_knows_its_place_keeps_it():
    told = Finding("odd", "x", "Karl", path="model[1]")
    assert placed(told, DOCUMENT).path == "model[1]"
