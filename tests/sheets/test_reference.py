"""Reference cards: every game here has them, they fit a page or two, and they say nothing that its rulebook lacks."""

import re
from dataclasses import replace

import pytest

from adjudge.engine import games
from adjudge.engine.errors import UnknownName
from adjudge.engine.reference import Reference, ReferenceCard, Step, table_of
from adjudge.sheets.plain import WIDTH
from adjudge.sheets.reference import GAP, ROOM, _widths, reference_pdf, reference_text
from tests.engine import duel

BOOKS = ("rdz", "akula", "mdrg", "regiment", "regulus")


@pytest.mark.parametrize("name", BOOKS)
def test_the_cards_of_a_game_hold_an_order_of_play_and_tables_of_its_rulebook(name):
    game = games()[name]
    assert list(game.cards.problems(game.rulebook)) == []
    assert any(card.steps for card in game.cards.card)
    text = reference_text(game)
    assert max(map(len, text.splitlines())) <= WIDTH
    for card in game.cards.card:
        assert card.title in text


@pytest.mark.parametrize("name", BOOKS)
def test_they_fit_two_pages(name):
    pdf = reference_pdf(games()[name])
    assert pdf.startswith(b"%PDF")
    pages = max(int(count) for count in re.findall(rb"/Count (\d+)", pdf))
    assert pages <= 2


def test_a_card_that_shows_what_is_not_there_is_found():
    book = games()["rdz"].rulebook
    cards = Reference(
        (
            ReferenceCard("Nothing", table="table.nothing"),
            ReferenceCard("Whom", table="table.regulator-attacked", columns=("sorrow",)),
            ReferenceCard("Order", steps=(Step("Dance", "patrol.dance"),)),
        )
    )
    found = " ".join(cards.problems(book))
    assert "table.nothing" in found
    assert "'sorrow'" in found
    assert "'patrol.dance'" in found


def test_a_game_without_cards_says_so():
    with pytest.raises(UnknownName, match="does not have"):
        reference_text(replace(duel.game, reference=Reference()))


@pytest.mark.parametrize("name", BOOKS)
def test_a_wide_table_shares_the_column_so_that_nothing_runs_into_its_neighbour(name):
    game = games()[name]
    for card in game.cards.card:
        table = table_of(card, game.rulebook)
        if table is not None:
            widths = _widths([table.columns, *table.rows], ROOM)
            assert sum(widths) + GAP * (len(widths) - 1) <= 1.1 * ROOM, card.title
