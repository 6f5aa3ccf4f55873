"""A person at a terminal: one key for each choice, the whole screen at every size, nothing lost on leaving."""

from pathlib import Path

import pytest

from adjudge.engine import find_game
from tests.cli.conftest import ARENA, kept
from tests.cli.terminal import Terminal


def test_a_match_is_played_by_keypresses_with_undo_help_and_a_summary():
    with Terminal(["play", ARENA, "--seed", "3", "--option", "rounds=1"]) as terminal:
        first = terminal.wait_for("Bid")
        assert "The dice are bound by the hash" in first
        assert "U undo  S save  R rules" in first
        terminal.press("2", "Pick a point")
        terminal.press("7,4\r", "Share out 2")
        terminal.press("2 0\r", "Tricks")
        terminal.press("13\r", "How do you strike?")
        terminal.press("U", "Tricks")
        terminal.press("\r", "How do you strike?")
        assert "Two dice and the bonus" in terminal.press("R", "a rule id") + terminal.press("strike\r", "any key")
        terminal.press(" ", "How do you strike?")
        assert "as usual" in terminal.press("K", "Luck")
        terminal.press(" ", "How do you strike?")
        terminal.press("w", "the crowd goes home")
        assert terminal.finish() == 0
        assert "--verify" in terminal.output
    match = kept()
    assert match.is_over
    assert [entry.answer for entry in match.line if getattr(entry, "rule", "") == "arena.tricks"][-1] == []


def test_arrow_keys_and_enter_choose_too():
    with Terminal(["play", ARENA, "--seed", "3"]) as terminal:
        assert "▸1" in terminal.wait_for("Bid")
        assert "▸2" in terminal.press("\x1b[B", "▸2")
        assert "▸1" in terminal.press("\x1b[A", "▸1")
        terminal.press("\x1b[A", "▸3")
        terminal.press("\r", "Pick a point")
        terminal.press("\x03", "--resume")
        assert terminal.finish() == 0
    assert kept().line[0].answer == 2


def test_ctrl_z_gives_the_terminal_back_and_going_on_draws_the_screen_again():
    with Terminal(["play", ARENA, "--seed", "3"]) as terminal:
        before = terminal.wait_for("Bid")
        shown = terminal.press("\x1a", "Bid")  # nobody can stop the leader of a session, so it goes on at once
        assert shown == before
        assert terminal.output.rpartition("\x1b[?1049l")[2].startswith("\x1b[?1049h\x1b[?25l\x1b[H")
        terminal.press("2", "Pick a point")


def test_leaving_says_how_to_go_on_and_going_on_shows_the_same_question():
    with Terminal(["play", ARENA, "--seed", "3"]) as terminal:
        terminal.wait_for("Bid")
        terminal.press("2", "Pick a point")
        terminal.press("/quit\r", "Kept.")
        assert terminal.finish() == 0
    with Terminal(["play", ARENA, "--resume", kept().header.id]) as terminal:
        terminal.wait_for("Pick a point")


def test_a_copy_is_saved_under_its_whole_path(tmp_path):
    with Terminal(["play", ARENA, "--seed", "3"]) as terminal:
        terminal.wait_for("Bid")
        terminal.press("S", "Save as which file?")
        terminal.press(f"{tmp_path}/copy.json\r", "saved as")
    assert (tmp_path / "copy.json").exists()


def test_why_lists_the_last_rolls_and_explains_one():
    with Terminal(["play", ARENA, "--seed", "3"]) as terminal:
        terminal.wait_for("Bid")
        terminal.press("2", "Pick a point")
        terminal.press("7,4\r", "Share out 2")
        terminal.press("2 0\r", "Tricks")
        assert "Blue [6] 1d6" in terminal.press("W", "Which roll?")
        assert "On a 1 the striker stumbles." in terminal.press("2", "read as")


def test_why_offers_every_roll():
    with Terminal(["play", "rdz", "--seed", "5"], rows=16) as terminal:
        terminal.wait_for("patrol.direction")
        terminal.press("o", "What happened")
        terminal.press("q", "which weapon?")
        assert "the arrow keys move" in terminal.press("W", "Which roll?")
        assert "▸·" in terminal.press("\x1b[A", "▸·")  # the first roll of the match, beyond those that have a key


def test_a_frame_fits_the_window_and_follows_its_changes():
    with Terminal(["play", "rdz", "--seed", "5"]) as terminal:
        terminal.wait_for("patrol.direction")
        for columns, rows in ((80, 24), (120, 40), (60, 20), (80, 30)):
            lines = terminal.resize(columns, rows, "Move out").split("\n")
            assert len(lines) <= rows
            assert max(map(len, lines)) <= columns
            assert lines[-1].endswith("? help" if columns > 60 else "Q ? help")


def test_what_has_no_room_on_the_screen_is_a_key_away():
    with Terminal(["play", ARENA, "--seed", "3"], rows=14) as terminal:
        assert "⋮ V shows more" in terminal.wait_for("Bid")
        assert "journal" in terminal.press("V", "any other key") + terminal.press(" ", "any other key")
        terminal.press("q", "Bid")


def test_several_people_look_away_in_turn():
    with Terminal(["play", ARENA, "--seed", "3", "--hot-seat"]) as terminal:
        terminal.wait_for("Red takes the screen")
        terminal.press(" ", "Bid")
        hidden = terminal.press("3", "Blue takes the screen")
        assert "Bid" not in hidden
        terminal.press(" ", "Bid")


def test_the_launcher_opens_a_game_its_rules_and_its_desk_and_closes():
    with Terminal(["menu"]) as terminal:
        assert "Regs, Dregs & Zombies" in terminal.wait_for("Which game?")
        number = next(line[1] for line in terminal.screen.splitlines() if "Regs, Dregs & Zombies" in line)
        terminal.press(number, "rulings and odds for a table with real dice")
        terminal.press("o", "Options as name=value")
        terminal.press("nosuch=1\r", "nosuch: not a field here")
        terminal.press("\x1b", "rulings and odds for a table with real dice")
        terminal.press("r", "A rule id or words")
        assert "armor.roll" in terminal.press("armor.roll\r", "any key")
        terminal.press(" ", "A rule id or words")
        terminal.press("\x1b", "rulings and odds for a table with real dice")
        terminal.press("q", "Which game?")
        terminal.press("q", "")
        assert terminal.finish() == 0


def test_a_replay_is_stepped_through_by_arrows(run, tmp_path):
    file = tmp_path / "match.json"
    run("play", ARENA, "--auto", "--seed", "11", "--save", str(file))
    with Terminal(["replay", str(file), "--game", ARENA]) as terminal:
        terminal.wait_for("The beginning")
        terminal.press("\x1b[C", "position 1 of")
        terminal.press(" ", "position 2 of")
        terminal.press("\x1b[D", "position 1 of")
        terminal.press("q", "")
        assert terminal.finish() == 0


def test_a_newcomer_is_briefed_once_and_whenever_it_is_wanted(tmp_path: Path):
    (tmp_path / "adjudge" / "briefed.txt").unlink()
    with Terminal(["play", "rdz", "--seed", "5"]) as terminal:
        briefed = terminal.wait_for("any key begins")
        assert "You command seven Regulators" in briefed
        assert "Your squad" in briefed
        question = terminal.press("x", "patrol.direction")
        assert "Sector move 1 of 10" in question
        assert "You command seven" in terminal.press("B", "any key goes back")
    with Terminal(["play", "rdz", "--seed", "5"]) as terminal:
        terminal.wait_for("patrol.direction")
        assert "You command" not in terminal.output


@pytest.mark.parametrize("game", ["akula", "mdrg"])
def test_a_guided_match_is_played_by_enter_alone(game: str):
    course = find_game(game).course
    assert course is not None
    with Terminal(["play", game, "--guided"], columns=120, rows=40) as terminal:
        for number in range(1, len(course.lesson) + 1):
            come_to(terminal, f"Coach {number} of {len(course.lesson)}")
            terminal.press("\r", "")
        come_to(terminal, f"Coach: {course.farewell[:30]}")


def come_to(terminal: Terminal, text: str) -> None:
    """Presses enter through pages, and where the coach has nothing to say."""
    for _ in range(10):
        if text in terminal.wait_for(text, "goes on", "are you sure?", "Coach: Choose what you like"):
            return
        terminal.press("\r", "")
    raise AssertionError(f"{text!r} never came")


def test_a_game_that_is_saved_while_it_is_played_goes_on_by_its_new_rules(tmp_path):
    file = tmp_path / "hoard.py"
    before = (Path(__file__).parents[2] / "docs" / "examples" / "hoard.py").read_text()
    file.write_text(before)
    with Terminal(["play", str(file), "--reload", "--seed", "3", "--bot", "blue=random"]) as terminal:
        terminal.wait_for("Grab a handful")
        terminal.press("1", "now carries")
        file.write_text(before.replace("Grab two handfuls", "Grab a double handful"))
        assert "Grab a double handful" in terminal.wait_for("the match goes on with 1 answer as before")
        file.write_text(before.replace("def turn(", "def turn(("))
        terminal.wait_for("hoard.py:33: SyntaxError")
        assert "Grab a double handful" in terminal.screen
        terminal.press("2", "now carries")
        file.write_text(before)
        assert "Grab two handfuls" in terminal.wait_for("the match goes on with 2 answers as before")
