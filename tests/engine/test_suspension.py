"""Suspension is by re-execution, and no rule can swallow it."""

from typing import Any

import pytest

from adjudge.engine import Choose, Match, Suspended, Table, total
from adjudge.engine.errors import SwallowedSuspension
from tests.engine.small import Notes, small_match

ONE_OR_TWO = Choose([1, 2])


def test_a_suspension_is_no_exception_that_a_rule_would_catch():
    assert not issubclass(Suspended, Exception)


def test_a_rule_runs_again_from_its_checkpoint_with_the_answers_so_far_and_from_then_on_goes_on_where_it_stopped():
    runs: list[int] = []

    def rule(table: Table[Notes]) -> None:
        runs.append(len(table.state.noted))
        for _ in range(3):
            table.state.noted.append(table.ask("red", "r.ask", ONE_OR_TWO))

    match = small_match(rule)
    for answer in (1, 2, 1):
        match.answer("red", answer)
    assert runs == [0, 0]
    assert match.state.noted == [1, 2, 1]


def catches_everything(table: Table[Notes]) -> None:
    try:
        table.ask("red", "r.ask", ONE_OR_TWO)
    except:  # noqa: E722
        table.state.noted.append("swallowed")


def catches_and_asks_again(table: Table[Notes]) -> None:
    try:
        table.ask("red", "r.ask", ONE_OR_TWO)
    except BaseException:
        table.state.noted.append("swallowed")
    table.ask("blue", "r.again", ONE_OR_TWO)


def asks_in_finally(table: Table[Notes]) -> None:
    try:
        table.ask("red", "r.ask", ONE_OR_TWO)
    finally:
        table.ask("blue", "r.again", ONE_OR_TWO)


def rolls_in_finally(table: Table[Notes]) -> None:
    try:
        table.ask("red", "r.ask", ONE_OR_TWO)
    finally:
        table.roll(total(1), "r.roll")


def tells_in_finally(table: Table[Notes]) -> None:
    try:
        table.ask("red", "r.ask", ONE_OR_TWO)
    finally:
        table.tell("r.tell", "never mind")


def returns_in_finally(table: Table[Notes]) -> None:
    try:
        table.ask("red", "r.ask", ONE_OR_TWO)
    finally:
        return  # noqa: B012


class Forgiving:
    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> bool:
        return True


def asks_within_a_forgiving_with(table: Table[Notes]) -> None:
    with Forgiving():
        table.ask("red", "r.ask", ONE_OR_TWO)


@pytest.mark.filterwarnings("ignore:'return' in a 'finally' block:SyntaxWarning")
@pytest.mark.parametrize(
    "rule",
    [
        catches_everything,
        catches_and_asks_again,
        asks_in_finally,
        rolls_in_finally,
        tells_in_finally,
        returns_in_finally,
        asks_within_a_forgiving_with,
    ],
)
def test_a_rule_that_goes_on_after_its_suspension_is_found_out(rule):
    with pytest.raises(SwallowedSuspension, match=r"a rule of small went on after r\.ask suspended it"):
        small_match(rule)


def test_it_is_found_out_in_mid_match_too_and_the_match_stays():
    def rule(table: Table[Notes]) -> None:
        if table.ask("red", "r.ask", ONE_OR_TWO) == 2:
            catches_everything(table)
        table.ask("red", "r.again", ONE_OR_TWO)

    match = small_match(rule)
    with pytest.raises(SwallowedSuspension):
        match.answer("red", 2)
    match.answer("red", 1)
    assert match.pending is not None
    assert match.pending.rule == "r.again"


def test_a_rule_that_catches_its_own_errors_may():
    def rule(table: Table[Notes]) -> None:
        try:
            table.ask("red", "r.ask", ONE_OR_TWO)
            raise LookupError
        except LookupError:
            table.state.noted.append("caught")

    match: Match[Any] = small_match(rule)
    match.answer("red", 1)
    assert match.state.noted == ["caught"]
