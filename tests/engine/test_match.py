"""A live match: it stops where no answer has been given, and goes on with the answer of whoever was asked."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engine import (
    EVERYONE,
    UMPIRE,
    Asked,
    BadInput,
    Choose,
    Floor,
    IllegalAnswer,
    Match,
    Sealed,
    Table,
    Write,
    at_least,
    opposed,
    total,
)
from adjudge.engine.errors import DeadEnd, NotYourTurn, RuleCrashed, Runaway, StaleAnswer, UnknownRule
from adjudge.engine.log import Answered, Threw
from tests.engine.duel import Duel, Options, game
from tests.engine.playing import answer_one, asked, play
from tests.engine.small import Notes, small_match

BIDS = {"red": 3, "blue": 1}


def duel(**how: Any) -> Match[Duel]:
    return Match.new(game, b"duel secret", **how)


def bid(match: Match[Duel]) -> None:
    for seat, coins in BIDS.items():
        match.answer(seat, coins)


def waits_for(match: Match[Any]) -> tuple[str, tuple[str, ...]]:
    assert match.pending is not None
    return match.pending.rule, match.pending.seats


def test_a_match_starts_at_its_first_question():
    match = duel()
    assert waits_for(match) == ("duel.bid", ("red", "blue"))
    assert (match.position, match.turn, match.is_over) == (0, 1, False)


def test_who_won_is_told_by_name():
    match = duel(options={"life": 1}, names={"red": "Anna", "blue": "Ben"})
    play(match, 100)
    assert match.outcome is not None
    assert match.outcome.text == f"{match.names[match.outcome.winners[0]]} wins"


def test_a_match_goes_through_its_questions_to_its_outcome():
    match = duel(options={"life": 1})
    bid(match)
    assert waits_for(match) == ("duel.taunt", ("red", "blue"))
    match.answer("blue", "En garde!")
    assert waits_for(match) == ("duel.stance", ("red",))
    play(match, 100)
    assert match.outcome is not None
    assert match.outcome.text in ("Red wins", "Blue wins")
    assert (match.pending, match.is_over) == (None, True)
    with pytest.raises(NotYourTurn, match="the match is over"):
        match.answer("red", "steady")


def test_the_position_of_a_half_resolved_turn_shows_in_the_state():
    match = duel()
    bid(match)
    match.answer("blue", "En garde!")
    assert (match.state.red.coins, match.state.blue.coins, match.state.journal) == (1, 3, ["blue: En garde!"])


def test_a_forced_choice_is_not_asked_and_not_recorded():
    def rule(table: Table[Notes]) -> None:
        table.state.noted = [table.ask("red", "r.ask", Choose(["only"])), table.ask("red", "r.ask", Choose([1, 2]))]

    match = small_match(rule)
    match.answer("red", 2)
    assert (match.state.noted, match.position) == (["only", 2], 1)


def test_an_empty_question_is_a_dead_end_that_names_its_rule_and_the_match_stays():
    def rule(table: Table[Notes]) -> None:
        table.ask("red", "r.ask", Choose([1, 2]))
        table.ask("red", "r.again", Choose([]))

    match = small_match(rule)
    with pytest.raises(DeadEnd, match=r"dead end: r\.again asks red"):
        match.answer("red", 1)
    assert (waits_for(match), match.log) == (("r.ask", ("red",)), [])


# Who may answer, and when.


def test_an_illegal_answer_changes_nothing():
    match = duel()
    before = match.save()
    for answer in (5, "3", None, True, [3]):
        with pytest.raises(IllegalAnswer, match=r"to duel\.bid; use 0, 1, 2, 3, 4"):
            match.answer("red", answer)
    assert match.save() == before


def test_a_seat_that_is_not_asked_is_told_who_is():
    match = duel()
    bid(match)
    match.answer("red", "")
    with pytest.raises(NotYourTurn, match="blue answered, red is asked"):
        match.answer("blue", "steady")
    for stranger in ("green", "", "None"):
        with pytest.raises(NotYourTurn, match="red is asked"):
            match.answer(stranger, "steady")


def test_an_answer_to_a_position_that_has_passed_is_stale():
    match = duel()
    bid(match)
    match.answer("red", "first", position=2)
    with pytest.raises(StaleAnswer, match="position 2 was answered, the match is at 3"):
        match.answer("blue", "second", position=2)
    with pytest.raises(StaleAnswer, match="position 9 was answered"):
        match.answer("red", "steady", position=9)


def test_the_same_answer_sent_twice_counts_once():
    match = duel()
    bid(match)
    match.answer("red", "first", position=2)
    before = match.save()
    match.answer("red", "first", position=2)
    assert match.save() == before


def test_dice_are_not_an_answer_and_an_answer_is_no_dice():
    match = duel(physical=("red", "blue"))
    with pytest.raises(NotYourTurn, match=r"red was to answer duel\.bid, not to throw dice"):
        match.throw("red", [1])
    bid(match)
    match.answer("red", "")
    match.answer("red", "wild")
    with pytest.raises(NotYourTurn, match="red was to throw 2d6, not to answer"):
        match.answer("red", "wild")


def test_a_hand_of_several_says_which_it_is():
    match = duel(physical=("red", "blue"))
    bid(match)
    match.answer("red", "")
    match.answer("red", "steady")
    assert match.pending is not None
    assert (match.pending.seats, match.pending.hand) == (("red",), "hand 1 of 2")
    match.throw("red", [3])
    assert (match.pending.seats, match.pending.hand, match.pending.draws) == (("blue",), "hand 2 of 2", ())


def test_a_card_is_asked_for_by_its_kind():
    kinds = ("red", "red", "ace", "joker", "red")
    card = total(1, 5).map(lambda face: kinds[face - 1], "the top card")
    assert card.draws() == (("red", 1), ("ace", 3), ("joker", 4))
    assert total(1, 6).map(str, "a die that people own").draws() == ()
    assert total(1, 5).draws() == ()


# Several seats at once.


def secrets(match: Match[Any]) -> str:
    """All that anybody can see before the bids are open."""
    seen = [(match.view(seat), match.scene(seat), match.happenings(seat)) for seat in ("red", "blue", None)]
    return msgspec.json.encode(seen).decode()


def test_a_sealed_answer_shows_nowhere_before_everybody_has_answered():
    match = duel()
    before = secrets(match)
    match.answer("red", 3)
    assert secrets(match) == before
    assert waits_for(match) == ("duel.bid", ("blue",))
    match.answer("blue", 1)
    assert "red bids 3, blue bids 1" in secrets(match)


def test_sealed_answers_come_in_any_order_and_each_counts_once():
    one, other = duel(), duel()
    one.answer("red", 3, position=0)
    one.answer("blue", 1, position=1)
    other.answer("blue", 1, position=0)
    other.answer("red", 3, position=1)
    assert one.state == other.state


def test_two_who_seal_their_answers_at_the_same_moment_do_not_get_in_each_others_way():
    match = duel()
    match.answer("red", 3, position=0)
    match.answer("blue", 1, position=0)
    assert waits_for(match) == ("duel.taunt", ("red", "blue"))
    before = match.save()
    match.answer("blue", 1, position=0)
    match.answer("red", 3, position=0)
    assert match.save() == before
    with pytest.raises(StaleAnswer):
        match.answer("blue", 2, position=0)


def test_a_sealed_answer_cannot_be_changed_by_answering_again():
    match = duel()
    match.answer("red", 3)
    with pytest.raises(NotYourTurn, match="red answered, blue is asked"):
        match.answer("red", 2)


def test_each_seat_is_shown_its_own_part_of_a_sealed_question_alone():
    match = duel()
    assert asked(match, "red").identity() == ["choose", [0, 1, 2, 3, 4]]
    assert match.pending is not None
    assert match.pending.for_seat("green") is None


def test_on_an_open_floor_the_first_answer_wins():
    match = duel()
    bid(match)
    match.answer("blue", "me first")
    assert match.state.journal == ["blue: me first"]


def speaks(words: str | None) -> Any:
    return lambda asked: words


def floor(table: Table[Notes]) -> None:
    parts = {seat: Write() for seat in ("red", "blue")}
    for _ in range(3):
        table.state.noted.append(table.ask(EVERYONE, "r.ask", Floor(parts)))
    table.ask("red", "r.again", Choose([1, 2]))


def test_a_bot_on_the_floor_speaks_once_and_then_lets_people_speak():
    match = small_match(floor, bots={"blue": speaks("bot")})
    assert (match.state.noted, waits_for(match)) == ([("blue", "bot")], ("r.ask", ("red",)))
    match.answer("red", "hello")
    assert [tuple(said) for said in match.state.noted] == [("blue", "bot"), ("red", "hello"), ("blue", "bot")]


def test_a_bot_does_not_keep_the_floor_from_one_turn_to_the_next():
    def rule(table: Table[Notes]) -> None:
        table.state.noted.append(table.ask(EVERYONE, "r.ask", Floor({"red": Write(), "blue": Write()}))[0])

    match = small_match(rule, bots={"blue": speaks("bot")}, turns=4)
    assert (match.turn, waits_for(match)) == (2, ("r.ask", ("red",)))
    match.answer("red", "hello")
    assert match.state.noted == ["blue", "red", "blue"]


def test_among_bots_no_seat_keeps_the_floor_to_itself():
    def rule(table: Table[Notes]) -> None:
        table.state.noted.append(table.ask(EVERYONE, "r.ask", Floor({"red": Write(), "blue": Write()}))[0])

    match = small_match(rule, bots={"red": speaks("I"), "blue": speaks("no, I")}, turns=40)
    assert set(match.state.noted) == {"red", "blue"}


def test_a_bot_that_passes_leaves_the_floor_to_people():
    match = small_match(floor, bots={"blue": speaks(None)})
    for words in ("one", "two", "three"):
        match.answer("red", words)
    assert match.state.noted == [("red", "one"), ("red", "two"), ("red", "three")]


def test_among_bots_that_all_pass_somebody_speaks_all_the_same():
    match = small_match(floor, bots={"red": random_or(None), "blue": speaks(None)})
    assert match.is_over


def random_or(words: str | None) -> Any:
    return lambda asked: asked.question.sample(asked.rng) if asked.rule == "r.again" else words


def test_a_seat_that_has_nothing_to_say_is_not_asked_on_the_floor():
    def rule(table: Table[Notes]) -> None:
        table.ask(EVERYONE, "r.ask", Floor({"red": Choose([1, 2]), "blue": Choose([])}))

    assert waits_for(small_match(rule)) == ("r.ask", ("red",))


def test_bots_bid_before_they_can_know_a_persons_bid():
    match = duel(bots={"blue": "random"})
    assert [type(entry) for entry in match.log] == [Answered]
    assert waits_for(match) == ("duel.bid", ("red",))


def test_a_match_of_bots_plays_to_its_end_at_once_and_always_alike():
    one, other = (duel(bots={"red": "random", "blue": "random"}) for _ in range(2))
    assert one.is_over
    assert one.save() == other.save()


@given(seed=st.integers(0, 1000))
def test_bots_and_people_play_by_the_same_rules(seed):
    match = duel(bots={"red": "random"} if seed % 2 else None)
    chance = Random(seed)
    while not match.is_over:
        answer_one(match, chance)
    replies = [entry for entry in match.line if isinstance(entry, Answered)]
    assert {entry.seat for entry in replies if entry.bot} == ({"red"} if seed % 2 else set())


# Real dice.


def test_the_dice_of_a_seat_with_real_dice_wait_for_its_faces():
    match = duel(physical=("red",))
    bid(match)
    match.answer("red", "")
    match.answer("red", "steady")
    assert match.pending is not None
    assert (match.pending.seats, match.pending.dice, match.pending.rule) == (("red",), (6,), "duel.strike")
    match.throw("red", [6])
    assert Threw("red", "duel.strike", (6,), (6,), "1d6 against 1d6", typed=True) in match.line
    assert any(isinstance(it, Threw) and it.by == "blue" and not it.typed for it in match.line)


def test_a_throw_sent_twice_counts_once_and_another_is_stale():
    match = duel(physical=("red",))
    bid(match)
    match.answer("red", "")
    match.answer("red", "steady")
    match.throw("red", [6], position=4)
    before = match.save()
    match.throw("red", [6], position=4)
    assert match.save() == before
    with pytest.raises(StaleAnswer):
        match.throw("red", [5], position=4)


@pytest.mark.parametrize("faces", [[7], [0], [], [1, 2], ["4"], [2.0], [True], [None]])
def test_a_face_that_the_die_does_not_have_is_refused_with_a_sentence_and_the_match_waits_on(faces):
    match = duel(physical=("red",))
    bid(match)
    match.answer("red", "")
    match.answer("red", "steady")
    before = match.save()
    with pytest.raises(Exception, match=r"1d6") as refused:
        match.throw("red", faces)
    assert type(refused.value).__name__ == "IllegalFaces"
    assert match.save() == before
    assert waits_for(match) == ("duel.strike", ("red",))


def test_the_first_person_throws_for_the_umpire_and_for_bots():
    def rule(table: Table[Notes]) -> None:
        table.roll(total(2), "r.roll")
        table.roll(total(1), "r.roll", "blue")
        table.ask("red", "r.ask", Choose([1, 2]))

    match = small_match(rule, bots={"blue": speaks("x")})
    typed = Match.new(match.game, b"x", bots={"blue": "random"}, physical=(UMPIRE, "blue"))
    assert waits_for(typed) == ("r.roll", ("red",))
    typed.throw("red", [3, 4])
    assert waits_for(typed) == ("r.roll", ("red",))
    typed.throw("red", [2])
    assert [(it.by, it.faces) for it in typed.line if isinstance(it, Threw)] == [("", (3, 4)), ("blue", (2,))]


def test_each_hand_of_an_opposed_roll_is_thrown_by_its_own_seat():
    match = duel(physical=("red", "blue"))
    bid(match)
    match.answer("red", "")
    match.answer("red", "steady")
    match.throw("red", [2])
    assert waits_for(match) == ("duel.strike", ("blue",))
    with pytest.raises(NotYourTurn):
        match.throw("red", [2])
    match.throw("blue", [6])
    assert match.state.blue.life == 3


def test_an_unknown_seat_is_refused_by_its_name():
    for how in ({"bots": {"green": "random"}}, {"names": {"green": "G"}}, {"physical": ("green",)}):
        with pytest.raises(BadInput, match="seat: 'green' doesn't fit; use one of red, blue"):
            duel(**how)
    with pytest.raises(BadInput, match="bot: 'clever' doesn't fit; use one of random, think"):
        duel(bots={"red": "clever"})


# Rules that fail.


def fails_at(answer: int) -> Any:
    def rule(table: Table[Notes]) -> None:
        first = table.ask("red", "r.ask", Choose([1, 2, 3]))
        table.state.noted.append(first)
        if first == answer:
            raise ZeroDivisionError("of all things")
        table.ask("red", "r.again", Choose([1, 2]))

    return rule


def test_a_rule_that_crashes_leaves_the_match_at_its_last_good_position():
    match = small_match(fails_at(2))
    before = match.save()
    with pytest.raises(RuleCrashed, match="a rule of small failed at position 1: ZeroDivisionError: of all things"):
        match.answer("red", 2)
    assert match.save() == before
    assert (waits_for(match), match.state.noted) == (("r.ask", ("red",)), [])
    match.answer("red", 1)
    assert waits_for(match) == ("r.again", ("red",))


def test_a_crash_in_a_later_turn_takes_the_whole_answer_back():
    def rule(table: Table[Notes]) -> None:
        if table.state.turns == 1:
            raise ZeroDivisionError
        table.tell("r.tell", "so far")
        table.ask("red", "r.ask", Choose([1, 2]))

    match = small_match(rule, turns=3)
    match.answer("red", 1)
    before, told = match.save(), match.happenings()
    with pytest.raises(RuleCrashed):
        match.answer("red", 1)
    assert (match.save(), match.happenings(), match.turn) == (before, told, 2)


def test_an_outcome_that_crashes_does_so_as_any_rule():
    match = small_match(lambda table: table.state.noted.append(table.ask("red", "r.ask", Choose([1, 2]))))

    def outcome(state: Notes) -> Any:
        return 1 // (len(state.noted) - 1) and None

    broken = Match.new(replace(match.game, outcome=outcome), b"x")
    with pytest.raises(RuleCrashed, match="a rule of small failed at position 1: ZeroDivisionError"):
        broken.answer("red", 1)
    assert waits_for(broken) == ("r.ask", ("red",))


def test_somebody_who_interrupts_a_bots_thoughts_leaves_the_match_as_it_was():
    def interrupted(asked: Asked) -> Any:
        raise KeyboardInterrupt

    def rule(table: Table[Notes]) -> None:
        table.ask("red", "r.ask", Choose([1, 2]))
        table.ask("blue", "r.again", Choose([1, 2]))

    match = small_match(rule, bots={"blue": interrupted})
    before = match.save()
    with pytest.raises(KeyboardInterrupt):
        match.answer("red", 1)
    assert (match.save(), waits_for(match)) == (before, ("r.ask", ("red",)))


def test_a_bot_that_answers_illegally_is_found_out():
    def rule(table: Table[Notes]) -> None:
        table.ask("red", "r.ask", Choose([1, 2]))
        table.ask("blue", "r.again", Choose([1, 2]))

    match = small_match(rule, bots={"blue": speaks("rubbish")})
    with pytest.raises(IllegalAnswer, match=r"'rubbish' to r\.again"):
        match.answer("red", 1)
    assert waits_for(match) == ("r.ask", ("red",))


def test_a_rule_that_cites_what_the_rulebook_does_not_hold_is_stopped():
    for call in (
        lambda table: table.ask("red", "r.none", Choose([1, 2])),
        lambda table: table.roll(total(1), "r.none"),
        lambda table: table.tell("r.none", "words"),
    ):
        with pytest.raises(UnknownRule, match=r"the rulebook of small has no 'r\.none'"):
            small_match(call)


def test_a_turn_without_end_is_stopped():
    def rule(table: Table[Notes]) -> None:
        while True:
            table.tell("r.tell", "and so on")

    with pytest.raises(Runaway, match=r"a turn of small made 50000 calls, lately r\.tell"):
        small_match(rule)


def test_turns_without_end_are_stopped():
    with pytest.raises(Runaway, match="small played 10000 turns without asking anybody"):
        small_match(lambda table: None, turns=-1)


def test_an_opposed_roll_wants_a_seat_for_each_hand():
    def rule(table: Table[Notes]) -> None:
        table.roll(opposed(0, 0, max), "r.roll", ("red", "blue", "green"))

    with pytest.raises(RuleCrashed, match="is thrown by 2 hands"):
        small_match(rule)


# What is told.


def test_what_is_told_to_some_is_not_told_to_others():
    def rule(table: Table[Notes]) -> None:
        table.tell("r.tell", "for {who}", to=("red",), who="red")
        table.roll(total(2), "r.roll", "blue", to=("blue",))
        table.tell("r.tell", "for all")
        table.ask("red", "r.ask", Choose([1, 2]))

    match = small_match(rule)
    told = {seat: [getattr(it, "text", "dice") for it in match.happenings(seat)] for seat in ("red", "blue", None)}
    assert told == {"red": ["for red", "for all"], "blue": ["dice", "for all"], None: ["for all"]}


def test_what_was_told_does_not_change_when_the_state_does():
    def rule(table: Table[Notes]) -> None:
        table.state.noted.append("before")
        table.tell("r.tell", "noted: {noted}", noted=table.state.noted, state=table.state)
        table.state.noted.append("after")
        table.ask("red", "r.ask", Choose([1, 2]))

    match = small_match(rule)
    assert match.happenings()[0].facts["noted"] == ["before"]  # type: ignore[union-attr]
    assert Match.load(match.save(), match.game).happenings() == match.happenings()


def test_a_roll_tells_who_threw_what_and_what_was_read():
    def rule(table: Table[Notes]) -> None:
        table.state.noted.append(table.roll(at_least(3, 4), "r.roll", "red"))
        table.ask("red", "r.ask", Choose([1, 2]))

    match = small_match(rule)
    (roll,) = match.happenings()
    faces = match.dice.faces(0, [6, 6, 6])
    assert msgspec.json.decode(msgspec.json.encode(roll)) == {
        "kind": "roll",
        "rule": "r.roll",
        "label": "3d6, how many 4+",
        "by": ["red"],
        "hands": [[6, 6, 6]],
        "faces": [list(faces)],
        "value": sum(face >= 4 for face in faces),
        "position": 1,
        "chance": float(at_least(3, 4).chance(sum(face >= 4 for face in faces))),
    }
    assert match.state.noted == [sum(face >= 4 for face in faces)]


def test_options_are_checked_before_a_match_begins():
    with pytest.raises(BadInput, match="life: 'long' doesn't fit; use a whole number"):
        duel(options={"life": "long"})
    assert duel(options={"life": "4"}).options == Options(life=4)


def test_one_question_may_be_sealed_for_some_and_forced_for_others():
    def rule(table: Table[Notes]) -> None:
        bids = table.ask(EVERYONE, "r.ask", Sealed({"red": Choose([1, 2]), "blue": Choose([7])}))
        table.state.noted.append(bids)

    match = small_match(rule)
    assert waits_for(match) == ("r.ask", ("red",))
    match.answer("red", 2)
    assert match.state.noted == [{"red": 2, "blue": 7}]


def test_what_happened_is_told_turn_by_turn():
    match = Match.new(game, b"duel secret", bots={"red": "random", "blue": "random"})
    by_turn = match.happenings_by_turn()
    assert [it for _, told in by_turn for it in told] == match.happenings()
    assert [number for number, _ in by_turn] == list(range(1, match.turn))
    assert all(told[0].rule == "duel.bids" for _, told in by_turn)  # at the position where the turn before ended
    last = by_turn[-1][1][0].position
    assert [it for _, told in match.happenings_by_turn(None, last) for it in told] == match.happenings(None, last)


def test_a_turn_is_called_by_the_headline_unless_the_game_has_a_word_for_it():
    assert duel().heading(1) == "Duel"
    named = replace(game, heading=lambda state: f"Round {state.round + 1}")
    assert Match.new(named, b"duel secret").heading(1) == "Round 1"
