"""A kept match can be walked through and checked; whoever changed a face is found out."""

import json
import re
from hashlib import sha256

import pytest

from adjudge.cli.given import game_of
from adjudge.cli.replay import news_of
from adjudge.engine.game import installed
from adjudge.engine.table import Event
from adjudge.store import files
from tests.cli.conftest import ARENA


@pytest.fixture
def file(run, tmp_path):
    path = tmp_path / "match.json"
    assert run("play", ARENA, "--auto", "--seed", "11", "--save", str(path)).exit_code == 0
    return path


def tampered(path, pattern, instead):
    """Changes a match and signs it anew, as somebody would who knows the format."""
    first, body = path.read_text().split("\n", 1)
    body, changes = re.subn(pattern, instead, body, count=1)
    assert changes == 1
    digest = sha256(body.encode()).hexdigest()
    path.write_text(re.sub(r'"digest": "[0-9a-f]+"', f'"digest": "{digest}"', first) + "\n" + body)


def test_an_honest_match_verifies(data, file):
    report = data("replay", str(file), "--verify")
    assert list(report) == ["verified", "answers", "rolls", "turns", "problems", "typed", "stirred", "notices"]
    assert report["verified"] is True
    assert report["rolls"] > 0
    assert report["problems"] == []


def test_a_changed_face_is_found_out(run, file):
    tampered(file, r'"faces":\[(\d),(\d)\]', r'"faces":[6,6]')
    result = run("replay", str(file), "--verify", "--json")
    report = json.loads(result.stdout)
    assert result.exit_code == 1
    assert report["verified"] is False
    assert any("which the secret does not give" in problem for problem in report["problems"])


def test_typed_faces_are_not_said_to_be_checked(run):
    lines = "2\n4\n1 2\n4 1\n"
    shown = run("play", ARENA, "--seed", "3", "--dice", "physical", lines=lines).stdout
    assert "All dice are real ones" in shown
    assert "bound by the hash" not in shown
    match_id = shown.split("--resume ")[1].split()[0]
    sentence = " ".join(run("replay", match_id, "--verify").stdout.split())
    assert "0 rolls" in sentence
    assert "3 rolls of real dice taken as typed" in sentence


def test_a_changed_secret_is_found_out(run, file):
    tampered(file, r'"secret": "[0-9a-f]{2}', '"secret": "00')
    result = run("replay", str(file), "--verify")
    assert result.exit_code == 1
    assert "not verified" in result.stdout


def test_a_file_that_was_changed_without_signing_it_is_refused(run, file):
    file.write_text(file.read_text().replace('"red"', '"rod"', 1))
    result = run("replay", str(file), "--verify")
    assert result.exit_code == 2
    assert "damaged" in result.stderr


def test_a_match_of_the_store_verifies_by_its_id(run):
    shown = run("play", ARENA, "--seed", "3", lines="2\n").stdout
    match_id = shown.split("--resume ")[1].split()[0]
    assert run("replay", match_id, "--verify").exit_code == 0


def test_one_steps_forwards_backwards_by_turns_and_to_a_position(run, file):
    shown = run("replay", str(file), lines="\nn\nback\nt\nj\n4\n/quit\n").stdout
    places = [int(place) for place in re.findall(r"position (\d+) of", shown)]
    end_of_turn = places[4]
    assert places == [0, 1, 2, 1, end_of_turn, 4]
    assert end_of_turn > 8


def test_the_whole_table_is_shown_at_a_position(run, file):
    assert run("replay", str(file), lines="/table\n").stdout.count("The sand") == 2


def test_each_position_shows_what_was_done_and_what_then_happened(run, file):
    shown = run("replay", str(file), lines="\n\n").stdout
    assert "The beginning" in shown
    assert "Red answered 2" in shown
    assert "red bids 2, blue bids 2" in shown


def test_the_record_is_printed_for_programs(data, file):
    record = data("replay", str(file))
    assert [each["position"] for each in record] == list(range(len(record)))
    assert record[1]["events"][0] == {"rule": "arena.reveal", "text": "red bids 2, blue bids 2"}
    assert all("answer" in each or "dice" in each for each in record)


SHORT = {
    "rdz": ("--option", "target=3", "--option", "finish=true"),
    "regulus": ("--option", "scenes=2"),
}
"""Options that make a match of a game short."""


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_told_line_of_a_match_is_in_its_record_and_is_stepped_through(name, run, data, tmp_path):
    path = tmp_path / "match.json"
    assert run("play", name, "--auto", *SHORT.get(name, ()), "--seed", "5", "--save", str(path)).exit_code == 0
    match = files.read(path)
    told = [it.text for it in match.happenings(None) if isinstance(it, Event)]
    record = data("replay", str(path))
    shown = [it["text"] for it in record[0].get("before", [])]
    shown += [it["text"] for each in record for it in each["events"]]
    assert shown == told
    by_turn = [it.text for _, many in match.happenings_by_turn(None) for it in many if isinstance(it, Event)]
    assert shown == by_turn
    stepped = news_of(match)
    assert sorted(stepped) == [position for position in range(match.position + 1) if position in stepped]
    assert [it.text for at in sorted(stepped) for it in stepped[at] if isinstance(it, Event)] == told


def test_what_a_turn_says_as_it_ends_is_shown_at_its_last_position(run, file):
    match = files.read(file, game_of(ARENA))
    ends = [(end, match.told_in(number)) for number, _, end, _ in match.finished_turns()]
    at_the_end = [(end, it.text) for end, told in ends for it in told if isinstance(it, Event) and it.position == end]
    assert at_the_end
    position, text = at_the_end[0]
    assert text in run("replay", str(file), lines=f"j\n{position}\n/quit\n").stdout


def test_a_replay_tells_the_log_the_rules_the_odds_and_why(run, file):
    lines = "/odds\n" + "n\n" * 8 + "/log\n/why\n/rules\n/rules strike\n/quit\n"
    shown = run("replay", str(file), "--game", ARENA, lines=lines).stdout
    for part in ("Everything up to here", "Why", "read as", "Rules", "Odds"):
        assert part in shown


def test_what_if_plays_on_from_a_place_of_a_replay(run, file):
    shown = run("replay", str(file), "--game", ARENA, lines="n\n/what-if\n/quit\n").stdout
    assert "Kept. Go on with" in shown
    assert "bound by the hash" in shown
