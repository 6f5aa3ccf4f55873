"""The rulebook: everything that is cited can be found, and nothing is left out in silence."""

from pathlib import Path

import pytest

from adjudge.engine import Rule, Rulebook, Ruling
from adjudge.engine.errors import UnknownRule
from adjudge.engine.rulebook import Omitted, RuleTable, citations

BOOK = Rulebook(
    "duel",
    "Duel",
    rule=(
        Rule("duel.strike", "Both throw a die; the higher hits.", section="Striking"),
        Rule("duel.parry", "A parry turns a strike aside."),
        Rule("bid.coins", "Both bid in secret, and strike in that order."),
    ),
    ruling=(
        Ruling("tie", "The book forgets equal dice.", "The striker hits.", rules=("duel.strike",)),
        Ruling(
            "broke",
            "May one bid nothing?",
            "Yes.",
            rules=("bid.coins",),
            choices={"nothing": "A bid may be nothing.", "something": "At least one coin."},
        ),
    ),
    table=(RuleTable("wounds", ("roll", "wound"), (("1-3", "light"), ("4-6", "grave"))),),
    omitted=(Omitted("duel.parry", "it needs a shield"),),
)


def test_everything_that_may_be_cited_is_found():
    assert BOOK.ids == {"duel.strike", "duel.parry", "bid.coins", "ruling.tie", "ruling.broke", "wounds"}
    assert [BOOK.find(cited).id for cited in sorted(BOOK.ids)] == sorted(BOOK.ids)


def test_an_unknown_id_is_said_to_be_unknown():
    with pytest.raises(UnknownRule, match=r"the rulebook of duel has no 'duel\.stroke'"):
        BOOK.find("duel.stroke")


def test_a_rule_names_the_rulings_on_it_and_a_ruling_its_rules():
    assert BOOK.find("duel.strike").related == ("ruling.tie",)
    assert BOOK.find("ruling.tie").related == ("duel.strike",)


def test_a_ruling_is_shown_with_its_problem_and_the_other_readings():
    assert BOOK.find("ruling.broke").text.splitlines() == [
        "In doubt: May one bid nothing?",
        "We play: Yes.",
        "House rule something: At least one coin.",
    ]
    assert [ruling.id for ruling in BOOK.switches()] == ["broke"]


def test_a_search_finds_all_words_and_puts_ids_first():
    assert [entry.id for entry in BOOK.search("strike")] == ["duel.strike", "duel.parry", "bid.coins", "ruling.tie"]
    assert [entry.id for entry in BOOK.search("SECRET bid")] == ["bid.coins"]
    assert [entry.id for entry in BOOK.search("grave")] == ["wounds"]
    assert BOOK.search("dragon") == []


def test_a_rule_counts_as_covered_by_code_and_test_together_or_by_a_reason():
    assert BOOK.uncovered([], []) == ["duel.strike", "bid.coins"]
    assert BOOK.uncovered(["duel.strike", "bid.coins"], ["duel.strike"]) == ["bid.coins"]
    assert BOOK.uncovered(["duel.strike", "bid.coins"], ["bid.coins", "duel.strike"]) == []


SOURCE = '''
"""About duel.strike."""
import adjudge.engine.dice
x = table.roll(reading, "duel.parry")  # bid.coins
y = table.ask(seat, f"ruling.tie for {x}", question)
z = duel.unquoted
'''


def test_ids_are_cited_in_strings_and_comments_alone():
    cited = citations([SOURCE])
    assert {"duel.strike", "duel.parry", "bid.coins", "ruling.tie"} <= cited
    assert cited.isdisjoint({"duel.unquoted", "adjudge.engine.dice", "table.roll"})
    assert citations({"one.py": SOURCE}) == cited


def write_package(folder: Path, name: str, rulebook: str) -> str:
    package = folder / name
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rulebook.toml").write_text(rulebook)
    return name


GOOD = 'game = "duel"\ntitle = "Duel"\n[[rule]]\nid = "duel.strike"\ntext = "Strike."\n'


def test_a_rulebook_is_read_from_its_package_with_its_coverage(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    name = write_package(tmp_path, "good_rulebook", GOOD)
    assert Rulebook.load(name).report() == {"rules": 1, "implemented": 0, "tested": 0, "omitted": []}
    (tmp_path / name / "coverage.toml").write_text('implemented = ["duel.strike"]\ntested = []\n')
    assert Rulebook.load(name).report()["implemented"] == 1


def test_rules_that_several_games_have_in_common_are_written_once(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    common = write_package(tmp_path, "common_rulebook", GOOD)
    own = f'game = "own"\ntitle = "Own"\nshares = ["{common}"]\n[[rule]]\nid = "own.bow"\ntext = "Bow."\n'
    book = Rulebook.load(write_package(tmp_path, "sharing_rulebook", own))
    assert [rule.id for rule in book.rule] == ["own.bow", "duel.strike"]
    assert book.find("duel.strike").text == "Strike."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (GOOD.replace("text", "txt"), "missing required field `text`"),
        (GOOD.replace('"Strike."', "7"), r"Expected `str`, got `int` - at `\$\.rule\[0\]\.text`"),
        ("game = ", "bad_rulebook"),
    ],
)
def test_a_rulebook_that_cannot_be_read_names_file_and_field(tmp_path, monkeypatch, text, problem):
    monkeypatch.syspath_prepend(tmp_path)
    name = write_package(tmp_path, f"bad_rulebook_{abs(hash(problem))}", text)
    with pytest.raises(UnknownRule, match=problem):
        Rulebook.load(name)
