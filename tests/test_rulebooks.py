"""The rulebooks of all installed games are complete and true: cited, implemented, tested, or left out with a reason."""

from dataclasses import replace
from pathlib import Path

import pytest

from adjudge.check.coverage import as_toml, game_folders, gather, main, text_for
from adjudge.check.rulebooks import citation_problems, is_borrowed, package_folder, problems, read_sources
from adjudge.engine import Rule, Rulebook, Ruling, games
from adjudge.engine.rulebook import Coverage, Omitted, citations
from tests.check import sound

PROJECT = Path(__file__).parent.parent
OURS = {
    name: game
    for name, game in games().items()
    if str(game.rules).startswith("adjudge.games.") and not is_borrowed(game)
}


@pytest.fixture(params=OURS)
def game(request):
    return OURS[request.param]


@pytest.fixture
def folder(game):
    return package_folder(game)


def test_there_are_games_to_look_at():
    assert "rdz" in OURS


def test_the_book_its_citations_and_its_house_rules_fit_together(game):
    assert problems(game) == []


def test_no_sentence_of_the_book_names_a_rule_by_its_id(game):
    prose = [entry for entry in game.rulebook.entries() if not entry.id.startswith("table.")]
    words = {(it.id, word.strip("().,:;")) for it in prose for word in it.text.split() if "." in word[1:-1]}
    assert [(where, word) for where, word in sorted(words) if word in game.rule_ids] == []


def test_every_rule_is_implemented_and_tested_or_left_out_with_a_reason(game, folder):
    implemented = citations(read_sources(folder))
    tested = citations(read_sources(PROJECT / "tests" / "games" / folder.name))
    assert game.rulebook.uncovered(implemented, tested) == []


def test_what_is_left_out_is_not_claimed_as_done(game):
    done = set(game.rulebook.coverage.implemented) & set(game.rulebook.coverage.tested)
    assert [entry.id for entry in game.rulebook.omitted if entry.id in done] == []


def test_the_shipped_coverage_is_up_to_date(game, folder):
    shipped = (folder / "coverage.toml").read_text("utf-8")
    assert shipped == text_for(folder, PROJECT), "run `make docs`"


def test_the_report_counts_what_was_shipped(game):
    report = game.rulebook.report()
    assert report["rules"] == len(game.rulebook.rule)
    assert report["implemented"] == len(game.rulebook.coverage.implemented)
    assert report["tested"] == len(game.rulebook.coverage.tested)


# The checks above are only worth something if they can fail.

BOOK = Rulebook("tiny", "Tiny", (Rule("fight.hit", "Hit."), Rule("fight.miss", "Miss.")), (Ruling("ties", "?", "!"),))


@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ('table.tell("fight.parry", "parried")', "fight.parry"),
        ('table.ask(seat, "duel.parry", question)', "duel.parry"),
        ('table.roll(reading, "fight.hit" if hit else "fight.parry", seat)', "fight.parry"),
        ('RULE = "fight.parry"', "fight.parry"),
        ('table.tell("ruling.parry", "parried")', "ruling.parry"),
    ],
)
def test_a_citation_of_nothing_is_found(line, cited):
    (problem,) = citation_problems(BOOK, {"rules.py": line})
    assert problem == f"rules.py:1 cites {cited!r}, which the rulebook does not hold"


@pytest.mark.parametrize(
    "line",
    [
        'table.tell("fight.hit", "it hit fight.x")',
        'table.roll(reading, "ruling.ties")',
        'load("weapons.toml")',
        "'3.5'",
    ],
)
def test_a_citation_of_something_is_not(line):
    assert list(citation_problems(BOOK, {"rules.py": line})) == []


def house_rule(id, *choices):
    return Ruling(id, "?", "!", choices=dict.fromkeys(choices, "so"))


@pytest.mark.parametrize(
    ("ruling", "complaint"),
    [
        (house_rule("ties", "attacker", "nobody"), "takes ['attacker', 'defender'], the rulebook offers"),
        (
            house_rule("ties", "defender", "attacker"),
            "is 'attacker' by default, the rulebook's first choice is 'defender'",
        ),
        (house_rule("first-strike", "red", "blue"), "offers choices, but the options have no rulings.first_strike"),
        (house_rule("ties"), "the options have rulings.ties, but no ruling of that id offers choices"),
        (Ruling("ties", "?", "!", ("cards.none",), (), {"attacker": "", "defender": ""}), "is about cards.none"),
    ],
)
def test_a_house_rule_that_the_options_do_not_offer_as_the_book_does_is_found(ruling, complaint):
    odd = replace(sound.game, rules=Rulebook("cards", "Cards", sound.RULES, (ruling,)))
    assert any(complaint in problem for problem in problems(odd))


def test_a_reason_of_one_word_is_none():
    book = Rulebook("cards", "Cards", sound.RULES, (sound.RULING,), (), (Omitted("cards.show", "later"),))
    assert problems(replace(sound.game, rules=book)) == ["cards.show is omitted without a reason: 'later'"]


def test_a_book_that_fits_has_no_problems():
    assert problems(sound.game) == []


@pytest.fixture
def project(tmp_path):
    code, tests = tmp_path / "src" / "mine" / "games" / "tiny", tmp_path / "tests" / "games" / "tiny"
    code.mkdir(parents=True)
    tests.mkdir(parents=True)
    rules = "".join(f'[[rule]]\nid = "{rule.id}"\ntext = "{rule.text}"\n' for rule in BOOK.rule)
    book = f'game = "tiny"\ntitle = "Tiny"\n{rules}'
    (code / "rulebook.toml").write_text(book, "utf-8")
    (code / "rules.py").write_text('table.roll(reading, "fight.miss")\ntable.tell("fight.hit")  # ruling.ties', "utf-8")
    (tests / "test_tiny.py").write_text('@pytest.mark.rules("fight.hit")\ndef test_it(): pass', "utf-8")
    return tmp_path


def test_coverage_is_gathered_in_the_books_order(project):
    (folder,) = game_folders(project)
    found = gather(BOOK, folder, project / "tests" / "games" / "tiny")
    assert found == Coverage(("fight.hit", "fight.miss"), ("fight.hit",))


def test_coverage_is_written_once_and_then_up_to_date(project, capsys):
    assert main(["--check"], project) == 1
    assert main([], project) == 0
    assert main(["--check"], project) == 0
    assert capsys.readouterr().out.splitlines() == [
        "src/mine/games/tiny/coverage.toml is out of date",
        "src/mine/games/tiny/coverage.toml written",
    ]
    written = (project / "src/mine/games/tiny/coverage.toml").read_text("utf-8")
    assert written == as_toml(Coverage(("fight.hit", "fight.miss"), ("fight.hit",)))
