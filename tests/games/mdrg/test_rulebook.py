"""The rulebook of the game, and what of it is implemented and tested."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

from adjudge.engine.rulebook import Rulebook, citations
from adjudge.games.mdrg import ability as moments
from adjudge.games.mdrg import book
from adjudge.games.mdrg.rulings import Rulings

BOOK = Rulebook.load("adjudge.games.mdrg")
SOURCE = Path(book.__file__).parent
TESTS = Path(__file__).parent


def cited(folder):
    return citations([path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))])


def test_every_switch_of_the_rulebook_is_a_field_of_the_rulings_with_the_same_choices():
    hints = get_type_hints(Rulings)
    fields = {name.replace("_", "-"): get_args(hint) for name, hint in hints.items()}
    assert fields == {ruling.id: tuple(ruling.choices) for ruling in BOOK.switches()}
    for name in hints:
        assert getattr(Rulings(), name) == get_args(hints[name])[0]


def test_every_special_rule_and_item_cites_a_rule_that_exists():
    specials = {entry.rule for entry in book.SPECIALS.values()} | {item.rule for item in book.GEAR.values()}
    types = {type.rule for type in book.TYPES.values()} | {species.rule for species in book.SPECIES.values()}
    assert specials | types | {table.rule for table in book.TABLES.values()} <= BOOK.ids


def test_rulings_speak_of_rules_that_exist():
    ids = {rule.id for rule in BOOK.rule}
    assert [ruling.id for ruling in BOOK.ruling if not set(ruling.rules) <= ids] == []


def test_every_rule_is_implemented_and_tested_or_left_out_for_a_reason():
    assert BOOK.uncovered(cited(SOURCE), cited(TESTS)) == []


def test_whatever_is_left_out_exists_and_is_not_done_after_all():
    ids = {rule.id for rule in BOOK.rule}
    assert {entry.id for entry in BOOK.omitted} <= ids
    assert all(entry.because for entry in BOOK.omitted)


def test_whatever_speaks_at_a_moment_cites_a_rule_that_exists():
    """The traits of weapons and what a battle does to a model too: what they decide is told with their rule."""
    assert {id: moments.voice(id).rule for id in moments._KNOWN if moments.voice(id).rule not in BOOK.ids} == {}
