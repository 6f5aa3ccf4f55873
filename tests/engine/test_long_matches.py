"""Of a long match not every checkpoint is kept, and nobody can tell: it is looked back on, taken back, branched, saved
and checked as if they all were."""

from typing import Any

import msgspec
import pytest

from adjudge.engine import Choose, Match, Table, total
from adjudge.engine.audit import audit
from adjudge.engine.errors import DamagedFile
from adjudge.engine.log import NOT_KEPT, Saved
from adjudge.engine.turns import KEPT_EVERY
from tests.engine.small import Notes, small_match

LENGTH = 5 * KEPT_EVERY + 3


def note_down(table: Table[Notes]) -> None:
    """A turn with two answers and a roll, whose state grows."""
    first = table.ask("red", "r.ask", Choose([1, 2, 3]))
    rolled = table.roll(total(2), "r.roll", "red")
    table.tell("r.tell", "{first} and {rolled}", first=first, rolled=rolled)
    table.state.noted.append((first, rolled, table.ask("blue", "r.again", Choose(["a", "b"]))))


def answer(match: Match[Notes]) -> None:
    assert match.pending is not None
    (seat,) = match.pending.seats
    match.answer(seat, match.position % 3 + 1 if seat == "red" else "ab"[match.position % 2])


def long_match() -> tuple[Match[Notes], dict[int, Any]]:
    """A match of many turns, and how it stood after each answer."""
    match = small_match(note_down, turns=LENGTH)
    stood = {}
    while not match.is_over:
        stood[match.position] = (match.turn, msgspec.json.encode(match.state))
        answer(match)
    return match, stood


MATCH, STOOD = long_match()


def through_text(match: Match[Notes]) -> Match[Notes]:
    saved = msgspec.json.decode(msgspec.json.encode(match.save()), type=Saved)
    return Match.load(saved, match.game)


def test_most_states_of_the_past_are_let_go():
    kept = [turn.is_kept for turn in MATCH.save().turns]
    assert len(kept) == LENGTH + 1
    assert sum(kept) == KEPT_EVERY + LENGTH // KEPT_EVERY
    assert all(kept[-KEPT_EVERY:])


@pytest.mark.parametrize("match", [MATCH, through_text(MATCH)], ids=["as played", "as loaded"])
@pytest.mark.parametrize("order", [sorted, lambda it: sorted(it, reverse=True)], ids=["forwards", "backwards"])
def test_every_position_can_be_looked_back_on(match, order):
    for position in order(STOOD):
        moment = match.look(position)
        assert (moment.turn, msgspec.json.encode(moment.state)) == STOOD[position]
    match.save()
    match.look(0)
    assert all(turn._state is None for turn in match._turns[:-1])  # looking back leaves nothing in memory


@pytest.mark.parametrize("turns_back", [1, KEPT_EVERY, KEPT_EVERY + 1, 3 * KEPT_EVERY + 5, LENGTH])
def test_taken_back_however_far_it_plays_on_alike(turns_back):
    match = through_text(MATCH)
    to = [position for position, (turn, _) in STOOD.items() if turn == LENGTH + 1 - turns_back][1]
    match.take_back(to, "red", match.people)
    assert msgspec.json.encode(match.state) == STOOD[to][1]
    assert through_text(match).save() == match.save()
    while not match.is_over:
        answer(match)
    assert match.line == MATCH.line
    assert [turn.is_kept for turn in match.save().turns] == [turn.is_kept for turn in MATCH.save().turns]


def test_a_branch_may_begin_where_no_state_is_kept():
    to = next(position for position, (turn, _) in STOOD.items() if turn == KEPT_EVERY + 7)
    branch = MATCH.branch(to, b"another secret", "branch")
    assert msgspec.json.encode(branch.state) == STOOD[to][1]
    assert through_text(branch).save() == branch.save()


def test_a_long_match_is_checked_turn_by_turn():
    assert audit(through_text(MATCH)).is_clean
    turns = list(MATCH.save().turns)
    turns[KEPT_EVERY] = msgspec.structs.replace(turns[KEPT_EVERY], state=turns[2 * KEPT_EVERY].state)
    tampered = Match.load(msgspec.structs.replace(MATCH.save(), turns=tuple(turns)), MATCH.game)
    assert any("ends in another state" in it for it in audit(tampered).problems)


def test_turns_without_a_state_are_still_called_by_their_names():
    loaded = through_text(MATCH)
    assert [loaded.heading(number) for number in range(1, LENGTH + 1)] == ["Small"] * LENGTH


def without_state(place: int) -> Saved:
    turns = list(MATCH.save().turns)
    turns[place] = msgspec.structs.replace(turns[place], state=NOT_KEPT)
    return msgspec.structs.replace(MATCH.save(), turns=tuple(turns))


def test_a_match_without_its_first_state_is_damaged():
    with pytest.raises(DamagedFile, match="the first one must tell its state"):
        Match.load(without_state(0), MATCH.game)


def test_the_last_state_can_be_reached_again():
    assert Match.load(without_state(-1), MATCH.game).save() == MATCH.save()


def grown(entries: int, *, long_state: int, monkeypatch: pytest.MonkeyPatch) -> Match[Notes]:
    """A match whose state does nothing but grow, with checkpoints of so many bytes told by earlier ones."""
    monkeypatch.setattr("adjudge.engine.turns.LONG_STATE", long_state)
    match = small_match(note_down, turns=entries)
    while not match.is_over:
        answer(match)
        if match.position % 7 == 0:
            match.checkpoints()  # a server records as it goes
    return match


def test_a_state_that_is_told_by_an_earlier_one_is_the_same(monkeypatch):
    match = grown(LENGTH, long_state=1, monkeypatch=monkeypatch)
    assert sum(turn.is_delta for turn in match.save().turns) > KEPT_EVERY
    for it in (match, through_text(match), match.branch(7 * KEPT_EVERY + 1, b"other", "other")):
        stood = {at: (it.look(at).turn, msgspec.json.encode(it.look(at).state)) for at in STOOD if at < it.position}
        assert len(stood) > 50
        assert stood == {at: STOOD[at] for at in stood}


def test_a_long_match_that_is_taken_back_and_played_on_is_kept_whole(monkeypatch):
    match = grown(LENGTH, long_state=1, monkeypatch=monkeypatch)
    match.take_back(2 * KEPT_EVERY * 2 + 3, "red")
    while not match.is_over:
        answer(match)
        match.checkpoints()
    again = through_text(match)
    assert [again.look(at).state for at in (9, 60, 120)] == [match.look(at).state for at in (9, 60, 120)]


def test_what_is_kept_grows_with_what_happened_and_not_with_its_square(monkeypatch):
    def size(turns: int) -> int:
        match = grown(turns, long_state=1, monkeypatch=monkeypatch)
        return sum(len(bytes(turn.state)) for turn in match.save().turns)

    short, long = size(20 * KEPT_EVERY), size(80 * KEPT_EVERY)
    assert long < 6 * short


@pytest.mark.parametrize(
    "change", [b'{"~":{"noted":{"#":"x"}}}', b'{"~":{"noted":{"#":1,"~":{"900":{}}}}}', b"[]", b"7"]
)
def test_a_change_that_does_not_fit_is_damage(monkeypatch, change):
    saved = grown(LENGTH, long_state=1, monkeypatch=monkeypatch).save()
    forged = [msgspec.structs.replace(it, state=msgspec.Raw(change)) if it.is_delta else it for it in saved.turns]
    with pytest.raises(DamagedFile, match="cannot be read"):
        Match.load(msgspec.structs.replace(saved, turns=tuple(forged)), MATCH.game).look(40)
