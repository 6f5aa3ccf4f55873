"""Papers: what a text comes to, and what is wrong with it by which rule."""

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, Struct

from adjudge.engine import BadInput, Facts, Finding, Game, Paper, Scene
from adjudge.engine.inputs import convert
from adjudge.engine.papers import BadPaper, examine
from tests.engine.duel import game as duel


class Knight(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    lances: Annotated[int, Meta(ge=0)] = 0


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    name: str = "Nobody"


def read(text: str) -> Knight:
    if text == "a dragon":
        raise BadPaper("is no knight", "line 1", "duel.knights")
    return convert(Knight, msgspec.toml.decode(text), "knight")


def findings(knight):
    if knight.lances > 3:
        yield Finding("illegal", f"{knight.lances} lances, three are allowed", "lances", "duel.lances")
    if not knight.lances:
        yield Finding("odd", "no lance at all", "lances", "duel.lances")


PAPER = Paper(
    name="knight",
    title="Knight",
    about="Who rides.",
    rule="duel.knights",
    read=read,
    findings=findings,
    show=lambda knight: Scene(knight.name, (Facts("", (("lances", str(knight.lances)),)),)),
    examples=("percival",),
    example=lambda name: f'name = "{name}"\nlances = 2\n',
    make=lambda wishes, seed: f'name = "{wishes.name}"\nlances = {seed % 4}\n',
    wishes=Wishes,
)


def test_a_sound_paper_has_no_findings():
    examined = examine(PAPER, PAPER.sample("percival"))
    assert (examined.thing, examined.findings) == (Knight("percival", 2), ())
    assert examined.is_legal


def test_what_is_illegal_and_what_is_odd_are_told_apart_and_cited():
    illegal, odd = (examine(PAPER, f'name = "x"\nlances = {lances}') for lances in (4, 0))
    assert str(illegal.findings[0]) == "illegal: lances: 4 lances, three are allowed (duel.lances)"
    assert not illegal.is_legal
    assert odd.findings[0].grade == "odd"
    assert odd.is_legal


def test_a_field_that_does_not_fit_is_named_with_the_rule_of_the_paper():
    (found,) = examine(PAPER, 'name = "x"\nlances = "many"').findings
    assert (found.where, found.rule) == ("lances", "duel.knights")
    assert found.text == "'many' doesn't fit; use a whole number"


def test_a_paper_may_refuse_by_entry_and_rule_of_its_own():
    assert examine(PAPER, "a dragon").findings == (Finding("illegal", "is no knight", "line 1", "duel.knights"),)


@pytest.mark.parametrize("text", ["x = " + "9" * 5000, "x = " + "[" * 5000, "x = = ="], ids=["digits", "deep", "toml"])
def test_no_text_makes_reading_fail(text):
    examined = examine(PAPER, text)
    assert not examined.is_readable
    assert not examined.is_legal


def test_a_new_paper_follows_from_wishes_and_seed():
    assert PAPER.made({"name": "Gawain"}, 7) == 'name = "Gawain"\nlances = 3\n'
    with pytest.raises(BadInput, match="use name"):
        PAPER.made({"horse": 1}, 7)


def test_unknown_papers_and_examples_are_refused_by_name():
    game = Game(**{**vars_of(duel), "papers": (PAPER,)})
    assert game.paper("knight") is PAPER
    with pytest.raises(BadInput, match="use knight"):
        game.paper("squire")
    with pytest.raises(BadInput, match="has no papers"):
        Game(**{**vars_of(duel), "papers": ()}).paper("knight")
    with pytest.raises(BadInput, match="one of percival"):
        PAPER.sample("lancelot")


def vars_of(game):
    return {name: getattr(game, name) for name in game.__dataclass_fields__}
