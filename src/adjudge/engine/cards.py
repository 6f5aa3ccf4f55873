"""Cards: decks, hands and discards, drawn as fairly as dice are thrown and hidden from whoever may not see them.

A deck has no order. Which card comes is decided when it is drawn, by a throw of a die with a side for each card that is
left: that is as good as any shuffle, nobody can peek at what does not exist, and undo, replay and `--verify` treat a
draw like any roll. Whoever draws from a real deck types what came.

A card is its name: `"7♥"`, `"Fireball"`. Two cards of one name are alike. A `Pack` holds all cards of a match in piles:
a deck and discards, a hand for each seat, and whatever else lies on the table.

>>> pack = Pack.new(["ace", "king", "king", "queen"], seats=["red", "blue"])
>>> pack.deck.size, pack.hand("red").size
(4, 0)

Odds branch on what is drawn, not on the ways to draw it, and a question about a draw is counted:

>>> drawing(("ace", "king", "king", "queen"), 2).outcomes[:2]
((('ace', 'king'), 4), (('ace', 'queen'), 2))
>>> how_many(("♥",) * 13 + ("other",) * 39, 5, ["♥"]).chance(5)
Fraction(33, 66640)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb, factorial, lcm, perm
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from adjudge.engine.dice import A_CARD, MOST_ENUMERATED, MOST_SIDES, Outcomes, Reading, Roll, Staged, merge, stage
from adjudge.engine.scene import Face, Heap, Mood, Spread
from adjudge.engine.table import Table

T = TypeVar("T", bound=Hashable)

DECK, DISCARD = "deck", "discard"


# ---------------------------------------------------------------------- readings


class _OneCard(Reading[tuple[int, ...]]):
    """A card of a pack. Nobody is told its place among those that are left."""

    __slots__ = ()

    is_from_pack = True


@lru_cache(4096)
def one_card(cards: tuple[str, ...]) -> Reading[tuple[int, ...]]:
    """Which of these cards comes, as its place among them from 1 on; a screen shows its name."""
    return _OneCard((len(cards),), tuple, A_CARD).saying(lambda faces: cards[faces[0] - 1]).as_card()


@lru_cache(2048)
def drawing(cards: tuple[str, ...], count: int) -> Staged[tuple[str, ...]]:
    """So many of these cards, drawn without putting any back, in the order of their names.

    At the table they come one by one. Its outcomes are the different hands, each with the number of ways to draw it.
    """
    if not 0 < count <= len(cards) <= MOST_SIDES:
        raise ValueError(f"{count} of {len(cards)} cards cannot be drawn; a deck has 1 to {MOST_SIDES} cards")

    def in_stages(roll: Roll) -> tuple[str, ...]:
        left, taken = list(cards), []
        for _ in range(count):
            (place,) = roll(one_card(tuple(left)), 0)
            taken.append(left.pop(place - 1))
        return tuple(sorted(taken))

    def weigh() -> Outcomes[tuple[str, ...]]:
        return tuple((hand, ways * factorial(count)) for hand, ways in _hands(cards, count))

    dice = tuple(len(cards) - number for number in range(count))
    drawn = Staged(dice, f"{count} of {len(cards)} cards", in_stages, weigh, perm(len(cards), count))
    drawn.words = " ".join
    return drawn


class _Guess(Staged[T]):
    """A draw as somebody who cannot see the cards takes it to be: only odds draw so."""

    __slots__ = ()

    is_guess = True


@lru_cache(2048)
def guessing(known: tuple[str, ...], down: int, unseen: tuple[str, ...], count: int) -> Staged[tuple[str, ...]]:
    """So many cards of a pile that somebody cannot see: some that are known to lie in it, and `down` others, which may
    be any of the `unseen` ones. No card is among both."""
    size = len(known) + down

    def in_stages(roll: Roll) -> tuple[str, ...]:
        sure, others, taken = list(known), list(unseen), []
        for number in range(count):
            (place,) = roll(stage((size - number,), A_CARD), 0)
            if place <= len(sure):
                taken.append(sure.pop(place - 1))
            else:
                (which,) = roll(one_card(tuple(others)), 0)
                taken.append(others.pop(which - 1))
        return tuple(sorted(taken))

    common = lcm(*(comb(len(unseen), others) for others in range(min(count, down) + 1)))

    def weigh() -> Outcomes[tuple[str, ...]]:
        """For each share of the two: the ways to have it among those drawn, times the ways to draw both parts."""
        return tuple(
            (tuple(sorted(one + two)), comb(down, others) * (common // comb(len(unseen), others)) * ways * more)
            for others in range(max(0, count - len(known)), min(count, down) + 1)
            for one, ways in _hands(known, count - others)
            for two, more in _hands(unseen, others)
        )

    return _Guess((size,), f"{count} of {size} cards unseen", in_stages, weigh, comb(size, count) * common)


def _hands(cards: Sequence[str], count: int) -> Outcomes[tuple[str, ...]]:
    """Every hand of so many cards, with the number of ways to take it out of these."""
    if comb(len(cards), count) > MOST_ENUMERATED and len(set(cards)) > count:
        raise ValueError(f"{count} of {len(cards)} cards make too many hands: ask `how_many` or `worth_of` instead")
    partial: list[tuple[tuple[str, ...], int]] = [((), 1)]
    for card, copies in _copies(cards):
        partial = [
            (hand + (card,) * some, ways * comb(copies, some))
            for hand, ways in partial
            for some in range(min(copies, count - len(hand)), -1, -1)
        ]
    return tuple((hand, ways) for hand, ways in partial if len(hand) == count)


def _copies(cards: Iterable[str]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for card in sorted(cards):
        counts[card] = counts.get(card, 0) + 1
    return list(counts.items())


def how_many(cards: Sequence[str], count: int, wanted: Collection[str]) -> Reading[int]:
    """How many of so many drawn cards are wanted ones. Counted, however large the deck."""
    return worth_of(cards, count, dict.fromkeys(wanted, 1), f"how many of {count} drawn cards are wanted")


def worth_of(cards: Sequence[str], count: int, worth: Mapping[str, int], label: str = "") -> Reading[int]:
    """What so many drawn cards are worth together, each by its name (0 if it is not named). Counted, not enumerated:
    the cost is the number of different sums, not of hands."""
    values = tuple(worth.get(card, 0) for card in cards)
    draw = drawing(tuple(sorted(cards)), count)

    def weigh() -> Outcomes[int]:
        partial: dict[tuple[int, int], int] = {(0, 0): 1}
        for value in set(values):
            copies = values.count(value)
            partial = dict(
                merge(
                    ((held + some, total + some * value), ways * comb(copies, some))
                    for (held, total), ways in partial.items()
                    for some in range(min(copies, count - held) + 1)
                )
            )
        weights = {total: ways * factorial(count) for (held, total), ways in partial.items() if held == count}
        return tuple(sorted(weights.items()))

    read: Callable[[Roll], int] = lambda roll: sum(worth.get(card, 0) for card in draw.in_stages(roll))  # noqa: E731
    return Staged(draw.dice, label or f"the worth of {count} drawn cards", read, weigh, draw.ways)


# ---------------------------------------------------------------------- piles


class Pile(Struct):
    """Cards that lie together: face `up` for everybody, in a `seat`'s hand for that seat, or face down for nobody.

    `cards` are those that whoever looks knows, in the order of their names unless they lie face up; `down` is how many
    more there are.
    """

    cards: list[str] = []
    down: int = 0
    seat: str = ""
    up: bool = False

    @property
    def size(self) -> int:
        """How many cards there are, known or not."""
        return len(self.cards) + self.down

    def is_seen_by(self, seat: str | None) -> bool:
        """Whether a seat (None: a spectator) may look at it."""
        return self.up or bool(self.seat and self.seat == seat)

    def add(self, cards: Iterable[str]) -> None:
        """Puts cards on top of an open pile, or among those that have no order."""
        self.cards.extend(cards)
        if not self.up:
            self.cards.sort()


class Pack(Struct):
    """All cards of a match, by the pile in which they lie.

    `unseen` is for views: the cards that lie somewhere a seat cannot look, all together and in no order. Odds draw from
    them, and `imagined` deals them out.
    """

    piles: dict[str, Pile]
    unseen: list[str] = []

    @classmethod
    def new(cls, cards: Iterable[str], seats: Iterable[str] = (), **others: Pile) -> Pack:
        """All cards in the deck, nothing discarded, an empty hand for each seat, and other piles by name."""
        deck = sorted(cards)
        if not 0 < len(deck) <= MOST_SIDES:
            raise ValueError(f"a deck has 1 to {MOST_SIDES} cards, not {len(deck)}")
        hands = {seat: Pile(seat=seat) for seat in seats}
        return cls({DECK: Pile(deck), DISCARD: Pile(up=True), **hands, **others})

    @property
    def deck(self) -> Pile:
        return self.piles[DECK]

    @property
    def discards(self) -> list[str]:
        """The cards that were discarded, the last one on top."""
        return self.piles[DISCARD].cards

    def hand(self, seat: str) -> Pile:
        """The cards of a seat."""
        return self.piles[seat]

    # ------------------------------------------------------------------ what rules do with cards

    def draw(
        self, table: Table[Any], rule: str, to: str, count: int = 1, *, by: str = "", source: str = DECK
    ) -> tuple[str, ...]:
        """Draws cards from a pile (the deck) into another, such as a hand: as many as there are, if that is fewer.

        Only the seat whose pile it is sees what came; into an open pile everybody does. `by` is who draws, if the pile
        is nobody's.
        """
        target, pile = self.piles[to], self.piles[source]
        count = min(count, pile.size)
        if count <= 0:
            return ()
        seen = (target.seat,) if target.seat else () if target.up else ("nobody",)
        drawn = table.roll(self._reading(pile, count), rule, by or target.seat, to=seen)
        self._take(pile, drawn)
        target.add(drawn)
        return drawn

    def look(self, table: Table[Any], rule: str, name: str) -> tuple[str, ...]:
        """The cards of a pile that a rule goes by, such as those of a rival. In play they are there; odds, run on what
        a seat knows, deal them out in every way that may be."""
        pile = self.piles[name]
        if pile.down:
            found = table.roll(self._reading(pile, pile.size), rule)
            self._take(pile, found)
            pile.cards = [*found]
        return tuple(pile.cards)

    def _reading(self, pile: Pile, count: int) -> Staged[tuple[str, ...]]:
        if not pile.down:
            return drawing(tuple(pile.cards), count)
        return guessing(tuple(pile.cards), pile.down, tuple(self.unseen), count)

    def _take(self, pile: Pile, cards: Iterable[str]) -> None:
        for card in cards:
            if card in pile.cards:
                pile.cards.remove(card)
            else:
                self.unseen.remove(card)
                pile.down -= 1

    def move(self, card: str, source: str, to: str = DISCARD) -> None:
        """Moves a card that is known from one pile to another: plays, discards, gives or takes it."""
        _remove(self.piles[source].cards, (card,))
        self.piles[to].add((card,))

    def reshuffle(self, source: str = DISCARD) -> None:
        """The cards of an open pile become the deck, which has to be empty."""
        if self.deck.size:
            raise ValueError(f"{self.deck.size} cards are still in the deck: it is shuffled again when it is empty")
        self.deck.cards, self.piles[source].cards = sorted(self.piles[source].cards), []

    def gather(self) -> None:
        """All cards back into the deck, whoever has them."""
        cards = [card for pile in self.piles.values() for card in pile.cards] + self.unseen
        for pile in self.piles.values():
            pile.cards, pile.down = [], 0
        self.deck.cards, self.unseen = sorted(cards), []

    # ------------------------------------------------------------------ what seats know

    def seen_by(self, seat: str | None, **only: Collection[str]) -> Pack:
        """The same piles as a seat sees them: of those that it may not look at it knows the number of cards alone.

        `only` says what else everybody knows: `deck=["storm"]` where a storm is shown as soon as it is drawn, so that a
        storm nobody has seen is still in the deck.
        """
        hidden = [pile for pile in self.piles.values() if not pile.is_seen_by(seat)]
        sure = {card for cards in only.values() for card in cards}
        unseen = sorted(card for pile in hidden for card in pile.cards if card not in sure)
        piles = {name: _as_seen(pile, seat, only.get(name, ())) for name, pile in self.piles.items()}
        return Pack(piles, unseen)

    def imagined(self, rng: Random) -> Pack:
        """A pack that would look just like this one: the cards that nobody sees here are dealt out at random."""
        left = list(self.unseen)
        rng.shuffle(left)
        piles = {}
        for name, pile in self.piles.items():
            guessed, left = left[: pile.down], left[pile.down :]
            piles[name] = Pile([*pile.cards], 0, pile.seat, pile.up)
            piles[name].add(guessed)
        return Pack(piles)

    # ------------------------------------------------------------------ what screens show

    def spread(
        self,
        *names: str,
        title: str = "",
        titles: Mapping[str, str] | None = None,
        order: Callable[[str], Any] | None = None,
        look: Callable[[str], Mood] | None = None,
        most: int = 12,
    ) -> Spread:
        """Piles as screens draw them: hands with their cards side by side, open piles by their last cards, the others
        by their number. `order` sorts a hand, `look` gives a card its mood; an option is about a card if its `figure`
        is `card_id(pile, card)`."""
        heaps = [self._heap(name, (titles or {}).get(name, name), order, look, most) for name in names or self.piles]
        return Spread(title, tuple(heaps))

    def _heap(
        self,
        name: str,
        title: str,
        order: Callable[[str], Any] | None,
        look: Callable[[str], Mood] | None,
        most: int,
    ) -> Heap:
        pile = self.piles[name]
        if not pile.up and not pile.seat:
            return Heap(name, title, pile.size)
        cards = pile.cards[-most:] if pile.up else sorted(pile.cards, key=order)
        faces = tuple(Face(card_id(name, card), card, look(card) if look else "") for card in cards)
        return Heap(name, title, pile.size, faces, pile.seat, pile.up)


def card_id(pile: str, card: str) -> str:
    """What a card in a pile is called on the table, for options that are about it."""
    return f"{pile}/{card}"


def _as_seen(pile: Pile, seat: str | None, sure: Collection[str]) -> Pile:
    """A pile as a seat sees it, with what is sure to lie in it even so."""
    known = [card for card in pile.cards if pile.is_seen_by(seat) or card in sure]
    return Pile(known, pile.size - len(known), pile.seat, pile.up)


def _remove(cards: list[str], taken: Iterable[str]) -> None:
    for card in taken:
        cards.remove(card)
