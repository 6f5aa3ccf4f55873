"""Tables that answer from lists: scripts use up just what they are given, and every way of answering reads alike."""

from typing import Any

import msgspec
import pytest

from adjudge.engine import (
    Allocate,
    Asked,
    Choose,
    Event,
    Floor,
    IllegalAnswer,
    Match,
    Rolled,
    Script,
    Sealed,
    Table,
    at_least,
    opposed,
    total,
)
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import DeadEnd, DiceMismatch, IllegalFaces, Runaway
from adjudge.engine.table import Playout, one_bot, random_bot
from adjudge.odds import distribution, fixed
from tests.engine.duel import Duel, Duelist, judge, strike, turn
from tests.engine.small import Notes, small_game


def test_a_script_plays_a_turn_from_lists_and_notes_everything():
    table = Script(
        Duel(Duelist(), Duelist()),
        answers=[{"red": 2, "blue": 1}, ("blue", "Ha!"), "steady", "wild"],
        faces=[3, 4, 1, 2],
    )
    turn(table)
    table.finish()
    assert [event.text for event in table.events] == ["red bids 2, blue bids 1", "blue stumbles"]
    assert [(roll.rule, roll.faces, roll.value) for roll in table.rolls] == [
        ("duel.strike", ((3,), (4,)), "miss"),
        ("duel.wild", ((1, 2),), 0),
    ]
    assert table.state.journal == ["blue: Ha!"]


def test_a_script_with_too_few_dice_says_which_roll_wanted_more():
    table = Script(None, faces=[3])
    with pytest.raises(DiceMismatch, match=r"r\.roll rolls 2d6 \(2d6\), but 1 die of those given is left"):
        table.roll(total(2), "r.roll")


def test_a_script_with_too_many_dice_or_answers_says_so_at_the_end():
    with pytest.raises(DiceMismatch, match="dice are left over: 3, 4"):
        Script(None, faces=[3, 4]).finish()
    with pytest.raises(DiceMismatch, match=r"answers are left over: \['x'\]"):
        Script(None, answers=["x"]).finish()
    Script(None, faces=[], answers=[]).finish()


def test_a_script_without_dice_says_so():
    with pytest.raises(DiceMismatch, match=r"r\.roll rolls 2d6, and no dice were given"):
        Script(None).roll(total(2), "r.roll")


def test_a_script_without_answers_shows_the_question():
    with pytest.raises(DiceMismatch, match=r"no answer is left for r\.ask of red: .*left"):
        Script(None).ask("red", "r.ask", Choose(["left", "right"]))


def test_a_script_holds_faces_and_answers_to_the_rules():
    with pytest.raises(IllegalFaces, match="die 2 of 2d6 shows 7"):
        Script(None, faces=[6, 7]).roll(total(2), "r.roll")
    with pytest.raises(IllegalAnswer):
        Script(None, answers=["up"]).ask("red", "r.ask", Choose(["left", "right"]))


def test_a_script_rolls_its_own_dice_if_it_is_given_some():
    one, other = (Script(None, dice=FastDice(4)) for _ in range(2))
    assert one.roll(total(3), "r.roll") == other.roll(total(3), "r.roll")
    assert 1 <= one.roll(total(1, 20), "r.roll") <= 20


def test_one_policy_answers_for_several_seats():
    table = Script(None, policy=random_bot)
    bids = table.ask("", "r.ask", Sealed({"red": Choose([1, 2]), "blue": Choose([3, 4])}))
    assert (bids["red"] in (1, 2), bids["blue"] in (3, 4)) == (True, True)
    seat, answer = table.ask("", "r.ask", Floor({"red": Choose([1, 2]), "blue": Choose([])}))
    assert (seat, answer in (1, 2)) == ("red", True)


def test_hands_are_kept_apart_in_the_record():
    table = Script(None, faces=[1, 2, 3, 4])
    table.roll(opposed(0, 0, judge, count=2), "r.roll", ("red", "blue"))
    (roll,) = table.rolls
    assert (roll.by, roll.hands, roll.faces) == (("red", "blue"), ((6, 6), (6, 6)), ((1, 2), (3, 4)))


def test_one_seat_may_throw_both_hands():
    table = Script(None, faces=[1, 2])
    table.roll(opposed(0, 0, judge), "r.roll", "red")
    assert table.rolls[0].by == ("red", "red")


@pytest.mark.parametrize(
    ("fact", "plain"),
    [
        (3, 3),
        (None, None),
        ((1, [2, "x"]), [1, [2, "x"]]),
        ({"a": (1,), 2: {3}}, {"a": [1], "2": "{3}"}),
        (Duelist(), str(Duelist())),
    ],
)
def test_facts_are_told_as_plain_data(fact: Any, plain: Any):
    table = Script(None)
    table.tell("r.tell", "it is so", fact=fact)
    (event,) = table.events
    assert event.facts == {"fact": plain}
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


def test_a_sentence_is_made_of_its_facts():
    table = Script(None)
    table.tell("r.tell", "{who} hits {whom} for {points:+d}", who="red", whom="blue", points=2)
    assert table.events[0].text == "red hits blue for +2"


def test_happenings_survive_a_text_file():
    table = Script(Duel(Duelist(), Duelist()), faces=[6, 1])
    strike(table, "red", "blue", 0)
    stored = msgspec.json.decode(msgspec.json.encode(table.happenings), type=list[Event | Rolled])
    assert stored == table.happenings


def test_a_bot_that_is_asked_without_end_is_stopped():
    table: Table[None] = Playout(None, one_bot(lambda asked: 1), FastDice(1))
    with pytest.raises(Runaway, match=r"asked 200000 questions, lately r\.ask of red"):
        ask_for_ever(table)


def ask_for_ever(table: Table[None]) -> None:
    while True:
        table.ask("red", "r.ask", Choose([1, 2]))


def test_a_dead_end_for_everybody_says_so():
    with pytest.raises(DeadEnd, match=r"r\.ask asks everyone"):
        Script(None).ask("", "r.ask", Floor({}))


# One rule, every way of answering.


def skirmish(table: Table[Notes]) -> None:
    aim = table.ask("red", "r.ask", Choose(["quick", "aimed"]))
    hits = table.roll(at_least(3, 5 if aim == "quick" else 4), "r.roll", "red")
    shares = table.ask("blue", "r.again", Allocate(hits, ["front", "rear"]))
    table.tell("r.tell", "{hits} hits", hits=hits)
    table.state.noted.append(f"{hits} hits, {shares['front']} in front")


def noted(table: Table[Notes]) -> str:
    skirmish(table)
    return str(table.state.noted[-1])


def test_script_live_match_and_replay_read_alike():
    script = Script(Notes(1), answers=["aimed", {"front": 1, "rear": 1}], faces=[4, 3, 6])
    skirmish(script)
    match = Match.new(small_game(skirmish), b"x", physical=("red",))
    match.answer("red", "aimed")
    match.throw("red", [4, 3, 6])
    match.answer("blue", {"front": 1, "rear": 1})
    assert script.state.noted == match.state.noted == match.replay_turn(1)[0].noted == ["2 hits, 1 in front"]
    assert [type(it) for it in script.happenings] == [type(it) for it in match.happenings()] == [Rolled, Event]


def all_in_front(asked: Asked) -> dict[str, int]:
    assert isinstance(asked.question, Allocate)
    return {"front": asked.question.number, "rear": 0}


def test_playouts_come_to_the_odds():
    policy = fixed({"r.ask": "aimed"}, all_in_front)
    odds = distribution(noted, Notes(1), policy=policy)
    dice = FastDice(8)
    played = [noted(Playout(Notes(1), one_bot(policy), dice)) for _ in range(4000)]
    for outcome, chance in odds.items():
        assert played.count(outcome) / 4000 == pytest.approx(float(chance), abs=0.04)
    assert sum(odds[outcome] for outcome in odds) == 1


def test_a_reading_may_say_its_values_in_words_of_its_own():
    table = Script(None, faces=[5])
    reading = total(1).map(lambda face: face >= 4, "four or more").saying(lambda good: "in" if good else "out")
    assert table.roll(reading, "duel.strike") is True
    assert table.rolls[0].value == "in"
