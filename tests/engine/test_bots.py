"""Bots get the view of their seat, never the state: peeking finds nothing, scribbling spoils nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engine import EVERYONE, Asked, Bot, Choose, Game, Match, Sealed, Table, playout
from adjudge.engine.table import Script, random_bot
from tests.engine.duel import Duel, Options, game
from tests.engine.small import Notes, small_match

SECRET = b"0123456789abcdef0123456789abcdef"


def reachable(thing: Any, seen: set[int]) -> Iterator[Any]:
    """Everything that can be reached by attributes and items; code is not walked into."""
    if id(thing) in seen or isinstance(thing, type) or callable(thing):
        return
    seen.add(id(thing))
    yield thing
    for inner in (*attributes(thing), *items(thing)):
        yield from reachable(inner, seen)


def attributes(thing: Any) -> Iterator[Any]:
    if isinstance(thing, (str, bytes, int, float)):
        return
    for name in dir(thing):
        if not (name.startswith("__") and name.endswith("__")):
            yield getattr(thing, name, None)


def items(thing: Any) -> list[Any]:
    if isinstance(thing, Mapping):
        return [*thing.keys(), *thing.values()]
    return list(thing) if isinstance(thing, (list, tuple, set, frozenset)) else []


class Peeker:
    """Keeps all it can find, and answers anything."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def __call__(self, asked: Asked) -> Any:
        self.found += reachable(asked, set())
        return asked.question.sample(asked.rng)


def bots_of(**bots: Bot) -> Game[Duel]:
    return replace(game, bots=bots)


def found_by(peeker: Peeker) -> str:
    return repr([thing for thing in peeker.found if isinstance(thing, (str, bytes))])


def test_a_peeking_bot_in_a_live_match_finds_neither_state_nor_secrets():
    peeker = Peeker()
    Match.new(bots_of(peeker=peeker), SECRET, bots={"red": "peeker", "blue": "random"})
    assert "red's" in found_by(peeker), "its own secret it may know"
    assert "blue's" not in found_by(peeker)
    assert SECRET.hex() not in found_by(peeker)
    assert repr(SECRET) not in found_by(peeker)
    assert not [thing for thing in peeker.found if isinstance(thing, (Match, Table, Game))]


def test_a_peeking_bot_in_a_playout_finds_neither_state_nor_secrets():
    peeker = Peeker()
    playout(game, Options(), {"red": peeker, "blue": random_bot}, 1)
    assert "red's" in found_by(peeker)
    assert "blue's" not in found_by(peeker)
    assert not [thing for thing in peeker.found if isinstance(thing, (Match, Table, Game))]


def test_the_peeker_would_find_a_leak():
    peeker = Peeker()
    playout(without_view(game), Options(), {"red": peeker, "blue": random_bot}, 1)
    assert "blue's" in found_by(peeker)


def without_view(shown: Game[Duel]) -> Game[Duel]:
    return replace(shown, view=None)


def test_a_bot_is_shown_its_own_part_of_a_sealed_question_alone():
    shown: list[Any] = []

    def watches(asked: Asked) -> Any:
        shown.append(asked.question.identity())
        return asked.question.sample(asked.rng)

    def rule(table: Table[Notes]) -> None:
        table.ask(EVERYONE, "r.ask", Sealed({"red": Choose([1, 2]), "blue": Choose([3, 4])}))

    small_match(rule, bots={"red": watches, "blue": random_bot})
    assert shown == [["choose", [1, 2]]]


def test_a_bot_that_scribbles_on_its_view_changes_nothing():
    def scribbles(asked: Asked) -> Any:
        asked.view.noted.append("scribble")
        asked.view.turns = 99
        return 1

    def rule(table: Table[Notes]) -> None:
        table.ask("blue", "r.ask", Choose([1, 2]))
        table.ask("red", "r.again", Choose([1, 2]))

    match = small_match(rule, bots={"blue": scribbles})
    assert (match.state.noted, match.state.turns) == ([], 1)


def test_a_blind_bot_needs_no_view():
    def never(state: Notes, seat: str | None) -> Any:
        raise AssertionError("a view was made for nobody")

    def rule(table: Table[Notes]) -> None:
        table.ask("blue", "r.ask", Choose([1, 2]))

    assert small_match(rule, bots={"blue": random_bot}, view=never).is_over


def test_bots_draw_the_same_chances_again_after_an_undo():
    def rule(table: Table[Notes]) -> None:
        table.ask("red", "r.ask", Choose([1, 2]))
        table.state.noted.append(table.ask("blue", "r.ask", Choose(range(1000))))
        table.ask("red", "r.again", Choose([1, 2]))

    match = small_match(rule, bots={"blue": random_bot})
    match.answer("red", 1)
    drawn = match.state.noted
    match.undo("red")
    match.answer("red", 1)
    assert match.state.noted == drawn


@given(seed=st.integers(0, 50))
def test_a_policy_in_a_script_is_held_to_legal_answers(seed):
    table = Script(None, policy=random_bot)
    assert table.ask("red", "r.ask", Choose(range(3))) in range(3)
    with pytest.raises(Exception, match="illegal answer 'x'"):
        Script(None, policy=lambda asked: "x").ask("red", "r.ask", Choose(range(Random(seed).randint(2, 9))))
