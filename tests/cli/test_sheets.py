"""`adjudge sheet` and `adjudge map --make`: papers printed, checked and made."""

import json
import re
import sys

import pytest
from typer.testing import CliRunner

from adjudge.cli.app import app


def run(*words):
    return CliRunner().invoke(app, [*map(str, words)])


def sheet(*words):
    return run("sheet", *words)


@pytest.fixture
def party(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(sheet("mdrg", "--make", "--seed", 4, "--option", "type=human", "--option", "size=3").stdout)
    return file


def test_the_papers_of_a_game_are_listed_with_what_a_new_one_can_be_like():
    listed = sheet("mdrg").stdout
    assert "examples: human, android" in listed
    assert "how many characters are agreed on" in listed


def test_the_papers_of_a_game_as_data():
    party, battlemap = json.loads(sheet("mdrg", "--json").stdout)
    assert (party["name"], party["can_make"], battlemap["name"]) == ("party", True, "map")
    assert party["options"]["$defs"]["PartyWishes"]["properties"]["size"]["maximum"] == 20


def test_an_example_is_printed_by_its_name():
    assert sheet("mdrg", "wretched").stdout.startswith("Wretched")
    assert "Luck      3 of 6" in sheet("regulus", "iris").stdout


def test_a_new_party_is_the_same_for_the_same_seed_and_is_legal(party):
    again = sheet("mdrg", "--make", "--seed", 4, "--option", "type=human", "--option", "size=3").stdout
    assert party.read_text() == again
    checked = sheet("mdrg", party, "--check")
    assert (checked.stdout.splitlines()[-1], checked.exit_code) == ("legal", 0)


def test_without_a_seed_a_new_one_is_another_each_time():
    assert len({sheet("mdrg", "--make").stdout for _ in range(3)}) > 1


def test_an_illegal_party_is_printed_with_its_faults_beside_it_and_answered_with_1(party):
    party.write_text(re.sub(r"combat = .", "combat = 9", party.read_text()))
    printed = sheet("mdrg", party)
    assert printed.exit_code == 1
    assert "illegal: " in printed.stderr
    assert "(human.profile)" in printed.stderr
    assert "illegal" not in printed.stdout
    assert printed.stdout.startswith("Party 4")


def test_faults_as_data(party):
    party.write_text(re.sub(r"combat = .", "combat = 9", party.read_text()))
    data = json.loads(sheet("mdrg", party, "--json").stdout)
    assert (data["paper"], data["legal"]) == ("party", False)
    assert data["findings"][0].keys() == {"grade", "where", "rule", "text"}
    assert data["file"] == party.read_text()


def test_a_name_that_is_neither_a_file_nor_an_example_gets_the_examples():
    result = sheet("mdrg", "nope")
    assert result.exit_code == 2
    assert "'nope' doesn't fit; use a file that can be read, or one of the examples human, android" in result.stderr


def test_the_sentence_about_a_paper_names_it_once(tmp_path):
    file = tmp_path / "braces.toml"
    file.write_text("{}\n")
    sentence = sheet("mdrg", file, "--paper", "party").stderr
    assert sentence.startswith("party: ")
    assert "party: party" not in sentence


def test_a_file_that_is_no_such_paper_costs_one_sentence(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('name = "x"\nsize = "many"\n')
    refused = sheet("mdrg", file)
    assert refused.exit_code == 2
    assert refused.stderr == "party: size: 'many' doesn't fit; use a whole number (record.party-sheet)\n"


def test_what_a_file_is_need_not_be_said(tmp_path):
    roster = tmp_path / "roster.toml"
    roster.write_text(sheet("akula", "mill-road", "--paper", "roster", "--source").stdout)
    assert sheet("akula", roster).stdout.startswith("Survivors")
    assert sheet("akula", "mill-road").stdout.startswith("Mill Road")


def test_a_paper_becomes_a_pdf(tmp_path):
    file = tmp_path / "patrol.pdf"
    written = sheet("rdz", "house", "--pdf", file)
    assert (written.exit_code, written.stdout) == (0, "")
    assert file.read_bytes().startswith(b"%PDF")


def test_without_typst_a_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    refused = sheet("rdz", "house", "--pdf", tmp_path / "patrol.pdf")
    assert refused.exit_code == 2
    assert 'install the extra "print"' in refused.stderr


def test_a_drawing_is_printed_where_there_is_one():
    assert sheet("akula", "mill-road", "--svg").stdout.startswith("<svg")
    assert "a paper with a drawing" in sheet("mdrg", "human", "--svg").stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mdrg", "human", "--make"], "FILE: 'human' doesn't fit; use nothing together with --make"),
        (["rdz", "--make"], "a game with a paper that can be made"),
        (["rdz", "--make", "--paper", "patrol"], "this one is only read"),
        (["mdrg", "--make", "--option", "type=elf"], "use one of android, animal, any, human"),
        (["mdrg", "human", "--paper", "scroll"], "use one of party, map"),
        (["mdrg", "nowhere.toml"], "a file that can be read"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(words, sentence):
    refused = sheet(*words)
    assert refused.exit_code == 2
    assert sentence in refused.stderr


def test_a_map_is_made_and_can_be_read_again(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(run("map", "--make", "--seed", 5, "--option", "width=24").stdout)
    data = json.loads(run("map", file, "--json").stdout)
    assert (data["id"], data["table"]["width"]) == ("table-5", 24)
    assert run("map", file, "--pdf", tmp_path / "table.pdf").exit_code == 0
    assert "or --make without one" in run("map").stderr
