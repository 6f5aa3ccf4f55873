"""A match by lines: what a script types, and what a plain terminal shows."""

import io
import json

import pytest
from rich.console import Console

from adjudge.cli.given import game_of
from adjudge.cli.table.frame import Entry, Frame
from adjudge.cli.table.screen import LineScreen
from adjudge.engine import find_game
from adjudge.engine.log import Answered, Threw, TookBack
from adjudge.store import open_store
from adjudge.store.files import read
from tests.cli.conftest import ARENA, kept
from tests.mind.examples import FOLDER

ROUND = "2\n7,4\n2 0\n1 3\nw\n"
"""Red's answers to one round against the brave bot: bid, point, shares, tricks, stance."""


def question_in(file):
    """The rule of the question that a saved match waits at."""
    pending = read(file).pending
    return pending.rule if pending else None


def test_a_scripted_match_is_played_to_its_end_and_summed_up(run):
    result = run("play", ARENA, "--seed", "3", lines=ROUND * 2)
    assert result.exit_code == 0
    assert "dice are bound by the hash" in result.stdout
    assert "arena.end" in result.stdout
    assert "luck" in result.stdout
    match = kept()
    assert match.is_over
    assert match.secret.hex() in result.stdout
    assert f"adjudge replay {match.header.id} --verify --game {ARENA}" in result.stdout


def test_what_happened_is_told_with_its_rules_and_dice(run):
    shown = run("play", ARENA, "--seed", "3", lines=ROUND).stdout
    assert "red bids 1, blue bids 2" in shown
    line = next(line for line in shown.splitlines() if "2d6+4 against 2d6" in line)
    assert "Blue [1 2] : Red [4 1]" in line
    assert line.endswith("arena.strike")


def test_each_option_has_its_odds(run):
    shown = run("play", ARENA, "--seed", "3", lines=ROUND).stdout
    (steady,) = {line for line in shown.splitlines() if "strike steady" in line}
    assert "stopped 24%" in steady
    assert "kill 44%" in steady
    assert "hit 32%" in steady


def test_input_that_ends_leaves_the_match_in_the_store_and_says_how_to_go_on(run):
    result = run("play", ARENA, "--seed", "3", lines="2\n")
    match = kept()
    assert result.exit_code == 0
    assert f"adjudge play {ARENA} --resume {match.header.id}" in result.stdout
    assert match.pending.rule == "arena.move"


def test_a_kept_match_is_resumed_by_its_id(run):
    run("play", ARENA, "--seed", "3", lines="2\n7,4\n")
    result = run("play", ARENA, "--resume", kept().header.id, lines="2 0\n1 3\nw\n" + ROUND)
    assert result.exit_code == 0
    assert kept().is_over


def test_a_match_by_bots_is_kept_and_can_be_checked(run, data, tmp_path):
    shown = run("play", ARENA, "--auto", "--seed", "3").stdout
    match = kept()
    assert match.is_over
    assert f"adjudge replay {match.header.id} --verify --game {ARENA}" in shown
    elsewhere = str(tmp_path / "elsewhere.db")
    end = data("play", ARENA, "--auto", "--database", elsewhere)
    assert data("replay", end["match"], "--verify", "--database", elsewhere)["verified"]


def test_a_match_that_goes_on_is_at_once_in_the_file_it_is_to_be_saved_in_as_well(run, tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    run("play", ARENA, "--seed", "3", "--save", str(first), lines="2\n")
    result = run("play", ARENA, "--resume", str(first), "--save", str(second), lines="/quit\n")
    assert f"--resume {first}" in result.stdout
    assert question_in(second) == "arena.move"
    run("play", ARENA, "--resume", str(first), "--save", str(second), lines="7,4\n")
    assert question_in(first) == question_in(second) == "arena.share"


def test_a_match_is_kept_in_a_file_and_resumed_from_it(run, tmp_path):
    file = tmp_path / "match.json"
    run("play", ARENA, "--seed", "3", "--save", str(file), lines="2\n7,4\n")
    assert question_in(file) == "arena.share"
    run("play", ARENA, "--resume", str(file), lines="2 0\n1 3\n")
    assert question_in(file) == "arena.stance"


def test_a_match_of_another_game_is_not_resumed(run, tmp_path):
    file = tmp_path / "match.json"
    run("play", ARENA, "--save", str(file), lines="")
    result = run("play", "rdz", "--resume", str(file))
    assert result.exit_code == 2
    assert "a match of rdz" in result.stderr


def test_a_copy_is_saved_on_request(run, tmp_path):
    file = tmp_path / "copy.json"
    result = run("play", ARENA, "--seed", "3", lines=f"2\n/save {file}\n")
    assert f"saved as {file}" in result.stdout.replace("\n", "")
    assert [entry.answer for entry in read(file).line if isinstance(entry, Answered) and not entry.bot] == [1]


def test_undo_takes_the_last_answer_back(run):
    run("play", ARENA, "--seed", "3", lines="2\n7,4\n1 1\n/undo\n2 0\n")
    match = kept()
    assert match.pending.rule == "arena.tricks"
    assert match.line[-1].answer == {"attack": 2, "defence": 0}
    assert any(isinstance(entry, TookBack) for entry in match.log)


@pytest.mark.parametrize(("consent", "rule"), [("y", "arena.stance"), ("n", "arena.bid")])
def test_undo_behind_a_roll_asks_for_consent(run, consent, rule):
    result = run("play", ARENA, "--seed", "3", lines=f"{ROUND}/undo\n{consent}\n")
    assert "Go back all the same?" in " ".join(result.stdout.split())
    assert kept().pending.rule == rule


@pytest.mark.parametrize(
    ("dice", "answers", "said"),
    [
        ([], ROUND, "the dice will fall the same again. Go back"),
        (
            ["--dice", "red=physical"],
            "2\n6 6\n",
            "fall the same again, real ones are thrown again. Go back",
        ),
        (["--dice", "physical"], "2\n4\n", "since then; real dice are thrown again. Go back"),
    ],
)
def test_real_dice_are_not_said_to_fall_the_same_again(run, dice, answers, said):
    result = run("play", ARENA, "--seed", "3", *dice, lines=f"{answers}/undo\ny\n")
    assert said in " ".join(result.stdout.split())


def test_dice_taken_back_fall_the_same_again(run):
    run("play", ARENA, "--seed", "3", lines=f"{ROUND}/undo\ny\nw\n")
    match = kept()
    rolls = [entry for entry in match.log if isinstance(entry, Threw)]
    assert [roll.faces for roll in rolls[3:6]] == [roll.faces for roll in rolls[6:9]]


def test_nothing_can_be_undone_before_the_first_answer(run):
    assert "nobody has answered anything" in run("play", ARENA, lines="/undo\n").stdout


def test_an_answer_that_does_not_fit_is_refused_with_a_sentence_and_asked_again(run):
    result = run("play", ARENA, "--seed", "3", lines="9\n2\n1,1\n7,4\n3 3\n2 0\n1 2 3\n1 3\n")
    shown = " ".join(result.stdout.split())
    assert "'9' isn't an answer here; type 1, 2, 3 or /undo" in shown
    assert "(1.0, 1.0) doesn't fit" in shown
    assert "all of 2 shared over attack, defence" in shown
    assert "'1 2 3' isn't an answer here; type 0 to 2 of" in shown
    assert kept().pending.rule == "arena.stance"


def test_options_are_chosen_by_key_name_or_label(run):
    for word in ("w", "wild", "Strike Wild"):
        run("play", ARENA, "--seed", "3", lines=ROUND.replace("w\n", f"{word}\n"))
    with open_store() as store:
        matches = [store.load(each.id) for each in store.matches()]
    assert [match.line[-1] for match in matches][1:] == [matches[0].line[-1]] * 2


def test_a_point_may_be_the_number_of_a_sample(run):
    run("play", ARENA, "--seed", "3", lines="2\n5\n")
    assert kept().line[-1].answer == [8.0, 4.0]


def test_rules_are_read_without_leaving(run):
    shown = run("play", ARENA, lines="/rules stumble\n/rules arena.bid\n/rules xyzzy\n").stdout
    assert "On a 1 the striker stumbles." in shown
    assert "Both fighters bid in secret." in shown
    assert "rule: 'xyzzy' isn't found" in shown


def test_the_table_is_shown_again_when_asked_for(run):
    assert run("play", ARENA, lines="/table\n").stdout.count("The sand") == 2


def test_why_explains_a_roll(run):
    shown = run("play", ARENA, "--seed", "3", lines="2\n/why\n/why 2\n").stdout
    assert "Two dice and the bonus against two dice" in shown
    assert "2d6+4 against 2d6" in shown
    assert "On a 1 the striker stumbles." in shown


def test_log_luck_odds_and_help_are_at_hand(run, data):
    lines = ROUND.removesuffix("w\n") + "/log\n/luck\n/odds\n/help\n"
    shown = run("play", ARENA, "--seed", "3", lines=lines).stdout
    assert "Everything so far" in shown
    assert "as usual" in shown
    assert all(each["p"] in shown for each in data("odds", ARENA, "strike", "--set", "bonus=3")["outcomes"])
    assert "commands start with a stroke" in shown


def test_a_command_that_there_is_none_of_is_named(run):
    shown = " ".join(run("play", ARENA, lines="/nonsense\n").stdout.split())
    assert "'/nonsense' isn't an answer here; type an answer or one of /undo, /save" in shown


def test_a_command_after_another_that_waits_for_a_line_is_served(run):
    shown = run("play", ARENA, lines="/save\n/odds\n/rules\n/rules stumble\n/rules\n/quit\n").stdout
    assert "the game gives no odds for this" in shown
    assert "On a 1 the striker stumbles." in shown
    assert "--resume" in shown


def test_a_file_to_save_in_may_be_typed_with_its_whole_path(run, tmp_path):
    shown = run("play", ARENA, "--seed", "3", lines=f"2\n/save\n{tmp_path}/copy.json\n").stdout
    assert "saved as" in shown
    assert question_in(tmp_path / "copy.json") == "arena.move"


def test_several_people_share_the_screen_in_turn(run):
    lines = "2\n1\nred\nhello you\n"
    result = run("play", ARENA, "--hot-seat", "--seed", "3", lines=lines)
    assert result.stdout.index("Red takes the screen") < result.stdout.index("Blue takes the screen")
    assert "Who acts?" in result.stdout
    match = kept()
    assert [entry.seat for entry in match.line[:3] if isinstance(entry, Answered)] == ["red", "blue", "red"]
    assert match.line[2].answer == "hello you"
    assert match.people == ("red", "blue")


def test_a_secret_answer_is_not_shown_to_the_next_person(run):
    shown = run("play", ARENA, "--hot-seat", lines="3\n").stdout
    after = shown.partition("Blue takes the screen")[2]
    assert "bids 2" not in after


def test_whoever_takes_the_floor_sees_what_is_theirs_and_nothing_of_the_others(run):
    shown = run("play", ARENA, "--hot-seat", lines="3\n3\n/log\nblue\n/log\n").stdout
    offered, taken = (part.partition(">")[0] for part in shown.split("Everything so far")[1:3])
    assert "a whisper for" not in offered.partition("Arena ")[0]
    assert "a whisper for blue alone" in taken
    assert "a whisper for red alone" not in taken


def test_named_bots_leave_the_other_seats_to_people(run):
    run("play", ARENA, "--bot", "red=random", lines="")
    assert kept().people == ("blue",)


def test_real_dice_are_typed_and_bad_faces_are_asked_for_again(run):
    lines = "2\n7\n4\n1 2 4 1\n"
    result = run("play", ARENA, "--seed", "3", "--dice", "physical", lines=lines)
    shown = " ".join(result.stdout.split())
    assert "Roll 1d6 for Blue (1d6) and type the faces" in shown
    assert "a d6 shows 1 to 6" in shown
    match = kept()
    thrown = [entry for entry in match.line if isinstance(entry, Threw)]
    assert thrown[0].faces == (4,)
    assert thrown[0].typed


def test_faces_may_be_typed_without_spaces(run):
    run("play", ARENA, "--dice", "blue=physical", lines="2\n4\n12\n")
    thrown = [entry for entry in kept().line if isinstance(entry, Threw)]
    assert (thrown[1].by, thrown[1].faces, thrown[1].typed) == ("blue", (1, 2), True)
    assert (thrown[2].by, thrown[2].typed) == ("red", False)


def test_a_whole_patrol_of_rdz_can_be_begun_by_lines(run):
    result = run("play", "rdz", "--seed", "5", lines="/rules patrol.roll\n/luck\n")
    assert result.exit_code == 0
    assert "--resume" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_end_is_printed_as_json_only_by_bots(data):
    assert json.dumps(data("play", "rdz", "--auto", "--seed", "2"))


@pytest.mark.parametrize("game", ["rdz", "regiment", "regulus"])
def test_a_guided_match_is_played_by_empty_lines(run, game):
    course = find_game(game).course
    assert course is not None
    shown = " ".join(run("play", game, "--guided", lines="\n" * len(course.lesson) + "/quit\n").stdout.split())
    for number in range(1, len(course.lesson) + 1):
        assert f"Coach {number} of {len(course.lesson)}: " in shown
    assert f"Coach: {course.farewell}" in shown


def test_a_guided_match_takes_no_other_wishes(run):
    result = run("play", "rdz", "--guided", "--seed", "3")
    assert result.exit_code == 2
    assert "--guided" in result.stderr


def test_enter_takes_what_is_safe_at_a_plain_terminal_and_says_what_that_is(monkeypatch, capsys):
    menu = (Entry("run", "Run away", caution="apart"), Entry("aim", "Aim"), Entry("fire", "Fire"))
    monkeypatch.setattr("sys.stdin", Typed("\nFire\n"))
    screen = LineScreen(Console(width=60))
    assert screen.pick(Frame(title="A shot", menu=menu)) == "aim"
    assert screen.pick(Frame(title="A shot", menu=menu)) == "fire"
    assert "[Enter: Aim] > " in capsys.readouterr().out


class Typed(io.StringIO):
    """Somebody at a keyboard."""

    def isatty(self) -> bool:
        return True


PIG = str(FOLDER / "pig.py")


def test_why_tells_what_a_bot_considered(run, tmp_path):
    file = str(tmp_path / "pig.json")
    words = ("play", PIG, "--seed", "4", "--option", "target=60", "--bot", "blue=think:8", "--save", file)
    shown = run(*words, lines="hold\n" * 2 + "".join(f"/why {n}\n" for n in range(1, 9)) + "/quit\n").stdout
    assert "Blue answered" in shown
    assert "95 % interval" in shown
    position = next(at for at, it in enumerate(read(file, game_of(PIG)).line) if isinstance(it, Answered) and it.why)
    shown = run("replay", file, "--game", PIG, lines=f"j\n{position + 1}\n/why\n/quit\n").stdout
    assert "Blue answered" in shown


def test_a_hint_is_off_unless_it_was_asked_for_and_is_marked(run, monkeypatch, tmp_path):
    monkeypatch.setattr("adjudge.mind.thoughts.HINT", "think:8")
    words = ("play", PIG, "--seed", "4", "--bot", "blue=hold")
    assert "hints are off" in run(*words, lines="/hint\n/quit\n").stdout
    assert (
        "the advice"
        in run(*words, "--hints", "--save", str(tmp_path / "pig.json"), lines="/hint\nhold\n/quit\n").stdout
    )
    answers = [it for it in read(tmp_path / "pig.json", game_of(PIG)).line if isinstance(it, Answered)]
    assert [it.hinted for it in answers if it.seat == "red"] == [True]
