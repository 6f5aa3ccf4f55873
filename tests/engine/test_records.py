"""What is kept of a match is the match: saved and loaded, looked back on, branched, checked against its rules."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.engine import UMPIRE, BadInput, Choose, Diverged, Game, Match, Table, total
from adjudge.engine.errors import DamagedFile, RuleCrashed, UnknownGame
from adjudge.engine.log import Answered, Saved, Threw, TookBack
from tests.engine.duel import Duel, game
from tests.engine.playing import answer_one, play
from tests.engine.small import Notes, small_game, small_match


def through_text(match: Match[Any]) -> Match[Any]:
    saved = msgspec.json.decode(msgspec.json.encode(match.save()), type=Saved)
    return Match.load(saved, match.game)


def sight(match: Match[Any]) -> Any:
    """All that anybody can see or do."""
    pending = match.pending
    shown = pending and (
        pending.rule,
        pending.seats,
        pending.position,
        pending.since,
        pending.dice,
        pending.by,
        pending.question and pending.question.identity(),
    )
    views = [(match.view(seat), match.scene(seat), match.happenings(seat)) for seat in ("red", "blue", None)]
    return match.state, match.outcome, match.turn, match.position, shown, views


def duel(seed: int, **how: Any) -> Match[Duel]:
    if seed % 3 == 1:
        how["bots"] = {"blue": "random"}
    if seed % 4 == 2:
        how["physical"] = ("red", UMPIRE)
    return Match.new(game, f"secret {seed}".encode(), **how)


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000))
def test_a_match_saved_at_any_position_comes_back_as_it_was_and_plays_on_alike(seed):
    match = duel(seed)
    while not match.is_over:
        loaded = through_text(match)
        assert loaded.save() == match.save()
        assert sight(loaded) == sight(match)
        answer_one(match, Random(seed + match.position))
        answer_one(loaded, Random(seed + loaded.position))
        assert sight(loaded) == sight(match)
    assert sight(through_text(match)) == sight(match)


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000))
def test_looking_back_shows_each_position_as_it_was(seed):
    match = duel(seed)
    seen: dict[int, Any] = {}
    while match.pending:
        told = match.happenings("red")
        seen[match.position] = (match.state, match.turn, match.pending.rule, match.pending.seats, told)
        answer_one(match, Random(seed + match.position))
    before = match.save()
    for position, (state, turn, rule, seats, told) in seen.items():
        moment = match.look(position)
        assert moment.pending is not None
        assert (moment.state, moment.turn, moment.pending.rule) == (state, turn, rule)
        assert set(seats) <= {*moment.pending.seats, "red"}
        assert [it for it in told if it in moment.happenings] == moment.happenings
    assert (match.look(match.position).state, match.save()) == (match.state, before)


def test_there_is_nothing_to_look_at_before_the_start_and_after_the_present():
    match = duel(0)
    for position in (-1, 1):
        with pytest.raises(BadInput, match=f"position: {position} doesn't fit; use 0 to 0"):
            match.look(position)


def test_a_look_is_no_way_to_change_the_past():
    match = duel(0)
    play(match, 12)
    match.look(2).state.red.life = 99
    match.view("red").red.life = 99
    assert match.look(2).state.red.life == 3
    assert match.state.red.life < 4


# Branches.


@settings(max_examples=25)
@given(seed=st.integers(0, 1000), answers=st.integers(0, 20))
def test_a_branch_shares_the_past_and_has_a_future_of_its_own(seed, answers):
    match = duel(seed, options={"life": 20})
    play(match, 20, seed)
    before = match.save()
    position = min(answers, match.position)
    branch = match.branch(position, b"another secret", "what if")
    assert branch.line[:position] == match.line[:position]
    assert (branch.header.id, match.save()) == ("what if", before)
    play(branch, 10, seed + 1)
    assert match.save() == before
    assert sight(through_text(branch)) == sight(branch)


def test_a_branch_has_dice_of_its_own():
    match = Match.new(game, b"secret", options={"life": 50})
    play(match, 60)
    branches = [match.branch(0, secret, "b") for secret in (b"one", b"two")]
    for branch in branches:
        play(branch, 60)
    faces = {tuple(it.faces for it in course.line if isinstance(it, Threw)) for course in (match, *branches)}
    assert len(faces) == 3


def test_a_branch_may_be_played_on_by_bots_and_says_where_it_comes_from():
    match = duel(0)
    play(match, 6)
    branch = match.branch(4, b"another secret", "what if", bots={"red": "random", "blue": "random"})
    assert branch.is_over
    assert branch.header.branched is not None
    assert (branch.header.branched.match, branch.header.branched.position) == ("match", 4)


def test_a_branch_keeps_nothing_of_the_course_that_was_left():
    match = duel(0)
    play(match, 12)
    branch = match.branch(1, b"another secret", "what if")
    assert branch.happenings() == []
    assert b"bids" not in msgspec.json.encode(branch.save().turns)


# When the rules change.


def asks(*options: int, roll: int = 6, version: str = "1", crash: bool = False, words: str = "r.ask") -> Game[Notes]:
    def rule(table: Table[Notes]) -> None:
        if crash:
            raise ZeroDivisionError
        table.state.noted.append(table.ask("red", words, Choose(options)))
        table.state.noted.append(table.roll(total(1, roll), "r.roll"))
        table.ask("red", "r.again", Choose([1, 2]))

    return small_game(rule, turns=3, version=version)


def half_way() -> Match[Notes]:
    """One turn over, the second open at its second question."""
    match = Match.new(asks(1, 2, 3), b"secret")
    for answer in (1, 2, 3):
        match.answer("red", answer)
    return match


CHANGES: list[dict[str, Any]] = [
    {"options": (1, 2)},
    {"options": (3, 2, 1)},
    {"options": (1, 2, 3), "roll": 8},
    {"options": (1, 2, 3), "words": "r.again"},
    {"options": (3,)},
]


@pytest.mark.parametrize("change", CHANGES)
def test_rules_that_changed_under_a_record_of_the_same_version_diverge(change):
    options, others = change["options"], {key: value for key, value in change.items() if key != "options"}
    with pytest.raises(Diverged, match=r"diverged at position [34]"):
        Match.load(half_way().save(), asks(*options, **others))


def test_a_divergence_tells_the_position_and_both_questions():
    with pytest.raises(Diverged) as diverged:
        Match.load(half_way().save(), asks(1, 2))
    error = diverged.value
    assert (error.position, error.asked) == (3, ("red", "r.ask", ["choose", [1, 2]]))
    assert error.recorded == Answered("red", "r.ask", ["choose", [1, 2, 3]], 3)


@pytest.mark.parametrize("options", [(1, 2), (7, 8)])
def test_under_another_version_the_open_turn_is_asked_anew_and_the_log_says_why(options):
    match = Match.load(half_way().save(), asks(*options, version="2"))
    assert match.pending is not None
    assert (match.turn, match.position, match.pending.rule) == (2, 3, "r.ask")
    assert match.log[-1] == TookBack(UMPIRE, match.position, (), "rules went from 1 to 2")
    assert match.header.version == "2"
    assert len(match.state.noted) == 2, "the turn that was over stays as it was"
    match.answer("red", options[0])


def test_under_another_version_that_asks_the_same_nothing_is_asked_anew():
    match = Match.load(half_way().save(), asks(1, 2, 3, version="2"))
    assert match.pending is not None
    assert (match.pending.rule, match.log) == ("r.again", half_way().log)


def test_a_rule_that_crashes_on_loading_says_so():
    with pytest.raises(RuleCrashed, match="a rule of small failed at position 3: ZeroDivisionError"):
        Match.load(half_way().save(), asks(1, 2, 3, crash=True))


def test_a_turn_that_ends_before_its_record_does_diverges():
    def shorter(table: Table[Notes]) -> None:
        table.ask("red", "r.ask", Choose([1, 2, 3]))

    with pytest.raises(Diverged, match="the rules now call for the end of the turn"):
        Match.load(half_way().save(), small_game(shorter, turns=3))


def test_a_sealed_question_does_not_wait_behind_a_record_that_it_does_not_fit():
    match = duel(0)
    play(match, 3)
    saved = match.save()
    assert isinstance(saved.log[0], Answered)
    opened = tuple(msgspec.structs.replace(it, sealed=False) if isinstance(it, Answered) else it for it in saved.log)
    with pytest.raises(Diverged, match="diverged at position 0"):
        Match.load(msgspec.structs.replace(saved, log=opened), game)


# Records that cannot be.


def changed(**fields: Any) -> Saved:
    return msgspec.structs.replace(half_way().save(), **fields)


def test_a_record_of_a_game_that_is_not_there_names_it():
    saved = half_way().save()
    with pytest.raises(UnknownGame, match="game: 'small' isn't installed"):
        Match.load(saved)
    with pytest.raises(BadInput, match="game: 'small' doesn't fit; use duel"):
        Match.load(saved, game)


def test_a_record_of_a_later_format_is_refused():
    header = msgspec.structs.replace(half_way().header, format_version=99)
    with pytest.raises(DamagedFile, match="format: this is adjudge match 99; we read adjudge match up to 2"):
        Match.load(changed(header=header), half_way().game)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"secret": "xyz"}, "secret: only hexadecimal digits"),
        ({"turns": ()}, "turns: they start at"),
        ({"turns": half_way().save().turns[1:]}, "turns: they start at"),
        ({"turns": half_way().save().turns[::-1]}, "turns: they start at"),
        ({"log": half_way().save().log[:1]}, "turns: they start at"),
        ({"log": (TookBack("red", 1),)}, "log: an undo goes back to 1, but only 0 to 0 can be reached"),
        ({"header": msgspec.structs.replace(half_way().header, seats=())}, "seats:"),
    ],
)
def test_a_record_that_cannot_be_is_refused_with_a_sentence(fields, sentence):
    with pytest.raises(DamagedFile, match=sentence):
        Match.load(changed(**fields), half_way().game)


def test_a_checkpoint_that_cannot_be_read_is_refused_when_it_is_needed():
    saved = half_way().save()
    first = msgspec.structs.replace(saved.turns[0], state=msgspec.Raw(b'{"turns": "many"}'))
    match = Match.load(msgspec.structs.replace(saved, turns=(first, *saved.turns[1:])), half_way().game)
    with pytest.raises(DamagedFile, match="the turn that starts at position 0 cannot be read"):
        match.look(0)


def test_no_rule_can_tell_a_replay_from_the_first_time():
    attributes: list[set[str]] = []

    def rule(table: Table[Notes]) -> None:
        attributes.append({name for name in dir(table) if not name.startswith("_")})
        table.ask("red", "r.ask", Choose([1, 2]))
        table.ask("red", "r.again", Choose([1, 2]))

    match = small_match(rule)
    match.answer("red", 1)
    match.look(0)
    assert len({frozenset(names) for names in attributes}) == 1
