"""What stands on a paper, in print."""

import builtins

import pytest

from adjudge.engine import Bar, Card, Cards, Facts, Paper, Prose, Scene, Step, Track, find_game
from adjudge.sheets import NoPrinter, as_text, as_typst, can_print, pdf_of, text_of

MARKED = '#panic("x") $5 "quoted" \\ [*bold*] <tag> @ref //'
SHEET = Scene(
    "The company",
    (
        Cards(
            "People", (Card("a", "Ann", "scout", bars=(Bar("Life", 3, 5),), lines=("a long bow",), tags=("brave",)),)
        ),
        Facts("Stores", (("food", "4"), ("debts", ""))),
        Prose("Orders", (MARKED,)),
        Track("Way", (Step("HQ"), Step("1"))),
    ),
    "of the north",
)


def paper(**more):
    return Paper(name="company", title="Company", about="", read=str, show=lambda thing: SHEET, **more)


def test_plain_text_holds_everything_and_is_no_wider_than_a_page():
    text = as_text(SHEET)
    assert "The company\n===========\nof the north\n" in text
    assert "Ann  (scout)\n  Life ☐☐☐☒☒ 5\n  a long bow\n  brave\n" in text
    assert "food   4\ndebts  ____________\n" in text
    assert "[HQ] [1]" in text
    assert max(map(len, text.splitlines())) <= 78


def test_what_runs_down_from_a_large_number_is_written():
    assert "Life 40 of 50" in as_text(Scene("", (Cards("", (Card("a", "A", bars=(Bar("Life", 40, 50),)),)),)))


def test_a_printed_form_of_the_games_own_goes_first():
    assert text_of(paper(text=lambda thing: f"own {thing}"), "x") == "own x"


def test_no_word_of_a_paper_commands_the_typesetter():
    assert can_print()
    assert pdf_of(paper(), None).startswith(b"%PDF")
    assert '#"#panic(\\"x\\") $5 \\"quoted\\" \\\\ [*bold*] <tag> @ref //"' in as_typst(SHEET)


def test_a_picture_is_printed_with_it():
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>"</title><rect width="3" height="3"/></svg>'
    )
    assert len(pdf_of(paper(picture=lambda thing: drawn), None)) > 1000


def test_without_typst_a_sentence_says_what_is_missing(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "typst":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert not can_print()
    with pytest.raises(NoPrinter, match='install the extra "print"'):
        pdf_of(paper(), None)


@pytest.mark.parametrize(
    ("game", "paper", "example", "name", "words"),
    [
        ("mdrg", "party", "human", "Savage", "doubling is enough"),
        ("mdrg", "party", "human", "Laser Gun", "range Long"),
        ("akula", "scenario", "mill-road", "Shotgun", "damage +1"),
        ("rdz", "patrol", "house", "Riot shield", "+2 Combat Skill"),
    ],
)
def test_a_sheet_says_what_each_trait_ability_and_weapon_does(game, paper, example, name, words):
    kind = find_game(game).paper(paper)
    text = " ".join(text_of(kind, kind.read(kind.sample(example))).split())
    assert name in text
    assert words in text.partition("do")[2]
