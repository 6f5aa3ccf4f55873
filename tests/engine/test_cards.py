"""Cards: drawn as fairly as dice are thrown, counted exactly, and hidden from whoever may not see them."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random

import pytest

from adjudge.engine import Pack, Pile, Script, drawing, how_many, worth_of
from adjudge.engine.cards import card_id, guessing
from adjudge.engine.chance import FastDice
from adjudge.odds import distribution

SUITS = ("♣",) * 3 + ("♥",) * 2 + ("♠",)


def counted(cards, count, read):
    """The same by hand: every order in which the cards can come."""
    found = Counter(read(hand) for hand in permutations(cards, count))
    return {value: Fraction(ways, found.total()) for value, ways in found.items()}


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_the_odds_of_a_hand_are_those_of_all_orders_of_drawing(count):
    reading = drawing(SUITS, count)
    assert {hand: reading.chance(hand) for hand, _ in reading.outcomes} == counted(
        SUITS, count, lambda hand: tuple(sorted(hand))
    )


def test_questions_about_a_draw_are_counted_and_not_enumerated():
    assert how_many(("♥",) * 13 + ("-",) * 39, 13, ["♥"]).chance(0) == Fraction(comb(39, 13), comb(52, 13))
    worth = {"♣": 1, "♥": 5}
    reading = worth_of(SUITS, 3, worth)
    assert {value: reading.chance(value) for value, _ in reading.outcomes} == counted(
        SUITS, 3, lambda hand: sum(worth.get(card, 0) for card in hand)
    )


def test_a_guess_knows_which_cards_are_in_the_pile_for_sure():
    """Two storms lie among four cards of the deck; the other two are any of five unseen ones."""
    reading = guessing(("storm", "storm"), 2, ("a", "a", "b", "b", "b"), 2)
    worlds = [
        ("storm", "storm", *others)
        for others in [("a", "a")] * 1 + [("a", "b")] * 6 + [("b", "b")] * 3  # out of ten pairs
    ]
    ways = Counter(tuple(sorted(hand)) for deck in worlds for hand in permutations(deck, 2))
    assert {hand: reading.chance(hand) for hand, _ in reading.outcomes} == {
        hand: Fraction(count, ways.total()) for hand, count in ways.items()
    }


def pack():
    made = Pack.new(SUITS, ["red", "blue"], aside=Pile())
    table = Script(made, dice=FastDice(3))
    made.draw(table, "deal", "red", 2)
    made.draw(table, "deal", "blue", 2)
    return made


def test_a_seat_sees_its_own_hand_and_the_number_of_all_other_cards():
    dealt = pack()
    seen, other, spectator = (dealt.seen_by(seat) for seat in ("red", "blue", None))
    assert seen.hand("red").cards == dealt.hand("red").cards
    assert (seen.hand("blue").cards, seen.hand("blue").size, seen.deck.cards, seen.deck.size) == ([], 2, [], 2)
    assert other.hand("red").cards == [] == spectator.hand("red").cards
    assert sorted([*seen.hand("red").cards, *seen.unseen]) == sorted(SUITS)
    heaps = {heap.id: heap for heap in seen.spread().heaps}
    assert [face.id for face in heaps["red"].faces] == [card_id("red", card) for card in seen.hand("red").cards]
    assert (heaps["blue"].faces, heaps["blue"].count, heaps["deck"].faces) == ((), 2, ())


def test_what_is_imagined_shows_the_seat_what_it_sees():
    seen = pack().seen_by("red")
    hands = set()
    for seed in range(30):
        world = seen.imagined(Random(seed))
        assert world.seen_by("red") == seen
        hands.add(tuple(world.hand("blue").cards))
    assert len(hands) > 2


def test_odds_draw_from_what_a_seat_cannot_see():
    """Red knows two cards of six: the next one is any of the other four, be it in the deck or in blue's hand."""
    seen = pack().seen_by("red")
    odds = distribution(lambda table: table.state.draw(table, "draw", "red")[0], seen)
    for card in set(SUITS):
        assert odds[card] == Fraction(seen.unseen.count(card), 4)
    hand = distribution(lambda table: table.state.look(table, "look", "blue"), seen)
    assert sum(hand[it] for it in hand) == 1
    assert all(len(it) == 2 for it in hand)


def test_cards_move_and_come_back():
    dealt = pack()
    card = dealt.hand("red").cards[0]
    dealt.move(card, "red")
    assert dealt.discards == [card]
    with pytest.raises(ValueError, match="still in the deck"):
        dealt.reshuffle()
    table = Script(dealt, dice=FastDice(1))
    assert len(dealt.draw(table, "draw", "blue", 9)) == 2  # no more were left
    assert dealt.draw(table, "draw", "blue") == ()
    dealt.reshuffle()
    assert (dealt.deck.cards, dealt.discards) == ([card], [])
    dealt.gather()
    assert dealt.deck.cards == sorted(SUITS)


def test_a_drawn_card_does_not_tell_its_place_among_those_left():
    made = Pack.new(SUITS, ["red"])
    table = Script(made, faces=[5])
    assert made.draw(table, "draw", "red") == ("♥",)
    (rolled,) = table.rolls
    assert (rolled.value, rolled.faces, rolled.chance, rolled.to) == ("♥", ((),), 0.0, ("red",))
